"""Pairing of wishes for an opponent: all pairs that fit, with their tables, in one transaction."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Sequence

from app.kernel.matchmaking import Pairing, Wish, pair_wishes
from app.kernel.say import say
from app.kernel.scenario_options import chosen_options
from app.services.background_worker import SECOND, BackgroundWorker
from app.services.container import Services, current_time, require_account, require_game
from app.services.notify import notifications
from app.services.notify.outbox import Message
from app.services.play import child_battles, game_setup, lobby, new_tables, wish_rules
from app.services.play.wish_ends import end_unseen_wishes
from app.services.play.wish_facts import WISHES, Pool, load_pool
from app.store import records
from app.store.database_errors import DatabaseUnavailable
from app.store.transactions import UnitOfWork

WORKER = "opponents worker"
PAUSE_AFTER_ERROR = 600.0  # seconds for which two wishes are not paired after an error

log = logging.getLogger(__name__)


class PairingFailed(Exception):
    """Error while the table of two wishes was opened; `wishes` are their numbers."""

    def __init__(self, wishes: frozenset[int]):
        super().__init__(f"wishes {sorted(wishes)} could not be paired")
        self.wishes = wishes


def pair_waiting_wishes(
    services: Services,
    *,
    without: Collection[frozenset[int]] = (),
    only: frozenset[int] | None = None,
) -> list[int]:
    """Pair all wishes that fit, and open their tables in one transaction. Returns their numbers.

    Wishes named together in `without` are not paired. With `only`, the numbers of two wishes, these
    two are paired at once if they fit. Raises `PairingFailed`, and then nothing is written.
    """
    with services.store.read() as work:
        if not make_pairs(load_pool(services, work), without, only):
            return []
    with services.store.write() as work:
        work.take_turns(WISHES)
        pool = load_pool(services, work)
        made = make_pairs(pool, without, only)
        games = [_open_table(services, work, one) for one in made]
        note_waits(work, made)
        work.commit()
        begun = work.games.by_id([game.id for game in games])
    for game in begun.values():
        if game.number:
            services.publish_moves(game.id, game.number)
    return sorted(begun)


def make_pairs(
    pool: Pool, without: Collection[frozenset[int]] = (), only: frozenset[int] | None = None
) -> list[Pairing]:
    """Pairs to be made now: those of which a wish has waited long enough, or is a live one."""
    wishes = [one for one in pool.wishes if only is None or one.number in only]
    is_due = {one.number: only is not None or is_wish_due(one) for one in wishes}
    return pair_wishes(wishes, pool.players, pool.scenarios, is_due, without)


def is_wish_due(wish: Wish) -> bool:
    """True for a live wish, and for one that has waited `HOLD_MINUTES`."""
    return wish_rules.LIVE in wish.paces or wish.waited_hours * 60 >= wish_rules.HOLD_MINUTES


def _open_table(services: Services, work: UnitOfWork, pairing: Pairing) -> records.Game:
    numbers = frozenset(one.number for one in pairing.wishes)
    try:
        return open_paired_table(services, work, pairing)
    except DatabaseUnavailable:
        raise
    except Exception as error:  # an error of one pair must not stop the others
        raise PairingFailed(numbers) from error


def open_paired_table(services: Services, work: UnitOfWork, pairing: Pairing) -> records.Game:
    """Open the table of two wishes, with both players seated. The caller commits."""
    first = pairing.wishes[0]
    box, plot = lobby.scenario_of(services, first.box, pairing.scenario)
    options = chosen_options(box.card.options, {*lobby.usual_options(box), *plot.options_on})
    per_side = dict.fromkeys(pairing.sides, 1)
    game_id = new_tables.add_game(
        work,
        box,
        plot,
        per_side,
        opened_by=None,
        options=options,
        visibility="open",
        spectators=True,
        title="",
        terms=game_setup.agreed_terms(box, plot.key, options, {}, "", {}, per_side),
        clock=wish_rules.PACES[pairing.pace].clock,
        rated=pairing.is_rated,
        club_id=pairing.club or None,
    )
    for wish, side in zip(pairing.wishes, pairing.sides, strict=True):
        lobby.take_seat(services, work, game_id, side, wish.owner, "", {})
        minutes = round(wish.waited_hours * 60)
        work.opponent_wishes.add_found_game(
            game_id, wish.owner, pairing.pace, minutes, current_time()
        )
    child_battles.begin_if_complete(services, work, game_id)
    game = require_game(work.games.find_game(game_id))
    _notify_players(services, work, game, pairing)
    return game


def _notify_players(
    services: Services, work: UnitOfWork, game: records.Game, pairing: Pairing
) -> None:
    """Notify both players of their opponent, once for each game."""
    box = services.box(game)
    for wish, other in zip(pairing.wishes, pairing.wishes[::-1], strict=True):
        opponent = require_account(work.users.find_user(other.owner))
        title = notifications.title_of(box, game)
        message = Message(
            "opponent",
            say(
                "An opponent for you: {name}, {game}",
                "Tienes rival: {name}, {game}",
                name=opponent.name,
                game=title,
            ),
            (box.card.title, wish_rules.PACES[pairing.pace].title),
            f"/games/{game.address}",
            game.id,
            named=opponent.name,
            nameless=say("An opponent for you: {game}", "Tienes rival: {game}", game=title),
        )
        notifications.notify_member(work, wish.owner, "opponent", f"opponent:{game.id}", message)


def note_waits(work: UnitOfWork, made: Sequence[Pairing]) -> None:
    """The wait of a paired wish begins again."""
    for number in {wish.number for one in made for wish in one.wishes}:
        work.opponent_wishes.update_wish(number, waits_since=current_time())


class WishWorker(BackgroundWorker):
    """Worker that pairs wishes every minute, and ends those of members who are not seen.

    Several server processes may do this in parallel; they take turns.
    """

    NAME, REST = WORKER, wish_rules.SWEEP_MINUTES * 60.0
    FIRST = SECOND

    def __init__(self, services: Services):
        super().__init__()
        self._services = services
        self._resting: dict[frozenset[int], float] = {}

    def round(self) -> float:
        self.sweep()
        return self.REST

    def sweep(self) -> list[int]:
        """Pair all wishes that fit; return the numbers of their games."""
        now = time.monotonic()
        self._resting = {pair: until for pair, until in self._resting.items() if until > now}
        end_unseen_wishes(self._services)
        while True:
            try:
                return pair_waiting_wishes(self._services, without=self._resting)
            except PairingFailed as failed:
                log.exception("wishes %s could not be paired", sorted(failed.wishes))
                self._resting[failed.wishes] = now + PAUSE_AFTER_ERROR
