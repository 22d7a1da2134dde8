"""Orders of an entrant of a ladder: challenges and absence, and the costs of answers."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.contests import orders as o
from app.games.contests.ladder import is_away, may_idle, reached
from app.games.contests.names import title_of
from app.games.contests.offer_parts import offer
from app.games.contests.rungs import rung_of
from app.games.contests.state import Challenge, Contest
from app.kernel.offers import Offer
from app.kernel.say import Say, say

LADDER_ORDERS = say("The ladder", "La escalera")


def ladder_offers(contest: Contest, me: str) -> Iterator[Offer]:
    """Challenges, idle time and absence of an entrant without a challenge or battle."""
    for key in reversed(reached(contest, me)):
        yield challenge_offer(contest, me, key)
    if may_idle(contest, me):
        label = say("Let the time run out", "Dejar que acabe el plazo")
        says = say(
            "You lose one rung, once until your next challenge or battle.",
            "Pierdes un peldaño, una vez hasta tu próximo desafío o batalla.",
        )
        yield offer(contest, me, o.StayIdle(), label, ahead=True, says=says, about=LADDER_ORDERS)
    yield absence_offer(contest, me)


def challenge_offer(contest: Contest, me: str, key: str) -> Offer:
    """Challenge of an entrant above."""
    label = say("Challenge {who}", "Desafiar a {who}", who=title_of(contest, key))
    says = say(
        "If you win, you take rung {n}. If you lose, you keep yours.",
        "Si ganas, ocupas el peldaño {n}. Si pierdes, conservas el tuyo.",
        n=rung_of(contest, key),
    )
    order = o.ChallengeEntrant(key)
    is_later = not may_idle(contest, me)
    return offer(
        contest, me, order, label, target=key, says=says, about=LADDER_ORDERS, ahead=is_later
    )


def accept_words(contest: Contest, challenge: Challenge) -> Say:
    """Risk of accepting a challenge."""
    return say(
        "The challenge becomes a battle. If you lose it, {who} takes your rung.",
        "El desafío pasa a ser una batalla. Si la pierdes, {who} ocupa tu peldaño.",
        who=title_of(contest, challenge.by),
    )


def silence_words(contest: Contest, challenge: Challenge) -> Say:
    """Cost of silence."""
    who = title_of(contest, challenge.by)
    return say("{who} takes your rung.", "{who} ocupa tu peldaño.", who=who)


def decline_words(contest: Contest, challenge: Challenge) -> Say:
    """Cost of declining a challenge now."""
    if not contest.entrants[challenge.to].has_declined:
        return say(
            "This costs nothing, once until your next battle.",
            "No cuesta nada, una vez hasta tu próxima batalla.",
        )
    return say("You lose one rung.", "Pierdes un peldaño.")


def absence_offer(contest: Contest, me: str) -> Offer:
    """Announcement or end of an absence."""
    away = is_away(contest, me)
    label = (
        say("Come back from your absence", "Volver de tu ausencia")
        if away
        else say("Announce an absence", "Anunciar una ausencia")
    )
    says = (
        say("You can challenge and be challenged.", "Puedes desafiar y te pueden desafiar.")
        if away
        else say(
            "You are not challenged meanwhile, and lose no rung by idleness. The next absence is "
            "possible after a battle.",
            "Mientras tanto no te desafían, y no pierdes peldaños por no jugar. Puedes volver a "
            "ausentarte después de una batalla.",
        )
    )
    order = o.BeAbsent(not away)
    is_later = not away and not may_idle(contest, me)
    return offer(contest, me, order, label, ahead=is_later, says=says, about=LADDER_ORDERS)
