"""Chronicle of a long game. It tells only what all may know, with the facts that count now."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from app.kernel.chronicle import ChronicleChapter, ChronicleSection
from app.kernel.contest_chronicle import ContestChapter
from app.kernel.contract import Marks
from app.kernel.reading_pages import BattlePage
from app.kernel.say import Say, say
from app.kernel.scene import Scene
from app.services.container import Services
from app.services.watch.game_view import GameView
from app.services.watch.reading_pages import GamePages, found, load_pages
from app.store import records

SIGN_UP = say("Sign-up", "Inscripción")
MONTHS = (
    ("January", "Enero"),
    ("February", "Febrero"),
    ("March", "Marzo"),
    ("April", "Abril"),
    ("May", "Mayo"),
    ("June", "Junio"),
    ("July", "Julio"),
    ("August", "Agosto"),
    ("September", "Septiembre"),
    ("October", "Octubre"),
    ("November", "Noviembre"),
    ("December", "Diciembre"),
)


class WrittenChapter(msgspec.Struct, frozen=True):
    """Chapter with its date, the battles of its turn and the map at its end. `title` names its most
    important event; None without one. `contest` are the facts of a chapter of a contest. Its number
    is that of the round, 0 for the sign-up, and 202611 for a month of an open form.
    """

    chapter: ChronicleChapter
    when: Say
    battles: tuple[BattlePage, ...]
    title: Say | None = None
    contest: ContestChapter | None = None


class Chronicle(msgspec.Struct, frozen=True):
    """Chronicle with the pages of the game for its reader."""

    told: GamePages
    chapters: tuple[WrittenChapter, ...]

    @property
    def look(self) -> GameView:
        return self.told.look


def load_chronicle(services: Services, address: int | str, user_id: int | None = None) -> Chronicle:
    """Load the chapters of all closed turns, or of a contest. Raises `NoSuchGame`."""
    told = load_pages(services, address, user_id)
    if told.pages.contest is None:
        return Chronicle(told, tuple(written_chapters(told)))
    return Chronicle(told, tuple(contest_chapters(told, zone_of_game(services, told.look.game))))


def zone_of_game(services: Services, game: records.Game) -> ZoneInfo:
    """Time zone of the club of a game, otherwise of its deadlines, otherwise UTC."""
    if game.club_id is not None:
        with services.store.read() as work:
            club = work.clubs.find_club(game.club_id)
        if club is not None:
            return ZoneInfo(club.zone)
    return ZoneInfo(game.clock.zone or "UTC")


def written_chapters(told: GamePages) -> tuple[WrittenChapter, ...]:
    """Chapters of the closed turns; the last turn is closed when the game is over."""
    look = told.look
    now = look.history.moment(look.at).turn
    closed = now if look.outcome is not None else now - 1
    chapters = look.history.chapters(look.at, closed)
    earlier = (1, *(chapter.last for chapter in chapters))
    return tuple(
        WrittenChapter(
            chapter,
            found(look.history.public_date(max(1, chapter.last - 1))),
            tuple(battle for battle in told.pages.battles if battle.turn == chapter.turn),
            title_between(look, before, chapter.last),
        )
        for before, chapter in zip(earlier, chapters, strict=False)
    )


# ---------------------------------------------------------------------- contests
def contest_chapters(told: GamePages, zone: ZoneInfo) -> Iterator[WrittenChapter]:
    """Chapters of a contest: its sign-up and its closed rounds, in an open form its months in a
    time zone.
    """
    history, at = told.look.history, told.look.at
    before = 1
    for number, last, when in chapter_ends(told, zone):
        one = history.contest_chapter(before, last, at)
        before = last
        if one is None or (number and one.is_empty):
            continue
        lines = (*one.lead, *(each.says for each in one.battles), *one.changes)
        yield WrittenChapter(
            ChronicleChapter(number, last, (ChronicleSection(None, lines),)),
            when,
            tuple(battle for battle in told.pages.battles if battle.key in one.keys),
            one.title,
            one,
        )


def chapter_ends(told: GamePages, zone: ZoneInfo) -> Iterator[tuple[int, int, Say]]:
    """Number, last move and date of each chapter of a contest."""
    history, at, contest = told.look.history, told.look.at, told.pages.contest
    tables, closed = history.counted_tables(at), 0
    months: dict[tuple[int, int], int] = {}
    for number in history.standing(at):
        found = history.box.closed_chapters(tables[number].state) or 0
        while closed < found:
            of_round = contest.round(closed) if contest is not None else None
            yield closed, number, of_round.title if of_round is not None else SIGN_UP
            closed += 1
        if closed and contest is not None and contest.is_open_form:
            made = datetime.fromisoformat(history.moves[number - 1].made_at).astimezone(zone)
            months[made.year, made.month] = number
    for (year, month), last in months.items():
        yield 100 * year + month, last, month_words(month, year)


def month_words(month: int, year: int) -> Say:
    """Month with its year."""
    en, es = MONTHS[month - 1]
    return say(f"{en} {{year}}", f"{es} de {{year}}", year=str(year))


def title_between(look: GameView, before: int, last: int) -> Say | None:
    """Title of the chapter that begins after move `before` and ends with move `last`."""
    one, other = (look.history.counted_view(number, look.at) for number in (before, last))
    return look.box.chapter_title(one, other)


def map_at(look: GameView, number: int, language: str) -> Scene:
    """Public map after a move, with the facts that count now."""
    return look.box.drawing(look.history.counted_view(number, look.at), Marks(), language)
