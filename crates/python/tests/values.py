"""Hostile values for columns of every type, and a model of what each type can hold.

The model uses exact fractions and Python's calendar. It shares no code with the package.
"""

import datetime
import re
from decimal import Decimal
from fractions import Fraction

import numpy
import pyarrow

# The result for a value that the type cannot hold.
BAD = "bad"

INTEGERS = """
0 -0 +0 1 -1 +1 00 007 00123 -007 +007 127 128 -128 -129 255 256 32767 32768 -32769 65535 65536
2147483647 2147483648 -2147483649 4294967295 4294967296 9007199254740991 9007199254740992
9007199254740993 -9007199254740993 9223372036854775807 9223372036854775808 -9223372036854775808
-9223372036854775809 18446744073709551615 18446744073709551616 99999999999999999999
123456789012345680000 123456789012345678901 0000000000000000000000000001 -0000000000000000000000
16777216 16777217 2048 2049 65504 65519 65520 1e3 1E3 1e+3 1e-3 -1e3 1. 1.0 1.5 -1.5 0.5 .5 5. -.5
1e 1e+ e1 . - + -- +-1 --1 ++1 - 1 1- 1_000 1,000 1.000,5 0x10 0X1F 0b1 0o7 1f 1L 1u ½ ９ ١٢٣ 1e400
-1e400 1e-400 -1e-400 1e38 3.5e38 1e39 1e-46 1e-50 1e5 1e-8 6e-8 1e-4000000000 1e99999999999
0.1 0.10000000000000001 0.1000000000000000055511151231257827 1.7976931348623157e308 1.8e308
2.2250738585072014e-308 5e-324 2e-324 3e-324 123456789.125 16777217.5 9007199254740993.0
1.00048828125 1.00048828126 1.000488281250000001 100000000000000000000000 1.0e0 0e0 0e999 -0.0 00.5
inf -inf +inf Inf INF infinity -Infinity INFINITY nan NaN NAN -nan +nan nan1 infinit 1inf
1.25 1.255 1.2500 999.99 1000 -999.995 12300 12345 1.2.3 1e37 1e38 1e76 0.000001 0.0000001
12345e-2 $5 5% €5 (5)
""".split()
WORDS = """
true false TRUE FALSE True False tRuE t f T F y n yes no Yes on off truee null NULL NA N/A None nil
NaT \\N #N/A
""".split() + [" ", "  ", " 1", "1 ", "\t1", "1\t", " true", "true ", "1\u00a0", "\u22121", "1 000", "1\n", '"1"']
TIMES = """
2024-02-29 2024-02-30 2023-02-29 1900-02-29 2000-02-29 0000-00-00 0000-01-01 0001-01-01 9999-12-31
10000-01-01 +10000-01-01 -0001-01-01 -0044-03-15 +2024-02-29 2024-2-9 2024-02-9 2024-13-01 2024-00-10
2024-01-00 2024-01-32 2024-1-1 2024 2024-02 2024-060 2024-W09-4 20240229 20240230 2024/02/29
29.02.2024 02/29/2024 24-02-29 29-Feb-2024 2024-02-29Z 2024-02-29+01:00 1969-12-31 1677-09-21
2262-04-12 5881580-07-11 +5881580-07-11 +5881580-07-12 -5877641-06-23 -5877641-06-22 +999999999-12-31
2024-02-29T23:00:00 2024-02-29T00:00:00 2024-02-29T12:34:56 2024-02-29t12:34:56
2024-02-29T12:34:56.9 2024-02-29T12:34:57.987654 2024-02-29T12:34:57.987 2024-02-29T12:34:57.000
2024-02-29T12:34:57.9876543 2024-02-29T12:34:57.987654321 2024-02-29T12:34:57.9876543210
2024-02-29T12:34:57.9876543219 2024-02-29T12:34:57. 2024-02-29T12:34:57,5 2024-02-29T12:34
2024-02-29T12 2024-02-29T 2024-02-29T24:00:00 2024-02-29T25:00:00 2024-02-29T12:60:00
2024-02-29T12:34:60 2016-12-31T23:59:60Z 2024-02-30T00:00:00 2024-02-29T12:34:56Z
2024-02-29T12:34:56z 2024-02-29T12:34:56UTC 2024-02-29T12:34:56GMT 2024-02-29T12:34:56+02
2024-02-29T12:34:56+0200 2024-02-29T12:34:56+02:00 2024-02-29T12:34:56-02:30
2024-02-29T12:34:56+23:59 2024-02-29T12:34:56+24:00 2024-02-29T12:34:56+02:60
2024-02-29T12:34:56+2 2024-02-29T12:34:56+02:00:00 2024-02-29T12:34:56.5Z
2024-02-29T12:34:56.123456789+01:00 2024-02-29T123456 20240229T123456 20240229T123456Z
1677-09-21T00:12:43.145224192 1677-09-21T00:12:43.145224191 2262-04-11T23:47:16.854775807
2262-04-11T23:47:16.854775808 0001-01-01T00:00:00Z 9999-12-31T23:59:59.999999Z
0000-00-00T00:00:00 12:34 12:34:56 12:34:56.7 12:34:56.789 12:34:56.789012 12:34:56.7890123
12:34:56.789012345 12:34:56.7890123456 00:00:00 24:00:00 25:00:00 12:60:00 12:34:60 23:59:59.999999999
1:00 01:00 12:34PM 12 1234 123456 12:34:56Z 12:34:56+01:00 -12:34:56 P1D PT90S 90s 1709208000
1709208000000
""".split() + [
    "2024-01-01 25:00:00",
    "2024-02-29 12:34:56",
    "2024-02-29 12:34:56.5",
    "2024-02-29 12:34:56 Z",
    "2024-02-29 12:34:56 UTC",
    "2024-02-29 12:34:56 +02:00",
    "2024-02-29 12:34:56 Europe/Paris",
    "2024-02-29  12:34:56",
    "2024-02-29 ",
    " 2024-02-29",
    "2024-02-29 12:34:56 PM",
    "Thu Feb 29 12:34:56 2024",
    "Feb 29, 2024",
    "12:34 PM",
    "12:34 AM",
    "12:34:56 pm",
    "00:30 AM",
    "13:00 PM",
    "1 day",
    "1 day 02:00:00",
]
VALUES = list(dict.fromkeys(INTEGERS + WORDS + TIMES))

