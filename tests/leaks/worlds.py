"""Server with a user who has a secret, and viewers who must not learn it: other player, spectator,
visitor.
"""

from __future__ import annotations

import itertools
import logging
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import msgspec

from app.kernel.contract import Order
from app.kernel.offers import Decision
from app.main import create_services
from app.services.errors import NoSuchGame
from app.services.notify import feeds, notification_preferences, notification_targets, notifications
from app.services.notify.delivery_channels import mail, push, webhooks
from app.services.notify.outbox_worker import OutboxWorker
from app.services.people import accounts, api_tokens
from app.services.play import orders
from app.services.rate_limit import RateLimiter
from app.settings import Settings
from app.web.app import create_web
from app.web.metrics import InJson
from tests.api.conftest import Program
from tests.leaks.still import Fate, Standing
from tests.services.mailbox import make_due
from tests.web.conftest import Client, Cookies
from tests.web.test_routes import Caller
from tests.web.watching import Watching

KEEPER, PASSWORD = "the keeper's token", "a long enough sentence"
DURATIONS = re.compile(
    r'"time": "[^"]*"|"ms": [\d.]+|in '
    r"\d+ms|^caracole_request_seconds_(bucket|sum|created).*$|^process_.*$",
    re.MULTILINE,
)
WEB_PUSH = (
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
    "tBHItJI5svbpez7KI4CFfA",
)  # RFC 8291, 5: its example


@dataclass(frozen=True)
class Part:
    """Part `turn` of `of` equal parts of the outlets, and those that match `each_time`."""

    turn: int
    of: int
    each_time: re.Pattern[str] | None = None

    def includes(self, place: int, outlet: str) -> bool:
        """True for the outlets of this part, by their place in the list."""
        is_asked_for = self.each_time is not None and self.each_time.fullmatch(outlet)
        return bool(is_asked_for) or place % self.of == self.turn % self.of


