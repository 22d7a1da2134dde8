"""A battle of a campaign as a table of the battle game, and its result in the campaign."""

from __future__ import annotations

import random
import re

import msgspec
import pytest

from app.games.heart_of_africa import CAMPAIGN, GAME
from app.games.heart_of_africa.armies.army import plain_army
from app.games.heart_of_africa.armies.sensible import sensible
from app.games.heart_of_africa.campaign.orders import Decide
from app.games.heart_of_africa.campaign.state import Entered, Player, Season, War
from app.games.heart_of_africa.game_setup.terms import read_terms
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.pieces import Figure, Unit
from app.games.heart_of_africa.state import Battle
from app.kernel import table, table_decisions
from app.kernel.battle_results import FromTable, ResultTaken, ResultTooLate
from app.kernel.child_battles import ENTERED, OVER, READY, VOID, Aftermath, Losses
from app.kernel.contract import Setup
from app.kernel.dice import LoadedDice, Roll, SeededDice
from app.kernel.refusal import Refused

SEATS = {"referee": "referee", "s1": "p1", "s2": "p2", "s3": "p3"}
PLAYERS = {
    "p1": Player("p1", "zanzibaris", "zanzibaris", "native", hongos=12, joined=1),
    "p2": Player("p2", "white_explorers", "expedition", "explorer", hongos=5, joined=2),
    "p3": Player("p3", "egyptians", "egyptians", "colonial", hongos=None, joined=3),
}
WAR = War(
    "b1", "p1", "p2", "ready", scenario="raid", points={"p1": 495, "p2": 600},
    ground=("forest", "savannah"), chosen="forest", turn=3, year=1886,
)  # fmt: skip
B_WINS = Aftermath(("B",), 6, {"A": 3}, {"A": Losses(fallen=9), "B": Losses(leaders_lost=1)})


def season(*wars: War) -> Season:
    return Season(turn=3, year=1886, step="battles", seats=SEATS, players=PLAYERS, battles=wars)


def position(*wars: War) -> table.Table:
    return table.Table(scenario="campaign", seats=SEATS, state=season(*wars))


def army(people: str, points: int, role: str, class_: str | None = None):
    key, nation = people.split("/")
    chance = random.Random(3)
    return plain_army(sensible(key, nation, 1886, points, "raid", role, chance, class_))


# ---------------------------------------------------------------------- terms
def test_a_battle_is_named_once_its_ground_is_chosen():
    waiting = msgspec.structs.replace(WAR, chosen="")
    assert CAMPAIGN.battles(season(waiting)) == ()
    [battle] = CAMPAIGN.battles(season(WAR))
    assert (battle.key, battle.box, battle.scenario) == ("b1", "heart_of_africa", "raid")
    assert battle.seats == {"A": "s1", "B": "s2"} and battle.status == READY
    terms = read_terms(battle.scenario, battle.terms)
    assert (terms.total("A"), terms.total("B"), terms.year, terms.region) == (
        *(495, 600, 1886),
        "forest",
    )


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"entered": Entered("p1", "p1")}, ENTERED),
        ({"status": "closed", "winner": "p1"}, OVER),
        ({"status": "void"}, VOID),
    ],
)
def test_the_table_knows_whether_its_result_is_awaited(change, status):
    assert CAMPAIGN.battles(season(msgspec.structs.replace(WAR, **change)))[0].status == status


def test_egyptians_fight_in_their_class():
    war = msgspec.structs.replace(WAR, defender="p3", points={"p1": 495, "p3": 720})
    [battle] = CAMPAIGN.battles(season(war))
    stock = GAME.agreement.stock("raid", (), battle.terms, {})
    assert stock["peoples"]["B"] == {
        "list": "egyptians",
        "nation": "egyptians",
        "campaign_class": "colonial",
    }
    brought = {"B": {"army": army("egyptians/egyptians", 720, "defender", "native")}}
    fights = GAME.agreement.stock("raid", (), battle.terms, brought)["armies"]["B"]
    assert fights["campaign_class"] == "colonial"


@pytest.mark.parametrize("scenario", ["encounter", "ambush", "planned_attack", "raid"])
def test_the_battle_begins_under_the_terms_of_the_campaign(scenario):
    [battle] = CAMPAIGN.battles(season(msgspec.structs.replace(WAR, scenario=scenario)))
    stock = GAME.agreement.stock(scenario, (), battle.terms, {})
    now = None
    for event in GAME.new_game(
        Setup(scenario, {"A": "A", "B": "B"}, (), stock), SeededDice(b"c", 1)
    ):
        now = GAME.evolve(now, event)
    assert now.conditions.campaign and now.attacker == "A" and now.conditions.has_defender
    assert now.conditions.points == {"A": 495, "B": 600}
    assert now.land.region == "forest"
    assert "Zanz" in str(now.names["A"]) or "zanz" in now.names["A"]


def test_an_army_is_judged_by_the_total_of_its_side_and_by_its_people():
    [battle] = CAMPAIGN.battles(season(WAR))
    fits = {"A": {"army": army("zanzibaris/zanzibaris", 495, "attacker")}}
    assert GAME.agreement.stock("raid", (), battle.terms, fits)["armies"]["A"]["points"] == 495
    for wrong in (
        army("zanzibaris/zanzibaris", 900, "attacker"),
        army("native_warlord/mirambo", 495, "attacker"),
    ):
        with pytest.raises(Refused):
            GAME.agreement.stock("raid", (), battle.terms, {"A": {"army": wrong}})


