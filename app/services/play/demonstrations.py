"""Demonstration games between bots."""

from __future__ import annotations

from app.kernel.bot_strengths import kind_of_bot
from app.kernel.game_setup import NOTHING_YET
from app.services.container import Services
from app.services.play import game_setup, new_tables
from app.services.play.lobby import (
    begun_if_full,
    options_of_scenario,
    scenario_of,
    seat_bots,
    usual_options,
)
from app.store import records

DEMO = 4717  # lock number for opening demonstrations


def open_demo(
    services: Services, box: str, scenario: str, after: records.Game | None = None
) -> records.Game:
    """Open a demonstration game between bots; `after` is the previous demonstration."""
    found, plot = scenario_of(services, box, scenario)
    with services.store.write() as work:
        work.take_turns(DEMO)
        newest = work.games.demo_game()
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
        seat_bots(work, game_id, kind_of_bot(found.card.bot_strengths), is_demo=True)
        return begun_if_full(services, work, game_id)
