"""Terms agreed before a battle, and contributions to it."""

from __future__ import annotations

import random

import msgspec
import pytest
from shapely.affinity import rotate, scale, translate
from shapely.geometry import Polygon

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import plain_army
from app.games.heart_of_africa.armies.sensible import sensible
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.game_setup.laying_turns import land_laid
from app.games.heart_of_africa.game_setup.terms import read_terms
from app.games.heart_of_africa.setup.scenarios import zone_of
from app.kernel.contract import Marks, Setup
from app.kernel.dice import SeededDice
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR

AGREED = GAME.agreement
SCENARIOS = [one.key for one in GAME.card.scenarios if not one.guided]
SEATS = {"a": "A", "b": "B"}


def army(people="native_warlord/mirambo", points=600, year=1890, scenario="encounter", role="none"):
    key, nation = people.split("/")
    return plain_army(sensible(key, nation, year, points, scenario, role, random.Random(3)))


def begun(scenario, terms, brought):
    stock = AGREED.stock(scenario, (), terms, brought)
    battle = None
    for event in GAME.new_game(Setup(scenario, SEATS, (), stock), SeededDice(b"agreed", 1)):
        battle = GAME.evolve(battle, event)
    return battle


def refused(scenario, terms, brought=None):
    """The rules that say no."""
    with pytest.raises(Refused) as found:
        AGREED.stock(scenario, (), terms, brought or {})
    return {refusal.rule for refusal in found.value.refusals}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_table_opened_without_a_word_can_be_played(scenario):
    terms = AGREED.settled(scenario, {}, {}, random.Random(1))
    assert 1885 <= terms["year"] <= 1899
    assert begun(scenario, terms, {}).units
    assert all(say.in_("es") for say in AGREED.told(scenario, terms))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_that_is_offered_can_be_agreed(scenario):
    for clause in AGREED.terms(scenario, {}):
        answers = [pick.value for pick in clause.choices] or [str(clause.least), str(clause.most)]
        for answer in random.Random(1).sample(answers, min(4, len(answers))):
            terms = AGREED.settled(
                scenario,
                {clause.name: answer, "points": answer if clause.name == "points" else "600"},
                {},
                random.Random(1),
            )
            AGREED.stock(scenario, (), terms, {})


@pytest.mark.parametrize("region", ["steppe", "coast"])
def test_the_table_that_was_shown_is_the_table_of_the_battle(region):
    terms = AGREED.settled("raid", {"region": region}, {}, random.Random(2))
    shown = AGREED.drawing("raid", terms, "en")
    battle = begun("raid", terms, {})
    drawn = GAME.drawing(GAME.view(battle, SPECTATOR), Marks(), "en")
    assert terms["lot"] and [layer.key for layer in shown.ground] == [
        layer.key for layer in drawn.ground
    ]
    assert battle.land.region == region and _ways(shown) == _ways(drawn)


def _ways(scene):
    """Every outline of the country."""

    def of(element):
        yield from (value for key, value in element.attrs if key == "d")
        for child in element.children:
            if not isinstance(child, str):
                yield from of(child)

    return [way for layer in scene.ground for element in layer.ink.elements for way in of(element)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "size", "land"),
    [
        ("encounter", "", (72, 48)),
        ("encounter", "48x36", (48, 36)),
        ("raid", "96x72", (96, 72)),
        ("diced", "60x48", (60, 48)),
    ],
)
def test_the_battle_is_fought_on_a_table_of_the_size_agreed(scenario, size, land):
    terms = AGREED.settled(scenario, {"size": size, "region": "steppe"}, {}, random.Random(1))
    battle = begun(scenario, terms, {})
    assert (battle.land.width, battle.land.depth) == land
    told = [say.in_("en") for say in AGREED.told(scenario, terms)]
    assert [words for words in told if words.startswith("a table of")] == (
        [f"a table of {land[0]} × {land[1]} in"] if size else []
    )
    if scenario != "diced":
        assert AGREED.drawing(scenario, terms, "en").core[2:] == (
            land[0] * 10 + 16,
            land[1] * 10 + 16,
        )


