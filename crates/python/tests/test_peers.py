"""Compares the values that columns accept with pyarrow, Polars and DuckDB, value by value.

`VALUES.md` lists the differences. Each has a reason. UTFLANE_WRITE=1 writes the list.
"""

import io
import os
import pathlib
import re
from fractions import Fraction
from importlib.metadata import version

import pytest

pyarrow = pytest.importorskip("pyarrow")
polars = pytest.importorskip("polars")
duckdb = pytest.importorskip("duckdb")
import pyarrow.csv  # noqa: E402

from values import BAD, MODELS, VALUES, column_of, days_of, fraction_of, plain  # noqa: E402

LIST = pathlib.Path(__file__).parent.parent / "VALUES.md"
MARKS = "<!-- differences: by tests/test_peers.py, with UTFLANE_WRITE=1 -->\n", "<!-- end of differences -->\n"

is_ = pyarrow.types


def read_pyarrow(kind):
    """Returns the result for each value, or None if pyarrow does not read the type."""
    parse = pyarrow.csv.ParseOptions(newlines_in_values=True)
    convert = pyarrow.csv.ConvertOptions(column_types={"v": kind}, null_values=[])
    results = []
    for value in VALUES:
        try:
            table = pyarrow.csv.read_csv(io.BytesIO(column_of([value])), parse_options=parse, convert_options=convert)
            results += plain(table["v"].combine_chunks())
        except pyarrow.ArrowNotImplementedError:
            return None
        except pyarrow.ArrowInvalid:
            results.append(BAD)
    return results


def read_polars(kind):
    if is_.is_timestamp(kind):
        zone = {"+01:00": None}.get(kind.tz, kind.tz)
        wanted = None if kind.unit == "s" or zone != kind.tz else polars.Datetime(kind.unit, zone)
    elif is_.is_decimal128(kind):
        wanted = polars.Decimal(kind.precision, kind.scale) if kind.scale >= 0 else None
    elif is_.is_integer(kind):
        wanted = getattr(polars, str(kind).replace("uint", "UInt").replace("int", "Int"))
    else:
        names = {"bool": "Boolean", "halffloat": "Float16", "float": "Float32", "double": "Float64"}
        names |= {"date32[day]": "Date", "time64[ns]": "Time", "string": "String"}
        wanted = getattr(polars, names.get(str(kind), ""), None)
    if wanted is None:
        return None
    # A date format is chosen for a whole column. So each date is in a file of its own.
    files = [[value] for value in VALUES] if is_.is_temporal(kind) else [VALUES]
    results = []
    for values in files:
        try:
            frame = polars.read_csv(column_of(values), schema={"v": wanted}, ignore_errors=True)
        except polars.exceptions.ComputeError:
            results.append(BAD)
            continue
        found = frame["v"].to_arrow()
        found = plain(found) if is_.is_primitive(found.type) else found.to_pylist()
        results += [BAD if result is None else result for result in found]
    return results


def read_duckdb(kind):
    names = {"bool": "BOOLEAN", "float": "FLOAT", "double": "DOUBLE", "date32[day]": "DATE"}
    names |= {"time64[us]": "TIME", "string": "VARCHAR", "timestamp[us, tz=UTC]": "TIMESTAMPTZ"}
    if is_.is_timestamp(kind) and kind.tz is None:
        names[str(kind)] = {"s": "TIMESTAMP_S", "ms": "TIMESTAMP_MS", "us": "TIMESTAMP", "ns": "TIMESTAMP_NS"}[kind.unit]
    elif is_.is_decimal128(kind) and kind.scale >= 0:
        names[str(kind)] = f"DECIMAL({kind.precision},{kind.scale})"
    elif is_.is_integer(kind):
        widths = {8: "TINYINT", 16: "SMALLINT", 32: "INTEGER", 64: "BIGINT"}
        names[str(kind)] = "U" * str(kind).startswith("u") + widths[kind.bit_width]
    if str(kind) not in names:
        return None
    lines = [b'"%d",' % row + column_of([value])[2:] for row, value in enumerate(VALUES)]
    connection = duckdb.connect()
    connection.execute("SET timezone = 'UTC'")
    file = pathlib.Path(os.environ["PYTEST_CURRENT_FOLDER"]) / "values.csv"
    file.write_bytes(b"row,v\n" + b"".join(lines))
    columns = f"{{'row': 'INTEGER', 'v': '{names[str(kind)]}'}}"
    options = "header = true, auto_detect = false, ignore_errors = true, nullstr = '<none>'"
    table = connection.sql(f"SELECT * FROM read_csv('{file}', columns = {columns}, {options})").to_arrow_table()
    found = dict(zip(table["row"].to_pylist(), plain(table["v"].combine_chunks())))
    return [found.get(row, BAD) for row in range(len(VALUES))]


READERS = {"pyarrow": read_pyarrow, "Polars": read_polars, "DuckDB": read_duckdb}


def family(kind):
    if is_.is_timestamp(kind):
        return "timestamp" if kind.tz is None else "timestamp with a time zone"
    tests = {
        "integer": is_.is_integer,
        "float": is_.is_floating,
        "decimal": is_.is_decimal,
        "date": is_.is_date,
        "time": is_.is_time,
        "duration": is_.is_duration,
    }
    return next((name for name, test in tests.items() if test(kind)), str(kind))


