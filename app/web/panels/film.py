"""Film panel: the events after a move, one sentence for each scene, with pause, speed and skip."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from app.kernel.event_summary import Arrow, event_arrows
from app.services.watch.film import Scene, is_present, load_scenes
from app.web.draft import address_of
from app.web.forms import integer_or_none
from app.web.panels.frame import GameFrame


@dataclass(frozen=True)
class FilmPanel:
    """Film of the events after move `after`. `shown` is the scene in view, `base` the address of
    the game. `kept` are query fields that every scene keeps.
    """

    after: int
    scenes: tuple[Scene, ...]
    shown: Scene
    kept: dict[str, str]
    base: str

    @property
    def earlier(self) -> Scene | None:
        return self.scenes[self.shown.number - 2] if self.shown.number > 1 else None

    @property
    def later(self) -> Scene | None:
        return self.scenes[self.shown.number] if self.shown.number < len(self.scenes) else None

    @cached_property
    def arrows(self) -> tuple[Arrow, ...]:
        """Arrow of the scene in view, with its number."""
        one = event_arrows((self.shown.item,))
        return tuple(Arrow(self.shown.number, arrow.way, arrow.side, arrow.kind) for arrow in one)

    @property
    def present(self) -> str:
        """Address of the present position; an introduction that was read stays closed."""
        return address_of(self.base, lesson=self.kept.get("lesson", ""))

    @property
    def marks(self) -> tuple[Scene, ...]:
        """Scenes that the slider marks."""
        return tuple(scene for scene in self.scenes if scene.is_key)

    def address_of(self, scene: Scene) -> str:
        """Address of a scene: the board after its move, and its number in the film."""
        number, after = str(scene.number), str(self.after)
        return address_of(
            f"{self.base}/at/{scene.item.move}", film=after, scene=number, **self.kept
        )


@dataclass(frozen=True)
class Recap:
    """Offer to play the events that a viewer has not seen. `begins` is the address of its first
    scene.
    """

    count: int
    seconds: int
    begins: str
    until: int


def build_film(frame: GameFrame) -> FilmPanel | None:
    """Film that the address names; None without one, and if nothing has happened since its move."""
    after = integer_or_none(frame.query.get("film", ""))
    if after is None or frame.sandbox is not None or frame.in_words:
        return None
    scenes = load_scenes(frame.look, after)
    if not scenes:
        return None
    number = integer_or_none(frame.query.get("scene", "")) or 1
    shown = scenes[min(max(number, 1), len(scenes)) - 1]
    kept = {name: frame.query.get(name, "") for name in ("eyes", "tab", "lesson")}
    return FilmPanel(after, scenes, shown, kept, frame.base)


def build_recap(frame: GameFrame) -> Recap | None:
    """Offer at the present position, for news that no film shows yet. None beside a selection, and
    for a player who follows the game. It stands after an introduction.
    """
    look = frame.look
    if frame.sandbox is not None or not look.is_now or not frame.news.items:
        return None
    if set(frame.query) - {"tab", "lang", "lesson"} or is_present(look):
        return None
    scenes = load_scenes(look, frame.news.after)
    if not scenes:
        return None
    kept = {"lesson": frame.query.get("lesson", "")}
    first = FilmPanel(frame.news.after, scenes, scenes[0], kept, frame.base)
    seconds = round(sum(scene.seconds for scene in scenes))
    return Recap(len(scenes), seconds, first.address_of(scenes[0]), scenes[-1].item.move)
