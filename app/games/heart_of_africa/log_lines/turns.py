"""Lines about turns, steps, arrivals and plans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.conditional_orders.plans import Plans
from app.games.heart_of_africa.conditional_orders.words import (
    BY_PLAN,
    deployment_words,
    in_force,
    march_words,
    why_stopped,
)
from app.games.heart_of_africa.log_lines.lines import die, faces_of, roll, unit
from app.games.heart_of_africa.presentation.naming import heading_words, place_title, side_title
from app.games.heart_of_africa.state import UPKEEP, Battle
from app.kernel.contract import Line
from app.kernel.say import Say, say
from app.kernel.single_lines import Lines, one_line

STEP_TITLES: Mapping[str, Say] = {
    "arrivals": say("Arrivals", "Llegadas"),
    "unit_moves": say("Unit moves", "Movimiento de unidades"),
    "independent_moves": say("Independent figures and baggage", "Figuras independientes y bagaje"),
    "reveal": say("Ambushers and loopholes", "Emboscados y troneras"),
    "shooting": say("Shooting", "Disparos"),
    "close_combat": say("Close combat", "Cuerpo a cuerpo"),
    "morale": say("Morale", "Moral"),
    "spells": say("Spells", "Hechizos"),
    "rally": say("Rally", "Reagrupar"),
    "sides": say("Sides of the table", "Lados de la mesa"),
    "deployment": say("Deployment", "Despliegue"),
}
"""Steps that the log announces; the others appear only through their events."""


def step_began(before: Battle, event: e.StepBegan) -> Lines:
    if event.step == UPKEEP:
        return one_line("Turn {turn}", "Turno {turn}", level=0, turn=event.turn)
    if event.step == before.step and event.turn == before.turn:
        return ()
    title = STEP_TITLES.get(event.step)
    if title is None:
        return ()
    return one_line("{step}", "{step}", level=0, step=title)


def battle_ended(before: Battle, event: e.BattleEnded) -> Lines:
    from app.games.heart_of_africa.victory import ENDINGS  # noqa: PLC0415 victory words its own endings

    how = ENDINGS.get(event.ending, say("the battle is over", "la batalla ha terminado"))
    if event.winner is None:
        return one_line("A draw: {how}.", "Empate: {how}.", "HOA-SCN-08", level=0, how=how)
    return one_line(
        "{side:The} {side:wins|win}: {how}.",
        "{side:Gana|Ganan} {side:el}: {how}.",
        "HOA-SCN-08",
        level=0,
        side=side_title(before, event.winner),
        how=how,
    )


def objective_held(before: Battle, event: e.ObjectiveHeld) -> Lines:  # noqa: ARG001 both sides see it
    if event.since is None:
        return one_line(
            "The attacker no longer holds the objective unopposed.",
            "El atacante ya no domina el objetivo sin oposición.",
            "HOA-SCN-21",
        )
    return one_line(
        "The attacker holds the objective unopposed.",
        "El atacante domina el objetivo sin oposición.",
        "HOA-SCN-21",
    )


def wind_rolled(before: Battle, event: e.WindRolled) -> Lines:  # noqa: ARG001 the wind has no side
    return one_line(
        "The wind blows to the {bearing}.",
        "El viento sopla hacia el {bearing}.",
        "HOA-FIR-07",
        dice=[die(event.die)],
        bearing=heading_words(event.bearing),
    )


def fire_out(before: Battle, event: e.FireOut) -> Lines:
    fire = next(fire for fire in before.fires if fire.id == event.fire)
    return one_line(
        "The fire in {place:the} goes out.",
        "El fuego {place:del} se apaga.",
        "HOA-FIR-06",
        place=place_title(before, fire.target),
    )


def arrivals_diced(before: Battle, event: e.ArrivalsDiced) -> Lines:
    return one_line(
        "Roll-off for arrivals: {thrown}. {side:The} {side:comes|come} first.",
        "Tirada de llegadas: {thrown}. {side:Empieza|Empiezan} {side:el}.",
        "HOA-DEP-02",
        dice=[die(face) for _, face in event.dice],
        thrown=faces_of(before, event.dice),
        side=side_title(before, event.first),
    )


def arrival_rolled(before: Battle, event: e.ArrivalRolled) -> Lines:
    said: dict[str, Any] = {
        "unit": unit(before, event.who),
        "roll": roll(event.die, event.needs),
        "dice": [die(event.die)],
    }
    rule = "HOA-DEP-01" if event.needs > 3 else "HOA-LDR-22"
    if event.arrives:
        return one_line(
            "{unit} {unit:arrives|arrive}: {roll}.",
            "{unit} {unit:llega|llegan}: {roll}.",
            rule,
            **said,
        )
    return one_line(
        "{unit} {unit:does|do} not arrive: {roll}.",
        "{unit} {unit:no llega|no llegan}: {roll}.",
        rule,
        **said,
    )


def arrived(before: Battle, event: e.Arrived) -> Lines:
    return one_line(
        "{unit} {unit:comes|come} onto the table.",
        "{unit} {unit:entra|entran} en la mesa.",
        "HOA-DEP-03",
        places=event.at,
        unit=unit(before, event.who),
    )


def march_planned(before: Battle, event: e.MarchPlanned) -> Lines:
    side = side_title(before, event.side)
    if event.march is None:
        return one_line(
            "{side}: march order removed.",
            "{side}: orden de marcha quitada.",
            "CAR-PLN-01",
            level=2,
            side=side,
        )
    return tuple(
        line
        for says in march_words(before, event.march)
        for line in one_line(
            "{side}. {says}", "{side}. {says}", "CAR-PLN-01", level=2, side=side, says=says
        )
    )


def deployment_planned(before: Battle, event: e.DeploymentPlanned) -> Lines:
    side = side_title(before, event.side)
    if event.plan is None:
        return one_line(
            "{side}: deployment plan removed.",
            "{side}: plan de despliegue quitado.",
            "CAR-PLN-03",
            level=2,
            side=side,
        )
    return tuple(
        line
        for says in deployment_words(before, event.plan)
        for line in one_line(
            "{side}. {says}", "{side}. {says}", "CAR-PLN-03", level=2, side=side, says=says
        )
    )


def policies_set(before: Battle, event: e.PoliciesSet) -> Lines:
    side, plans = side_title(before, event.side), Plans(policies=event.policies)
    said = tuple(Line(says, level=2) for says in in_force(before, plans))
    if not said:
        return one_line(
            "{side}: no standing orders.",
            "{side}: sin órdenes permanentes.",
            "CAR-PLN-01",
            level=2,
            side=side,
        )
    return (
        *one_line(
            "{side}, standing orders:",
            "{side}, órdenes permanentes:",
            "CAR-PLN-01",
            level=2,
            side=side,
        ),
        *said,
    )


def plan_stopped(before: Battle, event: e.PlanStopped) -> Lines:
    march = before.plans[event.side].march if event.side in before.plans else None
    return one_line(
        "The march order of {side:the} stops: {why}.",
        "La orden de marcha {side:del} se detiene: {why}.",
        "CAR-PLN-01",
        places=(event.who,),
        side=side_title(before, event.side),
        why=why_stopped(before, march, event.why, event.who, event.by),
    )


def done_by_plan(before: Battle, event: e.DoneByPlan) -> Lines:
    who = unit(before, event.who) if event.who else side_title(before, event.side)
    return one_line(
        "{who}: {how}.", "{who}: {how}.", "CAR-PLN-01", level=2, who=who, how=BY_PLAN[event.what]
    )
