"""Page of the army builder, sheet and text: for legal armies, illegal ones, and any form input."""

import itertools
import json
import random
import re
from pathlib import Path

import pytest

from app.games.heart_of_africa.armies import lists, reading
from app.games.heart_of_africa.armies.army import plain_army
from app.games.heart_of_africa.box import GAME
from app.kernel.form_paths import flat_answers, nested_answers, value_at
from app.kernel.refusal import Refused
from app.kernel.say import LANGUAGES, Say
from tests.games.heart_of_africa.armies_of_tests import any_army, mustered
from tests.games.heart_of_africa.test_armies import one_request, spoil

BUILDER = GAME.armies
RAID = {"list": "native_warlord", "nation": "mirambo", "scenario": "raid", "role": "defender"}


def fields(page):
    return {
        field.name: field
        for section in page.sections
        for field in (
            *section.fields,
            *(field for row in section.rows for field in (*row.counts, *row.fields)),
        )
    }


def acts(page):
    return {
        act.do: act
        for section in page.sections
        for act in (
            *section.adds,
            *filter(None, [section.drop]),
            *(act for row in section.rows for act in (*row.acts, *filter(None, [row.drop]))),
        )
    }


def acted(answers, *does):
    """The page after a row of acts."""
    for do in does[:-1]:
        answers = sent(BUILDER.builder(answers, do))
    return BUILDER.builder(answers, does[-1] if does else "")


def sent(page):
    """Fields as a browser would send them, without disabled ones."""
    shown = {
        name: field.values
        for name, field in fields(page).items()
        if not field.no and (field.values or field.kind in ("text", "number"))
    }
    return {name: values or ("",) for name, values in shown.items()} | {
        name: (value,) for name, value in page.hidden
    }


def told(one):
    """Every sentence of a page or sheet."""
    if isinstance(one, Say):
        yield one
    elif isinstance(one, (tuple, list)):
        for part in one:
            yield from told(part)
    elif hasattr(one, "__struct_fields__"):
        for field in one.__struct_fields__:
            if field != "form":
                yield from told(getattr(one, field))


def rules_in(one):
    if isinstance(one, (tuple, list)):
        for part in one:
            yield from rules_in(part)
    elif hasattr(one, "__struct_fields__"):
        yield from filter(None, [getattr(one, "rule", "")])
        yield from (rule for rule in getattr(one, "rules", ()) or () if isinstance(rule, str))
        for field in one.__struct_fields__:
            if field not in ("form", "rules"):
                yield from rules_in(getattr(one, field))


def armies(count, spoilt):
    for seed in range(count):
        chance = random.Random(seed)
        form = plain_army(any_army(*one_request(chance)))
        for _ in range(chance.randint(1, 4) if spoilt else 0):
            spoil(form, chance)
        yield form


@pytest.mark.parametrize("spoilt", [False, True])
def test_a_page_holds_the_whole_army_and_the_findings_of_the_validator(spoilt):
    for form in armies(60, spoilt):
        page = BUILDER.builder(BUILDER.answers(form))
        assert [finding.refusal for finding in page.verdict.findings] == list(mustered(form))
        assert page.verdict.is_valid is not spoilt or not mustered(form)
        again = BUILDER.builder(sent(page))
        assert again.form == page.form == BUILDER.read(form)
        assert [finding.refusal.rule for finding in again.verdict.findings] == [
            finding.refusal.rule for finding in page.verdict.findings
        ]


@pytest.mark.parametrize("spoilt", [False, True])
def test_every_sentence_is_whole_in_both_languages_and_every_rule_is_in_the_book(spoilt):
    for form in armies(25, spoilt):
        for one in (
            BUILDER.builder(BUILDER.answers(form)),
            BUILDER.sheet(form),
            BUILDER.brief(form),
        ):
            for sentence in told(one):
                for language in LANGUAGES:
                    assert not re.search(r"[{}_]|None", sentence.in_(language)), sentence
            assert set(rules_in(one)) <= {rule.id for rule in GAME.rulebook}


def test_every_finding_leads_to_a_place_that_is_on_the_page():
    for form in armies(60, spoilt=True):
        page = BUILDER.builder(BUILDER.answers(form))
        there = (
            {section.name for section in page.sections}
            | {row.name for section in page.sections for row in section.rows}
            | set(fields(page))
        )
        assert {finding.at for finding in page.verdict.findings} <= there


