"""Summary of a move by the stages of its assaults; the film has an address for each
(AFB-ASL-11).
"""

from itertools import groupby

import pytest
from msgspec.structs import replace

from app.games.africa_1859 import GAME
from app.games.africa_1859 import events as e
from app.games.africa_1859.event_summary import attacker_of, stages_of, summary_items
from app.games.africa_1859.procedures import Assault, Roles
from app.kernel.event_summary import Met
from app.kernel.headless_games import plain_setup, play_game
from app.kernel.log_lines import of_the_box
from app.kernel.seats import SPECTATOR
from tests.games.africa_1859.positions import unit, war_of

SCENARIOS = {one.key: one for one in GAME.card.scenarios}


def by_the_bot(game, view, chance):
    """Order of the bot."""
    return game.bot(view, chance)


@pytest.fixture(scope="module")
def met():
    """Events of a battle of bots."""
    played = play_game(GAME, plain_setup(SCENARIOS["morabito"]), by_the_bot, "stages", 400)
    return of_the_box(GAME, played.moves, played.tables, lambda _: 1)


ASSAULT = Assault("S", "c_morabito", "c_camino", "c_camino", ("s_a",), (), Roles())


def rolled(*purposes, stack=(ASSAULT,)):
    """Events of one move: the designations of an assault, then dice."""
    war = replace(war_of(unit("s_a", "line", "c_camino")), stack=stack)
    dice = (e.Rolled(purpose, "", 3) for purpose in purposes)
    return [Met(1, "S", 1, war, one) for one in (e.Revealed("c_morabito", {}, {}), *dice)]


def purposes(part):
    """Purposes of the dice of a part."""
    return [one.event.purpose for one in part if isinstance(one.event, e.Rolled)]


def test_each_stage_of_an_assault_is_a_part():
    dice = (
        "horse_charger",
        "horse_target",
        "check",
        "screen_attacker",
        "support_fire",
        "vanguard_fire",
        "clash_attacker",
        "clash_defender",
        "check",
        "victor",
    )
    assert [purposes(part) for part in stages_of(rolled(*dice))] == [
        [],
        ["horse_charger", "horse_target", "check"],
        ["screen_attacker"],
        ["support_fire", "vanguard_fire"],
        ["clash_attacker", "clash_defender"],
        ["check", "victor"],
    ]


def test_a_stage_belongs_to_the_attacker_even_if_the_defender_began_it(met):
    """The marker of a stage names the side of the assault, not that of the last answer."""
    stages = list(stages_of(rolled("support_fire", "clash_attacker", "clash_defender")))
    assert [attacker_of(part) for part in stages] == ["S", "S", "S"]
    assert attacker_of(rolled("fire", stack=())[1:]) == ""
    by_defender = {one.number for one in met if one.side != attacker_of([one]) != ""}
    assert by_defender
    assert all(
        item.side == attacker_of([one])
        for one in met
        for item in summary_items([one], SPECTATOR)
        if attacker_of([one])
    )


def test_an_assault_is_drawn_from_the_space_of_the_attacker(met):
    """The defender sees on the board where an assault comes from."""
    begun = [one for one in met if isinstance(one.event, e.Struck)]
    assert begun
    for one in begun:
        assault = one.before.stack[-1]
        (item,) = summary_items([one], SPECTATOR)
        assert (item.way[0], item.way[-1]) == (assault.start, assault.space)
        assert str(item.says).startswith("Assault on ")
        assert " from " in str(item.says)


def test_a_move_without_an_assault_is_one_part():
    assert len(list(stages_of(rolled("fire", "check", stack=())[1:]))) == 1


def test_the_stages_tell_each_die_and_each_move_once(met):
    items = summary_items(met, SPECTATOR)
    assert sum(len(item.throws) for item in items) == sum(
        isinstance(one.event, e.Rolled) for one in met
    )
    numbers = [item.move for item in items]
    assert numbers == sorted(numbers)
    assert max(len(list(its)) for _, its in groupby(numbers)) > 2
