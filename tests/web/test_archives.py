"""Pages of games in the archive: a damaged archive is told in the language of the reader."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from app.services.play.archiving import archive_game
from app.services.watch.history_cache import HistoryCache
from app.store.archives import archives
from app.web.page_cache import PageCache


def forget(app) -> None:
    """Let all caches of the server forget the games."""
    app.state.services.histories, app.state.page_cache = HistoryCache(), PageCache()


@pytest.fixture
def archived(app, battle):
    """Address of a finished game in the archive."""
    services = app.state.services
    assert battle.platform_order(battle.opener, "concede").status_code == 303
    before = battle.opener.get(f"{battle.path}/export").content
    assert archive_game(services, 1) is not None
    forget(app)
    assert battle.opener.get(f"{battle.path}/export").content == before
    return battle.path


def test_a_damaged_archive_is_told_and_lists_go_on(app, archived, battle, visitor):
    with app.state.services.store.engine.begin() as writing:
        writing.execute(sa.update(archives).values(checksum="0"))
    forget(app)
    for reader, words in (
        (battle.opener, "The archive of this game is damaged."),
        (battle.opponent, "El archivo de esta partida está dañado."),
        (visitor(), "The archive of this game is damaged."),
    ):
        answer = reader.get(archived)
        assert answer.status_code == 500 and words in answer.text
    assert visitor().get("/api/v1/games/1").json()["status"] == 500
    for path in ("/", "/lobby"):
        assert visitor().get(path).status_code == 200
    assert battle.opener.get("/my-games").status_code == 200


def test_the_figures_count_the_archive(app, archived):
    with app.state.services.store.read() as work:
        assert work.counts.stored_records() == {"moves": 0, "archives": 1, "chat_messages": 0}
