"""Archive of finished games: all moves of a game in one compressed row.

The data are an XZ file of JSON with the stored bytes of the moves. It lacks what follows from them:
numbers and hashes. The hash of the last move proves that the whole chain is that of the game.
"""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from app.kernel import record
from app.kernel.decoding import json_decoder
from app.kernel.record import Broken, Move
from app.store import schema
from app.store.columns import game_column, metadata, required_column
from app.store.repositories import Repository, bind

FORMAT = 1
PRESET = 6  # of the compression; docs/operation.md has the measurement

archives = sa.Table(
    "archives",
    metadata,
    game_column(primary_key=True),
    required_column("format", sa.Integer),
    required_column("moves", sa.Integer),  # their number
    required_column("head", sa.Text),  # hash of the last move
    required_column("checksum", sa.Text),  # SHA-256 of the data
    required_column("data", sa.LargeBinary),
)
_archives, _games, _moves = archives.c, schema.games.c, schema.moves.c
_OF_GAME = sa.select(archives).where(_archives.game_id == bind("game"))
_IS_DUE = sa.text("games.archived_at = '' AND games.status = 'over'")
"""Condition of the index of games to archive, in its words."""


class DamagedArchive(Broken):
    """Archive that does not give back the moves of its game."""

    def __init__(self, why: object):
        super().__init__(1, f"the archive of the record is damaged: {why}")


class ArchivedMove(msgspec.Struct, frozen=True, array_like=True):
    """Move with the exact JSON of its row. A new field needs a new format."""

    seat: str
    step: str
    order: msgspec.Raw
    events: msgspec.Raw
    rolls: msgspec.Raw
    command: str
    made_at: str
    made_by: int | None


FIELDS = ArchivedMove.__struct_fields__
_ROWS = sa.select(*(_moves[name] for name in (*FIELDS, "number", "hash"))).where(
    _moves.game_id == bind("game")
)
_decoder = json_decoder(list[ArchivedMove])


class Packed(NamedTuple):
    """Moves of a game, their number, the hash of the last one, and all of them compressed."""

    moves: Sequence[ArchivedMove]
    head: str
    data: bytes


Execute = Callable[..., Any]
"""`Connection.execute` of a transaction."""


def moves_in_archive(execute: Execute, game_id: int) -> list[Move]:
    """Moves of an archived game as they were stored; empty for any other game.

    Raises `DamagedArchive`.
    """
    return chain_archived(_read(execute, game_id))


def acts_in_archive(execute: Execute, game_id: int) -> list[tuple[int, ArchivedMove]]:
    """Numbers and moves of an archived game. A deleted account made none of them."""
    found = _read(execute, game_id)
    users = schema.users.c.id
    makers = {one.made_by for one in found} - {None}
    known = set(execute(sa.select(users).where(users.in_(makers))).scalars()) if makers else set()
    return [
        (
            number,
            one if one.made_by in known else msgspec.structs.replace(one, made_by=None),
        )
        for number, one in enumerate(found, start=1)
    ]


def chain_archived(moves: Sequence[ArchivedMove]) -> list[Move]:
    """Archived moves with their numbers and hashes."""
    found: list[Move] = []
    for number, one in enumerate(moves, start=1):
        events: Any = one.events
        rolls: Any = one.rolls
        move = Move(number, one.seat, one.order, events, rolls, one.command, one.made_at)
        found.append(record.chain_move(move, found[-1].hash if found else ""))
    return found


def _read(execute: Execute, game_id: int) -> list[ArchivedMove]:
    row = execute(_OF_GAME, {"game": game_id}).first()
    return unpack(row) if row is not None else []


def unpack(row: Any) -> list[ArchivedMove]:
    """Moves of a row of the archive, after all checks. Raises `DamagedArchive`."""
    if row.format != FORMAT:
        raise DamagedArchive(f"format {row.format} is unknown")
    if hashlib.sha256(row.data).hexdigest() != row.checksum:
        raise DamagedArchive("its data do not have their checksum")
    try:
        found: list[ArchivedMove] = _decoder.decode(lzma.decompress(row.data))
    except (lzma.LZMAError, msgspec.MsgspecError) as unreadable:
        raise DamagedArchive(unreadable) from unreadable
    chain = chain_archived(found)
    if len(chain) != row.moves or not chain or chain[-1].hash != row.head:
        raise DamagedArchive("its moves are not those of the game")
    return found


