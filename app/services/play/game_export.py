"""Export of a game as a file: the full record with the data to check it.

Format: docs/game-format.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from app.kernel import record, table
from app.kernel.contract import Game
from app.kernel.decoding import decode_json
from app.kernel.dice import key_of, seed_commitment
from app.kernel.dice_pledges import keeps_pledge
from app.kernel.free_text import is_line
from app.kernel.outcome import Outcome
from app.kernel.position import Moment
from app.kernel.record import Move
from app.kernel.refusal import Refusal, no, refuse_if
from app.services.container import Services
from app.services.errors import NoSuchGame, badly_shaped
from app.services.people.initials import hides_names, initials_of
from app.services.people.permissions import may_view
from app.services.play import story_file, vote_file
from app.services.play.story_file import PhotographOnFile, WordsOnFile
from app.services.play.table_rules import LONGEST_TITLE
from app.services.play.vote_file import VoteOnFile
from app.services.watch.game_history import History
from app.store import records
from app.store.transactions import UnitOfWork

FORMAT, BEFORE = "caracole-game/2", "caracole-game/1"
"""Current format, and the format of games in which no order keeps the sequence of its keys."""
LONGEST_NAME = 60


class SeatOnFile(msgspec.Struct, frozen=True, omit_defaults=True):
    seat: str
    side: str
    name: str | None
    bot: str
    added: str
    pledge: str = ""


class MoveOnFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Move of the record. `order`, `events` and `rolls` are the exact JSON that was hashed."""

    number: int
    seat: str
    order: msgspec.Raw
    events: msgspec.Raw
    rolls: msgspec.Raw
    command: str
    made_at: str
    before: str
    hash: str


class GameOnFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """Game in the form of a file.

    - `referees` are names of users without a seat. `terms` are agreed.
    - A battle of a long game has its key there (`battle`), and the commitment of that game
      (`campaign`), which is the same on every server.
    - `battles` are the begun battles of a long game. Other tables are opened anew.
    - `words` are texts of players in report or chronicle.
    - `votes` of players for another referee are only in the file of a running game.
    """

    format: str
    box: str
    scenario: str
    options: tuple[str, ...]
    title: str
    opened_at: str
    commitment: str
    seed: str
    seats: tuple[SeatOnFile, ...]
    moves: tuple[MoveOnFile, ...]
    terms: dict[str, Any] = {}
    visibility: str = "open"
    spectators: bool = True
    delay: str = ""
    referees: tuple[str, ...] = ()
    campaign: str = ""
    battle: str = ""
    battles: tuple[GameOnFile, ...] = ()
    words: tuple[WordsOnFile, ...] = ()
    photographs: tuple[PhotographOnFile, ...] = ()
    votes: tuple[VoteOnFile, ...] = ()


def export_game(services: Services, address: int | str, user_id: int | None = None) -> bytes:
    """Export a finished game as JSON. Anonymous visitors read initials for private names. Raises
    `NoSuchGame` or `Refused`.
    """
    with services.store.read() as work:
        game = services.find(work, address)
        if not may_view(
            game,
            work.seats.for_game(game.id),
            user_id,
            address,
            work.former.last_of_user(game.id, user_id),
        ):
            raise NoSuchGame
        refuse_if(unfinished_refusal(game))
        is_hidden = hides_names(services.shelf, work, game, user_id)
        return game_file(work, game, with_names=not is_hidden)


def export_with_secrets(services: Services, game_id: int) -> bytes:
    """Export a game with all secrets, also while it is running. For administrators only."""
    with services.store.read() as work:
        return game_file(work, services.find(work, game_id), unfinished=True)


def unfinished_refusal(game: records.Game) -> Refusal | None:
    """CAR-EXP-01: The record of a game is exported once the game is over."""
    if game.status == "over":
        return None
    return no(
        "CAR-EXP-01",
        "The record is handed out once the game is over.",
        "El registro se entrega acabada la partida.",
    )


def game_file(
    work: UnitOfWork, game: records.Game, *, unfinished: bool = False, with_names: bool = True
) -> bytes:
    """Game and its battles as JSON, with battles that are still fought if `unfinished`. Without
    names it has the initials of users.
    """
    file = game_on_file(work, game, unfinished)
    file = file if with_names else with_initials(file)
    return msgspec.json.format(msgspec.json.encode(file, order="deterministic"), indent=0) + b"\n"


Named = TypeVar("Named", SeatOnFile, WordsOnFile, PhotographOnFile)


def with_initials(file: GameOnFile) -> GameOnFile:
    """File with the initials of all users in place of their names."""

    def shortened(texts: Sequence[Named]) -> tuple[Named, ...]:
        return tuple(replace(one, name=initials_of(one.name or "")) for one in texts)

    seats = (one if one.bot or not one.name else shortened((one,))[0] for one in file.seats)
    return replace(
        file,
        seats=tuple(seats),
        referees=tuple(map(initials_of, file.referees)),
        battles=tuple(map(with_initials, file.battles)),
        words=shortened(file.words),
        photographs=shortened(file.photographs),
    )


