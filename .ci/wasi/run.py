"""Runs a WebAssembly program in Wasmtime: run.py PROGRAM ARGS...

The program can access the whole file system. The script exits with its status.
"""

import os
import sys

from wasmtime import Engine, ExitTrap, Linker, Module, Store, Trap, WasiConfig

engine = Engine()
linker = Linker(engine)
linker.define_wasi()
store = Store(engine)
system = WasiConfig()
system.argv = sys.argv[1:]
system.env = list(os.environ.items())
system.inherit_stdout()
system.inherit_stderr()
for folder in ("/", "."):
    system.preopen_dir(folder, folder)
store.set_wasi(system)

program = linker.instantiate(store, Module.from_file(engine, sys.argv[1]))
try:
    program.exports(store)["_start"](store)
except ExitTrap as exited:
    sys.exit(exited.code)
except Trap as trap:
    print(trap, file=sys.stderr)
    sys.exit(134)
