"""Surveys: visible pieces, distances, obstacles, possible shots; the ruler; the table in words."""

from __future__ import annotations

import msgspec
import pytest

from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.land import Land, Piece
from app.games.heart_of_africa.pieces import AMBUSH, Figure, Unit
from app.games.heart_of_africa.sight import visibility
from app.games.heart_of_africa.state import DEPLOYMENT, Battle
from app.kernel.contract import Marks
from app.kernel.say import LANGUAGES, Say
from app.kernel.seats import SPECTATOR, Viewer
from app.kernel.space.plane import rect_path
from tests.games.heart_of_africa.battles import fought, view_of

SEATS = {"a": "A", "b": "B"}
JUNGLE = Piece("jungle_1", "jungle", rect_path(18.0, 10.0, 22.0, 20.0))
UNITS = {key: Unit(key, key[0], original=count) for key, count in (("A1", 3), ("B1", 2), ("B2", 1))}
FIGURES = (
    *(Figure(f"a{n}", "soldier", "A", "A1", at=(10.0, 14.0 + n), facing=0.0) for n in range(3)),
    *(Figure(f"b{n}", "spearman", "B", "B1", at=(30.0, 14.0 + n), facing=180.0) for n in range(2)),
    Figure("c", "soldier", "B", "B2", at=(18.0, 30.0), facing=270.0),
)
BATTLE = Battle(
    Land(pieces=(JUNGLE,)),
    seats=SEATS,
    figures={one.id: one for one in FIGURES},
    units=UNITS,
    turn=2,
    step="shooting",
)
HIDDEN = msgspec.structs.replace(
    BATTLE, units={**UNITS, "B1": msgspec.structs.replace(UNITS["B1"], where=AMBUSH)}
)


ONE = Viewer("a", "A")


def seen(place, battle=BATTLE, viewer=ONE):
    return GAME.survey(GAME.view(battle, viewer), place)


def sight(survey, key):
    return next(one for one in survey.sights if one.id == key)


def without(battle, *pieces):
    return msgspec.structs.replace(battle, land=msgspec.structs.replace(battle.land, pieces=pieces))


def test_an_obstacle_to_sight_is_named_with_its_rule_and_marked():
    survey = seen("A1")
    hidden = sight(survey, "B1")
    assert not hidden.free and [no.rule for no in hidden.blockers] == ["HOA-TER-12"]
    assert "Jungle" in str(hidden.blockers[0].says) and "Jungla" in hidden.blockers[0].says.in_(
        "es"
    )
    assert survey.blockers == ("jungle_1",)
    free = next(line for line in survey.lines if line[1] == "18,14")
    blocked = next(line for line in survey.lines if line[0] == "18,14")
    assert free[2] is True and blocked[2] is False and blocked[1] in ("b0", "b1")


def test_the_nearest_come_first_with_bearing_inches_and_centimetres():
    survey = seen("a1")
    assert [one.id for one in survey.sights] == ["B2", "B1"]
    near = sight(survey, "B2")
    assert str(near.far) == "16.2 in (41.1 cm)" and near.far.in_("es") == "16,2 pulgadas (41,1 cm)"
    assert (
        str(near.bearing) == "north-east, 28°, at 10 o’clock"
        and near.bearing.in_("es") == "nordeste, 28°, a las 10"
    )
    assert near.free and str(near.seen) == "in sight"


def test_small_figures_are_measured_in_centimetres_alone():
    assert (
        str(sight(seen("a1", msgspec.structs.replace(BATTLE, options=("centimetres",))), "B2").far)
        == "16.2 cm"
    )


def test_a_shot_has_its_roll_needed_reasons_and_probability():
    shot = sight(seen("a1", without(BATTLE)), "B1").shot
    assert not shot.no and str(shot.needs) == "hits on 4+"
    assert [reason.rule for reason in shot.tally.reasons] == [
        "HOA-SHT-08",
        "HOA-SHT-09",
    ] or shot.tally.total == 1
    assert shot.chance.ways / shot.chance.of == pytest.approx((7 - 4) / 6)
    volley = sight(seen("A1", without(BATTLE)), "B1").shot
    assert str(volley.says).startswith("3 may shoot") and "88%" in str(volley.says)


def test_why_there_is_no_shot():
    unseen = sight(seen("a1"), "B2").shot
    assert [no.rule for no in unseen.no] == ["HOA-SHT-04"]
    assert (
        sight(seen("B1", viewer=Viewer("b", "B")), "A1").shot is None
    )  # spearmen have nothing to shoot with
    weapons = [fact.rule for section in seen("B1").sections for fact in section.facts]
    assert "HOA-TRP-25" in weapons


