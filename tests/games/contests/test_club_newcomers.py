"""Users that join a club with two processes at once, as in the bench of a month."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from datetime import timedelta

import pytest

from app.services import server_clock
from app.services.clubs import clubs
from app.services.clubs.clubs import ClubTerms
from bench.games.contests import club_newcomers
from bench.games.contests.club_newcomers import Newcomers
from bench.games.contests.club_partner import START, ClubPair
from bench.games.contests.large_club import add_member

USERS, STEPS = 12, 40


@pytest.mark.slow
def test_users_join_once_by_request_or_link(database_url, monkeypatch):
    """A member without an entry of the log, or an entry without a member, is a fault."""
    monkeypatch.setattr(server_clock, "CLOCK", server_clock.CLOCK)  # set back after the test
    monkeypatch.setattr(club_newcomers, "OF_COMING", 0.15)
    answers: Counter[str] = Counter()
    with closing(ClubPair(database_url)) as pair:
        with pair.services.store.write() as work:
            people = [add_member(work, f"Player {number}") for number in range(USERS)]
            work.commit()
        owner, *others = people
        club = clubs.found_club(pair.services, owner, ClubTerms("Club", entry="request")).id
        newcomers = Newcomers(
            pair, club, others, [owner], lambda found, what: answers.update(found)
        )
        for _ in range(STEPS):
            pair.let_pass(timedelta(hours=3))
            newcomers.act(())
        assert pair.now > START
        assert set(newcomers.joined.values()) == {"link", "request"}
        assert len(newcomers.joined) > USERS / 2
        assert list(newcomers.end_faults(())) == [] and not [one for one in answers if "!" in one]
        first = next(iter(newcomers.joined))
        with pair.services.store.write() as work:
            work.clubs.remove_member(club, first)
            work.commit()
        [fault] = newcomers.end_faults(())
        assert fault.endswith("is no member")
        assert list(newcomers.end_faults([first])) == []