def why_rejected(kind, value, theirs):
    """Returns why utflane rejects a value that another library accepts as `theirs`."""
    name, unit = family(kind), getattr(kind, "unit", None)
    number = fraction_of(value)
    if name == "bool":
        return "only `true` and `false`, in any letter case, are booleans"
    if re.fullmatch(r"0[xXbB][0-9a-fA-F]+", value):
        return "digits are decimal"
    if re.search(r"[0-9]_[0-9]", value) or value == "+-1":
        return "a number is one sign and digits"
    if name in ("integer", "duration", "decimal", "float") and number is not None:
        if name == "float":
            if "inf" in theirs:
                return "the number is too large for the type"
            if float(theirs) == 0:
                return "the number is not 0"
            return "an integer is not rounded"
        if theirs != number:
            return "the digits after the point would be lost"
        return "an integer has no point and no exponent" if name == "integer" else "the number is too large for the type"
    if re.search("inf", value, re.I):
        return "a date is finite"
    if name == "date":
        if re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}([T ]|Z|\+)", value, re.I) and value[10:].strip():
            return "a date has no time and no offset"
    if name == "time":
        if re.match("-?[0-9]+[-/][0-9]+[-/][0-9]", value):
            return "a time has no date"
        if re.search(r"(Z|[+-][0-9:]+)$", value):
            return "a time has no offset"
    found = re.search(r"[0-9]:[0-9]{2}(:[0-9.]+)?(.*)$", value)
    if re.search(r"(T| |^)24:|:60($|[Z+-])", value) and not re.search(r"[+-][0-9]{2}:60", value):
        return "there is no such time"
    if name.startswith("timestamp") and (days_of(value[:10]) is None or not value[:4].isdigit()):
        return "dates and times are in ISO 8601"
    offset = found and found[2].strip()
    if name == "timestamp" and offset:
        return "an offset would be ignored"
    if name.startswith("timestamp") and unit == "ns" and not 1677 < int(value[:4]) < 2262:
        return "the time is too early or too late for the type"
    fraction = re.search(r":[0-9]{2}\.([0-9]+)", value)
    if name == "timestamp with a time zone" and not offset:
        return "without an offset, the time in UTC is unknown"
    if fraction and fraction[1].strip("0"):
        return "the digits after the second would be lost"
    return "dates and times are in ISO 8601"


def reason(kind, value, ours, theirs):
    name = family(kind)
    if ours is not BAD and theirs is not BAD:
        return "half-precision numbers are rounded once, not twice" if kind == pyarrow.float16() else None
    if theirs is BAD:
        return {
            "bool": "any letter case",
            "integer": "a sign",
            "duration": "a sign",
            "decimal": "exponents, and scales below 0",
            "date": "years with a sign, one digit for month and day, no hyphens",
            "time": "a 12-hour clock, fractions",
            "timestamp": "small letters, fractions of zeros, the first and the last nanosecond",
            "timestamp with a time zone": "offsets of all kinds",
        }.get(name)
    if value != value.strip() and theirs == MODELS[kind](value.strip()):
        return "spaces are part of a value"
    return why_rejected(kind, value.strip(), theirs)


def differences():
    """Returns the lines of the list, and the differences without a reason."""
    groups, unexplained, counts = {}, [], {}
    for kind, model in MODELS.items():
        for library, read in READERS.items():
            found = read(kind)
            if found is None:
                continue
            for value, theirs in zip(VALUES, found):
                ours = model(value)
                seen = counts.setdefault(library, [0, 0, 0, 0])
                seen[0] += 1
                if ours == theirs:
                    continue
                outcome = 0 if ours is BAD else 1 if theirs is BAD else 2
                seen[1 + outcome] += 1
                cause = reason(kind, value, ours, theirs)
                if cause is None:
                    unexplained.append((library, str(kind), value, ours, theirs))
                key = (outcome, family(kind), cause, library)
                groups.setdefault(key, []).append((value, theirs if ours is BAD else ours))
    versions = ", ".join(f"{library} {version(library.lower())}" for library in READERS)
    lines = [f"Versions: {versions}.\n", "\n"]
    lines += ["| library | values tried | accepted only by the library | accepted only by utflane | other result |\n", "|---|--:|--:|--:|--:|\n"]
    for library, seen in counts.items():
        lines.append(f"| {library} | {' | '.join(map(str, seen))} |\n")
    titles = "Values that utflane rejects", "Values that only utflane accepts", "Values with other results"
    for number, title in enumerate(titles):
        whose = "utflane's" if number else "the library's"
        lines += [f"\n### {title}\n\n", f"| type | reason | library | number | examples, with {whose} result |\n", "|---|---|---|--:|---|\n"]
        for (outcome, name, cause, library), found in sorted(groups.items(), key=str):
            if outcome != number:
                continue
            examples = list(dict(found).items())
            picked = examples[:: max(1, len(examples) // 3)][:3]
            text = ", ".join(f"`{value!r}` → `{result}`" for value, result in picked)
            lines.append(f"| {name} | {cause} | {library} | {len(found)} | {text} |\n")
    return "".join(lines), unexplained


def test_each_difference_has_a_reason(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTEST_CURRENT_FOLDER", str(tmp_path))
    found, unexplained = differences()
    assert not unexplained
    text = LIST.read_text(encoding="utf-8")
    before, rest = text.split(MARKS[0])
    listed, after = rest.split(MARKS[1])
    if os.environ.get("UTFLANE_WRITE"):
        LIST.write_text(before + MARKS[0] + found + MARKS[1] + after, encoding="utf-8")
    elif listed.splitlines()[:1] == found.splitlines()[:1]:
        assert listed == found
