"""The position in words, for the page, the list next to the table and screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.games.heart_of_africa import victory_progress
from app.games.heart_of_africa.conditional_orders.stations import plan_stops
from app.games.heart_of_africa.conditional_orders.words import in_force
from app.games.heart_of_africa.drawing.places import place_of, spelled_point
from app.games.heart_of_africa.drawing.words import figure_words, unit_words
from app.games.heart_of_africa.figures import is_independent, is_vessel, members, other_side
from app.games.heart_of_africa.fog import View, pointed_out
from app.games.heart_of_africa.pieces import (
    AMBUSH,
    ARRIVING,
    COLUMN,
    RESERVE,
    TO_DEPLOY,
    Figure,
    Unit,
)
from app.games.heart_of_africa.presentation.naming import called, fate_words, side_title
from app.games.heart_of_africa.reach import offers
from app.games.heart_of_africa.sequence import owing
from app.games.heart_of_africa.state import DEPLOYMENT, SETUP_STEPS, SIDES, Battle
from app.games.heart_of_africa.step_table import SEQUENCE
from app.kernel.position import Moment, PieceLine, Summary
from app.kernel.say import Say, say

ELSEWHERE: Mapping[str, Say] = {
    RESERVE: say("in reserve", "en reserva"),
    ARRIVING: say("arriving", "{it:llega|llegan} este turno"),
    COLUMN: say("in the marching column", "en la columna de marcha"),
    TO_DEPLOY: say("to be deployed", "por desplegar"),
    AMBUSH: say("in ambush, somewhere", "en emboscada, en algún lugar"),
}
UNIT_FATES: Mapping[str, Say] = {
    "broken": say("broken", "en fuga"),
    "wiped_out": say("wiped out", "{it:aniquilado|aniquilada|aniquilados|aniquiladas}"),
    "exited": say("through, off the table", "{it:ha|han} pasado, fuera de la mesa"),
    "withdrawn": say("withdrawn", "{it:retirado|retirada|retirados|retiradas}"),
}
WANTS: Mapping[str, tuple[Say, Say]] = {
    "encounter": (
        say("Leave the enemy no unit on the table.", "Deja al enemigo sin unidades en la mesa."),
        say("Leave the enemy no unit on the table.", "Deja al enemigo sin unidades en la mesa."),
    ),
    "ambush": (
        say(
            "March through: two thirds of your fighting figures, or half of them with all the "
            "baggage, off the far side.",
            "Ábrete paso: que salgan por el lado opuesto dos tercios de tus combatientes, o la "
            "mitad con todo el bagaje.",
        ),
        say(
            "Stop the column: leave it too few to break through.",
            "Detén a la columna: que no le queden bastantes para pasar.",
        ),
    ),
    "planned_attack": (
        say(
            "Drive every unit from the table, or hold the objective for two whole turns.",
            "Echa de la mesa a todas las unidades, o domina el objetivo dos turnos completos.",
        ),
        say(
            "Hold out until the attacker’s turns are over.",
            "Resiste hasta que al atacante se le acaben los turnos.",
        ),
    ),
    "raid": (
        say("Capture two elements of the baggage.", "Captura dos elementos de bagaje."),
        say("Keep your baggage until the last turn.", "Conserva el bagaje hasta el último turno."),
    ),
}
"""Objectives of the attacker and of the defender."""


def summary(view: View) -> Summary:
    battle = view.battle
    able = {offer.piece for offer in offers(view) if offer.piece and offer.is_live}
    return Summary(
        active=battle.pending[0].side if battle.pending else battle.to_act,
        score=score(view),
        victory=tuple(objectives_of(battle).items()),
        pieces=tuple(piece_lines(battle, able, pointed_out(view))),
        plans=tuple(plans_of(battle, view.side)),
    )


def plans_of(battle: Battle, side: str) -> Iterator[Say]:
    """The orders ahead of a side, and the reason why its deployment plan waits."""
    if side in battle.plans:
        yield from in_force(battle, battle.plans[side])
        if battle.step == DEPLOYMENT and side in owing(battle):
            yield from plan_stops(battle, side)


def moment(battle: Battle) -> Moment:
    return Moment(battle.turn, battle.step, turn_and_step(battle))


def turn_and_step(battle: Battle) -> Say:
    """Turn and step in one line, with the side to act if the sides alternate."""
    step = next(step.title for step in SEQUENCE if step.key == battle.step)
    if battle.step in SETUP_STEPS:
        return step
    turn = victory_progress.turn_of_all(battle)
    if battle.to_act:
        return say(
            "{turn:Aa}: {step}, {side}",
            "{turn:Aa}: {step}, {side}",
            turn=turn,
            step=step,
            side=side_title(battle, battle.to_act),
        )
    return say("{turn:Aa}: {step}", "{turn:Aa}: {step}", turn=turn, step=step)


def score(view: View) -> tuple[tuple[str, Say], ...]:
    """The achievements of each side, and the number of them out of sight."""
    battle, hidden = view.battle, dict(view.hidden)
    found = []
    for side, says in victory_progress.standing(battle).items():
        unseen = hidden.get(side, 0)
        found.append(
            (
                side,
                say(
                    "{says}; you do not see {n} {n:figure|figures}",
                    "{says}; no ves {n} {n:figura|figuras}",
                    says=says,
                    n=unseen,
                )
                if unseen
                else says,
            )
        )
    return tuple(sorted(found, key=lambda row: row[0]))


def objectives_of(battle: Battle) -> dict[str, Say]:
    attacks, defends = WANTS.get(battle.scenario, WANTS["encounter"])
    return {battle.attacker: attacks, other_side(battle.attacker): defends}


def piece_lines(battle: Battle, able: set[str], leaders: tuple[Figure, ...]) -> Iterator[PieceLine]:
    """The units of both sides with their figures, then Leaders, independent figures and boats."""
    for side in SIDES:
        for unit in battle.units.values():
            if unit.side == side:
                yield unit_line(battle, unit, able)
        for figure in battle.figures.values():
            if figure.side == side and (
                figure in leaders
                or is_independent(figure)
                or (is_vessel(figure) and not figure.unit)
            ):
                yield figure_line(battle, figure, able)


def unit_line(battle: Battle, unit: Unit, able: set[str]) -> PieceLine:
    men = members(battle, unit.id)
    lost = bool(unit.fate) or (not men and unit.where not in ELSEWHERE)
    title = called(battle, unit.id)
    words = (
        unit_words(battle, unit, men)
        if men
        else say("{unit}, {side}", "{unit}, {side}", unit=title, side=side_title(battle, unit.side))
    )
    where = (
        UNIT_FATES.get(unit.fate)
        if unit.fate
        else ELSEWHERE.get(unit.where)
        if not any(one.at is not None for one in men)
        else None
    )
    at = place_of(battle, unit.id)
    return PieceLine(
        unit.id,
        title,
        with_place(words, where, title),
        unit.side,
        spelled_point((round(at[0], 1), round(at[1], 1))) if at else "",
        can_act(battle, unit, able),
        lost,
    )


def with_place(words: Say, where: Say | None, title: Say) -> Say:
    """The words of a piece, then where it is, in the form that goes with its name."""
    if where is None:
        return words
    return say(
        "{words}, {where}",
        "{words}, {where}",
        words=words,
        where=Say(where.en, where.es, {**where.facts, "it": title}),
    )


def can_act(battle: Battle, unit: Unit, able: set[str]) -> bool:
    """True if an offer concerns the unit or one of its figures."""
    return unit.id in able or any(
        battle.figures[key].unit == unit.id for key in able if key in battle.figures
    )


def figure_line(battle: Battle, figure: Figure, able: set[str]) -> PieceLine:
    words = figure_words(battle, figure)
    title = called(battle, figure.id)
    where = (
        fate_words(figure.fate, title)
        if figure.fate
        else ELSEWHERE.get(figure.where)
        if figure.at is None
        else None
    )
    return PieceLine(
        figure.id,
        title,
        with_place(words, where, title),
        figure.side,
        spelled_point(figure.at) if figure.at is not None else "",
        figure.id in able,
        bool(figure.fate),
    )
