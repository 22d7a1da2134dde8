"""CH-MIS: shots: shooters, targets, the die and its results; and the order for the covered side."""

from __future__ import annotations

from app.games.cry_havoc import cover, harm, move_steps, retreats
from app.games.cry_havoc.ammunition import out_of_missiles
from app.games.cry_havoc.events import Shot, Unharmed
from app.games.cry_havoc.evolve import fold
from app.games.cry_havoc.line_of_fire import (
    no_such_window,
)
from app.games.cry_havoc.missile_lines import BOW, Sight, best_sight
from app.games.cry_havoc.missile_targets import BAND_NAMES, legal_target, no_such_hex
from app.games.cry_havoc.occupancy import (
    is_animal,
    is_mounted,
    not_own,
    on_the_map,
    the_ground,
    unable_to_act,
    unit_named,
)
from app.games.cry_havoc.orders import Shoot
from app.games.cry_havoc.state import DEAD, SECOND_FIRE, STUNNED, WOUNDED, Battle, Unit
from app.games.cry_havoc.tables import MISSILES, RANGES, d10
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.refusal import Refusal, Refused, found_in, no, refuse_if
from app.kernel.say import say
from app.kernel.tally import Reason, Tally

RESULTS = {"A": retreats.DRIVEN_BACK, "B": STUNNED, "C": WOUNDED, "D": DEAD}


def may_shoot_first(battle: Battle, unit: Unit) -> Refusal | None:
    """CH-SEQ-04: In the first fire archers and crossbowmen shoot unless they fought since their own
    last phase.
    """
    if battle.step == SECOND_FIRE:
        return None
    if unit.weapon is None:
        return no(
            "CH-SEQ-04",
            "{who} has neither bow nor crossbow.",
            "{who} no lleva arco ni ballesta.",
            who=unit.name,
        )
    if unit.fought:
        return no(
            "CH-SEQ-04",
            "{who} was in close combat and loses the first shot.",
            "{who} estuvo en combate cuerpo a cuerpo y pierde el primer disparo.",
            who=unit.name,
        )
    return None


def may_shoot_again(battle: Battle, unit: Unit) -> Refusal | None:
    """CH-SEQ-06: In the second fire every bow may shoot again, a crossbow never."""
    if battle.step != SECOND_FIRE or unit.weapon == BOW:
        return None
    if unit.weapon is None:
        return no("CH-SEQ-06", "{who} has no bow.", "{who} no lleva arco.", who=unit.name)
    return no(
        "CH-SEQ-06",
        "{who} has a crossbow; the second fire is for bows.",
        "{who} lleva ballesta; el segundo disparo es de los arcos.",
        who=unit.name,
    )


def die_tally(shooter: Unit, band: str | None) -> Tally:
    """CH-MIS-01: Medium and long range and a wounded shooter add to the die; low totals are
    good.
    """
    row = next((row for row in RANGES.get(shooter.weapon, ()) if row["band"] == band), None)
    hurt = RANGES["shooter_state"].get(shooter.state, 0)
    far = (
        Reason("CH-MIS-01", row["modifier"], BAND_NAMES[row["band"]])
        if row and row["modifier"]
        else None
    )
    return Tally.of(
        far,
        Reason("CH-MIS-01", hurt, say("wounded shooter", "tirador herido"))
        if isinstance(hurt, int) and hurt
        else None,
    )


def row_and_letter(weapon: str, total: int, category: str, grade: str) -> tuple[int, str]:
    """CH-MIS-02: The weapon selects the row of the die, the target's category the table, its cover
    the column.
    """
    column = MISSILES["die_columns"][weapon]
    row = min(len(column), total + column.count(None))
    letters = cover.letters_against(category, grade) or ["-"] * len(column)
    return row, str(letters[row - 1])


