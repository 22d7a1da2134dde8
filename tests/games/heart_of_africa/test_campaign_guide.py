"""Hints of the guided campaign: every decision of a campaign of bots has one, in both languages."""

from __future__ import annotations

import random
import time

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign.orders import CloseCampaign
from app.games.heart_of_africa.campaign.setup import LEARNING
from app.games.heart_of_africa.campaign.state import REFEREE
from app.kernel import headless_games
from app.kernel.contract import Setup
from app.kernel.seats import Viewer

PLAN = next(one for one in CAMPAIGN.card.scenarios if one.key == LEARNING)
SEATS = {one.key: one.key for one in PLAN.sides}
LONGEST_THOUGHT = 1.0  # seconds of processor time for one order of a bot


def test_each_decision_of_the_guided_campaign_is_explained_in_two_sentences():
    met, slowest = {}, 0.0

    def choose(game, view, chance: random.Random):
        nonlocal slowest
        if view.me != REFEREE:
            found = game.hint(view)
            met[str(found.says)] = found
        since = time.process_time()
        order = game.bot(view, chance)
        slowest = max(slowest, time.process_time() - since)
        return order

    for seed in ("one", "two", "three"):
        played = headless_games.play_game(CAMPAIGN, Setup(LEARNING, SEATS), choose, seed, 2_000)
        assert played.outcome is not None, f"the campaign of seed {seed} does not end"
    assert len(met) >= 10, sorted(met)
    for one in met.values():
        for language in ("en", "es"):
            text = f"{one.do.in_(language)} {one.says.in_(language)}"
            assert text.count(". ") + text.endswith(".") == 2, text
        assert one.rule in CAMPAIGN.rulebook
    assert slowest < LONGEST_THOUGHT


def test_a_guided_campaign_has_eight_players_and_twelve_turns():
    assert PLAN.guided and sum(one.competes for one in PLAN.sides) == 8
    terms = CAMPAIGN.agreement.settled(LEARNING, {}, {}, random.Random(1))
    assert terms["last_year"] - terms["first_year"] + 1 == 6  # two turns a year
    other = CAMPAIGN.agreement.settled("campaign", {}, {}, random.Random(1))
    assert other["last_year"] - other["first_year"] > 6


def test_a_player_who_waits_is_told_what_comes_and_a_spectator_is_not():
    state = CAMPAIGN.evolve(None, CAMPAIGN.new_game(Setup(LEARNING, SEATS), None)[0])
    assert CAMPAIGN.hint(CAMPAIGN.view(state, Viewer("p1", "p1"))).rule == "HOA-CMP-04"
    assert CAMPAIGN.hint(CAMPAIGN.view(state, Viewer())) is None
    assert CAMPAIGN.hint(CAMPAIGN.view(state, Viewer(REFEREE, REFEREE))) is None


def test_expeditions_of_bots_have_different_names():
    names = []

    def choose(game, view, chance: random.Random):
        if view.me == REFEREE:
            names.append([one.people for one in view.season.players.values()])
            return CloseCampaign()
        return game.bot(view, chance)

    headless_games.play_game(CAMPAIGN, Setup(LEARNING, SEATS), choose, "names", 40)
    [named] = names
    assert len(named) == 8 and len(set(filter(None, named))) == sum(map(bool, named))
