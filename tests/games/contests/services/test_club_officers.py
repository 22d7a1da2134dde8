"""Members of a club who decide in its contests, on both databases (CAR-CLB-52)."""

from __future__ import annotations

import msgspec
import pytest

from app.games import shelf
from app.games.contests import orders as o
from app.kernel.correction_orders import CorrectMove
from app.kernel.refusal import Refused
from app.services.clubs import members
from app.services.container import Services
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.play import lobby, open_seats, orders, referee_desk, referees
from app.services.play.chronicle_words import write_words
from app.services.watch import game_list, game_lists
from app.services.watch.waiting_list import load_waiting_list
from tests.games.contests.sample_contests import CHESS
from tests.services.clubs.staffed_club import NAMES, StaffedClub

ENTRANTS = ("member", "member 2", "scribe", "owner 2")


class ClubContest:
    """Contest of a club, founded by its organiser, whose sign-up is open."""

    def __init__(self, services, visibility: str = "club"):
        self.services, self.staffed = services, StaffedClub(services)
        self.ids = self.staffed.ids
        self.id = lobby.open_table(
            services, self.ids["organiser"], "contests", "swiss", "referee", title="Torneo",
            terms=CHESS | {"rounds": "2"}, gathers=True, visibility=visibility, club=self.staffed.club,
        ).id  # fmt: skip
        for role in ENTRANTS if visibility == "club" else ():
            open_seats.take_seat(services, self.id, self.ids[role], f"in {role}", o.Enter())

    def now(self):
        with self.services.store.read() as work:
            game = self.services.find(work, self.id)
            return self.services.histories.of(work, self.services.shelf["contests"], game)

    def give(self, role: str, order) -> None:
        last = self.now().number
        me, command = self.ids[role], f"{role} {type(order).__name__} {last}"
        orders.declare_order(self.services, self.id, me, command, last, order, seat="referee")

    def plays(self, key: str, order) -> None:
        """Give an order of an entrant."""
        last = self.now().number
        with self.services.store.read() as work:
            seats = work.seats.for_game(self.id)
        me = next(one.user_id for one in seats if one.seat == key)
        orders.declare_order(self.services, self.id, me, f"{key} {last}", last, order, seat=key)

    def publish(self, role: str) -> None:
        for order in (o.CloseSignUp(), o.DraftRound(), o.PublishRound()):
            self.give(role, order)

    def decide(self, role: str) -> int:
        """Decide the first open battle; the number of the move."""
        pairing = self.now().now.state.open_pairings()[0]
        self.give(role, o.Decide(pairing.key, pairing.first, 5, 2))
        return self.now().number

    def offers(self, role: str) -> set[type]:
        desk = referee_desk.load_desk(self.services, self.id, self.ids[role])
        return {type(one.order) for one in desk.offers}


@pytest.fixture
def services(database_url):
    services = Services.open(shelf(), database_url)
    yield services
    services.close()


@pytest.fixture
def contest(services) -> ClubContest:
    return ClubContest(services)


@pytest.mark.parametrize("role", ["owner", "organiser 2"])
def test_owners_and_organisers_publish_the_round_of_another_organiser(contest, role):
    contest.publish(role)
    contest.decide(role)
    with contest.services.store.read() as work:
        assert set(work.referees.authors_of_acts(contest.id).values()) == {NAMES[role]}


def test_a_referee_of_the_club_decides_and_corrects_results_only(contest):
    with pytest.raises(Refused, match="CAR-CLB-52"):
        contest.give("referee", o.CloseSignUp())
    contest.publish("organiser")
    published = contest.now().number
    assert contest.offers("referee") == {o.Decide}
    move = contest.decide("referee")
    decided = contest.now().now.state.pairings[0]
    order = o.Decide(decided.key, decided.second, 1, 4)
    right = msgspec.to_builtins(order)
    contest.give("referee", CorrectMove(move, "The sheet was read wrongly.", right))
    assert contest.now().now.state.pairings[0].result.winner == decided.second
    with pytest.raises(Refused, match="CAR-CLB-52"):
        contest.give("referee", CorrectMove(published, "No round."))
    with pytest.raises(NotYourSeat):
        referees.name_referee(contest.services, contest.id, contest.ids["referee"], NAMES["scribe"])


@pytest.mark.parametrize("role", ["member", "reader", "owner 2", "stranger"])
def test_players_and_other_members_decide_nothing(contest, role):
    with pytest.raises((NotYourSeat, NoSuchGame)):
        contest.give(role, o.CloseSignUp())


def test_the_right_ends_with_the_role(contest):
    owner, club = contest.ids["owner"], contest.staffed.club
    contest.give("organiser 2", o.CloseSignUp())
    members.give_role(contest.services, club, owner, contest.ids["organiser 2"], "member")
    members.take_role(contest.services, club, owner, contest.ids["organiser 2"], "organiser")
    with pytest.raises((NotYourSeat, NoSuchGame)):
        contest.give("organiser 2", o.DraftRound())
    members.remove_member(contest.services, club, owner, contest.ids["referee"])
    with pytest.raises(NoSuchGame):
        referee_desk.load_desk(contest.services, contest.id, contest.ids["referee"])


def test_a_private_contest_that_members_do_not_see_has_no_officers(services):
    contest = ClubContest(services, "private")
    with pytest.raises(NoSuchGame):
        contest.give("owner", o.CloseSignUp())


@pytest.mark.parametrize(("role", "asked"), [("organiser", True), ("owner", False)])
def test_only_the_organisers_of_a_contest_are_asked(contest, role, asked):
    me = contest.ids[role]
    with contest.services.store.read() as work:
        game = contest.services.find(work, contest.id)
        (listed,) = game_list.list_games(contest.services, work, [game], me)
    assert listed.mine == "referee"
    assert listed.waits_for_me is asked
    assert game_lists.count_waiting(contest.services, me) == int(asked)


def waiting(contest, role):
    """Words and details of what waits for a member in contests."""
    found = load_waiting_list(contest.services, contest.ids[role]).entries
    return [
        (one.what.in_("en"), *(detail.in_("en") for detail in one.details), one.link)
        for one in found
        if one.kind == "contest"
    ]


def test_officers_of_the_club_find_each_dispute(contest):
    """CAR-CLB-52: both disputes with their battles; the next step is for the organiser only."""
    assert [what for what, *_ in waiting(contest, "organiser")] == ["Close the sign-up"]
    assert waiting(contest, "organiser 2") == waiting(contest, "referee") == []
    contest.publish("organiser")
    for pairing in contest.now().now.state.open_pairings():
        for key, kind in zip(pairing.entrants, (o.EnterResult, o.DisputeResult), strict=True):
            contest.plays(key, kind(pairing.key, key))
    for role in ("organiser", "organiser 2", "referee", "owner"):
        found = waiting(contest, role)
        assert [one[0] for one in found] == ["Decide the result of a battle"] * 2
        assert len({one[2] for one in found}) == 2
    assert "Dragones de Soria" in waiting(contest, "referee")[0]
    assert waiting(contest, "reader") == []


def test_a_scribe_is_asked_for_words_about_the_last_chapter(contest):
    services, scribe = contest.services, contest.ids["reader"]
    with services.store.write() as work:
        work.scribes.add(contest.id, scribe, "2026-01-01T00:00:00.000Z")
        work.commit()
    contest.publish("organiser")
    [found] = waiting(contest, "reader")
    assert (found[0], found[-1].rpartition("/")[2]) == ("Write about the last chapter", "chronicle")
    write_words(services, contest.id, scribe, "turn-0", "Four players came.")
    assert waiting(contest, "reader") == []