def game_on_file(work: UnitOfWork, game: records.Game, unfinished: bool) -> GameOnFile:
    """Game in the form of a file. The seeds of running games are secrets."""
    held = work.seats.for_game(game.id)
    moves = tuple(
        MoveOnFile(**msgspec.structs.asdict(move)) for move in work.moves.for_game(game.id)
    )
    keeps = any(record.keeps_keys(move.order) for move in moves)
    parent = work.games.find_game(game.parent_id) if game.parent_id is not None else None
    return GameOnFile(
        FORMAT if keeps else BEFORE,
        game.box,
        game.scenario,
        game.options,
        game.title,
        game.opened_at,
        game.commitment,
        work.games.seed_of(game.id),
        tuple(
            SeatOnFile(one.seat, one.side, one.name, one.bot, one.added, one.pledge) for one in held
        ),
        moves,
        dict(game.terms),
        game.visibility,
        game.spectators,
        game.delay,
        tuple(one.name for seat in held for one in seat.referees),
        parent.commitment if parent else "",
        game.battle,
        tuple(
            game_on_file(work, one, unfinished)
            for one in work.child_battles.of_game(game.id)
            if one.status == "over" or (unfinished and one.status == "running")
        ),
        story_file.words_on_file(work, game.id),
        story_file.photographs_on_file(work, game.id),
        vote_file.votes_on_file(work, game.id, held) if unfinished else (),
    )


def read_file(data: bytes) -> GameOnFile:
    """Parse the file of a game.

    Raises `Malformed` if it has another format, or if the seed does not match its commitment.
    `errors_of_file` checks the moves.
    """
    try:
        file: GameOnFile = decode_json(data, GameOnFile)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
        raise badly_shaped(wrong) from wrong
    for one in (file, *file.battles):
        if one.format not in (FORMAT, BEFORE):
            raise badly_shaped(f"format {one.format!r}, {FORMAT!r} and {BEFORE!r} are known")
        if seed_commitment(one.seed) != one.commitment:
            raise badly_shaped("the seed is not the one that was promised")
    return file


def moves_of(file: GameOnFile) -> list[Move]:
    """Moves of the file as they were recorded."""
    return [
        Move(
            **msgspec.structs.asdict(move)
            | {
                "order": record.without_blanks(move.order),
                "events": _without_whitespace(move.events),
                "rolls": _without_whitespace(move.rolls),
            }
        )
        for move in file.moves
    ]


def _without_whitespace(raw: msgspec.Raw) -> msgspec.Raw:
    """JSON as it was hashed, without the whitespace of the file."""
    return msgspec.Raw(record.to_json(msgspec.json.decode(raw)).encode())


def errors_of_file(file: GameOnFile, box: Game | None = None) -> list[str]:
    """List all errors of the file: hash chain, dice, and with the box also events, seats and
    scenario.
    """
    try:
        moves = moves_of(file)
        found = [*_errors_of_names(file), *_errors_of_moves(file, moves)]
    except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError) as wrong:
        return [f"a move cannot be read: {wrong}"]
    if box is not None and moves and not found:
        try:
            found += _head_differences(file, replay_file_moves(box, moves))
        except Exception as wrong:  # noqa: BLE001 a foreign file may cause any error
            found.append(f"the box cannot read it: {type(wrong).__name__}: {wrong}")
    return found


def _errors_of_names(file: GameOnFile) -> Iterator[str]:
    """List names that are too long or not visible, and moves of seats that the file does not
    have.
    """
    names = [one.name or "" for one in file.seats] + [one.name for one in file.words]
    names += [one.name for one in file.photographs]
    if not is_line(file.title, LONGEST_TITLE):
        yield f"the title has more than {LONGEST_TITLE} characters, or invisible ones"
    if not all(is_line(one, LONGEST_NAME) for one in (*names, *file.referees)):
        yield f"a name has more than {LONGEST_NAME} characters, or invisible ones"
    unknown = {one.seat for one in file.moves} - {one.seat for one in file.seats} - {""}
    if unknown:
        yield f"moves of unknown seats: {', '.join(map(repr, sorted(unknown)))}"


def _errors_of_moves(file: GameOnFile, moves: Sequence[Move]) -> list[str]:
    """List the errors of the moves that can be found without the box."""
    found = []
    broken = record.first_broken(moves)
    if broken is not None:
        found.append(f"the chain of hashes breaks at move {broken}")
    key = key_of(file.seed, (seat.added for seat in file.seats))
    found += list(errors_of_pledges(file.seats))
    if len({move.command for move in moves}) < len(moves):
        found.append("two moves have the same command")
    return found + [record.told_of(*false) for false in record.false_dice(key, moves)]


def errors_of_pledges(seats: Iterable[SeatOnFile | records.Seat]) -> Iterator[str]:
    """List seats whose values for the dice are not those that were pledged."""
    for one in seats:
        if not keeps_pledge(one.pledge, one.added):
            yield f"seat {one.seat}: its value for the dice is not the one that was pledged"


class ReplayedFile(msgspec.Struct, frozen=True):
    """Result of the moves of a file: last position, moment, outcome and owing seats."""

    history: History
    moment: Moment
    outcome: Outcome | None
    owing: frozenset[str]


def replay_file_moves(box: Game, moves: Sequence[Move]) -> ReplayedFile:
    """Replay the moves; the results are those that `orders` stores after a move."""
    history = History(box).and_then(moves)
    outcome = table.table_outcome(box, history.now)
    owing = (
        frozenset()
        if outcome
        else frozenset(decision.seat for decision in box.waiting_for(history.now.state))
    )
    return ReplayedFile(history, history.moment(history.number), outcome, owing)


def _head_differences(file: GameOnFile, folded: ReplayedFile) -> Iterator[str]:
    """List the differences between the head of the file and its moves."""
    now = folded.history.now
    if file.scenario != now.scenario:
        yield f"the scenario is {file.scenario!r}, that of the moves is {now.scenario!r}"
    closed = {side for side in now.left if side not in now.seats.values()}
    seats = [(seat.seat, seat.side) for seat in file.seats if seat.side not in closed]
    if sorted(seats) != sorted(now.seats.items()):
        yield "the seats are not those of the moves"
