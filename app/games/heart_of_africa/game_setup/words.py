"""The terms of a battle in a few words, for the lobby."""

from __future__ import annotations

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.game_setup.country import title_of
from app.games.heart_of_africa.game_setup.terms import (
    DICE,
    LAID,
    MADE,
    SIZES,
    USUAL_SIZE,
    Terms,
    attacker_of,
    has_light,
    points_of,
)
from app.games.heart_of_africa.setup.agreed_terms import DICED, SIDE_NAMES
from app.games.heart_of_africa.setup.scenarios import ENCOUNTER
from app.games.heart_of_africa.state import SIDES
from app.games.heart_of_africa.victory import AFTER_THE_LIMIT
from app.kernel.say import Say, as_is, say

LIGHT_NAMES = {
    "day": say("by day", "de día"),
    "night": say("by night", "de noche"),
    "dawn": say("at dawn", "al alba"),
    "dusk": say("at dusk", "al ocaso"),
}


SIZE_NAMES = {
    key: say(
        "{width} × {depth} in", "{width} × {depth:pulgada+s}", width=int(width), depth=int(depth)
    )
    for key, (width, depth) in SIZES.items()
}


def terms_in_words(scenario: str, terms: Terms) -> tuple[Say, ...]:
    """Points, year, peoples, country, and unusual terms in words."""
    found = [of_campaign_told(terms), points_told(scenario, terms)]
    found += [as_is(str(terms.year)) if terms.year else None]
    found += peoples_told(terms)
    found += [title_of(scenario, terms), size_told(terms)]
    found += [
        say("the dice say who attacks", "los dados dicen quién ataca")
        if attacker_of(scenario, terms) == DICE
        else None
    ]
    found += [
        LIGHT_NAMES[terms.light] if terms.light not in ("", "day") and has_light(scenario) else None
    ]
    found += [limit_told(scenario, terms.turn_limit) if terms.turn_limit else None]
    return tuple(one for one in found if one is not None)


def limit_told(scenario: str, turns: int) -> Say:
    """The last turn, and the result of an undecided battle then; for a rolled scenario without the
    result.
    """
    most = say("{n:turn+s} at most", "{n:turno+s} como mucho", n=turns)
    if scenario not in AFTER_THE_LIMIT:
        return most
    return say("{most}, {then}", "{most}; {then}", most=most, then=AFTER_THE_LIMIT[scenario])


def of_campaign_told(terms: Terms) -> Say | None:
    return say("a battle of a campaign", "batalla de una campaña") if terms.campaign else None


def points_told(scenario: str, terms: Terms) -> Say | None:
    """The points of both sides in words."""
    if scenario == DICED:
        return say("{n} points", "{n} puntos", n=terms.points) if terms.points else None
    defends = points_of(scenario, terms, "defender")
    if scenario == ENCOUNTER and not terms.campaign:
        return say("{n} points", "{n} puntos", n=defends)
    return say(
        "{n} points attack {m}",
        "{n} puntos atacan a {m}",
        n=points_of(scenario, terms, "attacker"),
        m=defends,
    )


def size_told(terms: Terms) -> Say | None:
    """The size of a table of unusual size; those of the library have their own."""
    if terms.table not in ("", MADE, LAID) or terms.size in ("", USUAL_SIZE):
        return None
    return say("a table of {size}", "mesa de {size}", size=SIZE_NAMES[terms.size])


def peoples_told(terms: Terms) -> list[Say]:
    """Agreed peoples of the sides; in a campaign the attacker against the defender."""
    agreed = [side for side in SIDES if terms.people(side)]
    if not terms.campaign or len(agreed) < len(SIDES):
        return [people_told(side, terms) for side in agreed]
    attacker, defender = (people_name(terms.people(side)) for side in SIDES)
    return [say("{one} against {other}", "{one} contra {other}", one=attacker, other=defender)]


def people_told(side: str, terms: Terms) -> Say:
    return say(
        "{side}: {people}",
        "{side}: {people}",
        side=SIDE_NAMES[side],
        people=people_name(terms.people(side)),
    )


def people_name(people: str) -> Say:
    """The name of a people, such as Buganda; the name of the list if it has a single or nameless
    people.
    """
    key, _, nation = people.partition("/")
    if len(lists.NATIONS[key]) == 1:
        return lists.list_name(key)
    return say(
        "{nation} ({list})",
        "{nation} ({list})",
        nation=lists.nation_name(key, nation),
        list=lists.list_name(key),
    )
