"""Corrections that strike the entry of an entrant or of a team after the first round is published."""

from __future__ import annotations

import pytest

from app.services.watch.game_view import load_view
from tests.web.test_contest_battles import plain
from tests.web.test_contest_pages import act, contest_now, found_contest, sign_up
from tests.web.test_contest_teams import TEAMS, enters, gives

LATER = pytest.mark.proof
PAGES = ("", "/front", "/rounds", "/rounds/1/print", "/projector", "/standings", "/statistics")


@pytest.mark.parametrize("teams", [False, True], ids=["single", "teams"])
@pytest.mark.parametrize(
    "form", ["robin", pytest.param("swiss", marks=LATER), pytest.param("knockout", marks=LATER)]
)
def test_a_contest_goes_on_after_a_published_entrant_is_struck(visitor, form, teams):
    """Of four entrants Cid is struck. The round stays, brings Cid's opponent no points, and the next
    one is drawn without Cid.
    """
    path, people = found_contest(visitor, form, **(TEAMS if teams else {"t.words": "Chess"}))
    for number, person in enumerate(people[1:]):
        name = ("Bea", "Cid", "Dora", "Eva")[number]
        if teams:
            enters(path, person, player="Player", name=name)
        else:
            sign_up(path, person, name, number)
    ana, bea = people[:2]
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, ana, kind)
    before = contest_now(path, ana).pairings
    strike(path, ana, b'"name":"Cid"')
    contest = contest_now(path, ana)
    assert [one.entrants for one in contest.pairings] == [one.entrants for one in before]
    boards = [f"/battles/{one.key}" for one in contest.battles() if not one.is_bye]
    for page in (*PAGES, *boards, "/people/p2"):
        for person in (ana, bea):
            assert person.get(f"{path}{page}").status_code == 200, page
    assert ana.get(f"{path}/desk").status_code == 200
    assert "entry struck by a correction" in plain(ana, f"{path}/people/p2?lang=en")
    for one in contest.open_pairings():
        act(path, ana, "decide", battle=one.key, winner=one.first)
    for kind in ("draft_round", "publish_round"):
        act(path, ana, kind)
    later = [one for one in contest_now(path, ana).pairings if one.round > 1]
    assert later and all("p2" not in one.entrants for one in later)
    met = [frozenset(one.entrants) for one in (*before, *later) if not one.is_bye]
    assert len(set(met)) == len(met), "two entrants meet twice"
    [opponent] = [one.opponent("p2") for one in before if "p2" in one.entrants]
    assert contest_points(path, ana, opponent) == 3 * any(
        one.is_bye for one in later if opponent in one.entrants
    )


def strike(path, organiser, text):
    """Strike the first move whose order has this text."""
    services = organiser.client.app.state.services
    moves = load_view(services, path.rpartition("/")[2], None).story.moves
    number = next(one.number for one in moves if text in bytes(one.order))
    order = {"kind": "correct_move", "move": number, "reason": "Not a member."}
    assert gives(path, organiser, "referee", **order).status_code == 303


def contest_points(path, person, entrant):
    """Points of an entrant on the standings."""
    look = load_view(person.client.app.state.services, path.rpartition("/")[2], None)
    [table] = look.box.pages(look.view).standings
    return next(row.number for row in table.rows if row.side == entrant)
