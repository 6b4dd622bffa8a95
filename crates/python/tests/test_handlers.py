"""Tests error handlers at every error rate, compared with CPython's codecs."""

import codecs
import itertools
import random

import pytest
from encodings_of_both import EAST_ASIAN, HANDLERS, SAME, answer

import utflane
import utflane.codecs

ALPHABETS = {
    "ascii": "plain text 0123",
    "latin-1": "é ÿ£ plain",
    "cp949": "가나다 힣 text",
    "gbk": "中文 text 一",
    "gb18030": "中文 text 一",
    "cp932": "日本ｱｲ text 表",
    "euc_jp": "日本ｱ text 表",
    "big5hkscs": "中文 text 一",
    "koi8_r": "Съешь text",
    "cp037": "plain é",
}
WIDE = "é€가中日ｱ👋Съ x"
NAMES = list(ALPHABETS) + [name for name in SAME if name.startswith("utf")]
RATES = [0.001, 0.02, 0.1, 0.3, 0.6, 1]

# Bytes that are malformed in both tables.
BAD_BYTES = {name: b"\xff" for name in EAST_ASIAN} | {"cp932": b"\x85\n"}


@pytest.fixture(autouse=True)
def registered():
    utflane.codecs.register()
    yield
    utflane.codecs.unregister()


def damaged(name, rate, length, choice):
    """Returns bytes in which about this part of the characters is malformed."""
    alphabet = [letter.encode(name) for letter in ALPHABETS.get(name, WIDE)]
    any_bytes = [bytes([byte]) for byte in range(0x80, 256)]
    bad = [BAD_BYTES[name]] if name in BAD_BYTES else any_bytes
    letters = (choice.choice(bad if choice.random() < rate else alphabet) for _ in range(length))
    return b"".join(letters)


def mixed(name, rate, length, choice):
    """Returns text in which about this part of the characters is unrepresentable."""
    alphabet = ALPHABETS.get(name, WIDE)
    bad = "\ud800\udc80\udcff\udfff" if name.startswith(("utf", "gb18030")) else "\udc80\udcff\ud83dꙮ🀄"
    letters = (choice.choice(bad if choice.random() < rate else alphabet) for _ in range(length))
    return "".join(letters)


def decoded_by(name, data, handler):
    return answer(utflane.decode, data, name, handler), answer(data.decode, name, handler)


def same(ours, theirs, name):
    """Compares results. The name of the encoding in an error is the one that was asked for."""
    if isinstance(ours, tuple) and isinstance(theirs, tuple):
        return ours[:5] == theirs[:5]
    return ours == theirs


@pytest.mark.parametrize("handler", HANDLERS)
@pytest.mark.parametrize("name", NAMES)
def test_decoding_at_every_error_rate(name, handler):
    choice = random.Random(name + handler)
    for rate, length in itertools.product(RATES, [1, 7, 60, 400, 5000]):
        data = damaged(name, rate, length, choice)
        ours, theirs = decoded_by(name, data, handler)
        assert same(ours, theirs, name), (rate, length)
        if isinstance(ours, str):
            assert hash(ours) == hash(theirs)
        view = memoryview(bytearray(data))
        assert same(answer(utflane.decode, view, name, handler), theirs, name)


@pytest.mark.parametrize("handler", HANDLERS)
@pytest.mark.parametrize("name", NAMES)
def test_encoding_at_every_error_rate(name, handler):
    choice = random.Random(name + handler)
    for rate, length in itertools.product(RATES, [1, 7, 60, 400, 5000]):
        text = mixed(name, rate, length, choice)
        ours, theirs = answer(utflane.encode, text, name, handler), answer(text.encode, name, handler)
        assert same(ours, theirs, name), (rate, length)


