"""Tests that CSV files can be loaded into databases with ADBC, with a PostgreSQL server of its own."""

import datetime
import glob
import importlib
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import pytest

import utflane

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "examples"))


def driver(name):
    try:
        return importlib.import_module(name)
    except ImportError as error:
        pytest.skip(f"NOT RUN: {name} is not installed: {error}")


def tool(name):
    """Returns the path of a program of PostgreSQL."""
    found = shutil.which(name) or next(iter(sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))), None)
    return found or pytest.skip(f"NOT RUN: {name} is missing: install Debian's package postgresql")


def unprivileged():
    """Returns the user that runs the server, which refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    pytest.skip("NOT RUN: there is no user for a PostgreSQL server")


@pytest.fixture(scope="module")
def postgresql():
    """Starts a server on a socket in a temporary folder. Returns the URI."""
    dbapi = driver("adbc_driver_postgresql.dbapi")
    initdb, server = tool("initdb"), tool("postgres")
    # The path of a socket is short.
    folder = tempfile.mkdtemp(prefix="pg", dir="/tmp")
    user = unprivileged()
    options = {}
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)
        options = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    data = os.path.join(folder, "data")
    process = None
    try:
        create = [initdb, "-D", data, "-U", "test", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        subprocess.run(create, check=True, capture_output=True, cwd=folder, **options)
        start = [server, "-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"]
        log = open(os.path.join(folder, "log"), "wb")
        process = subprocess.Popen(start, stdout=log, stderr=log, cwd=folder, **options)
        uri = f"postgresql:///postgres?host={folder}&user=test"
        end = time.monotonic() + 30
        while True:
            try:
                dbapi.connect(uri).close()
                break
            except dbapi.Error:
                assert process.poll() is None and time.monotonic() < end, "the server does not start"
                time.sleep(0.1)
        yield uri
    finally:
        if process is not None:
            process.send_signal(signal.SIGINT)
            process.wait(30)
            log.close()
        shutil.rmtree(folder)


@pytest.fixture(params=["postgresql", "sqlite", "duckdb"])
def connection(request):
    dbapi = driver(f"adbc_driver_{request.param}.dbapi")
    driver("pyarrow")
    arguments = [request.getfixturevalue("postgresql")] if request.param == "postgresql" else []
    with dbapi.connect(*arguments) as connection:
        yield connection
        with connection.cursor() as cursor:
            for table in ("orders", "orders_bad", "plain"):
                cursor.execute(f"drop table if exists {table}")
        connection.commit()


def rows_of(connection, query):
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchall()


def test_the_example(connection):
    databases = importlib.import_module("databases")
    assert databases.load(connection, databases.FILE, "cp949", "orders") == (2, 3)
    rows = rows_of(connection, 'select "이름", "금액" from orders order by "금액"')
    assert rows == [("김철수", 1.5), ("최지우", 4.0)]
    day = rows_of(connection, 'select "날짜" from orders order by "금액"')[0][0]
    assert day in (datetime.date(2024, 2, 29), "2024-02-29")
    bad = rows_of(connection, "select line, position, bytes, reason from orders_bad order by line")
    assert [row[0] for row in bad] == [3, 4, 5]
    lines = databases.FILE.splitlines(keepends=True)
    assert [bytes(row[2]) for row in bad] == lines[2:5]
    assert [row[1] for row in bad] == [sum(map(len, lines[:at])) for at in (2, 3, 4)]
    assert "n/a" in bad[0][3] and "NUL" in bad[1][3] and "invalid" in bad[2][3]


def test_many_rows(connection):
    """More rows than a batch, and more than a block of the file."""
    count = 100_000
    file = "n,name,at\n" + "".join(
        f"{row},가나다 {row}é,2024-02-29T12:34:56\n" for row in range(count)
    )
    with connection.cursor() as cursor:
        cursor.adbc_ingest("plain", utflane.open_csv(file.encode("utf-16")), mode="create")
    assert rows_of(connection, "select count(*), cast(sum(n) as bigint) from plain") == [(count, count * (count - 1) // 2)]
    last = rows_of(connection, f"select name from plain where n = {count - 1}")
    assert last == [(f"가나다 {count - 1}é",)]


def test_postgresql_refuses_nul(postgresql):
    """This is why rows with NUL are set aside."""
    dbapi = driver("adbc_driver_postgresql.dbapi")
    with dbapi.connect(postgresql) as connection, connection.cursor() as cursor:
        with pytest.raises(dbapi.Error, match="0x00"):
            cursor.adbc_ingest("nul", utflane.open_csv(b"a\nb\0c\n", "utf-8"), mode="create")
        connection.rollback()
