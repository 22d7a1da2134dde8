"""A campaign goes on when a player leaves, in every step that waits for another player."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign.state import Meeting, Player, Season, Talk, War
from app.kernel import open_seats, table, table_decisions, table_orders
from app.kernel.dice import LoadedDice, Roll

SEATS = {"referee": "referee", "p1": "p1", "p2": "p2", "p3": "p3"}


def player(key: str, class_: str, **more) -> Player:
    list_ = {"native": "zanzibaris", "explorer": "white_explorers"}[class_]
    nation = {"native": "zanzibaris", "explorer": "expedition"}[class_]
    return Player(key, list_, nation, class_, hongos=5, joined=int(key[1:]), **more)


def season(step: str, *classes: str, **more) -> Season:
    players = [player(f"p{n}", class_) for n, class_ in enumerate(classes, start=1)]
    return Season(
        turn=3, year=1875, step=step, seats=SEATS, players={one.key: one for one in players}, **more
    )


def after_leaving(state: Season, gone: str, *rolls: Roll) -> Season:
    now = table.Table(scenario="campaign", seats=SEATS, state=state)
    dice = LoadedDice(rolls)
    events = table_decisions.decide_on(CAMPAIGN, now, table_orders.Concede(), gone, dice)
    assert not dice.left
    return table.after_all(CAMPAIGN, now, events).state


def test_the_turn_goes_on_when_the_last_player_to_declare_leaves():
    state = season(
        "declaring", "native", "native", "native", order=("p1", "p2", "p3"), declared=("p1", "p2")
    )
    after = after_leaving(state, "p3")
    assert after.step == "between_turns"
    assert [one.seat for one in CAMPAIGN.waiting_for(after)] == ["referee"]


def test_the_next_player_declares_when_an_attacker_leaves_before_the_answer():
    state = season(
        "declaring",
        *("native", "native", "native"),
        order=("p1", "p2", "p3"),
        declared=("p1",),
        talks=(Talk("p1", "p2"),),
    )
    after = after_leaving(state, "p1")
    assert [one.seat for one in CAMPAIGN.waiting_for(after)] == ["p2"]


def test_the_other_meetings_are_settled_when_the_missing_answer_was_that_of_a_departed_player():
    meetings = (
        Meeting("p1", "p2"),
        Meeting("p1", "p3"),
        Meeting("p2", "p3", {"p2": "fight", "p3": "greet"}),
    )
    state = season("meetings", "explorer", "explorer", "explorer", meetings=meetings)
    rolls = [Roll("order", key, 6, face) for key, face in (("p2", 1), ("p3", 2))]
    scenario = Roll("scenario", "b1", 6, 4)
    after = after_leaving(state, "p1", *rolls, scenario)
    assert [(war.attacker, war.defender, war.status) for war in after.battles] == [
        ("p2", "p3", "ready")
    ]


def test_a_battle_behind_a_void_one_becomes_ready():
    battles = (
        War("b1", "p1", "p2", "ready", turn=3, year=1875, chosen="savannah"),
        War("b2", "p2", "p3", "waiting", turn=3, year=1875),
    )
    state = season("battles", "native", "native", "native", battles=battles)
    after = after_leaving(state, "p1", Roll("scenario", "b2", 6, 4))
    assert [war.status for war in after.battles] == ["void", "ready"]


@pytest.mark.parametrize("gone", ["p1", "p2", "p3"])
def test_a_player_leaves_between_turns_and_nothing_is_rolled(gone):
    state = season("between_turns", "native", "explorer", "native")
    after = after_leaving(state, gone)
    assert after.step == "between_turns"
    assert after.players[gone].status == "left"


def test_a_player_who_has_left_is_still_listed():
    """The seat of a withdrawn entry is not: it never had a player."""
    after = after_leaving(season("between_turns", "native", "native", "native"), "p2")
    now = table.Table(scenario="campaign", seats={}, state=after, left=("p2", "p4"))
    assert open_seats.unlisted_sides(CAMPAIGN, now) == {"p4"}
