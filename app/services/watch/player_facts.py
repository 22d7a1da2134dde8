"""Clubs, armies and honours of a user, as far as a viewer may know them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from app.kernel.contract import Game
from app.kernel.say import Say, say
from app.kernel.table import table_outcome
from app.services.container import Services
from app.services.people.permissions import seat_of
from app.services.watch.player_record import is_public
from app.services.watch.reliability import Reliability, load_reliability
from app.store import records
from app.store.clubs import Club
from app.store.transactions import UnitOfWork

MOST_ARMIES, MOST_HONOURS = 20, 20
PLACES = (
    say("First place", "Primer puesto"),
    say("Second place", "Segundo puesto"),
    say("Third place", "Tercer puesto"),
)
LAST_PLACE = len(PLACES)


class ListedArmy(msgspec.Struct, frozen=True):
    """Public army with the title of its game."""

    army: records.Army
    box_title: Say


class HonouredGame(msgspec.Struct, frozen=True):
    """Campaign that the user has won, or contest with a place from 1 to `LAST_PLACE`. `is_shared`:
    others have the same place.
    """

    game: records.Game
    scenario_title: Say
    place: int = 1
    is_shared: bool = False

    @property
    def place_title(self) -> Say:
        """Name of the place."""
        return PLACES[self.place - 1]


class PlayerFacts(msgspec.Struct, frozen=True):
    """Clubs, public armies, won campaigns, first places of contests, and reliability of a user."""

    clubs: tuple[Club, ...] = ()
    armies: tuple[ListedArmy, ...] = ()
    honours: tuple[HonouredGame, ...] = ()
    reliability: Reliability | None = None


def load_facts(services: Services, user: records.User, viewer_id: int | None) -> PlayerFacts:
    """Facts of a user for a viewer. Anonymous visitors read honours only."""
    with services.store.read() as work:
        honours = sorted(
            honours_of(services, work, user, viewer_id),
            key=lambda one: (one.game.moved_at, one.game.id),
            reverse=True,
        )[:MOST_HONOURS]
        if viewer_id is None:
            return PlayerFacts(honours=tuple(honours))
        return PlayerFacts(
            tuple(clubs_of(work, user, viewer_id)),
            tuple(armies_of(services, work, user))[:MOST_ARMIES],
            tuple(honours),
            load_reliability(work, user.id),
        )


def clubs_of(work: UnitOfWork, user: records.User, viewer_id: int) -> Iterator[Club]:
    """Clubs of a user that the viewer is in too: only members read the names of members."""
    shared = {one.id for one in work.clubs.clubs_of_user(viewer_id)}
    for club in work.clubs.clubs_of_user(user.id):
        if club.id in shared and not club.archived_at:
            yield club


def armies_of(services: Services, work: UnitOfWork, user: records.User) -> Iterator[ListedArmy]:
    """Public armies of a user, without those that a moderator has removed."""
    for army in work.armies.of_user(user.id):
        if army.sharing == "public" and not army.hidden and army.box in services.shelf:
            yield ListedArmy(army, services.shelf[army.box].card.title)


def honours_of(
    services: Services, work: UnitOfWork, user: records.User, viewer_id: int | None
) -> Iterator[HonouredGame]:
    """Campaigns won by a user, and contests with one of the first places. Others read the public
    ones, and none of a user with a private record.
    """
    is_own = viewer_id == user.id
    if user.record_hidden and not is_own:
        return
    for key, box in services.shelf.items():
        if box.card.is_battle:
            continue
        for result in ("won", "lost") if box.card.kind == "contest" else ("won",):
            for game in work.games.over_of(user.id, MOST_HONOURS, box=key, result=result):
                if is_own or (is_public(game) and not game.is_private):
                    yield from honours_in(services, work, box, game, user.id, result)


def honours_in(
    services: Services, work: UnitOfWork, box: Game, game: records.Game, user_id: int, result: str
) -> Iterator[HonouredGame]:
    """Honour of a user in a finished game; none below the first places."""
    scenario = box.card.scenario(game.scenario)
    title = scenario.title if scenario else box.card.title
    if result == "won":
        yield HonouredGame(game, title, 1, len(game.winners) > 1)
        return
    seat = seat_of(work.seats.for_game(game.id), user_id)
    outcome = table_outcome(box, services.histories.of(work, box, game).now)
    before = 0
    for sides in outcome.places if outcome is not None else ():
        if seat is not None and seat.side in sides and 0 < before < LAST_PLACE:
            yield HonouredGame(game, title, before + 1, len(sides) > 1)
        before += len(sides)
