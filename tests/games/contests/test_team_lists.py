"""Army lists of teams: random players come, go, send lists and lead teams."""

from __future__ import annotations

import random

import pytest

from app.games.contests import fog
from app.games.contests import orders as o
from app.games.contests.decide import refusals
from app.games.contests.events import ListSent
from app.games.contests.fog import view_of
from app.games.contests.names import player_name
from app.games.contests.pages import reading_pages
from app.games.contests.state import LEFT, REFEREE, ArmyList, Contest, seat_of
from app.games.contests.team_lists import list_keys, own_key
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR, Viewer
from tests.games.contests.sample_contests import LISTS
from tests.games.contests.test_teams import BOX, Played
from tests.leaks import test_twins

CAPTAINS = ("p1", "p2", "p3")
STEPS = 100


class Listed(Played):
    """Contest of three teams. Players have unique names, and each list names its player."""

    def __init__(self, seed: int) -> None:
        super().__init__("swiss", len(CAPTAINS), seed, **LISTS)
        self.seats = [f"p{n}" for n in range(1, 40)]
        self.given = 0

    def name_of(self, key: str) -> str:
        team = self.state.team_of(key)
        return player_name(team, team.player(key)).in_("en")

    def send(self, seat: str, player: str) -> bool:
        """Send a list that names its player; return false if the rules refuse it."""
        key = player or own_key(self.state, seat)
        if refusals(self.state, o.SendList({}, player), seat):
            return False
        self.given += 1
        by = "" if key == own_key(self.state, seat) else seat
        self.fold([ListSent(key, ArmyList({"of": self.name_of(key)}), by=by)])
        return True

    def act(self) -> None:
        """One random act; the rules may refuse it."""
        keys = [one.key for team in self.state.by_entry for one in team.players]
        act = self.chance.random()
        try:
            if act < 0.5:
                key = self.chance.choice(keys)
                near = [seat_of(key), self.state.team_of(key).key, REFEREE]
                self.send(self.chance.choice([*near, self.chance.choice(self.seats)]), key)
            elif act < 0.6:
                self.give(self.chance.choice(CAPTAINS), o.NamePlayer(f"N{self.chance.random()}"))
            elif act < 0.7:
                self.joins(f"p{self.chance.randint(50, 80)}")
            elif act < 0.8:
                team = self.state.entrants[self.chance.choice(CAPTAINS)]
                order = self.chance.sample(team.squad, self.chance.randint(1, len(team.squad)))
                self.give(team.key, o.SetLineUp(tuple(order)))
            elif act < 0.9:
                self.give(self.chance.choice(CAPTAINS), o.ReleasePlayer(self.chance.choice(keys)))
            else:
                captain = self.chance.choice(CAPTAINS)
                able = list(BOX.successors(self.state, captain))
                if able:
                    self.fold(BOX.succession(self.state, captain, self.chance.choice(able)))
        except Refused:
            return

    def joins(self, seat: str) -> None:
        captain = self.chance.choice(CAPTAINS)
        self.give(seat, o.Enter(player=f"S{self.chance.random()}", team=captain))
        self.give(captain, o.AnswerPlayer(seat, self.chance.random() < 0.8))
        self.seats.append(seat)


def assert_each_list_is_of_its_player(played: Listed, contest: Contest) -> None:
    for key, sent in contest.lists.items():
        assert sent.army == {"of": played.name_of(key)}, key
        player = contest.team_of(key).player(key)
        assert player.status != LEFT or contest.are_lists_open, key


def assert_views_keep_the_secrets(played: Listed, contest: Contest) -> None:
    for seat in (*played.seats, REFEREE, None):
        viewer = SPECTATOR if seat is None else Viewer(seat, seat)
        view = view_of(contest, viewer)
        known = {key for key, one in view.contest.lists.items() if one.army}
        own = {
            key
            for key in contest.lists
            if seat is not None and seat in (seat_of(key), contest.team_of(key).key)
        }
        assert known == own, seat
        rows = reading_pages({}, view).contest.lists
        assert {one.side for one in rows if one.army} <= own
        assert [one.side for one in rows] == list(list_keys(contest))
        for row in rows:
            refused = seat is None or refusals(contest, o.SendList({}, row.side), seat)
            assert row.may_send == (not refused), (seat, row.side)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_lists_stay_with_their_players(seed):
    """CON-TEA-12, CON-TEA-13: in any order of acts, before and after the lists are opened."""
    played = Listed(seed)
    for step in range(STEPS):
        played.act()
        assert_each_list_is_of_its_player(played, played.state)
        if step % 10 == 0:
            assert_views_keep_the_secrets(played, played.state)
    played.give(REFEREE, o.CloseSignUp())
    for seat in dict.fromkeys(seat_of(key) for key in list_keys(played.state)):
        while (order := BOX.default_order(BOX.view(played.state, Viewer(seat, seat)))) is not None:
            played.give(seat, order)
    played.give(REFEREE, o.OpenLists())
    before = dict(played.state.lists)
    for _ in range(STEPS):
        played.act()
        assert_each_list_is_of_its_player(played, played.state)
    assert played.given > 9
    armies = {sent.army["of"] for sent in played.state.lists.values()}
    assert {sent.army["of"] for sent in before.values()} <= armies


def test_random_acts_meet_every_refusal():
    """The random acts send lists that the rules accept, and lists that they refuse."""
    played, chance = Listed(5), random.Random(5)
    answers = {
        played.send(seat, key)
        for seat in (*CAPTAINS, REFEREE)
        for key in chance.sample(list(list_keys(played.state)), 3)
    }
    assert answers == {True, False}


@pytest.mark.proof
def test_a_planted_leak_is_found_on_the_outlets(migrated_sqlite, tmp_path, monkeypatch):
    """With views that hide no list, twin worlds differ for the captain of the other team."""
    monkeypatch.setattr(fog, "knows_list", lambda *_: True)
    with pytest.raises(AssertionError, match="list"):
        test_twins.test_outlets_do_not_depend_on_a_secret(
            migrated_sqlite, tmp_path, "a list of a team is sent", thorough=False
        )
