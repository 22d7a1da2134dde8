"""The terms of a battle, in forms and in rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, cast

import msgspec

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import CampaignClass
from app.games.heart_of_africa.armies.lists import battlefield
from app.games.heart_of_africa.armies.scenarios import attackers_points
from app.games.heart_of_africa.setup.agreed_terms import DICED, unreadable
from app.games.heart_of_africa.setup.beginning import FIRST_YEAR, LAST_YEAR, usual_points
from app.games.heart_of_africa.setup.darkness import LAST_TURN
from app.games.heart_of_africa.setup.scenarios import AMBUSH, ENCOUNTER, PLANNED_ATTACK, RAID
from app.games.heart_of_africa.state import SIDES
from app.games.heart_of_africa.tables import REGIONS, SCENARIOS
from app.games.heart_of_africa.terrain.laying import Mark
from app.games.heart_of_africa.terrain.library import tables_for
from app.games.heart_of_africa.victory import LIMIT_RULES
from app.kernel.decoding import convert_plain
from app.kernel.game_setup import Form
from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.kernel.say import Say, say

FEWEST_POINTS, MOST_POINTS = 200, 2000
SIZES = {
    f"{width}x{depth}": (float(width), float(depth))
    for width, depth in ((48, 36), (48, 48), (60, 48), (72, 48), (72, 72), (96, 48), (96, 72))
}
"""The tables that can be agreed, in whole feet, within HOA-GEN-08 (inches)."""
USUAL_SIZE = "72x48"
SHALLOW = 48
"""Least depth of a table with a village to fight for and room for two armies (inches)."""
FEWEST_OF_ALL = 300
"""Points for which every list can raise an army in every scenario."""
MOST_LOTS = 9999
MADE, LAID = "made", "laid"
LAYINGS = ("in_turn", "by_one", "split")
DICE = "dice"
LIGHTS = ("day", "night", "dawn", "dusk")


class Last(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a laid-out table before its last change, and the side that made it."""

    by: str
    marks: tuple[Mark, ...] = ()
    turn: str = ""


class Terms(msgspec.Struct, frozen=True):
    """The agreed terms; "" and None are left to the server. `table`: random, one of the library, or
    laid out by the players; `lot` is the random number.

    For a laid-out table: the way (`laying`), pieces, side to lay, sides that accept it, number of
    changes, and state before the last one.

    In a `campaign` side A attacks, each side has its own points, and Egyptians have a class.
    """

    attacker: str = ""
    points: int | None = None
    year: int | None = None
    people_a: str = ""
    people_b: str = ""
    table: str = ""
    size: str = ""
    region: str = ""
    lot: int | None = None
    light: str = ""
    dark_turns: int | None = None
    turn_limit: int | None = None
    laying: str = ""
    marks: tuple[Mark, ...] = ()
    turn: str = ""
    accepted: tuple[str, ...] = ()
    changes: int = 0
    last: Last | None = None
    campaign: bool = False
    points_a: int = 0
    points_b: int = 0
    class_a: str = ""
    class_b: str = ""

    def total(self, side: str) -> int:
        """Points of a side in a battle of a campaign."""
        return {"A": self.points_a, "B": self.points_b}[side]

    def campaign_class(self, side: str) -> CampaignClass | None:
        """Class of the Egyptians of a side in a campaign; None for all other lists."""
        return cast("CampaignClass", {"A": self.class_a, "B": self.class_b}[side]) or None

    def people(self, side: str) -> str:
        """The agreed people of a side, as list/nation; "" if the side may choose."""
        return {"A": self.people_a, "B": self.people_b}[side]


NUMBERS = {
    "points": (FEWEST_POINTS, MOST_POINTS),
    "year": (FIRST_YEAR, LAST_YEAR),
    "lot": (1, MOST_LOTS),
    "dark_turns": (1, LAST_TURN - 1),
    "turn_limit": (1, LAST_TURN),
}
TITLES: dict[str, Say] = {
    "attacker": say("Attacker", "Atacante"),
    "points": say("Points of the defender", "Puntos del defensor"),
    "year": say("Year", "Año"),
    "people_a": say("The people of side A", "El pueblo del bando A"),
    "people_b": say("The people of side B", "El pueblo del bando B"),
    "table": say("The table", "La mesa"),
    "size": say("Its size", "Su tamaño"),
    "region": say("Region", "Región"),
    "lot": say("Its number", "Su número"),
    "light": say("Light", "Luz"),
    "laying": say("Way of laying it out", "Cómo se monta"),
    "dark_turns": say("Turns until the light changes", "Turnos hasta que cambia la luz"),
    "turn_limit": say("Turns at most", "Turnos como mucho"),
}


