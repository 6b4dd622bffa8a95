#!/usr/bin/env python3
"""Writes the tables of the detection of legacy encodings: src/detect/legacy/{bigrams,characters}.bin.

usage: train.py FOLDER

FOLDER contains a list of words for each language, LANGUAGE.txt: in each line a word, a space and the number of its
occurrences. The tables were made from the lists of subtitles from 2018 in the public repository
hermitdave/FrequencyWords, and from the dictionaries of Debian's packages for the languages that it lacks: Belarusian,
Irish and Welsh. None of these texts is used by the tests or by measure.py.

bigrams.bin: for each language
    2 bytes       code of the language
    1 byte        number n of its letters
    2 n bytes     the code points of its letters in ascending order, as UTF-16LE
    (n + 1)^2 nibbles, lower nibble first: the cost in bits of letter y after letter x, at x * (n + 1) + y. Letter 0
                  is the end of the word before, and the end of the word.

characters.bin: for each of GB 2312, JIS X 0208, KS X 1001 and Big5, 2 bits for each character, lowest bits first:
                  the frequency class, 0 (most frequent) to 3. The index is 94 * row + column, or for Big5
                  157 * row + column.
"""
import collections, math, pathlib, sys, unicodedata

LATIN = "en fr de es pt it nl sv da no is fi et lv lt pl cs sk hu ro hr sl sq tr ca eu eo af id vi cy ga".split()
CYRILLIC = "ru uk be bg mk sr".split()
OTHERS = "el he ar fa th".split()
LANGUAGES = LATIN + CYRILLIC + OTHERS

# A letter belongs to the alphabet of a language if it is at least this share of all letters.
RARE = 2e-5
# Languages whose words come from a dictionary.
DICTIONARIES = {"be", "cy", "ga"}
# Rare letters that belong to the alphabet nevertheless, and letters that only occur in damaged text.
RARE_LETTERS = {"cy": "áéìíòóùúûŷ", "et": "ž", "fi": "å"}
DAMAGE = {"af": "ł", "et": "ðþ", "is": "āąčđğķōşũūų", "no": "ĺ"}
# Weight of the smoothing by the frequency of the letters.
SMOOTHING = 50
MOST_BITS = 15


def script_of(character):
    name = unicodedata.name(character, "")
    if name.startswith("COMBINING"):
        return "latin"
    return name.split(" ")[0].lower()


SCRIPTS = {"el": "greek", "he": "hebrew", "ar": "arabic", "fa": "arabic", "th": "thai"}
SCRIPTS |= dict.fromkeys(LATIN, "latin") | dict.fromkeys(CYRILLIC, "cyrillic")

SERBIAN = {"lj": "љ", "nj": "њ", "dž": "џ"} | dict(zip("abcčćdđefghijklmnoprsštuvzž", "абцчћдђефгхијклмнопрсштувзж"))


def to_cyrillic(word):
    for latin, cyrillic in SERBIAN.items():
        word = word.replace(latin, cyrillic)
    return word


TONES = "\u0300\u0301\u0303\u0309\u0323"


def to_windows_1258(word):
    """The base letters with their circumflex, breve or horn, followed by the tone."""
    out = ""
    for character in word:
        parts = unicodedata.normalize("NFD", character)
        tones = "".join(part for part in parts if part in TONES)
        out += unicodedata.normalize("NFC", "".join(part for part in parts if part not in TONES)) + tones
    return out


def words(folder, language):
    for line in (folder / f"{language}.txt").read_text().splitlines():
        word, _, count = line.rpartition(" ")
        word = unicodedata.normalize("NFC", word.lower())
        if language == "sr":
            word = to_cyrillic(word)
        if language == "vi":
            word = to_windows_1258(word)
        if language == "ro":
            # Legacy encodings have cedillas.
            word = word.replace("ș", "ş").replace("ț", "ţ")
        # The words of a dictionary have no numbers. Frequent words are short.
        count = int(count) if language not in DICTIONARIES else 3 ** max(0, 9 - len(word))
        # Frequent words must not hide the rare sequences of letters.
        yield word, count**0.75


