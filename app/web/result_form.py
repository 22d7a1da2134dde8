"""Form for the result of a battle on a real table, or for other numbers than the entered ones."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.datastructures import FormData, QueryParams

from app.kernel.child_battles import UnitLosses
from app.kernel.form import Field, Kind
from app.kernel.offers import Offer
from app.kernel.reading_pages import BattlePage, ResultForm, StatedNumbers
from app.kernel.record import as_given
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, say
from app.services.errors import NoSuchGame
from app.services.watch.battle_rosters import RosterUnit
from app.web.forms import integer_or_none
from app.web.order_form import UnreadableField, order_answers
from app.web.reading_page import ReadingPage

BLANK_ROWS, MOST_ROWS = 3, 20
"""Rows without a unit for each side, and rows of a side at most."""


class FormKind(StrEnum):
    """Use of the form, which is the last part of its address."""

    RESULT = "result"
    DISPUTE = "dispute"
    DECISION = "decide"


@dataclass(frozen=True)
class UnitRow:
    """Row of a unit as typed. `is_listed` is true for a unit of the roster."""

    unit: str
    figures: str
    fallen: str
    is_listed: bool = False

    @property
    def is_blank(self) -> bool:
        return not (self.fallen or (self.unit and not self.is_listed))


@dataclass(frozen=True)
class ResultPage:
    """Form as it was filled in, with the refusals against it.

    `query` are its fields. `rows` are the units by side. `preset` is the number of a result that an
    address chooses.
    """

    page: ReadingPage
    battle: BattlePage
    kind: FormKind
    form: ResultForm
    rows: Mapping[str, Sequence[UnitRow]]
    query: QueryParams = field(default_factory=QueryParams)
    findings: tuple[Refusal, ...] = ()
    command: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    preset: str = ""

    @property
    def here(self) -> str:
        return f"{self.page.base}/battles/{self.battle.key}/{self.kind}"

    @property
    def is_decision(self) -> bool:
        return self.kind is FormKind.DECISION

    @property
    def chosen(self) -> str:
        """Number of the chosen result; at first that of the address, or of the disputed one."""
        if self.query or self.preset:
            return self.query.get("result", self.preset)
        return "" if self.form.stated is None else str(self.form.stated)

    @property
    def held(self) -> StatedNumbers | None:
        """Statement whose numbers a form of the referee holds at first: that of the result which
        the address chooses, otherwise the first one.
        """
        return version_of(self.form, self.preset)

    @property
    def asks(self) -> tuple[Field, ...]:
        """Fields to fill in, the same for every result."""
        return self.form.results[0].asks

    @property
    def more_rows(self) -> int:
        """Number of rows after the button for more rows."""
        return BLANK_ROWS + min(MOST_ROWS, max(map(len, self.rows.values()), default=0))

    def asks_of(self, side: str) -> tuple[Field, ...]:
        """Fields about one side; "" for those about no single side."""
        of_sides = {name for names in self.form.fields.values() for name in names}
        wanted = self.form.fields.get(side, ())
        return tuple(
            ask for ask in self.asks if (ask.name in wanted if side else ask.name not in of_sides)
        )

    def value(self, ask: Field) -> str:
        """Answer as typed; at first the number of a disputed result, empty instead of the usual
        0.
        """
        held = str(self.held.numbers.get(ask.name, "")) if self.held is not None else ""
        found = held or ask.value or ask.usual
        return self.query.get(ask.name, "" if found == "0" else found)

    def stated(self, ask: Field) -> tuple[tuple[Say, int], ...]:
        """Number of each player for a field, in a form of the referee."""
        found = ((one.who, one.numbers.get(ask.name)) for one in self.form.versions)
        return tuple((who, number) for who, number in found if number is not None)

    def stated_of(self, side: str, row: UnitRow) -> tuple[tuple[Say, int | None], ...]:
        """Losses of a unit as each player states them; None if a player does not name it."""
        if not row.unit:
            return ()
        return tuple(
            (
                one.who,
                next((u.fallen for u in one.losses if (u.side, u.unit) == (side, row.unit)), None),
            )
            for one in self.form.versions
        )

    def is_ticked(self, ask: Field, value: str) -> bool:
        return value in (self.query.getlist(ask.name) if self.query else ask.values)


def result_page(
    page: ReadingPage,
    battle: BattlePage,
    kind: FormKind,
    rosters: Mapping[str, Sequence[RosterUnit]],
    form: FormData | None = None,
    preset: str = "",
) -> ResultPage:
    """Form, with the fields of `form` if it was sent, otherwise with those of the result `preset`.

    Raises `NoSuchGame` for other readers.
    """
    asked = form_of_kind(battle, kind)
    if asked is None:
        raise NoSuchGame
    if form is None:
        rows = {
            side: rows_of_losses(stated_losses(asked, preset), side, rosters.get(side, ()))
            for side in battle.sides
        }
        return ResultPage(page, battle, kind, asked, rows, preset=preset)
    query = QueryParams(
        [(name, value) for name, value in form.multi_items() if isinstance(value, str)]
    )
    rows = {side: typed_rows(query, side) for side in battle.sides}
    command = query.get("command") or secrets.token_urlsafe(16)
    return ResultPage(page, battle, kind, asked, rows, query, command=command, preset=preset)


def form_of_kind(battle: BattlePage, kind: FormKind) -> ResultForm | None:
    """Form of the battle for its viewer; None for other readers."""
    if kind is FormKind.RESULT:
        return battle.result_form
    return battle.dispute_form if kind is FormKind.DISPUTE else battle.decision_form


def version_of(form: ResultForm, preset: str) -> StatedNumbers | None:
    """Statement with the result `preset`, otherwise the first one; None without a statement."""
    chosen = (one for one in form.versions if str(one.result) == preset)
    return next(chosen, form.versions[0] if form.versions else None)


def stated_losses(form: ResultForm, preset: str = "") -> Sequence[UnitLosses]:
    """Losses that the form holds at first. Units that one version alone names have no number."""
    held = version_of(form, preset)
    losses = form.losses if held is None else held.losses
    named = {(row.side, row.unit) for row in losses}
    others = {
        (row.side, row.unit): row
        for version in form.versions
        for row in version.losses
        if (row.side, row.unit) not in named
    }
    return (*losses, *(replace(row, fallen=0) for row in others.values()))


def rows_of_losses(
    losses: Sequence[UnitLosses], side: str, units: Sequence[RosterUnit]
) -> list[UnitRow]:
    """Rows for the losses of a disputed result, then those of units without losses and blank
    ones.
    """
    stated = [
        UnitRow(row.unit, str(row.figures or ""), str(row.fallen or ""), True)
        for row in losses
        if row.side == side
    ]
    named = {row.unit for row in stated}
    others = [unit for unit in units if unit.title not in named]
    return [*stated, *(rows_of_roster(others) if others or not stated else [UnitRow("", "", "")])]


def rows_of_roster(units: Sequence[RosterUnit]) -> list[UnitRow]:
    """Rows for the units of a roster, then blank ones."""
    listed = [UnitRow(unit.title, str(unit.figures), "", True) for unit in units]
    return [*listed, *(UnitRow("", "", "") for _ in range(1 if listed else BLANK_ROWS))]


def typed_rows(query: QueryParams, side: str) -> list[UnitRow]:
    """Rows of a side as typed, with as many blank ones as the form asks for."""
    rows = list(_filled_rows(query, side))
    wanted = integer_or_none(query.get("rows", "")) or 0
    blank = max(0, min(MOST_ROWS, wanted) - len(rows))
    return [*rows, *(UnitRow("", "", "") for _ in range(blank))]


def _filled_rows(query: QueryParams, side: str) -> Iterator[UnitRow]:
    for number in range(MOST_ROWS):
        unit = query.get(f"unit.{side}.{number}")
        if unit is not None:
            figures = query.get(f"figures.{side}.{number}", "").strip()
            fallen = query.get(f"fallen.{side}.{number}", "").strip()
            is_listed = bool(query.get(f"listed.{side}.{number}"))
            yield UnitRow(unit.strip(), figures, fallen, is_listed)


# --- The order
def chosen_offer(page: ResultPage) -> Offer | None:
    """Result that was chosen; None without one."""
    number = integer_or_none(page.chosen)
    if number is None or not 0 <= number < len(page.form.results):
        return None
    return page.form.results[number]


def result_order(page: ResultPage, language: str) -> tuple[str, tuple[Refusal, ...]]:
    """Order as JSON, or what cannot be read in the form."""
    offer, findings = chosen_offer(page), list(unreadable_numbers(page))
    if offer is None:
        findings.insert(0, no_result_chosen())
    if offer is None or findings:
        return "", tuple(findings)
    order: dict[str, Any] = msgspec.to_builtins(offer.order)
    try:
        order |= order_answers(offer.asks, order, page.query, language)
    except UnreadableField as unread:
        return "", (unread.refusal,)
    if page.form.has_units and (casualties := list(casualties_of(page))):
        order["casualties"] = msgspec.to_builtins(casualties)
    return as_given(order), ()


def no_result_chosen() -> Refusal:
    return no(
        "CAR-TAB-06",
        "Choose the winner, or “No decision”.",
        "Elige el ganador, o «Sin decisión».",
    )


def unreadable_numbers(page: ResultPage) -> Iterator[Refusal]:
    """Refusals of numbers that are none."""
    wanted = say("Write a number, such as 7.", "Escribe un número, como 7.")
    for ask in page.asks:
        words = page.query.get(ask.name, "").strip()
        if ask.kind is Kind.NUMBER and words and integer_or_none(words) is None:
            yield UnreadableField(ask, words, wanted).refusal
    for row in (row for rows in page.rows.values() for row in rows):
        for words in (row.fallen, row.figures):
            if words and integer_or_none(words) is None:
                yield no(
                    "CAR-TAB-06",
                    "{unit}: “{words}” cannot be read. {wanted}",
                    "{unit}: «{words}» no se entiende. {wanted}",
                    unit=row.unit or say("a unit", "una unidad"),
                    words=words[:60],
                    wanted=wanted,
                )


def casualties_of(page: ResultPage) -> Iterator[UnitLosses]:
    """Losses of the units for which the form gives any."""
    for side, rows in page.rows.items():
        for row in rows:
            if not row.is_blank:
                fallen, figures = integer_or_none(row.fallen), integer_or_none(row.figures)
                yield UnitLosses(side, row.unit, fallen or 0, figures or 0)
