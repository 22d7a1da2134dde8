"""Matching of wishes for an opponent: which wishes fit, and which pairs are made."""

from __future__ import annotations

import random
from itertools import combinations

import msgspec
import pytest

from app.kernel.matchmaking import (
    Opposed,
    Player,
    Wish,
    obstacles,
    one_change,
    pair_once,
    pair_wishes,
    seats_opposite,
)

GAMES = ("africa", "cry", "duel", "naval", "siege")
SCENARIOS = {
    game: tuple(Opposed(f"{game}_{number}", ("red", "blue")) for number in (1, 2, 3))
    for game in GAMES
}
EITHER = (("duel_1", "red"), ("duel_1", "blue"))


def wish(number, owner=None, **more):
    given = {"box": "duel", "seats": EITHER, "paces": ("slow",), **more}
    return Wish(number, owner or number, **given)


def players(*owners, **facts):
    return {number: Player(number, **facts.get(f"p{number}", {})) for number in owners}


def pairs(made):
    return [tuple(one.owner for one in pair.wishes) for pair in made]


def due(wishes):
    return {one.number: True for one in wishes}


@pytest.mark.parametrize(
    ("key", "own", "other", "facts"),
    [
        ("game", {}, {"box": "cry", "seats": (("cry_1", "red"),)}, {}),
        ("seat", {"seats": (("duel_1", "red"),)}, {"seats": (("duel_1", "red"),)}, {}),
        ("pace", {}, {"paces": ("live",)}, {}),
        (
            "language",
            {"languages": ("en",), "is_language_required": True},
            {"languages": ("es",)},
            {},
        ),
        ("strength", {"strength": "required"}, {}, {"p2": {"ratings": {"duel": 1701.0}}}),
        ("strength", {"strength": "required"}, {}, {"p2": {"is_secret": True}}),
        ("newcomer", {"welcomes_newcomers": False}, {}, {"p2": {"is_newcomer": True}}),
        ("recent", {"apart": 2}, {"apart": 0}, {"p1": {"opponents": (7, 2)}}),
        ("count", {"at_once": 2}, {}, {"p1": {"playing": 2}}),
        ("apart", {}, {}, {"p1": {"kept_apart": frozenset({2})}}),
    ],
)
def test_each_obstacle_alone_keeps_two_wishes_apart(key, own, other, facts):
    """CAR-OPP-07. Except for a block, the owner can remove the obstacle by one change."""
    one, two, known = wish(1, **own), wish(2, **other), players(1, 2, **facts)
    assert obstacles(one, two, known, SCENARIOS) == obstacles(two, one, known, SCENARIOS) == (key,)
    assert pair_wishes([one, two], known, SCENARIOS, due([one, two])) == []
    change = one_change(one, two, known, SCENARIOS)
    if key == "apart":
        assert change is None
        return
    assert change is not None and change[0] == key
    assert obstacles(change[1], two, known, SCENARIOS) == ()


def test_two_obstacles_are_no_single_change():
    one, two = wish(1), wish(2, paces=("live",), seats=(("duel_2", "red"),))
    assert one_change(one, two, players(1, 2), SCENARIOS) is None


def test_the_requirement_of_the_other_player_is_not_changed():
    one, two = wish(1), wish(2, strength="required")
    known = players(1, 2, p1={"ratings": {"duel": 1900.0}})
    assert obstacles(one, two, known, SCENARIOS) == ("strength",)
    assert one_change(one, two, known, SCENARIOS) is None


def test_the_most_pairs_are_made_even_if_a_closer_pair_is_left():
    """1 fits 2 and 3, and 4 fits 1 only: two pairs, not the pair of equal strength."""
    wishes = [
        wish(1, seats=(("duel_1", "red"),), strength="preferred"),
        wish(2, seats=(("duel_1", "blue"), ("duel_2", "red"))),
        wish(3, seats=(("duel_2", "blue"),)),
        wish(4, seats=(("duel_1", "blue"),)),
    ]
    known = players(1, 2, 3, 4, p4={"ratings": {"duel": 1900.0}})
    assert sorted(pairs(pair_wishes(wishes, known, SCENARIOS, due(wishes)))) == [(1, 4), (2, 3)]


def test_a_preferred_strength_decides_among_equal_numbers_of_pairs():
    wishes = [wish(number, strength="preferred") for number in (1, 2, 3, 4)]
    facts = {
        f"p{number}": {"ratings": {"duel": rating}}
        for number, rating in ((1, 1500.0), (2, 1800.0), (3, 1510.0), (4, 1790.0))
    }
    made = pair_wishes(wishes, players(1, 2, 3, 4, **facts), SCENARIOS, due(wishes))
    assert sorted(pairs(made)) == [(1, 3), (2, 4)]


def test_newcomers_go_to_members_who_welcome_them():
    wishes = [
        wish(1),
        wish(2, welcomes_newcomers=False),
        wish(3, welcomes_newcomers=True),
        wish(4, welcomes_newcomers=False),
    ]
    known = players(1, 2, 3, 4, p1={"is_newcomer": True})
    assert sorted(pairs(pair_wishes(wishes, known, SCENARIOS, due(wishes)))) == [(1, 3), (2, 4)]


