"""Secret texts of the database are searched in everything that users are told.

Answers are pages, API, streams, feeds, notifications, log and metrics. A text column in neither of
the two lists fails, so a new column needs its readers stated.
"""

from __future__ import annotations

import html
import itertools
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import msgspec
import pytest
import sqlalchemy as sa

from app.games import shelf
from app.kernel.table_orders import Concede
from app.services.notify import notification_preferences, notification_targets
from app.services.people import (
    accounts,
    api_tokens,
    blocking,
    complaints,
    email_verification,
    moderation,
    player_chat,
    second_factor,
)
from app.services.play import army_files, lobby, orders, saved_armies
from app.store.schema import metadata
from tests.api.conftest import ROOT
from tests.counting import count
from tests.leaks.listed import listed
from tests.leaks.worlds import KEEPER, PASSWORD, World, logged
from tests.sample_games import HEX, HEX_GAME, HEX_SCENARIO, INCH, INCH_GAME
from tests.services.phone import shown

MARK = "zkw"  # the mark is in every secret that people write themselves
SHORTEST = 8  # signs of a text that is worth looking for
READ_BY_THEIR_OWNER = (
    "second_factors.key",
    "users.email",
    "chat_messages.text",
    "armies.name",
    "tokens.name",
    "notification_targets.url",
    "calendars.token",
    "games.token",
)
ADDRESSES = (
    "notification_targets.url",
    "users.email",
    "outbox.to",
    "notification_targets.name",
)  # of a notice: where it goes
NEVER_FILLED = {
    "club_entries.words",
    "club_links.code",
    "club_log.detail",
    "absence_reasons.text",
    "notes.text",
    "referee_notes.text",
    "remarks.text",
}
"""Texts that `test_spectators.py` and the twin worlds of a campaign look at. The texts of
clubs have `tests/services/clubs`.
"""
OPEN = set(
    """
acts.about acts.by acts.made_at acts.note acts.what archives.checksum archives.head
armies.box armies.changed armies.created armies.data_version armies.opens_at armies.sharing
battle_codes.battle blocks.created calendars.created clocks.deadline clocks.next_at clocks.reminded clocks.seat clocks.told complaints.about complaints.closed
complaints.created games.battle games.begun_at games.box games.clock games.commitment games.degree games.delay games.ending games.listed_at games.moved_at
games.first_turn_at games.archived_at games.opened_at games.highlights games.reveal_by games.next_date_at chat_messages.side
games.options games.phase games.scenario games.status games.terms games.title games.visibility games.winners half_logins.expires hours.free_days
hours.quiet_from hours.quiet_until hours.since hours.zone server_keys.name invitations.made_at chat_messages.made_at chat_messages.name
logins.browser logins.created
absence_reasons.first absence_reasons.made_at
former_players.name former_players.seat referee_votes.made_at referees.named_at referee_notes.changed referee_notes.made_at referee_notes.name
invitations.seat logins.proof logins.seen second_factors.since scribes.named_at
mailed_links.expires mailed_links.purpose moves.before moves.hash moves.made_at moves.seat moves.step notes.changed outbox.channel outbox.claim
outbox.done_at outbox.due outbox.key outbox.kind outbox.made_at outbox.state outbox.why photographs.battle photographs.caption
photographs.digest photographs.made_at photographs.name programs.may_write notification_targets.created notification_targets.kind
notification_targets.mention notification_targets.stopped_at remarks.made_at remarks.name reports.changed reports.name reports.section reports.text
sandbox_moves.seat
seats.pledge sandboxes.changed sandboxes.created sandboxes.dice sandboxes.seat seats.added seats.bot seats.name seats.seat seats.side tokens.created
tokens.scopes tokens.used uptime.since uptime.until users.created users.language users.muted_until users.name users.name_key users.palette users.suspended
users.theme hidden_ratings.since rated_battles.box rated_battles.ended_at rated_battles.reason rated_battles.result rated_seats.seat ratings.box
ratings.pool rated_battles.battle rated_battles.pool rated_seats.battle rated_seats.settled_at
clubs.name clubs.name_key clubs.place clubs.about_en clubs.about_es clubs.entry clubs.language clubs.zone clubs.founded_at clubs.archived_at
club_roles.role club_roles.since club_entries.made_at club_links.made_at club_links.ends_at club_log.made_at club_log.kind club_log.by_name club_log.about_name
club_names.name club_names.kept club_entries.as_name club_pictures.author club_chapters.author club_messages.author
club_page_versions.author club_announcements.author
club_dates.series club_dates.title club_dates.place club_dates.words club_dates.starts_at club_dates.cancelled_at club_dates.reminded_at
club_pictures.caption club_pictures.digest club_pictures.made_at club_chapters.month club_chapters.text club_chapters.made_at
club_welcomes.text_en club_welcomes.text_es club_unread_welcomes.made_at club_polls.title club_polls.place club_polls.words club_polls.closes_at
club_polls.closed_at club_polls.made_at club_polls.reminded_at club_poll_dates.starts_at club_poll_answers.answer club_poll_answers.made_at
club_messages.text club_messages.made_at club_messages.hidden
club_pages.made_at club_pages.retired_at club_page_versions.title_en club_page_versions.title_es club_page_versions.text_en
club_page_versions.text_es club_page_versions.made_at
club_announcements.title club_announcements.text club_announcements.made_at club_announcements.changed_at
club_offers.made_at club_offers.closed_at club_bans.removed_at club_closings.proposed_at club_closings.agreed_at
club_answers.answer club_answers.brings club_answers.made_at club_bookings.game club_bookings.made_at
timed_decisions.day found_games.made_at found_games.pace opponent_wishes.asked_at opponent_wishes.box opponent_wishes.languages
opponent_wishes.live_until opponent_wishes.made_at opponent_wishes.paces opponent_wishes.seats opponent_wishes.seen_at opponent_wishes.strength
opponent_wishes.waits_since
users.zone notification_preferences.channel notification_preferences.event notification_preferences.how
""".split()  # noqa: SIM905 - a page that is read by eye
)
IN_TWIN_WORLDS = {
    f"{table}.{column}"
    for table in ("moves", "sandbox_moves")
    for column in ("order", "events", "rolls")
} | {"conditional_orders.topic", "conditional_orders.answer"}
"""Public columns, plain words, times, and choices among few. Secret facts of games have another
test.
"""


