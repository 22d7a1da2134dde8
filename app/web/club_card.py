"""Frame, link metadata and preview picture of a club, as anonymous visitors read its front page. A
club that is entered by link has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from app.kernel.say import say
from app.services.clubs import announcements, club_games, clubs
from app.services.clubs.club_games import ClubGames
from app.services.clubs.clubs import ClubView
from app.services.container import Services
from app.store.club_announcements import Announcement
from app.store.clubs import Club
from app.web.preview_image import Card, Poster, cover_picture, printable_text

CLUB = say("Club", "Club")
ARCHIVED = say("archived", "archivado")


@dataclass(frozen=True)
class ClubFrame:
    """Content of the frame of a club: its public words, announcements and games."""

    view: ClubView
    about: str
    about_language: str
    news: Sequence[Announcement]
    games: ClubGames


def load_frame(services: Services, club_id: int, language: str) -> ClubFrame:
    """Frame of a club with the view of anonymous visitors. Raises `NoSuchClub`."""
    view = clubs.load_club(services, club_id, None)
    about, written_in = about_in(view.club, language)
    return ClubFrame(
        view,
        about,
        written_in,
        announcements.readable_announcements(services, view),
        club_games.load_club_games(services, view, None),
    )


def about_in(club: Club, language: str) -> tuple[str, str]:
    """Words of the club about itself, with their language: the asked one, or else the other."""
    words = {"en": club.about_en, "es": club.about_es}
    other = "en" if language == "es" else "es"
    return (words[language], language) if words[language] else (words[other], other)


def club_card(view: ClubView, base_url: str, language: str) -> Card | None:
    """Metadata of a club for sites that show a link to it; None for a club that is entered by
    link.
    """
    if view.club.entry == "link":
        return None
    poster, link = club_poster(view, language), f"{base_url}/clubs/{view.club.id}"
    found = urlencode({"url": link, "lang": language})
    return Card(
        poster.title,
        poster.words,
        link,
        f"{link}/picture.png?lang={language}",
        f"{base_url}/oembed?{found}",
    )


def club_poster(view: ClubView, language: str) -> Poster:
    """Text of the card: name, place, number of members. It names no member."""
    place = printable_text(view.club.place)
    kind = CLUB.in_(language)
    members = say("{n:member+s}", "{n:miembro+s}", n=view.member_count)
    parts = [members, ARCHIVED] if view.club.archived_at else [members]
    return Poster(
        printable_text(view.club.name),
        f"{kind} · {place}" if place else kind,
        (),
        " · ".join(one.in_(language) for one in parts),
    )


def club_picture(view: ClubView, language: str) -> str:
    """Preview picture as a self-contained SVG: the text of the card and the words of the club about
    itself.
    """
    about, _ = about_in(view.club, language)
    return cover_picture(club_poster(view, language), printable_text(" ".join(about.split())))
