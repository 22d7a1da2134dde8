"""Topics of conditional orders in a campaign, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.games.heart_of_africa.campaign.battles import ground_of
from app.games.heart_of_africa.campaign.conditional_orders.between_turns import (
    GIFT,
    PROMOTION,
    gift_topics,
    promotion_topics,
)
from app.games.heart_of_africa.campaign.meetings import FIGHT, GREET
from app.games.heart_of_africa.campaign.names import ground_name, title_of
from app.games.heart_of_africa.campaign.state import (
    ACTIVE,
    BETWEEN,
    COLONIAL,
    CONQUERED,
    DECLARING,
    EXPLORER,
    MEETINGS,
    NATIVE,
    ORDER,
    Player,
    Season,
    War,
)
from app.kernel.conditional_orders import SCOPE, Topic
from app.kernel.form import Choice
from app.kernel.say import Say, say

DECLARE, MEET, ANSWER, GROUND, DISTRICT, REVOLT = (
    "declare",
    "meet",
    "answer",
    "ground",
    "district",
    "revolt",
)
"""Topics of the decisions that are answered in advance."""
UNLAWFUL, HONGOS, REQUEST, TERMS, SECOND = (
    "unlawful",
    "passage_hongos",
    "request",
    "terms",
    "second_district",
)
"""Further topics of the form. They belong to the decisions "declare", "answer" and "district"."""
ATTACK, PASSAGE, HUNT, PASS, RESIST, PAY, REFUSE, LEAST, USUAL, NONE, REMAIN = (
    "attack",
    "passage",
    "hunt",
    "pass",
    "resist",
    "pay",
    "refuse",
    "least",
    "usual",
    "none",
    "remain",
)
USED_ONCE = (DECLARE, PROMOTION, GIFT)
"""Topics of the decisions whose answer is used up when it is given."""
MOST_HONGOS = 10
"""Hongos that an answer may name at most."""
TITLES: Mapping[str, Say] = {
    DECLARE: say("declaration", "declaración"),
    MEET: say("chance meeting", "encuentro casual"),
    ANSWER: say(
        "answer to an attack, a request or terms",
        "respuesta a un ataque, una petición o unas condiciones",
    ),
    GROUND: say("ground of a battle", "terreno de una batalla"),
    DISTRICT: say("district of a rival", "distrito de un rival"),
    REVOLT: say("revolt or return", "sublevación o vuelta"),
    PROMOTION: say("promotion", "ascenso"),
    GIFT: say("gift", "regalo"),
}
"""Topics of the decisions that can be answered in advance."""


def topics(season: Season, me: str | None) -> Sequence[Topic]:
    """Topics of a player who may still act; none for others."""
    player = season.player(me or "")
    if season.is_closed or player is None or player.status not in (ACTIVE, CONQUERED):
        return ()
    return tuple(_topics(season, player))


def _topics(season: Season, player: Player) -> Iterator[Topic]:
    yield from declaration_topics(season, player)
    if player.class_ == EXPLORER:
        title = say("Chance meeting with a rival", "Encuentro casual con un rival")
        yield Topic(MEET, title, "HOA-CMP-35", (Choice(GREET, GREETING), Choice(FIGHT, FIGHTING)))
    yield from talk_topics(season, player)
    title = say("Ground of a battle as defender", "Terreno de una batalla como defensor")
    yield Topic(GROUND, title, "HOA-CMP-53", tuple(ground_choices(season, player)))
    if player.class_ == COLONIAL:
        yield from district_topics(season, player)
    if player.class_ == NATIVE:
        title = say("Revolt, or return to the campaign", "Sublevación o vuelta a la campaña")
        yield Topic(REVOLT, title, "HOA-CMP-44", (Choice(REVOLT, RISING), Choice(REMAIN, STAYING)))
    yield from promotion_topics(season, player)
    yield from gift_topics(season, player)


GREETING, FIGHTING = say("greet the rival", "saludar al rival"), say("fight", "combatir")
RISING = say("revolt, or return", "sublevarse o volver")
STAYING = say("remain a subject, or stay out", "seguir sometido o fuera")
PASSING = say("pass", "pasar")


# ---------------------------------------------------------------------- declarations
def declaration_key(turn: int) -> str:
    """Topic of the declaration of one turn. No other turn uses it."""
    return f"{DECLARE}:{turn}"


def turns_to_declare(season: Season, player: str) -> tuple[int, int]:
    """The next two turns in which the player is asked for a declaration."""
    is_ahead = season.step in (BETWEEN, MEETINGS, ORDER) or (
        season.step == DECLARING and player not in season.declared
    )
    first = season.turn if is_ahead else season.turn + 1
    return first, first + 1


def declaration_topics(season: Season, player: Player) -> Iterator[Topic]:
    """Declarations of the next two turns, and what happens if the rules refuse one."""
    choices = tuple(declaration_choices(season, player))
    keys = tuple(map(declaration_key, turns_to_declare(season, player.key)))
    for turn, key in zip(turns_to_declare(season, player.key), keys, strict=True):
        title = say(
            "Declaration of turn {n}, used once", "Declaración del turno {n}, una sola vez", n=turn
        )
        yield Topic(key, title, "HOA-CMP-18", choices, is_used_once=True)
    title = say(
        "If the rules refuse the declaration when it is due",
        "Si las reglas rechazan la declaración en su momento",
    )
    yield Topic(UNLAWFUL, title, "HOA-CMP-21", (Choice(PASS, PASSING),))
    if player.class_ == EXPLORER:
        title = say("Hongos offered for passage", "Hongos que ofreces por el paso")
        yield Topic(HONGOS, title, "HOA-CMP-32", numbers(""), bears_on=keys)


def declaration_choices(season: Season, player: Player) -> Iterator[Choice]:
    """Attacks, requests for passage, hunting, nothing."""
    others = [one for one in in_play(season) if one.key != player.key]
    for one in others:
        if (player.class_, one.class_) != (EXPLORER, EXPLORER):
            who = title_of(season, one.key)
            yield Choice(f"{ATTACK}:{one.key}", say("attack {who:the}", "atacar {who:al}", who=who))
    if player.class_ == EXPLORER:
        for one in others:
            if one.class_ == NATIVE:
                label = say(
                    "ask {who:the} for passage",
                    "pedir paso {who:al}",
                    who=title_of(season, one.key),
                )
                yield Choice(f"{PASSAGE}:{one.key}", label)
        yield Choice(HUNT, say("hunt", "cazar"))
    yield Choice(PASS, PASSING)


def in_play(season: Season) -> list[Player]:
    """Players who act, and peoples who may return."""
    return [one for one in season.by_joining if one.status in (ACTIVE, CONQUERED)]


def numbers(prefix: str) -> tuple[Choice, ...]:
    """Choices of a number of hongos."""
    return tuple(
        Choice(f"{prefix}{n}", say("{n:hongo+s}", "{n:hongo+s}", n=n))
        for n in range(1, MOST_HONGOS + 1)
    )


# ---------------------------------------------------------------------- answers
def attack_key(attacker: str) -> str:
    """Topic of the answer to one attacker. It comes before the answer to all of them."""
    return f"{ANSWER}{SCOPE}{attacker}"


def talk_topics(season: Season, player: Player) -> Iterator[Topic]:
    """Answers to an attack of each player, to a request for passage, and to terms."""
    title = say("Attack on me", "Ataque contra mí")
    yield Topic(ANSWER, title, "HOA-CMP-19", tuple(attack_choices(player)))
    others = in_play(season) if player.class_ != COLONIAL else ()
    for one in others:
        if one.key != player.key and (player.class_, one.class_) != (EXPLORER, EXPLORER):
            yield Topic(
                attack_key(one.key),
                title,
                "HOA-CMP-19",
                tuple(attack_choices(player, one.class_)),
                about=title_of(season, one.key),
            )
    if player.class_ == NATIVE:
        title = say("Request for passage", "Petición de paso")
        yield Topic(REQUEST, title, "HOA-CMP-32", tuple(request_choices()))
    title = say(
        "Terms offered after my attack or my request",
        "Condiciones tras mi ataque o mi petición",
    )
    yield Topic(TERMS, title, "HOA-CMP-19", tuple(terms_choices(player)))


def attack_choices(player: Player, attacker: str = "") -> Iterator[Choice]:
    """Resistance, hongos, or passage for an Explorer. `attacker` is the class of one attacker."""
    yield Choice(RESIST, say("resist", "resistir"))
    if player.class_ == NATIVE and attacker == EXPLORER:
        yield Choice(PASSAGE, say("offer passage", "ofrecer el paso"))
    elif player.class_ == NATIVE and not attacker:
        label = say(
            "offer passage to an Explorer; ask me about others",
            "ofrecer el paso a un explorador; con los demás, preguntarme",
        )
        yield Choice(PASSAGE, label)
    if player.class_ != COLONIAL:
        for n in range(1, MOST_HONGOS + 1):
            yield Choice(f"{PAY}:{n}", say("offer {n:hongo+s}", "ofrecer {n:hongo+s}", n=n))


def request_choices() -> Iterator[Choice]:
    """Refusal of a request, or passage for a least number of hongos."""
    yield Choice(REFUSE, say("refuse it", "rechazarla"))
    yield Choice(f"{LEAST}:0", say("grant it for any offer", "aceptarla con cualquier oferta"))
    for n in range(1, MOST_HONGOS + 1):
        label = say(
            "grant it for at least {n:hongo+s}; else ask me",
            "aceptarla por al menos {n:hongo+s}; si no, preguntarme",
            n=n,
        )
        yield Choice(f"{LEAST}:{n}", label)


def terms_choices(player: Player) -> Iterator[Choice]:
    """Refusal of terms, or consent to terms that bring hongos or passage."""
    yield Choice(REFUSE, say("refuse them", "rechazarlas"))
    if player.class_ == EXPLORER:
        label = say(
            "accept passage that costs nothing; else ask me",
            "aceptar el paso si no cuesta nada; si no, preguntarme",
        )
        yield Choice(PASSAGE, label)
    if player.class_ != COLONIAL:
        for n in range(1, MOST_HONGOS + 1):
            label = say(
                "accept at least {n:hongo+s} for me; else ask me",
                "aceptar si recibo al menos {n:hongo+s}; si no, preguntarme",
                n=n,
            )
            yield Choice(f"{LEAST}:{n}", label)


def ground_choices(season: Season, player: Player) -> Iterator[Choice]:
    """Default ground, or one of the player's own land."""
    label = say(
        "Savannah if possible, else the first printed ground",
        "sabana si se puede; si no, el primer terreno impreso",
    )
    yield Choice(USUAL, label)
    for terrain in ground_of(season, War("", "", player.key)):
        yield Choice(terrain, ground_name(terrain))


def district_topics(season: Season, player: Player) -> Iterator[Topic]:
    """District that a Colonial winner takes, in order of preference."""
    wanted = tuple(
        Choice(one.key, say("that of {who:the}", "el {who:del}", who=title_of(season, one.key)))
        for one in in_play(season)
        if one.class_ == NATIVE and one.key != player.key
    )
    choices = (Choice(NONE, say("take none", "ninguno")), *wanted)
    title = say("District of a beaten rival", "Distrito de un rival vencido")
    yield Topic(DISTRICT, title, "HOA-CMP-46", choices)
    title = say(
        "District in the second place, if the first is not on offer",
        "Distrito en segundo lugar, si el primero no se ofrece",
    )
    yield Topic(SECOND, title, "HOA-CMP-46", choices)
