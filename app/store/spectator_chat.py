"""Repositories of the spectator chat and of private notes of players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import records, schema
from app.store.driver_statements import DriverStatement
from app.store.repositories import Repository, bind

_remarks = schema.remarks.c
_remark = [_remarks[field] for field in records.Remark.__struct_fields__]
_notes = schema.notes.c
_note = [_notes[field] for field in records.Note.__struct_fields__]


class Remarks(Repository):
    """Repository of remarks.

    Writers call `UnitOfWork.take_turns` first, because `number` and `news_count` grow by one.
    """

    _last = DriverStatement(
        sa.select(sa.func.max(_remarks.number), sa.func.max(_remarks.news)).where(
            _remarks.game_id == bind("game")
        )
    )

    def add_remark(
        self,
        game_id: int,
        about: int | None,
        after: int,
        user_id: int,
        name: str,
        text: str,
        made_at: str,
    ) -> records.Remark:
        number, news = self._last_numbers(game_id)
        values: dict[str, Any] = {
            "number": number + 1,
            "game_id": game_id,
            "about": about,
            "after": after,
            "user_id": user_id,
            "name": name,
            "text": text,
            "made_at": made_at,
        }
        self._add(schema.remarks, news=news + 1, **values)
        return records.Remark(**values)

    def for_game(
        self, game_id: int, after: int = 0, about: int | None = None
    ) -> list[records.Remark]:
        """Remarks of a game with a number above `after`; with `about` those on one move."""
        query = (
            sa.select(*_remark)
            .where(_remarks.game_id == game_id, _remarks.number > after)
            .order_by(_remarks.number)
        )
        return [
            records.Remark(*row)
            for row in self._do(query if about is None else query.where(_remarks.about == about))
        ]

    def news_count(self, game_id: int) -> int:
        """Counter of written and moderated remarks in this chat; 0 if there are none."""
        return self._last_numbers(game_id)[1]

    def _last_numbers(self, game_id: int) -> tuple[int, int]:
        number, news = self._run(self._last, {"game": game_id})[0]
        return number or 0, news or 0

    def id_of(self, game_id: int, number: int) -> int:
        """Row id of a remark, used by complaints."""
        query = sa.select(_remarks.id).where(_remarks.game_id == game_id, _remarks.number == number)
        return int(self._do(query).scalar_one())

    def remarks_by_id(self, remark_ids: Iterable[int | None]) -> dict[int, records.Remark]:
        """Remarks with these ids, as far as they exist."""
        query = sa.select(_remarks.id, *_remark).where(_remarks.id.in_({*remark_ids} - {None}))
        return {number: records.Remark(*row) for number, *row in self._do(query)}

    def set_hidden(self, remark_id: int, game_id: int, hidden: bool) -> None:
        self._do(
            schema.remarks.update()
            .where(_remarks.id == remark_id)
            .values(hidden=hidden, news=self.news_count(game_id) + 1)
        )

    def for_user(self, user_id: int) -> list[records.Remark]:
        """All remarks of a user."""
        return [
            records.Remark(*row)
            for row in self._do(
                sa.select(*_remark).where(_remarks.user_id == user_id).order_by(_remarks.id)
            )
        ]

    def rename_user(self, user_id: int, name: str) -> None:
        """Set the name on all remarks of a user."""
        self._do(schema.remarks.update().where(_remarks.user_id == user_id).values(name=name))


class Notes(Repository):
    _own = DriverStatement(
        sa.select(*_note)
        .where(_notes.game_id == bind("game"), _notes.user_id == bind("user"))
        .order_by(_notes.about)
    )

    def for_user_at_game(self, game_id: int, user_id: int) -> list[records.Note]:
        """Notes of a user at a game, in order of the moves."""
        rows = self._run(self._own, {"game": game_id, "user": user_id})
        return [records.Note(*row) for row in rows]

    def for_user(self, user_id: int) -> list[records.Note]:
        """All notes of a user."""
        return [
            records.Note(*row)
            for row in self._do(
                sa.select(*_note)
                .where(_notes.user_id == user_id)
                .order_by(_notes.game_id, _notes.about)
            )
        ]

    def save_note(self, note: records.Note, user_id: int) -> None:
        """Replace the note on a move; delete it if the text is empty."""
        if note.text:
            self._set(schema.notes, user_id=user_id, **msgspec.structs.asdict(note))
        else:
            self._do(
                schema.notes.delete().where(
                    _notes.game_id == note.game_id,
                    _notes.user_id == user_id,
                    _notes.about == note.about,
                )
            )
