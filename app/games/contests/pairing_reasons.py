"""Reasons of pairings in words."""

from __future__ import annotations

from app.games.contests import swiss
from app.games.contests.groups import group_of
from app.games.contests.names import group_title
from app.games.contests.seeding import seeds
from app.games.contests.state import Contest, Pairing
from app.kernel.say import Say, say


def reason_of(contest: Contest, one: Pairing) -> Say:
    """Reason of a pairing or of a board."""
    if one.key.count(".") > 1:
        return board_reason(one)
    if one.is_challenge and not one.is_changed:
        return swiss.CHALLENGE_WORDS
    if one.is_challenge:
        return say(
            "They agreed on a challenge. An organiser exchanged their sides.",
            "Acordaron un desafío. Un organizador intercambió sus bandos.",
        )
    if one.is_changed:
        return say("Changed by an organiser.", "La cambió un organizador.")
    if contest.rules.is_drawn:
        return reason_of_draw(contest, one)
    if one.is_bye:
        return say("The opponent has left.", "El rival dejó la competición.")
    if contest.rules.is_open:
        return say("A challenge that was accepted.", "Un desafío aceptado.")
    if contest.groups:
        return reason_of_groups(contest, one)
    if not contest.rules.has_bracket:
        return say("Schedule of the round robin.", "Calendario de la liga.")
    return say("Bracket.", "Cuadro de la eliminatoria.")


def relaxed_words(one: Pairing) -> tuple[Say, ...]:
    """Conditions that a drawn pairing does not keep; none of one that an organiser has changed."""
    if one.is_changed:
        return ()
    return tuple(swiss.RELAXED[name] for name in one.relaxed if name in swiss.RELAXED)


def board_reason(one: Pairing) -> Say:
    """Reason of a board of two teams."""
    if one.is_bye:
        return say("The other team has no player here.", "El otro equipo no tiene jugador aquí.")
    return say("Places of both line-ups.", "Puestos de ambas alineaciones.")


def reason_of_groups(contest: Contest, one: Pairing) -> Say:
    """Reason of a pairing of a group, or of a bracket after groups."""
    if not one.match:
        number = group_of(contest, one.first)
        return say(
            "Schedule: {group}.", "Calendario: {group}.", group=group_title(contest, number or 0)
        )
    first, second = (came_from(contest, key) for key in one.entrants)
    return say(
        "Bracket: {first} against {second}.",
        "Cuadro: {first} contra {second}.",
        first=first,
        second=second,
    )


def came_from(contest: Contest, entrant: str) -> Say:
    """Group of an entrant, and the seed in the bracket."""
    return say(
        "seed {n} ({group})",
        "puesto {n} ({group})",
        n=contest.advanced.index(entrant) + 1,
        group=group_title(contest, group_of(contest, entrant) or 0),
    )


def reason_of_draw(contest: Contest, one: Pairing) -> Say:
    """Reason of a pairing of a Swiss round."""
    if one.is_bye:
        return swiss.bye_words(one.points[0], one.relaxed)
    if one.round == 1 and contest.seeded and not one.relaxed:
        order = seeds(contest)
        low, high = sorted(order.index(key) + 1 for key in one.entrants)
        return swiss.seed_words((low, high))
    return swiss.pairing_words(one.points, one.relaxed)
