"""Pages of the battles of a contest, built from a view."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.contests.battle_forms import (
    compared_of,
    decision_form_of,
    dispute_form_of,
    result_form_of,
    stages_of,
    told_by_entrants,
)
from app.games.contests.battle_terms import roles_of_round
from app.games.contests.date_pages import dates_of
from app.games.contests.fog import View
from app.games.contests.names import pairing_title, round_title
from app.games.contests.pairing_reasons import reason_of
from app.games.contests.pairing_words import state_of
from app.games.contests.setup_words import battle_of_round
from app.games.contests.state import Contest, Pairing, seat_of
from app.kernel.contract import Game
from app.kernel.reading_pages import BattlePage
from app.kernel.say import Say, say


def battle_facts(contest: Contest, one: Pairing) -> tuple[Say, ...]:
    """Result or state of a battle, the statements about it, and the reason of its pairing."""
    return (
        say("{state:Aa}.", "{state:Aa}.", state=state_of(contest, one)),
        *told_by_entrants(contest, one),
        say("Pairing: {why}", "Emparejamiento: {why}", why=reason_of(contest, one)),
    )


def battle_page(games: Mapping[str, Game], view: View, one: Pairing) -> BattlePage:
    """Page of a battle."""
    contest, settings = view.contest, view.contest.settings
    return BattlePage(
        one.key,
        pairing_title(contest, one),
        one.round,
        round_title(one.round, contest.form),
        one.entrants,
        state_of(contest, one),
        one.is_open,
        scenario=battle_of_round(settings, games, one.round),
        winner=one.result.winner if one.result else "",
        facts=battle_facts(contest, one),
        result_form=result_form_of(contest, one, view.me),
        is_fought=one.result is not None and not one.result.silent,
        dispute_form=dispute_form_of(contest, one, view.me),
        compared=compared_of(contest, one),
        stages=stages_of(one),
        is_armed=contest.are_lists_open or not settings.needs_lists,
        decision_form=decision_form_of(contest, one, view.me),
        is_reported=one.report is not None,
        roles=roles_of_round(games, settings, one.round),
        dates=dates_of(contest, one, view.me),
        seats=tuple(map(seat_of, one.entrants)) if contest.settings.team_size else (),
        teams=tuple(team.key for team in map(contest.team_of, one.entrants) if team is not None),
    )