def test_an_enemy_that_could_shoot_back_is_a_threat():
    turned = msgspec.structs.replace(
        BATTLE,
        figures={**BATTLE.figures, "c": msgspec.structs.replace(BATTLE.figures["c"], facing=242.0)},
    )
    assert sight(seen("a1"), "B2").threat is None
    threat = sight(seen("a1", turned), "B2").threat
    assert str(threat.says) == "it could shoot back" and threat.chance.ways > 0


def test_a_planned_spot_is_reckoned_as_if_one_had_moved_there():
    survey = seen("a1@14,28,30")
    near = sight(survey, "B2")
    assert survey.piece == "a1" and survey.place == "a1@14,28,30" and near.free and not near.shot.no
    assert "HOA-SHT-08" not in [
        reason.rule for reason in near.shot.tally.reasons
    ]  # a figure that has moved has no bonus
    facts = [fact.rule for section in survey.sections for fact in section.facts]
    assert "HOA-SHT-06" in facts and "HOA-DEP-12" in facts  # and it has left its unit
    assert survey.lines[0][0] == "14,28"
    assert BATTLE.figures["a1"].at == (10.0, 15.0)


def test_a_whole_unit_is_planned_elsewhere():
    survey = seen("A1@25,15")
    assert sight(survey, "B1").free and survey.at == "25,15"


@pytest.mark.parametrize("place", ["a1", "12,15"])
def test_more_hidden_figures_need_no_more_calls(place, monkeypatch):
    """The lines of a survey are judged together, so a full table takes no call for each figure."""
    calls, judge = [], visibility.judge_lines
    monkeypatch.setattr(visibility, "judge_lines", lambda looks: calls.append(1) or judge(looks))
    counts = []
    for number in (2, 20):
        more = [
            Figure(f"d{n}", "spearman", "B", "B1", at=(30.0, 13.0 + n / 4), facing=180.0)
            for n in range(number)
        ]
        figures = {**BATTLE.figures, **{one.id: one for one in more}}
        calls.clear()
        survey = GAME.survey(
            GAME.view(msgspec.structs.replace(BATTLE, figures=figures), ONE), place
        )
        counts.append(len(calls))
        hidden = sight(survey, "B1").parts
        assert len(hidden) == number + 2 and not any(one.free for one in hidden)
        assert all(one.blockers for one in hidden)
    assert counts[0] == counts[1]