def letters(folder, language):
    counts, pairs = collections.Counter(), collections.Counter()
    for word, count in words(folder, language):
        for part in word.split("'"):
            kept = [c for c in part if script_of(c) == SCRIPTS[language] and c.isalpha() or c in TONES or unicodedata.category(c) == "Mn"]
            if len(kept) != len(part) or not part:
                continue
            counts.update({c: count * part.count(c) for c in set(part)})
            for pair in zip("\0" + part, part + "\0"):
                pairs[pair] += count
    total = sum(counts.values())
    alphabet = {c for c in counts if counts[c] >= RARE * total and ord(c) < 0x10000}
    alphabet = sorted((alphabet | set(RARE_LETTERS.get(language, ""))) - set(DAMAGE.get(language, "")))
    if SCRIPTS[language] == "latin":
        alphabet = sorted(set(alphabet) | set("abcdefghijklmnopqrstuvwxyz"))
    symbols = ["\0"] + alphabet
    ends = sum(count for (_, y), count in pairs.items() if y == "\0")
    share = {c: (counts[c] + 1) / (total + ends) for c in alphabet} | {"\0": ends / (total + ends)}
    scale = 1e6 / total
    costs = []
    for x in symbols:
        of_x = sum(pairs[x, y] for y in symbols) * scale
        for y in symbols:
            probability = (pairs[x, y] * scale + SMOOTHING * share[y]) / (of_x + SMOOTHING)
            costs.append(min(MOST_BITS, round(-math.log2(probability))))
    costs += [0] * (len(costs) % 2)
    nibbles = bytes(low | high << 4 for low, high in zip(costs[::2], costs[1::2]))
    print(language, len(alphabet), "".join(c for c in alphabet if c > "z"))
    return language.encode() + bytes([len(alphabet)]) + "".join(alphabet).encode("utf-16-le") + nibbles


def grid(codec, leads, trails):
    for lead in leads:
        for trail in trails:
            try:
                yield bytes([lead, trail]).decode(codec)
            except UnicodeDecodeError:
                yield None


CHARACTERS = [
    ("gb2312", "zh_cn", range(0xA1, 0xFF), range(0xA1, 0xFF)),
    ("euc_jp", "ja", range(0xA1, 0xFF), range(0xA1, 0xFF)),
    ("euc_kr", "ko", range(0xA1, 0xFF), range(0xA1, 0xFF)),
    ("big5", "zh_tw", range(0xA1, 0xFA), [*range(0x40, 0x7F), *range(0xA1, 0xFF)]),
]


# Number of characters in the classes 0, 1 and 2.
CLASSES = [100, 600, 1800]


def characters(folder, codec, language, leads, trails):
    counts = collections.Counter()
    for word, count in words(folder, language):
        for character in word:
            counts[character] += count
    cells = list(grid(codec, leads, trails))
    known = set(cells)
    ranked = [c for c, _ in counts.most_common() if c in known]
    classes, start = {}, 0
    total = sum(counts[c] for c in ranked)
    for number, size in enumerate(CLASSES):
        part = ranked[start : start + size]
        classes |= dict.fromkeys(part, number)
        share = sum(counts[c] for c in part) / total
        print(codec, number, len(part), f"{share:.3f}", f"{-math.log2(share / max(1, len(part))):.1f} bits")
        start += size
    values = [classes.get(cell, 3) for cell in cells]
    values += [3] * (-len(values) % 4)
    return bytes(sum(value << 2 * i for i, value in enumerate(values[at : at + 4])) for at in range(0, len(values), 4))


def main():
    folder = pathlib.Path(sys.argv[1])
    out = pathlib.Path(__file__).parent.parent.parent / "src/detect/legacy"
    (out / "bigrams.bin").write_bytes(b"".join(letters(folder, language) for language in LANGUAGES))
    (out / "characters.bin").write_bytes(b"".join(characters(folder, *row) for row in CHARACTERS))


if __name__ == "__main__":
    main()
