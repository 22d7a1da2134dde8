"""A stream that was opened while a table waited tells nothing for which there is no right any more once the game is played."""
from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from app.club import accounts, letters, lobby, play, watch
from app.kernel.refusal import Refused
from app.kernel.table import OfferDraw
from app.web.criers import Criers
from app.web.routes import live
from app.web.routes.live import Hall


@pytest.fixture
def club(app, web):
    return app.state.club


@pytest.fixture
def people(club):
    """Visitors as streams know them: Ana opens tables, Bruno and Carla sit down, Dani looks on."""
    made = [accounts.register(club, name, "a long enough sentence") for name in ("Ana", "Bruno", "Carla", "Dani")]
    return [accounts.Visitor(one, "", 0) for one in made]


def opened(club, host, **more):
    return lobby.open_table(club, host.user.id, "cry_havoc", "first_blood", "watch", **more)


async def told(club, address: str, visitor, act) -> tuple[str, bool]:
    """What a stream tells that is open before `act` is done, and whether it ends by itself within two seconds after it."""
    state = SimpleNamespace(club=club, criers=Criers(asyncio.Event()))
    request = SimpleNamespace(app=SimpleNamespace(state=state), headers={})
    followed = await asyncio.to_thread(watch.follow, club, address, visitor.user.id if visitor else None)
    stream, heard, acting = live.frames(request, followed, 0, 0, visitor, "", Hall("en", is_counted=True)), "", None
    try:
        async with asyncio.timeout(20):
            async for page in stream:
                heard += page.plain.decode()
                if acting is None and "event: watching" in heard:
                    acting = asyncio.ensure_future(acted(act))
                    asyncio.get_running_loop().create_task(closed(state.criers, acting))
    finally:
        await stream.aclose()
    return heard, not state.criers._closing.is_set()


async def acted(act) -> None:
    await asyncio.to_thread(act)
    await asyncio.sleep(2)


async def closed(criers: Criers, acting) -> None:
    await acting
    criers._closing.set()


def moves(club, game, who, after: int) -> None:
    play.declare(club, game.id, who.user.id, f"draw {after}", after, OfferDraw())


@pytest.mark.parametrize("more", [{}, {"delay": "day"}, {"spectators": False}])
def test_whoever_has_got_up_hears_neither_moves_nor_letters(club, people, more):
    ana, bruno, _, _ = people
    game = opened(club, ana, per_side=2, **more)
    lobby.join(club, game.address, bruno.user.id)

    def act() -> None:
        lobby.leave(club, game.address, bruno.user.id)
        letters.write(club, game.address, ana.user.id, "He is gone")
    heard, ends = asyncio.run(told(club, game.address, bruno, act))
    assert ends and "event: letter" not in heard and "event: moved" not in heard
    again = watch.follow(club, game.address, bruno.user.id)
    assert again.seat is None and again.topic == ("shown" if more.get("delay") else "moves")


@pytest.mark.parametrize("more", [{}, {"delay": "day"}, {"spectators": False}])
@pytest.mark.parametrize("who", ["a member", "a stranger"])
def test_whoever_waits_without_a_seat_hears_that_it_has_begun_and_no_more(club, people, more, who):
    ana, bruno, _, dani = people
    game = opened(club, ana, **more)

    def act() -> None:
        lobby.join(club, game.address, bruno.user.id)
        for number in (1, 2):
            moves(club, game, (ana, bruno)[number - 1], number)
    heard, ends = asyncio.run(told(club, game.address, dani if who == "a member" else None, act))
    assert ends and heard.count("event: moved") == 1 and "id: 1\n" in heard


def test_whoever_sits_there_hears_everything_on_the_same_stream(club, people):
    ana, bruno, _, _ = people
    game = opened(club, ana, spectators=False)

    def act() -> None:
        lobby.join(club, game.address, bruno.user.id)
        moves(club, game, ana, 1)
    heard, ends = asyncio.run(told(club, game.address, ana, act))
    assert not ends and "id: 1\n" in heard and "id: 2\n" in heard


def test_a_stream_whose_log_ins_were_ended_before_it_began_says_nothing(club, people):
    """Somebody else of the same account listens already, and knows."""
    ana, _, _, _ = people
    game = opened(club, ana)

    async def both() -> list[str]:
        state = SimpleNamespace(club=club, criers=Criers(asyncio.Event()))
        request = SimpleNamespace(app=SimpleNamespace(state=state), headers={})
        followed, heard = await asyncio.to_thread(watch.follow, club, game.address, ana.user.id), []
        with club.store.write() as work:
            ended = work.logins.end_streams(ana.user.id)
            work.commit()
        first = live.frames(request, followed, 0, 0, accounts.Visitor(ana.user, "", ended))
        for _ in range(2):
            await anext(first)
        heard = [page.plain.decode() async for page in live.frames(request, followed, 0, 0, ana)]
        await first.aclose()
        return heard
    assert asyncio.run(asyncio.wait_for(both(), 10)) == ["retry: 2000\n\n"]


def test_whoever_has_got_up_clears_no_table_of_others(club, people):
    ana, bruno, _, _ = people
    game = opened(club, ana, per_side=2)
    lobby.join(club, game.address, bruno.user.id)
    lobby.leave(club, game.address, ana.user.id)
    with pytest.raises(Refused) as refused:
        lobby.cancel(club, game.address, ana.user.id)
    assert refused.value.refusals[0].rule == "CAR-LOB-04" and "You have got up" in refused.value.refusals[0].says.in_("en")
    lobby.join(club, game.address, ana.user.id)
    lobby.cancel(club, game.address, ana.user.id)
