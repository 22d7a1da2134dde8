"""Army building: the case books, the checks of the catalogue that are about one number, and armies
raised by chance.
"""

import json
import random
import re
from pathlib import Path

import msgspec
import pytest

from app.cli.rule_sources import find_homes
from app.games.heart_of_africa.armies import cases, extras, leaders, lists, scenarios
from app.games.heart_of_africa.armies.army import plain_army, read_army
from app.games.heart_of_africa.armies.list_terms import Standing
from app.games.heart_of_africa.armies.prices import price, tolerance
from app.games.heart_of_africa.armies.sensible import sensible
from app.games.heart_of_africa.armies.text import describe
from app.games.heart_of_africa.armies.validator import House, findings, warnings
from app.games.heart_of_africa.setup.roster import roster_of
from app.kernel.data_tables import read_yaml
from tests.games.heart_of_africa.armies_of_tests import any_army

BOOKS = sorted(Path(__file__).with_name("cases").glob("armies*.yaml"))
CASES = [
    pytest.param(case, id=f"{book.stem}:{case['id']}")
    for book in BOOKS
    for case in read_yaml(book)["cases"]
]
SIDES = [
    ("encounter", "none"),
    ("encounter", "attacker"),
    ("encounter", "defender"),
    ("ambush", "attacker"),
    ("ambush", "defender"),
    ("planned_attack", "attacker"),
    ("planned_attack", "defender"),
    ("raid", "attacker"),
    ("raid", "defender"),
    ("none", "none"),
]


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_case(case):
    differences = cases.run(case)
    assert not differences, (
        f"{case['title']}\n  " + "\n  ".join(differences) + f"\nwhy: {case.get('why', '')}"
    )


def test_every_case_has_an_id_of_its_own():
    ids = [param.values[0]["id"] for param in CASES]
    assert not {one for one in ids if ids.count(one) > 1}


def army(
    list_,
    nation,
    year,
    *units,
    points=600,
    scenario="raid",
    role="defender",
    leader=None,
    trait=None,
    **more,
):
    """Submission with a legal Leader, unless the test is about the Leader."""
    standing = Standing(list_, nation, year, scenario, role)
    kind = leader or leaders.leader_types(lists.terms_of(standing))[0]
    traits = [trait or leaders.traits_open(standing, kind)[0]]
    return read_army(
        {
            "list": list_,
            "nation": nation,
            "year": year,
            "points": points,
            "scenario": scenario,
            "role": role,
            "leader": {"type": kind, "traits": traits},
            "units": list(units),
            **more,
        }
    )


def broken(one, **house):
    return sorted({refusal.rule.removeprefix("HOA-") for refusal in findings(one, House(**house))})


A = {"askari": 10}
S = {"spearman": 10}
W = {"warrior": 8}


