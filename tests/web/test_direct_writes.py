"""Direct writes of a frame to the connections of many streams."""

from __future__ import annotations

from types import SimpleNamespace
from weakref import ref

import pytest

from app.web.direct_writes import CYCLE, direct_writer
from app.web.page_cache import page_of


class Transport:
    """Connection that keeps what is written."""

    def __init__(self):
        self.written, self.closing = [], False

    def write(self, data):
        self.written.append(data)

    def is_closing(self):
        return self.closing


class Cycle:
    """Answer of a stream, as uvicorn keeps it."""

    def __init__(self):
        self.response_started = self.chunked_encoding = True
        self.response_complete = self.disconnected = False
        self.flow, self.transport = SimpleNamespace(write_paused=False), Transport()


def writer_of(cycle, *, is_packed=False):
    return direct_writer(SimpleNamespace(scope={CYCLE: ref(cycle)}), is_packed=is_packed)


def test_all_streams_get_the_same_chunk():
    frame, cycles = page_of("data: 1\n\n"), [Cycle(), Cycle()]
    assert all(writer_of(one)(frame) for one in cycles)
    (first,), (second,) = (one.transport.written for one in cycles)
    assert first == b"9\r\ndata: 1\n\n\r\n"
    assert second == first


def test_a_compressed_stream_gets_the_compressed_frame():
    frame, cycle = page_of("data: 1\n\n"), Cycle()
    assert writer_of(cycle, is_packed=True)(frame)
    size = f"{len(frame.packed):x}".encode()
    assert cycle.transport.written == [size + b"\r\n" + frame.packed + b"\r\n"]


@pytest.mark.parametrize(
    ("of", "name", "value"),
    [
        ("", "response_started", False),
        ("", "chunked_encoding", None),
        ("", "response_complete", True),
        ("", "disconnected", True),
        ("flow", "write_paused", True),
        ("transport", "closing", True),
    ],
)
def test_nothing_is_written_to_an_answer_that_is_not_open(of, name, value):
    cycle = Cycle()
    setattr(getattr(cycle, of) if of else cycle, name, value)
    assert not writer_of(cycle)(page_of("data: 1\n\n"))
    assert cycle.transport.written == []


def test_nothing_is_written_to_an_answer_that_is_gone():
    cycle = Cycle()
    write = writer_of(cycle)
    del cycle
    assert not write(page_of("data: 1\n\n"))
