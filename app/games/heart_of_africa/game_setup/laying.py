"""HOA-TAB-04: The players lay out a table. They lay pieces one at a time in turn, or one lays all,
or one lays nature and the other works.
"""

from __future__ import annotations

from app.games.heart_of_africa.game_setup.laying_changes import nothing_to_undo
from app.games.heart_of_africa.game_setup.laying_pieces import adding, thing
from app.games.heart_of_africa.game_setup.laying_turns import (
    IN_TURN,
    WAYS,
    land_laid,
    not_his_turn,
    region_laid,
    turns,
    way_of,
    wrong_with,
)
from app.games.heart_of_africa.game_setup.terms import (
    LAID,
    Terms,
    read_terms,
    size_of,
)
from app.games.heart_of_africa.tables import REGIONS
from app.kernel.game_setup import Form, Laying
from app.kernel.say import Say, say


def laying(scenario: str, form: Form, side: str) -> Laying | None:
    terms = read_terms(scenario, form)
    if terms.table != LAID:
        return None
    laid = land_laid(scenario, terms)
    things = tuple(thing(terms, laid, number, side) for number in range(len(terms.marks)))
    wrong = tuple(one for one in (not_his_turn(terms, side),) if one is not None) if side else ()
    return Laying(
        said(scenario, terms),
        things,
        adding(scenario, terms, side) if side and not wrong else (),
        wrong_with(scenario, terms),
        turns(terms),
        terms.accepted,
        terms.changes,
        size_of(terms),
        wrong,
        may_pass=way_of(terms) == IN_TURN,
        may_undo=bool(side) and nothing_to_undo(terms, side) is None,
    )


def said(scenario: str, terms: Terms) -> Say:
    region = REGIONS[region_laid(scenario, terms)]
    return say(
        "{way} · {region}",
        "{way} · {region}",
        way=WAYS[way_of(terms)][0],
        region=say(region["name_en"], region["name_es"]),
    )
