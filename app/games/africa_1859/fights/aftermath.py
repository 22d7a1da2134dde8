"""Losses, morale checks and leaders after a clash, and the end of an assault."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from app.games.africa_1859 import events as e
from app.games.africa_1859.counters import is_fighter
from app.games.africa_1859.fights.clash_loss import (
    allocations,
    default_allocation,
    first_step_missing,
    misplaced_loss,
    ranked_allocation,
)
from app.games.africa_1859.fights.roles import (
    ATTACKER,
    DEFENDER,
    assault_of,
    roles_of,
    side_in,
    units_of_role,
)
from app.games.africa_1859.fights.rolling import roll_one
from app.games.africa_1859.harm import lose_leader, lose_steps
from app.games.africa_1859.morale import check
from app.games.africa_1859.orders import Losses
from app.games.africa_1859.procedures import Assault, Question
from app.games.africa_1859.questions import by_scope_of, nearest
from app.games.africa_1859.run import QuestionRules, Run
from app.games.africa_1859.state import LOST, Unit, War
from app.kernel.refusal import Refusal

FATAL = 6
"""Face on which a victorious leader is a casualty."""


def loss_of(assault: Assault, role: str) -> int:
    """Steps due from one side after the clash."""
    if assault.clash is None:
        return 0
    return assault.clash.attacker_loss if role == ATTACKER else assault.clash.defender_loss


def stack_of(war: War, assault: Assault, role: str) -> dict[str, int]:
    """Steps of the units that can take clash losses: fighters, or a vanguard of guns."""
    vanguard = war.units[roles_of(assault, role).vanguard]
    return stack_behind(war, vanguard, units_of_role(war, assault, role))


def stack_behind(war: War, vanguard: Unit, units: Iterable[Unit]) -> dict[str, int]:
    """Steps of those of the units that can take clash losses with this vanguard."""
    if not is_fighter(war, vanguard):
        return {vanguard.id: vanguard.steps}
    return {unit.id: unit.steps for unit in units if is_fighter(war, unit)}


def role_of(assault: Assault, side: str) -> str:
    """Role of a side in the assault."""
    return ATTACKER if side == assault.attacker else DEFENDER


def take_clash_losses(run: Run, role: str) -> None:
    """Ask one side to spread its loss, if it has one."""
    assault = assault_of(run)
    loss = loss_of(assault, role)
    stack = stack_of(run.war, assault, role)
    if loss:
        units = tuple(sorted(stack))
        question = Question("losses", side_in(assault, role), assault.space, steps=loss)
        run.push(replace(question, about=roles_of(assault, role).vanguard, units=units))


def losses_refusals(war: War, question: Question, order: Losses) -> Iterator[Refusal | None]:
    """Reasons against a spread of losses."""
    stack = {key: war.units[key].steps for key in question.units}
    yield first_step_missing(order.steps, question.steps, question.about)
    yield misplaced_loss(order.steps, question.steps, stack)


def spread_losses(run: Run, question: Question, order: Losses) -> None:  # noqa: ARG001 - as all
    """Take the steps off."""
    for unit, steps in sorted(order.steps.items()):
        if steps:
            lose_steps(run, unit, steps, "clash")


def usual_losses(war: War, question: Question) -> Losses:
    """Spread by default."""
    stack = {key: war.units[key].steps for key in question.units}
    return Losses(default_allocation(question.steps, stack, question.about))


def only_losses(war: War, question: Question) -> Losses | None:
    """Spread if no other is legal."""
    stack = {key: war.units[key].steps for key in question.units}
    found = allocations(question.steps, stack, question.about)
    first = next(found)
    return Losses(first) if next(found, None) is None else None


def standing_losses(war: War, question: Question, given: object) -> Losses | None:
    """Spread by a conditional order: a ranking of units to give, and units to spare."""
    if isinstance(given, Mapping):
        spared = [key for key in given.get("spare", ()) if key in question.units]
        ranking = [*given.get("ranking", ()), *sorted(set(question.units) - set(spared))]
    elif isinstance(given, list | tuple):
        spared = list(nearest(by_scope_of(war, question.side, "spare"), question.space) or ())
        others = sorted(set(question.units) - set(spared)) if spared else ()
        ranking = [*given, *others]
    else:
        return None
    stack = {key: war.units[key].steps for key in question.units}
    unique = tuple(dict.fromkeys(key for key in ranking if key in stack))
    return Losses(ranked_allocation(question.steps, stack, question.about, unique))


def settled_losses(war: War, question: Question, settled: str) -> Losses | None:
    """Spread settled ahead: a unit loses all its steps first. None if it can take none now."""
    if settled not in question.units:
        return None
    stack = {key: war.units[key].steps for key in question.units}
    return Losses(ranked_allocation(question.steps, stack, question.about, (settled,)))


LOSSES = QuestionRules(
    losses_refusals,
    spread_losses,
    usual_losses,
    only_losses,
    standing=standing_losses,
    settled=settled_losses,
)


def check_beaten(run: Run) -> None:
    """AFR-MOR-01: All surviving units of the beaten stack check by id, then its leaders by id.

    A beaten group is back in its start space, where every own leader helps.
    """
    assault = assault_of(run)
    run.update(replace(assault, stage="victor"))
    for counter in counters_to_check(run.war, assault):
        check(run, counter)


def counters_to_check(war: War, assault: Assault) -> list[str]:
    """Survivors of the beaten stack: units by id, then leaders by id."""
    units = sorted(key for key in assault.beaten if key in war.units)
    leaders = sorted(key for key in assault.beaten if key in war.leaders)
    return [
        *(key for key in units if war.units[key].steps),
        *(key for key in leaders if war.leaders[key].at != LOST),
    ]


def victor_risk(run: Run) -> None:
    """AFR-LDR-02: The named leader of the side that won the clash rolls a die: a 6 is fatal."""
    assault = assault_of(run)
    run.update(replace(assault, stage="end"))
    leader = roles_of(assault, assault.clash.winner).leader if assault.clash else ""
    if leader and run.war.leaders[leader].at != LOST:
        die = roll_one(run, ("victor", leader, ()), lambda face: face == FATAL)
        if die == FATAL:
            lose_leader(run, leader, "victor")


def end_assault(run: Run) -> None:
    """Set the markers of both sides and end the assault."""
    assault = assault_of(run)
    took_part = (*assault.group, *assault.stayed, *assault.leaders)
    acted = not assault.reaction
    own = tuple(key for key in took_part if _is_there(run.war, key))
    if own:
        run.tell(e.Marked(own, acted=acted))
    reacted = defenders_marked(run.war, assault)
    if reacted:
        run.tell(e.Marked(reacted))
    run.pop()


def _is_there(war: War, key: str) -> bool:
    return war.units[key].steps > 0 if key in war.units else war.leaders[key].at != LOST


def defenders_marked(war: War, assault: Assault) -> tuple[str, ...]:
    """AFB-ASL-12: Vanguard of the clash, screen that fired and riders that reacted get a marker."""
    named = [*assault.reacted]
    if assault.clash is not None:
        named.append(assault.dfn.vanguard)
    named.append(assault.dfn.fired_screen)
    if assault.dfn.screen_fired:
        named.append(assault.dfn.screen)
    return tuple(dict.fromkeys(key for key in named if key and war.units[key].steps))
