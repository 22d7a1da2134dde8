"""Pages of a long game to read: each says what its reader may know, in both languages."""

from __future__ import annotations

import csv
import io
import re

import pytest

from app.games.heart_of_africa.campaign import orders as o
from app.kernel.refusal import Refused
from app.kernel.table_orders import Concede
from app.services.people import accounts
from app.services.play import orders
from app.services.play.child_battle_worker import ChildBattleWorker
from app.services.watch import game_view, reading_pages
from app.services.watch.history_cache import HistoryCache
from app.web import reading_page
from app.web.page_cache import PageCache
from tests.games.heart_of_africa.campaign.campaign_club import (
    SEATS,
    Campaign,
    arm,
    loaded_dice,
    table_of,
)
from tests.games.heart_of_africa.campaign.web.prepared import prepared_campaign
from tests.web.conftest import Visitor
from tests.web.reading import words_on
from tests.web.test_routes import Caller

PAGES = (
    "front",
    "chronicle",
    "standings",
    "ledger",
    "people/p1",
    "people/p3",
    "battles/b1",
    "honours",
)


@pytest.fixture
def campaign(app, sqlite_url) -> Campaign:
    return prepared_campaign(app, sqlite_url, "second")


def page_of(visitor: Visitor, campaign: Campaign, page: str) -> str:
    answer = visitor.get(f"{campaign.path}/{page}")
    assert answer.status_code == 200, answer.text
    return " ".join(words_on(answer.text))


def test_standings_give_each_number_with_its_reasons(app, campaign):
    words = page_of(Caller(app, campaign.ids["p1"]), campaign, "standings")
    assert "Why you are in place 1 (hongos: 7)" in words
    for reason in ("starting hongos", "agreement", "victory"):
        assert reason in words
    assert words.count("Hongos are the wealth of the campaign") == 1


def test_equal_numbers_share_a_place(app, campaign):
    told = reading_pages.load_pages(app.state.services, campaign.id)
    victories = next(one for one in told.pages.standings if one.key == "victories")
    assert [row.place for row in victories.rows] == [1, 1]


def test_the_tally_of_a_standing_is_its_number(app, campaign):
    told = reading_pages.load_pages(app.state.services, campaign.id)
    for table in told.pages.standings:
        for row in table.rows:
            assert row.tally.total == row.number, (table.key, row.side)


def test_the_ledger_is_filtered_by_player_and_cause(app, campaign):
    visitor = Visitor(app)
    words = page_of(visitor, campaign, "ledger?side=p3&cause=agreement")
    assert "The expedition Aldana pays 1 hongo to the Wa-simba" in words
    assert "1 entry" in words
    assert "No entries." in page_of(visitor, campaign, "ledger?side=p2&cause=agreement")


def test_the_ledger_as_csv_balances(app, campaign):
    answer = Visitor(app).get(f"{campaign.path}/ledger.csv?side=p1")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    amounts = [int(row["amount"]) * (1 if row["receiver"] == "p1" else -1) for row in rows]
    assert amounts == [5, 1, 1]
    assert rows[-1]["receiver_balance"] == str(sum(amounts))


def test_no_cell_is_a_formula():
    assert reading_pages.csv_text(("a",), [("=1+1",), (-1,)]) == "a\r\n'=1+1\r\n-1\r\n"


def test_the_page_of_a_people_tells_its_history(app, campaign):
    words = page_of(Visitor(app), campaign, "people/p1")
    assert "The Wa-simba attack the Wa-tembo." in words
    assert "1 of the 4 victories that are needed." in words
    assert "The players act in this order" in words
    assert "The expedition Aldana hunts" not in words


def test_the_page_of_a_battle_gives_points_and_result(app, campaign):
    words = page_of(Visitor(app), campaign, "battles/b1")
    for fact in ("450 points", "600 points", "savannah", "Raid", "The Wa-simba win."):
        assert fact in words