@pytest.mark.parametrize(
    ("submitted", "rules"),
    [
        (army("native_kingdom", "kuba", 1880, S, S), ["ARM-02"]),
        (army("native_kingdom", "kuba", 1880, S, S, {"warrior": 4, "spearman": 4}), ["ARM-08"]),
        (
            army(
                "native_kingdom", "kuba", 1880, S, S, {"spearman": 10, "musketeer": 6, "archer": 6}
            ),
            ["ARM-08"],
        ),
        (army("native_kingdom", "kuba", 1880, S, S, {"spearman": 7}), ["ARM-05"]),
        (
            army("native_kingdom", "kuba", 1880, S, {"spearman": 12, "archer": 8}, {"archer": 10}),
            [],
        ),
        (
            army("native_kingdom", "kuba", 1880, S, {"spearman": 8, "archer": 12}, {"archer": 10}),
            ["LST-01"],
        ),
        (army("native_kingdom", "kuba", 1880, S, S, {"dragon": 5}), ["GEN-14"]),
        (army("native_kingdom", "buganda", 1875, S, S, W), ["LST-02"]),
        (army("native_kingdom", "buganda", 1874, S, S, W), []),
        (army("native_kingdom", "buganda", 1880, S, S, S, leader="warrior"), ["ARM-17"]),
        (
            army(
                "native_kingdom", "azande", 1890, {"agile_spearman": 10}, {"agile_spearman": 10}, S
            ),
            ["LST-03"],
        ),
        (
            army(
                "native_kingdom",
                "azande",
                1890,
                *[{"agile_spearman": 8}] * 2,
                *[{"musketeer": 8}] * 4,
            ),
            [],
        ),
        (
            army(
                "native_kingdom",
                "azande",
                1890,
                *[{"agile_spearman": 8}] * 2,
                *[{"musketeer": 8}] * 3,
                {"askari": 4, "well_armed_askari": 4},
            ),
            [],
        ),
        (army("native_kingdom", "azande", 1890, *[{"agile_spearman": 8}] * 2, A, A), ["LST-05"]),
        (
            army("native_kingdom", "rwanda", 1890, S, S, {"pygmy_archer": 8}, {"pygmy_archer": 8}),
            [],
        ),
        (army("native_kingdom", "rwanda", 1890, S, S, {"musketeer": 8}), ["LST-06"]),
        (army("native_kingdom", "hehe", 1871, W, W, W), []),
        (
            army("native_kingdom", "lunda", 1871, S, S, {"ruga_ruga": 15}, {"ruga_ruga": 4}),
            ["LST-08"],
        ),
        (army("native_kingdom", "other", 1875, S, W, W), ["LST-01"]),
        (army("native_warlord", "yao", 1880, {"ruga_ruga": 8}, {"ruga_ruga": 8}, W), ["LST-11"]),
        (army("native_warlord", "prazeiros", 1875, {"ruga_ruga": 8}, A, S), []),
        (
            army(
                "native_warlord", "prazeiros", 1875, {"ruga_ruga": 8}, A, {"well_armed_askari": 4}
            ),
            ["LST-11"],
        ),
        (
            army("peaceful_village", "agile_tribe", 1875, *[{"agile_spearman": 8}] * 3, S),
            ["LST-17"],
        ),
        (army("peaceful_village", "bow_tribe", 1875, *[{"archer": 8}] * 7, S), ["LST-18"]),
        (army("pastoralist_warriors", "turkana", 1875, W, W, W, {"archer": 10}), []),
        (army("pastoralist_warriors", "turkana", 1875, W, W, W, {"archer": 11}), ["LST-22"]),
        (
            army("pastoralist_warriors", "turkana", 1875, W, W, W, {"archer": 8}, role="attacker"),
            ["LST-22"],
        ),
        (army("pastoralist_warriors", "turkana", 1875, W, S, points=300, scenario="ambush"), []),
        (
            army(
                "pastoralist_warriors",
                "turkana",
                1875,
                *[{"warrior": 4}] * 6,
                points=300,
                scenario="ambush",
            ),
            ["ARM-03"],
        ),
        (
            army(
                "pastoralist_warriors",
                "turkana",
                1875,
                W,
                S,
                points=600,
                scenario="ambush",
                role="attacker",
            ),
            ["ARM-02", "LST-21"],
        ),
        (army("pastoralist_warriors", "masai", 1875, W, W, W, S), ["LST-25"]),
        (army("pastoralist_warriors", "masai", 1875, W, W, W, leader="spearman"), ["ARM-17"]),
        (army("pastoralist_warriors", "masai", 1875, W, W, W, trait="disciplinarian"), ["LST-26"]),
        (
            army(
                "jungle_cannibals",
                "mangbetu",
                1875,
                S,
                {"archer": 8},
                *[{"pygmy_archer": 8}] * 2,
                {"pygmy_spearman": 8},
            ),
            ["LST-29"],
        ),
        (army("jungle_cannibals", "fang", 1876, S, *[{"musketeer": 8}] * 5), []),
        (army("jungle_cannibals", "kusu", 1876, W, W, W, {"archer": 8}), []),
        (army("jungle_cannibals", "kusu", 1876, S, {"musketeer": 8}, {"archer": 8}), ["LST-32"]),
        (army("jungle_cannibals", "fang", 1876, {"spearman": 10, "archer": 10}, W, W), []),
        (army("jungle_cannibals", "fang", 1876, {"spearman": 6, "archer": 14}, W, W), ["LST-28"]),
        (
            army(
                "pygmies", "pygmies", 1876, *[{"pygmy_archer": 15}] * 4, independents={"scout": 1}
            ),
            [],
        ),
        (army("zanzibaris", "zanzibaris", 1870, A, A, A, independents={"scout": 2}), ["ARM-19"]),
        (army("zanzibaris", "zanzibaris", 1880, A, A, A, {"well_armed_askari": 4}), ["LST-40"]),
        (army("zanzibaris", "zanzibaris", 1881, A, A, A, {"swordsman": 4}), ["LST-39"]),
        (army("sudanese_slavers", "bornu", 1881, W, S, {"archer": 8}, {"horseman": 8}), []),
        (
            army(
                "sudanese_slavers",
                "bornu",
                1881,
                S,
                S,
                {"archer": 8},
                *[{"mounted_musketeer": 4}] * 2,
            ),
            ["LST-44"],
        ),
        (army("sudanese_slavers", "baggara", 1881, S, S, {"mounted_musketeer": 4}), ["LST-45"]),
        (army("sudanese_slavers", "mahdists", 1885, A, A, {"lancer": 6}, {"horseman": 12}), []),
        (
            army("sudanese_slavers", "mahdists", 1885, A, A, {"lancer": 7}, {"horseman": 13}),
            ["LST-50"],
        ),
        (
            army(
                "sudanese_slavers",
                "rabih_zubair",
                1880,
                A,
                {"well_armed_askari": 5},
                {"artillery": 1},
            ),
            [],
        ),
        (army("sudanese_slavers", "rabih_zubair", 1880, A, A, {"artillery": 2}), ["LST-48"]),
        (
            army(
                "portuguese_settlers",
                "angola",
                1880,
                {"askari": 10, "well_armed_askari": 10},
                *[{"musketeer": 8}] * 2,
                leader="askari",
            ),
            [],
        ),
        (
            army(
                "portuguese_settlers",
                "angola",
                1880,
                {"askari": 9},
                {"well_armed_askari": 10},
                *[{"musketeer": 8}] * 2,
                leader="askari",
            ),
            ["LST-56"],
        ),
        (
            army(
                "portuguese_settlers",
                "angola",
                1880,
                A,
                {"white_man": 2},
                *[{"musketeer": 8}] * 2,
                leader="askari",
            ),
            ["LST-55"],
        ),
        (
            army(
                "portuguese_settlers",
                "angola",
                1880,
                A,
                {"white_man": 3},
                *[{"musketeer": 8}] * 2,
                leader="white_man",
            ),
            ["LST-55"],
        ),
        (
            army(
                "portuguese_settlers",
                "angola",
                1881,
                A,
                {"mounted_regular": 4},
                *[{"musketeer": 8}] * 2,
                leader="askari",
            ),
            [],
        ),
        (army("white_explorers", "expedition", 1872, A, A, {"soldier": 5}), ["LST-62"]),
        (
            army("white_explorers", "expedition", 1872, A, A, {"soldier": 4}, leader="askari"),
            ["LST-61"],
        ),
        (
            army("white_explorers", "expedition", 1872, A, A, {"white_man": 1, "gun_bearer": 2}),
            ["ARM-09"],
        ),
        (army("egyptians", "egyptians", 1870, *[{"soldier": 4}] * 3), ["LST-67"]),
        (
            army(
                "egyptians",
                "egyptians",
                1880,
                *[{"soldier": 4}] * 3,
                leader="white_man",
                trait="mighty_warrior",
            ),
            [],
        ),
        (
            army(
                "egyptians",
                "egyptians",
                1880,
                *[{"soldier": 4}] * 3,
                leader="soldier",
                trait="mighty_warrior",
            ),
            ["LST-70"],
        ),
        (
            army(
                "colonial_expedition",
                "british",
                1890,
                {"soldier": 4},
                {"soldier": 4},
                {"machine_gun": 2},
            ),
            [],
        ),
        (
            army(
                "colonial_expedition",
                "british",
                1890,
                {"soldier": 4},
                {"machine_gun": 1},
                {"machine_gun": 1},
            ),
            ["LST-72"],
        ),
        (
            army(
                "colonial_expedition",
                "british",
                1890,
                {"soldier": 4},
                {"soldier": 4},
                {"white_man": 4, "gun_bearer": 1},
                leader="white_man",
            ),
            [],
        ),
        (
            army(
                "colonial_expedition",
                "british",
                1890,
                {"soldier": 4},
                {"soldier": 4},
                {"white_man": 4, "gun_bearer": 2},
                leader="white_man",
            ),
            ["ARM-05"],
        ),
        (
            army(
                "colonial_expedition",
                "german",
                1890,
                {"soldier": 4},
                {"soldier": 4},
                {"white_man": 3},
                leader="white_man",
            ),
            ["LST-75"],
        ),
        (
            army(
                "colonial_expedition",
                "german",
                1890,
                {"soldier": 4},
                {"soldier": 4},
                {"white_man": 3},
                leader="regular",
            ),
            [],
        ),
        (
            army(
                "colonial_expedition",
                "belgian",
                1890,
                {"soldier": 4},
                {"soldier": 4},
                {"machine_gun": 1},
                purchases={"barricade": 6},
            ),
            [],
        ),
        (
            army(
                "colonial_expedition",
                "belgian",
                1890,
                {"soldier": 4},
                {"soldier": 4},
                {"machine_gun": 1},
            ),
            ["LST-78"],
        ),
        (
            army(
                "colonial_expedition",
                "belgian",
                1890,
                {"soldier": 4},
                {"soldier": 4},
                A,
                leader="regular",
            ),
            ["LST-74"],
        ),
        (
            army(
                "egyptians",
                "egyptians",
                1880,
                *[{"soldier": 4}] * 3,
                purchases={"field_fortification": 10, "barricade": 14},
            ),
            [],
        ),
        (
            army(
                "egyptians",
                "egyptians",
                1880,
                *[{"soldier": 4}] * 3,
                purchases={"field_fortification": 10, "barricade": 15},
            ),
            ["FRT-13"],
        ),
        (
            army(
                "zanzibaris",
                "zanzibaris",
                1880,
                A,
                A,
                A,
                purchases={"muzzle_loading_cannon": 1},
                role="attacker",
            ),
            ["ART-24"],
        ),
        (
            army(
                "zanzibaris",
                "zanzibaris",
                1880,
                A,
                A,
                A,
                purchases={"muzzle_loading_cannon": 1},
                scenario="encounter",
            ),
            [],
        ),
        (
            army(
                "zanzibaris",
                "zanzibaris",
                1880,
                A,
                A,
                purchases={"temba": 1, "field_fortification": 1},
                scenario="ambush",
                points=300,
            ),
            ["SCN-12"],
        ),
    ],
)
def test_checks_of_the_catalogue(submitted, rules):
    assert broken(submitted) == rules