NUMBER = re.compile(r"([+-]?)([0-9]*)(\.?)([0-9]*)(?:[eE]([+-]?[0-9]+))?")


def integers(low, high):
    def model(text):
        if not re.fullmatch(r"[+-]?[0-9]+", text):
            return BAD
        return int(text) if low <= int(text) <= high else BAD

    return model


def fraction_of(text):
    """Returns the number of a text as a fraction, or None. Huge exponents are cut off."""
    found = NUMBER.fullmatch(text)
    if not found or not found[2] + found[4]:
        return None
    digits = int(found[2] + found[4])
    exponent = max(-5000, min(5000, int(found[5] or 0))) - len(found[4])
    number = Fraction(digits) * Fraction(10) ** exponent
    return -number if found[1] == "-" else number


def nearest(number, bits, smallest, largest):
    """Rounds a positive fraction to a binary float, to even in a tie."""
    exponent = smallest
    while number >= Fraction(2) ** (exponent + bits):
        exponent += 1
    unit = Fraction(2) ** exponent
    rounded = round(number / unit) * unit
    return rounded if rounded <= largest else None


def floats(bits, smallest, largest, shown):
    def model(text):
        if re.fullmatch(r"[+-]?(nan|inf|infinity)", text, re.I):
            return repr(float(text)).lstrip("-") if "n" == text.lower()[-1] else repr(float(text))
        number = fraction_of(text)
        if number is None:
            return BAD
        rounded = nearest(abs(number), bits, smallest, largest)
        if rounded is None or rounded == 0 and number:
            return BAD
        if re.fullmatch(r"[+-]?[0-9]+", text) and rounded != abs(number):
            if Fraction(Decimal(shown(float(rounded)))) != abs(number):
                return BAD
        return ("-" if text.startswith("-") else "") + repr(float(rounded))

    return model


def decimals(precision, scale):
    def model(text):
        number = fraction_of(text)
        if number is None:
            return BAD
        unscaled = number * Fraction(10) ** scale
        if unscaled.denominator != 1 or abs(unscaled) >= 10**precision:
            return BAD
        return number

    return model


def days_of(text):
    found = re.fullmatch(r"([0-9]{4}|[+-][0-9]{4,9})-([0-9]{1,2})-([0-9]{1,2})", text)
    found = found or re.fullmatch(r"([0-9]{4})([0-9]{2})([0-9]{2})", text)
    if not found:
        return None
    year, month, day = map(int, found.groups())
    # The calendar repeats after 400 years, which have 146,097 days.
    cycles = (year - 2000) // 400
    try:
        date = datetime.date(year - 400 * cycles, month, day)
    except ValueError:
        return None
    return (date - datetime.date(1970, 1, 1)).days + 146_097 * cycles


def dates(low, high, unit=1):
    def model(text):
        days = days_of(text)
        return BAD if days is None or not low <= days <= high else unit * days

    return model


def seconds_of(text):
    found = re.fullmatch(r"([0-9]{2}):([0-9]{2})(?::([0-9]{2}(?:\.[0-9]+)?))?", text)
    if not found:
        return None
    hours, minutes, seconds = int(found[1]), int(found[2]), Fraction(found[3] or 0)
    return 3600 * hours + 60 * minutes + seconds if max(hours / 24, minutes / 60, seconds / 60) < 1 else None


