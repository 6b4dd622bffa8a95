# SPDX-License-Identifier: MIT OR Apache-2.0
# Defines the targets utflane::utflane (the shared library) and utflane::static, if installed.
#
#   find_package(utflane 0.1 REQUIRED)
#   target_link_libraries(program PRIVATE utflane::utflane)
#
# The component multibyte requires a library with the legacy multi-byte encodings, the component
# more-code-pages one with these code pages, the component iconv one with the functions of iconv, and
# the component detect-legacy one with the function utflane_detect_any.

# Search only the prefix that contains this file, because other prefixes have other installations.
get_filename_component(_utflane_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_path(UTFLANE_INCLUDE_DIR utflane.h PATHS "${_utflane_prefix}/include/utflane" NO_CACHE NO_DEFAULT_PATH)
set(_utflane_places "${_utflane_prefix}" PATH_SUFFIXES lib lib64 "lib/${CMAKE_LIBRARY_ARCHITECTURE}")
find_library(UTFLANE_SHARED NAMES utflane PATHS ${_utflane_places} NO_CACHE NO_DEFAULT_PATH)
find_library(UTFLANE_STATIC NAMES libutflane.a utflane.lib PATHS ${_utflane_places} NO_CACHE NO_DEFAULT_PATH)

foreach(_utflane_kind IN ITEMS SHARED STATIC)
  if(_utflane_kind STREQUAL SHARED)
    set(_utflane_target utflane::utflane)
  else()
    set(_utflane_target utflane::static)
  endif()
  if(UTFLANE_${_utflane_kind} AND NOT TARGET ${_utflane_target})
    add_library(${_utflane_target} UNKNOWN IMPORTED)
    set_target_properties(${_utflane_target} PROPERTIES
      IMPORTED_LOCATION "${UTFLANE_${_utflane_kind}}"
      INTERFACE_INCLUDE_DIRECTORIES "${UTFLANE_INCLUDE_DIR}")
  endif()
endforeach()

if(NOT UTFLANE_INCLUDE_DIR OR NOT (UTFLANE_SHARED OR UTFLANE_STATIC))
  set(utflane_FOUND FALSE)
  set(utflane_NOT_FOUND_MESSAGE "its library or its header is not in ${_utflane_prefix}")
endif()

# The library contains the names of its encodings and functions.
set(_utflane_multibyte Shift_JIS)
set(_utflane_more-charsets ISO-2022-UTF-8)
set(_utflane_more-code-pages Georgian-Academy)
set(_utflane_iconv utflane_iconv_open)
set(_utflane_detect-legacy utflane_detect_any)
foreach(_utflane_component IN LISTS utflane_FIND_COMPONENTS)
  set(utflane_${_utflane_component}_FOUND FALSE)
  if(DEFINED _utflane_${_utflane_component})
    set(utflane_${_utflane_component}_FOUND TRUE)
    foreach(_utflane_library IN ITEMS "${UTFLANE_SHARED}" "${UTFLANE_STATIC}")
      if(_utflane_library)
        file(STRINGS "${_utflane_library}" _utflane_names REGEX "${_utflane_${_utflane_component}}" LIMIT_COUNT 1)
        if(NOT _utflane_names)
          set(utflane_${_utflane_component}_FOUND FALSE)
        endif()
      endif()
    endforeach()
  endif()
  if(utflane_FIND_REQUIRED_${_utflane_component} AND NOT utflane_${_utflane_component}_FOUND)
    set(utflane_FOUND FALSE)
    set(utflane_NOT_FOUND_MESSAGE "it was built without the feature ${_utflane_component}")
  endif()
endforeach()
