"""Clubs, armies and honours of a user, as far as a viewer may know them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from app.kernel.say import Say
from app.services.container import Services
from app.services.watch.player_record import is_public
from app.store import records
from app.store.clubs import Club
from app.store.transactions import UnitOfWork

MOST_ARMIES, MOST_HONOURS = 20, 20


class ListedArmy(msgspec.Struct, frozen=True):
    """Public army with the title of its game."""

    army: records.Army
    box_title: Say


class WonGame(msgspec.Struct, frozen=True):
    """Contest or campaign that the user has won."""

    game: records.Game
    scenario_title: Say


class PlayerFacts(msgspec.Struct, frozen=True):
    """Clubs, public armies, and contests and campaigns won by a user."""

    clubs: tuple[Club, ...] = ()
    armies: tuple[ListedArmy, ...] = ()
    honours: tuple[WonGame, ...] = ()


def load_facts(services: Services, user: records.User, viewer_id: int | None) -> PlayerFacts:
    """Facts of a user for a viewer. Anonymous visitors read no clubs and no armies."""
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
) -> Iterator[WonGame]:
    """Contests and campaigns won by a user. Others read the public ones, and none of a user with a
    private record.
    """
    is_own = viewer_id == user.id
    if user.record_hidden and not is_own:
        return
    for key, box in services.shelf.items():
        if box.card.is_battle:
            continue
        for game in work.games.over_of(user.id, MOST_HONOURS, box=key, result="won"):
            scenario = box.card.scenario(game.scenario)
            if is_own or (is_public(game) and not game.is_private):
                yield WonGame(game, scenario.title if scenario else box.card.title)
