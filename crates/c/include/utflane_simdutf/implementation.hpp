/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Part of utflane_simdutf.hpp, in its namespace: instruction sets, which simdutf calls
 * implementations. */

namespace internal {
class active_implementation;
}

/**
 * An instruction set, which simdutf calls an implementation. Its text functions call the free
 * functions, which use the active instruction set. To change that, assign this to
 * `get_active_implementation()`.
 */
class implementation {
public:
  constexpr implementation(const char *name, const char *description) noexcept
      : name_{name}, description_{description} {}
  std::string_view name() const noexcept { return name_; }
  std::string_view description() const noexcept { return description_; }
  bool supported_by_runtime_system() const noexcept {
    const std::string_view name = name_;
    for (size_t i = 0; const char *known = utflane_isa_at(i); ++i) {
      if (name == known) {
        return true;
      }
    }
    return false;
  }

  /* The text functions. */
#define UTFLANE_SIMDUTF_METHOD(name)                                                               \
  template <class... Arguments>                                                                    \
  [[nodiscard]] auto name(Arguments &&...arguments) const noexcept {                               \
    return simdutf::name(static_cast<Arguments &&>(arguments)...);                                 \
  }
#define UTFLANE_SIMDUTF_VOID_METHOD(name)                                                          \
  template <class... Arguments> void name(Arguments &&...arguments) const noexcept {               \
    simdutf::name(static_cast<Arguments &&>(arguments)...);                                        \
  }
  UTFLANE_SIMDUTF_METHOD(autodetect_encoding)
  UTFLANE_SIMDUTF_METHOD(detect_encodings)
  UTFLANE_SIMDUTF_VOID_METHOD(change_endianness_utf16)

#define UTFLANE_SIMDUTF_ROW(name)                                                                  \
  UTFLANE_SIMDUTF_METHOD(validate_##name)                                                          \
  UTFLANE_SIMDUTF_METHOD(validate_##name##_with_errors)
  UTFLANE_SIMDUTF_VALIDATIONS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW

#define UTFLANE_SIMDUTF_ROW(from, to) UTFLANE_SIMDUTF_METHOD(convert_##from##_to_##to)
  UTFLANE_SIMDUTF_WIDENINGS(UTFLANE_SIMDUTF_ROW)
  UTFLANE_SIMDUTF_CONVERSIONS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW

#define UTFLANE_SIMDUTF_ROW(from, to)                                                              \
  UTFLANE_SIMDUTF_METHOD(convert_##from##_to_##to##_with_errors)                                   \
  UTFLANE_SIMDUTF_METHOD(convert_valid_##from##_to_##to)
  UTFLANE_SIMDUTF_CONVERSIONS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW

#define UTFLANE_SIMDUTF_ROW(name, from, to) UTFLANE_SIMDUTF_METHOD(name)
  UTFLANE_SIMDUTF_LENGTHS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW
  UTFLANE_SIMDUTF_SAME_LENGTHS(UTFLANE_SIMDUTF_METHOD)

#define UTFLANE_SIMDUTF_ROW(name)                                                                  \
  UTFLANE_SIMDUTF_METHOD(validate_##name##_as_ascii)                                               \
  UTFLANE_SIMDUTF_METHOD(convert_##name##_to_utf8_with_replacement)                                \
  UTFLANE_SIMDUTF_METHOD(utf8_length_from_##name##_with_replacement)                               \
  UTFLANE_SIMDUTF_VOID_METHOD(to_well_formed_##name)
  UTFLANE_SIMDUTF_UTF16_ORDERS(UTFLANE_SIMDUTF_ROW)
#undef UTFLANE_SIMDUTF_ROW
#undef UTFLANE_SIMDUTF_METHOD
#undef UTFLANE_SIMDUTF_VOID_METHOD

private:
  friend class internal::active_implementation;
  const char *name_;
  const char *description_;
};

namespace internal {

/** All instruction sets. The names of simdutf's implementations are accepted as well. */
class available_implementation_list {
public:
  size_t size() const noexcept { return static_cast<size_t>(end() - begin()); }
  const implementation *const *begin() const noexcept { return pointers(); }
  const implementation *const *end() const noexcept { return pointers() + 5; }
  const implementation *operator[](std::string_view name) const noexcept {
    constexpr std::string_view theirs[][2] = {{"icelake", "avx512"}, {"haswell", "avx2"},
                                              {"westmere", "sse41"}, {"arm64", "neon"},
                                              {"fallback", "scalar"}};
    for (const auto &pair : theirs) {
      name = name == pair[0] ? pair[1] : name;
    }
    for (const implementation *known : *this) {
      if (known->name() == name) {
        return known;
      }
    }
    return nullptr;
  }
  const implementation *detect_best_supported() const noexcept {
    return (*this)[utflane_isa_at(0)];
  }

private:
  static const implementation *const *pointers() noexcept {
    static const implementation all[] = {implementation("avx512", "libutflane on AVX-512"),
                                         implementation("avx2", "libutflane on AVX2"),
                                         implementation("sse41", "libutflane on SSE4.1"),
                                         implementation("neon", "libutflane on NEON"),
                                         implementation("scalar", "libutflane, scalar code")};
    static const implementation *const each[] = {&all[0], &all[1], &all[2], &all[3], &all[4]};
    return each;
  }
};

/** The instruction set in use. Assigning one that this CPU has pins it for all threads. */
class active_implementation {
public:
  operator const implementation *() const { return get(); }
  const implementation &operator*() const { return *get(); }
  const implementation *operator->() const { return get(); }
  active_implementation &operator=(const implementation *chosen) {
    utflane_isa_pin(chosen == nullptr ? nullptr : chosen->name_);
    return *this;
  }

private:
  static const implementation *get() {
    return available_implementation_list()[utflane_isa_current()];
  }
};

} // namespace internal

inline const internal::available_implementation_list &get_available_implementations() {
  static const internal::available_implementation_list list;
  return list;
}

inline internal::active_implementation &get_active_implementation() {
  static internal::active_implementation active;
  return active;
}

