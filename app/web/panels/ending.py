"""End of a game for its viewer: won or lost, the reason, and the next battle to try."""

from __future__ import annotations

from dataclasses import dataclass

from app.kernel.contract import Scenario
from app.kernel.outcome import CANCELLED, CLOSED, DROPPED
from app.kernel.say import Say, say
from app.services.play import lobby
from app.services.watch import game_view
from app.web.panels.frame import GameFrame

CONCEDED = "conceded"
WON, LOST, NO_WINNER = (
    say("You won", "Has ganado"),
    say("You lost", "Has perdido"),
    say("A draw: no side won", "Tablas: no gana ningún bando"),
)


@dataclass(frozen=True)
class Ending:
    """Result for the viewer's own side (None for spectators and for an end without a result), its
    reason, and the battle that comes next.
    """

    verdict: Say | None
    why: Say
    next_battle: Scenario | None


def build_ending(frame: GameFrame) -> Ending | None:
    """End of the game in view; None while it goes on."""
    look = frame.look
    if look.outcome is None:
        return None
    is_own = look.seat is not None and frame.sandbox is None
    return Ending(
        verdict_of(look) if is_own else None,
        reason_of(look),
        lobby.next_battle(look.box, look.game.scenario) if is_own else None,
    )


def verdict_of(look: game_view.GameView) -> Say | None:
    """Result for the viewer's side; None for a referee, and for a game without a result."""
    outcome = look.outcome
    side = next((one.side for one in look.seats if one.seat == look.seat), "")
    competes = any(one.key == side and one.competes for one in look.scenario.sides)
    if outcome is None or not competes or outcome.ending in (CANCELLED, DROPPED, CLOSED):
        return None
    if not outcome.winners:
        return NO_WINNER
    return WON if side in outcome.winners else LOST


def reason_of(look: game_view.GameView) -> Say:
    """Reason of the end; a side that gave up is named."""
    outcome = look.outcome
    if outcome is None or outcome.ending != CONCEDED or not look.table.left:
        return outcome.says if outcome else say("", "")
    side = game_view.side_title(look, look.table.left[-1])
    return say(
        "{side:The} gave up the game.",
        "{side:El} {side:abandona|abandonan} la partida.",
        side=side,
    )
