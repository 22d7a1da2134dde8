"""Initials in place of names. Names of members of clubs, of users with a part in a contest, and on
the pages of players are private for anonymous visitors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from app.kernel.contract import Game
from app.store import records
from app.store.photographs import Photograph
from app.store.transactions import UnitOfWork

Text = TypeVar("Text", records.Paragraphs, records.ChatMessage, records.Remark, Photograph)
"""Text or picture with the name of its author."""


def initials_of(name: str) -> str:
    """First letter of each word of a name, in capitals."""
    return "".join(f"{word[0].upper()}." for word in name.split())


def user_for_reader(user: records.User, viewer_id: int | None) -> records.User:
    """CAR-RAT-09: User whose page a reader opens. An anonymous visitor (None) reads the initials of
    a member; guests and programs keep their names.
    """
    if viewer_id is not None or user.is_guest or user.is_bot:
        return user
    return replace(user, name=initials_of(user.name))


def has_private_names(
    shelf: Mapping[str, Game], game: records.Game, parent: records.Game | None
) -> bool:
    """CAR-CLB-53: True for a contest, and for a battle whose `parent` is one."""
    boxes = [shelf.get(one.box) for one in (game, parent) if one is not None]
    return any(box is not None and box.card.kind == "contest" for box in boxes)


def with_initials(seats: Iterable[records.Seat]) -> tuple[records.Seat, ...]:
    """Seats with the initials of their users. Free seats and those of bots stay."""
    return tuple(_with_initials(one) for one in seats)


def _with_initials(seat: records.Seat) -> records.Seat:
    is_named = bool(seat.name) and seat.user_id is not None and not seat.bot
    return replace(
        seat,
        name=initials_of(seat.name or "") if is_named else seat.name,
        referees=tuple(replace(one, name=initials_of(one.name)) for one in seat.referees),
        officers=tuple(replace(one, name=initials_of(one.name)) for one in seat.officers),
    )


def hides_names(
    shelf: Mapping[str, Game], work: UnitOfWork, game: records.Game, user_id: int | None
) -> bool:
    """True for an anonymous reader of a game with private names."""
    if user_id is not None:
        return False
    parent = work.games.find_game(game.parent_id) if game.parent_id is not None else None
    return has_private_names(shelf, game, parent)


def seats_for_reader(
    shelf: Mapping[str, Game],
    work: UnitOfWork,
    game: records.Game,
    seats: tuple[records.Seat, ...],
    user_id: int | None,
) -> tuple[records.Seat, ...]:
    """Seats of a game as a user, or an anonymous visitor (None), reads them."""
    return with_initials(seats) if hides_names(shelf, work, game, user_id) else seats


def texts_for_reader(
    shelf: Mapping[str, Game],
    work: UnitOfWork,
    game: records.Game,
    texts: Sequence[Text],
    user_id: int | None,
) -> list[Text]:
    """Texts or pictures of a game with the names of their authors as a reader reads them."""
    if not hides_names(shelf, work, game, user_id):
        return list(texts)
    return [replace(one, name=initials_of(one.name)) for one in texts]
