"""Presence of spectators: counted over all processes, expired with a dead process, announced
seldom.
"""

import asyncio
from contextlib import ExitStack

import pytest

from app.services.errors import NoSuchGame
from app.services.people import accounts, blocking
from app.services.watch import spectators
from app.services.watch.presence import ANNOUNCED, BELIEVED, CHECK_SECONDS, SLOWEST, Presence


class Wire:
    """Notifier connections of several processes; `said` are all announcements, `lost` the dead
    processes.
    """

    def __init__(self):
        self.notifiers, self.said, self.published = [], [], []

    def notifier(self):
        wire = self

        class Notifier:
            announced = staticmethod(lambda _: None)

            def announce(self, words):
                wire.said.append(words)
                for one in wire.notifiers:
                    one.announced(words)

            def publish_here(self, game_id, number, what):
                wire.published.append((self, game_id, number, what))

        self.notifiers.append(Notifier())
        return self.notifiers[-1]


@pytest.fixture
def wire():
    return Wire()


class Clock:
    """Seconds of a clock that the test moves."""

    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def two(wire, clock):
    return Presence(wire.notifier(), clock), Presence(wire.notifier(), clock)


def beat(*all_):
    for one in all_:
        one.beat()


def test_a_member_is_counted_once_and_a_visitor_by_streams(two):
    one, _ = two
    with (
        one.watching(7, 3),
        one.watching(7, 3),
        one.watching(7, None),
        one.watching(7, None),
        one.watching(8, 3),
    ):
        assert (one.count(7), one.members(7), one.count(8)) == (3, {3}, 1)
    assert (one.count(7), one.members(7), one._members, one._others) == (0, frozenset(), {}, {})


def test_processes_tell_each_other(two, wire, clock):
    one, other = two
    with one.watching(7, 3), one.watching(7, None), other.watching(7, 3), other.watching(7, 4):
        beat(one, other)
        assert one.count(7) == other.count(7) == 3 and one.members(7) == other.members(7) == {3, 4}
    clock.now += 1
    beat(one, other)
    assert one.count(7) == other.count(7) == 0
    said = len(wire.said)
    clock.now += 1
    beat(one, other)
    assert len(wire.said) == said  # without spectators there is no announcement


def test_spectators_of_a_dead_process_expire(two, clock):
    one, other = two
    with one.watching(7, None):
        one.beat()
        assert other.count(7) == 1
        for _ in range(9):  # as long as it lives it says so again
            clock.now += ANNOUNCED / 2
            beat(one, other)
        assert other.count(7) == 1
        clock.now += BELIEVED + 1
        other.beat()  # and is heard no more
        assert other.count(7) == 0


def test_a_thousand_spectators_are_announced_seldom_without_writes(two, wire, clock):
    one, _ = two
    with ExitStack() as all_:
        for _ in range(50):
            for _ in range(20):
                all_.enter_context(one.watching(7, None))
            one.beat()
            clock.now += CHECK_SECONDS
        published = [
            number for _, game, number, what in wire.published if (game, what) == (7, "watching")
        ]
        assert published == list(range(1, len(published) + 1)) and len(published) < 50 / 4
        clock.now += SLOWEST
        one.beat()
        assert one.count(7) == 1000 and len(wire.said) <= 52
        clock.now += SLOWEST
        one.beat()
        settled = len(wire.published)
        clock.now += SLOWEST
        one.beat()
        assert len(wire.published) == settled  # the same count is not told again


def test_counts_of_many_games_share_announcements(two, wire):
    one, other = two
    with ExitStack() as all_:
        for game in range(500):
            for member in range(3):
                all_.enter_context(one.watching(game, 10_000 + member))
        beat(one, other)
        assert 1 < len(wire.said) < 10 and max(map(len, wire.said)) < 8000
        assert all(other.members(game) == {10_000, 10_001, 10_002} for game in range(500))


def test_spectators_are_listed_only_by_their_choice(services, people, started):
    game = started("parry")
    ana, eva, unlisted = (
        accounts.register(services, name, "a long enough sentence")
        for name in ("Ana", "Eva", "Idoia")
    )
    accounts.save_preferences(services, unlisted.id, listed=False)
    with ExitStack() as all_:
        for who in (ana, eva, unlisted, people[3]):  # the last one is a guest
            all_.enter_context(services.presence.watching(game.id, who.id))
        all_.enter_context(services.presence.watching(game.id, None))
        for reader in (None, people[0].id, ana.id):
            assert spectators.load_spectators(services, game.id, reader) == spectators.Spectators(
                5, ((ana.id, "Ana"), (eva.id, "Eva"))
            )
        blocking.block_user(services, ana.id, eva.id)
        assert spectators.load_spectators(services, game.id, ana.id).people == ((ana.id, "Ana"),)
        assert spectators.load_spectators(services, game.id, eva.id).people == ((eva.id, "Eva"),)
        assert len(spectators.load_spectators(services, game.id, people[0].id).people) == 2
    private = started("parry", visibility="private")
    with pytest.raises(NoSuchGame):
        spectators.load_spectators(services, private.id, ana.id)


@pytest.mark.parametrize("url", ["fresh_postgres_url", "sqlite_url"])
def test_the_change_notifier_carries_counts(url, request):
    """Two processes on one Postgres; on SQLite a process is alone."""
    from app.services.container import Services
    from tests.contract.tiny import TINY

    address = request.getfixturevalue(url)
    clubs = [Services.open(TINY, address) for _ in range(2 if url == "fresh_postgres_url" else 1)]
    try:

        async def told() -> int:
            return await clubs[-1].notifier.next_after(7, 0, "watching")

        async def both() -> int:
            waiting = asyncio.ensure_future(told())
            await asyncio.sleep(0)
            with clubs[0].presence.watching(7, 3):
                for _ in range(200):
                    for services in clubs:
                        await asyncio.to_thread(services.presence.beat)
                    if waiting.done():
                        break
                    await asyncio.sleep(0.05)
                assert clubs[-1].presence.count(7) == 1
                return await waiting

        assert asyncio.run(both()) == 1
    finally:
        for services in clubs:
            services.close()
