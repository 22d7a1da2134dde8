"""Rows of a new table: the game and its seats."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.kernel.bot_strengths import NORMAL
from app.kernel.clock_terms import Terms
from app.kernel.contract import Game, Scenario
from app.kernel.dice import seed_commitment
from app.kernel.game_setup import NOTHING_YET, Form
from app.kernel.say import say
from app.services.container import Services, current_time, require_game
from app.services.notify import notifications
from app.services.play import dice_rounds, game_setup, held_tables, stored_positions
from app.services.watch.broadcast_delay import AT_ONCE
from app.store import records
from app.store.transactions import UnitOfWork

ONE_EACH: Mapping[str, int] = {}
NO_CLOCK = Terms()


class NewTable(msgspec.Struct, frozen=True):
    """Choices of a founder for a new table. `side` "" is the first side that the founder may play.

    With `per_side` players on each side, its pieces are dealt among their seats. `others_per_side`
    is that number for the other sides. `terms` are public and `brings` are the secret choices, both
    defined by the agreement of the box. `clock` is ignored against a bot. A `rated` battle counts
    for ratings. `strength` is that of the bots. `club` is the number of a club of the founder.
    """

    box: str
    scenario: str
    side: str = ""
    options: Sequence[str] = ()
    visibility: str = "open"
    spectators: bool = True
    against: str = "people"
    added: str = ""
    title: str = ""
    per_side: int = 1
    terms: Form = NOTHING_YET
    brings: Form = NOTHING_YET
    clock: Terms = NO_CLOCK
    delay: str = AT_ONCE
    referees: Sequence[str] = ()
    gathers: bool = False
    others_per_side: int | None = None
    rated: bool = False
    club: int | None = None
    strength: str = NORMAL

    @property
    def is_against_bot(self) -> bool:
        return self.against == "bot"


def columns_of(
    box: Game, new: NewTable, options: tuple[str, ...], terms: Form
) -> dict[str, object]:
    """Columns of a game for the choices of its founder, with all options and the agreed terms."""
    return {
        **visibility_columns(new.visibility, new.club),
        "options": options,
        "spectators": new.spectators,
        "title": new.title,
        "terms": terms,
        "clock": NO_CLOCK if new.is_against_bot else new.clock,
        "delay": new.delay,
        "rated": new.rated or game_setup.rates_battles(box, new.scenario, terms),
    }


def seats_of_scenario(
    box: Game, scenario: Scenario, per_side: Mapping[str, int], *, gathers: bool = False
) -> list[records.Seat]:
    """Seats of a scenario, with the sides alternating. `per_side` is the number of seats of each
    side, 1 for sides that it does not name.

    The only seat of a side has the side's name. In a game with open seats, the referees need no
    seat: theirs has an empty name. A game that `gathers` its players begins with that seat alone.
    """
    refereed = {one.key for one in scenario.sides if box.card.open_seats and not one.competes}
    most = max(per_side.values(), default=1)
    names = [
        (seat_name(side.key, number, per_side.get(side.key, 1)), side.key)
        for number in range(1, most + 1)
        for side in scenario.sides
        if number <= per_side.get(side.key, 1) and (side.key in refereed or not gathers)
    ]
    return [
        records.Seat(seat, side, place, name="" if side in refereed else None)
        for place, (seat, side) in enumerate(names)
    ]


def seats_by_side(
    scenario: Scenario, own: str, per_side: int, others: int | None
) -> dict[str, int]:
    """Number of seats of each side: `per_side` on the own one, `others` (or as many) elsewhere."""
    elsewhere = per_side if others is None else others
    return {one.key: per_side if one.key == own else elsewhere for one in scenario.sides}


def visibility_columns(visibility: str, club: int | None) -> dict[str, object]:
    """Columns of a game for "open", "private", "invited" (guests only) or "club" (its members
    only).
    """
    return {
        "visibility": "open" if visibility == "open" else "private",
        "by_invitation": visibility == "invited",
        "club_id": club,
        "club_only": visibility == "club",
    }


def seat_name(side: str, number: int, count: int) -> str:
    """Name of a seat among the `count` seats of its side, numbered from 1."""
    return side if count == 1 else f"{side}-{number}"


def add_open_game(work: UnitOfWork, box: str, scenario: str, seed: str, /, **values: object) -> int:
    """Add a game that waits for players, without seats. Its dice follow from the seed.

    The other values are columns of games.
    """
    return work.games.add_game(**open_game_columns(box, scenario, seed, **values))


def open_game_columns(box: str, scenario: str, seed: str, /, **values: object) -> dict[str, Any]:
    """Columns of a game that waits for players, with further values."""
    now = current_time()
    return {
        "token": secrets.token_urlsafe(16),
        "box": box,
        "scenario": scenario,
        "status": "open",
        "seed": seed,
        "commitment": seed_commitment(seed),
        "number": 0,
        "turn": 0,
        "phase": say("", ""),
        "winners": (),
        "ending": "",
        "opened_at": now,
        "begun_at": "",
        "moved_at": now,
        "is_demo": False,
        "rematch_of": None,
        **values,
    }


def add_game(
    work: UnitOfWork,
    box: Game,
    scenario: Scenario,
    per_side: Mapping[str, int] = ONE_EACH,
    *,
    gathers: bool = False,
    **values: object,
) -> int:
    """Add a game that waits for players, with the seats of its scenario."""
    game_id = add_open_game(work, box.card.key, scenario.key, secrets.token_hex(32), **values)
    work.seats.add_seats(game_id, seats_of_scenario(box, scenario, per_side, gathers=gathers))
    return game_id


def seat_bot(work: UnitOfWork, game_id: int, seat: str, kind: str) -> None:
    """Give a seat to a bot of this kind (`kernel.bot_strengths.kind_of_bot`)."""
    work.seats.update_seat(game_id, seat, bot=kind, name="Bot")


def begin_if_complete(services: Services, work: UnitOfWork, game_id: int) -> None:
    """Begin the game if all seats are taken and the setup is complete. A battle on a real table
    does not begin, and a table waits for browsers that owe a value for the dice. Otherwise mark the
    seats that owe a part of the setup. The caller commits and announces move 1.
    """
    seats, game = work.seats.for_game(game_id), require_game(work.games.find_game(game_id))
    box, brought = services.box(game), work.seats.contributions_by_seat(game.id)
    unarmed = game_setup.seats_to_arm(box, game, seats, brought)
    is_complete = is_ready_to_begin(box, game, seats, unarmed)
    if is_complete and not held_tables.is_held(services, work, game):
        setup = stored_positions.setup_of(services, game, seats, brought)
        if not dice_rounds.awaits_values(work, box, game, seats):
            stored_positions.begin_with(work, box, game, setup, seats)
        return
    owing = game_setup.seats_to_set_up(box, game, seats)
    notifications.notify_of_setup(work, box, game, seats, owing)
    work.seats.mark_owing(game.id, {*owing, *unarmed})


def is_ready_to_begin(
    box: Game, game: records.Game, seats: Sequence[records.Seat], unarmed: Sequence[str]
) -> bool:
    """True if all seats are taken and the setup is complete. `unarmed` seats have no army yet."""
    is_full = not any(seat.is_free for seat in seats)
    return is_full and not unarmed and game_setup.is_setup_complete(box, game, seats)
