"""Purchases of a defender besides units, and the free boats."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import Army, figures_of, of_the_army
from app.games.heart_of_africa.armies.prices import ITEMS, price_of_purchase
from app.games.heart_of_africa.armies.words import boats_text, purchase_text
from app.kernel.data_tables import read_yaml
from app.kernel.refusal import Refusal, no
from app.kernel.say import as_is

PURCHASES = lists.DATA["purchases"]
BOATS = lists.GENERAL["boats"]
CHARACTERISTICS = read_yaml(lists.BOX / "data" / "characteristics.yaml")
BOAT_PLACES = {
    row["id"]: row["boat_places"] or 0
    for part in ("types", "other")
    for row in CHARACTERISTICS[part]
    if "boat_places" in row
}


def extra_findings(army: Army) -> Iterator[Refusal]:
    """HOA-ARM-20: a defender whose list allows it may spend points on works, buildings, traps and
    the old cannon.

    These are not units: they fill no row and need not cost 32 points. They do not count among the
    three to eight units.
    """
    for item in army.purchases:
        if item not in ITEMS:
            yield no(
                "HOA-ARM-20",
                "“{item}” is not in the rulebook’s purchases of a defender.",
                "«{item}» no está entre las compras del defensor en el reglamento.",
                item=as_is(item),
            )
    for check in (
        cannon_refusals,
        field_fortifications,
        barricade_refusals,
        temba_refusals,
        mission_refusals,
        trap_refusals,
        nothing_fortified_in_an_encounter,
        third_of_an_ambush,
    ):
        yield from check(army)


def cannon_refusals(army: Army) -> Iterator[Refusal]:
    """HOA-ART-24: one old muzzle-loading cannon for a defending Warlord, Zanzibari, Sudanese or
    settler army.
    """
    yield from _purchase_refusals(army, "muzzle_loading_cannon", "HOA-ART-24")


def field_fortifications(army: Army) -> Iterator[Refusal]:
    """HOA-FRT-01: any defender may have up to 24 inches of stockade or mud wall, at 5 points an
    inch.
    """
    yield from _purchase_refusals(army, "field_fortification", "HOA-FRT-01")


def barricade_refusals(army: Army) -> Iterator[Refusal]:
    """HOA-FRT-13: defending explorers, expeditions and Egyptians may build barricades within the
    same 24 inches.
    """
    yield from _purchase_refusals(army, "barricade", "HOA-FRT-13")


def temba_refusals(army: Army) -> Iterator[Refusal]:
    """HOA-FRT-17: up to two Tembas of 100 points for certain defenders."""
    yield from _purchase_refusals(army, "temba", "HOA-FRT-17")


def mission_refusals(army: Army) -> Iterator[Refusal]:
    """HOA-FRT-18: missions and trading posts serve explorers and expeditions as Tembas do; two
    buildings in all.
    """
    yield from _purchase_refusals(army, "mission_station", "HOA-FRT-18")


def trap_refusals(army: Army) -> Iterator[Refusal]:
    """HOA-STR-01: up to five stake traps and ten dummies for defending villagers, cannibals and
    pygmies.
    """
    for item in ("stake_trap", "dummy_trap"):
        yield from _purchase_refusals(army, item, "HOA-STR-01")


def _purchase_refusals(army: Army, item: str, rule: str) -> Iterator[Refusal]:
    """Refusals of the number of one purchased thing for this list and role."""
    count, printed = army.purchases.get(item, 0), ITEMS[item]
    if not count:
        return
    what = purchase_text(item, count)
    if army.list not in printed.get("lists", (army.list,)):
        yield no(
            rule,
            "{what}: {by} has no right to that; the general rule gives it to {lists}.",
            "{what}: {by} no tiene derecho; la regla general lo concede a {lists}.",
            what=what,
            by=lists.printed_list(army.list),
            lists=tuple(map(lists.list_name, printed["lists"])),
        )
    if army.role not in PURCHASES["role"] and item not in _barred_items(army):
        yield no(
            rule,
            "{what}: the general rule gives that to a defender only.",
            "{what}: la regla general solo lo concede al defensor.",
            what=what,
        )
    yield from _too_much(army, item, rule)


def _too_much(army: Army, item: str, rule: str) -> Iterator[Refusal]:
    count, printed = army.purchases[item], ITEMS[item]
    together = count + army.purchases.get(printed.get("shares_max_with", ""), 0)
    if count > printed["max"]:
        yield no(
            rule,
            "{what}; the general rule allows {most}.",
            "{what}; la regla general permite {most} como máximo.",
            what=purchase_text(item, count),
            most=purchase_text(item, printed["max"]),
        )
    elif together > printed["max"]:
        other = printed["shares_max_with"]
        yield no(
            rule,
            "{what} and {other}; the general rule allows {most} of both together.",
            "{what} y {other}; la regla general permite {most} entre ambas cosas.",
            what=purchase_text(item, count),
            other=purchase_text(other, army.purchases[other]),
            most=purchase_text(item, printed["max"]),
        )


def _barred_items(army: Army) -> tuple[str, ...]:
    return tuple(PURCHASES["scenarios"].get(army.scenario, {}).get("forbidden", ()))


def nothing_fortified_in_an_encounter(army: Army) -> Iterator[Refusal]:
    """HOA-SCN-07: no works, buildings or traps in an Encounter; the old cannon is no
    fortification.
    """
    found = tuple(
        purchase_text(item, army.purchases[item])
        for item in _barred_items(army)
        if army.purchases.get(item)
    )
    if found:
        yield no(
            "HOA-SCN-07",
            "{found}: the scenario allows no fortifications in an Encounter.",
            "{found}: el escenario no admite fortificaciones en un encuentro.",
            found=found,
        )


def third_of_an_ambush(army: Army) -> Iterator[Refusal]:
    """HOA-SCN-12: the defender of an Ambush spends at most a third of the points on fortifications,
    buildings and traps included.
    """
    row = PURCHASES["scenarios"].get(army.scenario, {})
    if "share" not in row or army.role not in PURCHASES["role"]:
        return
    part, whole = row["share"]
    spent = sum(price_of_purchase(item, army.purchases.get(item, 0)) for item in row["of"])
    if spent * whole > army.points * part:
        yield no(
            "HOA-SCN-12",
            "{spent} points of fortifications; the scenario allows the defender of an Ambush a "
            "third of the {limit}: {most}.",
            "{spent} puntos en fortificaciones; el escenario permite al defensor de una emboscada "
            "un tercio de los {limit}: {most}.",
            spent=spent,
            limit=army.points,
            most=army.points * part // whole,
        )


def places_needed(army: Army) -> int:
    """Places in boats for every figure of the army. A piece takes five, a gunboat none, an
    attendant one.
    """
    figures = sum(
        BOAT_PLACES.get(kind, 0) * count
        for force in of_the_army(army)
        for kind, count in figures_of(force).items()
    )
    return figures + sum(BOAT_PLACES["attendant"] * leader.attendants for leader in army.leaders)


def free_boats(army: Army) -> Iterator[Refusal]:
    """HOA-STR-05: with a river, lake or sea on the table every force but the pastoralists takes
    free boats for all its figures.
    """
    boats = {kind: count for kind, count in army.boats.items() if count}
    if not boats:
        return
    for kind in boats:
        if kind not in BOATS["places"]:
            yield no(
                "HOA-STR-05",
                "No boats “{kind}”: canoes and dhows are free.",
                "No hay botes «{kind}»: son gratis canoas y dhows.",
                kind=as_is(kind),
            )
    if not army.water:
        yield no(
            "HOA-STR-05",
            "Boats: the general rule gives them where the table has a river, a great lake or the "
            "sea.",
            "Botes: la regla general los da si en la mesa hay río, gran lago o mar.",
        )
    if lists.LISTS.get(army.list, {}).get("no_boats"):
        yield no(
            "HOA-STR-05",
            "Boats: the general rule excepts {by}.",
            "Botes: la regla general exceptúa {by}.",
            by=lists.printed_list(army.list),
        )
    places = {kind: BOATS["places"][kind] for kind in boats if kind in BOATS["places"]}
    carried, needed = sum(places[kind] * boats[kind] for kind in places), places_needed(army)
    if places and carried - min(places.values()) >= needed:
        yield no(
            "HOA-STR-05",
            "{boats} carry {carried} figures and one boat fewer would do: the army needs {needed} "
            "places.",
            "{boats} llevan {carried} figuras y sobra un bote: el ejército necesita {needed} "
            "plazas.",
            boats=tuple(boats_text(kind, boats[kind]) for kind in places),
            carried=carried,
            needed=needed,
        )
