"""Prints the executed WebAssembly instructions per byte of input, by the fuel of Wasmtime.

    count.py MODULE [TEXT...]

The ratio of ours to it follows each number of a peer.
"""

import sys

from wasmtime import Config, Engine, Instance, Module, Store

LIMIT = 1 << 62

config = Config()
config.consume_fuel = True
engine = Engine(config)
store = Store(engine)
store.set_fuel(LIMIT)
exports = Instance(store, Module.from_file(engine, sys.argv[1]), []).exports(store)


def call(name, *arguments):
    return exports[name](store, *arguments)


def read(at, length):
    return bytes(exports["memory"].read(store, at, at + length))


def fuel(*arguments):
    """Returns the fuel of one more run, or None if a library does not support the operation."""
    used = []
    for times in (1, 2):
        store.set_fuel(LIMIT)
        if call("run", *arguments, times) < 0:
            return None
        used.append(LIMIT - store.get_fuel())
    return used[1] - used[0]


description = read(call("description_at"), call("description_len")).decode()
texts, verbs, contenders = (line.split(",") for line in description.split("\n"))
wanted = sys.argv[2:] or texts

for number, verb in enumerate(verbs):
    print(f"\n{verb}")
    print(" " * 16 + "".join(f"{name:>20}" for name in contenders))
    for text in wanted:
        call("take", texts.index(text))
        length = call("source_len", number)
        per_byte = [fuel(number, contender) for contender in range(len(contenders))]
        cells = [f"{per_byte[0] / length:20.3f}"]
        for used in per_byte[1:]:
            cell = f"{used / length:.3f} ({per_byte[0] / used:.2f})" if used else "-"
            cells.append(f"{cell:>20}")
        print(f"{text:16}" + "".join(cells))
