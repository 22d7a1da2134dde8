"""Rules of the platform in Cry Havoc."""

from __future__ import annotations

import pytest

from app.games.cry_havoc import orders
from app.games.cry_havoc.box import GAME
from app.kernel.dice import LoadedDice
from app.kernel.refusal import Refused
from tests.games.cry_havoc.test_combat import played, two_with_one_way_out


def test_an_owed_decision_comes_first():
    """CAR-TAB-07: blue has attacked and red owes the retreat; until then blue gives no order."""
    battle = played(two_with_one_way_out(), "red", orders.Attack(("h", "p"), ("b",)), 8)
    with pytest.raises(Refused) as refused:
        GAME.decide(battle, orders.Pass(), "blue", LoadedDice())
    assert "CAR-TAB-07" in {one.rule for one in refused.value.refusals}
    assert GAME.decide(battle, orders.RetreatTo("p", "0403"), "red", LoadedDice())
