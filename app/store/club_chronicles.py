"""Repository of the chronicle of a club: own words, and the record book of its battles."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import club_chronicle_tables as tables
from app.store import schema, story_tables
from app.store.photographs import Photograph
from app.store.repositories import Repository

_chapters, _facts = tables.club_chapters.c, tables.battle_facts.c
_games, _users, _photos = schema.games.c, schema.users.c, story_tables.photographs.c
_PHOTO = [_photos[name] for name in Photograph.__struct_fields__]


class ChapterText(msgspec.Struct, frozen=True):
    """Own words about a month. `name` is that of the last author, "" after the deletion of the
    account.
    """

    month: str
    text: str
    made_at: str
    name: str


class BattleFacts(msgspec.Struct, frozen=True):
    """Facts of a finished battle. `margin` is None for a battle without points."""

    game_id: int
    turns: int
    margin: int | None
    leaders_lost: int


_FACTS = [_facts[name] for name in BattleFacts.__struct_fields__]


class ClubChronicles(Repository):
    # ------------------------------------------------------------------ own words
    def texts_of_year(self, club_id: int, year: int) -> list[ChapterText]:
        """Own words about the months of a year."""
        query = (
            sa.select(
                _chapters.month,
                _chapters.text,
                _chapters.made_at,
                sa.func.coalesce(_users.name, _chapters.author),
            )
            .select_from(
                tables.club_chapters.outerjoin(schema.users, _chapters.made_by == _users.id)
            )
            .where(_chapters.club_id == club_id, _chapters.month.startswith(f"{year:04}-"))
        )
        return [ChapterText(*row) for row in self._do(query)]

    def save_text(self, club_id: int, month: str, text: str, user_id: int, made_at: str) -> None:
        """Store own words about a month; they replace earlier ones. Without any text there are
        none.
        """
        if text:
            self._set(
                tables.club_chapters,
                club_id=club_id,
                month=month,
                text=text,
                author="",
                made_by=user_id,
                made_at=made_at,
            )
        else:
            where = (_chapters.club_id == club_id, _chapters.month == month)
            self._do(tables.club_chapters.delete().where(*where))

    def of_user(self, user_id: int) -> list[dict[str, Any]]:
        """Own words of which the user is the last author."""
        query = sa.select(_chapters.club_id, _chapters.month, _chapters.text, _chapters.made_at)
        query = query.where(_chapters.made_by == user_id).order_by(
            _chapters.club_id, _chapters.month
        )
        return [dict(row) for row in self._do(query).mappings()]

    # ------------------------------------------------------------------ events
    def photographs(self, club_id: int, since: str, until: str, most: int) -> list[Photograph]:
        """Photographs of the battles of a club that were added between two times, in their
        order.
        """
        query = (
            sa.select(*_PHOTO)
            .join_from(story_tables.photographs, schema.games)
            .where(_games.club_id == club_id, _photos.made_at >= since, _photos.made_at < until)
        )
        return [Photograph(*row) for row in self._do(query.order_by(_photos.id).limit(most))]

    # ------------------------------------------------------------------ record book
    def save_facts(self, facts: BattleFacts) -> None:
        self._set(tables.battle_facts, **msgspec.structs.asdict(facts))

    def remove_facts(self, game_id: int) -> None:
        self._do(tables.battle_facts.delete().where(_facts.game_id == game_id))

    def facts_of_club(self, club_id: int) -> list[BattleFacts]:
        """Facts of the finished battles of a club, the earliest first."""
        query = (
            sa.select(*_FACTS)
            .join_from(tables.battle_facts, schema.games)
            .where(_games.club_id == club_id, _games.status == "over")
        )
        return [BattleFacts(*row) for row in self._do(query.order_by(_games.listed_at, _games.id))]
