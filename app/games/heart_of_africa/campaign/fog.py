"""View of a campaign, built from nothing: what one viewer knows."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from app.games.heart_of_africa.campaign.state import Meeting, Season, Talk
from app.kernel.seats import Viewer


class View(Struct, frozen=True):
    """Season as the viewer knows it. `me` is the viewer's side; None for a spectator."""

    season: Season
    me: str | None = None


def view_of(season: Season, viewer: Viewer) -> View:
    """Everything is public except answers to meetings and terms on offer."""
    return View(
        Season(
            first_year=season.first_year,
            last_year=season.last_year,
            turn=season.turn,
            year=season.year,
            half=season.half,
            step=season.step,
            options=season.options,
            players=season.players,
            meetings=tuple(known_meetings(season, viewer.side)),
            order=season.order,
            declared=season.declared,
            talks=tuple(known_talks(season, viewer.side)),
            attacked=season.attacked,
            battles=season.battles,
            takings=season.takings,
            revolts=season.revolts,
            gifts=season.gifts,
            portuguese_taken=season.portuguese_taken,
            ledger=season.ledger,
            is_closed=season.is_closed,
            seats=season.seats,
        ),
        viewer.side,
    )


def known_meetings(season: Season, me: str | None) -> Iterator[Meeting]:
    """Meetings with the viewer's own answer only, until all are in."""
    for meeting in season.meetings:
        own = {player: answer for player, answer in meeting.answers.items() if player == me}
        yield Meeting(meeting.one, meeting.two, own)


def known_talks(season: Season, me: str | None) -> Iterator[Talk]:
    """Open attacks and requests; only their two players read the terms on offer."""
    for talk in season.talks:
        is_own = me in (talk.attacker, talk.defender)
        terms = talk.terms if is_own else None
        yield Talk(talk.attacker, talk.defender, talk.is_attack, terms)
