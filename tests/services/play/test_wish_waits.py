"""Waits of 200 wishes that come within an hour: none exceeds the bound that the page names."""

from __future__ import annotations

import random
from itertools import combinations

import msgspec

from app.kernel.matchmaking import obstacles, pair_wishes
from app.services.play import wish_rules
from app.services.play.wish_pairing import is_wish_due
from tests.kernel.test_matchmaking import SCENARIOS, random_players, random_wishes

SWEEP = 5
"""Minutes between two rounds of this test. The server has `wish_rules.SWEEP_MINUTES`."""


def test_no_wait_of_200_wishes_exceeds_the_bound():
    """CAR-OPP-08: two wishes that fit wait for the hold and one round at most, live ones for one
    round.
    """
    chance = random.Random(11)
    wishes, players = random_wishes(chance, 200, 150), random_players(chance, 150)
    comes = {one.number: chance.randint(0, 60) for one in wishes}
    fit = [two for two in combinations(wishes, 2) if not obstacles(*two, players, SCENARIOS)]
    since: dict[frozenset[int], int] = {}
    longest, made = {True: 0, False: 0}, 0
    for minute in range(0, 91, SWEEP):
        here = {
            one.number: msgspec.structs.replace(one, waited_hours=(minute - comes[one.number]) / 60)
            for one in wishes
            if comes[one.number] <= minute
        }
        is_due = {number: is_wish_due(one) for number, one in here.items()}
        pairs = pair_wishes(here.values(), players, SCENARIOS, is_due)
        made += len(pairs)
        for pair in pairs:
            for one, other, side in zip(pair.wishes, pair.wishes[::-1], pair.sides, strict=True):
                players[one.owner] = players[one.owner].after_game(
                    one.box, pair.scenario, side, other.owner
                )
        for one, other in fit:
            both = frozenset((one.number, other.number))
            if not both <= here.keys() or obstacles(one, other, players, SCENARIOS):
                continue
            began = since.setdefault(both, max(comes[one.number], comes[other.number]))
            is_live = wish_rules.LIVE in (*one.paces, *other.paces)
            longest[is_live] = max(longest[is_live], minute - began)
    assert made > 20
    assert longest[True] == 0
    assert longest[False] <= wish_rules.HOLD_MINUTES
    assert wish_rules.BOUND_MINUTES == wish_rules.HOLD_MINUTES + wish_rules.SWEEP_MINUTES
