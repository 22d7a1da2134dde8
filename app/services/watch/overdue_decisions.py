"""Decisions of a long game whose time is up without a default order: a referee decides them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from app.kernel.offers import Decision
from app.kernel.say import Say, say
from app.services.container import Services
from app.services.people.permissions import referee_seat_of
from app.services.time.viewer_clocks import ClocksForViewer, clocks_for_viewer
from app.services.watch.game_list import ListedGame
from app.services.watch.side_titles import side_title


class OverdueDecision(msgspec.Struct, frozen=True):
    """Decision past its `deadline` in words. A battle is named once for both of its players."""

    says: Say
    deadline: str


def overdue_decisions(
    services: Services, listed: ListedGame, user_id: int
) -> tuple[OverdueDecision, ...]:
    """Overdue decisions of a running game for a member who is one of its referees."""
    game, box = listed.game, services.box(listed.game)
    if box.card.is_battle or game.status != "running" or not game.clock.runs:
        return ()
    if referee_seat_of(listed.seats, user_id) is None:
        return ()
    with services.store.read() as work:
        history = services.histories.of(work, box, game)
    clocks = clocks_for_viewer(services, game, listed.seats, history, None)
    if clocks is None:
        return ()
    state = history.now.state
    titles = {one.key: one.title for one in box.battles(state)}
    sides = {seat.seat: side_title(box, game, seat.side, state) for seat in listed.seats}
    found: dict[str, OverdueDecision] = {}
    for owed, deadline in _out_of_time(clocks, box.waiting_for(state)):
        about = titles.get(owed.battle) or sides[owed.seat]
        says = say("The time is up: {about}", "Se acabó el tiempo: {about}", about=about)
        found.setdefault(owed.battle or owed.seat, OverdueDecision(says, deadline))
    return tuple(found.values())


def _out_of_time(
    clocks: ClocksForViewer, waiting: Sequence[Decision]
) -> Iterator[tuple[Decision, str]]:
    """Decisions whose time was up, each with its deadline."""
    for owed in waiting:
        time = clocks.of(owed.seat)
        if time is None or not time.is_up:
            continue
        if not time.up_for or owed.clock_key in time.up_for:
            yield owed, time.deadline_of(owed)
