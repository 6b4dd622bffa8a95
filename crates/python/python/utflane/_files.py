"""Reads CSV files from paths, URLs, file objects and bytes."""

from __future__ import annotations

import contextlib
import errno
import glob
import importlib
import io
import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._utflane import CsvReader, Table

if TYPE_CHECKING:
    from typing import TypedDict

    from typing_extensions import Unpack

    class _Options(TypedDict, total=False):
        fallback: str | None
        on_bad: str
        schema: Any
        columns: Sequence[str] | None
        header: bool
        delimiter: str
        quote: str
        escape: str | None
        comment: str | None
        null_values: Sequence[str] | None
        decimal: str
        thousands: str | None
        skip_rows: int
        skip_blank_lines: bool
        allow_nul: bool
        compression: str | None
        infer_rows: int
        truncated_rows: bool
        max_row_len: int
        threads: int | None
        progress: Callable[[int, int | None], object] | None
        storage_options: Mapping[str, Any] | None


__all__ = ["open_csv", "read_csv"]

_Encoding = str | Sequence[str]

# The first bytes of compressed files, and the ends of their names.
_COMPRESSIONS = {
    "gzip": (b"\x1f\x8b", ".gz"),
    "bz2": (b"BZh", ".bz2"),
    "xz": (b"\xfd7zXZ\x00", ".xz"),
    "zstd": (b"\x28\xb5\x2f\xfd", ".zst"),
}


def open_csv(
    source: Any,
    encoding: _Encoding = "auto",
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
    decimal: str = ".",
    thousands: str | None = None,
    skip_rows: int = 0,
    n_rows: int | None = None,
    skip_blank_lines: bool = True,
    allow_nul: bool = True,
    compression: str | None = "auto",
    infer_rows: int = 1000,
    truncated_rows: bool = False,
    max_row_len: int = 16 << 20,
    threads: int | None = None,
    progress: Callable[[int, int | None], object] | None = None,
    storage_options: Mapping[str, Any] | None = None,
    _like: Table | None = None,
) -> CsvReader:
    """Opens a CSV file in any encoding as a reader: in batches, or once as an Arrow stream.

    ``source`` is a path, a URL for fsspec, an object with ``read``, or a buffer. The README of the
    package describes the options. If ``encoding`` is a list, each line is read in the first of
    these encodings in which it is well-formed.

    >>> with open_csv("name,n\\ncafé,1\\n".encode("utf-16")) as reader:
    ...     reader.encoding, reader.column_names, [len(table) for table in reader]
    ('UTF-16LE', ['name', 'n'], [1])
    """
    encoding, *others = [encoding] if isinstance(encoding, str) else encoding
    name = getattr(source, "name", "")
    name = name if isinstance(name, str) else ""
    if isinstance(source, (str, os.PathLike)):
        name = os.fsdecode(source)
        if isinstance(source, str) and "://" in source:
            try:
                fsspec: Any = importlib.import_module("fsspec")
            except ImportError as error:
                raise ImportError(f"reading {source} requires the package fsspec") from error
            source = fsspec.open(source, "rb", **dict(storage_options or {})).open()
    source = _decompressed(source, name, compression)
    return CsvReader(
        source,
        name,
        encoding=encoding,
        line_fallbacks=others,
        fallback=fallback,
        on_bad=on_bad,
        schema=schema,
        like=_like,
        columns=None if columns is None else list(columns),
        header=header,
        delimiter=delimiter,
        quote=quote,
        escape=escape,
        comment=comment,
        null_values=None if null_values is None else list(null_values),
        decimal=decimal,
        thousands=thousands,
        skip_rows=skip_rows,
        n_rows=n_rows,
        skip_blank_lines=skip_blank_lines,
        allow_nul=allow_nul,
        infer_rows=infer_rows,
        truncated_rows=truncated_rows,
        max_row_len=max_row_len,
        threads=threads,
        progress=progress,
    )


