"""Numbers of past events on a board: they share a disc in one place, and no two discs overlap."""

import re

import pytest

from app.kernel.arrows import FIRE, Drawn, covers_none, draw_numbered_arrows, words_of

SIZE = 10.0


def discs_of(rows, ahead=None, standing=()):
    """Words, middle and half width of each disc."""
    (arrows,) = draw_numbered_arrows(rows, SIZE, ahead, standing).elements
    found = []
    for group in arrows.children:
        if group.tag == "g" and group.children[0].tag == "rect":
            rect, words = group.children
            x, y = re.findall(r"-?[\d.]+", dict(group.attrs)["transform"])
            width = float(dict(rect.attrs)["width"])
            found.append((words.children[0], (float(x), float(y)), width / 2))
    return found


@pytest.mark.parametrize(
    ("numbers", "words"),
    [([4], "4"), ([7, 3, 6], "3 · 6 · 7"), ([5, 3, 4, 9], "3–5 · 9"), ([1, 2], "1 · 2")],
)
def test_numbers_of_one_place_are_one_line(numbers, words):
    assert words_of(numbers) == words


def test_events_of_one_place_share_a_disc():
    rows = [Drawn(n, ((50.0, 50.0),)) for n in (2, 5, 9)] + [Drawn(3, ((200.0, 50.0),))]
    assert [(words, at) for words, at, _ in discs_of(rows)] == [
        ("2 · 5 · 9", (50.0, 50.0)),
        ("3", (200.0, 50.0)),
    ]


def test_marches_of_one_way_keep_discs_of_their_own():
    way = ((0.0, 0.0), (100.0, 0.0))
    found = discs_of([Drawn(n, way) for n in range(1, 7)])
    assert [words for words, _, _ in found] == ["1", "2", "3", "4", "5", "6"]
    assert no_two_overlap(found)


def test_a_wide_disc_keeps_others_away():
    crowd = [Drawn(n, ((50.0, 50.0),)) for n in (1, 3, 5, 7, 9)]
    found = discs_of([*crowd, Drawn(2, ((70.0, 50.0),)), Drawn(4, ((30.0, 50.0),))])
    assert len(found) == 3
    assert no_two_overlap(found)


def test_the_number_of_a_march_stands_ahead_of_its_start():
    way = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0))
    assert discs_of([Drawn(1, way)], ahead=30.0)[0][1] == (30.0, 0.0)
    assert discs_of([Drawn(1, way)])[0][1] == (-SIZE, 0.0)


def test_the_number_of_a_shot_stands_on_its_line():
    assert discs_of([Drawn(1, ((0.0, 0.0), (100.0, 0.0)), kind=FIRE)])[0][1] == (40.0, 0.0)


def no_two_overlap(found):
    return all(
        abs(one[1][0] - two[1][0]) >= one[2] + two[2] or abs(one[1][1] - two[1][1]) >= 2 * SIZE
        for one in found
        for two in found
        if one is not two
    )


def test_a_number_covers_no_piece_while_there_is_room():
    crowd = [((50.0 + 9 * dx, 50.0 + 9 * dy), 4.0) for dx in range(-3, 4) for dy in range(-3, 4)]
    rows = [Drawn(1, ((50.0, 50.0),)), Drawn(2, ((59.0, 50.0),))]
    found = discs_of(rows, standing=crowd)
    assert no_two_overlap(found)
    for _, spot, half in found:
        assert covers_none(spot, half, SIZE, crowd)
    assert discs_of(rows[:1])[0][1] == (50.0, 50.0)


def test_a_number_without_room_still_covers_no_other():
    wall = [((50.0, 50.0), 500.0)]
    found = discs_of([Drawn(n, ((50.0 + n, 50.0),)) for n in range(4)], standing=wall)
    assert no_two_overlap(found)
