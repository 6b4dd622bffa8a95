"""Tests CSV files to Arrow, compared with pyarrow, Polars, pandas and DuckDB."""

import csv
import datetime
import io
import threading

import pytest

import utflane

pyarrow = pytest.importorskip("pyarrow")
import pyarrow.csv  # noqa: E402

ENCODINGS = {
    "utf-8": "né 日本 가나 👋",
    "utf-16-le": "né 日本 가나 👋",
    "utf-16-be": "né 日本 가나",
    "utf-16": "né 日本",
    "utf-32-le": "né 日本",
    "utf-8-sig": "né",
    "cp1252": "né €",
    "cp1251": "Съешь",
    "cp949": "가나 키스",
    "cp932": "日本語 ｱｲｳ",
    "gb18030": "中文 né 👋",
    "big5": "中文",
    "euc_jp": "日本語",
    "cp037": "né",
    "iso-2022-jp": "日本語",
}


def rows_of(text, count):
    return [
        (
            f"{text} {row}",
            row - 5,
            row / 4,
            row % 3 == 0,
            datetime.date(2024, 1, 1) + datetime.timedelta(days=row % 999),
            None if row % 7 else f'a "quoted", {text}\nline {row}',
        )
        for row in range(count)
    ]


def file_of(rows):
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["text", "number", "ratio", "flag", "day", "note"])
    for row in rows:
        writer.writerow([{True: "true", False: "false", None: ""}.get(v, v) if isinstance(v, (bool, type(None))) else v for v in row])
    return file.getvalue()


def python_rows(table):
    table = pyarrow.table(table)
    return list(zip(*(column.to_pylist() for column in table.columns)))


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("name", ENCODINGS)
def test_every_encoding(name, threads, tmp_path):
    rows = rows_of(ENCODINGS[name], 3000)
    data = file_of(rows).encode(name)
    path = tmp_path / "file.csv"
    path.write_bytes(data)
    for source in (path, str(path), io.BytesIO(data), data, memoryview(data)):
        table = utflane.read_csv(source, name, threads=threads)
        assert python_rows(table) == rows
    assert table.column_names == ["text", "number", "ratio", "flag", "day", "note"]
    assert len(table) == table.num_rows == 3000
    assert len(table.bad_rows) == 0


def test_many_blocks():
    rows = rows_of("가나 키스의 고유조건", 60_000)
    data = file_of(rows).encode("cp949")
    assert len(data) > 3 << 20
    seen = []
    table = utflane.read_csv(data, "cp949", progress=lambda *told: seen.append(told))
    assert python_rows(table) == rows
    assert seen[-1] == (len(data), len(data)) and seen == sorted(seen)
    reader = utflane.open_csv(io.BytesIO(data), "cp949")
    batches = list(reader)
    assert len(batches) > 2 and sum(map(len, batches)) == 60_000
    streamed = pyarrow.RecordBatchReader.from_stream(utflane.open_csv(data, "cp949"))
    assert python_rows(streamed.read_all()) == rows


def test_as_pyarrow_does():
    """Text, numbers and dates in UTF-8 are parsed as by pyarrow."""
    data = file_of(rows_of("né", 5000)).encode()
    ours = pyarrow.table(utflane.read_csv(data))
    theirs = pyarrow.csv.read_csv(
        io.BytesIO(data),
        parse_options=pyarrow.csv.ParseOptions(newlines_in_values=True),
        convert_options=pyarrow.csv.ConvertOptions(strings_can_be_null=True, quoted_strings_can_be_null=True, null_values=[""]),
    )
    assert ours.equals(theirs)


def test_others_take_it():
    data = file_of(rows_of("Съешь", 100)).encode("cp1251")
    table = utflane.read_csv(data, "cp1251")
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(table)
    assert frame["text"][99] == "Съешь 99" and frame["number"].sum() == 4450
    duckdb = pytest.importorskip("duckdb")
    rows = table  # noqa: F841
    assert duckdb.sql("select sum(number), max(text) from rows").fetchall() == [(4450, "Съешь 99")]
    reader = utflane.open_csv(data, "cp1251")
    assert duckdb.sql("select count(*) from reader").fetchall() == [(100,)]
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame.from_arrow(table)
    assert frame["number"].sum() == 4450
    with pytest.raises(ValueError, match="taken before"):
        reader.__arrow_c_stream__()


