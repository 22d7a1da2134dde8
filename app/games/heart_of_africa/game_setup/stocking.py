"""The stock of a battle from the terms and armies; refusals are shown to the side that submits
them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from app.games.heart_of_africa.armies import list_terms, lists
from app.games.heart_of_africa.armies.army import Army, plain_army, read_army
from app.games.heart_of_africa.armies.scenarios import attackers_points, opponents_points
from app.games.heart_of_africa.armies.sensible import sensible
from app.games.heart_of_africa.armies.validator import findings as army_findings
from app.games.heart_of_africa.armies.validator import house_of
from app.games.heart_of_africa.game_setup.country import generated_land, land_of
from app.games.heart_of_africa.game_setup.laying_turns import is_laid
from app.games.heart_of_africa.game_setup.terms import (
    FORM,
    LAID,
    MADE,
    MOST_LOTS,
    Terms,
    all_peoples,
    armies_open,
    attacker_of,
    has_light,
    has_limit,
    points_of,
    read_terms,
    region_of,
    roles_of,
    size_of,
)
from app.games.heart_of_africa.game_setup.words import people_name
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.setup.agreed_terms import (
    DICED,
    Stock,
    boats_on_dry_land,
    gunboat_without_water,
    scenario_findings,
    unreadable,
)
from app.games.heart_of_africa.setup.beginning import LAST_YEAR, usual_points
from app.games.heart_of_africa.setup.darkness import dark_turns
from app.games.heart_of_africa.state import SIDES
from app.kernel.contract import Setup
from app.kernel.decoding import convert_plain
from app.kernel.game_setup import Form
from app.kernel.refusal import Refusal, found_in, no, refuse_if

EVERYBODY_SINCE = max(
    row["available"]["from"] for row in lists.LISTS.values() if "available" in row
)
"""All lists exist from this year on."""
USUAL_DARKNESS = 3
TRIES = 40


def settled_terms(
    scenario: str, form: Form, brought: Mapping[str, Form], chance: random.Random, alone: str
) -> dict[str, Any]:
    """The terms without blanks.

    Year and points come from the opener's army by default. The number of a random table is drawn
    now, so that all see it before they choose an army. A people brought in secret does not change
    the year. Against a bot the player lays out the table alone.
    """
    terms = read_terms(scenario, form)
    army = next(
        (army for side in SIDES if (army := army_in(brought.get(side, {}))) is not None), None
    )
    side = next((side for side in SIDES if army_in(brought.get(side, {})) is not None), "")
    year = terms.year or (army.year if army else chance.randint(EVERYBODY_SINCE, LAST_YEAR))
    points = terms.points or (
        None
        if scenario == DICED
        else defenders_points(scenario, terms, side, army)
        if army
        else usual_points(scenario)
    )
    lot, region = terms.lot, region_of(scenario, terms)
    if lot is None and scenario != DICED and terms.table in ("", MADE) and region:
        lot = next(
            (
                number
                for _ in range(TRIES)
                if generated_land(
                    region, scenario, number := chance.randint(1, MOST_LOTS), terms.size
                )
            ),
            None,
        )
    found = {**msgspec.structs.asdict(terms), "year": year, "points": points, "lot": lot}
    laying = {"laying": "by_one", "turn": alone} if terms.table == LAID and alone else {}
    return {field: found[field] for field in FORM if found[field] not in ("", None)} | laying


def army_in(brings: Form) -> Army | None:
    """The army among a side's contributions; None if it is missing or unreadable."""
    try:
        return read_army(brings["army"]) if brings.get("army") else None
    except (msgspec.ValidationError, AttributeError, TypeError):
        return None


def defenders_points(scenario: str, terms: Terms, side: str, army: Army) -> int:
    """The defender's points if this army has its own."""
    if roles_of(scenario, terms, side)[0] != "attacker":
        return army.points
    points = opponents_points(scenario, "attacker", army.points)
    return points + (attackers_points(scenario, points) < army.points)


