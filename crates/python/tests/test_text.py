"""Tests bytes to text and back, compared with CPython's codecs."""

import codecs
import encodings
import itertools
import pkgutil

import pytest
from encodings_of_both import (
    C1_UNDEFINED,
    CODE_PAGES,
    DIFFERENT,
    EAST_ASIAN,
    HANDLERS,
    SAME,
    answer,
)
from hypothesis import given, settings
from hypothesis import strategies as st

import utflane

TEXTS = [
    "",
    "plain",
    "Voix ambiguë d’un cœur",
    "Съешь ещё этих булок",
    "가나다 키스의 고유조건",
    "日本語のテキスト ｱｲｳ",
    "中文文本 測試",
    "👋 U+1F44B",
    "\x00\x7f\x80\x9f\xa0\xff",
]


def test_code_pages_are_those_of_python():
    for name in CODE_PAGES:
        for byte in range(256):
            data = bytes([byte])
            assert answer(utflane.decode, data, name) == answer(data.decode, name), (name, byte)


def test_where_code_pages_differ():
    for name in C1_UNDEFINED:
        for byte in range(256):
            ours = utflane.decode(bytes([byte]), name, "replace")
            theirs = bytes([byte]).decode(name, "replace")
            if (name, byte) == ("cp1255", 0xCA):
                # A code point that Unicode did not have when Python's table was created.
                assert (ours, theirs) == ("\u05ba", "\ufffd")
            else:
                is_control = theirs == "\ufffd" and ours == chr(byte) and 0x80 <= byte < 0xA0
                assert ours == theirs or is_control, (name, byte)
    for name, bytes_that_differ in DIFFERENT.items():
        found = {
            byte
            for byte in range(256)
            if answer(utflane.decode, bytes([byte]), name) != answer(bytes([byte]).decode, name)
        }
        assert found == bytes_that_differ


def test_no_other_code_page_differs():
    """The lists above have all single-byte encodings that both Python and utflane have."""
    found = set()
    for name in [module.name for module in pkgutil.iter_modules(encodings.__path__)]:
        try:
            utflane.encoding_name(name)
            characters = [bytes([byte]).decode(name, "surrogateescape") for byte in range(256)]
            is_single = all(len(character) == 1 for character in characters)
            text = bytes(range(256)).decode(name, "surrogateescape")
        except (LookupError, UnicodeDecodeError):
            continue
        if is_single and text == "".join(characters):
            found.add(name)
    listed = CODE_PAGES + C1_UNDEFINED + list(DIFFERENT)
    others = {"utf_8", "utf_8_sig", "iso8859_1"}
    assert found - others == {name.replace("-", "_") for name in listed}


def test_all_pairs_of_bytes_of_cp949():
    for lead in range(0x80, 256):
        for trail in range(256):
            for data in (bytes([lead, trail]), bytes([lead, trail, 0x41, 0xB0, 0xA1])):
                assert answer(utflane.decode, data, "cp949") == answer(data.decode, "cp949"), data
                replaced = utflane.decode(data, "cp949", "replace")
                assert replaced == data.decode("cp949", "replace"), data


def test_all_characters():
    # None of these encodings has characters beyond the first three planes.
    text = [chr(point) for point in range(0x30000)]
    for name in CODE_PAGES + ["cp949"]:
        everything = "".join(text[:0xD800] + text[0xE000:])
        ours = utflane.encode(everything, name, "ignore")
        assert ours == everything.encode(name, "ignore"), name


@pytest.mark.parametrize("name", EAST_ASIAN)
def test_east_asian_characters_of_both(name):
    """Both encode nearly all characters to the same bytes, and decode nearly all of these alike."""
    same, decoded_otherwise = [], []
    for point in itertools.chain(range(0xD800), range(0xE000, 0x30000)):
        character = chr(point)
        data = utflane.encode(character, name, "ignore")
        if data and data == character.encode(name, "ignore"):
            is_same = utflane.decode(data, name) == data.decode(name)
            (same if is_same else decoded_otherwise).append(character)
    assert len(same) > 6000 and len(decoded_otherwise) < 20, name
    text = "".join(same)
    data = utflane.encode(text, name)
    assert data == text.encode(name)
    assert utflane.decode(data, name) == data.decode(name)


