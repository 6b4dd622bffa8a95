"""Codecs for ``open(path, encoding=...)`` and ``bytes.decode``, with the functions of this package.

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

# The encodings whose results equal those of Python for any input, including malformed text. A test
# compares all bytes, all pairs of bytes and all characters.
REPLACED = frozenset(
    "cp037 cp437 cp500 cp720 cp737 cp775 cp850 cp852 cp855 cp857 cp858 cp860 cp861 cp862 cp863 "
    "cp864 cp865 cp866 cp869 cp949 cp1026 cp1125 cp1140 cp1256 iso8859_2 iso8859_3 iso8859_4 "
    "iso8859_5 iso8859_6 iso8859_7 iso8859_8 iso8859_9 iso8859_10 iso8859_11 iso8859_13 "
    "iso8859_14 iso8859_15 iso8859_16 koi8_r kz1048 mac_croatian mac_cyrillic mac_greek "
    "mac_iceland mac_latin2 mac_roman mac_romanian mac_turkish ptcp154".split()
)
_PREFIX = "utflane_"
_is_replacing = False
_Search = Callable[[str], "codecs.CodecInfo | None"]


def lookup(name: str) -> codecs.CodecInfo:
    """Returns the codec of an encoding, like ``codecs.lookup`` after ``register``.

    >>> lookup("wtf-8").incrementaldecoder().decode(b"\\xed\\xa0\\x80", final=True)
    '\\ud800'
    """
    codec = Codec(name)
    if not codec.has_parts:
        raise LookupError(f"{codec.name} has no codec in utflane: use Python's")
    is_wtf8 = codec.name == "WTF-8"

    class IncrementalEncoder(codecs.IncrementalEncoder):
        _held = ""
        _state = 0

        def encode(self, input: str, final: bool = False) -> bytes:
            text = self._held + input
            # The next part may complete a surrogate pair.
            is_half = is_wtf8 and not final and text[-1:] >= "\ud800" and text[-1:] < "\udc00"
            self._held = text[-1:] if is_half else ""
            text = text[:-1] if is_half else text
            data, self._state = codec.encode_part(text, self.errors, final, self._state)
            return data

        def reset(self) -> None:
            self._held = ""
            self._state = 0

        def getstate(self) -> int:
            # Only WTF-8 holds back a character, and it has no other state.
            return ord(self._held) if self._held else self._state

        def setstate(self, state: int | str) -> None:
            state = int(state)
            self._held = chr(state) if is_wtf8 and state else ""
            self._state = 0 if is_wtf8 else state

    class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
        _state = 0

        def _buffer_decode(self, input: Any, errors: str, final: bool) -> tuple[str, int]:
            text, read, self._state = codec.decode_part(input, errors, final, self._state)
            return text, read

        def reset(self) -> None:
            super().reset()
            self._state = 0

        def getstate(self) -> tuple[bytes, int]:
            return super().getstate()[0], self._state

        def setstate(self, state: tuple[bytes, int]) -> None:
            super().setstate(state)
            self._state = state[1]

    class StreamWriter(codecs.StreamWriter):
        def encode(self, input: str, errors: str = "strict") -> tuple[bytes, int]:
            return codec.encode(input, errors)

    class StreamReader(codecs.StreamReader):
        _state = 0

        def decode(self, input: Any, errors: str = "strict") -> tuple[str, int]:
            text, read, self._state = codec.decode_part(input, errors, False, self._state)
            return text, read

        def reset(self) -> None:
            super().reset()
            self._state = 0

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
    """Finds encodings that Python lacks, and others by a prefix."""
    name = name.replace("-", "_")
    return _found(name.removeprefix(_PREFIX))


def _replaced(name: str) -> codecs.CodecInfo | None:
    """Finds encodings that Python also has."""
    name = encodings.normalize_encoding(name)
    name = encodings.aliases.aliases.get(name, name)
    return _found(name) if name in REPLACED else None


def register(*, replace: bool = False) -> None:
    """Registers codecs for the names that Python lacks, and for encodings as ``utflane-NAME``.

    ``utf-16``, ``utf-32`` and ``utf-8-sig`` have no such codec: use Python's.

    With ``replace``, the faster codecs of this package replace Python's codecs with the same results
    (``REPLACED``) in the whole process, until ``unregister`` is called. Another call of
    ``register()`` does not restore Python's codecs. Encodings in which some bytes differ are not
    replaced (in windows-1252, five bytes are unassigned in Python, and control characters here).

    >>> register()
    >>> "日本".encode("utflane-shift_jis")
    b'\\x93\\xfa\\x96{'
    """
    global _is_replacing
    replace = replace or _is_replacing
    unregister()
    _is_replacing = replace
    if replace:
        # The first search function that finds a name wins, and Python's own is the first by
        # default.
        codecs.unregister(encodings.search_function)
        codecs.register(_replaced)
        codecs.register(encodings.search_function)
    codecs.register(_missing)


def unregister() -> None:
    """Undoes ``register``."""
    global _is_replacing
    _is_replacing = False
    codecs.unregister(_missing)
    codecs.unregister(_replaced)
