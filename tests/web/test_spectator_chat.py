"""Spectators on the pages and in the streams: counted, with a chat that players do not get."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace

import pytest

from app.services.people import accounts, spectator_chat
from app.services.watch import game_view
from app.web import game_streams
from app.web.game_streams import SpectatorState
from tests.sample_games import HEX, HEX_GAME
from tests.web.conftest import Battle, Visitor
from tests.web.reading import form_to
from tests.web.watching import stream_state


@pytest.fixture
def services(app):
    return app.state.services


def user_of(services, visitor: Visitor):
    return accounts.visitor_of_session(services, visitor.client.cookies["caracole"])


async def heard(
    services, page_cache, address: str, visitor, until: str, act, is_shown: bool = True
) -> str:
    """Frames of a stream until it ends or contains `until`; `act` runs once it is open."""
    state = stream_state(services, page_cache=page_cache)
    request = SimpleNamespace(app=SimpleNamespace(state=state), headers={})
    followed = game_view.load_followed(services, address, visitor.user.id if visitor else None)
    stream, told = (
        game_streams.stream_frames(
            request,
            followed,
            10_000,
            0,
            visitor,
            "",
            SpectatorState("en", 0, is_shown=is_shown, is_counted=True),
        ),
        "",
    )
    done = None
    async with asyncio.timeout(10):
        async for page in stream:
            told += page.plain.decode()
            if done is None and "event: watching" in told:
                done = asyncio.ensure_future(asyncio.to_thread(act))
            if until in told:
                break
        await done
    await stream.aclose()
    return told


def test_a_stream_brings_messages_without_data_of_its_reader(app, services, battle, visitor):
    speaker = user_of(services, visitor().register("Ander"))
    listener = user_of(services, visitor().register("Unax"))

    def act() -> None:
        spectator_chat.write_remark(
            services, battle.address, speaker.user.id, "Look at the archers"
        )

    for who in (None, listener):
        told = asyncio.run(
            heard(services, app.state.page_cache, battle.address, who, "event: spectators", act)
        )
        assert (
            "Look at the archers" in told
            and 'event: watching\ndata: {"count": 1, "words": "1 person is watching"}' in told
        )
        assert "csrf" not in told and "<form" not in told
    told = asyncio.run(
        heard(
            services,
            app.state.page_cache,
            battle.address,
            None,
            "event: remark",
            act,
            is_shown=False,
        )
    )
    assert "archers" not in told
    assert services.presence.count(int(battle.address)) == 0


def test_a_user_who_takes_a_seat_gets_no_more_messages_on_the_open_stream(
    app, services, battle, visitor
):
    speaker, listener = (
        user_of(services, visitor().register("Ander")),
        user_of(services, visitor().register("Unax")),
    )

    def act() -> None:
        with services.store.write() as work:
            work.seats.update_seat(
                int(battle.address), HEX.SIDE, user_id=listener.user.id, name="Unax"
            )
            work.commit()
        spectator_chat.write_remark(
            services, battle.address, speaker.user.id, "Look at the archers"
        )

    told = asyncio.run(
        heard(services, app.state.page_cache, battle.address, listener, "never", act)
    )
    assert "event: watching" in told and "event: remark" not in told and "archers" not in told


def test_a_player_gets_the_number_of_spectators_and_no_messages(app, services, battle, visitor):
    speaker, player = (
        user_of(services, visitor().register("Ander")),
        user_of(services, battle.opener),
    )

    def act() -> None:
        spectator_chat.write_remark(
            services, battle.address, speaker.user.id, "Look at the archers"
        )
        accounts.log_out_everywhere(services, player.user.id)

    told = asyncio.run(heard(services, app.state.page_cache, battle.address, player, "never", act))
    assert "event: watching" in told and "event: remark" not in told and "archers" not in told


@pytest.mark.parametrize("is_shown", [True, False])
def test_players_can_chat_after_a_game_without_spectators(app, services, visitor, is_shown):
    battle = Battle(
        visitor().register("Maite"), visitor("es").register("Íñigo"), spectators=""
    ).begin()
    assert battle.platform_order(battle.opener, "concede").status_code == 303
    speaker, listener = user_of(services, battle.opener), user_of(services, battle.opponent)
    told = asyncio.run(
        heard(
            services,
            app.state.page_cache,
            battle.address,
            listener,
            "event: remark",
            lambda: spectator_chat.write_remark(
                services, battle.address, speaker.user.id, "Well fought"
            ),
            is_shown,
        )
    )
    assert "event: remark\ndata: 1\n" in told and "event: spectators" not in told


def test_a_cached_page_has_the_latest_message(battle, visitor):
    stranger, speaker = visitor(), visitor("es").register("Ander")
    assert "There are no remarks yet." in stranger.get(f"{battle.path}?tab=spectators").text
    page = speaker.get(f"{battle.path}?tab=spectators").text
    answer = speaker.send(form_to(page, f"{battle.path}/remarks"), text="¡Mirad <a los arqueros>!")
    assert answer.headers["location"] == f"{battle.path}?tab=spectators"
    for path in ("?tab=spectators", "/spectators", "/text"):
        assert "¡Mirad &lt;a los arqueros&gt;!" in visitor().get(battle.path + path).text
        for player in (battle.opener, battle.opponent):
            assert "arqueros" not in player.get(battle.path + path).text


def test_a_remark_on_a_move_stands_at_that_move(battle, visitor):
    battle.end_step(battle.opener)
    speaker = visitor().register("Ander")
    page = speaker.get(f"{battle.path}/at/1").text
    answer = speaker.send(form_to(page, f"{battle.path}/remarks"), text="So it begins")
    assert answer.headers["location"] == f"{battle.path}/at/1#said"
    assert (
        "So it begins" in visitor().get(f"{battle.path}/at/1").text
        and "So it begins" not in visitor().get(f"{battle.path}/at/2").text
    )
    assert f"{battle.path}/at/1#said" in visitor().get(f"{battle.path}?tab=log").text
    words = speaker.get(f"{battle.path}/at/1/text").text
    assert "So it begins" in words
    answer = speaker.send(form_to(words, f"{battle.path}/remarks#decision"), text="In words")
    assert answer.headers["location"] == f"{battle.path}/at/1/text#said"
    assert "So it begins" not in battle.opener.get(f"{battle.path}/at/1").text


def test_a_telephone_which_has_no_bar_finds_score_and_sheet_beside_the_position(battle):
    panel = battle.opener.get(
        f"{battle.path}?tab=text", headers={"hx-request": "true"}
    ).text.partition("<hx-partial")[0]
    assert panel.count("0 points") == 2 and f'href="/rules/{HEX_GAME}/sheet"' in panel


def test_a_telephone_without_scripts_goes_by_the_dock_to_every_tab_and_back(battle):
    """The sheet shows the decision or, with `data-view`, the tabs."""
    page = battle.opener.get(battle.path).text
    dock = re.findall(r'<a href="([^"]+)" data-tab="(\w+)"', page)
    assert [tab for _, tab in dock] == [
        "decision",
        "changes",
        "log",
        "text",
        "messages",
    ] and '<body class="game">' in page
    for address, tab in dock[1:]:
        page = battle.opener.get(address).text
        assert (
            '<body class="game" data-view="more">' in page
            and f'id="state" data-tab="{tab}"' in page
        )
        assert re.findall(r'data-tab="(\w+)" aria-current="true"', page) == [tab]
        assert f'<a href="{battle.path}#decision" data-tab="decision">' in page
    asked = battle.opener.get(f"{battle.path}?piece={HEX.SHOOTER}&tab=words").text
    assert (
        '<body class="game">' in asked
        and '<a href="#decision" data-tab="decision" aria-current="true">' in asked
    )


def test_a_note_stands_at_its_move_for_its_player_alone(battle):
    battle.end_step(battle.opener)
    page = battle.opener.get(f"{battle.path}/at/1").text
    answer = battle.opener.send(form_to(page, f"{battle.path}/notes"), text="I should have shot")
    assert answer.headers["location"] == f"{battle.path}/at/1#said"
    assert "I should have shot" in battle.opener.get(f"{battle.path}/at/1").text
    assert "I should have shot" in battle.opener.get(f"{battle.path}?tab=spectators").text
    for path in ("/at/1", "?tab=spectators", "/text"):
        assert "I should have shot" not in battle.opponent.get(battle.path + path).text
    page = battle.opener.get(f"{battle.path}?tab=spectators").text
    assert (
        battle.opener.send(form_to(page, f"{battle.path}/notes"), text="Now").headers["location"]
        == f"{battle.path}?tab=spectators"
    )


def test_a_remark_is_reported_and_removed(battle, visitor, services):
    from app.services.people import moderation

    speaker, reader, judge = (
        visitor().register("Ander"),
        visitor().register("Unax"),
        visitor().register("Leire"),
    )
    moderation.act_as_administrator(services, user_of(services, judge).user.id, "name")
    speaker.send(
        form_to(speaker.get(f"{battle.path}?tab=spectators").text, f"{battle.path}/remarks"),
        text="You fool",
    )
    where = f"{battle.path}/remarks/1"
    assert (
        "/login?next=" in visitor().get(where).text and battle.opener.get(where).status_code == 404
    )
    form = form_to(reader.get(where).text, f"{where}/report")
    assert reader.send(form, reason="x").status_code == 422
    assert reader.send(form, reason="That is rude.").status_code == 200
    desk = judge.get("/moderation").text
    assert "A remark of Ander" in desk and "You fool" in desk
    assert judge.send(form_to(desk, "/moderation/1"), act="hide").status_code == 303
    for path in ("?tab=spectators", "/spectators", "/remarks/1"):
        page = visitor().get(battle.path + path).text
        assert "You fool" not in page and "Removed by a moderator." in page
