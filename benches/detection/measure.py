#!/usr/bin/env python3
"""Measures how often `detect_any` and other libraries report the right encoding, and writes the tables of docs/detection.md.

usage: cargo build --release --example detect --features detect-legacy,multibyte
       measure.py FOLDER target/release/examples/detect [--peers]
       measure.py --files FOLDER target/release/examples/detect [--peers]

FOLDER contains LANGUAGE.txt, lines of text in that language. The text must not be that of train.py. The tables in
docs/detection.md were made from the test sentences of the public repository pemistahl/lingua-rs, which come from
newspapers and web pages. Other libraries (--peers): chardet, charset-normalizer, and uchardet by faust-cchardet.

With --files, FOLDER contains files in subfolders ENCODING or ENCODING-LANGUAGE, like the tests of chardet. The result is a
row for each library, and a line on the standard error stream for each wrong answer of utflane.

An answer is right if it decodes the piece to the same text as the true encoding.
"""
import collections, importlib.metadata, pathlib, random, re, struct, subprocess, sys, time, unicodedata

# The languages of each encoding, by its name in Python.
FAMILIES = {
    "Unicode": {"utf-8": "fr de pl ru el he ar th ja ko zh hi", "utf-16-le": "fr ru ja zh", "utf-16-be": "de el ko hi", "utf-32-le": "pl ja"},
    "Windows": {"cp1250": "pl cs sk hu ro hr sl", "cp1251": "ru uk be bg mk sr", "cp1252": "fr de es pt it nl sv da nb is fi ca",
                "cp1253": "el", "cp1254": "tr", "cp1255": "he", "cp1256": "ar fa", "cp1257": "lt lv et", "cp1258": "vi", "cp874": "th"},
    "ISO 8859, KOI8": {"iso8859-1": "fr de es", "iso8859-2": "pl cs sk hu ro hr", "iso8859-3": "eo", "iso8859-4": "lt lv et", "iso8859-5": "ru bg mk",
                 "iso8859-6": "ar", "iso8859-7": "el", "iso8859-8": "he", "iso8859-9": "tr", "iso8859-10": "is", "iso8859-13": "lt lv et",
                 "iso8859-14": "cy ga", "iso8859-15": "fr fi et", "iso8859-16": "ro", "koi8-r": "ru", "koi8-u": "uk"},
    "DOS": {"cp437": "fr de es", "cp850": "fr de es pt", "cp852": "pl cs hu hr", "cp855": "ru sr", "cp857": "tr", "cp862": "he", "cp866": "ru be", "cp869": "el"},
    "Mac OS": {"mac_roman": "fr de es it sv", "mac_cyrillic": "ru bg"},
    "EBCDIC": {"cp037": "en fr de es", "cp500": "fr de"},
    "East Asia": {"cp932": "ja", "euc_jp": "ja", "euc_kr": "ko", "johab": "ko", "gb18030": "zh", "big5": "zh"},
    "7 bits": {"utf-7": "fr ru ja", "hz": "zh", "iso2022_jp": "ja", "iso2022_kr": "ko"},
}
# Names that Python does not know.
PYTHON = {"macintosh": "mac_roman", "x-mac-cyrillic": "mac_cyrillic", "windows-874": "cp874", "EUC-KR": "cp949", "Shift_JIS": "cp932",
          "Big5": "big5hkscs", "HZ-GB-2312": "hz", "IBM00858": "cp858", "IBM01140": "cp1140", "MAC-CYRILLIC": "mac_cyrillic"}
SIZES = ["line", "2 to 5 lines", "file"]


def known(name):
    name = PYTHON.get(name, name)
    return "cp" + name[3:] if name.startswith("IBM") else name


def prepared(encoding, language, text):
    """The text as it is written in legacy encodings."""
    if language == "vi" and encoding == "cp1258":
        tones, out = "\u0300\u0301\u0303\u0309\u0323", ""
        for character in text:
            parts = unicodedata.normalize("NFD", character)
            out += unicodedata.normalize("NFC", "".join(c for c in parts if c not in tones)) + "".join(c for c in parts if c in tones)
        return out
    if language == "ro" and encoding in ("cp1250", "iso8859-2"):
        return text.translate(str.maketrans("șțȘȚ", "şţŞŢ"))
    return text


def is_clean(line):
    """Whether a line has no traces of an earlier conversion error."""
    return not any(0x7F <= ord(c) < 0xA0 or c in "¤\ufffd" for c in line) and "ďż" not in line and "Ã" not in line


def pieces(folder):
    source = random.Random(7)
    for family, encodings in FAMILIES.items():
        for encoding, languages in encodings.items():
            for language in languages.split():
                if not (folder / f"{language}.txt").exists():
                    continue
                lines = [line for line in (folder / f"{language}.txt").read_text().splitlines() if is_clean(line)]
                source.shuffle(lines)
                coded = []
                for line in lines:
                    try:
                        data = prepared(encoding, language, line).encode(encoding)
                    except UnicodeEncodeError:
                        continue
                    if data != line.encode("ascii", "ignore"):
                        coded.append(line)
                for size, count, lowest, highest in [(0, 60, 1, 1), (1, 25, 2, 5), (2, 6, 40, 40)]:
                    for index in range(count if len(coded) > 4 else 0):
                        some = coded[index : index + 1] if size == 0 else source.sample(coded, min(len(coded), source.randint(lowest, highest)))
                        if some:
                            text = prepared(encoding, language, "\n".join(some) + "\n")
                            yield family, encoding, size, text.encode(encoding)


