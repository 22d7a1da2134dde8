"""Forms to report public texts (reports, titles, armies), and the moderation page."""

from __future__ import annotations

import re

import pytest

from app.kernel.table_orders import Concede
from app.services.people import accounts, bot_accounts, moderation
from app.services.play import saved_armies
from tests.sample_games import HEX_GAME, HEX_SEAT, INCH, INCH_GAME
from tests.web.conftest import Battle
from tests.web.reading import form_to

RUDE = "The watch are <fools>"


@pytest.fixture
def judge(app, visitor):
    browser = visitor().register("Leire")
    moderation.act_as_administrator(
        app.state.services,
        accounts.visitor_of_session(app.state.services, browser.client.cookies["caracole"]).user.id,
        "name",
    )
    return browser


@pytest.fixture
def battle(visitor):
    made = Battle(visitor().register("Maite"), visitor("es").register("Íñigo"), title=RUDE).begin()
    assert made.platform_order(made.opponent, Concede.__struct_config__.tag).status_code in (
        200,
        303,
    )
    return made


def complained(reader, page, way):
    """Follow the way from the text to the thanks."""
    link = re.search(rf'href="({way})"', reader.get(page).text)[1]
    form = form_to(reader.get(link).text, f"{link}/report")
    assert reader.send(form, reason="x").status_code == 422
    answer = reader.send(form, reason="It is rude.")
    assert answer.status_code == 200 and 'role="status"' in answer.text
    return link


def judged(judge, act):
    page = judge.get("/moderation").text
    number = re.search(r'action="/moderation/(\d+)"', page)[1]
    assert judge.send(form_to(page, f"/moderation/{number}"), act=act, stays="1").status_code == 303
    return page


def test_a_report_text_can_be_reported(battle, visitor, judge):
    page = f"{battle.path}/report"
    assert (
        battle.opponent.send(form_to(battle.opponent.get(page).text, page), text=RUDE).status_code
        == 303
    )
    reader = visitor("es").register("Ibon")
    assert f"{page}/" not in visitor().get(page).text, (
        "who is not logged in is not asked to complain"
    )
    complained(reader, page, rf"{page}/\d+")
    assert "The watch are &lt;fools&gt;" in judged(judge, "hide")
    for one in (reader, battle.opener, visitor()):
        assert (
            "fools" not in one.get(page).text.split('id="opening"')[1]
            and "fools" not in one.get(f"{battle.path}/report.md").text.split("##")[1]
        )
    judged(judge, "show")
    assert "The watch are &lt;fools&gt;" in reader.get(page).text.split('id="opening"')[1]


def test_a_removed_text_is_shown_again_from_the_moderation_log(battle, visitor, judge):
    waiting = battle.opener.post(
        "/tables",
        box=HEX_GAME,
        seat=HEX_SEAT,
        against="people",
        visibility="open",
        title=RUDE,
    )
    reader, path = visitor("es").register("Ibon"), waiting.headers["location"]
    complained(reader, path, f"{path}/title")
    way = re.search(r'action="(/moderation/\d+)"', judge.get("/moderation").text)[1]
    assert judge.send(form_to(judge.get("/moderation").text, way), act="hide").status_code == 303
    assert "fools" not in reader.get(path).text
    assert judge.send(form_to(judge.get("/moderation").text, way), act="show").status_code == 303
    assert "fools" in reader.get(path).text and way not in judge.get("/moderation").text


def test_a_title_can_be_reported_beside_it(battle, visitor, judge):
    reader, way = visitor().register("Ibon"), f"{battle.path}/title"
    for page in (battle.path, f"{battle.path}/report"):
        assert (
            f'href="{way}"' in reader.get(page).text
            and f'href="{way}"' not in battle.opener.get(page).text
        )
    waiting = battle.opener.post(
        "/tables",
        box=HEX_GAME,
        seat=HEX_SEAT,
        against="people",
        visibility="open",
        title=RUDE,
    )
    assert (
        f'href="{waiting.headers["location"]}/title"'
        in reader.get(waiting.headers["location"]).text
    )
    complained(reader, battle.path, way)
    assert f'href="{battle.path}"' in judged(judge, "hide")
    assert "fools" not in reader.get(battle.path).text and reader.get(way).status_code == 404
    judged(judge, "show")
    assert "fools" in reader.get(battle.path).text


def test_a_public_army_can_be_reported(app, visitor, judge):
    maite, reader = visitor().register("Maite"), visitor().register("Ibon")
    owner = accounts.visitor_of_session(
        app.state.services, maite.client.cookies["caracole"]
    ).user.id
    answers = {
        "list": (INCH.LIST,),
        "year": ("1880",),
        "points": ("600",),
        "name": ("Fools",),
    }
    kept = saved_armies.save_army(app.state.services, owner, INCH_GAME, answers, sharing="public")
    page = f"/armies/{kept.id}"
    assert "/report" not in maite.get(page).text
    form = form_to(reader.get(page).text, f"{page}/report")
    assert (
        reader.send(form, reason="x").status_code == 422
        and 'role="status"' in reader.send(form, reason="It is rude.").text
    )
    assert f'href="{page}"' in judged(judge, "hide")
    assert reader.get(page).status_code == 404 and maite.get(page).status_code == 200
    assert (
        "only you may see it" in maite.get(page).text
        and "removed by a moderator" in maite.get("/armies").text
    )
    assert maite.send(form_to(maite.get(page).text, page)).status_code == 303, (
        "he goes on working at it"
    )
    assert (
        reader.get(page).status_code == 404
        and maite.send(form_to(maite.get(page).text, page), sharing="link").status_code == 422
    )
    shown_again = judged(judge, "show")
    assert "Removed by a moderator" in shown_again and "does not show it" not in shown_again
    assert reader.get(page).status_code == 200
    assert maite.send(form_to(maite.get(page).text, page), sharing="own").status_code == 303
    desk = judge.get("/moderation").text
    assert (
        "Its owner does not show it to all users." in desk
        and "Removed by a moderator" not in desk
        and "Show it again" not in desk
    )


def test_the_moderation_page_names_the_owner_of_a_bot_account(app, visitor, judge):
    services, maite, reader = (
        app.state.services,
        visitor().register("Maite"),
        visitor().register("Ibon"),
    )
    owner = accounts.visitor_of_session(services, maite.client.cookies["caracole"]).user.id
    person = f"/people/{bot_accounts.create_bot_account(services, owner, 'Fool').user.id}"
    assert (
        reader.send(
            form_to(reader.get(person).text, f"{person}/report"), reason="It is rude."
        ).status_code
        == 200
    )
    page = judge.get("/moderation").text
    assert "Maite answers for it" in page and f'href="/people/{owner}"' in page
