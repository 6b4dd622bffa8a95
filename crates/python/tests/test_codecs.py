"""Tests codecs: with ``open``, incremental, and as replacements of Python's."""

import codecs
import io
import itertools

import pytest
from encodings_of_both import HANDLERS, answer
from hypothesis import given, settings
from hypothesis import strategies as st

import utflane.codecs
from utflane.codecs import REPLACED


@pytest.fixture(autouse=True)
def registered():
    utflane.codecs.register()
    yield
    utflane.codecs.unregister()


@pytest.mark.parametrize("name", ["mutf-8", "cesu-8", "wtf-8", "utflane-cp949", "cp1047"])
def test_open(name, tmp_path):
    path = tmp_path / "file"
    text = "one\ntwo\r\nthree ¡\n" * 5000
    with open(path, "w", encoding=name, newline="") as file:
        file.write(text)
    assert path.read_bytes() == utflane.encode(text, name.removeprefix("utflane-"))
    with open(path, encoding=name, newline="") as file:
        assert file.read() == text
    with codecs.open(str(path), encoding=name) as stream:
        assert stream.read() == text


def test_names_that_python_lacks():
    assert "👋".encode("cesu-8") == b"\xed\xa0\xbd\xed\xb1\x8b"
    for name in ("no-such", "utflane-no-such", "utflane-utf-16"):
        with pytest.raises(LookupError):
            codecs.lookup(name)
    utflane.codecs.unregister()
    with pytest.raises(LookupError):
        codecs.lookup("wtf-8")


NAMES = ["utf-8", "utf-16-le", "utf-32-be", "ascii", "latin-1", "cp949", "koi8_r", "cp437"]


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_chunks(data):
    """With any cuts, text and errors are those of Python's incremental decoder."""
    name = data.draw(st.sampled_from(NAMES))
    handler = data.draw(st.sampled_from(HANDLERS))
    text = data.draw(st.text(max_size=12))
    file = text.encode(name, "ignore") + data.draw(st.binary(max_size=6))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(file)), max_size=4)))
    parts = [file[a:b] for a, b in zip([0, *cuts], [*cuts, len(file)])]
    ours, theirs = (
        codecs.getincrementaldecoder(prefix + name)(handler) for prefix in ("utflane-", "")
    )
    for number, part in enumerate(parts):
        final = number == len(parts) - 1
        one, other = answer(ours.decode, part, final), answer(theirs.decode, part, final)
        assert one == other, (name, parts, number)
        if not isinstance(one, str):
            break


def test_a_byte_at_the_end_of_a_part_that_begins_no_character():
    parts, rests = (b"00\xff", b"\xff", b"\x80"), (b"", b"0", b"\xff")
    for handler, part, rest in itertools.product(["strict", "replace"], parts, rests):
        ours, theirs = (codecs.getincrementaldecoder(name)(handler) for name in ("utflane-cp949", "cp949"))
        assert answer(ours.decode, part) == answer(theirs.decode, part), (handler, part)
        last = answer(ours.decode, rest, True), answer(theirs.decode, rest, True)
        assert last[0] == last[1], (handler, part, rest)


# Surrogates, whole and cut, and other sequences for which handlers are called.
UTF8 = (
    b"\xed\xa0\x80 \xed\xa0 a\xed\xb0\x80\xed\xa0\x80 \xed\xa0\xed\xbf\xbfz \xed\x9f \xed\xa0a "
    b"\xf0\x9f\x98 \xc0\x80 \xe0\x80\x80 \xf4\x90\x80\x80 \xef\xbb\xbf\xff \xf0\x80 \xf5 \xe2\x82"
).split(b" ")
UTF16 = "D800 DC00D800 D800D800DC00 D8000041 DC00 FEFFD83DDE00DBFF D83DDE".split()
UTF32 = "0000D800 0000D8000000DC00 00110000 80000041 0000FEFF 0001F6 0000D8".split()


def swapped(text):
    """Swaps the byte order of UTF-16; an odd byte at the end stays."""
    return b"".join(text[at : at + 2][::-1] for at in range(0, len(text), 2))


HOSTILE = {
    "utf-8": UTF8,
    "utf-16-be": [bytes.fromhex(text) for text in UTF16],
    "utf-16-le": [swapped(bytes.fromhex(text)) for text in UTF16],
    "utf-32-be": [bytes.fromhex(text) for text in UTF32],
    "utf-32-le": [bytes.fromhex(text)[::-1] for text in UTF32],
}


@pytest.mark.parametrize("handler", HANDLERS)
@pytest.mark.parametrize("name", HOSTILE)
def test_every_cut(name, handler):
    for file in HOSTILE[name]:
        for a, b in itertools.combinations_with_replacement(range(len(file) + 1), 2):
            ours, theirs = (
                codecs.getincrementaldecoder(prefix + name)(handler) for prefix in ("utflane-", "")
            )
            for part, final in ((file[:a], False), (file[a:b], False), (file[b:], True)):
                one, other = answer(ours.decode, part, final), answer(theirs.decode, part, final)
                assert one == other, (file, a, b, part)
                assert ours.getstate()[0] == theirs.getstate()[0], (file, a, b, part)
                if not isinstance(one, str):
                    break


ISO_2022_JP = "日本 and ASCII ¥\\ かな\n"


def test_iso_2022_jp():
    data = utflane.encode(ISO_2022_JP, "iso-2022-jp")
    assert data.decode("utflane-iso-2022-jp") == ISO_2022_JP
    assert ISO_2022_JP.encode("utflane-iso-2022-jp") == data
    # Two concatenated texts have two adjacent escape sequences, which Python also accepts.
    assert utflane.validate(data + data, "iso-2022-jp") is None
    twice = "日本".encode("iso2022_jp") * 2
    assert twice.decode("utflane-iso-2022-jp") == twice.decode("iso2022_jp") == "日本日本"
    decoder = codecs.getincrementaldecoder("utflane-iso-2022-jp")()
    decoder.setstate((b"", 9))
    with pytest.raises(ValueError, match="invalid state"):
        decoder.decode(b"a")


