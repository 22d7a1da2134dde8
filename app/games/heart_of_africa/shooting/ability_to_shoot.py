"""HOA-SHT: The ability of a figure to shoot, and to be shot at in close combat."""

from __future__ import annotations

from app.games.heart_of_africa.figures import (
    bases_touch,
    has_moved,
    has_turned,
    is_there,
    is_vessel,
    pairs_in_contact,
)
from app.games.heart_of_africa.pieces import (
    BROKE_OFF,
    CHARGED,
    CROSSED,
    EMBARKED,
    EVADED,
    GUIDED,
    LANDED,
    ROOFED,
    Figure,
)
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.shooting import reload
from app.games.heart_of_africa.shooting.weapons import (
    CANNON,
    arm_of,
    cannot_shoot,
)
from app.games.heart_of_africa.sight.ground import kept_with
from app.games.heart_of_africa.state import Battle
from app.kernel.refusal import Refusal, found_in, no
from app.kernel.space.plane import (
    inches_to,
    is_within,
)

STEP_IN_VICTORY = 1.0


def unable(battle: Battle, figure: Figure) -> tuple[Refusal, ...]:
    """Everything about a figure itself that keeps it from shooting this turn."""
    return found_in(
        absent(battle, figure),
        cannot_shoot(battle, figure),
        reload.unloaded(battle, figure),
        gun_unready(battle, figure),
        gun_afloat(battle, figure),
        busy(battle, figure),
        charger(battle, figure),
        gone_from_combat(battle, figure),
        locked_in_combat(battle, figure),
        agile_in_contact(battle, figure),
    )


def absent(battle: Battle, figure: Figure) -> Refusal | None:
    if is_there(battle, figure):
        return None
    return no(
        "HOA-DEP-09",
        "{who} is not in view on the table.",
        "{who} no está a la vista en la mesa.",
        who=called(battle, figure),
    )


def busy(battle: Battle, figure: Figure) -> Refusal | None:
    """Actions that take a figure's whole turn, its shot included."""
    if LANDED in figure.did or EMBARKED in figure.did:
        return no(
            "HOA-STR-12",
            "{who} spends the turn getting into or out of a boat.",
            "{who} pasa el turno embarcando o desembarcando.",
            who=called(battle, figure),
        )
    if CROSSED in figure.did:
        return no(
            "HOA-FRT-04",
            "{who} has spent the turn climbing over.",
            "{who} ha pasado el turno trepando.",
            who=called(battle, figure),
        )
    if GUIDED in figure.did:
        return no(
            "HOA-SPC-17",
            "{who} marches in a guided column.",
            "{who} marcha en columna guiada.",
            who=called(battle, figure),
        )
    if ROOFED in figure.did:
        return no(
            "HOA-FRT-30",
            "{who} has spent the turn on breaking the roof.",
            "{who} ha pasado el turno rompiendo el techo.",
            who=called(battle, figure),
        )
    return None


def gun_unready(battle: Battle, figure: Figure) -> tuple[Refusal, ...]:
    """Refusals of guns that moved or turned, and of machine guns that are jammed or broken."""
    return found_in(None if figure.aboard else gun_disturbed(battle, figure), jam(battle, figure))


def gun_disturbed(battle: Battle, figure: Figure) -> Refusal | None:
    """HOA-SHT-05: Artillery and machine guns do not shoot in a turn in which they have moved or
    turned.
    """
    return (
        machine_gun_disturbed(battle, figure)
        if figure.type == "machine_gun"
        else field_gun_disturbed(battle, figure)
    )


def field_gun_disturbed(battle: Battle, figure: Figure) -> Refusal | None:
    """HOA-ART-06: Artillery that moved, or only turned on the spot, does not fire this turn."""
    if not arm_of(figure).stiff or not (has_moved(figure) or has_turned(figure)):
        return None
    return no(
        "HOA-ART-06",
        "{who} has moved or turned this turn.",
        "{who} se ha movido o girado este turno.",
        who=called(battle, figure),
    )


def machine_gun_disturbed(battle: Battle, figure: Figure) -> Refusal | None:
    """HOA-ART-09: a machine gun that moved or turned does not fire this turn."""
    if not (has_moved(figure) or has_turned(figure)):
        return None
    return no(
        "HOA-ART-09",
        "{who} has moved or turned this turn.",
        "{who} se ha movido o girado este turno.",
        who=called(battle, figure),
    )


def jam(battle: Battle, figure: Figure) -> Refusal | None:
    if figure.out_of_order:
        return no(
            "HOA-ART-14",
            "{who} is out of order for the rest of the game.",
            "{who} está averiada para el resto de la partida.",
            who=called(battle, figure),
        )
    if figure.jammed is not None and figure.jammed == battle.turn:
        return no(
            "HOA-ART-13",
            "{who} is jammed this turn.",
            "{who} está encasquillada este turno.",
            who=called(battle, figure),
        )
    return None