VILLAGE = {"list": "peaceful_village", "nation": "spear_tribe"}
WARLORDS = {"list": "native_warlord", "nation": "yao"}


@pytest.mark.parametrize(
    ("submitted", "rules"),
    [
        (army("native_kingdom", "kuba", 1880, S, S, allies=[{**VILLAGE, "units": [S]}]), []),
        (
            army("native_kingdom", "hehe", 1880, S, S, allies=[{**VILLAGE, "units": [S]}]),
            ["ALY-10"],
        ),
        (
            army(
                "native_kingdom",
                "kuba",
                1880,
                S,
                S,
                allies=[{**VILLAGE, "units": [S], "independents": {"standard_bearer": 1}}],
            ),
            ["ALY-04"],
        ),
        (
            army(
                "native_kingdom",
                "kuba",
                1880,
                S,
                S,
                allies=[{**VILLAGE, "units": [S], "leader": {"type": "spearman"}}],
            ),
            ["ALY-03"],
        ),
        (
            army(
                "native_kingdom",
                "kuba",
                1880,
                S,
                S,
                allies=[{"list": "zanzibaris", "nation": "zanzibaris", "units": [A]}],
            ),
            ["ALY-01"],
        ),
        (
            army(
                "native_kingdom",
                "bunyoro",
                1881,
                S,
                S,
                allies=[{"list": "sudanese_slavers", "nation": "khartoum_arabs", "units": [A]}],
            ),
            ["ALY-09"],
        ),
        (
            army(
                "zanzibaris",
                "zanzibaris",
                1880,
                A,
                A,
                A,
                allies=[{**VILLAGE, "units": [S]}, {**WARLORDS, "units": [{"ruga_ruga": 10}]}],
            ),
            [],
        ),
        (
            army(
                "zanzibaris",
                "zanzibaris",
                1880,
                A,
                A,
                A,
                allies=[{**VILLAGE, "units": [S]}, {**VILLAGE, "units": [S]}],
            ),
            ["ALY-17"],
        ),
        (
            army(
                "zanzibaris",
                "zanzibaris",
                1880,
                A,
                A,
                allies=[{**WARLORDS, "units": [{"ruga_ruga": 10}]}],
            ),
            ["LST-38"],
        ),
        (
            army(
                "zanzibaris",
                "zanzibaris",
                1869,
                A,
                A,
                A,
                allies=[
                    {
                        "list": "white_explorers",
                        "nation": "expedition",
                        "units": [A, {"soldier": 2}],
                    }
                ],
            ),
            ["LST-62"],
        ),
        (
            army(
                "colonial_expedition",
                "belgian",
                1890,
                *[{"soldier": 4}] * 2,
                allies=[
                    {
                        "list": "jungle_cannibals",
                        "nation": "tetela",
                        "units": [S, {"archer": 8}, {"pygmy_archer": 4}],
                    }
                ],
            ),
            ["ALY-23"],
        ),
    ],
)
def test_checks_about_allies(submitted, rules):
    assert broken(submitted) == rules


