"""Own words and photographs in the file of a game.

Words come from reports and chronicles. A photograph is encoded again when it is imported.
"""

from __future__ import annotations

import io

import msgspec

from app.kernel.free_text import is_visible, quotable_text
from app.kernel.refusal import Refused
from app.services.errors import badly_shaped
from app.services.play.chronicle_words import LONGEST
from app.services.play.photographs import LONGEST_CAPTION
from app.services.play.picture_encoding import Picture, encode_picture
from app.store.transactions import UnitOfWork


class WordsOnFile(msgspec.Struct, frozen=True):
    section: str
    name: str
    text: str
    changed: str
    replaces: bool = False
    edited: bool = False


class PhotographOnFile(msgspec.Struct, frozen=True):
    """Photograph of a battle; `jpeg` is base64 in the file."""

    battle: str
    name: str
    caption: str
    made_at: str
    jpeg: bytes


def words_on_file(work: UnitOfWork, game_id: int) -> tuple[WordsOnFile, ...]:
    """Own words of a game; those that a moderator has removed are left out."""
    return tuple(
        WordsOnFile(one.section, one.name, one.text, one.changed, one.replaces, one.edited)
        for one in work.reports.for_game(game_id)
        if not one.hidden
    )


def photographs_on_file(work: UnitOfWork, game_id: int) -> tuple[PhotographOnFile, ...]:
    """Photographs of a game, with their data."""
    return tuple(
        PhotographOnFile(
            one.battle, one.name, one.caption, one.made_at, work.photographs.data_of(one.id)
        )
        for one in work.photographs.of_game(game_id)
    )


def add_words(work: UnitOfWork, game_id: int, words: tuple[WordsOnFile, ...]) -> None:
    """Store the words of a file under the names of their authors. Raises `Malformed`."""
    for one in words:
        if len(one.text) > LONGEST or not is_visible(one.text):
            raise badly_shaped(f"the words in {one.section!r} are too long or not visible")
        fields = msgspec.structs.asdict(one) | {"name": quotable_text(one.name)}
        work.reports.add_imported(game_id=game_id, user_id=None, hidden=False, **fields)


def encode_photographs(
    photographs: tuple[PhotographOnFile, ...],
) -> tuple[tuple[PhotographOnFile, Picture], ...]:
    """Photographs of a file, each with its new encoding. Raises `Malformed`.

    Encoding takes long, so it comes before the transaction of the import.
    """
    found: dict[tuple[str, str], tuple[PhotographOnFile, Picture]] = {}
    for one in photographs:
        if len(one.caption) > LONGEST_CAPTION or not is_visible(one.caption):
            raise badly_shaped("the caption of a photograph is too long or not visible")
        try:
            picture = encode_picture(io.BytesIO(one.jpeg), one.battle)
        except Refused as refused:
            raise badly_shaped(refused.refusals[0].says.in_("en")) from refused
        found.setdefault((one.battle, picture.digest), (one, picture))
    return tuple(found.values())


def add_photographs(
    work: UnitOfWork, game_id: int, encoded: tuple[tuple[PhotographOnFile, Picture], ...]
) -> None:
    """Store the photographs of a file under the names of their authors."""
    for one, picture in encoded:
        work.photographs.add(
            game_id=game_id,
            battle=one.battle,
            user_id=None,
            name=quotable_text(one.name),
            caption=one.caption,
            made_at=one.made_at,
            **msgspec.structs.asdict(picture),
        )
