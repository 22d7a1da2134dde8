"""List of everything that waits for a member, over games, campaigns, invitations and wishes.

Each source gives its own entries. A new part of the platform adds a source to `SOURCES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from app.kernel.say import Say, as_is, say
from app.services.clubs.waiting import club_questions
from app.services.container import Services
from app.services.people.moderation import complaints_to_judge
from app.services.play import invitations
from app.services.watch.game_list import ListedGame, list_games
from app.services.watch.long_game_entries import (
    long_entries,
    officer_entries,
    referee_seat_waiting,
    scribe_entries,
)
from app.services.watch.overdue_decisions import overdue_decisions
from app.services.watch.side_titles import side_title
from app.services.watch.waiting_entries import (
    ANSWER,
    CAMPAIGN,
    CLUB,
    CONTEST,
    DECIDE,
    GAME,
    INVITATION,
    REPORT,
    WISH,
    Asker,
    WaitingEntry,
    entry_of_game,
    silence_of,
    title_of_listed,
)


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


Source = Callable[[Asker], Iterator[WaitingEntry]]


def load_waiting_list(services: Services, user_id: int) -> WaitingList:
    """All entries of a member: by deadline, then without one, the longest wait first."""
    with services.store.read() as work:
        games = list_games(services, work, work.games.open_of(user_id), user_id)
        asker = Asker(services, work, user_id, games)
        entries = [entry for source in SOURCES for entry in source(asker)]
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


SOURCES: tuple[Source, ...] = (
    game_entries,
    campaign_entries,
    contest_entries,
    officer_entries,
    scribe_entries,
    wish_entries,
    club_entries,
    report_entries,
)
"""Sources of entries. Invitations and overdue decisions are read with transactions of
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


# ---------------------------------------------------------------------- games
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
