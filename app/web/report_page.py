"""Context of the report page: chapters of the record with pictures, and texts by players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from app.kernel.battle_report import EVERYTHING, Chapter, Picture
from app.kernel.contract import Marks
from app.kernel.refusal import Refusal
from app.kernel.scene import Scene
from app.services.watch.battle_report import LONGEST, WrittenReport
from app.web import svg


@dataclass(frozen=True)
class Draft:
    """Text of a player that was refused, with the reasons."""

    section: str
    text: str
    replaces: bool
    findings: tuple[Refusal, ...]


@dataclass(frozen=True)
class ReportPage:
    """Report page at /games/7/report. `pictures` are by chapter, and `store` holds their symbols
    and ground.
    """

    told: WrittenReport
    base: str
    store: Markup
    pictures: Mapping[str, Markup]
    shapes: Mapping[str, str]
    draft: Draft | None = None
    longest: int = LONGEST

    def text(self, chapter: Chapter) -> str:
        """Text in the form of a chapter."""
        if self.draft is not None and self.draft.section == chapter.key:
            return self.draft.text
        mine = self.told.mine(chapter)
        return mine.text if mine else ""

    def replaces(self, chapter: Chapter) -> bool:
        if self.draft is not None and self.draft.section == chapter.key:
            return self.draft.replaces
        mine = self.told.mine(chapter)
        return bool(mine and mine.replaces)

    def findings(self, chapter: Chapter) -> tuple[Refusal, ...]:
        return (
            self.draft.findings
            if self.draft is not None and self.draft.section == chapter.key
            else ()
        )


def report_page(told: WrittenReport, language: str, draft: Draft | None = None) -> ReportPage:
    shown = {one.key: one.picture for one in told.report.chapters if one.picture}
    scenes = {key: drawing_of(told, picture, language) for key, picture in shown.items()}
    pictures = {
        key: Markup(
            svg.still_picture(scene, f"picture-{key}", picture_caption(shown[key], language, scene))
        )
        for key, scene in scenes.items()
    }
    store = Markup(svg.ground_store(next(iter(scenes.values())))) if scenes else Markup("")
    shapes = {side.key: side.shape for side in told.look.scenario.sides}
    return ReportPage(told, f"/games/{told.look.game.address}", store, pictures, shapes, draft)


def drawing_of(told: WrittenReport, picture: Picture, language: str) -> Scene:
    """Board at a turning point, with the numbers of the event list."""
    look = told.look
    view = look.box.view(look.history.tables[picture.number].state, EVERYTHING)
    return look.box.drawing(view, Marks(arrows=picture.arrows), language)


def picture_caption(picture: Picture, language: str, scene: Scene) -> str:
    return f"{picture.caption.in_(language)}. {scene.label}"
