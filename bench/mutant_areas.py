"""Areas of the mutation run: modules to mutate, and the tests that must notice it.

Areas of a game stand in `bench/games/<key>/mutant_areas.py`. This module imports no module of the
application, because each mutant is imported anew.
"""

from __future__ import annotations

import msgspec

from bench.games import modules_of_games


class Area(msgspec.Struct, frozen=True):
    """Modules to mutate and the tests that must notice it."""

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]


GENERAL = (
    Area(
        "table and results of many sides",
        (
            "app/kernel/table.py",
            "app/kernel/table_decisions.py",
            "app/kernel/table_refusals.py",
            "app/kernel/outcome.py",
        ),
        (
            "tests/contract/test_many_sides.py",
            "tests/contract/test_two_to_sixteen_sides.py",
            "tests/contract/test_draws.py",
            "tests/kernel/test_outcome.py",
            "tests/contract/test_several_seats.py",
            "tests/contract/test_joining_and_leaving.py",
            "tests/contract/test_child_battles.py",
            "tests/services/play/test_games_of_many_sides.py",
            "tests/services/time/test_claims.py",
            "tests/services/time/test_clock_state.py",
            "tests/services/play/test_giving_orders.py",
            "tests/web/test_many_sides.py",
            "tests/contract/test_contract.py",
        ),
    ),
    Area(
        "concession, claims, pauses and undo",
        (
            "app/kernel/side_departures.py",
            "app/kernel/clock_claims.py",
            "app/kernel/clock_decisions.py",
            "app/kernel/clock_pauses.py",
            "app/kernel/undo.py",
        ),
        (
            "tests/contract/test_many_sides.py",
            "tests/contract/test_two_to_sixteen_sides.py",
            "tests/contract/test_several_seats.py",
            "tests/services/time/test_claims.py",
            "tests/services/time/test_clock_state.py",
            "tests/services/play/test_games_of_many_sides.py",
            "tests/services/time/test_clocks.py",
            "tests/services/play/test_giving_orders.py",
            "tests/services/play/test_seat_substitution.py",
            "tests/contract/test_contract.py",
        ),
    ),
    Area(
        "seats, substitution and rematch",
        (
            "app/services/play/lobby.py",
            "app/services/play/rematches.py",
            "app/services/play/seat_substitution.py",
        ),
        (
            "tests/services/play/test_games_of_many_sides.py",
            "tests/services/play/test_uneven_sides.py",
            "tests/services/play/test_rematch_offers.py",
            "tests/services/play/test_seat_substitution.py",
            "tests/services/play/test_lobby.py",
            "tests/services/clubs/test_club_games.py",
            "tests/web/test_table_life.py",
            "tests/web/test_many_sides.py",
        ),
    ),
    Area(
        "forms",
        ("app/web/order_form.py", "app/kernel/space/notation.py"),
        (
            "tests/web/test_answers.py",
            "tests/web/test_order_round_trip.py",
            "tests/web/test_hostile_text.py",
        ),
    ),
)


def all_areas() -> tuple[Area, ...]:
    """Return the general areas with further tests of the games, then the areas of the games."""
    games = tuple(modules_of_games("mutant_areas"))
    general = (
        msgspec.structs.replace(
            area,
            tests=(
                *area.tests,
                *(test for one in games for test in one.FURTHER_TESTS.get(area.name, ())),
            ),
        )
        for area in GENERAL
    )
    return (*general, *(area for one in games for area in one.AREAS))
