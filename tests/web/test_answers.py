"""Parsing of form answers: fields of an order, or a sentence about unreadable input."""

import json
from time import process_time

import pytest
from starlette.datastructures import QueryParams

from app.kernel.form import Choice, Field, Kind
from app.kernel.say import as_is
from app.kernel.space.notation import place_words, spelled_for, way_words
from app.web.order_form import (
    UnreadableField,
    order_answers,
    parse_number,
    parse_path,
    parse_place,
    set_field,
)

WHERE = as_is("Where to")
MEN = (Choice("m1", as_is("Man 1"), at="10,10"), Choice("m2", as_is("Man 2"), at="11,10"))


MEASURED = {
    "way": {"kind": Kind.PATH, "is_measured": True},
    "point": {"kind": Kind.PLACE, "is_measured": True},
    "places": {"kind": Kind.EACH, "item": Kind.PLACE, "is_measured": True},
    "paths": {"kind": Kind.EACH, "item": Kind.PATH, "is_measured": True},
    "angles": {"kind": Kind.EACH, "item": Kind.DIRECTION},
    "bearing": {"kind": Kind.DIRECTION},
    "each": {"kind": Kind.EACH, "item": Kind.CHOICE},
    "list": {"kind": Kind.EACH, "item": Kind.CHOICE, "as_list": True},
    "order": {"kind": Kind.RANKING},
    "one": {"kind": Kind.CHOICE},
    "some": {"kind": Kind.CHOICES},
    "number": {"kind": Kind.NUMBER},
    "place": {"kind": Kind.PLACE},
    "path": {"kind": Kind.PATH},
}


def said(kind: str, field: str, query: str, order: dict | None = None, **more) -> dict:
    asked = Field(name=field, title=WHERE, **MEASURED[kind], **more)
    return order_answers((asked,), order or {}, QueryParams(query))


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("36,24", [36.0, 24.0]),
        (" 36 24.5 ", [36.0, 24.5]),
        ("-1.25, 3", [-1.25, 3.0]),
        ("36.5 / 24", [36.5, 24.0]),
        ("36;24", [36.0, 24.0]),
        ("1,2,90", [1.0, 2.0, 0.0]),
        ("1 / 2 / 90", [1.0, 2.0, 0.0]),
    ],
)
def test_a_place_is_two_numbers(words, found):
    assert parse_place(Field.points("to", WHERE), words) == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("36 / 24", [36.0, 24.0]),
        ("10,5 / 7,6", [10.5, 7.6]),
        ("10,5/7,6", [10.5, 7.6]),
        ("10,5;7,6", [10.5, 7.6]),
        ("10,5 7,6", [10.5, 7.6]),
        ("36 24", [36.0, 24.0]),
        ("36, 24", [36.0, 24.0]),
        ("36.5,24", [36.5, 24.0]),
        ("36.5, 24", [36.5, 24.0]),
        ("36 / 24 / 90", [36.0, 24.0, 0.0]),
        ("10,5 / 7,6 / 90", [10.5, 7.6, 0.0]),
    ],
)
def test_a_place_is_read_with_the_decimal_comma_in_spanish(words, found):
    assert parse_place(Field.points("to", WHERE), words, "es") == found


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("36,24", ["36 / 24"]),
        ("10,5", ["10 / 5"]),
        ("10,5,7", ["10 / 5 / 7"]),
        ("10,5 90", ["10 / 5 / 90", "10,5 / 90"]),
        ("36,5, 24", ["36 / 5 / 24", "36,5 / 24"]),
    ],
)
def test_a_place_that_can_be_read_in_two_ways_is_refused_in_spanish(words, shown):
    with pytest.raises(UnreadableField) as unread:
        parse_place(Field.points("to", WHERE), words, "es")
    told = unread.value.refusal.says.in_("es")
    assert "La coma puede ser decimal o separar dos números" in told and all(
        one in told for one in shown
    ), told


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    "words",
    [
        "here",
        "36",
        "1,2,3,4",
        "nan,1",
        "1e9,2",
        "36,24" * 30,
        "９,９",
        "36,24 there",
        "36,24,90",
        "36,,24",
        ",",
        "36/",
        "36 → 24",
    ],
)
def test_anything_else_is_answered_with_a_sentence(words, language):
    with pytest.raises(UnreadableField) as unread:
        order_answers(
            (Field.point("to", WHERE),),
            {},
            QueryParams({"to": words}),
            language,
        )
    assert "36.5, 24" in unread.value.refusal.says.in_(
        "en"
    ) or "36 / 24" in unread.value.refusal.says.in_("es")
    assert unread.value.refusal.rule == "CAR-TAB-06"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("1,2 3,4", [[1, 2], [3, 4]]),
        ("1 2; 3 4", [[1, 2], [3, 4]]),
        ("1,2 → 3,4.5", [[1, 2], [3, 4.5]]),
        ("7,8", [[7, 8]]),
        ("1, 2; 3.5, 4;", [[1, 2], [3.5, 4]]),
        ("1 / 2 3/4", [[1, 2], [3, 4]]),
        ("1, 2 3, 4", [[1, 2], [3, 4]]),
    ],
)
def test_a_way_is_places_one_after_the_other(words, found):
    assert parse_path(Field.way("path", WHERE), words) == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("10,5 / 7,6; 12 / 8", [[10.5, 7.6], [12, 8]]),
        ("10,5/7,6 12/8", [[10.5, 7.6], [12, 8]]),
        ("1 2; 3 4", [[1, 2], [3, 4]]),
        ("16 / 3,5 → 20 / 4", [[16, 3.5], [20, 4]]),
        ("10,5 7,6; 12 8", [[10.5, 7.6], [12, 8]]),
        ("36.5,24 40,28", [[36.5, 24], [40, 28]]),
        ("36, 24; 40, 28", [[36, 24], [40, 28]]),
    ],
)
def test_a_way_is_read_with_the_decimal_comma_in_spanish(words, found):
    assert parse_path(Field.way("path", WHERE), words, "es") == found


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("10,5 7,6", "Escribe 10 / 5; 7 / 6 o bien 10,5 / 7,6."),
        ("10,5;7,6", "Escribe 10 / 5; 7 / 6 o bien 10,5 / 7,6."),
        ("10,5;7,6;3,2", "Escribe 10 / 5; 7 / 6; 3 / 2."),
        ("36,24 40,28 44,30", "Escribe 36 / 24; 40 / 28; 44 / 30."),
        ("36,24", "Escribe 36 / 24."),
    ],
)
def test_a_way_that_can_be_read_in_two_ways_is_refused_in_spanish(words, shown):
    with pytest.raises(UnreadableField) as unread:
        parse_path(Field.way("path", WHERE), words, "es")
    assert unread.value.refusal.says.in_("es").endswith(shown)