BAD = b"name,n\ncaf\xc3\xa9,1\ncaf\xe9,2\ntea,three\n\"two\nlines\",4\na,b,c\nok,5\n"


def test_set_aside(tmp_path):
    path = tmp_path / "bad.csv"
    path.write_bytes(BAD)
    table = utflane.read_csv(path, on_bad="set_aside", encoding="utf-8", schema={"n": "int32"})
    assert python_rows(table) == [("café", 1), ("two\nlines", 4), ("ok", 5)]
    bad = pyarrow.table(table.bad_rows).to_pylist()
    assert [row["line"] for row in bad] == [3, 4, 7]
    assert [row["bytes"] for row in bad] == [b"caf\xe9,2\n", b"tea,three\n", b"a,b,c\n"]
    assert [row["position"] for row in bad] == [BAD.index(row["bytes"]) for row in bad]
    assert {row["file"] for row in bad} == {str(path)}
    assert "incomplete" in bad[0]["reason"] or "invalid" in bad[0]["reason"]
    assert "three" in bad[1]["reason"] and "number of fields" in bad[2]["reason"]


def test_set_aside_in_many_blocks():
    lines = [b"name,n\n"]
    for row in range(200_000):
        lines.append(b"caf\xe9,%d\n" % row if row % 10_000 == 77 else b"caf\xc3\xa9 au lait,%d\n" % row)
    data = b"".join(lines)
    table = utflane.read_csv(data, "utf-8", on_bad="set_aside")
    assert len(table) == 200_000 - 20
    bad = pyarrow.table(table.bad_rows).to_pylist()
    assert [row["line"] for row in bad] == [10_000 * number + 77 + 2 for number in range(20)]
    for row in bad:
        assert data[row["position"] :].startswith(row["bytes"])
        assert str(row["position"] + 3) in row["reason"]


def test_error():
    with pytest.raises(utflane.CsvError, match=f"index {BAD.index(0xE9)}"):
        utflane.read_csv(BAD, "utf-8")
    reader = utflane.open_csv(BAD, "utf-8", schema={"n": "int32"})
    assert python_rows(next(reader)) == [("café", 1)]
    with pytest.raises(utflane.CsvError):
        next(reader)
    with pytest.raises(StopIteration):
        next(reader)
    with pytest.raises(utflane.CsvError, match="line 4"):
        utflane.read_csv(BAD.replace(b"\xe9", b""), "utf-8", schema={"n": "int64"})


def test_null_and_replace():
    table = utflane.read_csv(BAD, "utf-8", on_bad="null", schema={"n": "int64"})
    expected = [("café", 1), (None, 2), ("tea", None), ("two\nlines", 4), ("a", None), ("ok", 5)]
    assert python_rows(table) == expected
    assert table.replacements == 1
    good = BAD.replace(b"a,b,c\n", b"")
    table = utflane.read_csv(good, "utf-8", on_bad="replace", schema={"n": "string"})
    assert python_rows(table)[1] == ("caf\ufffd", "2")
    assert table.replacements == 1


USUAL_AND_ODD = [
    ("2024-02-29T12:34:56", "2024-02-29T12:34:57.987654"),
    ("2024-02-29T12:34:56", "2024-02-29T12:34:57+02:00"),
    ("2024-02-29T12:34:56Z", "2024-02-29T12:34:57"),
    ("2024-02-29", "2024-02-29T23:00:00"),
    ("2024-02-29", "2024-02-30"),
    ("1", "1.5"),
    ("1", "9223372036854775808"),
    ("1", "00123"),
    ("1.5", "1e999"),
    ("1.5", "1e-999"),
    ("1.5", "9007199254740993"),
    ("1.5", "-00.5"),
    ("true", "1"),
]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("usual", "odd"), USUAL_AND_ODD)
def test_values_do_not_change(usual, odd, threads):
    """A value that does not fit the inferred type is a bad value, and is never truncated to fit."""
    data = b"t,x\n" + f"{usual},1\n".encode() * 1200 + f"{odd},1\n".encode()
    with pytest.raises(utflane.CsvError, match="line 1202: column \"t\": cannot read"):
        utflane.read_csv(data, threads=threads)
    table = utflane.read_csv(data, on_bad="set_aside", threads=threads)
    bad = pyarrow.table(table.bad_rows).to_pylist()
    assert (len(table), len(bad)) == (1200, 1)
    assert (bad[0]["line"], bad[0]["bytes"]) == (1202, f"{odd},1\n".encode())
    table = utflane.read_csv(data, on_bad="null", threads=threads)
    assert pyarrow.table(table)["t"].null_count == 1
    table = utflane.read_csv(data, schema={"t": "string"}, threads=threads)
    assert pyarrow.table(table)["t"][1200].as_py() == odd


