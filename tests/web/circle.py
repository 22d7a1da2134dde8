"""A web server with the tiny games, and a game of many sides between members."""

from __future__ import annotations

import re
import secrets

import msgspec
from fastapi import FastAPI

from tests.contract.tiny import TINY
from tests.web.conftest import Visitor
from tests.web.reading import Form, forms_on

NAMES = ("Ana", "Bruno", "Carla", "Diego", "Elisa", "Fermín")
LANGUAGES = ("en", "es", "en", "es", "en", "es")


def sides_of(box: str) -> tuple[str, ...]:
    return tuple(side.key for side in TINY[box].card.scenarios[0].sides)


def text_of(page: str) -> str:
    """Text of a page without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


class Circle:
    """A game of a tiny box; `by_side` are its players, who read English and Spanish in turn.

    The first player opens the table. `gather` seats the others.
    """

    def __init__(self, app: FastAPI, box: str, **asked: object):
        self.box, self.sides = box, sides_of(box)
        self.by_side = {
            side: Visitor(app, language).register(name)
            for side, name, language in zip(self.sides, NAMES, LANGUAGES, strict=False)
        }
        self.names = dict(zip(self.sides, NAMES, strict=False))
        given = {
            "box": box,
            "seat": f"plain/{self.sides[0]}",
            "against": "people",
            "visibility": "open",
            "spectators": "yes",
            **asked,
        }
        answer = self.by_side[self.sides[0]].post("/tables", **given)
        assert answer.status_code == 303, answer.text
        self.path = answer.headers["location"]
        self.id = int(self.path.rsplit("/", 1)[1])

    def join(self, side: str) -> None:
        player = self.by_side[side]
        assert player.post(f"{self.path}/join", seat=side).status_code == 303

    def gather(self) -> Circle:
        for side in self.sides[1:]:
            self.join(side)
        return self

    def page(self, side: str, more: str = "") -> str:
        """Game page of a side's player in English."""
        address = f"{self.path}{more}"
        return self.by_side[side].get(f"{address}{'&' if '?' in address else '?'}lang=en").text

    def text(self, side: str, more: str = "") -> str:
        return text_of(self.page(side, more))

    def forms(self, side: str, kind: str) -> list[Form]:
        """Forms on the page of a side whose order is of this kind."""
        return [
            form
            for form in forms_on(self.page(side))
            if f'"kind":"{kind}"' in str(form.fields.get("order", ""))
        ]

    def gives(self, side: str, order: object, step: str = "", **more: object):
        """Send an order as a program would, without reading the page."""
        player = self.by_side[side]
        sent = {
            "command": secrets.token_hex(8),
            "after": player.get(f"{self.path}/number").json()["number"],
            "order": order if isinstance(order, str) else msgspec.json.encode(order).decode(),
            "csrf": player.proof(),
            **more,
        }
        where = f"{self.path}/{f'steps/{step}' if step else 'orders'}"
        return player.client.post(where, data=sent, follow_redirects=False)

    def plays(self, side: str, order: object, step: str) -> None:
        answer = self.gives(side, order, step)
        assert answer.status_code == 303, text_of(answer.text)

    def concedes(self, side: str) -> None:
        answer = self.gives(side, '{"kind":"concede"}', confirmed="1")
        assert answer.status_code == 303, text_of(answer.text)