@pytest.mark.parametrize(
    ("words", "language", "found"),
    [("6.5", "en", 6.5), ("6.5", "es", 6.5), ("6,5", "es", 6.5), ("-90", "es", -90.0)],
)
def test_a_number_may_have_a_decimal_sign(words, language, found):
    assert parse_number(Field.direction("inches", WHERE), words, language) == found


@pytest.mark.parametrize(
    ("words", "language", "shown"),
    [("6,5", "en", "6.5"), ("6, 5", "es", "6,5"), ("six", "en", "6.5"), ("1" * 13, "es", "6,5")],
)
def test_an_unreadable_number_is_answered_with_an_example(words, language, shown):
    with pytest.raises(UnreadableField) as unread:
        parse_number(Field.direction("inches", WHERE), words, language)
    assert shown in unread.value.refusal.says.in_(language)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("point", [(16, 3.5), (0, 0), (36.5, 24.3), (71.9, 48), (10.1, 7.6)])
def test_a_printed_place_is_read_by_the_field_beside_it(language, point):
    """Places as printed by pages and scripts are readable in fields, alone and in a path."""
    ask, printed = (
        Field.point("to", WHERE),
        place_words(point).in_(language),
    )
    assert order_answers((ask,), {}, QueryParams({"to": printed}), language) == {"to": list(point)}
    assert spelled_for(f"{point[0]:g},{point[1]:g}", language) == printed
    for between in ("; ", " → "):
        assert parse_path(ask, between.join([printed] * 3), language) == [list(point)] * 3
    assert parse_path(ask, way_words([point, (1, 2)]).in_(language), language) == [
        list(point),
        [1, 2],
    ]