def test_inference_uses_the_rules_of_the_parser():
    def types(*values):
        data = "t\n" + "".join(f"{value}\n" for value in values)
        return pyarrow.table(utflane.read_csv(data.encode())).schema.types[0]

    assert types("2024-02-29", "2023-02-29") == pyarrow.string()
    assert types("2024-02-29 12:00:00", "2024-02-29 25:00:00") == pyarrow.string()
    assert types("2024-02-29T12:00:00", "2024-02-29T12:00:00.5") == pyarrow.timestamp("ms")
    assert types("2024-02-29T12:00:00Z", "2024-02-29T12:00:00+01") == pyarrow.timestamp("s", "UTC")
    assert types("1", "99999999999999999999") == pyarrow.string()
    assert types("2024-02-28", "0000-00-00") == pyarrow.string()
    assert types("2024-02-29T12:00:00Z", "2024-02-29T12:00:00") == pyarrow.string()
    assert types("9007199254740993") == pyarrow.int64()
    assert types("9007199254740993", "2.5") == pyarrow.string()
    for key in ("00123", "-007", "00", "00.5"):
        assert types("1", key) == pyarrow.string()
    assert types("0", "-0.5", "10") == pyarrow.float64()


def test_leading_zeros_in_a_column_with_a_type():
    data = b"key,n\n1,2\n00123,3\n"
    table = pyarrow.table(utflane.read_csv(data, schema={"key": "int64"}))
    assert table["key"].to_pylist() == [1, 123]
    with pytest.raises(utflane.CsvError, match="line 3: .* because of leading zeros"):
        utflane.read_csv(data, schema={"n": "int64"}, infer_rows=1)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16-le", "utf-32-le"])
def test_the_line_of_an_error(encoding, threads):
    """Lines are counted over all blocks, also those in values."""
    text = "a,b\n" + "1,x\n" * 400_000 + '2,"y\r\nz\n"\n' + "1,x\n" * 200_000
    assert len(text.encode(encoding)) > 2 << 20
    for wrong, reason in {"w,x": 'column "a"', "1": "incorrect number", '1,"x': "the quote on"}.items():
        data = f"{text}{wrong}\n1,x\n".encode(encoding)
        with pytest.raises(utflane.CsvError, match=f"^line 600005: {reason}"):
            utflane.read_csv(data, encoding, threads=threads)
        table = utflane.read_csv(data, encoding, threads=threads, on_bad="set_aside")
        bad = pyarrow.table(table.bad_rows).to_pylist()
        assert [(row["line"], row["position"]) for row in bad] == [(600_005, len(text.encode(encoding)))]


