"""Summary of a battle: related events together, right numbers, and no fact hidden from the
viewer.
"""

from __future__ import annotations

import re
from functools import cache

import msgspec
import pytest

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.pieces import AMBUSH, LEADER, Figure, Unit
from app.games.heart_of_africa.state import Activation, Battle
from app.games.heart_of_africa.state import Test as Morale
from app.kernel.contract import Marks
from app.kernel.event_summary import Met, event_arrows
from app.kernel.say import LANGUAGES
from app.kernel.seats import SPECTATOR, Viewer
from app.kernel.table import PLATFORM_RULES
from tests.games.heart_of_africa.battles import fought

A, B, ALL = Viewer("a", "A"), Viewer("b", "B"), Viewer(finished=True)
BATTLES = ("encounter", "ambush", "raid")
GOOD = re.compile(r"^[^{}]*\S[^{}]*$")
MEN = {
    one.id: one
    for one in (
        Figure("L", "warrior", "A", "A1", role=LEADER, at=(30.0, 20.0)),
        Figure("a1", "warrior", "A", "A1", at=(31.0, 20.0)),
        Figure("a2", "warrior", "A", "A1", at=(32.0, 20.0)),
        Figure("b1", "askari", "B", "B1", at=(30.0, 30.0)),
        Figure("b2", "askari", "B", "B1", at=(31.0, 30.0)),
    )
}
BATTLE = Battle(
    Land(),
    figures=MEN,
    units={"A1": Unit("A1", "A", original=3), "B1": Unit("B1", "B", original=2)},
    turn=4,
    step="shooting",
)


def met(*events, battle=BATTLE, number=7):
    return [
        Met(number + place, "A", battle.turn, battle, event) for place, event in enumerate(events)
    ]


def told(*events, viewer=ALL, language="en", **more):
    return [item.says.in_(language) for item in GAME.summary_items(met(*events, **more), viewer)]


def shot(figure, target, die, *, hit):
    return e.ShotFired(figure, target, die, (), die, hit, 10.0, (MEN[figure].at, MEN[target].at))


@cache
def witnessed(battle):
    """Every event of a short battle with the state that it met."""
    found = []
    for number, (before, seat, _, happened) in enumerate(fought(battle)):
        state = before
        for event in happened:
            found.append(Met(number, seat.upper(), state.turn, state, event))
            state = GAME.evolve(state, event)
    return tuple(found)


# ---------------------------------------------------------------------- whole battles
@pytest.mark.parametrize("battle", BATTLES)
def test_a_battle_is_recounted_in_both_languages_with_rules_that_exist(battle):
    items = GAME.summary_items(witnessed(battle), ALL)
    assert items
    for item in items:
        for language in LANGUAGES:
            assert all(
                GOOD.match(words.in_(language))
                for words in (item.says, item.title)
                if words is not None
            ), item
        assert all(rule in GAME.rulebook or rule in PLATFORM_RULES for rule in item.rules), item
        assert item.began <= item.move
    first = witnessed(battle)[0].before
    assert GAME.drawing(GAME.view(first, SPECTATOR), Marks(arrows=event_arrows(tuple(items))), "en")


@pytest.mark.parametrize("battle", BATTLES)
def test_it_is_much_shorter_than_the_log(battle):
    its = witnessed(battle)
    lines = sum(len(GAME.wording(one.before, one.event, A)) for one in its)
    assert len(GAME.summary_items(its, A)) < lines


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("viewer", [A, B, SPECTATOR], ids=str)
def test_worlds_that_differ_in_a_hidden_place_are_recounted_alike(battle, viewer):
    its = witnessed(battle)
    twin = [msgspec.structs.replace(one, before=elsewhere(one.before, viewer)) for one in its]
    assert GAME.summary_items(its, viewer) == GAME.summary_items(twin, viewer)


def elsewhere(battle, viewer):
    """Same battle with all hidden units a little farther east."""
    hidden = {
        key
        for key, unit in battle.units.items()
        if unit.where == AMBUSH and unit.side != viewer.side
    }
    moved = {
        key: msgspec.structs.replace(one, at=(one.at[0] + 3, one.at[1]))
        for key, one in battle.figures.items()
        if one.unit in hidden and one.at
    }
    return msgspec.structs.replace(battle, figures={**battle.figures, **moved})


