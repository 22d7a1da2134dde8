"""What neither the view nor the log may tell of the other side, and the dice before a battle."""
from __future__ import annotations

import msgspec
import pytest

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import fog, wording
from app.games.heart_of_africa.beginning import new_game
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.state import AMBUSH, LEADER, Battle, Figure, Land, Unit
from app.kernel.contract import Marks, Setup
from app.kernel.dice import SeededDice
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR, Viewer

SEATS = {"a": "A", "b": "B"}
UNITS = {"A1": Unit("A1", "A", original=1, where=AMBUSH, marker=True), "A2": Unit("A2", "A", original=1), "B1": Unit("B1", "B", original=1)}
FIGURES = {one.id: one for one in (
    Figure("L", "warrior", "A", "A1", role=LEADER, traits=("charismatic",), at=(30.0, 20.0)), Figure("a", "warrior", "A", "A1", at=(31.0, 20.0)),
    Figure("s", "warrior", "A", "A2", at=(10.0, 20.0)), Figure("b", "warrior", "B", "B1", at=(60.0, 20.0)))}
BATTLE = Battle(Land(), seats=SEATS, figures=FIGURES, units=UNITS, turn=3, step="morale", context={"order of A": ("A1", "A2"), "order of B": ("B1",)},
                cancelled=("A1", "A2"), cancels=(("A2", "s"), ("B1", "b")))


def test_the_view_keeps_the_orders_of_the_morale_step():
    known = fog.view(BATTLE, Viewer("b", "B")).battle
    assert known.context == {"order of B": ("B1",)}
    assert known.cancels == (("B1", "b"),)
    assert known.cancelled == ("A2",)
    own = fog.view(BATTLE, Viewer("a", "A")).battle
    assert own.context == {"order of A": ("A1", "A2")}
    assert own.cancelled == ("A1", "A2")


@pytest.mark.parametrize("event", [e.Rallied("L", "A1", 4, 4, True), e.Joined("L", "A1"), e.Deployed("A", "L", {"L": (30.0, 20.0, 0.0)})],
                         ids=lambda event: type(event).__name__)
def test_the_log_says_nothing_of_a_hidden_unit(event):
    assert not wording.wording(BATTLE, event, Viewer("b", "B"))
    assert wording.wording(BATTLE, event, Viewer("a", "A"))


def test_of_a_fire_the_log_names_only_the_dead_that_were_seen():
    event = e.Removed(("a", "s"), "fire")
    heard, own = (wording.wording(BATTLE, event, viewer) for viewer in (Viewer("b", "B"), Viewer("a", "A")))
    assert [line.places for line in heard] == [("s",)]
    assert {place for line in own for place in line.places} == {"a", "s"}


def moved(figures, **places):
    return {key: msgspec.structs.replace(figure, at=places.get(key, figure.at)) for key, figure in figures.items()}


TWINS = [msgspec.structs.replace(BATTLE, figures=moved(FIGURES, **places)) for places in (
    {}, {"L": (45.0, 20.0), "a": (46.0, 20.0)}, {"L": (58.0, 20.0), "a": (59.0, 21.0)})]
"""The ambush lies elsewhere: somewhere, in the middle of a line, under somebody's nose."""
PLACES = ("A1", "A2", "B1", "L", "a", "s", "b", "45,20", "58,20,180", "b@46,20", "b@59,21,180", "s@45.5,20", "a@1,1", "invented", "invented@1,1")


@pytest.mark.parametrize("viewer", [Viewer("b", "B"), SPECTATOR], ids=["the other side", "a spectator"])
def test_looking_measuring_and_the_table_in_words_do_not_depend_on_an_ambush(viewer):
    outlets = []
    for battle in TWINS:
        view = GAME.view(battle, viewer)
        surveys = [GAME.survey(view, place) for place in PLACES]
        drawn = [GAME.drawing(view, Marks(piece=one.piece, lines=one.lines, eyes=one.place, blockers=one.blockers), "en") for one in surveys if one]
        ruler = [GAME.measured(view, one, two) for one in PLACES for two in PLACES]
        outlets.append([surveys, drawn, ruler, GAME.battlefield(view)])
    assert outlets[0] == outlets[1] == outlets[2]
    assert not any(outlets[0][0][PLACES.index(hidden)] for hidden in ("A1", "L", "a", "a@1,1", "invented", "invented@1,1"))
    own = [GAME.survey(GAME.view(battle, Viewer("a", "A")), "a") for battle in TWINS]
    assert own[0] != own[1]


@pytest.mark.parametrize("seed", range(6))
def test_a_limit_agreed_for_scenarios_that_take_it_does_not_bind_a_raid(seed):
    happened = new_game(Setup("diced", SEATS, stock={"attacker": "A", "turn_limit": 14}), SeededDice(bytes([seed]), 1))
    battle = fold(None, happened)
    assert battle.turn_limit == (10 if battle.scenario == "raid" else 14)


def army(trait_rolled=True, **more):
    return {"list": "native_kingdom", "nation": "luba", "year": 1880, "points": 300, "scenario": "encounter", "role": "none",
            "leader": {"type": "spearman", "traits": ["charismatic"], "trait_rolled": trait_rolled},
            "units": [{"spearman": 20}, {"spearman": 20}, {"archer": 20}], **more}


def begun(*, a, b, **stock):
    return new_game(Setup("encounter", SEATS, stock={"armies": {"A": a, "B": b}, **stock}), SeededDice(b"review", 1))


def test_a_trait_left_to_the_die_is_rolled_by_the_house():
    happened = begun(a=army(), b=army(nation="buganda"))
    thrown = [event for event in happened if isinstance(event, e.SetupRolled) and event.purpose == "trait"]
    leaders = {figure.side: figure.traits for figure in happened[0].figures if figure.role == LEADER}
    assert [event.dice[0][0] for event in thrown] == ["A"]
    assert leaders == {"A": (thrown[0].says,), "B": ("disciplinarian",)}
    assert wording.wording(Battle(Land()), thrown[0], Viewer("a", "A"))


def test_a_list_that_nobody_knows_is_refused_and_no_breakdown():
    with pytest.raises(Refused):
        begun(a=army(list="nobody"), b=army(), attacker="dice")


def test_a_new_unit_at_works_survives_the_record():
    unit = Unit("B2", "B", at_works=True)
    assert msgspec.json.decode(msgspec.json.encode(unit), type=Unit) == unit