def gun_afloat(battle: Battle, figure: Figure) -> Refusal | None:
    """HOA-STR-09: All figures aboard may shoot, all round, except Artillery. From a moving vessel
    they shoot without the bonus.
    """
    if not figure.aboard or is_vessel(figure) or arm_of(figure).missile != CANNON:
        return None
    return no(
        "HOA-STR-09",
        "{who}: Artillery does not fire from a boat.",
        "{who}: la Artillería no dispara a bordo.",
        who=called(battle, figure),
    )


def gone_from_combat(battle: Battle, figure: Figure) -> Refusal | None:
    """HOA-MEL-12: A figure that broke off, or rode away from its attacker, does not shoot. The
    enemy that it left may shoot.
    """
    if EVADED in figure.did:
        return no(
            "HOA-MEL-03",
            "{who} evaded its attacker.",
            "{who} se ha alejado de su atacante.",
            who=called(battle, figure),
        )
    if BROKE_OFF in figure.did:
        return no(
            "HOA-MEL-12",
            "{who} broke off this turn.",
            "{who} ha roto el contacto este turno.",
            who=called(battle, figure),
        )
    return None


def charger(battle: Battle, figure: Figure) -> Refusal | None:
    """HOA-SHT-24: A figure that moved into close combat this turn does not shoot, even if its
    victim is gone again.
    """
    if may_answer(figure):
        return None
    return no(
        "HOA-SHT-24",
        "{who} has moved into close combat this turn.",
        "{who} ha entrado en combate cuerpo a cuerpo este turno.",
        who=called(battle, figure),
    )


def may_answer(figure: Figure) -> bool:
    """HOA-SHT-25: A figure that moved and was contacted afterwards may still shoot, without bonus.
    A figure that moved into contact itself may not.
    """
    return CHARGED not in figure.did


def is_locked(battle: Battle, figure: Figure) -> bool:
    """True if the figure has been in close combat all turn, with an enemy touched at its start."""
    return (
        bool(figure.contact_at_start)
        and BROKE_OFF not in figure.did
        and any(enemy.id in figure.contact_at_start for enemy in opponents(battle, figure))
    )


def steps_from_victory(figure: Figure) -> bool:
    """True if the figure beat its opponent last turn and moved at most 1 in to the next one."""
    return (
        figure.won_last_turn
        and CHARGED in figure.did
        and figure.at is not None
        and is_within(inches_to(figure.began or figure.at, figure.at), STEP_IN_VICTORY)
    )


def immune(battle: Battle, figure: Figure) -> Refusal | None:
    """HOA-SHT-26: Figures in close combat throughout the turn are no targets. Neither is a figure
    that beat its opponent last turn and moved at most 1 in into the next contact. First contacts of
    this turn protect no figure.
    """
    if is_locked(battle, figure):
        return no(
            "HOA-SHT-26",
            "{who} has been in close combat all turn.",
            "{who} lleva todo el turno en combate cuerpo a cuerpo.",
            who=called(battle, figure),
        )
    if steps_from_victory(figure):
        return no(
            "HOA-SHT-26",
            "{who} goes straight from one combat into the next.",
            "{who} pasa directamente de un combate al siguiente.",
            who=called(battle, figure),
        )
    return None


def locked_in_combat(battle: Battle, figure: Figure) -> Refusal | None:
    """A figure in close combat all through the turn does not shoot."""
    return immune(battle, figure) if is_locked(battle, figure) else None


def agile_in_contact(battle: Battle, figure: Figure) -> Refusal | None:
    """HOA-SHT-22: Agile Warriors and Agile Spearmen do not shoot in a turn in which they end the
    movement in close combat.
    """
    if not arm_of(figure).agile or not opponents(battle, figure):
        return None
    return no(
        "HOA-SHT-22",
        "{who} is in close combat and throws nothing.",
        "{who} está en combate cuerpo a cuerpo y no lanza nada.",
        who=called(battle, figure),
    )


def opponents(battle: Battle, figure: Figure) -> tuple[Figure, ...]:
    """The enemies in close combat with a figure. They are worked out for all figures of a position
    at once.
    """
    return kept_with(battle, "touching", _touching).get(figure.id, ())


def _touching(battle: Battle) -> dict[str, tuple[Figure, ...]]:
    found: dict[str, tuple[Figure, ...]] = {}
    for one, two in pairs_in_contact(battle):
        found[one] = (*found.get(one, ()), battle.figures[two])
        found[two] = (*found.get(two, ()), battle.figures[one])
    return found


def in_contact(a: Figure, b: Figure) -> bool:
    """True if two figures touch with no wall between them."""
    return a.room == b.room and a.roof == b.roof and bases_touch(a, b)
