"""HOA-DEP: The end of the deployment of a side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import combat_units, defender, placed
from app.games.heart_of_africa.movement.cohesion import groups
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.setup.deployment_turns import (
    joins_his_men,
    left_to_deploy,
    turn_passed,
)
from app.games.heart_of_africa.setup.ground_to_deploy import on_table
from app.games.heart_of_africa.setup.holding_back import baggage_is_wanted, too_few_left
from app.games.heart_of_africa.setup.homes import home_of, needs_home
from app.games.heart_of_africa.setup.scenarios import (
    ENCOUNTER,
    Part,
    fighters,
    figures_needed,
    has_home,
    part_of,
    units_needed,
)
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, found_in, no, refuse_if


def end_deployment(battle: Battle, side: str, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 - all steps of deployment share one signature
    """Events at the end of a side's deployment: units not deployed are held back where allowed,
    baggage stays at home, and the objective is named.
    """
    refuse_if(end_refusals(battle, side))
    away, _ = held_at_the_end(battle, side)
    village = (
        home_of(battle, side)
        if has_home(battle) and side == defender(battle) and not battle.conditions.objective
        else None
    )
    happened: list[Event] = [
        *away,
        *((e.ObjectiveNamed(side, village.id),) if village else ()),
        e.StepPassed(side),
    ]
    return (*happened, *turn_passed(battle, fold(battle, happened), side))


def end_refusals(battle: Battle, side: str) -> tuple[Refusal, ...]:
    """Everything that is still missing."""
    part = part_of(battle, side)
    return found_in(
        no_home(battle, side, part),
        not_all_down(battle, side, part),
        share_refusals(battle, side, part),
        torn_units(battle, side),
    )


def no_home(battle: Battle, side: str, part: Part) -> Refusal | None:
    if not needs_home(battle, side):
        return None
    return no(
        part.rule,
        "There is no village in your half: mark a camp first.",
        "En tu mitad no hay poblado: marca antes un campamento.",
    )


def not_all_down(battle: Battle, side: str, part: Part) -> Iterator[Refusal]:
    """Refusals of units that are not deployed and may not all stay off the table."""
    _, refused = held_at_the_end(battle, side)
    if not refused:
        return
    rule = "HOA-SCN-05" if battle.scenario == ENCOUNTER else part.rule
    yield no(
        rule,
        "Not all of these may stay off the table: {which}.",
        "No todo esto puede quedar fuera de la mesa: {which}.",
        which=tuple(called(battle, who) for who in left_to_deploy(battle, side)),
    )
    yield from refused


def held_at_the_end(battle: Battle, side: str) -> tuple[list[Event], tuple[Refusal, ...]]:
    """Events of all units held back at the end of a side's deployment, one by one, and the refusals
    of the others.
    """
    part = part_of(battle, side)
    happened: list[Event] = []
    refused: list[Refusal | None] = []
    for who in left_to_deploy(battle, side):
        now = fold(battle, happened)
        wrong = stays_off(now, who, side, part)
        refused.append(wrong)
        if wrong is None:
            train = who in now.units and now.units[who].kind == "baggage"
            happened.append(e.HeldBack(side, who, away=train))
    return happened, found_in(*refused)


def stays_off(battle: Battle, who: str, side: str, part: Part) -> Refusal | None:
    """Reason why this unit may not stay off the table; None if it may."""
    if who in battle.units and battle.units[who].kind == "baggage":
        return baggage_is_wanted(part)
    if who in battle.figures and joins_his_men(battle, battle.figures[who]):
        return no(
            part.rule,
            "{who} is deployed with the unit joined.",
            "{who} va con la unidad a la que se ha unido.",
            who=called(battle, who),
        )
    return too_few_left(battle, who, side, part)


def share_refusals(battle: Battle, side: str, part: Part) -> Iterator[Refusal]:
    """Refusals if too few units or figures are on the table."""
    units = len(on_table(battle, side))
    if units < units_needed(battle, side):
        yield no(
            part.rule,
            "{n} units on the table: at least {least} of {all}.",
            "{n} unidades en la mesa: al menos {least} de {all}.",
            n=units,
            least=units_needed(battle, side),
            all=len(combat_units(battle, side)),
        )
    figures = sum(1 for figure in fighters(battle, side) if figure.at is not None)
    if figures < figures_needed(battle, side):
        yield no(
            part.rule,
            "{n} fighting figures on the table: at least {least}.",
            "{n} figuras combatientes en la mesa: al menos {least}.",
            n=figures,
            least=figures_needed(battle, side),
        )


def torn_units(battle: Battle, side: str) -> Iterator[Refusal]:
    """Refusals of Leaders that joined a unit out of its cohesion after both were deployed."""
    for unit in on_table(battle, side):
        men = placed(battle, unit.id)
        if (
            any(figure.role for figure in men)
            and len(groups(men, {figure.id: figure.position for figure in men})) > 1
        ):
            yield no(
                "HOA-DEP-12",
                "The Leader stands too far from the unit joined.",
                "El Líder está demasiado lejos de la unidad a la que se ha unido.",
            )
