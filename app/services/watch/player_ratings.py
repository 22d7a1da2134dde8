"""Ratings of a player as another user may see them: present figures, their course, and battles."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from app.kernel.rating import Rating
from app.kernel.rating_periods import TABLE, WEB, WeeklyRating, rating_before, weekly_course
from app.kernel.say import Say, as_is
from app.services.container import Services, current_time
from app.services.errors import NoSuchGame, NoSuchPerson
from app.services.people.initials import initials_of, user_for_reader
from app.services.people.permissions import may_watch
from app.services.time.weeks import week_of
from app.services.watch.reliability import Reliability, load_reliability
from app.services.watch.side_titles import side_title
from app.store import records
from app.store.ratings import RatedBattle
from app.store.transactions import UnitOfWork

MOST_BATTLES = 15
"""Battles on a page."""
FEWEST_HIDDEN = 3
"""Opponents with hidden ratings whose battles show together."""


class PresentRating(msgspec.Struct, frozen=True):
    """Rating of a player in a game and pool, with the idle weeks since the last battle."""

    box: str
    pool: str
    title: Say
    rating: Rating


class ListedBattle(msgspec.Struct, frozen=True):
    """Finished rated battle as a viewer may know it.

    `opponent`, `address` and `side` are empty if the viewer may not see the game. `change` and
    `rating` are None if they would tell the opponent's hidden rating.
    """

    battle: RatedBattle
    opponent: str = ""
    opponent_id: int | None = None
    address: str = ""
    title: Say = as_is("")
    side: Say = as_is("")
    change: float | None = None
    rating: Rating | None = None

    @property
    def is_private(self) -> bool:
        return not self.address


class RatingPage(msgspec.Struct, frozen=True):
    """Ratings of a player in one game and pool.

    `is_hidden` is true if only the player sees them, and `is_own` for the player's own page. A
    viewer who may not see them gets no figures. `until` is the end of the last battle listed if
    there are more. `others` are the games and pools in which the player has a rating.
    """

    person: records.User
    box: str
    pool: str
    title: Say
    is_own: bool
    is_hidden: bool
    now: Rating | None
    course: tuple[WeeklyRating, ...]
    battles: tuple[ListedBattle, ...]
    until: str
    others: tuple[PresentRating, ...]
    reliability: Reliability | None


def may_see_ratings(person_id: int, viewer: int | None, is_hidden: bool) -> bool:
    """CAR-RAT-05: Hidden ratings are only visible to their player."""
    return not is_hidden or person_id == viewer


def shown_weeks(
    known: Sequence[WeeklyRating], hidden: Mapping[int, frozenset[int]]
) -> list[WeeklyRating]:
    """CAR-RAT-06: A week shows to others once its change mixes no hidden rating of an opponent, or
    those of three. `hidden` are the opponents with hidden ratings, by week. Weeks left out count
    with the next one that shows.
    """
    shown, mixed = [], set[int]()
    for one in known:
        mixed |= hidden.get(one.week, frozenset())
        if len(mixed) in (0, *range(FEWEST_HIDDEN, len(mixed) + 1)):
            shown.append(one)
            mixed = set()
    return shown


def weeks_with_effects(
    known: Sequence[WeeklyRating], shown: Sequence[WeeklyRating]
) -> frozenset[int]:
    """Weeks whose battles show their effects to others: neither they nor the week before are left
    out.
    """
    weeks = {one.week for one in shown}
    before = [None, *(one.week for one in known)]
    return frozenset(
        one.week
        for one, last in zip(known, before, strict=False)
        if one.week in weeks and (last is None or last in weeks)
    )


def load_rating_page(
    services: Services,
    person_id: int,
    box: str,
    viewer: int | None,
    before: str = "",
    pool: str = WEB,
) -> RatingPage:
    """Ratings of a player in a game, with the battles that ended before a time; "" for the last
    ones.

    Raises `NoSuchPerson` or `NoSuchGame`.
    """
    if box not in services.shelf or pool not in (WEB, TABLE):
        raise NoSuchGame
    with services.store.read() as work:
        person = work.users.find_user(person_id)
        if person is None:
            raise NoSuchPerson
        is_hidden = person_id in work.ratings.hidden_among([person_id])
        is_visible = may_see_ratings(person_id, viewer, is_hidden)
        every = work.ratings.of_player(person_id, box, pool) if is_visible else []
        hidden = work.ratings.hidden_opponents([person_id]) if person_id != viewer else {}
        known = shown_weeks(every, hidden.get((person_id, box, pool), {}))
        effects = weeks_with_effects(every, known)
        battles = (
            work.ratings.battles_of_player(person_id, box, pool, MOST_BATTLES + 1, before)
            if is_visible
            else []
        )
        shown = battles[:MOST_BATTLES]
        return RatingPage(
            user_for_reader(person, viewer),
            box,
            pool,
            services.shelf[box].card.title,
            person_id == viewer,
            is_hidden,
            _present(known[-1]) if known else None,
            tuple(weekly_course(known, week_of(current_time()))),
            tuple(_listed(services, work, shown, viewer, effects)),
            shown[-1].ended_at if len(battles) > MOST_BATTLES else "",
            _ratings_of(services, work, person_id, viewer) if is_visible else (),
            load_reliability(work, person_id) if viewer is not None else None,
        )


def load_present_ratings(
    services: Services, person_id: int, viewer: int | None
) -> tuple[PresentRating, ...]:
    """Ratings of a player in all games; empty if the viewer may not see them."""
    with services.store.read() as work:
        is_hidden = person_id in work.ratings.hidden_among([person_id])
        if not may_see_ratings(person_id, viewer, is_hidden):
            return ()
        return _ratings_of(services, work, person_id, viewer)


def show_ratings(services: Services, user_id: int, *, to_everybody: bool) -> None:
    """Show the ratings of a user to all visitors, or only to the user."""
    with services.store.write() as work:
        work.ratings.set_hidden(user_id, "" if to_everybody else current_time())
        work.commit()


def shown_rating(work: UnitOfWork, user_id: int, box: str) -> Rating | None:
    """Present rating of a user on this site as all visitors see it (CAR-RAT-05, CAR-RAT-06), for
    rules with a public outcome. None without one.
    """
    if user_id in work.ratings.hidden_among([user_id]):
        return None
    hidden = work.ratings.hidden_opponents([user_id]).get((user_id, box, WEB), {})
    known = shown_weeks(work.ratings.of_player(user_id, box), hidden)
    return _present(known[-1]) if known else None


def _present(last: WeeklyRating) -> Rating:
    """Present rating. A battle of this week counts at once; the week is over on Monday."""
    week = week_of(current_time())
    return last.rating if last.week == week else rating_before(last, week)


def _ratings_of(
    services: Services, work: UnitOfWork, person_id: int, viewer: int | None
) -> tuple[PresentRating, ...]:
    last = work.ratings.last_of_player(person_id)
    hidden = work.ratings.hidden_opponents([person_id]) if person_id != viewer else {}
    for box, pool in [(box, pool) for _, box, pool in hidden if (box, pool) in last]:
        every = work.ratings.of_player(person_id, box, pool)
        shown = shown_weeks(every, hidden[person_id, box, pool])
        if shown:
            last[box, pool] = shown[-1]
        else:
            del last[box, pool]
    return tuple(
        PresentRating(box, pool, services.shelf[box].card.title, _present(one))
        for (box, pool), one in last.items()
        if box in services.shelf
    )


def _listed(
    services: Services,
    work: UnitOfWork,
    battles: Sequence[RatedBattle],
    viewer: int | None,
    effects: frozenset[int],
) -> list[ListedBattle]:
    """Battles as the viewer may know them, with effects in the weeks `effects`."""
    ids = [one.game_id for one in battles]
    games, seats = work.games.by_id(ids), work.seats.of_games(ids)
    opponents = {one.opponent for one in battles}
    mixed = {
        player
        for (player, _, _), weeks in work.ratings.hidden_opponents(opponents).items()
        if player != viewer and any(others - {viewer} for others in weeks.values())
    }
    hidden = {*work.ratings.hidden_among(opponents), *mixed}
    return [
        _listed_battle(
            services,
            one,
            games[one.game_id],
            seats[one.game_id],
            viewer,
            hidden,
            has_effect=one.week in effects,
        )
        if may_watch(games[one.game_id], seats[one.game_id], viewer, one.game_id)
        else ListedBattle(one)
        for one in battles
    ]


def _listed_battle(
    services: Services,
    battle: RatedBattle,
    game: records.Game,
    seats: Sequence[records.Seat],
    viewer: int | None,
    hidden: Collection[int],
    *,
    has_effect: bool,
) -> ListedBattle:
    other = next((one for one in seats if one.user_id == battle.opponent), None)
    own = next((one for one in seats if one.user_id == battle.player), seats[0])
    tells = other is not None and may_see_ratings(
        battle.opponent, viewer, battle.opponent in hidden
    )
    left = next((one for one in seats if one.seat != own.seat), own)
    box = services.box(game)
    scenario = box.card.scenario(game.scenario)
    name = (other or left).name or ""
    return ListedBattle(
        battle,
        name if viewer is not None else initials_of(name),
        other.user_id if other else None,
        game.address,
        as_is(game.title) if game.title else scenario.title if scenario else as_is(""),
        as_is("") if battle.battle else side_title(box, game, own.side),
        battle.change if tells and has_effect else None,
        Rating(battle.opponent_rating, battle.opponent_deviation) if tells else None,
    )
