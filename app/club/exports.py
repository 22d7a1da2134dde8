"""A game as a file: the record as it was written, with what is needed to check it. The format: docs/game-format.md."""
from __future__ import annotations

import secrets

import msgspec

from app.club.club import Club, now, there
from app.club.problems import NoSuchGame, badly_shaped
from app.club.seeing import may_watch
from app.club.story import Story
from app.kernel import record, table
from app.kernel.contract import Game
from app.kernel.dice import commitment, key_of
from app.kernel.reading import read
from app.kernel.record import Move
from app.kernel.refusal import Refusal, insist, no
from app.store import rows
from app.store.work import Work

FORMAT = "caracole-game/1"


class SeatOnFile(msgspec.Struct, frozen=True):
    seat: str
    side: str
    name: str | None
    bot: str
    added: str


class MoveOnFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the record; `order`, `events` and `rolls` are the very JSON that the hash covers."""

    number: int
    seat: str
    order: msgspec.Raw
    events: msgspec.Raw
    rolls: msgspec.Raw
    command: str
    made_at: str
    before: str
    hash: str


class GameOnFile(msgspec.Struct, frozen=True):
    """A game as a file holds it."""

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


def export(club: Club, address: int | str, user_id: int | None = None) -> bytes:
    """The game at this address, once it is over; raises `NoSuchGame` or `Refused`."""
    with club.store.read() as work:
        game = club.find(work, address)
        if not may_watch(game, work.seats.of(game.id), user_id, address):
            raise NoSuchGame
        insist(over(game))
        return written(work, game)


def whole(club: Club, game_id: int) -> bytes:
    """A game with all that is secret, running or not: for the keeper of the house only."""
    with club.store.read() as work:
        return written(work, club.find(work, game_id))


def over(game: rows.Game) -> Refusal | None:
    """CAR-EXP-01: the record of a game is handed out once the game is over."""
    if game.status == "over":
        return None
    return no("CAR-EXP-01", "The record is handed out once the game is over.", "El registro se entrega acabada la partida.")


def written(work: Work, game: rows.Game) -> bytes:
    seats = tuple(SeatOnFile(seat.seat, seat.side, seat.name, seat.bot, seat.added) for seat in work.seats.of(game.id))
    moves = tuple(MoveOnFile(**msgspec.structs.asdict(move)) for move in work.moves.of(game.id))
    file = GameOnFile(FORMAT, game.box, game.scenario, game.options, game.title, game.opened_at, game.commitment,
                      work.games.seed(game.id), seats, moves)
    return msgspec.json.format(msgspec.json.encode(file, order="deterministic"), indent=0) + b"\n"


def read_file(data: bytes) -> GameOnFile:
    """The game of a file; raises `Malformed` if it is none, or if its chain of hashes or its dice do not hold."""
    try:
        file = read(data, GameOnFile)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
        raise badly_shaped(wrong) from wrong
    if file.format != FORMAT:
        raise badly_shaped(f"format {file.format!r}, {FORMAT!r} is known")
    if commitment(file.seed) != file.commitment:
        raise badly_shaped("the seed is not the one that was promised")
    return file


def moves_of(file: GameOnFile) -> list[Move]:
    """The rows of the file as they were written."""
    return [Move(**msgspec.structs.asdict(move) | {"order": _bare(move.order), "events": _bare(move.events), "rolls": _bare(move.rolls)})
            for move in file.moves]


def _bare(raw: msgspec.Raw) -> msgspec.Raw:
    """The JSON as it was hashed, whatever blanks a file was given."""
    return msgspec.Raw(record.canonical(msgspec.json.decode(raw)).encode())


def faults(file: GameOnFile, box: Game | None = None) -> list[str]:
    """Everything about the file that does not hold: the chain of hashes, the dice, and (with the box) the events."""
    moves = moves_of(file)
    found = []
    broken = record.first_broken(moves)
    if broken is not None:
        found.append(f"the chain of hashes breaks at move {broken}")
    key = key_of(file.seed, (seat.added for seat in file.seats))
    found += [f"move {number}, die {counter}: {face} should be {true}" for number, counter, face, true in record.false_dice(key, moves)]
    if box is not None and not found:
        try:
            Story(box).and_then(moves)
        except Exception as wrong:               # noqa: BLE001 whatever an event of a foreign file may do to a box
            found.append(f"the box cannot read it: {wrong}")
    return found


def bring_in(club: Club, data: bytes) -> rows.Game:
    """Put the game of a file on record as a finished or running one; raises `Malformed` with everything that does not hold."""
    file = read_file(data)
    box = club.shelf.get(file.box)
    if box is None:
        raise badly_shaped(f"no game {file.box!r} is on the shelf")
    wrong = faults(file, box)
    if wrong or not file.moves:
        raise badly_shaped("; ".join(wrong) or "no moves")
    with club.store.write() as work:
        game_id = _put(work, box, file)
        work.commit()
        return there(work.games.find(game_id))


def _put(work: Work, box: Game, file: GameOnFile) -> int:
    written_moves = moves_of(file)
    story = Story(box).and_then(written_moves)
    moment, outcome = story.moment(story.number), table.outcome(box, story.now)
    game_id = work.games.add(
        token=secrets.token_urlsafe(16), box=file.box, scenario=file.scenario, options=file.options, title=file.title,
        opened_by=None, visibility="open", spectators=True, status="over" if outcome else "running", is_demo=False,
        rematch_of=None, seed=file.seed, commitment=file.commitment, number=story.number, turn=moment.turn,
        phase=moment.phase, winners=outcome.winners if outcome else (), ending=outcome.ending if outcome else "",
        opened_at=file.opened_at, begun_at=file.moves[0].made_at, moved_at=file.moves[-1].made_at or now())
    owing = set() if outcome else {decision.seat for decision in box.waiting_for(story.now.state)}
    work.seats.add(game_id, (rows.Seat(seat.seat, seat.side, place, None, seat.bot, seat.name, seat.added, seat.seat in owing)
                             for place, seat in enumerate(file.seats)))
    for move in written_moves:
        work.moves.append(game_id, move, "", None)
    return game_id
