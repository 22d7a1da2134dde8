"""Import of a game from a file. Members take the seats of a running game.

Format: docs/game-format.md.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.kernel.child_battles import Battle
from app.kernel.clock_terms import Terms
from app.kernel.contract import Game
from app.kernel.refusal import Refusal, Refused, no, refuse_if
from app.kernel.say import settle_facts
from app.services.container import Services, current_time, require_game
from app.services.errors import badly_shaped
from app.services.people.account_rules import name_key, tidy_name
from app.services.play import child_battles, story_file, vote_file
from app.services.play.game_export import (
    GameOnFile,
    ReplayedFile,
    SeatOnFile,
    errors_of_file,
    moves_of,
    read_file,
    replay_file_moves,
)
from app.services.play.picture_encoding import Picture
from app.services.play.story_file import PhotographOnFile
from app.store import records
from app.store.transactions import UnitOfWork


class SeatTakers(msgspec.Struct, frozen=True):
    """Members on this server: a name for each seat that is taken, and the names of referees.

    Other seats are open: they keep the name of their player, and no member holds them.
    """

    seats: Mapping[str, str] = {}
    referees: Sequence[str] = ()


class Setting(msgspec.Struct, frozen=True):
    """Facts about an imported game that its file does not decide.

    `visibility` replaces that of the file. With `goes_on` the clock runs, also without a member.
    """

    founder: int | None = None
    visibility: str = ""
    goes_on: bool = False
    parent_id: int | None = None


class CheckedFile(msgspec.Struct, frozen=True):
    """File of a game without errors, with its box, the result of its moves, and its photographs
    encoded again.
    """

    file: GameOnFile
    box: Game
    replayed: ReplayedFile
    photographs: tuple[tuple[PhotographOnFile, Picture], ...] = ()

    @property
    def is_over(self) -> bool:
        return self.replayed.outcome is not None

    @property
    def open_seats(self) -> tuple[SeatOnFile, ...]:
        """Seats that a member may take: those of persons in a game that is not over."""
        if self.is_over:
            return ()
        return tuple(one for one in self.file.seats if not one.bot and one.name)


def check_file(services: Services, data: bytes) -> CheckedFile:
    """Read and check a file; raises `Malformed` with all errors."""
    file = read_file(data)
    boxes = [services.shelf.get(one.box) for one in (file, *file.battles)]
    for one, box in zip((file, *file.battles), boxes, strict=True):
        if box is None:
            raise badly_shaped(f"no game {one.box!r} is on the shelf")
        wrong = errors_of_file(one, box)
        if wrong or not one.moves:
            raise badly_shaped("; ".join(wrong) or "no moves")
    keys = [one.battle for one in file.battles]
    if len(set(keys)) < len(keys) or "" in keys:
        raise badly_shaped("two battles have the same key")
    box = services.shelf[file.box]
    pictures = story_file.encode_photographs(file.photographs)
    return CheckedFile(file, box, replay_file_moves(box, moves_of(file)), pictures)


def import_game(
    services: Services,
    data: bytes,
    takers: SeatTakers | None = None,
    founder: int | None = None,
) -> records.Game:
    """Import the game of a file with its battles; raises `Malformed` with all errors.

    Raises `Refused` for an unknown member or seat.
    """
    return import_checked_file(services, check_file(services, data), takers, Setting(founder))


def import_checked_file(
    services: Services,
    checked: CheckedFile,
    takers: SeatTakers | None = None,
    setting: Setting | None = None,
) -> records.Game:
    """Import the game of a checked file.

    The clock of a running game goes on if a member takes a seat; the time before the import does
    not count. Raises `Refused` for an unknown member or seat.
    """
    takers, setting = takers or SeatTakers(), setting or Setting()
    with services.store.write() as work:
        members = _members_of_seats(work, checked, takers)
        game_id = _add_game(work, checked, members, setting)
        for user in _referees(work, checked, takers):
            work.referees.add(game_id, user.id, current_time())
        vote_file.add_votes(work, game_id, checked.file.votes, members)
        _add_battles(services, work, checked, game_id, setting)
        story_file.add_words(work, game_id, checked.file.words)
        story_file.add_photographs(work, game_id, checked.photographs)
        work.commit()
        return require_game(work.games.find_game(game_id))


# ---------------------------------------------------------------------- members
def _members_of_seats(
    work: UnitOfWork, checked: CheckedFile, takers: SeatTakers
) -> dict[str, records.User]:
    """CAR-EXP-02: Member of each seat that is taken; a member takes one seat. Raises `Refused`."""
    known = {one.seat for one in checked.open_seats}
    wanted = {seat: name for seat, name in takers.seats.items() if tidy_name(name)}
    refuse_if(*(no_such_seat(seat) for seat in wanted if seat not in known))
    found = {seat: _member(work, name) for seat, name in wanted.items()}
    ids = [one.id for one in found.values()]
    refuse_if(*(two_seats(one) for one in found.values() if ids.count(one.id) > 1))
    return found


def _referees(
    work: UnitOfWork, checked: CheckedFile, takers: SeatTakers
) -> tuple[records.User, ...]:
    """Members who referee a running game with a seat of referees."""
    if checked.is_over or not any(one.name == "" for one in checked.file.seats):
        return ()
    found = [_member(work, name) for name in takers.referees if tidy_name(name)]
    return tuple({one.id: one for one in found}.values())


def _member(work: UnitOfWork, name: str) -> records.User:
    found, _ = work.users.find_by_name(name_key(tidy_name(name))) or (None, None)
    if found is None or found.is_guest:
        raise Refused(no_such_member(name))
    return found


def no_such_member(name: str) -> Refusal:
    return no(
        "CAR-EXP-02",
        "No member has the name {name}.",
        "Ningún miembro se llama {name}.",
        name=tidy_name(name)[:40],
    )


def no_such_seat(seat: str) -> Refusal:
    return no(
        "CAR-EXP-02",
        "No member can take the seat {seat}.",
        "Ningún miembro puede ocupar el asiento {seat}.",
        seat=seat[:40],
    )


def two_seats(user: records.User) -> Refusal:
    return no(
        "CAR-EXP-02",
        "{name} takes one seat only.",
        "{name} ocupa un solo asiento.",
        name=user.name,
    )


# ---------------------------------------------------------------------- rows
def _add_game(
    work: UnitOfWork,
    checked: CheckedFile,
    members: Mapping[str, records.User],
    setting: Setting,
) -> int:
    """Rows of a game, its seats and its moves."""
    file, moves = checked.file, moves_of(checked.file)
    goes_on = bool(members) or setting.goes_on
    game_id = work.games.add_game(
        token=secrets.token_urlsafe(16),
        box=file.box,
        scenario=file.scenario,
        options=file.options,
        title=file.title,
        opened_by=setting.founder,
        visibility=setting.visibility or file.visibility,
        spectators=file.spectators,
        delay=file.delay,
        is_demo=False,
        rematch_of=None,
        seed=file.seed,
        commitment=file.commitment,
        number=len(moves),
        clock=checked.replayed.history.now.clock.terms if checked.is_over or goes_on else Terms(),
        terms=file.terms,
        opened_at=file.opened_at,
        begun_at=current_time() if goes_on else file.moves[0].made_at,
        moved_at=file.moves[-1].made_at or current_time(),
        parent_id=setting.parent_id,
        battle=file.battle,
        **_present_state(checked),
    )
    work.seats.add_seats(game_id, _seat_rows(checked, members))
    for move in moves:
        work.moves.append_move(game_id, move, "", None)
    return game_id


def _present_state(checked: CheckedFile) -> dict[str, Any]:
    """Columns of a game that follow from its last move."""
    moment, outcome = checked.replayed.moment, checked.replayed.outcome
    return {
        "status": "over" if outcome else "running",
        "turn": moment.turn,
        "first_turn_at": first_turn_at(checked) if moment.turn else "",
        "phase": settle_facts(moment.phase),
        "winners": outcome.winners if outcome else (),
        "ending": outcome.ending if outcome else "",
        "degree": outcome.degree if outcome else "",
    }


def first_turn_at(checked: CheckedFile) -> str:
    """Beginning of the first turn of a long game, which is later than its first move; of a battle
    the beginning.
    """
    moves, history = moves_of(checked.file), checked.replayed.history
    if history.box.card.is_battle:
        return moves[0].made_at
    return next((one.made_at for one in moves if history.moment(one.number).turn), "")


def _seat_rows(checked: CheckedFile, members: Mapping[str, records.User]) -> list[records.Seat]:
    return [
        records.Seat(
            one.seat,
            one.side,
            place,
            members[one.seat].id if one.seat in members else None,
            one.bot,
            one.name,
            one.added,
            one.seat in checked.replayed.owing,
            pledge=one.pledge,
        )
        for place, one in enumerate(checked.file.seats)
    ]


def _add_battles(
    services: Services, work: UnitOfWork, checked: CheckedFile, game_id: int, setting: Setting
) -> None:
    """Tables of the battles of a long game. Those that are not in the file are opened anew."""
    history, box = checked.replayed.history, checked.box
    if box.card.is_battle:
        return
    game, seats = require_game(work.games.find_game(game_id)), work.seats.for_game(game_id)
    battles = {one.key: one for one in box.battles(history.now.state)}
    table = msgspec.structs.replace(setting, founder=None, parent_id=game_id)
    for file in checked.file.battles:
        battle_box = services.shelf[file.box]
        fought = CheckedFile(file, battle_box, replay_file_moves(battle_box, moves_of(file)))
        members = _fighters(work, fought, battles.get(file.battle), seats)
        _add_game(work, fought, members, table)
    if not checked.is_over:
        tables = work.child_battles.of_game(game_id)
        child_battles.follow_moves(services, work, game, seats, history, history.number + 1, tables)


def _fighters(
    work: UnitOfWork, fought: CheckedFile, battle: Battle | None, seats: Sequence[records.Seat]
) -> dict[str, records.User]:
    """Members at the table of a battle: those who hold the seats of the long game."""
    held = {one.seat: one.user_id for one in seats}
    found: dict[str, records.User] = {}
    if battle is None:
        return found
    for seat in fought.open_seats:
        user = work.users.find_user(held.get(battle.seats.get(seat.side, "")) or 0)
        if user is not None:
            found[seat.seat] = user
    return found
