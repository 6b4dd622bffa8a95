#!/usr/bin/env python3
"""Compares `repair_mojibake` with ftfy, and prints columns of the table in docs/repair.md.

    pip install ftfy
    cargo bench --bench repair --package utflane-benches --no-run
    measure.py PROGRAM SENTENCES [--languages CODES] [--lines NUMBER] [--words FOLDER]
               [--cases FOLDER]

PROGRAM is the compiled bench `repair`. SENTENCES is a folder of files `LANGUAGE.txt` with one
sentence per line. The command damages sentences in each language: it decodes their UTF-8 as a code
page, up to three times. It also counts correct lines and words that either program changes.
"""

import argparse
import itertools
import json
import pathlib
import platform
import random
import subprocess
import time

import ftfy

PAGES = {
    "Latin-1": "latin-1",
    "windows-1250": "cp1250",
    "windows-1251": "cp1251",
    "windows-1252": "cp1252",
    "windows-1253": "cp1253",
    "windows-1254": "cp1254",
    "windows-1255": "cp1255",
    "windows-1256": "cp1256",
    "windows-1257": "cp1257",
    "ISO-8859-2": "iso8859-2",
    "ISO-8859-5": "iso8859-5",
    "ISO-8859-7": "iso8859-7",
    "ISO-8859-9": "iso8859-9",
    "ISO-8859-15": "iso8859-15",
    "MacRoman": "mac-roman",
    "x-mac-cyrillic": "mac-cyrillic",
    "KOI8-R": "koi8-r",
    "cp437": "cp437",
    "cp850": "cp850",
    "cp852": "cp852",
    "cp866": "cp866",
}
LANGUAGES = "ca cs da de el fr he hu it ja lt lv pl pt ro ru sv tr uk vi"
LINES = 60
MARKS = "©®™€£¥§«»“”–—"


def table_of(codec):
    """Returns the characters of all bytes. Unassigned bytes are control characters."""
    return [bytes([byte]).decode(codec, "ignore") or chr(byte) for byte in range(256)]


def damaged(text, table, times):
    for _ in range(times):
        text = "".join(table[byte] for byte in text.encode())
    return text


def run(program, lines):
    """Returns the lines after their repair."""
    text = "".join(line + "\n" for line in lines).encode()
    out = subprocess.run([program], input=text, stdout=subprocess.PIPE, check=True).stdout
    repaired = out.decode().split("\n")[:-1]
    assert len(repaired) == len(lines)
    return repaired


def sentences(folder, languages, count):
    """Returns `count` lines of each language that are not ASCII."""
    for language in languages:
        lines = (folder / f"{language}.txt").read_text().split("\n")
        lines = [line for line in lines if not line.isascii() and is_right(line)]
        yield from random.Random(1).sample(lines, count)


def is_right(line):
    """Returns whether a line can be damaged: sentences from web pages may already be mojibake."""
    is_lost = any(c in "\ufeff\ufffd" or "\x7f" <= c < "\xa0" for c in line)
    return not is_lost and "¿½" not in line and "ż˝" not in line and ftfy.fix_encoding(line) == line


def pages(program, lines):
    worse = 0
    print("| code page | utflane | ftfy |\n|---|---|---|")
    for name, codec in PAGES.items():
        table = table_of(codec)
        ours, theirs = [], []
        for times in (1, 2, 3):
            wrong = [damaged(line, table, times) for line in lines]
            repaired = run(program, wrong)
            fixed = [ftfy.fix_encoding(line) for line in wrong]
            ours.append(sum(map(str.__eq__, repaired, lines)))
            theirs.append(sum(map(str.__eq__, fixed, lines)))
            for right, before, after, fix in zip(lines, wrong, repaired, fixed):
                if fix == right and after not in (right, before):
                    worse += ftfy.fix_encoding(after) != right
        row = (" / ".join(f"{100 * n / len(lines):.1f}" for n in each) for each in (ours, theirs))
        print(f"| {name} | {' | '.join(row)} |", flush=True)
    print(f"\nLines that only ftfy repairs, and not after utflane: {worse}")