def test_names_on_a_page_are_its_own():
    for form in armies(30, spoilt=True):
        page = BUILDER.builder(BUILDER.answers(form))
        names = (
            [section.name for section in page.sections]
            + [row.name for section in page.sections for row in section.rows]
            + list(fields(page))
        )
        assert len(names) == len(set(names))


def test_an_army_is_raised_by_its_buttons():
    page = acted(
        BUILDER.new(RAID),
        "add units ruga_ruga",
        "add units ruga_ruga",
        "add units spearman",
        "more units.0.figures.ruga_ruga",
        "copy units.2",
        "drop units.2",
        "more independents.scout",
        "fewer leaders.0.attendants",
        "more purchases.muzzle_loading_cannon",
    )
    assert page.form["units"] == [{"ruga_ruga": 5}, {"ruga_ruga": 4}, {"spearman": 8}]
    assert (
        page.form["independents"],
        page.form["purchases"],
        page.form["leader"]["attendants"],
    ) == ({"scout": 1}, {"muzzle_loading_cannon": 1}, 2)
    assert page.verdict.is_valid
    assert [line.points for line in page.sums] == [113, 59, 20] and page.verdict.spent == 192


def test_figures_of_another_kind_join_a_unit_and_leave_it():
    kuba = {"list": "native_kingdom", "nation": "kuba"}
    page = acted(BUILDER.new(kuba), "add units spearman", "join units.0.figures archer")
    assert page.form["units"] == [{"spearman": 8, "archer": 1}]
    assert "drop units.0.figures.archer" in acts(page)
    assert BUILDER.builder(sent(page), "drop units.0.figures.archer").form["units"] == [
        {"spearman": 8}
    ]


def test_allies_come_with_a_people_and_go():
    zanzibar = {"list": "zanzibaris", "year": 1885}
    page = BUILDER.builder(BUILDER.new(zanzibar))
    ask = next(do for do in acts(page) if do.startswith("add allies native_warlord"))
    page = acted(
        BUILDER.new(zanzibar),
        ask,
        "add allies.0.units ruga_ruga",
        "more allies.0.independents.standard_bearer",
    )
    ally = page.form["allies"][0]
    assert (ally["list"], ally["units"], ally["independents"]) == (
        "native_warlord",
        [{"ruga_ruga": 4}],
        {"standard_bearer": 1},
    )
    assert "allies" not in BUILDER.builder(sent(page), "drop allies.0").form


def test_no_act_breaks_anything():
    page = BUILDER.builder(BUILDER.answers(next(armies(1, spoilt=False))))
    answers = sent(page)
    for do in (
        *acts(page),
        *(f"{verb} {name}" for name in fields(page) for verb in ("more", "fewer")),
    ):
        BUILDER.builder(answers, do)
    for do in (
        "",
        "add",
        "add x",
        "add units",
        "add units dragon",
        "add list x",
        "drop list",
        "drop units.99",
        "drop units.x",
        "copy leaders.7",
        "more name",
        "more units",
        "join list x",
        "more purchases",
        "add units.0 spearman",
        "drop",
        "more a.b.c.d",
        "fewer units.0.figures.Ñ",
        "copy x y z",
    ):
        BUILDER.builder(answers, do)


def test_a_refused_button_has_a_reason_and_a_live_one_adds_a_permitted_unit():
    for list_ in lists.LISTS:
        page = BUILDER.builder(BUILDER.new({"list": list_, "year": 1890}))
        for do, act in acts(page).items():
            if do.startswith("add units"):
                after = BUILDER.builder(sent(page), do).verdict
                if act.no:
                    assert act.no in [finding.refusal for finding in after.findings], do
                else:
                    assert all(finding.at != "units.0" for finding in after.findings), do


def test_the_rules_refuse_values_that_a_field_refuses():
    page = BUILDER.builder(BUILDER.new({"list": "peaceful_village"}))
    shut = [field for field in fields(page).values() if field.no]
    assert shut
    for field in shut:
        after = BUILDER.builder(sent(page) | {field.name: ("1",)})
        assert field.no[0].rule in {finding.refusal.rule for finding in after.verdict.findings}


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("points", "many"),
        ("points", ""),
        ("points", "-5"),
        ("points", "0"),
        ("year", "1880.5"),
        ("year", "²"),
        ("units.0.figures.spearman", "1000"),
        ("independents.scout", "one"),
        ("leaders.0.attendants", "-1"),
        ("name", "x" * 61),
    ],
)
def test_an_unreadable_value_is_reported_kept_in_its_field_and_changes_no_other(place, text):
    answers = sent(acted(BUILDER.new(RAID), "add units spearman"))
    page = BUILDER.builder(answers | {place: (text,)})
    assert fields(page)[place].value == text and fields(page)[place].findings and page.unread
    assert page.verdict.findings[0].at == place
    assert page.form["units"] == ([{"spearman": 0}] if "figures" in place else [{"spearman": 8}])
    assert BUILDER.builder(sent(page)).unread == page.unread