def test_the_limit_may_be_passed_by_half_the_cheapest_figure():
    villagers = [
        {"spearman": 30},
        {"spearman": 30},
        {"spearman": 30},
        {"archer": 30},
        {"musketeer": 28},
    ]
    full = army("peaceful_village", "spear_tribe", 1880, *villagers, points=594, leader="spearman")
    assert price(full).total == 596 and tolerance(full) == 2 and broken(full) == []
    assert broken(msgspec.structs.replace(full, points=593)) == ["ARM-07"]
    assert broken(full, overspend=False) == ["ARM-07"]


def test_traits_and_attendants():
    masai = plain_army(army("pastoralist_warriors", "masai", 1880, W, W, W))
    leader = masai["leader"]

    def of(**changed):
        return read_army({**masai, "leader": {**leader, **changed}})

    assert broken(of(traits=["disciplinarian"], trait_rolled=True)) == []
    assert (
        broken(of(traits=["eloquent", "charismatic"])) == ["ARM-18"]
        and price(of(traits=["eloquent", "charismatic"])).total == 9 + 40 + 216
    )
    assert broken(of(traits=["eloquent", "charismatic"]), two_traits=True) == []
    assert broken(of(traits=[])) == ["ARM-18"] and broken(of(traits=[]), no_traits=True) == []
    assert broken(of(attendants=3)) == [] and broken(of(attendants=4)) == ["LDR-06"]
    assert broken(of(gun_bearer=True)) == ["ARM-09"]
    assert (
        broken(read_army({**masai, "leader": [leader, leader]}))
        == ["ARM-17"]
        == broken(read_army({**masai, "leader": None}))
    )


