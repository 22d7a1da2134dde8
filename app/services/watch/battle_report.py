"""Battle report of a finished game: facts of the record, and text added by players."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from app.kernel.battle_report import Chapter, Report
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.report_tables import Sheet
from app.kernel.say import Say, say
from app.services.container import Services, current_time, require_game
from app.services.errors import Malformed, NotYourSeat
from app.services.people import blocking, bot_accounts, moderation_rules
from app.services.people.initials import texts_for_reader
from app.services.people.permissions import seat_of
from app.services.play import game_setup
from app.services.watch import game_view
from app.store import records
from app.store.transactions import UnitOfWork

LONGEST = 4000


class WrittenReport(msgspec.Struct, frozen=True):
    """Report of a game.

    `words` are the texts of players by chapter, `terms` the terms of the game.
    """

    look: game_view.GameView
    report: Report
    words: dict[str, tuple[records.Paragraphs, ...]]
    terms: tuple[Say, ...]

    def of(self, chapter: Chapter) -> tuple[records.Paragraphs, ...]:
        """Texts of players for a chapter."""
        return self.words.get(chapter.key, ())

    def mine(self, chapter: Chapter) -> records.Paragraphs | None:
        return next(
            (
                one
                for one in self.of(chapter)
                if self.look.user_id is not None and one.user_id == self.look.user_id
            ),
            None,
        )

    def is_replaced(self, chapter: Chapter) -> bool:
        """True if the text of a player replaces the facts of the record."""
        return any(one.replaces for one in self.of(chapter))


def load_report(
    services: Services, address: int | str, user_id: int | None = None
) -> WrittenReport:
    """Load the report for a user who may view the game. Hidden texts are empty.

    Raises `NoSuchGame`, or `Refused` while the game is running.
    """
    look = game_view.load_view(services, address, user_id)
    refuse_if(unfinished_refusal(look.game))
    with services.store.read() as work:
        known = work.reports.for_game(look.game.id)
        written = [
            msgspec.structs.replace(one, text="", replaces=False) if one.hidden else one
            for one in texts_for_reader(services.shelf, work, look.game, known, user_id)
        ]
    words: dict[str, tuple[records.Paragraphs, ...]] = {}
    for one in written:
        words[one.section] = (*words.get(one.section, ()), one)
    return WrittenReport(
        look,
        look.history.report(look.scenario),
        words,
        game_setup.terms_in_words(look.box, look.game),
    )


def write_chapter(
    services: Services,
    address: int | str,
    user_id: int,
    section: str,
    text: str,
    *,
    replaces: bool = False,
) -> None:
    """Save a player's text for a chapter; empty text removes it.

    Raises `NoSuchGame`, `NotYourSeat`, `TooOften`, `Malformed` or `Refused`.
    """
    text = "\n".join(line.rstrip() for line in text.strip().splitlines())
    look = game_view.load_view(services, address, user_id)
    refuse_if(unfinished_refusal(look.game))
    if look.seat is None:
        raise NotYourSeat
    if section not in {chapter.key for chapter in look.history.report(look.scenario).chapters}:
        raise Malformed(say("The report has no such chapter.", "El informe no tiene ese capítulo."))
    refuse_if(chapter_length_refusal(text))
    services.limits.rate_limit("texts", user_id)
    with services.store.write() as work:
        game = require_game(work.games.lock_game(address))
        seats = work.seats.for_game(game.id)
        seat = seat_of(seats, user_id)
        if seat is None:
            raise NotYourSeat
        # blocked users may still remove their texts
        refuse_if(
            bot_accounts.bot_writing_refusal(work, user_id),
            moderation_rules.muted_refusal(work, user_id),
            blocking.blocked_writer_refusal(work, game, seats, user_id) if text else None,
        )
        _save_or_remove(user_id, section, text, replaces, work, game, seat)
        work.commit()


def _save_or_remove(
    user_id: int,
    section: str,
    text: str,
    replaces: bool,
    work: UnitOfWork,
    game: records.Game,
    seat: records.Seat,
) -> None:
    """Store the text of a chapter; empty text removes it."""
    if text:
        work.reports.save_text(
            game.id,
            section,
            user_id,
            name=seat.name or "",
            text=text,
            replaces=replaces,
            changed=current_time(),
        )
    else:
        work.reports.remove_text(game.id, section, user_id)


def unfinished_refusal(game: records.Game) -> Refusal | None:
    """CAR-REP-01: The report of a game is written from its record once the game is over."""
    if game.status == "over":
        return None
    return no(
        "CAR-REP-01",
        "The report is written once the game is over.",
        "El informe se escribe cuando la partida ha terminado.",
    )


def chapter_length_refusal(text: str) -> Refusal | None:
    """CAR-REP-02: A player adds at most 4000 characters to a chapter of the report."""
    if len(text) <= LONGEST:
        return None
    return no(
        "CAR-REP-02",
        "A chapter takes {most} characters of a player; these are {length}.",
        "En un capítulo caben {most} caracteres de cada jugador; estos son {length}.",
        most=LONGEST,
        length=len(text),
    )


# ---------------------------------------------------------------------- as plain text
def report_markdown(told: WrittenReport, language: str, base_url: str = "") -> str:
    """Report as Markdown."""
    return "\n".join(report_lines(told, language, base_url)).strip() + "\n"


def report_lines(told: WrittenReport, language: str, base_url: str) -> Iterator[str]:
    found, look = told.report, told.look
    yield from (
        f"# {escape_markdown(look.game.title or found.title.in_(language))}",
        "",
        f"*{escape_markdown(found.subtitle.in_(language))}*",
        "",
    )
    for chapter in found.chapters:
        yield from (f"## {escape_markdown(chapter.title.in_(language))}", "")
        for one in (one for one in told.of(chapter) if not one.hidden):
            yield from (
                *(escape_markdown(line) for line in one.text.splitlines()),
                "",
                f"— {escape_markdown(one.name)}",
                "",
            )
        if not told.is_replaced(chapter):
            yield from chapter_lines(chapter, language)
        if chapter.moment:
            yield from (f"<{base_url}/games/{look.game.address}/at/{chapter.moment}>", "")
    for sheet in found.tables:
        yield from (*table_lines(sheet, language), "")


def chapter_lines(chapter: Chapter, language: str) -> Iterator[str]:
    for section in chapter.sections:
        yield from (
            f"### {escape_markdown(section.title.in_(language))}",
            "",
            *(f"- {escape_markdown(fact.says.in_(language))}" for fact in section.facts),
            "",
        )
    for says in chapter.paragraphs:
        yield from (escape_markdown(says.in_(language)), "")
    if chapter.items:
        yield from (
            *(
                f"{number}. {escape_markdown(item.says.in_(language))}"
                for number, item in enumerate(chapter.items, start=1)
            ),
            "",
        )


def table_lines(sheet: Sheet, language: str) -> Iterator[str]:
    yield from (f"### {escape_markdown(sheet.title.in_(language))}", "")
    yield "| " + " | ".join(escape_markdown(cell.in_(language)) for cell in sheet.head) + " |"
    yield "|" + " --- |" * len(sheet.head)
    yield from (
        "| " + " | ".join(escape_markdown(cell.in_(language)) for cell in row) + " |"
        for row in sheet.rows
    )


def escape_markdown(words: str) -> str:
    """Text with the special characters of Markdown escaped."""
    return "".join("\\" + mark if mark in "\\`*_[]<>#|" else mark for mark in words)
