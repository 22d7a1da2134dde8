"""Deadlines of a campaign: kinds of decision, usual days, and what follows without an answer.

HOA-CMP-24: Each step has a term set by the campaign.
"""

from __future__ import annotations

from app.games.heart_of_africa.campaign.state import BATTLES, BETWEEN, DECLARING, MEETINGS
from app.kernel.clock_terms import StepDeadline
from app.kernel.say import say

DECLARE, ANSWER, ARM, PLAY, CONFIRM = "declare", "answer", "arm", "play", "confirm"

DEADLINES = {
    one.key: one
    for one in (
        StepDeadline(
            DECLARE,
            say("Declaration", "Declaración"),
            say("the player passes.", "el jugador pasa."),
            3,
            say("to declare", "para declarar"),
        ),
        StepDeadline(
            ANSWER,
            say("Answer", "Respuesta"),
            say(
                "an attack is resisted, a request or a gift refused, a meeting greeted.",
                "un ataque se resiste, una petición o un regalo se rechazan, un encuentro se "
                "saluda.",
            ),
            3,
            say("to answer", "para responder"),
        ),
        StepDeadline(
            ARM,
            say("Ground and army", "Terreno y ejército"),
            say(
                "savannah if the list offers it, otherwise the first printed ground; the default "
                "roster if the battle allows it, otherwise the referee decides.",
                "la sabana si la lista la ofrece; si no, el primer terreno impreso; el ejército "
                "por defecto si la batalla lo admite; si no, decide el árbitro.",
            ),
            4,
            say("to choose ground and army", "para elegir terreno y ejército"),
        ),
        StepDeadline(
            PLAY,
            say("Battle", "Batalla"),
            say(
                "as agreed: no decision, a bot plays on, or the referee decides.",
                "según lo acordado: sin decisión, sigue un bot o decide el árbitro.",
            ),
            21,
            say("to fight a battle", "para jugar una batalla"),
        ),
        StepDeadline(
            CONFIRM,
            say("Confirmation of a result", "Confirmación de un resultado"),
            say("the result is confirmed.", "el resultado queda confirmado."),
            3,
            say("to confirm a result", "para confirmar un resultado"),
        ),
    )
}
OF_STEPS = {
    BETWEEN: (ANSWER,),
    MEETINGS: (ANSWER,),
    DECLARING: (DECLARE, ANSWER),
    BATTLES: (ARM, PLAY, CONFIRM, ANSWER),
}


def deadlines_of(step: str) -> tuple[StepDeadline, ...]:
    """Deadlines of the decisions in a step of the turn."""
    return tuple(DEADLINES[key] for key in OF_STEPS.get(step, ()))
