"""Ways of deployment that a plan offers for a piece: on the table, in ambush, held back, aboard."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa.buildings_and_boats import berths
from app.games.heart_of_africa.conditional_orders.words import ABOARD, HELD, HIDDEN, LATER, OPEN
from app.games.heart_of_africa.figures import is_vessel
from app.games.heart_of_africa.pieces import TO_DEPLOY
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup.boarding import seats_of
from app.games.heart_of_africa.setup.places import company
from app.games.heart_of_africa.state import Battle
from app.kernel.say import Say, say

HOWS = {
    OPEN: say("on the table", "en la mesa"),
    HIDDEN: say("in ambush", "en emboscada"),
    HELD: say("off the table", "fuera de la mesa"),
    LATER: say("not planned", "sin planear"),
}


def ways_of(battle: Battle, side: str, who: str) -> dict[str, Say]:
    """Ways in which a piece may be planned."""
    unit = battle.units.get(who)
    hides = unit is not None and unit.kind == "troops" and not berths.is_hull(company(battle, who))
    keys = (OPEN, HIDDEN, HELD, LATER) if hides else (OPEN, HELD, LATER)
    return {key: HOWS[key] for key in keys} | ways_aboard(battle, side, who)


def ways_aboard(battle: Battle, side: str, who: str) -> dict[str, Say]:
    """Each vessel with places for a piece; all vessels together if none has enough."""
    men = company(battle, who)
    if not men or any(map(is_vessel, men)):
        return {}
    hulls = [
        one
        for one in battle.figures.values()
        if one.side == side
        and is_vessel(one)
        and not one.fate
        and (one.at is not None or one.where == TO_DEPLOY)
    ]
    single = [one.id for one in hulls if len(seats_of(battle, [one.id], men)) == len(men)]
    if single or len(hulls) < 2:
        return {f"{ABOARD} {key}": aboard_words(battle, [key]) for key in single}
    every = [one.id for one in hulls]
    if len(seats_of(battle, every, men)) < len(men):
        return {}
    return {" ".join((ABOARD, *every)): aboard_words(battle, every)}


def aboard_words(battle: Battle, vessels: Sequence[str]) -> Say:
    names = tuple(called(battle, key) for key in vessels)
    return say("aboard {vessels}", "a bordo de {vessels}", vessels=names)
