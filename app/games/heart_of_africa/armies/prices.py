"""Price of an army, and the allowed overspending."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import (
    Army,
    Contingent,
    Force,
    Leader,
    Unit,
    figures_of,
    of_the_army,
)
from app.games.heart_of_africa.armies.words import (
    figures_text,
    independent_name,
    points_text,
    purchase_text,
    trait_name,
    type_name,
)
from app.kernel.refusal import Refusal, no
from app.kernel.say import say
from app.kernel.tally import Reason, Tally

GENERAL = lists.GENERAL
ITEMS = lists.DATA["purchases"]["items"]


def price(army: Army) -> Tally:
    """Tally of the points of all that is submitted, lawful or not: Leader, independents, units,
    purchases, allies.
    """
    reasons = [*_leader_prices(army), *_independent_prices(army), *_unit_prices(army)]
    reasons += [
        Reason("HOA-ARM-20", price_of_purchase(item, count), purchase_text(item, count))
        for item, count in army.purchases.items()
        if count
    ]
    reasons += [
        Reason(
            "HOA-ALY-01",
            price_of_contingent(ally),
            say(
                "allies: {list}, {nation}",
                "aliados: {list}, {nation}",
                list=lists.list_name(ally.list),
                nation=lists.nation_name(ally.list, ally.nation),
            ),
        )
        for ally in army.allies
    ]
    return Tally(tuple(reasons))


def _leader_prices(force: Force) -> Iterator[Reason]:
    for leader in force.leaders:
        yield Reason(
            "HOA-LDR-01",
            lists.points_of(leader.type),
            say("Leader: {type}", "Líder: {type}", type=type_name(leader.type, 1)),
        )
        if leader.gun_bearer:
            yield Reason(
                "HOA-ARM-09",
                lists.points_of("gun_bearer"),
                say("gun bearer", "portador de armas"),
            )
        if price_of_further_traits(leader):
            yield Reason(
                "HOA-LDR-12",
                price_of_further_traits(leader),
                say(
                    "a further trait: {traits}",
                    "una característica personal más: {traits}",
                    traits=tuple(map(trait_name, leader.traits[1:])),
                ),
            )


def _independent_prices(force: Force) -> Iterator[Reason]:
    for kind, count in force.independents.items():
        if count:
            what = independent_name(kind) if count == 1 else figures_text(kind, count)
            yield Reason("HOA-ARM-19", count * lists.points_of(kind), what)


def _unit_prices(force: Force) -> Iterator[Reason]:
    for unit in force.units:
        what = tuple(figures_text(kind, count) for kind, count in unit.items() if count)
        yield Reason("HOA-ARM-05", price_of_unit(unit), say("{all}", "{all}", all=what))


def price_of_leader(leader: Leader) -> int:
    """HOA-LDR-01: the Leader costs as much as one more figure of the same type, plus the bearer and
    a further trait.
    """
    return (
        lists.points_of(leader.type)
        + price_of_further_traits(leader)
        + (lists.points_of("gun_bearer") if leader.gun_bearer else 0)
    )


def price_of_further_traits(leader: Leader) -> int:
    """HOA-LDR-12: the first trait is free. A second costs 40 points, if it is allowed."""
    return GENERAL["leader"]["second_trait_points"] * max(0, len(leader.traits) - 1)


def price_of_unit(unit: Unit) -> int:
    return sum(lists.points_of(kind) * count for kind, count in unit.items())


def price_of_purchase(item: str, count: int) -> int:
    return ITEMS[item]["points"] * count if item in ITEMS else 0


def price_of_purchases(purchases: Mapping[str, int]) -> int:
    return sum(price_of_purchase(item, count) for item, count in purchases.items())


def price_of_contingent(ally: Contingent) -> int:
    """Points of the contingent with all that it brings, standard included."""
    own = sum(
        reason.amount
        for part in (_leader_prices(ally), _independent_prices(ally), _unit_prices(ally))
        for reason in part
    )
    return own + sum(map(price_of_contingent, ally.allies))


def cheapest_figure(army: Army) -> int:
    """Lowest price of a paid figure. Attendants, baggage and purchases do not count."""
    prices = [
        lists.points_of(kind)
        for force in of_the_army(army)
        for kind in figures_of(force)
        if kind in lists.TYPES
    ]
    return min(prices, default=0)


def tolerance(army: Army) -> float:
    """Points by which the total may pass the limit: half the price of the cheapest figure,
    fractions kept.
    """
    return cheapest_figure(army) / 2


def within_the_limit(army: Army, overspend: bool = True) -> Refusal | None:
    """HOA-ARM-07: an army costs at most its limit and half its cheapest figure. Unspent points are
    allowed.
    """
    total, spare = price(army).total, tolerance(army) if overspend else 0
    if total <= army.points + spare:
        return None
    if not overspend:
        return no(
            "HOA-ARM-07",
            "The army costs {total} points; this battle allows {limit}, and the organiser has "
            "switched the tolerance off.",
            "El ejército cuesta {total} puntos; esta batalla permite {limit} y el organizador no "
            "concede margen.",
            total=total,
            limit=army.points,
        )
    return no(
        "HOA-ARM-07",
        "The army costs {total} points; this battle allows {limit}, and the general rules add "
        "half the cheapest figure ({spare}).",
        "El ejército cuesta {total} puntos; esta batalla permite {limit} y la regla general añade "
        "la mitad de la figura más barata ({spare}).",
        total=total,
        limit=army.points,
        spare=points_text(spare),
    )
