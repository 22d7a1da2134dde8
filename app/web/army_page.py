"""Contexts of the army pages: texts of the box, drawings as markup, and data of the server."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from markupsafe import Markup
from starlette.datastructures import FormData, QueryParams

from app.kernel.army_form import Answers, ArmySheet, Builder
from app.kernel.contract import Game
from app.kernel.form import Glyph
from app.kernel.legend import Specimen
from app.kernel.refusal import Refusal
from app.kernel.scene import Ink, in_layers
from app.services.container import Services
from app.services.play import saved_armies
from app.store import records
from app.web import svg
from app.web.forms import integer_or_none
from app.web.pages import time_in_zone

MINUTES = "%Y-%m-%dT%H:%M"  # form of a field for date and time
FIELD = "army."  # prefix of the army's fields in a form


@dataclass(frozen=True)
class ArmyPage:
    """Page of the army builder. `army` is the stored army, if any. `sharing` and `opens_at` hold
    the values of the form. `table` is the address of the game that waits for the army, or "".
    `roster_of` is the long game for which the army may be kept.
    """

    box: Game
    builder: Builder
    army: records.Army | None
    sharing: str
    opens_at: str
    link: str
    store: Markup
    draw: Callable[[Glyph | None], Markup]
    findings: tuple[Refusal, ...] = ()
    table: str = ""
    roster_of: records.Game | None = None

    @property
    def to(self) -> str:
        """Address that saves the army."""
        return f"/armies/{self.army.id}" if self.army else "/armies"


@dataclass(frozen=True)
class SheetPage:
    """Sheet of one army, for reading and printing."""

    kept: saved_armies.JudgedArmy
    sheet: ArmySheet
    store: Markup
    draw: Callable[[Glyph | None], Markup]

    @property
    def box(self) -> Game:
        return self.kept.box


def army_page(
    services: Services,
    base_url: str,
    box: str,
    builder: Builder,
    army: records.Army | None,
    given: Mapping[str, Any] | None = None,
    findings: tuple[Refusal, ...] = (),
    table: str = "",
    roster_of: records.Game | None = None,
    zone: str = "UTC",
) -> ArmyPage:
    """Page of the builder; `zone` is the time zone of the reader."""
    found, _ = saved_armies.builder_of(services, box)
    asked = given or {}
    sharing = str(asked.get("sharing", army.sharing if army else saved_armies.SHARING[0]))
    stored = opening_in_zone(army.opens_at, zone) if army and army.opens_at else ""
    opens_at = str(asked.get("opens_at", stored))[:40]
    link = (
        f"{base_url}/armies/{army.address if army.sharing != saved_armies.SHARING[0] else army.id}"
        if army
        else ""
    )
    return ArmyPage(
        *(found, builder, army, sharing, opens_at, link),
        findings=findings,
        table=table,
        roster_of=roster_of,
        **glyph_context([found]),
    )


def opening_in_zone(iso: str, zone: str) -> str:
    """Stored opening time in a time zone, as a date field of the browser writes it."""
    return time_in_zone(iso, zone).strftime(MINUTES)


def opening_in_utc(typed: str, zone: str) -> str:
    """Time from a date field of the browser, in UTC. A text that is no time stays as it is."""
    try:
        when = datetime.fromisoformat(typed)
        return when.replace(tzinfo=when.tzinfo or ZoneInfo(zone)).astimezone(UTC).strftime(MINUTES)
    except (ValueError, OverflowError):
        return typed


def sheet_page(services: Services, army: records.Army, user_id: int | None) -> SheetPage:
    kept = saved_armies.judge_army(services, army, user_id)
    return SheetPage(kept, saved_armies.sheet_of(services, army), **glyph_context([kept.box]))


def glyph_context(boxes: Sequence[Game]) -> dict[str, Any]:
    """Drawing context of an army page: the symbols, once per page, and the function that draws
    glyphs.
    """
    return {
        "store": symbol_store(in_layers(box.armies.symbols for box in boxes if box.armies)),
        "draw": draw_glyph,
    }


def symbol_store(symbols: Ink) -> Markup:
    return Markup(
        '<svg class="store" width="0" height="0" '
        f'aria-hidden="true"><defs>{svg.ink_markup(symbols)}</defs></svg>'
    )


def draw_specimen(specimen: Specimen) -> Markup:
    """Row of a legend as small SVG markup; its words stand beside it."""
    return Markup(svg.single_drawing(specimen.ink, specimen.box, "brd"))


def draw_glyph(glyph: Glyph | None) -> Markup:
    """Draw a glyph as small SVG markup; empty without a glyph."""
    return Markup(svg.single_drawing(glyph.ink, glyph.box, "glyph")) if glyph else Markup()


def answers_in(form: FormData) -> Answers:
    """Answers of a form about the army, by field path."""
    names = dict.fromkeys(name for name in form if name.startswith(FIELD))
    return {
        name.removeprefix(FIELD): tuple(str(value) for value in form.getlist(name))
        for name in names
    }


def terms_in_query(query: QueryParams) -> dict[str, Any]:
    """Terms of a new army from an address; numerals become integers."""
    return {
        name: value if integer_or_none(value) is None else integer_or_none(value)
        for name, value in query.items()
        if name not in ("box", "lang", "table")
    }


def waiting_table(given: Mapping[str, Any]) -> str:
    """Address of the game that waits for the army, from a form or an address; "" without one."""
    table = str(given.get("table", ""))
    return table if re.fullmatch(r"[0-9A-Za-z_-]{1,64}", table) else ""
