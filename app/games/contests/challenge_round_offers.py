"""Orders of an entrant before a challenge round: challenges, answers, withdrawals."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.contests import orders as o
from app.games.contests.challenge_round import agreement_of, possible_opponents, takes_challenges
from app.games.contests.names import title_of
from app.games.contests.offer_parts import offer
from app.games.contests.state import Contest
from app.kernel.form import Choice, Field
from app.kernel.offers import Offer
from app.kernel.say import say

CHALLENGES = say("Challenge round", "Ronda de desafíos")


def round_challenge_offers(contest: Contest, me: str) -> Iterator[Offer]:
    """Orders of an entrant until the challenge round is published."""
    if not takes_challenges(contest):
        return
    for one in contest.challenges:
        if one.to == me:
            yield from answer_offers(contest, one.key, one.by, me)
        elif one.by == me:
            label = say(
                "Withdraw the challenge to {who}",
                "Retirar el desafío a {who}",
                who=title_of(contest, one.to),
            )
            order = o.WithdrawChallenge(one.key)
            yield offer(contest, me, order, label, ahead=True, about=CHALLENGES)
    agreed = agreement_of(contest, me)
    if agreed is not None:
        other = agreed.to if agreed.by == me else agreed.by
        label = say(
            "Call off the battle against {who}",
            "Anular la batalla contra {who}",
            who=title_of(contest, other),
        )
        order = o.WithdrawChallenge(agreed.key)
        yield offer(contest, me, order, label, ahead=True, about=CHALLENGES)
    found = possible_opponents(contest, me)
    if found:
        yield challenge_offer(contest, found)


def answer_offers(contest: Contest, key: str, by: str, me: str) -> Iterator[Offer]:
    """Answers to a challenge; neither costs anything."""
    who = title_of(contest, by)
    says = say(
        "You two are paired in round {n}, unless that forces a rematch or a second bye.",
        "Os enfrentáis en la ronda {n}, salvo que eso obligue a repetir rival o a un segundo descanso.",
        n=contest.settings.challenge_round,
    )
    label = say("Accept the challenge of {who}", "Aceptar el desafío de {who}", who=who)
    order = o.AnswerChallenge(key, accept=True)
    yield offer(contest, me, order, label, ahead=True, says=says, about=CHALLENGES)
    label = say("Decline the challenge of {who}", "Rechazar el desafío de {who}", who=who)
    order = o.AnswerChallenge(key, accept=False)
    free = say("This costs nothing.", "No cuesta nada.")
    yield offer(contest, me, order, label, ahead=True, says=free, about=CHALLENGES)


def challenge_offer(contest: Contest, opponents: tuple[str, ...]) -> Offer:
    """Challenge of one of these entrants."""
    choices = tuple(Choice(key, title_of(contest, key)) for key in opponents)
    return Offer(
        o.ChallengeEntrant(opponents[0]),
        say("Challenge an entrant", "Desafiar a un participante"),
        asks=(Field.choice("opponent", say("Opponent", "Rival"), choices),),
        says=say(
            "All entrants read the challenge. The opponent accepts or declines it.",
            "Todos los participantes leen el desafío. El rival lo acepta o lo rechaza.",
        ),
        about=CHALLENGES,
        ahead=True,
    )