def test_boats_carry_the_whole_army_without_excess():
    def of(**boats):
        return army(
            "native_kingdom",
            "kuba",
            1880,
            {"spearman": 15},
            {"spearman": 15},
            {"archer": 11},
            boats=boats,
            water=True,
        )

    assert extras.places_needed(of()) == 42
    assert [
        broken(of(**boats)) for boats in ({"canoe": 9}, {"dhow": 3}, {"dhow": 2, "canoe": 1})
    ] == [[], [], []]
    assert broken(of(canoe=10)) == ["STR-05"] == broken(of(dhow=2, canoe=2))
    assert broken(msgspec.structs.replace(of(canoe=3), water=False)) == ["STR-05"]
    assert broken(
        army("pastoralist_warriors", "masai", 1880, W, W, W, boats={"canoe": 1}, water=True)
    ) == ["STR-05"]


def test_scenarios_give_points_baggage_and_terrain():
    assert [
        scenarios.attackers_points(*one)
        for one in (("ambush", 300), ("planned_attack", 480), ("raid", 600), ("encounter", 600))
    ] == [600, 600, 450, 600]
    assert [
        scenarios.baggage_elements(*one)
        for one in (("raid", "defender"), ("raid", "attacker"), ("encounter", "attacker"))
    ] == [4, 0, 4]
    assert lists.local_terrain("colonial_expedition", "french") == ("coast", "forest")
    assert (lists.aggression("native_kingdom"), lists.aggression("egyptians", "colonial")) == (2, 4)
    kuba = army("native_kingdom", "kuba", 1880, S, S, S)
    assert (
        warnings(kuba) == ()
        and len(warnings(msgspec.structs.replace(kuba, points=900, year=1905))) == 2
    )


