"""Place of a battle, this site or a real table, by agreement of its two players.

Both ways stay open without an agreement: a result may be entered, and the table on this site opens
once both armies are in. After an agreement on a real table it does not open. An agreement changes
no deadline. It ends when both players wish so, before a result is entered.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.orders import ChoosePlace
from app.games.heart_of_africa.campaign.state import PLACES, READY, Season, War
from app.kernel.refusal import Refusal, no


def awaits_place(war: War | None, player: str) -> bool:
    """True if the player of a battle may still say where to fight it. No result is entered, and the
    table on this site has not opened.
    """
    return (
        war is not None
        and war.status == READY
        and bool(war.chosen)
        and player in war.players
        and war.entered is None
        and not war.is_on_table
    )


def place_refused(season: Season, player: str, order: ChoosePlace) -> Iterator[Refusal]:
    """Refusals of a wish: too late, no such place, or no change."""
    war = season.battle(order.battle)
    if war is None or not awaits_place(war, player):
        yield no(
            "HOA-CMP-23",
            "The place of this battle cannot be chosen now.",
            "Ahora no se puede elegir el lugar de esa batalla.",
        )
    elif order.place not in ("", *PLACES):
        yield no(
            "HOA-CMP-23",
            "A battle is fought on this site or on a real table.",
            "Una batalla se juega en este sitio o en una mesa real.",
        )
    elif order.place == war.places.get(player, ""):
        yield no("HOA-CMP-23", "This is your choice already.", "Esa es ya tu elección.")


def choose_place(course: Course, player: str, order: ChoosePlace) -> None:
    """Record the wish; it replaces an earlier one."""
    course.happen(e.PlaceChosen(order.battle, player, order.place))