def test_deployment_lies_along_the_sides_of_the_table_agreed():
    """HOA-SCN-06 is in inches from the base edge on any table, HOA-SCN-18 in halves of it."""
    battle = begun(
        "encounter", AGREED.settled("encounter", {"size": "96x72"}, {}, random.Random(1)), {}
    )
    battle = msgspec.structs.replace(battle, edges={"A": "south", "B": "north"})
    assert [zone_of(battle, side).rect for side in "AB"] == [(0, 0, 96, 6), (0, 66, 96, 72)]
    attacked = begun(
        "planned_attack",
        AGREED.settled("planned_attack", {"size": "48x48"}, {}, random.Random(1)),
        {},
    )
    assert zone_of(
        msgspec.structs.replace(attacked, edges={"A": "south", "B": "north"}), "B"
    ).rect == (0, 24, 48, 48)


@pytest.mark.parametrize(
    ("scenario", "size"),
    [
        ("raid", "48x36"),
        ("planned_attack", "48x36"),
        ("diced", "48x36"),
        ("encounter", "72x47"),
        ("encounter", "x"),
        ("encounter", "960x480"),
    ],
)
def test_a_table_of_another_size_is_refused_with_those_that_there_are(scenario, size):
    with pytest.raises(Refused) as found:
        AGREED.settled(scenario, {"size": size}, {}, random.Random(1))
    (refusal,) = found.value.refusals
    assert (
        refusal.rule == "HOA-GEN-08"
        and size in str(refusal)
        and "72x48, 72x72, 96x48" in str(refusal)
    )


def test_a_table_of_the_library_keeps_its_size():
    terms = AGREED.settled("ambush", {"table": "ugogo_road", "size": "96x72"}, {}, random.Random(1))
    assert begun("ambush", terms, {}).land.width == 72 and not any(
        "96" in say.in_("en") for say in AGREED.told("ambush", terms)
    )


def test_a_table_of_the_library_is_the_one_that_is_fought_on():
    assert begun("ambush", {"table": "ugogo_road"}, {}).land.name == "Ugogo"
    assert AGREED.drawing("ambush", {"table": "ugogo_road"}, "es").label == "Mesa: Ugogo"
    assert refused("raid", {"table": "ugogo_road"}) == {"CAR-TAB-06"}


def test_no_drawing_of_a_random_table_in_the_home_country_of_the_defender():
    assert AGREED.drawing("raid", {"lot": 7}, "en") is None
    assert AGREED.drawing("diced", {"region": "coast", "lot": 7}, "en") is None
    assert AGREED.drawing("encounter", {"lot": 7}, "en") is not None


def test_own_armies_meet_with_the_points_of_the_scenario():
    terms = {"points": 400, "year": 1890}
    brought = {
        "A": {"army": army(points=500, scenario="planned_attack", role="attacker")},
        "B": {
            "army": army("native_kingdom/buganda", 400, scenario="planned_attack", role="defender")
        },
    }
    battle = begun("planned_attack", terms, brought)
    assert battle.conditions.points == {"A": 500, "B": 400} and battle.attacker == "A"


def test_an_army_is_judged_as_it_would_fight_here():
    """One year and one limit for all armies, also for those built for other terms."""
    small = {"A": {"army": army(points=600)}}
    assert refused("encounter", {"points": 300, "year": 1890}, small) == {"HOA-ARM-07"}
    mahdists = {"A": {"army": army("sudanese_slavers/mahdists")}}
    assert refused("encounter", {"points": 600, "year": 1875}, mahdists) == {"HOA-LST-53"}
    assert begun("encounter", {"points": 600, "year": 1895}, {"A": {"army": army(year=1891)}}).units


def test_facts_of_an_army_fill_in_blank_terms():
    terms = AGREED.settled(
        "raid", {}, {"A": {"army": army(points=300, year=1871)}}, random.Random(1)
    )
    assert terms == {"year": 1871, "points": 400}
    assert (
        AGREED.settled("raid", {}, {"B": {"army": army(points=300, year=1871)}}, random.Random(1))[
            "points"
        ]
        == 300
    )