@pytest.mark.parametrize("zone", ["UTC", "Europe/Paris", "+02:00"])
def test_time_zones(zone):
    data = b"t\n2024-02-29T12:00:00Z\n2024-02-29 12:00:00.5+02:00\n"
    expected = [1709208000000, 1709200800500]
    for wanted in (pyarrow.timestamp("ms", tz=zone), f"timestamp[ms, tz={zone}]"):
        table = pyarrow.table(utflane.read_csv(data, schema={"t": wanted}))
        assert table.schema.types == [pyarrow.timestamp("ms", tz=zone)]
        assert table["t"].cast(pyarrow.int64()).to_pylist() == expected
    with pytest.raises(utflane.CsvError, match="line 2"):
        utflane.read_csv(b"t\n2024-02-29T12:00:00\n", schema={"t": f"timestamp[ms, tz={zone}]"})


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-32-le"])
def test_a_quote_that_is_not_closed(encoding, threads):
    text = 'a,b\n1,x\n2,"y\n' + "3,z\n" * 100_000
    data = text.encode(encoding)
    with pytest.raises(utflane.CsvError, match="line 3: the quote on line 3 is not closed"):
        utflane.read_csv(data, encoding, threads=threads)
    table = utflane.read_csv(data, encoding, on_bad="set_aside", threads=threads)
    bad = pyarrow.table(table.bad_rows).to_pylist()
    assert [(row["line"], row["bytes"]) for row in bad] == [(3, '2,"y\n'.encode(encoding))]
    assert "the quote on line 3 is not closed" in bad[0]["reason"]
    assert len(table) == 100_001
    table = utflane.read_csv(data, encoding, on_bad="null", threads=threads)
    assert python_rows(table)[1] == (2, None) and len(table) == 100_002


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-32-le"])
def test_a_quote_that_a_later_field_seems_to_close(encoding, threads):
    rows = "3,z\n" * 400_000
    data = f'a,b\n1,x\n2,"y\n{rows}4,"w"\n{rows}'.encode(encoding)
    table = utflane.read_csv(data, encoding, on_bad="set_aside", threads=threads)
    bad = pyarrow.table(table.bad_rows).to_pylist()
    assert [(row["line"], row["bytes"]) for row in bad] == [(3, '2,"y\n'.encode(encoding))]
    assert len(table) == 800_002
    with pytest.raises(utflane.CsvError, match="line 3: the quote on line 3 is not closed"):
        utflane.read_csv(data, encoding, threads=threads)


def test_bad_rows_may_be_longer_than_two_gib():
    table = utflane.read_csv(b"a\n1\nx\n", on_bad="set_aside", infer_rows=1)
    assert pyarrow.table(table.bad_rows).schema.field("bytes").type == pyarrow.large_binary()


def test_long_rows():
    data = b'a,b\n1,"x\n' + b"2,y\n" * 1_000_000 + b'3,"z"\n'
    table = utflane.read_csv(data, on_bad="set_aside", max_row_len=1000)
    assert (len(table), len(table.bad_rows)) == (1_000_001, 1)
    data = b"a,b\n1,x\n" + b"y" * 3_000_000 + b",2\n"
    for on_bad in ("error", "set_aside"):
        with pytest.raises(utflane.CsvError, match="line 3: the row is longer than 1000 bytes"):
            utflane.read_csv(data, on_bad=on_bad, max_row_len=1000)
    assert len(utflane.read_csv(data, schema={"a": "string", "b": "string"})) == 2


def test_line_ends():
    for end in (b"\r", b"\n", b"\r\n"):
        data = end.join([b"a,b", b"1,x", b'2,"y', b'z"', b"w,v", b""])
        table = utflane.read_csv(data, on_bad="set_aside", schema={"a": "int32"})
        bad = pyarrow.table(table.bad_rows).to_pylist()
        assert [(row["line"], row["bytes"]) for row in bad] == [(5, b"w,v" + end)]
        assert bad[0]["position"] == data.index(b"w,v")


def test_types_that_text_cannot_have():
    for wrong in (pyarrow.list_(pyarrow.int32()), pyarrow.binary(), pyarrow.struct([])):
        with pytest.raises(ValueError, match="column \"a\": CSV values cannot be read as"):
            utflane.open_csv(b"a\n1\n", schema={"a": wrong})
    table = utflane.read_csv(b"a\n1\n", schema={"a": "large_string"}, on_bad="set_aside")
    assert python_rows(table) == [("1",)] and len(table.bad_rows) == 0
    with pytest.raises(ValueError, match="no columns"):
        utflane.read_csv(b'"a\n1\n')


def test_auto():
    for name in ("utf-8", "utf-16", "utf-16-le", "utf-32"):
        data = ("name,n\n" + "né,1\n" * 99).encode(name)
        table = utflane.read_csv(data)
        assert python_rows(table)[0] == ("né", 1), name
    data = ("name,n\n" + "né,1\n" * 99).encode("cp1252")
    table = utflane.read_csv(data, fallback="cp1252")
    assert (table.encoding, python_rows(table)[0]) == ("windows-1252", ("né", 1))


