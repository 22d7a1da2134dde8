"""Sentences of played games agree in gender, number and verb, in both languages.

A quick sample runs always. The mark `proof` prints a battle of bots for every army list, every
scenario of every game, and a campaign.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from app.games.africa_1859.adjudicate import Referee
from app.games.africa_1859.box import GAME as AFRICA
from app.games.africa_1859.data_file import VERSIONS
from app.games.africa_1859.events import EVENTS
from app.games.africa_1859.evolve import evolve
from app.games.cry_havoc.box import GAME as CRY_HAVOC
from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.armies.lists import LISTS
from app.games.heart_of_africa.bench import setup_of
from app.games.heart_of_africa.box import GAME as HEART
from app.kernel import monkey
from app.kernel.contract import Setup
from app.kernel.headless_games import plain_setup, play_game
from app.kernel.refusal import Refusal
from app.kernel.say import noun, say
from app.kernel.seats import Viewer
from bench.games.heart_of_africa.campaign.bots import SEATS
from tests.case_files import cases
from tests.games.agreement import faults_in
from tests.games.heart_of_africa.battles import MOVES
from tests.games.heart_of_africa.battles import SEATS as BATTLE_SEATS
from tests.games.texts_of_games import SEES_ALL, played_by_bots, sentences_in, texts_of_game

HERE = Path(__file__).parent
GUARDS = noun("Guards", "Guardias", "f", plural=True)
LEADER = noun("leader", "líder")
BEDS = say("Reed beds", "Cañaverales")
HOUSE = noun("House", "Casa del Morabito", "f")
HILLS = noun("Hills", "Lomas", "f", plural=True)
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


def faults_of(game, played, every):
    """Faults with the move where they were printed, each sentence once."""
    found = {
        fault: f"{where}: {says.in_('es')} | {says.in_('en')}"
        for where, says in texts_of_game(game, played, every)
        for fault in faults_in(says, NAMED)
    }
    return [f"{fault} -- {where}" for fault, where in found.items()]


# --- The checker
@pytest.mark.parametrize(
    ("says", "fault"),
    [
        (say("{who:The} charge.", "{who:El} carga.", who=GUARDS), "es: verb"),
        (say("{who:The} charges.", "{who:El} cargan.", who=GUARDS), "en: verb"),
        (say("{who:The} charge.", "Los {who} cargan.", who=GUARDS), "es: article"),
        (say("1 {who}", "2 {who}", who=GUARDS), "en: number"),
        (say("2 guards", "1 {who}", who=GUARDS), "es: number"),
        (say("{who:The} fall.", "{who:El} quedan heridos.", who=GUARDS), "es: participle"),
        (say("{who}: hidden", "{who}: escondido", who=GUARDS), "es: participle"),
        (say("an {who}", "un {who}", who=LEADER), "en: article"),
        (say("{where} is closed.", "Se cierra {where}.", where=BEDS), "en: verb of a name"),
        (say("Close {where}.", "{where} está cerca.", where=BEDS), "es: verb of a name"),
        (say("From {where}.", "Desde {where}.", where=HOUSE), "es: no article"),
        (say("{where} to {where}.", "{where} o {where}.", where=HOUSE), "es: no article"),
        (say("It is {where}.", "Son {where}.", where=(HOUSE, HILLS)), "es: no article"),
        (say("Assault on the road.", "Asalto a el camino."), "es: contraction"),
        (say("step unit_moves", "paso"), "en: internal"),
        (say("No leader .", "Sin líder"), "en: spacing"),
        (say("3,5 in", "3,5 pulgadas"), "en: decimal comma"),
        (say("3.5 in", "3.5 pulgadas"), "es: decimal point"),
    ],
)
def test_the_checker_finds_a_fault(says, fault):
    found = faults_in(says, frozenset((HOUSE.es, HILLS.es)))
    assert [one for one in found if one.startswith(fault)], found


@pytest.mark.parametrize(
    "says",
    [
        say("{who:The} charge and fall.", "{who:El} no cargan y quedan heridas.", who=GUARDS),
        say("{who:The} may charge.", "{who:El} pueden cargar.", who=GUARDS),
        say("{who:The} charges: 1 {who}", "{who:El} ha cargado: 1 {who}", who=LEADER),
        say("The space {where} is closed.", "{where}: se cierra.", where=BEDS),
        say("To {where}.", "A {where:el}.", where=HOUSE),
        say("{where}: closed.", "{where}: se cierra.", where=HOUSE),
        say("None of them, § MEL-14: 3.5 in", "Ninguno, § MEL-14: {n} pulgadas", n=3.5),
    ],
)
def test_the_checker_accepts_a_right_sentence(says):
    assert faults_in(says, frozenset([HOUSE.es])) == []


# --- Quick samples
@pytest.mark.parametrize("scenario", ["raid", "planned_attack"])
def test_a_sample_of_a_battle_agrees(scenario):
    played = play_game(
        HEART, Setup(scenario, BATTLE_SEATS), monkey.any_order, "agreement", MOVES[scenario]
    )
    assert faults_of(HEART, played, every=12) == []


def test_a_sample_of_a_campaign_agrees():
    played = played_by_bots(CAMPAIGN, campaign_of(2), "agreement", 60)
    assert faults_of(CAMPAIGN, played, every=15) == []


@pytest.mark.parametrize(("game", "moves"), [(AFRICA, 60), (CRY_HAVOC, 40)], ids=["africa", "cry"])
def test_a_sample_of_a_game_agrees(game, moves):
    scenario = next(one for one in game.card.scenarios if one.guided)
    played = play_game(game, plain_setup(scenario), monkey.any_order, "agreement", moves)
    assert faults_of(game, played, every=6) == []


@pytest.mark.slow
def test_lines_and_refusals_of_the_cases_of_africa_agree():
    faults = set()
    for _, case in cases(str(HERE / "africa_1859" / "test_africa_cases.py")):
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
            yield AFRICA.offers(AFRICA.view(war, Viewer(move.seat, side)))
            for event in move.events:
                if isinstance(event, EVENTS):
                    yield AFRICA.wording(war, event, SEES_ALL)
                    war = evolve(war, event)


# --- Everything
@pytest.mark.proof
@pytest.mark.parametrize("place", range(len(LISTS)), ids=sorted(LISTS))
def test_a_battle_of_bots_of_every_army_list_agrees(place):
    """The scenarios take turns, so that each is fought by three lists."""
    setup = setup_of(4 * place + place % 4, 250)
    played = played_by_bots(HEART, setup, f"agreement/{place}", 600)
    assert faults_of(HEART, played, every=20) == []


@pytest.mark.proof
@pytest.mark.parametrize(
    ("game", "scenario"),
    [(game, one) for game in (AFRICA, CRY_HAVOC) for one in game.card.scenarios],
    ids=lambda part: getattr(part, "key", ""),
)
def test_a_game_of_bots_of_every_scenario_agrees(game, scenario):
    played = played_by_bots(game, plain_setup(scenario), "agreement", 600)
    assert faults_of(game, played, every=5) == []


@pytest.mark.proof
@pytest.mark.parametrize("years", [2, 6])
def test_a_campaign_of_bots_agrees(years):
    played = played_by_bots(CAMPAIGN, campaign_of(years), f"agreement/{years}", 3_000)
    assert faults_of(CAMPAIGN, played, every=10) == []


def campaign_of(years):
    """Campaign of eight players for some years."""
    stock = {"first_year": 1871, "last_year": 1870 + years}
    return Setup(CAMPAIGN.card.scenarios[-1].key, SEATS, stock=stock)
