"""Group fire: the odds are those of the dice, and the log says on whom a hit of the group falls."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.cases.positions import battle_of
from app.games.heart_of_africa.events import ShotFired
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.orders import FireOrders
from app.games.heart_of_africa.shooting.fire_phase import seal, write
from app.games.heart_of_africa.shooting.odds import unit_odds
from app.games.heart_of_africa.shooting.resolution import resolve
from app.games.heart_of_africa.state import Shot
from app.kernel.dice import LoadedDice, Roll
from app.kernel.seats import Viewer

GROUP = (Shot("s1", unit="B1"), Shot("s2", unit="B1"))


def position():
    """Two shooters with the same nearest target in the open; the next one stands in jungle."""
    return battle_of(
        {
            "start": {"turn": 5, "step": "shooting"},
            "units": [{"id": "A1", "side": "A"}, {"id": "B1", "side": "B"}],
            "figures": [
                {
                    "id": "s",
                    "unit": "A1",
                    "type": "soldier",
                    "count": 2,
                    "step": [0, 1],
                    "x": 20,
                    "y": 23.5,
                },
                {"id": "t1", "unit": "B1", "type": "spearman", "x": 25, "y": 24, "facing": 180},
                {"id": "t2", "unit": "B1", "type": "spearman", "x": 27.5, "y": 24.5, "facing": 180},
            ],
            "terrain": [{"id": "jg", "kind": "jungle", "rect": [27, 23, 29, 26]}],
        }
    )


def fired(faces):
    battle = position()
    happened = write(battle, FireOrders(GROUP), "A", LoadedDice())
    happened += seal(battle, "A", LoadedDice()) + seal(battle, "B", LoadedDice())
    now = fold(battle, happened)
    dice = LoadedDice(
        Roll("shot", key, 6, face) for key, face in zip(("s1", "s2"), faces, strict=True)
    )
    return now, resolve(now, dice)


def test_the_odds_of_a_group_are_those_of_its_dice():
    counts = [0, 0, 0]
    for faces in product(range(1, 7), repeat=2):
        now, happened = fired(faces)
        after = fold(now, happened)
        counts[sum(bool(after.figures[key].fate) for key in ("t1", "t2"))] += 1
    assert unit_odds(position(), GROUP) == tuple(Fraction(count, 36) for count in counts)
    assert counts == [4, 16, 16]


def test_the_log_names_the_figure_hit_in_a_group():
    now, happened = fired((3, 3))
    shots = [event for event in happened if isinstance(event, ShotFired)]
    assert [(shot.target, shot.falls_on) for shot in shots] == [("t1", ""), ("t1", "t2")]
    lines = GAME.wording(now, shots[1], Viewer("B", "B"))
    assert "HOA-SHT-02" in lines[0].rules and "t2" in lines[0].places
    assert "falls on Spearman 2 of B1" in lines[0].says.in_("en")
    assert "Lancero 2 de B1" in lines[0].says.in_("es")
