"""Invariants of every battle after each move of random players and bots, and in turned and mirrored
positions.
"""

import random
from collections import Counter
from itertools import combinations

import msgspec
import pytest

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.evolve import evolve
from app.games.heart_of_africa.figures import (
    base,
    is_attendant,
    is_hidden,
    is_vessel,
    visible_figures,
)
from app.games.heart_of_africa.shooting import fire_phase, modifiers, resolution, targets
from app.games.heart_of_africa.state import SHOOTING, Battle, Figure, Orders
from app.kernel import headless_games, monkey, record
from app.kernel.contract import Setup
from app.kernel.dice import LoadedDice, Roll
from app.kernel.seats import SPECTATOR, Viewer
from app.kernel.space import plane

SCENARIOS = ("encounter", "ambush", "planned_attack", "raid")
replace = msgspec.structs.replace


def steps(played):
    """Every event with the battle before and after it."""
    battle = None
    for move in played.moves:
        for event in move.events:
            if type(event) not in GAME.card.events:
                continue
            after = evolve(battle, event)
            yield battle, event, after
            battle = after


def monkeys_battle(key, moves=90):
    """The first moves of a monkeys' battle of a scenario."""
    scenario = next(one for one in GAME.card.scenarios if one.key == key)
    return headless_games.play_game(
        GAME, headless_games.plain_setup(scenario), monkey.any_order, f"property/{key}", moves
    )


def figures_are_conserved(played):
    """No figure appears or vanishes: it is on the table, off it with a reason, or still to come.

    Figures that are gone stay gone.
    """
    everybody = None
    for before, _, after in steps(played):
        everybody = everybody or set(after.figures)
        assert set(after.figures) == everybody
        for key, figure in after.figures.items():
            assert not (figure.fate and figure.at is not None), key
            if before is not None and before.figures[key].fate:
                assert figure.fate == before.figures[key].fate, key
    battle = played.tables[-1].state
    assert sum(bool(figure.fate) for figure in battle.figures.values()) <= len(everybody)


def no_figure_exceeds_its_allowance(played):
    for before, event, _ in steps(played):
        if (
            isinstance(event, e.FigureMoved)
            and before.hand is not None
            and "exited" not in event.did
        ):
            hand = before.hand
            allowed = hand.own.get(event.figure, (hand.open, hand.difficult))[
                event.rate == "difficult"
            ]
            assert allowed is not None, event
            assert event.length <= allowed + 0.06, (
                event.length,
                allowed,
                event.rate,
            )  # a snap onto the enemy is 0.05 at most past it


def bases_never_overlap_when_an_activation_is_over(played):
    """Pairs of figures that both stand as at the last look are not compared again."""
    stood: dict[str, Figure] = {}
    for _, event, after in steps(played):
        if not isinstance(event, (e.ActivationEnded, e.StoodStill)):
            continue
        standing = {
            figure.id: figure
            for figure in visible_figures(after)
            if not is_attendant(figure) and not figure.aboard and not figure.roof
        }
        new = {key for key, figure in standing.items() if stood.get(key) is not figure}
        bases = {key: base(figure) for key, figure in standing.items()}
        for one, other in combinations(standing.values(), 2):
            if (one.id in new or other.id in new) and may_not_overlap(one, other):
                a, b = bases[one.id], bases[other.id]
                assert plane.base_gap(a, b) > 0 or not plane.bases_overlap(
                    a if a.is_hull else replace(a, radius=max(a.radius - 0.03, 0.01)), b
                ), (one.id, other.id)
        stood = standing


def may_not_overlap(one: Figure, other: Figure) -> bool:
    return one.room == other.room and not (is_vessel(one) and is_vessel(other))


def bases_stay_on_the_table(played):
    battle = played.tables[-1].state
    for figure in visible_figures(battle):
        assert (
            -0.001 <= figure.at[0] <= battle.land.width + 0.001
            and -0.001 <= figure.at[1] <= battle.land.depth + 0.001
        ), figure.id