class OnTheTable(msgspec.Struct, frozen=True):
    """Terms without a field in forms: the record of the table as the players laid it."""

    marks: tuple[Mark, ...] = ()
    turn: Literal["", "A", "B"] = ""
    accepted: tuple[Literal["A", "B"], ...] = ()
    changes: int = 0
    last: Last | None = None


class OfCampaign(msgspec.Struct, frozen=True):
    """Terms that only a campaign sets (HOA-CMP). No form asks for them."""

    campaign: Literal[True]
    points_a: Annotated[int, msgspec.Meta(ge=100, le=2000)]
    points_b: Annotated[int, msgspec.Meta(ge=100, le=2000)]
    class_a: Literal["", "native", "explorer", "colonial"] = ""
    class_b: Literal["", "native", "explorer", "colonial"] = ""


FORM = tuple(
    field
    for field in Terms.__struct_fields__
    if field not in (*OnTheTable.__struct_fields__, *OfCampaign.__struct_fields__)
)


def read_terms(scenario: str, form: Form) -> Terms:
    """The terms of a form or on record; raises `Refused` with every invalid answer."""
    wrong: list[Refusal] = []
    found: dict[str, Any] = {
        field: value
        for field in FORM
        if (value := read_answer(scenario, field, form.get(field), wrong)) is not None
    }
    refuse_if(wrong)
    return Terms(**found, **on_the_table(form), **of_campaign(form))


def on_the_table(form: Form) -> dict[str, Any]:
    return _read_part(form, OnTheTable)


def of_campaign(form: Form) -> dict[str, Any]:
    """The terms that a campaign has set; empty for a single battle."""
    return _read_part(form, OfCampaign) if form.get("campaign") else {}


def _read_part(form: Form, part: type[OnTheTable | OfCampaign]) -> dict[str, Any]:
    given = {field: form[field] for field in part.__struct_fields__ if field in form}
    try:
        return msgspec.structs.asdict(convert_plain(given, part))
    except msgspec.ValidationError as error:
        raise Refused(unreadable("table", str(error))) from error


def readable_terms(scenario: str, form: Form) -> Terms:
    """The terms as far as they can be read, for a form that is not complete."""

    def read(field: str) -> str | int | None:
        wrong: list[Refusal] = []
        value = read_answer(scenario, field, form.get(field), wrong)
        return None if wrong else value

    found: dict[str, Any] = {field: value for field in FORM if (value := read(field)) is not None}
    return Terms(**found, **on_the_table(form), **of_campaign(form))


def read_answer(scenario: str, field: str, given: object, wrong: list[Refusal]) -> str | int | None:
    """One answer, or a refusal of it; None if the field is blank."""
    text = str(given).strip() if given is not None else ""
    if not text:
        return None
    if field not in NUMBERS:
        if field == "size" and text not in possible_answers(scenario, field):
            wrong.append(no_such_size(scenario, text))
        elif text not in possible_answers(scenario, field):
            wrong.append(unreadable(field, f"“{text[:40]}”"))
        return text
    least, most = value_limits(scenario, field)
    if text.isascii() and text.isdigit() and len(text) < 6 and least <= int(text) <= most:
        return int(text)
    wrong.append(
        no(
            rule_of(scenario, field),
            "{what}: {text}? {least} to {most} can be agreed.",
            "{what}: ¿{text}? Se pueden pactar de {least} a {most}.",
            what=TITLES[field],
            text=text[:20],
            least=least,
            most=most,
        )
    )
    return None


RULE_OF = {
    "points": "HOA-ARM-07",
    "year": "HOA-ARM-01",
    "lot": "HOA-TAB-04",
    "dark_turns": "HOA-GEN-03",
}


