"""Context of the page of a default roster, and links to the army builder on the terms of a
battle.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from app.kernel.contract import Game
from app.kernel.refusal import Refusal
from app.services.container import Services
from app.services.play.default_rosters import DefaultRoster, OpenBattle
from app.services.watch.game_view import GameView
from app.store import records


@dataclass(frozen=True)
class RosterPage:
    """Default roster of the viewer: armies to choose from, battles that wait, and their
    builders.
    """

    look: GameView
    base: str
    roster: DefaultRoster
    waiting: tuple[tuple[OpenBattle, str], ...]
    findings: tuple[Refusal, ...] = ()


def roster_page(
    services: Services,
    look: GameView,
    roster: DefaultRoster,
    findings: tuple[Refusal, ...] = (),
) -> RosterPage:
    """Page with a link to the army builder for each battle that waits for an army."""
    waiting = tuple(
        (
            one,
            builder_address(services.shelf[roster.box], one.table, one.side),
        )
        for one in roster.battles
    )
    return RosterPage(look, f"/games/{look.game.address}", roster, waiting, findings)


def builder_address(box: Game, table: records.Game, side: str) -> str:
    """Address of the army builder on the terms of a side; "" without such terms."""
    found = box.agreement.army_terms(table.scenario, table.terms, side) if box.agreement else {}
    query = {"box": box.card.key, **found, "table": table.address}
    return f"/armies/new?{urlencode(query)}" if found else ""