@pytest.mark.parametrize(
    "answers",
    [
        {},
        {"units": ("x",)},
        {"units.0": ("x",)},
        {"units.0.figures": ("x",)},
        {"units.0.figures.": ("1",)},
        {"units.0.figures.A B": ("1",)},
        {"list": ()},
        {"a." * 50 + "b": ("x",)},
        {f"units.{n}.figures.spearman": ("9",) for n in range(40)},
        {f"allies.{n}.list": ("pygmies",) for n in range(20)},
        {"allies.0.allies.0.allies.0.allies.0.list": ("pygmies",)},
        {"leaders.0": ("x",)},
        {"leaders.0.traits": tuple("abcdefghijkl")},
        {"options": ("second_trait", "A!", "x" * 90)},
        {"list": ("samurai",), "nation": ("x",)},
        {"campaign_class": ("x",), "role": ("x",)},
        {"units.0.figures.spearman": ("9",), "units.0.figures.spearman.x": ("9",)},
        {"name": ("“a”\n\x00b\ud800",)},
    ],
)
def test_forged_forms_make_a_page_and_no_trouble(answers):
    page = BUILDER.builder(answers)
    assert BUILDER.read(page.form) == page.form
    BUILDER.written(page.form, "es")
    BUILDER.sheet(page.form)


def test_another_list_brings_its_own_people_and_keeps_the_units():
    page = acted(BUILDER.new(RAID), "add units ruga_ruga")
    changed = BUILDER.builder(sent(page) | {"list": ("pygmies",)})
    assert (changed.form["list"], changed.form["nation"], changed.form["units"]) == (
        "pygmies",
        "pygmies",
        [{"ruga_ruga": 4}],
    )


def test_answers_nest_and_lie_flat_again():
    answers = {"b.10.x": ("2",), "b.2.x": ("1",), "a": ("p", "q"), "c.d.e": ("",)}
    tree = nested_answers(answers)
    assert tree == {"b": [{"x": ("1",)}, {"x": ("2",)}], "a": ("p", "q"), "c": {"d": {"e": ("",)}}}
    assert flat_answers(tree) == {"b.0.x": ("1",), "b.1.x": ("2",), "a": ("p", "q"), "c.d.e": ("",)}
    assert (
        value_at(tree, "b.1.x"),
        value_at(tree, "b.7.x"),
        value_at(tree, "a.x"),
        value_at(tree, "c.d"),
    ) == (
        ("2",),
        None,
        None,
        {"e": ("",)},
    )


def test_a_sensible_army_is_raised_for_every_list():
    for list_ in lists.LISTS:
        asked = BUILDER.new(
            {"list": list_, "year": 1890, "points": 450, "scenario": "raid", "role": "attacker"}
        ) | {"name": ("Ours",)}
        form = BUILDER.raised(asked, random.Random(1))
        assert BUILDER.builder(BUILDER.answers(form)).verdict.is_valid and form["name"] == "Ours"
    for wrong in (
        {"points": ("20",)},
        {"list": ("colonial_expedition",), "nation": ("british",), "year": ("1870",)},
        {"list": ("samurai",)},
    ):
        with pytest.raises(Refused):
            BUILDER.raised(dict(asked) | wrong, random.Random(1))


@pytest.mark.parametrize("spoilt", [False, True])
def test_text_comes_back_as_it_went_in_either_language(spoilt):
    for number, form in enumerate(armies(60, spoilt)):
        form.update(
            {
                "name": "The lion’s share (3): 'ours'",
                "unit_names": ["Los bravos: 3", ""][: len(form.get("units", ()))],
            }
        )
        form.update({"options": ["second_trait", "no_overspend"]} if number % 3 == 0 else {})
        kept = bare(BUILDER.read(form))
        for language in LANGUAGES:
            assert bare(BUILDER.read(BUILDER.read_text(BUILDER.written(form, language)))) == kept


