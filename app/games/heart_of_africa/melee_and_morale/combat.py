"""HOA-MEL-06 to 10: Dice and casualties of close combat."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa.evolve import fold
from app.games.heart_of_africa.figures import base, is_leader, opponents, profile, visible_figures
from app.games.heart_of_africa.land import Work
from app.games.heart_of_africa.melee_and_morale import pairing
from app.games.heart_of_africa.melee_and_morale.losses import removal
from app.games.heart_of_africa.pieces import BROKE_OFF, CROSSED, EVADED, Figure
from app.games.heart_of_africa.shooting import hits
from app.games.heart_of_africa.state import Battle
from app.kernel.contract import Event
from app.kernel.dice import Dice
from app.kernel.space.plane import CONTACT, first_crossing, gap_to_line

MARGIN = 2
FACES = 6


def combat_factor(figure: Figure) -> e.Mod:
    """HOA-MEL-06: The close combat factor of the table is added to the die."""
    return ("HOA-MEL-06", "factor", profile(figure).melee or 0)


def might_bonus(figure: Figure) -> list[e.Mod]:
    """A Mighty Warrior's bonus of 1, in close combat as in shooting."""
    return [("HOA-LDR-18", "mighty_warrior", 1)] if "mighty_warrior" in figure.traits else []


def obstacle_deduction(battle: Battle, figure: Figure, enemy: Figure) -> list[e.Mod]:
    """HOA-MEL-08: Deduct 1 for a figure that has just climbed a fortification or fights an enemy
    behind one; once only.
    """
    if has_climbed(battle, figure) or behind_work(battle, enemy, figure) is not None:
        return [("HOA-MEL-08", "obstacle", -1)]
    return []


def has_climbed(battle: Battle, figure: Figure) -> bool:
    """True if it has crossed a field fortification this turn, and still touches it."""
    return CROSSED in figure.did and any(
        hinders_combat(work) and work.line and gap_to_line(base(figure), work.line) <= CONTACT
        for work in battle.land.works
    )


def hinders_combat(work: Work) -> bool:
    """HOA-FRT-15: A barricade or a village fence gives no deduction in close combat."""
    return work.kind == "field_fortification"


def behind_work(battle: Battle, man: Figure, enemy: Figure) -> Work | None:
    """HOA-FRT-05: Two figures fight across a work if each touches its face. The figure of its owner
    is behind it and has no deduction.
    """
    for work in battle.land.works:
        if (
            hinders_combat(work)
            and work.owner == man.side
            and work.line
            and gap_to_line(base(man), work.line) <= CONTACT
            and first_crossing((man.position, enemy.position), work.line) is not None
        ):
            return work
    return None


def second_opponent(is_second: bool) -> list[e.Mod]:
    """HOA-MEL-09: Add 2 for the second figure that fights a single enemy."""
    return [("HOA-MEL-09", "second_opponent", 2)] if is_second else []


def mods(
    battle: Battle, figure: Figure, enemy: Figure, *, is_second: bool = False
) -> tuple[e.Mod, ...]:
    """All modifiers of a figure's die against this enemy."""
    return (
        combat_factor(figure),
        *might_bonus(figure),
        *obstacle_deduction(battle, figure, enemy),
        *second_opponent(is_second),
    )


def sum_of(reasons: Sequence[e.Mod]) -> int:
    return sum(amount for _, _, amount in reasons)


def beaten_index(totals: tuple[int, int]) -> int | None:
    """HOA-MEL-10: A total at least 2 higher eliminates the other figure; else it is a draw.

    Index of the loser, or None.
    """
    if abs(totals[0] - totals[1]) < MARGIN:
        return None
    return 0 if totals[0] < totals[1] else 1


def resolve(battle: Battle, dice: Dice) -> Sequence[Event]:
    """Events of the fights, one by one. Stops at a question to the owner of a Leader that would
    fall, and continues when called again.
    """
    happened: list[Event] = []
    if battle.melee.fights is None:
        happened.append(e.FightsSet(pairing.in_order(battle, pairing.fights_of(battle))))
    now = fold(battle, happened)
    while now.melee.fights:
        one, two, second = now.melee.fights[0]
        if one in now.struck or two in now.struck or now.figures[one].fate or now.figures[two].fate:
            events: list[Event] = [e.FightsSet(now.melee.fights[1:])]
        else:
            events = fight_once(now, one, two, second, dice)
        happened += events
        now = fold(now, events)
        if now.pending:
            return happened
    fallen = removal(now, now.struck, "melee")
    happened += fallen
    now = fold(now, fallen)
    return [*happened, e.CombatClosed(victors(battle, now))]


def fight_once(battle: Battle, one: str, two: str, second: bool, dice: Dice) -> list[Event]:
    """Events of one comparison. The attacker's figure rolls first; a figure rolls once a turn."""
    pair = (battle.figures[one], battle.figures[two])
    rollers = sorted(pair, key=lambda figure: figure.side != battle.attacker)
    faces = dict(battle.melee.melee_dice)
    rolled = []
    for figure in rollers:
        if figure.id not in faces:
            faces[figure.id] = dice.roll(FACES, "melee", figure.id)
            rolled.append(figure.id)
    reasons = (mods(battle, pair[0], pair[1]), mods(battle, pair[1], pair[0], is_second=second))
    totals = (faces[one] + sum_of(reasons[0]), faces[two] + sum_of(reasons[1]))
    loser = beaten_index(totals)
    happened: list[Event] = [
        e.Fought(
            (one, two),
            (faces[one], faces[two]),
            reasons,
            totals,
            pair[loser].id if loser is not None else "",
            tuple(rolled),
        )
    ]
    if loser is not None:
        happened += loser_falls(fold(battle, happened), pair[loser], pair[1 - loser])
    return happened


def loser_falls(battle: Battle, loser: Figure, victor: Figure) -> list[Event]:
    """Events of an eliminated loser, or a question if it is a Leader with attendants; no saving
    throw helps.
    """
    choice = hits.hit_choice(battle, loser, "melee", victor.id) if is_leader(loser) else None
    return [e.Asked(choice)] if choice is not None else [e.Struck(loser.id, "melee", victor.id)]


def victors(before: Battle, now: Battle) -> tuple[str, ...]:
    """Ids of the figures that have killed their enemy, or whose enemy broke off or evaded, and that
    have no opponent left.
    """
    fought_with = pairing.touching(before)
    found = []
    for figure in visible_figures(now):
        enemies = fought_with.get(figure.id, ())
        killed = any(now.figures[enemy].fate for enemy in enemies)
        fled = any(
            enemy in now.figures and {BROKE_OFF, EVADED} & set(now.figures[enemy].did)
            for enemy in figure.contact_at_start
        )
        if (killed or fled) and not opponents(now, figure):
            found.append(figure.id)
    return tuple(found)


def odds(
    battle: Battle, one: Figure, two: Figure, *, second: bool = False
) -> tuple[Fraction, Fraction, Fraction]:
    """Exact chances of a single comparison: the first figure wins, a draw, the second wins.
    `second`: the second figure has the bonus.
    """
    mine, theirs = sum_of(mods(battle, one, two)), sum_of(mods(battle, two, one, is_second=second))
    ways = [0, 0, 0]
    for a in range(1, FACES + 1):
        for b in range(1, FACES + 1):
            loser = beaten_index((a + mine, b + theirs))
            ways[1 if loser is None else 0 if loser == 1 else 2] += 1
    won, drawn, lost = (Fraction(way, FACES * FACES) for way in ways)
    return won, drawn, lost
