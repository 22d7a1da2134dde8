"""Clock panel: the clock of a game and what the viewer may do about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.kernel.clock_words import consequence, in_words
from app.kernel.say import Say, say
from app.services.container import Services
from app.services.play import absence_reasons
from app.services.time import viewer_clocks
from app.services.watch import game_view

CLAIMS = {
    "remove": say("Remove the late side", "Retirar al bando que se ha retrasado"),
    "win": say("Claim the win", "Reclamar la victoria"),
    "draw": say("Take a draw", "Quedar en tablas"),
    "cancel": say("Cancel the game", "Anular la partida"),
}
STOPPED_BECAUSE = {
    "pause": say("the clock is paused", "el reloj está en pausa"),
    "holiday": say("holiday", "vacaciones"),
    "closed": say("the server was off", "el servidor estaba parado"),
    "quiet": say("quiet hours", "horas de silencio"),
    "free": say("free day", "día libre"),
}


@dataclass(frozen=True)
class SeatClock:
    """Clock of a seat that owes a decision. `why` gives the reason if no time runs."""

    title: Say
    name: str
    is_mine: bool
    time: viewer_clocks.SeatTime
    why: Say | None


@dataclass(frozen=True)
class HolidayRow:
    """Holiday of a seat; `reason` is that of the viewer's own holiday, "" otherwise."""

    title: Say
    is_mine: bool
    holiday: viewer_clocks.Holiday
    reason: str = ""


@dataclass(frozen=True)
class ClockPanel:
    """Clock of a game, and the viewer's possible actions. `takes_reason`: referees read the reason
    of a holiday.
    """

    on: viewer_clocks.ClocksForViewer
    says: Say
    then: Say
    rows: tuple[SeatClock, ...]
    holidays: tuple[HolidayRow, ...]
    pause_by: tuple[Say, ...]
    asks_me: bool
    i_ask: bool
    takes_reason: bool = False

    @property
    def longest_reason(self) -> int:
        """Largest number of characters of the reason of a holiday."""
        return absence_reasons.LONGEST

    @property
    def claims(self) -> tuple[tuple[str, Say], ...]:
        """Claims that the viewer may make, with their labels."""
        return tuple((what, CLAIMS[what]) for what in self.on.may_claim)

    @property
    def mine(self) -> SeatClock | None:
        return next((row for row in self.rows if row.is_mine), None)


def gives_defaults(look: game_view.GameView) -> bool:
    """True if a default answer follows a missed deadline by itself."""
    return look.game.clock.runs and look.game.clock.then == "hold"


def build_clock(services: Services, look: game_view.GameView) -> ClockPanel | None:
    """Clock of a game. None without a running clock, after the end, and at a past moment."""
    on = (
        viewer_clocks.clocks_for_viewer(services, look.game, look.seats, look.history, look.seat)
        if look.is_now and look.outcome is None
        else None
    )
    if on is None:
        return None
    titles = {seat.seat: game_view.side_title(look, seat.side) for seat in look.seats}
    names = {seat.seat: seat.name or "" for seat in look.seats}
    side = look.table.seats.get(look.seat or "", "")
    return ClockPanel(
        on,
        in_words(on.terms, look.box.card.deadlines),
        consequence(on.terms),
        tuple(
            SeatClock(
                titles[one.seat],
                names[one.seat],
                one.seat == look.seat,
                one,
                STOPPED_BECAUSE.get(one.because),
            )
            for one in on.seats
        ),
        holiday_rows(services, look, titles, on.holidays),
        tuple(game_view.side_title(look, one) for one in on.pause_by),
        bool(on.pause_by) and bool(side) and side not in on.pause_by,
        side in on.pause_by,
        absence_reasons.takes_reasons(look),
    )


def holiday_rows(
    services: Services,
    look: game_view.GameView,
    titles: Mapping[str, Say],
    holidays: Sequence[viewer_clocks.Holiday],
) -> tuple[HolidayRow, ...]:
    """Holidays of all seats; the viewer's own ones have their reasons."""
    is_mine = [one.seat == look.seat for one in holidays]
    reasons = absence_reasons.own_reasons(services, look) if any(is_mine) else {}
    return tuple(
        HolidayRow(titles[one.seat], mine, one, reasons.get(one.first, "") if mine else "")
        for one, mine in zip(holidays, is_mine, strict=True)
    )
