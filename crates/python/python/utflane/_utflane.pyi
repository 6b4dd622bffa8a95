"""The native module. ``Buffer`` is any object with a contiguous buffer: ``bytes``, ``bytearray``,
``memoryview``, ``mmap``, a numpy array. It is not copied. Do not modify it during a call."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, final

from typing_extensions import Buffer, Self

if TYPE_CHECKING:
    import pandas  # pyright: ignore[reportMissingImports]
    import polars  # pyright: ignore[reportMissingImports]
    import pyarrow  # pyright: ignore[reportMissingImports]

class ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[object, object]: ...

class ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...

def decode(data: Buffer, encoding: str = "utf-8", errors: str = "strict") -> str:
    """Decodes bytes to text.

    ``errors`` is the name of a Python error handler.

    >>> decode(b"\\xb0\\xa1\\xb3\\xaa", "cp949")
    '가나'
    >>> decode(b"a\\x81", "shift_jis", "backslashreplace")
    'a\\\\x81'
    """

def encode(text: str, encoding: str = "utf-8", errors: str = "strict") -> bytes:
    """Encodes text to bytes.

    >>> encode("日本", "shift_jis")
    b'\\x93\\xfa\\x96{'
    >>> encode("5 €", "latin-1", "xmlcharrefreplace")
    b'5 &#8364;'
    """

def transcode(data: Buffer, source: str, target: str, errors: str = "strict") -> bytes:
    """Converts bytes from one encoding to another.

    The result equals ``encode(decode(data, source, errors), target, errors)``, but usually no str
    is created.

    >>> transcode(b"caf\\xe9", "cp1252", "utf-8")
    b'caf\\xc3\\xa9'
    """

def validate(data: Buffer, encoding: str = "utf-8") -> Malformed | None:
    """Returns the first malformed sequence, or ``None``.

    >>> print(validate(b"one\\ntwo \\xff"))
    line 2, column 5: invalid utf-8 sequence of 1 bytes from index 8
    >>> validate(b"\\xc0\\x80").kind
    'Overlong'
    """

def detect(data: Buffer) -> Detection:
    """Detects the encoding of a text: a Unicode encoding or a legacy encoding.

    >>> detect("Grüße".encode("utf-16"))
    Detection(encoding='UTF-16LE', certainty='certain', exact=True, reliable=True)
    >>> detect(b"caf\\xe9 noir")
    Detection(encoding='windows-1252', certainty='guess', exact=True, reliable=False)
    """

def repair(text: str) -> str:
    """Undoes mojibake: UTF-8 that was decoded in another encoding.

    >>> repair("Gr\\xc3\\xbc\\xc3\\x9fe")
    'Grüße'
    """

def encoding_name(name: str) -> str:
    """Returns the canonical name of an encoding.

    >>> encoding_name("sjis")
    'Shift_JIS'
    """

def encoding_names() -> list[str]:
    """Returns the names of all encodings.

    >>> "EUC-KR" in encoding_names()
    True
    """

def decode_column(
    array: ArrowArray | ArrowStream, encoding: str = "utf-8", on_bad: str = "error"
) -> Array:
    """Decodes a column of bytes to a column of text.

    A malformed row is an error (``ColumnError``), is decoded with replacement characters
    (``on_bad="replace"``), or becomes null (``on_bad="null"``).

    >>> import pyarrow
    >>> pyarrow.array(decode_column(pyarrow.array([b"caf\\xe9", None]), "cp1252")).to_pylist()
    ['café', None]
    """

def encode_column(
    array: ArrowArray | ArrowStream, encoding: str = "utf-8", on_bad: str = "error"
) -> Array:
    """Encodes a column of text to a column of bytes.

    >>> import pyarrow
    >>> pyarrow.array(encode_column(pyarrow.array(["café"]), "cp1252")).to_pylist()
    [b'caf\\xe9']
    """

def validate_column(array: ArrowArray | ArrowStream, encoding: str = "utf-8") -> Array:
    """Returns a boolean column: whether each row of bytes is well-formed.

    >>> import pyarrow
    >>> pyarrow.array(validate_column(pyarrow.array([b"caf\\xe9", b"tea"]))).to_pylist()
    [False, True]
    """

@final
class Malformed:
    """A malformed sequence and its position."""

    def __init__(
        self, position: int, length: int, kind: str, line: int, column: int, message: str
    ) -> None: ...
    def __hash__(self) -> int: ...

    @property
    def position(self) -> int:
        """The index of the first byte."""
    @property
    def length(self) -> int:
        """The length in bytes."""
    @property
    def line(self) -> int:
        """The line number, starting at 1."""
    @property
    def column(self) -> int:
        """The number of the character in the line, starting at 1."""
    @property
    def kind(self) -> str:
        """The rule that is broken: ``Overlong``, ``Incomplete``, ``Unassigned``, ..."""
    @property
    def message(self) -> str:
        """A description of the error."""

@final
class Detection:
    """The result of a detection."""

    def __init__(
        self,
        encoding: str | None,
        certainty: str,
        exact: bool,
        reliable: bool,
        language: str | None,
        runner_up: str | None,
    ) -> None: ...
    def __hash__(self) -> int: ...

    @property
    def encoding(self) -> str | None:
        """The name of the encoding, or ``None`` if it is unknown."""
    @property
    def certainty(self) -> str:
        """``certain``, ``likely``, ``guess`` or ``unknown``."""
    @property
    def exact(self) -> bool:
        """Whether the whole text was checked, is well-formed and contains no NUL."""
    @property
    def reliable(self) -> bool:
        """Whether ``read_csv`` uses this encoding with ``encoding="auto"``."""
    @property
    def language(self) -> str | None:
        """The language of a text in a legacy encoding, for example ``pl``."""
    @property
    def runner_up(self) -> str | None:
        """The next best legacy encoding."""

@final
class Codec:
    """The functions of a codec."""

    def __init__(self, name: str) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def has_parts(self) -> bool: ...
    def decode(
        self, data: Buffer, errors: str = "strict", final: bool = True
    ) -> tuple[str, int]: ...
    def encode(self, text: str, errors: str = "strict") -> tuple[bytes, int]: ...
    def decode_part(
        self, data: Buffer, errors: str, final: bool, state: int
    ) -> tuple[str, int, int]: ...
    def encode_part(self, text: str, errors: str, final: bool, state: int) -> tuple[bytes, int]: ...

@final
class Array:
    """An Arrow array, for any library that supports Arrow's C data interface."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[object, object]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __len__(self) -> int: ...
    @property
    def null_count(self) -> int:
        """The number of null rows."""

