"""Effects of conditional orders in words: what each one does, and when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.games.heart_of_africa.campaign.conditional_orders import topics as t
from app.games.heart_of_africa.campaign.conditional_orders.answering import declaration
from app.games.heart_of_africa.campaign.declaring import passage_refused, target_refused
from app.games.heart_of_africa.campaign.orders import AskPassage, Attack
from app.games.heart_of_africa.campaign.state import Season
from app.kernel.conditional_orders import Answers
from app.kernel.refusal import Refusal
from app.kernel.say import Say, say

WHEN: Mapping[str, Say] = {
    t.MEET: say("Each time that you meet a rival", "Cada vez que encuentres a un rival"),
    t.ANSWER: say("Each time that you are attacked", "Cada vez que te ataquen"),
    t.REQUEST: say(
        "Each time that an Explorer asks you for passage",
        "Cada vez que un explorador te pida paso",
    ),
    t.TERMS: say(
        "Each time that you are offered terms after your attack or request",
        "Cada vez que te ofrezcan condiciones tras tu ataque o tu petición",
    ),
    t.GROUND: say(
        "Each time that you choose the ground as defender",
        "Cada vez que elijas el terreno como defensor",
    ),
    t.DISTRICT: say(
        "Each time that you may take a district", "Cada vez que puedas quedarte con un distrito"
    ),
    t.SECOND: say("If the first district is not on offer", "Si el primer distrito no se ofrece"),
    t.REVOLT: say(
        "Each time that you may revolt or return", "Cada vez que puedas sublevarte o volver"
    ),
}


def effects(season: Season, me: str | None, given: Answers) -> Iterator[Say]:
    """A sentence for each answer, then how the rules treat them."""
    offered = {topic.key: topic for topic in t.topics(season, me)}
    said = {key: given[key] for key in offered if given.get(key)}
    for key, answer in said.items():
        words = offered[key].in_words(answer)
        if key.startswith(f"{t.DECLARE}:"):
            yield from declaration_effects(season, me or "", key, words, given)
        elif key in WHEN and words:
            yield say(
                "{when}: {what}, until you strike it out.",
                "{when}: {what}, hasta que taches la respuesta.",
                when=WHEN[key],
                what=list(words),
            )
    if any(key in WHEN for key in said):
        yield say(
            "If the rules refuse an answer, you are asked, with the usual deadline and default.",
            "Si las reglas rechazan una respuesta, se te pregunta con el plazo y la respuesta "
            "por defecto de siempre.",
        )


def declaration_effects(
    season: Season, me: str, key: str, words: tuple[Say, ...], given: Answers
) -> Iterator[Say]:
    """The declaration of one turn, what follows a refusal, and a refusal that holds now."""
    turn = int(key.partition(":")[2])
    yield say(
        "When your declaration of turn {n} is due: {what}, once.",
        "Cuando te toque declarar en el turno {n}: {what}, una sola vez.",
        n=turn,
        what=list(words),
    )
    yield (
        say(
            "If the rules refuse it then, you pass.",
            "Si las reglas la rechazan entonces, pasas.",
        )
        if given.get(t.UNLAWFUL) == t.PASS
        else say(
            "If the rules refuse it then, you are asked.",
            "Si las reglas la rechazan entonces, se te pregunta.",
        )
    )
    yield say(
        "A declaration that a correction of the referee cancels is not tried again.",
        "La declaración que anula una corrección del árbitro no se vuelve a intentar.",
    )
    for refusal in refusals_now(season, me, key, given):
        yield say(
            "As things stand, the rules would refuse it: {why}",
            "Tal como están las cosas, las reglas la rechazarían: {why}",
            why=refusal.says,
        )


def refusals_now(season: Season, me: str, key: str, given: Answers) -> Iterator[Refusal]:
    """Refusals of the target in the present position."""
    order = declaration(given[key], given)
    if isinstance(order, Attack):
        yield from target_refused(season, me, order.target)
    elif isinstance(order, AskPassage):
        yield from passage_refused(season, me, order)
