"""Answers questions in SMT-LIB by Bitwuzla (`pip install bitwuzla`): whether they can be satisfied.

A question ends with the line `(ask)`. An answer is a line: `unsat`, or `sat` and the values of the
unknowns, x0=97 x1=98.
"""

import os
import sys

import bitwuzla


def answer(question):
    parser = bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options())
    parser.parse(question, True, False)
    solver = parser.bitwuzla()
    result = solver.check_sat()
    if result == bitwuzla.Result.UNSAT:
        return "unsat"
    if result != bitwuzla.Result.SAT:
        return "unknown"
    values = (
        f"{unknown.symbol()}={int(solver.get_value(unknown).value(10))}"
        for unknown in parser.get_declared_funs()
        if unknown.is_const()
    )
    return " ".join(["sat", *values])


lines = []
for line in sys.stdin:
    if line.strip() == "(ask)":
        try:
            print(answer("".join(lines)), flush=True)
        except BrokenPipeError:
            os._exit(1)  # Nobody wants to know any more: another solver has refuted a claim.
        lines = []
    else:
        lines.append(line)
