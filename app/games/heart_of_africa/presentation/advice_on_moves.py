"""Advice of the guided first battle on the moves of units."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.figures import leaders as leaders_of
from app.games.heart_of_africa.figures import (
    opponents,
    placed,
    profile,
)
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.movement import formations
from app.games.heart_of_africa.pieces import Figure
from app.games.heart_of_africa.presentation.advice import (
    CHOOSE,
    DONE,
    Advice,
    advised,
    enemy_title,
    inches,
    is_armed,
    is_loaded,
    nearest,
    offered,
)
from app.games.heart_of_africa.presentation.naming import COMPASS, called
from app.games.heart_of_africa.reach import assess
from app.games.heart_of_africa.shooting.targets import lawful_all
from app.games.heart_of_africa.shooting.weapons import weapon
from app.games.heart_of_africa.sight.cover import covers
from app.games.heart_of_africa.sight.ground import slow_pieces
from app.games.heart_of_africa.state import (
    Battle,
)
from app.games.heart_of_africa.turn_order import still_to_act
from app.kernel.say import Say, say
from app.kernel.space.plane import point_at

TWO_DICE = 7.0
"""Average of two dice."""
HALF_A_CHARGE = 4.0
"""Distance within which loaded troops charge rather than reload (inches)."""
PATIENCE = 3
"""The turn until which units wait among the rocks."""
OPENING = say(
    "You move a unit, then the enemy moves one. You win when the enemy has no unit left.",
    "Mueves una unidad y luego el enemigo mueve otra. Ganas cuando al enemigo no le queda ninguna.",
)
PINNED = say(
    "{unit}: in close combat. When two fight one, the second of them adds 2.",
    "{unit}: en cuerpo a cuerpo. Cuando dos luchan contra uno, el segundo suma 2.",
)
LOCKED = say(
    "{unit}: all in close combat. As long as they do not move, their enemies cannot break off.",
    "{unit}: en cuerpo a cuerpo. Si no mueven, sus enemigos no pueden romper el contacto.",
)
STRIKE = say(
    "{enemy}: {gap} in from {unit}. Two dice make 7 on the average.",
    "{enemy}: a {gap} pulgadas de {unit}. Dos dados suman 7 de media.",
)
SMOKE = say(
    "{unit}: figures with smoke ({n}) have to reload. They reload only if they do not move.",
    "{unit}: el humo señala las figuras que deben recargar ({n}). Solo recargan si no se mueven.",
)
AIM = say(
    "{unit}: {enemy} within range ({range} in). Figures that do not move add 1 to their shots.",
    "{unit}: {enemy} a tiro ({range} pulgadas). Las figuras que no mueven suman 1 al disparo.",
)
ASIDE = say(
    "{unit}: {enemy} within range ({range} in), but not in sight and in front. Move, or turn.",
    "{unit}: {enemy} a tiro ({range} pulgadas), pero no a la vista y de frente. Mueve o gira.",
)
SHAKEN = say(
    "{unit}: a marker, for a failed morale test. With a second failure the unit breaks.",
    "{unit}: un marcador, por un test de moral fallado. Con otro fallo la unidad se rompe.",
)
COVERED = say(
    "{unit}: in cover among the rocks. Enemies that shoot at them subtract 1.",
    "{unit}: a cubierto entre las rocas. Los enemigos que les disparan restan 1.",
)
SHOOTERS = say(
    "{unit}: they shoot {range} in far. Rocks do not slow them, and give cover.",
    "{unit}: disparan a {range} pulgadas. Las rocas no frenan y dan cobertura.",
)
FIGHTERS = say(
    "{unit}: {melee} to the die in close combat, and no shot. Bring them near enough to charge.",
    "{unit}: {melee} al dado en el cuerpo a cuerpo, y ningún disparo. Acércalos hasta poder cargar.",
)


def unit_moves(view: View) -> Advice | None:
    if view.battle.hand is not None:
        return in_hand(view)
    due = [who for who in still_to_act(view.battle, view.side) if who in view.battle.units]
    if view.battle.turn == 1 and not any(
        unit.activation for unit in view.battle.units.values() if unit.side == view.side
    ):
        return take(view, due[0], OPENING, "HOA-SEQ-02")
    return next(
        (found for one in TO_BE_SAID for who in due if (found := one(view, who)) is not None), None
    )


def take(view: View, who: str, says: Say, rule: str, **facts: object) -> Advice | None:
    """Advice to move a unit."""
    offer = offered(view, orders.Activate, who=who)
    return (
        advised(offer, says, CHOOSE, rule, unit=called(view.battle, who), **facts)
        if offer
        else None
    )


def stand(view: View, who: str, says: Say, rule: str, **facts: object) -> Advice | None:
    """Advice to leave a unit where it is."""
    offer = offered(view, orders.NoMove, units=(who,))
    return (
        advised(offer, says, CHOOSE, rule, unit=called(view.battle, who), **facts)
        if offer
        else None
    )


def locked(view: View, who: str) -> Advice | None:
    men = placed(view.battle, who)
    fighting = [man for man in men if opponents(view.battle, man)]
    if not fighting:
        return None
    if len(fighting) == len(men):
        return stand(view, who, LOCKED, "HOA-MEL-14")
    return take(view, who, PINNED, "HOA-MEL-09")


def may_charge(view: View, who: str) -> Advice | None:
    """Advice to charge, if an enemy is near enough and fighting is better than shooting, or the
    only choice.
    """
    battle, men = view.battle, placed(view.battle, who)
    near = nearest(battle, men)
    if (
        near is None
        or near[0] > (HALF_A_CHARGE if is_armed(battle, who) else TWO_DICE)
        or is_loaded(battle, men)
    ):
        return None
    if is_armed(battle, who) and (profile(men[0]).melee or 0) <= (profile(near[1]).melee or 0):
        return None
    return take(
        view, who, STRIKE, "HOA-MEL-01", enemy=enemy_title(battle, near[1]), gap=round(near[0], 1)
    )


def reloading(view: View, who: str) -> Advice | None:
    smoking = sum(man.smoke is not None for man in placed(view.battle, who))
    return stand(view, who, SMOKE, "HOA-REL-02", n=smoking) if smoking else None


def may_shoot(view: View, who: str) -> Advice | None:
    battle, men = view.battle, placed(view.battle, who)
    near, reach = nearest(battle, men), weapon(battle, men[0]).range
    if near is None or not reach or near[0] > reach:
        return None
    facts = {"enemy": enemy_title(battle, near[1]), "range": reach}
    if any(law.targets for law in lawful_all(battle, men).values()):
        return stand(view, who, AIM, "HOA-SHT-06", **facts)
    return take(view, who, ASIDE, "HOA-SHT-04", **facts)


def shaken(view: View, who: str) -> Advice | None:
    return (
        stand(view, who, SHAKEN, "HOA-MOR-13")
        if view.battle.units[who].marker and leaders_of(view.battle, view.side)
        else None
    )


def covered(view: View, who: str) -> Advice | None:
    men = placed(view.battle, who)
    hidden = [man for man in men if man.at is not None and covers(view.battle, man, man.at, None)]
    if not is_armed(view.battle, who) or view.battle.turn > PATIENCE or len(hidden) < len(men):
        return None
    return stand(view, who, COVERED, "HOA-TER-16")


def may_march(view: View, who: str) -> Advice | None:
    if is_armed(view.battle, who):
        return take(
            view,
            who,
            SHOOTERS,
            "HOA-TER-16",
            range=weapon(view.battle, placed(view.battle, who)[0]).range,
        )
    return take(
        view,
        who,
        FIGHTERS,
        "HOA-MEL-06",
        melee=f"{profile(placed(view.battle, who)[0]).melee:+d}".replace("-", "−"),
    )


TO_BE_SAID: tuple[Callable[[View, str], Advice | None], ...] = (
    locked,
    may_charge,
    shaken,
    reloading,
    may_shoot,
    covered,
    may_march,
)
"""Advice for units that could move now; the first that applies to any of them is given."""
CONTACT = say(
    "You may go {open} in, and an enemy is {gap} in away. Contact with an enemy is "
    "close combat, and ends the move.",
    "Puedes ir hasta {open} pulgadas y hay un enemigo a {gap}. El contacto es "
    "cuerpo a cuerpo y termina el movimiento.",
)
JOINING = say(
    "Some of them fight already. A second figure that touches the same enemy adds 2.",
    "Algunos ya luchan. Otra figura que toque al mismo enemigo es la segunda y suma 2.",
)
SLOW = say(
    "The dice give {open} in, but only {slow} in to figures that enter long grass.",
    "Los dados dan {open} pulgadas, pero solo {slow} a las figuras que entran en la hierba alta.",
)
OPEN = say(
    "The dice give up to {open} in. Figures need not use the whole distance.",
    "Los dados dan hasta {open} pulgadas. No hace falta recorrerlas todas.",
)
CHARGE = say("Open “{button}”, preview, confirm.", "Abre «{button}», previsualiza y confirma.")
TAP = say(
    "Tap its destination on the table or write it, preview it and confirm.",
    "Toca su destino en la mesa o escríbelo, previsualiza y confirma.",
)


def in_hand(view: View) -> Advice | None:
    """The advice for the dice rolled."""
    battle, hand = view.battle, view.battle.activation
    men = (
        placed(battle, hand.who)
        if hand.who in battle.units
        else tuple(battle.figures[key] for key in (hand.who,))
    )
    near, charge, march = (
        nearest(battle, men),
        offered(view, orders.Manoeuvre, drill="charge"),
        offered(view, orders.Manoeuvre, drill="displace"),
    )
    if (
        charge
        and near
        and hand.who in battle.units
        and not is_loaded(battle, men)
        and makes_contact(view, charge.order)
    ):
        if any(opponents(battle, man) for man in men):
            return advised(charge, JOINING, CHARGE, "HOA-MEL-09")
        return advised(
            charge, CONTACT, CHARGE, "HOA-MEL-02", open=inches(hand.open), gap=round(near[0], 1)
        )
    if march is None or assess(view, march.order).no:
        over = offered(view, orders.EndActivation)
        return advised(over, OPEN, DONE, "HOA-SEQ-03", open=inches(hand.open)) if over else None
    slow = next(slowing(battle, men, hand.open or 0.0), None)
    if slow is not None:
        return advised(
            march, SLOW, TAP, "HOA-MOV-02", open=inches(hand.open), slow=inches(hand.difficult)
        )
    return advised(march, OPEN, TAP, "HOA-MOV-01", open=inches(hand.open))


def makes_contact(view: View, order: orders.Manoeuvre) -> bool:
    """Return true if a figure of a charge reaches its target with the dice rolled."""
    draft = formations.drafted(view.battle, order, view.side, explain=False)
    return not draft.refusals and bool(draft.attack)


def slowing(battle: Battle, men: tuple[Figure, ...], far: float) -> Iterator[object]:
    """Difficult ground that figures could walk into."""
    for man in men:
        for angle, _ in COMPASS:
            yield from (
                slow_pieces(battle, (man.at, point_at(man.at, angle, far)))
                if man.at is not None
                else ()
            )
