"""List of everything that waits for a member, over games, campaigns, invitations and wishes.

Each source gives its own entries. A new part of the platform adds a source to `SOURCES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from app.kernel.clock_terms import StepDeadline
from app.kernel.clock_words import consequence
from app.kernel.offers import Decision
from app.kernel.say import Say, as_is, say
from app.services.clubs.waiting import club_questions
from app.services.container import Services, current_time
from app.services.people.moderation import complaints_to_judge
from app.services.people.permissions import referee_seat_of
from app.services.play import invitations
from app.services.watch.game_list import ListedGame, list_games
from app.services.watch.overdue_decisions import overdue_decisions
from app.services.watch.side_titles import side_title
from app.store.records import Seat
from app.store.transactions import UnitOfWork

GAME, CAMPAIGN, CONTEST, INVITATION, WISH, CLUB, REPORT = (
    "game",
    "campaign",
    "contest",
    "invitation",
    "wish",
    "club",
    "report",
)


WAITS = say("the game waits for you.", "la partida te espera.")


class WaitingEntry(msgspec.Struct, frozen=True):
    """Something that the member is asked to do.

    `kind` is the key of its source. `what` is asked, `about` names the game with `details`.
    `deadline` is "" without one, and `is_late` is true after it. `since` is the time of the
    question. `act` is the label of the link, and `silence` follows without an answer.
    """

    kind: str
    what: Say
    about: Say
    link: str
    act: Say
    deadline: str = ""
    since: str = ""
    details: tuple[Say, ...] = ()
    is_late: bool = False
    silence: Say = WAITS


class OthersMove(msgspec.Struct, frozen=True):
    """Game of the member in which others decide: its title, the deciding sides, and since when."""

    title: Say
    link: str
    who: tuple[Say, ...]
    since: str


class WaitingList(msgspec.Struct, frozen=True):
    """Entries of a member, the next deadline first, and games in which others decide."""

    entries: tuple[WaitingEntry, ...]
    others: tuple[OthersMove, ...]

    def count(self, kind: str) -> int:
        return sum(one.kind == kind for one in self.entries)


class Asker(msgspec.Struct, frozen=True):
    """Member whose entries are read, with the unfinished games of the member."""

    services: Services
    work: UnitOfWork
    user_id: int
    games: Sequence[ListedGame]


Source = Callable[[Asker], Iterator[WaitingEntry]]


def load_waiting_list(services: Services, user_id: int) -> WaitingList:
    """All entries of a member: by deadline, then without one, the longest wait first."""
    with services.store.read() as work:
        games = list_games(services, work, work.games.open_of(user_id), user_id)
        asker = Asker(services, work, user_id, games)
        entries = [entry for source in SOURCES.values() for entry in source(asker)]
    entries += invited_entries(services, user_id)
    entries += overdue_entries(services, games, user_id)
    return WaitingList(
        tuple(sorted(entries, key=lambda one: (one.deadline or "without", one.since))),
        tuple(others_move(services, one) for one in games if is_of_others(one, user_id)),
    )


# ---------------------------------------------------------------------- sources
def game_entries(asker: Asker) -> Iterator[WaitingEntry]:
    """Battles in which the member decides or sets up."""
    for one in asker.games:
        if one.waits_for_me and asker.services.box(one.game).card.is_battle:
            is_setup = one.game.status == "open"
            asked = SET_UP if is_setup else one.game.phase
            yield entry_of_game(GAME, one, asked, silence_of(one))


def campaign_entries(asker: Asker) -> Iterator[WaitingEntry]:
    """Decisions of the member in campaigns, as a player and as a referee."""
    return long_entries(asker, CAMPAIGN)


def contest_entries(asker: Asker) -> Iterator[WaitingEntry]:
    """Decisions of the member in contests, as an entrant and as an organiser."""
    return long_entries(asker, CONTEST)


def long_entries(asker: Asker, kind: str) -> Iterator[WaitingEntry]:
    """Decisions of the member in long games of a kind, each with its question. A referee who also
    plays has an entry for each of both duties.
    """
    for one in asker.games:
        if asker.services.box(one.game).card.kind != kind:
            continue
        if one.waits_for_me and one.mine is not None:
            yield long_entry(asker, one, kind, one.mine)
        if (duty := referee_seat_waiting(one, asker.user_id)) is not None:
            entry = long_entry(asker, one, kind, duty.seat)
            yield msgspec.structs.replace(
                entry,
                link=f"{entry.link}/desk",
                deadline="",
                is_late=False,
                silence=WAITS,
            )


def long_entry(asker: Asker, one: ListedGame, kind: str, seat: str) -> WaitingEntry:
    """Decision of a seat in a long game, with its question."""
    box = asker.services.box(one.game)
    asked, silence = one.game.phase, silence_of(one)
    if one.game.status == "running":
        state = asker.services.histories.of(asker.work, box, one.game).now.state
        owed = next((it for it in box.waiting_for(state) if it.seat == seat), None)
        if owed is not None:
            asked, silence = owed.says, silence_of(one, owed, box.card.deadlines)
    return entry_of_game(kind, one, asked, silence)


def referee_seat_waiting(one: ListedGame, user_id: int) -> Seat | None:
    """Seat of the referees that owes a decision, if the member has another seat of the game too."""
    duty = referee_seat_of(one.seats, user_id)
    return duty if duty is not None and duty.owes and duty.seat != one.mine else None


def wish_entries(asker: Asker) -> Iterator[WaitingEntry]:
    """Questions whether the member still looks for an opponent."""
    for wish in asker.work.opponent_wishes.of_user(asker.user_id):
        box = asker.services.shelf.get(wish.box)
        if wish.asked_at and box is not None:
            about = box.card.title
            yield WaitingEntry(
                WISH, STILL, about, "/opponents", ANSWER, since=wish.asked_at, silence=WISH_ENDS
            )


def club_entries(asker: Asker) -> Iterator[WaitingEntry]:
    """Invitations to clubs, requests to join, and dates without an answer."""
    for one in club_questions(asker.work, asker.user_id):
        yield WaitingEntry(
            CLUB, one.what, one.club, one.link, ANSWER, one.deadline, one.since, silence=one.silence
        )


def report_entries(asker: Asker) -> Iterator[WaitingEntry]:
    """Reports of users that the member may judge as a moderator."""
    for one in complaints_to_judge(asker.work, asker.user_id):
        yield WaitingEntry(
            REPORT,
            JUDGE,
            as_is(one.about) if one.about else FORMER_MEMBER,
            f"/moderation#report-{one.id}",
            DECIDE,
            since=one.created,
            silence=OTHER_MODERATORS,
        )


def invited_entries(services: Services, user_id: int) -> list[WaitingEntry]:
    """Tables to which the member is invited."""
    return [
        WaitingEntry(
            INVITATION,
            say("{name} invites you", "{name} te invita", name=one.by),
            title_of_listed(one.table),
            f"/games/{one.table.game.address}",
            ANSWER,
            since=one.table.game.opened_at,
            details=(one.table.box_title,),
            silence=STAYS_OPEN,
        )
        for one in invitations.list_invitations(services, user_id)
    ]


def overdue_entries(
    services: Services, games: Sequence[ListedGame], user_id: int
) -> Iterator[WaitingEntry]:
    """Decisions past their deadline that wait for the member as a referee."""
    for one in games:
        for late in overdue_decisions(services, one, user_id):
            yield WaitingEntry(
                services.box(one.game).card.kind,
                late.says,
                title_of_listed(one),
                f"/games/{one.game.address}/desk",
                DECIDE,
                late.deadline,
                one.game.moved_at,
                (one.box_title,),
                is_late=True,
            )


SOURCES: dict[str, Source] = {
    GAME: game_entries,
    CAMPAIGN: campaign_entries,
    CONTEST: contest_entries,
    WISH: wish_entries,
    CLUB: club_entries,
    REPORT: report_entries,
}
"""Sources of entries by kind. Invitations and overdue decisions are read with transactions of
their own.
"""
KINDS = {
    GAME: say("Games", "Partidas"),
    CAMPAIGN: say("Campaigns", "Campañas"),
    CONTEST: say("Contests", "Competiciones"),
    INVITATION: say("Invitations", "Invitaciones"),
    WISH: say("Wishes", "Búsquedas"),
    CLUB: say("Clubs", "Clubes"),
    REPORT: say("Reports", "Denuncias"),
}
"""Titles of the kinds, in the order of the page."""
SET_UP = say("Prepare the table", "Prepara la mesa")
STILL = say("Do you still look for an opponent?", "¿Sigues buscando rival?")
WISH_ENDS = say(
    "the search ends three days after the question.",
    "la búsqueda termina tres días después de la pregunta.",
)
JUDGE = say("Decide about a report", "Decide sobre una denuncia")
FORMER_MEMBER = say("A former member", "Un antiguo miembro")
OTHER_MODERATORS = say(
    "the report waits, also for other moderators.",
    "la denuncia espera, también a otros moderadores.",
)
STAYS_OPEN = say(
    "the invitation stands while the seat is free.",
    "la invitación sigue en pie mientras el asiento esté libre.",
)
ANSWER, DECIDE = say("Answer", "Contestar"), say("Decide", "Decidir")


# ---------------------------------------------------------------------- games
def silence_of(
    one: ListedGame, owed: Decision | None = None, deadlines: Sequence[StepDeadline] = ()
) -> Say:
    """Consequence of silence: that of the decision where the game gives defaults by itself, or else
    that of the clock.
    """
    clock = one.game.clock
    if not one.deadline:
        return WAITS
    if owed is not None and clock.then == "hold":
        defaults = {step.key: step.default for step in deadlines}
        found = owed.silence or defaults.get(owed.deadline)
        if found is not None:
            return found
    return say("{what}.", "{what}.", what=consequence(clock))


def entry_of_game(kind: str, one: ListedGame, asked: Say, silence: Say) -> WaitingEntry:
    """Entry of a game that waits for the member."""
    opponents = [seat.name for seat in one.players if seat.seat != one.mine and seat.name]
    against = say("against {name}", "contra {name}", name=opponents[0]) if opponents else None
    is_duel = len(one.players) == 2
    return WaitingEntry(
        kind,
        asked,
        title_of_listed(one),
        f"/games/{one.game.address}",
        DECIDE,
        one.deadline,
        one.game.moved_at,
        (one.box_title, *([against] if against is not None and is_duel else ())),
        bool(one.deadline) and current_time() >= one.deadline,
        silence,
    )


def title_of_listed(one: ListedGame) -> Say:
    return as_is(one.game.title) if one.game.title else one.scenario_title


def is_of_others(one: ListedGame, user_id: int) -> bool:
    """True for a running game in which only others owe a decision."""
    is_mine = one.waits_for_me or referee_seat_waiting(one, user_id) is not None
    return one.game.status == "running" and not is_mine


def others_move(services: Services, one: ListedGame) -> OthersMove:
    """Game in which others owe a decision. In a game that players join and leave, they have the
    names of their players.
    """
    box = services.box(one.game)
    names = {seat.side: seat.name for seat in one.seats} if box.card.open_seats else {}
    sides = dict.fromkeys(seat.side for seat in one.seats if seat.owes)
    return OthersMove(
        title_of_listed(one),
        f"/games/{one.game.address}",
        tuple(
            as_is(name) if (name := names.get(side)) else side_title(box, one.game, side)
            for side in sides
        ),
        one.game.moved_at,
    )
