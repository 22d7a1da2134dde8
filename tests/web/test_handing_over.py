"""Seat substitution on the pages: offered and taken in both languages, with and without the
board.
"""

from __future__ import annotations

from html import unescape

from app.services.people import accounts, api_tokens
from tests.api.conftest import Program
from tests.sample_games import HEX
from tests.web.conftest import Battle
from tests.web.reading import form_to, forms_on


def offered(battle, visitor, name="Carla"):
    """Offer the raiders' seat to a member of this name without a seat."""
    other = visitor("en").register(name)
    form = form_to(battle.opponent.get(battle.path).text, f"{battle.path}/seats/{HEX.SECOND_SIDE}")
    assert battle.opponent.send(form, name=name).status_code == 303
    return other


def test_a_seat_is_offered_taken_and_played_on(battle, visitor):
    carla = offered(battle, visitor)
    assert "Ofrecido a Carla, que aún no ha contestado." in unescape(
        battle.opponent.get(battle.path).text
    )
    mine = unescape(carla.get("/my-games").text)
    assert "Íñigo offers you a seat of a game that is being played: " in mine
    taken = carla.send(form_to(mine, "/invitations/1/take"))
    assert (taken.status_code, taken.headers["location"]) == (303, "/open-game/1")
    page = unescape(carla.get(battle.path).text)
    assert (
        "Carla" in page
        and "until move 2" in page
        and f'action="{battle.path}/seats/{HEX.SECOND_SIDE}"' in page
    )
    before = unescape(battle.opponent.get(battle.path).text)
    assert (
        f'action="{battle.path}/seats/{HEX.SECOND_SIDE}"' not in before
        and "hasta la jugada 2" in before
        and "otro jugador ocupa el asiento" in before
    )
    assert "another player takes the seat" in unescape(
        battle.opener.get(f"{battle.path}?tab=log").text
    )
    assert battle.platform_order(carla, "concede").status_code in (200, 303)


def test_a_former_player_has_no_access_to_the_spectator_chat(battle, visitor, app):
    carla, speaker = offered(battle, visitor), visitor().register("Ander")
    speaker.send(
        form_to(speaker.get(f"{battle.path}?tab=spectators").text, f"{battle.path}/remarks"),
        text="The archers are weak",
    )
    carla.send(form_to(carla.get("/my-games").text, "/invitations/1/take"))
    for path in ("?tab=spectators", "/spectators", "/text", "/at/1", "/remarks/1"):
        page = battle.opponent.get(battle.path + path).text
        assert "archers are weak" not in page and f'action="{battle.path}/remarks' not in page
    assert "usan el chat del público" in unescape(
        battle.opponent.post(f"{battle.path}/remarks", text="¡Son débiles!").text
    )
    former = accounts.visitor_of_session(
        app.state.services, battle.opponent.client.cookies["caracole"]
    ).user
    program = Program(
        app,
        api_tokens.create_token(app.state.services, former.id, "test", api_tokens.SCOPES).secret,
    )
    assert (
        program.get(f"{battle.path}/remarks") == []
        and program.ask("POST", f"{battle.path}/remarks", {"text": "Weak"}).status_code == 422
    )
    app.state.closing.set()  # streams say what there is to say and end
    assert (
        "event: watching"
        in (
            told := battle.opponent.get(
                f"{battle.path}/events?after=0&remarks=0&shown=spectators"
            ).text
        )
        and "event: remark" not in told
    )


def test_without_spectators_a_former_player_keeps_the_own_pages(visitor):
    closed = Battle(
        visitor().register("Maite"), visitor("es").register("Íñigo"), spectators=""
    ).begin()
    carla, before = offered(closed, visitor), closed.last()
    carla.send(form_to(carla.get("/my-games").text, "/invitations/1/take"))
    closed.end_step(closed.opener)
    pages = ("", "/text", "/at/1", "?tab=spectators", "?tab=messages", "/spectators")
    for path in pages:
        page = closed.opponent.get(closed.path + path)
        assert (
            page.status_code == 200
            and f"/at/{before + 2}" not in page.text
            and visitor().get(closed.path + path).status_code == 404
        )
    assert f'data-last="{before + 1}"' in closed.opponent.get(closed.path).text
    closed.platform_order(closed.opener, "concede")
    assert {closed.opponent.get(closed.path + path).status_code for path in pages} == {200}


def test_an_offer_is_withdrawn_and_a_wrong_name_is_refused_with_a_sentence(battle, visitor):
    carla = offered(battle, visitor)
    form = form_to(
        battle.opponent.get(f"{battle.path}/text").text, f"{battle.path}/seats/{HEX.SECOND_SIDE}"
    )
    answer = battle.opponent.send(form, do="withdraw")
    assert answer.headers[
        "location"
    ] == f"{battle.path}/text#decision" and "Ofrecido a" not in unescape(
        battle.opponent.get(battle.path).text
    )
    assert not any("/take" in form.action for form in forms_on(carla.get("/my-games").text))
    form = form_to(battle.opponent.get(battle.path).text, f"{battle.path}/seats/{HEX.SECOND_SIDE}")
    answer = battle.opponent.send(form, name="Nadie")
    assert (
        answer.status_code == 422
        and "No se puede invitar a ningún miembro con el nombre Nadie." in unescape(answer.text)
    )
    assert (
        f'action="{battle.path}/seats/{HEX.SIDE}"' not in battle.opponent.get(battle.path).text
    ), "a player who is there passes his seat on himself"
