"""Offers of a turn: meetings, declarations, terms."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.decide import refusals
from app.games.heart_of_africa.campaign.names import (
    player_title,
    title_of,
)
from app.games.heart_of_africa.campaign.offering.consequences import (
    acceptance_words,
    attack_words,
    hunt_words,
    passage_request_words,
    refusal_words,
    resist_words,
    talk_title,
    terms_on_offer,
)
from app.games.heart_of_africa.campaign.offering.offer import offer
from app.games.heart_of_africa.campaign.state import (
    COLONIAL,
    DECLARING,
    EXPLORER,
    NATIVE,
    Player,
    Season,
)
from app.games.heart_of_africa.campaign.terms import LONGEST_WORDS
from app.kernel.form import Choice, Field, Kind
from app.kernel.offers import Offer
from app.kernel.say import say

DECLARATION = say("Your declaration", "Tu declaración")
PASS = say("Pass", "Pasar")
PASSING = say(
    "You attack no player this turn. You can still be attacked.",
    "Este turno no atacas a ningún jugador. Aún te pueden atacar.",
)


def meeting_offers(season: Season, player: Player) -> Iterator[Offer]:
    """Answers to chance meetings."""
    for meeting in season.meetings:
        if player.key not in meeting.players or player.key in meeting.answers:
            continue
        other = next(one for one in meeting.players if one != player.key)
        who = title_of(season, other)
        about = say("Meeting with {who:the}", "Encuentro con {who:el}", who=who)
        for answer, label, says in (
            (
                "greet",
                say("Greet {who:the} and go on", "Saludar {who:al} y seguir", who=who),
                say(
                    "If both of you greet, you declare as usual this turn. If the rival fights, "
                    "you fight.",
                    "Si ambos saludáis, este turno declaras como siempre. Si el rival combate, "
                    "combates.",
                ),
            ),
            (
                "fight",
                say("Fight {who:the}", "Combatir {who:al}", who=who),
                say(
                    "One answer for a fight is enough. Neither of you does anything else this "
                    "turn, and no hongo changes hands.",
                    "Basta con que uno responda combatir. Ninguno de los dos hace nada más este "
                    "turno, y ningún hongo cambia de manos.",
                ),
            ),
        ):
            order = o.Meet(other, answer)
            main = answer == "greet"
            yield offer(season, player.key, order, label, main=main, says=says, about=about)


def declaration_offers(season: Season, player: Player) -> Iterator[Offer]:
    """Declarations of the turn: attacks, passage, hunting, nothing."""
    if season.step != DECLARING or player.key in season.declared:
        return
    me = player.key
    for other in season.by_joining:
        if other.key == me or not other.is_active:
            continue
        who = player_title(other)
        yield offer(
            season,
            me,
            o.Attack(other.key),
            say("Attack {who:the}", "Atacar {who:al}", who=who),
            piece=other.key,
            says=attack_words(season, me, other.key),
            about=DECLARATION,
        )
        if player.class_ == EXPLORER and other.class_ == NATIVE:
            most = player.hongos or 0
            yield Offer(
                o.AskPassage(other.key),
                say("Ask {who:the} for passage", "Pedir paso {who:al}", who=who),
                no=refusals(season, o.AskPassage(other.key), me),
                asks=(
                    Field.number(
                        "hongos", say("Hongos offered", "Hongos que ofreces"), most=most, usual="0"
                    ),
                ),
                piece=other.key,
                says=passage_request_words(),
                about=DECLARATION,
            )
    if player.class_ == EXPLORER:
        label = say("Hunt this turn", "Cazar este turno")
        yield offer(season, me, o.Hunt(), label, rolls=True, says=hunt_words(), about=DECLARATION)
    yield offer(season, me, o.PassTurn(), PASS, main=True, says=PASSING, about=DECLARATION)


def talk_offers(season: Season, player: Player) -> Iterator[Offer]:
    """Answers to an attack, to a request, or to terms on offer."""
    me = player.key
    for talk in season.talks:
        if me not in (talk.attacker, talk.defender) or talk.answerer != me:
            continue
        other = talk.attacker if me == talk.defender else talk.defender
        who, about = title_of(season, other), talk_title(season, talk, me)
        if talk.terms is not None and talk.terms.by == other:
            label = say(
                "Accept the terms of {who:the}", "Aceptar las condiciones {who:del}", who=who
            )
            says = terms_on_offer(season, talk)
            yield offer(season, me, o.Accept(other), label, says=says, about=about)
            label = say(
                "Refuse the terms of {who:the}", "Rechazar las condiciones {who:del}", who=who
            )
            says = refusal_words(talk)
            yield offer(season, me, o.Refuse(other), label, main=True, says=says, about=about)
        if talk.is_attack and me == talk.defender:
            label = say("Resist {who:the}", "Resistir {who:al}", who=who)
            says = resist_words(season, talk)
            yield offer(season, me, o.Resist(other), label, main=True, says=says, about=about)
        if me == talk.defender:
            yield Offer(
                o.OfferTerms(other, me),
                say("Offer terms to {who:the}", "Ofrecer condiciones {who:al}", who=who),
                asks=terms_fields(season, me, other),
                about=about,
                says=acceptance_words(talk),
            )


def terms_fields(season: Season, me: str, other: str) -> tuple[Field, ...]:
    """Fields of terms: payer, hongos, passage, words."""
    payers = tuple(
        Choice(key, title_of(season, key))
        for key in (me, other)
        if season.players[key].class_ != COLONIAL
    )
    classes = {season.players[key].class_ for key in (me, other)}
    most = max(season.players[key].hongos or 0 for key in (me, other))
    fields = [
        Field.number("hongos", say("How many hongos?", "¿Cuántos hongos?"), most=most, usual="1"),
        Field(
            "words",
            Kind.TEXT,
            say("Other terms (they bind no player)", "Otras condiciones (no obligan a nadie)"),
            most=LONGEST_WORDS,
            is_optional=True,
        ),
    ]
    if payers:
        fields.insert(0, Field.choice("payer", say("Who pays?", "¿Quién paga?"), payers))
    if classes == {EXPLORER, NATIVE}:
        fields.insert(-1, Field.flag("passage", say("Passage is granted", "Se concede el paso")))
    return tuple(fields)
