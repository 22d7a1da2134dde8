"""Every address of the pages, requested by every kind of visitor in every state of a game.

A new route without a line here fails. The API has its own matrix (tests/api/test_matrix.py), and so
have armies (tests/web/test_army_pages.py).
"""

from __future__ import annotations

import re
from types import MappingProxyType

import pytest
from fastapi.testclient import TestClient

from app.kernel.table_orders import Concede
from app.main import create_app
from app.services.failed_attempts import AttemptCounter
from app.services.people import accounts, api_tokens, blocking, bot_accounts, moderation
from app.services.play import lobby, orders, seat_substitution
from app.services.rate_limit import RateLimiter
from app.settings import Settings
from tests.counting import count
from tests.matrices import cells_of
from tests.one_by_one import one_by_one
from tests.sample_games import HEX, HEX_GAME, HEX_SCENARIO
from tests.web.conftest import Client, Visitor
from tests.web.test_army_pages import FORMS_OF_AN_ARMY, OF_AN_ARMY, QUESTIONS_OF_AN_ARMY

WHO = (
    "stranger",
    "program",
    "guest",
    "member",
    "left",
    "former",
    "blocked",
    "moderator",
    "other",
    "player",
)
"""Kinds of visitors; those with more permissions come later.

- The program sends its token, which opens no page. The member is a spectator.
- The user who `left` opened the table and left before it began.
- The `former` player passed the seat on in the middle of the game.
- The player has `blocked` a user. The player owes the decision, the `other` is of the other side.
- At a waiting table the other and the former player have no seat yet.
"""
SEATED = ("other", "player")
WITHOUT_LOGIN = ("stranger", "program")
GAMES = (
    "waiting",
    "running",
    "over",
    "private",
    "closed",
)  # closed: without spectators; private: seen by its number, not its link
HIDDEN = ("private", "closed")


def everybody(status: int = 200, **others: int) -> dict[str, int]:
    return dict.fromkeys(WHO, status) | others


def known(status: int = 200, without_login: int = 403, **others: int) -> dict[str, int]:
    """Answers for logged-in users, and for the others."""
    return everybody(status) | dict.fromkeys(WITHOUT_LOGIN, without_login) | others


def seated(status: int, others: int = 404, former: int = 0) -> dict[str, int]:
    return (
        everybody(others) | dict.fromkeys(SEATED, status) | ({"former": former} if former else {})
    )


