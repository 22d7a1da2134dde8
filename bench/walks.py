"""Code that one request runs: files, folders, functions and calls of the application.

The requests are an order with dice, the board after it, an anonymous visitor's replay step, an army
verdict and a log-in. They go through the test client on SQLite; `sys.setprofile` counts the calls.

`ARMY_QUERY` is the query of a new army's page.

Usage: python -m bench.walks BOX SCENARIO/SEAT SECOND_SEAT ARMY_QUERY
"""

from __future__ import annotations

import re
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from types import FrameType

from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx import Response

from app.main import create_app
from app.settings import Settings

APP = str(Path(__file__).parents[1] / "app") + "/"
PASSWORD = "a long enough sentence"  # noqa: S105 password of two users who exist only here
STEPS = 40
"""Steps of the game after which the search for an order with dice ends."""
Tag = re.compile(r'([\w-]+)="([^"]*)"')


class Counter:
    """Profile hook. It counts calls of application code in all threads while `is_on`."""

    def __init__(self) -> None:
        self.is_on = False
        self.calls = 0
        self.functions: set[tuple[str, int]] = set()

    def count(self, frame: FrameType, event: str, _: object) -> None:
        if self.is_on and event == "call" and frame.f_code.co_filename.startswith(APP):
            self.calls += 1
            self.functions.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

    @property
    def row(self) -> tuple[int, int, int, int]:
        """Number of files, folders, functions and calls."""
        files = {Path(name) for name, _ in self.functions}
        return len(files), len({file.parent for file in files}), len(self.functions), self.calls


@contextmanager
def counted(counter: Counter) -> Iterator[None]:
    """Count the calls within the block, from zero."""
    counter.calls, counter.functions, counter.is_on = 0, set(), True
    try:
        yield
    finally:
        counter.is_on = False


def form_fields(page: str, action: str, holding: str = "") -> dict[str, str]:
    """Fields of the form that posts to `action` and contains `holding`."""
    for head, body in re.findall(r"<form([^>]*)>(.*?)</form>", page, re.DOTALL):
        if f'action="{action}"' in head and "post" in head and holding in unescape(body):
            tags = [dict(Tag.findall(tag)) for tag in re.findall(r"<input[^>]*>", body)]
            tags += [
                dict(Tag.findall(f"{tag} {choice}"))
                for tag, choices in re.findall(r"<select([^>]*)>(.*?)</select>", body, re.DOTALL)
                for choice in re.findall(r"<option([^>]*selected[^>]*)>", choices)
            ]
            return {one["name"]: unescape(one.get("value", "")) for one in tags if one.get("name")}
    raise LookupError(f"no form to {action}")


class Browser:
    """User of the test client."""

    def __init__(self, app: FastAPI, portal: object):
        self.client = TestClient(app, base_url="http://127.0.0.1:8000")
        self.client.portal = portal  # type: ignore[assignment] # the loop in which the server lives

    def get(self, path: str, **more: dict[str, str]) -> str:
        answer = self.client.get(path, **more)
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status_code}")
        return answer.text

    def post(self, path: str, fields: dict[str, str]) -> Response:
        answer = self.client.post(path, data=fields, follow_redirects=False)
        if answer.status_code not in (200, 303):
            raise RuntimeError(f"{path}: {answer.status_code}")
        return answer

    def send(self, page: str, action: str, holding: str = "", **changed: str) -> Response:
        return self.post(action, form_fields(page, action, holding) | changed)

    def csrf(self, path: str) -> dict[str, str]:
        """CSRF field of the forms on a page."""
        return dict(re.findall(r'name="(csrf)" value="([^"]+)"', self.get(path)))

    def register(self, name: str) -> Browser:
        self.send(self.get("/register"), "/register", name=name, password=PASSWORD)
        return self


def step_of(page: str) -> str:
    """Step that the page asks about; "" if the viewer has nothing to decide."""
    found = re.search(r'data-step="(\w+)"', page)
    return found.group(1) if found else ""


def draft_with_dice(player: Browser, path: str, page: str) -> str:
    """Page of a draft that rolls dice; "" if no piece has one."""
    for piece in sorted(set(re.findall(r'\?piece=([^&"#]+)"', page))):
        drafts = re.findall(
            r'class="offer-link" href="([^"]+)"', player.get(f"{path}?piece={piece}")
        )
        for draft in (unescape(one) for one in drafts if "order=" in one):
            found = player.get(draft)
            if "data-confirm" in found:
                return found
    return ""


def end_step(player: Browser, path: str, page: str) -> None:
    ends = f"{path}/steps/{step_of(page)}"
    if f'action="{ends}"' not in page or '"pass"' not in unescape(page):
        page = player.get(path + "?order=%7B%22kind%22%3A%22pass%22%7D")
    player.send(page, ends, '"pass"')


def shot(first: Browser, second: Browser, path: str) -> tuple[Browser, str]:
    """Play until a player has a draft with dice; the player and the page of the draft."""
    for _ in range(STEPS):
        player = first if step_of(first.get(path)) else second
        page = player.get(path)
        if draft := draft_with_dice(player, path, page):
            return player, draft
        end_step(player, path, page)
    raise LookupError("no order with dice")


def walks(
    app: FastAPI, portal: object, names: list[str]
) -> Iterator[tuple[str, Callable[[], object]]]:
    """Requests to count, each with its title. A request is ready when it is yielded."""
    box, seat, other, army = names
    first, second, visitor = (Browser(app, portal) for _ in range(3))
    asked = {
        "box": box,
        "seat": seat,
        "against": "people",
        "visibility": "open",
        "spectators": "yes",
    }
    first.register("Maite")
    second.register("Harold")
    opened = first.post("/tables", first.csrf("/tables/new") | asked)
    path = opened.headers["location"]
    second.post(f"{path}/join", second.csrf(path) | {"seat": other})
    player, draft = shot(first, second, path)
    steps = f"{path}/steps/{step_of(draft)}"
    yield "order with dice, posted", lambda: player.send(draft, steps)
    yield "own board after it", lambda: player.get(path)
    yield (
        "anonymous visitor's replay step",
        lambda: visitor.get(f"{path}/at/1", headers={"hx-request": "true"}),
    )
    form = form_fields(first.get(f"/armies/new?{army}"), "/armies")
    raised = form_fields(first.post("/armies/draft", form | {"do": "raise"}).text, "/armies")
    yield "army verdict", lambda: first.post("/armies/draft", raised)
    page = visitor.get("/login")
    yield (
        "log-in",
        lambda: visitor.send(page, "/login", name="Maite", password=PASSWORD),
    )


def main(names: list[str]) -> None:
    counter = Counter()
    threading.setprofile(counter.count)  # before the server's threads start
    sys.setprofile(counter.count)
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database_url=f"sqlite:///{folder}/walks.db"))
        with TestClient(app, base_url="http://127.0.0.1:8000") as server:
            print(f"{'walk':36}{'files':>8}{'folders':>9}{'functions':>11}{'calls':>9}")
            for title, ask in walks(app, server.portal, names):
                with counted(counter):
                    ask()
                files, folders, functions, calls = counter.row
                print(f"{title:36}{files:8}{folders:9}{functions:11}{calls:9}")


if __name__ == "__main__":
    main(sys.argv[1:])
