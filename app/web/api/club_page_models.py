"""Models of the texts of a club: announcements."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from app.web.api.models import Answer, Asked

Title = Annotated[str, Field(max_length=200)]


class MadeRow(BaseModel):
    """Number of a new row."""

    id: int


class Announcement(BaseModel):
    """Announcement. `name` is that of the author; other users read initials."""

    id: int
    title: str
    text: str
    is_public: bool
    made_at: str
    name: str


class NewAnnouncement(Asked):
    """Announcement; other users read it only if it `is_public`."""

    title: Title
    text: Answer = ""
    is_public: bool = False
