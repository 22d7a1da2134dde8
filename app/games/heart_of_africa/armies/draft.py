"""Draft of an army: answers by their place, raw entries, and the army that can be read from them.

The tree of the answers is the plain form with everything about a unit at one place:
`units.2.figures.spearman`, `units.2.name`, `units.2.repeating`. `was` is the list for which the
page was made: a people belongs to one list only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import (
    DEEPEST,
    MOST_OF_A_KIND,
    MOST_UNITS,
    Army,
    Force,
    Leader,
    plain_army,
    read_army,
)
from app.games.heart_of_africa.armies.draft_acts import first_of, is_key, tree_after
from app.games.heart_of_africa.armies.leaders import leader_types, traits_open
from app.games.heart_of_africa.armies.list_terms import Standing
from app.games.heart_of_africa.armies.page import words
from app.games.heart_of_africa.armies.text import CLASSES, LABELS, ROLES, SCENARIOS
from app.kernel.army_form import Answers
from app.kernel.form_paths import Tree, flat_answers, nested_answers, value_at
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say

ROLLED = "rolled"  # in the place of a trait: a die gives it
NEW: dict[str, Any] = {
    "list": "native_kingdom",
    "year": 1880,
    "points": 600,
    "scenario": "encounter",
    "role": "none",
    "campaign_class": None,
}
LONGEST_NAME = 60
QUOTES = str.maketrans(dict.fromkeys('“”«»"', "'"))


def new_army(given: Mapping[str, Any]) -> Army:
    """Army under these terms, where they can be read, with a usual Leader."""
    draft = Draft(
        {"leaders": [], **{key: (str(given.get(key, usual) or ""),) for key, usual in NEW.items()}}
    )
    asked = draft.army if not draft.wrong else read_army(NEW | {"nation": ""})
    list_ = asked.list if asked.list in lists.LISTS else NEW["list"]
    nation = (
        given.get("nation")
        if given.get("nation") in lists.NATIONS[list_]
        else next(iter(lists.NATIONS[list_]))
    )
    army = msgspec.structs.replace(asked, list=list_, nation=nation)
    return read_army(plain_army(army) | {"leader": usual_leader(lists.standing_of(army))})


def usual_leader(standing: Standing) -> dict[str, Any]:
    """First Leader type and trait that the list allows, with the most attendants."""
    kind = leader_types(lists.terms_of(standing))[0]
    return {
        "type": kind,
        "traits": [traits_open(standing, kind)[0]],
        "attendants": lists.GENERAL["leader"]["attendants"]["max"],
    }


def answers_of(army: Army) -> Answers:
    """Answers in the fields of the army's page."""
    return flat_answers(_tree(army))


def _tree(army: Army) -> Tree:
    terms = {
        field: (str(getattr(army, field) or ""),)
        for field in (
            "list",
            "nation",
            "year",
            "points",
            "scenario",
            "role",
            "campaign_class",
            "name",
        )
    }
    return {
        **terms,
        "was": (army.list,),
        "points": (str(army.points),),
        "year": (str(army.year),),
        "options": army.options,
        **_force(army),
        "purchases": _counts(army.purchases),
        "boats": _counts(army.boats),
        "water": ("yes",) if army.water else ("",),
    }


def _force(force: Force) -> Tree:
    rifles = force.repeating_rifles if isinstance(force, Army) else ()
    units = [
        {
            "figures": _counts(unit),
            "name": (_nth(force.unit_names, place, ""),),
            "repeating": (str(_nth(rifles, place, 0) or ""),),
        }
        for place, unit in enumerate(force.units)
    ]
    allies = [
        {"list": (ally.list,), "was": (ally.list,), "nation": (ally.nation,), **_force(ally)}
        for ally in force.allies
    ]
    return {
        "leaders": [_leader(leader) for leader in force.leaders],
        "independents": _counts(force.independents),
        "units": units,
        "allies": allies,
    }


def _leader(leader: Leader) -> Tree:
    return {
        "type": (leader.type,),
        "traits": (*leader.traits, *([ROLLED] if leader.trait_rolled else [])),
        "name": (leader.name,),
        "gun_bearer": ("yes",) if leader.gun_bearer else ("",),
        "attendants": (str(leader.attendants or ""),),
    }


def _counts(counts: Mapping[str, int]) -> Tree:
    return {key: (str(count),) for key, count in counts.items()}


def _nth(row: tuple[Any, ...], place: int, default: Any) -> Any:
    return row[place] if place < len(row) else default


