"""Default orders of the campaign (HOA-CMP-24, HOA-CMP-25)."""

from __future__ import annotations

import random

import pytest

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.box import CAMPAIGN
from app.games.heart_of_africa.campaign.state import (
    BATTLES,
    DECLARING,
    MEETINGS,
    UNDECIDED,
    Entered,
    Meeting,
    Player,
    Season,
    Taking,
    Talk,
    Terms,
    War,
)
from app.kernel import headless_games
from app.kernel.pass_order import passing_order
from app.kernel.seats import Viewer

A, B = Player("p1", "native_kingdom", "zulu", "native"), Player("p2", "zanzibaris", "", "native")
BATTLE = War("b1", "p1", "p2", "ready", ground=("bush", "savannah"), turn=1)


def season(**more) -> Season:
    seats = {"referee": "referee", "p1": "p1", "p2": "p2"}
    return Season(players={"p1": A, "p2": B}, seats=seats, **more)


def default(state: Season, seat: str):
    return CAMPAIGN.default_order(CAMPAIGN.view(state, Viewer(seat, seat)))


CASES = {
    "a meeting is greeted": (
        season(step=MEETINGS, meetings=(Meeting("p1", "p2"),)),
        "p1",
        o.Meet("p2", "greet"),
    ),
    "a declaration is a pass": (season(step=DECLARING, order=("p1", "p2")), "p1", o.PassTurn()),
    "an attack is resisted": (
        season(step=DECLARING, talks=(Talk("p1", "p2"),)),
        "p2",
        o.Resist("p1"),
    ),
    "terms are refused": (
        season(
            step=DECLARING, talks=(Talk("p1", "p2", terms=Terms("p2", "p2", 1), offered_by="p2"),)
        ),
        "p1",
        o.Refuse("p2"),
    ),
    "a request is refused": (
        season(step=DECLARING, talks=(Talk("p1", "p2", is_attack=False),)),
        "p2",
        o.Refuse("p1"),
    ),
    "savannah": (season(step=BATTLES, battles=(BATTLE,)), "p2", o.ChooseGround("b1", "savannah")),
    "a result is confirmed": (
        season(
            step=BATTLES,
            battles=(
                War("b1", "p1", "p2", "ready", chosen="bush", entered=Entered("p1", "p1"), turn=1),
            ),
        ),
        "p2",
        o.ConfirmResult("b1"),
    ),
    "no district": (
        season(step=BATTLES, takings=(Taking("p1", "p2", ("p3",)),)),
        "p1",
        o.TakeDistrict(),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_decision_without_an_answer_has_a_default_order(case):
    state, seat, order = CASES[case]
    assert default(state, seat) == order


@pytest.mark.parametrize(
    "war",
    [
        War("b1", "p1", "p2", "ready", chosen="bush", turn=1),
        War(
            "b1", "p1", "p2", "ready", chosen="bush", entered=Entered("p1", "p1", (), "no"), turn=1
        ),
    ],
    ids=["to be fought", "disputed"],
)
def test_a_battle_has_no_default_result(war):
    state = season(step=BATTLES, battles=(war,))
    assert [default(state, seat) for seat in ("p1", "p2", "referee")] == [None, None, None]


def test_a_player_without_a_decision_has_no_default_order():
    state = season(step=DECLARING, order=("p1", "p2"), talks=(Talk("p1", "p2"),))
    assert default(state, "p1") is None
    assert CAMPAIGN.default_order(CAMPAIGN.view(state, Viewer())) is None


def test_every_default_order_is_accepted_in_played_campaigns():
    """Half of the decisions are not answered; the order of the rules is taken each time."""
    given = []

    def choose(game, view, chance: random.Random):
        order = (
            passing_order(game, view) if view.me != "referee" and chance.random() < 0.5 else None
        )
        given.append(order)
        return order or game.bot(view, chance)

    setup = headless_games.plain_setup(CAMPAIGN.card.scenarios[0])
    played = headless_games.play_game(CAMPAIGN, setup, choose, "absent players", 300)
    assert headless_games.record_faults(CAMPAIGN, "absent players", played) == []
    assert len(played.moves) == 300
    assert {type(order) for order in given} >= {o.PassTurn, o.Resist, o.ConfirmResult}


def test_an_unplayed_battle_ends_without_a_decision_if_the_campaign_says_so():
    war = War("b1", "p1", "p2", "ready", chosen="bush", turn=1, unarmed=("p1", "p2"))
    state = season(step=BATTLES, battles=(war,), options=(UNDECIDED,))
    assert default(state, "p1") == o.EnterResult("b1", None)
    assert default(state, "p2") == o.EnterResult("b1", None)


def test_each_decision_of_a_player_names_a_deadline_of_the_card():
    known = {one.key for one in CAMPAIGN.card.deadlines}
    assert known == {"declare", "answer", "arm", "play", "confirm"}
    for state, seat, _ in CASES.values():
        (owed,) = [one for one in CAMPAIGN.waiting_for(state) if one.seat == seat]
        assert owed.deadline in known


def test_each_decision_has_a_key_and_a_default_order_of_its_own():
    """Gifts of two givers: the order answers the gift that is asked about (HOA-CMP-24)."""
    state = season(
        step=DECLARING,
        order=("p1", "p2"),
        talks=(Talk("p2", "p1"),),
        gifts=(("p3", "p1", 1), ("p2", "p1", 2)),
    )
    asked = [one for one in CAMPAIGN.waiting_for(state) if one.seat == "p1"]
    assert len({one.clock_key for one in asked}) == len(asked) == 3
    view = CAMPAIGN.view(state, Viewer("p1", "p1"))
    given = [CAMPAIGN.default_order(view, one) for one in asked]
    assert given == [o.Resist("p2"), o.TakeGift("p3", False), o.TakeGift("p2", False)]


def test_a_decision_without_a_default_order_takes_none_of_another_decision():
    """The battle on its table waits for the referee; the gift does not answer for it
    (HOA-CMP-25).
    """
    war = War("b1", "p1", "p2", "ready", chosen="bush", turn=1, armed=("p1", "p2"))
    state = season(step=BATTLES, battles=(war,), gifts=(("p2", "p1", 1),))
    fight, gift = (one for one in CAMPAIGN.waiting_for(state) if one.seat == "p1")
    view = CAMPAIGN.view(state, Viewer("p1", "p1"))
    assert CAMPAIGN.default_order(view, fight) is None
    assert CAMPAIGN.default_order(view, gift) == o.TakeGift("p2", False)
