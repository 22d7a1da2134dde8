"""Worth of figures, and average gains of close combat."""

from __future__ import annotations

from functools import lru_cache

from app.games.heart_of_africa.figures import is_baggage, is_leader, profile
from app.games.heart_of_africa.melee_and_morale.causes import threshold_of
from app.games.heart_of_africa.pieces import SCOUT, STANDARD_BEARER, WITCH_DOCTOR, Figure, Unit
from app.games.heart_of_africa.setup.scenarios import RAID
from app.games.heart_of_africa.state import Battle

FACES = range(1, 7)
MARGIN = 2
PLAIN = {
    SCOUT: 25.0,
    STANDARD_BEARER: 45.0,
    WITCH_DOCTOR: 25.0,
    "gun_bearer": 16.0,
    "attendant": 4.0,
}
"""Worth of types whose price does not show their use in a battle."""
LEADER_WORTH = 45.0
RAIDED, BAGGAGE = 120.0, 30.0
SHAKEN, ON_THE_BRINK = 0.5, 0.25


def worth(battle: Battle, figure: Figure) -> float:
    """Worth in points: a Leader is worth more than its price, and so is raided baggage."""
    if is_baggage(figure):
        return RAIDED if battle.scenario == RAID and figure.side != battle.attacker else BAGGAGE
    plain = PLAIN.get(figure.type, float(profile(figure).points))
    return plain + LEADER_WORTH if is_leader(figure) else plain


def loss_factor(unit: Unit | None, strength: int) -> float:
    """Factor for a loss in a unit that has a marker or would have to test."""
    if unit is None:
        return 1.0
    soon = ON_THE_BRINK if unit.start - strength + 1 >= threshold_of(unit) else 0.0
    return 1.0 + (SHAKEN if unit.marker else 0.0) + soon


@lru_cache(maxsize=64)
def chance_to_win(difference: int) -> float:
    """The chance to eliminate an enemy in one comparison, by the difference of the factors."""
    return sum(a + difference - b >= MARGIN for a in FACES for b in FACES) / 36


def duel_gain(
    mine: int, theirs: int, worth_of_mine: float, worth_of_theirs: float, second: float = 0.0
) -> float:
    """Average gain of a single fight; `second`: average number of second friends in it (0 to 1)."""
    gain = (
        chance_to_win(mine - theirs) * worth_of_theirs
        - chance_to_win(theirs - mine) * worth_of_mine
    )
    if second <= 0:
        return gain
    helped = (
        chance_to_win(mine + MARGIN - theirs) * worth_of_theirs
        - chance_to_win(theirs - mine - MARGIN) * worth_of_mine
    )
    return (
        gain
        + second * (1 - chance_to_win(mine - theirs)) * (1 - chance_to_win(theirs - mine)) * helped
    )


def exchange(
    mine: int, my_factor: int, my_worth: float, theirs: int, their_factor: int, their_worth: float
) -> float:
    """Average gain of a turn of close combat between so many figures on each side; the larger side
    fights two against one.
    """
    if not mine or not theirs:
        return 0.0
    pairs = min(mine, theirs)
    over = min(1.0, abs(mine - theirs) / pairs)
    if mine >= theirs:
        return pairs * duel_gain(my_factor, their_factor, my_worth, their_worth, over)
    return -pairs * duel_gain(their_factor, my_factor, their_worth, my_worth, over)
