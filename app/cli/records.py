"""replay, re-adjudicate, verify, export, import: records of games, from the database or a file."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from app.cli import photograph_checks
from app.cli.command_context import box_of, exit_with_error, open_services
from app.kernel import record
from app.kernel.dice import key_of
from app.kernel.readjudication import readjudicate_moves
from app.kernel.record import Broken
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer
from app.services.container import Services
from app.services.errors import Malformed, NoSuchGame
from app.services.play import game_export, game_import
from app.services.watch.game_history import History
from app.store import records
from app.store.archives import DamagedArchive


class Subject(msgspec.Struct, frozen=True):
    """One game from the database or a file. `broken` is the reason why its record cannot be
    replayed.
    """

    title: str
    history: History
    key: bytes
    seats: Sequence[game_export.SeatOnFile | records.Seat]
    game: records.Game | None = None
    broken: str = ""


def add_commands(commands: argparse._SubParsersAction) -> None:
    for name, run, help_, more in (
        ("replay", print_replay, "print the log of a game", ("--move", "--language")),
        (
            "re-adjudicate",
            readjudicate_games,
            "decide stored orders again with their own dice; list different results",
            (),
        ),
        ("verify", run_verification, "check hash chain and dice; decide every move again", ()),
        ("export", write_export, "write a game as JSON", ("--out",)),
        ("import", bring_in, "add the game in a file to the database", ()),
    ):
        parser = commands.add_parser(name, help=help_)
        optional = name in ("re-adjudicate", "verify")
        parser.add_argument(
            "game",
            nargs="?" if optional else None,
            metavar="FILE" if name == "import" else "GAME",
            help="number of the game, or an exported file",
        )
        if name == "import":
            parser.add_argument(
                "--seat",
                action="append",
                default=[],
                metavar="SEAT=NAME",
                help="member who takes a seat of a running game; other seats are open",
            )
            parser.add_argument(
                "--referee", action="append", default=[], metavar="NAME", help="member who referees"
            )
        if "--move" in more:
            parser.add_argument("--move", type=int, help="last move to print")
            parser.add_argument("--language", choices=("en", "es"), default="en")
        if "--out" in more:
            parser.add_argument("--out", type=Path, help="file to write; default: standard output")
        parser.set_defaults(run=run)


def print_replay(asked: argparse.Namespace) -> int:
    """Print the log as visible after the end of the game."""
    subject = next(_read_subjects(asked.game))
    history = subject.history
    until = history.number if asked.move is None else max(0, min(asked.move, history.number))
    print(subject.title)
    counts = set(history.standing(until))
    for move in history.moves[:until]:
        print(
            f"{move.number:4}  "
            f"{move.seat or '–'}{'' if move.number in counts else '  (undone, or an undo)'}"
        )
        for line in history.lines(move.number, Viewer(finished=True)):
            reasons = "".join(
                f"\n{'':10}{why.in_(asked.language)} [{rule}]" for why, rule in line.reasons
            )
            ids = f"  [{', '.join(line.rules)}]" if line.rules else ""
            print(f"{'':6}{'  ' * line.level}{line.says.in_(asked.language)}{ids}{reasons}")
    return 0


def readjudicate_games(asked: argparse.Namespace) -> int:
    """Print the moves that have another result under the present rules; return 1 if a game has one.

    A difference caused only by stored sorted keys is listed and counted apart.
    """
    games = otherwise = of_sorted_keys = 0
    for subject in _read_subjects(asked.game):
        games += 1
        found = readjudicate_moves(
            subject.history.box, subject.history.moves, subject.history.tables
        )
        otherwise += any(not one.sorted_keys for one in found)
        of_sorted_keys += sum(one.sorted_keys for one in found)
        for one in found:
            print(f"{subject.title}: move {one.number}: {one.why}")
    print(
        f"{games} games decided again, {otherwise} with another result; "
        f"{of_sorted_keys} moves differ only because their keys were stored sorted"
    )
    return 1 if otherwise else 0


def run_verification(asked: argparse.Namespace) -> int:
    """Print false dice, broken pledges, damaged photographs, and moves whose events differ when
    they are decided again; return 1 if there is one. A difference caused only by stored sorted keys
    is counted apart.
    """
    games = moves = dice = false = otherwise = of_sorted_keys = 0
    for subject in _read_subjects(asked.game):
        games, history = games + 1, subject.history
        moves, dice = moves + history.number, dice + sum(len(move.rolls) for move in history.moves)
        lies = [
            *game_export.errors_of_pledges(subject.seats),
            *(record.told_of(*one) for one in record.false_dice(subject.key, history.moves)),
        ]
        found = readjudicate_moves(history.box, history.moves, history.tables)
        differing = [one for one in found if not one.sorted_keys]
        for line in (*lies, *(f"move {one.number}: {one.why}" for one in differing)):
            print(f"{subject.title}: {line}")
        false, otherwise = false + len(lies), otherwise + len(differing)
        of_sorted_keys += len(found) - len(differing)
    print(f"{games} games with intact chains, {dice} dice recomputed, {false} false")
    print(
        f"{moves} moves decided again, {otherwise} with other events; "
        f"{of_sorted_keys} differ only because their keys were stored sorted"
    )
    return 1 if false or otherwise or _damaged_photographs(asked.game) else 0


def _damaged_photographs(which: str | None) -> int:
    """Print and count the damaged photographs of one game or of all games; a file has none."""
    if which is not None and Path(which).is_file():
        return 0
    with open_services() as services:
        if which is None:
            return photograph_checks.print_damaged(services)
        [game] = [one.game for one in subjects_of(services, which) if one.game is not None]
        return photograph_checks.print_damaged(services, game.id)


def write_export(asked: argparse.Namespace) -> int:
    """Write a game as JSON. The file has mode 0600 because it contains the seed of the dice, also
    for a running game.
    """
    with open_services() as services:
        try:
            data = game_export.export_with_secrets(services, asked.game)
        except NoSuchGame:
            exit_with_error(f"no game {asked.game}")
        except DamagedArchive as damaged:
            exit_with_error(f"game {asked.game}: {damaged}")
    if asked.out:
        try:
            with open(
                asked.out, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)
            ) as file:
                file.write(data)
        except OSError as wrong:
            exit_with_error(f"{asked.out}: {wrong}")
    else:
        print(data.decode(), end="")
    return 0


def bring_in(asked: argparse.Namespace) -> int:
    seats = dict(one.partition("=")[::2] for one in asked.seat)
    takers = game_import.SeatTakers(seats, tuple(asked.referee))
    with open_services() as services:
        try:
            data = Path(asked.game).read_bytes()
            game = game_import.import_game(services, data, takers)
        except (OSError, Malformed, Refused) as wrong:
            exit_with_error(f"{asked.game}: {wrong}")
        with services.store.read() as work:
            held = work.seats.for_game(game.id)
            battles = len(work.child_battles.of_game(game.id))
    print(f"game {game.id}: {game.box}, {game.number} moves, {game.status}, {battles} battles")
    for seat in held if game.status == "running" else ():
        names = ", ".join(one.name for one in seat.referees) if seat.name == "" else seat.name
        is_open = seat.user_id is None and not seat.bot and not seat.referees
        print(f"  {seat.seat:10} {names}{' (open)' if is_open else ''}")
    return 0


def _read_subjects(which: str | None) -> Iterator[Subject]:
    """Yield one game by number or file, or all games of the database."""
    if which is not None and Path(which).is_file():
        yield _on_file(Path(which))
        return
    with open_services() as services:
        for subject in subjects_of(services, which):
            if subject.broken:
                exit_with_error(f"{subject.title}: {subject.broken}")
            yield subject


def subjects_of(services: Services, which: str | None = None) -> Iterator[Subject]:
    """Yield one game or all games of the database. A damaged record yields only its fault."""
    with services.store.read() as work:
        if which is None:
            games = work.games.all_games()
        elif (one := work.games.find_game(which)) is not None:
            games = [one]
        else:
            exit_with_error(f"no game {which!r} and no such file")
    for game in games:
        if game.number and game.box in services.shelf:
            yield _on_record(services, game)
        elif which is not None:
            exit_with_error(
                f"game {which} has no readable record: it has not begun, or its box is not "
                "installed"
            )


def _on_record(services: Services, game: records.Game) -> Subject:
    with services.store.read() as work:
        seats = work.seats.for_game(game.id)
        key = key_of(work.games.seed_of(game.id), (seat.added for seat in seats))
        title = f"game {game.id} ({game.box}, {game.scenario})"
        try:
            history = History(services.box(game)).and_then(work.moves.for_game(game.id))
        except Broken as broken:
            return Subject(title, History(services.box(game)), key, seats, game, str(broken))
        except Exception as wrong:  # noqa: BLE001 one damaged record must not hide the others
            return Subject(
                title,
                History(services.box(game)),
                key,
                seats,
                game,
                f"it cannot be replayed: {type(wrong).__name__}: {wrong}",
            )
    return Subject(
        title,
        history,
        key,
        seats,
        game,
        str(Broken(history.number + 1)) if history.number < game.number else "",
    )


def _on_file(path: Path) -> Subject:
    """Read a game from a file and check its chain and events. The caller checks the dice."""
    try:
        file = game_export.read_file(path.read_bytes())
        history = History(box_of(file.box)).and_then(game_export.moves_of(file))
    except (OSError, Malformed, Broken) as wrong:
        exit_with_error(f"{path}: {wrong}")
    except Exception as wrong:  # noqa: BLE001 events of a foreign file may raise anything in a box
        exit_with_error(f"{path}: it cannot be replayed: {type(wrong).__name__}: {wrong}")
    return Subject(
        f"{path.name} ({file.box}, {file.scenario})",
        history,
        key_of(file.seed, (seat.added for seat in file.seats)),
        file.seats,
    )
