"""Tests that Ctrl-C ends long calls, and reading from pipes."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import utflane

has_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")


def run_and_interrupt(code):
    """Runs code in a process, and interrupts it. Returns the seconds that it took to end."""
    with subprocess.Popen(
        [sys.executable, "-c", f"import utflane\nprint('ready', flush=True)\n{code}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout.readline() == b"ready\n"
        time.sleep(0.5)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        try:
            _, error = process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        assert b"KeyboardInterrupt" in error, error
        return time.monotonic() - start


@has_pipes
@pytest.mark.parametrize("is_open", [False, True])
def test_interrupt_while_a_pipe_is_empty(tmp_path, is_open):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = os.open(path, os.O_RDWR) if is_open else None
    try:
        run_and_interrupt(f"utflane.read_csv({str(path)!r}, 'utf-8')")
    finally:
        if writer is not None:
            os.close(writer)


@pytest.mark.parametrize(
    "call",
    [
        "utflane.decode(b'\\xff' * 30_000_000, 'utf-8', 'surrogateescape')",
        "utflane.decode(b'\\x81' * 30_000_000, 'shift_jis', 'replace')",
        "utflane.decode(b'\\xff' * 30_000_000, 'iso-2022-jp', 'ignore')",
        "utflane.encode('é' * 100_000_000, 'ascii', 'ignore')",
        "utflane.encode('é' * 30_000_000, 'cp949', 'replace')",
        "utflane.encode('가' * 30_000_000, 'koi8_r', 'backslashreplace')",
        "utflane.encode('가' * 3_000_000, 'ascii', 'namereplace')",
        "utflane.encode('\\udc80' * 30_000_000, 'utf-16', 'replace')",
        "utflane.encode('가' * 100_000_000, 'cp949')",
        "utflane.decode(b'\\xb0\\xa1' * 100_000_000, 'cp949')",
        "utflane.transcode(b'\\xb0\\xa1' * 100_000_000, 'cp949', 'utf-8')",
        "utflane.validate(b'\\xb0\\xa1' * 100_000_000, 'cp949')",
    ],
)
def test_interrupt_a_long_text(call):
    # A fast call may end before the interrupt, so it is repeated.
    assert run_and_interrupt(f"while True:\n    {call}") < 5


@has_pipes
def test_a_pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    thread = threading.Thread(target=lambda: path.write_bytes(b"a\n" + b"1\n" * 1_000_000))
    thread.start()
    assert len(utflane.read_csv(path)) == 1_000_000
    thread.join()


def test_paths_that_cannot_be_opened(tmp_path):
    with pytest.raises(FileNotFoundError) as raised:
        utflane.read_csv(tmp_path / "none")
    assert (raised.value.errno, str(raised.value.filename)) == (2, str(tmp_path / "none"))
    with pytest.raises(IsADirectoryError):
        utflane.read_csv(tmp_path)
