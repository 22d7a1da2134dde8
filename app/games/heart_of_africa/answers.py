"""Questions of a case about a position: visibility, targets, allowances."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from app.games.heart_of_africa import fog
from app.games.heart_of_africa.buildings_and_boats import places_aboard
from app.games.heart_of_africa.figures import figure_of, members, profile
from app.games.heart_of_africa.melee_and_morale import causes
from app.games.heart_of_africa.movement import cohesion, moves
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.shooting import targets, weapons
from app.games.heart_of_africa.sight import smoke, visibility
from app.games.heart_of_africa.state import MORALE, STEPS, Battle
from app.kernel.seats import Viewer

Asked = Mapping[str, Any]


def figure_or_fallen(battle: Battle, key: str) -> Figure:
    """The figure; one that has fallen at its last place."""
    figure = battle.figures[key]
    return replace(figure, at=figure.fell, fate="") if figure.fate else figure


def answer_sight(battle: Battle, asked: Asked) -> dict[str, Any]:
    return {
        "is": visibility.see_each_other(
            battle, figure_or_fallen(battle, asked["from"]), figure_or_fallen(battle, asked["to"])
        )
    }


def sees_standard(battle: Battle, asked: Asked) -> dict[str, Any]:
    standard = figure_of(battle, asked["standard"])
    return {
        "is": any(
            visibility.line_of_sight(battle, figure, standard, standard=True).free
            for figure in members(battle, asked["unit"])
        )
    }


def lawful_targets(battle: Battle, asked: Asked) -> dict[str, Any]:
    lawful = targets.lawful_targets(battle, figure_or_fallen(battle, asked["of"]))
    return {"are": list(lawful.targets), "priority": lawful.priority}


def answer_allowance(battle: Battle, asked: Asked) -> dict[str, Any]:  # noqa: ARG001 of the unit in hand
    hand = battle.hand
    return {"open": hand.open if hand else None, "difficult": hand.difficult if hand else None}


def answer_rate(battle: Battle, asked: Asked) -> dict[str, Any]:
    path = tuple((float(x), float(y)) for x, y in asked["path"])
    return {
        "is": moves.rate_of(
            battle, figure_or_fallen(battle, asked["figure"]), path, asked.get("attack", "")
        )
    }


def in_cohesion(battle: Battle, asked: Asked) -> dict[str, Any]:
    return {"is": cohesion.is_in_cohesion(battle, asked["unit"])}


def answer_tests(battle: Battle, asked: Asked) -> dict[str, Any]:
    """Causes of tests of a unit; before the morale step those owed by the turn so far."""
    listed = [test.cause for test in battle.morale.tests if test.unit == asked["unit"]]
    if battle.step in STEPS and STEPS.index(battle.step) < STEPS.index(MORALE):
        listed += [test.cause for test in causes.owed_by(battle, battle.units[asked["unit"]])]
    return {"causes": listed}


def capacity_left(battle: Battle, asked: Asked) -> dict[str, Any]:
    return {"is": places_aboard.places_left(battle, figure_of(battle, asked["vessel"]))}


def answer_hits(battle: Battle, asked: Asked) -> dict[str, Any]:
    return {"is": figure_of(battle, asked["vessel"]).hits}


def shown_profile(battle: Battle, asked: Asked) -> dict[str, Any]:
    figure = figure_of(battle, asked["figure"])
    row, weapon = profile(figure), weapons.weapon(battle, figure)
    found = {
        "range": weapon.range or None,
        "bonus": weapon.bonus if weapon.range else None,
        "melee": row.melee,
        "open": str(row.open) if row.open else None,
        "difficult": str(row.difficult) if row.difficult else None,
        "morale": row.morale,
        "reload": weapon.reload,
        "points": row.points,
    }
    wanted = asked.get("shows", {})
    same = {"open", "difficult"}
    return {
        "shows": {
            key: wanted.get(key)
            if key in same and dice_text(wanted.get(key)) == dice_text(value)
            else value
            for key, value in found.items()
        }
    }


def dice_text(dice: Any) -> str:
    """A dice expression without the 1 before a single die."""
    text = str(dice or "")
    return text[1:] if text.startswith("1D6") else text


def answer_darkness(battle: Battle, asked: Asked) -> dict[str, Any]:
    return {"is": smoke.is_dark(replace(battle, turn=asked["turn"]))}


def viewer_of(battle: Battle, side: str) -> Viewer:
    return Viewer(next(seat for seat, of in battle.seats.items() if of == side), side)


def visible_to(battle: Battle, asked: Asked) -> dict[str, Any]:
    shown = fog.view(battle, viewer_of(battle, asked["side"])).battle.figures.get(asked["figure"])
    return {"is": shown is not None and shown.at is not None}


def role_of(battle: Battle, asked: Asked) -> dict[str, Any]:
    shown = fog.view(battle, viewer_of(battle, asked["to"])).battle.figures.get(asked["figure"])
    return {"is": (shown.role or shown.type) if shown is not None else None}


def trap_kind(battle: Battle, asked: Asked) -> dict[str, Any]:
    shown = next(
        (
            work
            for work in fog.view(battle, viewer_of(battle, asked["to"])).battle.land.works
            if work.id == asked["trap"]
        ),
        None,
    )
    return {"is": {"stake_trap": "real", "dummy_trap": "dummy"}.get(shown.kind) if shown else None}


ANSWERS: dict[str, Callable[[Battle, Asked], dict[str, Any]]] = {
    "sees": answer_sight,
    "sees_standard": sees_standard,
    "targets": lawful_targets,
    "allowance": answer_allowance,
    "rate": answer_rate,
    "cohesion": in_cohesion,
    "tests": answer_tests,
    "capacity_left": capacity_left,
    "hits": answer_hits,
    "profile": shown_profile,
    "dark": answer_darkness,
    "visible_to": visible_to,
    "role_of": role_of,
    "trap_kind": trap_kind,
}
