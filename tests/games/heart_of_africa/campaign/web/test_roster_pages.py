"""Page of the default roster, the waiting table and the referee's desk of a campaign's battle."""

from __future__ import annotations

import html
import random
import re

import pytest

from app.games.heart_of_africa.armies.army import plain_army
from app.games.heart_of_africa.armies.sensible import sensible
from app.games.heart_of_africa.campaign import orders as o
from app.kernel.battle_armies import MISSING, ReportArmy
from app.services.play import lobby, orders, saved_armies
from app.services.play.order_requests import LockedGame
from tests.games.heart_of_africa.campaign.campaign_club import SEATS, Campaign, loaded_dice
from tests.web.circle import text_of
from tests.web.conftest import Visitor
from tests.web.reading import form_to

SIDES = {
    "p1": ("native_kingdom", "buganda", "attacker"),
    "p2": ("zanzibaris", "zanzibaris", "defender"),
}


@pytest.fixture
def campaign(app, visitor):
    """A campaign whose first battle waits for its armies, and its people by seat."""
    services = app.state.services
    people = {seat: visitor().register(name) for seat, name in SEATS.items()}
    with services.store.read() as work:
        ids = {seat: work.users.find_by_name(name.casefold())[0].id for seat, name in SEATS.items()}
    with loaded_dice():
        game = Campaign(services, ids, "War").played()
    return game, people


def table_of(services, game):
    with services.store.read() as work:
        [table] = work.child_battles.of_game(game.id)
    return table


def save_army(services, game, seat, list_, nation):
    form = plain_army(sensible(list_, nation, 1860, 300, "raid", "attacker", random.Random(1)))
    box = services.shelf["heart_of_africa"]
    answers = box.armies.answers(form)
    return saved_armies.save_army(services, game.ids[seat], "heart_of_africa", answers)


def test_a_player_keeps_a_default_roster_and_reads_where_it_is_refused(app, campaign):
    game, people = campaign
    services = app.state.services
    own = save_army(services, game, "p1", "native_kingdom", "buganda")
    wrong = save_army(services, game, "p1", "zanzibaris", "zanzibaris")
    page = people["p1"].get(f"{game.path}/roster").text
    assert "Not allowed in Battle 1" in text_of(page) and "/armies/new?box=" in page
    form = form_to(page, f"{game.path}/roster")
    assert people["p1"].send(form, army=str(wrong.id)).status_code == 303
    assert f'value="{wrong.id}" checked' in people["p1"].get(f"{game.path}/roster").text
    answer = people["p1"].post(f"{game.path}/roster", army="x")
    assert answer.status_code == 422 and "You keep no such army" in text_of(answer.text)
    people["p1"].post(f"{game.path}/roster", army=str(own.id))
    spanish = people["p1"].get(f"{game.path}/roster?lang=es").text
    assert "Ejército por defecto" in text_of(spanish)
    assert f'value="{own.id}" checked' in spanish


def test_the_roster_of_a_player_is_secret(app, campaign):
    game, people = campaign
    own = save_army(app.state.services, game, "p1", "native_kingdom", "buganda")
    people["p1"].post(f"{game.path}/roster", army=str(own.id))
    assert own.name not in people["p2"].get(f"{game.path}/roster").text
    assert people["referee"].get(f"{game.path}/roster").url.path == game.path
    table = table_of(app.state.services, game)
    assert f"{game.path}/roster" in people["p1"].get(f"/games/{table.address}").text
    assert own.name not in people["p2"].get(f"/games/{table.address}").text


def test_a_battle_without_an_army_is_listed_at_the_referees_desk(app, campaign):
    game, people = campaign
    services = app.state.services
    assert "without an army" not in people["referee"].get(f"{game.path}/desk").text
    with services.store.write() as work:
        locked = work.games.lock_game(game.id)
        seats = work.seats.for_game(game.id)
        order = ReportArmy("b1", "B", MISSING)
        server = next(one for one in seats if one.is_of_referees)
        orders.record_server_order(
            LockedGame(services, work, locked, seats), server, "army:b1:x", order
        )
    desk = text_of(people["referee"].get(f"{game.path}/desk?lang=en").text)
    assert "Battles without an army" in desk
    assert "No army in time: Wa-tembo." in desk
    for act in ("The defender pays for not playing", "The attack lapses", "No decision"):
        assert act in desk
    spanish = text_of(people["referee"].get(f"{game.path}/desk?lang=es").text)
    assert "Sin ejército a tiempo: Wa-tembo." in spanish
    log = text_of(people["p1"].get(f"{game.path}?tab=log&lang=en").text)
    assert "Wa-tembo: no army in time. The referee may decide what follows." in log


