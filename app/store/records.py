"""Rows as the services read them. They hold no secrets; seeds and password hashes have queries of
their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.kernel.clock_terms import Terms
from app.kernel.say import Say


class User(msgspec.Struct, frozen=True):
    id: int
    name: str
    is_guest: bool
    is_bot: bool
    language: str
    theme: str
    palette: str
    created: str
    zone: str = ""  # time zone for display; "": that of the server
    is_moderator: bool = False
    muted_until: str = ""  # the user may not write to others before this time
    suspended: str = ""  # time since which the account is locked; "": it is not
    unlisted: bool = False  # hidden in the list of a game's spectators
    record_hidden: bool = False  # only the user reads the record of the user's games


class Token(msgspec.Struct, frozen=True):
    """API token of an account, without the secret text. `used` is "" until its first use."""

    id: int
    name: str
    scopes: tuple[str, ...]
    created: str
    used: str


class Program(msgspec.Struct, frozen=True):
    """Bot account and its responsible owner. `may_write` allows player chat."""

    user: User
    owner_id: int
    may_write: bool


class Game(msgspec.Struct, frozen=True):
    """Game, as lists show it. `number`, `turn`, `phase`, `winners`, `ending` and `degree` are
    copies from the moves. `terms` are public.
    """

    id: int
    token: str
    box: str
    scenario: str
    options: tuple[str, ...]
    title: str
    visibility: str
    spectators: bool
    status: str
    is_demo: bool
    rematch_of: int | None
    commitment: str
    number: int
    turn: int
    phase: Say
    winners: tuple[str, ...]
    ending: str
    opened_by: int | None
    opened_at: str
    begun_at: str  # on this server: time of the first move, or of the import
    moved_at: str
    terms: Mapping[str, Any] = {}
    clock: Terms = Terms()
    delay: str = ""  # delay of the broadcast for viewers without a seat; "": none
    parent_id: int | None = None  # the long game of which this is a battle
    battle: str = ""  # its key there
    by_invitation: bool = False  # of a private game that only invited users see and join
    degree: str = ""  # of the victory, by its key on the card
    rated: bool = False  # its players agreed that it counts for their ratings
    club_id: int | None = None
    club_only: bool = False  # of a private game that only the members of its club see
    club_readers: frozenset[int] = frozenset()  # these members
    first_turn_at: str = ""  # beginning of turn 1; "": none yet
    reveal_by: str = ""  # end of the open round of values for the dice; "": none
    next_date_at: str = ""  # next agreed date of a battle, when the last move was made; "": none
    archived_at: str = ""  # time at which its moves went to the archive; "": they did not

    @property
    def is_child_battle(self) -> bool:
        """Return true for the table of a battle of a long game."""
        return self.parent_id is not None

    @property
    def is_private(self) -> bool:
        return self.visibility == "private"

    @property
    def is_archived(self) -> bool:
        return self.archived_at != ""

    @property
    def address(self) -> str:
        """Last part of the URL after /games/."""
        return self.token if self.is_private else str(self.id)


class Referee(msgspec.Struct, frozen=True):
    """User who decides for the seat of the referee, under the present name."""

    user_id: int
    name: str
    named_at: str


class ClubOfficer(msgspec.Struct, frozen=True):
    """Member of the club of a game with a role that decides in its games."""

    user_id: int
    name: str
    role: str


class Seat(msgspec.Struct, frozen=True):
    """Seat of a game. `name` is None for a free seat; an empty one marks the seat of referees, who
    are users without a seat. There `guests` are the users who are invited to the game, and
    `officers` those of its club. `added` is the value for the dice, and `pledge` its promise
    (`kernel.dice_pledges`).
    """

    seat: str
    side: str
    place: int
    user_id: int | None = None
    bot: str = ""
    name: str | None = None
    added: str = ""
    owes: bool = False
    pledge: str = ""
    referees: tuple[Referee, ...] = ()
    guests: frozenset[int] = frozenset()
    officers: tuple[ClubOfficer, ...] = ()

    @property
    def is_of_referees(self) -> bool:
        """Return True if named users decide for this seat, and no user holds it."""
        return self.name == ""

    def is_refereed_by(self, user_id: int | None) -> bool:
        return any(one.user_id == user_id for one in self.referees)

    def club_roles_of(self, user_id: int | None) -> frozenset[str]:
        """Deciding roles of the user in the club of the game."""
        return frozenset(one.role for one in self.officers if one.user_id == user_id)

    @property
    def is_free(self) -> bool:
        return self.name is None

    @property
    def is_left(self) -> bool:
        """Return true if the account of the seat's player was deleted."""
        return bool(self.name) and self.user_id is None and not self.bot