def test_a_place_with_a_facing_is_printed_and_read():
    assert (
        spelled_for("36.5,24,90", "es") == "36,5 / 24 / 90"
        and spelled_for("36.5,24,90", "en") == "36.5, 24, 90"
    )
    assert parse_place(Field.points("at", WHERE), "36,5 / 24 / 90", "es") == [36.5, 24.0, 0.0]
    assert (
        spelled_for("A3", "es") == "A3"
        and spelled_for("A3@36,24", "es") == "A3@36,24"
        and spelled_for("", "es") == ""
    )


@pytest.mark.parametrize(
    "words",
    [
        "1," * 10_000,
        "1 " * 10_000,
        "; " * 10_000,
        "1" * 20_000,
        "/" * 20_000,
        "1,5 / " * 3000,
        "−" * 20_000,
    ],
)
def test_long_words_are_refused_at_once(words):
    for language in ("en", "es"):
        begun = process_time()
        for read in (parse_place, parse_path, parse_number):
            with pytest.raises(UnreadableField):
                read(Field.point("to", WHERE), words, language)
        assert process_time() - begun < 0.05


def test_a_way_goes_on_from_the_way_in_the_order():
    assert said("way", "path", "path=3,4", {"path": [[1, 2]]}) == {"path": [[1, 2], [3.0, 4.0]]}


def test_a_way_has_an_end():
    with pytest.raises(UnreadableField):
        said("way", "path", "path=" + "1,2%20" * 60)


def test_paths_begin_at_each_piece_and_unnamed_pieces_stay():
    assert said("paths", "paths", "paths:m2=12,12 13,13", choices=MEN) == {
        "paths": {"m2": [[11.0, 10.0], [12.0, 12.0], [13.0, 13.0]]}
    }


def test_single_places_angles_and_choices_go_to_their_piece():
    assert said("places", "at", "at:m1=1,2,45", choices=MEN) == {"at": {"m1": [1.0, 2.0, 45.0]}}
    assert said("angles", "facing", "facing:m1=450&facing:m2=", choices=MEN) == {
        "facing": {"m1": 0.0}
    }
    assert said("each", "attack", "attack:m1=&attack:m2=foe", choices=MEN) == {
        "attack": {"m2": "foe"}
    }


@pytest.mark.parametrize(
    ("compass", "angle"), [("0", 90.0), ("90", 0.0), ("225", 225.0), ("-90", 180.0)]
)
def test_a_direction_is_read_by_the_compass(compass, angle):
    assert said("bearing", "facing", f"facing={compass}") == {"facing": angle}


def test_so_many_inches_in_a_direction_make_a_place():
    assert said("point", "to", "to:bearing=90&to:distance=2.5", start="10,10") == {
        "to": [12.5, 10.0]
    }
    assert said("point", "to", "to:bearing=180&to:distance=4&to=1,2", start="10,10") == {
        "to": [1.0, 2.0]
    }
    assert said("point", "to", "to:bearing=90&to:distance=2.5") == {}
    with pytest.raises(UnreadableField) as unread:
        said("point", "to", "to:bearing=90&to:distance=", start="10,10")
    assert "6.5" in unread.value.refusal.says.in_("en")


def test_a_list_takes_only_values_that_were_offered():
    shot = json.dumps({"figure": "m1"})
    rows = (
        Choice("m1", as_is("Man 1"), of=(Choice(shot, as_is("foe")), Choice("", as_is("hold")))),
    )
    assert said("list", "shots", f"shots:m1={shot}", choices=rows) == {"shots": [{"figure": "m1"}]}
    assert said("list", "shots", "shots:m1={}", choices=rows) == {}


def test_ranks_make_an_order_and_pieces_without_one_keep_their_place():
    three = (*MEN, Choice("m3", as_is("Man 3")))
    assert said("order", "order", "order:m3=1&order:m1=2&order:m2=3", choices=three) == {
        "order": ["m3", "m1", "m2"]
    }
    assert said("order", "order", "order:m3=1", choices=three) == {"order": ["m1", "m3", "m2"]}


def test_a_field_may_lie_inside_another():
    order = {"work": {"kind": "fence", "line": []}}
    set_field(order, "work.height", "higher")
    assert order == {"work": {"kind": "fence", "line": [], "height": "higher"}}
    assert said("way", "work.line", "work.line=1,2 3,4", order)["work"]["line"] == [
        [1.0, 2.0],
        [3.0, 4.0],
    ]
