"""Another ground for a battle, by agreement of its two players (page 18)."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.orders import AcceptGround, ProposeGround
from app.games.heart_of_africa.campaign.state import READY, Season, War
from app.games.heart_of_africa.tables import REGIONS
from app.kernel.refusal import Refusal, no


def awaits_ground(war: War | None, player: str) -> bool:
    """True if the ground may still change: the player's battle is ready, and no army is in."""
    return (
        war is not None
        and war.status == READY
        and player in war.players
        and war.entered is None
        and not war.armed
    )


def too_late() -> Refusal:
    """Refusal of another ground once an army is in."""
    return no(
        "HOA-CMP-53",
        "The ground of this battle cannot change any more, or it is not yours.",
        "El terreno de esa batalla ya no puede cambiar, o la batalla no es tuya.",
    )


def proposal_refused(season: Season, player: str, order: ProposeGround) -> Iterator[Refusal]:
    """Refusals of a proposal: no such terrain, or the ground that is on already."""
    war = season.battle(order.battle)
    if war is None or not awaits_ground(war, player):
        yield too_late()
        return
    if order.terrain not in REGIONS:
        yield no("HOA-CMP-53", "There is no such terrain.", "No existe ese terreno.")
    if order.terrain == war.chosen:
        yield no(
            "HOA-CMP-53",
            "This is the ground of the battle already.",
            "Ese es ya el terreno de la batalla.",
        )
    if (player, order.terrain) == (war.proposed_by, war.proposed):
        yield no(
            "HOA-CMP-53",
            "You have proposed this ground already.",
            "Ya has propuesto ese terreno.",
        )


def consent_refused(season: Season, player: str, order: AcceptGround) -> Iterator[Refusal]:
    """Refusals of consent: the other player proposes this ground, and no army is in."""
    war = season.battle(order.battle)
    if war is None or not awaits_ground(war, player):
        yield too_late()
    elif war.proposed != order.terrain or war.proposed_by != war.opponent(player):
        yield no(
            "HOA-CMP-53",
            "The other player does not propose this ground.",
            "El otro jugador no propone ese terreno.",
        )


def propose_ground(course: Course, player: str, order: ProposeGround) -> None:
    """Propose a ground; it replaces an earlier proposal."""
    course.happen(e.GroundProposed(order.battle, player, order.terrain))


def accept_ground(course: Course, order: AcceptGround) -> None:
    """Fight on the proposed ground."""
    course.happen(e.GroundChosen(order.battle, order.terrain, is_agreed=True))
