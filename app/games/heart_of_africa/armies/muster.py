"""Check of a submitted army, given as a form or a file."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from app.games.heart_of_africa.armies.army import Army, read_army
from app.kernel.refusal import Refused, no


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
