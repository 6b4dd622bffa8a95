"""Codecs: ``open``, incremental ones, and in place of Python's."""

import codecs
import io

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
    for name in ("no-such", "utflane-no-such", "utflane-utf-16", "utflane-iso-2022-jp"):
        with pytest.raises(LookupError):
            codecs.lookup(name)
    utflane.codecs.unregister()
    with pytest.raises(LookupError):
        codecs.lookup("wtf-8")


NAMES = ["utf-8", "utf-16-le", "utf-32-be", "ascii", "latin-1", "cp949", "koi8_r", "cp437"]


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_chunks(data):
    """Cut anywhere, text is that of Python's incremental decoder, and so are the errors."""
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
        # Python's own codec still says how long a malformed sequence is.
        assert answer(b"\xb0\xff\xb0".decode, "cp949") == answer(theirs.decode, b"\xb0\xff\xb0")
        assert codecs.lookup("cp1252").name == "cp1252"
        assert "é".encode("latin-1") == b"\xe9"
    finally:
        utflane.codecs.unregister()
    assert codecs.lookup("cp949").decode is not ours.decode