def right_lines(program, folder):
    lines = [line for path in sorted(folder.glob("*.txt")) for line in path.read_text().split("\n")]
    changed = [pair for pair in zip(lines, run(program, lines)) if pair[0] != pair[1]]
    fixed = sum(ftfy.fix_encoding(line) != line for line in lines)
    print(f"Correct lines: {len(lines)}; changed by utflane: {len(changed)}, by ftfy: {fixed}")
    for before, after in changed[:20]:
        print(f"  {before}\n  {after}")


def right_words(program, folder):
    count, changed = 0, []
    for path in sorted(folder.glob("*.txt")):
        words = [line.split(" ")[0] for line in path.read_text().split("\n")]
        words = [word for word in words if not word.isascii()]
        forms = {form for word in words for form in (word, word.title(), word.upper())}
        marked = [f"{form}{mark}" for form in forms for mark in MARKS]
        quoted = [f"{mark}{form}{mark}" for form in forms for mark in "“”«»„"]
        lines = [*forms, *marked, *quoted]
        count += len(lines)
        changed += (pair for pair in zip(lines, run(program, lines)) if pair[0] != pair[1])
    print(f"Correct words, alone and beside marks: {count}; changed by utflane: {len(changed)}")
    for before, after in changed[:20]:
        print(f"  {before}\n  {after}")


def cases(program, folder):
    """Counts the test cases of ftfy that come out as it expects, without its known failures."""
    tests = [case for path in sorted(folder.glob("*.json")) for case in json.loads(path.read_text())]
    pairs = [(case["original"], case.get("fixed-encoding", case["fixed"])) for case in tests]
    # The program reads lines.
    pairs = [pair for pair in pairs if "\n" not in pair[0]]
    repaired = run(program, [pair[0] for pair in pairs])
    fixed = [ftfy.fix_encoding(pair[0]) for pair in pairs]
    for name, results in (("utflane", repaired), ("ftfy", fixed)):
        kept = [after == before for (before, right), after in zip(pairs, results) if before == right]
        got = [after == right for (before, right), after in zip(pairs, results) if before != right]
        print(f"Cases of ftfy, {name}: {len(kept) - sum(kept)} of {len(kept)} correct ones changed,"
              f" {sum(got)} of {len(got)} repaired")


def speed(program, lines):
    tables = [table_of(codec) for codec in PAGES.values()]
    text = [damaged(line, table, 1) for line, table in zip(lines, itertools.cycle(tables))]
    for name, part in (("damaged", text), ("correct", lines)):
        whole = "\n".join(part)
        many = ("\n".join([whole] * 20)).encode()
        ours, theirs = [], []
        for _ in range(3):
            ours.append(float(subprocess.run([program, "time"], input=many, check=True,
                                             stdout=subprocess.PIPE).stdout) / 20)
            start = time.perf_counter()
            for line in part:
                ftfy.fix_encoding(line)
            theirs.append(time.perf_counter() - start)
        print(f"Time for {name} lines: ftfy takes {min(theirs) / min(ours):.0f} times as long")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("sentences", type=pathlib.Path)
    parser.add_argument("--languages", default=LANGUAGES)
    parser.add_argument("--lines", type=int, default=LINES)
    parser.add_argument("--words", type=pathlib.Path)
    parser.add_argument("--cases", type=pathlib.Path)
    options = parser.parse_args()
    lines = list(sentences(options.sentences, options.languages.split(), options.lines))
    print(f"ftfy {ftfy.__version__}, Python {platform.python_version()}, {len(lines)} lines\n")
    pages(options.program, lines)
    right_lines(options.program, options.sentences)
    if options.words:
        right_words(options.program, options.words)
    if options.cases:
        cases(options.program, options.cases)
    speed(options.program, lines)


if __name__ == "__main__":
    main()