class World:
    """World of two players: `own` has the secret, `other` knows nothing of it; `member` is a
    spectator.

    `template` is a migrated database. `secret` is the number of the world. With a `part` the world
    is asked for a part of the outlets. `is_followed`: its `frames` of moves are kept.
    """

    part: Part | None = None
    is_followed = True

    def __init__(self, template: Path, folder: Path, secret: int, shelf: Mapping):
        self._opens(template, folder, secret, shelf)
        for name in ("own", "other", "member"):
            self.comes(name)
        self.callers["stranger"], self.programs["stranger"] = Caller(self.app), Program(self.app)
        self.listens("other")

    def copied(self, template: Path, folder: Path, secret: int) -> World:
        """World on a copy of this world's database: users, sessions and seats are the same."""
        copy = object.__new__(World)
        copy._opens(template, folder, secret, self.services.shelf)
        copy.ids, copy.seats, copy.game = dict(self.ids), dict(self.seats), self.game
        copy.calendar = self.calendar
        for name, caller in self.callers.items():
            copy.callers[name] = again = Caller(copy.app)
            again.csrf, again.client.cookies = caller.csrf, Cookies(caller.client.cookies)
            copy.programs[name] = Program(copy.app, self.programs[name].secret)
        return copy

    def _opens(self, template: Path, folder: Path, secret: int, shelf: Mapping) -> None:
        file = shutil.copy(template, folder / f"{secret}.db")
        settings = Settings(
            database_url=f"sqlite:///{file}",
            metrics_token=KEEPER,
            smtp_host="127.0.0.1",
        )
        self.secret, self.services = secret, create_services(settings, shelf)
        self.app = create_web(self.services, settings)
        self.lives = Client(self.app)
        with patch("app.web.app.start_workers"):  # no worker acts between two looks
            self.lives.__enter__()
        self.app.state.closing.set()  # streams say what there is to say and end
        self.services.limits = RateLimiter(lifted=True)
        self.commands, self.sent, self.seats = itertools.count(1), [], {}
        self.sandbox, self.club = 1, 1
        self.ids, self.callers, self.programs = {}, {}, {}
        self.watching, self.frames = {}, []

    def comes(self, name: str) -> None:
        self.ids[name] = accounts.register(self.services, name, PASSWORD).id
        self.callers[name] = Caller(self.app, self.ids[name])
        self.programs[name] = Program(
            self.app,
            api_tokens.create_token(
                self.services, self.ids[name], "test", api_tokens.SCOPES
            ).secret,
        )

    def listens(self, who: str) -> None:
        """Subscribe the user to all notifications on all channels."""
        user = self.ids[who]
        with self.services.store.write() as work:
            work.users.update_user(user, email=f"{who}@example.org")
            work.commit()
        for kind in webhooks.KINDS:
            notification_targets._add_target(
                self.services,
                user,
                kind=kind,
                name=f"{who}: {kind}",
                url=f"https://hook.example/{who}/{kind}",
                mention="",
                secret=f"{who}-signs-{kind}",
            )
        notification_targets._add_target(
            self.services,
            user,
            kind="push",
            name=f"{who}: browser",
            url=f"https://push.example/{who}",
            mention="",
            secret=msgspec.json.encode(push.SubscriptionKeys(*WEB_PUSH)).decode(),
        )
        notification_preferences.save_choices(
            self.services,
            user,
            {
                f"{event}-{way}": "now"
                for event in notifications.EVENTS
                for way in notifications.WAYS
            },
        )
        notification_preferences.save_choices(
            self.services, user, {"chat-mail": "daily", "result-mail": "daily"}
        )
        feeds.make_calendar(self.services, user)
        with self.services.store.read() as work:
            self.calendar = work.calendars.token_for_user(user)

    def ends(self) -> None:
        self.lives.__exit__()

    # ------------------------------------------------------------------ playing
    def sits(self, game, **seats: str) -> None:
        """Set the players of the game's seats."""
        self.game, self.seats = game, {seat: self.ids[who] for seat, who in seats.items()}

    @property
    def history(self):
        with self.services.store.read() as work:
            return self.services.histories.of(
                work, self.services.shelf[self.game.box], self.services.find(work, self.game.id)
            )

    @property
    def state(self):
        return self.history.now.state

    @property
    def owed(self) -> tuple[Decision, ...]:
        return tuple(self.services.shelf[self.game.box].waiting_for(self.state))

    def gives(
        self, seat: str, order: Order, loaded: Mapping | None = None, **faces: object
    ) -> None:
        """Give an order of a seat, with dice loaded by purpose."""
        Fate.loaded = {
            key: [face] if isinstance(face, int) else list(face)
            for key, face in {**(loaded or {}), **faces}.items()
        }
        Standing.pass_by(seconds=10)
        orders.declare_order(
            self.services,
            self.game.id,
            self.seats[seat],
            f"c{next(self.commands)}",
            self.history.number,
            order,
            seat=seat if seat == "referee" else None,
        )
        Fate.loaded = {}
        self.broadcasts()

    def broadcasts(self) -> None:
        """Keep the frame that anonymous visitors get after a move, if they may watch the game."""
        if not self.is_followed:
            return
        address = self.game.address
        with suppress(NoSuchGame):
            watching = self.watching.setdefault(address, Watching(self.app, address))
            self.frames.append(watching.broadcast(self.history.number))

    # ------------------------------------------------------------------ what goes out by itself
    @contextmanager
    def posted(self, patch) -> Iterator[None]:
        """Collect sent messages in `sent` in readable form: mails, bodies of webhooks, decrypted
        push messages.
        """
        sent = self.sent

        def encrypted(text, *_):
            sent.append(f"push {text.decode()}")
            return b""

        patch.setattr(
            mail, "send_mail", lambda _, built, to: sent.append(f"mail {to} {built.as_string()}")
        )
        patch.setattr(
            webhooks,
            "post_to_address",
            lambda url, body, headers: sent.append(f"hook {url} {body.decode()} {sorted(headers)}"),
        )
        patch.setattr(
            push,
            "post_to_address",
            lambda url, body, headers: sent.append(f"push {url} {sorted(headers)}"),
        )
        patch.setattr(push, "encrypt_record", encrypted)
        yield

    def post(self) -> list[str]:
        """Messages due by tomorrow, sorted, because workers run in parallel."""
        make_due(self.services)
        while OutboxWorker(self.services).sweep():
            pass
        return sorted(re.sub(r"={15}\d+==", "=boundary=", one) for one in self.sent)

    def figures(self) -> str:
        answer = self.callers["stranger"].client.get(
            "/metrics", headers={"authorization": f"Bearer {KEEPER}"}
        )
        assert answer.status_code == 200
        return DURATIONS.sub("", answer.text)


class Logged(logging.Handler):
    """Log lines of the server in both formats, without durations."""

    def __init__(self):
        super().__init__(logging.INFO)
        self.lines: list[str] = []
        self.json = InJson()

    def emit(self, record: logging.LogRecord) -> None:
        plain = f"{record.levelname} {record.name}: {record.getMessage()}"
        self.lines.append(DURATIONS.sub("", f"{plain} {self.json.format(record)}"))


@contextmanager
def logged() -> Iterator[Logged]:
    kept, loggers = Logged(), [logging.getLogger(name) for name in ("caracole", "app")]
    levels = [one.level for one in loggers]
    for one in loggers:
        one.addHandler(kept)
        one.setLevel(logging.INFO)
    try:
        yield kept
    finally:
        for one, level in zip(loggers, levels, strict=True):
            one.removeHandler(kept)
            one.setLevel(level)
