"""Import of a game by a member, from a file that the member sends (`CAR-EXP-03`, `CAR-EXP-04`)."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping

import msgspec

from app.kernel import record
from app.kernel.decoding import decode_json
from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.kernel.scenario_options import are_options_valid
from app.services.container import Services, require_account
from app.services.errors import Busy, Malformed, NotYourSeat
from app.services.people import moderation_rules
from app.services.people.permissions import referee_seat_of
from app.services.play import game_import, seat_substitution
from app.services.play.game_export import BEFORE, FORMAT, GameOnFile, moves_of, read_file
from app.services.play.game_import import CheckedFile, SeatTakers, Setting
from app.services.time.availability import parse_time
from app.services.watch.broadcast_delay import DELAYS
from app.services.watch.game_view import GameView
from app.store import records

MOST_BYTES = 40_000_000
MOST_MOVES = 20_000  # of a game with its battles
MOST_PHOTOGRAPHS = 200
AGAIN = 20  # seconds until another import can begin

_one_at_a_time = threading.Lock()
"""Checking a file of 20,000 moves takes seconds of computation."""


class Head(msgspec.Struct, frozen=True):
    """Format of a file; "" if it names none."""

    format: str = ""


def import_as_member(services: Services, user_id: int, data: bytes) -> records.Game:
    """Import the game of a file. The member founds it, and referees it if it has referees.

    It is listed nowhere: its link opens it. Its clock goes on from now. Raises `Refused`, `Busy`.
    """
    with services.store.read() as work:
        member = require_account(work.users.find_user(user_id))
        refuse_if(no_member_refusal(member), moderation_rules.muted_refusal(work, user_id))
    if not _one_at_a_time.acquire(blocking=False):
        raise Busy(AGAIN)
    try:
        checked = check_sent_file(services, data)
        takers = SeatTakers(referees=(member.name,))
        setting = Setting(user_id, "private", goes_on=True)
        return game_import.import_checked_file(services, checked, takers, setting)
    finally:
        _one_at_a_time.release()


# ---------------------------------------------------------------------- checking
def check_sent_file(services: Services, data: bytes) -> CheckedFile:
    """Check a file that a member sends. Raises `Refused` with the first reason against it."""
    refuse_if(size_refusal(data))
    refuse_if(format_refusal(data))
    try:
        file = read_file(data)
    except Malformed as wrong:
        raise Refused(damaged_refusal()) from wrong
    games = (file, *file.battles)
    refuse_if(*(unknown_game_refusal(services, one) for one in games))
    refuse_if(count_refusal(games, len(file.photographs)))
    refuse_if(*(chain_refusal(one) for one in games))
    if not all(_is_head_sound(services, one) for one in games):
        raise Refused(damaged_refusal())
    try:
        checked = game_import.check_file(services, data)
    except Malformed as wrong:
        raise Refused(damaged_refusal()) from wrong
    refuse_if(running_refusal(checked))
    return checked


def _is_head_sound(services: Services, file: GameOnFile) -> bool:
    """True if options, delay and times have the form that pages expect."""
    options = services.shelf[file.box].card.options
    return (
        are_options_valid(options, file.options)
        and file.delay in ("", *DELAYS)
        and file.visibility in ("open", "private")
        and all(_is_time(one) for one in _times_of(file))
    )


def _times_of(file: GameOnFile) -> Iterator[str]:
    yield file.opened_at
    yield from (one.made_at for one in file.moves)
    yield from (one.changed for one in file.words)
    yield from (one.made_at for one in file.photographs)


def _is_time(text: str) -> bool:
    try:
        return parse_time(text).tzinfo is not None and text.endswith("Z")
    except (ValueError, OverflowError):
        return False


# ---------------------------------------------------------------------- seats
def offer_seats(
    services: Services, look: GameView, user_id: int, names: Mapping[str, str]
) -> tuple[Refusal, ...]:
    """Offer each open seat to the member of this name; an empty name withdraws the offer.

    Other seats are offered although one name is refused; the refusals are returned. Raises
    `NotYourSeat`.
    """
    if referee_seat_of(look.seats, user_id) is None:
        raise NotYourSeat
    offered = {
        one.seat: one.to for one in seat_substitution.load_substitutions(services, look).may_offer
    }
    findings: list[Refusal] = []
    for seat, given in names.items():
        before, name = offered.get(seat), " ".join(given.split())
        try:
            if before is not None and name and name != before:
                seat_substitution.offer_seat(services, look.game.id, user_id, seat, name)
            elif before and not name:
                seat_substitution.withdraw_offer(services, look.game.id, user_id, seat)
        except Refused as refused:
            findings += refused.refusals
    return tuple(findings)


# ---------------------------------------------------------------------- refusals
def no_member_refusal(user: records.User) -> Refusal | None:
    """CAR-EXP-03: A member imports a game, and founds it."""
    if not (user.is_guest or user.is_bot):
        return None
    return no(
        "CAR-EXP-03",
        "Only a member imports a game. Create an account first.",
        "Solo un miembro importa partidas. Crea antes una cuenta.",
    )


def running_refusal(checked: CheckedFile) -> Refusal | None:
    """Refusal of a running game without referees: its file holds its secrets."""
    if checked.is_over or any(one.name == "" for one in checked.file.seats):
        return None
    return no(
        "CAR-EXP-03",
        "This game is not over and has no referee. Its file holds its secrets, so only an "
        "administrator imports it.",
        "Esta partida no ha terminado y no tiene árbitro. Su archivo guarda sus secretos, así que "
        "solo la importa un administrador.",
    )


def size_refusal(data: bytes) -> Refusal | None:
    """CAR-EXP-04: The file of a game has at most 40 MB."""
    return file_too_long_refusal() if len(data) > MOST_BYTES else None


def file_too_long_refusal() -> Refusal:
    return no(
        "CAR-EXP-04",
        "The file has more than {most} MB. Nothing was imported. An administrator can import it.",
        "El archivo ocupa más de {most} MB. No se ha importado nada. Un administrador puede "
        "importarlo.",
        most=MOST_BYTES // 1_000_000,
    )


def format_refusal(data: bytes) -> Refusal | None:
    """Refusal of a file without the format of a game, or with another format."""
    try:
        found = decode_json(data, Head).format
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        found = ""
    if found in (FORMAT, BEFORE):
        return None
    if not found.startswith("caracole-game/"):
        return no(
            "CAR-EXP-04",
            "This is no file of a game. Choose a file that was exported as a game.",
            "Este archivo no es de una partida. Elige un archivo exportado como partida.",
        )
    return no(
        "CAR-EXP-04",
        "The file has the format {found}, and this server reads {known}. It comes from another "
        "version of the program.",
        "El archivo tiene el formato {found} y este servidor lee {known}. Viene de otra versión "
        "del programa.",
        found=found[:40],
        known=FORMAT,
    )


def unknown_game_refusal(services: Services, file: GameOnFile) -> Refusal | None:
    """Refusal of a game that is not installed here."""
    if file.box in services.shelf:
        return None
    return no(
        "CAR-EXP-04",
        "This server does not have the game of the file.",
        "Este servidor no tiene el juego del archivo.",
    )


def count_refusal(games: tuple[GameOnFile, ...], photographs: int) -> Refusal | None:
    """Refusal of a file with too many moves or photographs."""
    moves = sum(len(one.moves) for one in games)
    if moves <= MOST_MOVES and photographs <= MOST_PHOTOGRAPHS:
        return None
    return no(
        "CAR-EXP-04",
        "The file has {moves} moves and {photographs} photographs; at most {most} and {pictures} "
        "are imported here. An administrator can import it.",
        "El archivo tiene {moves} jugadas y {photographs} fotografías; aquí se importan como mucho "
        "{most} y {pictures}. Un administrador puede importarlo.",
        moves=moves,
        photographs=photographs,
        most=MOST_MOVES,
        pictures=MOST_PHOTOGRAPHS,
    )


def chain_refusal(file: GameOnFile) -> Refusal | None:
    """Refusal of a record that was changed; it names the first such move."""
    try:
        broken = record.first_broken(moves_of(file))
    except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError):
        return damaged_refusal()
    if broken is None:
        return None
    return no(
        "CAR-EXP-04",
        "Move {number} of the file was changed or is damaged. Ask for the file again.",
        "La jugada {number} del archivo se ha cambiado o está dañada. Pide el archivo de nuevo.",
        number=broken,
    )


def damaged_refusal() -> Refusal:
    return no(
        "CAR-EXP-04",
        "The file is damaged: its moves, dice and seats do not fit together. Ask for it again.",
        "El archivo está dañado: sus jugadas, dados y asientos no concuerdan. Pídelo de nuevo.",
    )
