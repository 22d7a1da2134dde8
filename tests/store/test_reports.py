"""Texts of players in reports: one text of each player for a chapter, with a name that outlives the
account.
"""

from __future__ import annotations

import pytest

from app.store.transactions import Store
from tests.store.test_store import add_game, add_user


@pytest.fixture
def store(database_url):
    store = Store(database_url)
    yield store
    store.close()


def put(work, game, user, text, section="opening", name="Ana", **more):
    work.reports.save_text(
        game,
        section,
        user,
        **{"name": name, "text": text, "replaces": False, "changed": "2026", **more},
    )


def test_a_player_has_one_text_in_a_chapter(store):
    with store.write() as work:
        game, ana, eva = add_game(work), add_user(work), add_user(work, "Eva")
        put(work, game, ana, "First")
        put(work, game, eva, "Mine", name="Eva")
        put(work, game, ana, "Second", replaces=True)
        put(work, game, ana, "The end", section="ending")
        assert [
            (one.section, one.name, one.text, one.replaces) for one in work.reports.for_game(game)
        ] == [
            ("opening", "Ana", "Second", True),
            ("opening", "Eva", "Mine", False),
            ("ending", "Ana", "The end", False),
        ]
        work.reports.remove_text(game, "opening", ana)
        assert [one.text for one in work.reports.for_game(game)] == ["Mine", "The end"]


def test_words_bear_the_present_name_and_outlive_the_account_but_not_the_game(store):
    with store.write() as work:
        game, ana, eva = add_game(work), add_user(work), add_user(work, "Eva")
        put(work, game, ana, "Words")
        put(work, game, eva, "More", name="Eva")
        work.users.update_user(ana, name="Anna", name_key="anna")
        assert work.reports.for_game(game)[0].name == "Anna"
        work.users.delete_user(ana)
        work.users.delete_user(eva)
        assert [(one.user_id, one.name, one.text) for one in work.reports.for_game(game)] == [
            (None, "Ana", "Words"),
            (None, "Eva", "More"),
        ]
        work.games.delete_game(game)
        assert work.reports.for_game(game) == []
