"""Page of a battle of a campaign: the viewer's part, opened armies, and the course with its
times.
"""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from app.games.heart_of_africa.campaign import orders as o
from app.kernel.child_battles import Aftermath, Battle, Losses, UnitFall
from app.kernel.reading_pages import BattlePage
from app.kernel.say import say
from app.kernel.table_orders import Concede
from app.services.play import orders
from app.services.play.battle_highlights import Highlight
from app.services.play.child_battle_worker import ChildBattleWorker
from app.services.watch import reading_pages
from app.services.watch.battle_course import battle_course
from app.services.watch.battle_links import ChildBattle
from app.services.watch.battle_rosters import load_rosters
from app.services.watch.chapter_tables import fought_battle
from tests.games.heart_of_africa.campaign.campaign_club import Campaign, arm, loaded_dice, table_of
from tests.games.heart_of_africa.campaign.web.prepared import prepared_campaign
from tests.web.reading import Form, forms_on, words_on
from tests.web.test_routes import Caller


@pytest.fixture
def played(app, sqlite_url) -> Campaign:
    return prepared_campaign(app, sqlite_url, "played")


def words_of_page(app, campaign: Campaign, seat: str = "") -> str:
    reader = Caller(app, campaign.ids[seat] if seat else None)
    return " ".join(words_on(reader.get(f"{campaign.path}/battles/b1").text))


def test_armies_are_opened_once_both_are_in(app, played):
    table = table_of(played, played)
    arm(played, table, "p1", "A")
    assert "Only you read it." in words_of_page(app, played, "p1")
    for seat in ("p2", "p3", ""):
        assert "Unit 1:" not in words_of_page(app, played, seat)
    arm(played, table, "p2", "B")
    ChildBattleWorker(app.state.services).sweep()
    for seat in ("p1", "p2", "p3", ""):
        assert "The armies, opened" in words_of_page(app, played, seat)
        told = reading_pages.load_pages(app.state.services, played.id, played.ids.get(seat))
        rosters = load_rosters(app.state.services, told.look, told.battle("b1"), "en")
        assert set(rosters) == {"p1", "p2"}
        assert all(one.units and one.spent for one in rosters.values())


def test_a_player_without_an_army_is_led_to_the_builder(app, played):
    page = Caller(app, played.ids["p1"]).get(f"{played.path}/battles/b1").text
    assert "To the army builder" in page
    assert "Choose a saved army" in page
    assert "To the army builder" not in words_of_page(app, played, "p3")


def test_the_course_of_a_battle_begins_with_its_own_attack(app, played):
    with loaded_dice():
        played.give("p1", o.EnterResult("b1", "p1")).give("p2", o.ConfirmResult("b1"))
        played.give("referee", o.OpenTurn(), order=[4, 6, 2]).give("p3", o.PassTurn())
        played.give("p1", o.Attack("p2")).give("p2", o.Resist("p1"), scenario=6)
    told = reading_pages.load_pages(app.state.services, played.id)
    first, second = (battle_course(told.look, told.battle(key)) for key in ("b1", "b2"))
    for course in (first, second):
        words = [str(line.says.in_("en")) for entry in course for line in entry.lines]
        assert words[0] == "The Wa-simba attack the Wa-tembo."
        assert words[1] == "The Wa-tembo resist: there will be a battle."
        assert words.count(words[0]) == 1
    assert first[-1].number < second[0].number
    moves = told.look.history.moves
    assert all(entry.made_at == moves[entry.number - 1].made_at for entry in (*first, *second))


def test_points_stand_in_the_order_of_attacker_and_defender(app, played):
    told = reading_pages.load_pages(app.state.services, played.id)
    for battle in told.pages.battles:
        assert tuple(key for key, _ in battle.points) == battle.sides


def test_the_sheet_lists_the_whole_army_and_the_terrain(app, played):
    table = table_of(played, played)
    arm(played, table, "p1", "A")
    told = reading_pages.load_pages(app.state.services, played.id, played.ids["p1"])
    roster = load_rosters(app.state.services, told.look, told.battle("b1"), "en")["p1"]
    assert len({unit.title for unit in roster.units}) == len(roster.units)
    page = Caller(app, played.ids["p1"]).get(f"{played.path}/battles/b1/sheet").text
    sheet = " ".join(words_on(page))
    assert f"Your army: {roster.spent} of 450 points" in sheet
    for line in roster.lines:
        assert line.in_("en") in sheet
    for unit in roster.units:
        assert unit.what[0].in_("en") in sheet
    assert "Common (1/3 to 2/3): Low hill and Long grass." in sheet


def place_form(caller: Caller, campaign: Campaign, place: str) -> Form:
    """Form that confirms a choice of a place, on its preview."""
    address, wanted = f"{campaign.path}/battles/b1", f'"place":"{place}"'
    rows = [one for one in forms_on(caller.get(address).text) if "order" in one.fields]
    assert all(one.method == "get" for one in rows)
    order = next(str(one.fields["order"]) for one in rows if wanted in str(one.fields["order"]))
    preview = caller.get(f"{address}?{urlencode({'order': order})}").text
    return next(one for one in forms_on(preview) if one.fields.get("order") == order)


