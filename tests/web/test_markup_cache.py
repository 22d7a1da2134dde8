"""Parts of a page that every move shows again are rendered once, and again for all that changes
them."""

from __future__ import annotations

import re

import pytest
from jinja2 import Environment
from markupsafe import escape

from app.web import markup_cache
from app.web.markup_cache import MarkupCache
from tests.sample_games import HEX
from tests.web.conftest import Battle

LOG = re.compile(r'<ol class="log".*?</ol>', re.DOTALL)


def log_on(page: str) -> str:
    return LOG.search(page).group()


def test_equal_objects_and_other_circumstances_have_entries_of_their_own():
    kept, made = MarkupCache(), []
    one, equal = ["a row"], ["a row"]

    def show(row, *depends):
        return kept([row], *depends, caller=lambda: made.append(row) or escape(len(made)))

    assert [show(one, "en"), show(one, "en"), show(equal, "en"), show(one, "es")] == list("1123")


def test_the_least_recently_used_entry_goes_first():
    kept, made, rows = MarkupCache(most=2), [], [object() for _ in range(3)]
    for place in (0, 1, 0, 2, 0, 1):
        kept([rows[place]], caller=lambda place=place: made.append(place) or escape(place))
    assert made == [0, 1, 2, 1]


def test_an_entry_is_made_in_a_call_block():
    env, row, made = Environment(autoescape=True), ["<b>"], []
    env.globals |= {"kept": MarkupCache(), "note": lambda: made.append(1) or ""}
    template = env.from_string("{% call kept(row, 1) %}{{ note() }}{{ row[0] }}{% endcall %}")
    assert [template.render(row=row) for _ in range(2)] == ["&lt;b&gt;"] * 2 and made == [1]


@pytest.fixture
def without_cache(monkeypatch):
    """Render each entry anew while the switch is on."""
    real = MarkupCache.__call__

    def call(self, shown, *depends, caller):
        return caller() if switch else real(self, shown, *depends, caller=caller)

    switch: list[bool] = []
    monkeypatch.setattr(markup_cache.MarkupCache, "__call__", call)
    return switch


def test_the_log_is_the_same_with_and_without_the_cache(battle: Battle, visitor, without_cache):
    spectator = visitor().register("Ana")
    readers = (battle.opener, battle.opponent, visitor(), visitor("es"), spectator)

    def logs() -> list[str]:
        return [log_on(one.get(f"{battle.path}?tab=log").text) for one in readers]

    def compared() -> list[str]:
        logs()  # fills the cache
        found = logs()
        without_cache.append(True)
        assert logs() == found
        without_cache.clear()
        return found

    battle.end_step(battle.opener)
    battle.order(battle.opener, "movement", HEX.MOVE)
    moved = compared()
    assert battle.platform_order(battle.opener, "take_back").status_code == 303
    undone = compared()
    assert [text.count('class="undone"') for text in (*moved, *undone)] == [0] * 5 + [1] * 5
    spectator.post(f"{battle.path}/remarks", text="A remark", about=str(battle.last()))
    assert "1 remark<" in compared()[-1]
