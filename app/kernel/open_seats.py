"""Open seats: players join and leave a game while it is played (`CAR-SEA-…`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from app.kernel.contract import Event, Game, Order, Scenario, Side
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.say import noun
from app.kernel.side_departures import agreed_without
from app.kernel.table import NUMBERED, Table, after_all, in_play
from app.kernel.table_orders import (
    Conceded,
    SeatClosed,
    SeatOpened,
    SeatsExchanged,
    TakeSeat,
)
from app.kernel.wrapped_orders import as_read

SHAPES = "abcdefgh"
SIDES_KEPT = 100
"""Numbered sides that stay in memory."""


def next_seat(table: Table) -> str:
    """Key of the next open seat. Seats are numbered, and none is used again."""
    return f"p{table.opened + 1}"


@lru_cache(SIDES_KEPT)
def numbered_side(key: str) -> Side:
    """Side of a numbered seat; its title and shape follow from the number."""
    found = NUMBERED.fullmatch(key)
    number = int(found[1]) if found else 0
    title = noun(
        f"Player {number}", f"Jugador {number}", the=f"player {number}", el=f"el jugador {number}"
    )
    return Side(key, title, SHAPES[(number - 1) % len(SHAPES)])


def all_sides(game: Game, scenario: Scenario, table: Table) -> tuple[Side, ...]:
    """Sides of the scenario and of the seats opened since, under their present titles."""
    found = {side.key: side for side in scenario.sides}
    if game.card.open_seats and table.state is not None:
        gone = unlisted_sides(game, table)
        seated = [key for key in (*table.seats.values(), *table.left) if key not in gone]
        found = {key: side for key, side in found.items() if key in seated}
        found |= {key: numbered_side(key) for key in seated if key not in found}
        found |= {side.key: side for side in game.sides(table.state)}
    return tuple(found.values())


def unlisted_sides(game: Game, table: Table) -> frozenset[str]:
    """Sides whose seat is closed and which the game names no more, as after a withdrawn entry."""
    if game.card.open_seats is None or table.state is None:
        return frozenset()
    known = {side.key for side in game.sides(table.state)}
    return frozenset(side for side in table.left if side not in known)


# ---------------------------------------------------------------------- decisions
def seat_taken(game: Game, table: Table, order: TakeSeat, seat: str, dice: Dice) -> Sequence[Event]:
    """Events of a player who joins: the seat opens, and the order of the game enters the player."""
    entry = as_read(game, order.order)
    refuse_if(room_refusal(game, table), seat_refusal(table, seat), entry_refusal(game, entry))
    return (SeatOpened(seat, seat), *game.decide(table.state, entry, seat, dice))


def seat_left(
    game: Game, table: Table, seat: str, dice: Dice, successor: str = ""
) -> Sequence[Event]:
    """Events of a player who leaves: the seat closes, and the game draws its consequences. With a
    successor, the two players exchange their seats before.
    """
    side = table.seats[seat]
    if successor:
        refuse_if(successor_refusal(game, table, side))
        new = game.succession(table.state, side, successor)
        exchanged = (SeatsExchanged(seat, successor), *new, SeatClosed(successor))
        return with_consequences(game, table, exchanged, dice)
    others = tuple(other for other in in_play(game, table) if other != side)
    leaving = game.side_leaves(table.state, side, others)
    events: tuple[Event, ...] = (SeatClosed(seat), *leaving.events)
    if leaving.ends:
        return (*events, Conceded(side, leaving.winners))
    return with_consequences(game, table, events, dice)


def with_consequences(
    game: Game, table: Table, events: Sequence[Event], dice: Dice
) -> Sequence[Event]:
    """Events of a departure, with those by which the game and its remaining sides go on."""
    events = (*events, *game.goes_on(after_all(game, table, events).state, dice))
    return (*events, *agreed_without(game, after_all(game, table, events)))


def players(game: Game, table: Table) -> tuple[str, ...]:
    """Sides of players who have a seat now."""
    return tuple(side for side in in_play(game, table) if side in table.seats.values())


def queued_sides(game: Game, table: Table) -> tuple[str, ...]:
    """CAR-SEA-06: Sides whose entry takes effect later. The player may withdraw it until then, and
    join again.
    """
    if game.card.open_seats is None or table.state is None:
        return ()
    return tuple(one.side for one in game.queued(table.state))


def room_refusal(game: Game, table: Table) -> Refusal | None:
    """CAR-SEA-01: A game with open seats takes players up to its limit."""
    seats = game.card.open_seats
    if seats is None:
        return no(
            "CAR-SEA-01",
            "This game takes no more players after its beginning.",
            "Esta partida no admite jugadores después de empezar.",
        )
    if len(players(game, table)) >= seats.most:
        return no(
            "CAR-SEA-01",
            "{most} players are in this game already.",
            "Ya hay {most} jugadores en esta partida.",
            most=seats.most,
        )
    return None


def seat_refusal(table: Table, seat: str) -> Refusal | None:
    """CAR-SEA-02: A new player takes the next number; no seat is used again."""
    if seat == next_seat(table):
        return None
    return no(
        "CAR-SEA-02",
        "Another player has joined meanwhile.",
        "Mientras tanto ha entrado otro jugador.",
    )


def entry_refusal(game: Game, order: Order) -> Refusal | None:
    """CAR-SEA-03: A player joins by the order that the game has for it."""
    seats = game.card.open_seats
    if seats is not None and isinstance(order, seats.entries):
        return None
    return no(
        "CAR-SEA-03", "This order joins no game.", "Con esta orden no se entra en ninguna partida."
    )


def draws_refusal(game: Game) -> Refusal | None:
    """CAR-SEA-04: A game with open seats has no draws: a player leaves the seat instead."""
    if game.card.open_seats is None:
        return None
    return no(
        "CAR-SEA-04",
        "This game has no draws. A player may leave.",
        "Esta partida no tiene tablas. Un jugador puede abandonar.",
    )


def leaving_refusal(game: Game) -> Refusal | None:
    """CAR-SEA-05: A seat is left in a game with open seats; other games are given up."""
    if game.card.open_seats is not None:
        return None
    return no(
        "CAR-SEA-05",
        "In this game a side gives up instead of leaving.",
        "En esta partida un bando se rinde en vez de abandonar.",
    )


def successor_refusal(game: Game, table: Table, side: str) -> Refusal | None:
    """CAR-SEA-07: A player who leaves names a successor where the rules of the game let another
    player take over the seat. The two exchange their seats, and that of the successor closes.
    """
    if game.successors(table.state, side):
        return None
    return no(
        "CAR-SEA-07",
        "No other player can take over your seat.",
        "Ningún otro jugador puede ocupar tu asiento.",
    )
