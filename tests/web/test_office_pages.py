"""Offices in games of a club on their page, and open streams after a change of role (CAR-CLB-51,
CAR-CLB-52).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from app.services.clubs import game_offices, members
from app.services.people import accounts
from app.services.play import lobby, orders
from app.store import records
from tests.services.clubs.staffed_club import NAMES, StaffedClub
from tests.web.reading import forms_on
from tests.web.test_routes import Caller
from tests.web.test_waiting_streams import told

FOUNDER = "organiser"


@pytest.fixture
def staffed(app, web) -> StaffedClub:
    return StaffedClub(app.state.services)


@pytest.fixture
def game(staffed) -> records.Game:
    """Contest of the club with a second office of "scribe"."""
    return lobby.open_table(
        staffed.services, staffed.ids[FOUNDER], "contests", "swiss", "referee", title="Torneo",
        terms={"battle": "in_words", "words": "Chess"}, gathers=True, visibility="club",
        club=staffed.club, referees=[NAMES["scribe"]],
    )  # fmt: skip


def offices(staffed, game) -> set[str]:
    with staffed.services.store.read() as work:
        seats = work.seats.for_game(game.id)
    return {one.name for seat in seats for one in seat.referees}


def buttons(app, staffed, game, role: str) -> list[str]:
    """Persons whose office the page of this user offers to take."""
    page = Caller(app, staffed.ids[role]).client.get(f"/games/{game.address}/referees")
    assert page.status_code == 200
    forms = [one.fields for one in forms_on(page.text)]
    return [one["person"] for one in forms if one.get("do") == "take"]


def test_owners_alone_have_the_buttons_of_all_other_offices(app, staffed, game):
    both = sorted((str(staffed.ids[FOUNDER]), str(staffed.ids["scribe"])))
    found = {
        role: sorted(buttons(app, staffed, game, role))
        for role in ("owner", "owner 2", FOUNDER, "organiser 2", "referee", "scribe", "member")
    }
    assert found == {role: [] for role in found} | {"owner": both, "owner 2": both}


def test_the_button_takes_the_office(app, staffed, game):
    owner = Caller(app, staffed.ids["owner"])
    path, person = f"/games/{game.address}/referees", str(staffed.ids["scribe"])
    assert owner.sends(path, do="take", person=person) == 303
    assert offices(staffed, game) == {NAMES[FOUNDER]}
    assert owner.sends(path, do="take", person=person) == 404
    assert owner.sends(path, do="take", person=str(staffed.ids[FOUNDER])) == 303
    assert offices(staffed, game) == {NAMES["owner"]}
    assert buttons(app, staffed, game, "owner") == [], "the own last office stays"
    assert owner.sends(path, do="take", person=str(staffed.ids["owner"])) == 422


@pytest.mark.parametrize(
    ("role", "status"),
    [(FOUNDER, 422), ("organiser 2", 422), ("referee", 422), ("member", 422), ("stranger", 404)],
)
def test_other_users_take_no_office_with_the_form(app, staffed, game, role, status):
    before = offices(staffed, game)
    caller, person = Caller(app, staffed.ids[role]), str(staffed.ids["scribe"])
    assert caller.sends(f"/games/{game.address}/referees", do="take", person=person) == status
    assert offices(staffed, game) == before


def test_a_form_without_its_token_or_person_takes_no_office(app, staffed, game):
    owner, path = Caller(app, staffed.ids["owner"]), f"/games/{game.address}/referees"
    before = offices(staffed, game)
    for fields in ({"person": "x"}, {"person": ""}, {"person": "-1"}, {}):
        assert owner.sends(path, do="take", **fields) in (400, 404, 422), fields
    owner.csrf = "y" * 43
    assert owner.sends(path, do="take", person=str(staffed.ids["scribe"])) == 403
    assert offices(staffed, game) == before


# ---------------------------------------------------------------------- streams
def office_taken(staffed: StaffedClub, game: records.Game) -> None:
    owner, founder = staffed.ids["owner"], staffed.ids[FOUNDER]
    game_offices.remove_from_office(staffed.services, game.address, owner, founder)


def role_taken(staffed: StaffedClub, _: records.Game) -> None:
    owner, founder = staffed.ids["owner"], staffed.ids[FOUNDER]
    members.take_role(staffed.services, staffed.club, owner, founder, "organiser")


def removed(staffed: StaffedClub, _: records.Game) -> None:
    members.remove_member(
        staffed.services, staffed.club, staffed.ids["owner"], staffed.ids[FOUNDER]
    )


def calls_off(staffed: StaffedClub, game: records.Game) -> None:
    """Another organiser makes a move."""
    me = staffed.ids["scribe"]
    orders.declare_order(
        staffed.services, game.address, me, "call off", 1, {"kind": "close_contest"}, seat="referee"
    )


@pytest.mark.slow
@pytest.mark.parametrize("act", [office_taken, role_taken, removed])
def test_an_open_stream_ends_with_the_office(
    staffed, game, act: Callable[[StaffedClub, records.Game], None]
):
    owner, founder = staffed.ids["owner"], staffed.ids[FOUNDER]
    members.give_role(staffed.services, staffed.club, owner, founder, "member")
    visitor = accounts.Visitor(accounts.load_user(staffed.services, founder), "", 0)

    def act_and_move() -> None:
        act(staffed, game)
        calls_off(staffed, game)

    heard, ends = asyncio.run(told(staffed.services, game.address, visitor, act_and_move))
    assert ends and "data: 1\n" in heard and "data: 2\n" not in heard