PAGES = {
    "/": everybody(),
    "/lobby": everybody(),
    "/projector": everybody(),
    "/oembed": everybody(400),
    "/my-games": everybody(),
    "/mine": everybody(),  # it leads on to /my-games
    "/mine/events": known(),
    "/my-games/events": known(),
    "/login": everybody(),
    "/register": everybody(),
    "/forgotten": everybody(),
    "/password": everybody(410),  # a link that was not mailed
    "/account": known(),
    "/account/export": known(),
    "/account/delete": known(),
    "/account/address": everybody(410),
    "/login/code": everybody(),
    "/account/second-factor": known(),  # it leads on to the password first
    "/account/tokens": known(),
    "/account/notices": known(),
    "/account/hours": known(),
    "/api": everybody(),
    "/people/{person}": everybody(),
    "/opponents": everybody(),
    "/waiting": known(),
    "/people/{person}/rating/{key}": everybody(),
    "/clubs": everybody(),
    "/clubs/new": known(),
    "/clubs/import": known(),
    "/clubs/code": everybody(422),
    "/clubs/join/{code}": everybody(422),
    "/clubs/{club}": everybody(404),
    "/clubs/{club}/picture.png": everybody(404),
    "/embed/clubs/{club}": everybody(404),
    "/clubs/{club}/members": everybody(404),
    "/clubs/{club}/words": everybody(404),
    "/clubs/{club}/calendar": everybody(404),
    "/clubs/{club}/news": everybody(404),
    "/clubs/{club}/news.atom": everybody(404),
    "/clubs/{club}/hooks": known(404),
    "/clubs/{club}/files": known(404),
    "/clubs/{club}/export": known(404),
    "/clubs/{club}/tables/{kind}.csv": known(404),
    "/clubs/{club}/welcome": known(404),
    "/clubs/{club}/pictures": known(404),
    "/clubs/{club}/pictures/{number}.jpg": everybody(404),
    "/clubs/{club}/pictures/{number}/remove": known(404),
    "/clubs/{club}/chronicle": everybody(404),
    "/clubs/{club}/chronicle/{year}": everybody(404),
    "/clubs/{club}/chronicle/months/{month}": known(404),
    "/clubs/{club}/polls/new": known(404),
    "/clubs/{club}/chat": everybody(404),
    "/clubs/{club}/chat/events": known(404),
    "/clubs/{club}/chat/{message}": everybody(404),
    "/clubs/{club}/news/{announcement}": everybody(404),
    "/clubs/{club}/rules/{page}/{version}/words": everybody(404),
    "/clubs/{club}/polls/{poll}/words": everybody(404),
    "/clubs/{club}/welcome/words": everybody(404),
    "/clubs/{club}/rules": everybody(404),
    "/clubs/{club}/rules/new": known(404),
    "/clubs/{club}/rules/{page}": everybody(404),
    "/clubs/{club}/rules/{page}/edit": known(404),
    "/clubs/{club}/rules/{page}/{version}": everybody(404),
    "/clubs/{club}/log": everybody(404),
    "/clubs/{club}/edit": known(404),
    "/clubs/{club}/leave": known(404),
    "/moderation": everybody(403, moderator=200),
    "/dice": everybody(),
    "/changelog": everybody(),
    "/verify_dice.py": everybody(),
    "/health": everybody(),
    "/metrics": everybody(404),
    "/quality": everybody(),
    "/rules": everybody(),
    "/rules/{key}": everybody(),
    "/rules/{key}/sheet": everybody(),
    "/rules/{key}/overview": everybody(),
    "/rules/id/{rule}": everybody(),
    "/rules/{key}/{rule}": everybody(),
    "/tables/new": everybody(),
    "/import": known(),
    "/tables/new/drawing": everybody(404),  # this box has nothing to draw before a game
    "/armies": everybody(),
    "/armies/new": everybody(),
    "/armies/draft": everybody(),
    "/armies/import": everybody(),
    "/open-game/{game_id}": everybody(),
    "/robots.txt": everybody(),
    "/sw.js": everybody(),
    "/r": everybody(),
    "/games.atom": everybody(),
    "/unsubscribe/{token}": everybody(404),
    "/calendar/{token}.ics": everybody(404),  # addresses that were not made
}


def public(
    waiting: int = 200, running: int = 200, over: int = 200, former: int = 0
) -> dict[str, dict[str, int]]:
    """Answers of a page for all at public tables and for players at the others.

    The former player sees the earlier view there, unless another answer is given.
    """
    seen = {"waiting": waiting, "running": running, "over": over}
    return {game: everybody(status) for game, status in seen.items()} | {
        game: seated(running, former=former or running) for game in HIDDEN
    }


