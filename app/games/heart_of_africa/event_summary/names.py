"""Names of units and single figures in a report, with and without their side."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.heart_of_africa.pieces import LEADER
from app.games.heart_of_africa.presentation.naming import LEADER_TITLE, ONE, called
from app.games.heart_of_africa.state import Battle
from app.kernel.say import Say, as_sentence, noun


def owner_of(battle: Battle, key: str) -> str:
    """The unit of a figure. For an attendant the Leader's; for an independent figure its own id."""
    figure = battle.figures.get(key)
    if figure is None:
        return key
    if figure.unit or not figure.of:
        return figure.unit or figure.id
    return owner_of(battle, figure.of)


def side_of(battle: Battle, key: str) -> str:
    one = battle.units.get(key) or battle.figures.get(key)
    return one.side if one is not None else ""


def of_its_side(battle: Battle, key: str) -> Say:
    """Its name after the side has been named: Askaris B2, baggage, Scout."""
    unit, figure = battle.units.get(key), battle.figures.get(key)
    if unit is not None and unit.kind == "baggage":
        return noun("baggage", "bagaje")
    if unit is None and figure is not None:
        return LEADER_TITLE if figure.role == LEADER else ONE.get(figure.type, called(battle, key))
    return called(battle, key)


def name_without_article(battle: Battle, key: str) -> Say:
    """Without its article, for a heading."""
    return as_sentence(called(battle, key))


def several(battle: Battle, keys: Sequence[str], *, sided: bool = False) -> tuple[Say, ...]:
    """Each of them once; `sided`: their side has been named."""
    return tuple((of_its_side if sided else called)(battle, key) for key in dict.fromkeys(keys))
