"""Page of wishes for an opponent: form, waiting wishes, one change, and the API."""

from __future__ import annotations

import pytest

from app.games import shelf
from app.services.people import blocking
from app.services.play import opponent_wishes, wish_pairing
from app.services.play.opponent_wishes import WishForm
from tests.sample_games import HEX, HEX_GAME
from tests.web.reading import form_to

SEATS = ((HEX.HIDDEN_SCENARIO, HEX.CONVOY), (HEX.HIDDEN_SCENARIO, HEX.AMBUSHERS))
FORM = {
    "box": HEX_GAME,
    "wish": "",
    f"side:{HEX.HIDDEN_SCENARIO}": HEX.CONVOY,
    "pace": "slow",
    "live_hours": "2",
    "language": "en",
    "language_must": "must",
    "strength": "preferred",
    "newcomers": "1",
    "at_once": "2",
    "apart": "0",
}


@pytest.fixture
def two(visitor):
    return visitor().register("Ana"), visitor("es").register("Íñigo")


def wishes_of(one):
    return one.client.app.state.services


def id_of(one, name):
    services = wishes_of(one)
    with services.store.read() as work:
        return next(user.id for user in work.users.all_users() if user.name == name)


def test_two_members_find_each_other_by_one_change(two):
    """Ana plays slowly, Íñigo daily: each page offers the change, and Ana's opens the table."""
    ana, inigo = two
    assert ana.post("/opponents", **FORM).status_code == 303
    answer = inigo.post(
        "/opponents",
        **FORM
        | {f"side:{HEX.HIDDEN_SCENARIO}": HEX.AMBUSHERS, "pace": "daily", "language": ["en", "es"]},
    )
    assert answer.status_code == 303
    page = ana.get("/opponents").text
    assert (
        "No wish fits yet." in page and "a decision a day" in page and "Íñigo waits for it" in page
    )
    assert "Con un solo cambio hay partida ya" in inigo.get("/opponents").text
    answer = ana.send(form_to(page, "/opponents/1/change"))
    assert answer.status_code == 303 and answer.headers["location"].startswith("/games/")
    table = inigo.get(answer.headers["location"]).text
    assert "Ana" in table
    assert "You play 1 of 2 games" not in ana.get("/opponents").text  # it still has room for one
    assert ana.send(form_to(ana.get("/opponents").text, "/opponents/1/end")).status_code == 303
    assert "You have no saved wish." in ana.get("/opponents").text


def test_a_refused_wish_keeps_its_answers(two):
    ana, _ = two
    given = {name: value for name, value in FORM.items() if name != "pace"}
    answer = ana.post("/opponents", **given)
    assert answer.status_code == 422 and "Choose at least one pace." in answer.text
    form = form_to(answer.text, "/opponents")
    assert (
        form.fields[f"side:{HEX.HIDDEN_SCENARIO}"] == HEX.CONVOY
        and form.fields["strength"] == "preferred"
    )
    assert ana.send(form, pace=["slow"], **{f"side:{HEX.NEXT_SCENARIO}": ""}).status_code == 303
    page = ana.get("/opponents?wish=1").text
    form = form_to(page, "/opponents")
    assert form.fields["wish"] == "1" and form.fields["language_must"] == "must"
    assert ana.send(form, at_once="3").status_code == 303
    with wishes_of(ana).store.read() as work:
        [wish] = work.opponent_wishes.of_user(id_of(ana, "Ana"))
    assert wish.at_once == 3 and wish.paces == ("slow",)


def test_strangers_see_wishes_without_names(two, visitor):
    ana, _ = two
    assert ana.post("/opponents", **FORM).status_code == 303
    page = visitor().get("/opponents").text
    assert "a member" in page and "Ana" not in page
    waiting = visitor().get("/api/v1/wishes").json()["waiting"]
    assert [(one["name"], one["user_id"]) for one in waiting] == [("", None)]


def test_waits_and_beginnings_are_named(two):
    """Nine of ten waits, the weekday and the hour come from games that were found."""
    ana, _ = two
    services = wishes_of(ana)
    form = WishForm(HEX_GAME, SEATS, ("slow",), apart=0)
    people = [id_of(ana, name) for name in ("Ana", "Íñigo")]
    wishes = [opponent_wishes.save_wish(services, one, form) for one in people]
    for number in range(5):
        with services.store.write() as work:
            for wish in wishes:
                work.opponent_wishes.update_wish(
                    wish, at_once=number + 1, waits_since="2026-01-01T00:00:00.000Z"
                )
            work.commit()
        wish_pairing.pair_waiting_wishes(services)  # or the worker was faster
    with services.store.write() as work:
        work.opponent_wishes.update_wish(wishes[0], at_once=9)
        work.commit()
    page = ana.get("/opponents").text
    assert "5 games in the last eight weeks" in page and "Nine of ten games" in page


def test_blocked_members_do_not_see_each_others_wishes(two):
    ana, inigo = two
    services = wishes_of(ana)
    for one in two:
        assert one.post("/opponents", **FORM).status_code == 303
    blocking.block_user(services, id_of(ana, "Ana"), id_of(ana, "Íñigo"))
    for one, other in ((ana, "Íñigo"), (inigo, "Ana")):
        assert f"<b>{other}</b>" not in one.get("/opponents").text


def test_every_game_has_a_form(two):
    ana, _ = two
    for key in shelf():
        page = ana.get(f"/opponents?box={key}").text
        assert 'name="side:' in page
    assert ana.get("/opponents?box=chess&wish=99").status_code == 200


def test_a_wish_for_a_club_is_chosen_from_its_page(visitor):
    ana, eva = visitor().register("Ana"), visitor().register("Eva")
    answer = ana.send(form_to(ana.get("/clubs/new").text, "/clubs"), name="Dragones", entry="open")
    club = answer.headers["location"]
    assert f'href="/opponents?club={club.rsplit("/", 1)[1]}#wish"' in ana.get(club).text
    form = form_to(ana.get(f"/opponents?club={club.rsplit('/', 1)[1]}").text, "/opponents")
    assert ana.send(form).status_code == 303
    assert "only members of Dragones" in ana.get("/opponents").text
    assert "Dragones" not in eva.get("/opponents").text
    assert 'name="club"' not in eva.get("/opponents").text
    assert eva.post("/opponents", **FORM, club=club.rsplit("/", 1)[1]).status_code == 422
