"""Steps of the sequence, and the decisions that seats owe."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.africa_1859 import orders
from app.games.africa_1859.activation import command_of, seats_of
from app.games.africa_1859.arrivals import answering_riders, window_below
from app.games.africa_1859.counters import is_fighter, strength, titles_of
from app.games.africa_1859.fights.aftermath import role_of
from app.games.africa_1859.fights.designations import group_units
from app.games.africa_1859.fights.roles import roles_of
from app.games.africa_1859.ground import data_of, leaders_at, place, units_at
from app.games.africa_1859.procedures import Assault, Question
from app.games.africa_1859.questions import open_question
from app.games.africa_1859.reinforcements import group_counters, group_of
from app.games.africa_1859.state import END_STEP, LOST, MOROCCO, SPAIN, War
from app.kernel.contract import Step
from app.kernel.offers import Decision
from app.kernel.say import Say, say

REACTIONS = tuple(orders.ANSWERS.values())
PHASE_STEPS = {SPAIN: "spanish_phase", MOROCCO: "moroccan_phase", END_STEP: "end_step"}
SEQUENCE = (
    Step(
        PHASE_STEPS[SPAIN],
        "AFR-SEQ-01",
        say("Spanish activations", "Activaciones españolas"),
        (*orders.ACTIONS, *REACTIONS),
    ),
    Step(
        PHASE_STEPS[MOROCCO],
        "AFR-SEQ-15",
        say("Moroccan activations", "Activaciones marroquíes"),
        (*orders.ACTIONS, *REACTIONS),
    ),
    Step(
        PHASE_STEPS[END_STEP],
        "AFR-SEQ-20",
        say("End of the turn", "Fin del turno"),
        (
            orders.Entry,
            orders.LeaderEntry,
            orders.Hunger,
            orders.Replacement,
            orders.Levy,
            orders.Lend,
        ),
    ),
)
QUESTION_WORDS: dict[str, Say] = {
    "arrival": say(
        "The enemy enters {place:the}: answer with riders, or pass",
        "El enemigo entra en {place:el}: responde con jinetes o pasa",
    ),
    "defend": say(
        "Assault on {place:the}: name vanguard, screen and leader",
        "Asalto {place:al}: designa vanguardia, cobertura y líder",
    ),
    "riders": say(
        "Assault on {place:the}: choose for your riders",
        "Asalto {place:al}: decide qué hacen tus jinetes",
    ),
    "intercept": say(
        "Riders counter-charge at {place:the}: meet them with your own, or pass",
        "Contracarga en {place:el}: opón jinetes propios o pasa",
    ),
    "new_vanguard": say(
        "Name another vanguard at {place:the}", "Designa otra vanguardia en {place:el}"
    ),
    "support": say(
        "Support the assault on {place:the} with fire, or pass",
        "Apoya con fuego el asalto {place:al} o pasa",
    ),
    "defence_fire": say(
        "Fire at the vanguard that assaults {place:the}, or pass",
        "Tira contra la vanguardia que asalta {place:el} o pasa",
    ),
    "counter_battery": say(
        "Moroccan guns have fired from {place:the}: answer them, or pass",
        "La artillería marroquí ha tirado desde {place:el}: haz contrabatería o pasa",
    ),
    "losses": say(
        "Clash at {place:the}: spread {n:step+s} of loss",
        "Choque en {place:el}: reparte {n:paso+s} de pérdidas",
    ),
    "retreat": say("Choose the retreat from {place:the}", "Elige la retirada desde {place:el}"),
    "entry": say(
        "Reinforcements ({who}): choose the space of entry",
        "Refuerzos ({who}): elige el espacio de entrada",
    ),
    "leader_entry": say(
        "A replacement leader: choose the space", "Líder sustituto: elige el espacio"
    ),
    "hunger": say(
        "Hunger at {place:the}: choose the unit that loses a step",
        "Hambre en {place:el}: elige la unidad que pierde un paso",
    ),
    "replacement": say(
        "Replacements: choose the unit that gets a step back",
        "Reemplazos: elige la unidad que recupera un paso",
    ),
    "levy": say(
        "Levy: choose the unit that returns, and its rear town",
        "Leva: elige la unidad que vuelve y su población de retaguardia",
    ),
}


def waiting_for(war: War) -> Sequence[Decision]:
    """Decisions that seats owe now: an answer, or the activations of the side."""
    if war.ending is not None:
        return ()
    question = open_question(war)
    if question is not None:
        return (asked(war, question),)
    return tuple(
        Decision(
            seat,
            PHASE_STEPS[war.phase.side],
            to_activate(war),
            rule="AFR-SEQ-01" if war.phase.side == SPAIN else "AFR-SEQ-15",
        )
        for seat in seats_of(war, war.phase.side)
        if seat not in war.phase.ended
    )


def to_activate(war: War) -> Say:
    """Demand to the active side."""
    side = data_of(war).sides[war.phase.side]
    if war.phase.open:
        return say(
            "{side}: order counters of {place:the}",
            "{side}: da órdenes en {place:el}",
            side=side,
            place=place(war, war.phase.open),
        )
    return say(
        "{side}: activate spaces, or end the phase",
        "{side}: activa espacios o cierra la fase",
        side=side,
    )


def asked(war: War, question: Question) -> Decision:
    """Decision about an open question: of the seat concerned, and of the others of its side."""
    seat = seat_concerned(war, question)
    others = tuple(one for one in seats_of(war, question.side) if one != seat)
    return Decision(
        seat,
        PHASE_STEPS[war.phase.side],
        question_words(war, question),
        rule=RULES[question.decision],
        reaction=question.side != war.phase.side,
        also=others,
        topic=question.decision,
    )


def question_words(war: War, question: Question) -> Say:
    """Question in words, with its place and steps."""
    words = QUESTION_WORDS[question.decision]
    where = place(war, question.space) if question.space else ""
    who = titles_of(war, group_counters(group_of(war, question)[1])) if is_entry(question) else ()
    return Say(words.en, words.es, {"place": where, "n": question.steps, "who": who})


def is_entry(question: Question) -> bool:
    """Return true for a question about reinforcements that enter."""
    return question.decision == "entry"


def seat_concerned(war: War, question: Question) -> str:
    """Seat whose command a question is about, by AFB-WEB-04.

    The counter asked about counts, else the named leader, else the fighter with most steps.
    """
    mine = seats_of(war, question.side)
    key = question.about or leader_concerned(war, question) or fighter_concerned(war, question)
    seat = command_of(war, key) if key else ""
    return seat if seat in mine else mine[0]


def assault_below(war: War) -> Assault | None:
    """Assault that has asked the open question; None if another procedure has."""
    below = war.stack[-2] if len(war.stack) > 1 else None
    return below if isinstance(below, Assault) else None


def leader_concerned(war: War, question: Question) -> str:
    """Leader named in the assault; before the designations are shown the first of the space.

    "" if there is none, and for riders that answer an arrival.
    """
    assault = assault_below(war)
    if assault is not None and assault.revealed:
        named = roles_of(assault, role_of(assault, question.side)).leader
        return named if named and war.leaders[named].at != LOST else ""
    if question.decision == "arrival" or not question.space:
        return ""
    return next((one.id for one in leaders_at(war, question.space, question.side)), "")


def fighter_concerned(war: War, question: Question) -> str:
    """Fighter with most steps of the group, of the riders or of the space; else a unit asked
    for.
    """
    assault = assault_below(war)
    if assault is not None and question.side == assault.attacker:
        units = group_units(war, assault)
    elif question.decision == "arrival":
        units = answering_riders(war, window_below(war))
    else:
        units = units_at(war, question.space, question.side) if question.space else []
    fighters = [one for one in units if is_fighter(war, one)]
    asked_for = [war.units[key] for key in question.units if key in war.units]
    return min(fighters or asked_for, key=strength).id if fighters or asked_for else ""


RULES = {
    "arrival": "AFR-SEQ-14",
    "defend": "AFB-ASL-02",
    "riders": "AFR-ASL-05",
    "intercept": "AFR-ASL-09",
    "new_vanguard": "AFB-ASL-04",
    "support": "AFR-ASL-14",
    "defence_fire": "AFR-ASL-15",
    "counter_battery": "AFR-ART-07",
    "losses": "AFB-ASL-09",
    "retreat": "AFB-RET-02",
    "entry": "AFB-END-02",
    "leader_entry": "AFR-LDR-03",
    "hunger": "AFB-CMP-04",
    "replacement": "AFB-CMP-05",
    "levy": "AFB-CMP-05",
}
"""Rule of each kind of decision."""
