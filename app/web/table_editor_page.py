"""Context of the page on which players lay out a table, with plain forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup
from msgspec.structs import replace as changed

from app.kernel.form import Field, Kind
from app.kernel.game_setup import Laying, Thing
from app.kernel.refusal import Refusal, Refused
from app.kernel.scene import NOTHING as NO_INK
from app.kernel.scene import Ink, Layer
from app.kernel.space.notation import Unreadable, read_way, spelled_for
from app.kernel.strokes import moved, poly, tag, text
from app.services.play import game_setup
from app.services.watch import game_view
from app.web import svg
from app.web.game_setup_page import Asked, asked_of
from app.web.survey_panel import unreadable_place

NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True)
class SideOf:
    """Side at the table: its players, its permission to lay something, and its consent."""

    shape: str
    names: str
    is_mine: bool
    lays: bool
    accepts: bool


@dataclass(frozen=True)
class LayingPage:
    """Table in its current state, e.g. /games/7/laying. `chosen` is the selected thing, `changing`
    the form that moves it.
    """

    look: game_view.GameView
    base: str
    laying: Laying
    drawing: Markup
    sides: tuple[SideOf, ...]
    shapes: Mapping[str, str]
    chosen: Thing | None
    changing: tuple[Asked, ...]
    adding: tuple[Asked, ...]
    findings: tuple[Refusal, ...]
    mine: str

    @property
    def can_turn(self) -> bool:
        return any(asked.clause.name == "turn" for asked in self.changing)

    @property
    def accepts(self) -> bool:
        return self.mine in self.laying.accepted


def laying_of(look: game_view.GameView) -> Laying | None:
    """Table that is being laid out. None after the beginning of the game, or if nothing is laid
    out.
    """
    return (
        game_setup.setup_for_seat(look.box, look.game, look.seats, look.seat)
        if look.game.status == "open"
        else None
    )


def laying_page(
    look: game_view.GameView,
    laying: Laying,
    language: str,
    chosen: str = "",
    given: Mapping[str, str] = NOTHING,
    findings: tuple[Refusal, ...] = (),
) -> LayingPage:
    """Page of the table. `given` is the refused input of the visitor, `findings` the reasons."""
    mine = next((seat.side for seat in look.seats if seat.seat == look.seat), "")
    thing = next((one for one in laying.things if one.key == chosen), None)
    own = thing.clauses if thing else ()
    adds, changes = (given, NOTHING) if given.get("act") == "add" else (NOTHING, given)
    return LayingPage(
        look,
        f"/games/{look.game.address}",
        laying,
        numbered_table(look, laying, thing, language),
        sides_of(look, laying, mine),
        {side.key: side.shape for side in look.scenario.sides},
        thing,
        tuple(asked_question(clause, changes, "thing-", language) for clause in own),
        tuple(asked_question(clause, adds, "add-", language) for clause in laying.clauses),
        findings,
        mine,
    )


def asked_question(clause: Field, given: Mapping[str, str], mark: str, language: str) -> Asked:
    """Question with the typed value, or with the present state of the thing."""
    usual = (
        "; ".join(spelled_for(word, language) for word in clause.usual.split())
        if clause.kind is Kind.PATH
        else clause.usual
    )
    return replace(asked_of(clause, "", given), value=given.get(clause.name, usual), mark=mark)


def as_the_box_has_it(laying: Laying, given: Mapping[str, str], language: str) -> dict[str, str]:
    """Form with its places in the notation of the box: “0,20 36,24.5”. Raises `Refused` for an
    unreadable place.
    """
    clauses = (*laying.clauses, *(clause for thing in laying.things for clause in thing.clauses))
    typed = {
        clause.name
        for clause in clauses
        if clause.kind is Kind.PATH and given.get(clause.name, "").strip()
    }
    return {**given, **{field: places_in_notation(given[field], language) for field in typed}}


def places_in_notation(words: str, language: str) -> str:
    """Typed places in the notation of the box; raises `Refused`."""
    try:
        return " ".join(f"{x:g},{y:g}" for x, y in read_way(words, language))
    except Unreadable as unreadable:
        raise Refused(unreadable_place(words, unreadable.wanted)) from None


def sides_of(look: game_view.GameView, laying: Laying, mine: str) -> tuple[SideOf, ...]:
    def names(side: str) -> str:
        return ", ".join(seat.name for seat in look.seats if seat.side == side and seat.name)

    return tuple(
        SideOf(
            side.shape,
            names(side.key),
            side.key == mine,
            side.key in laying.turns,
            side.key in laying.accepted,
        )
        for side in look.scenario.sides
    )


def numbered_table(
    look: game_view.GameView, laying: Laying, chosen: Thing | None, language: str
) -> Markup:
    """Drawing of the table with a number on everything that was laid."""
    agreement = look.box.agreement
    scene = agreement.drawing(look.game.scenario, look.game.terms, language) if agreement else None
    if scene is None:
        return Markup("")
    shapes = {side.key: side.shape for side in look.scenario.sides}
    numbers = sum(
        (
            numbered_mark(
                thing, shapes.get(thing.by, "n"), thing == chosen, address_of(look, thing), language
            )
            for thing in laying.things
            if thing.at
        ),
        NO_INK,
    )
    grounds = sum(
        (
            pressable_ground(thing, address_of(look, thing))
            for thing in by_size(laying.things)
            if thing != chosen
        ),
        NO_INK,
    )
    return Markup(
        svg.fixed_picture(
            changed(
                scene, layers=(*scene.layers, Layer("grounds", grounds), Layer("things", numbers))
            ),
            role="group",
        )
    )


def address_of(look: game_view.GameView, thing: Thing) -> str:
    return f"/games/{look.game.address}/laying?thing={thing.key}#things"


def by_size(things: Iterable[Thing]) -> list[Thing]:
    """Things by size, the largest first, so that small ones lie above them."""
    return sorted(
        things,
        key=lambda thing: (
            -sum(
                (max(x for x, _ in way) - min(x for x, _ in way))
                * (max(y for _, y in way) - min(y for _, y in way))
                for way in thing.ground
            )
        ),
    )


def pressable_ground(thing: Thing, href: str) -> Ink:
    """Ground of a thing as a target for pointers. Its script uses the address; without a script the
    number is the link.
    """
    return (
        tag(
            "path",
            klass="thing-ground",
            d="".join(poly(way) for way in thing.ground),
            data_href=href,
        )
        if thing.ground
        else NO_INK
    )


def numbered_mark(thing: Thing, shape: str, is_chosen: bool, href: str, language: str) -> Ink:
    body = (
        tag("circle", klass="thing-hit", r="22")
        + tag("circle", klass="thing-disc", r="11")
        + text(thing.key, "thing-no", 0, 4.5)
    )
    return tag(
        "a",
        body,
        klass=f"thing side-{shape}{' is-chosen' if is_chosen else ''}",
        href=href,
        aria_label=f"{thing.key}: {thing.title.in_(language)}",
        transform=moved(thing.at or (0, 0)),
    )
