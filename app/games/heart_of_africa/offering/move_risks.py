"""Chances of the dice that an order of movement brings: crocodiles, traps, running aground,
roofs.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from app.games.heart_of_africa.buildings_and_boats.roofs import OPENS_ON
from app.games.heart_of_africa.buildings_and_boats.vessels import GUNBOAT, STICKS_ON, is_on_a_river
from app.games.heart_of_africa.figures import is_vessel
from app.games.heart_of_africa.movement import hazards
from app.games.heart_of_africa.offering.shot_chances import chance
from app.games.heart_of_africa.orders import BreakRoof
from app.games.heart_of_africa.state import Battle
from app.kernel.offers import Chance
from app.kernel.say import say
from app.kernel.space.plane import Path, cut_path

FACES = range(1, 7)
REAL_TRAP = "stake_trap"
CROCODILES, TRAPS = "crocodiles", "traps"
OUTCOMES = {
    frozenset({CROCODILES}): (
        say("crocodiles take no figure", "los cocodrilos no atrapan a ninguna figura"),
        say("crocodiles take one figure or more", "los cocodrilos atrapan a una figura o más"),
    ),
    frozenset({TRAPS}): (
        say("no figure dies in a trap", "ninguna figura muere en una trampa"),
        say("at least one figure dies in a trap", "al menos una figura muere en una trampa"),
    ),
    frozenset({CROCODILES, TRAPS}): (
        say(
            "traps and crocodiles take no figure",
            "ni trampas ni cocodrilos se llevan a ninguna figura",
        ),
        say(
            "traps or crocodiles take one figure or more",
            "trampas o cocodrilos se llevan a una figura o más",
        ),
    ),
}
"""Good and bad result, by the dangers on the ways."""


def hazard_odds(battle: Battle, paths: Mapping[str, Path]) -> tuple[Chance, ...]:
    """Chances of figures that enter a ford, go through an infested marsh or onto a real trap that
    their side knows. A figure rolls nothing beyond the trap that stops it.
    """
    safe, causes = Fraction(1), set()
    for key, way in paths.items():
        figure = battle.figures.get(key)
        if figure is None or len(way) < 2 or is_vessel(figure):
            continue
        trap = hazards.trap_along(battle, figure, way)
        gone = way if trap is None else cut_path(way, trap[0])
        if trap is not None and trap[1].kind == REAL_TRAP:
            causes.add(TRAPS)
            safe *= Fraction(7 - hazards.escapes_on(battle, figure), 6)
        dice = crocodile_dice(battle, gone)
        if dice:
            causes.add(CROCODILES)
            safe *= Fraction(5, 6) ** dice
    if not causes:
        return ()
    good, bad = OUTCOMES[frozenset(causes)]
    return chance(good, safe), chance(bad, 1 - safe, good=False)


def crocodile_dice(battle: Battle, way: Path) -> int:
    """The crocodile dice of a way: one for each crossing of a river, one for an infested marsh."""
    if len(way) < 2:
        return 0
    return len(hazards.fords_entered(battle, way)) + (hazards.infested(battle, way) is not None)


def aground_odds(battle: Battle, paths: Mapping[str, Path]) -> tuple[Chance, ...]:
    """Chances of Gunboats that sail on a river to run aground."""
    boats = [
        key
        for key, way in paths.items()
        if len(way) > 1
        and key in battle.figures
        and battle.figures[key].type == GUNBOAT
        and is_on_a_river(battle, way)
    ]
    if not boats:
        return ()
    sticks = Fraction(sum(sum(faces) in STICKS_ON for faces in product(FACES, FACES)), 36)
    afloat = (1 - sticks) ** len(boats)
    return (
        chance(say("no Gunboat runs aground", "ninguna Cañonera encalla"), afloat),
        chance(
            say(
                "a Gunboat runs aground and moves no more",
                "una Cañonera encalla y no se mueve más",
            ),
            1 - afloat,
            good=False,
        ),
    )


def roof_odds(battle: Battle, order: BreakRoof) -> tuple[Chance, ...]:
    """Chances of breaking a roof; none if there is a hole already."""
    building, _, room = battle.figures[order.figure].roof.partition("/")
    work = next((one for one in battle.land.works if one.id == building), None)
    if work is None or room in work.roof_holes:
        return ()
    share = Fraction(7 - OPENS_ON, 6)
    return (
        chance(say("the roof breaks", "el techo se rompe"), share),
        chance(say("the roof holds", "el techo aguanta"), 1 - share, good=False),
    )
