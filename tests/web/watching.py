"""Frames with the board, as one anonymous visitor receives them."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace

from fastapi import FastAPI

from app.services.container import Services
from app.web.board_frames import BoardFrames
from app.web.sse_broadcaster import SseBroadcaster
from app.web.text_difference import WORD, Step
from app.web.waiting_counts import WaitingCounts


def stream_state(services: Services, **more: object) -> SimpleNamespace:
    """State of an application, as far as streams use it. Needs a running event loop."""
    return SimpleNamespace(
        services=services,
        broadcaster=SseBroadcaster(asyncio.Event()),
        waiting_counts=WaitingCounts(services),
        **more,
    )


def text_of(last: str, parts: str | list[Step]) -> str:
    """Whole text, as the script makes it of the last one (`static/js/live/difference.js`)."""
    if isinstance(parts, str):
        return parts
    words = WORD.findall(last)
    return "".join(
        step if isinstance(step, str) else "".join(words[step[0] : step[0] + step[1]])
        for step in parts
    )


class Watching:
    """Broadcasts of one game in a language and tab, and the text that a browser has of them."""

    def __init__(self, app: FastAPI, address: str, tab: str = "log", language: str = "en"):
        request = SimpleNamespace(
            app=app,
            headers={"accept-language": language},
            cookies={},
            query_params={},
            state=SimpleNamespace(visitor=None, csrf=""),
            url=SimpleNamespace(path=f"/games/{address}/events"),
        )
        self.maker, self.text, self.last = BoardFrames(request, address, tab), "", 0

    def broadcast(self, number: int) -> str:
        """Frame after move `number`, whole only at the first time; the text follows it."""
        make = self.maker.difference if self.text else self.maker.whole
        frame = asyncio.run(make(self.last, number)).plain.decode()
        sent = json.loads(frame.split("event: shown\ndata: ")[1].split("\n")[0])
        self.text, self.last = text_of(self.text, sent["parts"]), sent["number"]
        return frame