RUSSIAN = "имя,n\nКаждый человек имеет право на образование,1\n"


def test_auto_reads_legacy_encodings_that_are_reliable(tmp_path):
    for name, encoding in [("cp1251", "windows-1251"), ("cp866", "IBM866")]:
        data = (RUSSIAN + "Образование должно быть бесплатным,2\n" * 9).encode(name)
        table = utflane.read_csv(data)
        assert table.encoding == encoding
        assert python_rows(table)[0] == ("Каждый человек имеет право на образование", 1)
        # A fallback takes precedence.
        assert utflane.read_csv(data, fallback="latin-1").encoding == "ISO-8859-1"
        # Also after more ASCII than is examined, and in a file that is longer.
        plain = "name,n\n" + "plain,1\n" * 300_000
        for text in (plain + data.decode(name)[6:], data.decode(name) + "Все люди,3\n" * 200_000):
            table = utflane.read_csv(text.encode(name))
            assert table.encoding == encoding
            assert len(table) == text.count("\n") - 1
    with pytest.raises(ValueError, match="perhaps in windows-125") as raised:
        utflane.read_csv(b"name,n\ncaf\xe9 noir,1\n")
    assert "index 10" in str(raised.value)
    path = tmp_path / "names.csv"
    path.write_bytes(b"name,n\ncaf\xe9 noir,1\n")
    with pytest.raises(ValueError, match="names.csv: the file is perhaps in windows-1252"):
        utflane.read_csv(path)
    with pytest.raises(ValueError, match="perhaps in HZ-GB-2312, which cannot be read"):
        utflane.read_csv(b"name,n\n~{VPND~},1\n")
    # A NUL shows that the file is binary.
    with pytest.raises(ValueError, match="perhaps|unknown"):
        utflane.read_csv((RUSSIAN * 200 + "\0").encode("cp1251"))


@pytest.mark.parametrize("threads", [1, 3])
def test_fallback_after_ascii(threads):
    ascii = "name,n\n" + "plain,1\n" * 300_000
    assert len(ascii) > 2 << 20
    for text, fallback, encoding in [
        ("né,2\n", "cp1252", "windows-1252"),
        ("가나,2\n", "cp949", "EUC-KR"),
        ("né,2\n", "utf-8", "UTF-8"),
    ]:
        data = (ascii + text + ascii[7:] + text).encode(fallback)
        reader = utflane.open_csv(data, fallback=fallback, threads=threads)
        assert reader.encoding == "UTF-8"
        table = reader.read_all()
        assert reader.encoding == table.encoding == encoding
        names = pyarrow.table(table)["name"]
        assert names[300_000].as_py() == names[600_001].as_py() == text.split(",")[0]
        # A file in UTF-8 stays in UTF-8, whatever the fallback is.
        data = (ascii + text + ascii[7:] + text).encode()
        table = utflane.read_csv(data, fallback=fallback, threads=threads)
        assert table.encoding == "UTF-8"
        assert pyarrow.table(table)["name"][600_001].as_py() == text.split(",")[0]
    data = ascii.encode() + "né,2\n".encode("cp1252")
    with pytest.raises(utflane.CsvError, match="index 2400008"):
        utflane.read_csv(data, threads=threads)
    assert utflane.read_csv(ascii.encode(), fallback="cp1252").encoding == "UTF-8"


