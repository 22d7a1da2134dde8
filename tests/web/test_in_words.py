"""Battles on the page in words alone: no board, no script, only text and forms."""

from __future__ import annotations

from tests.web.conftest import Battle


def test_a_table_that_waits_has_no_words(visitor):
    battle = Battle(visitor().register("Maite"), visitor())
    assert (
        battle.opener.get(f"{battle.path}/text", follow_redirects=False).headers["location"]
        == battle.path
    )
