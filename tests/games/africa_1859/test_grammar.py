"""Sentences of played games agree in gender, number and verb, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.games.africa_1859.adjudicate import Referee
from app.games.africa_1859.box import GAME
from app.games.africa_1859.data_file import VERSIONS
from app.games.africa_1859.events import EVENTS
from app.games.africa_1859.evolve import evolve
from app.kernel import monkey
from app.kernel.headless_games import plain_setup, play_game
from app.kernel.refusal import Refusal
from app.kernel.seats import Viewer
from tests.case_files import cases
from tests.games.agreement import faults_in
from tests.games.texts_of_games import SEES_ALL, faults_of, played_by_bots, sentences_in

PLACES = frozenset(
    space.title.es
    for data in VERSIONS.values()
    for one in data.maps.values()
    for space in one.spaces.values()
)
COUNTERS = frozenset(
    title.es
    for data in VERSIONS.values()
    for title in (*data.names.values(), *(one.title for one in data.leaders.values()))
)
NAMED = PLACES | COUNTERS
"""Names that have their article in a running sentence."""


def test_a_sample_of_a_game_agrees():
    scenario = next(one for one in GAME.card.scenarios if one.guided)
    played = play_game(GAME, plain_setup(scenario), monkey.any_order, "agreement", 60)
    assert faults_of(GAME, played, every=6, names=NAMED) == []


@pytest.mark.slow
def test_lines_and_refusals_of_the_cases_agree():
    faults = set()
    for _, case in cases(str(Path(__file__).with_name("test_africa_cases.py"))):
        referee = Noting(case)
        referee.played()
        for says in sentences_in([*referee.refused, *referee.offers_and_lines()]):
            faults |= {f"{case['id']}: {one}" for one in faults_in(says, NAMED)}
    assert sorted(faults) == []


class Noting(Referee):
    """Referee of a case that keeps the refusals, and reads offers and lines of each position."""

    refused: tuple[Refusal, ...] = ()

    def as_expected(self, where, row, refusals):
        self.refused += tuple(refusals)
        super().as_expected(where, row, refusals)

    def offers_and_lines(self):
        for table, move in zip(self.tables[:-1], self.moves, strict=True):
            war, side = table.state, table.seats[move.seat]
            yield GAME.offers(GAME.view(war, Viewer(move.seat, side)))
            for event in move.events:
                if isinstance(event, EVENTS):
                    yield GAME.wording(war, event, SEES_ALL)
                    war = evolve(war, event)


@pytest.mark.proof
@pytest.mark.parametrize("scenario", GAME.card.scenarios, ids=lambda one: one.key)
def test_a_game_of_bots_of_every_scenario_agrees(scenario):
    played = played_by_bots(GAME, plain_setup(scenario), "agreement", 600)
    assert faults_of(GAME, played, every=5, names=NAMED) == []
