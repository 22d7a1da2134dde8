"""Pages between a campaign and the tables of its battles, in both languages."""

from __future__ import annotations

import pytest

from app.kernel.table_orders import Concede
from app.main import create_services
from app.services.play import lobby, orders
from app.services.play.child_battle_worker import ChildBattleWorker
from app.services.watch import game_view
from app.settings import Settings
from app.web.app import create_web
from tests.contract.tiny import TINY, feud
from tests.web.circle import Circle, text_of
from tests.web.conftest import Visitor


@pytest.fixture
def app(sqlite_url):
    settings = Settings(database_url=sqlite_url)
    return create_web(create_services(settings, TINY), settings)


@pytest.fixture
def services(app):
    return app.state.services


@pytest.fixture
def circle(app, web) -> Circle:
    """A campaign in which ash has challenged birch."""
    found = Circle(app, "feud").gather()
    services = app.state.services
    ids = seats_of(services, found.id)
    orders.declare_order(services, found.id, ids["ash"], "c", 1, feud.Challenge("birch"))
    return found


def seats_of(services, game_id):
    return {seat.seat: seat.user_id for seat in game_view.load_view(services, game_id).seats}


def table_of(services, circle):
    with services.store.read() as work:
        [table] = work.child_battles.of_game(circle.id)
    return table


def arm(services, table):
    for user in seats_of(services, table.id).values():
        lobby.change_choices(services, table.address, user, {"blades": 2})


def test_the_campaign_links_to_the_table_of_a_battle(services, circle):
    table = table_of(services, circle)
    for side in ("ash", "birch", "cedar", "referee"):
        page = circle.page(side)
        assert f'href="/games/{table.address}"' in page
        assert "Battle 1: open the table" in text_of(page)
    assert "Choose your army." in circle.text("ash")
    assert "The armies are being chosen." in circle.text("cedar")
    spanish = circle.by_side["birch"].get(f"{circle.path}?lang=es").text
    assert "Batalla 1: abrir la mesa" in text_of(spanish)


def test_the_table_links_back_and_is_neither_left_nor_deleted(services, circle):
    table = table_of(services, circle)
    page = circle.by_side["ash"].get(f"/games/{table.address}?lang=en").text
    assert f'href="{circle.path}"' in page and "A battle of a campaign" in text_of(page)
    assert "has not chosen an army yet" in text_of(page)
    assert f"/games/{table.address}/leave" not in page
    answer = circle.by_side["ash"].post(f"/games/{table.address}/leave", confirm="yes")
    assert "campaign" in text_of(answer.text) or answer.status_code in (303, 422)
    assert table_of(services, circle).status == "open"


def test_giving_up_a_battle_names_its_cost_in_the_campaign(services, circle):
    table = table_of(services, circle)
    arm(services, table)
    asked = f"/games/{table.address}?confirm=concede"
    costs = {"ash": "ash loses the feud", "birch": "birch loses the feud"}
    for side, cost in costs.items():
        english = text_of(circle.by_side[side].get(f"{asked}&lang=en").text)
        assert "Give up the game?" in english and cost in english
        words = text_of(circle.by_side[side].get(asked.replace("?", "/text?") + "&lang=es").text)
        assert f"{side} pierde la disputa" in words


def test_a_finished_battle_stands_in_the_log_of_the_campaign(services, circle):
    table = table_of(services, circle)
    arm(services, table)
    assert "The battle is being fought." in circle.text("cedar")
    ash = seats_of(services, table.id)["north"]
    orders.declare_order(services, table.id, ash, "over", 1, Concede())
    ChildBattleWorker(services).sweep()
    assert "the result comes from its table" in circle.text("cedar", "?tab=log")
    assert "The result is settled." in circle.text("cedar")
    page = circle.by_side["ash"].get(f"/games/{table.address}?lang=en").text
    assert "The campaign has settled this battle." in text_of(page)


def test_the_campaign_of_a_private_battle_is_hidden_from_strangers(app, web, services):
    members = Circle(app, "feud").gather()
    ids = seats_of(services, members.id)
    orders.declare_order(services, members.id, ids["ash"], "c", 1, feud.Challenge("birch"))
    table = table_of(services, members)
    with services.store.write() as work:
        work.games.update_game(members.id, visibility="private")
        work.commit()
        token = work.games.find_game(members.id).token
    page = Visitor(app).get(f"/games/{table.address}?lang=en").text
    assert "A battle of a campaign" in text_of(page) and token not in page
