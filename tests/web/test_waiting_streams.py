"""Streams opened at a waiting table: after the start they bring only what their users may still
see.
"""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace

import pytest

from app.kernel.refusal import Refused
from app.kernel.table_orders import OfferDraw
from app.services.people import accounts, player_chat
from app.services.play import lobby, orders
from app.services.watch import game_view
from app.web import game_streams
from app.web.game_streams import SpectatorState
from app.web.sse_broadcaster import SseBroadcaster
from tests.any_game import BOX, SCENARIO, SIDE
from tests.web.watching import stream_state


@pytest.fixture
def services(app, web):
    return app.state.services


@pytest.fixture
def people(services):
    """Visitors as streams know them: Ana opens tables, Bruno and Carla join, Dani watches."""
    made = [
        accounts.register(services, name, "a long enough sentence")
        for name in ("Ana", "Bruno", "Carla", "Dani")
    ]
    return [accounts.Visitor(one, "", 0) for one in made]


def opened(services, host, **more):
    return lobby.open_table(services, host.user.id, BOX, SCENARIO, SIDE, **more)


async def told(services, address: str, visitor, act) -> tuple[str, bool]:
    """Frames of a stream that is open before `act`, and true if it ends within two seconds after
    it.
    """
    state = stream_state(services)
    request = SimpleNamespace(app=SimpleNamespace(state=state), headers={})
    followed = await asyncio.to_thread(
        game_view.load_followed, services, address, visitor.user.id if visitor else None
    )
    stream, heard, acting = (
        game_streams.stream_frames(
            request, followed, 0, 0, visitor, "", SpectatorState("en", is_counted=True)
        ),
        "",
        None,
    )
    try:
        async with asyncio.timeout(20):
            async for page in stream:
                heard += page.plain.decode()
                if acting is None and "event: watching" in heard:
                    acting = asyncio.ensure_future(acted(services, visitor, act))
                    asyncio.get_running_loop().create_task(closed(state.broadcaster, acting))
    finally:
        await stream.aclose()
    return heard, not state.broadcaster._closing.is_set()


async def acted(services, visitor, act) -> None:
    """Act once the stream has read the number of ended sessions, and give it two seconds."""

    def wait_and_act() -> None:
        while visitor and services.notifier._recent_number((visitor.user.id, "logins")) is None:
            time.sleep(0.01)
        act()

    await asyncio.to_thread(wait_and_act)
    await asyncio.sleep(2)


async def closed(broadcaster: SseBroadcaster, acting) -> None:
    await acting
    broadcaster._closing.set()


def moves(services, game, who, after: int) -> None:
    orders.declare_order(services, game.id, who.user.id, f"draw {after}", after, OfferDraw())


@pytest.mark.parametrize("more", [{}, {"delay": "day"}, {"spectators": False}])
def test_a_user_who_left_gets_neither_moves_nor_messages(services, people, more):
    ana, bruno, _, _ = people
    game = opened(services, ana, per_side=2, **more)
    lobby.join_table(services, game.address, bruno.user.id)

    def act() -> None:
        lobby.leave_table(services, game.address, bruno.user.id)
        player_chat.write_chat_message(services, game.address, ana.user.id, "He is gone")

    heard, ends = asyncio.run(told(services, game.address, bruno, act))
    assert ends and "event: letter" not in heard and "event: moved" not in heard
    again = game_view.load_followed(services, game.address, bruno.user.id)
    assert again.seat is None and again.topic == ("shown" if more.get("delay") else "moves")


@pytest.mark.parametrize("more", [{}, {"delay": "day"}, {"spectators": False}])
@pytest.mark.parametrize("who", ["a member", "a stranger"])
def test_a_viewer_without_a_seat_gets_the_start_and_no_more(services, people, more, who):
    ana, bruno, _, dani = people
    game = opened(services, ana, **more)

    def act() -> None:
        lobby.join_table(services, game.address, bruno.user.id)
        for number in (1, 2):
            moves(services, game, (ana, bruno)[number - 1], number)

    heard, ends = asyncio.run(
        told(services, game.address, dani if who == "a member" else None, act)
    )
    assert ends and heard.count("event: moved") == 1 and "id: 1\n" in heard


def test_a_player_gets_everything_on_the_same_stream(services, people):
    ana, bruno, _, _ = people
    game = opened(services, ana, spectators=False)

    def act() -> None:
        lobby.join_table(services, game.address, bruno.user.id)
        moves(services, game, ana, 1)

    heard, ends = asyncio.run(told(services, game.address, ana, act))
    assert not ends and "id: 1\n" in heard and "id: 2\n" in heard


def test_a_stream_whose_log_ins_were_ended_before_it_began_says_nothing(services, people):
    """Another listener of the same account already knows."""
    ana, _, _, _ = people
    game = opened(services, ana)

    async def both() -> list[str]:
        state = stream_state(services)
        request = SimpleNamespace(app=SimpleNamespace(state=state), headers={})
        followed, heard = (
            await asyncio.to_thread(game_view.load_followed, services, game.address, ana.user.id),
            [],
        )
        with services.store.write() as work:
            ended = work.logins.end_streams(ana.user.id)
            work.commit()
        first = game_streams.stream_frames(
            request, followed, 0, 0, accounts.Visitor(ana.user, "", ended)
        )
        for _ in range(2):
            await anext(first)
        heard = [
            page.plain.decode()
            async for page in game_streams.stream_frames(request, followed, 0, 0, ana)
        ]
        await first.aclose()
        return heard

    assert asyncio.run(asyncio.wait_for(both(), 10)) == ["retry: 2000\n\n"]


def test_a_user_who_left_cannot_delete_a_table(services, people):
    ana, bruno, _, _ = people
    game = opened(services, ana, per_side=2)
    lobby.join_table(services, game.address, bruno.user.id)
    lobby.leave_table(services, game.address, ana.user.id)
    with pytest.raises(Refused) as refused:
        lobby.cancel_table(services, game.address, ana.user.id)
    assert refused.value.refusals[
        0
    ].rule == "CAR-LOB-04" and "You have left your seat" in refused.value.refusals[0].says.in_("en")
    lobby.join_table(services, game.address, ana.user.id)
    lobby.cancel_table(services, game.address, ana.user.id)
