"""Battles on the page in words alone: the reader, the server and whole games of two players."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest

from app.main import create_app
from app.settings import Settings
from tests.drivers.page_reader import BUTTON, CHOICE, FIELD, HEADING, LINK, RULE, HtmlPageReader
from tests.drivers.text_player import TextPlayer

MOST_VISITS = 200
MOST_ANSWERS = 500  # in one visit
SAME_ANSWERS = 30  # one after the other; more are a loop


@pytest.fixture
def app(sqlite_url: str):
    """Server without rate limits, because these players are faster than listeners."""
    return create_app(Settings(database_url=sqlite_url, rate_limits=False))


class Attentive(HtmlPageReader):
    """Notes flaws for listeners: two controls of one name, a missing heading, a focus elsewhere."""

    def listen(self, answer) -> None:
        super().listen(answer)
        assert '<svg class="brd' not in answer.text and 'id="board"' not in answer.text, answer.url
        levels = [one.level for one in self.heard if one.role == HEADING]
        assert levels[0] == levels.count(1) == 1 and all(
            next_ <= level + 1 for level, next_ in pairwise(levels)
        ), levels
        for role in (BUTTON, FIELD, CHOICE):
            assert [
                name for name, count in Counter(self.names_of(role)).items() if count > 1
            ] == [], self.asked
        leads = {
            (one.name, one.key.partition("#")[0])
            for one in self.heard
            if one.role == LINK and not re.fullmatch(RULE, one.name)
        }
        assert [
            name for name, count in Counter(name for name, _ in leads).items() if count > 1
        ] == [], self.asked

    def press(self, name: str) -> None:
        super().press(name)
        assert self.lands == "decision"


def repeats_itself(player: TextPlayer) -> bool:
    """True if the last answers are one answer to one question, so that the game stands still."""
    last = player.trail[-SAME_ANSWERS:]
    return len(last) == SAME_ANSWERS and len(set(last)) == 1


def play_to_the_end(*players: TextPlayer) -> None:
    """Let the players act in turn until the page tells all of them that the game is over."""
    for _ in range(MOST_VISITS):
        for player in players:
            player.hear()
            for _ in range(MOST_ANSWERS):
                if not player.is_asked:
                    break
                player.act()
                assert not repeats_itself(player), player.trail[-2:]
        if all(player.is_over for player in players):
            return
    raise AssertionError([player.trail[-5:] for player in players])
