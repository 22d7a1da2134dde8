"""Positions, orders and loaded dice for the tests of Africa 1859-60."""

import pytest
from msgspec.structs import replace

from app.games.africa_1859.beginning import position
from app.games.africa_1859.data_file import NEWEST, VERSIONS
from app.games.africa_1859.evolve import fold
from app.games.africa_1859.sequence import decide, default_answer
from app.games.africa_1859.state import Leader, Phase, Terms, Unit
from app.kernel.dice import LoadedDice
from app.kernel.refusal import Refused

DATA = VERSIONS[NEWEST]


def unit(key, kind, at, **more):
    """Unit with its full steps unless `steps` are given."""
    row = DATA.kinds[kind]
    return Unit(key, kind, row.side, at, **{"steps": row.steps, **more})


def leader(key, at, **more):
    """Leader of the data file, or a counter 0/0."""
    side = DATA.leaders[key].side if key in DATA.leaders else key[5].upper()
    return Leader(key, side, at, **more)


def war_of(*counters, side="S", turn=1, on="castillejos", scenario="", storm=False, **more):
    """Position with these counters at the beginning of a phase. `on` names the map."""
    on = DATA.scenarios[scenario].map if scenario else on
    terms = Terms(NEWEST, on, scenario, **more.pop("terms", {}))
    standing = more.pop("standing", {})
    stack = [one for one in counters if isinstance(one, Unit)]
    led = [one for one in counters if isinstance(one, Leader)]
    war = position(terms, stack, led, Phase(turn, side, storm=storm), **more)
    return replace(war, standing=standing)


def given(war, *ordered, dice=(), seat=""):
    """Position after orders; questions between them get their answer by the order or by default."""
    loaded = LoadedDice.faces(*dice)
    for order in ordered:
        war = fold(war, decide(war, order, seat or seat_to_act(war), loaded))
    assert not loaded.left, "dice are left over"
    return war


def seat_to_act(war):
    """Seat of the side that is asked, or of the active side."""
    return war.stack[-1].side if war.stack else war.phase.side


def by_default(war, *dice):
    """Position after the default answer to the open question."""
    return given(war, default_answer(war), dice=dice)


def refused(war, order, seat=""):
    """Rules that refuse the order."""
    with pytest.raises(Refused) as found:
        decide(war, order, seat or seat_to_act(war), LoadedDice())
    return {one.rule for one in found.value.refusals}


def places_of(war, *keys):
    """Places of counters."""
    return [war.counter(key).at for key in keys]
