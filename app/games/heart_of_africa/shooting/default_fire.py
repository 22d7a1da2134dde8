"""Default fire of a side: an order for each figure that can still have one, at its first target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.games.heart_of_africa.figures import visible_figures
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.shooting import (
    ability_to_shoot,
    fire_phase,
    guns,
    single_shots,
    targets,
    torches,
)
from app.games.heart_of_africa.shooting.targets import Lawful
from app.games.heart_of_africa.shooting.weapons import weapon
from app.games.heart_of_africa.state import Battle, Shot
from app.kernel.refusal import Refusal, found_in


def by_heart(battle: Battle, side: str) -> tuple[Shot, ...]:
    """Every figure of the side that can shoot and has no order yet, at its first target."""
    able = [
        figure
        for figure in visible_figures(battle, side)
        if weapon(battle, figure).range and not standing_in_the_way(battle, figure, side)
    ]
    return volley_of(battle, able, lawful_of(battle, able), side)


def standing_in_the_way(battle: Battle, figure: Figure, side: str) -> tuple[Refusal, ...]:
    """Everything that keeps a figure from a further order, given the orders already written."""
    written = fire_phase.written_by(battle, side)
    return found_in(
        ability_to_shoot.unable(battle, figure),
        single_shots.once_a_turn(battle, figure, written.shots),
        single_shots.one_of_the_file(battle, figure, written.shots),
        torches.instead_of_shot(battle, figure, written.torches),
    )


def lawful_of(battle: Battle, able: Sequence[Figure]) -> dict[str, Lawful]:
    """The lawful targets of each, worked out together."""
    return dict(targets.lawful_all(battle, able)) if able else {}


def usual_shot(battle: Battle, figure: Figure, law: Lawful) -> Shot:
    """The usual order of a figure: its first target. A machine gun gets up to six targets next to
    each other.
    """
    first = law.targets[0]
    if figure.type != guns.MACHINE_GUN:
        return Shot(figure.id, (first,))
    listed = [first]
    for key in law.targets[1:]:
        if len(listed) < guns.SHOTS and not guns.list_refusals(
            battle, figure, [battle.figures[one] for one in (*listed, key)]
        ):
            listed.append(key)
    return Shot(figure.id, tuple(listed))


def volley_of(
    battle: Battle, able: Sequence[Figure], law: Mapping[str, Lawful], side: str
) -> tuple[Shot, ...]:
    """Shots of all figures that can shoot, at their first targets. Of a file only one figure
    shoots.
    """
    shots = list(fire_phase.written_by(battle, side).shots)
    found: list[Shot] = []
    for figure in able:
        if law[figure.id].targets and single_shots.one_of_the_file(battle, figure, shots) is None:
            shot = usual_shot(battle, figure, law[figure.id])
            found.append(shot)
            shots.append(shot)
    return tuple(found)
