"""Loads files in six encodings into Polars and DuckDB; bad rows are set aside and counted.

    python examples/folder.py [FOLDER]

Without an argument, it creates a folder. Each cell below can be used in a notebook.
"""

# %% A folder of files from six offices in six encodings, with a few malformed rows.
from __future__ import annotations

import pathlib
import sys
import tempfile

OFFICES = {
    "seoul": ("cp949", ["김철수", "이영희", "박민수"]),
    "tokyo": ("shift_jis", ["山田太郎", "鈴木花子", "佐藤一郎"]),
    "beijing": ("gbk", ["王小明", "李红", "张伟"]),
    "moscow": ("cp1251", ["Иван", "Ольга", "Пётр"]),
    "paris": ("cp1252", ["Zoé", "François", "Œuvrard"]),
    "redmond": ("utf-16", ["Ann", "José", "Bjørn"]),
}
ROWS = 3000


def make(folder: pathlib.Path) -> None:
    for office, (encoding, names) in OFFICES.items():
        lines = ["name,amount,day"]
        for row in range(ROWS):
            lines.append(f"{names[row % 3]},{row / 4},2024-01-{row % 31 + 1:02}")
        # One row has too many fields, and one has text instead of a number.
        lines[100] += ",?"
        lines[200] = f"{names[0]},n/a,2024-01-01"
        data = ("\n".join(lines) + "\n").encode(encoding)
        if encoding in ("cp949", "shift_jis", "gbk"):
            # The second byte of a character is missing.
            at = data.index(names[1].encode(encoding), len(data) // 2)
            data = data[: at + 1] + data[at + 2 :]
        (folder / f"{office}.{encoding}.csv").write_bytes(data)


if len(sys.argv) > 1:
    folder = pathlib.Path(sys.argv[1])
else:
    folder = pathlib.Path(tempfile.mkdtemp())
    make(folder)

# %% Each file is read in the encoding in its name. Rows that are malformed or do not parse are set
# aside; the others become Arrow columns.
import polars

import utflane

frames, rejects = [], []
for path in sorted(folder.glob("*.csv")):
    table = utflane.read_csv(
        path,
        encoding=path.name.split(".")[1],
        on_bad="set_aside",
        schema={"amount": "float64", "day": "date"},
    )
    office = polars.lit(path.name.split(".")[0]).alias("office")
    frames.append(polars.DataFrame(table).with_columns(office))
    rejects.append(polars.DataFrame(table.bad_rows))
    print(f"{path.name}: {len(table)} rows, {len(table.bad_rows)} set aside, {table.encoding}")

# %% All in Polars.
everything = polars.concat(frames)
print(everything.group_by("office").agg(polars.len(), polars.sum("amount")).sort("office"))

# %% All in DuckDB, without a copy of the columns.
import duckdb

found = duckdb.sql(
    "select name, count(*) as rows, max(day) as last from everything group by name order by name"
)
print(found)

# %% The rows that were set aside: position, reason, and their bytes in the file.
bad = polars.concat(rejects)
for row in bad.iter_rows(named=True):
    print(f"{pathlib.Path(row['file']).name}, line {row['line']}: {row['reason'].strip()}")
    print(f"    {row['bytes']!r}")

# %% Nothing is lost: each row is in a frame or was set aside.
expected = len(OFFICES) * ROWS if len(sys.argv) == 1 else everything.height + bad.height
assert everything.height + bad.height == expected
print(f"{everything.height} rows loaded, {bad.height} set aside")