OF_A_LONG_GAME = (
    "/games/{address}/news.atom",
    "/games/{address}/front",
    "/games/{address}/chronicle",
    "/games/{address}/chronicle/words",
    "/games/{address}/scribes",
    "/games/{address}/seats",
    "/games/{address}/corrections",
    "/games/{address}/rounds",
    "/games/{address}/rounds/{number}/print",
    "/games/{address}/statistics",
    "/games/{address}/lists",
    "/games/{address}/standings",
    "/games/{address}/standings.csv",
    "/games/{address}/ledger",
    "/games/{address}/ledger.csv",
    "/games/{address}/people/{side}",
    "/games/{address}/battles/{key}",
    "/games/{address}/battles/{key}/sheet",
    "/games/{address}/battles/{key}/result",
    "/games/{address}/battles/{key}/dispute",
    "/games/{address}/battles/{key}/decide",
    "/games/{address}/photographs/{number}.jpg",
    "/games/{address}/photographs/{number}/remove",
    "/games/{address}/honours",
    "/games/{address}/desk",
    "/games/{address}/roster",
    "/games/{address}/desk/act",
    "/games/{address}/referees",
    "/games/{address}/gathering",
)
"""A battle has none of these pages; the tests of a long game try it (test_reading_pages.py)."""
OF_A_GAME = {
    "/games/{address}": public(),
    "/games/{address}/at/{number}": public(),
    "/games/{address}/text": public(waiting=303),
    "/games/{address}/at/{number}/text": public(),
    "/games/{address}/moment": {game: everybody(303) for game in GAMES},  # it only leads on
    "/games/{address}/stage": public(waiting=404)
    | {game: everybody(404) for game in HIDDEN},  # as a spectator sees it
    "/games/{address}/dice": public(),
    "/games/{address}/dice/pledges": public(),
    **dict.fromkeys(
        (
            "/games/{address}/projector",
            "/games/{address}/show",
            "/games/{address}/picture.png",
            "/embed/games/{address}",
        ),
        public() | {game: everybody(404) for game in HIDDEN},
    ),  # the view of anonymous visitors for all
    "/games/{address}/export": public(waiting=422, running=422),
    "/games/{address}/report": public(waiting=422, running=422),
    "/games/{address}/report.md": public(waiting=422, running=422),
    **{page: {game: everybody(404) for game in GAMES} for page in OF_A_LONG_GAME},
    "/games/{address}/number": public(former=404),  # no new hidden facts
    "/games/{address}/leave": public(303, 303, 303)
    | {"waiting": everybody(303, player=200)},  # without a seat there is nothing to ask
    "/games/{address}/panels/{names}": public(404),  # a waiting table has no board
    "/games/{address}/laying": public(303, 303, 303),
    "/games/{address}/laying/news": public(),
    "/games/{address}/events": public(former=404),
    "/games/{address}/messages": public(),
    "/games/{address}/messages/{message}": {
        game: everybody(404) for game in GAMES
    },  # no text exists
    "/games/{address}/report/{words}": {game: everybody(404) for game in GAMES},
    "/games/{address}/title": {game: everybody(404) for game in GAMES},
    "/games/{address}/spectators": public(),
    "/games/{address}/remarks/{remark}": {
        game: everybody(404) for game in GAMES
    },  # no message exists
    "/games/{address}/sandboxes/{sandbox}": {
        game: everybody(404) for game in GAMES
    },  # no sandbox exists (tests/web/test_sandboxes.py)
    "/games/{address}/sandboxes/{sandbox}/text": {game: everybody(404) for game in GAMES},
    "/games/{address}/steps/{step}": {
        "waiting": everybody(404, player=422),
        "over": seated(422),
        **dict.fromkeys(("running", *HIDDEN), everybody(404, other=422, player=200)),
    },
}

