"""Answers SMT-LIB questions of satisfiability with Bitwuzla (`pip install bitwuzla`).

A question is a number of definitions, which remain valid, and a line `(ask TERM)`. An answer is a line: `unsat`,
or `sat` and the values of the unknowns, `x0_8=97 x1_8=98`. `(forget)` removes all definitions.
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
            os._exit(1)  # The prover has exited, because another solver refuted a claim.
        lines = []
    else:
        lines.append(line)
