"""Crawlers see few addresses of a game; redirects name no host; anonymous computing has a
budget.
"""

from __future__ import annotations

import re

import pytest

from app.services.container import Services
from app.services.people import accounts
from app.services.play import demonstrations, lobby
from app.services.rate_limit import LIMITS
from app.store.repositories import MANY
from tests.sample_games import HEX, HEX_GAME

HREF = re.compile(r'href="(/[^"#]*)')


def allowed(robots: str, path: str) -> bool:
    """Decision of RFC 9309: the longest rule that matches the path, and `Allow` of two equal
    ones.
    """
    rules = re.findall(r"^(Allow|Disallow): (\S+)$", robots, re.MULTILINE)
    found = [
        (len(rule), kind == "Allow")
        for kind, rule in rules
        if re.match(re.escape(rule).replace(r"\*", ".*").replace(r"\$", "$"), path)
    ]
    return max(found, default=(0, True))[1]


@pytest.fixture
def game(web) -> str:
    services = web.app.state.services
    return f"/games/{demonstrations.open_demo(services, HEX_GAME, HEX.LARGE_SCENARIO).address}"


def test_a_crawler_sees_few_addresses_of_a_game(web, game):
    robots = web.get("/robots.txt")
    assert robots.headers["content-type"].startswith("text/plain")
    links = {one.replace("&amp;", "&") for one in HREF.findall(web.get(game).text)}
    of_game = {one for one in links if one.startswith(game)}
    assert len(of_game) > 5, "the page of a game has links"
    seen = {one for one in of_game if allowed(robots.text, one)}
    assert len(seen) <= 3, seen
    assert allowed(robots.text, game) and allowed(robots.text, f"/rules/{HEX_GAME}")


def test_crawlers_follow_no_link_of_the_page_of_a_game(web, game):
    assert web.get(game).headers["x-robots-tag"] == "nofollow"
    assert "x-robots-tag" not in web.get("/lobby").headers


@pytest.mark.parametrize(
    "path", ["/lobby/", "/rules/", "/games/1/", f"/armies/?box={HEX_GAME}", "/api/v1/games/"]
)
def test_a_redirect_names_no_host(web, path):
    found = web.get(path, headers={"host": "evil.example"}, follow_redirects=False)
    assert found.status_code == 307
    assert re.fullmatch(r"/[^/\\].*", found.headers["location"])


@pytest.mark.parametrize("path", ["//evil.example/lobby/", "///evil.example/", "/\\evil.example/"])
def test_a_redirect_leads_to_no_other_site(web, path):
    found = web.build_request("GET", "http://127.0.0.1:8000/")
    found.url = found.url.copy_with(raw_path=path.encode())
    location = web.send(found, follow_redirects=False).headers.get("location", "/")
    assert re.fullmatch(r"/(?:[^/\\].*)?", location)


def test_anonymous_computing_has_a_budget_and_players_have_theirs(web, visitor):
    member, limit = visitor().register("Irune"), LIMITS["looks"]
    path = f"/tables/new?box={HEX_GAME}"
    statuses = [web.get(path).status_code for _ in range(limit.anonymous + 2)]
    assert statuses == [200] * limit.anonymous + [429] * 2
    assert member.get(path).status_code == 200


def test_all_anonymous_visitors_together_have_a_budget(web):
    limits, limit = web.app.state.services.limits, LIMITS["looks"]
    for number in range(limit.strangers):
        limits.rate_limit("looks", address=f"10.0.{number % 250}.{number // 250}")
    assert web.get(f"/tables/new?box={HEX_GAME}").status_code == 429
    limits.rate_limit("looks", user=1, address="10.0.0.1")


def test_one_address_cannot_fill_the_lobby(web, visitor):
    limit = LIMITS["tables in lobby"]
    assert 14 * limit.address < MANY, "a table stands in the lobby for 14 days at most"
    limits = web.app.state.services.limits
    for _ in range(limit.address):
        limits.rate_limit("tables in lobby", address="testclient")
    fields = {"box": HEX_GAME, "scenario": HEX.LARGE_SCENARIO, "against": "people"}
    member = visitor().register("Irune")
    assert member.post("/tables", **fields).status_code == 429
    assert member.post("/tables", **fields | {"against": "bot"}).status_code != 429


@pytest.mark.parametrize(
    "fields",
    [{"seat": "nowhere"}, {"seat": "rebels", "added": "x" * 101}, {"seat": HEX.LARGE_SIDE}],
)
def test_a_refused_join_of_an_anonymous_visitor_makes_no_account(web, visitor, fields):
    services = web.app.state.services
    host = accounts.register(services, "Irune", "a long enough sentence")
    game = lobby.open_table(services, host.id, HEX_GAME, HEX.LARGE_SCENARIO, side=HEX.LARGE_SIDE)
    before = users_of(services)
    answer = visitor().post(f"/games/{game.address}/join", **{"added": "", **fields})
    assert answer.status_code >= 400
    assert users_of(services) == before


def users_of(services: Services) -> list[int]:
    with services.store.read() as work:
        return [one.id for one in work.users.all_users()]
