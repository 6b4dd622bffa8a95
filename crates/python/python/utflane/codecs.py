"""Codecs for ``open(path, encoding=...)`` and ``bytes.decode``, by the functions of this package.

>>> import utflane.codecs
>>> utflane.codecs.register()
>>> b"\\xed\\xa0\\xbd\\xed\\xb1\\x8b".decode("cesu-8")
'👋'
"""

from __future__ import annotations

import codecs
import encodings
from collections.abc import Callable
from typing import Any

from ._utflane import Codec

__all__ = ["register", "unregister", "lookup", "REPLACED"]

# Those that decode and encode everything, malformed text included, as Python's do: a test compares
# all bytes, all pairs of bytes and all characters.
REPLACED = frozenset(
    "cp037 cp437 cp500 cp850 cp852 cp855 cp857 cp858 cp860 cp861 cp862 cp863 cp864 cp865 cp866 "
    "cp869 cp949 cp1140 cp1256 iso8859_2 iso8859_3 iso8859_4 iso8859_5 iso8859_6 iso8859_7 "
    "iso8859_8 iso8859_9 iso8859_10 iso8859_11 iso8859_13 iso8859_14 iso8859_15 iso8859_16 koi8_r "
    "mac_cyrillic mac_roman".split()
)
_PREFIX = "utflane_"
_Search = Callable[[str], "codecs.CodecInfo | None"]


def lookup(name: str) -> codecs.CodecInfo:
    """The codec of an encoding: what ``codecs.lookup`` returns once it is registered.

    >>> lookup("wtf-8").incrementaldecoder().decode(b"\\xed\\xa0\\x80", final=True)
    '\\ud800'
    """
    codec = Codec(name)
    if not codec.is_stateless:
        raise LookupError(f"{codec.name} has no codec here: use Python's")
    is_wtf8 = codec.name == "WTF-8"

    class IncrementalEncoder(codecs.IncrementalEncoder):
        _held = ""

        def encode(self, input: str, final: bool = False) -> bytes:
            text = self._held + input
            # What follows may make it one character with this.
            is_half = is_wtf8 and not final and text[-1:] >= "\ud800" and text[-1:] < "\udc00"
            self._held = text[-1:] if is_half else ""
            return codec.encode(text[:-1] if is_half else text, self.errors)[0]

        def reset(self) -> None:
            self._held = ""

        def getstate(self) -> int:
            return ord(self._held) if self._held else 0

        def setstate(self, state: int | str) -> None:
            self._held = chr(int(state)) if state else ""

    class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
        def _buffer_decode(self, input: Any, errors: str, final: bool) -> tuple[str, int]:
            return codec.decode(input, errors, final)

    class StreamWriter(codecs.StreamWriter):
        def encode(self, input: str, errors: str = "strict") -> tuple[bytes, int]:
            return codec.encode(input, errors)

    class StreamReader(codecs.StreamReader):
        def decode(self, input: Any, errors: str = "strict") -> tuple[str, int]:
            return codec.decode(input, errors, False)

    return codecs.CodecInfo(
        name=name,
        encode=codec.encode,
        decode=codec.decode,
        incrementalencoder=IncrementalEncoder,
        incrementaldecoder=IncrementalDecoder,
        streamwriter=StreamWriter,
        streamreader=StreamReader,
    )


def _found(name: str) -> codecs.CodecInfo | None:
    try:
        return lookup(name)
    except LookupError:
        return None


def _missing(name: str) -> codecs.CodecInfo | None:
    """What Python lacks, and all others by a prefix."""
    name = name.replace("-", "_")
    return _found(name.removeprefix(_PREFIX))


def _replaced(name: str) -> codecs.CodecInfo | None:
    """What Python has, too."""
    name = encodings.normalize_encoding(name)
    name = encodings.aliases.aliases.get(name, name)
    return _found(name) if name in REPLACED else None


def register(*, replace: bool = False) -> None:
    """Registers codecs under the names that Python lacks, and under ``utflane-NAME`` for all.

    With ``replace`` those of Python that do the same (``REPLACED``) are replaced by the faster ones
    of this package in the whole process. The encodings of which only some bytes differ
    (windows-1252 has no character for five bytes in Python, and a control character here) are not.

    >>> register()
    >>> "日本".encode("utflane-shift_jis")
    b'\\x93\\xfa\\x96{'
    """
    unregister()
    if replace:
        # The first that knows a name has it, and Python's own is the first.
        codecs.unregister(encodings.search_function)
        codecs.register(_replaced)
        codecs.register(encodings.search_function)
    codecs.register(_missing)


def unregister() -> None:
    """Takes back what ``register`` did."""
    codecs.unregister(_missing)
    codecs.unregister(_replaced)
