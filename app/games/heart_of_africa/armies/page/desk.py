"""Facts for every section of the page: the draft, its army, the terms that bind it, and the
refusals by place.
"""

from __future__ import annotations

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.armies.army import Force
from app.games.heart_of_africa.armies.draft import Draft, field_name
from app.games.heart_of_africa.armies.list_terms import Standing, Terms
from app.games.heart_of_africa.armies.page import glyphs, words
from app.games.heart_of_africa.armies.validator import Finding, findings_by_place, house_of
from app.kernel.form import Choice, Control, Field, Kind
from app.kernel.form_paths import flat_answers, value_at
from app.kernel.refusal import Refusal
from app.kernel.say import Say


class Desk:
    """Draft with the facts about it. `terms`: None while list and people do not belong together."""

    def __init__(self, draft: Draft):
        self.draft, self.army = draft, draft.army
        self.house = house_of(self.army.options)
        self.standing = lists.standing_of(self.army)
        self.terms = terms_where_known(self.standing)
        self.findings = (
            *(Finding(refusal, place) for place, refusal in draft.wrong.items()),
            *findings_by_place(self.army, self.house),
        )

    def against(self, *places: str) -> tuple[Refusal, ...]:
        """Refusals at exactly these places."""
        return tuple(finding.refusal for finding in self.findings if finding.at in places)

    def typed(self, place: str) -> tuple[str, ...]:
        """Raw entry of a field."""
        found = value_at(self.draft.tree, place)
        return found if isinstance(found, tuple) and any(found) else ()

    def answers(self) -> dict[str, tuple[str, ...]]:
        return flat_answers(self.draft.tree)

    def field(
        self,
        place: str,
        title: Say | None = None,
        kind: Kind = Kind.TEXT,
        choices: tuple[Choice, ...] = (),
        hint: Say | None = None,
        control: Control = "",
    ) -> Field:
        return Field(
            place,
            kind,
            title or field_name(place),
            choices,
            values=self.typed(place),
            hint=hint,
            findings=self.against(place),
            control=control,
        )

    def count(
        self,
        place: str,
        kind: str,
        price: int | None = None,
        no: Refusal | None = None,
        hint: Say | None = None,
    ) -> Field:
        """Field for a number of figures or things."""
        return Field.number(
            place,
            words.title(kind),
            values=self.typed(place),
            price=price,
            hint=hint,
            glyph=glyphs.glyph_of_kind(kind),
            no=refusals_of(no),
            findings=self.against(place),
            control="steps",
        )


def refusals_of(refusal: Refusal | None) -> tuple[Refusal, ...]:
    """Refusals of a field or choice that has at most one."""
    return () if refusal is None else (refusal,)


def terms_where_known(standing: Standing) -> Terms | None:
    return None if lists.declaration_refusal(standing) else lists.terms_of(standing)


def figures_in(force: Force) -> int:
    """Number of figures that the force brings to the table: units, Leaders and bearers, single
    figures. Attendants and baggage do not count.
    """
    of_units = sum(sum(unit.values()) for unit in force.units)
    return (
        of_units
        + sum(1 + leader.gun_bearer for leader in force.leaders)
        + sum(force.independents.values())
    )
