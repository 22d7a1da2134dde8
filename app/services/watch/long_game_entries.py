"""Entries of campaigns and contests in the list of what waits for a member.

They are decisions, dates of battles, and duties of officers of a club and of scribes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from msgspec.structs import replace

from app.kernel.offers import Decision
from app.kernel.say import as_is, say
from app.services.clubs.roles import Permission, has_permission
from app.services.container import current_time
from app.services.people.permissions import may_watch, referee_seat_of
from app.services.play.club_referees import judges_only
from app.services.time.availability import parse_time, time_text
from app.services.time.clocks import load_clocks
from app.services.watch.game_history import History
from app.services.watch.game_list import ListedGame, list_games
from app.services.watch.waiting_entries import (
    ANSWER,
    WAITS,
    Asker,
    WaitingEntry,
    entry_of_game,
    silence_of,
    title_of_listed,
)
from app.store import records

MOST_OF_CLUB = 60
"""Contests and campaigns of a club whose duties are read."""
WRITES_FOR = timedelta(days=14)
"""Time after the end in which a scribe is asked for words."""
NO_DATE = say(
    "the proposal stays open, and the deadline of the battle stands.",
    "la propuesta sigue abierta y el plazo de la batalla se mantiene.",
)
NOT_NOW = say("the request ends at its time.", "la petición termina a su hora.")
ORGANISERS_TOO = say(
    "it waits, also for the organisers named there.",
    "queda pendiente, también para los organizadores nombrados allí.",
)
WRITE = say("Write about the last chapter", "Escribe sobre el último capítulo")
OWN_WORDS = say("Write", "Escribir")
AS_THE_SERVER = say(
    "the chapter keeps the server’s sentences alone.",
    "el capítulo se queda solo con las frases del servidor.",
)


# ---------------------------------------------------------------------- decisions
def long_entries(asker: Asker, kind: str) -> Iterator[WaitingEntry]:
    """Decisions of the member in long games of a kind, each with its question. A referee who also
    plays has entries for both duties.
    """
    for one in asker.games:
        if asker.services.box(one.game).card.kind != kind:
            continue
        if one.waits_for_me and one.mine is not None:
            yield from seat_entries(asker, one, one.mine)
            yield from date_entries(asker, one, one.mine)
        if (duty := referee_seat_waiting(one, asker.user_id)) is not None:
            for entry in seat_entries(asker, one, duty.seat):
                yield at_desk(entry)


def at_desk(entry: WaitingEntry) -> WaitingEntry:
    """Entry for the desk of the referees, without a deadline."""
    return replace(entry, link=f"{entry.link}/desk", deadline="", is_late=False, silence=WAITS)


def seat_entries(
    asker: Asker, one: ListedGame, seat: str, *, disputes_only: bool = False
) -> Iterator[WaitingEntry]:
    """Decisions of a seat in a long game, those with the same words once."""
    box = asker.services.box(one.game)
    kind = box.card.kind
    if one.game.status != "running":
        yield entry_of_game(kind, one, one.game.phase, silence_of(one))
        return
    history = asker.services.histories.of(asker.work, box, one.game)
    every = [it for it in box.waiting_for(history.now.state) if it.seat == seat]
    owed = [it for it in every if it.is_dispute or not disputes_only]
    if not every and not disputes_only:
        yield entry_of_game(kind, one, one.game.phase, silence_of(one))
    told = set[tuple[str, str]]()
    for it, deadline in zip(owed, deadlines_of(asker, one, history, owed), strict=True):
        words = (it.says.in_("en"), it.about.in_("en") if it.about is not None else "")
        if words in told:
            continue
        told.add(words)
        timed = replace(one, deadline=deadline)
        entry = entry_of_game(kind, timed, it.says, silence_of(timed, it, box.card.deadlines))
        details = (*entry.details, *([it.about] if it.about is not None else ()))
        link = f"{entry.link}/battles/{it.battle}" if it.about is not None and it.battle else ""
        yield replace(entry, details=details, link=link or entry.link)


def deadlines_of(
    asker: Asker, one: ListedGame, history: History, owed: Sequence[Decision]
) -> list[str]:
    """Deadlines of decisions of a seat, "" without one. Only several decisions need the clocks."""
    if len(owed) < 2 or not one.game.clock.has_steps:
        return [one.deadline for _ in owed]
    now = parse_time(current_time())
    clocks = load_clocks(asker.work, one.game, one.seats, history, now)
    states = [clocks.state_of(it.seat, it.clock_key) for it in owed]
    return [time_text(state.deadline) if state else "" for state in states]


def referee_seat_waiting(one: ListedGame, user_id: int) -> records.Seat | None:
    """Seat of the referees that owes a decision, if the member has another seat of the game too."""
    duty = referee_seat_of(one.seats, user_id)
    return duty if duty is not None and duty.owes and duty.seat != one.mine else None


# ---------------------------------------------------------------------- dates of battles
def date_entries(asker: Asker, one: ListedGame, seat: str) -> Iterator[WaitingEntry]:
    """Proposed dates and requests to play at once that wait for the answer of a seat."""
    box, now = asker.services.box(one.game), current_time()
    if one.game.status != "running":
        return
    state = asker.services.histories.of(asker.work, box, one.game).now.state
    for asked in box.date_questions(state, seat):
        if asked.until and parse_time(asked.until) < parse_time(now):
            continue
        yield WaitingEntry(
            box.card.kind,
            asked.says,
            title_of_listed(one),
            f"/games/{one.game.address}/battles/{asked.battle}#dates",
            ANSWER,
            asked.until,
            one.game.moved_at,
            (one.box_title, asked.title),
            silence=NOT_NOW if asked.until else NO_DATE,
        )


# ---------------------------------------------------------------------- clubs
def officer_entries(asker: Asker) -> Iterator[WaitingEntry]:
    """Decisions of the member as an officer of a club (CAR-CLB-52), in long games without an office
    of the member. These are disputes, and all decisions if no organiser is left.
    """
    services, work, me = asker.services, asker.work, asker.user_id
    held = {one.game.id for one in asker.games}
    boxes = [key for key, box in services.shelf.items() if not box.card.is_battle]
    for club in work.clubs.clubs_of_user(me):
        roles = work.clubs.roles_of_user(club.id, me)
        decides = any(has_permission(roles, one) for one in (Permission.ORGANISE, Permission.JUDGE))
        if club.archived_at or not decides:
            continue
        games = work.club_games.of_club(club.id, (boxes,), MOST_OF_CLUB, (False,))
        running = [one for one in games if one.status == "running" and one.id not in held]
        for one in list_games(services, work, running, me):
            duty = referee_seat_of(one.seats, me, judging=True)
            if duty is None or not duty.owes:
                continue
            only = bool(duty.referees) or judges_only(one.seats, me)
            for entry in seat_entries(asker, one, duty.seat, disputes_only=only):
                details = (*entry.details, as_is(club.name))
                yield replace(at_desk(entry), details=details, silence=ORGANISERS_TOO)


# ---------------------------------------------------------------------- chronicles
def scribe_entries(asker: Asker) -> Iterator[WaitingEntry]:
    """Last closed chapters without own words, in long games whose chronicle the member edits."""
    services, work = asker.services, asker.work
    since = time_text(parse_time(current_time()) - WRITES_FOR)
    games = work.games.by_id([row["game"] for row in work.scribes.by(asker.user_id)])
    alive = [
        one
        for one in games.values()
        if one.status == "running" or (one.status == "over" and one.moved_at >= since)
    ]
    for one in list_games(services, work, alive, asker.user_id) if alive else ():
        box, game = services.box(one.game), one.game
        if box.card.is_battle or not may_watch(game, one.seats, asker.user_id, game.address):
            continue
        section = last_section(services.histories.of(work, box, game))
        written = {words.section for words in work.reports.for_game(game.id) if not words.hidden}
        if section and section not in written:
            yield WaitingEntry(
                box.card.kind,
                WRITE,
                title_of_listed(one),
                f"/games/{game.address}/chronicle",
                OWN_WORDS,
                since=game.moved_at,
                details=(one.box_title,),
                silence=AS_THE_SERVER,
            )


def last_section(history: History) -> str:
    """Key of the last closed chapter of a chronicle; "" without one."""
    closed = history.box.closed_chapters(history.now.state)
    if closed is not None:
        return f"turn-{closed - 1}" if closed > 0 else ""
    is_over = history.box.outcome(history.now.state) is not None
    last = history.moment(history.number).turn - (not is_over)
    return f"turn-{last}" if last > 0 else ""