@pytest.mark.parametrize(("scenario", "role"), SIDES)
def test_every_army_brings_four_elements_of_baggage(scenario, role):
    """Armies that need not deploy baggage may: it stands beside the table in every scenario, on
    either side.
    """
    brought = roster_of(
        msgspec.structs.replace(
            army("native_kingdom", "kuba", 1880, S, S, S), scenario=scenario, role=role
        ),
        "B",
    )
    train = [
        (unit.id, unit.original, unit.start, unit.where)
        for unit in brought.units
        if unit.kind == "baggage"
    ]
    assert train == [("B-baggage", 4, 4, "to_deploy")]
    assert [figure.unit for figure in brought.figures if figure.type == "baggage"] == [
        "B-baggage"
    ] * 4


def test_unknown_lists_and_peoples_are_named():
    form = plain_army(army("colonial_expedition", "british", 1890, *[{"soldier": 4}] * 3))
    assert (
        broken(read_army({**form, "nation": "italian"}))
        == ["ARM-22"]
        == broken(read_army({**form, "list": "samurai"}))
    )
    with pytest.raises(msgspec.ValidationError):
        read_army({**form, "units": [{"soldier": -4}]})


def test_every_type_and_list_agrees_with_the_characteristics():
    for kind, row in lists.TYPES.items():
        assert row["points"] == next(
            one["points"] for one in extras.CHARACTERISTICS["types"] if one["id"] == kind
        )


def test_every_rule_of_army_building_has_its_home():
    catalogue = (
        Path(__file__).parents[3]
        / "app"
        / "games"
        / "heart_of_africa"
        / "rulebook"
        / "armies_and_campaign.yaml"
    )
    wanted = {rule["id"] for rule in read_yaml(catalogue) if rule["kind"] in ("enforced", "setup")}
    assert wanted - {home.rule for home in find_homes("app/games/heart_of_africa")} == set()