def test_the_year_is_no_sign_of_a_people_brought_in_secret():
    with_it = AGREED.settled(
        "raid", {}, {"A": {"people": "sudanese_slavers/mahdists"}}, random.Random(5)
    )
    assert with_it == AGREED.settled("raid", {}, {}, random.Random(5))


def test_a_people_that_is_not_there_or_too_dear_is_refused():
    assert refused("raid", {"year": 1870}, {"B": {"people": "egyptians/egyptians"}}) == {
        "HOA-LST-67"
    }
    assert refused(
        "raid", {"points": 200, "year": 1890}, {"A": {"people": "pastoralist_warriors/karamojong"}}
    ) == {"HOA-ARM-07"}
    assert refused("raid", {}, {"A": {"people": "romans/gauls"}}) == {"HOA-ARM-22"}


def test_a_people_agreed_upon_binds():
    terms = {"people_a": "zanzibaris/zanzibaris", "year": 1890, "points": 600}
    assert [clause.name for clause in AGREED.brings("encounter", terms, "A")] == ["army"]
    assert refused("encounter", terms, {"A": {"people": "egyptians/egyptians"}}) == {"HOA-ARM-22"}
    assert "HOA-ARM-22" in refused("encounter", terms, {"A": {"army": army()}})
    assert begun("encounter", terms, {}).names["A"] == "zanzibaris/zanzibaris"


def test_armies_are_not_built_for_an_unknown_part():
    for scenario, terms in (("diced", {}), ("raid", {"attacker": "dice"})):
        assert "army" not in [clause.name for clause in AGREED.brings(scenario, terms, "A")]
        assert refused(scenario, terms, {"A": {"army": army()}}) == {"HOA-SCN-02"}
    assert "army" in [
        clause.name for clause in AGREED.brings("encounter", {"attacker": "dice"}, "A")
    ]


@pytest.mark.parametrize(
    ("scenario", "terms", "rule"),
    [
        ("raid", {"points": "12"}, "HOA-ARM-07"),
        ("raid", {"points": "many"}, "HOA-ARM-07"),
        ("raid", {"year": "1850"}, "HOA-ARM-01"),
        ("raid", {"lot": "0"}, "HOA-TAB-04"),
        ("planned_attack", {"turn_limit": "7"}, "HOA-SCN-22"),
        ("ambush", {"dark_turns": "1000"}, "HOA-GEN-03"),
        ("raid", {"region": "moon"}, "CAR-TAB-06"),
        ("ambush", {"attacker": "none"}, "CAR-TAB-06"),
        ("ambush", {"light": "red"}, "CAR-TAB-06"),
        ("raid", {"points": "²"}, "HOA-ARM-07"),
        ("raid", {"people_b": "x"}, "CAR-TAB-06"),
    ],
)
def test_invalid_terms_are_refused(scenario, terms, rule):
    assert refused(scenario, terms) == {rule}


@pytest.mark.parametrize("brings", [{"army": "no map"}, {"army": {"list": 1}}, {"wings": "two"}])
def test_invalid_contributions_are_refused(brings):
    assert refused("encounter", {}, {"A": brings})


def test_peoples_are_offered_in_their_years():
    def offered(year):
        clause = next(
            one for one in AGREED.brings("raid", {"year": year}, "A") if one.name == "people"
        )
        return {pick.value for pick in clause.choices}

    assert "colonial_expedition/british" in offered(
        1890
    ) and "colonial_expedition/british" not in offered(1880)
    assert len(offered(1899)) == 1 + sum(map(len, lists.NATIONS.values()))


def test_the_hour_is_agreed_except_for_a_raid():
    assert begun("encounter", {"light": "dusk", "dark_turns": 4}, {}).conditions.dark == (5, 99)
    assert begun("ambush", {"light": "night"}, {}).conditions.dark == (1, 99)
    assert "light" not in [clause.name for clause in AGREED.terms("raid", {})]


