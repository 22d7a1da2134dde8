"""Blocking of users. A blocked user cannot join the same table, write outside shared games, or
appear in lists.

A block of a person includes the person's bot accounts, on both sides. A block of a bot account is
for that bot alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.kernel.refusal import Refusal, no
from app.services.container import Services, current_time
from app.services.errors import NoSuchPerson
from app.services.watch.game_list import ListedGame
from app.store import records
from app.store.transactions import UnitOfWork


def block_user(services: Services, user_id: int, other: int) -> None:
    """Block a user; raises `NoSuchPerson`. Users cannot block themselves."""
    with services.store.write() as work:
        if other == user_id or work.users.find_user(other) is None:
            raise NoSuchPerson
        work.blocks.block_user(user_id, other, current_time())
        work.commit()


def unblock_user(services: Services, user_id: int, other: int) -> None:
    with services.store.write() as work:
        work.blocks.unblock_user(user_id, other)
        work.commit()


def blocked_by(services: Services, user_id: int) -> list[tuple[int, str]]:
    """Users blocked by the user: ids and names."""
    with services.store.read() as work:
        return work.blocks.blocked_names(user_id)


def is_blocked(services: Services, user_id: int, other: int) -> bool:
    """True if the user has blocked this account."""
    return any(one == other for one, _ in blocked_by(services, user_id))


def are_apart(work: UnitOfWork, one: int, other: int | None) -> bool:
    """True if one of the two has blocked the other; then neither can invite the other."""
    return other is not None and other in work.blocks.kept_apart_from(one)


def blocked_player_refusal(
    work: UnitOfWork, user_id: int, others: Iterable[int | None]
) -> Refusal | None:
    """CAR-BLK-01: A user cannot join a table with a user on either side of a block."""
    others = {other for other in others if other is not None} - {user_id}
    if others & work.blocks.blocked_by_user(user_id):
        return no(
            "CAR-BLK-01",
            "You have blocked a player at this table.",
            "Has bloqueado a un jugador de esta mesa.",
        )
    if others & work.blocks.blockers_of_user(user_id):
        return no(
            "CAR-BLK-01", "You cannot sit down at this table.", "No puedes sentarte a esta mesa."
        )
    return None


def blocked_writer_refusal(
    work: UnitOfWork, game: records.Game, seats: Sequence[records.Seat], user_id: int
) -> Refusal | None:
    """CAR-BLK-02: A blocked user can write to the blocking user only in a running game of both."""
    if game.status != "running" and {seat.user_id for seat in seats} & work.blocks.blockers_of_user(
        user_id
    ):
        return no(
            "CAR-BLK-02",
            "You can no longer write to this table.",
            "Ya no puedes escribir a esta mesa.",
        )
    return None


def without_blocked_users(
    work: UnitOfWork, found: Sequence[ListedGame], user_id: int | None
) -> list[ListedGame]:
    """Remove games with blocked users from a list; own games stay.

    Open tables of users that have blocked the visitor are removed too.
    """
    if user_id is None:
        return list(found)
    mine, against = work.blocks.blocked_by_user(user_id), work.blocks.blockers_of_user(user_id)

    def stays(one: ListedGame) -> bool:
        sitting = {seat.user_id for seat in one.seats}
        return user_id in sitting or not sitting & (
            mine | against if one.game.status == "open" else mine
        )

    return [one for one in found if stays(one)]