class Needle(msgspec.Struct, frozen=True):
    """Secret text: its column, the text, and its permitted readers. Those of `by_mail` read it in
    a notification, and on no page.
    """

    column: str
    text: str
    may: frozenset[str]
    by_mail: frozenset[str] = frozenset()


OWNERS: dict[str, Callable[[World, dict], set[str]]] = {
    "users.email": lambda world, row: {world.name(row["id"])},
    "users.password": lambda *_: set(),
    "logins.token_hash": lambda *_: set(),
    "logins.csrf": lambda world, row: {world.name(row["user_id"])},
    "second_factors.key": lambda world, row: (
        set() if row["since"] else {world.name(row["user_id"])}
    ),  # read while it is on offer, never afterwards
    "recovery_codes.code_hash": lambda *_: set(),
    "half_logins.token_hash": lambda *_: set(),
    "mailed_links.token_hash": lambda *_: set(),
    "mailed_links.address": lambda world, row: {world.name(row["user_id"])},
    "tokens.token_hash": lambda *_: set(),
    "tokens.name": lambda world, row: {world.name(row["user_id"])},
    "games.token": lambda world, row: (
        world.seated(row["id"]) if row["visibility"] == "private" else set(world.roles)
    ),
    "games.seed": lambda world, row: set(world.roles) if row["status"] == "over" else set(),
    "seats.brings": lambda world, row: {world.name(row["user_id"])},
    "moves.command": lambda world, row: (
        set(world.roles) if row["game_id"] == world.games[2] else set()
    ),
    "armies.name": lambda world, row: {world.name(row["user_id"])},
    "armies.form": lambda world, row: {world.name(row["user_id"])},
    "armies.token": lambda world, row: {world.name(row["user_id"])},
    "chat_messages.text": lambda world, row: world.seated(row["game_id"]) | {"judge"},
    "remarks.text": lambda world, row: set(world.roles) - world.seated(row["game_id"]),
    "sandboxes.name": lambda world, row: {world.name(row["user_id"])},
    "notes.text": lambda world, row: {world.name(row["user_id"])},
    "club_entries.words": lambda world, row: {world.name(row["user_id"])},
    "club_links.code": lambda world, row: {world.name(row["made_by"])},
    "club_log.detail": lambda *_: set(),
    "absence_reasons.text": lambda world, row: {world.name(row["user_id"])},
    "referee_notes.text": lambda world, row: {world.name(row["user_id"])},
    "complaints.text": lambda *_: {"judge", "own", "other"},
    "complaints.reason": lambda world, row: {"judge", world.name(row["by_id"])},
    "notification_targets.name": lambda world, row: {world.name(row["user_id"])},
    "notification_targets.url": lambda world, row: {world.name(row["user_id"])},
    "notification_targets.secret": lambda world, row: (
        {world.name(row["user_id"])} if row["kind"] == "json" else set()
    ),
    "calendars.token": lambda world, row: {world.name(row["user_id"])},
    "server_keys.secret": lambda *_: set(),
    "outbox.to": lambda world, row: {world.name(row["user_id"])},
    "outbox.message": lambda *_: set(),
}
"""For each secret column who may read what stands in a row."""
MAILED = {"outbox.message"}
"""Columns that their users read in their own notifications only, such as the links of a mail."""