@pytest.mark.parametrize(
    "fallback, text, options",
    [
        ("cp1252", "né", {"comment": "#"}),
        ("cp1252", "né", {"escape": "\\"}),
        ("cp949", "가나", {"comment": "#"}),
        # A byte of this delimiter can be a part of a character.
        ("cp932", "表示", {"delimiter": "|"}),
        (None, "Каждый человек имеет право на образование", {"comment": "#"}),
    ],
)
def test_fallback_after_ascii_in_sequence(fallback, text, options):
    delimiter = options.get("delimiter", ",")
    ascii = f"name{delimiter}n\n" + f"plain{delimiter}1\n" * 300_000
    rows = f"{text}{delimiter}2\n" * 9
    encoding = fallback or "cp1251"
    data = (ascii + rows).encode(encoding)
    for source in (data, io.BytesIO(data)):
        reader = utflane.open_csv(source, fallback=fallback, **options)
        assert reader.encoding == "UTF-8"
        table = reader.read_all()
        assert table.encoding == utflane.encoding_name(encoding)
        names = pyarrow.table(table)["name"]
        assert (len(names), names[300_000].as_py()) == (300_009, text)
    table = utflane.read_csv((ascii + rows).encode(), fallback=fallback, **options)
    assert (table.encoding, len(table)) == ("UTF-8", 300_009)


def test_fallback_without_ascii_is_not_used_after_ascii():
    data = b"name,n\n" + b"plain,1\n" * 300_000 + "né,2\n".encode()
    for fallback in ("cp037", "utf-16-le", "iso2022_jp"):
        table = utflane.read_csv(data, fallback=fallback)
        assert (table.encoding, len(table)) == ("UTF-8", 300_001)
    with pytest.raises(LookupError):
        utflane.read_csv(data, fallback="no-such")


def test_errors_of_auto_have_file_position_and_guess(tmp_path):
    ascii = b"name,n\n" + b"plain,1\n" * 300_000
    for head in (b"name,n\n", ascii):
        path = tmp_path / "names.csv"
        path.write_bytes(head + b"caf\xe9 noir,1\n")
        with pytest.raises(ValueError) as raised:
            utflane.read_csv(path)
        message = str(raised.value)
        assert message.startswith(str(path))
        assert f"index {len(head) + 3}" in message
        assert "perhaps in windows-1252" in message and "argument encoding" in message
        # Without a name, and with the bytes of the file.
        with pytest.raises(ValueError, match="perhaps in windows-1252"):
            utflane.read_csv(path.read_bytes())
    # A file with an error in UTF-8 is not in another encoding.
    path.write_bytes(ascii + "Grüße,1\n".encode() * 9 + b"caf\xe9 noir,1\n")
    with pytest.raises(utflane.CsvError, match=r"names.csv: [^:]*$"):
        utflane.read_csv(path)


def test_set_aside_with_auto():
    ascii = "name,n\n" + "plain,1\n" * 300_000
    russian = RUSSIAN[RUSSIAN.index("\n") + 1 :] * 9
    for head in ("name,n\n", ascii):
        lines = head.count("\n")
        for encoding, fallback, rows in [
            ("cp1251", None, russian),
            ("cp1252", "cp1252", "né,1\n" * 9),
            ("utf-8", None, russian),
        ]:
            data = (head + rows + "né,x\n" if fallback else head + rows + "и,x\n").encode(encoding)
            table = utflane.read_csv(
                data, fallback=fallback, on_bad="set_aside", schema={"n": "int64"}
            )
            assert table.encoding == utflane.encoding_name(encoding)
            assert len(table) == lines - 1 + 9
            bad = python_rows(table.bad_rows)
            last = data.splitlines(True)[-1]
            assert [row[1:4] for row in bad] == [(lines + 10, len(data) - len(last), last)]
        # Malformed rows of UTF-8. An uncertain encoding after ASCII is read as UTF-8.
        data = (head + "Grüße,1\n" * 99).encode() + b"caf\xe9,2\n"
        bad = python_rows(utflane.read_csv(data, on_bad="set_aside").bad_rows)
        assert [row[1:4] for row in bad] == [(lines + 100, len(data) - 7, b"caf\xe9,2\n")]
    data = ascii.encode() + b"caf\xe9,2\n"
    table = utflane.read_csv(data, on_bad="set_aside")
    assert (table.encoding, len(table.bad_rows)) == ("UTF-8", 1)
    # A guess is refused, whatever happens to bad rows.
    with pytest.raises(ValueError, match="perhaps in windows-1252"):
        utflane.read_csv(b"name,n\ncaf\xe9,2\n", on_bad="set_aside")


