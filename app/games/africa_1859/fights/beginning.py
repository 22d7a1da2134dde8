"""Beginning of an assault: the defender's answer, and designations that are shown to both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from app.games.africa_1859 import events as e
from app.games.africa_1859.ends_of_actions import end_action
from app.games.africa_1859.fights.designations import (
    best_by_combat,
    default_defence,
    default_screen,
    defences,
    defending_units,
    defending_vanguards,
    group_units,
    is_fresh,
    no_leader_there,
    no_screen,
    no_vanguard,
    screens,
)
from app.games.africa_1859.fights.riders import innermost_assault
from app.games.africa_1859.fights.roles import (
    ATTACKER,
    DEFENDER,
    assault_of,
    roles_of,
    side_in,
    with_roles,
)
from app.games.africa_1859.fights.settled_ahead import settled_by, wrong_defence_sheet
from app.games.africa_1859.ground import leaders_at, units_at
from app.games.africa_1859.orders import Defend, NewVanguard
from app.games.africa_1859.procedures import Assault, Question, Roles
from app.games.africa_1859.questions import DEFAULT, by_scope_of, nearest
from app.games.africa_1859.run import QuestionRules, Run
from app.games.africa_1859.state import War
from app.kernel.refusal import Refusal, no


def begin(run: Run) -> None:
    """AFR-ASL-21: The defender designates first of all; without defenders the space is taken."""
    assault = reassemble(run)
    if not assault.group:
        run.update(replace(assault, stage="end"))
        return
    run.tell(e.Struck(assault.space))
    run.update(replace(assault, stage="rides" if assault.reaction else "riders"))
    if defending_vanguards(run.war, defending_units(run.war, assault)):
        run.push(Question("defend", side_in(assault, DEFENDER), assault.space))
    else:
        run.update(replace(assault, stage="rides"))


def reassemble(run: Run) -> Assault:
    """Assault whose group has passed the middle space of a charge and counts in its start space.

    Units that were demoralised there stay behind, and their leaders go on with the others. The
    group is empty if all its units were removed there.
    """
    assault = assault_of(run)
    units = group_units(run.war, assault)
    if units and all(unit.at == assault.start for unit in units):
        return assault
    going = tuple(unit.id for unit in units if is_fresh(run.war, unit))
    stay = [unit.id for unit in units if unit.id not in going]
    middle = assault.via
    if going:
        run.tell(e.Moved((*going, *assault.leaders), (assault.start,), "charge"))
    if stay:
        end_action(run, assault.attacker, stay, middle)
    run.update(replace(assault, group=going, stayed=tuple(stay)))
    return assault_of(run)


# --- Answer of the defender
def defend_refusals(war: War, question: Question, order: Defend) -> Iterator[Refusal | None]:
    """Reasons against the designations of a defender."""
    units = units_at(war, question.space, question.side)
    yield no_vanguard(war, order.vanguard, defending_vanguards(war, units))
    yield no_screen(war, order.screen, order.vanguard, units)
    yield no_leader_there(war, order.leader, question.space, question.side)
    if settled_by(order):
        yield from wrong_defence_sheet(war, innermost_assault(war), order)


def defend(run: Run, question: Question, order: Defend) -> None:  # noqa: ARG001 - as all
    """Record the answer of the defender and show the designations of both sides at once."""
    roles = Roles(order.leader, order.vanguard, order.screen, settled=settled_by(order))
    run.update(replace(assault_of(run), dfn=roles, revealed=True))
    assault = assault_of(run)
    run.tell(e.Revealed(assault.space, shown(assault.att), shown(assault.dfn)))


def shown(roles: Roles) -> dict[str, str]:
    """Designations of a side, as they are shown."""
    named = {"leader": roles.leader, "vanguard": roles.vanguard, "screen": roles.screen}
    return {role: unit for role, unit in named.items() if unit}


def usual_defence(war: War, question: Question) -> Defend:
    """Answer by default."""
    return default_defence(war, question.space, question.side)


def only_defence(war: War, question: Question) -> Defend | None:
    """Answer if no other combination is legal."""
    found = defences(war, question.space, question.side)
    first = next(found)
    return first if next(found, None) is None else None


def standing_defence(war: War, question: Question, given: object) -> Defend | None:
    """Answer of a conditional order: ranking of vanguards, screen and leader, "default" or
    "none".
    """
    if not isinstance(given, Mapping):
        return None
    units = units_at(war, question.space, question.side)
    able = {unit.id: unit for unit in defending_vanguards(war, units)}
    ranked = [key for key in given.get("vanguard", ()) if key in able]
    vanguard = ranked[0] if ranked else best_by_combat(war, able.values()).id
    screen, leader = (
        given.get(role) or nearest(by_scope_of(war, question.side, role), question.space) or DEFAULT
        for role in ("screen", "leader")
    )
    usual = usual_defence(war, question)
    if screen == DEFAULT or screen not in {
        "none",
        *(unit.id for unit in screens(war, units, vanguard)),
    }:
        screen = default_screen(war, units, vanguard)
    there = {one.id for one in leaders_at(war, question.space, question.side)}
    if leader == DEFAULT or leader not in {"none", *there}:
        leader = usual.leader
    return Defend(vanguard, "" if screen == "none" else screen, "" if leader == "none" else leader)


DEFEND = QuestionRules(
    defend_refusals, defend, usual_defence, only_defence, standing=standing_defence
)


# --- Replacement of a vanguard
def new_vanguard_refusals(
    war: War, question: Question, order: NewVanguard
) -> Iterator[Refusal | None]:
    """Reasons against a replacement."""
    able = [war.units[key] for key in question.units]
    if not any(unit.id == order.unit for unit in able):
        yield no(
            "AFB-ASL-04",
            "The new vanguard is one of the units that may replace it.",
            "La nueva vanguardia es una de las unidades que pueden sustituirla.",
        )


def name_vanguard(run: Run, question: Question, order: NewVanguard) -> None:
    """Name the replacement, which screens no more."""
    assault = assault_of(run)
    role = ATTACKER if question.side == assault.attacker else DEFENDER
    assault = with_roles(assault, role, vanguard=order.unit)
    if roles_of(assault, role).screen == order.unit:
        assault = with_roles(assault, role, screen="", screened_off=True)
    run.update(assault)


def usual_replacement(war: War, question: Question) -> NewVanguard:
    """Replacement by default: the highest combat factor."""
    return NewVanguard(best_by_combat(war, [war.units[key] for key in question.units]).id)


def only_replacement(war: War, question: Question) -> NewVanguard | None:  # noqa: ARG001 - as all
    """Replacement if one unit may be named."""
    return NewVanguard(question.units[0]) if len(question.units) == 1 else None


def standing_replacement(war: War, question: Question, given: object) -> NewVanguard | None:  # noqa: ARG001 - as all
    """Replacement by a conditional order: a ranking or a unit."""
    ranking = given.get("unit", ()) if isinstance(given, Mapping) else given
    ranked = [ranking] if isinstance(ranking, str) else ranking
    if not isinstance(ranked, list | tuple):
        return None
    found = [key for key in ranked if key in question.units]
    return NewVanguard(found[0]) if found else None


NEW_VANGUARD = QuestionRules(
    new_vanguard_refusals,
    name_vanguard,
    usual_replacement,
    only_replacement,
    standing=standing_replacement,
    settled=standing_replacement,
)
