"""Reads hostile files, and compares the rows with pandas, pyarrow, Polars and DuckDB.

`VALUES.md` lists the differences. Each has a reason. UTFLANE_WRITE=1 writes the list.
"""

import io
import os
import pathlib
from importlib.metadata import version

import pytest

pyarrow = pytest.importorskip("pyarrow")
duckdb = pytest.importorskip("duckdb")
pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
import pyarrow.csv  # noqa: E402

import utflane  # noqa: E402

LIST = pathlib.Path(__file__).parent.parent / "VALUES.md"
MARKS = "<!-- files: by tests/test_peer_files.py, with UTFLANE_WRITE=1 -->\n", "<!-- end of files -->\n"

COUNT = "each row has one value for each column"
QUOTE = "an unclosed quote is an error, and makes one line a bad row"
AFTER = "text after a closing quote is part of the value, as in Python's `csv`"
EMPTY = "an empty value is null, in quotes as well"
TEXT = "spaces, quotes within a value, control characters and words such as `NA` are text"
ENDS = "LF, CRLF and CR end a row outside quotes, and empty lines are skipped"
BYTES = "malformed text is an error, and makes one line a bad row"

# Text after the header `a,b`, the rows (values with `|` between them), the lines that are set aside, and the reason for
# differences.
FILES = [
    ("1,x\n2,y\n", ["1|x", "2|y"], [], ENDS),
    ('"1,5",x\n', ["1,5|x"], [], TEXT),
    ('1,"a ""b"" c"\n', ['1|a "b" c'], [], TEXT),
    ('1,"x\ny"\n2,z\n', ["1|x\ny", "2|z"], [], ENDS),
    ('1,"x\n\n\ny"\n2,z\n', ["1|x\n\n\ny", "2|z"], [], ENDS),
    ('1,x\n2,"y\n3,z\n', ["1|x", "3|z"], [3], QUOTE),
    ('1,"x\n2,y\n3,"z"\n4,w\n', ["2|y", "3|z", "4|w"], [2], QUOTE),
    ('1,"\n2,y\n', ["2|y"], [2], QUOTE),
    ('1,"""\n2,y\n', ["2|y"], [2], QUOTE),
    ('"1,x\n2,y\n', ["2|y"], [2], QUOTE),
    ('1,x\n2,"y', ["1|x"], [3], QUOTE),
    ('1,"x"y\n2,z\n', ["1|xy", "2|z"], [], AFTER),
    ('1,"x" \n2,z\n', ["1|x ", "2|z"], [], AFTER),
    ('1,"x""\n2,z\n', ["2|z"], [2], QUOTE),
    ('1,"a\\"b"\n2,z\n', ['1|a\\b"', "2|z"], [], AFTER),
    ('1,x"y"\n2,"z"\n', ['1|x"y"', "2|z"], [], TEXT),
    ('1,x"y\n2,z\n', ['1|x"y', "2|z"], [], TEXT),
    ('1, "x"\n2,z\n', ['1| "x"', "2|z"], [], TEXT),
    ("1\n2,y\n", ["2|y"], [2], COUNT),
    ("1,x,z\n2,y\n", ["2|y"], [2], COUNT),
    ("1,x,\n2,y\n", ["2|y"], [2], COUNT),
    (",,\n2,y\n", ["2|y"], [2], COUNT),
    ("1;x\n2,y\n", ["2|y"], [2], COUNT),
    ("'1,5',x\n2,y\n", ["2|y"], [2], COUNT),
    ("1,x\n2,y,\"z\n\"\n3,w\n", ["1|x", "3|w"], [3], COUNT),
    ("1,x\n \n2,y\n", ["1|x", "2|y"], [3], COUNT),
    ("1,x\n\x1a", ["1|x"], [3], COUNT),
    ("\n1,x\n\n\n2,y\n\n", ["1|x", "2|y"], [], ENDS),
    ("", [], [], ENDS),
    (",\n1,\n,y\n", [None, "1|", "|y"], [], EMPTY),
    ('1,""\n"",""\n', ["1|", None], [], EMPTY),
    (" 1 , x \n", [" 1 | x "], [], TEXT),
    ("1,x\0y\n\0,z\n", ["1|x\0y", "\0|z"], [], TEXT),
    ("1,x\u2028y\n2,\u00a0\n3,\u0085\n", ["1|x\u2028y", "2|\u00a0", "3|\u0085"], [], TEXT),
    ("1,NA\n2,null\n3,None\n4,nan\n5,N/A\n", ["1|NA", "2|null", "3|None", "4|nan", "5|N/A"], [], TEXT),
    ("#1,x\n2,y\n", ["#1|x", "2|y"], [], TEXT),
    ("00123,1e5\n+7,0x1F\n", ["00123|1e5", "+7|0x1F"], [], TEXT),
    ("👋,日本\n", ["👋|日本"], [], TEXT),
    ("1," + "x" * 200_000 + "\n2,y\n", ["1|" + "x" * 200_000, "2|y"], [], TEXT),
    ("1,\udcff\n2,y\n", ["2|y"], [2], BYTES),
    ("1,x\n2,caf\udce9\n3,\udcc0\udc80\n", ["1|x"], [3, 4], BYTES),
    # Several kinds of line ends in a file.
    ("1,x\r\n2,y\n3,z\r4,w\n", ["1|x", "2|y", "3|z", "4|w"], [], ENDS),
    ('1,"x\r\ny\rz\n"\n2,w\n', ["1|x\r\ny\rz\n", "2|w"], [], ENDS),
    ("1,x\r\r\n2,y\r\n", ["1|x", "2|y"], [], ENDS),
]