def test_options():
    data = b"# a comment\na;b;c\n1;'x;y';NA\n2;'it\\'s';\n"
    table = utflane.read_csv(
        data, delimiter=";", quote="'", escape="\\", comment="#", null_values=["NA"]
    )
    assert python_rows(table) == [(1, "x;y", None), (2, "it's", "")]
    table = utflane.read_csv(b"1,2\n3,4\n", header=False, columns=["column_2"])
    assert python_rows(table) == [(2,), (4,)] and table.column_names == ["column_2"]
    table = utflane.read_csv(b"a,b\n1\n2,3\n", truncated_rows=True)
    assert python_rows(table) == [(1, None), (2, 3)]
    schema = pyarrow.schema([("x", pyarrow.large_string()), ("y", pyarrow.timestamp("ms"))])
    table = utflane.read_csv(b"a,b\n1,2024-01-01T00:00:00\n", schema=schema)
    assert pyarrow.table(table).schema.equals(schema)
    table = utflane.read_csv(b"a\n1\n", schema={"a": pyarrow.float32()})
    assert pyarrow.table(table).schema.types == [pyarrow.float32()]
    for wrong in (
        {"delimiter": "é"},
        {"quote": ""},
        {"on_bad": "ignore"},
        {"columns": ["z"]},
        {"schema": {"z": "int64"}},
        {"schema": {"a": "number"}},
    ):
        with pytest.raises(ValueError):
            utflane.read_csv(b"a\n1\n", **wrong)
    with pytest.raises(LookupError):
        utflane.read_csv(b"a\n1\n", "no-such")


@pytest.mark.parametrize("data", [b"", b"\n", b"a,b", b"a,b\n", b"\xef\xbb\xbf", b"\xff\xfe"])
def test_hardly_a_file(data):
    assert len(utflane.read_csv(data)) == 0


