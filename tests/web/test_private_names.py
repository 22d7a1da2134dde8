"""Names on the pages of players: anonymous visitors read initials (CAR-RAT-09)."""

from __future__ import annotations

import re

from app.services.people import accounts, bot_accounts
from app.services.people.account_rules import name_key
from tests.sample_games import HEX_GAME
from tests.web.circle import text_of
from tests.web.conftest import Battle
from tests.web.test_contest_pages import user_of
from tests.web.test_rating_pages import rated

TOKEN = re.compile(r'name="csrf" value="[^"]+"')


def test_anonymous_visitors_read_the_initials_of_a_member(visitor):
    ana, bea = visitor().register("Ana Soler"), visitor("en").register("Bea")
    number = user_of(ana, "Ana Soler")
    pages = (f"/people/{number}", f"/people/{number}/rating/{HEX_GAME}")
    for page in (*pages, *(f"{one}?lang=es" for one in pages)):
        seen = visitor("en").get(page).text
        assert "Ana" not in seen and "Soler" not in seen and "A.S." in text_of(seen), page
        assert "Ana Soler" in bea.get(page).text, page


def test_pages_of_players_do_not_depend_on_the_name_behind_the_initials(web, visitor):
    """Twin worlds: another name with the same initials changes no byte for anonymous visitors."""
    visitor().register("Ana Soler")
    number = rated(web, "Ana Soler", "web", 1480.0)
    stranger = visitor("en")
    pages = (f"/people/{number}?lang=en", f"/people/{number}/rating/{HEX_GAME}?lang=en")
    before = [TOKEN.sub("", stranger.get(one).text) for one in pages]
    with web.app.state.services.store.write() as work:
        work.users.update_user(number, name="Aitor Sanz", name_key=name_key("Aitor Sanz"))
        work.commit()
    assert [TOKEN.sub("", stranger.get(one).text) for one in pages] == before


def test_guests_and_programs_keep_their_names(app, visitor):
    services = app.state.services
    owner = accounts.register(services, "Ana Soler", "a long enough sentence").id
    program = bot_accounts.create_bot_account(services, owner, "Walker").user.id
    guest = accounts.create_guest(services, "en")
    page = visitor("en").get(f"/people/{program}").text
    assert "Walker" in page and "A.S. answers for it" in text_of(page) and "Soler" not in page
    assert guest.name in visitor("en").get(f"/people/{guest.id}").text


def test_public_tables_show_the_names_of_their_players(visitor):
    battle = Battle(visitor().register("Ana Soler"), visitor().register("Bea")).begin()
    assert "Ana Soler" in visitor().get(battle.path).text
