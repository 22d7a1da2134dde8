"""Outlets of game data are all listed in tests/leaks/outlets.yaml, with their test or the reason
why they tell nothing.

If this fails: add the new route, notification, frame or channel to a group.
tests/leaks/test_twins.py asks every outlet of its group without further code. The other groups need
a reason, and their routes must read no table of games.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from app.main import create_app
from app.services.clubs import (
    announcements,
    club_chat,
    club_links,
    clubs,
    house_rules,
    polls,
    welcome,
)
from app.services.clubs.announcements import AnnouncementTerms
from app.services.clubs.clubs import ClubTerms
from app.services.clubs.house_rules import HouseRuleTerms
from app.services.people import api_tokens, bot_accounts
from app.settings import Settings
from app.store import schema
from app.store.migrate import migrate_database
from tests.api.conftest import ROOT, Program
from tests.architecture.syntax import nodes_of
from tests.leaks.listed import KINDS, TOP, an_app, groups, listed, there
from tests.sample_games import HEX_GAME, HEX_SCENARIO
from tests.services.clubs.page_operations import POLL
from tests.web.conftest import Battle, Visitor


@pytest.fixture(scope="module")
def outlets(tmp_path_factory):
    return there(an_app(tmp_path_factory.mktemp("outlets")))


@pytest.mark.parametrize("kind", KINDS)
def test_every_outlet_is_in_the_list_once(outlets, kind):
    counted = Counter(listed(kind))
    assert sorted(outlets[kind] - set(counted)) == [], (
        f"add a line under {kind} of a group in tests/leaks/outlets.yaml"
    )
    assert sorted(set(counted) - outlets[kind]) == [], (
        f"in tests/leaks/outlets.yaml under {kind}, but not in the application: is the module of the "
        "route in ROUTE_MODULES? If the outlet is gone, remove the line"
    )
    assert [outlet for outlet, times in counted.items() if times > 1] == [], (
        "keep one line of these in tests/leaks/outlets.yaml"
    )


def test_every_group_names_an_existing_test_or_a_reason():
    for group in groups():
        assert set(group) - set(KINDS) in ({"test"}, {"nothing"}), group
        if "test" in group:
            path, _, name = group["test"].partition("::")
            defined = {one.name for one in nodes_of(TOP / path) if isinstance(one, ast.FunctionDef)}
            assert name in defined and name.startswith("test_"), group["test"]
        else:
            assert len(group["nothing"].split()) > 5, group["nothing"]


# ---------------------------------------------------------------------- those that tell nothing of
OF_GAMES = {
    table.name
    for table in schema.metadata.tables.values()
    if table.name == "games" or "game_id" in table.columns
}
NAMED = re.compile(
    rf"\b(?:FROM|JOIN|UPDATE|INTO)\s+({'|'.join(sorted(OF_GAMES))})\b", re.IGNORECASE
)
HELD = {
    "token": "1",
    "key": HEX_GAME,
    "box": HEX_GAME,
    "rule": "CH-MIS-10",
    "scenario": HEX_SCENARIO,
}
"""Values for parameters of routes without game data; none of them is a game."""


def telling_nothing(kind: str) -> list[str]:
    """Addresses of outlets in groups with a reason instead of a test."""
    return [
        outlet
        for group in groups()
        if "nothing" in group
        for outlet in group.get(kind, ())
        if outlet.startswith("GET ")
    ]


class Site:
    """Member in the middle of a game with a bot account, and the queries on tables of games."""

    def __init__(self, folder):
        url = f"sqlite:///{folder}/nothing.db"
        migrate_database(url)
        self.app = create_app(Settings(database_url=url, rate_limits=False))
        self.services = self.app.state.services
        self.member = Visitor(self.app).register("Maite")
        self.game = Battle(self.member, Visitor(self.app).register("Otto")).begin()
        with self.services.store.read() as work:
            user = work.users.find_by_name("maite")[0]
        self.program = Program(
            self.app,
            api_tokens.create_token(self.services, user.id, "mine", api_tokens.SCOPES).secret,
        )
        club = str(clubs.found_club(self.services, user.id, ClubTerms("Hussars")).id)
        self.held = HELD | {
            "program": str(
                bot_accounts.create_bot_account(self.services, user.id, "House").user.id
            ),
            "club": club,
            "code": club_links.make_link(self.services, int(club), user.id, 1, 1),
            "page": str(
                house_rules.write_house_rule(
                    self.services, int(club), user.id, HouseRuleTerms(title_en="Dice")
                )
            ),
            "version": "1",
            "number": "1",
            "month": clubs.load_club(self.services, int(club), user.id).club.founded_at[:7],
            "announcement": str(
                announcements.announce(
                    self.services, int(club), user.id, AnnouncementTerms("Open day")
                )
            ),
            "poll": str(polls.propose_dates(self.services, int(club), user.id, POLL)),
            "message": str(club_chat.write_message(self.services, int(club), user.id, "Hello.")),
        }
        welcome.change_welcome(self.services, int(club), user.id, "Hello.", "")

    @contextmanager
    def overheard(self):
        """Statements that name a table of games."""
        found = []

        def listen(_connection, _cursor, statement, *_):
            found.extend(f"{table}: {statement}" for table in NAMED.findall(statement))

        event.listen(self.services.store.engine, "before_cursor_execute", listen)
        try:
            yield found
        finally:
            event.remove(self.services.store.engine, "before_cursor_execute", listen)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return Site(tmp_path_factory.mktemp("nothing"))


@pytest.mark.parametrize(
    "outlet", [*telling_nothing("pages"), *(f"api {one}" for one in telling_nothing("api"))]
)
def test_outlets_without_game_data_read_no_table_of_games(site, outlet):
    path = outlet.split("GET ")[1]
    assert not re.search(r"\{(address|game\w*)\}", path), (
        "this outlet names a game: move its line into the group of test_twins.py"
    )
    path = path.format(**site.held)
    with site.overheard() as found:
        answer = (
            site.program.client.get(ROOT + path)
            if outlet.startswith("api ")
            else site.member.get(path, follow_redirects=False)
        )
    assert answer.status_code < 500
    assert found == [], "it reads games: move its line into the group of test_twins.py"


def test_queries_on_games_are_noticed(site):
    for ask in (
        lambda: site.member.get("/my-games"),
        lambda: site.member.get(site.game.path),
        lambda: site.program.get("/games"),
    ):
        with site.overheard() as found:
            ask()
        assert found != []
