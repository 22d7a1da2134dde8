"""Sandboxes: the imagined battle holds what its viewer knows, with the codes of the game."""

from __future__ import annotations

import msgspec
import pytest

from app.games.heart_of_africa import fog
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.pieces import AMBUSH
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.state import Battle
from app.kernel.seats import Viewer
from tests.contract.conftest import played

KEY = GAME.card.key
pytestmark = pytest.mark.slow


def viewers(position):
    return [Viewer(seat, side) for seat, side in position.seats.items()]


def twins_of(state: Battle, side: str) -> Battle:
    """Same battle with other hidden units of the other side: elsewhere, stronger, of other
    kinds.
    """
    change = msgspec.structs.replace
    other = {"A": "B", "B": "A"}[side]
    hidden_units = {
        key for key, unit in state.units.items() if unit.side == other and unit.where == AMBUSH
    }
    figures = {
        key: change(
            figure,
            at=(1.0, 1.0) if figure.at and figure.unit in hidden_units else figure.at,
            facing=17.0,
            smoke=1,
        )
        if figure.side == other
        and (figure.unit in hidden_units or (figure.at is None and not figure.fate))
        else figure
        for key, figure in state.figures.items()
    }
    units = {
        key: change(unit, marker=True, behind=True, activation="moved")
        if key in hidden_units
        else unit
        for key, unit in state.units.items()
    }
    works = tuple(
        change(
            work,
            kind={"stake_trap": "dummy_trap", "dummy_trap": "stake_trap"}.get(work.kind, work.kind),
        )
        if work.owner == other and not work.shown
        else work
        for work in state.land.works
    )
    land = Land(
        **{name: getattr(state.land, name) for name in Land.__struct_fields__} | {"works": works}
    )
    stores = dict(state.conditions.stores) | {other: {"stake_trap": 9}}
    plans = {one: plan for one, plan in state.plans.items() if one != other}
    orders = {
        one: written
        for one, written in state.shooting.orders.items()
        if one != other or state.shooting.queue is not None or written.sealed
    }
    state = state.with_conditions(stores=stores).with_shooting(orders=orders)
    return change(state, figures=figures, units=units, land=land, plans=plans)


def test_battles_that_differ_in_hidden_units_are_imagined_as_equal():
    differing = 0
    for game in played(KEY):
        for position in game.tables[5::45]:
            for viewer in viewers(position):
                if position.state.ending:
                    continue
                twin = twins_of(position.state, viewer.side)
                differing += twin != position.state
                told = [
                    repr(GAME.imagined(GAME.view(world, viewer)))
                    for world in (position.state, twin)
                ]
                assert told[0] == told[1]
    assert differing


def test_hidden_units_are_absent_and_unidentified_traps_real():
    found = 0
    for game in played(KEY):
        for position in game.tables[1::5]:
            for viewer in viewers(position):
                view = GAME.view(position.state, viewer)
                imagined = GAME.imagined(view)
                unseen = {
                    key
                    for key, figure in position.state.figures.items()
                    if figure.side != viewer.side and key not in view.battle.figures
                }
                found += len(unseen)
                assert not unseen & set(imagined.figures)
                assert {figure.unit for figure in imagined.figures.values() if figure.unit} <= set(
                    imagined.units
                )
                assert not any(work.kind == fog.UNKNOWN_TRAP for work in imagined.land.works)
    assert found


def test_every_unit_keeps_in_a_sandbox_the_code_it_has_for_its_viewer_in_the_game():
    """Codes number all units, hidden ones too. A sandbox without hidden units must keep the
    numbers.
    """
    missing = 0
    for game in played(KEY):
        for position in game.tables[1::27]:
            for viewer in viewers(position):
                known = GAME.view(position.state, viewer).battle
                imagined = GAME.imagined(GAME.view(position.state, viewer))
                again = GAME.view(imagined, viewer).battle
                there = [key for key in known.units if key in imagined.units]
                missing += len(known.units) - len(there)
                for key in (*there, *imagined.figures):
                    assert called(imagined, key) == called(known, key) == called(again, key)
    assert missing
