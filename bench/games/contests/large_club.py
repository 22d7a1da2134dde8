"""Large club: 40 contests, a year of evenings, 300 battles and 20 finished contests."""

from __future__ import annotations

from datetime import timedelta

from app.games.contests import orders as o
from app.services.clubs import clubs
from app.services.clubs.clubs import ClubTerms
from app.services.container import Services, current_time
from app.services.people import accounts
from app.services.people.account_rules import name_key
from app.services.play import lobby, open_seats
from app.services.server_clock import current_datetime
from app.store.club_chronicles import BattleFacts
from app.store.transactions import UnitOfWork

CONTESTS, BATTLES, EVENINGS, ENTRANTS = 40, 300, 52, 6
PAST_CONTESTS = 20
TERMS = {"battle": "in_words", "words": "Chess"}


def day(ago: int) -> str:
    """Time so many days ago."""
    moment = current_datetime() - timedelta(days=ago)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def add_member(work: UnitOfWork, name: str) -> int:
    """Number of a new account that no password opens."""
    return accounts.add_account(
        work, name=name, name_key=name_key(name), password=None, is_guest=False, language="en"
    )


class LargeClub:
    """Club on a fresh database, founded a year ago."""

    def __init__(self, services: Services, size: int) -> None:
        self.services = services
        with services.store.write() as work:
            self.people = [add_member(work, f"Player {n} of Soria") for n in range(size)]
            work.commit()
        self.club = clubs.found_club(services, self.people[0], ClubTerms("Large club")).id
        with services.store.write() as work:
            work.clubs.change_club(self.club, founded_at=day(365))
            for number, one in enumerate(self.people[1:]):
                role = "owner" if number < 2 else "member"
                work.clubs.give_role(self.club, one, role, current_time(), self.people[0])
            work.commit()
        self.evenings()
        self.contests()
        for number in range(BATTLES):
            self.battle(number)
        for number in range(PAST_CONTESTS):
            self.past_contest(number)

    def evenings(self) -> None:
        """An evening each week of the past year, with 30 answers each."""
        with self.services.store.write() as work:
            for week in range(1, EVENINGS + 1):
                starts = day(7 * week)
                number = work.club_dates.add_date(
                    club_id=self.club,
                    series="",
                    title="Evening",
                    place="Soria",
                    words="",
                    starts_at=starts,
                    tables=6,
                    made_by=None,
                )
                for one in self.people[:30]:
                    work.club_dates.save_answer(number, one, "yes", "", starts)
            work.commit()

    def contests(self) -> None:
        """Contests whose sign-up is open."""
        for number in range(CONTESTS):
            game = lobby.open_table(
                self.services,
                self.people[number % 3],
                "contests",
                "swiss",
                "referee",
                title=f"Contest {number}",
                terms=TERMS,
                gathers=True,
                visibility="club",
                club=self.club,
            ).id
            for place in range(ENTRANTS):
                member = self.people[3 + (number * ENTRANTS + place) % (len(self.people) - 3)]
                order = o.Enter(f"Entrant {place}")
                open_seats.take_seat(self.services, game, member, f"in{place}", order)

    def battle(self, number: int) -> None:
        """Finished battle of two members, as its row shows it."""
        game = lobby.open_table(
            self.services,
            self.people[number % len(self.people)],
            "cry_havoc",
            "first_blood",
            visibility="club",
            club=self.club,
        ).id
        at = day(1 + number % 330)
        with self.services.store.write() as work:
            work.games.update_game(
                game, status="over", ending="agreed", begun_at=at, moved_at=at, listed_at=at
            )
            work.club_chronicles.save_facts(BattleFacts(game, 3 + number % 9, number % 7, 0))
            work.commit()

    def past_contest(self, number: int) -> None:
        """Finished contest, as its row shows it; the chronicle of the club links its chronicle."""
        game = lobby.open_table(
            self.services,
            self.people[0],
            "contests",
            "swiss",
            "referee",
            title=f"Past contest {number}",
            terms=TERMS,
            gathers=True,
            visibility="club",
            club=self.club,
        ).id
        begun, at = day(20 + 15 * number), day(1 + 15 * number)
        with self.services.store.write() as work:
            work.games.update_game(
                game, status="over", ending="closed", begun_at=begun, moved_at=at, listed_at=at
            )
            work.commit()
