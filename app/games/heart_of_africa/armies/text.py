"""The words of army building, and an army as a short list of lines."""
from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import Army, Contingent, Force, Leader, Unit
from app.games.heart_of_africa.armies.prices import price, price_of_contingent, price_of_leader, price_of_purchase, price_of_unit
from app.games.heart_of_africa.armies.words import boats_text, figures_text, independent_name, purchase_text, trait_name, type_name
from app.kernel.say import Say, name, say

SCENARIOS = {"encounter": say("Encounter", "Encuentro"), "ambush": say("Ambush", "Emboscada"),
             "planned_attack": say("Planned Attack", "Ataque planeado"), "raid": say("Raid", "Incursión"),
             "none": say("no scenario", "sin escenario")}
ROLES = {"attacker": say("attacker", "atacante"), "defender": say("defender", "defensor"), "none": say("nobody attacks", "nadie ataca")}


def describe(army: Army) -> tuple[Say, ...]:
    """Heading, Leader, independent figures, units, extras, boats, allies and the sum, a line each."""
    heading = say("{list}: {nation}, {year} ({scenario}, {role})", "{list}: {nation}, {year} ({scenario}, {role})",
                  list=lists.list_name(army.list), nation=lists.nation_name(army.list, army.nation), year=army.year,
                  scenario=SCENARIOS[army.scenario], role=ROLES[army.role])
    total = say("Together {total} of {limit} points", "En total, {total} de {limit} puntos", total=price(army).total, limit=army.points)
    return (heading, *map(_leader_line, army.leaders), *_independent_lines(army.independents), *_unit_lines(army),
            *(_priced(purchase_text(item, count), price_of_purchase(item, count)) for item, count in army.purchases.items() if count),
            *_boat_lines(army), *(line for ally in army.allies for line in _ally_lines(ally)), total)


def _leader_line(leader: Leader) -> Say:
    what = [type_name(leader.type, 1), *map(trait_name, leader.traits)]
    if leader.gun_bearer:
        what.append(say("with a gun bearer", "con portador de armas"))
    if leader.attendants:
        what.append(say("{n} attendants", "{n} ayudantes", n=leader.attendants) if leader.attendants > 1 else say("1 attendant", "1 ayudante"))
    return _priced(say("Leader: {what}", "Líder: {what}", what=_in_a_row(what)), price_of_leader(leader))


def _in_a_row(parts: Iterable[Say]) -> Say:
    parts = tuple(parts)
    places = ", ".join(f"{{part{number}}}" for number in range(len(parts)))
    return Say(places, places, {f"part{number}": part for number, part in enumerate(parts)})


def _independent_lines(independents: Mapping[str, int]) -> Iterable[Say]:
    for kind, count in independents.items():
        if count:
            yield _priced(independent_name(kind) if count == 1 else say("{n} × {kind}", "{n} × {kind}", n=count, kind=independent_name(kind)),
                          count * lists.points_of(kind))


def _unit_lines(force: Force) -> Iterable[Say]:
    for number, unit in enumerate(force.units):
        own = force.unit_names[number] if number < len(force.unit_names) else ""
        yield _priced(say("{name}: {what}", "{name}: {what}", name=own, what=unit_text(unit)) if own else unit_text(unit), price_of_unit(unit))


def unit_text(unit: Unit) -> Say:
    """12 Spearmen and 8 Archers."""
    return say("{all}", "{all}", all=tuple(figures_text(kind, count) for kind, count in unit.items() if count))


def _boat_lines(army: Army) -> Iterable[Say]:
    if any(army.boats.values()):
        yield say("{boats}, free", "{boats}, sin coste", boats=tuple(boats_text(kind, count) for kind, count in army.boats.items() if count))


def _ally_lines(ally: Contingent) -> Iterable[Say]:
    yield _priced(say("Allies: {list}, {nation}", "Aliados: {list}, {nation}", list=lists.list_name(ally.list),
                      nation=lists.nation_name(ally.list, ally.nation)), price_of_contingent(ally))
    for line in (*_independent_lines(ally.independents), *_unit_lines(ally)):
        yield say("– {it}", "– {it}", it=line)


def _priced(what: Say, points: int) -> Say:
    return say("{what}: {points}", "{what}: {points}", what=what, points=name(str(points)))
