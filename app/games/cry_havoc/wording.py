"""Log lines of each event in both languages, with numbers, rules and places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.games.cry_havoc import events as e
from app.games.cry_havoc import plans
from app.games.cry_havoc.state import FIRST_FIRE, SETUP, Battle
from app.games.cry_havoc.victory import ENDINGS
from app.games.cry_havoc.wording_fights import (
    advanced_lines,
    fell_lines,
    fought_lines,
    killed_lines,
    retreated_lines,
    shot_lines,
    stunned_lines,
    surrender_rolled,
    surrendered_lines,
    unharmed_lines,
    unhorsed_lines,
    wounded_lines,
)
from app.games.cry_havoc.wording_moves import (
    ammunition_given,
    dismounted_lines,
    escaped_lines,
    escorted_lines,
    guards_assigned,
    lead_lost,
    left_map,
    mounted_lines,
    moved_lines,
    retaken_lines,
    tied_lines,
    untied_lines,
)
from app.games.cry_havoc.wording_phrases import capital, hexes_of, is_many, side_in, unit_phrase
from app.kernel.contract import Event, Line
from app.kernel.say import as_is, say
from app.kernel.single_lines import Lines, no_line, one_line

COVERED_FROM = {
    "outside": say("outside", "fuera"),
    "inside": say("inside", "dentro"),
    "rear": say("the rear", "la espalda"),
    "N": say("the north", "el norte"),
    "S": say("the south", "el sur"),
    "E": say("the east", "el este"),
    "W": say("the west", "el oeste"),
}


def wording(before: Battle | None, event: Event) -> Lines:
    """Lines of an event; `before` is the battle before it. Nothing is hidden from any viewer."""
    if isinstance(event, e.BattleBegan):
        return battle_began(event)
    if before is None:
        return ()
    return TOLD[type(event)](before, event)


def battle_began(event: e.BattleBegan) -> Lines:
    plan = plans.PLANS.get(event.scenario)
    lines = [Line(plan.title if plan else say("A battle begins", "Empieza una batalla"), level=0)]
    if plan:
        lines.append(Line(plan.plot, ("CH-SUM-01",), level=2))
    return lines


def ammunition_rolled(before: Battle, event: e.AmmunitionRolled) -> Lines:
    return one_line(
        "{who} has {n} missiles: {sum}.",
        "{who} lleva {n} proyectiles: {sum}.",
        "CH-OPT-01",
        who=unit_phrase(before, event.unit),
        n=event.ammo,
        sum=" + ".join(map(str, event.dice)),
        dice=[("d10", str(face)) for face in event.dice],
        level=2,
    )


def deployed_lines(before: Battle, event: e.Deployed) -> Lines:
    return one_line(
        "{who} deploys in {hex}.",
        "{who} se despliega en {hex}.",
        "CH-SUM-01",
        who=unit_phrase(before, event.unit),
        hex=event.hex,
        places=(event.hex, event.rear),
        level=2,
    )


def step_began(before: Battle, event: e.StepBegan) -> Lines:
    side = side_in(before, event.side)
    if event.step == SETUP:
        return one_line("Deployment: {side}", "Despliegue: {side}", "CH-SUM-01", side=side, level=0)
    if event.step == FIRST_FIRE:
        return one_line(
            "Turn {n}: {side}", "Turno {n}: {side}", "CH-SEQ-01", n=event.turn, side=side, level=0
        )
    return ()  # the log has no line for a step, only for its orders


def recovered_lines(before: Battle, event: e.Recovered) -> Lines:
    return one_line(
        "{who} recovers.",
        "{who} se recupera.",
        "CH-SEQ-08",
        who=unit_phrase(before, event.unit),
        places=hexes_of(before, event.unit),
    )


def agreed_lines(before: Battle, event: e.Agreed) -> Lines:  # noqa: ARG001 - the event has the seat
    return one_line(
        "{seat} lets allies use the units of this seat in joint attacks.",
        "{seat} deja que sus aliados sumen a los suyos a ataques conjuntos.",
        "CH-SEQ-02",
        seat=event.seat,
        level=2,
    )


def cover_set(before: Battle, event: e.CoverSet) -> Lines:
    unit = before.units[event.unit]
    if event.cover is None:
        return one_line(
            "{who} chooses no covered side.",
            "{who} no elige ningún lado cubierto.",
            "CH-COV-10",
            who=unit.name,
            level=2,
        )
    return one_line(
        "{who} keeps covered from {side}.",
        "{who} se cubre de {side}.",
        "CH-COV-10",
        who=unit.name,
        side=COVERED_FROM.get(event.cover, as_is(event.cover)),
        level=2,
    )


def scored_lines(before: Battle, event: e.Scored) -> Lines:
    totals = [
        say("{side} {n}", "{side} {n}", side=side_in(before, side), n=event.score.get(side, 0))
        for side in before.sides
    ]
    return one_line("Points: {totals}.", "Puntos: {totals}.", "CH-SUM-03", totals=totals, level=2)


def battle_ended(before: Battle, event: e.BattleEnded) -> Lines:
    why = ENDINGS[event.ending]
    if not event.winners:
        return one_line("A draw. {why}", "Tablas. {why}", "CH-SUM-03", why=why, level=0)
    winner = capital(side_in(before, event.winners[0]))
    return one_line(
        "{side} win. {why}" if is_many(before, event.winners[0]) else "{side} wins. {why}",
        "{side} ganan. {why}" if is_many(before, event.winners[0]) else "{side} gana. {why}",
        "CH-SUM-03",
        side=winner,
        why=why,
        level=0,
    )


TOLD: dict[type, Callable[[Battle, Any], Lines]] = {
    e.AmmunitionRolled: ammunition_rolled,
    e.Deployed: deployed_lines,
    e.StepPassed: no_line,
    e.StepBegan: step_began,
    e.Recovered: recovered_lines,
    e.Agreed: agreed_lines,
    e.CoverSet: cover_set,
    e.Shot: shot_lines,
    e.Fought: fought_lines,
    e.SurrenderRolled: surrender_rolled,
    e.Surrendered: surrendered_lines,
    e.Wounded: wounded_lines,
    e.Stunned: stunned_lines,
    e.Killed: killed_lines,
    e.Unharmed: unharmed_lines,
    e.Unhorsed: unhorsed_lines,
    e.Fell: fell_lines,
    e.Retreated: retreated_lines,
    e.Asked: no_line,
    e.Answered: no_line,
    e.CombatClosed: no_line,
    e.Advanced: advanced_lines,
    e.Moved: moved_lines,
    e.LeftMap: left_map,
    e.Mounted: mounted_lines,
    e.Dismounted: dismounted_lines,
    e.Tied: tied_lines,
    e.Untied: untied_lines,
    e.LeadShifted: no_line,
    e.LeadLost: lead_lost,
    e.AmmunitionGiven: ammunition_given,
    e.GuardsAssigned: guards_assigned,
    e.Escorted: escorted_lines,
    e.Escaped: escaped_lines,
    e.Retaken: retaken_lines,
    e.Scored: scored_lines,
    e.BattleEnded: battle_ended,
}