def rule_of(scenario: str, field: str) -> str:
    """The rule behind the limits of a number."""
    return RULE_OF.get(field) or LIMIT_RULES.get(scenario, LIMIT_RULES[PLANNED_ATTACK])


def no_such_size(scenario: str, text: str) -> Refusal:
    return no(
        "HOA-GEN-08",
        "A table of {size}: these can be agreed here: {sizes}.",
        "Una mesa de {size}: aquí se pueden pactar estas: {sizes}.",
        size=text[:20],
        sizes=", ".join(possible_answers(scenario, "size")),
    )


def size_of(terms: Terms) -> tuple[float, float]:
    """Width and depth of the table that is made by chance or laid out (inches)."""
    return SIZES[terms.size or USUAL_SIZE]


def value_limits(scenario: str, field: str) -> tuple[int, int]:
    """The least and the greatest value that may be agreed."""
    least, most = NUMBERS[field]
    if field == "points" and scenario == DICED:
        return FEWEST_OF_ALL, most
    if field == "turn_limit" and scenario in (PLANNED_ATTACK, DICED):
        least, most = SCENARIOS[PLANNED_ATTACK]["turn_limit"]["selectable"]
    return least, most


def possible_answers(scenario: str, field: str) -> tuple[str, ...]:
    """Possible answers of a field of choices."""
    match field:
        case "attacker":
            return attackers(scenario)
        case "table":
            return (
                MADE,
                *(table.key for table in tables_for(scenario)),
                *((LAID,) if scenario != DICED else ()),
            )
        case "size":
            return tuple(
                key
                for key, (_, depth) in SIZES.items()
                if depth >= SHALLOW or scenario in (ENCOUNTER, AMBUSH)
            )
        case "laying":
            return LAYINGS
        case "region":
            return tuple(REGIONS)
        case "light":
            return LIGHTS
        case _:
            return tuple(all_peoples())


def all_peoples() -> Iterator[str]:
    """Every people of every list, as list/nation."""
    for key, nations in lists.NATIONS.items():
        yield from (f"{key}/{nation}" for nation in nations)


def attackers(scenario: str) -> tuple[str, ...]:
    """HOA-SCN-01: The players roll for scenario and attacker, or agree on one of the four and on
    the attacker; the first choice is the default.
    """
    if scenario == DICED:
        return (DICE,)
    return ("none", DICE) if scenario == ENCOUNTER else ("A", DICE)


def attacker_of(scenario: str, terms: Terms) -> str:
    return terms.attacker or ("A" if terms.campaign else attackers(scenario)[0])


def region_of(scenario: str, terms: Terms) -> str:
    """The region of a random table; without a defender it is known before the armies."""
    has_no_defender = scenario == ENCOUNTER and attacker_of(scenario, terms) == "none"
    return terms.region or (battlefield(None)[0] if has_no_defender else "")


def roles_of(scenario: str, terms: Terms, side: str) -> tuple[str, ...]:
    """The roles that a side may come to have."""
    attacker = attacker_of(scenario, terms)
    if attacker == DICE:
        return (
            ("attacker", "defender", "none")
            if scenario in (ENCOUNTER, DICED)
            else ("attacker", "defender")
        )
    return ("none",) if attacker == "none" else ("attacker",) if side == attacker else ("defender",)


def points_of(scenario: str, terms: Terms, role: str) -> int:
    """Points of a side in its role; in a campaign each side has its own total."""
    if terms.campaign:
        return terms.total("A" if role == "attacker" else "B")
    defender = terms.points or usual_points(scenario)
    return attackers_points(scenario, defender) if role == "attacker" else defender


def armies_open(scenario: str, terms: Terms) -> bool:
    """True if an army can be built for a side: scenario and role are known, or do not change its
    points.
    """
    return scenario != DICED and (scenario == ENCOUNTER or attacker_of(scenario, terms) in SIDES)


def has_light(scenario: str) -> bool:
    """True if the light is agreed; a raider chooses the hour."""
    return scenario in (ENCOUNTER, AMBUSH, PLANNED_ATTACK)


def has_limit(scenario: str) -> bool:
    """True if a last turn may be agreed: a Raid has its own."""
    return scenario != RAID