def variants():
    """Returns the files: with each kind of line end, with and without the last one, and with a mark."""
    for text, rows, bad, why in FILES:
        ends = ["\n"] if "\r" in text else ["\n", "\r\n", "\r"]
        for end in ends:
            for last in [True, False] if text.endswith("\n") else [True]:
                for mark in ["", "\ufeff"] if end == "\n" else [""]:
                    whole = mark + "a,b\n" + (text if last else text.removesuffix("\n"))
                    data = whole.replace("\n", end).encode("utf-8", "surrogateescape")
                    values = [(row or "|").replace("\n", end).split("|", 1) for row in rows]
                    expected = [tuple(value or None for value in pair) for pair in values]
                    yield text, data, expected, bad, why


def rows_of(table):
    table = pyarrow.table(table)
    assert table.column_names == ["a", "b"]
    return list(zip(*(column.to_pylist() for column in table.columns)))


def read_pyarrow(data):
    table = pyarrow.csv.read_csv(
        io.BytesIO(data),
        parse_options=pyarrow.csv.ParseOptions(newlines_in_values=True),
        convert_options=pyarrow.csv.ConvertOptions(
            column_types={"a": pyarrow.string(), "b": pyarrow.string()}, null_values=[""], strings_can_be_null=True
        ),
    )
    return rows_of(table)


def read_polars(data):
    return polars.read_csv(data, infer_schema=False, glob=False).rows()


def read_pandas(data):
    frame = pandas.read_csv(io.BytesIO(data), dtype=str, keep_default_na=False, na_values=[""], index_col=False)
    return [tuple(None if pandas.isna(value) else value for value in row) for row in frame.itertuples(index=False)]


def read_duckdb(data):
    path = pathlib.Path(os.environ["PYTEST_CURRENT_FOLDER"]) / "file.csv"
    path.write_bytes(data)
    columns = "{'a': 'VARCHAR', 'b': 'VARCHAR'}"
    options = "header = true, auto_detect = false, delim = ',', quote = '\"', escape = '\"'"
    return duckdb.connect().sql(f"SELECT * FROM read_csv('{path}', columns = {columns}, {options})").fetchall()


READERS = {"pandas": read_pandas, "pyarrow": read_pyarrow, "Polars": read_polars, "DuckDB": read_duckdb}


def result(read, data):
    """Returns the rows, or `None` for an error."""
    try:
        return [tuple(row) for row in read(data)]
    except Exception as error:
        assert not isinstance(error, (AttributeError, NameError, TypeError)), error
        return None


@pytest.mark.parametrize("threads", [1, 2])
def test_rows_of_files(threads):
    schema, count = {"a": "string", "b": "string"}, 0
    for _, data, expected, lines, _ in variants():
        options = {"threads": threads, "schema": schema}
        table = utflane.read_csv(data, "utf-8", on_bad="set_aside", **options)
        assert rows_of(table) == expected, data[:99]
        bad = pyarrow.table(table.bad_rows).to_pylist()
        assert [row["line"] for row in bad] == lines, data[:99]
        for row in bad:
            assert data[row["position"] :].startswith(row["bytes"])
        if lines:
            with pytest.raises(utflane.CsvError, match="index" if b"\xff" in data or b"\xe9" in data else "line"):
                utflane.read_csv(data, "utf-8", **options)
        else:
            assert rows_of(utflane.read_csv(data, "utf-8", **options)) == expected
        count += 1
    assert count >= 200


def cell(found, outcome, good):
    """Describes the result of a library, beside the result and the good rows of utflane."""
    if found == outcome:
        return "same"
    if found is None:
        return "error"
    strange = {value for row in found for value in row} - {value for row in good for value in row}
    text = ", ".join(repr(value) for value in sorted(strange, key=str)[:2])
    return rows_in_words(found) + f" with `{text}`" * bool(text)


def rows_in_words(rows):
    return "1 row" if len(rows) == 1 else f"{len(rows)} rows"


@pytest.mark.filterwarnings("ignore::pandas.errors.ParserWarning")
def test_each_difference_has_a_reason(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTEST_CURRENT_FOLDER", str(tmp_path))
    libraries, lines, count, differ = list(READERS), [], 0, dict.fromkeys(READERS, 0)
    seen = set()
    for text, data, expected, bad, why in variants():
        outcome = None if bad else expected
        found = {library: result(read, data) for library, read in READERS.items()}
        count += 1
        for library in libraries:
            differ[library] += found[library] != outcome
        # The list has the first file of each kind in which something differs, and one with CR.
        kind, why = ("CR", ENDS) if b"\n" not in data and b"\r" in data else (text, why)
        if kind in seen or all(rows == outcome for rows in found.values()):
            continue
        seen.add(kind)
        ours = "error" if bad else rows_in_words(expected)
        cells = [cell(rows, outcome, expected) for rows in found.values()]
        shown = repr(data.decode("utf-8", "backslashreplace"))[1:-1]
        shown = shown if len(shown) < 60 else shown[:57] + "…"
        lines.append(f"| `{shown}` | {ours} | {' | '.join(cells)} | {why} |\n")
    heads = " | ".join(f"{library} {version(library.lower())}" for library in libraries)
    head = f"| file | utflane | {heads} | reason |\n|---|---|{'---|' * (len(libraries) + 1)}\n"
    totals = ", ".join(f"{number} in {library}" for library, number in differ.items())
    listed = f"The number of files, of {count}, with another result than in utflane: {totals}.\n\n{head}{''.join(lines)}"
    content = LIST.read_text(encoding="utf-8")
    before, rest = content.split(MARKS[0])
    old, after = rest.split(MARKS[1])
    if os.environ.get("UTFLANE_WRITE"):
        LIST.write_text(before + MARKS[0] + listed + MARKS[1] + after, encoding="utf-8")
    elif heads in old:
        assert old == listed
