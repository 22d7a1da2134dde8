"""Rows as the club reads them. No secret is among them: seeds and password hashes are asked for by
name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.kernel.clock import Terms
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
    zone: str = ""  # in which times are shown to him; "": that of the house
    is_moderator: bool = False
    muted_until: str = ""  # until then he writes to nobody
    suspended: str = ""  # since when the account lets nobody in
    unlisted: bool = False  # nobody reads his name among those who watch a game


class Token(msgspec.Struct, frozen=True):
    """What lets a program speak for somebody, without the token itself; `used` is "" until it has
    been.
    """

    id: int
    name: str
    scopes: tuple[str, ...]
    created: str
    used: str


class Program(msgspec.Struct, frozen=True):
    """The account of a program; its owner answers for it. `may_write`: letters."""

    user: User
    owner_id: int
    may_write: bool


class Game(msgspec.Struct, frozen=True):
    """A game as lists show it. `number`, `turn`, `phase`, `winners` and `ending` are copies of what
    the moves say; `terms` are public.
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
    begun_at: str
    moved_at: str
    terms: Mapping[str, Any] = {}
    clock: Terms = Terms()
    delay: str = ""  # how late those see it who have no seat; "": at once

    @property
    def is_private(self) -> bool:
        return self.visibility == "private"

    @property
    def address(self) -> str:
        """What stands in a URL after /games/."""
        return self.token if self.is_private else str(self.id)


class Seat(msgspec.Struct, frozen=True):
    """A seat of a game; `name` is None while nobody sits there. `added` is the player's own text
    for the dice.
    """

    seat: str
    side: str
    place: int
    user_id: int | None = None
    bot: str = ""
    name: str | None = None
    added: str = ""
    owes: bool = False

    @property
    def is_free(self) -> bool:
        return self.name is None

    @property
    def is_left(self) -> bool:
        """Whether whoever sat here has deleted his account."""
        return self.name is not None and self.user_id is None and not self.bot


class Army(msgspec.Struct, frozen=True):
    """An army that a player keeps; `form` is plain data that its box understands, `by` the present
    name of its owner.

    `sharing`: "own" (nobody else), "link", "public", or "later" (by its link, from `opens_at` on).
    `hidden`: removed by a moderator, so its owner's alone.
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
        """What stands in a URL after /armies/ for everybody who may read it."""
        return str(self.id) if self.sharing == "public" else self.token


class Letter(msgspec.Struct, frozen=True):
    """One line of the players' talk; `after` is the move it followed, `hidden`: removed by a
    moderator.
    """

    id: int
    game_id: int
    user_id: int | None
    name: str
    text: str
    made_at: str
    after: int
    hidden: bool = False


class Remark(msgspec.Struct, frozen=True):
    """What somebody said in the hall of a game, the `number`th there; `about` is the move that it
    is about, `after` the last one that he saw.
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
    """What a player has written beside a move, for himself alone."""

    game_id: int
    about: int
    text: str
    changed: str


class Session(msgspec.Struct, frozen=True):
    """A log-in as its owner sees it: `handle` names it without letting anybody in; `proof`: what
    came beside the password, "code", "recovery" or "".
    """

    handle: str
    browser: str
    created: str
    seen: str
    proof: str = ""


class Complaint(msgspec.Struct, frozen=True):
    """A letter, a remark, words in a report, a table's title, an army or, with `letter` "", a
    member's name of which somebody complains.

    `closed` is "" until a moderator has dealt with it.
    """

    id: int
    by_id: int | None
    about_id: int | None
    about: str
    letter_id: int | None
    letter: str
    reason: str
    created: str
    closed: str
    by: str
    game_id: int | None
    remark_id: int | None = None
    report_id: int | None = None
    title_id: int | None = None
    army_id: int | None = None


class Act(msgspec.Struct, frozen=True):
    """What a moderator did; `by` "" is the keeper of the house, at the command line."""

    id: int
    made_at: str
    by: str
    what: str
    about: str
    note: str
    complaint_id: int | None


class Paragraphs(msgspec.Struct, frozen=True):
    """What a player has written into a chapter of a report; with `replaces` it stands in place of
    what the record says there.

    `hidden`: removed by a moderator.
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


class Sending(msgspec.Struct, frozen=True):
    """A row of the outbox; `message` is JSON that the club understands, `due` the time before which
    it is not sent.
    """

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


class Receiver(msgspec.Struct, frozen=True):
    """A webhook or a browser of a user; `stopped_at` is "" while it is in use. What it is signed
    with is asked for by name.
    """

    id: int
    user_id: int
    kind: str
    name: str
    url: str
    mention: str
    failures: int
    stopped_at: str
    created: str


class Invitation(msgspec.Struct, frozen=True):
    """Who is asked to a table, and by whom, under their present names."""

    game_id: int
    user_id: int
    name: str
    invited_by: int
    by: str
    made_at: str
    seat: str = ""  # of a running game, offered by name; "": any that is free before the beginning


class Former(msgspec.Struct, frozen=True):
    """Who held a seat before the move `until` passed it on; his name as it was when his account
    went.
    """

    game_id: int
    seat: str
    until: int
    user_id: int | None
    name: str


class KeptHours(msgspec.Struct, frozen=True):
    """What a player has said about the hours in which he plays, and since when it counts."""

    user_id: int
    since: str
    zone: str
    quiet_from: str
    quiet_until: str
    free_days: str


class SeatClock(msgspec.Struct, frozen=True):
    """What the clock of a seat says, for lists and for the keeper. `next_at`: when something is
    due, "" if nothing is; the seat "" is the table.

    `reminded`: the deadline of which the player has been reminded; `told`: the one of which
    everybody has been told that it was missed.
    """

    game_id: int
    seat: str
    deadline: str = ""
    next_at: str = ""
    reminded: str = ""
    told: str = ""


class Open(msgspec.Struct, frozen=True):
    """A stretch in which the house was open."""

    id: int
    since: str
    until: str


class Sandbox(msgspec.Struct, frozen=True):
    """Something that a player tries out: it begins after move `began` of the game, as his seat knew
    it then.

    `dice`: how dice fall that he does not name, "chance" or "typical". `followed`: the move after
    which he began to play it into the game; None: he does not. `version` is another one after every
    change.
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
