"""Compares the values that columns of every type accept with a model, value by value."""

import re

import pytest

pyarrow = pytest.importorskip("pyarrow")

import utflane  # noqa: E402
from values import BAD, MODELS, VALUES, column_of, plain  # noqa: E402


@pytest.mark.parametrize("kind", MODELS, ids=str)
def test_each_value_alone(kind):
    """`error` returns exactly the value, or an error with the line."""
    model, wrong = MODELS[kind], []
    for value in VALUES:
        try:
            table = pyarrow.table(utflane.read_csv(column_of([value]), "utf-8", schema={"v": kind}, threads=1))
            assert table.schema.types == [kind]
            found = plain(table["v"].combine_chunks())
        except utflane.CsvError as error:
            assert 'line 2: column "v": cannot read "' in str(error)
            found = [BAD]
        expected = model(value)
        if found != [expected]:
            wrong.append((value, found, expected))
    assert not wrong


@pytest.mark.parametrize("kind", [kind for kind in MODELS if not pyarrow.types.is_dictionary(kind)], ids=str)
def test_all_values_in_a_file(kind):
    """`set_aside` keeps the values that the type can hold. `null` makes the others null."""
    expected = [MODELS[kind](value) for value in VALUES]
    good = [value for value in expected if value is not BAD]
    table = utflane.read_csv(column_of(VALUES), "utf-8", schema={"v": kind}, on_bad="set_aside")
    assert plain(pyarrow.table(table)["v"].combine_chunks()) == good
    bad = pyarrow.table(table.bad_rows).to_pylist()
    rejected = [value for value, model in zip(VALUES, expected) if model is BAD]
    assert [row["bytes"] for row in bad] == [column_of([value])[2:] for value in rejected]
    table = utflane.read_csv(column_of(VALUES), "utf-8", schema={"v": kind}, on_bad="null")
    found = plain(pyarrow.table(table)["v"].combine_chunks())
    assert found == [None if value is BAD else value for value in expected]


def test_there_are_many_values():
    assert len(VALUES) > 300 and len(MODELS) > 35
    held = [sum(model(value) is not BAD for value in VALUES) for model in MODELS.values()]
    assert sum(held) > 2500 and sorted(held)[1] > 0


def test_inferred_types_hold_all_values():
    """For many pairs of values, the inferred type changes none of them."""
    count = len(VALUES)
    expected = {kind: [model(value) for value in VALUES] for kind, model in MODELS.items()}
    quoted = ['"' + value.replace('"', '""') + '"' for value in VALUES]
    header = ",".join(f"c{column}" for column in range(count))
    seen = {}
    for shift in range(0, count, 8):
        pairs = [(column, (column + shift) % count) for column in range(count)]
        rows = [",".join(quoted[pair[row]] for pair in pairs) for row in (0, 1)]
        table = pyarrow.table(utflane.read_csv("\n".join([header, *rows]).encode(), "utf-8"))
        for pair, column in zip(pairs, table.columns):
            values = [VALUES[index] for index in pair]
            held = [expected[column.type][index] for index in pair]
            assert plain(column.combine_chunks()) == held, values
            seen[column.type] = seen.get(column.type, 0) + 1
            if pyarrow.types.is_integer(column.type) or pyarrow.types.is_floating(column.type):
                assert not any(re.match("[+-]?0[0-9]", value) for value in values), values
    units = [pyarrow.timestamp(unit, zone) for unit in ("s", "ms", "us", "ns") for zone in (None, "UTC")]
    others = [pyarrow.bool_(), pyarrow.int64(), pyarrow.float64(), pyarrow.date32(), pyarrow.string()]
    assert set(seen) == {*units, *others}
    assert seen[pyarrow.string()] < 0.95 * sum(seen.values())