FORMS = {  # answer to an empty form with its CSRF token
    "/login": everybody(422),
    "/register": everybody(422),
    "/logout": everybody(303),
    "/play-now": everybody(303),
    "/watch-bots": everybody(303),
    "/preferences": everybody(303),
    "/forgotten": everybody(),
    "/password": everybody(410),
    "/account/address/confirm": everybody(410),
    "/account/password": known(422),
    "/account/sessions": known(422, guest=303),
    "/account/address": known(422),
    "/login/code": everybody(303),
    "/account/second-factor": known(422),
    "/account/second-factor/on": known(422),
    "/account/second-factor/codes": known(422),
    "/account/second-factor/off": known(422),
    "/account/delete": known(422, guest=303),
    "/account/hours": known(422),
    "/account/watching": known(303),
    "/account/ratings": known(303),
    "/opponents": known(404),
    "/opponents/{wish}/end": known(422),
    "/opponents/{wish}/change": known(400),
    "/clubs": known(422),
    "/clubs/import": known(422),
    "/clubs/{club}/files": known(303),
    "/clubs/{club}": known(303),
    "/clubs/{club}/members": known(303),
    "/clubs/{club}/words/report": known(404),
    "/clubs/{club}/calendar": known(303),
    "/clubs/{club}/news": known(303),
    "/clubs/{club}/hooks": known(303),
    "/clubs/{club}/welcome": known(303),
    "/clubs/{club}/pictures": known(404),
    "/clubs/{club}/pictures/{number}/remove": known(404),
    "/clubs/{club}/chronicle/months/{month}": known(404),
    "/clubs/{club}/polls": known(400),
    "/clubs/{club}/polls/{poll}": known(303),
    "/clubs/{club}/chat": known(303),
    "/clubs/{club}/chat/{message}/report": known(404),
    "/clubs/{club}/news/{announcement}/report": known(404),
    "/clubs/{club}/rules/{page}/{version}/words/report": known(404),
    "/clubs/{club}/polls/{poll}/words/report": known(404),
    "/clubs/{club}/welcome/words/report": known(404),
    "/clubs/{club}/rules": known(404),
    "/clubs/{club}/rules/{page}": known(303),
    "/clubs/{club}/edit": known(404),
    "/clubs/{club}/leave": known(404),
    "/account/tokens": known(422),
    "/account/tokens/revoke": known(404),
    "/account/programs": known(422),
    "/account/programs/change": known(404),
    "/account/notices": known(303),
    "/account/notices/test": known(303),
    "/account/notices/hooks": known(400),
    "/account/notices/targets": known(400),
    "/account/notices/browsers": known(400),
    "/account/notices/calendar": known(303),
    "/invitations/{game_id}/decline": known(303),
    "/invitations/{game_id}/take": known(404),
    "/unsubscribe/{token}": everybody(404),
    "/people/{person}/block": known(303),
    "/people/{person}/report": known(422),
    "/moderation/{complaint}": everybody(403, moderator=404),
    "/tables": everybody(404),
    "/import": known(422),
    "/armies": everybody(404),
    "/armies/draft": everybody(404),
    "/armies/import": everybody(404),
}


def done(
    waiting: int, running: int, over: int, on_turn: int = 0, former: int = 404
) -> dict[str, dict[str, int]]:
    """Answers to a form of players, with another one for the deciding player.

    At a waiting table the other player has no seat. A hidden table does not exist for logged-in
    users and asks anonymous visitors to log in. The `former` player still sees it and may learn
    that the seat is gone.
    """
    turn = {"player": on_turn or running}
    hidden = seated(running, former=former) | dict.fromkeys(WITHOUT_LOGIN, 403) | turn
    return {
        "waiting": everybody(403, player=waiting),
        "running": seated(running, 403) | turn,
        "over": seated(over, 403),
        **dict.fromkeys(HIDDEN, hidden),
    }


def nothing_there() -> dict[str, dict[str, int]]:
    return {game: known(404) for game in GAMES}


