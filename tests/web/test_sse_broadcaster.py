"""Fan-out of streams: one broadcaster hears of the moves of a game, and all listeners get the same
frames.
"""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

from app.services.errors import NoSuchGame
from app.web import sse_broadcaster as criers_
from app.web.page_cache import Page
from app.web.sse_broadcaster import SseBroadcaster, Subscriber, make_frame


class Moves:
    """Moves of a game, made by hand."""

    def __init__(self):
        self.last, self.asked, self.told, self._made = 0, 0, [], asyncio.Event()

    def make(self, number: int) -> None:
        self.last = number
        self._made.set()

    async def next_after(self, seen: int) -> int:
        self.asked += 1
        while self.last <= seen:
            self._made.clear()
            await self._made.wait()
        if self.last == 99:
            raise NoSuchGame
        return self.last

    async def tell(self, earlier: int, number: int):
        self.told.append((earlier, number))
        return make_frame(f"{earlier}-{number}")


async def next_of(listener: Subscriber) -> str:
    async for told in listener.frames():
        return told.plain.decode()
    return "the end"


async def heard_by(*listeners: Subscriber) -> list[str]:
    return await asyncio.wait_for(asyncio.gather(*map(next_of, listeners)), 5)


def scene(acts):
    """Run a scene with broadcasters, moves and a closing time that has not come."""

    async def played():
        closing, moves = asyncio.Event(), Moves()
        with ExitStack() as listening:
            site = SseBroadcaster(closing)

            def follow(number: int = 0) -> tuple[Subscriber, int]:
                listener = Subscriber()
                return listener, listening.enter_context(
                    site.subscribed(listener, "game", number, moves.next_after, moves.tell)
                )

            await acts(site, moves, follow, closing)

    asyncio.run(played())


def test_a_hundred_listeners_share_one_frame_of_a_move():
    async def acts(site, moves, follow, closing):
        hundred = [follow()[0] for _ in range(100)]
        await asyncio.sleep(0)
        moves.make(3)
        assert await heard_by(*hundred) == ["0-3"] * 100
        assert moves.told == [(0, 3)] and moves.asked <= 2

    scene(acts)


def test_other_requests_are_served_during_a_broadcast():
    async def acts(site, moves, follow, closing):
        hundred = [follow()[0] for _ in range(100)]
        await asyncio.sleep(0)
        moves.make(3)
        told = []
        for _ in range(50):
            told.append(sum(listener._frames.qsize() for listener in hundred))
            await asyncio.sleep(0)
        assert set(told) == {0, 20, 40, 60, 80, 100} and criers_.IN_A_ROW == 20

    scene(acts)


def test_a_late_listener_gets_the_moves_that_are_new_to_it():
    async def acts(site, moves, follow, closing):
        early, begins = follow(1)
        assert begins == 1
        moves.make(2)
        assert await heard_by(early) == ["1-2"]
        late, begins = follow(1)  # this listener read the database before the move
        assert begins == 2
        ahead, begins = follow(5)  # and this one before the broadcaster had heard of it
        assert begins == 5
        moves.make(5)
        assert await heard_by(early, late) == ["2-5", "2-5"]
        moves.make(6)
        assert await heard_by(early, late, ahead) == ["5-6"] * 3

    scene(acts)


def test_all_streams_end_when_the_server_goes_away_or_the_game():
    async def acts(site, moves, follow, closing):
        one, two = follow()[0], follow()[0]
        await asyncio.sleep(0)
        moves.make(99)
        assert await heard_by(one, two) == ["the end"] * 2
        moves.make(1)
        again = follow()[0]  # another channel
        assert await heard_by(again) == ["0-1"]
        closing.set()
        assert await heard_by(again) == ["the end"] == await heard_by(follow()[0])

    scene(acts)


def test_a_broadcaster_without_listeners_ends():
    async def played():
        site, moves = SseBroadcaster(asyncio.Event()), Moves()
        with site.subscribed(Subscriber(), "game", 0, moves.next_after, moves.tell):
            await asyncio.sleep(0)
            task = site._channels["game"].task
        await asyncio.wait([task], timeout=5)
        assert task.done() and not site._channels

    asyncio.run(played())


def test_a_quiet_stream_is_kept_open(monkeypatch):
    monkeypatch.setattr(criers_, "HEARTBEAT", 0.01)

    async def acts(site, moves, follow, closing):
        assert await heard_by(follow()[0]) == [": still here\n\n"]

    scene(acts)


def test_a_listener_that_reads_nothing_is_dropped(monkeypatch):
    monkeypatch.setattr(criers_, "MOST_WAITING", 3)

    async def taken() -> int:
        listener = Subscriber()
        for number in range(10):
            listener.queue(make_frame(str(number)))
        return len([told async for told in listener.frames()])

    assert asyncio.run(taken()) == 3


def test_the_last_broadcast_decides_who_gets_the_difference():
    async def played():
        site, moves, told = SseBroadcaster(asyncio.Event()), Moves(), []

        async def difference(earlier: int, number: int):
            told.append((earlier, number))
            return make_frame(f"difference {earlier}-{number}")

        with ExitStack() as listening:

            def follow() -> Subscriber:
                one = Subscriber()
                asked = (one, "game", moves.last, moves.next_after, moves.tell, difference)
                listening.enter_context(site.subscribed(*asked))
                return one

            early = follow()
            await asyncio.sleep(0)
            moves.make(1)
            assert await heard_by(early) == ["0-1"]
            late = follow()
            moves.make(2)
            assert await heard_by(early, late) == ["difference 1-2", "1-2"]
            moves.make(3)
            assert await heard_by(early, late) == ["difference 2-3"] * 2
            assert told == [(1, 2), (2, 3)]

    asyncio.run(played())


class Kind(Page, frozen=True):
    """Frame that the task of a stream must see."""


def test_a_direct_write_never_overtakes_a_queued_frame():
    """The task sends frame by frame. Only while it waits for the next one, a frame is written
    directly, and a frame of a subclass never.
    """

    async def played():
        sent, takes = [], [True]

        def write(frame: Page) -> bool:
            if takes[0]:
                sent.append(f"direct {frame.plain.decode()}")
            return takes[0]

        one, held = Subscriber(write), asyncio.Event()

        async def consume() -> None:
            async for frame in one.frames():
                await held.wait()
                sent.append(frame.plain.decode())

        task = asyncio.ensure_future(consume())
        one.queue(make_frame("1"))  # the task has not begun to wait
        await asyncio.sleep(0)
        one.queue(make_frame("2"))  # the task sends the first frame
        held.set()
        await asyncio.sleep(0.01)
        one.queue(make_frame("3"))
        one.queue(Kind(b"4", b""))
        one.queue(make_frame("5"))
        await asyncio.sleep(0.01)
        takes[0] = False  # the client reads slowly
        one.queue(make_frame("6"))
        one.queue(None)
        await task
        assert sent == ["1", "2", "direct 3", "4", "5", "6"]

    asyncio.run(played())