def test_terms_of_a_campaign_are_told_and_not_agreed_at_an_ordinary_table():
    [battle] = CAMPAIGN.battles(season(WAR))
    told = [one.in_("en") for one in GAME.agreement.told("raid", battle.terms)]
    assert told[:3] == ["a battle of a campaign", "495 points attack 600", "1886"]
    settled = GAME.agreement.settled("raid", battle.terms, {}, random.Random(1))
    assert not {"campaign", "points_a", "points_b"} & set(settled)


# ---------------------------------------------------------------------- results
def test_a_result_from_the_table_has_the_effect_of_the_referees_decision():
    """HOA-CMP-27 and HOA-CMP-37 through one function: spoils, and the wound of a fallen Leader."""
    now = position(WAR)
    found = []
    for order, seat in ((FromTable("b1", 9, B_WINS), ""), (Decide("b1", "p2", ("p2",)), "referee")):
        dice = LoadedDice((Roll("wound", "p2", 6, 3),))
        events = table_decisions.decide_on(CAMPAIGN, now, order, seat, dice)
        assert not dice.left
        found.append(events)
    assert found[0] == (ResultTaken("b1", 9, B_WINS), *found[1])
    after = table.after_all(CAMPAIGN, now, found[0]).state
    assert after.battle("b1").winner == "p2"
    assert (after.players["p1"].hongos, after.players["p2"].hongos) == (11, 6)


@pytest.mark.parametrize("winners", [(), ("A", "B")])
def test_a_draw_on_the_table_is_no_decision(winners):
    order = FromTable("b1", 9, Aftermath(winners, 10))
    after = table.after_all(
        CAMPAIGN,
        position(WAR),
        table_decisions.decide_on(CAMPAIGN, position(WAR), order, "", LoadedDice()),
    )
    assert after.state.battle("b1").status == "no_decision"


@pytest.mark.parametrize(
    "change",
    [
        {"status": "void"},
        {"status": "closed", "winner": "p1"},
        {"entered": Entered("p1", "p1")},
    ],
)
def test_a_result_of_a_void_or_entered_battle_has_no_effect(change):
    now = position(msgspec.structs.replace(WAR, **change))
    events = table_decisions.decide_on(CAMPAIGN, now, FromTable("b1", 9, B_WINS), "", LoadedDice())
    assert tuple(events) == (ResultTooLate("b1", 9),)


def test_only_the_server_gives_an_order_without_a_seat():
    with pytest.raises(Refused) as refused:
        table_decisions.decide_on(CAMPAIGN, position(WAR), Decide("b1", "p1"), "", LoadedDice())
    assert refused.value.refusals[0].rule == "CAR-TAB-03"


# ---------------------------------------------------------------------- aftermath
def test_the_aftermath_counts_losses_by_their_cause():
    men = [
        Figure("L", "white_man", "A", role="leader", fate="shot"),
        Figure("A1.0", "askari", "A", unit="A1", fate="melee"),
        Figure("A1.1", "askari", "A", unit="A1", fate="broken"),
        Figure("B1.0", "warrior", "B", unit="B1", fate="exited"),
        Figure("K", "witch_doctor", "B", fate="captured"),
    ]
    battle = Battle(
        Land(),
        figures={one.id: one for one in men},
        units={"A1": Unit("A1", "A", fate="broken"), "B1": Unit("B1", "B", fate="exited")},
        turn=7,
        captured={"B": 2},
    )
    found = GAME.aftermath(battle)
    assert found.turns == 7 and found.winners == ()
    assert found.losses == {
        "A": Losses(fallen=2, leaders_lost=1, units_broken=1),
        "B": Losses(captured=2),
    }


def test_the_units_with_casualties_are_named_with_their_figures():
    men = [
        Figure("L", "white_man", "A", role="leader", fate="shot"),
        Figure("A1.0", "askari", "A", unit="A1", fate="melee"),
        Figure("A1.1", "askari", "A", unit="A1", fate="broken"),
        Figure("B1.0", "warrior", "B", unit="B1", fate="exited"),
        Figure("C.0", "baggage", "B", unit="C", fate="fire"),
    ]
    units = (
        Unit("A1", "A", original=2),
        Unit("B1", "B", original=1),
        Unit("C", "B", kind="baggage", original=1),
    )
    battle = Battle(
        Land(),
        figures={one.id: one for one in men},
        units={one.id: one for one in units},
    )
    found = [(one.side, one.fallen, one.figures) for one in GAME.unit_falls(battle)]
    assert found == [("A", 1, 2), ("A", 1, 1)]


def test_the_losses_of_a_table_are_told_as_those_of_a_report():
    losses = {"A": Losses(9, 2, leaders_lost=1), "B": Losses(units_broken=1)}
    [battle] = CAMPAIGN.battles(season(WAR))
    found = CAMPAIGN.result_words(season(WAR), battle, Aftermath(("A",), 7, losses=losses))
    told = [says.in_("en").split(": ") for says in found]
    assert [line[0] for line in told] == [
        "Leaders lost",
        "Fallen figures",
        "Turns played",
        "Baggage lost",
        "Broken units",
    ]
    numbers = [re.findall(r"\d+", line[1]) for line in told]
    assert numbers == [[], ["9", "0"], ["7"], ["2", "0"], ["0", "1"]]
