"""Talk panel: player chat, spectator chat, a player's notes and the number of spectators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.services.container import Services
from app.services.people import player_chat
from app.store.records import Letter
from app.web.panels.frame import GameFrame
from app.web.spectator_page import HallPage, hall_page


@dataclass(frozen=True)
class TalkPanel:
    """Messages of the players (`letters`) and the spectator chat (`hall`) for one viewer.

    `has_side_chat` is true if the viewer can write to the own side alone.
    """

    letters: Sequence[Letter]
    hall: HallPage
    has_side_chat: bool = False

    @property
    def last_letter(self) -> int:
        return self.letters[-1].number if self.letters else 0


def build_talk(services: Services, frame: GameFrame, user_id: int | None) -> TalkPanel:
    look = frame.look
    may_read = look.seat or look.outcome
    return TalkPanel(
        letters=player_chat.letters_on_page(services, look, user_id) if may_read else (),
        hall=hall_page(services, look, user_id),
        has_side_chat=player_chat.may_write_to_side(look.game, look.seats, user_id),
    )
