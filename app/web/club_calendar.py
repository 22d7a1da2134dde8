"""Page of the calendar of a club, with its date polls."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request, Response

from app.kernel.refusal import Refusal
from app.services.clubs import club_games, dates, polls
from app.services.clubs.clubs import ClubView
from app.services.clubs.dates import DateTerms, ShownDate
from app.web.auth import user_id
from app.web.language import language_of
from app.web.pages import due_date, own_due_date, render_page

EMPTY = DateTerms("", "", "18:00")


def render_calendar(
    request: Request,
    club: int,
    findings: tuple[Refusal, ...] = (),
    typed: DateTerms = EMPTY,
    page: int = 1,
) -> Response:
    """Next dates of the club in its time zone and that of the reader, page by page. Undecided
    polls and the deadlines and battles of contests and campaigns stand on the first.
    """
    services, me = request.app.state.services, user_id(request)
    view, shown = dates.load_dates(services, club, me, page)
    games = club_games.list_long_games(services, view, me) if page <= 1 else ()
    return render_page(
        request,
        "clubs/calendar.html",
        status=422 if findings else 200,
        view=view,
        dates=shown,
        polls=polls.list_polls(services, view, me) if page <= 1 else (),
        deadlines=club_games.deadlines_of(services, games),
        agreed=club_games.agreed_dates_of(services, games),
        page=max(page, 1),
        earlier=max(page, 1) - 1,
        later=page + 1 if len(shown) == dates.MOST_SHOWN else 0,
        typed=typed,
        zone=view.club.zone,
        own_zone=own_zone(request),
        findings=findings,
    )


@dataclass(frozen=True)
class NextDate:
    """Date on the front page of a club: its time in the zone of the club, and in that of the reader
    where it differs.
    """

    shown: ShownDate
    when: str
    own_time: str


def next_dates(request: Request, view: ClubView) -> tuple[NextDate, ...]:
    """Next dates of the club, for its members."""
    language, zone = language_of(request), view.club.zone
    found = dates.next_dates(request.app.state.services, view, user_id(request))
    return tuple(
        NextDate(
            one,
            due_date(one.date.starts_at, language, zone),
            own_due_date(one.date.starts_at, language, zone, own_zone(request)),
        )
        for one in found
    )


def own_zone(request: Request) -> str:
    """Time zone that the reader has chosen; "" without one."""
    visitor = request.state.visitor
    return str(visitor.user.zone) if visitor else ""
