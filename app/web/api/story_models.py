"""Models about the story of a long game: photographs, own words of its chronicle, scribes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field

from app.services.play import chronicle_words, photographs
from app.services.play.chronicle_words import IllustratedChronicle
from app.services.watch.game_view import GameView
from app.store.photographs import Photograph as StoredPhotograph
from app.web.api.deferred_model import BaseModel
from app.web.api.models import LAST, Asked, Line
from app.web.forms import LONGEST_FIELD


class Photograph(BaseModel):
    """Photograph of a battle on a real table, re-encoded as JPEG. `digest` is the SHA-256 of the
    JPEG; `may_remove` is true for its uploader and for a referee.
    """

    number: int
    battle: str
    name: str
    caption: str
    width: int
    height: int
    made_at: str
    digest: str
    is_mine: bool
    may_remove: bool


class OwnWords(BaseModel):
    """Words of a player or scribe in a section. A moderator has removed the text of `hidden` words;
    another user has changed those that are `edited`.
    """

    number: int
    section: str
    name: str
    text: str
    changed: str
    hidden: bool
    edited: bool
    is_mine: bool
    may_change: bool


class ChronicleWords(BaseModel):
    """Own words of a chronicle, and the sections that take them: turns and battles. `may_edit`: you
    are a referee or a scribe.
    """

    sections: list[str]
    words: list[OwnWords]
    may_write: bool
    may_edit: bool


class SectionText(Asked):
    """Text of a section; an empty one removes your words. `number` changes words of another
    author.
    """

    section: Line
    text: Annotated[str, Field(max_length=LONGEST_FIELD)]
    number: Annotated[int | None, Field(ge=1, le=LAST)] = None


class Scribe(BaseModel):
    person: int
    name: str


class Scribes(BaseModel):
    """Scribes, who edit the chronicle of a game. `may_name`: you may name and remove them."""

    scribes: list[Scribe]
    may_name: bool


def photograph_models(look: GameView, found: Iterable[StoredPhotograph]) -> list[Photograph]:
    fields = ("battle", "name", "caption", "width", "height", "made_at", "digest")
    return [
        Photograph(
            number=one.id,
            is_mine=look.user_id is not None and one.user_id == look.user_id,
            may_remove=photographs.may_remove(look, one),
            **{name: getattr(one, name) for name in fields},
        )
        for one in found
    ]


def words_model(told: IllustratedChronicle) -> ChronicleWords:
    me, fields = told.found.look.user_id, ("section", "name", "text", "changed", "hidden", "edited")
    return ChronicleWords(
        sections=sorted(told.sections),
        words=[
            OwnWords(
                number=one.id,
                is_mine=me is not None and one.user_id == me,
                may_change=told.may_change(one),
                **{name: getattr(one, name) for name in fields},
            )
            for written in told.words.values()
            for one in written
        ],
        may_write=told.may_write,
        may_edit=told.may_edit,
    )


def scribes_model(told: IllustratedChronicle) -> Scribes:
    return Scribes(
        scribes=[Scribe(person=person, name=name) for person, name in told.scribes.items()],
        may_name=chronicle_words.may_name_scribes(told.found.look),
    )