@pytest.mark.parametrize("handler", HANDLERS)
def test_iso_2022_jp_in_parts(handler):
    """With any cuts, and with the state saved and restored between the parts."""
    damage = [b"", b"\xff", b"\x1b(X", b"\x1b$B\x30\xff\x30\x21\x1b(Bz", b"\x1b$B\x24", b"\x1b("]
    for end in damage:
        file = "日本 a".encode("iso2022_jp") + end
        expected = answer(file.decode, "utflane-iso-2022-jp", handler)
        if end in (b"", b"\xff"):
            assert expected == answer(file.decode, "iso2022_jp", handler)
        for cut in range(len(file) + 1):
            decoder = codecs.getincrementaldecoder("utflane-iso-2022-jp")(handler)
            found = answer(decoder.decode, file[:cut])
            if isinstance(found, str):
                other = codecs.getincrementaldecoder("utflane-iso-2022-jp")(handler)
                other.setstate(decoder.getstate())
                decoder.reset()
                assert decoder.getstate() == (b"", 0)
                rest = answer(other.decode, file[cut:], True)
                found = found + rest if isinstance(rest, str) else rest
            # Positions of an error count from the start of the part.
            is_error = not isinstance(expected, str)
            assert (type(found) is type(expected)) if is_error else found == expected, (file, cut)


def test_iso_2022_jp_is_written_in_parts():
    data = utflane.encode(ISO_2022_JP, "iso-2022-jp")
    for cut in range(len(ISO_2022_JP) + 1):
        encoder, other = (
            codecs.getincrementalencoder("utflane-iso-2022-jp")("xmlcharrefreplace") for _ in "ab"
        )
        found = encoder.encode(ISO_2022_JP[:cut])
        other.setstate(encoder.getstate())
        assert found + other.encode(ISO_2022_JP[cut:], True) == data
        assert other.getstate() == 0
    assert "日😀本".encode("utflane-iso-2022-jp", "xmlcharrefreplace") == (
        "日&#128512;本".encode("utflane-iso-2022-jp")
    )
    assert "日😀".encode("utflane-iso-2022-jp", "replace") == "日?".encode("iso2022_jp")
    for handler in HANDLERS:
        one = answer("日\ud800a".encode, "utflane-iso-2022-jp", handler)
        assert one == answer("日\ud800a".encode, "iso2022_jp", handler), handler


def test_iso_2022_jp_in_files(tmp_path):
    path = tmp_path / "file"
    with open(path, "w", encoding="utflane-iso-2022-jp", newline="") as file:
        for line in (ISO_2022_JP, ISO_2022_JP):
            file.write(line)
    with open(path, "a", encoding="utflane-iso-2022-jp", newline="") as file:
        file.write(ISO_2022_JP)
    with open(path, encoding="utflane-iso-2022-jp", newline="") as file:
        assert file.readline() == ISO_2022_JP
        place = file.tell()
        assert file.read() == ISO_2022_JP * 2
        file.seek(place)
        assert file.read(4) == ISO_2022_JP[:4]
        place = file.tell()
        rest = file.read()
        file.seek(place)
        assert file.read() == rest
    with codecs.open(str(path), encoding="utflane-iso-2022-jp") as stream:
        assert [stream.read(2) for _ in range(3)] == ["日本", " a", "nd"]
        stream.seek(0)
        assert stream.read() == ISO_2022_JP * 3


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=[]), max_size=4)), st.booleans())
def test_surrogates_in_chunks(parts, reset):
    for name in ("wtf-8", "mutf-8"):
        encoder = codecs.getincrementalencoder(name)()
        if reset:
            encoder.encode("\ud800")
            encoder.setstate(encoder.getstate())
            encoder.reset()
        found = b"".join(map(encoder.encode, parts)) + encoder.encode("", True)
        assert found == utflane.encode("".join(parts), name)
        decoder = codecs.getincrementaldecoder(name)()
        pieces = [decoder.decode(bytes([byte])) for byte in found]
        assert "".join(pieces) + decoder.decode(b"", True) == utflane.decode(found, name)


def test_streams():
    text = "가나 다라\n마바\n" * 300
    data = text.encode("cp949")
    reader = codecs.getreader("utflane-cp949")(io.BytesIO(data))
    assert reader.readline() == "가나 다라\n"
    assert reader.read() == text[6:]
    stream = io.BytesIO()
    codecs.getwriter("utflane-cp949")(stream).write(text)
    assert stream.getvalue() == data
    assert io.TextIOWrapper(io.BytesIO(data), "utflane-cp949").readlines()[1] == "마바\n"


def test_in_place_of_pythons():
    data = "가나".encode("cp949")
    theirs = codecs.lookup("cp949")
    utflane.codecs.register(replace=True)
    try:
        ours = codecs.lookup("cp949")
        assert ours.decode != theirs.decode
        assert type(ours.decode.__self__).__name__ == "Codec"
        assert data.decode("uhc") == "가나"
        for name in REPLACED:
            assert type(codecs.lookup(name).decode.__self__).__name__ == "Codec", name
        # Python's own codec still determines the length of a malformed sequence.
        assert answer(b"\xb0\xff\xb0".decode, "cp949") == answer(theirs.decode, b"\xb0\xff\xb0")
        assert codecs.lookup("cp1252").name == "cp1252"
        assert "é".encode("latin-1") == b"\xe9"
    finally:
        utflane.codecs.unregister()
    assert codecs.lookup("cp949").decode is not ours.decode
