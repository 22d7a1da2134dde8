"""Lists of games: running, finished, own games, and the demonstration."""

from __future__ import annotations

from collections.abc import Sequence

from app.services.container import Services
from app.services.people.blocking import without_blocked_users
from app.services.watch.game_list import ListedGame, list_games


def list_running(
    services: Services,
    limit: int = 20,
    before: int | None = None,
    user_id: int | None = None,
    boxes: Sequence[str] | None = None,
) -> list[ListedGame]:
    """Public running games, last move first, without those of users that the user has blocked.

    `boxes` limits the list to games of these boxes.
    """
    with services.store.read() as work:
        return without_blocked_users(
            work,
            list_games(
                services, work, work.games.in_public("running", limit, before, boxes, user_id)
            ),
            user_id,
        )


def list_finished(
    services: Services, limit: int = 20, before: int | None = None, user_id: int | None = None
) -> list[ListedGame]:
    """Public finished games, last ended first, without blocked users.

    `before` is the id of the last game already listed.
    """
    with services.store.read() as work:
        return without_blocked_users(
            work,
            list_games(services, work, work.games.in_public("over", limit, before, reader=user_id)),
            user_id,
        )


def current_demo(services: Services) -> ListedGame | None:
    """Current demonstration battle; None if there is none."""
    with services.store.read() as work:
        game = work.games.demo_game(battle_boxes(services))
        found = list_games(services, work, [game]) if game else []
    return found[0] if found else None


def battle_boxes(services: Services) -> tuple[str, ...]:
    """Keys of the boxes whose games are battles."""
    return tuple(key for key, box in services.shelf.items() if box.card.is_battle)


def list_my_games(
    services: Services,
    user_id: int,
    finished: int = 20,
    before: int | None = None,
    box: str = "",
    result: str = "",
) -> list[ListedGame]:
    """Games of the user: first those that wait for the user, by deadline, then by longest wait. At
    the end come the last `list_finished` finished games.

    With `before`, the id of a listed finished game, only games that ended earlier. With `box` or
    `result` ("won", "lost" or "drawn") only finished games of this kind.
    """
    with services.store.read() as work:
        is_limited = before is not None or bool(box or result)
        here = [] if is_limited else work.games.open_of(user_id)
        over = work.games.over_of(user_id, finished, before, box, result)
        mine = list_games(services, work, [*here, *over], user_id)
    return sorted(
        mine, key=lambda one: (0, one.deadline or "without") if one.waits_for_me else (1, "")
    )


def count_waiting(services: Services, user_id: int) -> int:
    """Number of unfinished games in which a decision waits for the user."""
    with services.store.read() as work:
        return work.seats.count_waiting(user_id)


def count_waiting_of_users(services: Services, user_ids: Sequence[int]) -> dict[int, int]:
    """The same number for each of these users, at one moment of the database."""
    with services.store.read() as work:
        return {user_id: work.seats.count_waiting(user_id) for user_id in user_ids}
