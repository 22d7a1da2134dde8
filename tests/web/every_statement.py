"""Every statement of a server: all pages, API reads, workers and usual acts on a generated database
(bench/growth.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from secrets import token_hex

from fastapi import FastAPI

from app.kernel.table_orders import Concede
from app.main import create_app
from app.services.clubs.date_reminders import DateReminders
from app.services.container import Services
from app.services.notify.outbox_worker import OutboxWorker
from app.services.people import account_deletion, accounts, api_tokens, player_chat
from app.services.play import lobby, orders, rematches
from app.services.play.bot_worker import BotWorker
from app.services.play.child_battle_worker import ChildBattleWorker
from app.services.play.expiry_worker import ExpiryWorker
from app.services.play.rating_worker import RatingWorker
from app.services.play.wish_pairing import WishWorker
from app.services.rate_limit import RateLimiter
from app.services.time.deadline_worker import DeadlineWorker, record_uptime
from app.settings import Settings
from tests.sample_games import HEX, HEX_GAME
from tests.web.conftest import Visitor
from tests.web.growth import Statement, StatementLog, logged

GAMES = RUNNING, WAITING, OVER = 201, 200, 202
VALUES = {
    "game_id": str(RUNNING),
    "person": "5",
    "key": HEX_GAME,
    "rule": "CH-MOV-01",
    "number": "1",
    "names": "log",
    "side": HEX.SECOND_SIDE,
    "step": "1",
}
STREAMS = re.compile(r"/(events|news|show)$|metrics|picture\.png|/laying/news")
ALLOWED = {
    "SELECT logins.user_id \nFROM logins \nWHERE logins.user_id IN": (
        "a round of the expiry looks at 200 guests at most, and here are fewer"
    ),
    "SELECT games.id \nFROM games \nWHERE games.status = ? AND games.clock": (
        "after an outage, every running clock is computed again"
    ),
}
"""Beginnings of statements whose work may grow, each with the reason."""


def addresses(app: FastAPI, games: Sequence[int]) -> Iterator[str]:
    """Address of every page that is read; pages of a game are those of `games`."""
    for route in app.routes:
        path = getattr(route, "path", "")
        if "GET" not in (getattr(route, "methods", None) or ()) or STREAMS.search(path):
            continue
        for game in games if "/games/{address}" in path else games[:1]:
            yield re.sub(
                r"\{(\w+)\}",
                lambda found, game=game: VALUES.get(
                    found[1], "1" if found[1] != "address" else str(game)
                ),
                path,
            )


def read_everything(app: FastAPI) -> None:
    """Read all pages as an anonymous visitor, a player and a moderator, and the API with a token.
    The player also reads the finished game, the moderator the waiting one.
    """
    services: Services = app.state.services
    with services.store.read() as work:
        player = next(one.user_id for one in work.seats.for_game(RUNNING))
    api = next(route.app for route in app.routes if getattr(route, "path", "") == "/api/v1")
    for user, games in ((None, GAMES[:1]), (player, GAMES[::2]), (1, GAMES[1:2])):
        visitor = Visitor(app)
        if user is not None:
            token = accounts.start_login(services, user).token
            visitor.client.cookies.set("caracole", token, domain="127.0.0.1")
        for path in addresses(app, games):
            assert visitor.get(path, follow_redirects=False).status_code < 500, path
    secret = api_tokens.create_token(services, player, "growth", ("read",)).secret
    program = Visitor(app)
    for path in addresses(api, GAMES[:1]):
        answer = program.get(
            f"/api/v1{path}", headers={"authorization": f"Bearer {secret}"}, follow_redirects=False
        )
        assert answer.status_code < 500, path


def work_a_round(services: Services) -> None:
    """Let each worker do one round, twice for the rounds that follow a start."""
    for _ in range(2):
        for worker in (
            BotWorker(services, demo=True),
            DeadlineWorker(services),
            ChildBattleWorker(services),
            RatingWorker(services),
            WishWorker(services),
            DateReminders(services),
            ExpiryWorker(services, archive_days=1),
            OutboxWorker(services),
        ):
            worker.round()


def act(services: Services) -> None:
    """Do what players do: open, join, play, write, finish, play again, delete an account."""
    one, two = (
        accounts.register(services, f"Player {token_hex(6)}", "quite a long word") for _ in "ab"
    )
    game = lobby.open_table(services, one.id, HEX_GAME, HEX.LARGE_SCENARIO)
    lobby.join_table(services, game.id, two.id)
    player_chat.write_chat_message(services, str(game.id), one.id, "Good luck")
    with services.store.read() as work:
        number = work.games.last_number(game.id)
    orders.declare_order(services, game.id, two.id, "end", number, Concede())
    rematches.open_rematch(services, str(game.id), one.id)
    with services.store.read() as work:
        work.seats.last_change_for(two.id)
    accounts.create_guest(services)
    account_deletion.delete_account(services, one)


def log_of_a_server(url: str, *, after_outage: bool = True) -> StatementLog:
    """Statements of everything that a server does. After an outage it computes all clocks again."""
    app = create_app(Settings(database_url=url, second_factor="offered"))
    services: Services = app.state.services
    services.limits = RateLimiter(lifted=True)
    with logged(services.store.engine) as log:
        read_everything(app)
        if not after_outage:
            record_uptime(services)
        work_a_round(services)
        act(services)
    services.close()
    return log


def is_allowed(statement: Statement) -> bool:
    return any(statement.form.startswith(begin) for begin in ALLOWED)
