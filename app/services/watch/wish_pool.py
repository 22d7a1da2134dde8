"""Page of wishes: own wishes, who waits for what, what one change would find, when games begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec

from app.kernel.contract import Game
from app.kernel.matchmaking import Wish, obstacles, one_change
from app.kernel.say import Say, say
from app.services.container import Services, current_time
from app.services.play.opponent_wishes import load_visible_pool
from app.services.play.wish_facts import Pool
from app.services.play.wish_rules import LIVE, PACES
from app.services.time.availability import parse_time, time_text
from app.store.opponent_wishes import OpponentWish
from app.store.transactions import UnitOfWork

WEEKS = 8
FEWEST_WAITS = 10
"""Found games from which a usual wait is named."""
MINUTES_OF_DAY = 24 * 60
EITHER_SIDE = say("either side", "cualquier bando")


class WishedSeat(msgspec.Struct, frozen=True):
    """Scenario of a wish, with the side, or with "either side"."""

    scenario: Say
    side: Say


class ListedWish(msgspec.Struct, frozen=True):
    """Wish that waits, as a viewer may know it. `name` and `user_id` are only for members.

    `live_until` is the end of the live pace, "" without it. `fits` is true if it fits a wish of the
    viewer. `club` is the name of the club whose members are wanted, "" for all players.
    """

    id: int
    title: Say
    seats: tuple[WishedSeat, ...]
    paces: tuple[Say, ...]
    live_until: str
    languages: tuple[str, ...]
    language_required: bool
    strength: str
    welcomes_newcomers: bool
    rated: bool
    waits_since: str
    name: str = ""
    user_id: int | None = None
    is_newcomer: bool = False
    fits: bool = False
    club: str = ""


class OneChange(msgspec.Struct, frozen=True):
    """Change of a wish of the viewer that would find a game at once.

    `key` names the point, `says` the new choice, and `other` is the wish that it finds.
    """

    wish_id: int
    other: ListedWish
    key: str
    says: Say


class OwnWish(msgspec.Struct, frozen=True):
    """Wish of the viewer. `playing` counts unfinished games found, of all own wishes.

    `nine_in_ten_days` is the wait that nine of ten such wishes did not exceed; 0 if too few are
    known.
    """

    listed: ListedWish
    stored: OpponentWish
    playing: int
    is_waiting: bool
    nine_in_ten_days: int
    changes: tuple[OneChange, ...]


class Beginnings(msgspec.Struct, frozen=True):
    """Public games begun in the last weeks, by weekday in a time zone; Monday is first. `most` are
    the weekdays with the most games. `hour` is the usual hour, None without games.
    """

    by_day: tuple[int, ...]
    most: tuple[int, ...]
    hour: int | None

    @property
    def count(self) -> int:
        return sum(self.by_day)


class WishPage(msgspec.Struct, frozen=True):
    """Page of wishes for a viewer."""

    own: tuple[OwnWish, ...]
    waiting: tuple[ListedWish, ...]
    beginnings: Beginnings


def load_wish_page(services: Services, viewer: int | None, zone: str) -> WishPage:
    """Own wishes and those that wait. Blocks and hidden ratings of others do not show in it."""
    with services.store.read() as work:
        pool = load_visible_pool(services, work, viewer)
        own = [one for one in pool.wishes if one.owner == viewer]
        others = [one for one in pool.wishes if one.owner != viewer and pool.is_waiting(one)]
        users = work.users.users_by_id(one.owner for one in others) if viewer is not None else {}
        listed = {
            one.number: msgspec.structs.replace(
                listed_wish(services, work, pool, one),
                name=users[one.owner].name if one.owner in users else "",
                user_id=one.owner if one.owner in users else None,
                fits=any(not obstacles(mine, one, pool.players, pool.scenarios) for mine in own),
            )
            for one in others
        }
        since = time_text(parse_time(current_time()) - timedelta(weeks=WEEKS))
        return WishPage(
            tuple(
                own_wish(
                    services, work, pool, one, [(other, listed[other.number]) for other in others]
                )
                for one in own
            ),
            tuple(listed.values()),
            beginnings_of(work.opponent_wishes.beginnings(since), zone),
        )


def listed_wish(services: Services, work: UnitOfWork, pool: Pool, wish: Wish) -> ListedWish:
    """Wish in words, without its owner."""
    club = work.clubs.find_club(wish.club) if wish.club else None
    box, stored = services.shelf[wish.box], pool.stored[wish.number]
    since = parse_time(current_time()) - timedelta(hours=wish.waited_hours)
    return ListedWish(
        wish.number,
        box.card.title,
        seats_in_words(box, wish.seats),
        tuple(PACES[one].title for one in wish.paces),
        stored.live_until if LIVE in wish.paces else "",
        wish.languages,
        wish.is_language_required,
        wish.strength,
        wish.welcomes_newcomers,
        wish.is_rated,
        time_text(since),
        is_newcomer=pool.players[wish.owner].is_newcomer,
        club=club.name if club else "",
    )


def seats_in_words(box: Game, seats: Sequence[tuple[str, str]]) -> tuple[WishedSeat, ...]:
    """Scenarios of a wish in the order of the game, each with its side."""
    found = []
    for scenario in box.card.scenarios:
        sides = [one for one in scenario.sides if (scenario.key, one.key) in seats]
        if sides:
            side = sides[0].title if len(sides) == 1 else EITHER_SIDE
            found.append(WishedSeat(scenario.title, side))
    return tuple(found)


def own_wish(
    services: Services,
    work: UnitOfWork,
    pool: Pool,
    wish: Wish,
    others: Sequence[tuple[Wish, ListedWish]],
) -> OwnWish:
    changes = []
    for other, listed in others:
        found = one_change(wish, other, pool.players, pool.scenarios)
        if found is not None:
            says = change_in_words(services, wish, found[1], found[0])
            changes.append(OneChange(wish.number, listed, found[0], says))
    return OwnWish(
        listed_wish(services, work, pool, wish),
        pool.stored[wish.number],
        pool.players[wish.owner].playing,
        pool.is_waiting(wish),
        usual_wait_days(work, wish),
        tuple(changes),
    )


def change_in_words(services: Services, wish: Wish, changed: Wish, key: str) -> Say:
    """New choice of a changed wish."""
    if key == "game":
        return services.shelf[changed.box].card.title
    if key == "seat":
        added = [seat for seat in changed.seats if seat not in wish.seats]
        [seat, *_] = seats_in_words(services.shelf[changed.box], added)
        return say(
            "{scenario}: {side}", "{scenario}: {side}", scenario=seat.scenario, side=seat.side
        )
    if key == "pace":
        return PACES[changed.paces[-1]].title
    if key == "count":
        return say("{n} games at once", "{n} partidas a la vez", n=changed.at_once)
    return CHANGES[key]


CHANGES = {
    "club": say("players outside the club too", "también jugadores de fuera del club"),
    "language": say("another language too", "también otro idioma"),
    "strength": say("another strength too", "también otro nivel"),
    "newcomer": say("a newcomer too", "también un recién llegado"),
    "recent": say("a recent opponent again", "otra vez un rival reciente"),
}


def usual_wait_days(work: UnitOfWork, wish: Wish) -> int:
    """Days that nine of ten games of this kind took to be found; 0 if too few are known."""
    since = time_text(parse_time(current_time()) - timedelta(weeks=WEEKS))
    waits = sorted(work.opponent_wishes.waits(wish.box, wish.paces[0], since))
    if len(waits) < FEWEST_WAITS:
        return 0
    return waits[len(waits) * 9 // 10] // MINUTES_OF_DAY + 1


def beginnings_of(times: Sequence[str], zone: str) -> Beginnings:
    """Beginnings by weekday and their usual hour, in a time zone."""
    local = [datetime.fromisoformat(one).astimezone(ZoneInfo(zone or "UTC")) for one in times]
    days = Counter(one.weekday() for one in local)
    by_day = tuple(days[day] for day in range(7))
    most = max(by_day)
    on_top = [one for one in local if days[one.weekday()] == most]
    hours = Counter(one.hour for one in on_top)
    return Beginnings(
        by_day,
        tuple(day for day, count in enumerate(by_day) if count == most) if most else (),
        max(hours, key=lambda hour: (hours[hour], -hour)) if hours else None,
    )
