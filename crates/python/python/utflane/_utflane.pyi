"""The native part. ``Buffer`` is any object with a contiguous buffer: ``bytes``, ``bytearray``,
``memoryview``, ``mmap``, an array of numpy. It is not copied, and must not be written to meanwhile."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, final

from typing_extensions import Buffer

class ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[object, object]: ...

class ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...

def decode(data: Buffer, encoding: str = "utf-8", errors: str = "strict") -> str:
    """The text of bytes.

    ``errors`` is the name of one of Python's error handlers.

    >>> decode(b"\\xb0\\xa1\\xb3\\xaa", "cp949")
    '가나'
    >>> decode(b"a\\x81", "shift_jis", "backslashreplace")
    'a\\\\x81'
    """

def encode(text: str, encoding: str = "utf-8", errors: str = "strict") -> bytes:
    """The bytes of a text.

    >>> encode("日本", "shift_jis")
    b'\\x93\\xfa\\x96{'
    >>> encode("5 €", "latin-1", "xmlcharrefreplace")
    b'5 &#8364;'
    """

def transcode(data: Buffer, source: str, target: str, errors: str = "strict") -> bytes:
    """Converts bytes from one encoding to another.

    The result is that of ``encode(decode(data, source, errors), target, errors)``, without a str.

    >>> transcode(b"caf\\xe9", "cp1252", "utf-8")
    b'caf\\xc3\\xa9'
    """

def validate(data: Buffer, encoding: str = "utf-8") -> Malformed | None:
    """What is malformed first, or ``None``.

    >>> print(validate(b"one\\ntwo \\xff"))
    line 2, column 5: invalid utf-8 sequence of 1 bytes from index 8
    >>> validate(b"\\xc0\\x80").kind
    'Overlong'
    """

def detect(data: Buffer) -> Detection:
    """Which of ASCII, UTF-8, UTF-16 and UTF-32 a text is in, if any.

    >>> detect("Grüße".encode("utf-16"))
    Detection(encoding='UTF-16LE', certainty='certain', exact=True)
    >>> detect(b"caf\\xe9 noir").encoding is None
    True
    """

def repair(text: str) -> str:
    """A text without what comes of decoding UTF-8 as another encoding.

    >>> repair("Gr\\xc3\\xbc\\xc3\\x9fe")
    'Grüße'
    """

def encoding_name(name: str) -> str:
    """The name of the encoding that a name stands for.

    >>> encoding_name("sjis")
    'Shift_JIS'
    """

def encoding_names() -> list[str]:
    """All encodings, by their names.

    >>> "EUC-KR" in encoding_names()
    True
    """

def decode_column(
    array: ArrowArray | ArrowStream, encoding: str = "utf-8", on_bad: str = "error"
) -> Array:
    """A column of text of one of bytes.

    A row that is malformed is an error (``ColumnError``), has replacements (``on_bad="replace"``)
    or is null (``on_bad="null"``).

    >>> import pyarrow
    >>> pyarrow.array(decode_column(pyarrow.array([b"caf\\xe9", None]), "cp1252")).to_pylist()
    ['café', None]
    """

def encode_column(
    array: ArrowArray | ArrowStream, encoding: str = "utf-8", on_bad: str = "error"
) -> Array:
    """A column of bytes of one of text.

    >>> import pyarrow
    >>> pyarrow.array(encode_column(pyarrow.array(["café"]), "cp1252")).to_pylist()
    [b'caf\\xe9']
    """

def validate_column(array: ArrowArray | ArrowStream, encoding: str = "utf-8") -> Array:
    """Of each row of bytes, whether it is well-formed.

    >>> import pyarrow
    >>> pyarrow.array(validate_column(pyarrow.array([b"caf\\xe9", b"tea"]))).to_pylist()
    [False, True]
    """

@final
class Malformed:
    """What is malformed, and where."""

    @property
    def position(self) -> int:
        """Index of its first byte."""
    @property
    def length(self) -> int:
        """Bytes of the malformed sequence."""
    @property
    def line(self) -> int:
        """Number of the line, from 1."""
    @property
    def column(self) -> int:
        """Number of the character in the line, from 1."""
    @property
    def kind(self) -> str:
        """The rule that is broken: ``Overlong``, ``Incomplete``, ``Unassigned``, ..."""
    @property
    def message(self) -> str:
        """The whole in words."""

@final
class Detection:
    """The encoding that was found."""

    @property
    def encoding(self) -> str | None:
        """Its name, ``None`` if it is none of Unicode's."""
    @property
    def certainty(self) -> str:
        """``certain``, ``likely`` or ``unknown``."""
    @property
    def exact(self) -> bool:
        """Whether all of the text is well-formed in it."""

@final
class Codec:
    """What a codec is made of."""

    def __init__(self, name: str) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def is_stateless(self) -> bool: ...
    def decode(
        self, data: Buffer, errors: str = "strict", final: bool = True
    ) -> tuple[str, int]: ...
    def encode(self, text: str, errors: str = "strict") -> tuple[bytes, int]: ...

@final
class Array:
    """An array of Arrow, for any library that takes one by its C data interface."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[object, object]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __len__(self) -> int: ...
    @property
    def null_count(self) -> int:
        """Number of rows that are null."""

class ColumnError(ValueError):
    """A row of a column cannot be converted."""

    row: int
    position: int

class CsvError(ValueError):
    """A file cannot be read: its text is malformed, or a row does not parse."""

@final
class Table:
    """The rows of a file, for any library that takes Arrow's C stream interface."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    def __len__(self) -> int: ...
    @property
    def num_rows(self) -> int:
        """Number of rows."""
    @property
    def column_names(self) -> list[str]:
        """Names of the columns."""
    @property
    def encoding(self) -> str | None:
        """The encoding that the file was read in."""
    @property
    def replacements(self) -> int:
        """Number of malformed sequences that were replaced, or made a value null."""
    @property
    def bad_rows(self) -> Table:
        """The rows that were set aside: ``file``, ``line``, ``position``, ``bytes``, ``reason``."""

@final
class CsvReader:
    """The rows of a file, batch by batch: as an iterator over tables, or once as a stream."""

    def __init__(
        self,
        source: Any,
        name: str,
        *,
        encoding: str,
        fallback: str | None,
        on_bad: str,
        schema: Any,
        columns: Sequence[str] | None,
        header: bool,
        delimiter: str,
        quote: str,
        escape: str | None,
        comment: str | None,
        null_values: Sequence[str] | None,
        infer_rows: int,
        truncated_rows: bool,
        threads: int | None,
        progress: Callable[[int, int | None], object] | None,
    ) -> None: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    def __iter__(self) -> Iterator[Table]: ...
    def __next__(self) -> Table: ...
    def read_all(self) -> Table:
        """All rows that are left."""
    def close(self) -> None:
        """Lets go of the file."""
    @property
    def column_names(self) -> list[str]:
        """Names of the columns."""
    @property
    def encoding(self) -> str:
        """The encoding that the file is read in."""
    @property
    def replacements(self) -> int:
        """Malformed sequences so far that were replaced, or made a value null."""
    @property
    def bad_rows(self) -> Table:
        """The rows that were set aside so far."""
