"""Rules about joining, leaving and repeating games."""

from __future__ import annotations

from collections.abc import Sequence

from app.kernel.contract import Game
from app.kernel.free_text import is_line
from app.kernel.refusal import Refusal, no
from app.kernel.say import say
from app.services.errors import Malformed
from app.services.people.permissions import player_seat_of, seat_of
from app.store import records

LONGEST_ADDED, LONGEST_TITLE = 100, 80
MOST_IN_LOBBY, MOST_OF_A_GUEST = 20, 5


def rematch_refusal(box: Game, game: records.Game) -> Refusal | None:
    """CAR-LOB-05: A rematch of a battle is opened once it is over. Long games have none."""
    if not box.card.is_battle:
        return no(
            "CAR-LOB-05",
            "Only a battle has a rematch. A contest may have a next season.",
            "Solo una batalla tiene revancha. Una competición puede tener otra temporada.",
        )
    if game.status == "over":
        return None
    return no("CAR-LOB-05", "The game is not over yet.", "La partida aún no ha terminado.")


def seat_taken_refusal() -> Refusal:
    """CAR-LOB-01: A player takes a free seat."""
    return no("CAR-LOB-01", "This seat is taken.", "Ese asiento está ocupado.")


def second_seat_refusal(seats: Sequence[records.Seat], user_id: int) -> Refusal | None:
    """CAR-LOB-02: A player holds at most one seat of a game."""
    if player_seat_of(seats, user_id):
        return no("CAR-LOB-02", "You sit at this table already.", "Ya estás sentado a esta mesa.")
    return None


def begun_game_refusal(game: records.Game) -> Refusal | None:
    """CAR-LOB-03: Seats are taken and left, and a table is deleted, only before the game begins."""
    if game.status != "open":
        return no("CAR-LOB-03", "The game has begun.", "La partida ya ha empezado.")
    return None


def foreign_table_refusal(
    game: records.Game, seats: Sequence[records.Seat], user_id: int
) -> Refusal | None:
    """CAR-LOB-04: A table is deleted by the player who opened it and still has a seat there."""
    if game.opened_by != user_id:
        return no(
            "CAR-LOB-04", "Another player opened this table.", "Esta mesa la abrió otro jugador."
        )
    if seat_of(seats, user_id) is None:
        return no(
            "CAR-LOB-04",
            "You have left your seat: the table belongs to the seated players.",
            "Has dejado tu asiento: la mesa es de los jugadores sentados.",
        )
    return None


def child_battle_refusal(game: records.Game) -> Refusal | None:
    """CAR-BAT-03: The table of a battle of a campaign has the seats and terms of the campaign."""
    if not game.is_child_battle:
        return None
    return no(
        "CAR-BAT-03",
        "This table belongs to a campaign, which decides about its seats and terms.",
        "Esta mesa es de una campaña, que decide sobre sus asientos y condiciones.",
    )


def dice_text_refusal(added: str) -> Refusal | None:
    """CAR-LOB-06: A player adds at most 100 characters to the dice."""
    if not is_line(added, LONGEST_ADDED):
        return no(
            "CAR-LOB-06",
            "At most {most} printable characters are added to the dice.",
            "A los dados se añaden {most} caracteres imprimibles como mucho.",
            most=LONGEST_ADDED,
        )
    return None


def title_refusal(title: str) -> Refusal | None:
    """CAR-LOB-14: The title of a table has at most 80 visible characters."""
    if is_line(title, LONGEST_TITLE):
        return None
    return no(
        "CAR-LOB-14",
        "A title has at most {most} visible characters.",
        "Un título tiene {most} caracteres visibles como mucho.",
        most=LONGEST_TITLE,
    )


def lobby_refusal(waiting: int, *, is_guest: bool) -> Refusal | None:
    """CAR-LOB-15: A member has at most 20 tables in the lobby at a time, a guest 5."""
    most = MOST_OF_A_GUEST if is_guest else MOST_IN_LOBBY
    if waiting < most:
        return None
    return no(
        "CAR-LOB-15",
        "You have {n} tables in the lobby, at most {most}. Begin or cancel one of them first.",
        "Tienes {n} mesas en la sala, {most} como mucho. Antes empieza o cancela una de ellas.",
        n=waiting,
        most=most,
    )


def check_choices(*are_known: bool) -> None:
    """Raise `Malformed` for a choice that does not exist."""
    if not all(are_known):
        raise Malformed(
            say(
                "There is no such side, option or kind of table.",
                "No existe ese bando, opción o tipo de mesa.",
            )
        )
