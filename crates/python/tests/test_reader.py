"""Tests what people expect of a CSV reader: names, numbers, rows, compression, several files."""

import bz2
import datetime
import errno
import gzip
import importlib.util
import io
import lzma
import os
import pickle
import subprocess
import sys

import pyarrow
import pytest

import utflane
import utflane.codecs


def columns_of(data, *arguments, **options):
    return pyarrow.table(utflane.read_csv(data, *arguments, **options)).to_pydict()


@pytest.mark.parametrize(
    "header, names",
    [
        ("a,a,a", ["a", "a_1", "a_2"]),
        ("a,a,a_1", ["a", "a_2", "a_1"]),
        ("a_1,a,a", ["a_1", "a", "a_2"]),
        (",b,", ["column_1", "b", "column_3"]),
        ("column_2,,", ["column_2", "column_2_1", "column_3"]),
        ('"","",""', ["column_1", "column_2", "column_3"]),
        ("A,a, a", ["A", "a", " a"]),
    ],
)
def test_duplicate_and_empty_headers(header, names):
    data = (header + "\n1,2,3\n4,5,6\n").encode()
    table = utflane.read_csv(data)
    assert table.column_names == names
    assert pyarrow.table(table).to_pydict() == {name: [n, n + 3] for n, name in enumerate(names, 1)}
    chosen = utflane.read_csv(data, columns=[names[2]])
    assert pyarrow.table(chosen).to_pydict() == {names[2]: [3, 6]}
    typed = utflane.read_csv(data, schema={names[1]: str})
    assert pyarrow.table(typed).to_pydict()[names[1]] == ["2", "5"]
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(table).columns == names


def test_numbers_with_other_separators():
    data = "a;b;c\n1.234,5;12.345;1,5\n-0,25;7;2\n".encode()
    found = columns_of(data, delimiter=";", decimal=",", thousands=".")
    assert found == {"a": [1234.5, -0.25], "b": [12345, 7], "c": [1.5, 2.0]}
    # A point has no meaning, so the column is text.
    assert columns_of(b"a;b\n1.5;1,5\n", delimiter=";", decimal=",") == {"a": ["1.5"], "b": [1.5]}
    found = columns_of(b"a;b\n1'000.5;1'00\n", delimiter=";", thousands="'")
    assert found == {"a": [1000.5], "b": ["1'00"]}
    table = utflane.read_csv(
        b"a\n1.5\n1,5\n1.234,5\n1.23,5\n0.123\n",
        schema={"a": float},
        delimiter=";",
        decimal=",",
        thousands=".",
        on_bad="set_aside",
    )
    assert pyarrow.table(table).to_pydict() == {"a": [1.5, 1234.5]}
    assert pyarrow.table(table.bad_rows)["line"].to_pylist() == [2, 5, 6]
    decimal = {"a": pyarrow.decimal128(10, 2)}
    found = columns_of(b"a\n1.234,50\n", delimiter=";", decimal=",", thousands=".", schema=decimal)
    assert str(found["a"][0]) == "1234.50"
    for options in ({"decimal": "é"}, {"thousands": "ab"}, {"decimal": ",", "thousands": ","}):
        with pytest.raises(ValueError):
            utflane.read_csv(b"a\n1\n", **options)


