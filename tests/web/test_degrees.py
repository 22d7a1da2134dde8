"""Degree of a result on the pages, in lists, feeds, mails, exports and the API."""

from __future__ import annotations

import pytest

from app.main import create_services
from app.services.notify import feeds
from app.services.people import api_tokens
from app.services.play import orders
from app.services.watch import game_view
from app.settings import Settings
from app.web.app import create_web
from tests.contract.tiny import TINY
from tests.contract.tiny.council import End, March, Meet
from tests.web.circle import Circle, text_of
from tests.web.conftest import Visitor


@pytest.fixture
def app(sqlite_url):
    settings = Settings(database_url=sqlite_url)
    return create_web(create_services(settings, TINY), settings)


def play_to_the_end(app, path: str) -> game_view.GameView:
    """Crown marches with all counters, the rebels end at once."""
    services, number = app.state.services, int(path.rsplit("/", 1)[1])
    for given in range(400):
        look = game_view.load_view(services, number)
        if look.outcome is not None:
            return look
        state = look.table.state
        fresh = [one for one in ("c1", "c2", "c3") if one not in state.marched]
        order = Meet(True) if state.coming else End()
        if state.active == "crown" and not state.coming and fresh:
            order = March(fresh[0])
        holder = next(one.user_id for one in look.seats if one.seat == look.waiting[0])
        orders.declare_order(services, number, holder, f"play-{given}", look.last, order)
    raise AssertionError("no end")


@pytest.fixture
def ended(app, web):
    """Council that the crown has won decisively, and the visitor who holds the crown."""
    circle = Circle(app, "council").gather()
    look = play_to_the_end(app, circle.path)
    assert look.outcome.winners == ("crown",)
    assert (look.outcome.degree, look.game.degree) == ("decisive", "decisive")
    return circle


@pytest.mark.parametrize(
    ("side", "says"), [("crown", "Crown: decisive victory"), ("rebels", "Crown: victoria decisiva")]
)
def test_the_page_of_a_finished_game_names_the_degree(ended, side, says):
    player = ended.by_side[side]
    for tail in ("", "/text"):
        assert says in text_of(player.get(ended.path + tail).text)
    assert says in text_of(player.get(f"{ended.path}/report").text)


def test_lists_and_feeds_name_the_degree(app, ended):
    services = app.state.services
    assert "Decisive victory: Crown" in text_of(ended.by_side["crown"].get("/my-games").text)
    news = [one.title for one in feeds.public_news(services)]
    assert any("decisive victory of Crown" in says.in_("en") for says in news)
    assert any("victoria decisiva de Crown" in says.in_("es") for says in news)


def test_the_api_gives_the_degree_and_its_words(app, ended):
    services = app.state.services
    member = next(one.user_id for one in game_view.load_view(services, ended.id).seats)
    secret = api_tokens.create_token(services, member, "t", api_tokens.SCOPES).secret
    visitor = Visitor(app)
    visitor.client.headers["authorization"] = f"Bearer {secret}"
    answer = visitor.get(f"/api/v1{ended.path}")
    assert answer.status_code == 200, answer.text
    game = answer.json()
    assert game["outcome"]["degree"] == "decisive"
    boxes = {one["key"]: one for one in visitor.get("/api/v1/boxes").json()}
    assert boxes["council"]["degrees"]["marginal"] == "marginal victory"
    assert boxes["parry"]["degrees"] == {}


def test_an_end_without_a_degree_reads_as_before(app, web):
    circle = Circle(app, "council").gather()
    services = app.state.services
    number = int(circle.path.rsplit("/", 1)[1])
    look = game_view.load_view(services, number)
    holder = next(one.user_id for one in look.seats if one.seat == "rebels")
    orders.declare_order(services, number, holder, "c", look.last, '{"kind":"concede"}')
    after = game_view.load_view(services, number)
    assert after.game.degree == ""
    assert "Crown: victory" in text_of(circle.by_side["crown"].get(circle.path).text)
