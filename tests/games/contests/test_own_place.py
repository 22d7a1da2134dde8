"""Picture of a contest: the first places, and the place of the viewer."""

from __future__ import annotations

from app.games.contests.drawing import ROWS, shown_places
from app.games.contests.fog import View
from app.games.contests.standings import places_of
from tests.games.contests.test_whole_contests import swiss_with_lots


def test_a_later_place_of_the_viewer_stands_in_the_last_row():
    contest = swiss_with_lots([f"p{n}" for n in range(1, ROWS + 4)])
    order = [one.entrant for one in places_of(contest)]
    assert [one.entrant for one in shown_places(View(contest))] == order[:ROWS]
    assert [one.entrant for one in shown_places(View(contest, order[0]))] == order[:ROWS]
    own = [one.entrant for one in shown_places(View(contest, order[-1]))]
    assert own == [*order[: ROWS - 1], order[-1]]
