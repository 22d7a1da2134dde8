"""Effects of conditional orders in words: what each one does, and when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.games.heart_of_africa.campaign.conditional_orders import topics as t
from app.games.heart_of_africa.campaign.conditional_orders.answering import declaration
from app.games.heart_of_africa.campaign.conditional_orders.between_turns import promotion_order
from app.games.heart_of_africa.campaign.declaring import passage_refused, target_refused
from app.games.heart_of_africa.campaign.orders import AskPassage, Attack, Claim
from app.games.heart_of_africa.campaign.promotions import missing_for
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

WHEN_ONCE: Mapping[str, Say] = {
    t.PROMOTION: say(
        "When a promotion is open to you between two turns",
        "Cuando puedas ascender entre dos turnos",
    ),
    t.GIFT: say(
        "When a player next offers you a gift", "Cuando un jugador te ofrezca el próximo regalo"
    ),
}
WHEN_OTHER = say("Each time that another player attacks you", "Cada vez que te ataque otro jugador")
ASKED_IF_REFUSED = say(
    "If the rules refuse it then, you are asked.",
    "Si las reglas no lo permiten entonces, se te pregunta.",
)


def effects(season: Season, me: str | None, given: Answers) -> Iterator[Say]:
    """A sentence for each answer, then how the rules treat them."""
    offered = {topic.key: topic for topic in t.topics(season, me)}
    said = {key: given[key] for key in offered if given.get(key)}
    for key, answer in said.items():
        words = offered[key].in_words(answer)
        if key.startswith(f"{t.DECLARE}:"):
            yield from declaration_effects(season, me or "", key, words, given)
        elif key.startswith(t.attack_key("")) and words:
            yield say(
                "Each time that {who:the} {who:attacks|attack} you: {what}, until you strike it out.",
                "Cada vez que te {who:ataque|ataquen} {who:el}: {what}, hasta que taches la respuesta.",
                who=offered[key].about,
                what=list(words),
            )
        elif key in WHEN_ONCE and words:
            yield from effects_of_one_use(season, me or "", key, words, answer)
        elif key in WHEN and words:
            yield say(
                "{when}: {what}, until you strike it out.",
                "{when}: {what}, hasta que taches la respuesta.",
                when=WHEN_OTHER if key == t.ANSWER and has_own_answers(said) else WHEN[key],
                what=list(words),
            )
    if has_own_answers(said) or any(key in WHEN for key in said):
        yield say(
            "If the rules refuse an answer, you are asked, with the usual deadline and default.",
            "Si las reglas rechazan una respuesta, se te pregunta con el plazo y la respuesta "
            "por defecto de siempre.",
        )


def has_own_answers(given: Answers) -> bool:
    """True if one attacker has an answer of their own."""
    return any(key.startswith(t.attack_key("")) for key in given)


def effects_of_one_use(
    season: Season, me: str, key: str, words: tuple[Say, ...], answer: str
) -> Iterator[Say]:
    """Moment of a promotion or an answer to a gift, and what is missing for the promotion now."""
    yield say(
        "{when}, once: {what}.",
        "{when}, una sola vez: {what}.",
        when=WHEN_ONCE[key],
        what=list(words),
    )
    yield ASKED_IF_REFUSED
    yield say(
        "An answer that a correction of the referee cancels is not tried again.",
        "La respuesta que anula una corrección del árbitro no se vuelve a intentar.",
    )
    order = promotion_order(answer)
    if key == t.PROMOTION and isinstance(order, Claim):
        for refusal in missing_for(season, season.players[me], order.list):
            yield refused_now(refusal)


def refused_now(refusal: Refusal) -> Say:
    """Refusal that holds in the present position."""
    return say(
        "As things stand, the rules would refuse it: {why}",
        "Tal como están las cosas, las reglas no lo permitirían: {why}",
        why=refusal.says,
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
        yield refused_now(refusal)


def refusals_now(season: Season, me: str, key: str, given: Answers) -> Iterator[Refusal]:
    """Refusals of the target in the present position."""
    order = declaration(given[key], given)
    if isinstance(order, Attack):
        yield from target_refused(season, me, order.target)
    elif isinstance(order, AskPassage):
        yield from passage_refused(season, me, order)
