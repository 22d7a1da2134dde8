"""Fields of forms as the API documents them: `Ask` of an order, `Clause` of a setup, `ArmyField` of
an army.

Their kinds and names are older than `app.kernel.form`. Clients rely on them.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from app.kernel.form import Choice as FormChoice
from app.kernel.form import EditableShape, Field, Glyph, Kind
from app.kernel.refusal import Refusal
from app.kernel.say import Say


class Choice(msgspec.Struct, frozen=True):
    """Value of a parameter of an order, or a piece that is given a value of its own.

    For a piece, `at` is its present place, and `of` are its possible values if they are limited.
    """

    value: str
    label: Say
    no: tuple[Refusal, ...] = ()
    at: str = ""
    of: tuple[Choice, ...] = ()


class Ask(msgspec.Struct, frozen=True):
    """Parameter of an order that the player fills in.

    `field` may lead into the order ("work.line"). `kind` is one of:
    - "path": places joined by spaces. The page gets the reach from `assess`.
    - "place", "one": one of `choices`.
    - "some": one or more of `choices`.
    - "order": all of `choices`, in an order.
    - "number": `least` to `most`.
    - "text": free text. "flag": true or false.

    On a continuous table a `Choice` has a place as "x,y". Users type places as described in
    `space/notation`. Directions are compass degrees; 0 is north.

    - "point": a place. `choices` are suggestions. With `start`, a distance and a
      direction are accepted too.
    - "way": places that continue those of the order.
    - "bearing": a direction.

    Some kinds ask for a value for each of some `choices`:
    - "places": a place, with a third number for a facing.
    - "paths": a way from the present place.
    - "angles": a direction.
    - "each": one value of the choice's `of`.
    - "list": as "each". The field takes the values as a list of JSON.
    """

    field: str
    kind: str
    label: Say
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    usual: str = ""  # initial value of the form
    may_stay_empty: bool = False  # for an optional number or direction
    start: str = ""


class Pick(msgspec.Struct, frozen=True):
    """One answer to a clause. `hint` explains it; `among` is the heading of its group.

    `grip` is its position on the drawing.
    """

    value: str
    title: Say
    hint: Say | None = None
    among: Say | None = None
    grip: EditableShape | None = None


class Clause(msgspec.Struct, frozen=True):
    """Term to agree or thing to contribute. If left blank, `usual` counts, or the server chooses.

    `kind` is one of:
    - "one": one of `picks`.
    - "drawn": one of `picks`, each with a drawing.
    - "number": `least` to `most`.
    - "lot": such a number, from which chance makes something. A page proposes one.
    - "army": an army of the player, as plain data.
    - "spots": at most `most` places of the drawing, written "x,y x,y" in its measure.
    - "flag": "yes" or nothing.

    `draws` is true if the drawing depends on it. `rare` marks a clause that seldom differs from the
    usual.
    """

    field: str
    kind: str
    title: Say
    picks: tuple[Pick, ...] = ()
    least: int = 0
    most: int = 0
    usual: str = ""
    hint: Say | None = None
    draws: bool = False
    rare: bool = False


class ArmyChoice(msgspec.Struct, frozen=True):
    """Value of a field. Forbidden values are listed too, with the refusal; `says` explains a
    value.
    """

    value: str
    title: Say
    no: Refusal | None = None
    says: Say | None = None
    rules: tuple[str, ...] = ()
    glyph: Glyph | None = None


class ArmyField(msgspec.Struct, frozen=True):
    """One question of the form. `name` is its path in the army, `values` is the input as typed.

    `kind` is one of:
    - "choice": one of many. "one": one of a few. "some": any of a few.
    - "number": typed. "count": counted up and down.
    - "flag", "text".

    `price` is the price of one. `no` is the refusal of a closed field; `findings` are faults of the
    input.
    """

    name: str
    title: Say
    kind: str
    values: tuple[str, ...] = ()
    choices: tuple[ArmyChoice, ...] = ()
    price: int | None = None
    says: Say | None = None
    glyph: Glyph | None = None
    no: Refusal | None = None
    findings: tuple[Refusal, ...] = ()

    @property
    def is_drawn(self) -> bool:
        """Return true if its choices are shown with drawings or explanations."""
        return self.kind in ("one", "some") and any(choice.says for choice in self.choices)


ASK_KINDS = {
    Kind.CHOICE: "one",
    Kind.CHOICES: "some",
    Kind.RANKING: "order",
    Kind.NUMBER: "number",
    Kind.PLACE: "place",
    Kind.PATH: "path",
    Kind.DIRECTION: "bearing",
    Kind.TEXT: "text",
    Kind.FLAG: "flag",
}
MEASURED_KINDS = {Kind.PLACE: "point", Kind.PATH: "way"}
EACH_KINDS = {
    Kind.CHOICE: "each",
    Kind.PLACE: "places",
    Kind.PATH: "paths",
    Kind.DIRECTION: "angles",
}
CONTROL_KINDS = {
    "buttons": "one",
    "drawings": "drawn",
    "proposal": "lot",
    "armies": "army",
    "steps": "count",
}


def ask_kind(field: Field) -> str:
    """Documented kind of a field of an order."""
    if field.item is not None:
        return "list" if field.as_list else EACH_KINDS[field.item]
    return MEASURED_KINDS[field.kind] if field.is_measured else ASK_KINDS[field.kind]


def documented_choice(choice: FormChoice) -> Choice:
    """Value of a field of an order."""
    of = tuple(map(documented_choice, choice.of))
    return Choice(choice.value, choice.title, choice.no, choice.at, of)


def documented_ask(field: Field) -> Ask:
    """Field of an order."""
    return Ask(
        field.name,
        ask_kind(field),
        field.title,
        tuple(map(documented_choice, field.choices)),
        field.least,
        field.most,
        field.usual,
        field.is_optional,
        field.start,
    )


def documented_clause(field: Field) -> Clause:
    """Field of a setup."""
    kinds = {Kind.CHOICE: "one", Kind.NUMBER: "number", Kind.PATH: "spots", Kind.FLAG: "flag"}
    return Clause(
        field.name,
        CONTROL_KINDS.get(field.control) or kinds[field.kind],
        field.title,
        tuple(
            Pick(one.value, one.title, one.hint, one.group, one.editable_shape)
            for one in field.choices
        ),
        field.least,
        field.most,
        field.usual,
        field.hint,
        field.draws,
        field.rare,
    )


def documented_clauses(fields: Iterable[Field]) -> tuple[Clause, ...]:
    """Fields of a setup."""
    return tuple(map(documented_clause, fields))


def army_kind(field: Field) -> str:
    """Documented kind of a field of an army."""
    if field.kind is Kind.CHOICES:
        return "some"
    if field.kind is Kind.CHOICE:
        return "one" if field.control else "choice"
    return "count" if field.control == "steps" else field.kind.value


def documented_army_field(field: Field) -> ArmyField:
    """Field of an army."""
    return ArmyField(
        field.name,
        field.title,
        army_kind(field),
        field.values,
        tuple(
            ArmyChoice(one.value, one.title, next(iter(one.no), None), one.hint, one.rules)
            for one in field.choices
        ),
        field.price,
        field.hint,
        None,
        next(iter(field.no), None),
        field.findings,
    )
