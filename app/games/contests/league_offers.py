"""Orders of an entrant of a free league: proposals of battles."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.contests import orders as o
from app.games.contests.decide import refusals
from app.games.contests.league import possible_opponents
from app.games.contests.names import title_of
from app.games.contests.state import Contest
from app.kernel.form import Choice, Field
from app.kernel.offers import Offer
from app.kernel.say import say

BATTLES = say("Your battles", "Tus batallas")


def league_offers(contest: Contest, me: str) -> Iterator[Offer]:
    """Proposals of an entrant without a proposal or battle."""
    found = possible_opponents(contest, me)
    if found:
        yield proposal_offer(contest, me, found)


def proposal_offer(contest: Contest, me: str, opponents: tuple[str, ...]) -> Offer:
    """Proposal of a battle to one of these entrants."""
    choices = tuple(
        Choice(key, title_of(contest, key), no=refusals(contest, o.ChallengeEntrant(key), me))
        for key in opponents
    )
    return Offer(
        o.ChallengeEntrant(opponents[0]),
        say("Propose a battle", "Proponer una batalla"),
        asks=(Field.choice("opponent", say("Opponent", "Rival"), choices),),
        says=say(
            "The opponent accepts or declines. Declining and silence cost nothing.",
            "El rival acepta o rechaza. Rechazar y no responder no cuestan nada.",
        ),
        about=BATTLES,
        ahead=True,
    )
