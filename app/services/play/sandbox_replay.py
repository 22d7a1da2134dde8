"""Sandboxes as their players see them, replayed from the stored steps."""

from __future__ import annotations

import msgspec

from app.kernel import record, table
from app.kernel.seats import Viewer
from app.services.container import Services
from app.services.watch import game_view
from app.services.watch.game_history import History
from app.store import records

FIRST = 1
"""Move at which the game itself is loaded, to avoid computing its present offers."""


class OpenSandbox(msgspec.Struct, frozen=True):
    """Sandbox as its player sees it.

    `look` is the imagined game seen by the deciding seat, `real` the game itself.
    """

    sandbox: records.Sandbox
    look: game_view.GameView
    real: game_view.GameView

    @property
    def viewer(self) -> Viewer:
        """Viewer of the player's own seat."""
        return viewer_of(self.real, self.sandbox)

    @property
    def steps(self) -> int:
        return self.look.last


def replay_sandbox(
    services: Services, real: game_view.GameView, sandbox: records.Sandbox
) -> OpenSandbox:
    """Replay a sandbox from the viewer's knowledge at its beginning, with all its orders."""
    with services.store.read() as work:
        steps = work.sandboxes.stored_moves(sandbox.id)
    moves, tables = [], [starting_table(real, viewer_of(real, sandbox), sandbox.began)]
    for step in steps:
        moves.append(record.read_move(real.box, step))
        tables.append(
            msgspec.structs.replace(
                table.after_all(real.box, tables[-1], moves[-1].events), number=step.number
            )
        )
    return OpenSandbox(
        sandbox, sandbox_view(real, sandbox, History(real.box, tuple(moves), tuple(tables))), real
    )


def starting_table(real: game_view.GameView, viewer: Viewer, began: int) -> table.Table:
    """Table at the beginning of a sandbox: the viewer's knowledge after move `began`."""
    known = real.history.tables[began]
    imagined = real.box.imagined(real.box.view(known.state, viewer))
    return table.Table(imagined, 0, known.scenario, known.seats)


def viewer_of(real: game_view.GameView, sandbox: records.Sandbox) -> Viewer:
    return Viewer(sandbox.seat, next(seat.side for seat in real.seats if seat.seat == sandbox.seat))


def sandbox_view(
    real: game_view.GameView, sandbox: records.Sandbox, history: History
) -> game_view.GameView:
    """View of the imagined game for the deciding seat; the player's own seat comes first."""
    box, position = history.box, history.now
    outcome = table.table_outcome(box, position)
    owed = table.owed_decisions(box, position)
    seat = next(
        (decision.seat for decision in owed if decision.seat == sandbox.seat),
        owed[0].seat if owed else sandbox.seat,
    )
    viewer = Viewer(seat, position.seats[seat])
    view = box.view(position.state, viewer)
    game = msgspec.structs.replace(real.game, status="running", number=history.number)
    return msgspec.structs.replace(
        real,
        game=game,
        scenario=game_view.scenario_of(box, game, position),
        seat=seat,
        viewer=viewer,
        at=history.number,
        last=history.number,
        table=position,
        view=view,
        outcome=outcome,
        decisions=tuple(decision for decision in owed if decision.seat == seat),
        is_offered=bool(owed),
        waiting=tuple(dict.fromkeys(decision.seat for decision in owed)),
        take_back=None,
        seen=None,
        rematch=None,
        history=history,
    )