def is_right(encoding, data, answer):
    try:
        return bool(answer) and data.decode(known(answer)) == data.decode(encoding)
    except (UnicodeError, LookupError):
        return False


def ours(program, pieces):
    data = b"".join(struct.pack("<I", len(piece)) + piece for piece in pieces)
    return [line.split("\t") for line in subprocess.run([program], input=data, capture_output=True, check=True).stdout.decode().splitlines()]


def peers():
    import cchardet, chardet, charset_normalizer

    yield "chardet", lambda data: chardet.detect(data)["encoding"]
    yield "charset-normalizer", lambda data: charset_normalizer.detect(data)["encoding"]
    yield "faust-cchardet", lambda data: cchardet.detect(data)["encoding"]


# Encodings that the tests of chardet name differently than Python.
FILES = {"MacCyrillic": "mac_cyrillic", "MacRoman": "mac_roman", "CP949": "cp949", "EUC-KR": "cp949", "SHIFT_JIS": "cp932",
         "GB2312": "gb18030", "Big5": "big5hkscs", "TIS-620": "cp874"}
LANGUAGE = re.compile("-[a-z]{5,}$")


def decoded(data, encoding):
    """The text without a byte order mark, or None."""
    try:
        return data.decode(encoding, "replace").removeprefix("\ufeff") if encoding else None
    except LookupError:
        return None


def measure_files(folder, program):
    files = []
    for path in sorted(folder.glob("*/*")):
        encoding = LANGUAGE.sub("", path.parent.name)
        data = path.read_bytes()
        text = decoded(data, FILES.get(encoding, encoding))
        if text is not None:
            files.append((path, data, text))
    every = [data for _, data, _ in files]
    answers = ours(program, every)
    right = {"utflane": [decoded(data, known(name)) == text for (_, data, text), (name, *_) in zip(files, answers)]}
    for (path, *_), answer, is_right in zip(files, answers, right["utflane"]):
        if not is_right:
            print(f"{path.parent.name}/{path.name}: {' '.join(answer)}", file=sys.stderr)
    if "--peers" in sys.argv:
        for name, detect in peers():
            found = [detect(data) for data in every]
            right[f"{name} {importlib.metadata.version(name)}"] = [decoded(data, name and known(name)) == text for (_, data, text), name in zip(files, found)]
    print(f"{len(files)} files\n\n| | right |\n|---|---|")
    for name, results in right.items():
        print(f"| {name} | {100 * sum(results) / len(results):.1f} % |")


def all_sizes(tables, row):
    return all(tables["utflane"][row, size][1] for size in range(3))


def main():
    if sys.argv[1] == "--files":
        return measure_files(pathlib.Path(sys.argv[2]), sys.argv[3])
    folder, program = pathlib.Path(sys.argv[1]), sys.argv[2]
    every = list(pieces(folder))
    answers = ours(program, [piece for *_, piece in every])
    contenders = {"utflane": [name for name, *_ in answers]}
    if "--peers" in sys.argv:
        for name, detect in peers():
            start = time.process_time()
            contenders[f"{name} {importlib.metadata.version(name)}"] = [detect(data) for *_, data in every]
            print(f"{name}: {sum(len(piece) for *_, piece in every) / 1e6 / (time.process_time() - start):.2f} MB/s", file=sys.stderr)
    tables = {name: collections.defaultdict(lambda: [0, 0]) for name in contenders}
    for name, found in contenders.items():
        for (family, encoding, size, data), answer in zip(every, found):
            right = is_right(encoding, data, answer)
            for key in [("all", size), (family, size), (encoding, size)]:
                tables[name][key][0] += right
                tables[name][key][1] += 1
    print(f"{len(every)} pieces\n")
    print("| | " + " | ".join(f"{name}: {', '.join(SIZES)}" for name in contenders) + " |")
    print("|---|" + "---|" * len(contenders))
    for row in ["all", *FAMILIES]:
        if not all_sizes(tables, row):
            continue
        cells = [" / ".join(f"{100 * tables[name][row, size][0] / tables[name][row, size][1]:.1f}" for size in range(3)) for name in contenders]
        print(f"| {row} | " + " | ".join(cells) + " |")
    print("\n| encoding | " + " | ".join(SIZES) + " |\n|---|---|---|---|")
    for family in FAMILIES.values():
        for encoding in family:
            counts = [tables["utflane"][encoding, size] for size in range(3)]
            print(f"| {encoding} | " + " | ".join(f"{100 * right / total:.1f}" if total else "" for right, total in counts) + " |")
    print("\n| confidence | pieces | wrong |\n|---|---|---|")
    by_certainty = collections.defaultdict(lambda: [0, 0])
    for (family, encoding, size, data), (name, language, certainty, *_) in zip(every, answers):
        by_certainty[certainty][0] += 1
        right = is_right(encoding, data, name)
        by_certainty[certainty][1] += not right
        if not right and certainty != "Guess":
            print(encoding, name, certainty, data.decode(encoding)[:80], file=sys.stderr)
    for certainty, (count, wrong) in by_certainty.items():
        print(f"| {certainty} | {count} | {wrong} |")


if __name__ == "__main__":
    main()