@pytest.mark.parametrize("handler", [handler for handler in HANDLERS if handler != "strict"])
@pytest.mark.parametrize("name", ["utf-8", "utf-16-le", "ascii", "cp949", "koi8_r"])
def test_long_texts(name, handler):
    """An error at the start, in the middle or at the end of a text that is converted in parts."""
    letters = ALPHABETS.get(name, WIDE)
    good = letters * (3_000_000 // len(letters))
    bad = "\udc80"
    for text in (bad + good, good[: len(good) // 2] + bad + good, good + bad):
        ours = answer(utflane.encode, text, name, handler)
        assert ours == answer(text.encode, name, handler)
    data = letters.encode(name) * (3_000_000 // len(letters))
    for bad in (b"\xff", b"\x80"):
        for file in (bad + data, data[: len(data) // 2] + bad + data, data + bad):
            ours, theirs = decoded_by(name, file, handler)
            if name != "koi8_r" or isinstance(theirs, str):
                assert ours == theirs


PAIRS = ["\ud83d\udc4b", "a\ud83d\udc4bé", "가\ud83d\udc4b" * 300, "\ud83d\udc4b👋", "ÿ\ud83d\udc4b"]


@pytest.mark.parametrize("handler", HANDLERS)
def test_two_surrogates_are_no_character(handler):
    for name in SAME + EAST_ASIAN:
        for text in PAIRS:
            # Both tables have none of these letters, or the same bytes for them.
            text = text.replace("é", "").replace("ÿ", "") if name in EAST_ASIAN else text
            ours, theirs = answer(utflane.encode, text, name, handler), answer(text.encode, name, handler)
            assert same(ours, theirs, name), (name, text)


@pytest.mark.parametrize("handler", HANDLERS)
@pytest.mark.parametrize("name", EAST_ASIAN + ["cp949", "utf-8", "utf-16-be"])
def test_every_short_sequence(name, handler):
    """All pairs of bytes that neither table assigns, and their beginnings at the end of a text."""
    interesting = [0x00, 0x30, 0x41, 0x5C, 0x7F, 0x80, 0x81, 0x8E, 0x8F, 0xA0, 0xA1, 0xC1, 0xC2]
    interesting += [0xD8, 0xDC, 0xE0, 0xED, 0xF4, 0xF5, 0xFC, 0xFD, 0xFE, 0xFF]
    for sequence in itertools.product(interesting, repeat=2):
        for data in (bytes(sequence), b"a" * 70 + bytes(sequence), bytes(sequence) + b"z"):
            # Bytes that are characters only in the tables of the Encoding Standard, or of Python.
            others = {"gbk": b"\x80", "gb18030": b"\x80", "cp932": b"\xa0\xfd\xfe\xff"}
            if any(byte in others.get(name, b"") for byte in data):
                continue
            theirs = answer(data.decode, name, "strict")
            if name in EAST_ASIAN and isinstance(theirs, str):
                continue
            if name in EAST_ASIAN and isinstance(answer(utflane.decode, data, name), str):
                continue
            ours, theirs = decoded_by(name, data, handler)
            if name in EAST_ASIAN and isinstance(ours, str) and isinstance(theirs, str):
                # After the first error, the tables may differ.
                assert handler == "ignore" or ours[:1] == theirs[:1]
            else:
                assert same(ours, theirs, name), (name, data)


HANDLED = ["ignore", "replace", "backslashreplace", "surrogateescape", "surrogatepass", "strict"]


@pytest.mark.parametrize("name", ["utf-8", "utf-16-le", "utf-32-be", "ascii", "cp949", "cp932", "gb18030", "euc_jp"])
def test_errors_at_the_ends_of_parts(name):
    choice = random.Random(name)
    for handler, rate in itertools.product(HANDLED, [0.02, 0.3, 1]):
        data = damaged(name, rate, 300, choice)
        for size in (1, 2, 3, 5, 64, 299):
            ours, theirs = (
                codecs.getincrementaldecoder(prefix + name)(handler) for prefix in ("utflane-", "")
            )
            for at in range(0, len(data) + size, size):
                part, final = data[at : at + size], at >= len(data)
                one, other = answer(ours.decode, part, final), answer(theirs.decode, part, final)
                assert same(one, other, name), (handler, size, at)
                if not isinstance(one, str):
                    break
                assert ours.getstate()[0] == theirs.getstate()[0], (handler, size, at)


REPLACEMENTS = {
    "ascii": ("<%d>", 0),
    "latin": ("é", 0),
    "wide": ("가", 0),
    "surrogate": ("\udc80", 0),
    "byte": (b"\xfe", 0),
    "bytes": (b"\xfe\xff\xfe\xff", 0),
    "none": (None, 0),
    "ahead": ("+", 1),
    "back": ("-", -1),
    "out": ("x", 1 << 70),
    "below": ("x", -(1 << 20)),
}


def handler_of(replacement, move):
    def handle(error):
        handle.calls += 1
        if handle.calls > 40:
            raise error
        place = error.end + move
        return replacement, place if move != -1 else max(0, error.start - 1)

    handle.calls = 0
    return handle


@pytest.mark.parametrize("kind", REPLACEMENTS)
@pytest.mark.parametrize("name", ["utf-8", "utf-16", "utf-16-be", "utf-32", "ascii", "latin-1", "koi8_r", "cp037", "cp949", "cp932"])
def test_what_handlers_return(name, kind):
    text = "ab\ud800c\udc80\udc80de" + "f" * 100 + "\udfff"
    data = {"utf-8": b"ab\xffc\x80\xe2\x82de", "cp932": b"ab\x85\n\x81\x20\x85"}
    data = data.get(name, b"a\x00\x81\x81\x81\xff\xd8\xff\xdc\xff\xff")
    for ours, theirs in ((utflane.encode, text.encode), (utflane.decode, data.decode)):
        found = []
        for call in (lambda: ours(*given, name, "test-returns"), lambda: theirs(name, "test-returns")):
            given = [text if ours is utflane.encode else data]
            codecs.register_error("test-returns", handler_of(*REPLACEMENTS[kind]))
            found.append(answer(call))
        assert same(*found, name), kind


def test_a_handler_that_replaces_one_of_pythons():
    original = codecs.lookup_error("backslashreplace")
    codecs.register_error("backslashreplace", lambda error: ("!", error.end))
    try:
        assert utflane.decode(b"a\xff", "koi8_r") and utflane.decode(b"a\xff", "utf-8", "backslashreplace") == "a!"
        assert utflane.encode("a\u20ac", "cp437", "backslashreplace") == b"a!"
    finally:
        codecs.register_error("backslashreplace", original)
    assert utflane.decode(b"a\xff", "utf-8", "backslashreplace") == "a\\xff"


def test_names_of_many_characters():
    text = "".join(chr(point) for point in itertools.chain(range(0x3000), range(0xE000, 0xE100), range(0x1F600, 0x1F700)))
    for name in ("ascii", "latin-1", "cp949", "koi8_r", "cp037", "utf-16"):
        for part in (text, text[::-1], "é".join(text[:3000])):
            assert utflane.encode(part, name, "namereplace") == part.encode(name, "namereplace")


class Text(str):
    """Its code points are not stored in the object."""


def test_subclasses_of_str():
    for text in TEXTS:
        for name in ("utf-8", "utf-16", "cp949", "latin-1", "koi8_r"):
            ours = answer(utflane.encode, Text(text), name)
            assert ours == answer(text.encode, name)


TEXTS = ["", "a", "é", "€", "👋", "a" * 5000, "é" * 5000, "€" * 5000, "👋" * 5000, "가" * 5000]


@pytest.mark.parametrize("name", SAME)
def test_every_width(name):
    for text in TEXTS:
        for end in ("", "ÿ", "\u0100", "가", "👋"):
            ours = answer(utflane.encode, text + end, name, "replace")
            assert ours == answer((text + end).encode, name, "replace"), (text[:1], end)


def test_the_name_in_an_error_is_the_one_that_was_asked_for():
    for name in ("shift_jis", "gb2312", "euc_kr", "big5", "euc_jp", "gbk"):
        with pytest.raises(UnicodeDecodeError) as raised:
            utflane.decode(b"\xff\xff", name)
        assert raised.value.encoding == name
        with pytest.raises(UnicodeEncodeError) as unencodable:
            utflane.encode("\ud800", name)
        assert unencodable.value.encoding == name
    for name in ("cp1251", "koi8_r"):
        with pytest.raises(UnicodeEncodeError) as unencodable:
            utflane.encode("가", name)
        assert unencodable.value.encoding == "charmap"
