"""Offers equal the accepted orders, along whole games of random players and bots."""

import contextlib
import json
import random
from typing import Any, NamedTuple

import msgspec
import pytest

from app.games.cry_havoc import GAME
from app.games.cry_havoc.state import SETUP, Battle
from app.kernel import headless_games, monkey
from app.kernel.contract import Marks
from app.kernel.dice import LoadedDice, Roll
from app.kernel.offers import Offer
from app.kernel.record import read_events, read_order, to_json
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR, Viewer
from app.kernel.table import after_all

SCENARIOS = [pytest.param(scenario, id=scenario.key) for scenario in GAME.card.scenarios]
OPTIONS = ("limited_ammunition", "surrender_and_ransom")


def tables(scenario, choose, seed, most, options=()):
    played = headless_games.play_game(
        GAME, headless_games.plain_setup(scenario, options), choose, seed, most
    )
    return [table for table in played.tables[1:] if table.state.winners is None]


def some_tables(scenario, many=12):
    """Positions from a game of bots and one of random players; few of the deployment."""
    found = tables(scenario, lambda game, view, chance: game.bot(view, chance), "bots", 160)
    found += tables(scenario, monkey.any_order, "monkeys", 120, OPTIONS)
    chance = random.Random(scenario.key)
    begun = [table for table in found if table.state.step != SETUP]
    return chance.sample(begun, min(many, len(begun))) + found[:3]


def decided(state, order, seat, dice=None):
    return GAME.decide(
        state, order, seat, dice or LoadedDice(Roll("", "", 0, 1 + n % 10) for n in range(60))
    )


@pytest.fixture(scope="module", params=SCENARIOS)
def positions(request):
    return some_tables(request.param)


class Question(NamedTuple):
    """A seat that owes a decision in a position, its view and its offers."""

    state: Battle
    seat: str
    view: Any
    offers: tuple[Offer, ...]


@pytest.fixture(scope="module")
def questions(positions):
    found = []
    for table in positions:
        for owed in GAME.waiting_for(table.state):
            view = GAME.view(table.state, Viewer(owed.seat, table.seats[owed.seat]))
            found.append(Question(table.state, owed.seat, view, GAME.offers(view)))
    return found


def test_offered_orders_are_accepted_and_refused_ones_are_not(questions):
    for state, seat, _, offers in questions:
        for offer in offers:
            if offer.asks:
                continue
            if offer.is_live:
                decided(state, offer.order, seat)
            else:
                with pytest.raises(Refused) as refused:
                    decided(state, offer.order, seat)
                assert offer.no[0].rule in {refusal.rule for refusal in refused.value.refusals}, (
                    offer
                )


def test_every_path_in_reach_is_accepted(questions):
    chance = random.Random("ways")
    for state, seat, view, offers in questions:
        asked = [offer for offer in offers if offer.is_live and offer.asks]
        for offer in chance.sample(asked, min(6, len(asked))):
            order = monkey.filled_offer(GAME, view, offer, chance)
            if order is not None:
                decided(state, order, seat)


def test_a_dry_run_agrees_with_the_decision(questions):
    for _, _, view, offers in questions:
        for offer in offers[:40]:
            if not offer.asks:
                assert bool(GAME.assess(view, offer.order).no) == (not offer.is_live), offer


def test_orders_survive_json(questions):
    for _, _, _, offers in questions:
        for offer in offers:
            posted = msgspec.json.encode(offer.order)
            assert read_order(GAME, posted) == offer.order
            assert read_order(GAME, json.loads(posted)) == offer.order


def test_spectators_get_no_offers_and_the_other_side_only_cover(positions):
    for table in positions:
        assert GAME.offers(GAME.view(table.state, SPECTATOR)) == ()
        owing = {owed.seat for owed in GAME.waiting_for(table.state)}
        for seat, side in table.seats.items():
            if seat not in owing:
                found = GAME.offers(GAME.view(table.state, Viewer(seat, side)))
                assert {type(offer.order).__name__ for offer in found} <= {"SetCover"}


def test_the_page_is_available_to_every_viewer(positions):
    for table in positions:
        for viewer in (SPECTATOR, *(Viewer(seat, side) for seat, side in table.seats.items())):
            view = GAME.view(table.state, viewer)
            summary = GAME.summary(view)
            GAME.drawing(view, Marks(), "es")
            for said in (
                GAME.moment(table.state).phase,
                *(piece.says for piece in summary.pieces),
                *(wants for _, wants in summary.victory),
            ):
                assert said.in_("en")
                assert said.in_("es")
        for owed in GAME.waiting_for(table.state):
            assert owed.says.in_("en") != owed.says.in_("es")


def test_orders_that_name_nonsense_are_refused(positions):
    """Any order of the right shape gets a refusal or valid events. One with unknown names always
    gets a refusal.
    """
    chance = random.Random("nonsense")
    for table in positions[:4]:
        units, hexes = [*table.state.units, "nobody"], ["0101", "0507", "9999", "2216"]
        for kind in GAME.card.orders:
            for _ in range(6):
                order = nonsense(kind, units, hexes, chance)
                for seat in table.seats:
                    with contextlib.suppress(Refused):
                        happened = tuple(decided(table.state, order, seat))
                        assert read_events(GAME, to_json(happened)) == happened
                        assert GAME.waiting_for(
                            after_all(GAME, table, happened).state
                        ) or GAME.outcome(after_all(GAME, table, happened).state)
                    if msgspec.structs.fields(kind):
                        with pytest.raises(Refused):
                            decided(table.state, nonsense(kind, ["nobody"], ["9999"], chance), seat)


def nonsense(kind, units, hexes, chance):
    """Order of that kind with random names and places."""
    facts = {}
    for field in msgspec.structs.fields(kind):
        facts[field.name] = drawn(field.name, str(field.type), units, hexes, chance)
    return kind(**facts)


def drawn(field, shape, units, hexes, chance):
    if field in ("path", "places"):
        return tuple(chance.choices(hexes, k=chance.randint(0, 3)))
    if field == "pair":
        return tuple(chance.choices(units, k=2))
    if field == "paths":
        return tuple((chance.choice(units), " ".join(chance.choices(hexes, k=2))) for _ in range(2))
    if field == "steps":
        return tuple(
            f"{chance.choice(('forward', 'pivot', 'backward', 'jump'))}:{chance.choice(hexes)}"
            for _ in range(2)
        )
    if shape.startswith("tuple"):
        return tuple(chance.choices(units, k=chance.randint(0, 3)))
    if "int" in shape and "str" not in shape:
        return chance.randint(-2, 5)
    if "bool" in shape:
        return chance.random() < 0.5
    if field in ("to", "rear", "front", "reins_at", "let_go_at", "target_hex"):
        return chance.choice(hexes)
    if field in ("cover", "window"):
        return chance.choice(("outside", "N", "nowhere"))
    return chance.choice(units)
