"""Users that join the club of a month, by request or by link, with two processes at once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence

from app.services.clubs import club_links
from bench.games.contests.club_partner import ClubPair

OF_COMING, OF_LINK, OF_ANSWER, OF_ADMISSION = 0.02, 0.4, 0.2, 0.8
"""Chances of a user to come, to come by link, to be answered at a step, and to be admitted."""
LINK_DAYS, MOST_ACTS = 2, 9_999


class Newcomers:
    """Users outside of the club. `wanting` have asked, and `joined` are members.

    Two users take the last place of a link at the same moment. `note` takes the answers of the
    processes, and `owners` answer the requests.
    """

    def __init__(
        self,
        pair: ClubPair,
        club: int,
        people: Sequence[int],
        owners: Sequence[int],
        note: Callable[[Sequence[str], str], None],
    ) -> None:
        self.pair, self.club, self.owners, self.note = pair, club, owners, note
        self.chance = random.Random(len(people))  # noqa: S311 - random play
        self.outside = list(people)
        self.wanting: list[int] = []
        self.joined: dict[int, str] = {}
        self.faults: list[str] = []

    def act(self, gone: Collection[int]) -> None:
        """Let users come and owners answer; now and then. Users that are gone do nothing."""
        self.outside = [one for one in self.outside if one not in gone]
        coming = [one for one in self.outside if self.chance.random() < OF_COMING]
        for user in coming:
            if user not in self.outside:
                continue
            if self.chance.random() < OF_LINK:
                self.come_by_link(user)
            else:
                self.note(self.pair.both("ask", self.club, user), "ask")
                self.move(user, self.wanting)
        for user in [one for one in self.wanting if self.chance.random() < OF_ANSWER]:
            self.answer(user)

    def come_by_link(self, user: int) -> None:
        """One link with a single place for this user and another one, at the same moment."""
        owner = self.chance.choice(self.owners)
        code = club_links.make_link(self.pair.services, self.club, owner, LINK_DAYS, 1)
        others = [one for one in self.outside if one != user]
        rival = self.chance.choice(others) if others else user
        answers = self.pair.at_once(
            ("join_by_link", self.club, user, code), ("join_by_link", self.club, rival, code)
        )
        self.note(answers, "link")
        if answers.count("done") != 1:
            self.faults.append(f"a link for one user answers {answers}")
        for one, answer in zip((user, rival), answers, strict=True):
            if answer == "done":
                self.outside.remove(one)
                self.joined[one] = "link"

    def answer(self, user: int) -> None:
        """An owner admits a user or not, in both processes at once."""
        owner, is_admitted = (
            self.chance.choice(self.owners),
            self.chance.random() < OF_ADMISSION,
        )
        answers = self.pair.both("admit", self.club, user, owner, is_admitted)
        self.note(answers, "admit")
        if answers.count("done") > 1:
            self.faults.append(f"the request of {user} is answered twice")
        self.wanting.remove(user)
        if is_admitted and "done" in answers:
            self.joined[user] = "request"
        elif not is_admitted:
            self.outside.append(user)

    def move(self, user: int, to: list[int]) -> None:
        """Move a user from outside."""
        self.outside.remove(user)
        to.append(user)

    def end_faults(self, gone: Collection[int]) -> Iterator[str]:
        """Members that are none, others that are, and entries that the log has not exactly once."""
        yield from self.faults
        with self.pair.services.store.read() as work:
            members = {one.user_id for one in work.clubs.roles_of_club(self.club)}
            acts = work.club_log.acts_of_club(self.club, MOST_ACTS, MOST_ACTS)
        logged = Counter((one.about, one.detail) for one in acts if one.kind == "joined")
        for user, how in self.joined.items():
            if logged[user, how] != 1:
                yield f"the log has {logged[user, how]} entries of {user}, who joined by {how}"
            if user not in gone and user not in members:
                yield f"{user} joined by {how} and is no member"
        for user in (*self.outside, *self.wanting):
            if user in members:
                yield f"{user} is a member without having joined"