def test_the_players_choose_where_to_play_on_the_page_of_the_battle(app, played):
    maite, tom = (Caller(app, played.ids[seat]) for seat in ("p1", "p2"))
    words = words_of_page(app, played, "p1")
    assert "Where will you play?" in words
    assert "Each player prints a sheet. One player enters the result" in words
    assert "The deadlines stay as they are." in words
    assert "Where will you play?" not in words_of_page(app, played, "p3")
    answer = maite.send(place_form(maite, played, "table"))
    assert answer.headers["location"] == f"{played.path}/battles/b1#place"
    for seat in ("p2", "p3", ""):
        assert "would like to fight on a real table." in words_of_page(app, played, seat)
    assert "Take my choice of a place back" in words_of_page(app, played, "p1")
    assert tom.send(place_form(tom, played, "table")).status_code == 303
    agreed = words_of_page(app, played, "p1")
    assert "Both players have agreed to fight this battle on a real table." in agreed


def test_the_page_and_the_table_say_that_a_real_table_was_agreed(app, played):
    for seat in ("p1", "p2"):
        caller = Caller(app, played.ids[seat])
        assert caller.send(place_form(caller, played, "table")).status_code == 303
    table = table_of(played, played)
    arm(played, table, "p1", "A")
    page = Caller(app, played.ids["p2"]).get(f"{played.path}/battles/b1").text
    assert "The table on this site does not open." in page and "Choose a saved army" in page
    waiting = Caller(app, played.ids["p2"]).get(f"/games/{table.address}").text
    assert "This table does not open." in waiting and "Build an army for this battle" in waiting
    assert "Both armies are in" not in waiting
    arm(played, table, "p2", "B")
    ChildBattleWorker(app.state.services).sweep()
    for seat in ("p1", "p2", "p3", ""):
        words = words_of_page(app, played, seat)
        assert "The armies, opened" in words and "Open the table" not in words
    waiting = Caller(app, played.ids["p2"]).get(f"/games/{table.address}").text
    assert "Both armies are in and cannot be changed any more." in waiting
    assert f"{played.path}/battles/b1" in waiting and "Build an army for this battle" not in waiting
    assert "is fought on a real table" in Caller(app, played.ids["p3"]).get(played.path).text


def test_a_strange_name_of_a_battle_leads_to_the_game(app, played):
    maite = Caller(app, played.ids["p1"])
    answer = maite.send(place_form(maite, played, "table"), battle="../../evil")
    assert answer.headers["location"] == played.path


def test_the_losses_of_a_battle_on_this_site_are_on_its_page(app, played, monkeypatch):
    table, box = table_of(played, played), app.state.services.shelf["heart_of_africa"]
    for seat, side in (("p1", "A"), ("p2", "B")):
        arm(played, table, seat, side)
    ChildBattleWorker(app.state.services).sweep()
    lost = {"A": Losses(12, leaders_lost=1), "B": Losses(3, captured=2, units_broken=1)}
    units = (UnitFall("A", say("Askaris", "Askaris"), 11, 12),)
    monkeypatch.setattr(type(box), "aftermath", lambda *_: Aftermath(turns=7, losses=lost))
    monkeypatch.setattr(type(box), "unit_falls", lambda *_: units)
    orders.declare_order(app.state.services, table.id, played.ids["p1"], "give up", 1, Concede())
    ChildBattleWorker(app.state.services).sweep()
    for seat in ("p1", "p3", ""):
        words = words_of_page(app, played, seat)
        assert "Leaders lost: Wa-simba." in words
        assert "Fallen figures: Wa-simba 12 and Wa-tembo 3." in words
        assert "Baggage lost: Wa-simba 0 and Wa-tembo 2." in words
        assert "Turns played: 7." in words and "Broken units: Wa-simba 0 and Wa-tembo 1." in words
        assert "Askaris" in words and "11 of 12" in words
        assert "Report of this battle" in words


def test_the_chronicle_has_the_turning_points_of_a_battle_on_this_site(app, played):
    table = table_of(played, played)
    for seat, side in (("p1", "A"), ("p2", "B")):
        arm(played, table, seat, side)
    ChildBattleWorker(app.state.services).sweep()
    orders.declare_order(app.state.services, table.id, played.ids["p1"], "give up", 1, Concede())
    ChildBattleWorker(app.state.services).sweep()
    reader = Caller(app, None)
    told = " ".join(words_on(reader.get(f"{played.path}/chronicle").text))
    assert (
        "Wa-tembo: victory." in told
        and "Zanzibaris: victory." not in told
        and "Report of this battle" in told
    )
    reader.client.headers["accept-language"] = "es"
    told = " ".join(words_on(reader.get(f"{played.path}/chronicle").text))
    assert "Wa-tembo: victoria." in told


def test_a_reader_who_may_not_see_the_table_reads_no_turning_points():
    battle = BattlePage("b1", say("", ""), 1, say("", ""), ("p1", "p2"), say("", ""), is_open=False)
    child = ChildBattle(
        Battle("b1", say("", ""), "box", "raid", {"A": "s1", "B": "s2"}, "over"), None
    )
    told = {"en": (Highlight("Turn 6", ("An archer falls.",)),)}
    seats = {"s1": "p1", "s2": "p2"}
    assert fought_battle(battle, child, Aftermath(turns=6), seats, told).highlights == {}
