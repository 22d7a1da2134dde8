"""Context of the game page about spectators: their number and names, the spectator chat, and a
player's notes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.services.container import Services
from app.services.people import notes, spectator_chat
from app.services.watch import game_view, spectators
from app.services.watch.spectators import Spectators
from app.store.records import Note, Remark

SHOWN = 50  # remarks beside the board; the page of the chat shows all


@dataclass(frozen=True)
class SpectatorPage:
    """Spectator chat for one viewer. `is_open` permits reading and writing. `about` are the remarks
    on the move shown, `marks` the number of remarks per move.

    `news` is the version of the chat. `notes` are the player's own.
    """

    base: str
    watching: Spectators
    is_open: bool = False
    remarks: Sequence[Remark] = ()
    news: int = 0
    about: Sequence[Remark] = ()
    marks: Mapping[int, int] = field(default_factory=dict)
    notes: Sequence[Note] = ()
    note: str = ""

    @property
    def latest(self) -> Sequence[Remark]:
        return self.remarks[-SHOWN:]

    @property
    def left_out(self) -> int:
        return max(0, len(self.remarks) - SHOWN)


def spectator_page(
    services: Services, look: game_view.GameView, user_id: int | None
) -> SpectatorPage:
    """Spectator chat of the game shown. Its present and former players see no remarks before the
    end.
    """
    game, base = look.game, f"/games/{look.game.address}"
    watching = spectators.spectators_on_page(services, look)
    mine = notes.list_notes(services, game.id, user_id) if user_id is not None and look.seat else ()
    note = next((one.text for one in mine if one.about == look.at), "")
    if not look.may_hear:
        return SpectatorPage(base, watching, notes=mine, note=note)
    news, said = (
        spectator_chat.news_number(services, game.id),
        spectator_chat.load_remarks(services, game.address, user_id),
    )
    return SpectatorPage(
        base,
        watching,
        is_open=True,
        remarks=said,
        news=news,
        about=[one for one in said if one.about == look.at],
        marks=Counter(one.about for one in said if one.about),
        notes=mine,
        note=note,
    )