class FullWorld(World):
    """World with more users and with a value in every secret column."""

    def __init__(self, template, folder):
        on_the_pages = {key: box for key, box in shelf().items() if box.card.on_the_pages}
        super().__init__(template, folder, 0, on_the_pages)
        own, other = self.ids["own"], self.ids["other"]
        for name in ("judge", "blocked"):
            self.comes(name)
        self.roles = tuple(self.callers)
        moderation.act_as_administrator(self.services, self.ids["judge"], "name")
        blocking.block_user(self.services, own, self.ids["blocked"])
        self.listens("own")
        self.games = [
            self.played(),
            self.played(visibility="private"),
            self.played(over=True),
            self.with_an_army(),
            lobby.open_table(
                self.services, own, HEX_GAME, HEX_SCENARIO, HEX.SIDE, visibility="private"
            ).id,
        ]
        self.complained_of(
            self.games[0],
            player_chat.write_chat_message(
                self.services, self.games[0], other, f"{MARK} a message that will be hidden"
            ).number,
        )
        email_verification.request_confirmation(
            self.services, own, PASSWORD, f"{MARK}-new@example.org"
        )
        email_verification.mail_password_reset(self.services, "own@example.org")
        self.programs["own"].post(
            f"/games/{self.games[0]}/sandboxes", {"name": f"{MARK} what if"}, 201
        )
        (
            notification_preferences.unsubscribe_link(self.services, own, "result"),
            notification_targets.push_key(self.services),
        )
        self.has_second_factors()
        self.written = [
            *self.codes,
            PASSWORD,
            KEEPER,
            api_tokens.create_token(self.services, own, f"{MARK} token", ("read",)).secret,
        ]

    def played(self, *, over: bool = False, **more: object) -> int:
        own, other = self.ids["own"], self.ids["other"]
        game = lobby.open_table(self.services, own, HEX_GAME, HEX_SCENARIO, HEX.SIDE, **more)
        lobby.join_table(self.services, game.token, other, HEX.SECOND_SIDE)
        if over:
            orders.declare_order(self.services, game.id, own, f"{MARK}-command", 1, Concede())
        else:
            player_chat.write_chat_message(
                self.services, game.id, own, f"{MARK} attack at dawn in game {game.id}"
            )
        return game.id

    def with_an_army(self) -> int:
        """Open a table with an army that has names of its own, and save the army."""
        army = {
            "list": INCH.LIST,
            "nation": INCH.NATION,
            "year": 1880,
            "points": 300,
            "scenario": INCH.SCENARIO,
            "role": "none",
            "name": f"{MARK} army",
            "leader": {
                "type": "spearman",
                "traits": ["charismatic"],
                "trait_rolled": True,
                "name": f"{MARK} leader",
            },
            "units": [{"spearman": 20}, {"spearman": 20}, {"archer": 20}],
            "unit_names": [f"{MARK} unit"],
        }
        own = self.ids["own"]
        saved_armies.save_army(
            self.services,
            own,
            INCH_GAME,
            army_files.answers_of_army(self.services, INCH_GAME, army),
        )
        terms = {
            "points": "300",
            "year": "1880",
            "people_a": f"{INCH.LIST}/{INCH.NATION}",
            "people_b": f"{INCH.LIST}/{INCH.OTHER_NATION}",
            "table": "made",
            "lot": "7",
        }
        return lobby.open_table(
            self.services,
            own,
            INCH_GAME,
            INCH.SCENARIO,
            "A",
            terms=terms,
            brings={"army": army},
        ).id

    def has_second_factors(self) -> None:
        """Give the owner an unused key, and the other player codes, recovery codes and a half
        log-in.
        """
        other = self.ids["other"]
        for who in ("own", "other"):
            second_factor.offer_key(self.services, self.ids[who], PASSWORD)
        self.codes = second_factor.switch_on(
            self.services,
            other,
            shown(self.services, other),
            accounts.session_handle(self.callers["other"].client.cookies["caracole"]),
        )
        accounts.log_in(self.services, "other", PASSWORD)

    def complained_of(self, game: int, message: int) -> None:
        complaints.complain_about_chat_message(
            self.services, game, self.ids["own"], message, f"{MARK} because it is rude"
        )
        with self.services.store.read() as work:
            [complaint] = work.complaints.open_complaints(10)
        moderation.act_on_complaint(
            self.services, self.ids["judge"], complaint.id, "hide", close=False
        )

    # ------------------------------------------------------------------ what is secret
    def name(self, user_id: int | None) -> str:
        return next((name for name, one in self.ids.items() if one == user_id), "nobody")

    def seated(self, game_id: int) -> set[str]:
        with self.services.store.read() as work:
            return {self.name(seat.user_id) for seat in work.seats.for_game(game_id)}

    def needles(self) -> Iterator[Needle]:
        """Values of secret columns, and the originals of hashed ones."""
        for text in self.written:
            yield Needle("written nowhere", text, frozenset())
        with self.services.store.engine.connect() as connection:
            for table in metadata.sorted_tables:
                for row in connection.execute(sa.select(table)).mappings():
                    for column in table.columns:
                        name = f"{table.name}.{column.name}"
                        if name in OWNERS:
                            may = frozenset(OWNERS[name](self, row))
                            by_mail = {self.name(row["user_id"])} if name in MAILED else ()
                            for text in texts(row[column.name]):
                                yield Needle(name, text, may, frozenset(by_mail))

    # ------------------------------------------------------------------ what is told
    def told(self, who: str, most: int) -> Iterator[tuple[str, str]]:
        """Answers of all pages of the list, of `most` more linked pages, all API operations and
        streams.
        """
        yield from self.crawled(who, most)
        for outlet in {outlet for outlet in listed("api") if outlet.startswith("GET")}:
            for address in self.filled(outlet.split(" ")[1]):
                answer = self.programs[who].client.get(
                    ROOT + address, params={"place": "1,1", "one": "1,1", "two": "2,2"}
                )
                yield f"GET {ROOT}{address}", f"{answer.headers} {answer.text}"

    def crawled(self, who: str, most: int) -> Iterator[tuple[str, str]]:
        client, seen = self.callers[who].client, set()
        begin = [
            address
            for outlet in listed("pages")
            if outlet.startswith("GET")
            for address in self.filled(outlet.split(" ")[1])
        ]
        todo = list(begin)
        while todo:
            address = todo.pop(0)
            parts = urlsplit(address)
            kind = parts.path, tuple(sorted(re.findall(r"(\w+)=", parts.query)))
            if (
                kind in seen
                or parts.path.startswith(("/static", "/rules/"))
                or len(seen) > len(begin) + most
            ):
                continue
            seen.add(kind)
            answer = client.get(address, follow_redirects=False)
            yield f"GET {address}", f"{answer.headers} {answer.text}"
            if answer.headers.get("content-type", "").startswith("text/html"):
                todo += [
                    html.unescape(link) for link in re.findall(r'href="(/[^"#]*)', answer.text)
                ]

    def filled(self, path: str) -> Iterator[str]:
        things = {
            "address": self.games,
            "game_id": self.games,
            "number": [1, 2],
            "person": list(self.ids.values()),
        }
        names = re.findall(r"\{(\w+)\}", path)
        for values in itertools.product(*(things.get(name, [1]) for name in names)):
            yield path.format(**dict(zip(names, values, strict=True)))