def laid(scenario, terms, *changes):
    """The terms after changes, each by a side."""
    for side, change in changes:
        terms = AGREED.laid(scenario, terms, side, change)
    return terms


def refuses(scenario, terms, side, **change):
    with pytest.raises(Refused) as found:
        AGREED.laid(scenario, terms, side, change)
    return {refusal.rule for refusal in found.value.refusals}


OPEN = {"act": "add", "kind": "long_grass", "spots": "20,30", "length": "44", "breadth": "22"}
HILL = {"act": "add", "kind": "low_hill", "spots": "54,34", "length": "32", "breadth": "22"}
GRASS = {"act": "add", "kind": "long_grass", "spots": "50,14", "length": "40", "breadth": "17"}


def table(scenario="encounter", laying="in_turn", region="savannah"):
    return AGREED.settled(
        scenario, {"table": "laid", "laying": laying, "region": region}, {}, random.Random(1)
    )


def test_laid_in_turn_each_side_lays_one_piece_and_may_still_change_it():
    terms = laid("encounter", table(), ("A", OPEN))
    assert refuses("encounter", terms, "A", **HILL) == {"HOA-TAB-04"}
    terms = laid("encounter", terms, ("A", {"act": "turn", "thing": "1"}), ("B", HILL))
    assert refuses("encounter", terms, "A", act="turn", thing="1") == {"HOA-TAB-04"}
    assert refuses("encounter", terms, "A", act="turn", thing="2") == {"HOA-TAB-04"}
    assert AGREED.laying("encounter", terms, "A").turns == ("A",)


def test_one_lays_all_or_nature_and_man_are_two_hands():
    alone = table(laying="by_one")
    assert refuses("encounter", alone, "B", **OPEN) == {"HOA-TAB-04"}
    assert laid("encounter", alone, ("A", OPEN), ("A", HILL))["marks"]
    split = table(laying="split")
    road = {"act": "add", "kind": "road", "spots": "0,10 30,20 71,12"}
    assert (
        refuses("encounter", split, "A", **road)
        == refuses("encounter", split, "B", **OPEN)
        == {"HOA-TAB-04"}
    )
    assert len(laid("encounter", split, ("B", road), ("A", OPEN), ("A", HILL))["marks"]) == 3


def test_a_table_is_ready_when_it_breaks_no_rule_and_all_sides_accept_it():
    terms = laid("encounter", table(laying="by_one"), ("A", OPEN))
    assert refuses("encounter", terms, "A", act="accept") == {"HOA-TAB-06"}
    terms = laid("encounter", terms, ("A", HILL), ("A", GRASS), ("A", {"act": "accept"}))
    assert not AGREED.is_laid("encounter", terms, ["A", "B"]) and AGREED.is_laid(
        "encounter", terms, ["A"]
    )
    terms = laid("encounter", terms, ("B", {"act": "accept"}))
    assert AGREED.is_laid("encounter", terms, ["A", "B"])
    assert {piece.kind for piece in begun("encounter", terms, {}).land.pieces} == {
        "long_grass",
        "low_hill",
    }
    changed = laid("encounter", terms, ("A", {"act": "outline", "thing": "1"}))
    assert not AGREED.is_laid("encounter", changed, ["A"])


def test_a_whole_forest_with_clearings_can_be_laid_by_hand():
    terms = laid(
        "ambush",
        table("ambush", "by_one", "forest"),
        *(
            ("A", {"act": "add", **piece})
            for piece in (
                {"kind": "stream", "spots": "0,20 30,26 50,18 71,30"},
                {"kind": "road", "spots": "10,0 20,20 40,26 60,47"},
                {"kind": "marsh", "spots": "14,26", "length": "44", "breadth": "28"},
                {
                    "kind": "marsh",
                    "spots": "56,24",
                    "length": "46",
                    "breadth": "26",
                    "special": "yes",
                },
                {"kind": "clearing", "spots": "30,40"},
                {"kind": "jungle", "spots": "36,24", "length": "110", "breadth": "90"},
            )
        ),
    )
    laying = AGREED.laying("ambush", terms, "A")
    assert [str(refusal) for refusal in laying.findings] == []
    land = begun(
        "ambush", laid("ambush", terms, ("A", {"act": "accept"}), ("B", {"act": "accept"})), {}
    ).land
    assert sum(piece.kind == "jungle" for piece in land.pieces) >= 2 and any(
        piece.crocodiles for piece in land.pieces
    )