def every_owed_test_is_rolled_cancelled_or_falls_with_its_unit_once(played):
    owed, done, broken = Counter(), Counter(), set()
    for _, event, _ in steps(played):
        match event:
            case e.TestsOwed():
                owed.update(test.unit for test in event.tests)
            case e.MoraleRolled():
                done[event.test.unit] += 1
                if event.result == "broken":
                    broken.add(event.test.unit)
            case e.TestCancelled():
                done[event.test.unit] += 1
            case e.TurnOver():
                for unit, number in owed.items():
                    assert done[unit] == number or unit in broken, (unit, number, done[unit])
                owed, done, broken = Counter(), Counter(), set()


def the_record_holds(played):
    """Replay gives the state, everything survives JSON, each order decided again with its own dice
    brings about the same.
    """
    assert headless_games.record_faults(GAME, played_seed(played), played) == []
    battle = played.tables[-1].state
    assert msgspec.json.decode(msgspec.json.encode(battle), type=Battle) == battle


def played_seed(played):
    return f"property/{played.tables[-1].scenario}"


def views_never_hold_what_lies_hidden(played):
    """Another place of the other side's ambushers changes nothing that a viewer sees or is
    offered.
    """
    for number in range(2, len(played.tables), 9):
        battle = played.tables[number].state
        for seat, side in battle.seats.items():
            hidden = [
                figure
                for figure in battle.figures.values()
                if figure.side != side and is_hidden(battle, figure) and figure.at is not None
            ]
            if not hidden:
                continue
            twin = replace(
                battle,
                figures={
                    **battle.figures,
                    **{
                        figure.id: replace(
                            figure,
                            at=(round(72 - figure.at[0], 3), figure.at[1]),
                            facing=(figure.facing + 90) % 360,
                            smoke=3,
                        )
                        for figure in hidden
                    },
                },
            )
            viewer = Viewer(seat, side)
            assert GAME.view(battle, viewer) == GAME.view(twin, viewer)
            assert GAME.view(battle, SPECTATOR) == GAME.view(twin, SPECTATOR)
            assert record.to_json(GAME.view(battle, viewer).battle) == record.to_json(
                GAME.view(twin, viewer).battle
            )


LAWS = (
    figures_are_conserved,
    no_figure_exceeds_its_allowance,
    bases_never_overlap_when_an_activation_is_over,
    bases_stay_on_the_table,
    every_owed_test_is_rolled_cancelled_or_falls_with_its_unit_once,
    the_record_holds,
    views_never_hold_what_lies_hidden,
)


@pytest.mark.parametrize("moves", [60, pytest.param(90, marks=pytest.mark.proof)])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_battle_of_monkeys_keeps_every_law(scenario, moves):
    played = monkeys_battle(scenario, moves)
    assert len(played.moves) > 50
    for law in LAWS:
        law(played)


def shooting_positions(most=8):
    """Positions of a bots' battle of musketmen in which a side may shoot."""
    stock = {
        "scenario": "encounter",
        "points": 200,
        "year": 1876,
        "peoples": {"A": {"list": "zanzibaris"}, "B": {"list": "egyptians"}},
        "table": {"region": "savannah", "seed": 3},
    }
    game = headless_games.play_game(
        GAME,
        Setup("encounter", {"A": "A", "B": "B"}, (), stock),
        lambda g, view, luck: g.bot(view, luck),
        "fire",
        220,
    )
    found = [
        table.state
        for table in game.tables
        if table.state is not None
        and table.state.step == SHOOTING
        and table.state.shooting.queue is None
    ]
    yield from found[:most]


@pytest.fixture(scope="module")
def firing():
    return [
        battle
        for battle in shooting_positions()
        if any(targets.lawful_targets(battle, figure).targets for figure in visible_figures(battle))
    ]