def test_honours_are_frozen_at_the_end(app, campaign):
    visitor = Visitor(app)
    assert "when the campaign ends" in page_of(visitor, campaign, "honours")
    campaign.give("referee", o.CloseCampaign())
    words = page_of(visitor, campaign, "honours")
    assert "Richest people A Wa-simba Maite 7 hongos" in words
    assert "2 B Wa-tembo hongos: 4" in words
    assert "Order of this turn" not in page_of(visitor, campaign, "front")
    assert "Order of this turn" not in page_of(visitor, campaign, "standings")
    assert "First among the Explorers C Expedition Aldana Ana 1 territory explored" in words


def test_a_player_answers_an_attack_and_its_attacker_the_terms(app, campaign):
    with loaded_dice():
        attacked = Campaign(campaign.services, campaign.ids, "New").attacked()
        assert "Answer the attack" in page_of(Caller(app, campaign.ids["p2"]), attacked, "front")
        attacked.give("p2", o.OfferTerms("p1", "p2", 1))
    attacker = page_of(Caller(app, campaign.ids["p1"]), attacked, "front")
    assert "Answer the terms" in attacker and "Answer the attack" not in attacker


def test_only_a_player_has_a_link_to_a_default_roster(app, campaign):
    assert "Default roster" in page_of(Caller(app, campaign.ids["p1"]), campaign, "standings")
    assert "Default roster" not in page_of(
        Caller(app, campaign.ids["referee"]), campaign, "standings"
    )


def test_pages_speak_spanish(app, campaign):
    visitor = Visitor(app, "es")
    assert "Clasificación" in page_of(visitor, campaign, "standings")
    assert "Los Wa-tembo pagan 1 hongo a los Wa-simba" in page_of(visitor, campaign, "ledger")


def test_the_chronicle_has_a_chapter_for_each_closed_turn(app, campaign):
    words = page_of(Visitor(app), campaign, "chronicle")
    assert "Turn 1: first half of 1860" in words
    assert "The Wa-simba attack the Wa-tembo." in words
    assert "The map after turn 2" not in words
    with loaded_dice():
        opened = Campaign(campaign.services, campaign.ids, "New").opened()
    assert "when the first turn ends" in page_of(Visitor(app), opened, "chronicle")


def test_a_chapter_has_tables_of_its_battles_and_accounts(app, campaign):
    words = page_of(Visitor(app), campaign, "chronicle")
    assert "Battles fought Battle Where Points Fallen Winner 1 · Raid" in words
    assert "on a real table · savannah" in words and "450 : 600 – Wa-simba" in words
    assert "Wa-tembo pay the Wa-simba (victory)" in words.split("Accounts", 1)[1]
    spanish = page_of(Visitor(app, "es"), campaign, "chronicle").split("Cuentas", 1)[1]
    assert "Wa-simba reciben de los Wa-tembo (victoria)" in spanish
    assert "Wa-tembo pagan a los Wa-simba (victoria)" in spanish


def test_a_chapter_shows_the_losses_of_a_table_of_this_site(app, campaign):
    with loaded_dice():
        played = Campaign(campaign.services, campaign.ids, "Played").played()
    table = table_of(played, played)
    for seat, side in (("p1", "A"), ("p2", "B")):
        arm(played, table, seat, side)
    last = game_view.load_view(played.services, table.id).last
    conceding = (played.services, table.id, played.ids["p1"], "concede", last, Concede())
    orders.declare_order(*conceding)
    ChildBattleWorker(played.services).sweep()
    page = Visitor(app).get(f"{played.path}/chronicle").text
    assert f'<a href="/games/{table.address}">on this site</a>, ' in page
    assert "450 : 600 0 : 0 Wa-tembo" in " ".join(words_on(page))


def test_the_last_turn_is_a_chapter_once_the_campaign_is_over(app, campaign):
    campaign.give("referee", o.CloseCampaign())
    assert "The map after turn 2" in page_of(Visitor(app), campaign, "chronicle")


def test_the_front_page_puts_my_decision_first(app, campaign):
    words = page_of(Caller(app, campaign.ids["referee"]), campaign, "front")
    assert "Open the turn" in words
    assert "(Ines)" in page_of(Visitor(app), campaign, "front")