def read_csv(
    source: Any,
    encoding: _Encoding | Mapping[str, _Encoding] | Callable[[Any], _Encoding] = "auto",
    *,
    n_rows: int | None = None,
    **options: Unpack[_Options],
) -> Table:
    """Reads CSV files in any encoding as an Arrow table; the options are those of ``open_csv``.

    >>> table = read_csv(b"name,n\\ncaf\\xe9,1\\ntea,x\\n", "cp1252", on_bad="set_aside",
    ...     schema={"n": int})
    >>> len(table), len(table.bad_rows)
    (1, 1)

    A list of encodings is for files with lines in several of them:

    >>> table = read_csv(b"name\\ncaf\\xc3\\xa9\\ncaf\\xe9\\n", ["utf-8", "cp1252"])
    >>> table.line_encodings["windows-1252"]
    {'lines': 1, 'first_line': 3, 'first_position': 11}

    ``source`` can also be a list of sources, or a path with ``*``, ``?`` or ``[``. All files must
    have the same columns, whose types are inferred from the first file. For several encodings, pass
    a dict of encodings by path, or a function that returns the encoding of a source:

    >>> files = [b"name\\ncaf\\xe9\\n", b"name\\ncaf\\x8e\\n"]
    >>> read_csv(files, lambda file: "cp1252" if file is files[0] else "mac_roman").num_rows
    2
    """
    sources = _sources(source)
    tables: list[Table] = []
    for one in sources:
        left = None if n_rows is None else n_rows - sum(map(len, tables))
        like = tables[0] if tables else None
        reader = open_csv(one, _encoding_of(one, encoding), n_rows=left, _like=like, **options)
        if like is not None and reader.column_names != like.column_names:
            raise ValueError(
                f"{one if isinstance(one, (str, os.PathLike)) else 'a file'}: its columns are "
                f"{reader.column_names}, but those of the first file are {like.column_names}"
            )
        tables.append(reader.read_all())
    return tables[0] if len(tables) == 1 else Table._concat(tables)


def _sources(source: Any) -> list[Any]:
    """Returns the sources of a list, or the files that match a pattern."""
    if isinstance(source, (list, tuple)):
        sources = [one for each in source for one in _sources(each)]
        if not sources:
            raise ValueError("the list of files is empty")
        return sources
    is_path = isinstance(source, (str, os.PathLike)) and "://" not in os.fsdecode(source)
    if not is_path or not glob.has_magic(os.fsdecode(source)) or os.path.exists(source):
        return [source]
    found = sorted(glob.glob(os.fsdecode(source), recursive=True))
    if not found:
        raise FileNotFoundError(errno.ENOENT, "No file matches", os.fsdecode(source))
    return list(found)


def _encoding_of(
    source: Any, encoding: _Encoding | Mapping[str, _Encoding] | Callable[[Any], _Encoding]
) -> _Encoding:
    if isinstance(encoding, Mapping):
        path = os.fsdecode(source) if isinstance(source, (str, os.PathLike)) else None
        for name, of_file in encoding.items():
            if path is not None and os.fsdecode(name) == path:
                return of_file
        raise ValueError(f"encoding has no entry for {path or 'a source without a path'}")
    return encoding(source) if callable(encoding) else encoding


def _decompressed(source: Any, name: str, compression: str | None) -> Any:
    """Returns a source with the text of a compressed file."""
    if compression is None:
        return source
    if compression != "auto" and compression not in _COMPRESSIONS:
        choice = ", ".join(map(repr, ("auto", *_COMPRESSIONS)))
        raise ValueError(f"compression must be {choice} or None, not {compression!r}")
    is_path = isinstance(source, (str, os.PathLike))
    found: str | None = compression
    if compression == "auto":
        found = _compression_of(source, name, is_path)
    if found is None:
        return source
    if not is_path and not hasattr(source, "read"):
        source = io.BytesIO(source)
    module = {"gzip": "gzip", "bz2": "bz2", "xz": "lzma"}.get(found)
    if module is not None:
        return importlib.import_module(module).open(source, "rb")
    try:
        return importlib.import_module("compression.zstd").open(source, "rb")
    except ImportError:
        pass
    try:
        zstandard: Any = importlib.import_module("zstandard")
    except ImportError as error:
        message = "reading zstd requires Python 3.14 or the package zstandard"
        raise ImportError(message) from error
    return zstandard.open(source, "rb")


def _compression_of(source: Any, name: str, is_path: bool) -> str | None:
    """Recognises a compressed file by its first bytes, or a pipe by its name."""
    start = None
    if is_path and os.path.isfile(source):
        with open(source, "rb") as file:
            start = file.read(8)
    elif hasattr(source, "peek"):
        start = bytes(source.peek(8)[:8])
    elif hasattr(source, "read"):
        # Its bytes cannot be read twice, unless it is in memory.
        if isinstance(source, io.BytesIO):
            start = bytes(source.getbuffer()[source.tell() :][:8])
    elif not is_path:
        with contextlib.suppress(TypeError, ValueError, BufferError):
            start = bytes(memoryview(source).cast("B")[:8])
    for found, (magic, end) in _COMPRESSIONS.items():
        if start is None and name.lower().endswith(end):
            return found
        if start is not None and start.startswith(magic):
            return found
    return None