class ColumnError(ValueError):
    """A row of a column cannot be converted."""

    row: int
    position: int

class CsvError(ValueError):
    """A file cannot be read: its text is malformed, or a row does not parse."""

    file: str | None
    """The name of the file, if it has one."""
    line: int | None
    """The line on which the row begins, starting at 1, if a row does not parse."""
    position: int | None
    """The index of the first malformed byte in the file, if its text is malformed."""

@final
class Table:
    """The rows of a file, for any library that supports Arrow's C stream interface."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    def __len__(self) -> int: ...
    @staticmethod
    def _concat(tables: list[Table]) -> Table: ...
    def to_polars(self) -> polars.DataFrame:
        """Returns a ``polars.DataFrame``."""
    def to_arrow(self) -> pyarrow.Table:
        """Returns a ``pyarrow.Table``."""
    def to_pandas(self) -> pandas.DataFrame:
        """Returns a ``pandas.DataFrame``. Before pandas 3, this requires pyarrow."""
    @property
    def num_rows(self) -> int:
        """The number of rows."""
    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
    @property
    def encoding(self) -> str | None:
        """The encoding of the file, or ``None`` for files in different encodings."""
    @property
    def line_encodings(self) -> dict[str, dict[str, int | None]]:
        """The number of lines in each encoding of a list, and the first of them."""
    @property
    def replacements(self) -> int:
        """The number of malformed sequences that were replaced or made a value null."""
    @property
    def bad_rows(self) -> Table:
        """The rows that were set aside: ``file``, ``line``, ``position``, ``bytes``, ``reason``."""

@final
class CsvReader:
    """Reads the rows of a file in batches: as an iterator over tables, or once as a stream."""

    def __init__(
        self,
        source: Any,
        name: str,
        *,
        encoding: str,
        line_fallbacks: Sequence[str],
        fallback: str | None,
        on_bad: str,
        schema: Any,
        like: Table | None,
        columns: Sequence[str] | None,
        header: bool,
        delimiter: str,
        quote: str,
        escape: str | None,
        comment: str | None,
        null_values: Sequence[str] | None,
        decimal: str,
        thousands: str | None,
        skip_rows: int,
        n_rows: int | None,
        skip_blank_lines: bool,
        allow_nul: bool,
        infer_rows: int,
        truncated_rows: bool,
        max_row_len: int,
        threads: int | None,
        progress: Callable[[int, int | None], object] | None,
    ) -> None: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *error: object) -> None: ...
    def __iter__(self) -> Iterator[Table]: ...
    def __next__(self) -> Table: ...
    def read_all(self) -> Table:
        """Reads all remaining rows."""
    def close(self) -> None:
        """Closes the file."""
    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
    @property
    def encoding(self) -> str:
        """The encoding of the file. It may change from UTF-8 to another one after the ASCII at the
        start of the file.
        """
    @property
    def line_encodings(self) -> dict[str, dict[str, int | None]]:
        """The number of lines so far in each encoding of a list, and the first of them."""
    @property
    def replacements(self) -> int:
        """The number of malformed sequences so far that were replaced or made a value null."""
    @property
    def bad_rows(self) -> Table:
        """The rows that were set aside so far."""