@pytest.mark.parametrize(
    ("turn", "hongos"), [("1", "Wa-simba: Buganda · native people, 7 hongos"), ("0", ""), ("x", "")]
)
def test_the_map_of_the_front_page_follows_the_slider(app, campaign, turn, hongos):
    answer = Visitor(app).get(f"{campaign.path}/front?turn={turn}")
    assert answer.status_code == 200
    assert hongos in answer.text


def test_a_report_of_a_real_table_stands_on_the_page_of_its_battle(app, campaign):
    with loaded_dice():
        played = Campaign(campaign.services, campaign.ids, "Reported").played()
        report = o.EnterResult("b1", "p1", ("p2",), 4, 11, "The last turn was played by lamp.")
        played.give("p1", report).give("p2", o.ConfirmResult("b1"))
    words = page_of(Visitor(app), played, "battles/b1")
    for fact in (
        "Leaders lost: Wa-tembo.",
        "Fallen figures: Wa-simba 4 and Wa-tembo 11.",
        "“The last turn was played by lamp.”",
    ):
        assert fact in words


@pytest.mark.parametrize(
    "report",
    [
        o.EnterResult("b1", "p1", fallen_attacker=-1),
        o.EnterResult("b1", "p1", fallen_defender=301),
        o.EnterResult("b1", "p1", remarks="x" * 401),
    ],
)
def test_a_report_that_cannot_be_is_refused(app, campaign, report):
    with loaded_dice():
        played = Campaign(campaign.services, campaign.ids, "Refused").played()
    with pytest.raises(Refused) as refused:
        played.give("p1", report)
    assert [one.rule for one in refused.value.refusals] == ["HOA-CMP-23"]


def test_the_sheet_has_a_plan_of_the_table_and_boxes_for_arrivals(app, campaign):
    page = Caller(app, campaign.ids["p1"]).get(f"{campaign.path}/battles/b1/sheet").text
    words = " ".join(words_on(page))
    assert "The table, 72″ × 48″" in words and "A: within 6″ of the edge" in words
    assert "from turn 4 on, each rolls 1D6 every turn" in words
    assert page.count("Boxes to tick: Turn 10") == 4 and "Boxes to tick: Turn 3" not in page
    spanish = page_of(Visitor(app, "es"), campaign, "battles/b1/sheet")
    assert "B: mitad del defensor" in spanish and "Llegadas posteriores" in spanish


def test_the_sheet_of_a_battle_is_that_of_its_reader(app, campaign):
    with loaded_dice():
        played = Campaign(campaign.services, campaign.ids, "Sheet").played()
    page = "battles/b1/sheet"
    attacker = page_of(Caller(app, campaign.ids["p1"]), played, page)
    assert "Your army: 450 points" in attacker
    assert "Your army: 600 points" in page_of(Caller(app, campaign.ids["p2"]), played, page)
    assert "within 6″" in attacker
    assert "/r with the code “" in attacker


def test_a_people_shows_its_newest_history_and_leads_to_the_whole(app, campaign, monkeypatch):
    reader = Visitor(app)
    assert "The whole history" not in page_of(reader, campaign, "people/p1")
    monkeypatch.setattr(reading_pages, "RECENT", 2)
    short = reader.get(f"{campaign.path}/people/p1").text
    whole = f"{campaign.path}/people/p1?history=all"
    assert f'href="{whole}#history-title"' in short
    told = reader.get(whole).text
    assert "The whole history" not in told
    assert short.count('class="moment"') == 2 < told.count('class="moment"')
    assert "The Wa-simba attack" in told and "The Wa-simba attack" not in short


