"""A closed stream of server-sent events leaves memory at once, and its errors are not lost."""

from __future__ import annotations

import asyncio
import gc
import weakref
from types import SimpleNamespace

import pytest
from fastapi import Request

from app.web.client_limits import EventStream, OpenPerClient

APP = SimpleNamespace(state=SimpleNamespace(streams=OpenPerClient(0)))
SCOPE = {"type": "http", "app": APP, "client": ("192.0.2.1", 1), "headers": []}


class Sent:
    """Receiver of the messages of an answer."""

    def __init__(self):
        self.bodies = []

    async def send(self, message):
        self.bodies.append(message.get("body"))


async def stays_open():
    yield b"first"
    await asyncio.Event().wait()


async def breaks():
    yield b"first"
    raise ValueError("a broken frame")


async def ends():
    yield b"first"


async def client_leaves():
    await asyncio.sleep(0.01)
    return {"type": "http.disconnect"}


async def client_stays():
    await asyncio.Event().wait()


def follow(frames, receive, sent):
    async def run():
        stream = EventStream(Request(SCOPE), frames, {})
        await stream(SCOPE, receive, sent.send)
        await asyncio.sleep(0)  # callbacks of ended tasks

    asyncio.run(run())


def test_a_closed_stream_is_freed_without_a_garbage_collection():
    gc.collect()
    gc.disable()
    try:
        sent = Sent()
        known = weakref.ref(sent)
        follow(stays_open(), client_leaves, sent)
        assert sent.bodies == [None, b"first"]
        del sent
        assert known() is None
    finally:
        gc.enable()


def test_a_stream_that_ends_does_not_wait_for_its_client():
    sent = Sent()
    follow(ends(), client_stays, sent)
    assert sent.bodies == [None, b"first", b""]


def test_an_error_in_a_stream_is_raised():
    with pytest.raises(ValueError, match="a broken frame"):
        follow(breaks(), client_stays, Sent())
