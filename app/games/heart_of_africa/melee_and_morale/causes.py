"""HOA-MOR-01 to 10: Causes of morale tests, derived from the facts of the turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.figures import (
    base,
    is_leader,
    is_vessel,
    members,
    placed,
    profile,
    radius,
)
from app.games.heart_of_africa.melee_and_morale import leaders
from app.games.heart_of_africa.pieces import AMBUSH, ON_TABLE, Figure, Unit
from app.games.heart_of_africa.sight import visibility
from app.games.heart_of_africa.state import Battle, Happening, Test
from app.games.heart_of_africa.tables import MORALE, PROFILES
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.space.plane import Base, Point, base_gap, is_within

CAUSES = {row["id"]: row for row in MORALE["causes"]}
THRESHOLDS = tuple((row["max"] or 10_000, row["losses"]) for row in MORALE["casualty_thresholds"])


def opening(battle: Battle, dice: Dice) -> Sequence[Event]:  # noqa: ARG001 no dice
    """Events that list every morale test owed by the turn so far, before any is rolled."""
    owed = tuple(test for unit in in_order(battle) for test in owed_by(battle, unit))
    return (e.TestsOwed(owed),) if owed else ()


def tests_morale(battle: Battle, unit: Unit) -> bool:
    """HOA-MOR-01: Units test, once for each cause. Independent figures, attendants, baggage and
    vessels never do.
    """
    return (
        unit.kind == "troops"
        and unit.where in (ON_TABLE, AMBUSH)
        and not unit.fate
        and any(not is_vessel(figure) for figure in placed(battle, unit.id))
    )


def in_order(battle: Battle) -> list[Unit]:
    """The units that may have to test: the attacker's first, the smallest first by default."""

    def place(unit: Unit) -> tuple[bool, int, int]:
        wished = battle.context.get(f"order of {unit.side}", ())
        return (
            unit.side != battle.attacker,
            wished.index(unit.id) if unit.id in wished else len(wished),
            len(members(battle, unit.id)),
        )

    return sorted((unit for unit in battle.units.values() if tests_morale(battle, unit)), key=place)


def owed_by(battle: Battle, unit: Unit) -> list[Test]:
    """The tests of one unit in the order of the rulebook's list; none while its Charismatic Leader
    prevents them.
    """
    if leaders.is_held_together(battle, unit):
        return []
    return [
        *for_losses(battle, unit),
        *for_ambush(battle, unit),
        *for_pygmies(battle, unit),
        *for_friends(battle, unit, battle.happened),
        *for_key_figures(battle, unit),
        *for_the_whole_army(battle, unit),
    ]


def losses_of_turn(battle: Battle, unit: Unit) -> int:
    """Casualties of the turn from every cause. Figures that leave the table as the scenario asks
    are none.
    """
    left = sum(
        figure.unit == unit.id
        and figure.fate == "exited"
        and figure.fell_in.startswith(f"{battle.turn}:")
        for figure in battle.figures.values()
    )
    return max(0, unit.start - left - len(members(battle, unit.id)))


def threshold(start: int) -> int:
    """HOA-MOR-02: Number of casualties in a turn that causes a test. It is 1 for up to 6 figures at
    its start, 2 up to 12, 3 up to 20, else 4.
    """
    return next(lost for most, lost in THRESHOLDS if start <= most)


def threshold_of(unit: Unit) -> int:
    """The threshold of a unit by its figures at the start of the turn (HOA-MOR-02). Figures that
    joined it since do not raise it.
    """
    return threshold(unit.start - unit.joined)