PLEDGE = f"{'a' * 64} {'b' * 64}"
CONCEDE, PASS = '{"kind":"concede"}', '{"kind":"pass"}'
FORMS_OF_A_GAME = {  # form fields and the expected answer
    "/games/{address}/corrections": ({}, nothing_there()),
    "/games/{address}/chronicle/words": ({}, nothing_there()),
    "/games/{address}/scribes": ({}, nothing_there()),
    "/games/{address}/seats": ({"seat-p1": "Nobody"}, nothing_there()),
    "/games/{address}/battles/{key}/result": ({}, nothing_there()),
    "/games/{address}/battles/{key}/dispute": ({}, nothing_there()),
    "/games/{address}/battles/{key}/decide": ({}, nothing_there()),
    "/games/{address}/battles/{key}/photographs": ({}, nothing_there()),
    "/games/{address}/photographs/{number}/remove": ({}, nothing_there()),
    "/games/{address}/orders": (
        {"command": "late", "after": "0", "order": CONCEDE, "confirmed": "1"},
        done(422, 409, 409),
    ),
    "/games/{address}/steps/{step}": (
        {"command": "pass", "after": "2", "order": PASS},
        done(409, 422, 409, on_turn=303),
    ),
    "/games/{address}/steps/{step}/rest": ({}, done(422, 422, 422, on_turn=303, former=403)),
    "/games/{address}/claim": ({}, done(422, 422, 422)),
    "/games/{address}/clock": ({"command": "c", "after": "1", "do": "back"}, done(422, 422, 422)),
    "/games/{address}/messages": ({"text": ""}, done(422, 422, 422)),
    "/games/{address}/seats/{seat}": ({"name": "Nobody"}, done(422, 422, 422)),
    "/games/{address}/standing": ({"answer:retreat": "away"}, done(422, 303, 422, former=403)),
    "/games/{address}/messages/{message}/report": ({"reason": "x"}, nothing_there()),
    "/games/{address}/remarks": (
        {"text": ""},
        {
            game: known(422)
            if game not in HIDDEN
            else known(404, former=422, other=422, player=422)
            for game in GAMES
        },
    ),
    "/games/{address}/remarks/{remark}/report": ({"reason": "x"}, nothing_there()),
    "/games/{address}/report/{words}/report": ({"reason": "x"}, nothing_there()),
    "/games/{address}/title/report": ({"reason": "x"}, nothing_there()),
    "/games/{address}/desk/act": ({}, nothing_there()),
    "/games/{address}/desk/notes": ({"note": "0", "text": "x"}, nothing_there()),
    "/games/{address}/referees": ({"name": "Nobody"}, nothing_there()),
    "/games/{address}/gathering": ({}, nothing_there()),
    "/games/{address}/roster": ({"army": ""}, nothing_there()),
    "/games/{address}/lists": ({"army": ""}, nothing_there()),
    "/games/{address}/notes": ({"about": "1"}, done(422, 303, 303, former=403)),
    "/games/{address}/sandboxes": ({}, done(422, 303, 303, former=403)),
    "/games/{address}/sandboxes/{sandbox}": ({"do": "back", "to": "0"}, nothing_there()),
    "/games/{address}/sandboxes/{sandbox}/steps/{step}": (
        {"after": "0", "order": PASS},
        nothing_there(),
    ),
    "/games/{address}/report": (
        {},
        done(422, 422, 400, former=422) | {game: known(422) for game in ("waiting", "running")},
    ),  # there is none yet
    "/games/{address}/join": (
        {"seat": "nowhere"},
        {game: everybody(422) if game not in HIDDEN else seated(422) for game in GAMES},
    ),
    "/games/{address}/leave": ({}, done(303, 422, 422)),
    "/games/{address}/invite": ({"name": "Nobody"}, done(422, 422, 422)),
    "/games/{address}/brings": ({}, done(303, 422, 422)),
    "/games/{address}/dice/pledge": ({"pledge": PLEDGE}, done(204, 204, 204)),
    "/games/{address}/dice/value": ({"value": "0"}, done(422, 204, 204)),
    "/games/{address}/laying": ({}, done(403, 422, 422)),
    "/games/{address}/seat-back": ({}, done(422, 422, 422)),
    "/games/{address}/rematch": ({}, done(422, 422, 303)),
}
PROVEN_BY_ADDRESS = {
    "/unsubscribe/{token}"
}  # a mail program presses it, with no page and no cookie
MOUNTED = {
    "/api/v1",
    "/static",
}  # the API has its own matrix; static files hold no user data
NAMES = MappingProxyType(
    {
        "game_id": "1",
        "token": "1.your_turn.0",
        "person": "1",
        "wish": "9999",
        "club": "9999",
        "kind": "members",
        "year": "2026",
        "month": "2026-06",
        "page": "9999",
        "version": "1",
        "message": "9999",
        "poll": "9999",
        "announcement": "9999",
        "code": "gone",
        "sandbox": "9999",
        "remark": "1",
        "words": "1",
        "complaint": "1",
        "key": HEX_GAME,
        "rule": "CH-MIS-10",
        "number": "1",
        "names": "board,decision,log,talk,clock,replay",
        "step": "first_fire",
        "seat": "watch-1",
        "side": HEX.SIDE,
    }
)


