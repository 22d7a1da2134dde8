"""Export and import of saved armies as files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.kernel.army_form import Answers, Builder
from app.kernel.refusal import Refused, no
from app.kernel.say import LANGUAGES
from app.services.container import Services, current_time
from app.services.play.saved_armies import FORMAT, builder_of
from app.store import records


class InvalidReason(msgspec.Struct, frozen=True):
    """Reason why an exported army is not valid: the rule, and its sentence in each language."""

    rule: str
    en: str
    es: str


class ArmyOnFile(msgspec.Struct, frozen=True):
    """Army in the form of a file. Its verdict holds for `data_version` of the lists."""

    format: str
    box: str
    name: str
    army: Mapping[str, Any]
    points: int
    valid: bool
    because: tuple[InvalidReason, ...]
    data_version: str
    written_at: str


# ---------------------------------------------------------------------- import and export
def army_file(services: Services, army: records.Army) -> bytes:
    """Export an army as a file, with its verdict."""
    _, builder = builder_of(services, army.box)
    verdict = builder.brief(army.form).verdict
    because = tuple(
        InvalidReason(one.refusal.rule, *(one.refusal.says.in_(language) for language in LANGUAGES))
        for one in verdict.findings
    )
    file = ArmyOnFile(
        FORMAT,
        army.box,
        army.name,
        army.form,
        verdict.spent,
        verdict.is_valid,
        because,
        verdict.version,
        current_time(),
    )
    return msgspec.json.format(msgspec.json.encode(file), indent=2) + b"\n"


def army_text(services: Services, army: records.Army, language: str) -> str:
    return builder_of(services, army.box)[1].written(army.form, language)


def parse_army(services: Services, box: str, given: Any) -> Mapping[str, Any]:
    """Parse an army given as plain data or in the form of a file; raises `Refused` if it cannot be
    read.
    """
    return builder_of(services, box)[1].read(_army_in(given, box))


def answers_of_army(services: Services, box: str, given: Any) -> Answers:
    """Answers of the army builder for such an army; raises `Refused`."""
    return builder_of(services, box)[1].answers(parse_army(services, box, given))


def imported_army_page(services: Services, box: str, given: str) -> Builder:
    """Army builder page for pasted text: an army file, plain data of the box, or its text form.

    Raises `Refused`.
    """
    builder = builder_of(services, box)[1]
    text = given.strip().removeprefix("\ufeff").strip()
    form = (
        builder.read(_form_of(text, box))
        if text.startswith("{")
        else builder.read(builder.read_text(text))
    )
    return builder.builder(builder.answers(form))


def _form_of(text: str, box: str) -> Any:
    """CAR-ARM-04: An army file is JSON of this format, for the selected game."""
    try:
        given = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
        raise Refused(
            no("CAR-ARM-04", "This is no JSON: {why}.", "Esto no es JSON ({why}).", why=str(wrong))
        ) from wrong
    return _army_in(given, box)


def _army_in(given: Any, box: str) -> Any:
    """Army within the given data."""
    if not isinstance(given, dict) or "format" not in given:
        return given
    if given["format"] != FORMAT or given.get("box") != box:
        raise Refused(
            no(
                "CAR-ARM-04",
                "This is a file of the format “{format}” for “{box}”; an army for “{asked}” is "
                "wanted.",
                "Este archivo tiene el formato «{format}» y es de «{box}»; se espera un ejército "
                "de «{asked}».",
                format=str(given["format"])[:40],
                box=str(given.get("box"))[:40],
                asked=box,
            )
        )
    return given.get("army")
