"""Random whole contests: each ends, and its pairings, places and secrets keep their conditions."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from app.games import shelf
from app.games.contests import orders as o
from app.games.contests.forms import DOUBLE_ROBIN, FORMS, GROUPS, LADDER, LEAGUE, ROBIN, SWISS
from app.games.contests.standings import places_of
from app.games.contests.state import Contest
from app.kernel.contract import Setup
from app.kernel.seats import SPECTATOR, Viewer

BOX = shelf()["contests"]
MOST_ORDERS = 3_000
ROUND_FORMS = [one.key for one in FORMS.values() if not one.is_open]
"""Forms that end by themselves."""


class RandomDice:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def roll(self, sides: int, purpose: str, of: str = "") -> int:
        return self.chance.randint(1, sides)


class Played:
    """Contest that is played at random. `leaving` is the chance that an entrant goes at each
    step.
    """

    def __init__(self, form: str, entrants: int, seed: int, leaving: float = 0.0) -> None:
        self.dice, self.chance = RandomDice(seed), random.Random(seed)
        self.leaving = leaving
        terms = {"places": str(max(2, entrants - 1)), "rounds": "5", "late": "no_points"}
        stock = BOX.agreement.stock(form, (), terms, {})
        setup = Setup(form, {"referee": "referee"}, (), stock)
        self.state: Contest | None = None
        self.fold(BOX.new_game(setup, self.dice))
        for number in range(1, entrants + 1):
            self.give(f"p{number}", o.Enter(f"P{number}", f"C{number % 3}"))

    def fold(self, events) -> None:
        for event in events:
            for line in BOX.wording(self.state, event, SPECTATOR):
                assert line.says.in_("en") and line.says.in_("es")
            self.state = BOX.evolve(self.state, event)

    def give(self, seat: str, order) -> None:
        self.fold(BOX.decide(self.state, order, seat, self.dice))

    def step(self) -> None:
        """Give a random order of a seat that owes one, or let an entrant go."""
        playing = [one.key for one in self.state.playing()]
        if playing and self.chance.random() < self.leaving:
            self.give("referee", o.RemoveEntrant(self.chance.choice(playing)))
            return
        owed = self.chance.choice(list(BOX.waiting_for(self.state)))
        view = BOX.view(self.state, Viewer(owed.seat, owed.seat))
        offered = [one for one in BOX.offers(view) if one.is_live]
        # on a ladder, an entrant without a possible challenge can only let the time run out
        live = [one for one in offered if not one.ahead] or offered
        assert live, (owed, self.state.step)
        wanted = [one for one in live if one.main] or live
        self.give(owed.seat, self.chance.choice(wanted).order)

    def to_the_end(self) -> Contest:
        for _ in range(MOST_ORDERS):
            if BOX.outcome(self.state) is not None:
                return self.state
            self.step()
        raise AssertionError(f"no end after {MOST_ORDERS} orders in step {self.state.step}")


@pytest.mark.parametrize("form", ROUND_FORMS)
@pytest.mark.parametrize("leaving", [0.0, 0.04])
def test_a_random_contest_comes_to_its_end(form, leaving):
    """No entrant has two pairings in a round, and no other seat than that of an entrant is
    paired.
    """
    for entrants in (2, 3, 5, 8, 13):
        for seed in range(3):
            contest = Played(form, entrants, seed, leaving).to_the_end()
            for number in range(1, contest.round + 1):
                paired = Counter(
                    key for one in contest.pairings if one.round == number for key in one.entrants
                )
                assert not paired or max(paired.values()) == 1
                assert set(paired) <= set(contest.entrants)
            pages = BOX.pages(BOX.view(contest, SPECTATOR))
            assert [one.number for one in pages.contest.rounds] == list(range(1, contest.round + 1))


@pytest.mark.parametrize(("form", "times"), [(ROBIN, 1), (DOUBLE_ROBIN, 2)])
def test_every_pair_of_a_round_robin_meets(form, times):
    for entrants in (3, 4, 7, 8):
        contest = Played(form, entrants, entrants).to_the_end()
        met = Counter(frozenset(one.entrants) for one in contest.pairings)
        players = len(contest.playing())
        assert len(met) == players * (players - 1) // 2
        assert set(met.values()) == {times}


@pytest.mark.parametrize(
    "form", [one.key for one in FORMS.values() if one.has_bracket and not one.has_groups]
)
def test_a_knock_out_leaves_one_winner(form):
    for entrants in (3, 5, 8, 9, 16):
        contest = Played(form, entrants, entrants).to_the_end()
        lost = Counter(
            one.opponent(one.result.winner) for one in contest.pairings if one.result is not None
        )
        [winner] = BOX.outcome(contest).winners
        most = 1 if form == "knockout" else 2
        assert lost[winner] < most
        assert all(lost[one.key] == most for one in contest.playing() if one.key != winner)


@pytest.mark.parametrize("leaving", [0.0, 0.03])
def test_groups_are_complete_and_their_bracket_leaves_one_winner(leaving):
    """Each pair of a group meets once in the groups, and the bracket stays as it was drawn."""
    for entrants in (3, 5, 8, 13, 17):
        played = Played(GROUPS, entrants, entrants, leaving)
        advanced: tuple[str, ...] = ()
        while BOX.outcome(played.state) is None:
            played.step()
            assert not advanced or played.state.advanced == advanced
            advanced = played.state.advanced
        contest = played.state
        met = Counter(
            frozenset(one.entrants) for one in contest.pairings if not one.match and not one.is_bye
        )
        assert not met or set(met.values()) == {1}
        if not leaving:
            of_groups = {
                frozenset(pair) for group in contest.groups for pair in combinations(group, 2)
            }
            assert set(met) == of_groups
            [winner] = BOX.outcome(contest).winners
            assert winner in advanced and len(advanced) == 2 * len(contest.groups)


@pytest.mark.parametrize("leaving", [0.0, 0.04])
def test_a_random_ladder_keeps_one_rung_for_each_entrant(leaving):
    """Each entrant with a place has one rung and one battle or challenge at most, and a seat always
    owes a decision.
    """
    for entrants in (2, 3, 5, 8):
        for seed in range(3):
            played = Played(LADDER, entrants, seed, leaving)
            for _ in range(150):
                contest = played.state
                if contest.is_closed:
                    break
                if contest.round:
                    assert sorted(contest.rungs) == sorted(one.key for one in contest.playing())
                    places = [one.entrant for one in places_of(contest)]
                    assert places == list(contest.rungs)
                busy = Counter(
                    key
                    for one in (*contest.challenges, *contest.open_pairings())
                    for key in one.entrants
                )
                assert not busy or max(busy.values()) == 1
                assert BOX.waiting_for(contest)
                played.step()
            assert played.state.round == 1 and (played.state.pairings or entrants < 4 or leaving)
            BOX.pages(BOX.view(played.state, SPECTATOR))


def test_a_random_free_league_keeps_the_number_of_meetings():
    """Entrants with a proposal to answer answer it; others propose at random."""
    for entrants in (2, 3, 6):
        played = Played(LEAGUE, entrants, entrants)
        played.give("referee", o.CloseSignUp())
        for _ in range(100):
            view = BOX.view(played.state, Viewer("p1", "p1"))
            for offer in BOX.offers(view):
                if isinstance(offer.order, o.ChallengeEntrant):
                    free = [one for one in offer.asks[0].choices if not one.no]
                    if free:
                        played.give("p1", o.ChallengeEntrant(played.chance.choice(free).value))
            if BOX.waiting_for(played.state)[0].seat != "referee":
                played.step()
        met = Counter(frozenset(one.entrants) for one in played.state.pairings)
        assert met and max(met.values()) == 1
        played.give("referee", o.CloseContest()) if not played.state.open_pairings() else None


def test_other_numbers_of_the_entrants_change_only_the_lots():
    """The same contest with entrants entered in another order has the same points and places, if
    the lots fall on the same entrants.
    """
    first, second = (swiss_with_lots(order) for order in ((1, 2, 3, 4, 5, 6), (6, 3, 1, 5, 2, 4)))
    assert named_places(first) == named_places(second)


def swiss_with_lots(entries) -> Contest:
    """Swiss contest of three rounds. Lots and results follow from the names of the entrants."""
    stock = BOX.agreement.stock(SWISS, (), {"rounds": "3"}, {})
    state = None
    for event in BOX.new_game(Setup(SWISS, {"referee": "referee"}, (), stock), RandomDice(0)):
        state = BOX.evolve(state, event)

    def give(seat, order):
        nonlocal state
        dice = LotsByName({key: one.name for key, one in state.entrants.items()})
        for event in BOX.decide(state, order, seat, dice):
            state = BOX.evolve(state, event)

    for place, name in enumerate(entries, 1):
        give(f"p{place}", o.Enter(str(name)))
    give("referee", o.CloseSignUp())
    for _ in range(3):
        give("referee", o.DraftRound())
        give("referee", o.PublishRound())
        for one in state.open_pairings():
            winner = max(one.entrants, key=lambda key: state.entrants[key].name)
            give("referee", o.Decide(one.key, winner))
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


@pytest.mark.proof
def test_ten_thousand_contests_come_to_their_end():
    for seed in range(10_000):
        chance = random.Random(seed)
        Played(chance.choice(ROUND_FORMS), chance.randint(2, 24), seed, 0.02).to_the_end()