def texts(stands: object) -> Iterator[str]:
    """Searchable parts of a value: all of it, or the marked parts of plain data."""
    if isinstance(stands, str) and stands.startswith(("{", "[")):
        yield from re.findall(rf"{MARK}[^\"\\]*|(?<=[=/])[\w-]{{32,}}", stands)
    elif isinstance(stands, str) and len(stands) >= SHORTEST:
        yield stands


def without_line_breaks(parcel: str) -> str:
    """Notification in which no line break of the mail's encoding divides a word."""
    return parcel.replace("=\n", "").replace("=\r\n", "")


@pytest.fixture(scope="module")
def world(migrated_sqlite, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch, logged() as log:
        world = FullWorld(migrated_sqlite, tmp_path_factory.mktemp("canaries"))
        world.log, world.hidden = log, list(world.needles())
        with world.posted(patch):
            yield world
        world.ends()


def test_every_column_of_text_declares_its_readers():
    kinds = {
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, sa.Text)
    }
    assert sorted(kinds - {*OPEN, *OWNERS, *IN_TWIN_WORLDS}) == [], (
        "add each new column of text to OPEN if all may read it, else its readers to OWNERS"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("roles", "most"),
    [
        (("own", "other", "stranger"), 15),
        pytest.param(
            ("own", "other", "member", "judge", "blocked", "stranger"),
            1000,
            marks=pytest.mark.proof,
        ),
    ],
    ids=["some", "everybody"],
)
def test_users_are_told_no_text_that_is_secret_to_them(world, roles, most):
    needles = world.hidden
    assert {needle.column for needle in needles} >= set(OWNERS) - NEVER_FILLED, (
        "something must stand in every secret column"
    )
    forms = [(needle, {needle.text, html.escape(needle.text)}) for needle in needles]
    heard, leaks = set(), []
    for who in roles:
        for address, answer in world.told(who, most):
            count("canary_pages")
            for needle, written in forms:
                if any(form in answer for form in written):
                    heard.add((who, needle.column))
                    if who not in needle.may:
                        leaks.append((who, address, needle.column, needle.text))
    assert leaks == []
    assert {("own", column) for column in READ_BY_THEIR_OWNER} <= heard, (
        "the crawl must come by what its owner reads"
    )


@pytest.mark.slow
def test_log_and_metrics_hold_no_secret_and_a_notification_only_its_readers_own(world):
    needles = world.hidden
    assert list(itertools.islice(world.told("own", 0), 60))
    told = "\n".join([*world.log.lines, world.figures()])
    assert len(world.log.lines) > 50
    assert [needle for needle in needles if needle.text in told] == []
    for parcel in map(without_line_breaks, world.post()):
        readers = {
            "own": ("mail own@", f"mail {MARK}-new@", ".example/own"),
            "other": ("mail other@", ".example/other"),
        }
        reader = next(
            (name for name, signs in readers.items() if any(sign in parcel for sign in signs)),
            "a reader of a push",
        )
        assert [
            (parcel, needle)
            for needle in needles
            if needle.text in parcel
            and reader not in needle.may | needle.by_mail
            and needle.column not in ADDRESSES
        ] == []
