"""The game page: what one viewer sees of one moment, ready to be printed."""
from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup
from starlette.datastructures import QueryParams

from app.club import letters, watch
from app.club.club import Club
from app.kernel.contract import Marks, Summary
from app.kernel.offers import Reach
from app.kernel.refusal import Refusal
from app.kernel.say import Say
from app.store.rows import Letter
from app.web import svg
from app.web.draft import Draft, OfferRow, address_of, draft_of, filled, rows_of, with_odds

TABS = ("changes", "log", "words", "letters")
HTMX = {"hx-get": "{href}", "hx-target": "#panel", "hx-swap": "outerHTML", "hx-push-url": "true"}


@dataclass(frozen=True)
class PieceRow:
    """A piece that has something to order: its live and its refused offers."""

    id: str
    title: Say
    says: Say
    shape: str
    address: str
    chosen: bool
    live: int
    why_not: Refusal | None


@dataclass(frozen=True)
class SeatRow:
    seat: str
    shape: str
    title: Say
    name: str | None
    is_mine: bool
    is_free: bool
    owes: bool
    has_won: bool


@dataclass(frozen=True)
class Score:
    shape: str
    says: Say


@dataclass(frozen=True)
class StepRow:
    title: Say
    is_on: bool
    is_past: bool


@dataclass(frozen=True)
class Moment:
    """A place on the slider of the replay."""

    number: int
    label: Say
    is_turn: bool
    is_on: bool
    turn: int


@dataclass(frozen=True)
class PlayPage:
    """A game as one viewer sees it, e.g. /games/7 or /games/7/at/37."""

    look: watch.Look
    base: str
    board: Markup
    live: Markup
    store: Markup
    summary: Summary
    seats: tuple[SeatRow, ...]
    scores: tuple[Score, ...]
    steps: tuple[StepRow, ...]
    tab: str
    pieces: tuple[PieceRow, ...]
    rows: tuple[OfferRow, ...]
    refused: tuple[OfferRow, ...]
    main: tuple[OfferRow, ...]
    chosen: str
    chosen_title: Say | None
    draft: Draft | None
    reach: tuple[tuple[str, Reach, str], ...]
    told: Sequence[watch.Told]
    changed: Sequence[watch.Told]
    letters: Sequence[Letter]
    moments: tuple[Moment, ...]
    earlier: int | None
    later: int | None
    command: str
    hint: Say | None = None
    notice: Say | None = None
    findings: tuple[Refusal, ...] = ()
    leaves: Say | None = None

    @property
    def last_letter(self) -> int:
        return self.letters[-1].id if self.letters else 0


def play_page(club: Club, look: watch.Look, query: QueryParams, language: str, user_id: int | None, *,
              notice: Say | None = None, findings: tuple[Refusal, ...] = ()) -> PlayPage:
    base = f"/games/{look.game.address}"
    chosen, draft = query.get("piece", ""), draft_of(look, query)
    summary = look.box.summary(look.view) if look.table.state is not None else Summary(0, "", look.game.phase, "")
    if not chosen and look.decisions and look.decisions[0].piece and "all" not in query:
        chosen = look.decisions[0].piece
    rows = rows_of(look.offers, base)
    if not draft:
        rows = [row for one in rows for row in (with_odds(look, [one]) if one.offer.main or one.offer.piece == chosen else [one])]
    reach = reach_of(look, rows, chosen, base)
    shapes = {side.key: side.shape for side in look.scenario.sides}
    scene = drawn(look, rows, chosen, draft, reach, base, language) if look.table.state is not None else None
    titles = {line.id: line for line in summary.pieces}
    mine = [row for row in rows if row.offer.piece and (not chosen or row.offer.piece == chosen)]
    milestones = watch.milestones(look)
    numbers = watch.standing_numbers(look)
    tab = query.get("tab", "")
    changed = watch.changed(look) if look.is_now and look.seat else ()
    return PlayPage(
        look=look, base=base, summary=summary, seats=seat_rows(look, shapes),
        scores=tuple(Score(shapes.get(side, "a"), says) for side, says in summary.score), steps=step_rows(look, summary), chosen=chosen, draft=draft,
        board=Markup(svg.board(scene, keep=look.game.address, links=HTMX)) if scene else Markup(""),
        live=Markup(svg.live(scene, links=HTMX)) if scene else Markup(""),
        store=Markup(svg.store(scene)) if scene else Markup(""),
        tab=tab if tab in TABS else "changes" if changed else "log",
        pieces=tuple(piece_rows(rows, titles, shapes, chosen, base)),
        rows=tuple(sorted((row for row in mine if row.offer.is_live and (chosen or is_whole(row))), key=lambda row: not row.offer.main)),
        refused=tuple(row for row in mine if not row.offer.is_live) if chosen else (),
        main=tuple(row for row in rows if not row.offer.piece),
        chosen_title=titles[chosen].title if chosen in titles else None, reach=reach,
        told=tuple(reversed(watch.log(look))), changed=changed,
        letters=letters.read(club, look.game.address, user_id) if look.seat or look.outcome else (),
        moments=tuple(Moment(one.number, one.phase, one.is_turn, one.number <= look.at, one.turn) for one in milestones),
        earlier=max((number for number in numbers if number < look.at), default=None),
        later=min((number for number in numbers if number > look.at), default=None),
        command=secrets.token_urlsafe(16), notice=notice, findings=findings,
        hint=look.box.hint(look.view) if look.decisions and look.scenario.guided else None, leaves=left_to_the_house(look))