class Caller(Visitor):
    """Logged-in or anonymous user with the CSRF token of the forms."""

    def __init__(self, app, user_id: int | None = None, token: str = ""):
        super().__init__(app)
        self.csrf = "x" * 43
        if user_id is not None:
            login = accounts.start_login(app.state.services, user_id)
            self.csrf = login.csrf
            self.client.cookies.set("caracole", login.token)
        else:
            self.client.cookies.set("caracole_form", self.csrf)
        if token:
            self.client.headers["authorization"] = f"Bearer {token}"

    def sends(self, path: str, **fields: str) -> int:
        return self.client.post(
            path, data={"csrf": self.csrf, **fields}, follow_redirects=False
        ).status_code


class Site:
    """Server with a user of every kind and tables in every state."""

    def __init__(self, app):
        self.app, self.services = app, app.state.services
        self.untouched: dict[str, str] = {}
        self.services.limits, self.services.attempts = (
            RateLimiter(lifted=True),
            AttemptCounter(within=0),
        )
        names = (
            "bystander",
            "partner",
            "successor",
            *(one for one in WHO if one not in (*WITHOUT_LOGIN, "guest")),
        )
        self.ids = {
            name: accounts.register(self.services, f"Our {name}", "a long enough sentence").id
            for name in names
        }
        moderation.act_as_administrator(self.services, self.ids["moderator"], "name")
        blocking.block_user(self.services, self.ids["player"], self.ids["blocked"])
        walker = bot_accounts.create_bot_account(
            self.services, self.ids["member"], "Walker"
        ).user.id
        self.token = api_tokens.create_token(
            self.services, self.ids["member"], "its own", api_tokens.SCOPES, walker
        ).secret

    def caller(self, who: str) -> Caller:
        """User of this kind with a session of its own; every guest is a new one."""
        if who in WITHOUT_LOGIN:
            return Caller(self.app, token=self.token if who == "program" else "")
        return Caller(
            self.app, accounts.create_guest(self.services).id if who == "guest" else self.ids[who]
        )

    def table(self, state: str) -> str:
        """New table in this state with two players a side.

        One player replaced a user who left, another one a user who passed the seat on.
        """
        more = {"private": {"visibility": "private"}, "closed": {"spectators": False}}.get(
            state, {}
        )
        game = lobby.open_table(
            self.services, self.ids["left"], HEX_GAME, HEX_SCENARIO, HEX.SIDE, per_side=2, **more
        )
        self.sits(game, "player", HEX.SIDE)
        lobby.leave_table(self.services, game.address, self.ids["left"])
        if state != "waiting":
            for who, side in (
                ("partner", HEX.SIDE),
                ("other", HEX.SECOND_SIDE),
                ("former", HEX.SECOND_SIDE),
            ):
                self.sits(game, who, side)
            seat_substitution.offer_seat(
                self.services,
                game.address,
                self.ids["former"],
                f"{HEX.SECOND_SIDE}-2",
                "Our successor",
            )
            seat_substitution.take_offered_seat(self.services, game.address, self.ids["successor"])
        if state == "over":
            orders.declare_order(self.services, game.id, self.ids["player"], "over", 2, Concede())
        return f"/games/{game.id}"

    def untouched_table(self, state: str) -> str:
        """Table in this state of which only refused forms were sent."""
        return self.untouched.pop(state, None) or self.table(state)

    def sits(self, game, who: str, side: str) -> None:
        with self.services.store.read() as work:
            free = next(
                seat.seat
                for seat in work.seats.for_game(game.id)
                if seat.is_free and seat.side == side
            )
        lobby.join_table(self.services, game.address, self.ids[who], free)

    def kept(self, path: str) -> tuple:
        """Data of a table that a form could have changed."""
        number = int(path.removeprefix("/games/"))
        with self.services.store.read() as work:
            return (
                work.games.find_game(number),
                work.seats.for_game(number),
                work.chat_messages.count(number, ""),
                work.remarks.news_count(number),
                work.games.rematch_of(number),
            )


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    app = create_app(
        Settings(database_url=f"sqlite:///{tmp_path_factory.mktemp('routes')}/club.db")
    )
    with Client(app):
        app.state.closing.set()  # streams say hello and end
        yield Site(app)


@pytest.fixture(scope="module")
def people(site) -> dict[str, Caller]:
    return {who: site.caller(who) for who in WHO}


