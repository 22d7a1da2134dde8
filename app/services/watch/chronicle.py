"""Chronicle of a long game. It tells only what all may know, with the facts that count now."""

from __future__ import annotations

import msgspec

from app.kernel.chronicle import ChronicleChapter
from app.kernel.contract import Marks
from app.kernel.reading_pages import BattlePage
from app.kernel.say import Say
from app.kernel.scene import Scene
from app.services.container import Services
from app.services.watch.game_view import GameView
from app.services.watch.reading_pages import GamePages, found, load_pages


class WrittenChapter(msgspec.Struct, frozen=True):
    """Chapter with its date, the battles of its turn and the map at its end. `title` names its most
    important event; None without one.
    """

    chapter: ChronicleChapter
    when: Say
    battles: tuple[BattlePage, ...]
    title: Say | None = None


class Chronicle(msgspec.Struct, frozen=True):
    """Chronicle with the pages of the game for its reader."""

    told: GamePages
    chapters: tuple[WrittenChapter, ...]

    @property
    def look(self) -> GameView:
        return self.told.look


def load_chronicle(services: Services, address: int | str, user_id: int | None = None) -> Chronicle:
    """Load the chapters of all closed turns. Raises `NoSuchGame`."""
    told = load_pages(services, address, user_id)
    return Chronicle(told, written_chapters(told))


def written_chapters(told: GamePages) -> tuple[WrittenChapter, ...]:
    """Chapters of the closed turns; the last turn is closed when the game is over."""
    look = told.look
    now = look.story.moment(look.at).turn
    closed = now if look.outcome is not None else now - 1
    chapters = look.story.chapters(look.at, closed)
    earlier = (1, *(chapter.last for chapter in chapters))
    return tuple(
        WrittenChapter(
            chapter,
            found(look.story.public_date(max(1, chapter.last - 1))),
            tuple(battle for battle in told.pages.battles if battle.turn == chapter.turn),
            title_between(look, before, chapter.last),
        )
        for before, chapter in zip(earlier, chapters, strict=False)
    )


def title_between(look: GameView, before: int, last: int) -> Say | None:
    """Title of the chapter that begins after move `before` and ends with move `last`."""
    one, other = (look.story.counted_view(number, look.at) for number in (before, last))
    return look.box.chapter_title(one, other)


def map_at(look: GameView, number: int, language: str) -> Scene:
    """Public map after a move, with the facts that count now."""
    return look.box.drawing(look.story.counted_view(number, look.at), Marks(), language)