@pytest.mark.parametrize("encoding", ["utf-8", "cp949", "utf-16-le", "utf-16-be", "utf-32", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_skip_rows(encoding, end):
    text = end.join(["ਊ title" if encoding.startswith("utf") else "가 title", "", "a,b", "1,가", "2,x,"])
    data = text.encode(encoding)
    table = utflane.read_csv(data, encoding, skip_rows=2, on_bad="set_aside")
    assert pyarrow.table(table).to_pydict() == {"a": [1], "b": ["가"]}
    # Lines and positions count from the start of the file.
    bad = pyarrow.table(table.bad_rows).to_pylist()
    assert [row["line"] for row in bad] == [5]
    assert data[bad[0]["position"] :] == bad[0]["bytes"]
    assert utflane.read_csv(data, encoding, skip_rows=99, schema=None).num_rows == 0


def test_skip_rows_that_cannot_be_found():
    with pytest.raises(ValueError, match="skip_rows"):
        utflane.read_csv(b"a" * (3 << 20), "utf-8", skip_rows=1)
    with pytest.raises(ValueError, match="skip_rows cannot be used"):
        utflane.read_csv(b"\xc1\x25\xc1", "cp037", skip_rows=1)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp037"])
def test_n_rows(encoding):
    data = ("a\n" + "1\n" * 20_000).encode(encoding)
    for count in (0, 1, 8191, 8192, 8193, 20_000, 30_000):
        table = utflane.read_csv(data, encoding, n_rows=count)
        assert table.num_rows == min(count, 20_000)
        assert table.column_names == ["a"]
    with pytest.raises(OverflowError):
        utflane.read_csv(data, encoding, n_rows=-1)
    # A row after them is not read.
    assert columns_of(b"a\n1\n2\nx,y\n", n_rows=2) == {"a": [1, 2]}


def test_blank_lines():
    data = b"a\n1\n\n\n2\n"
    assert columns_of(data) == {"a": [1, 2]}
    assert columns_of(data, skip_blank_lines=False) == {"a": [1, None, None, 2]}
    two = b"a,b\n1,2\n\n3,4\n"
    with pytest.raises(utflane.CsvError) as raised:
        utflane.read_csv(two, skip_blank_lines=False)
    assert raised.value.line == 3
    found = columns_of(two, skip_blank_lines=False, truncated_rows=True)
    assert found == {"a": [1, None, 3], "b": [2, None, 4]}


COMPRESS = {
    "gzip": (".gz", gzip.compress),
    "bz2": (".bz2", bz2.compress),
    "xz": (".xz", lzma.compress),
}


@pytest.mark.parametrize("kind", COMPRESS)
def test_compressed_files(kind, tmp_path):
    end, compress = COMPRESS[kind]
    data = compress("a,b\n1,가\n".encode("cp949"))
    expected = {"a": [1], "b": ["가"]}
    # The first bytes decide, whatever the name is.
    for name in ("file.csv" + end, "file.csv"):
        path = tmp_path / name
        path.write_bytes(data)
        for source in (path, str(path), open(path, "rb"), io.BytesIO(data), data, memoryview(data)):
            assert columns_of(source, "cp949") == expected, source
    with pytest.raises(ValueError):
        utflane.read_csv(data, "utf-8", compression=None)
    with pytest.raises(ValueError, match="compression must be"):
        utflane.read_csv(data, compression="zip")
    path = tmp_path / ("plain.csv" + end)
    path.write_bytes(b"a\n1\n")
    assert columns_of(path) == {"a": [1]}
    with pytest.raises((OSError, EOFError, lzma.LZMAError)):
        utflane.read_csv(data[:-9], "cp949")


def test_zstd(tmp_path):
    if importlib.util.find_spec("compression") is None and importlib.util.find_spec("zstandard") is None:
        with pytest.raises(ImportError, match="zstandard"):
            utflane.read_csv(b"\x28\xb5\x2f\xfd....")
        return
    zstandard = pytest.importorskip("zstandard")
    data = zstandard.compress("a\nÿ\n".encode())
    assert columns_of(data) == {"a": ["ÿ"]}
    path = tmp_path / "file"
    path.write_bytes(data)
    assert columns_of(path) == {"a": ["ÿ"]}


def test_several_files(tmp_path):
    one, two = tmp_path / "1.csv", tmp_path / "2.csv"
    one.write_bytes("n,name\n1,é\nx\n".encode("cp1252"))
    two.write_bytes("n,name\n2,가\n\n3,\n,y,z\n".encode("cp949"))
    expected = {"n": [1, 2, 3], "name": ["é", "가", None]}
    encodings = {str(one): "cp1252", str(two): "cp949"}
    for source, encoding in (
        ([one, two], encodings),
        ([one, two], {one: "cp1252", two: "cp949"}),
        (str(tmp_path / "*.csv"), encodings),
        (tmp_path / "[12].csv", lambda path: encodings[str(path)]),
    ):
        table = utflane.read_csv(source, encoding, on_bad="set_aside", schema={"n": int})
        assert pyarrow.table(table).to_pydict() == expected
        bad = pyarrow.table(table.bad_rows).to_pylist()
        assert [(row["file"], row["line"]) for row in bad] == [(str(one), 3), (str(two), 5)]
        assert table.encoding is None
    only = utflane.read_csv([one, one], "cp1252", on_bad="null", n_rows=3)
    assert (only.num_rows, only.encoding) == (3, "windows-1252")
    with pytest.raises(ValueError, match="no entry"):
        utflane.read_csv([one, two], {one: "cp1252"}, on_bad="null")
    with pytest.raises(FileNotFoundError) as missing:
        utflane.read_csv(tmp_path / "*.tsv")
    assert (missing.value.errno, missing.value.filename) == (errno.ENOENT, str(tmp_path / "*.tsv"))
    with pytest.raises(ValueError, match="empty"):
        utflane.read_csv([])


def test_several_files_with_other_columns():
    with pytest.raises(ValueError, match=r"\['b'\].*\['a'\]"):
        utflane.read_csv([b"a\n1\n", b"b\n2\n"])
    with pytest.raises(ValueError, match="columns"):
        utflane.read_csv([b"a,b\n1,2\n", b"b,a\n2,1\n"])
    # The types are those of the first file, with the rules for inferred types.
    for value in (b"x", b"1.5", b"00123"):
        with pytest.raises(utflane.CsvError) as raised:
            utflane.read_csv([b"a\n1\n", b"a\n" + value + b"\n"])
        assert raised.value.line == 2
    assert columns_of([b"a\n1.5\n", b"a\n2\n"]) == {"a": [1.5, 2.0]}


def test_a_name_with_magic_characters(tmp_path):
    path = tmp_path / "file[1].csv"
    path.write_bytes(b"a\n1\n")
    assert columns_of(path) == {"a": [1]}


def test_conversions():
    table = utflane.read_csv(b"a,b\n1,x\n2,\n")
    assert table.to_arrow().to_pydict() == {"a": [1, 2], "b": ["x", None]}
    if importlib.util.find_spec("polars"):
        assert table.to_polars().rows() == [(1, "x"), (2, None)]
    if importlib.util.find_spec("pandas"):
        assert table.to_pandas()["a"].tolist() == [1, 2]


def test_the_reader_is_a_context_manager(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"a\n1\n")
    with utflane.open_csv(path) as reader:
        assert [len(batch) for batch in reader] == [1]
    with utflane.open_csv(path) as reader:
        pass
    assert list(reader) == []
    with pytest.raises(ValueError, match="taken before"):
        reader.__arrow_c_stream__()
    with pytest.raises(KeyError), utflane.open_csv(path) as reader:
        raise KeyError
    assert list(reader) == []


def test_types_of_python():
    data = b"a,b,c,d,e,f,g\n1,2,3,true,2024-02-29,2024-02-29 12:00:00,12:34\n"
    types = [str, int, float, bool, datetime.date, datetime.datetime, datetime.time]
    found = columns_of(data, schema=dict(zip("abcdefg", types)))
    expected = ["1", 2, 3.0, True, datetime.date(2024, 2, 29), datetime.datetime(2024, 2, 29, 12)]
    assert [value for [value] in found.values()] == [*expected, datetime.time(12, 34)]
    for wrong in (bytes, object, 7, "no-such-type"):
        with pytest.raises((TypeError, ValueError), match="unknown type"):
            utflane.read_csv(data, schema={"a": wrong})
    polars = pytest.importorskip("polars")
    table = utflane.read_csv(data, schema={"a": polars.Int8, "b": polars.String, "f": polars.Datetime("ms")})
    arrow = pyarrow.table(table).schema
    assert arrow.field("a").type == pyarrow.int8()
    assert arrow.field("f").type == pyarrow.timestamp("ms")
    assert polars.DataFrame(table)["b"].to_list() == ["2"]


def test_attributes_of_errors(tmp_path):
    path = tmp_path / "file.csv"
    path.write_bytes(b"a\n1\nx\xff\n")
    with pytest.raises(utflane.CsvError) as raised:
        utflane.read_csv(path, "utf-8")
    error = raised.value
    assert (error.file, error.line, error.position) == (str(path), None, 5)
    with pytest.raises(utflane.CsvError) as raised:
        utflane.read_csv(b"a\n1\n2,3\n")
    error = raised.value
    assert (error.file, error.line, error.position) == (None, 3, None)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.line) == (utflane.CsvError, str(error), 3)


def test_nul_characters():
    data = b"a,b\n1,x\0y\n2,z\n"
    assert columns_of(data, "utf-8") == {"a": [1, 2], "b": ["x\0y", "z"]}
    with pytest.raises(utflane.CsvError, match="NUL") as raised:
        utflane.read_csv(data, "utf-8", allow_nul=False)
    assert raised.value.line == 2
    table = utflane.read_csv(data, "utf-8", allow_nul=False, on_bad="set_aside")
    assert pyarrow.table(table).to_pydict() == {"a": [2], "b": ["z"]}
    assert pyarrow.table(table.bad_rows)["bytes"].to_pylist() == [b"1,x\0y\n"]
    assert columns_of(data, "utf-8", allow_nul=False, on_bad="null") == {"a": [1, 2], "b": [None, "z"]}


def test_small_objects_are_equal_and_can_be_pickled():
    for make in (
        lambda: utflane.detect(b"caf\xe9 noir"),
        lambda: utflane.detect(b"\x00\xff\x01\xfe\x02"),
        lambda: utflane.validate(b"one\ntwo \xff"),
        lambda: utflane.codecs.Codec("sjis"),
    ):
        one = make()
        assert one == make() and hash(one) == hash(make()) and one != 7
        again = pickle.loads(pickle.dumps(one))
        assert again == one and (repr(again) == repr(one) or "Codec" in repr(one))
    assert utflane.detect(b"a") != utflane.detect("é".encode())
    assert utflane.validate(b"\xff") != utflane.validate(b"a\xff")
    assert utflane.codecs.Codec("cp949") != utflane.codecs.Codec("gbk")


def test_register_twice():
    import codecs

    utflane.codecs.register(replace=True)
    try:
        utflane.codecs.register()
        assert type(codecs.lookup("cp949").decode.__self__).__name__ == "Codec"
    finally:
        utflane.codecs.unregister()
    utflane.codecs.register()
    try:
        assert type(codecs.lookup("cp949").decode.__self__).__name__ != "Codec"
    finally:
        utflane.codecs.unregister()


def test_sub_interpreters():
    """From CPython 3.12 on, importing the package in a sub-interpreter is an error, not a crash."""
    code = (
        "import _xxsubinterpreters as sub\n"
        "number = sub.create()\n"
        "try:\n    sub.run_string(number, 'import utflane')\n"
        "except Exception as error:\n    print('error', error)\n"
        "else:\n    print('works')\n"
        "import utflane; print(utflane.decode(b'\\xe9', 'cp1252') == chr(233))\n"
    )
    if sys.version_info >= (3, 13):
        code = code.replace("_xxsubinterpreters", "_interpreters")
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    assert found.stdout.endswith("True\n"), found.stdout
    if (3, 12) <= sys.version_info < (3, 13):
        assert "error" in found.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_compressed_pipe(tmp_path):
    import threading

    path = tmp_path / "pipe.gz"
    os.mkfifo(path)
    thread = threading.Thread(target=lambda: path.write_bytes(gzip.compress(b"a\n1\n")))
    thread.start()
    assert columns_of(path) == {"a": [1]}
    thread.join()
