"""Board panel: the drawing of the position, with the viewer's selection marked on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup
from msgspec.structs import replace

from app.kernel.contract import Marks
from app.kernel.scene import Scene, Switch
from app.services.watch import game_view
from app.web import svg
from app.web.draft import OfferRow, address_of
from app.web.panels.dice_results import DicePanel
from app.web.panels.film import FilmPanel
from app.web.panels.frame import GameFrame
from app.web.panels.selection import Selection
from app.web.survey_panel import Seeing

HTMX = {"hx-get": "{href}", "hx-target": "#panel", "hx-swap": "outerHTML", "hx-push-url": "true"}


@dataclass(frozen=True)
class BoardPanel:
    """Drawing of the position; without a `scene` before the beginning and in words."""

    scene: Scene | None
    keep: str

    @property
    def whole(self) -> Markup:
        """Whole drawing for a page. `live` is the part that a move changes, and `store` holds the
        symbols that both use.
        """
        return Markup(
            svg.board_markup(self.scene, keep=self.keep, links=HTMX) if self.scene else ""
        )

    @property
    def live(self) -> Markup:
        return Markup(svg.live_markup(self.scene, links=HTMX) if self.scene else "")

    @property
    def spots(self) -> Markup:
        """Places for arrow keys and taps that change with the view, else nothing."""
        if self.scene is None or not self.scene.has_moving_spots:
            return Markup("")
        return Markup(svg.spots_markup(self.scene))

    @property
    def store(self) -> Markup:
        return Markup(svg.symbol_store(self.scene) if self.scene else "")

    @property
    def switches(self) -> tuple[Switch, ...]:
        """Switches of the drawing, beside the board."""
        return self.scene.switches if self.scene else ()

    @property
    def is_measured(self) -> bool:
        """Return True if places on the board are measured in a unit of length."""
        return self.scene is not None and self.scene.measure is not None


def build_board(
    frame: GameFrame,
    selection: Selection,
    language: str,
    film: FilmPanel | None = None,
    pointed: Mapping[str, str] | None = None,
    dice: DicePanel | None = None,
) -> BoardPanel:
    """Board with links on pieces that can act, places in reach and targets with their odds. It also
    marks the events of the list beside it. `pointed` are labels of the introduction or a hint.
    """
    look, shot = frame.look, selection.shot
    if look.table.state is None or frame.in_words:
        return BoardPanel(None, look.game.address)
    if shot is not None and shot.measured is not None:
        view, marks = shot.view, shot.marks
    elif film is not None:
        view, marks = look.view, Marks(arrows=film.arrows)
    else:
        results = dice.marks if dice and not selection.is_any and not pointed else {}
        marks = board_marks(frame, selection)
        view, marks = (
            look.view,
            replace(marks, results=results, targets={**marks.targets, **(pointed or {})}),
        )
    return BoardPanel(look.box.drawing(view, marks, language), look.game.address)


def board_marks(frame: GameFrame, selection: Selection) -> Marks:
    """Marks of the selection and of the events that the log panel lists."""
    look, draft, chosen = frame.look, selection.draft, selection.chosen
    rows = () if "ahead" in frame.query else selection.rows
    pieces = {
        row.offer.piece: address_of(frame.here, piece=row.offer.piece)
        for row in rows
        if row.offer.piece and row.offer.is_live
    }
    places = place_addresses(frame, selection)
    if selection.seeing is not None:
        return survey_marks(selection.seeing, pieces)
    odds = {row.place: row.odds for row in selection.reach if row.odds}
    targets = {
        row.offer.target: row
        for row in rows
        if row.offer.target
        and row.offer.is_live
        and row.offer.piece == chosen
        and not row.offer.asks
    }
    arrows = frame.news.arrows if frame.tab == "changes" and not draft else ()
    answers = {} if draft or selection.is_any else answers_by_place(look, rows)
    return Marks(
        piece=chosen,
        place=selection.stack.place,
        group=selection.stack.group,
        target=draft.target if draft else "",
        path=draft.assessment.way if draft else (),
        reach=reach_costs(selection) | dict.fromkeys(answers, 0),
        piece_links=pieces
        | selection.stack.toggles
        | {target: row.address for target, row in targets.items()},
        place_links=places | {row.place: row.address for row in selection.reach} | answers,
        targets=odds
        | {target: row.odds for target, row in targets.items()}
        | dict.fromkeys(answers, ""),
        lines=draft.assessment.lines if draft else (),
        trail=() if draft or selection.is_any or arrows else last_path(look),
        arrows=arrows,
    )


def answers_by_place(look: game_view.GameView, rows: Sequence[OfferRow]) -> dict[str, str]:
    """Address of each complete answer to the question of another side's turn, by its place. An
    answer of a piece or of a stack is not among them.
    """
    if not (look.decisions and look.decisions[0].reaction):
        return {}
    return {
        row.offer.place: row.address
        for row in rows
        if row.offer.place
        and row.offer.is_live
        and not (row.offer.piece or row.offer.stack or row.offer.asks or row.offer.ahead)
    }


def place_addresses(frame: GameFrame, selection: Selection) -> dict[str, str]:
    """Address that opens each named place. With an open stack it names the place of that stack, so
    that the page tells why the stack does not reach the new place.
    """
    start = selection.stack.place
    if not any(row.offer.stack == start for row in selection.rows):
        start = ""
    return {
        one.key: address_of(
            frame.here, place=one.key, **({"from": start} if one.key != start else {})
        )
        for one in frame.summary.places
    }


def reach_costs(selection: Selection) -> dict[str, int]:
    """Cost of each place within reach. For a stack places without a cost are marked too."""
    return {
        row.place: row.reach.cost
        for row in selection.reach
        if row.reach.cost or selection.stack.place
    }


def survey_marks(seeing: Seeing, links: Mapping[str, str]) -> Marks:
    """Marks of a survey or a ruler, in place of the marks of the decision."""
    if seeing.survey is not None:
        return Marks(
            piece=seeing.survey.piece,
            piece_links=links,
            lines=seeing.survey.lines,
            eyes=seeing.survey.place,
            blockers=seeing.survey.blockers,
        )
    if seeing.measured is not None:
        return Marks(
            piece_links=links, lines=seeing.measured.lines, blockers=seeing.measured.blockers
        )
    return Marks(piece_links=links)


def last_path(look: game_view.GameView) -> tuple[str, ...]:
    """Places of the last move's path, for the board."""
    lines = [line for told in game_view.load_log(look, look.at - 1) for line in told.lines]
    return next((line.way for line in lines if line.way), ())