class Draft:
    """Answers being read. `wrong`: refusals by place; the army stands as if the field were
    empty.
    """

    def __init__(self, tree: Tree):
        self.tree = tree
        self.wrong: dict[str, Refusal] = {}
        self.army = read_army(self._form())

    def text(self, place: str, most: int = LONGEST_NAME) -> str:
        """Line of text with single blanks and without quotation marks, which would end a name in
        the army's text.
        """
        shown = "".join(letter if letter.isprintable() else " " for letter in self._leaf(place))
        given = " ".join(shown.translate(QUOTES).split())
        if len(given) > most:
            self.wrong[place] = no(
                "HOA-ARM-22",
                "“{it}…” is too long: {most} letters at most.",
                "«{it}…» es demasiado largo: {most} letras como máximo.",
                it=given[:20],
                most=most,
            )
            return given[:most]
        return given

    def number(self, place: str, least: int = 0, most: int = 999) -> int:
        """Whole number of a field. A field with a usual value in NEW must not be empty; that value
        replaces an unreadable one.
        """
        given = self._leaf(place).strip()
        usual = NEW.get(place)
        if not given and usual is None:
            return 0
        if given.isascii() and given.isdigit() and len(given) < 7 and least <= int(given) <= most:
            return int(given)
        self.wrong[place] = no(
            "HOA-ARM-22",
            "{what}: “{it}” is no whole number from {least} to {most}.",
            "{what}: «{it}» no es un número entero de {least} a {most}.",
            what=field_name(place),
            it=given[:20],
            least=least,
            most=most,
        )
        return usual or 0

    def one(self, place: str, known: Mapping[str, Any], otherwise: str) -> str:
        return self._leaf(place) if self._leaf(place) in known else otherwise

    def flag(self, place: str) -> bool:
        return self._leaf(place) != ""

    def _leaf(self, place: str) -> str:
        found = value_at(self.tree, place)
        return found[0] if isinstance(found, tuple) and found else ""

    def _some(self, place: str) -> list[str]:
        found = value_at(self.tree, place)
        return (
            [one[:LONGEST_NAME] for one in dict.fromkeys(found) if one][:MOST_OF_A_KIND]
            if isinstance(found, tuple)
            else []
        )

    def _list(self, place: str, most: int = MOST_OF_A_KIND) -> int:
        """Number of entries of a list in the tree, at most `most`. A longer list is refused."""
        found = value_at(self.tree, place)
        count = len(found) if isinstance(found, list) else 0
        if count > most:
            self.wrong[place] = no(
                "HOA-ARM-22",
                "{what}: {count}, and {most} can be written down.",
                "{what}: {count}, y caben {most}.",
                what=field_name(place),
                count=count,
                most=most,
            )
        return min(count, most)

    def _form(self) -> dict[str, Any]:
        form = {
            "list": self.text("list"),
            "nation": self.text("nation"),
            "year": self.number("year", 1800, 1999),
            "points": self.number("points", 1, 99_999),
            "scenario": self.one("scenario", SCENARIOS, "none"),
            "role": self.one("role", ROLES, "none"),
            "campaign_class": self.one("campaign_class", CLASSES, "") or None,
            "name": self.text("name"),
            "water": self.flag("water"),
            "options": [one for one in self._some("options") if is_key(one)],
            "purchases": self._numbers("purchases"),
            "boats": self._numbers("boats"),
            **self._force("", 0),
        }
        rifles = [self.number(f"units.{place}.repeating") for place in range(len(form["units"]))]
        return form | ({"repeating_rifles": rifles} if any(rifles) else {})

    def _force(self, way: str, depth: int) -> dict[str, Any]:
        count = range(self._list(f"{way}units", MOST_UNITS))
        names = [self.text(f"{way}units.{place}.name") for place in count]
        allies = range(self._list(f"{way}allies") if depth < DEEPEST else 0)
        return {
            "leaders": [
                self._leader(f"{way}leaders.{place}.")
                for place in range(self._list(f"{way}leaders"))
            ],
            "independents": self._numbers(f"{way}independents"),
            "units": [self._numbers(f"{way}units.{place}.figures", zeros=True) for place in count],
            "unit_names": names if any(names) else [],
            "allies": [self._ally(f"{way}allies.{place}.", depth + 1) for place in allies],
        }

    def _ally(self, way: str, depth: int) -> dict[str, Any]:
        return {
            "list": self.text(f"{way}list"),
            "nation": self.text(f"{way}nation"),
            **self._force(way, depth),
        }

    def _leader(self, way: str) -> dict[str, Any]:
        traits = self._some(f"{way}traits")
        return {
            "type": self.text(f"{way}type"),
            "traits": [trait for trait in traits if trait != ROLLED],
            "trait_rolled": ROLLED in traits,
            "gun_bearer": self.flag(f"{way}gun_bearer"),
            "attendants": self.number(f"{way}attendants"),
            "name": self.text(f"{way}name"),
        }

    def _numbers(self, place: str, zeros: bool = False) -> dict[str, int]:
        found = value_at(self.tree, place)
        keys = [key for key in found if is_key(key)] if isinstance(found, dict) else []
        counts = {key: self.number(f"{place}.{key}") for key in keys}
        return {key: count for key, count in counts.items() if count or zeros}


def field_name(place: str) -> Say:
    """Name of a field without a list of fields at hand."""
    last = place.rsplit(".", 1)[-1]
    return LABELS.get(last) or words.title(last)


def drafted(answers: Answers, do: str = "") -> Draft:
    """Draft of these answers after an act."""
    return Draft(tree_after(_faithful(nested_answers(answers)), do))


def _faithful(tree: Tree) -> Tree:
    """Tree in which a changed list has replaced the people, for the army and each contingent."""
    for force in (tree, *(ally for ally in _branches(tree, "allies"))):
        list_, was = first_of(force.get("list")), first_of(force.get("was"))
        if (
            was
            and list_ != was
            and list_ in lists.LISTS
            and first_of(force.get("nation")) not in lists.NATIONS[list_]
        ):
            force["nation"] = (next(iter(lists.NATIONS[list_])),)
        force["was"] = (list_,)
    return tree


def _branches(tree: Tree, step: str) -> Iterator[Tree]:
    found = tree.get(step)
    yield from (
        branch for branch in (found if isinstance(found, list) else ()) if isinstance(branch, dict)
    )
