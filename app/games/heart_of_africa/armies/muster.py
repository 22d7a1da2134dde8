"""Check of a submitted army, given as a form or a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from app.games.heart_of_africa.armies.army import Army, read_army
from app.games.heart_of_africa.armies.validator import findings, house_of
from app.kernel.refusal import Refusal, Refused, no


def mustered(form: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """Refusals of the army in the order of the page. An unreadable form is one refusal that names
    the place.
    """
    try:
        army = army_of_form(form)
    except Refused as refused:
        return refused.refusals
    return findings(army, house_of(army.options))


def army_of_form(form: Any) -> Army:
    """Army of a plain form; raises `Refused`."""
    try:
        return read_army(form)
    except (msgspec.ValidationError, RecursionError) as wrong:
        raise Refused(
            no(
                "HOA-ARM-22",
                "The army cannot be read: {why}.",
                "No se puede leer el ejército: {place} no es lo que se espera.",
                why=str(wrong),
                place="".join(re.findall(r"`(\$[^`]*)`", str(wrong))) or "$",
            )
        ) from wrong