def test_nothing_is_told_of_a_hidden_unit():
    hidden = msgspec.structs.replace(
        BATTLE,
        units={**BATTLE.units, "A1": Unit("A1", "A", original=3, where=AMBUSH)},
        step="morale",
    )
    events = (
        e.Rallied("L", "A1", 4, 4, True),
        e.MoraleRolled(Morale("A1", "losses"), 1, 3, "marker"),
        e.Activated(Activation("A1", "A", 7.0, 3.0)),
        e.Deployed("A", "A1", {"a1": (31.0, 20.0, 0.0)}, ambush=True),
    )
    for event in events:
        assert told(event, viewer=B, battle=hidden) == []
        assert told(event, viewer=A, battle=hidden)


# ---------------------------------------------------------------------- what belongs together
def test_a_unit_s_dice_and_its_march_are_one_thing_with_an_arrow():
    events = (
        e.Activated(Activation("A1", "A", 7.0, 3.0), (("open", "A1", 4), ("open", "A1", 3))),
        e.FigureMoved("a1", ((31.0, 20.0), (31.0, 26.0)), 90.0, ("moved",), 6.0),
        e.FigureMoved("a2", ((32.0, 20.0), (32.0, 24.0)), 90.0, ("moved",), 4.0),
        e.ActivationEnded("A1", "moved"),
    )
    (item,) = GAME.summary_items(met(*events), ALL)
    assert item.says.in_("en") == "The Warriors A1 march up to 6 in to the north."
    assert item.says.in_("es") == "Los Guerreros A1 avanzan hasta 6 pulgadas hacia el norte."
    assert (item.dice, item.way, item.kind, item.began, item.move, item.deed) == (
        (("4", False), ("3", False)),
        ("31.5,20", "31.5,25"),
        "march",
        7,
        10,
        True,
    )


def test_shots_of_a_unit_at_a_unit_are_one_item_with_the_losses():
    events = (
        shot("b1", "a1", 6, hit=True),
        e.Struck("a1", "shot", "b1"),
        shot("b2", "a2", 2, hit=False),
        e.Removed(("a1",), "shot"),
    )
    (item,) = GAME.summary_items(met(*events), ALL)
    assert item.says.in_("en") == "The Askaris B1 fire at the Warriors A1: 2 shots, 1 hit, 1 lost."
    assert (
        item.says.in_("es")
        == "Los Askaris B1 disparan contra los Guerreros A1: 2 disparos, 1 impacto, 1 baja."
    )
    assert (item.side, item.dice, item.lost, item.way) == (
        "B",
        (("6", True), ("2", False)),
        (("A", 1),),
        ("30.5,30", "31.5,20"),
    )


def test_the_fall_of_a_leader_weighs_most():
    events = (shot("b1", "L", 6, hit=True), e.Struck("L", "shot", "b1"), e.Removed(("L",), "shot"))
    (item,) = GAME.summary_items(met(*events), ALL)
    assert "the Leader" in item.says.in_("en")
    assert item.title.in_("es") == "la caída del Líder A"
    assert item.weight > 10


def test_a_comparison_and_its_dead_are_one_thing():
    events = (
        e.Fought(("a1", "b1"), (5, 2), ((), ()), (5, 2), "b1", ("a1", "b1")),
        e.Struck("b1", "melee", "a1"),
        e.Fought(("a2", "b2"), (3, 3), ((), ()), (3, 3), "", ("a2", "b2")),
        e.Removed(("b1",), "melee"),
    )
    assert told(*events) == [
        "The Warriors A1 fight the Askaris B1. The Warriors A1 win 1 combat. 1 Askari (B1) falls."
    ]
    assert told(*events, language="es") == [
        (
            "Los Guerreros A1 luchan contra los Askaris B1. Los Guerreros A1 ganan 1 combate. "
            "Cae 1 Askari (B1)."
        )
    ]


def test_a_test_that_fails_and_the_flight_after_it_are_one_thing():
    events = (
        e.MoraleRolled(Morale("A1", "losses"), 1, 3, "broken"),
        e.Removed(("L", "a1", "a2"), "broken"),
        e.UnitLost("A1", "broken"),
        e.MoraleRolled(Morale("B1", "losses"), 5, 3, "passed"),
    )
    assert told(*events) == [
        "The Warriors A1 break and flee: 3 figures (morale test for losses: 1, 3+ needed).",
        "Morale test passed: the Askaris B1.",
    ]


