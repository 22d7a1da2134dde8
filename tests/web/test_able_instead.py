"""A piece without a legal order: the page names the pieces that can act."""

from __future__ import annotations

import re

from app.services.watch import game_view
from tests.sample_games import HEX
from tests.web.test_story_pages import fought

ABLE = re.compile(r'<p class="small able-instead">(.*?)</p>', re.DOTALL)


def named_on(page: str) -> set[str] | None:
    """Pieces that the page names; None without the sentence."""
    found = ABLE.search(page)
    return set(re.findall(r'href="[^"]*piece=(\w+)', found.group(1))) if found else None


def test_a_piece_that_cannot_act_names_those_that_can(app, battle):
    services, users = app.state.services, {}
    for until in range(1, 60):
        fought(app, battle, until)
        look = game_view.load_view(services, battle.address)
        users = {one.seat: one.user_id for one in look.seats}
        seat = look.waiting[0]
        own = game_view.load_view(services, battle.address, users[seat])
        able = {one.piece for one in own.offers if one.piece and one.is_live}
        idle = {one.id for one in own.view.battle.units.values()} - able
        if len(able) > 1 and idle:
            break
    who = battle.opener if seat == HEX.SIDE else battle.opponent
    assert named_on(who.get(f"{battle.path}?piece={min(idle)}").text) == able
    assert named_on(who.get(f"{battle.path}?piece={min(able)}").text) is None