def units(seconds, per_second):
    count = seconds * per_second
    return int(count) if count.denominator == 1 and -(2**63) <= count < 2**63 else BAD


def times(per_second):
    def model(text):
        half = re.fullmatch(r"(.*?) ?(AM|am|PM|pm)", text)
        seconds = seconds_of(half[1] if half else text)
        if half and seconds is not None:
            hour = int(text[:2])
            if not 1 <= hour <= 12:
                return BAD
            seconds += 3600 * (12 * (half[2].upper() == "PM") - 12 * (hour == 12))
        return BAD if seconds is None else units(Fraction(seconds), per_second)

    return model


def timestamps(per_second, zoned):
    def model(text):
        found = re.fullmatch(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[Tt ]([0-9:.]+)( ?(?:Z|z|UTC|[+-].*))?)?", text)
        if not found or bool(found[3]) != zoned:
            return BAD
        days, seconds, offset = days_of(found[1]), seconds_of(found[2] or "00:00"), 0
        if days is None or seconds is None:
            return BAD
        if zoned and found[3].strip() not in ("Z", "z", "UTC"):
            parts = re.fullmatch(r" ?([+-])([0-9]{2})(?::?([0-9]{2}))?", found[3])
            if not parts or int(parts[2]) > 23 or int(parts[3] or 0) > 59:
                return BAD
            offset = int(parts[1] + "1") * 60 * (60 * int(parts[2]) + int(parts[3] or 0))
        return units(Fraction(86_400 * days + seconds - offset), per_second)

    return model


def booleans(text):
    return {"true": True, "false": False}.get(text.lower(), BAD)


def shown32(number):
    return numpy.format_float_positional(numpy.float32(number), unique=True)


F64_MAX, F32_MAX = Fraction(2**1024 - 2**971), Fraction(2**128 - 2**104)
UNITS = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
RANGES = {f"int{n}": (-(2 ** (n - 1)), 2 ** (n - 1) - 1) for n in (8, 16, 32, 64)} | {
    f"uint{n}": (0, 2**n - 1) for n in (8, 16, 32, 64)
}

# The types, and the model of each. Integers stand for dates, times and durations.
MODELS = {
    pyarrow.null(): lambda text: BAD,
    pyarrow.bool_(): booleans,
    **{pyarrow.type_for_alias(name): integers(*limits) for name, limits in RANGES.items()},
    pyarrow.float16(): floats(11, -24, Fraction(65504), repr),
    pyarrow.float32(): floats(24, -149, F32_MAX, shown32),
    pyarrow.float64(): floats(53, -1074, F64_MAX, repr),
    pyarrow.decimal128(5, 2): decimals(5, 2),
    pyarrow.decimal128(3, -2): decimals(3, -2),
    pyarrow.decimal128(38, 0): decimals(38, 0),
    pyarrow.decimal256(76, 6): decimals(76, 6),
    pyarrow.date32(): dates(-(2**31), 2**31 - 1),
    pyarrow.date64(): dates(-(2**63) // 86_400_000, 2**63 // 86_400_000, 86_400_000),
    pyarrow.time32("s"): times(1),
    pyarrow.time32("ms"): times(10**3),
    pyarrow.time64("us"): times(10**6),
    pyarrow.time64("ns"): times(10**9),
    **{pyarrow.timestamp(unit): timestamps(count, False) for unit, count in UNITS.items()},
    **{pyarrow.timestamp(unit, "UTC"): timestamps(count, True) for unit, count in UNITS.items()},
    pyarrow.timestamp("us", "Europe/Paris"): timestamps(10**6, True),
    pyarrow.timestamp("ms", "+01:00"): timestamps(10**3, True),
    **{pyarrow.duration(unit): integers(*RANGES["int64"]) for unit in UNITS},
    pyarrow.string(): str,
    pyarrow.large_string(): str,
    pyarrow.string_view(): str,
    pyarrow.dictionary(pyarrow.int8(), pyarrow.string()): str,
}


def plain(array):
    """Returns the values of an array of pyarrow in the form that the models return."""
    kind = array.type
    if pyarrow.types.is_floating(kind):
        numbers = (None if number is None else float(number) for number in array.to_pylist())
        return [number if number is None else repr(number) for number in numbers]
    if pyarrow.types.is_decimal(kind):
        return [number if number is None else Fraction(number) for number in array.to_pylist()]
    if pyarrow.types.is_temporal(kind):
        bits = 32 if kind.bit_width == 32 else 64
        return array.view(f"int{bits}").to_pylist()
    return array.to_pylist()


def column_of(values):
    """Returns a file with a column of values, all in quotes."""
    lines = ['"' + value.replace('"', '""') + '"\n' for value in values]
    return ("v\n" + "".join(lines)).encode()
