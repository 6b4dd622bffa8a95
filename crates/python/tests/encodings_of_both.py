"""The encodings that both Python and utflane have, and the differences between their tables."""

from utflane.codecs import REPLACED

# Single-byte encodings in which Python differs: some bytes are unassigned that are control
# characters in the Encoding Standard, or a table is older or newer.
C1_UNDEFINED = "cp874 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1257 cp1258".split()
DIFFERENT = {
    "cp273": {0xBC},
    "cp875": {0xDC, 0xE1, 0xEC, 0xED, 0xFC, 0xFD},
    "koi8_u": {0xAE, 0xBE},
    "tis_620": {0xA0},
}

UNICODE = "utf-8 utf-16-le utf-16-be utf-32-le utf-32-be utf-16 utf-32".split()
SAME = sorted(REPLACED) + ["ascii", "latin-1"] + UNICODE
CODE_PAGES = sorted(REPLACED - {"cp949"}) + ["ascii", "latin-1"]

# Multi-byte encodings whose tables differ in some characters.
EAST_ASIAN = "gbk gb18030 cp932 euc_jp big5hkscs".split()

HANDLERS = (
    "strict ignore replace backslashreplace surrogateescape surrogatepass xmlcharrefreplace "
    "namereplace".split()
)


def answer(function, *arguments):
    """Returns the result of a function, or its exception in a comparable form."""
    try:
        return function(*arguments)
    except UnicodeDecodeError as error:
        return "decode", error.start, error.end, error.reason, bytes(error.object), error.encoding
    except UnicodeEncodeError as error:
        return "encode", error.start, error.end, error.reason, error.object, error.encoding
    except (IndexError, TypeError, LookupError, OverflowError) as error:
        # `bytes.decode` wraps the message of the handler in its own.
        return type(error)
