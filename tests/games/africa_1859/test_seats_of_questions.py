"""Seat that a question concerns, with several players on a side (AFB-WEB-04)."""

import pytest

from app.games.africa_1859.adjudicate import Referee
from app.games.africa_1859.questions import open_question
from app.games.africa_1859.sequence import default_answer
from app.games.africa_1859.turn_order import waiting_for


def referee(scenario, commands, units, leaders):
    sides = {seat: seat[0].upper() for seat in commands}
    case = {
        "id": "seats",
        "scenario": scenario,
        "start": {"turn": 2, "phase": "S", "commands": commands},
        "seats": {side: [one for one in commands if sides[one] == side] for side in "SM"},
        "units": [{"id": key, "kind": kind, "at": at} for key, kind, at in units],
        "leaders": [{"id": key, "at": at} for key, at in leaders],
        "dice": [],
    }
    return Referee(case)


def asked_at(judge, decision):
    """Seat asked when the decision is open; questions before it get their defaults."""
    while (question := open_question(judge.war)).decision != decision:
        judge.give(default_answer(judge.war), judge.first_seat(question.side))
    (owed,) = waiting_for(judge.war)
    return owed.seat, owed.also


def played(judge, *rows):
    for number, row in enumerate(rows, 1):
        judge.play(str(number), {"expect": "legal", **row})
    assert judge.differences == []
    return judge


def support(standing, **named):
    judge = referee(
        "tetuan",
        {"s-1": ["prim", "s_saboya"], "s-2": ["ros", "s_albuera", "s_art5"], "m": ["m_cab1"]},
        [
            ("s_saboya", "line", "t_estrella"),
            ("s_albuera", "line", "t_llano_c"),
            ("s_art5", "rodada", "t_llano_c"),
            ("m_cab1", "cabila", "t_ahmed"),
        ],
        standing,
    )
    assault = {"units": ["s_albuera"], "path": ["t_ahmed"], "vanguard": "s_albuera", **named}
    return played(
        judge,
        {"side": "S", "seat": "s-2", "do": "open", "space": "t_llano_c"},
        {"side": "S", "seat": "s-2", "do": "assault", **assault},
    )


@pytest.mark.parametrize("director", [{}, {"director": "ros"}])
def test_support_concerns_the_director_or_the_group(director):
    """AFB-WEB-04: the command of the director, or of the fighter with most steps."""
    leaders = [("prim", "t_estrella"), ("ros", "t_llano_c")]
    judge = support(leaders, leaders=["ros"], **director)
    assert asked_at(judge, "support") == ("s-2", ("s-1",))


def test_support_concerns_the_command_of_the_director_and_not_of_the_group():
    """AFB-WEB-04: a director of another command than the group is asked."""
    leaders = [("prim", "t_llano_c")]
    judge = support(leaders, leaders=["prim"], director="prim")
    assert asked_at(judge, "support") == ("s-1", ("s-2",))


def test_an_arrival_concerns_the_rider():
    """AFB-WEB-04: an arrival is asked of the command of the rider that can answer it."""
    judge = referee(
        "castillejos",
        {"s": ["s_principe"], "m-1": ["abbas", "m_jin1"], "m-2": ["c_anyera", "m_jin2"]},
        [("s_principe", "line", "c_playa"), ("m_jin2", "jinetes", "c_valle_a")],
        [],
    )
    played(
        judge,
        {"side": "S", "do": "open", "space": "c_playa"},
        {"side": "S", "do": "move", "units": ["s_principe"], "path": ["c_valle_b"]},
    )
    assert asked_at(judge, "arrival") == ("m-2", ("m-1",))


@pytest.mark.parametrize(("named", "seat"), [("c_anyera", "m-2"), ("abbas", "m-1")])
def test_riders_concern_the_named_leader(named, seat):
    """AFB-WEB-04: the named leader of the assaulted space counts, not the first by id."""
    judge = referee(
        "castillejos",
        {
            "s": ["s_principe", "prim"],
            "m-1": ["abbas", "m_nizam1"],
            "m-2": ["c_anyera", "m_jin2"],
        },
        [
            ("s_principe", "line", "c_morabito"),
            ("m_jin2", "jinetes", "c_valle_a"),
            ("m_nizam1", "nizam", "c_valle_a"),
        ],
        [("prim", "c_morabito"), ("abbas", "c_valle_a"), ("c_anyera", "c_valle_a")],
    )
    assault = {"units": ["s_principe"], "leaders": ["prim"], "path": ["c_valle_a"]}
    played(
        judge,
        {"side": "S", "do": "open", "space": "c_morabito"},
        {"side": "S", "do": "assault", "vanguard": "s_principe", **assault},
        {"side": "M", "do": "defend", "vanguard": "m_nizam1", "leader": named},
    )
    assert asked_at(judge, "riders")[0] == seat
