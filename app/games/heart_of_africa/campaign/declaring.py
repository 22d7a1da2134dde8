"""Declarations (page 39): attack, ask for passage, hunt, or nothing."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.explorers import hunting_refused, roll_hunt
from app.games.heart_of_africa.campaign.joining import payment_refused, territories
from app.games.heart_of_africa.campaign.orders import AskPassage, Attack, Hunt, PassTurn
from app.games.heart_of_africa.campaign.seats import not_active
from app.games.heart_of_africa.campaign.state import (
    DECLARING,
    EXPLORER,
    NATIVE,
    Player,
    Season,
)
from app.kernel.refusal import Refusal, no

Declaration = Attack | AskPassage | Hunt | PassTurn


def cannot_act(season: Season, player: Player) -> Refusal | None:
    """Refusal for an Explorer who recovers or is committed to a rival."""
    if player.rests_in == season.turn:
        return no(
            "HOA-CMP-37",
            "The wounded Leader recovers this turn.",
            "El Líder herido se recupera este turno.",
        )
    if player.key in season.rival_fighters:
        return no(
            "HOA-CMP-36",
            "Explorers who fight a rival do nothing else this turn.",
            "Los exploradores que combaten con un rival no hacen nada más este turno.",
        )
    return None


def lost_declaration(season: Season, player: str) -> Refusal | None:
    """HOA-CMP-20: A player attacked before declaring loses the declaration, unless it was settled.

    An attack that was settled by agreement does not count.
    """
    unanswered = any(
        talk.is_attack and talk.defender == player and player not in season.declared
        for talk in season.talks
    )
    if player not in season.attacked and not unanswered:
        return None
    return no(
        "HOA-CMP-20",
        "You have been attacked this turn, so you cannot declare.",
        "Te han atacado este turno, así que no puedes declarar.",
    )


def next_to_declare(season: Season) -> str | None:
    """Player whose declaration is due; None while an answer is owed or if no player is left."""
    if season.step != DECLARING:
        return None
    for key in season.order:
        player = season.players[key]
        if key in season.declared or not player.is_active:
            continue
        if cannot_act(season, player) or lost_declaration(season, key):
            continue
        return key
    return None


def turn_refused(season: Season, seat: str) -> Iterator[Refusal]:
    """Refusals of any declaration: wrong step, wrong player, or an answer is still owed."""
    idle = not_active(season.player(seat))
    if idle is not None:
        yield idle
        return
    if season.step != DECLARING:
        yield no(
            "HOA-CMP-18",
            "Declarations are not due now.",
            "Ahora no es el momento de declarar.",
        )
        return
    if seat in season.declared:
        yield no(
            "HOA-CMP-18",
            "You have made your declaration of this turn.",
            "Ya has hecho tu declaración de este turno.",
        )
        return
    stopped = cannot_act(season, season.players[seat]) or lost_declaration(season, seat)
    if stopped is not None:
        yield stopped
        return
    if season.talks:
        yield no(
            "HOA-CMP-20",
            "An answer is still owed; then the next player declares.",
            "Falta una respuesta; después declara el siguiente jugador.",
        )
    elif next_to_declare(season) != seat:
        yield no(
            "HOA-CMP-18",
            "Another player declares before you.",
            "Otro jugador declara antes que tú.",
        )


def target_refused(season: Season, seat: str, target: str) -> Iterator[Refusal]:
    """HOA-CMP-18: One attack a turn, on any other active player; Explorers not on Explorers.

    Natives cannot reach an Explorer who hunts.
    """
    attacker, victim = season.players[seat], season.player(target)
    if victim is None or target == seat or not victim.is_active:
        yield no(
            "HOA-CMP-18",
            "Only another active player can be attacked.",
            "Solo se puede atacar a otro jugador activo.",
        )
        return
    if attacker.class_ == EXPLORER and victim.class_ == EXPLORER:
        yield no(
            "HOA-CMP-18",
            "Explorers fight each other only after a chance meeting.",
            "Los exploradores solo combaten entre sí tras un encuentro casual.",
        )
    if attacker.class_ == NATIVE and victim.hunting:
        yield no(
            "HOA-CMP-38",
            "An Explorer who hunts is out of reach of native players.",
            "Un explorador que caza está fuera del alcance de los jugadores nativos.",
        )


def passage_refused(season: Season, seat: str, order: AskPassage) -> Iterator[Refusal]:
    """Refusals of a request for passage, and of the hongos offered with it."""
    if season.players[seat].class_ != EXPLORER:
        yield no(
            "HOA-CMP-32", "Only Explorers ask for passage.", "Solo los exploradores piden paso."
        )
        return
    if order.target not in territories(season):
        yield no(
            "HOA-CMP-30",
            "Passage is asked of an active native player.",
            "El paso se pide a un jugador nativo activo.",
        )
        return
    yield from stays_out(season, seat, order.target)
    if order.target in season.players[seat].explored:
        yield no(
            "HOA-CMP-30",
            "You have explored this territory already.",
            "Ya has explorado ese territorio.",
        )
    yield from payment_refused(season, seat, order.target, order.hongos)


def stays_out(season: Season, explorer: str, native: str) -> Iterator[Refusal]:
    """HOA-CMP-33: An attacked Explorer does not explore the attacker's territory in that turn."""
    attacks = [
        war.attacker
        for war in season.battles_of(explorer)
        if war.defender == explorer and not war.rivals
    ]
    attacks += [talk.attacker for talk in season.talks if talk.defender == explorer]
    if native in attacks:
        yield no(
            "HOA-CMP-33",
            "This people has attacked you this turn, so you cannot explore its territory.",
            "Ese pueblo te ha atacado este turno, así que no puedes explorar su territorio.",
        )


def declaration_refused(season: Season, seat: str, order: Declaration) -> Iterator[Refusal]:
    """All refusals of a declaration: its moment, and what is declared."""
    yield from turn_refused(season, seat)
    player = season.player(seat)
    if player is None or not player.is_active:
        return
    match order:
        case Attack(target):
            yield from target_refused(season, seat, target)
        case AskPassage():
            yield from passage_refused(season, seat, order)
        case Hunt():
            yield from hunting_refused(season, player)


def declare(course: Course, seat: str, order: Declaration) -> None:
    """Record a declaration; hunting is rolled at once."""
    match order:
        case Attack(target):
            course.happen(e.Declared(seat, "attack", target))
        case AskPassage(target, hongos):
            course.happen(e.Declared(seat, "passage", target, hongos))
        case Hunt():
            course.happen(e.Declared(seat, "hunt"))
            roll_hunt(course, seat)
        case PassTurn():
            declare_nothing(course, seat)


def declare_nothing(course: Course, seat: str, *, is_default: bool = False) -> None:
    """HOA-CMP-21: A player may declare nothing, without cost."""
    course.happen(e.Declared(seat, "pass", is_default=is_default))
