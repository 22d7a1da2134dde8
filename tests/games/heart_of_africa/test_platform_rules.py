"""Rules of the platform in In the Heart of Africa."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa import events, orders
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.state import TakeHit
from app.kernel.dice import LoadedDice, SeededDice
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR
from tests.games.heart_of_africa import test_plans as plans


@pytest.mark.parametrize("seat", ["a", "b"])
def test_an_owed_decision_comes_first(seat):
    """CAR-TAB-07: A owes a decision about its leader; until then no side gives another order."""
    leader = Figure("L", "white_man", "A", role="leader", at=(40.0, 6.0))
    position = plans.battle(
        {"L": leader}, step=plans.SHOOTING, pending=(TakeHit("A", "L", "shot", "B1.0", 4),)
    )
    with pytest.raises(Refused) as refused:
        GAME.decide(position, orders.Pass(), seat, LoadedDice())
    assert "CAR-TAB-07" in {one.rule for one in refused.value.refusals}
    assert GAME.decide(position, orders.MeetHit("L", "save"), "a", SeededDice(b"rules", 1))


def test_orders_ahead_answer_a_question_and_only_their_owner_sees_the_rule():
    """CAR-PLN-01."""
    position = plans.standing(plans.shooting(), "A", fire="hold")
    position = plans.replace(
        position,
        figures={
            key: plans.replace(one, type="musketeer") for key, one in position.figures.items()
        },
    )
    topics = GAME.conditional_orders.topics(GAME.view(position, plans.A))
    assert {topic.rule for topic in topics} == {"CAR-PLN-01"}
    happened = GAME.decide(position, orders.Pass(), "b", SeededDice(b"rules", 1))
    [done] = [one for one in happened if isinstance(one, events.DoneByPlan)]
    assert (done.side, done.what) == ("A", "fire")
    told = {
        viewer: GAME.wording(position, done, viewer) for viewer in (plans.B, plans.A, SPECTATOR)
    }
    assert (
        [line.rules for line in told[plans.A]] == [("CAR-PLN-01",)]
        and not told[plans.B]
        and not told[SPECTATOR]
    )
