"""Log lines about the players of a side and their commands."""

from __future__ import annotations

from app.games.africa_1859 import events as e
from app.games.africa_1859.beginning import command_words
from app.games.africa_1859.counters import titles_of
from app.games.africa_1859.ground import data_of
from app.games.africa_1859.state import War
from app.kernel.contract import Line
from app.kernel.say import Say, qualified, say
from app.kernel.single_lines import Lines, one_line


def side_title(war: War, side: str) -> Say:
    """Name of a side."""
    return data_of(war).sides[side]


def seat_title(war: War, seat: str) -> Say:
    """Name of a side, with the command of the seat where several seats share the side."""
    side = side_title(war, war.terms.seats[seat])
    command = command_words(war.terms.scenario, war.terms.seats).get(seat)
    return qualified(side, command) if command else side


def phase_ended(before: War, event: e.PhaseEnded) -> Lines:
    """Line of a seat that ends the phase."""
    return one_line(
        "{side}: end of the activations.",
        "{side}: fin de las activaciones.",
        "AFB-ACT-07",
        side=seat_title(before, event.seat),
    )


def reserved(before: War, event: e.Reserved) -> Lines:
    """Line of counters that are reserved or lent."""
    if event.lent:
        return one_line(
            "{who:Aa}: lent to the other players of the side.",
            "{who:Aa}: a disposición de los demás jugadores del bando.",
            "AFB-WEB-04",
            who=titles_of(before, event.counters),
        )
    return one_line(
        "{who:Aa}: only their player gives them orders.",
        "{who:Aa}: solo a las órdenes de su jugador.",
        "AFB-WEB-04",
        who=titles_of(before, event.counters),
    )


def seat_abandoned(before: War, event: e.SeatAbandoned) -> Lines:
    """Line for each ally that receives counters of a player who gives up."""
    seats = dict.fromkeys(event.commands.values())
    return tuple(
        Line(
            say(
                "The counters of {side} pass to {ally}.",
                "Las fichas de {side} pasan a {ally}.",
                side=seat_title(before, event.seat),
                ally=seat_title(before, seat),
            ),
            ("AFB-WEB-04",),
        )
        for seat in seats
    )
