"""Teams: random whole contests, secret line-ups, tables and results of boards."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from app.games import shelf
from app.games.contests import child_battles
from app.games.contests import orders as o
from app.games.contests.boards import sums
from app.games.contests.forms import DOUBLE_ROBIN, FORMS, ROBIN, SWISS
from app.games.contests.standings import places_of
from app.games.contests.state import REFEREE, Contest, seat_of
from app.kernel.child_battles import Aftermath
from app.kernel.contract import Setup
from app.kernel.seats import SPECTATOR, Viewer

BOX = shelf()["contests"]
MOST_ORDERS = 4_000
ROUND_FORMS = [one.key for one in FORMS.values() if not one.is_open]
SIZE = 3
PLAYED_HERE = {"battle": "heart_of_africa/encounter", "of_points": "300"}


class RandomDice:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def roll(self, sides: int, purpose: str, of: str = "") -> int:
        return self.chance.randint(1, sides)


class Played:
    """Contest of teams of up to four players that is played at random. `leaving` is the chance that
    a captain or another player goes at each step.
    """

    def __init__(self, form: str, teams: int, seed: int, leaving: float = 0.0, **terms) -> None:
        self.dice, self.chance, self.leaving = RandomDice(seed), random.Random(seed), leaving
        given = {"places": "20", "rounds": "4", "team_size": str(SIZE), "late": "no_points"}
        stock = BOX.agreement.stock(form, (), given | terms, {})
        self.state: Contest | None = None
        self.fold(BOX.new_game(Setup(form, {REFEREE: REFEREE}, (), stock), self.dice))
        for number in range(1, teams + 1):
            self.give(f"p{number}", o.Enter(f"T{number}", f"C{number % 3}", f"A{number}"))
        for number in range(1, teams + 1):
            self.fill(f"p{number}", teams + 10 * number)

    def fill(self, captain: str, first: int) -> None:
        """Up to three other players with and without an account."""
        for number in range(first, first + self.chance.randint(0, 3)):
            if self.chance.random() < 0.5:
                self.give(captain, o.NamePlayer(f"W{number}"))
                continue
            self.give(f"p{number}", o.Enter(player=f"S{number}", team=captain))
            self.give(captain, o.AnswerPlayer(f"p{number}", True))

    def fold(self, events) -> None:
        for event in events:
            for line in BOX.wording(self.state, event, SPECTATOR):
                assert line.says.in_("en") and line.says.in_("es")
            for news in BOX.news(self.state, event) if self.state else ():
                assert all("~" not in side for side in news.sides)
            self.state = BOX.evolve(self.state, event)

    def give(self, seat: str, order) -> None:
        self.fold(BOX.decide(self.state, order, seat, self.dice))

    def step(self) -> None:
        """Give a random order of a seat that owes one, set a line-up, or let a player go."""
        playing = list(self.state.playing())
        if playing and self.chance.random() < self.leaving:
            team = self.chance.choice(playing)
            seats = [key for key in map(seat_of, team.squad) if self.chance.random() < 0.7]
            self.leave(self.chance.choice(seats or [team.key]))
            return
        if playing and self.chance.random() < 0.1:
            team = self.chance.choice(playing)
            order = self.chance.sample(team.squad, self.chance.randint(1, len(team.squad)))
            self.give(team.key, o.SetLineUp(tuple(order)))
        owed = self.chance.choice(list(BOX.waiting_for(self.state)))
        view = BOX.view(self.state, Viewer(owed.seat, owed.seat))
        live = [one for one in BOX.offers(view) if one.is_live and not one.ahead]
        assert live, (owed, self.state.step)
        wanted = [one for one in live if one.main] or live
        self.give(owed.seat, self.chance.choice(wanted).order)

    def leave(self, seat: str) -> None:
        """Leave as the platform does it: the departure, then what follows."""
        self.fold(BOX.side_leaves(self.state, seat, ()).events)
        self.fold(BOX.goes_on(self.state, self.dice))
        assert seat in BOX.eliminated(self.state)

    def to_the_end(self) -> Contest:
        for _ in range(MOST_ORDERS):
            if BOX.outcome(self.state) is not None:
                return self.state
            self.step()
        raise AssertionError(f"no end after {MOST_ORDERS} orders in step {self.state.step}")


@pytest.mark.slow
@pytest.mark.parametrize("form", ROUND_FORMS)
@pytest.mark.parametrize("leaving", [0.0, 0.03])
def test_a_random_contest_of_teams_comes_to_its_end(form, leaving):
    """No player has two boards in a round. Each board belongs to the two teams of its pairing, and
    an answered one brings two board points.
    """
    for teams in (2, 3, 5, 8):
        contest = Played(form, teams, teams, leaving).to_the_end()
        for number in range(1, contest.round + 1):
            fought = Counter(
                key for one in contest.battles() if one.round == number for key in one.entrants
            )
            assert not fought or max(fought.values()) == 1
        for pairing in contest.pairings:
            assert bool(pairing.boards) != pairing.is_bye
            assert len(pairing.boards) <= SIZE
            for board in pairing.boards:
                owners = {contest.team_of(key).key for key in board.entrants}
                assert len(owners) == len(board.entrants) and owners <= {*pairing.entrants}
            if pairing.boards:
                silent = sum(
                    2 - (one.result.winner != "")
                    for one in pairing.boards
                    if one.result is not None and len(one.result.silent) == 2
                )
                assert sum(sums(contest, pairing)) == 2 * len(pairing.boards) - silent
                assert pairing.result.scores == sums(contest, pairing)
        BOX.pages(BOX.view(contest, SPECTATOR))


@pytest.mark.parametrize(("form", "times"), [(ROBIN, 1), (DOUBLE_ROBIN, 2)])
def test_every_pair_of_teams_meets_in_a_round_robin(form, times):
    for teams in (3, 4, 5):
        contest = Played(form, teams, teams).to_the_end()
        met = Counter(frozenset(one.entrants) for one in contest.pairings)
        assert len(met) == teams * (teams - 1) // 2
        assert set(met.values()) == {times}


def test_a_team_without_a_win_is_out_of_a_knock_out():
    for teams in (3, 5, 8):
        contest = Played("knockout", teams, teams).to_the_end()
        lost = Counter(
            one.opponent(one.result.winner) for one in contest.pairings if one.result is not None
        )
        [winner] = BOX.outcome(contest).winners
        assert not lost[winner]
        assert all(lost[one.key] == 1 for one in contest.playing() if one.key != winner)


def test_a_state_of_teams_is_the_same_after_it_is_stored():
    contest = Played(SWISS, 4, 7).to_the_end()
    assert msgspec.json.decode(msgspec.json.encode(contest), type=Contest) == contest


# ---------------------------------------------------------------------- secrets
def test_a_line_up_is_seen_by_the_team_alone():
    played = Played(SWISS, 3, 1)
    team = next(one for one in played.state.by_entry if len(one.squad) > 1)
    events = BOX.decide(played.state, o.SetLineUp(team.squad[::-1]), team.key, played.dice)
    played.fold(events)
    for seat in (*(f"p{n}" for n in range(1, 4)), REFEREE, None):
        viewer = Viewer(seat, seat)
        is_own = seat in map(seat_of, team.squad)
        assert bool(BOX.view(played.state, viewer).contest.lineups) == is_own
        assert bool(BOX.wording(played.state, events[0], viewer)) == is_own
        assert not BOX.news(played.state, events[0])


def test_a_reserve_with_a_seat_sees_the_line_up():
    played = Played(SWISS, 2, 3)
    played.give("p90", o.Enter(player="New", team="p1"))
    before = BOX.view(played.state, Viewer("p90", "p90"))
    played.give("p1", o.SetLineUp(("p1~1",)))
    assert not BOX.view(played.state, Viewer("p90", "p90")).contest.lineups
    played.give("p1", o.AnswerPlayer("p90", True))
    assert BOX.view(played.state, Viewer("p90", "p90")).contest.lineups
    assert not before.contest.lineups


# ---------------------------------------------------------------------- permutations
def test_other_numbers_of_the_teams_change_only_the_lots():
    first, second = (teams_with_lots(order) for order in ((1, 2, 3, 4, 5), (5, 3, 1, 4, 2)))
    assert named_places(first) == named_places(second)


def teams_with_lots(entries) -> Contest:
    """Swiss contest of teams. Lots and results follow from the names of the teams."""
    terms = {"rounds": "3", "team_size": "2", "places": "8"}
    state = None
    stock = BOX.agreement.stock(SWISS, (), terms, {})
    for event in BOX.new_game(Setup(SWISS, {REFEREE: REFEREE}, (), stock), RandomDice(0)):
        state = BOX.evolve(state, event)

    def give(seat, order):
        nonlocal state
        dice = LotsByName({key: one.name for key, one in state.entrants.items()})
        for event in BOX.decide(state, order, seat, dice):
            state = BOX.evolve(state, event)

    for place, name in enumerate(entries, 1):
        give(f"p{place}", o.Enter(str(name)))
        give(f"p{place}", o.NamePlayer("Second"))
    give(REFEREE, o.CloseSignUp())
    for _ in range(3):
        give(REFEREE, o.DraftRound())
        give(REFEREE, o.PublishRound())
        for one in state.open_pairings():
            names = {key: int(state.team_of(key).name) for key in one.entrants}
            if sum(names.values()) % 3:
                give(REFEREE, o.Decide(one.key, max(names, key=names.get)))
            else:
                give(REFEREE, o.Decide(one.key))
    return state


class LotsByName:
    """Dice that draw the entrants by their names."""

    def __init__(self, names: dict[str, str]) -> None:
        self.left = sorted(names, key=lambda key: (len(key), key))
        self.names = names

    def roll(self, sides: int, purpose: str, of: str = "") -> int:
        lowest = min(self.left, key=lambda key: self.names[key])
        place = self.left.index(lowest)
        self.left.remove(lowest)
        return place + 1


def named_places(contest: Contest) -> list[tuple[int, str, int]]:
    return sorted(
        (one.place, contest.entrants[one.entrant].name, one.points) for one in places_of(contest)
    )


# ---------------------------------------------------------------------- tables
def test_boards_of_two_accounts_have_tables_and_results():
    """The seats of a table are those of the players; its result names the players."""
    played = Played(ROBIN, 2, 0, **PLAYED_HERE)
    for number, captain in ((71, "p1"), (72, "p2")):
        played.give(f"p{number}", o.Enter(player=f"X{number}", team=captain))
        played.give(captain, o.AnswerPlayer(f"p{number}", True))
        played.give(captain, o.SetLineUp((f"p{number}", f"{captain}~1")))
    for order in (o.CloseSignUp(), o.DraftRound(), o.PublishRound()):
        played.give(REFEREE, order)
    first, second, *_ = BOX.battles(played.state)
    assert [first.key, second.key] == ["r1.1.1", "r1.1.2"]
    assert {*first.seats.values()} == {"p71", "p72"} and {*second.seats.values()} == {"p1", "p2"}
    boards = {one.key: one for one in played.state.battles()}
    assert [*map(seat_of, boards["r1.1.2"].entrants)] == [*second.seats.values()]
    side = next(side for side, seat in second.seats.items() if seat == "p2")
    order = child_battles.order_of_result(played.state, second, Aftermath((side,), score={side: 4}))
    assert order.winner == "p2~1"
    played.fold(BOX.decide(played.state, order, "", played.dice))
    assert played.state.pairing("r1.1.2").result.winner == "p2~1"