class Army(msgspec.Struct, frozen=True):
    """Saved army. `form` is plain data that its box interprets; `by` is the present name of its
    owner.

    `sharing` is "own" (the owner only), "link", "public", or "later" (by its link from `opens_at`
    on). A `hidden` army was removed by a moderator, and only its owner sees it.
    """

    id: int
    token: str
    user_id: int
    box: str
    name: str
    form: Mapping[str, Any]
    sharing: str
    opens_at: str | None
    data_version: str
    created: str
    changed: str
    by: str = ""
    hidden: bool = False

    @property
    def address(self) -> str:
        """Last part of the URL after /armies/ for every permitted reader."""
        return str(self.id) if self.sharing == "public" else self.token


class ChatMessage(msgspec.Struct, frozen=True):
    """Message of the player chat, numbered from 1 among those that its reader may read.
    `after` is the move before it; `hidden` means removed by a moderator. `side` is the side whose
    players alone read it, "" for all players.
    """

    number: int
    game_id: int
    user_id: int | None
    name: str
    text: str
    made_at: str
    after: int
    hidden: bool = False
    side: str = ""


class Remark(msgspec.Struct, frozen=True):
    """Message of the spectator chat, numbered from 1 in each game.
    `about` is the move that it comments on, `after` the last move that its author saw.
    """

    number: int
    game_id: int
    about: int | None
    after: int
    user_id: int | None
    name: str
    text: str
    made_at: str
    hidden: bool = False


class Note(msgspec.Struct, frozen=True):
    """Private note of a player on a move."""

    game_id: int
    about: int
    text: str
    changed: str


class Session(msgspec.Struct, frozen=True):
    """Log-in, as shown to its owner. `handle` identifies it but gives no access.

    `proof` is the second factor: "code", "recovery" or "".
    """

    handle: str
    browser: str
    created: str
    seen: str
    proof: str = ""


class ModeratorAct(msgspec.Struct, frozen=True):
    """Act of a moderator. `by` is "" for the administrator at the command line."""

    id: int
    made_at: str
    by: str
    what: str
    about: str
    note: str
    complaint_id: int | None


class Paragraphs(msgspec.Struct, frozen=True):
    """Text of a player for a chapter of a report. With `replaces` it stands in place of the
    recorded account.

    `hidden` means removed by a moderator. `edited` means changed by another user, as in a
    chronicle.
    """

    id: int
    game_id: int
    section: str
    user_id: int | None
    name: str
    text: str
    replaces: bool
    changed: str
    hidden: bool = False
    edited: bool = False


class Sending(msgspec.Struct, frozen=True):
    """Row of the outbox. `message` is JSON for the services; the row is not sent before `due`."""

    id: int
    key: str
    user_id: int | None
    game_id: int | None
    kind: str
    channel: str
    to: str
    message: str
    state: str
    tries: int
    due: str
    made_at: str
    done_at: str
    why: str
    claim: str


class NotificationTarget(msgspec.Struct, frozen=True):
    """Webhook or browser of a user, or webhook of a club, without its secret. `stopped_at` is ""
    while it is in use.
    """

    id: int
    user_id: int | None
    kind: str
    name: str
    url: str
    mention: str
    failures: int
    stopped_at: str
    created: str
    club_id: int | None = None


class Invitation(msgspec.Struct, frozen=True):
    """Invitation of a user to a table, with the present names of both users."""

    game_id: int
    user_id: int
    name: str
    invited_by: int
    by: str
    made_at: str
    seat: str = ""  # seat of a running game; "": any free seat before the beginning


class FormerPlayer(msgspec.Struct, frozen=True):
    """Former player of a seat until the move `until`. A deleted account keeps its last name."""

    game_id: int
    seat: str
    until: int
    user_id: int | None
    name: str


class SavedHours(msgspec.Struct, frozen=True):
    """Playing hours of a player, valid from `since` on."""

    user_id: int
    since: str
    zone: str
    quiet_from: str
    quiet_until: str
    free_days: str


class SeatClock(msgspec.Struct, frozen=True):
    """State of a seat's clock, for lists and for the deadline worker; the seat "" is the table.

    - `next_at`: time of the next action, "" if there is none.
    - `reminded`: deadlines of which the player was reminded, separated by spaces.
    - `told`: missed deadlines of which all players were told, likewise.
    """

    game_id: int
    seat: str
    deadline: str = ""
    next_at: str = ""
    reminded: str = ""
    told: str = ""


class UptimeInterval(msgspec.Struct, frozen=True):
    """Interval of uptime of the server."""

    id: int
    since: str
    until: str


class Sandbox(msgspec.Struct, frozen=True):
    """Sandbox of a player. It begins after move `began`, with the knowledge of the seat at that
    time.

    - `dice`: source of the unnamed dice, "chance" or "typical".
    - `followed`: move after which the player began to follow it in the game. None if not.
    - `version`: changes with every write.
    """

    id: int
    game_id: int
    user_id: int
    seat: str
    name: str
    began: int
    dice: str
    followed: int | None
    version: int
    created: str
    changed: str