@pytest.mark.slow
def test_the_order_of_fire_does_not_matter(firing):
    """The same dice for the same shooters kill the same figures in any order of resolution."""
    tried = 0
    for battle in firing:
        shots = {side: [] for side in ("A", "B")}
        for figure in visible_figures(battle):
            lawful = targets.lawful_targets(battle, figure).targets
            if lawful and figure.type not in (
                "machine_gun",
                "artillery",
                "gunboat",
                "muzzle_loading_cannon",
            ):
                shots[figure.side].append(fire_phase.Shot(figure.id, (lawful[0],)))
        fallen = set()
        for seed in range(3):
            chance = random.Random(seed)
            orders = {
                side: Orders(tuple(chance.sample(some, len(some))), (), True)
                for side, some in shots.items()
            }
            dice = LoadedDice(
                [
                    Roll("shot", shot.figure, 6, 1 + (hash_of(shot.figure) % 6))
                    for some in shots.values()
                    for shot in some
                ]
                + [
                    Roll("save", figure, 6, 1 + hash_of(figure) % 6)
                    for figure in battle.figures
                    for _ in range(6)
                ]
            )
            after = replace(battle.with_shooting(orders=orders), passed=("A", "B"))
            for _ in range(40):
                for event in resolution.resolve(after, dice):
                    after = evolve(after, event)
                if not after.pending:
                    break
                after = replace(after, pending=after.pending[1:])
            fallen.add(
                tuple(
                    sorted(
                        key
                        for key, figure in after.figures.items()
                        if figure.fate and not battle.figures[key].fate
                    )
                )
            )
        tried += sum(map(len, shots.values())) > 1
        assert len(fallen) == 1
    assert tried


def hash_of(key):
    """A number of a name that is the same in every run."""
    return sum(ord(letter) * (place + 3) for place, letter in enumerate(key))


def mirrored(battle):
    """The whole table turned by half a circle."""
    width, depth = battle.land.width, battle.land.depth

    def over(point):
        return None if point is None else (round(width - point[0], 3), round(depth - point[1], 3))

    def piece(one):
        return replace(
            one,
            outline=tuple(map(over, one.outline)),
            crest=tuple(map(over, one.crest)) if one.crest else None,
            top_edge=tuple(map(over, one.top_edge)),
            high=tuple(map(over, one.high)),
            path=tuple(map(over, one.path)),
            flow=tuple(-part for part in one.flow) if one.flow else None,
        )

    def work(one):
        return replace(one, line=tuple(map(over, one.line)), at=over(one.at))

    figures = {
        key: replace(
            figure,
            at=over(figure.at),
            began=over(figure.began),
            fell=over(figure.fell),
            facing=(figure.facing + 180) % 360,
            faced=None if figure.faced is None else (figure.faced + 180) % 360,
        )
        for key, figure in battle.figures.items()
    }
    charges = tuple(
        replace(charge, begun=over(charge.begun), faced=(charge.faced + 180) % 360)
        for charge in battle.movement.charges
    )
    fires = tuple(
        replace(fire, origin=over(fire.origin), burning=tuple(map(over, fire.burning)))
        for fire in battle.fires
    )
    land = replace(
        battle.land,
        pieces=tuple(map(piece, battle.land.pieces)),
        works=tuple(map(work, battle.land.works)),
    )
    return replace(
        battle.with_movement(charges=charges),
        land=land,
        figures=figures,
        fires=fires,
        wind=None if battle.wind is None else (battle.wind + 180) % 360,
    )


@pytest.mark.slow
def test_turning_the_table_changes_no_verdict(firing):
    for battle in firing:
        if any(work.rect for work in battle.land.works):
            continue
        turned = mirrored(battle)
        for figure in visible_figures(battle):
            here, there_ = (
                targets.lawful_targets(battle, figure),
                targets.lawful_targets(turned, turned.figures[figure.id]),
            )
            assert (set(here.targets), here.priority) == (set(there_.targets), there_.priority), (
                figure.id
            )
            for key in here.targets[:2]:
                assert modifiers.tally(battle, figure, battle.figures[key]) == modifiers.tally(
                    turned, turned.figures[figure.id], turned.figures[key]
                )