@pytest.mark.parametrize("page", ["people/p9", "battles/b9"])
def test_an_unknown_page_is_not_found(app, campaign, page):
    assert Visitor(app).get(f"{campaign.path}/{page}").status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_terms_on_offer_stand_on_no_page_of_another_reader(app, campaign, page):
    with loaded_dice():
        again = Campaign(campaign.services, campaign.ids, "Again").attacked()
        again.give("p2", o.OfferTerms("p1", "p2", 3, words="A secret alliance"))
    for reader in ("p3", "referee", ""):
        caller = Caller(app, campaign.ids[reader]) if reader else Visitor(app)
        answer = caller.get(f"{again.path}/{page}")
        assert "secret alliance" not in answer.text
    if page == "people/p1":
        own = page_of(Caller(app, campaign.ids["p1"]), again, page)
        assert "A secret alliance" in own


def test_the_ledger_goes_on_with_older_entries(app, campaign, monkeypatch):
    monkeypatch.setattr(reading_page, "ROWS_SHOWN", 2)
    visitor, path = Visitor(app), f"{campaign.path}/ledger"
    seen, pages = [], 0
    while path:
        page = visitor.get(path).text
        seen += re.findall(r"<tr><td><span class=\"num\">.*?</tr>", page, re.DOTALL)
        older = re.search(r'href="([^"]*before=\d+)"', page)
        path, pages = older and older[1].replace("&amp;", "&"), pages + 1
    ledger = reading_pages.load_pages(app.state.services, campaign.id).pages.ledger
    assert (len(seen), pages) == (len(ledger), -(-len(ledger) // 2))


def test_pages_asked_for_in_turn_keep_their_viewers_apart(app, campaign):
    people = [Caller(app, campaign.ids[seat]) for seat in ("p1", "p2", "p3")]
    alone = {
        (at, page): fresh_page(app, campaign, one, page)
        for at, one in enumerate(people)
        for page in ("front", "standings", "ledger")
    }
    for (at, page), words in [*alone.items(), *reversed(alone.items())]:
        assert page_of(people[at], campaign, page) == words


def fresh_page(app, campaign, visitor, page: str) -> str:
    """Page without any cached history."""
    app.state.services.histories = HistoryCache()
    app.state.drawn_maps = PageCache()
    return page_of(visitor, campaign, page)


# ---------------------------------------------------------------------- beside a decision
def panel_of(app, ids, path: str, seat: str, language: str = "en") -> str:
    visitor = Caller(app, ids[seat]) if seat else Visitor(app)
    answer = visitor.get(f"{path}?lang={language}" if seat else path)
    assert answer.status_code == 200, answer.text
    return " ".join(words_on(answer.text))


@pytest.fixture
def turn_of(app):
    services = app.state.services
    ids = {
        seat: accounts.register(services, name, "a long enough sentence").id
        for seat, name in SEATS.items()
    }

    def panel(state: str, seat: str, language: str = "en") -> str:
        with loaded_dice():
            path = getattr(Campaign(services, ids, state), state)().path
        return panel_of(app, ids, path, seat, language)

    return panel


def test_the_panel_has_the_order_of_play_and_what_each_end_brings(turn_of):
    words = turn_of("hunted", "p1")
    assert "Consequences of each result" in words
    assert "Order of this turn" in words and "6 × 2 = 12" in words
    assert "Tom · Zanzibaris" in words
    assert "An Explorer who hunts is out of reach of native players." in words
    spanish = turn_of("hunted", "p1", "es")
    assert "Consecuencias de cada resultado" in spanish and "Orden de este turno" in spanish


@pytest.mark.parametrize("seat", ["p3", "referee", ""])
def test_other_readers_see_the_order_but_no_ends(turn_of, seat):
    words = turn_of("attacked", seat)
    assert "Order of this turn" in words and "Who has answered" in words
    assert "Consequences of each result" not in words


def test_the_attacked_player_and_the_attacker_see_the_ends(turn_of):
    for seat in ("p1", "p2"):
        words = turn_of("attacked", seat)
        assert "You win the battle" in words and "You lose the battle" in words
    assert "you are to answer" in turn_of("attacked", "p2")


def test_an_answered_meeting_is_shown_without_its_answer(turn_of):
    words = turn_of("met", "p3")
    assert "Who has answered" in words
    assert "No player and no referee sees an answer" in words
