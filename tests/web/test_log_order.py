"""Order of the log: newest event first, and each heading over its own events."""

from __future__ import annotations

from app.kernel.contract import Line
from app.kernel.say import as_is
from app.services.watch.game_view import LogEntry
from app.web.panels.log import LogPanel, newest_first


def line(text: str, level: int = 1) -> Line:
    return Line(as_is(text), level=level)


def entry(number: int, *lines: Line) -> LogEntry:
    return LogEntry(number, "red", "", undone=False, lines=lines)


GAME = (
    entry(1, line("battle", 0), line("turn 1", 0)),
    entry(2, line("a moves"), line("its cost", 2)),
    entry(3, line("b moves"), line("turn 2", 0), line("c is asked")),
    entry(4, line("c moves")),
)


def test_each_heading_stands_over_its_own_events_the_newest_first():
    told = [(row.number, row.lines[0].says.in_("en")) for row in newest_first(GAME)]
    assert told == [
        (3, "turn 2"),
        (4, "c moves"),
        (3, "c is asked"),
        (1, "battle"),
        (1, "turn 1"),
        (3, "b moves"),
        (2, "a moves"),
    ]


def test_details_stay_below_their_event_and_each_move_is_linked_once():
    rows = newest_first(GAME)
    assert [[one.says.in_("en") for one in row.lines] for row in rows][-1] == [
        "a moves",
        "its cost",
    ]
    assert [row.number for row in rows if row.leads] == [3, 4, 1, 2]


def test_the_newest_rows_end_before_a_heading():
    turns = [
        entry(n, line(f"turn {n}", 0), line("one"), line("two"), line("three"))
        for n in range(1, 30)
    ]
    panel = LogPanel(newest_first(turns), None)
    assert len(panel.recent) == 32 and panel.earlier[0].lines[0].says.in_("en") == "turn 21"
    assert (*panel.recent, *panel.earlier) == tuple(panel.told)


def test_a_step_without_events_has_no_heading_unless_it_is_the_newest():
    turn = (
        entry(1, line("turn 1", 0), line("arrivals", 0), line("moves", 0)),
        entry(2, line("a moves"), line("shooting", 0), line("morale", 0), line("turn 2", 0)),
        entry(3, line("arrivals", 0), line("moves", 0)),
    )
    rows = newest_first(turn, {"arrivals", "moves", "shooting", "morale"})
    told = [row.lines[0].says.in_("en") for row in rows]
    assert told == ["turn 2", "moves", "turn 1", "moves", "a moves"]


def test_a_turn_without_events_stands_below_the_turn_that_follows():
    turns = [line(f"turn {number}", 0) for number in (1, 2, 3)]
    entries = (
        entry(1, turns[0]),
        entry(2, line("a moves")),
        entry(3, turns[1], line("moves", 0)),
        entry(4, line("end of turn 2", 0), turns[2], line("moves", 0)),
        entry(5, line("b moves")),
    )
    told = [row.lines[0].says.in_("en") for row in newest_first(entries, {"moves"})]
    assert told == ["turn 3", "moves", "b moves", "end of turn 2", "turn 2", "turn 1", "a moves"]
