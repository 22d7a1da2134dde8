"""Orders of an entrant of a ladder or of a free league: challenges and their answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from app.games.contests import orders as o
from app.games.contests.ladder import is_busy
from app.games.contests.ladder_offers import (
    LADDER_ORDERS,
    accept_words,
    decline_words,
    ladder_offers,
    silence_words,
)
from app.games.contests.league_offers import BATTLES, league_offers
from app.games.contests.names import title_of
from app.games.contests.offer_parts import offer
from app.games.contests.state import PLAYING, Challenge, Contest
from app.kernel.offers import Offer
from app.kernel.say import Say, say


class ChallengeWords(Struct, frozen=True):
    """Words of the challenges of one form, and its other offers.

    `accept` and `decline` name the opponent as `who`. `costs` are the consequences of accepting,
    declining and silence; None without any.
    """

    about: Say
    withdraw: Say
    accept: tuple[str, str]
    decline: tuple[str, str]
    offers: Callable[[Contest, str], Iterator[Offer]]
    costs: tuple[Callable[[Contest, Challenge], Say | None], ...]


def without_cost(_contest: Contest, _challenge: Challenge) -> None:
    """Consequence of an answer that costs nothing."""


OF_LADDER = ChallengeWords(
    LADDER_ORDERS,
    say("Withdraw the challenge", "Retirar el desafío"),
    ("Accept the challenge of {who}", "Aceptar el desafío de {who}"),
    ("Decline the challenge of {who}", "Rechazar el desafío de {who}"),
    ladder_offers,
    (accept_words, decline_words, silence_words),
)
OF_LEAGUE = ChallengeWords(
    BATTLES,
    say("Withdraw the proposal", "Retirar la propuesta"),
    ("Accept the battle against {who}", "Aceptar la batalla contra {who}"),
    ("Decline the battle against {who}", "Rechazar la batalla contra {who}"),
    league_offers,
    (without_cost, without_cost, without_cost),
)


def challenge_offers(contest: Contest, me: str) -> Iterator[Offer]:
    """Orders of an entrant with a place once the contest is open."""
    if contest.step != PLAYING:
        return
    words = OF_LADDER if contest.rules.has_rungs else OF_LEAGUE
    for one in contest.challenges:
        if one.to == me:
            yield from answer_offers(contest, one, words)
        elif one.by == me:
            order = o.WithdrawChallenge(one.key)
            yield offer(contest, me, order, words.withdraw, ahead=True, about=words.about)
    if not is_busy(contest, me):
        yield from words.offers(contest, me)


def answer_offers(contest: Contest, challenge: Challenge, words: ChallengeWords) -> Iterator[Offer]:
    """Answers to a challenge, with their costs."""
    me, who, about = challenge.to, title_of(contest, challenge.by), words.about
    accepting, declining, silence = (cost(contest, challenge) for cost in words.costs)
    label = say(*words.accept, who=who)
    order = o.AnswerChallenge(challenge.key, accept=True)
    yield offer(contest, me, order, label, main=True, says=accepting, about=about)
    label = say(*words.decline, who=who)
    order = o.AnswerChallenge(challenge.key, accept=False)
    yield offer(contest, me, order, label, says=declining, about=about)
    label = say("Let the time run out", "Dejar que acabe el plazo")
    lapse = o.LetChallengeLapse(challenge.key)
    yield offer(contest, me, lapse, label, ahead=True, says=silence, about=about)
