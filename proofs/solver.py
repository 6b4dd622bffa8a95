"""Answers questions in SMT-LIB by Bitwuzla (`pip install bitwuzla`): whether they can be satisfied.

A question is some definitions, which stay, and a line `(ask TERM)`. An answer is a line: `unsat`, or
`sat` and the values of the unknowns, x0_8=97 x1_8=98. After `(forget)` there are no definitions.
"""

import os
import sys

import bitwuzla


def without_definitions():
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.PRODUCE_MODELS, True)
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    parser.parse("(set-logic QF_BV)", True, False)
    return parser


def answer(parser, definitions, term):
    if definitions:
        parser.parse(definitions, True, False)
    solver = parser.bitwuzla()
    result = solver.check_sat(parser.parse_term(term))
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


parser = without_definitions()
lines = []
for line in sys.stdin:
    if line.startswith("(forget)"):
        parser = without_definitions()
    elif line.startswith("(ask "):
        try:
            print(answer(parser, "".join(lines), line[5:-2]), flush=True)
        except BrokenPipeError:
            os._exit(1)  # Nobody wants to know any more: another solver has refuted a claim.
        lines = []
    else:
        lines.append(line)
