"""Files that are easily misdetected: `detect` and `encoding="auto"` agree about each."""

import pathlib
import re

import pytest

import utflane

FOLDER = pathlib.Path(__file__).parents[3] / "tests" / "hostile"


def rows():
    table = (FOLDER / "README.md").read_text(encoding="utf-8")
    cells = r"(?m)^\| `([^`]+)` \|.*\| (\S+) \| (\w+) \| (\w+) \| (\w+) \| (\S*) ?\|$"
    lines = re.findall(cells, table)
    assert {line[0] for line in lines} >= {"utf16le-odd", "utf7"}
    return lines


@pytest.mark.parametrize("name, encoding, certainty, exact, read, guess", rows())
def test_auto_reads_what_is_reliable(name, encoding, certainty, exact, read, guess):
    data = (FOLDER / "detect" / name).read_bytes()
    found = utflane.detect(data)
    seen = (found.encoding or "-", found.certainty, found.exact, found.reliable)
    if guess in ("", "-"):
        assert seen == (encoding, certainty, exact == "yes", read == "yes")
    else:
        assert (found.encoding, found.certainty in ("guess", "likely")) == (guess, True)
    # Without a header, lines may have fewer values than the first.
    options = {"header": False, "truncated_rows": True, "on_bad": "set_aside"}
    if found.reliable:
        expected = "UTF-8" if encoding == "US-ASCII" else found.encoding
        if data:
            assert utflane.read_csv(data, **options).encoding == expected
        return
    words = f"perhaps in {found.encoding}" if found.encoding else "encoding of the file is unknown"
    with pytest.raises(ValueError, match=words):
        utflane.read_csv(data, **options)
    if encoding == "-":
        assert utflane.read_csv(data, fallback="cp1252", **options).encoding == "windows-1252"
