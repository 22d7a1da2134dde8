"""Repository of the welcome messages of clubs, and of the new members who have not read theirs."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from app.store import club_page_tables as tables
from app.store.repositories import Repository, bind

_welcomes, _unread = tables.club_welcomes.c, tables.club_unread_welcomes.c


class Welcome(msgspec.Struct, frozen=True):
    """Welcome message of a club in both languages; one may be empty. `hidden` means removed by a
    moderator.
    """

    text_en: str
    text_es: str
    hidden: bool = False

    @property
    def both(self) -> str:
        """Texts of both languages, as a report quotes them."""
        return "\n\n".join(filter(None, (self.text_en, self.text_es)))

    def language_for(self, language: str) -> str:
        """Language of the text that a reader of this language gets."""
        other = "en" if language == "es" else "es"
        return language if (self.text_es if language == "es" else self.text_en) else other

    def text(self, language: str) -> str:
        return self.text_es if self.language_for(language) == "es" else self.text_en


class ClubWelcomes(Repository):
    _is_unread = sa.select(_unread.made_at).where(
        _unread.club_id == bind("club"), _unread.user_id == bind("user")
    )

    def find_welcome(self, club_id: int) -> Welcome | None:
        own = [_welcomes[name] for name in Welcome.__struct_fields__]
        query = sa.select(*own).where(_welcomes.club_id == club_id)
        row = self._do(query).first()
        return Welcome(*row) if row else None

    def save_welcome(self, club_id: int, welcome: Welcome) -> None:
        self._set(tables.club_welcomes, club_id=club_id, **msgspec.structs.asdict(welcome))

    def set_hidden(self, club_id: int, hidden: bool) -> None:
        """Remove the message, or show it again."""
        change = tables.club_welcomes.update().where(_welcomes.club_id == club_id)
        self._do(change.values(hidden=hidden))

    def remove_welcome(self, club_id: int) -> None:
        self._do(tables.club_welcomes.delete().where(_welcomes.club_id == club_id))

    def mark_unread(self, club_id: int, user_id: int, made_at: str) -> None:
        """Note a new member, who reads the message on the next visit."""
        self._set(tables.club_unread_welcomes, club_id=club_id, user_id=user_id, made_at=made_at)

    def is_unread(self, club_id: int, user_id: int) -> bool:
        asked = {"club": club_id, "user": user_id}
        return self._do(self._is_unread, asked).first() is not None

    def mark_read(self, club_id: int, user_id: int) -> None:
        where = _unread.club_id == club_id, _unread.user_id == user_id
        self._do(tables.club_unread_welcomes.delete().where(*where))
