"""Brackets after groups against an exhaustive search, and corrections of results of groups."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from itertools import chain, permutations, product

import msgspec
import pytest

from app.games import shelf
from app.games.contests.corrections import differences, keep_rounds
from app.games.contests.groups import spread
from app.games.contests.knockout import rounds_for, seed_order
from app.games.contests.standings import places_of
from app.kernel.dice import LoadedDice
from tests.games.contests.test_whole_contests import Played

BOX = shelf()["contests"]
MOST_ORDERS = 20_000
"""Orders of a bracket that the exhaustive search compares."""
SMALL = [
    (groups, advance)
    for groups in range(1, 9)
    for advance in range(1, 9)
    if groups * advance > 1 and math.factorial(groups) ** (advance - 1) <= MOST_ORDERS
]


def levels_of(groups: int, advance: int) -> tuple[list[list[str]], dict[str, int]]:
    """Entrants by place in their groups, and the group of each."""
    levels = [[f"{group}.{place}" for group in range(groups)] for place in range(advance)]
    return levels, {key: int(key.partition(".")[0]) for level in levels for key in level}


def early_meetings(order: Sequence[str], groups: Mapping[str, int]) -> tuple[int, ...]:
    """Pairs of group mates that can meet in round 1, in round 2, and so on."""
    rounds = rounds_for(len(order))
    place = {seed: number for number, seed in enumerate(seed_order(2**rounds))}
    found = [0] * rounds
    for one in range(len(order)):
        for other in range(one):
            if groups[order[one]] == groups[order[other]]:
                found[(place[one + 1] ^ place[other + 1]).bit_length() - 1] += 1
    return tuple(found)


@pytest.mark.parametrize(("count", "advance"), SMALL)
def test_no_other_bracket_lets_group_mates_meet_later(count, advance):
    """Each level keeps its seeds: winners first, then the second of each group."""
    levels, groups = levels_of(count, advance)
    order = spread(levels, groups)
    assert [set(order[n * count : (n + 1) * count]) for n in range(advance)] == list(
        map(set, levels)
    )
    assert list(order[:count]) == levels[0]
    others = product(*(permutations(level) for level in levels[1:]))
    best = min(early_meetings([*levels[0], *chain(*rest)], groups) for rest in others)
    assert early_meetings(order, groups) == best


@pytest.mark.parametrize(("count", "advance"), [(32, 2), (16, 4), (8, 8), (7, 4)])
def test_group_mates_of_a_large_bracket_are_in_different_parts(count, advance):
    """As many parts as entrants of a group go on: halves, quarters or eighths."""
    levels, groups = levels_of(count, advance)
    found = early_meetings(spread(levels, groups), groups)
    parts = rounds_for(advance)
    assert not any(found[: len(found) - parts])


def corrected(played: Played, number: int):
    """State after the events of the contest, with the result of move `number` corrected: every move
    is decided again, and what was drawn stays.
    """
    state = None
    for place, (seat, order, before) in enumerate(played.moves):
        events = before
        if order is not None:
            given = order
            if place == number:
                pairing = state.pairing(order.battle)
                given = msgspec.structs.replace(order, winner=pairing.opponent(order.winner))
            events = BOX.kept_facts(before, BOX.decide(state, given, seat, AnyDice()))
        for event in events:
            state = BOX.evolve(state, event)
    return state


class AnyDice(LoadedDice):
    """Dice whose faces do not count, because drawn facts are kept."""

    def roll(self, sides: int, purpose: str, of: str = "") -> int:
        return 1


class Noted(Played):
    """Contest that notes its moves."""

    def __init__(self, *given) -> None:
        self.moves: list = []
        self.now = None
        super().__init__(*given)

    def fold(self, events) -> None:
        found = list(events)
        self.moves.append((*(self.now or ("", None)), found))
        self.now = None
        super().fold(found)

    def give(self, seat: str, order) -> None:
        self.now = (seat, order)
        super().give(seat, order)


def test_a_correction_of_a_group_changes_places_and_leaves_the_bracket():
    """Random results of groups are corrected after the bracket was drawn. The preview lists what
    changes, and the bracket and its matches stay.
    """
    found = 0
    for seed in range(12):
        played = Noted("groups", 7, seed)
        while not any(one.match for one in played.state.pairings):
            played.step()
        results = [
            place
            for place, (_, order, _) in enumerate(played.moves)
            if type(order).__name__ in ("EnterResult", "Decide") and order.winner
        ]
        number = random.Random(seed).choice(results)
        after = corrected(played, number)
        assert after.advanced == played.state.advanced
        assert [one.entrants for one in after.pairings] == [
            one.entrants for one in played.state.pairings
        ]
        titles = [one.fact.in_("en") for one in differences(played.state, after)]
        assert titles
        if places_of(after) != places_of(played.state):
            found += "The bracket would begin with" in titles
    assert found


def test_dealt_groups_and_a_drawn_bracket_are_kept():
    played = Noted("groups", 7, 1)
    played.to_the_end()
    kinds = {type(event).__name__ for _, _, events in played.moves for event in events}
    assert {"GroupsDealt", "BracketDrawn"} <= kinds
    for _, _, events in played.moves:
        assert list(keep_rounds(events, events)) == events
