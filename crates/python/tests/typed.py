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
    return len(table) + len(bad) + sum(len(batch) for batch in reader) + column.null_count
