"""Code that type checkers must accept: this file is checked, and not run."""

from __future__ import annotations

import mmap

import pyarrow

import utflane
import utflane.codecs


def texts(data: bytes, view: memoryview, mapped: mmap.mmap) -> list[str]:
    found = [utflane.decode(data, "cp949"), utflane.decode(view), utflane.decode(mapped)]
    found.append(utflane.decode(bytearray(data), encoding="cp1252", errors="replace"))
    encoded: bytes = utflane.encode("a", "latin-1") + utflane.transcode(data, "cp932", "utf-8")
    malformed = utflane.validate(encoded)
    if malformed is not None:
        found += [malformed.kind, str(malformed.line + malformed.column)]
    name: str | None = utflane.detect(data).encoding
    return [*found, name or "", utflane.repair("a")]


def rows(path: str) -> int:
    table = utflane.read_csv(path, "cp949", on_bad="set_aside", schema={"n": "int64"})
    bad: utflane.Table = table.bad_rows
    reader = utflane.open_csv(path, fallback="cp1252", progress=lambda read, total: None)
    column = utflane.decode_column(pyarrow.array([b""]), "cp949", on_bad="null")
    utflane.codecs.register(replace=True)
    utflane.read_csv(path, skip_rows=1, n_rows=2, decimal=",", thousands=".", compression="gzip")
    utflane.read_csv([path, b"a\n"], {path: "cp949"}, schema={"a": str}).to_arrow()
    with utflane.open_csv(path, skip_blank_lines=False, allow_nul=False) as opened:
        bad = opened.read_all().bad_rows
    # Type checkers report these: otherwise, mypy reports an unused comment.
    utflane.read_csv(path, delimeter=";")  # type: ignore[call-arg]
    utflane.read_csv(path, skip_rows="1")  # type: ignore[arg-type]
    try:
        utflane.read_csv(path)
    except utflane.CsvError as error:
        places: tuple[str | None, int | None, int | None] = error.file, error.line, error.position
        print(places)
    return len(table) + len(bad) + sum(len(batch) for batch in reader) + column.null_count
