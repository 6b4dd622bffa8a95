import codecs, collections, pathlib, random, struct, subprocess, sys, unicodedata, pickle

sent = pathlib.Path(sys.argv[1])
binary = sys.argv[2]
LANGS = {
 "windows-1252": "fr de es pt it nl sv da nb is fi ca af ga", "ISO-8859-1": "fr de es", "ISO-8859-15": "fr fi et", "windows-1250": "pl cs sk hu ro hr sl sq", "ISO-8859-2": "pl cs sk hu ro hr sl",
 "windows-1251": "ru uk be bg mk sr", "windows-1253": "el", "windows-1254": "tr", "windows-1255": "he", "windows-1256": "ar fa", "windows-1257": "lt lv et", "windows-1258": "vi", "windows-874": "th",
 "ISO-8859-3": "eo", "ISO-8859-4": "lt lv et", "ISO-8859-5": "ru bg mk sr", "ISO-8859-6": "ar", "ISO-8859-7": "el", "ISO-8859-8": "he", "ISO-8859-9": "tr", "ISO-8859-10": "is", "ISO-8859-13": "lt lv et", "ISO-8859-14": "cy ga", "ISO-8859-16": "ro",
 "KOI8-R": "ru", "KOI8-U": "uk", "macintosh": "fr de es it sv", "x-mac-cyrillic": "ru bg", "IBM437": "fr de es", "IBM850": "fr de es pt", "IBM852": "pl cs hu hr", "IBM855": "ru sr", "IBM857": "tr", "IBM862": "he", "IBM866": "ru be", "IBM869": "el",
 "IBM037": "en fr de es", "IBM500": "fr de", "Shift_JIS": "ja", "EUC-JP": "ja", "EUC-KR": "ko", "GB18030": "zh", "Big5": "zh", "JOHAB": "ko",
}
PY = {"macintosh": "mac_roman", "x-mac-cyrillic": "mac_cyrillic", "IBM037": "cp037", "IBM500": "cp500", "IBM273": "cp273", "IBM01140": "cp1140", "IBM1047": "cp1047", "IBM00858": "cp858", "windows-874": "cp874", "EUC-KR": "cp949", "Shift_JIS": "cp932", "Big5": "big5hkscs"}
def py(name): return PY.get(name, name.replace("IBM", "cp"))

def vi(text):
    T = "\u0300\u0301\u0303\u0309\u0323"; out = ""
    for c in text:
        p = unicodedata.normalize("NFD", c)
        out += unicodedata.normalize("NFC", "".join(x for x in p if x not in T)) + "".join(x for x in p if x in T)
    return out
CYR = {"lj": "љ", "nj": "њ", "dž": "џ", "Lj":"Љ","Nj":"Њ","Dž":"Џ"} | dict(zip("abcčćdđefghijklmnoprsštuvzž", "абцчћдђефгхијклмнопрсштувзж")) | dict(zip("ABCČĆDĐEFGHIJKLMNOPRSŠTUVZŽ", "АБЦЧЋДЂЕФГХИЈКЛМНОПРСШТУВЗЖ"))
def sr(text):
    for a, b in CYR.items(): text = text.replace(a, b)
    return text
def prepare(enc, lang, text):
    if lang == "vi": return vi(text)
    if lang == "sr": return sr(text)
    if lang == "ro" and enc in ("windows-1250", "ISO-8859-2"):
        return text.translate(str.maketrans("șțȘȚ", "şţŞŢ"))
    if enc == "Big5": return s2t(text)
    return text
try:
    import opencc; _c = opencc.OpenCC("s2t"); s2t = _c.convert
except Exception: s2t = lambda t: t
def encode(enc, lang, text):
    try: return prepare(enc, lang, text).encode(py(enc))
    except UnicodeEncodeError: return None
# Traditional: lines of zh that Big5 can encode.

def pieces():
    rng = random.Random(7)
    for enc, langs in LANGS.items():
        for lang in langs.split():
            if not (sent / f"{lang}.txt").exists(): continue
            lines = [l for l in (sent / f"{lang}.txt").read_text().splitlines() if not any(0x7f <= ord(c) < 0xa0 or c in "¤\ufffd" for c in l) and "ďż" not in l and "Ã" not in l]
            rng.shuffle(lines)
            coded = [b for b in (encode(enc, lang, l) for l in lines) if b]
            interesting = (lambda b: True) if enc in ("IBM037", "IBM500") else (lambda b: any(x > 127 for x in b))
            for b in [b for b in coded if interesting(b)][:60]: yield enc, lang, 0, b + (b"\n" if not enc in ("IBM037","IBM500") else b"\x25")
            nl = "\n".encode(py(enc))
            for i in range(25):
                part = rng.sample(coded, min(len(coded), rng.randint(2, 5))); b = nl.join(part) + nl
                if interesting(b): yield enc, lang, 1, b
            for i in range(6):
                b = nl.join(rng.sample(coded, min(len(coded), 40))) + nl
                if interesting(b): yield enc, lang, 2, b

def right(enc, b, name):
    if not name: return False
    if name == "US-ASCII": name="ascii"
    try: return b.decode(py(name)) == b.decode(py(enc))
    except Exception: return False

def main():
    all = list(pieces())
    out = subprocess.run([binary], input=b"".join(struct.pack("<I", len(p[3])) + p[3] for p in all), capture_output=True).stdout.decode().splitlines()
    table = collections.defaultdict(lambda: [[0, 0] for _ in range(3)])
    wrong = collections.Counter(); sure = collections.defaultdict(lambda: [0,0]); bad=[]
    for (enc, lang, size, b), answer in zip(all, out):
        f = answer.split("\t")
        ok = right(enc, b, f[0])
        for key in (enc, "all"):
            table[key][size][0] += ok; table[key][size][1] += 1
        sure[f[2]][0] += ok; sure[f[2]][1] += 1
        if not ok: wrong[enc, lang, f[0], f[1], size] += 1
        if not ok and size == 2 and f[0] == "Shift_JIS": open("/tmp/bad", "wb").write(b); print(enc, lang, f)
        if not ok and f[2] != "Guess": bad.append((enc, lang, f, b.decode(py(enc))[:100], [hex(x) for x in sorted(set(b)) if x>127] if enc!='JOHAB' else '', len(b)))
    for key in list(table):
            print(f"{key:22}", *(f"{100*a/b:6.1f}" if b else "   -  " for a, b in table[key]))
    for key, n in wrong.most_common(25): print(n, key)
    print({k: f"{v[1]-v[0]}/{v[1]}" for k, v in sure.items()})
    for x in bad[:40]: print(*x)
main()