def battle_stock(
    scenario: str, options: Sequence[str], form: Form, brought: Mapping[str, Form]
) -> dict[str, Any]:
    """The known parts of the stock with which the battle begins."""
    terms = read_terms(scenario, form)
    land = land_of(scenario, terms) if terms.table != LAID or is_laid(scenario, terms, ()) else None
    armies = {
        side: read_army(brings["army"]) for side, brings in brought.items() if is_readable(brings)
    }
    agreed = {
        "attacker": None if scenario == DICED else attacker_of(scenario, terms),
        "points": terms.points,
        "year": terms.year,
        "turn_limit": terms.turn_limit if has_limit(scenario) else None,
        "dark": agreed_darkness(scenario, terms),
        "table": stocked_table(scenario, terms, land),
        "armies": {
            side: plain_army(as_it_fights(scenario, terms, side, army))
            for side, army in armies.items()
        },
        "peoples": {
            side: raised_people(terms, side, people)
            for side in SIDES
            if side not in armies and (people := people_of(terms, side, brought))
        },
        **campaign_stock(terms),
    }
    setup = Setup(scenario, {side: side for side in SIDES}, tuple(options), agreed)
    refuse_if(
        scenario_findings(setup, convert_plain(agreed, Stock), armies),
        agreed_peoples(scenario, terms),
        *(
            brought_findings(scenario, options, terms, side, brings, land)
            for side, brings in brought.items()
        ),
    )
    return {key: value for key, value in agreed.items() if value not in (None, {})}


def campaign_stock(terms: Terms) -> dict[str, Any]:
    """Additional terms of a battle of a campaign: a total of points for each side."""
    if not terms.campaign:
        return {}
    return {"campaign": True, "totals": {side: terms.total(side) for side in SIDES}}


def raised_people(terms: Terms, side: str, people: str) -> dict[str, str]:
    """The people whose army the server raises, with the class of Egyptians in a campaign."""
    found = dict(zip(("list", "nation"), people.split("/"), strict=True))
    class_ = terms.campaign_class(side)
    return found | {"campaign_class": class_} if class_ else found


def is_readable(brings: Form) -> bool:
    return army_in(brings) is not None


def people_of(terms: Terms, side: str, brought: Mapping[str, Form]) -> str:
    """The people of a side, agreed or brought, if it exists."""
    people = terms.people(side) or str(brought.get(side, {}).get("people") or "")
    return people if people in set(all_peoples()) else ""


def agreed_darkness(scenario: str, terms: Terms) -> tuple[int, int] | None:
    return (
        dark_turns(terms.light, terms.dark_turns or USUAL_DARKNESS) if has_light(scenario) else None
    )


def stocked_table(scenario: str, terms: Terms, land: Land | None) -> dict[str, Any]:
    """A whole table from the library; region, number and size of a random one, which the battle
    generates again.
    """
    if terms.table not in ("", MADE) and land is not None:
        return msgspec.to_builtins(land)
    (width, depth), region = size_of(terms), region_of(scenario, terms)
    return {
        key: value
        for key, value in (
            ("region", region),
            ("seed", terms.lot),
            ("width", width),
            ("depth", depth),
        )
        if value
    }


def army_terms(scenario: str, form: Form, side: str) -> dict[str, str]:
    """Terms of the army of a side for the army builder; empty before its role is known."""
    terms = read_terms(scenario, form)
    if not armies_open(scenario, terms):
        return {}
    role = roles_of(scenario, terms, side)[0]
    list_, _, nation = terms.people(side).partition("/")
    found = {
        "list": list_,
        "nation": nation,
        "year": str(terms.year or ""),
        "points": str(points_of(scenario, terms, role)),
        "scenario": scenario,
        "role": role,
        "campaign_class": terms.campaign_class(side) or "",
    }
    return {field: value for field, value in found.items() if value}


