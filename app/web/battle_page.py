"""Page of a battle of a long game, with its photographs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import Request, Response

from app.kernel.reading_pages import BattlePage
from app.kernel.refusal import Refusal
from app.services.container import Services
from app.services.play import photographs
from app.services.watch.reading_pages import GamePages
from app.store.photographs import Photograph
from app.web.pages import render_page
from app.web.reading_page import reading_page


@dataclass(frozen=True)
class BattlePhotographs:
    """Photographs of a battle as its page shows them, with the form for more.

    `removable` are the numbers of those that the viewer may remove. `findings` are the reasons
    against photographs that were sent with `caption`.
    """

    shown: Sequence[Photograph]
    removable: frozenset[int]
    may_add: bool
    left: int
    findings: tuple[Refusal, ...] = ()
    caption: str = ""
    longest_caption: int = photographs.LONGEST_CAPTION


def battle_photographs(
    services: Services,
    told: GamePages,
    battle: BattlePage,
    findings: tuple[Refusal, ...] = (),
    caption: str = "",
) -> BattlePhotographs:
    """Photographs of a battle for the viewer."""
    look = told.look
    shown = photographs.list_photographs(services, look, battle.key)
    own = sum(one.user_id is not None and one.user_id == look.user_id for one in shown)
    return BattlePhotographs(
        shown,
        frozenset(one.id for one in shown if photographs.may_remove(look, one)),
        photographs.may_add(look, battle.sides),
        max(0, photographs.MOST - own),
        findings,
        caption,
    )


def show_battle_page(
    request: Request,
    told: GamePages,
    key: str,
    findings: tuple[Refusal, ...] = (),
    caption: str = "",
    status: int = 200,
) -> Response:
    """Page of a battle, with the reasons against photographs that were sent."""
    services, battle = request.app.state.services, told.battle(key)
    return render_page(
        request,
        "campaigns/battle.html",
        status=status,
        page=reading_page(told, "battle"),
        battle=battle,
        photographs=battle_photographs(services, told, battle, findings, caption),
    )
