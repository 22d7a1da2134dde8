"""Random contests with a challenge round: every round is drawn, and accepted challenges are
kept.
"""

from __future__ import annotations

import pytest

from app.games.contests import orders as o
from app.games.contests.rounds import would_be_drawn
from app.games.contests.state import Contest
from app.kernel.contract import Setup
from app.kernel.seats import Viewer
from tests.games.contests.test_whole_contests import BOX, Played

OF_CHALLENGES = (o.ChallengeEntrant, o.AnswerChallenge, o.WithdrawChallenge)


class Challenging(Played):
    """Swiss contest whose entrants give random orders about challenges at each step."""

    def __init__(self, entrants: int, seed: int, number: int, leaving: float) -> None:
        super().__init__("swiss", entrants, seed, leaving)
        terms = {"places": str(entrants), "rounds": "4", "challenge_round": str(number)}
        stock = BOX.agreement.stock("swiss", (), terms | {"late": "no_points"}, {})
        self.state = None
        self.fold(BOX.new_game(Setup("swiss", {"referee": "referee"}, (), stock), self.dice))
        for one in range(1, entrants + 1):
            self.give(f"p{one}", o.Enter(f"P{one}", f"C{one % 3}"))

    def step(self) -> None:
        for one in self.state.playing():
            if self.chance.random() < 0.3:
                self.about_challenges(one.key)
        super().step()

    def about_challenges(self, key: str) -> None:
        """Give one of the offered orders about challenges, if there is any."""
        view = BOX.view(self.state, Viewer(key, key))
        found = [
            one for one in BOX.offers(view) if one.is_live and isinstance(one.order, OF_CHALLENGES)
        ]
        if found:
            self.give(key, self.chance.choice(found).order)


def kept(contest: Contest) -> None:
    """Check that each accepted challenge is a pairing, or that two pairings say that it is not."""
    number = contest.settings.challenge_round
    paired = [one for one in contest.pairings if one.round == number]
    for one in contest.agreed:
        own = [pairing for pairing in paired if set(pairing.entrants) & set(one.entrants)]
        if len(own) == 1:
            assert own[0].is_challenge
        else:
            assert all("challenge" in pairing.relaxed for pairing in own)
    assert sum(one.is_challenge for one in contest.pairings) <= len(contest.agreed)


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 4])
@pytest.mark.parametrize("leaving", [0.0, 0.03])
def test_a_contest_with_a_challenge_round_comes_to_its_end(number, leaving):
    agreed = 0
    for entrants in (3, 4, 7, 12):
        for seed in range(3):
            contest = Challenging(entrants, seed, number, leaving).to_the_end()
            kept(contest)
            agreed += len(contest.agreed)
            for at in range(1, contest.round + 1 if not leaving else 1):
                again = would_be_drawn(contest, contest.round_lots[at], at)
                drawn = [(one.first, one.second) for one in contest.pairings if one.round == at]
                assert [(one.first, one.second) for one in again] == drawn
    assert agreed or leaving
