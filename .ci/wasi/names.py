"""Prints the functions of a WebAssembly module in the format of nm: names.py MODULE."""

import sys

module = open(sys.argv[1], "rb").read()


def number(at):
    """Returns the unsigned LEB128 number at `at`, and the index after it."""
    value = shift = 0
    while True:
        value |= (module[at] & 0x7F) << shift
        shift += 7
        at += 1
        if module[at - 1] < 0x80:
            return value, at


def sections(at, end):
    while at < end:
        kind = module[at]
        length, at = number(at + 1)
        yield kind, at, at + length
        at += length


def text(at):
    length, at = number(at)
    return module[at : at + length].decode(), at + length


for kind, at, end in sections(8, len(module)):
    if kind != 0 or text(at)[0] != "name":
        continue
    for kind, at, _ in sections(text(at)[1], end):
        if kind != 1:
            continue
        count, at = number(at)
        for _ in range(count):
            _, at = number(at)
            name, at = text(at)
            print("0 t", name)
