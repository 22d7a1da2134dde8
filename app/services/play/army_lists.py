"""Army lists of a contest: a saved army of a user becomes the list of an entrant or of a player."""

from __future__ import annotations

from app.kernel.contest_pages import ListRow
from app.services.container import Services
from app.services.people.permissions import referee_seat_of
from app.services.play import game_setup, orders
from app.services.play.saved_armies import JudgedArmy, judge_armies, list_own_armies
from app.services.watch.game_view import GameView


def choices_of_list(services: Services, user_id: int, box: str) -> list[JudgedArmy]:
    """Saved armies that a user may send, with their verdicts."""
    return judge_armies(services, list_own_armies(services, user_id, box), user_id)


def send_list(
    services: Services,
    look: GameView,
    user_id: int,
    box: str,
    army: str,
    command: str,
    player: str = "",
    *,
    as_organiser: bool = False,
) -> None:
    """Send a saved army, by number, as the list of the user's seat, or of a `player` of a team.

    Raises `Refused`, also for an army that the user does not have, and as `declare_order` does.
    """
    form = game_setup.army_of(services, services.shelf[box], user_id, army)
    order = {"kind": "send_list", "army": dict(form), **({"player": player} if player else {})}
    judge = referee_seat_of(look.seats, user_id) if as_organiser else None
    seat = judge.seat if judge is not None else None
    orders.declare_order(services, look.game.id, user_id, command, look.last, order, seat=seat)


def merged_lists(
    of_organiser: tuple[ListRow, ...], own: tuple[ListRow, ...]
) -> tuple[ListRow, ...]:
    """Lists as an organiser knows them; a playing organiser also knows those of the own seat."""
    known = {one.side: one for one in own if one.army or one.may_send}
    return tuple(known.get(one.side, one) for one in of_organiser)