def for_losses(battle: Battle, unit: Unit) -> Iterator[Test]:
    """HOA-MOR-03: One test for each complete multiple of the threshold of casualties."""
    for _ in range(losses_of_turn(battle, unit) // threshold_of(unit)):
        yield Test(unit.id, "losses")


def for_ambush(battle: Battle, unit: Unit) -> Iterator[Test]:
    """HOA-MOR-04: One test for an enemy ambush that emerged within 8 in of the unit, at most once a
    turn.
    """
    by = next(
        (one.who for one in battle.happened if one.kind == "ambush" and unit.id in one.units), None
    )
    if by is not None:
        yield Test(unit.id, "ambush", by)


def for_pygmies(battle: Battle, unit: Unit) -> Iterator[Test]:
    """HOA-MOR-05: A further test if the ambush that surprised it was of Pygmies."""
    by = next(
        (
            one.who
            for one in battle.happened
            if one.kind == "ambush" and one.pygmy and unit.id in one.units
        ),
        None,
    )
    if by is not None:
        yield Test(unit.id, "pygmy_ambush", by)


def for_friends(battle: Battle, unit: Unit, happened: Iterable[Happening]) -> Iterator[Test]:
    """HOA-MOR-07: A test for each friendly unit wiped out or broken within 12 in and in sight of
    one of its figures.
    """
    for one in happened:
        if (
            one.kind == "unit_lost"
            and one.side == unit.side
            and one.who != unit.id
            and loss_matters(battle, unit, one)
            and saw_it_go(battle, unit, one)
        ):
            yield Test(unit.id, "friend_lost", one.who)


ON_FOOT = 0.4
"""Radius of the base of a figure on foot in inches, for records without radii."""


def saw_it_go(battle: Battle, unit: Unit, lost: Happening) -> bool:
    """True if a figure of the unit was within 12 in of a lost figure, with a clear line to it."""
    reach = CAUSES["friend_lost"]["within"]
    for figure in placed(battle, unit.id):
        for n, place in enumerate(lost.places):
            width = lost.radii[n] if n < len(lost.radii) else ON_FOOT
            if is_within(
                base_gap(base(figure), Base(place, width)), reach
            ) and visibility.see_each_other(battle, fallen_at(battle, lost, place), figure):
                return True
    return False


def fallen_at(battle: Battle, lost: Happening, place: Point) -> Figure:
    """The figure of a lost unit as it stood at a place; one on foot for records without it."""
    for figure in battle.figures.values():
        if figure.unit == lost.who and figure.fell == place:
            return replace(figure, at=place, room=figure.fell_room, roof=figure.fell_roof)
    return Figure("", "spearman", lost.side, at=place)


def loss_matters(battle: Battle, unit: Unit, lost: Happening) -> bool:
    """HOA-MOR-08: No test if every figure lost was worth fewer points than the cheapest of the
    testing unit, attached Leaders left out.
    """
    dearest = max((PROFILES[kind].points for kind in lost.men), default=0)
    cheapest = min(
        (points_of(figure) for figure in members(battle, unit.id) if not is_leader(figure)),
        default=0,
    )
    return dearest >= cheapest


def points_of(figure: Figure) -> int:
    return profile(figure).points


def for_key_figures(battle: Battle, unit: Unit) -> Iterator[Test]:
    """HOA-MOR-09: A test for each Leader, Standard Bearer or Witch Doctor of its side eliminated
    within 18 in, seen or not.
    """
    reach = CAUSES["key_figure_lost"]["within"]
    for one in battle.happened:
        if (
            one.kind != "key_figure_lost"
            or one.side != unit.side
            or one.at is None
            or not concerns_unit(battle, unit, one)
        ):
            continue
        if any(
            is_within(base_gap(base(figure), Base(one.at, fallen_radius(battle, one))), reach)
            for figure in placed(battle, unit.id)
        ):
            yield Test(unit.id, "key_figure_lost", one.by or one.who)


def fallen_radius(battle: Battle, lost: Happening) -> float:
    figure = battle.figures.get(lost.by)
    return radius(figure) if figure is not None else 0.4


def concerns_unit(battle: Battle, unit: Unit, lost: Happening) -> bool:
    """True if the loss concerns the unit. A contingent's standard concerns only that contingent,
    and the main army's not the allies; all other losses concern all.
    """
    if lost.who != "standard_bearer":
        return True
    figure = battle.figures.get(lost.by)
    return (figure.contingent if figure is not None else "") == unit.contingent


def for_the_whole_army(battle: Battle, unit: Unit) -> Iterator[Test]:
    """HOA-MOR-10: A test for captured baggage, and one for a village of its side set on fire, once
    each in a turn, at any distance.
    """
    if any(one.kind == "baggage_captured" and one.side == unit.side for one in battle.happened):
        yield Test(unit.id, "baggage_captured")
    if any(one.kind == "village_lit" and one.side == unit.side for one in battle.happened):
        yield Test(unit.id, "own_village_burnt")


def factor(battle: Battle, unit: Unit) -> int:
    """HOA-MOR-11: The lowest die that passes. A mixed unit has a common one; White Men's bearers
    test as White Men.
    """
    men = members(battle, unit.id)
    known = [
        nerve
        for figure in men
        if not is_leader(figure) and (nerve := morale_of(figure)) is not None
    ]
    return min(known or [nerve for figure in men if (nerve := morale_of(figure)) is not None])


def morale_of(figure: Figure) -> int | None:
    """HOA-SPC-04: A Gun Bearer counts as a figure of its White Man's unit and tests as White Men
    do, also if only bearers are left.
    """
    return PROFILES["white_man"].morale if figure.type == "gun_bearer" else profile(figure).morale