def test_sources_that_fail():
    class Failing:
        def __init__(self, answers):
            self.answers = iter(answers)

        def read(self, size):
            answer = next(self.answers)
            if isinstance(answer, Exception):
                raise answer
            return answer

    with pytest.raises(OSError, match="disk"):
        utflane.read_csv(Failing([b"a\n1\n", OSError("disk")]))
    with pytest.raises(ZeroDivisionError):
        utflane.read_csv(Failing([b"a\n" + b"1\n" * (1 << 20), ZeroDivisionError()]))
    with pytest.raises(TypeError):
        utflane.read_csv(Failing(["text"]))
    with pytest.raises(FileNotFoundError):
        utflane.read_csv("no/such/file")
    pieces = Failing([b"a\n", bytearray(b"1\n"), memoryview(b"2\n3"), b""])
    assert python_rows(utflane.read_csv(pieces)) == [(1,), (2,), (3,)]

    def stop(read, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        utflane.read_csv(b"a\n" + b"1\n" * (1 << 20), progress=stop)


def test_url():
    fsspec = pytest.importorskip("fsspec")
    with fsspec.open("memory://folder/file.csv", "wb") as file:
        file.write("name\nné\n".encode("cp1252"))
    table = utflane.read_csv("memory://folder/file.csv", "cp1252")
    assert python_rows(table) == [("né",)]


def test_a_stream_in_other_threads():
    data = file_of(rows_of("Съешь", 50_000)).encode("cp1251")
    counts = []

    def work():
        reader = utflane.open_csv(io.BytesIO(data), "cp1251")
        stream = pyarrow.RecordBatchReader.from_stream(reader)
        counts.append(stream.read_all().num_rows)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [50_000] * 3


def test_a_reader_that_is_being_read():
    def progress(read, total):
        for function in (reader.close, reader.read_all, lambda: next(reader)):
            with pytest.raises(RuntimeError, match="being read"):
                function()
        called.append(read)

    called = []
    data = b"a\n" + b"1\n" * (1 << 20)
    reader = utflane.open_csv(io.BytesIO(data), progress=progress)
    assert len(reader.read_all()) == 1 << 20 and called
    reader.close()
    assert list(reader) == []


def test_dropped_by_another_thread():
    """A stream over memory releases it in whichever thread drops the stream."""
    data = bytearray(file_of(rows_of("né", 100)).encode())
    streams = [pyarrow.RecordBatchReader.from_stream(utflane.open_csv(data)) for _ in range(20)]
    with pytest.raises(BufferError):
        data.clear()
    thread = threading.Thread(target=streams.clear)
    thread.start()
    thread.join()
    data.clear()


def test_columns():
    text = ["né", None, "日本", ""]
    array = pyarrow.array([t and t.encode("cp932", "ignore") for t in text])
    for kind in (pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view()):
        decoded = pyarrow.array(utflane.decode_column(array.cast(kind), "cp932"))
        assert decoded.to_pylist() == ["n", None, "日本", ""]
    chunked = pyarrow.chunked_array([array, array.slice(2)])
    assert len(utflane.decode_column(chunked, "cp932")) == 6
    bad = pyarrow.array([b"ok", b"\x81"])
    with pytest.raises(utflane.ColumnError) as raised:
        utflane.decode_column(bad, "cp932")
    assert (raised.value.row, raised.value.position) == (1, 0)
    assert utflane.decode_column(bad, "cp932", "null").null_count == 1
    replaced = utflane.decode_column(bad, "cp932", "replace")
    assert pyarrow.array(replaced).to_pylist() == ["ok", "\ufffd"]
    assert pyarrow.array(utflane.validate_column(bad, "cp932")).to_pylist() == [True, False]
    encoded = utflane.encode_column(pyarrow.array(text), "utf-16-le")
    assert pyarrow.array(encoded).to_pylist()[0] == "né".encode("utf-16-le")
    with pytest.raises(utflane.ColumnError):
        utflane.encode_column(pyarrow.array(text), "cp1252")
    polars = pytest.importorskip("polars")
    series = polars.Series("b", [b"caf\xe9", None])
    assert polars.Series(utflane.decode_column(series, "cp1252")).to_list() == ["café", None]
    for wrong in ([1], b"bytes", None):
        with pytest.raises(TypeError):
            utflane.decode_column(wrong)
    with pytest.raises(ValueError):
        utflane.decode_column(pyarrow.array([1, 2]))


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("comment", [None, "#"])
def test_lines_in_several_encodings(threads, comment):
    lines, names = [b"id,name \xe9\r\n"], []
    for row in range(100_000):
        name = f"Jos\u00e9 \u20ac {row}"
        encoding = "cp1252" if row % 20 == 7 else "utf-8"
        lines.append(f"{row},{name}\r\n".encode(encoding))
        names.append(name)
    data = b"".join(lines)
    table = utflane.read_csv(data, ["utf-8", "cp1252"], threads=threads, comment=comment)
    assert table.column_names == ["id", "name \u00e9"]
    assert pyarrow.table(table)["name \u00e9"].to_pylist() == names
    assert table.line_encodings == {
        "UTF-8": {"lines": 95_000, "first_line": 2, "first_position": len(lines[0])},
        "windows-1252": {"lines": 5_001, "first_line": 1, "first_position": 0},
    }
    assert table.replacements == 0


def test_lines_that_fit_no_encoding():
    data = b"a,b\n1,\x83e\n2,\xff\n3,\xc3\xa9\n"
    table = utflane.read_csv(data, ("utf-8", "shift_jis"), on_bad="set_aside")
    assert pyarrow.table(table)["b"].to_pylist() == ["\u30c6", "\u00e9"]
    bad = pyarrow.table(table.bad_rows)
    assert bad["line"].to_pylist() == [3] and bad["bytes"].to_pylist() == [b"2,\xff\n"]
    with pytest.raises(utflane.CsvError, match="index 11"):
        utflane.read_csv(data, ["utf-8", "shift_jis"])


def test_lists_that_cannot_be_chosen_per_line():
    for encodings, words in [
        (["utf-8", "utf-16-le"], "cannot be chosen per line"),
        (["latin-1", "utf-8"], "would never be chosen"),
        (["utf-8", "auto"], "cannot be combined"),
    ]:
        with pytest.raises(ValueError, match=words):
            utflane.read_csv(b"a\n1\n", encodings)
    with pytest.raises(LookupError):
        utflane.read_csv(b"a\n1\n", ["utf-8", "klingon"])
    assert utflane.read_csv(b"a\n1\n", ["utf-8"]).line_encodings == {}