def struck(battle: Battle, target: Unit, letter: str, by: str | None) -> list[Event]:
    """CH-MIS-03: A is a retreat, B a stun, C a wound, D a death; on a rider B also kills the
    horse.
    """
    if is_animal(target):
        return animal_struck(battle, target, letter, by)
    if letter == "A":
        return retreats.driven_back_by_a_missile(battle, target.id, by)
    state = RESULTS.get(letter)
    if state is None:
        return []
    if is_mounted(target):
        return harm.unhorse(battle, target.id, state, letter == "B", by)
    return {STUNNED: harm.stun, WOUNDED: harm.wound, DEAD: harm.kill}[state](battle, target.id, by)


def animal_struck(battle: Battle, target: Unit, letter: str, by: str | None) -> list[Event]:
    """Events for an animal without rider: A is a retreat, B a death; C and D have no effect."""
    if letter == "A":
        return retreats.driven_back_by_a_missile(battle, target.id, by)
    if letter == "B":
        return harm.kill(battle, target.id, by)
    return [Unharmed(target.id, letter)] if letter in ("C", "D") else []


def once_a_step(battle: Battle, unit: Unit) -> Refusal | None:
    """CH-MIS-04: A shooter has one shot in each fire step."""
    if battle.step in unit.shot:
        return no(
            "CH-MIS-04",
            "{who} has shot in this step.",
            "{who} ya ha disparado en este paso.",
            who=unit.name,
        )
    return None


def shooter_refusals(battle: Battle, unit: Unit, seat: str) -> tuple[Refusal, ...]:
    """Refusals of the shooter, for any target."""
    return found_in(
        not_own(battle, unit, seat),
        unable_to_act(unit),
        may_shoot_first(battle, unit),
        may_shoot_again(battle, unit),
        once_a_step(battle, unit),
        move_steps.kept_busy(unit),
        out_of_missiles(battle, unit),
    )


def target_refusals(
    battle: Battle, order: Shoot, shooter: Unit, target: Unit
) -> tuple[Refusal, ...]:
    """Refusals of the target and the aim, without the line."""
    window = no_such_window(the_ground(battle), shooter.hex, order.window) if shooter.hex else None
    return found_in(
        legal_target(battle, shooter, target), no_such_hex(target, order.target_hex), window
    )


def seen_by(battle: Battle, order: Shoot) -> Sight | None:
    """View of the order's shooter on its target; None if one of them is off the map."""
    shooter, target = unit_named(battle, order.unit), unit_named(battle, order.target)
    if shooter.hex is None or target.hex is None:
        return None
    return best_sight(battle, shooter, target, order.target_hex, order.window)


def shoot_refusals(battle: Battle, order: Shoot, seat: str) -> tuple[Refusal, ...]:
    """Refusals of a shot, in the order of the rulebook."""
    try:
        shooter, target = unit_named(battle, order.unit), unit_named(battle, order.target)
    except Refused as refused:
        return refused.refusals
    if order.target_hex and on_the_map(battle, order.target_hex):
        return found_in(on_the_map(battle, order.target_hex))
    foreign = not_own(battle, shooter, seat)
    if foreign:
        return (foreign,)
    seen = seen_by(battle, order)
    wrong = target_refusals(battle, order, shooter, target)
    return found_in(
        shooter_refusals(battle, shooter, seat), wrong, seen.no if seen and not wrong else ()
    )


def shoot(battle: Battle, order: Shoot, seat: str, dice: Dice) -> list[Event]:
    """Events of one shot, resolved at once."""
    refuse_if(shoot_refusals(battle, order, seat))
    shooter, target = battle.units[order.unit], battle.units[order.target]
    seen = best_sight(battle, shooter, target, order.target_hex, order.window)
    added = die_tally(shooter, seen.band)
    die = d10(dice, "shot", shooter.id)
    row, letter = row_and_letter(shooter.weapon or "", die + added.total, seen.category, seen.cover)
    shot = Shot(
        shooter.id,
        target.id,
        seen.hex,
        die,
        seen.range,
        seen.band or "",
        seen.cover,
        seen.category,
        row,
        letter,
        tuple((reason.rule, reason.amount) for reason in added.reasons),
        seen.cover_rules,
        seen.covered,
    )
    now = fold(battle, [shot])
    return [shot, *struck(now, now.units[target.id], letter, shooter.side)]