def as_it_fights(scenario: str, terms: Terms, side: str, army: Army, role: str = "") -> Army:
    """The army in this battle: its year, scenario and role, with the points of the side, as far as
    known.
    """
    if not armies_open(scenario, terms):
        return army
    role = role or roles_of(scenario, terms, side)[0]
    return msgspec.structs.replace(
        army,
        year=terms.year or army.year,
        scenario=scenario,
        role=role,
        points=points_of(scenario, terms, role),
        campaign_class=terms.campaign_class(side) if terms.campaign else army.campaign_class,
    )


def agreed_peoples(scenario: str, terms: Terms) -> Iterator[Refusal]:
    """Refusals of agreed peoples that do not exist in that year, or whose armies cost other
    points.
    """
    for side in SIDES:
        if terms.people(side):
            yield from people_findings(scenario, terms, side, terms.people(side))


def brought_findings(
    scenario: str, options: Sequence[str], terms: Terms, side: str, brings: Form, land: Land | None
) -> tuple[Refusal, ...]:
    """Everything that speaks against a side's contributions."""
    strange = [unreadable("brings", name) for name in brings if name not in ("army", "people")]
    if brings.get("army"):
        return found_in(
            strange, army_in_its_place(scenario, options, terms, side, brings["army"], land)
        )
    people = str(brings.get("people") or "")
    agreed = terms.people(side)
    if people and agreed and people != agreed:
        return found_in(strange, other_people(agreed))
    return found_in(
        strange, people_findings(scenario, terms, side, people) if people and not agreed else ()
    )


def other_people(agreed: str) -> Refusal:
    return no(
        "HOA-ARM-22",
        "For this side another people was agreed: {people}.",
        "Para este bando se pactó otro pueblo: {people}.",
        people=people_name(agreed),
    )


def people_findings(scenario: str, terms: Terms, side: str, people: str) -> Iterator[Refusal]:
    """Refusals if no army of this people can be raised, in any role that the side may have."""
    key, _, nation = people.partition("/")
    class_ = terms.campaign_class(side)
    standing = list_terms.Standing(key, nation, terms.year or LAST_YEAR, campaign_class=class_)
    unknown = lists.declaration_refusal(standing)
    wrong = [unknown] if unknown else list(lists.available(standing))
    yield from wrong
    if wrong or scenario == DICED:
        return
    for role in roles_of(scenario, terms, side):
        points = points_of(scenario, terms, role)
        try:
            chance = random.Random(points)  # noqa: S311 a trial, no secret
            sensible(key, nation, standing.year, points, scenario, role, chance, class_)
        except ValueError:
            yield no(
                "HOA-ARM-07",
                "{people}: no army of {points} points.",
                "{people}: no hay ejército de {points} puntos.",
                people=people_name(people),
                points=points,
            )
            return


def army_in_its_place(
    scenario: str,
    options: Sequence[str],
    terms: Terms,
    side: str,
    form: Mapping[str, Any],
    land: Land | None,
) -> tuple[Refusal, ...]:
    """The verdict on an army in this battle, in every role that it may have."""
    try:
        army = read_army(form)
    except (msgspec.ValidationError, AttributeError, TypeError) as wrong:
        return (
            no(
                "HOA-ARM-22",
                "The army cannot be read: {why}.",
                "No se puede leer el ejército: {why}.",
                why=str(wrong),
            ),
        )
    if not armies_open(scenario, terms):
        return ()  # the scenario says so already
    agreed = terms.people(side)
    fought = [
        as_it_fights(scenario, terms, side, army, role) for role in roles_of(scenario, terms, side)
    ]
    return found_in(
        other_people(agreed) if agreed not in ("", f"{army.list}/{army.nation}") else None,
        *(army_findings(one, house_of(options)) for one in fought),
        boats_on_dry_land({side: army}, land),
        gunboat_without_water({side: army}, land),
    )