def test_a_table_of_another_size_is_laid_out_to_its_own_sides():
    large, small = ({**table(laying="by_one"), "size": size} for size in ("96x72", "48x36"))
    far = {"act": "add", "kind": "low_hill", "spots": "84,60", "length": "20", "breadth": "14"}
    assert refuses("encounter", small, "A", **far) == {"HOA-GEN-08"}
    terms = laid(
        "encounter",
        large,
        ("A", far),
        ("A", {"act": "add", "kind": "stream", "spots": "1,30 50,34 94,40"}),
    )
    laying = AGREED.laying("encounter", terms, "A")
    assert laying.room == (96, 72) and "96, 30" in laying.clauses[1].hint.in_("en")
    stream = next(
        piece for piece in begun_land("encounter", terms).pieces if piece.kind == "stream"
    )
    assert (stream.path[0][0], stream.path[-1][0]) == (0, 96)
    with pytest.raises(Refused) as found:
        AGREED.laid("encounter", small, "A", far)
    assert "x from 0 to 48, y from 0 to 36" in str(found.value)


def begun_land(scenario, terms):
    return land_laid(scenario, read_terms(scenario, terms)).land


@pytest.mark.parametrize(
    ("kind", "shape", "fields"),
    [
        ("low_hill", "area", {"spots", "length", "breadth", "turn"}),
        ("stream", "line", {"spots", "breadth"}),
        ("road", "line", {"spots"}),
    ],
)
def test_a_piece_is_gripped_by_the_fields_that_it_has(kind, shape, fields):
    spots = "10,30 40,26" if shape == "line" else "30,26"
    terms = laid(
        "encounter",
        table(),
        (
            "A",
            {
                "act": "add",
                "kind": kind,
                "spots": spots,
                "length": "30",
                "breadth": "18",
                "turn": "40",
            },
        ),
    )
    mine, theirs = (AGREED.laying("encounter", terms, side).things[0] for side in "AB")
    assert mine.editable_shape.shape == shape and {clause.name for clause in mine.clauses} - {
        "special"
    } == fields == {"spots", *mine.editable_shape.stretches}
    assert mine.ground and not theirs.ground and not theirs.clauses


def test_the_outline_in_hand_is_that_of_the_piece():
    terms = laid("encounter", table(), ("A", {**HILL, "turn": "40"}))
    grip = AGREED.laying("encounter", terms, "A").things[0].editable_shape
    in_hand = rotate(scale(Polygon(grip.rim), 32, 22, origin=(0, 0)), 40, origin=(0, 0))
    (hill,) = begun_land("encounter", terms).pieces
    assert (
        translate(in_hand, 54, 34).symmetric_difference(Polygon(hill.outline)).area
        < 0.03 * in_hand.area
    )


def test_recorded_marks_are_read_and_marks_of_a_form_are_refused():
    terms = laid("encounter", table(), ("A", OPEN))
    assert refused("encounter", {**terms, "marks": "[]"}) == {"CAR-TAB-06"}
    assert refused("encounter", {**terms, "marks": [{"kind": "long_grass", "spots": []}]}) == {
        "CAR-TAB-06"
    }
    assert "marks" not in AGREED.settled(
        "encounter", {"table": "laid", "marks": terms["marks"]}, {}, random.Random(1)
    )


def test_the_other_side_of_a_bot_is_laid_by_oneself():
    terms = AGREED.settled(
        "raid", {"table": "laid", "laying": "in_turn"}, {}, random.Random(1), alone="B"
    )
    assert AGREED.laying("raid", terms, "B").turns == ("B",)
    assert laid("raid", terms, ("B", OPEN), ("B", HILL))["marks"]
