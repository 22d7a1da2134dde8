"""Month of a club of 200 members with 40 contests, campaigns and 3 owners, with two processes at
once.

Usage: python -m bench.games.contests.club_month [MEMBERS] [sqlite | postgres] [--write]

Members answer, are silent, take holidays, leave the club, are suspended or delete their accounts.
Others join by request or by link and enter contests. Some contests are rated, at tables here and by
entered results, and their organisers correct entries.
The month has a change to summer time, jumps of the clock, outages, and restarts of a process. Half
of the acts are given to both processes at the same moment, and so are all sweeps of the workers. At
the end no contest and no campaign is stuck. Each forfeit is checked against deadlines, outages and
holidays (`forfeits`). All records are decided again, and all ratings are computed again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import timedelta

from app.games import shelf
from app.games.contests import orders as o
from app.games.contests.forms import FORMS
from app.games.contests.state import REFEREE, Contest
from app.kernel.clock_orders import TakeHoliday
from app.kernel.clock_terms import Terms
from app.kernel.contract import Order
from app.kernel.monkey import filled_offer
from app.kernel.seats import Viewer
from app.services.clubs import clubs, dates, members
from app.services.clubs.clubs import ClubTerms
from app.services.clubs.dates import DateTerms
from app.services.people import accounts
from app.services.people.account_rules import name_key
from app.services.play import lobby, open_seats
from app.services.play.rated_battles import compute_all_again
from app.services.play.rating_worker import RatingWorker
from app.services.watch import game_view
from app.services.watch.game_view import GameView
from bench.arguments import exit_with
from bench.games.contests.club_campaign import PLAYERS, ClubCampaign
from bench.games.contests.club_checks import message_faults, table_faults
from bench.games.contests.club_figures import MEMBER_ACTS, write_figures
from bench.games.contests.club_later_changes import LateEntries, RatedCorrections
from bench.games.contests.club_newcomers import Newcomers
from bench.games.contests.club_partner import START, ClubPair
from bench.games.contests.club_rated import RatedTables, rating_terms
from bench.games.contests.forfeits import forfeits, wrong_forfeits
from bench.two_processes import database, end_faults

BOX = shelf()["contests"]
CONTESTS, CAMPAIGNS, OWNERS, ENTRANTS, EVENINGS = 40, 4, 3, (4, 8), 5
DAYS, MORE_DAYS = 31, 150
"""Days of the month, and the most days afterwards, in which only organisers act. Battles of a
campaign may follow one another, each with 14 days.
"""
STEP_DAYS = {
    "answer": 2,
    "play": 5,
    "extension": 2,
    "confirm": 2,
    "challenge": 3,
    "proposal": 3,
    "idle": 10,
    "away": 10,
}
LATE = ("extend", "no_points", "silent", "organiser")
BATTLE_ON_A_TABLE = "cry_havoc/lady_edith"
OF_SILENCE, OF_DEPARTURE, OF_OUTAGE, OF_RESTART, OF_JUMP = 0.01, 0.002, 0.03, 0.02, 0.03
OF_HOLIDAY, LONGEST_HOLIDAY, HOLIDAYS = 0.02, 5, 10
"""Chance of a holiday of an entrant at each step, and days of one and of all."""
NEWCOMERS = 5
"""One of so many users is outside of the club at the beginning."""


class ClubMonth:
    """Club with its contests. `silent` are the users that answer no more, `gone` those who left."""

    def __init__(self, pair: ClubPair, size: int) -> None:
        self.pair, self.services = pair, pair.services
        self.chance = random.Random(size)  # noqa: S311 - random play
        self.silent, self.gone = set[int](), set[int]()
        self.faults: list[str] = []
        self.happened: Counter[str] = Counter()
        with self.services.store.write() as work:
            self.people = [self.add_member(work, number) for number in range(size)]
            work.commit()
        terms = ClubTerms("Club of a month", entry="open")
        self.club = clubs.found_club(self.services, self.people[0], terms).id
        self.first = self.people[: size - size // NEWCOMERS]
        for one in self.first[1:]:
            members.join_club(self.services, self.club, one)
        closed = ClubTerms("Club of a month", entry="request")
        clubs.change_front_page(self.services, self.club, self.people[0], closed)
        owners, later = self.people[:OWNERS], self.people[len(self.first) :]
        self.newcomers = Newcomers(pair, self.club, later, owners, self.note)
        self.rated = RatedTables(self.services, self.give)
        with self.services.store.write() as work:
            for one in self.people[1:OWNERS]:
                work.clubs.give_role(self.club, one, "owner", pair.text(), self.people[0])
            work.commit()
        evening = DateTerms("Evening", "2026-03-26", "18:00", weeks=EVENINGS)
        dates.add_dates(self.services, self.club, self.people[0], evening)
        self.games = [self.found(number) for number in range(CONTESTS)]
        self.campaigns = [self.found_campaign(number) for number in range(CAMPAIGNS)]
        self.entries = LateEntries(pair, self.games, self.note)
        rated = [game for number, game in enumerate(self.games) if rating_terms(number)]
        self.corrections = RatedCorrections(
            self.services, {one: self.owner_of(one) for one in rated}
        )

    def add_member(self, work, number: int) -> int:
        """Number of a new account with an address, which no password opens."""
        name = f"Player {number}"
        found = accounts.add_account(
            work, name=name, name_key=name_key(name), password=None, is_guest=False, language="en"
        )
        work.users.update_user(found, email=f"{number}@example.org")
        return found

    def found(self, number: int) -> int:
        """Contest of one of the owners; members of the club sign up."""
        form = tuple(FORMS)[number % len(FORMS)]
        owner = self.people[number % OWNERS]
        terms = {
            "battle": BATTLE_ON_A_TABLE if number % 4 == 0 else "in_words",
            "words": "Chess",
            "places": str(ENTRANTS[1] - 1),
            "rounds": "3",
            "late": LATE[number % len(LATE)],
            "late_entry": "2",
        } | rating_terms(number)
        game = lobby.open_table(
            self.services,
            owner,
            "contests",
            form,
            REFEREE,
            title=f"Contest {number}",
            terms=terms,
            clock=Terms("steps", then="hold", steps=STEP_DAYS, holidays=HOLIDAYS),
            gathers=True,
            visibility="club",
            club=self.club,
        ).id
        entrants = self.chance.sample(self.first[OWNERS:], self.chance.randint(*ENTRANTS))
        for place, user in enumerate(entrants):
            open_seats.take_seat(
                self.services, game, user, f"in{place}", o.Enter(f"Entrant {place}")
            )
        return game

    def found_campaign(self, number: int) -> ClubCampaign:
        """Campaign of one of the owners with members of the club."""
        players = self.chance.sample(self.first[OWNERS:], PLAYERS)
        people = [self.people[number % OWNERS], *players]
        return ClubCampaign(self.services, number, self.club, people)

    # ------------------------------------------------------------------ the month
    def play(self) -> ClubMonth:
        """Play the month, and then until all rounds are over."""
        while self.pair.now < START + timedelta(days=DAYS):
            self.one_step(self.chance.randint(1, 5))
        self.silent |= set(self.people[OWNERS:])
        while self.pair.now < START + timedelta(days=DAYS + MORE_DAYS) and self.has_open_rounds():
            self.one_step(12)
        self.check_end()
        return self

    def one_step(self, hours: int) -> None:
        """Let hours pass, with what may happen to a server, then sweep, then let people act."""
        drawn = self.chance.random()
        if drawn < OF_OUTAGE:
            self.pair.let_pass(timedelta(hours=hours), is_up=False)
            self.happened["outages"] += 1
        elif drawn < OF_OUTAGE + OF_RESTART:
            self.pair.restart()
            self.happened["restarts"] += 1
        elif drawn < OF_OUTAGE + OF_RESTART + OF_JUMP:
            self.pair.let_pass(timedelta(minutes=-2))
            self.happened["jumps of the clock"] += 1
        self.pair.let_pass(timedelta(hours=hours))
        self.note(self.pair.both("sweep"), "sweep")
        for game in self.games:
            self.act_in(game)
            self.rated.act(game, self.silent | self.gone)
        self.corrections.act()
        for campaign in self.campaigns:
            self.act_in_campaign(campaign)
        self.move_members()

    def act_in(self, game: int) -> None:
        """Let one seat of a contest act, in both processes or in one."""
        look = self.look(game)
        if look.game.status != "running":
            return
        self.check_deadlines(look)
        contest: Contest = look.history.now.state
        users = {one.seat: one.user_id for one in look.seats} | {REFEREE: self.owner_of(game)}
        owed = [one.seat for one in BOX.waiting_for(contest)]
        acting = [
            seat for seat in owed if users.get(seat) and users[seat] not in self.silent | self.gone
        ]
        overdue = self.overdue_battle(game, contest)
        if not acting and not overdue:
            return
        seat = self.chance.choice(acting) if acting else REFEREE
        order = (
            self.order_of(contest, seat)
            if acting
            else o.Decide(overdue, overdue_winner(contest, overdue))
        )
        if order is None:
            return
        self.give(look, seat, users[seat] or 0, order)

    def give(self, look: GameView, seat: str, user: int, order: Order) -> None:
        """Give an order in both processes or in one. Its user may be silent or away from now on."""
        given = ("give", look.game.id, user, seat, look.last, order)
        if self.chance.random() < 0.5:
            answers = self.pair.both(*given)
            self.happened["at once"] += 1
            if answers.count("done") > 1:
                self.faults.append(f"{order} of {seat} in {look.game.id} counted twice")
        else:
            answers = [self.pair.there(*given)]
        self.note(answers, str(order))
        if seat == REFEREE:
            return
        if self.chance.random() < OF_HOLIDAY:
            days = self.chance.randint(1, LONGEST_HOLIDAY)
            holiday = TakeHoliday(self.pair.now.date().isoformat(), days)
            self.note([self.pair.there("give", look.game.id, user, seat, 0, holiday)], "holiday")
            self.happened["holidays"] += 1
        if self.chance.random() < OF_SILENCE:
            self.silent.add(user)
            self.happened["silent"] += 1

    def act_in_campaign(self, campaign: ClubCampaign) -> None:
        """Let one seat of a campaign act. The referee ends it after the month."""
        look = campaign.look()
        if look.game.status != "running":
            return
        self.check_deadlines(look)
        away = self.silent | self.gone
        users = {
            one.seat: one.user_id for one in look.seats if one.user_id and one.user_id not in away
        }
        users[REFEREE] = campaign.referee
        is_last = self.pair.now >= START + timedelta(days=DAYS)
        found = campaign.next_order(look, users, self.pair.now, is_last=is_last)
        if found is not None:
            self.give(look, found[0], users[found[0]], found[1])

    def overdue_battle(self, game: int, contest: Contest) -> str:
        """Battle past its deadline that an organiser has to decide; "" if there is none."""
        with self.services.store.read() as work:
            rows = work.clocks.of_games([game]).get(game, {})
        for one in BOX.waiting_for(contest):
            row = rows.get(one.seat)
            is_late = row is not None and "" < row.deadline <= self.pair.text()
            if is_late and one.rule == "CON-RES-01":
                return one.battle
        return ""

    def order_of(self, contest: Contest, seat: str) -> Order | None:
        """Random main order of a seat. An organiser ends an open contest only at the end."""
        view = BOX.view(contest, Viewer(seat, seat))
        live = [one for one in BOX.offers(view) if one.is_live and not one.ahead]
        live = [one for one in live if one.main] or live
        self.chance.shuffle(live)
        for offer in live:
            order = filled_offer(BOX, view, offer, self.chance) if offer.asks else offer.order
            is_early = isinstance(order, o.CloseContest) and contest.rules.is_open
            if order is not None and not (
                is_early and self.pair.now < START + timedelta(days=DAYS)
            ):
                return order
        return None

    def move_members(self) -> None:
        """Let a member leave the club, be suspended, or delete the account; now and then. Others
        join until the end of the month.
        """
        if self.pair.now < START + timedelta(days=DAYS):
            self.newcomers.act(self.gone)
            self.entries.act(set(self.newcomers.joined) - self.gone)
        for user in (*self.first[OWNERS:], *self.newcomers.joined):
            if user not in self.gone and self.chance.random() < OF_DEPARTURE:
                act = self.chance.choice(MEMBER_ACTS)
                self.gone.add(user)
                self.happened[act] += 1
                self.note(self.pair.both(act, self.club, user), act)

    def note(self, answers: Sequence[str], what: str) -> None:
        """Note faults and refusals."""
        for answer in answers:
            if answer.startswith("!"):
                self.faults.append(f"{self.pair.text()} {what}: {answer}")
            self.happened["refused" if answer[:1].isupper() else answer.split()[0]] += 1

    # ------------------------------------------------------------------ checks
    def check_deadlines(self, look: GameView) -> None:
        """After a sweep each decision of an entrant has a deadline that is not past."""
        with self.services.store.read() as work:
            rows = work.clocks.of_games([look.game.id]).get(look.game.id, {})
        for one in look.box.waiting_for(look.history.now.state):
            row = rows.get(one.seat)
            if one.seat == REFEREE or not one.deadline:
                continue
            if row is None or not row.deadline:
                self.faults.append(f"no deadline in {look.game.id} for {one.seat}: {one.clock_key}")

    def look(self, game: int) -> GameView:
        """Contest as one of its organisers sees it."""
        return game_view.load_view(self.services, game, self.owner_of(game))

    def owner_of(self, game: int) -> int:
        """Organiser of a contest."""
        return self.people[self.games.index(game) % OWNERS]

    def has_open_rounds(self) -> bool:
        return any(look.game.status == "running" for look in self.looks())

    def looks(self) -> Iterator[GameView]:
        """Contests and campaigns as their organisers and referees see them."""
        yield from map(self.look, self.games)
        yield from (campaign.look() for campaign in self.campaigns)

    def check_end(self) -> None:
        """All games are over, their records and ratings are the same again, and nothing came twice.
        No forfeit came too soon.
        """
        for look in self.looks():
            game = f"{look.game.box} {look.game.id}"
            if look.game.status == "running":
                owed = [
                    (one.seat, one.rule) for one in look.box.waiting_for(look.history.now.state)
                ]
                self.faults.append(f"{game} is stuck: {owed}")
            self.faults += [f"{game}: {one}" for one in end_faults(look)]
            self.faults += table_faults(self.services, look, self.happened)
            self.faults += wrong_forfeits(look, self.pair.outages)
            self.happened["moves"] += look.last
            self.happened[look.game.box] += 1
            self.happened["forfeits"] += len(list(forfeits(look)))
        RatingWorker(self.services).sweep()
        if not compute_all_again(self.services, keep=False).is_same:
            self.faults.append("the ratings differ")
        self.happened.update({f"rated: {pool}": n for pool, n in self.rated.counts().items()})
        self.happened.update(f"by {how}" for how in self.newcomers.joined.values())
        self.faults += self.newcomers.end_faults(self.gone)
        self.faults += self.entries.end_faults()
        self.faults += self.corrections.end_faults()
        self.happened["entered later"] = sum(map(len, self.entries.entered.values()))
        self.happened["corrections"] = self.corrections.made()
        self.faults += message_faults(self.services, self.people, self.happened)


def overdue_winner(contest: Contest, battle: str) -> str | None:
    """First entrant of a battle."""
    pairing = contest.pairing(battle)
    return pairing.first if pairing is not None else None


def main(size: int = 200, kind: str = "sqlite", *, is_written: bool = False) -> int:
    """Play the month; return 1 if there is a fault."""
    with database(kind) as url, closing(ClubPair(url)) as pair:
        month = ClubMonth(pair, size).play()
    print(*month.faults[:40], dict(month.happened), f"{len(month.faults)} faults", sep="\n")
    if is_written:
        write_figures(size, kind, month.happened, len(month.faults))
    return 1 if month.faults else 0


if __name__ == "__main__":
    exit_with(main, 200)
