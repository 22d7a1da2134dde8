"""Later changes of contests in a month of a club: newcomers enter, and organisers correct entries
of rated contests.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from app.games import shelf
from app.services.container import Services
from app.services.watch import game_view
from bench.games.contests.club_partner import ClubPair
from bench.games.contests.corrections import contest_faults
from bench.random_corrections import REFEREE, Corrector

BOX = shelf()["contests"]
OF_ENTRY, OF_CORRECTION = 0.1, 0.02
"""Chance of a new member to enter a contest at a step, and of a rated contest to be corrected."""


class LateEntries:
    """Entries of new members in both processes at once. `entered` are the contests of each user.

    `note` takes the answers of the processes.
    """

    def __init__(
        self,
        pair: ClubPair,
        contests: Sequence[int],
        note: Callable[[Sequence[str], str], None],
    ) -> None:
        self.pair, self.contests, self.note = pair, contests, note
        self.chance = random.Random(2)  # noqa: S311 - random play
        self.entered: dict[int, list[int]] = {}
        self.faults: list[str] = []

    def act(self, joined: Collection[int]) -> None:
        """Let some of the new members enter a random contest. Full and begun ones refuse."""
        for user in joined:
            if self.chance.random() < OF_ENTRY:
                self.enter(user, self.chance.choice(self.contests))

    def enter(self, user: int, contest: int) -> None:
        """Enter a contest, in both processes at once."""
        answers = self.pair.both("enter", contest, user)
        self.note(answers, "enter")
        if answers.count("done") > 1:
            self.faults.append(f"{user} entered contest {contest} twice")
        if "done" in answers:
            self.entered.setdefault(user, []).append(contest)

    def end_faults(self) -> Iterator[str]:
        """New members with another number of seats than one in a contest that they entered."""
        yield from self.faults
        with self.pair.services.store.read() as work:
            for user, contests in self.entered.items():
                for contest in contests:
                    seats = [one for one in work.seats.for_game(contest) if one.user_id == user]
                    if len(seats) > 1:
                        yield f"{user} has {len(seats)} seats in contest {contest}"


class RatedContest:
    """Rated contest with its organiser, as the corrector of entries takes it."""

    def __init__(
        self, services: Services, contest: int, organiser: int, chance: random.Random
    ) -> None:
        self.services, self.id, self.chance = services, contest, chance
        self.seed, self.users = f"contest {contest}", {REFEREE: organiser}


class RatedCorrections:
    """Random corrections of rated contests. Each outcome is compared with its preview."""

    def __init__(self, services: Services, organisers: Mapping[int, int]) -> None:
        self.chance = random.Random(3)  # noqa: S311 - random play
        self.correctors = {
            contest: Corrector(
                RatedContest(services, contest, organiser, self.chance), BOX, contest_faults
            )
            for contest, organiser in organisers.items()
        }
        self.services = services

    def act(self) -> None:
        """Correct an entry of some of the contests that have begun and still go on."""
        for contest, corrector in self.correctors.items():
            if self.chance.random() < OF_CORRECTION and self.is_open(contest, corrector.user):
                corrector.correct_some(1)

    def is_open(self, contest: int, organiser: int) -> bool:
        """True once the sign-up is closed, while the contest goes on."""
        look = game_view.load_view(self.services, contest, organiser)
        return look.game.status == "running" and look.history.now.state.has_begun

    def made(self) -> int:
        """Number of corrections."""
        return sum(one.happened["corrections"] for one in self.correctors.values())

    def end_faults(self) -> Iterator[str]:
        """Outcomes that differ from their previews, and records that are decided otherwise."""
        for one in self.correctors.values():
            yield from one.faults