def test_the_longest_wait_is_served_first():
    wishes = [wish(1, waited_hours=1), wish(2, waited_hours=90), wish(3, waited_hours=80)]
    assert pairs(pair_wishes(wishes, players(1, 2, 3), SCENARIOS, due(wishes))) == [(2, 3)]


def test_wishes_that_have_just_come_wait_for_better_pairs():
    wishes = [wish(1), wish(2)]
    assert pair_wishes(wishes, players(1, 2), SCENARIOS, {1: False, 2: False}) == []
    assert pair_wishes(wishes, players(1, 2), SCENARIOS, {1: False, 2: True}) != []


def random_wishes(chance, count, owners):
    """Wishes over all games by these owners, at most one for a game each."""
    found = []
    for number in range(1, count + 1):
        game = chance.choice(GAMES)
        seats = [(one.scenario, side) for one in SCENARIOS[game] for side in one.sides]
        found.append(
            wish(
                number,
                chance.randint(1, owners),
                box=game,
                seats=tuple(chance.sample(seats, chance.randint(1, 6))),
                paces=tuple(chance.sample(["live", "daily", "slow"], chance.randint(1, 3))),
                languages=tuple(chance.sample(["en", "es"], chance.randint(1, 2))),
                is_language_required=chance.random() < 0.3,
                strength=chance.choice(["any", "preferred", "required"]),
                welcomes_newcomers=chance.random() < 0.7,
                at_once=chance.randint(1, 3),
                apart=chance.randint(0, 3),
                waited_hours=chance.uniform(0, 300),
            )
        )
    return found


def random_players(chance, owners):
    return {
        number: Player(
            number,
            {game: chance.gauss(1500, 200) for game in GAMES},
            chance.random() < 0.2,
            kept_apart=frozenset(chance.sample(range(1, owners + 1), 2)) - {number},
        )
        for number in range(1, owners + 1)
    }


@pytest.mark.parametrize("seed", [1, pytest.param(range(2, 200), marks=pytest.mark.proof)])
def test_of_200_wishes_over_five_games_every_possible_pair_is_made(seed):
    """CAR-OPP-08: no two wishes that fit are left, and no player gets more games than wished."""
    for each in (seed,) if isinstance(seed, int) else seed:
        chance = random.Random(each)
        wishes, known = random_wishes(chance, 200, 150), random_players(chance, 150)
        made = pair_wishes(wishes, known, SCENARIOS, due(wishes))
        now = dict(known)
        for pair in made:
            one, other = pair.wishes
            assert not {*obstacles(one, other, known, SCENARIOS)} - {"recent", "count"}
            assert (pair.scenario, pair.sides[0]) in one.seats
            assert (pair.scenario, pair.sides[1]) in other.seats
            for mine, theirs, side in zip(pair.wishes, pair.wishes[::-1], pair.sides, strict=True):
                assert now[mine.owner].playing < mine.at_once
                now[mine.owner] = now[mine.owner].after_game(
                    mine.box, pair.scenario, side, theirs.owner
                )
        left = [
            (one.number, other.number)
            for one, other in combinations(wishes, 2)
            if not obstacles(one, other, now, SCENARIOS)
        ]
        assert made and left == [], f"seed {each}"


def most_pairs(edges):
    """Greatest number of disjoint edges, by trying all."""
    if not edges:
        return 0
    (one, other), *rest = edges
    apart = [edge for edge in rest if not {one, other} & {*edge}]
    return max(1 + most_pairs(apart), most_pairs(rest))


@pytest.mark.parametrize("seed", range(30))
def test_a_round_pairs_as_many_players_as_an_exhaustive_search(seed):
    chance = random.Random(seed)
    wishes, known = random_wishes(chance, 12, 8), random_players(chance, 8)
    edges = sorted(
        {
            tuple(sorted((one.owner, other.owner)))
            for one, other in combinations(wishes, 2)
            if not obstacles(one, other, known, SCENARIOS)
        }
    )
    made = pair_once(wishes, known, SCENARIOS, due(wishes))
    assert len(made) == most_pairs(edges)


def test_sides_are_balanced_over_many_games():
    """Twenty players who accept either side, over thirty games each: no player has one side more
    than twice as often as fair.
    """
    wishes = [wish(number, apart=3) for number in range(1, 21)]
    known = players(*range(1, 21))
    for _ in range(30):
        for pair in pair_once(wishes, known, SCENARIOS, due(wishes)):
            for one, other, side in zip(pair.wishes, pair.wishes[::-1], pair.sides, strict=True):
                played = known[one.owner].after_game(one.box, pair.scenario, side, other.owner)
                known[one.owner] = msgspec.structs.replace(played, playing=0)
    assert all(len(one.opponents) == 30 for one in known.values())
    for one in known.values():
        red, blue = (one.sides["duel", "duel_1", side] for side in ("red", "blue"))
        assert abs(red - blue) <= 2


def test_opposite_seats():
    assert list(seats_opposite(wish(1, seats=(("duel_1", "red"),)), SCENARIOS)) == [
        ("duel_1", "blue")
    ]
