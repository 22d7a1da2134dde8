"""Cached pages for anonymous visitors: drawn once for all of them, without data of users."""

from __future__ import annotations

import gzip
import json
import threading
from urllib.parse import quote

import pytest
import sqlalchemy as sa

from app.services.watch import game_view
from app.web import featured_game, pages
from app.web.page_cache import GROUND, HEADER, ground_of, page_with_board
from tests.any_game import BOX
from tests.web.conftest import Visitor


@pytest.fixture
def watched(visitor) -> tuple[Visitor, str]:
    """Game of a member against the bot, and its address."""
    her = visitor().register("Maite")
    answer = her.post("/play-now", box=BOX)
    return her, answer.headers["location"]


@pytest.fixture
def printed(monkeypatch) -> list[str]:
    """Templates of game pages as rendered."""
    found, real = [], pages.render_part

    def noting(request, template, **context):
        if template.startswith("play/"):
            found.append(template)
        return real(request, template, **context)

    monkeypatch.setattr(pages, "render_part", noting)
    return found


def test_a_page_is_rendered_once_for_all_anonymous_visitors(watched, visitor, printed):
    _, path = watched
    strangers = [visitor(), visitor(), visitor()]
    texts = {one.get(path).text for one in strangers}
    assert printed == ["play/page.html"] and len(texts) == 1
    assert 'method="post"' not in texts.pop()  # such a form would carry a CSRF token
    for tab in ("changes", "log", "text", "messages"):
        assert 'method="post"' not in strangers[0].get(path, params={"tab": tab}).text
    before = len(printed)
    assert strangers[0].post("/preferences", theme="dark", back=path).status_code == 303
    strangers[0].get(path)
    visitor("es").get(path)
    assert len(printed) == before + 2  # another theme, another language


def test_statements_of_a_joining_visitor_go_straight_to_the_driver(watched, app):
    """A thousand visitors send them at once, for the page and for its stream."""
    services, here = app.state.services, threading.get_ident()  # workers send statements too
    sent = {"before_cursor_execute": 0, "after_cursor_execute": 0}
    for event in sent:

        def count(*_, event=event):
            sent[event] += threading.get_ident() == here

        sa.event.listen(services.store.engine, event, count)
    game_view.load_followed(services, watched[1].split("/")[-1])
    assert sent == {"before_cursor_execute": 4, "after_cursor_execute": 0}  # with BEGIN


def test_the_ground_of_a_board_is_compressed_once_for_all_moves(watched, visitor):
    text = visitor().get(watched[1]).text
    ground = GROUND.findall(text)
    assert len(ground) == 2  # symbols and ground
    ground_of.cache_clear()
    for changed in (text, text.replace("<title>", "<title>é ")):
        assert gzip.decompress(page_with_board(changed).gzip).decode() == changed
    assert ground_of.cache_info()[:2] == (2, 2)  # found, compressed


def test_the_featured_game_is_drawn_once_after_each_move(battle, visitor, monkeypatch):
    drawn, real = [], featured_game.stage_of
    monkeypatch.setattr(
        featured_game, "stage_of", lambda *asked: drawn.append(asked) or real(*asked)
    )
    path = f"{battle.path}/stage"
    assert (
        len(
            {
                who.get(path).text
                for who in (visitor(), visitor(), visitor().register("Edmund"), battle.opener)
            }
        )
        == len(drawn)
        == 1
    )
    assert "turno" in visitor("es").get(path).text
    before = len(drawn)
    battle.end_step(battle.opener)
    assert visitor().get(path).text != "" and len(drawn) == before + 1


def test_odd_queries_of_visitors_make_no_cached_pages(watched, visitor, printed):
    _, path = watched
    plain = {name: visitor().get(name).text for name in (path, f"/embed{path}")}
    before = len(printed)
    whimsical = visitor()
    for name in ("theme", "palette"):
        whimsical.client.cookies.set(f"caracole_{name}", f'<b>"{name}')
    assert (
        whimsical.get(path).text == whimsical.get(path, params={"tab": "<b>"}).text == plain[path]
    )
    assert whimsical.get(f"/embed{path}?theme=pink").text == plain[f"/embed{path}"]
    assert len(printed) == before + 1, (
        "the page that is asked for with a query is looked up by its tab, once"
    )


def test_a_member_and_a_seat_get_pages_of_their_own(watched, visitor, printed):
    her, path = watched
    stranger, member = visitor(), visitor().register("Edmund")
    plain = stranger.get(path).text
    assert "Maite" in member.get(path).text and len(printed) == 1 + 1
    assert (
        "data-stranger" in plain
        and "data-stranger" not in member.get(path).text
        and "data-stranger" not in her.get(path).text
    )
    draft = f"{path}?order=" + quote('{"kind":"pass"}')
    assert "data-confirm" in her.get(draft).text and "data-confirm" not in stranger.get(draft).text


def test_clients_without_gzip_get_the_same_page(watched, visitor):
    _, path = watched
    one = visitor()
    one.get(path)
    packed, plain = (
        one.get(path, headers={"accept-encoding": how}) for how in ("gzip", "identity")
    )
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert packed.text == plain.text


@pytest.mark.parametrize("how", ["gzip", "identity"])
def test_the_stream_of_an_anonymous_visitor_brings_the_new_page(watched, visitor, how):
    """The generator is read directly, because a test client waits for the end of a stream."""
    import asyncio

    from app.web import game_streams
    from app.web.board_frames import BoardFrames

    her, path = watched
    app, address = her.client.app, path.rsplit("/", 1)[1]

    class Asked:
        app_ = app
        headers, cookies, query_params = {"accept-language": "en"}, {}, {}

        class state:  # noqa: N801 - stands in for an attribute
            visitor, csrf = None, "x" * 43

    Asked.app = app
    Asked.url = type("Url", (), {"path": f"{path}/events"})

    async def moved():
        yield await BoardFrames(Asked, address, "log").whole(0, 1)

    async def sent() -> bytes:
        return b"".join([part async for part in game_streams.as_bytes(moved(), how == "gzip")])

    body = asyncio.run(sent())
    text = (gzip.zlib.decompressobj(31).decompress(body) if how == "gzip" else body).decode()
    assert body.startswith(HEADER) == (how == "gzip")
    assert text.startswith("id: 1\nevent: moved\ndata: 1\n\nevent: shown\n")
    told = json.loads(text.split("event: shown\ndata: ")[1].split("\n")[0])
    assert told["tab"] == "log" and told["number"] >= 1
    assert (
        'id="board-live"' in told["parts"]
        and "/steps/" not in told["parts"]
        and "csrf" not in told["parts"]
    )
