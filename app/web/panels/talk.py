"""Talk panel: player chat, spectator chat, a player's notes and the number of spectators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.services.container import Services
from app.services.people import player_chat
from app.store.records import ChatMessage
from app.web.panels.frame import GameFrame
from app.web.spectator_page import SpectatorPage, spectator_page


@dataclass(frozen=True)
class TalkPanel:
    """Messages of the players (`messages`) and the spectator chat (`spectators`) for one viewer.

    `has_side_chat` is true if the viewer can write to the own side alone.
    """

    messages: Sequence[ChatMessage]
    spectators: SpectatorPage
    has_side_chat: bool = False

    @property
    def last_message(self) -> int:
        return self.messages[-1].number if self.messages else 0


def build_talk(services: Services, frame: GameFrame, user_id: int | None) -> TalkPanel:
    look = frame.look
    may_read = look.seat or look.outcome
    return TalkPanel(
        messages=player_chat.messages_on_page(services, look, user_id) if may_read else (),
        spectators=spectator_page(services, look, user_id),
        has_side_chat=player_chat.may_write_to_side(look.game, look.seats, user_id),
    )
