"""Default fire of a side: an order for each figure that can still have one, at the first target
that it can hit.
"""

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
from app.games.heart_of_africa.shooting.modifiers import HIT, tally
from app.games.heart_of_africa.shooting.odds import at_least
from app.games.heart_of_africa.shooting.targets import Lawful
from app.games.heart_of_africa.shooting.weapons import weapon
from app.games.heart_of_africa.state import Battle, Shot
from app.kernel.refusal import Refusal, found_in


def default_shots(battle: Battle, side: str) -> tuple[Shot, ...]:
    """Every figure of the side that can shoot and has no order yet, at the first target that it can
    hit.
    """
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


def usual_shot(battle: Battle, figure: Figure, law: Lawful) -> Shot | None:
    """The usual order of a figure: its first target that it can hit; None without one. A machine
    gun gets up to six targets next to each other.
    """
    first = next((key for key in law.targets if can_hit(battle, figure, key)), None)
    if first is None:
        return None
    if figure.type != guns.MACHINE_GUN:
        return Shot(figure.id, (first,))
    listed = [first]
    for key in law.targets[law.targets.index(first) + 1 :]:
        if len(listed) < guns.SHOTS and not guns.list_refusals(
            battle, figure, [battle.figures[one] for one in (*listed, key)]
        ):
            listed.append(key)
    return Shot(figure.id, tuple(listed))


def can_hit(battle: Battle, figure: Figure, target: str) -> bool:
    """True if some face of the die hits."""
    return bool(at_least(HIT, tally(battle, figure, battle.figures[target])))


def volley_of(
    battle: Battle, able: Sequence[Figure], law: Mapping[str, Lawful], side: str
) -> tuple[Shot, ...]:
    """Shots of all figures that can shoot, at the first targets that they can hit. Of a file only
    one figure shoots.
    """
    shots = list(fire_phase.written_by(battle, side).shots)
    found: list[Shot] = []
    for figure in able:
        if law[figure.id].targets and single_shots.one_of_the_file(battle, figure, shots) is None:
            shot = usual_shot(battle, figure, law[figure.id])
            if shot is not None:
                found.append(shot)
                shots.append(shot)
    return tuple(found)
