"""Tests kinds of buffers, hostile buffers, threads, and leaks."""

import array
import gc
import mmap
import threading
import tracemalloc

import numpy
import pytest

import utflane

FUNCTIONS = [
    lambda data: utflane.decode(data, "utf-16-le", "replace"),
    lambda data: utflane.transcode(data, "utf-16-le", "utf-8", "replace"),
    lambda data: utflane.validate(data, "utf-16-le"),
    lambda data: utflane.detect(data).encoding,
]


def shown(value):
    return repr(value)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_kinds_of_buffers(function, tmp_path):
    data = "Grüße 👋".encode("utf-16-le") * 9
    expected = shown(function(data))
    path = tmp_path / "file"
    path.write_bytes(data)
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert shown(function(mapped)) == expected
    kinds = [
        bytearray(data),
        memoryview(data),
        memoryview(bytearray(data)).toreadonly(),
        memoryview(data).cast("H"),
        array.array("H", data),
        numpy.frombuffer(data, dtype="<u2"),
        numpy.frombuffer(data, dtype="u1").reshape(2, -1),
    ]
    for kind in kinds:
        assert shown(function(kind)) == expected, type(kind)
    assert shown(function(memoryview(b"xx" + data)[2:])) == expected


@pytest.mark.parametrize("function", FUNCTIONS)
def test_hostile_buffers(function):
    released = memoryview(b"abc")
    released.release()
    with pytest.raises(ValueError):
        function(released)
    for strided in (memoryview(b"abcdef")[::2], numpy.zeros((4, 4), "u1").T[::2]):
        with pytest.raises((BufferError, ValueError)):
            function(strided)
    for other in ("text", 7, None, object(), [1, 2]):
        with pytest.raises(TypeError):
            function(other)
    for empty in (b"", bytearray(), memoryview(b""), numpy.zeros(0, "u1"), array.array("B")):
        function(empty)


def test_a_buffer_is_not_resized_meanwhile():
    """An error handler tries to resize the buffer during the conversion."""
    import codecs

    data = bytearray(b"a\xffb" * 30)
    tried = []

    def resize(error):
        try:
            data.extend(b"more" * 10000)
        except BufferError as refused:
            tried.append(refused)
        return ("?", error.end)

    codecs.register_error("test-resize", resize)
    assert utflane.decode(data, "utf-8", "test-resize") == "a?b" * 30
    assert len(tried) == 30
    data.extend(b"now it may")


def test_threads_run_meanwhile():
    """From 64 KiB on, other threads run in parallel, and all get correct results."""
    data = ("Съешь ещё этих мягких французских булок. " * 100_000).encode("cp1251")
    expected = data.decode("cp1251")
    results = []

    def work():
        results.append(utflane.decode(data, "cp1251") == expected)
        results.append(utflane.transcode(data, "cp1251", "utf-8") == expected.encode())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 8


def test_no_leaks():
    """A million calls of all kinds, including errors, do not increase the memory."""

    def calls(count):
        data, bad, text = b"\xb0\xa1" * 40, b"\xb0\xa1\xff" * 3, "가나\ud800"
        for _ in range(count // 10):
            utflane.decode(data, "cp949")
            utflane.decode(bad, "cp949", "replace")
            utflane.decode(memoryview(data), "cp949")
            utflane.transcode(data, "cp949", "utf-8")
            utflane.validate(bad, "cp949")
            utflane.detect(data)
            utflane.encode("가나" * 600, "cp949")
            utflane.encode("é", "utf-8")
            try:
                utflane.decode(bad, "cp949")
            except UnicodeDecodeError:
                pass
            try:
                utflane.encode(text, "cp949")
            except UnicodeEncodeError:
                pass

    def resident():
        with open("/proc/self/statm") as statm:
            return int(statm.read().split()[1]) * 4096

    calls(50_000)
    gc.collect()
    before = resident()
    calls(1_000_000)
    gc.collect()
    # A leak of 8 bytes in every tenth call would be 800 KB.
    assert resident() - before < 600_000


def test_no_references_are_kept():
    data = bytearray(b"caf\xe9")
    tracemalloc.start()
    for _ in range(1000):
        with pytest.raises(UnicodeDecodeError):
            utflane.decode(data)
    tracemalloc.stop()
    data.clear()
