"""Corrections that strike the entry of an entrant or of a team after the first round is
published.
"""

from __future__ import annotations

import re

import pytest

from app.services.watch.game_view import load_view
from tests.web.test_contest_battles import plain
from tests.web.test_contest_pages import NAMES, act, contest_now, found_contest, given, sign_up
from tests.web.test_contest_teams import TEAMS, enters, gives

LATER = pytest.mark.proof
PAGES = ("", "/front", "/rounds", "/rounds/1/print", "/projector", "/standings", "/statistics")


@pytest.mark.slow
@pytest.mark.parametrize("teams", [False, True], ids=["single", "teams"])
@pytest.mark.parametrize(
    "form", ["robin", pytest.param("swiss", marks=LATER), pytest.param("knockout", marks=LATER)]
)
def test_a_contest_goes_on_after_a_published_entrant_is_struck(visitor, form, teams):
    """Of four entrants Cid is struck. The round stays, brings Cid's opponent no points, and the
    next one is drawn without Cid.
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
    moves = load_view(services, path.rpartition("/")[2], None).history.moves
    number = next(one.number for one in moves if text in bytes(one.order))
    order = {"kind": "correct_move", "move": number, "reason": "Not a member."}
    answer = gives(path, organiser, "referee", **order)
    assert answer.status_code == 303, re.findall(r"role=\"alert\".*?</div>", answer.text, re.DOTALL)


def contest_points(path, person, entrant):
    """Points of an entrant on the standings."""
    look = load_view(person.client.app.state.services, path.rpartition("/")[2], None)
    [table] = look.box.pages(look.view).standings
    return next(row.number for row in table.rows if row.side == entrant)


def begun(visitor, form, **terms):
    """Path of a contest of four whose first round is published, and its people."""
    path, people = found_contest(visitor, form, **{"t.words": "Chess", **terms})
    for number, name in enumerate(("Bea", "Cid", "Dora", "Eva")):
        sign_up(path, people[number + 1], name, number)
    for kind in ("close_sign_up", "draft_round", "publish_round"):
        act(path, people[0], kind)
    return path, people


def pages_open(path, people):
    """Check the pages of a contest for the organiser and an entrant."""
    for page in (*(one for one in PAGES if "print" not in one), "/desk", "/people/p2"):
        for person in people[: 1 if page == "/desk" else 2]:
            assert person.get(f"{path}{page}").status_code == 200, page


def test_groups_go_on_after_an_entrant_is_struck(visitor):
    """Two groups of two. Cid has won and is struck after round 1 is published. The other entrant of
    the group goes on to the final.
    """
    path, people = begun(visitor, "groups", **{"t.groups": "2", "t.advance": "1"})
    ana = people[0]
    for one in contest_now(path, ana).open_pairings():
        winner = "p2" if "p2" in one.entrants else one.first
        act(path, ana, "decide", battle=one.key, winner=winner)
    [opponent] = [
        one.opponent("p2") for one in contest_now(path, ana).pairings if "p2" in one.entrants
    ]
    strike(path, ana, b'"name":"Cid"')
    pages_open(path, people)
    act(path, ana, "draft_round")
    act(path, ana, "publish_round")
    final = contest_now(path, ana).pairings[-1]
    assert final.round == 2 and opponent in final.entrants and "p2" not in final.entrants
    pages_open(path, people)
    act(path, ana, "decide", battle=final.key, winner=opponent)
    act(path, ana, "close_contest")
    pages_open(path, people)
    assert f"Winner: {contest_now(path, ana).entrants[opponent].name}" in plain(
        ana, f"{path}/front"
    )


def test_divisions_go_on_after_an_entrant_is_struck(visitor):
    """Two divisions of two. Cid has won and is struck. The battle brings no points, and Cid has no
    place.
    """
    path, people = begun(visitor, "robin", **{"t.divisions": "2", "t.moves": "1"})
    ana = people[0]
    for one in contest_now(path, ana).open_pairings():
        winner = "p2" if "p2" in one.entrants else one.first
        act(path, ana, "decide", battle=one.key, winner=winner)
    before = contest_now(path, ana).pairings
    strike(path, ana, b'"name":"Cid"')
    contest = contest_now(path, ana)
    assert [one.entrants for one in contest.pairings] == [one.entrants for one in before]
    pages_open(path, people)
    look = load_view(ana.client.app.state.services, path.rpartition("/")[2], None)
    points = {
        row.side: row.number for one in look.box.pages(look.view).standings for row in one.rows
    }
    [opponent] = [one.opponent("p2") for one in before if "p2" in one.entrants]
    assert points[opponent] == 0 and "p2" not in points
    act(path, ana, "close_contest")
    pages_open(path, people)
    assert "entry struck by a correction" in plain(ana, f"{path}/people/p2?lang=en")


def test_a_ladder_goes_on_after_an_entrant_is_struck(visitor):
    """The lowest entrant has beaten the first one and is struck. The others have the rungs that
    they would have without that battle, and the ladder goes on.
    """
    ladder = {"t.words": "Chess", "t.reach": "3", "clock": "none"}
    path, people = found_contest(visitor, "ladder", **ladder)
    ana = people[0]
    for number, person in enumerate(people[1:]):
        sign_up(path, person, NAMES[number + 1], number)
    act(path, ana, "close_sign_up")
    *others, last = contest_now(path, ana).rungs
    given(path, people, last, kind="challenge", opponent=others[0])
    given(path, people, others[0], kind="answer_challenge", challenge="c1", accept=True)
    [battle] = contest_now(path, ana).open_pairings()
    act(path, ana, "decide", battle=battle.key, winner=last)
    assert contest_now(path, ana).rungs == (last, *others)
    name = NAMES[int(last[1:])]
    strike(path, ana, f'"name":"{name}"'.encode())
    assert contest_now(path, ana).rungs == tuple(others)
    pages_open(path, people)
    front = ana.get(f"{path}/front").text
    assert f"/people/{last}" not in front and f"/battles/{battle.key}" not in front
    given(path, people, others[1], kind="challenge", opponent=others[0])
    [challenge] = contest_now(path, ana).challenges
    given(path, people, others[0], kind="answer_challenge", challenge=challenge.key, accept=True)
    [battle] = contest_now(path, ana).open_pairings()
    act(path, ana, "decide", battle=battle.key, winner=others[1])
    assert contest_now(path, ana).rungs == (others[1], others[0], others[2])
    pages_open(path, people)