@pytest.mark.parametrize("handler", HANDLERS)
@pytest.mark.parametrize("name", SAME)
def test_texts(name, handler):
    for text in TEXTS:
        ours = answer(utflane.encode, text, name, handler)
        assert ours == answer(text.encode, name, handler), (text, ours)
        for long in (text * 100, text * 1000):
            ours = answer(utflane.encode, long, name, handler)
            assert ours == answer(long.encode, name, handler)
            data = long.encode(name, "ignore")
            assert answer(utflane.decode, data, name) == answer(data.decode, name)


@settings(max_examples=300, deadline=None)
@given(
    st.binary(max_size=60),
    st.sampled_from(SAME),
    st.sampled_from(HANDLERS),
    st.sampled_from([0, 1, 70, 5000]),
)
def test_any_bytes(data, name, handler, before):
    data = "é".encode(name, "ignore") * before + data
    assert answer(utflane.decode, data, name, handler) == answer(data.decode, name, handler)


@settings(max_examples=300, deadline=None)
@given(
    st.text(st.characters(exclude_categories=[]), max_size=40),
    st.sampled_from(SAME),
    st.sampled_from(HANDLERS),
    st.sampled_from([0, 1, 600]),
)
def test_any_text(text, name, handler, before):
    text = "a" * before + text
    assert answer(utflane.encode, text, name, handler) == answer(text.encode, name, handler)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=40), st.sampled_from(EAST_ASIAN), st.sampled_from(HANDLERS))
def test_no_bytes_break_it(data, name, handler):
    ours = answer(utflane.decode, data, name, handler)
    if isinstance(ours, str) and handler == "strict":
        assert answer(utflane.decode, data, name, "replace") == ours


@pytest.mark.parametrize("name", ["cp1251", "cp1252", "cp949", "gb18030", "utf-8", "utf-16", "ascii"])
def test_long_texts(name):
    """Texts that are assembled from pieces, with a wider or malformed character in a late piece."""
    for text in ("plain ", "né ", "Съешь ", "가나 ", "👋 "):
        text = text.encode(name, "ignore").decode(name)
        for start, rest in (("a" * 1_300_000, text * 1000), (text * 500_000, "é"), ("né", "a" * 1_500_000)):
            long = (start + rest).encode(name, "ignore").decode(name)
            data = long.encode(name)
            found = utflane.decode(data, name)
            assert found == long and hash(found) == hash(long)
            assert utflane.encode(long, name) == data
            bad = data + b"\xff\xff\x98"
            assert utflane.decode(bad, name, "replace") == bad.decode(name, "replace") or (
                name in ("cp1251", "cp1252", "gb18030")
            )
            worse = long + "\ud800"
            assert answer(utflane.encode, worse, name) == answer(worse.encode, name)


def test_utf_8_sig():
    """As Python's, except that positions count from the start of the bytes, including the mark."""
    for text in TEXTS:
        data = text.encode("utf-8-sig")
        assert utflane.encode(text, "utf-8-sig") == data
        assert utflane.decode(data, "utf-8-sig") == utflane.decode(data[3:], "utf-8-sig") == text
    with pytest.raises(UnicodeDecodeError) as raised:
        utflane.decode(b"\xef\xbb\xbfa\xff", "utf-8-sig")
    assert (raised.value.start, raised.value.object) == (4, b"\xef\xbb\xbfa\xff")


def test_iso_2022_jp():
    data = "日本 and ASCII".encode("iso2022_jp")
    assert utflane.decode(data, "iso-2022-jp") == "日本 and ASCII"
    assert utflane.encode("日本 and ASCII", "iso-2022-jp") == data
    assert utflane.transcode(data, "iso-2022-jp", "utf-8").decode() == "日本 and ASCII"
    broken = data + b"\xff"
    assert answer(utflane.decode, broken, "iso-2022-jp") == answer(broken.decode, "iso2022_jp")


def test_handlers_of_users():
    def moving(error):
        return ("<%d>" % error.start, error.end + 1)

    def back(error):
        # The position counts from the end, unless it is the end.
        return ("-", error.end - len(error.object) or error.end)

    def beyond(error):
        return ("", 99)

    def silly(error):
        return 7

    def raw(error):
        return (b"\xfe\xff", error.end)

    for function in (moving, back, beyond, silly, raw):
        name = "test-" + function.__name__
        codecs.register_error(name, function)
        for data in (b"ab\xff\xc3\xa9cd\xe2\x82", b"\xff"):
            assert answer(utflane.decode, data, "utf-8", name) == answer(
                data.decode, "utf-8", name
            ), function
        for text in ("ab\u20acd\u20ac\u20ace", "\u20ac"):
            assert answer(utflane.encode, text, "latin-1", name) == answer(
                text.encode, "latin-1", name
            ), function
    with pytest.raises(LookupError, match="no-such"):
        utflane.decode(b"\xff", "utf-8", "no-such")
    assert utflane.decode(b"a", "utf-8", "no-such") == "a"
    with pytest.raises(LookupError, match="no-such"):
        utflane.decode(b"a", "no-such")


