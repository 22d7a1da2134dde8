"""Lawful armies raised by chance, of any list, people, year and limit."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from random import Random
from typing import cast

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.allies import is_open
from app.games.heart_of_africa.armies.army import (
    Army,
    CampaignClass,
    Contingent,
    Leader,
    Role,
    Scenario,
)
from app.games.heart_of_africa.armies.extras import CHARACTERISTICS, PURCHASES
from app.games.heart_of_africa.armies.leaders import leader_types, traits_open
from app.games.heart_of_africa.armies.list_terms import Standing, Terms
from app.games.heart_of_africa.armies.prices import (
    ITEMS,
    price_of_contingent,
    price_of_leader,
    price_of_purchases,
)
from app.games.heart_of_africa.armies.raising import Raising, Taste
from app.games.heart_of_africa.armies.validator import findings

ROWS = {row["id"]: row for row in CHARACTERISTICS["types"]}
SHOOTERS = frozenset(
    kind for kind, row in ROWS.items() if row["can_shoot"] and (row["range"] or 0) >= 8
)
FIGHTERS = frozenset(kind for kind, row in ROWS.items() if (row["melee"] or 0) >= 1)
ATTEMPTS = 60


def raise_army(standing: Standing, points: int, chance: Random, taste: Taste) -> Army:
    """First lawful army of a number of attempts; the last attempts have fewer extras."""
    _insist_on_a_list(standing)
    for number in range(ATTEMPTS):
        modest = number > ATTEMPTS // 2
        army = _random_army(standing, points, chance, MODEST if modest else taste)
        if army is not None and not findings(army):
            return army
    raise ValueError(
        f"no army of {standing.list}, {standing.nation}, {standing.year} for {points} points as "
        f"{standing.role} in {standing.scenario}"
    )


def _insist_on_a_list(standing: Standing) -> None:
    unknown = lists.declaration_refusal(standing)
    wrong = [unknown] if unknown else list(lists.available(standing))
    if wrong:
        raise ValueError("; ".join(map(str, wrong)))


MODEST = Taste(allies=0.0, mixtures=0.0, extras=0.0, independents=0.0, bearers=0.0)


def _random_army(standing: Standing, points: int, chance: Random, taste: Taste) -> Army | None:
    terms = lists.terms_of(standing)
    leader = _random_leader(terms, chance, taste)
    purchases = _random_purchases(standing, points, chance, taste)
    independents = _random_independents(standing, points, chance, taste)
    left = (
        points
        - price_of_leader(leader)
        - price_of_purchases(purchases)
        - sum(lists.points_of(kind) for kind in independents)
    )
    allies = _random_allies(standing, points, left, chance, taste)
    own = Raising(
        terms,
        left - sum(map(price_of_contingent, allies)),
        chance,
        taste,
        _barred_types(terms, leader, purchases),
        leader.type,
    )
    allied = sum(len(ally.units) for ally in allies)
    if not own.raise_units(terms.units.number - allied, terms.most_units.number - allied):
        return None
    return Army(
        standing.list,
        standing.nation,
        standing.year,
        points,
        cast("Scenario", standing.scenario),  # `Standing` takes the values of an `Army`
        cast("Role", standing.role),
        cast("CampaignClass | None", standing.campaign_class),
        (leader,),
        independents,
        tuple(own.units),
        purchases,
        allies=allies,
    )


def _random_leader(terms: Terms, chance: Random, taste: Taste) -> Leader:
    kind = _one_of(leader_types(terms), taste.lead, chance)
    trait = _one_of(
        traits_open(terms.standing, kind), lambda one: taste.trait(one, terms.standing), chance
    )
    bearer = kind == "white_man" and chance.random() < taste.bearers
    return Leader(
        kind, (trait,), gun_bearer=bearer, attendants=lists.GENERAL["leader"]["attendants"]["max"]
    )


def _one_of(kinds: tuple[str, ...], weight: Callable[[str], float], chance: Random) -> str:
    return chance.choices(kinds, [weight(kind) for kind in kinds])[0]


def _random_independents(
    standing: Standing, points: int, chance: Random, taste: Taste
) -> dict[str, int]:
    """Single figures without a Leader's role, for at most a quarter of the points."""
    found: dict[str, int] = {}
    spare = points // 4
    for kind, (_, most) in lists.LISTS[standing.list]["independents"].items():
        if most and lists.points_of(kind) <= spare and chance.random() < taste.independents:
            found[kind] = 1
            spare -= lists.points_of(kind)
    return found


def _random_purchases(
    standing: Standing, points: int, chance: Random, taste: Taste
) -> dict[str, int]:
    """Random purchases open to this defender, within the share of the scenario and of the taste."""
    if standing.role not in PURCHASES["role"]:
        return {}
    row = PURCHASES["scenarios"].get(standing.scenario, {})
    part, whole = row.get("share", (1, 1))
    spare = min(int(points * taste.share_of_extras), points * part // whole)
    found: dict[str, int] = {}
    for item, printed in ITEMS.items():
        if (
            item in row.get("forbidden", ())
            or standing.list not in printed.get("lists", lists.LISTS)
            or chance.random() >= taste.extras
        ):
            continue
        room = min(
            printed["max"] - found.get(printed.get("shares_max_with", ""), 0),
            spare // printed["points"],
        )
        if room > 0:
            found[item] = chance.randint(ceil(room / 3), room)
            spare -= found[item] * printed["points"]
    return found


def _barred_types(terms: Terms, leader: Leader, purchases: dict[str, int]) -> frozenset[str]:
    """Types that this Leader, or the lack of an extra, keeps out of the units."""
    by_leader = {
        clause.present
        for clause in terms.leader_clauses
        if clause.must != (leader.type == clause.type)
    }
    by_need = {
        kind
        for need in terms.needs
        if not any(purchases.get(item) for item in need.any_of)
        for kind in need.types
    }
    return frozenset(by_leader | by_need)


def _random_allies(
    standing: Standing, points: int, left: int, chance: Random, taste: Taste
) -> tuple[Contingent, ...]:
    """At most one contingent, by chance and taste."""
    printed = lists.LISTS[standing.list]["allies"]
    if not printed["contingents"] or chance.random() >= taste.allies:
        return ()
    open_to = [
        (option["list"], nation)
        for option in printed["options"]
        for nation in lists.NATIONS[option["list"]]
        if is_open(option, standing, Contingent(option["list"], nation))
        and not list(lists.available(Standing(option["list"], nation, standing.year)))
    ]
    if not open_to:
        return ()
    list_, nation = chance.choice(open_to)
    part, whole = printed["share"]
    terms = lists.terms_of(
        Standing(
            list_, nation, standing.year, standing.scenario, standing.role, None, standing.list
        )
    )
    raising = Raising(terms, min(points * part // whole, left // 2), chance, taste, frozenset(), "")
    if not raising.raise_units(1, 3 if points > 450 else 2):
        return ()
    return (Contingent(list_, nation, tuple(raising.units)),)
