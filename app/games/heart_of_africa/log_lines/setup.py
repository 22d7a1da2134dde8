"""Lines about sides, table and deployment."""

from __future__ import annotations

from typing import Any

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.armies.words import trait_name
from app.games.heart_of_africa.log_lines.lines import (
    faces_of,
    figure,
    place_title_of,
    scenario_title,
    unit,
)
from app.games.heart_of_africa.presentation.naming import EDGES, called, place_title, side_title
from app.games.heart_of_africa.state import Battle
from app.games.heart_of_africa.victory import AFTER_THE_LIMIT, LIMIT_RULES
from app.kernel.say import Say, say
from app.kernel.single_lines import Lines, one_line

LIGHTS = {
    "day": say("by day", "de día"),
    "night": say("by night", "de noche"),
    "dawn": say("at dawn", "al amanecer"),
    "dusk": say("at dusk", "al atardecer"),
}


def setup_rolled(before: Battle, event: e.SetupRolled) -> Lines:
    thrown = faces_of(before, event.dice)
    purposes = {
        "aggression": say("Attacker", "Atacante"),
        "scenario": say("Scenario", "Escenario"),
    }
    totals = [
        say("{side} {total}", "{side} {total}", side=side_title(before, of), total=total)
        for of, total in event.totals.items()
    ]
    what = purposes.get(event.purpose, say("Dice", "Dados"))
    dice = [("d6", str(face)) for _, face in event.dice]
    if totals:
        return one_line(
            "{what}, dice: {thrown}; with Aggression: {totals}.",
            "{what}, dados: {thrown}; con el Factor de Agresividad: {totals}.",
            "HOA-SCN-02",
            dice=dice,
            what=what,
            thrown=thrown,
            totals=totals,
        )
    if event.purpose == "trait":
        return trait_rolled(event, dice)
    if event.purpose == "roll_off":
        return rolled_off(before, event, dice=dice)
    rule = "HOA-SCN-03" if event.purpose == "scenario" else "HOA-SCN-02"
    return one_line(
        "{what}, dice: {thrown}.",
        "{what}, dados: {thrown}.",
        rule,
        dice=dice,
        what=what,
        thrown=thrown,
    )


def trait_rolled(event: e.SetupRolled, dice: list[tuple[str, str]]) -> Lines:
    (of, face), *_ = event.dice
    return one_line(
        "Trait of Leader {of}: {trait} (rolled {face}).",
        "Característica personal del Líder {of}: {trait} (dado {face}).",
        "HOA-LDR-11",
        dice=dice,
        of=of,
        face=face,
        trait=trait_name(event.says),
    )


def rolled_off(before: Battle, event: e.SetupRolled, **said: Any) -> Lines:
    """Roll of both sides, rolled again after each tie, and the side that wins it."""
    ties, last = event.dice[:-2:2], event.dice[-2:]
    thrown: Say | list[Say] = faces_of(before, last)
    if ties:
        thrown = say(
            "a tie at {ties}, then {last}",
            "empate a {ties} y, después, {last}",
            ties=[face for _, face in ties],
            last=thrown,
        )
    if not event.says:
        both = "Roll of both sides: {thrown}.", "Tirada de ambos bandos: {thrown}."
        return one_line(*both, "HOA-SCN-02", thrown=thrown, **said)
    return one_line(
        "Roll of both sides: {thrown}. {side:The} {side:wins|win} the roll.",
        "Tirada de ambos bandos: {thrown}. {side:El} {side:gana|ganan} la tirada.",
        "HOA-SCN-02",
        side=side_title(before, event.says),
        thrown=thrown,
        **said,
    )


def roles_fixed(before: Battle, event: e.RolesFixed) -> Lines:
    if before.deployment.first_down and before.scenario == event.scenario and event.turn_limit:
        return one_line(
            "The battle lasts {n:turn+s} at most; {then}.",
            "La batalla dura {n:turno+s} como mucho; {then}.",
            LIMIT_RULES[event.scenario],
            n=event.turn_limit,
            then=AFTER_THE_LIMIT[event.scenario],
        )
    if not event.has_defender:
        return one_line(
            "{scenario}. {side:The} {side:deploys|deploy} first and {side:moves|move} first.",
            "{scenario}. {side:El} {side:despliega primero y mueve primero|"
            "despliegan primero y mueven primero}.",
            "HOA-SCN-02",
            scenario=scenario_title(event.scenario),
            side=side_title(before, event.first),
        )
    return one_line(
        "{scenario}. Attacker: {attacker}.",
        "{scenario}. Atacante: {attacker}.",
        "HOA-SCN-03",
        scenario=scenario_title(event.scenario),
        attacker=side_title(before, event.attacker),
    )