def test_encodings_that_python_lacks():
    assert utflane.encode("a\0👋", "mutf-8") == b"a\xc0\x80\xed\xa0\xbd\xed\xb1\x8b"
    assert utflane.decode(b"a\xc0\x80\xed\xa0\xbd\xed\xb1\x8b", "mutf-8") == "a\0👋"
    assert utflane.decode(b"\xed\xa0\x80", "wtf-8") == "\ud800"
    assert utflane.encode("\ud800", "wtf-8") == b"\xed\xa0\x80"
    assert utflane.encode("👋", "cesu-8") == b"\xed\xa0\xbd\xed\xb1\x8b"
    with pytest.raises(UnicodeDecodeError) as raised:
        utflane.decode(b"ab\xf0\x9f\x91\x8b", "cesu-8")
    assert (raised.value.start, raised.value.end) == (2, 3)
    with pytest.raises(UnicodeEncodeError) as encoding:
        utflane.encode("ab\ud800", "cesu-8")
    assert (encoding.value.start, encoding.value.end) == (2, 3)


@given(st.text(max_size=50), st.sampled_from(SAME), st.sampled_from(SAME))
@settings(max_examples=200, deadline=None)
def test_transcode(text, source, target):
    data = text.encode(source, "ignore")
    expected = answer(data.decode(source).encode, target)
    assert answer(utflane.transcode, data, source, target) == expected
    replaced = data.decode(source).encode(target, "replace")
    assert utflane.transcode(data, source, target, "replace") == replaced


@given(st.binary(max_size=80))
@settings(max_examples=200, deadline=None)
def test_validate(data):
    malformed = utflane.validate(data)
    try:
        data.decode()
    except UnicodeDecodeError as error:
        assert malformed is not None
        assert (malformed.position, malformed.length) == (error.start, error.end - error.start)
        before = data[: error.start].decode()
        assert malformed.line == before.count("\n") + 1
        assert malformed.column == len(before.rpartition("\n")[2]) + 1
    else:
        assert malformed is None


def test_validate_of_units():
    data = "one\ntwö".encode("utf-16-le") + b"\x00\xd8!\x00"
    malformed = utflane.validate(data, "utf-16-le")
    assert malformed is not None
    assert (malformed.position, malformed.line, malformed.column) == (14, 2, 4)
    assert malformed.kind == "UnpairedSurrogate"
    assert repr(malformed).startswith("Malformed(position=14, length=2,")


def test_names():
    assert utflane.encoding_name("latin1") == "ISO-8859-1"
    assert utflane.encoding_name("x-sjis") == "Shift_JIS"
    for name in utflane.encoding_names():
        assert utflane.encoding_name(name) == name
    for name in SAME + EAST_ASIAN + C1_UNDEFINED + list(DIFFERENT):
        assert utflane.encoding_name(name)


def test_detect_and_repair():
    assert utflane.detect(b"plain").encoding == "US-ASCII"
    assert utflane.detect("Grüße".encode("utf-16")).encoding == "UTF-16LE"
    found = utflane.detect(b"caf\xe9 noir")
    assert (found.encoding, found.certainty, found.reliable) == ("windows-1252", "guess", False)
    russian = "Каждый человек имеет право на образование. Образование должно быть бесплатным.\n"
    found = utflane.detect((russian * 9).encode("cp1251"))
    assert (found.encoding, found.certainty, found.reliable) == ("windows-1251", "likely", True)
    assert (found.language, found.exact) == ("ru", True)
    assert found.runner_up not in (None, "windows-1251")
    assert utflane.detect(b"\x00\xff\x01\xfe\x02").encoding is None
    assert utflane.repair("GrÃ¼ÃŸe") == "Grüße"
    text = "Grüße"
    assert utflane.repair(text) is text
    with pytest.raises(UnicodeEncodeError):
        utflane.repair("\ud800")
