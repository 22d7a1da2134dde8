"""Refusals of a table: orders that a seat may not give, in every game."""

from __future__ import annotations

from app.kernel.contract import Game
from app.kernel.decider_names import decider_name
from app.kernel.offers import answerable_by
from app.kernel.refusal import Refusal, no
from app.kernel.table import Table, competing_sides, table_outcome


def still_open(game: Game, table: Table) -> Refusal | None:
    """CAR-TAB-02: no order is accepted after the end."""
    if table_outcome(game, table):
        return no("CAR-TAB-02", "The game is over.", "La partida ha terminado.")
    return None


def begun_already() -> Refusal:
    """CAR-TAB-01: a game begins once."""
    return no("CAR-TAB-01", "The game has begun already.", "La partida ya ha empezado.")


def own_seat(table: Table, seat: str) -> Refusal | None:
    """CAR-TAB-03: only a seat of the game gives orders."""
    if seat not in table.seats:
        return no(
            "CAR-TAB-03", "You have no seat in this game.", "No tienes asiento en esta partida."
        )
    return None


def not_out(game: Game, table: Table, side: str) -> Refusal | None:
    """CAR-OUT-01: a side that has left or is eliminated gives no orders."""
    if side in table.left or side in game.eliminated(table.state):
        return no(
            "CAR-OUT-01",
            "Your side is no longer in the game.",
            "Tu bando ya no está en la partida.",
        )
    return None


def still_plays(table: Table, seat: str) -> Refusal | None:
    """CAR-OUT-04: A player who has given up alone gives no more orders."""
    if seat not in table.gave_up:
        return None
    return no(
        "CAR-OUT-04",
        "You have given up; the other players of your side play on.",
        "Te has rendido; los demás jugadores de tu bando siguen.",
    )


def not_competing(game: Game, table: Table, side: str) -> Refusal | None:
    """CAR-OUT-02: a referee neither gives up nor takes part in draws, pauses and claims."""
    if side in competing_sides(game, table):
        return None
    return no(
        "CAR-OUT-02",
        "The {decider} is not a side: draws, pauses and giving up are for the players.",
        "El {decider} no es un bando: las tablas, las pausas y la rendición son de los jugadores.",
        decider=decider_name(game.card),
    )


def only_a_referee(game: Game, table: Table, side: str) -> Refusal | None:
    """CAR-REF-01: Only a referee decides for the referee, and gives more time."""
    if side not in competing_sides(game, table):
        return None
    return no(
        "CAR-REF-01",
        "Only the {decider} does this.",
        "Solo el {decider} puede hacer esto.",
        decider=decider_name(game.card),
    )


def must_report_back(table: Table, seat: str) -> Refusal | None:
    """Refusal for a replaced player who has not reported back; None otherwise."""
    if seat in table.clock.away:
        return no(
            "CAR-CLK-08",
            "The server plays for you: say first that you are back.",
            "El servidor juega por ti: di antes que has vuelto.",
        )
    return None


def one_offer(table: Table, side: str) -> Refusal | None:
    """CAR-DRW-01: a side offers one draw at a time."""
    if side in table.draw_by:
        return no(
            "CAR-DRW-01", "Your offer of a draw still stands.", "Tu oferta de tablas sigue en pie."
        )
    return None


def draw_on_offer(table: Table) -> Refusal | None:
    """CAR-DRW-02: a draw is declined only while one is on offer."""
    if not table.draw_by:
        return no("CAR-DRW-02", "No draw is on offer.", "Ningún bando ha ofrecido tablas.")
    return None


def right_step(game: Game, table: Table, seat: str, step: str) -> Refusal | None:
    """CAR-TAB-04: an order goes to the address of the current step."""
    owed = [one.step for one in answerable_by(game.waiting_for(table.state), seat)]
    if step in owed:
        return None
    if not owed:
        return nothing_owed()
    on = next(one.title for one in game.card.sequence if one.key == owed[0])
    return no(
        "CAR-TAB-04", "The step that is on is: {step}.", "El paso en curso es: {step}.", step=on
    )


def nothing_owed() -> Refusal:
    """CAR-TAB-05: only a seat that owes a decision gives orders."""
    return no(
        "CAR-TAB-05", "Nothing waits for you at the moment.", "Ahora mismo no te toca decidir nada."
    )
