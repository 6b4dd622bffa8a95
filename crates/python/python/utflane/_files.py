"""Reads CSV files from paths, URLs, file objects and bytes."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ._utflane import CsvReader, Table

__all__ = ["open_csv", "read_csv"]


def open_csv(
    source: Any,
    encoding: str | Sequence[str] = "auto",
    *,
    fallback: str | None = None,
    on_bad: str = "error",
    schema: Any = None,
    columns: Sequence[str] | None = None,
    header: bool = True,
    delimiter: str = ",",
    quote: str = '"',
    escape: str | None = None,
    comment: str | None = None,
    null_values: Sequence[str] | None = None,
    infer_rows: int = 1000,
    truncated_rows: bool = False,
    max_row_len: int = 16 << 20,
    threads: int | None = None,
    progress: Callable[[int, int | None], object] | None = None,
    storage_options: Mapping[str, Any] | None = None,
) -> CsvReader:
    """Opens a CSV file in any encoding as a reader: in batches, or once as an Arrow stream.

    ``source`` is a path, a URL for fsspec, an object with ``read``, or a buffer. The README of the
    package describes the options. If ``encoding`` is a list, each line is read in the first of
    these encodings in which it is well-formed.

    >>> reader = open_csv("name,n\\ncafé,1\\n".encode("utf-16"))
    >>> reader.encoding, reader.column_names
    ('UTF-16LE', ['name', 'n'])
    >>> [len(table) for table in reader]
    [1]
    """
    encoding, *others = [encoding] if isinstance(encoding, str) else encoding
    name = getattr(source, "name", "")
    name = name if isinstance(name, str) else ""
    if isinstance(source, (str, os.PathLike)):
        name = os.fspath(source)
        if isinstance(source, str) and "://" in source:
            try:
                fsspec: Any = importlib.import_module("fsspec")
            except ImportError as error:
                raise ImportError(f"reading {source} requires the package fsspec") from error
            source = fsspec.open(source, "rb", **dict(storage_options or {})).open()
    return CsvReader(
        source,
        name,
        encoding=encoding,
        line_fallbacks=others,
        fallback=fallback,
        on_bad=on_bad,
        schema=schema,
        columns=None if columns is None else list(columns),
        header=header,
        delimiter=delimiter,
        quote=quote,
        escape=escape,
        comment=comment,
        null_values=None if null_values is None else list(null_values),
        infer_rows=infer_rows,
        truncated_rows=truncated_rows,
        max_row_len=max_row_len,
        threads=threads,
        progress=progress,
    )


def read_csv(source: Any, encoding: str | Sequence[str] = "auto", **options: Any) -> Table:
    """Reads a CSV file in any encoding as an Arrow table; the options are those of ``open_csv``.

    >>> table = read_csv(b"name,n\\ncaf\\xe9,1\\ntea,x\\n", "cp1252", on_bad="set_aside",
    ...     schema={"n": "int64"})
    >>> len(table), len(table.bad_rows)
    (1, 1)

    A list of encodings is for files with lines in several of them:

    >>> table = read_csv(b"name\\ncaf\\xc3\\xa9\\ncaf\\xe9\\n", ["utf-8", "cp1252"])
    >>> table.line_encodings["windows-1252"]
    {'lines': 1, 'first_line': 3, 'first_position': 11}
    """
    return open_csv(source, encoding, **options).read_all()
