"""A submitted army before the validator, as a form or a file brings it."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.games.heart_of_africa.armies.army import read_army
from app.games.heart_of_africa.armies.validator import findings
from app.kernel.refusal import Refusal, no


def mustered(form: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """Everything that is wrong with the army, in the order of the page; a form that cannot be read is one refusal that says where."""
    try:
        army = read_army(form)
    except msgspec.ValidationError as wrong:
        return (no("HOA-ARM-22", "The army cannot be read: {why}.", "No se puede leer el ejército: {why}.", why=str(wrong)),)
    return findings(army)
