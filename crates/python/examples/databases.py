"""Loads a CSV file into PostgreSQL, SQLite and DuckDB with ADBC, and bad rows into a second table.

    pip install adbc-driver-postgresql adbc-driver-sqlite duckdb pyarrow
    python examples/databases.py [URI of PostgreSQL]

Without a URI, only SQLite and DuckDB are used.
"""

from __future__ import annotations

import sys
from typing import Any

import utflane

FILE = (
    "이름,금액,날짜\n김철수,1.5,2024-02-29\n이영희,n/a,2024-03-01\n박\0민수,2,2024-03-02\n".encode("cp949")
    + b"\xff\xff,3,2024-03-03\n"
    + "최지우,4,2024-03-04\n".encode("cp949")
)


def load(connection: Any, source: Any, encoding: str, table: str) -> tuple[int, int]:
    """Creates two tables: the rows of a file, and the rows that were set aside.

    The file is never in memory as a whole. PostgreSQL cannot store NUL characters in text, so rows
    with them are set aside. Returns the number of rows in both tables.
    """
    reader = utflane.open_csv(
        source,
        encoding,
        on_bad="set_aside",
        allow_nul=False,
        schema={"금액": float, "날짜": "date"},
    )
    with connection.cursor() as cursor:
        cursor.adbc_ingest(table, reader, mode="create")
        cursor.adbc_ingest(table + "_bad", reader.bad_rows, mode="create")
        counts = []
        for name in (table, table + "_bad"):
            cursor.execute(f"select count(*) from {name}")
            counts.append(cursor.fetchone()[0])
    # Both tables exist, or none of them.
    connection.commit()
    return counts[0], counts[1]


def main() -> None:
    import adbc_driver_duckdb.dbapi
    import adbc_driver_sqlite.dbapi

    connections = {
        "SQLite": adbc_driver_sqlite.dbapi.connect,
        "DuckDB": adbc_driver_duckdb.dbapi.connect,
    }
    if len(sys.argv) > 1:
        import adbc_driver_postgresql.dbapi

        connections["PostgreSQL"] = lambda: adbc_driver_postgresql.dbapi.connect(sys.argv[1])
    for name, connect in connections.items():
        with connect() as connection:
            rows, bad = load(connection, FILE, "cp949", "orders")
            print(f"{name}: {rows} rows loaded, {bad} set aside")


if __name__ == "__main__":
    main()
