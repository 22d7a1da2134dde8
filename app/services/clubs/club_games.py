"""Games of a club: founding them, joining them, and their list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from app.kernel.contract import Card
from app.kernel.refusal import Refusal, refuse_if
from app.services.clubs import game_rules
from app.services.clubs.clubs import ClubView
from app.services.clubs.roles import Permission
from app.services.container import Services
from app.services.errors import NoSuchClub
from app.services.people.blocking import without_blocked_users
from app.services.people.permissions import may_watch
from app.services.watch.agreed_dates import BattleDate, dates_of_games
from app.services.watch.game_list import ListedGame, list_games
from app.store import records
from app.store.clubs import Club
from app.store.transactions import UnitOfWork

MOST_LISTED = 30


class GameDeadline(msgspec.Struct, frozen=True):
    """Deadline of a campaign or contest, with the number of sides that owe a decision until
    then.
    """

    at: str
    listed: ListedGame
    sides: int


class ClubGames(msgspec.Struct, frozen=True):
    """Games on the front page of a club. `deadlines` are the next ones of campaigns and contests,
    by the number of the game. `foundable` are those that the club can found, by key. `ended` are
    finished contests and campaigns, `finished` are finished battles.
    """

    contests: tuple[ListedGame, ...] = ()
    campaigns: tuple[ListedGame, ...] = ()
    battles: tuple[ListedGame, ...] = ()
    ended: tuple[ListedGame, ...] = ()
    finished: tuple[ListedGame, ...] = ()
    deadlines: Mapping[int, GameDeadline] = {}
    foundable: tuple[Card, ...] = ()


def check_founding(
    work: UnitOfWork, club_id: int | None, user_id: int, card: Card, visibility: str
) -> None:
    """Check that the user may found a game of this box for a club. Raises `NoSuchClub` for users
    who are not members, or `Refused`.
    """
    if club_id is None:
        refuse_if(game_rules.club_missing_refusal() if visibility == "club" else None)
        return
    club, roles = work.clubs.find_club(club_id), work.clubs.roles_of_user(club_id, user_id)
    if club is None or not roles:
        raise NoSuchClub
    refuse_if(game_rules.founding_refusal(club, roles, is_long=not card.is_battle))


def founding_clubs(services: Services, user_id: int | None, card: Card) -> tuple[Club, ...]:
    """Clubs for which the user may found a game of this box."""
    if user_id is None:
        return ()
    with services.store.read() as work:
        return tuple(
            club
            for club in work.clubs.clubs_of_user(user_id)
            if game_rules.founding_refusal(
                club, work.clubs.roles_of_user(club.id, user_id), is_long=not card.is_battle
            )
            is None
        )


def outsider_refusal(work: UnitOfWork, game: records.Game, user_id: int) -> Refusal | None:
    """Refusal of a seat, an invitation or an office for a user outside the game's club."""
    roles = work.clubs.roles_of_user(game.club_id, user_id) if game.club_id else frozenset()
    return game_rules.joining_refusal(game, roles)


def load_club_games(services: Services, view: ClubView, user_id: int | None) -> ClubGames:
    """Games of the club for its front page, as the visitor may see them."""
    listed = _list_games(services, view, user_id, (False, True), _kinds(services))
    going_on = tuple(one for one in listed if one.game.status != "over")
    over = tuple(one for one in listed if one.game.status == "over")

    def of_kind(kind: str) -> tuple[ListedGame, ...]:
        return tuple(one for one in going_on if services.box(one.game).card.kind == kind)

    battles = tuple(one for one in over if services.box(one.game).card.is_battle)
    return ClubGames(
        of_kind("contest"),
        of_kind("campaign"),
        of_kind("battle"),
        tuple(one for one in over if not services.box(one.game).card.is_battle),
        battles,
        {one.listed.game.id: one for one in reversed(deadlines_of(services, going_on))},
        tuple(box.card for box in services.shelf.values() if not box.card.is_battle),
    )


def list_club_games(
    services: Services, view: ClubView, user_id: int | None, *, finished: bool = False
) -> tuple[ListedGame, ...]:
    """Games of a club that the viewer may see: contests and campaigns, then battles, each with the
    latest move first. Battles with blocked users are left out.
    """
    return _list_games(services, view, user_id, (finished,), _kinds(services))


def list_long_games(
    services: Services, view: ClubView, user_id: int | None
) -> tuple[ListedGame, ...]:
    """Running contests and campaigns of `list_club_games`."""
    return _list_games(services, view, user_id, (False,), _kinds(services)[:1], ("running",))


def _kinds(services: Services) -> tuple[list[str], list[str]]:
    """Keys of the contests and campaigns, and those of the battles."""
    long_games = [key for key, box in services.shelf.items() if not box.card.is_battle]
    return long_games, [key for key in services.shelf if key not in long_games]


def _list_games(
    services: Services,
    view: ClubView,
    user_id: int | None,
    ends: Iterable[bool],
    kinds: Sequence[list[str]],
    states: Sequence[str] = ("open", "running", "over"),
) -> tuple[ListedGame, ...]:
    """Games of these kinds, finished or not (`ends`), in the order of `list_club_games`. Of the
    latest ones, those in these `states` are listed.
    """
    with services.store.read() as work:
        found = work.club_games.of_club(view.club.id, kinds, MOST_LISTED, ends)
        games = [one for one in found if one.status in states]
        seats = work.seats.of_games([one.id for one in games])
        known = known_games(services, work, view, games, user_id, seats)
        listed = list_games(services, work, known, user_id, seats)
        shown = {one.game.id for one in without_blocked_users(work, listed, user_id)}
    return tuple(one for one in listed if one.game.id in shown or one.game.box in kinds[0])


def known_games(
    services: Services,
    work: UnitOfWork,
    view: ClubView,
    games: Iterable[records.Game],
    user_id: int | None,
    seats: Mapping[int, tuple[records.Seat, ...]] | None = None,
) -> list[records.Game]:
    """Those of these games of a club that the viewer may see, each once. `seats` are those of the
    games, if they are read already.
    """
    found = {one.id: one for one in games if one.box in services.shelf}
    seats = work.seats.of_games([*found]) if seats is None else seats
    is_member = view.may(Permission.READ)
    return [
        one
        for one in found.values()
        if not one.is_private or (is_member and one.club_only)
        if may_watch(one, seats.get(one.id, ()), user_id, one.address)
    ]


def agreed_dates_of(services: Services, listed: Sequence[ListedGame]) -> tuple[BattleDate, ...]:
    """Agreed dates of the battles of these games, the next one first. A date stays until a result
    is stated. A delayed game tells none to its spectators.
    """
    games = [one.game for one in listed if not one.game.delay or one.mine]
    with services.store.read() as work:
        found = list(dates_of_games(services, work, games))
    return tuple(sorted(found, key=lambda one: (one.date.at, one.game.id)))


def deadlines_of(services: Services, games: Sequence[ListedGame]) -> tuple[GameDeadline, ...]:
    """Deadlines of the campaigns and contests among these games, the next one first. A delayed game
    tells none to its spectators.
    """
    long_games = [
        one
        for one in games
        if one.game.status == "running" and not services.box(one.game).card.is_battle
        if not one.game.delay or one.mine
    ]
    with services.store.read() as work:
        clocks = work.clocks.of_games([one.game.id for one in long_games])
    found = []
    for one in long_games:
        sides = Counter(clock.deadline for clock in clocks.get(one.game.id, {}).values())
        found += [GameDeadline(at, one, count) for at, count in sides.items() if at]
    return tuple(sorted(found, key=lambda one: (one.at, one.listed.game.id)))
