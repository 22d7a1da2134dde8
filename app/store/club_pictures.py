"""Repository of the pictures of the front pages of clubs."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

import msgspec
import sqlalchemy as sa

from app.store import club_chronicle_tables as tables
from app.store import schema
from app.store.repositories import Repository, bind

_pictures, _users = tables.club_pictures.c, schema.users.c


class ClubPicture(msgspec.Struct, frozen=True):
    """Picture without its data. `name` is that of its uploader, "" after the deletion of the
    account.
    """

    id: int
    club_id: int
    made_by: int | None
    caption: str
    digest: str
    width: int
    height: int
    made_at: str
    name: str


_OWN = [_pictures[name] for name in ClubPicture.__struct_fields__ if name != "name"]


class ClubPictures(Repository):
    _of_club: sa.Select[Any] = (
        sa.select(*_OWN, sa.func.coalesce(_users.name, _pictures.author))
        .select_from(tables.club_pictures.outerjoin(schema.users, _pictures.made_by == _users.id))
        .where(_pictures.club_id == bind("club"))
        .order_by(_pictures.id)
    )

    def add_picture(self, **values: Any) -> None:
        self._add(tables.club_pictures, **values)

    def remove_picture(self, number: int) -> None:
        self._do(tables.club_pictures.delete().where(_pictures.id == number))

    def of_club(self, club_id: int) -> list[ClubPicture]:
        """Pictures of a club, in the order of their arrival."""
        return [ClubPicture(*row) for row in self._do(self._of_club, {"club": club_id})]

    def data_of(self, number: int) -> bytes:
        query = sa.select(_pictures.data).where(_pictures.id == number)
        return bytes(self._do(query).scalar_one())

    def of_user(self, user_id: int) -> list[dict[str, Any]]:
        """Pictures of a user with their data, for the export of the account."""
        query = (
            sa.select(tables.club_pictures)
            .where(_pictures.made_by == user_id)
            .order_by(_pictures.id)
        )
        return [
            {
                "club_id": row.club_id,
                "caption": row.caption,
                "made_at": row.made_at,
                "digest": row.digest,
                "jpeg": base64.b64encode(bytes(row.data)).decode(),
            }
            for row in self._do(query)
        ]

    def damaged(self) -> list[int]:
        """Numbers of the pictures whose data do not have their digest."""
        query = sa.select(_pictures.id, _pictures.digest, _pictures.data).order_by(_pictures.id)
        return [
            row.id
            for row in self._do(query)
            if hashlib.sha256(bytes(row.data)).hexdigest() != row.digest
        ]
