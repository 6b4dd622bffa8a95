"""Reads text and CSV files in any encoding: to ``str``, to bytes and to Arrow.

>>> import utflane
>>> utflane.decode(b"caf\\xe9", "cp1252")
'café'
"""

from . import codecs
from ._files import open_csv, read_csv
from ._utflane import (
    Array,
    ColumnError,
    CsvError,
    CsvReader,
    Detection,
    Malformed,
    Table,
    decode,
    decode_column,
    detect,
    encode,
    encode_column,
    encoding_name,
    encoding_names,
    repair,
    transcode,
    validate,
    validate_column,
)

__all__ = [
    "Array",
    "ColumnError",
    "CsvError",
    "CsvReader",
    "Detection",
    "Malformed",
    "Table",
    "codecs",
    "decode",
    "decode_column",
    "detect",
    "encode",
    "encode_column",
    "encoding_name",
    "encoding_names",
    "open_csv",
    "read_csv",
    "repair",
    "transcode",
    "validate",
    "validate_column",
]
