"""Cached pages with forms for anonymous visitors: rendered once, and again after each change."""

from __future__ import annotations

import gzip
import re

import pytest

from app.services.clubs import clubs
from app.services.clubs.clubs import ClubTerms
from app.services.people import account_deletion, accounts
from app.services.play import lobby
from app.services.watch import list_changes
from app.web import public_pages
from app.web.page_cache import page_of
from app.web.public_pages import MARK, parts_of, with_part
from tests.sample_games import HEX_GAME, HEX_SCENARIO
from tests.web.conftest import Battle, Visitor

PAGES = ("/", "/lobby", "/changelog", "/rules", f"/rules/{HEX_GAME}", "/quality", "/clubs")
TOKEN = re.compile(r'name="csrf" value="([^"]+)"')


@pytest.fixture
def rendered(monkeypatch) -> list[str]:
    """Templates of cached pages as rendered."""
    found, real = [], public_pages.render_part

    def noting(request, template, **context):
        found.append(template)
        return real(request, template, **context)

    monkeypatch.setattr(public_pages, "render_part", noting)
    return found


def without_token(text: str) -> str:
    return TOKEN.sub("", text)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_rendered_once_and_has_the_token_of_each_visitor(visitor, rendered, path):
    strangers = [visitor(), visitor(), visitor()]
    texts = [one.get(path).text for one in strangers]
    assert len(rendered) == 1 and len({without_token(text) for text in texts}) == 1
    tokens = [set(TOKEN.findall(text)) for text in texts]
    assert all(len(found) == 1 for found in tokens) and len(set.union(*tokens)) == 3
    assert not any(MARK in text for text in texts)
    answer = strangers[1].client.post(
        "/preferences",
        data={"csrf": tokens[1].pop(), "theme": "dark", "back": path},
        follow_redirects=False,
    )
    assert answer.status_code == 303
    assert 'data-theme="dark"' in strangers[1].get(path).text
    assert 'lang="es"' in visitor("es").get(path).text
    assert len(rendered) == 3  # another theme, another language
    visitor().get(path, params={"lang": "es"})
    assert len(rendered) == 3, "an address with a query is not cached"


@pytest.mark.parametrize("path", PAGES)
def test_members_neither_read_nor_fill_the_cache(visitor, rendered, path):
    member = visitor().register("Maite")
    assert "Maite" in member.get(path).text and rendered == []
    assert "Maite" not in visitor().get(path).text


def test_a_token_stands_between_the_parts():
    page = with_part(parts_of(f"one {MARK} two {MARK} three"), page_of("token"))
    assert page.plain == b"one token two token three" == gzip.decompress(page.gzip)


def test_the_lobby_shows_a_public_table_at_once_and_never_a_private_one(app, visitor, rendered):
    services, stranger = app.state.services, visitor()
    maite = accounts.register(services, "Maite", "a long enough sentence").id
    before = without_token(stranger.get("/lobby").text)
    lobby.open_table(services, maite, HEX_GAME, HEX_SCENARIO, visibility="private")
    assert without_token(stranger.get("/lobby").text) == before
    table = lobby.open_table(services, maite, HEX_GAME, HEX_SCENARIO)
    assert f"/games/{table.address}" in stranger.get("/lobby").text
    drawn = len(rendered)
    stranger.get("/lobby")
    assert len(rendered) == drawn
    lobby.cancel_table(services, table.id, maite)
    assert without_token(stranger.get("/lobby").text) == before


def test_the_name_of_a_deleted_account_leaves_the_lobby_at_once(app, visitor):
    services, stranger = app.state.services, visitor()
    maite = accounts.register(services, "Maite", "a long enough sentence")
    edmund = accounts.register(services, "Edmund", "a long enough sentence")
    table = lobby.open_table(services, maite.id, HEX_GAME, HEX_SCENARIO)
    lobby.join_table(services, table.id, edmund.id)
    assert "Maite" in stranger.get("/lobby").text
    account_deletion.delete_account(services, maite)
    text = stranger.get("/lobby").text
    assert "Edmund" in text and "Maite" not in text


def test_pages_of_players_and_clubs_are_rendered_once_and_show_changes_at_once(
    app, visitor, rendered
):
    services, strangers = app.state.services, (visitor(), visitor())
    maite = accounts.register(services, "Maite", "a long enough sentence")
    club = clubs.found_club(services, maite.id, ClubTerms("The Lancers", entry="request"))
    paths = (f"/people/{maite.id}", f"/clubs/{club.id}")
    for path in paths:
        texts = [one.get(path).text for one in strangers]
        assert len({without_token(text) for text in texts}) == 1 and MARK not in texts[0]
    assert len(rendered) == len(paths)
    assert visitor().register("Edmund").get(paths[1]).status_code == 200
    assert len(rendered) == len(paths), "a member has a page of their own"
    clubs.change_front_page(services, club.id, maite.id, ClubTerms("The Hussars", entry="request"))
    text = strangers[0].get(paths[1]).text
    assert "The Hussars" in text and "The Lancers" not in text
    clubs.change_front_page(services, club.id, maite.id, ClubTerms("The Hussars", entry="link"))
    assert strangers[0].get(paths[1]).status_code == 404
    assert "The Hussars" not in strangers[0].get("/clubs").text
    account_deletion.delete_account(services, maite)
    assert "Maite" not in strangers[0].get(paths[0]).text


def test_pages_of_many_clubs_displace_no_other_page(app, visitor, rendered, monkeypatch):
    services, stranger = app.state.services, visitor()
    monkeypatch.setattr(app.state.pages_of_many, "_most", 2)
    maite = accounts.register(services, "Maite", "a long enough sentence").id
    founded = [clubs.found_club(services, maite, ClubTerms(f"Club {n}")) for n in range(3)]
    stranger.get("/lobby")
    for club in founded:
        stranger.get(f"/clubs/{club.id}")
    assert len(rendered) == 4
    stranger.get("/lobby"), stranger.get(f"/clubs/{founded[2].id}")
    assert len(rendered) == 4
    stranger.get(f"/clubs/{founded[0].id}")
    assert len(rendered) == 5


def test_moves_render_the_lists_again_but_seldom(battle: Battle, visitor, rendered, monkeypatch):
    stranger: Visitor = visitor()
    stranger.get("/")
    now = list_changes.time.monotonic()
    monkeypatch.setattr(list_changes.time, "monotonic", lambda: now)
    stranger.get("/")
    drawn = len(rendered)
    battle.end_step(battle.opener)
    stranger.get("/")
    monkeypatch.setattr(list_changes.time, "monotonic", lambda: now + 2.1)
    stranger.get("/")
    stranger.get("/")
    assert len(rendered) == drawn + 1
