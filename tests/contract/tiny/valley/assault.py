"""Roles of an assault. Each field depends on those before it: vanguard, screen, director."""

from __future__ import annotations

from app.kernel.form import Choice, Field
from app.kernel.refusal import no
from app.kernel.say import say
from tests.contract.tiny.valley.ground import UNITS


def no_vanguard(order, unit):
    """VAL-ASL-02: Only foot leads an assault."""
    if UNITS[unit][1] == "foot":
        return ()
    return (no("VAL-ASL-02", "Guns do not lead.", "La artillería no va en vanguardia."),)


def no_screen(order, unit):
    """VAL-ASL-03: Only foot besides the vanguard screens."""
    if unit == order.vanguard:
        return (no("VAL-ASL-03", "It is the vanguard.", "Es la vanguardia."),)
    if UNITS[unit][1] != "foot":
        return (no("VAL-ASL-03", "Guns do not screen.", "La artillería no cubre."),)
    return ()


def no_director(order, unit):
    """VAL-ASL-04: The screen does not direct."""
    if unit != order.screen:
        return ()
    return (no("VAL-ASL-04", "It is the screen.", "Va de pantalla."),)


ROLES = {
    "vanguard": (say("Vanguard", "Vanguardia"), no_vanguard),
    "screen": (say("Screen", "Pantalla"), no_screen),
    "director": (say("Director", "Director"), no_director),
}


def role_field(order, role):
    title, refusals = ROLES[role]
    choices = tuple(Choice(unit, UNITS[unit][2], no=refusals(order, unit)) for unit in order.units)
    return Field.choice(role, title, choices, is_optional=role == "screen")


def open_fields(order):
    """Vanguard first; then screen and director, which may not be the same unit."""
    if not order.vanguard:
        return (role_field(order, "vanguard"),)
    if not order.director:
        return tuple(role_field(order, role) for role in ROLES if not getattr(order, role))
    return ()


def role_refusals(order):
    for role, (_, refusals) in ROLES.items():
        unit = getattr(order, role)
        if not unit and role != "screen":
            return (no("VAL-ASL-02", "Choose the roles.", "Elige los papeles."),)
        if unit and unit not in order.units:
            return (no("CAR-TAB-06", "There is no such piece.", "No hay tal pieza."),)
        if unit and (faults := refusals(order, unit)):
            return faults
    return ()


def strength(order):
    """Attackers, and 1 for a director behind the vanguard."""
    return len(order.units) + (order.director not in ("", order.vanguard))
