"""Compares this package with CPython's codecs, and its CSV reader with pandas, Polars, pyarrow and
DuckDB, and writes the tables into the README.

    python bench/bench.py [--write] [--megabytes 200] [text] [malformed] [files]

The libraries alternate; a figure is the ratio of the shortest times. Results are compared first.
"""

from __future__ import annotations

import argparse
import datetime
import functools
import io
import os
import pathlib
import platform
import random
import tempfile
import time

import utflane

README = pathlib.Path(__file__).parent.parent / "README.md"

LANGUAGES = {
    "French": ("cp1252", "Portez ce vieux whisky au juge blond qui fume, l’élève reçut 12 € à Noël. "),
    "Polish": ("cp1250", "Pchnąć w tę łódź jeża lub ośm skrzyń fig, zażółć gęślą jaźń. "),
    "Russian": ("cp1251", "Съешь ещё этих мягких французских булок, да выпей же чаю. "),
    "Korean": ("cp949", "키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다. "),
    "Japanese": ("cp932", "いろはにほへと ちりぬるを 我が世誰ぞ 常ならむ 有為の奥山、カタカナ。 "),
    "Chinese": ("gbk", "视野无限广，窗外有蓝天；天地玄黄，宇宙洪荒，日月盈昃。 "),
}
ASCII = "The quick brown fox jumps over the lazy dog. "
SIZES = [16, 256, 1024, 65536, 1 << 20, 64 << 20]


def shortest(contenders, seconds):
    """Returns the shortest time per call of each contender. They alternate."""
    clock = time.perf_counter
    counts = {}
    for name, call in contenders.items():
        start = clock()
        call()
        once = clock() - start
        counts[name] = max(1, min(20_000, int(0.001 / max(once, 1e-7))))
    best = dict.fromkeys(contenders, float("inf"))
    end = clock() + seconds
    rounds = 0
    while rounds < 3 or (clock() < end and rounds < 1000):
        for name, call in contenders.items():
            numbers = range(counts[name])
            start = clock()
            for _ in numbers:
                call()
            taken = (clock() - start) / counts[name]
            best[name] = min(best[name], taken)
        rounds += 1
    return best


def shown(ratio):
    return f"{ratio:.0f}" if ratio >= 9.95 else f"{ratio:.1f}"


def size_name(size):
    for unit, name in ((1 << 20, "MB"), (1 << 10, "KB")):
        if size >= unit:
            return f"{size // unit} {name}"
    return f"{size} B"