def bare(form):
    """Without what counts nothing."""
    return {key: value for key, value in form.items() if value not in ("", [], {}, False)}


def test_a_text_by_hand_is_read_with_some_patience():
    text = """
        # ours
        list: native kingdom
        NACIÓN: Kuba
        Year: 1880
        Puntos: 300
        Líder "El Viejo": spearman, Cunning Devil
        unit: 12 x Spearmen, 8 archers
        Unidad «Dos»: 10 Lanceros a pie
        unit: 9 musketeers (36)
        Allies: Peaceful Village, Bow tribe (36)
        - unit: 9 archers
        Valid.
    """
    form = BUILDER.read_text(text)
    assert form["leader"] == {"type": "spearman", "traits": ["cunning_devil"], "name": "El Viejo"}
    assert form["units"] == [{"spearman": 12, "archer": 8}, {"spearman": 10}, {"musketeer": 9}]
    assert form["unit_names"] == ["", "Dos"] and form["allies"] == [
        {"list": "peaceful_village", "nation": "bow_tribe", "units": [{"archer": 9}]}
    ]


def test_every_line_that_cannot_be_read_is_named():
    with pytest.raises(Refused) as no:
        BUILDER.read_text(
            "List: Pygmies\nNation: Pygmy bands\nYear: soon\nPoints: 300\nUnit: 5 "
            "dragons\nhello\n-- Unit: 3 scouts\nUnit: 5 pygmy archers"
        )
    assert [
        re.search(r"Line (\d)", str(refusal.says)).group(1) for refusal in no.value.refusals
    ] == ["3", "5", "6", "7"]


def test_every_printed_name_means_one_thing():
    for names in ([*reading.KINDS], [*reading.LISTS], [*reading.EXTRAS], [*reading.LABELS]):
        assert len(names) == len(set(names))
    words = {
        key: {
            reading.folded(it.in_(language))
            for it in (reading.words.ONE[key], reading.words.MANY[key])
            for language in LANGUAGES
        }
        for key in lists.TYPES
    }
    for one, other in itertools.combinations(words, 2):
        assert not words[one] & words[other], (one, other)


def test_the_example_of_the_document_is_lawful_and_the_same_in_both_shapes():
    text = (Path(__file__).parents[3] / "docs" / "army-format.md").read_text(encoding="utf-8")
    file = json.loads(re.search(r"```json\n(.*?)```", text, re.DOTALL)[1])
    form = BUILDER.read(file["army"])
    assert mustered(form) == ()
    written = re.search(r"```text\n(.*?)```", text, re.DOTALL)[1]
    assert BUILDER.read(BUILDER.read_text(written)) == form
    assert BUILDER.written(form, "en").startswith(written)


def test_a_sheet_has_a_row_for_every_kind_of_figure_and_a_box_for_every_man():
    for form in armies(40, spoilt=False):
        sheet = BUILDER.sheet(form)
        forces = (form, *form.get("allies", ()))
        kinds = {kind for force in forces for unit in force["units"] for kind in unit} | {
            kind for force in forces for kind in force.get("independents", ())
        }
        kinds |= {form["leader"]["type"]} | (
            {"gun_bearer"} if form["leader"].get("gun_bearer") else set()
        )
        rows = (
            len(kinds)
            + ("mounted_regular" in kinds)
            + bool(form.get("purchases", {}).get("muzzle_loading_cannon"))
        )
        assert len(sheet.tables[0].rows) == rows
        assert sum(count for unit in sheet.units for _, count in unit.figures) == sum(
            sum(unit.values()) for force in forces for unit in force["units"]
        )


def test_a_symbol_is_there_for_every_drawing():
    there = {dict(shape.attrs)["id"] for shape in BUILDER.symbols.elements}

    def hrefs(shapes):
        for shape in shapes:
            yield from (value[1:] for key, value in shape.attrs if key == "href")
            yield from hrefs(shape.children)

    for list_ in lists.LISTS:
        page = BUILDER.builder(BUILDER.new({"list": list_}))
        glyphs = [act.glyph for act in acts(page).values()] + [
            field.glyph for field in fields(page).values()
        ]
        glyphs += [choice.glyph for field in fields(page).values() for choice in field.choices]
        assert {href for glyph in glyphs if glyph for href in hrefs(glyph.ink.elements)} <= there
