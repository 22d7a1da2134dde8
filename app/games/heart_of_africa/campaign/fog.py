"""View of a campaign, built from nothing: what one viewer knows."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from app.games.heart_of_africa.campaign.state import REFEREE, SEALED, Meeting, Season, Talk
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
            order_rolls=season.order_rolls,
            choices=season.choices,
            declared=season.declared,
            talks=tuple(known_talks(season, viewer)),
            attacked=season.attacked,
            battles=season.battles,
            takings=season.takings,
            revolts=season.revolts,
            gifts=season.gifts,
            successions=season.successions,
            kept=season.kept,
            portuguese_taken=season.portuguese_taken,
            ledger=season.ledger,
            struck=season.struck,
            is_closed=season.is_closed,
            is_gathering=season.is_gathering,
            seats=season.seats,
            queue=season.queue,
        ),
        viewer.side,
    )


def known_meetings(season: Season, me: str | None) -> Iterator[Meeting]:
    """Meetings with the viewer's own answer; those of others are sealed until all are in."""
    for meeting in season.meetings:
        known = {
            player: answer if player == me else SEALED for player, answer in meeting.answers.items()
        }
        yield Meeting(meeting.one, meeting.two, known)


def known_talks(season: Season, viewer: Viewer) -> Iterator[Talk]:
    """Open attacks and requests. Their two players read the terms on offer, and so does a referee
    who does not play.
    """
    is_neutral = viewer.side == REFEREE and not viewer.plays
    for talk in season.talks:
        is_own = is_neutral or viewer.side in (talk.attacker, talk.defender)
        terms = talk.terms if is_own else None
        yield Talk(talk.attacker, talk.defender, talk.is_attack, terms, talk.offered_by)


def imagined(season: Season) -> Season:
    """Season of a sandbox: sealed answers and unknown terms are still to be given."""
    return replace(
        season,
        meetings=tuple(
            replace(one, answers={key: said for key, said in one.answers.items() if said != SEALED})
            for one in season.meetings
        ),
        talks=tuple(
            replace(talk, offered_by="") if talk.terms is None and talk.is_attack else talk
            for talk in season.talks
        ),
    )