def text_table(seconds):
    lines = ["| | | " + " | ".join(map(size_name, SIZES)) + " |", "|---|---|" + "--:|" * len(SIZES)]
    rows = [(name, *what) for name, what in LANGUAGES.items()]
    rows.append(("Korean", "utf-8", LANGUAGES["Korean"][1]))
    rows.append(("Korean", "utf-16-le", LANGUAGES["Korean"][1]))
    rows.append(("ASCII", "cp1252", ASCII))
    rows.append(("ASCII", "utf-8", ASCII))
    for verb in ("decode", "encode"):
        for name, encoding, text in rows:
            ratios = []
            for size in SIZES:
                sample = text.encode(encoding)
                data = (sample * (size // len(sample) + 1))[:size].decode(encoding, "ignore")
                data = data.encode(encoding)
                string = data.decode(encoding)
                if verb == "decode":
                    ours = functools.partial(utflane.decode, data, encoding)
                    theirs = functools.partial(data.decode, encoding)
                else:
                    ours = functools.partial(utflane.encode, string, encoding)
                    theirs = functools.partial(string.encode, encoding)
                assert ours() == theirs()
                best = shortest({"ours": ours, "theirs": theirs}, seconds)
                ratios.append(shown(best["theirs"] / best["ours"]))
            lines.append(f"| `{verb}` {encoding} | {name} | " + " | ".join(ratios) + " |")
            print(lines[-1], flush=True)
    return lines


HANDLERS = ("ignore", "replace", "surrogateescape", "backslashreplace")
ENCODING_HANDLERS = ("ignore", "replace", "backslashreplace", "xmlcharrefreplace", "namereplace")
RATES = [0.0001, 0.001, 0.01, 0.1, 0.5, 1]
MALFORMED = {
    "utf-8": (LANGUAGES["Korean"][1], b"\xff"),
    "ascii": (ASCII, b"\xff"),
    "cp1253": ("Θέλει αρετή και τόλμη η ελευθερία. ", b"\xd2"),
    "cp949": (LANGUAGES["Korean"][1], b"\xff"),
    "cp932": (LANGUAGES["Japanese"][1], b"\x85\n"),
    "gbk": (LANGUAGES["Chinese"][1], b"\xff"),
    "utf-16-le": (LANGUAGES["Korean"][1], b"\x00\xdc"),
}
UNREPRESENTABLE = "\U0001f600"


def spoiled(characters, bad, rate, size, empty):
    """Joins characters. Replaces each with a bad one with the probability `rate`."""
    choice, found, length = random.Random(rate), [], 0
    while length < size:
        for character in characters:
            found.append(bad if choice.random() < rate else character)
            length += len(found[-1])
    return empty.join(found)


def malformed_table(seconds, size=1 << 16):
    """Compares error handlers. An alphabet for each row, and a share of errors for each column."""
    shown_rates = [f"{rate:.2%}".rstrip("0").rstrip(".") if rate < 0.001 else f"{rate:.1%}" for rate in RATES]
    shown_rates = [rate.replace(".0%", "%").rstrip("%") + " %" for rate in shown_rates]
    lines = ["| | | " + " | ".join(shown_rates) + " |", "|---|---|" + "--:|" * len(RATES)]
    for verb, handlers in (("decode", HANDLERS), ("encode", ENCODING_HANDLERS)):
        for encoding, (text, bad) in MALFORMED.items():
            for handler in handlers:
                ratios = []
                for rate in RATES:
                    if verb == "decode":
                        data = spoiled([c.encode(encoding) for c in text], bad, rate, size, b"")
                        ours = functools.partial(utflane.decode, data, encoding, handler)
                        theirs = functools.partial(data.decode, encoding, handler)
                    else:
                        wrong = "\ud800" if encoding.startswith("utf") else UNREPRESENTABLE
                        string = spoiled(text, wrong, rate, size, "")
                        ours = functools.partial(utflane.encode, string, encoding, handler)
                        theirs = functools.partial(string.encode, encoding, handler)
                    try:
                        expected = theirs()
                    except UnicodeError:
                        # This handler does not accept these errors.
                        break
                    assert ours() == expected, (verb, encoding, handler, rate)
                    best = shortest({"ours": ours, "theirs": theirs}, seconds)
                    ratios.append(best["theirs"] / best["ours"])
                if ratios:
                    cells = " | ".join(map(shown, ratios))
                    lines.append(f"| `{verb}` {encoding} | {handler} | {cells} |")
                    print(lines[-1], flush=True)
    return lines


FILES = {
    "utf-8": "Korean",
    "cp1252": "French",
    "cp949": "Korean",
    "cp932": "Japanese",
    "utf-16": "Korean",
}


def make_file(path, encoding, language, size):
    """Writes a table with eight columns: text, numbers, dates."""
    text = LANGUAGES[language][1]
    day = datetime.date(2020, 1, 1)
    rows = []
    for row in range(4000):
        start = row * 7 % (len(text) - 30)
        name, note = text[start : start + 12].strip(" ,"), text[start : start + 30].strip()
        name, note = name.replace(",", " "), note.replace(",", ";")
        date = day + datetime.timedelta(days=row % 1500)
        rows.append(
            f"{row * 7919},{name},{row % 97},{row * 0.37 + 0.01:.2f},{date},{note},"
            f"{'true' if row % 3 else 'false'},{row * 104729}"
        )
    body = ("\n".join(rows) + "\n").encode("utf-16-le" if encoding == "utf-16" else encoding)
    header = "id,name,group,amount,day,note,flag,code\n".encode(encoding)
    with open(path, "wb") as file:
        file.write(header)
        for _ in range(max(1, size // len(body))):
            file.write(body)


def readers(path, encoding):
    import duckdb
    import pandas
    import polars
    import pyarrow.csv

    def by_pyarrow():
        return pyarrow.csv.read_csv(
            path, read_options=pyarrow.csv.ReadOptions(encoding=encoding)
        ).num_rows

    def by_polars():
        return polars.read_csv(
            path, encoding="utf8" if encoding == "utf-8" else encoding, try_parse_dates=True
        ).height

    def by_pandas():
        return len(pandas.read_csv(path, encoding=encoding, engine="c"))

    def by_duckdb():
        name = {"cp1252": "windows-1252", "cp932": "ibm-943", "cp949": "windows-949"}
        encoded = name.get(encoding, encoding)
        relation = duckdb.sql(f"select * from read_csv('{path}', encoding='{encoded}')")
        return relation.to_arrow_table().num_rows

    return {
        "utflane": lambda: utflane.read_csv(path, encoding).num_rows,
        "pyarrow": by_pyarrow,
        "Polars": by_polars,
        "pandas": by_pandas,
        "DuckDB": by_duckdb,
    }


def files_table(megabytes, rounds):
    lines = [
        "| encoding | utflane, MB/s | pyarrow | Polars | pandas | DuckDB | ratio to the best |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        for encoding, language in FILES.items():
            path = os.path.join(folder, "file.csv")
            make_file(path, encoding, language, megabytes << 20)
            contenders, best = readers(path, encoding), {}
            expected = contenders["utflane"]()
            for name in list(contenders):
                try:
                    found = contenders[name]()
                    assert found == expected, (name, found, expected)
                    best[name] = float("inf")
                except AssertionError:
                    raise
                except Exception as error:
                    print(f"{encoding}: {name} does not read it: {str(error).splitlines()[0][:90]}")
                    del contenders[name]
            for _ in range(rounds):
                for name, call in contenders.items():
                    start = time.perf_counter()
                    call()
                    best[name] = min(best[name], time.perf_counter() - start)
            speed = os.path.getsize(path) / 1e6 / best["utflane"]
            others = {name: time for name, time in best.items() if name != "utflane"}
            cells = [
                shown(best[name] / best["utflane"]) if name in best else "–"
                for name in ("pyarrow", "Polars", "pandas", "DuckDB")
            ]
            ratio = min(others.values()) / best["utflane"]
            line = f"| {encoding} | {speed:.0f} | " + " | ".join(cells) + f" | {shown(ratio)} |"
            lines.append(line)
            print(line, flush=True)
    return lines


def write(name, lines):
    """Replaces the lines between the markers of a table in the README."""
    text = README.read_text(encoding="utf-8")
    begin, end = f"<!-- {name}: by bench/bench.py --write -->\n", f"<!-- end of {name} -->"
    before, rest = text.split(begin)
    _, after = rest.split(end)
    README.write_text(before + begin + "\n".join(lines) + "\n" + end + after, encoding="utf-8")


def processor():
    with io.open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("tables", nargs="*", default=["text", "malformed", "files"])
    arguments.add_argument("--write", action="store_true", help="write the tables into the README")
    arguments.add_argument("--megabytes", type=int, default=200, help="size of the files")
    arguments.add_argument("--rounds", type=int, default=3, help="rounds with each file")
    arguments.add_argument("--seconds", type=float, default=0.3, help="time for a pair of figures")
    options = arguments.parse_args()
    machine = (
        f"{processor()}, {os.cpu_count()} cores, CPython {platform.python_version()}, "
        f"{datetime.date.today()}:"
    )
    print(machine)
    for name in options.tables:
        match name:
            case "text":
                lines = text_table(options.seconds)
            case "malformed":
                lines = malformed_table(options.seconds)
            case "files":
                lines = files_table(options.megabytes, options.rounds)
            case _:
                raise SystemExit(f"no table {name}")
        if options.write:
            write(name, [machine, "", *lines])


if __name__ == "__main__":
    main()
