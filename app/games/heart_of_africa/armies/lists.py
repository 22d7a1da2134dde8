"""The twelve printed lists from the data file: clauses that bind a people in a year, and the terms
that follow from them.

A clause of a list is data and has its home there; this module gives each kind of clause its
meaning. The `Terms` of an army are its list after all binding clauses. Each bound has its rule and
the words of its source.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from app.games.heart_of_africa.armies.army import Army, Contingent
from app.games.heart_of_africa.armies.list_terms import (
    MANY,
    Bound,
    Cap,
    Clause,
    Conversion,
    LeaderClause,
    Need,
    Ratio,
    Row,
    Standing,
    Terms,
)
from app.games.heart_of_africa.tables import rule_of
from app.kernel.data_tables import read_yaml
from app.kernel.free_text import quotable_text
from app.kernel.record import to_json
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, as_is, say

BOX = Path(__file__).parents[1]
DATA: dict[str, Any] = read_yaml(BOX / "data" / "army_lists.yaml")
VERSION = hashlib.sha256(
    to_json([DATA, read_yaml(BOX / "data" / "characteristics.yaml")]).encode()
).hexdigest()[:8]
"""Version of lists, prices and characteristics on which a verdict on an army is based."""
GENERAL = DATA["general"]
TYPES = DATA["types"]
LISTS = {row["id"]: row for row in DATA["lists"]}
NATIONS = {row["id"]: {nation["id"]: nation for nation in row["nations"]} for row in DATA["lists"]}
TRAITS = tuple(GENERAL["traits"])


def list_name(key: str) -> Say:
    row = LISTS.get(key)
    return say(row["name_en"], row["name_es"]) if row else as_is(quotable_text(key))


def nation_name(key: str, nation: str) -> Say:
    row = NATIONS.get(key, {}).get(nation)
    return say(row["en"], row["es"]) if row else as_is(quotable_text(nation))


def points_of(kind: str) -> int:
    """Points of a figure; zero for a type that is in no table."""
    return TYPES[kind]["points"] if kind in TYPES else 0


def printed_list(key: str) -> Say:
    return say("the printed list “{list}”", "la lista impresa «{list}»", list=list_name(key))


def set_by(clause: Clause, standing: Standing) -> Say:
    """Source of a limit in words, with its years: the option of a people, or a note of the list."""
    list_ = list_name(standing.list)
    if "for" in clause and len(NATIONS[standing.list]) > 1:
        by = say(
            "the option of “{list}” for {nation}",
            "la opción de «{list}» para {nation}",
            list=list_,
            nation=nation_name(standing.list, standing.nation),
        )
    else:
        by = say("a note of the list “{list}”", "una nota de la lista «{list}»", list=list_)
    years = years_of(clause.get("when", {}))
    return say("{by} ({years})", "{by} ({years})", by=by, years=years) if years else by


def years_of(when: Clause) -> Say | None:
    """Years of a condition in words, such as "from 1875", "until 1880" or "1860 to 1880"."""
    first, last = when.get("from"), when.get("until")
    if first is not None and last is not None:
        return say("{first} to {last}", "de {first} a {last}", first=first, last=last)
    if first is not None:
        return say("from {first}", "desde {first}", first=first)
    return say("until {last}", "hasta {last}", last=last) if last is not None else None


def in_years(when: Clause, year: int) -> bool:
    """HOA-ARM-16: dates are whole years of the battle and both ends count. "After 1874" stands in
    the data as from 1875.
    """
    return when.get("from", year) <= year <= when.get("until", year)


def clause_binds(clause: Clause, standing: Standing, leader_type: str | None = None) -> bool:
    """Fact: the clause names this people (or does not except it), and all conditions under `when`
    hold.
    """
    if standing.nation not in clause.get(
        "for", (standing.nation,)
    ) or standing.nation in clause.get("except", ()):
        return False
    when = clause.get("when", {})
    facts = {
        "scenario": standing.scenario,
        "role": standing.role,
        "campaign_class": standing.campaign_class,
        "as_ally_of": standing.ally_of,
        "leader_type": leader_type,
    }
    return in_years(when, standing.year) and all(
        fact in _listed(when[key]) for key, fact in facts.items() if key in when
    )


def _listed(one: Any) -> Any:
    return one if isinstance(one, list) else (one,)


def first_that_binds(
    row: Clause, field: str, standing: Standing, leader_type: str | None = None
) -> Clause:
    """First clause of a printed row that binds, with the rule of the row. The last clause binds
    every army.
    """
    clause = next(clause for clause in row[field] if clause_binds(clause, standing, leader_type))
    return {
        **clause,
        "rule": rule_of(row, f"{field}_rule")
        if f"{field}_rule" in row
        else GENERAL["leader"]["rule"],
    }


def standing_of(army: Army) -> Standing:
    return Standing(
        army.list, army.nation, army.year, army.scenario, army.role, army.campaign_class
    )


def standing_of_ally(army: Army, ally: Contingent) -> Standing:
    """HOA-ALY-07: a contingent names its people and keeps the years, role and limits of its own
    list.
    """
    return Standing(ally.list, ally.nation, army.year, army.scenario, army.role, None, army.list)


def declaration_refusal(standing: Standing) -> Refusal | None:
    """HOA-ARM-22: list, people and year are named before the army is chosen. Only the options of
    that one people are open.
    """
    if standing.list not in LISTS:
        return no(
            "HOA-ARM-22",
            "No list “{list}”: the rulebook has twelve lists.",
            "No existe la lista «{list}»: el reglamento tiene doce.",
            list=quotable_text(standing.list),
        )
    if standing.nation not in NATIONS[standing.list]:
        return no(
            "HOA-ARM-22",
            "Unknown people or nation “{nation}”; {by} has {known}.",
            "«{nation}» no figura en {by}; los pueblos o naciones son {known}.",
            nation=quotable_text(standing.nation),
            by=printed_list(standing.list),
            known=tuple(nation_name(standing.list, one) for one in NATIONS[standing.list]),
        )
    return None


def available(standing: Standing) -> Iterator[Refusal]:
    """Refusals of a year in which the list, or this people of it, does not exist, and of a missing
    class.
    """
    row = LISTS[standing.list]
    nation = NATIONS[standing.list][standing.nation]
    for clause, ruled, who in (
        (row.get("available"), row.get("available"), list_name(standing.list)),
        (nation.get("available"), nation, nation_name(standing.list, standing.nation)),
    ):
        if not clause:
            continue
        rule = rule_of(ruled)
        if not in_years(clause, standing.year):
            yield no(
                rule,
                "{who}: {years} only, by {by}; the year is {year}.",
                "{who}: solo {years}, según {by}; el año es {year}.",
                who=who,
                years=years_of(clause),
                by=printed_list(standing.list),
                year=standing.year,
            )
    if row["campaign_class"] == "choice" and standing.campaign_class not in (
        None,
        *row["aggression"],
    ):
        yield no(
            rule_of(row["available"]),
            "No explorers here: {by} plays as a native or a colonial force.",
            "Aquí no hay exploradores: {by} juega como fuerza nativa o colonial.",
            by=printed_list(standing.list),
        )


@lru_cache(maxsize=4096)
def terms_of(standing: Standing) -> Terms:
    """Terms of a known list and people. Binding clauses apply in printed order; a later one
    overrides an earlier one.
    """
    clauses = [clause for clause in LISTS[standing.list]["rules"] if clause_binds(clause, standing)]
    least, most = army_units(standing)
    return Terms(
        standing,
        limited_rows(clauses, standing),
        tuple(conversion_of(clause, standing) for clause in clauses if "convert" in clause),
        unit_caps=tuple(unit_cap(clause, standing) for clause in clauses if "cap_units" in clause),
        figure_caps=tuple(
            figure_cap(clause, standing) for clause in clauses if "cap_figures" in clause
        ),
        ratios=tuple(
            ratio_of_figures(clause, standing) for clause in clauses if "ratio_figures" in clause
        ),
        leader_clauses=tuple(
            leader_clause(clause, standing)
            for clause in clauses
            if "leader_if" in clause or "leader_not" in clause
        ),
        needs=tuple(
            needed_purchase(clause, standing) for clause in clauses if "needs_purchase" in clause
        ),
        banned=banned_types(clauses, standing),
        units=least,
        most_units=most,
    )


def limited_rows(clauses: list[Clause], standing: Standing) -> dict[str, Row]:
    """Rows of the list with least and most units: the printed slots, after each binding limit."""
    printed = LISTS[standing.list]
    rule, by = rule_of(printed), printed_list(standing.list)
    rows = {
        kind: Row(kind, Bound(least, rule, by), Bound(most, rule, by))
        for kind, (least, most) in printed["slots"].items()
    }
    for clause in clauses:
        if "limit" in clause:
            limit = clause["limit"]
            rows[limit["slot"]] = _limited(
                rows[limit["slot"]], limit, rule_of(clause), set_by(clause, standing)
            )
    return {kind: _lightened(row, standing) for kind, row in rows.items()}


def unit_cap(clause: Clause, standing: Standing) -> Cap:
    """Most units of some slots added together."""
    cap = clause["cap_units"]
    return Cap(tuple(cap["slots"]), _bound(clause, cap["max"], standing))


def figure_cap(clause: Clause, standing: Standing) -> Cap:
    """Most figures of some types in units, with the Leader if the clause counts the Leader."""
    cap = clause["cap_figures"]
    return Cap(tuple(cap["types"]), _bound(clause, cap["max"], standing), cap["with_leader"])


def ratio_of_figures(clause: Clause, standing: Standing) -> Ratio:
    """Least figures of some types for each figure of others."""
    ratio = clause["ratio_figures"]
    least = _bound(clause, ratio["times"], standing)
    return Ratio(tuple(ratio["many"]), tuple(ratio["few"]), least)


def needed_purchase(clause: Clause, standing: Standing) -> Need:
    """Purchases of which any figure of some types demands one."""
    need = clause["needs_purchase"]
    by = set_by(clause, standing)
    return Need(tuple(need["types"]), tuple(need["any_of"]), rule_of(clause), by)


def banned_types(clauses: list[Clause], standing: Standing) -> dict[str, Bound]:
    """Types that a clause forbids by name."""
    return {
        kind: _bound(clause, 0, standing)
        for clause in clauses
        for kind in clause.get("forbid", {}).get("types", ())
    }


def _bound(clause: Clause, number: int, standing: Standing) -> Bound:
    return Bound(number, rule_of(clause), set_by(clause, standing))


def _limited(row: Row, limit: Clause, rule: str, by: Say) -> Row:
    return Row(
        row.type,
        Bound(limit["min"], rule, by) if "min" in limit else row.least,
        Bound(limit["max"], rule, by) if "max" in limit else row.most,
    )


def conversion_of(clause: Clause, standing: Standing) -> Conversion:
    """Types that units in a slot may or must be of instead of the native type."""
    convert = clause["convert"]
    share = tuple(convert["figure_share"]) if "figure_share" in convert else None
    return Conversion(
        convert["slot"],
        tuple(convert["to"]),
        convert["mode"] == "must",
        _bound(clause, convert.get("max_units", MANY), standing),
        share,
    )


def leader_clause(clause: Clause, standing: Standing) -> LeaderClause:
    """Type that the Leader must, or must not, be of beside a type in the units."""
    must = "leader_if" in clause
    row = clause["leader_if" if must else "leader_not"]
    return LeaderClause(
        row["present"],
        row["must_be" if must else "type"],
        must,
        rule_of(clause),
        set_by(clause, standing),
    )


def _lightened(row: Row, standing: Standing) -> Row:
    """Row that demands one unit of an obligatory type, in contingents and in situations of the
    general rules.
    """
    least = row.least
    if standing.ally_of:
        least = least_of_a_contingent(least)
    else:
        for situation in situations(standing):
            least = Bound(min(least.number, situation["obligatory_cap"]), least.rule, least.by)
    return Row(row.type, least, row.most)


def least_of_a_contingent(least: Bound) -> Bound:
    """HOA-ALY-02: a contingent has at least one unit of every obligatory type of its list, not the
    full minimum.
    """
    return Bound(
        min(least.number, 1),
        GENERAL["allies"]["obligatory_rule"],
        say("the general rule for allies", "la regla general de los aliados"),
    )


def situations(standing: Standing) -> list[Clause]:
    """HOA-ARM-03: The defender of an Ambush has 2 to 5 units, with one of each obligatory type. All
    other limits stay. `general.situations` of `army_lists.yaml` has the numbers.
    """
    return [clause for clause in GENERAL["situations"] if clause_binds(clause, standing)]


def army_units(standing: Standing) -> tuple[Bound, Bound]:
    """Least and most units of an army in this scenario and role."""
    numbers, by = GENERAL["army_units"], say("the general rule", "la regla general")
    rule = numbers["rule"]
    for situation in situations(standing):
        numbers, rule = situation["army_units"], situation["rule"]
        by = say(
            "the general rule for the defender of an Ambush",
            "la regla general para el defensor de una emboscada",
        )
    return Bound(numbers["min"], rule, by), Bound(numbers["max"], rule, by)


def aggression(list_: str, campaign_class: str | None = None) -> int:
    """Aggression of a list. A list with two possible classes counts as native unless it names a
    class.
    """
    printed = LISTS[list_]["aggression"]
    if isinstance(printed, dict):
        printed = printed[campaign_class if campaign_class in printed else "native"]
    return int(printed)


def local_terrain(list_: str, nation: str) -> tuple[str, ...]:
    """Terrain classes of a list and people."""
    return tuple(first_that_binds(LISTS[list_], "terrain", Standing(list_, nation, 0))["use"])


def battlefield(defender: Standing | None) -> tuple[str, ...]:
    """HOA-ARM-21: a single game is fought on the defender's local terrain, by choice if there are
    several. Without a defender it is Savannah.
    """
    return local_terrain(defender.list, defender.nation) if defender else ("savannah",)