@pytest.fixture(scope="module")
def games(site) -> dict[str, str]:
    return {state: site.table(state) for state in GAMES}


def routes_of(app) -> tuple[dict[str, set[str]], set[str]]:
    """Addresses with their parameters and methods, and the mounted applications."""
    found, mounted = {}, set()
    for route in app.router.routes:
        if hasattr(route, "methods"):
            found.setdefault(route.path, set()).update(route.methods or ())
        else:
            mounted.add(route.path)
    return found, mounted


def address(path: str, game: str = "") -> str:
    whole = path.replace("/games/{address}", game)
    whole = re.sub(r"\{(\w+)\}", lambda name: NAMES[name[1]], whole)
    return whole + ("?number=1" if path.endswith("/moment") else "")


# ---------------------------------------------------------------------- nothing is forgotten
def test_every_route_has_its_line(site):
    found, mounted = routes_of(site.app)
    assert {path for path, methods in found.items() if "GET" in methods} == {
        *PAGES,
        *OF_A_GAME,
        *OF_AN_ARMY,
        *QUESTIONS_OF_AN_ARMY,
    }, "add a line to PAGES or OF_A_GAME"
    assert {path for path, methods in found.items() if "POST" in methods} == {
        *FORMS,
        *FORMS_OF_A_GAME,
        *FORMS_OF_AN_ARMY,
    }, "add a line to FORMS or FORMS_OF_A_GAME"
    assert set().union(*found.values()) == {"GET", "POST"} and mounted == MOUNTED


def test_every_line_covers_all_visitors_in_all_states():
    of_games = [*OF_A_GAME.values(), *(answers for _, answers in FORMS_OF_A_GAME.values())]
    assert all(set(one) == set(GAMES) for one in of_games)
    assert all(
        set(one) == set(WHO)
        for one in (
            *PAGES.values(),
            *FORMS.values(),
            *(row for one in of_games for row in one.values()),
        )
    )


# ---------------------------------------------------------------------- pages
@pytest.mark.parametrize("path", PAGES)
def test_a_page_without_a_game(people, games, path):
    count("rights_asked", len(WHO))
    assert {who: people[who].client.get(address(path)).status_code for who in WHO} == PAGES[path]


@pytest.mark.slow
@pytest.mark.parametrize(("path", "game", "users"), cells_of(OF_A_GAME))
def test_a_page_of_a_game(people, games, path, game, users):
    count("rights_asked", len(users))
    for who in users:
        answer = people[who].client.get(address(path, games[game]), follow_redirects=False)
        assert answer.status_code == OF_A_GAME[path][game][who], who


WITHOUT_LOGOUT = {
    "/projector",
    "/games/{address}/projector",
    "/games/{address}/show",
    "/embed/games/{address}",
    "/embed/clubs/{club}",
    "/metrics",
}  # screens, frames, programs


@one_by_one("path", [*PAGES, *OF_A_GAME])
def test_every_page_has_a_logout_for_logged_in_users(people, games, path):
    page = people["player"].client.get(address(path, games["running"])).text
    assert ("<body" in page and path not in WITHOUT_LOGOUT) == ('action="/logout"' in page)


@pytest.mark.slow
@one_by_one("path", OF_A_GAME)
def test_a_page_of_an_unknown_game(people, path):
    for game in (
        "/games/99999",
        "/games/nowhere",
        "/games/²",
        "/games/-1",
        "/games/" + "9" * 40,
        "/games/1%00",
    ):
        for who in ("stranger", "player"):
            answer = people[who].client.get(address(path, game), follow_redirects=False)
            assert answer.status_code == (
                303 if path.endswith("/moment") and "%00" not in game else 404
            ), (game, who)


