"""Text of an army, a line for each thing, in English or Spanish. `reading` reads it back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import Army, Contingent, Force, Leader, Unit
from app.games.heart_of_africa.armies.options import TITLES
from app.games.heart_of_africa.armies.prices import (
    price,
    price_of_contingent,
    price_of_leader,
    price_of_purchase,
    price_of_unit,
)
from app.games.heart_of_africa.armies.validator import findings, house_of
from app.games.heart_of_africa.armies.words import (
    boats_text,
    figures_text,
    purchase_text,
    trait_name,
    type_name,
)
from app.kernel.say import Say, as_is, say

SCENARIOS = {
    "encounter": say("Encounter", "Encuentro"),
    "ambush": say("Ambush", "Emboscada"),
    "planned_attack": say("Planned Attack", "Ataque Planeado"),
    "raid": say("Raid", "Incursión"),
    "none": say("no scenario", "sin escenario"),
}
ROLES = {
    "attacker": say("attacker", "atacante"),
    "defender": say("defender", "defensor"),
    "none": say("no attacker", "sin atacante"),
}
CLASSES = {
    "native": say("native", "nativa"),
    "explorer": say("explorers", "exploradores"),
    "colonial": say("colonial", "colonial"),
}
LABELS = {
    "name": say("Name", "Nombre"),
    "list": say("List", "Lista"),
    "nation": say("Nation", "Nación"),
    "year": say("Year", "Año"),
    "points": say("Points", "Puntos"),
    "scenario": say("Scenario", "Escenario"),
    "role": say("Role", "Papel"),
    "campaign_class": say("Class", "Clase"),
    "options": say("Options", "Opciones"),
    "leader": say("Leader", "Líder"),
    "independents": say("Independents", "Independientes"),
    "unit": say("Unit", "Unidad"),
    "purchases": say("Bought", "Comprado"),
    "water": say("Water", "Agua"),
    "boats": say("Boats", "Botes"),
    "allies": say("Allies", "Aliados"),
    "total": say("Total", "Total"),
    "version": say("Lists", "Listas"),
}
ROLLED = say("trait by the die", "característica personal al azar")
BEARER = say("a gun bearer", "un portador de armas")
ATTENDANTS = (say("1 attendant", "1 Ayudante"), say("{n} attendants", "{n} Ayudantes"))
REPEATERS = (
    say("1 repeating rifle", "1 rifle de repetición"),
    say("{n} repeating rifles", "{n} rifles de repetición"),
)
YES = say("yes", "sí")


def army_text(army: Army, language: str) -> str:
    """Whole text with the verdict below."""
    return "".join(f"{line.in_(language)}\n" for line in (*describe(army), *verdict_lines(army)))


def describe(army: Army) -> tuple[Say, ...]:
    """Lines of the army, one for each thing."""
    spent = say(
        "{total} of {limit}", "{total} de {limit}", total=price(army).total, limit=army.points
    )
    return (
        *_term_lines(army),
        *_force_lines(army),
        *_extra_lines(army),
        *_ally_lines(army),
        _labelled_line("total", spent),
    )


def verdict_lines(army: Army) -> tuple[Say, ...]:
    """Verdict on the army with its refusals and the version of the lists."""
    found = findings(army, house_of(army.options))
    verdict = say("Not valid because", "No válido porque") if found else say("Valid", "Válido")
    return (
        _labelled_line("version", as_is(lists.VERSION)),
        say("{verdict}{end}", "{verdict}{end}", verdict=verdict, end=":" if found else "."),
        *(
            say("! {it} [{rule}]", "! {it} [{rule}]", it=refusal.says, rule=refusal.rule)
            for refusal in found
        ),
    )


def _labelled_line(label: str, what: Say, own: str = "", points: int = 0) -> Say:
    """Line of label, own name in quotes, content and price."""
    return say(
        "{label}{own}: {what}{points}",
        "{label}{own}: {what}{points}",
        label=LABELS[label],
        what=what,
        own=say(" “{it}”", " «{it}»", it=own) if own else "",
        points=f" ({points})" if points else "",
    )


def _term_lines(army: Army) -> Iterator[Say]:
    if army.name:
        yield _labelled_line("name", as_is(army.name))
    yield _labelled_line("list", lists.list_name(army.list))
    yield _labelled_line("nation", lists.nation_name(army.list, army.nation))
    yield _labelled_line("year", as_is(str(army.year)))
    yield _labelled_line("points", as_is(str(army.points)))
    yield _labelled_line("scenario", SCENARIOS[army.scenario])
    yield _labelled_line("role", ROLES[army.role])
    if army.campaign_class:
        yield _labelled_line("campaign_class", CLASSES[army.campaign_class])
    if army.options:
        yield _labelled_line(
            "options",
            in_a_row((TITLES.get(option) or as_is(option) for option in army.options), "; "),
        )


def _force_lines(force: Force) -> Iterator[Say]:
    """Lines that an army and a contingent share: Leaders, single figures, units."""
    for leader in force.leaders:
        yield _labelled_line("leader", leader_text(leader), leader.name, price_of_leader(leader))
    single = {kind: count for kind, count in force.independents.items() if count}
    if single:
        yield _labelled_line(
            "independents",
            in_a_row(figures_text(kind, count) for kind, count in single.items()),
            points=sum(count * lists.points_of(kind) for kind, count in single.items()),
        )
    for place, unit in enumerate(force.units):
        repeating = (
            force.repeating_rifles[place]
            if isinstance(force, Army) and place < len(force.repeating_rifles)
            else 0
        )
        own = force.unit_names[place] if place < len(force.unit_names) else ""
        yield _labelled_line("unit", unit_text(unit, repeating), own, price_of_unit(unit))


def _extra_lines(army: Army) -> Iterator[Say]:
    for item, count in army.purchases.items():
        if count:
            yield _labelled_line(
                "purchases", purchase_text(item, count), points=price_of_purchase(item, count)
            )
    if army.water:
        yield _labelled_line("water", YES)
    if any(army.boats.values()):
        yield _labelled_line(
            "boats",
            in_a_row(boats_text(kind, count) for kind, count in army.boats.items() if count),
        )


def _ally_lines(force: Force, dashes: str = "-") -> Iterator[Say]:
    """Lines of the contingents; each level adds a dash."""
    for ally in force.allies:
        yield _labelled_line("allies", people_of_ally(ally), points=price_of_contingent(ally))
        for line in (*_force_lines(ally), *_ally_lines(ally, "-")):
            yield say("{dashes} {it}", "{dashes} {it}", dashes=dashes, it=line)


def people_of_ally(ally: Contingent) -> Say:
    return in_a_row((lists.list_name(ally.list), lists.nation_name(ally.list, ally.nation)))


def leader_text(leader: Leader) -> Say:
    """Leader in words, such as "Spearman, Eloquent, 3 attendants"."""
    what = [type_name(leader.type, 1), *map(trait_name, leader.traits)]
    what += [ROLLED] * leader.trait_rolled + [BEARER] * leader.gun_bearer
    return in_a_row([*what, *_some_of(ATTENDANTS, leader.attendants)])


def unit_text(unit: Unit, repeating: int = 0) -> Say:
    """Unit in words, such as "12 Spearmen, 8 Archers"."""
    return in_a_row(
        [
            *(figures_text(kind, count) for kind, count in unit.items()),
            *_some_of(REPEATERS, repeating),
        ]
    )


def _some_of(words: tuple[Say, Say], count: int) -> list[Say]:
    return [Say(words[count > 1].en, words[count > 1].es, {"n": count})] if count else []


def in_a_row(parts: Iterator[Say] | list[Say] | tuple[Say, ...], between: str = ", ") -> Say:
    """Parts in a row with a separator."""
    facts: Mapping[str, Say] = {f"part{number}": part for number, part in enumerate(parts)}
    places = between.join(f"{{{field}}}" for field in facts)
    return Say(places, places, facts)
