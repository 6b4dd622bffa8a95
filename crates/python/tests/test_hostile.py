"""Files that are easily misdetected: `detect` and `encoding="auto"` agree about each."""

import pathlib
import re

import pytest

import utflane

FOLDER = pathlib.Path(__file__).parents[3] / "tests" / "hostile"


def rows():
    table = (FOLDER / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"(?m)^\| `([^`]+)` \|.*\| (\S+) \| (\w+) \| (\w+) \| (\w+) \|.*\|$", table)
    assert {line[0] for line in lines} >= {"utf16le-odd", "utf7"}
    return lines


@pytest.mark.parametrize("name, encoding, certainty, exact, read", rows())
def test_auto_reads_what_is_reliable(name, encoding, certainty, exact, read):
    data = (FOLDER / "detect" / name).read_bytes()
    found = utflane.detect(data)
    seen = (found.encoding or "-", found.certainty, found.exact, found.reliable)
    assert seen == (encoding, certainty, exact == "yes", read == "yes")
    # Without a header, lines may have fewer values than the first.
    options = {"header": False, "truncated_rows": True, "on_bad": "set_aside"}
    if found.reliable:
        expected = "UTF-8" if encoding == "US-ASCII" else encoding
        if data:
            assert utflane.read_csv(data, **options).encoding == expected
        return
    words = "no Unicode encoding" if encoding == "-" else f"perhaps in {encoding}"
    with pytest.raises(ValueError, match=words):
        utflane.read_csv(data, **options)
    if encoding == "-":
        assert utflane.read_csv(data, fallback="cp1252", **options).encoding == "windows-1252"
