"""Turns and permissions of a table that is laid out, and the findings that it must not have."""

from __future__ import annotations

from functools import lru_cache

from app.games.heart_of_africa.armies.lists import battlefield
from app.games.heart_of_africa.game_setup.terms import LAID, Terms, region_of, size_of
from app.games.heart_of_africa.state import SIDES
from app.games.heart_of_africa.tables import TERRAIN_NAMES
from app.games.heart_of_africa.terrain.findings import findings
from app.games.heart_of_africa.terrain.laying import CLEARING, LaidOut, Mark, kinds_of, laid_out
from app.kernel.refusal import Refusal, no
from app.kernel.say import say

IN_TURN, BY_ONE, SPLIT = "in_turn", "by_one", "split"


MADE_BY_MAN = ("road", "village", "cultivation", CLEARING)


LONGEST = 120


Size = tuple[float, float]


NAMES = {**TERRAIN_NAMES, CLEARING: say("Clearing", "Claro")}


WAYS = {
    IN_TURN: (
        say("Piece by piece, in turn", "Pieza a pieza, por turnos"),
        say("Side A lays the first one.", "El bando A pone la primera."),
    ),
    BY_ONE: (
        say("Side A lays all, side B accepts", "El bando A lo pone todo y el B lo acepta"),
        None,
    ),
    SPLIT: (
        say(
            "Nature by side A, villages and roads by side B",
            "Naturaleza: bando A; poblados y caminos: B",
        ),
        None,
    ),
}


def region_laid(scenario: str, terms: Terms) -> str:
    """The agreed region, or the Savannah, the book's choice in doubt."""
    return region_of(scenario, terms) or battlefield(None)[0]


def land_laid(scenario: str, terms: Terms) -> LaidOut:
    return lying(region_laid(scenario, terms), scenario, terms.marks, size_of(terms))


@lru_cache(maxsize=64)
def lying(region: str, scenario: str, marks: tuple[Mark, ...], size: Size) -> LaidOut:
    return laid_out(region, scenario, marks, size)


def wrong_with(scenario: str, terms: Terms) -> tuple[Refusal, ...]:
    return wrong_so(region_laid(scenario, terms), scenario, terms.marks, size_of(terms))


@lru_cache(maxsize=64)
def wrong_so(
    region: str, scenario: str, marks: tuple[Mark, ...], size: Size
) -> tuple[Refusal, ...]:
    return findings(lying(region, scenario, marks, size).land, region, scenario)


def is_laid(scenario: str, terms: Terms, sides: tuple[str, ...]) -> bool:
    return terms.table != LAID or (
        set(sides) <= set(terms.accepted) and not wrong_with(scenario, terms)
    )


def way_of(terms: Terms) -> str:
    return terms.laying or IN_TURN


def turns(terms: Terms) -> tuple[str, ...]:
    """The sides that may lay a piece now."""
    match way_of(terms):
        case "in_turn":
            return (terms.turn or "A",)
        case "by_one":
            return (terms.turn or "A",)
        case _:
            return SIDES


def not_his_turn(terms: Terms, side: str) -> Refusal | None:
    if side in turns(terms):
        return None
    if way_of(terms) == BY_ONE:
        return no(
            "HOA-TAB-04",
            "The other side lays this table; you accept it or leave.",
            "Esta mesa la pone el otro bando; tú la aceptas o te vas.",
        )
    return no(
        "HOA-TAB-04",
        "The other side lays the next piece.",
        "La próxima pieza la pone el otro bando.",
    )


def not_his_kind(terms: Terms, side: str, kind: str) -> Refusal | None:
    if way_of(terms) != SPLIT or (kind in MADE_BY_MAN) == (side == "B"):
        return None
    return no(
        "HOA-TAB-04",
        "Side A lays natural terrain, side B villages, fields and roads.",
        "El bando A coloca el terreno natural; el B, poblados, cultivos y caminos.",
    )


def not_his_piece(terms: Terms, side: str, number: int) -> Refusal | None:
    """Refusal of a change to another side's piece. When laying in turn, only the last piece may be
    changed, until the other side has laid the next.
    """
    mark = terms.marks[number]
    if mark.by != side:
        return no(
            "HOA-TAB-04", "The other side has laid this piece.", "Esta pieza la puso el otro bando."
        )
    if way_of(terms) == IN_TURN and number != len(terms.marks) - 1:
        return no(
            "HOA-TAB-04", "Other pieces were laid after it.", "Después se pusieron otras piezas."
        )
    return None


def kinds_open(scenario: str, terms: Terms, side: str) -> tuple[str, ...]:
    return tuple(
        kind
        for kind in kinds_of(region_laid(scenario, terms))
        if not_his_kind(terms, side, kind) is None
    )
