"""Bots that play on for absent players in a battle on its table (page 39)."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.orders import LetBotPlay
from app.games.heart_of_africa.campaign.state import BOT_PLAYS, READY, REFEREE, Season, War
from app.kernel.refusal import Refusal, no


def is_fought_on_table(war: War | None) -> bool:
    """True for a battle on its table whose result is not entered."""
    return war is not None and war.status == READY and war.is_on_table and war.entered is None


def bot_refused(season: Season, player: str, order: LetBotPlay) -> Iterator[Refusal]:
    """Refusals of a bot: no battle on its table, no seat of this player, or one has been called."""
    war = season.battle(order.battle)
    if war is None or not is_fought_on_table(war) or order.player not in war.players:
        yield no(
            "HOA-CMP-24",
            "This player does not fight this battle on a table of this site.",
            "Ese jugador no juega esa batalla en una mesa de este sitio.",
        )
        return
    is_own = player == order.player and BOT_PLAYS in season.options
    if player != REFEREE and not is_own:
        yield no(
            "HOA-CMP-24",
            "Only the referee lets a bot play on, or the player if the campaign has agreed it.",
            "Solo el árbitro deja que siga un bot, o el propio jugador si la campaña lo acordó.",
        )
    if order.player in war.bot_for:
        yield no(
            "HOA-CMP-24",
            "A bot plays on for this player already.",
            "Por ese jugador ya sigue un bot.",
        )


def call_bot(course: Course, order: LetBotPlay) -> None:
    """Let a bot play on for the player while the table waits for them."""
    course.happen(e.BotCalled(order.battle, order.player))