def one_request(chance):
    """A list, people and year that go together, a limit, and a side."""
    while True:
        list_ = chance.choice(sorted(lists.LISTS))
        asked = (list_, chance.choice(sorted(lists.NATIONS[list_])), chance.randint(1860, 1899))
        if not list(lists.available(Standing(*asked))):
            return (*asked, chance.choice((300, 450, 480, 600, 720)), *chance.choice(SIDES), chance)


def said(one):
    """Every finding and line in both languages, without a gap in a sentence."""
    for language in ("en", "es"):
        for line in (
            *(refusal.says for refusal in findings(one)),
            *describe(one),
            *(reason.why for reason in price(one).reasons),
        ):
            text = line.in_(language)
            assert text and not re.search(r"[{}_]|None", text), text


def test_three_hundred_random_armies_are_lawful():
    for seed in range(300):
        one = any_army(*one_request(random.Random(seed)))
        assert findings(one) == (), (seed, plain_army(one), list(map(str, findings(one))))
        assert read_army(json.loads(json.dumps(plain_army(one)))) == one


def test_every_people_has_armies_in_every_situation():
    for list_, nations in lists.NATIONS.items():
        for nation in nations:
            for scenario, role in SIDES:
                one = any_army(list_, nation, 1890, 450, scenario, role, random.Random(1))
                assert (one.nation, one.scenario, one.role) == (nation, scenario, role)


def test_sensible_armies_are_lawful_and_hardly_waste_a_point():
    for seed in range(60):
        asked = one_request(random.Random(seed))
        one = sensible(*asked)
        assert findings(one) == ()
        assert one.points * 0.95 <= price(one).total <= one.points
        assert sensible(*asked[:-1], random.Random(seed)) == sensible(
            *asked[:-1], random.Random(seed)
        )


def test_findings_of_any_submitted_form_are_readable():
    for seed in range(250):
        chance = random.Random(seed)
        form = plain_army(any_army(*one_request(chance)))
        for _ in range(chance.randint(1, 4)):
            spoil(form, chance)
        said(read_army(form))


def spoil(form, chance):
    kinds = sorted(lists.TYPES)
    chance.choice(
        [
            lambda: form.update(year=chance.randint(1860, 1899)),
            lambda: form.update(nation=chance.choice(sorted(lists.NATIONS[form["list"]]))),
            lambda: form["units"].append(
                {
                    chance.choice(kinds): chance.randint(0, 35),
                    chance.choice(kinds): chance.randint(1, 9),
                }
            ),
            lambda: form["units"].pop() if form["units"] else None,
            lambda: form.update(
                leader={
                    "type": chance.choice(kinds),
                    "traits": [chance.choice(lists.TRAITS)],
                    "gun_bearer": True,
                    "attendants": 4,
                }
            ),
            lambda: form.update(
                purchases={
                    chance.choice(sorted(extras.ITEMS)): chance.randint(1, 30) for _ in range(3)
                }
            ),
            lambda: form.update(independents={"scout": 2, "witch_doctor": 2, "standard_bearer": 2}),
            lambda: form.update(boats={"canoe": 30, "dhow": 1}),
            lambda: form.update(points=100, role=chance.choice(["attacker", "none"])),
            lambda: form.update(
                allies=[
                    {
                        "list": list_,
                        "nation": chance.choice(sorted(lists.NATIONS[list_])),
                        "independents": {"scout": 1},
                        "units": [{chance.choice(kinds): chance.randint(1, 30)}],
                    }
                    for list_ in chance.sample(sorted(lists.LISTS), 2)
                ]
            ),
        ]
    )()


def test_findings_come_in_the_order_of_the_pages():
    chapters = ["GEN", "LDR", "TRP", "ART", "SPC", "FRT", "STR", "SCN", "ARM", "ALY", "LST"]
    chance = random.Random(5)
    for _ in range(50):
        form = plain_army(any_army(*one_request(chance)))
        for _ in range(4):
            spoil(form, chance)
        found = [
            chapters.index(refusal.rule.split("-")[1]) for refusal in findings(read_army(form))
        ]
        assert found == sorted(found)