def is_whole(row: OfferRow) -> bool:
    """A chief offer that is to be looked at before the dice, such as a blow of several together: shown before a piece is chosen."""
    return row.offer.main and row.offer.rolls and not row.offer.asks


def last_way(look: watch.Look) -> tuple[str, ...]:
    """The places that somebody went by in the last move, for the board."""
    lines = [line for told in watch.log(look, look.at - 1) for line in told.lines]
    return next((line.way for line in lines if line.way), ())


def left_to_the_house(look: watch.Look) -> Say | None:
    """The step whose orders the player may leave to the house; None if there is nothing of the kind to order."""
    for step in look.box.card.sequence if look.decisions else ():
        if step.by_heart and step.key == look.decisions[0].step and any(isinstance(offer.order, step.by_heart) and offer.is_live for offer in look.offers):
            return step.title
    return None


def seat_rows(look: watch.Look, shapes: dict[str, str]) -> tuple[SeatRow, ...]:
    return tuple(SeatRow(seat.seat, shapes.get(seat.side, "a"), watch.side_title(look, seat.side), seat.name, seat.seat == look.seat,
                         seat.is_free, seat.seat in look.waiting, look.outcome is not None and seat.side in look.outcome.winners) for seat in look.seats)


def step_rows(look: watch.Look, summary: Summary) -> tuple[StepRow, ...]:
    keys = [step.key for step in look.box.card.sequence]
    on = keys.index(summary.step) if summary.step in keys else -1
    return tuple(StepRow(step.title, place == on, place < on) for place, step in enumerate(look.box.card.sequence) if step.key != "setup" or on == 0)


def piece_rows(rows: list[OfferRow], titles: dict, shapes: dict[str, str], chosen: str, base: str) -> list[PieceRow]:
    """One row per piece with offers, those that can act first."""
    found: dict[str, list[OfferRow]] = {}
    for row in rows:
        if row.offer.piece:
            found.setdefault(row.offer.piece, []).append(row)
    listed = []
    for piece, its in found.items():
        live = sum(row.offer.is_live for row in its)
        line = titles.get(piece)
        if line is None:
            continue
        why = next((row.offer.no[0] for row in its if row.offer.no), None)
        listed.append(PieceRow(piece, line.title, line.says, shapes.get(line.side, "n"), address_of(base, piece=piece), piece == chosen, live,
                               None if live else why))
    return sorted(listed, key=lambda row: row.live == 0)


def reach_of(look: watch.Look, rows: list[OfferRow], chosen: str, base: str) -> tuple[tuple[str, Reach, str], ...]:
    """Where the chosen piece may go: (place, way, address of the draft)."""
    if not chosen:
        return ()
    places: dict[str, tuple[str, Reach, str]] = {}
    for row in rows:
        if row.offer.piece != chosen or not row.offer.is_live:
            continue
        for ask in row.offer.asks:
            if ask.kind == "path":
                for place, reach in watch.assess(look, row.offer.order).reach.items():
                    order = filled(row.offer, {ask.field: list(reach.path)})
                    places.setdefault(place, (place, reach, address_of(base, piece=chosen, order=order)))
            elif ask.kind == "place":
                for choice in ask.choices:
                    order = filled(row.offer, {ask.field: choice.value})
                    places.setdefault(choice.value, (choice.value, Reach((choice.value,), 0), address_of(base, piece=chosen, order=order)))
        if row.offer.place and not row.offer.asks:
            places.setdefault(row.offer.place, (row.offer.place, Reach((row.offer.place,), 0), row.address))
    return tuple(places.values())


def drawn(look: watch.Look, rows: list[OfferRow], chosen: str, draft: Draft | None, reach: tuple, base: str, language: str):
    """The scene with its links: pieces that can act, places within reach, targets with their odds."""
    pieces = {row.offer.piece: address_of(base, piece=row.offer.piece) for row in rows if row.offer.piece and row.offer.is_live}
    targets = {row.offer.target: row for row in rows if row.offer.target and row.offer.is_live and row.offer.piece == chosen and not row.offer.asks}
    links = pieces | {target: row.address for target, row in targets.items()}
    marks = Marks(
        piece=chosen, target=draft.target if draft else "", path=draft.assessment.way if draft else (),
        reach={place: way.cost for place, way, _ in reach if way.cost}, piece_links=links,
        place_links={place: address for place, _, address in reach}, targets={target: row.odds for target, row in targets.items()},
        lines=draft.assessment.lines if draft else (), trail=() if draft or chosen else last_way(look))
    return look.box.drawing(look.view, marks, language)
