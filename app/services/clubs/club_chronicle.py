"""Chronicle of a club: events by month from battles, campaigns, contests and evenings, with own
words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from app.kernel.say import Say, as_is, say
from app.services.clubs.club_games import known_games
from app.services.clubs.clubs import ClubView, load_club
from app.services.clubs.roles import Permission
from app.services.container import Services, current_time
from app.services.errors import NoSuchClub
from app.services.people.initials import has_private_names, with_initials
from app.services.watch.game_list import result_headline
from app.store import records
from app.store.club_chronicles import ChapterText
from app.store.clubs import Club
from app.store.photographs import Photograph
from app.store.transactions import UnitOfWork

MOST_GAMES, MOST_PICTURES = 1000, 120


class Event(msgspec.Struct, frozen=True):
    """Event of a club. `link` leads to it, "" without a page; `report` is the battle report, if
    any. `chronicle` is that of a campaign or contest, "" for other events.
    """

    at: str
    title: Say
    says: tuple[Say, ...] = ()
    link: str = ""
    report: str = ""
    chronicle: str = ""


class ChroniclePicture(msgspec.Struct, frozen=True):
    """Photograph of a battle, with the address of its game."""

    photograph: Photograph
    address: str


class Chapter(msgspec.Struct, frozen=True):
    """Month of a chronicle, "2026-06" in the time zone of the club."""

    month: str
    events: tuple[Event, ...]
    pictures: tuple[ChroniclePicture, ...]
    text: ChapterText | None


class ClubChronicle(msgspec.Struct, frozen=True):
    """Year of a club, and all years that have a chronicle, the latest first."""

    year: int
    years: tuple[int, ...]
    chapters: tuple[Chapter, ...]


def load_chronicle(
    services: Services, club_id: int, user_id: int | None, year: int | None = None
) -> tuple[ClubView, ClubChronicle]:
    """Club and a year of its chronicle, the present one by default, for members. Raises
    `NoSuchClub` for other users and for a year without a chronicle.
    """
    view, (first, last) = load_years(services, club_id, user_id)
    year = last if year is None else year
    if not first <= year <= last:
        raise NoSuchClub
    with services.store.read() as work:
        events = sorted(events_of_year(services, work, view, user_id, year), key=lambda e: e.at)
        pictures = pictures_of_year(services, work, view, user_id, year)
        texts = {one.month: one for one in work.club_chronicles.texts_of_year(view.club.id, year)}
    return view, ClubChronicle(
        year,
        tuple(range(last, first - 1, -1)),
        tuple(chapters_of(view, year, events, pictures, texts)),
    )


def load_years(
    services: Services, club_id: int, user_id: int | None
) -> tuple[ClubView, tuple[int, int]]:
    """Club with the first and the last year of its chronicle, for members. Raises `NoSuchClub`."""
    view = load_club(services, club_id, user_id)
    if not view.may(Permission.READ):
        raise NoSuchClub
    first, last = (month_of(one, view.club)[:4] for one in (view.club.founded_at, current_time()))
    return view, (int(first), int(last))


def load_text(
    services: Services, club_id: int, user_id: int | None, month: str
) -> tuple[ClubView, ChapterText | None]:
    """Club and its own words about a month, for writers. Raises `NoSuchClub` for other users and
    for a month that takes no words.
    """
    view = load_club(services, club_id, user_id)
    year = int(month[:4]) if month[:4].isdecimal() else 0
    if not view.may(Permission.CHRONICLE) or month not in months_of(view.club, year):
        raise NoSuchClub
    with services.store.read() as work:
        texts = work.club_chronicles.texts_of_year(view.club.id, year)
    return view, next((one for one in texts if one.month == month), None)


def chapters_of(
    view: ClubView,
    year: int,
    events: Sequence[Event],
    pictures: Sequence[ChroniclePicture],
    texts: Mapping[str, ChapterText],
) -> Iterator[Chapter]:
    """Months of the year with something to tell. Writers get all months of the club."""
    club, writes = view.club, view.may(Permission.CHRONICLE)
    own, seen = defaultdict(list), defaultdict(list)
    for event in events:
        own[month_of(event.at, club)].append(event)
    for picture in pictures:
        seen[month_of(picture.photograph.made_at, club)].append(picture)
    for month in months_of(club, year):
        if writes or month in own or month in seen or month in texts:
            yield Chapter(month, tuple(own[month]), tuple(seen[month]), texts.get(month))


def months_of(club: Club, year: int) -> tuple[str, ...]:
    """Months of a year from the founding of the club to the present one."""
    first, last = month_of(club.founded_at, club), month_of(current_time(), club)
    months = (f"{year:04}-{month:02}" for month in range(1, 13))
    return tuple(one for one in months if first <= one <= last)


def month_of(moment: str, club: Club) -> str:
    """Month of a time in the zone of the club, "2026-06"."""
    local = datetime.fromisoformat(moment).astimezone(ZoneInfo(club.zone))
    return f"{local:%Y-%m}"


# ---------------------------------------------------------------------- events
def events_of_year(
    services: Services, work: UnitOfWork, view: ClubView, user_id: int | None, year: int
) -> Iterator[Event]:
    """Events of a year and of the days around it; the time zone decides their month."""
    club, (since, until) = view.club, around(year)
    yield Event(club.founded_at, say("The club is founded", "Se funda el club"))
    yield from evenings(work, club, since, min(until, current_time()))
    long_games = [key for key, box in services.shelf.items() if not box.card.is_battle]
    ended = work.club_games.ended_between(club.id, since, until, MOST_GAMES)
    begun = work.club_games.begun_between(club.id, long_games, since, until, MOST_GAMES)
    seats = work.seats.of_games([*{one.id for one in (*begun, *ended)}])
    known = known_games(services, work, view, (*begun, *ended), user_id, seats)
    parents = work.games.by_id([*{one.parent_id for one in known if one.parent_id}])
    for game in known:
        title = title_of(services, game, parents)
        if user_id is None and has_private_names(
            services.shelf, game, parents.get(game.parent_id or 0)
        ):
            seats[game.id] = with_initials(seats.get(game.id, ()))
        yield from events_of_game(services, game, title, seats.get(game.id, ()))


def around(year: int) -> tuple[str, str]:
    """Bounds in UTC that contain the year in every time zone."""
    return f"{year - 1:04}-12-31T00:00:00.000Z", f"{year + 1:04}-01-02T00:00:00.000Z"


def evenings(work: UnitOfWork, club: Club, since: str, until: str) -> Iterator[Event]:
    """Dates that took place, with the number of members who came."""
    dates = work.club_dates.dates_between(club.id, since, until)
    counts = work.club_dates.count_guests(one.id for one in dates)
    for date in dates:
        came = counts.get(date.id, 0)
        says = [as_is(date.place)] if date.place else []
        if came:
            says.append(say("{n:member+s} came", "{n:miembro+s} en la cita", n=came))
        yield Event(date.starts_at, as_is(date.title), tuple(says))


def events_of_game(
    services: Services, game: records.Game, title: Say, seats: Sequence[records.Seat]
) -> Iterator[Event]:
    """Sign-up and beginning of a campaign or contest, and the end of each game."""
    box, page = services.box(game), f"/games/{game.address}"
    if not box.card.is_battle:
        link, told = f"{page}/front", f"{page}/chronicle"
        if game.begun_at != game.first_turn_at:
            says = say("The sign-up of {what} opens", "Se abre la inscripción: {what}", what=title)
            yield Event(game.begun_at, says, (box.card.title,), link, chronicle=told)
        if game.first_turn_at:
            says = say("{what} begins", "Empieza: {what}", what=title)
            yield Event(game.first_turn_at, says, (box.card.title,), link, chronicle=told)
    if game.status != "over":
        return
    result = result_headline(box, game, seats)
    if box.card.is_battle:
        names = tuple(as_is(one.name) for one in seats if one.name and not one.is_of_referees)
        with_names = (say("{who}", "{who}", who=names),) if names else ()
        yield Event(game.moved_at, title, (result, *with_names), page, f"{page}/report")
    else:
        says = say("{what} ends", "Termina: {what}", what=title)
        link, told = f"{page}/front", f"{page}/chronicle"
        yield Event(game.moved_at, says, (result,), link, chronicle=told)


def title_of(services: Services, game: records.Game, parents: Mapping[int, records.Game]) -> Say:
    """Own title of a game, or its scenario; that of a child battle names its campaign or
    contest.
    """
    card = services.box(game).card
    scenario = card.scenario(game.scenario)
    own = as_is(game.title) if game.title else scenario.title if scenario else card.title
    parent = parents.get(game.parent_id or 0)
    if parent is None:
        return own
    return say("{whole}: {part}", "{whole}: {part}", whole=title_of(services, parent, {}), part=own)


# ---------------------------------------------------------------------- pictures
def pictures_of_year(
    services: Services, work: UnitOfWork, view: ClubView, user_id: int | None, year: int
) -> tuple[ChroniclePicture, ...]:
    """Photographs of the battles of campaigns and contests that the viewer may see."""
    found = work.club_chronicles.photographs(view.club.id, *around(year), MOST_PICTURES)
    games = work.games.by_id([*{one.game_id for one in found}])
    known = addresses_of(known_games(services, work, view, games.values(), user_id))
    return tuple(ChroniclePicture(one, known[one.game_id]) for one in found if one.game_id in known)


def addresses_of(games: Iterable[records.Game]) -> dict[int, str]:
    return {one.id: one.address for one in games}
