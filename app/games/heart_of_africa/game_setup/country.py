"""The table of a battle that has not begun: from the library, or generated from its number."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from app.games.heart_of_africa.drawing.portrait import table_portrait
from app.games.heart_of_africa.game_setup.laying_turns import land_laid, region_laid
from app.games.heart_of_africa.game_setup.terms import (
    LAID,
    MADE,
    SIZES,
    USUAL_SIZE,
    Terms,
    readable_terms,
    region_of,
)
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.setup.agreed_terms import DICED
from app.games.heart_of_africa.tables import REGIONS
from app.games.heart_of_africa.terrain.generator import generate
from app.games.heart_of_africa.terrain.library import LIBRARY, TABLES
from app.kernel.game_setup import Form
from app.kernel.refusal import Refusal, Refused, no
from app.kernel.say import Say, say
from app.kernel.scene import Scene


def land_of(scenario: str, terms: Terms) -> Land | None:
    """The table, if the terms determine it; raises `Refused` if the number gives none."""
    if terms.table == LAID:
        return land_laid(scenario, terms).land
    if terms.table not in ("", MADE):
        return LIBRARY[terms.table]
    region = region_of(scenario, terms)
    if scenario == DICED or not region or terms.lot is None:
        return None
    land = generated_land(region, scenario, terms.lot, terms.size)
    if land is None:
        raise Refused(no_such_table(terms))
    return land


@lru_cache(maxsize=128)
def generated_land(region: str, scenario: str, lot: int, size: str) -> Land | None:
    """The table generated from this number, the same as at the beginning of the battle."""
    width, depth = SIZES[size or USUAL_SIZE]
    try:
        return generate(region, scenario, Random(lot), width=width, depth=depth)  # noqa: S311 the number is agreed in public
    except ValueError:
        return None


def no_such_table(terms: Terms) -> Refusal:
    return no(
        "HOA-TAB-04",
        "Number {lot} makes no table of this region. Try another.",
        "El número {lot} no da ninguna mesa de esta región. Prueba con otro.",
        lot=terms.lot,
    )


def title_of(scenario: str, terms: Terms) -> Say:
    """The name of the table, or its origin."""
    if terms.table == LAID:
        return say(
            "{region}, laid out together",
            "{region}, montada a mano",
            region=region_name(region_laid(scenario, terms)),
        )
    if terms.table not in ("", MADE):
        return TABLES[terms.table].title
    region = region_of(scenario, terms)
    return (
        region_name(region)
        if region
        else say("the defender’s home country", "el país del defensor")
    )


def region_name(region: str) -> Say:
    return say(REGIONS[region]["name_en"], REGIONS[region]["name_es"])


def table_drawing(scenario: str, terms: Form, language: str, small: bool) -> Scene | None:
    """The table as a picture; None while it is not determined."""
    try:
        land = land_of(scenario, readable_terms(scenario, terms))
    except Refused:
        return None
    return table_portrait(land, language, small) if land else None