def test_more_figures_out_of_the_arc_need_no_more_calls(monkeypatch):
    """The lines of shots that are refused are judged together too."""
    calls, judge, counts = [], visibility.judge_lines, []
    monkeypatch.setattr(visibility, "judge_lines", lambda looks: calls.append(1) or judge(looks))
    for number in (2, 20):
        more = [
            Figure(f"d{n}", "spearman", "B", f"D{n // 2}", at=(24.0, 2.0 + n), facing=180.0)
            for n in range(number)
        ]
        units = {f"D{n}": Unit(f"D{n}", "B", original=2) for n in range(number // 2)}
        battle = msgspec.structs.replace(
            without(BATTLE),
            figures={**BATTLE.figures, **{one.id: one for one in more}},
            units={**UNITS, **units},
        )
        calls.clear()
        survey = seen("a1", battle)
        refused = [part.shot for part in sight(survey, "D0").parts]
        assert all(shot is not None and shot.no for shot in refused), survey
        counts.append(len(calls))
    assert counts[1] <= counts[0] + 1, counts


def test_a_bare_place_sees_both_sides():
    assert {one.id for one in seen("14,28").sights} == {"A1", "B1", "B2"}
    assert all(one.shot is None and one.threat is None for one in seen("14,28").sights)


@pytest.mark.parametrize(
    "place",
    [
        "",
        "nobody",
        "B9",
        "a1@",
        "@",
        "1",
        "1,",
        ",",
        "x,y",
        "nan,3",
        "inf,3",
        "-1,3",
        "3,99",
        "1,2,3,4",
        "a1@99,2",
        "1e3,2",
        "a1@1,2@3,4",
        "nobody@3,4",
        "3,4" * 40,
    ],
)
def test_unknown_places_are_not_surveyed(place):
    assert seen(place) is None


def test_an_ambush_is_surveyed_for_its_owner_only():
    for place in ("B1", "b0", "B1@30,14", "b0@30,14"):
        assert seen(place, HIDDEN) is None and seen(place, HIDDEN, SPECTATOR) is None
    assert GAME.measured(GAME.view(HIDDEN, Viewer("a", "A")), "a1", "b0") is None
    assert {one.id for one in seen("A1", HIDDEN).sights} == {"B2"}
    own = seen("B1", HIDDEN, Viewer("b", "B"))
    assert "HOA-DEP-09" in [fact.rule for section in own.sections for fact in section.facts]
    assert GAME.measured(GAME.view(HIDDEN, Viewer("b", "B")), "a1", "b0") is not None


def test_the_ruler_between_bases_and_over_the_ground():
    view = GAME.view(BATTLE, Viewer("a", "A"))
    between = GAME.measured(view, "A1", "B1")
    assert str(between.far) == "19.2 in (48.8 cm)" and between.blockers == ("jungle_1",)
    told = " ".join(str(fact.says) for fact in between.facts)
    assert "4 in of jungle" in told and "Difficult going for 4 in" in told
    bare = GAME.measured(view, "0,0", "3,4")
    assert str(bare.far) == "5 in (12.7 cm)" and "HOA-GEN-06" not in [
        fact.rule for fact in bare.facts
    ]
    assert GAME.measured(view, "A1", "nowhere") is None


def test_the_table_in_words_names_every_piece_with_its_place():
    field = GAME.battlefield(GAME.view(BATTLE, Viewer("b", "B")))
    assert [side for side, _, _ in field.sides] == ["B", "A"]  # one's own first
    jungle = field.country[0]
    assert str(jungle.title) == "Jungle" and {fact.rule for fact in jungle.effects} == {
        "HOA-TER-11",
        "HOA-TER-12",
    }
    assert "from 18 to 22 in from the west edge, from 10 to 20 in from the south edge" in str(
        jungle.pieces[0]
    )
    ours = field.sides[0][2][0]
    assert [key for key, _ in ours.figures] == ["b0", "b1"] and str(ours.figures[0][1]).startswith(
        "Spearman 0 of B1: 30, 14 (14 in from the south edge)"
    )
    assert any("Nearest enemy" in str(fact.says) for fact in ours.facts)


def test_the_deployment_zone_is_shown_to_the_deploying_side():
    battle = msgspec.structs.replace(BATTLE, step=DEPLOYMENT, turn=0)
    mine, theirs = (
        " ".join(str(fact.says) for fact in GAME.battlefield(GAME.view(battle, viewer)).table)
        for viewer in (Viewer("a", "A"), SPECTATOR)
    )
    assert "Your deployment zone" in mine and "Your deployment zone" not in theirs


def sentences(thing):
    """Every sentence in a survey, a measure or a battlefield."""
    if isinstance(thing, Say):
        yield thing
    elif isinstance(thing, msgspec.Struct):
        for name in thing.__struct_fields__:
            yield from sentences(getattr(thing, name))
    elif isinstance(thing, (tuple, list)):
        for one in thing:
            yield from sentences(one)


def rules_in(thing):
    if isinstance(thing, msgspec.Struct):
        if getattr(thing, "rule", ""):
            yield thing.rule
        for name in thing.__struct_fields__:
            yield from rules_in(getattr(thing, name))
    elif isinstance(thing, (tuple, list)):
        for one in thing:
            yield from rules_in(one)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["encounter", "planned_attack"])
def test_everywhere_in_a_battle_it_is_told_in_both_languages_and_drawn(scenario):
    happened = fought(scenario)[:40]
    for battle, seat, _, _ in happened[10::10]:
        for view in (view_of(battle, seat), GAME.view(battle, SPECTATOR)):
            field = GAME.battlefield(view)
            pieces = [one.id for _, _, ones in field.sides for one in ones if one.looks]
            told = [
                field,
                *(GAME.survey(view, key) for key in pieces[:6]),
                GAME.survey(view, "20,20,45"),
                *(GAME.measured(view, pieces[0], key) for key in pieces[1:3]),
            ]
            for one in told:
                assert one is not None
                assert set(rules_in(one)) <= {rule.id for rule in GAME.rulebook} | {"CAR-TAB-06"}
                for says in sentences(one):
                    for language in LANGUAGES:
                        says.in_(language)
            for survey in told[1:-2]:
                assert GAME.survey(view, survey.place) == survey
                GAME.drawing(
                    view,
                    Marks(
                        piece=survey.piece,
                        lines=survey.lines,
                        eyes=survey.place,
                        blockers=survey.blockers,
                    ),
                    "es",
                )