def side_chosen(before: Battle, event: e.SideChosen) -> Lines:
    edge = EDGES[event.edges[event.side]]
    if event.side != before.attacker:
        return one_line(
            "{side:The} {side:has|have} the {edge} side of the table.",
            "{side:El} {side:tiene|tienen} el lado {edge} de la mesa.",
            "HOA-SCN-04",
            side=side_title(before, event.side),
            edge=edge,
        )
    return one_line(
        "{side:The} {side:attacks|attack} from the {edge}, {light}.",
        "{side:El} {side:ataca|atacan} desde el {edge}, {light}.",
        "HOA-SCN-17",
        side=side_title(before, event.side),
        edge=edge,
        light=LIGHTS.get(event.light, LIGHTS["day"]),
    )


def march_ordered(before: Battle, event: e.MarchOrdered) -> Lines:
    return one_line(
        "{side:The} {side:marches|march} in from the {edge}, in this order: {order}.",
        "{side:El} {side:entra|entran} marchando desde el {edge}, en este orden: {order}.",
        "HOA-SCN-10",
        side=side_title(before, event.side),
        edge=EDGES[event.edges[event.side]],
        order=[called(before, who) for who in event.order],
    )


def work_placed(before: Battle, event: e.WorkPlaced) -> Lines:
    trap = event.work.kind in ("stake_trap", "dummy_trap", "trap")
    title = say("a trap", "una trampa") if trap else place_title_of(event.work.kind)
    return one_line(
        "{side:The} {side:places|place} {work}.",
        "{side:El} {side:coloca|colocan} {work}.",
        "HOA-FRT-02",
        side=side_title(before, event.side),
        work=title,
    )


def piece_placed(before: Battle, event: e.PiecePlaced) -> Lines:
    pieces = {"camp": say("a camp", "un campamento"), "kraal": say("a kraal", "un kraal")}
    return one_line(
        "{side:The} {side:places|place} {what}.",
        "{side:El} {side:coloca|colocan} {what}.",
        "HOA-SCN-18",
        side=side_title(before, event.side),
        what=pieces.get(event.piece.kind, say("a piece of terrain", "un terreno")),
    )


def objective_named(before: Battle, event: e.ObjectiveNamed) -> Lines:
    return one_line(
        "The attacker’s objective is {place:the}.",
        "El objetivo del atacante es {place:el}.",
        "HOA-SCN-18",
        place=place_title(before, event.objective),
    )


def deployed(before: Battle, event: e.Deployed) -> Lines:
    guard = (
        say(" as advanced guard", " como guardia avanzada") if event.advance_guard else say("", "")
    )
    if event.ambush:
        return one_line(
            "{unit}: in ambush{guard}.",
            "{unit}: en emboscada{guard}.",
            "HOA-DEP-08",
            unit=unit(before, event.who),
            guard=guard,
        )
    return one_line(
        "{unit} {unit:deploys|deploy}{guard}.",
        "{unit} {unit:se despliega|se despliegan}{guard}.",
        "HOA-SCN-06" if event.advance_guard else "HOA-SCN-05",
        places=event.at,
        unit=unit(before, event.who),
        guard=guard,
    )


def held_back(before: Battle, event: e.HeldBack) -> Lines:
    if event.away:
        return one_line(
            "{unit} {unit:stays|stay} off the table.",
            "{unit} {unit:se queda|se quedan} fuera de la mesa.",
            "HOA-SCN-14",
            unit=unit(before, event.who),
        )
    return one_line(
        "{unit} {unit:waits|wait} in reserve.",
        "{unit} {unit:queda|quedan} en reserva.",
        "HOA-DEP-01",
        unit=unit(before, event.who),
    )


def joined(before: Battle, event: e.Joined) -> Lines:
    return one_line(
        "The Charismatic Leader joins {unit:the}.",
        "El Líder Carismático se une {unit:al}.",
        "HOA-LDR-13",
        unit=called(before, event.unit),
    )


def leader_freed(before: Battle, event: e.LeaderFreed) -> Lines:
    if event.may_join:
        return one_line(
            "{figure} has lost its unit and may join another.",
            "{figure} ha perdido su unidad y puede unirse a otra.",
            "HOA-LDR-14",
            figure=figure(before, event.figure),
        )
    return one_line(
        "{figure} is the last of its unit.",
        "{figure} es la última figura de su unidad.",
        "HOA-LDR-14",
        figure=figure(before, event.figure),
    )
