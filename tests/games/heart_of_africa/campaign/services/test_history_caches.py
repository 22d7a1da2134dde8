"""Caches of a game history: a history that grows move by move tells the same as one read at
once.
"""

from __future__ import annotations

import pytest

from app.games.heart_of_africa.campaign.box import CAMPAIGN
from app.games.heart_of_africa.campaign.state import REFEREE
from app.kernel import record
from app.kernel.corrections import correctable_moves
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR, Viewer
from app.services.play.recorded_moves import _as_written
from app.services.watch.game_history import History
from tests.games.heart_of_africa.campaign.test_corrections import Record


def corrected_record() -> list[record.Move]:
    """Moves of a campaign; two of the later ones are corrections."""
    campaign = Record("history caches")
    numbers = [move.number for move in correctable_moves(campaign.moves)]
    made = 0
    for number in reversed(numbers):
        try:
            campaign.correct(number, None)
            made += 1
        except Refused:
            continue
        if made == 2:
            break
    assert made == 2
    return campaign.moves


@pytest.fixture(scope="module")
def written() -> list[record.Move]:
    return [_as_written(move) for move in corrected_record()]


@pytest.fixture(scope="module")
def at_once(written) -> History:
    return History(CAMPAIGN).and_then(written)


def grown(written, watched: int) -> History:
    """History that is read move by move; the last moves are looked at after each of them."""
    history = History(CAMPAIGN).and_then(written[:-watched])
    for move in written[-watched:]:
        history = history.and_then([move])
        look_at(history)
    return history


def look_at(history: History) -> None:
    """Fill the caches of a history."""
    for number in (history.number, history.number - 3):
        history.standing(number)
        history.counted_tables(number)
        history.public_date(number)
        history.pages(number, SPECTATOR)
        history.chapters(number, history.moment(number).turn - 1)


def test_chapters_are_those_of_a_fresh_history(written, at_once):
    history = grown(written, 12)
    for number in (history.number, history.number - 1, history.number - 5):
        fresh = History(CAMPAIGN, at_once.moves, at_once.tables)
        now = fresh.moment(number).turn
        told = [
            one.chapters(number, closed) for closed in (now - 1, now) for one in (history, fresh)
        ]
        assert told[0] == told[1] and told[2] == told[3]
        assert len(told[0]) > 1


def test_moves_in_force_are_those_of_the_record(written, at_once):
    history = grown(written, 12)
    for number in range(history.number - 15, history.number + 1):
        moves = at_once.moves[:number]
        assert list(history.in_force(number)) == record.in_force(moves)
        assert list(history.counted(number)) == record.moves_in_force(moves)


def test_corrected_tables_are_those_of_a_fresh_history(written, at_once):
    history = grown(written, 12)
    for number in (history.number, history.number - 1, history.number - 5):
        fresh = History(CAMPAIGN, at_once.moves, at_once.tables)
        until = slice(number + 1)
        assert history.counted_tables(number)[until] == fresh.counted_tables(number)[until]
    end = history.counted_tables(history.number)[history.number]
    assert end.state == history.now.state


def test_a_move_that_is_not_committed_leaves_no_trace(written):
    history = grown(written[:-1], 5)
    before = list(history.in_force(history.number))
    look_at(history.and_then(written[-1:]))
    assert list(history.in_force(history.number)) == before


def test_each_viewer_gets_the_pages_of_the_own_view(at_once):
    viewers = [
        SPECTATOR,
        Viewer(REFEREE, REFEREE),
        *(Viewer(key, key, luck=key) for key in at_once.now.state.seats),
    ]
    for viewer in [*viewers, *viewers]:
        own = CAMPAIGN.view(at_once.now.state, viewer)
        assert at_once.pages(at_once.number, viewer) == CAMPAIGN.pages(own)
        assert at_once.view(at_once.number, viewer) == own


def test_newest_counted_moves_are_those_of_the_record(written, at_once):
    """Also after corrections, which give earlier moves other facts."""
    history = History(CAMPAIGN).and_then(written[:5])
    for number, move in enumerate(written[5:], start=6):
        list(history.newest_counted())
        history.corrected_numbers(history.number)
        history = history.and_then([move])
        counted = record.moves_in_force(at_once.moves[:number])
        assert list(history.newest_counted()) == counted[::-1]
        assert history.corrected_numbers(number) == History(
            CAMPAIGN, at_once.moves[:number], at_once.tables[: number + 1]
        ).corrected_numbers(number)


def test_commands_are_found_without_those_of_moves_that_were_never_committed(written):
    history = History(CAMPAIGN).and_then(written[:-1])
    last = written[-1]
    assert history.under(last.command, last.seat) is None
    longer = history.and_then([last])
    assert longer.under(last.command, last.seat).number == last.number
    assert history.under(last.command, last.seat) is None
    assert history.on_record(last.command, "other") == last.command
    assert longer.on_record(last.command, "other") == f"{last.command}\nother"
    before = written[-2]
    assert longer.under(before.command, before.seat).number == before.number