# ---------------------------------------------------------------------- forms
@pytest.mark.slow
@pytest.mark.parametrize("path", FORMS)
def test_a_form_without_a_game(site, path):
    count("rights_asked", len(WHO))
    assert {who: site.caller(who).sends(address(path)) for who in WHO} == FORMS[path]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "game", "users"),
    cells_of({path: answers for path, (_, answers) in FORMS_OF_A_GAME.items()}),
)
def test_a_form_of_a_game(site, people, path, game, users):
    """A refused form leaves the table unchanged."""
    count("rights_asked", len(users))
    table = site.untouched_table(game)
    fields, answers = FORMS_OF_A_GAME[path]
    seen, before = {}, site.kept(table)
    for who in sorted(users, key=WHO.index):
        seen[who] = people[who].sends(address(path, table), **fields)
        after = site.kept(table)
        assert seen[who] < 400 or after == before, who
        before = after
    assert seen == {who: answers[game][who] for who in users}
    if min(seen.values()) >= 400:
        site.untouched[game] = table


@pytest.mark.slow
@one_by_one("path", [*FORMS, *FORMS_OF_A_GAME])
def test_a_form_needs_its_proof(people, games, path):
    to = address(path, games["running"])
    for who in ("stranger", "player"):
        for forged in ({}, {"csrf": ""}, {"csrf": "y" * 43}):
            answer = people[who].client.post(to, data=forged, follow_redirects=False)
            assert answer.status_code == (404 if path in PROVEN_BY_ADDRESS else 403), (who, forged)


@one_by_one("path", [*FORMS, *FORMS_OF_A_GAME])
def test_reading_a_page_changes_nothing(people, games, path):
    if path not in PAGES and path not in OF_A_GAME:
        assert people["player"].client.get(address(path, games["running"])).status_code in (
            404,
            405,
        )


# ---------------------------------------------------------------------- problems
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    ("path", "code", "words"),
    [
        ("/nowhere", 404, {"en": "Page not found", "es": "Página no encontrada"}),
        ("/games/99999", 404, {"en": "Page not found", "es": "Página no encontrada"}),
        (
            "/account",
            403,
            {"en": "You have no permission for this", "es": "No tienes permiso para esto"},
        ),
        ("/play-now", 405, {"en": "Method not allowed", "es": "Método no permitido"}),
        (
            "/games/1/at/x",
            400,
            {"en": "The request is not valid", "es": "La petición no es válida"},
        ),
    ],
)
def test_a_problem_is_a_page_with_a_number_in_ones_own_language(site, language, path, code, words):
    answer = Visitor(site.app, language).get(path)
    assert (
        answer.status_code == code
        and words[language] in answer.text
        and f'<html lang="{language}"' in answer.text
    )
    assert re.search(r": [0-9a-f]{8}</p>", answer.text) and 'href="/"' in answer.text
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_server_error_is_a_page_too(site, language, monkeypatch):
    monkeypatch.setattr(lobby, "open_tables", lambda *_: 1 / 0)
    visitor = TestClient(
        site.app,
        base_url="http://127.0.0.1:8000",
        headers={"accept-language": language},
        raise_server_exceptions=False,
    )
    answer = visitor.get(f"/lobby?box={HEX_GAME}")  # pages with a query are not cached
    assert (
        answer.status_code == 500
        and {"en": "Server error", "es": "Error del servidor"}[language] in answer.text
    )
    assert "ZeroDivisionError" not in answer.text and re.search(r": [0-9a-f]{8}</p>", answer.text)


def test_preferences_are_kept_in_the_account_or_in_cookies(site):
    app = site.app
    for browser in (Visitor(app), Visitor(app).register("Leire")):
        for theme, palette in (("dark", "deutan"), ("light", "contrast"), ("auto", "classic")):
            assert (
                browser.post("/preferences", theme=theme, back="/lobby").headers["location"]
                == "/lobby"
            )
            browser.post("/preferences", palette=palette, back="/lobby")
            page = browser.get("/lobby").text
            assert f'data-theme="{theme}"' in page and f'data-palette="{palette}"' in page
    for back in (
        "//elsewhere.example",
        "https://elsewhere.example/x",
        "javascript:alert(1)",
        "\\\\elsewhere.example",
    ):
        location = Visitor(app).post("/preferences", language="es", back=back).headers["location"]
        assert (
            location.startswith("/")
            and not location.startswith("//")
            and "elsewhere.example" not in location.split("/")[0]
        )
