"""Steps of the sequence, and the decisions that seats owe."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.africa_1859 import orders
from app.games.africa_1859.activation import command_of, seats_of
from app.games.africa_1859.counters import is_fighter, strength, titles_of
from app.games.africa_1859.ground import data_of, leaders_at, place, units_at
from app.games.africa_1859.procedures import Question
from app.games.africa_1859.questions import open_question
from app.games.africa_1859.reinforcements import group_counters, group_of
from app.games.africa_1859.state import END_STEP, MOROCCO, SPAIN, War
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
        "Hunger in {place:the}: choose the unit that loses a step",
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
    """Seat whose command a question is about.

    The counter asked about counts, else the best leader of the space, else its strongest fighter.
    """
    mine = seats_of(war, question.side)
    key = question.about
    if not key and question.space:
        leaders = [one.id for one in leaders_at(war, question.space, question.side)]
        there = units_at(war, question.space, question.side)
        fighters = sorted((one for one in there if is_fighter(war, one)), key=strength)
        key = next(iter([*leaders, *(one.id for one in fighters)]), "")
    seat = command_of(war, key) if key else ""
    return seat if seat in mine else mine[0]


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