def test_a_player_takes_the_seat_back_from_a_bot(app, campaign):
    """CAR-BAT-08."""
    game, people = campaign
    services = app.state.services
    table = table_of(services, game)
    for seat, (list_, nation, role) in SIDES.items():
        form = plain_army(
            sensible(list_, nation, 1860, 450, table.scenario, role, random.Random(1))
        )
        lobby.change_choices(services, table.address, game.ids[seat], {"army": form})
    with services.store.write() as work:
        for seat in work.seats.for_game(table.id):
            work.seats.update_seat(table.id, seat.seat, bot="house")
        work.commit()
    page = people["p1"].get(f"/games/{table.address}?lang=en").text
    assert "A bot plays on for you" in text_of(page)
    assert page.index('id="decision"') < page.index("/seat-back")  # a live update replaces it
    answer = people["p1"].send(form_to(page, f"/games/{table.address}/seat-back"))
    assert answer.status_code == 303
    page = people["p1"].get(f"/games/{table.address}?lang=en").text
    assert "A bot plays on for you" not in text_of(page)
    again = people["p1"].post(f"/games/{table.address}/seat-back")
    assert again.status_code == 422


# --- The button in the army builder
def builder_link(page: str) -> str:
    (link,) = {one for one in re.findall(r'href="(/armies/new[^"]*)"', page) if "points" in one}
    return html.unescape(link)


def test_the_builder_for_a_battle_keeps_an_army_as_default_roster(app, campaign):
    game, people = campaign
    maite, table = people["p1"], table_of(app.state.services, game)
    for page in (f"{game.path}/roster", f"/games/{table.address}"):
        link = builder_link(maite.get(page).text)
        assert f"table={table.address}" in link
    page = maite.get(link).text
    assert "Keep as default roster" in text_of(page)
    answer = maite.send(form_to(page, "/armies"), do="roster")
    assert answer.status_code == 303 and answer.headers["location"] == f"{game.path}/roster"
    roster = maite.get(f"{game.path}/roster").text
    assert re.search(r'name="army" value="[0-9]+" checked', roster)
    spanish = text_of(maite.get(f"{link}&lang=es").text)
    assert "Guardar como ejército por defecto" in spanish


def test_save_alone_keeps_no_roster_and_the_button_stays(app, campaign):
    game, people = campaign
    maite = people["p1"]
    link = builder_link(maite.get(f"{game.path}/roster").text)
    saved = maite.send(form_to(maite.get(link).text, "/armies"))
    page = maite.get(saved.headers["location"])
    assert "Keep as default roster" in page.text
    assert 'value="" checked' in maite.get(f"{game.path}/roster").text
    answer = maite.send(form_to(page.text, page.url.path), do="roster")
    assert answer.headers["location"] == f"{game.path}/roster"


def test_other_users_have_no_such_button(app, campaign):
    game, people = campaign
    link = builder_link(people["p1"].get(f"{game.path}/roster").text)
    for reader in (people["referee"], Visitor(app)):
        page = reader.get(link).text
        assert "Keep as default roster" not in page
    sent = people["referee"].send(form_to(page_of(people["referee"], link), "/armies"), do="roster")
    assert sent.headers["location"].startswith("/armies/")
    page = people["p1"].get("/armies/new?box=heart_of_africa").text
    assert "Keep as default roster" not in page


def page_of(who, link: str) -> str:
    return who.get(link).text


def test_a_battle_with_a_result_asks_for_no_army(campaign):
    game, people = campaign
    table_first = text_of(people["p2"].get(game.path).text)
    assert "Choose your army." in table_first
    assert table_first.index("open the table") < table_first.index("Report with losses")
    with loaded_dice():
        game.give("p1", o.EnterResult("b1", "p1"))
    page = text_of(people["p2"].get(game.path).text)
    assert "A result waits for its confirmation." in page and "Choose your army." not in page