class Archives(Repository):
    def due_games(self, latest: str, most: int, without: Collection[int] = ()) -> list[int]:
        """Finished games without a move after this time, the oldest first, except some."""
        query = sa.select(_games.id).where(_IS_DUE, _games.moved_at <= latest)
        query = query.where(_games.id.not_in(without)).order_by(_games.moved_at).limit(most)
        return list(self._do(query).scalars())

    def count_due(self, latest: str) -> tuple[int, int]:
        """Numbers of the games that `due_games` would find without a limit, and of their moves."""
        sums = sa.func.count(), sa.func.coalesce(sa.func.sum(_games.number), 0)
        row = self._do(sa.select(*sums).where(_IS_DUE, _games.moved_at <= latest)).one()
        return row[0], row[1]

    def pack(self, game_id: int) -> Packed | None:
        """Moves of a game, compressed; None if it has none. Raises `Broken` for a broken chain."""
        rows = list(self._do(_ROWS.order_by(_moves.number), {"game": game_id}))
        if not rows:
            return None
        moves = [_archived(row) for row in rows]
        for number, (row, move) in enumerate(zip(rows, chain_archived(moves), strict=True), 1):
            if (row.number, row.hash) != (number, move.hash):
                raise Broken(number)
        data = lzma.compress(msgspec.json.encode(moves), preset=PRESET)
        return Packed(moves, rows[-1].hash, data)

    def replace_moves(self, game_id: int, packed: Packed, now: str) -> bool:
        """Replace the rows of the moves by the archive of `pack`; true if it was done.

        It is left undone if the game is not finished, already archived or changed since, or if
        another transaction holds it.
        """
        due = sa.select(_games.number).where(_games.id == game_id, _IS_DUE)
        number = self._do(due.with_for_update(skip_locked=True)).scalar()
        rows = self._do(_ROWS.order_by(_moves.number), {"game": game_id})
        if number != len(packed.moves) or [_archived(row) for row in rows] != packed.moves:
            return False
        checksum = hashlib.sha256(packed.data).hexdigest()
        self._add(
            archives,
            game_id=game_id,
            format=FORMAT,
            moves=number,
            head=packed.head,
            checksum=checksum,
            data=packed.data,
        )
        if moves_in_archive(self._do, game_id)[-1].hash != packed.head:
            raise DamagedArchive("it cannot be read back")
        self._do(schema.moves.delete().where(_moves.game_id == game_id))
        self._mark(game_id, now)
        return True

    def bring_back(self, game_id: int) -> int:
        """Write the rows of the moves again and delete the archive; return the number of moves.

        The caller has locked the game. Raises `DamagedArchive`.
        """
        acts = acts_in_archive(self._do, game_id)
        chain = chain_archived([one for _, one in acts])
        texts = ("order", "events", "rolls")
        rows = [
            msgspec.structs.asdict(act)
            | {name: bytes(getattr(act, name)).decode() for name in texts}
            | {"game_id": game_id, "number": number, "before": move.before, "hash": move.hash}
            for (number, act), move in zip(acts, chain, strict=True)
        ]
        if rows:
            self._do(schema.moves.insert(), rows)
        self.drop(game_id)
        return len(rows)

    def drop(self, game_id: int) -> None:
        """Delete the archive of a game whose moves are rows again, or are put back next."""
        self._do(archives.delete().where(_archives.game_id == game_id))
        self._mark(game_id, "")

    def archived_games(self) -> list[int]:
        """Numbers of all archived games."""
        return list(self._do(sa.select(_archives.game_id).order_by(_archives.game_id)).scalars())

    def _mark(self, game_id: int, when: str) -> None:
        self._do(schema.games.update().where(_games.id == game_id).values(archived_at=when))


def _archived(row: Any) -> ArchivedMove:
    """Row of the moves as it is archived."""
    order, events, rolls = (msgspec.Raw(one) for one in (row.order, row.events, row.rolls))
    return ArchivedMove(
        row.seat, row.step, order, events, rolls, row.command, row.made_at, row.made_by
    )