def test_details_and_headings_are_passed_over():
    assert (
        told(
            e.StepBegan(4, "shooting"),
            e.FireSealed("B"),
            e.Reloaded(("b1",)),
            e.FigureTurned("a1", 90.0),
        )
        == []
    )


# ---------------------------------------------------------------------- shots
def test_a_shot_is_drawn_again_along_the_line_on_record():
    again = GAME.replayed_shot(BATTLE, shot("b1", "a1", 6, hit=True), A)
    assert again.ends == ("b1", "a1")
    assert [(start, end, free) for start, end, free, _ in again.lines] == [("30,30", "31,20", True)]
    assert all(fact.rule in GAME.rulebook for fact in again.facts if fact.rule)
    assert GAME.drawing(
        GAME.view(BATTLE, A),
        Marks(piece="b1", target="a1", lines=again.lines, blockers=again.blockers),
        "es",
    )


def test_no_drawing_of_other_events_and_unknown_shots():
    assert GAME.replayed_shot(BATTLE, e.FireSealed("A"), A) is None
    assert GAME.replayed_shot(None, shot("b1", "a1", 6, hit=True), A) is None
    hidden = msgspec.structs.replace(
        BATTLE, units={**BATTLE.units, "B1": Unit("B1", "B", original=2, where=AMBUSH)}
    )
    assert GAME.replayed_shot(hidden, shot("b1", "a1", 6, hit=True), A) is None


def test_the_cover_of_a_target_is_named_and_marked():
    for battle in BATTLES:
        for one in witnessed(battle):
            if isinstance(one.event, e.ShotFired) and any(
                what == "target_in_cover" for _, what, _ in one.event.mods
            ):
                again = GAME.replayed_shot(one.before, one.event, SPECTATOR)
                assert again.blockers
                assert len(again.blockers) == sum(
                    fact.says.en.startswith(("In cover", "Behind")) for fact in again.facts
                )


def test_every_viewer_with_the_log_line_of_a_shot_can_draw_it_again():
    for battle in BATTLES:
        for one in witnessed(battle):
            for viewer in (A, B, SPECTATOR, ALL):
                lines = GAME.wording(one.before, one.event, viewer)
                assert any(line.sight for line in lines) == (
                    GAME.replayed_shot(one.before, one.event, viewer) is not None
                )


# ---------------------------------------------------------------------- the tables of a report
@pytest.mark.parametrize("battle", BATTLES)
def test_the_report_details_are_full(battle):
    its = witnessed(battle)
    details = GAME.report_details(its, its[-1].before)
    assert set(details.names) == {"A", "B"}
    assert len(details.opening) == 3
    for section in details.opening:
        assert all(
            GOOD.match(says.in_(language))
            for says in (section.title, *(fact.says for fact in section.facts))
            for language in LANGUAGES
        )
    for sheet in details.tables:
        assert sheet.rows
        assert all(len(row) == len(sheet.head) for row in sheet.rows)
        assert all(
            cell.in_(language).strip()
            for row in sheet.rows
            for cell in row
            for language in LANGUAGES
        )


def test_losses_and_luck_are_counted():
    fallen = msgspec.structs.replace(
        BATTLE, figures={**MEN, "a1": msgspec.structs.replace(MEN["a1"], fate="shot")}
    )
    events = (shot("b1", "a1", 6, hit=True), shot("b2", "a2", 2, hit=False))
    losses, _, luck = GAME.report_details(met(*events), fallen).tables
    assert [cell.in_("en") for cell in losses.rows[0]] == [
        "Warriors A1",
        "3",
        "1",
        "–",
        "–",
        "–",
        "–",
        "–",
        "2",
    ]
    assert [[cell.in_("es") for cell in row] for row in luck.rows] == [
        ["Bando B", "disparos", "2", "1 impacto", "0,7 impactos", "+0,3"]
    ]


# ---------------------------------------------------------------------- after the end
def test_a_hidden_ambush_is_drawn_in_the_truth_alone():
    hidden = msgspec.structs.replace(
        BATTLE, units={**BATTLE.units, "A1": Unit("A1", "A", original=3, where=AMBUSH)}
    )
    drawn = {
        viewer: str(GAME.drawing(GAME.view(hidden, viewer), Marks(), "en").layers)
        for viewer in (A, B, SPECTATOR, ALL)
    }
    assert {viewer: "p-a1" in layers for viewer, layers in drawn.items()} == {
        A: True,
        B: False,
        SPECTATOR: False,
        ALL: True,
    }
    assert "is-hidden" in drawn[ALL]
