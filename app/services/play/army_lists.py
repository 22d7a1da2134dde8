"""Army lists of a contest: a saved army of a player becomes the list of the own entrant."""

from __future__ import annotations

from app.services.container import Services
from app.services.play import game_setup, orders
from app.services.play.saved_armies import JudgedArmy, judge_armies, list_own_armies
from app.services.watch.game_view import GameView


def choices_of_list(services: Services, user_id: int, box: str) -> list[JudgedArmy]:
    """Saved armies that a player may send, with their verdicts."""
    return judge_armies(services, list_own_armies(services, user_id, box), user_id)


def send_list(
    services: Services, look: GameView, user_id: int, box: str, army: str, command: str
) -> None:
    """Send a saved army, by number, as the list of the user's seat.

    Raises `Refused`, also for an army that the player does not have, and as `declare_order` does.
    """
    form = game_setup.army_of(services, services.shelf[box], user_id, army)
    order = {"kind": "send_list", "army": dict(form)}
    orders.declare_order(services, look.game.id, user_id, command, look.last, order)
