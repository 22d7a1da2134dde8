"""Demonstration games between bots: battles on the start page, and campaigns that a user opens."""

from __future__ import annotations

from collections.abc import Iterator

from app.kernel.bot_strengths import best_of, kind_of_bot
from app.kernel.contract import Game, Scenario
from app.kernel.game_setup import NOTHING_YET
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.play import game_setup, new_tables
from app.services.play.lobby import (
    begun_if_full,
    first_battle,
    options_of_scenario,
    scenario_of,
    seat_bots,
    usual_options,
)
from app.services.watch.game_lists import battle_boxes
from app.store import records
from app.store.database_errors import DatabaseUnavailable
from app.store.transactions import UnitOfWork

DEMONSTRATIONS_LOCK = 4717  # lock number for opening demonstrations


def open_demo(
    services: Services, box: str, scenario: str, after: records.Game | None = None
) -> records.Game:
    """Open a demonstration game between bots; `after` is the previous demonstration of this
    kind.
    """
    found, plot = scenario_of(services, box, scenario)
    with services.store.write() as work:
        work.take_turns(DEMONSTRATIONS_LOCK)
        alike = battle_boxes(services) if found.card.is_battle else (box,)
        newest = work.games.demo_game(alike)
        if newest is not None and (after is None or newest.id != after.id):
            return newest  # another process was faster
        options = options_of_scenario(found, plot, usual_options(found))
        game_id = new_tables.add_game(
            work,
            found,
            plot,
            opened_by=None,
            options=options,
            visibility="open",
            spectators=True,
            title="",
            is_demo=True,
            terms=game_setup.agreed_terms(found, scenario, options, NOTHING_YET, "", NOTHING_YET),
        )
        offered = found.card.bot_strengths
        seat_bots(work, game_id, kind_of_bot(offered, best_of(offered)), is_demo=True)
        return begun_if_full(services, work, game_id)


def guided_campaigns(services: Services) -> Iterator[tuple[Game, Scenario]]:
    """Long games with a guided scenario, and that scenario. It ends after a few turns."""
    for box in services.shelf.values():
        lesson = first_battle(box)
        if lesson.guided and not box.card.is_battle:
            yield box, lesson


def campaign_of_bots(services: Services, key: str = "") -> records.Game:
    """Running campaign of bots in the box with this key, or in the first one; a new one if it has
    ended. Raises `NoSuchGame` without a guided campaign.
    """
    known = guided_campaigns(services)
    found = next((one for one in known if key in ("", one[0].card.key)), None)
    if found is None:
        raise NoSuchGame
    box, lesson = found
    with services.store.read() as work:
        last = work.games.demo_game((box.card.key,))
        if last is not None and last.status == "running" and not is_damaged(services, work, last):
            return last
    return open_demo(services, box.card.key, lesson.key, after=last)


def is_damaged(services: Services, work: UnitOfWork, game: records.Game) -> bool:
    """True for a game whose record cannot be read."""
    try:
        services.histories.of(work, services.box(game), game)
    except DatabaseUnavailable:
        raise
    except Exception:  # noqa: BLE001 an unreadable record must not stop the other bots
        return True
    return False
