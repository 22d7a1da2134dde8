"""Panels of the game page: each has an address of its own and runs only its own code."""

from __future__ import annotations

import re
import sys

import pytest

from app.services.people import notes, player_chat, spectator_chat
from app.services.play import sandbox_plan, sandboxes, seat_substitution
from app.services.watch import spectators
from app.web import sandbox_page, spectator_page
from app.web.panels import clock, decision, talk
from app.web.panels.compose import PANELS
from tests.web.conftest import Battle

HTMX = {"hx-request": "true"}
PLACES = {
    "board": {"board-live", "scores"},
    "decision": {"decision"},
    "log": {"tab"},
    "talk": set(),
    "clock": set(),
    "replay": set(),
}
"""Elements that a panel replaces in the present position, under the tab of the log."""
HEAD = {"state", "changes-count", "more", "tab-title"}
"""Elements that every answer replaces."""


def places_of(answer) -> set[str]:
    assert answer.status_code == 200, answer.text
    return set(re.findall(r'<hx-partial hx-target="#([\w-]+)"', answer.text))


@pytest.mark.parametrize("name", PANELS)
def test_the_address_of_a_panel_answers_with_this_panel_alone(battle, name):
    answer = battle.opponent.get(f"{battle.path}/panels/{name}?tab=log")
    assert places_of(answer) == PLACES[name] | HEAD


def test_the_clock_panel_replaces_deadline_and_actions(visitor):
    timed = {"clock": "each", "clock_each": "3", "clock_then": "wait"}
    battle = Battle(visitor().register("Maite"), visitor().register("Harold"), **timed).begin()
    answer = battle.opener.get(f"{battle.path}/panels/clock")
    assert places_of(answer) == {"deadline", "clock"} | HEAD and "You have until" in answer.text


def test_the_talk_panel_replaces_the_open_chat(battle):
    answer = battle.opener.get(f"{battle.path}/panels/talk?tab=messages")
    assert places_of(answer) == {"tab"} | HEAD and 'id="messages-list"' in answer.text


def test_the_replay_panel_replaces_the_decision_at_a_past_moment(battle):
    battle.end_step(battle.opener)
    answer = battle.opener.get(f"{battle.path}/panels/replay?at=1")
    assert places_of(answer) == {"decision"} | HEAD and 'id="reel"' in answer.text


@pytest.mark.parametrize("tab", ["text", "changes", "log"])
def test_a_live_update_marks_the_tab_that_it_opens(battle, tab):
    answer = battle.opener.get(f"{battle.path}/panels/live?tab={tab}").text
    marked = re.findall(r'href="[^"]*tab=(\w+)"[^>]*aria-current="page"', answer)
    assert marked == [tab] and 'id="tab-title"' in answer


def test_an_unknown_panel_is_not_found(battle):
    for names in ("tea", "board,tea", "", "live,board"):
        assert battle.opener.get(f"{battle.path}/panels/{names}").status_code == 404


def test_a_live_update_leaves_the_messages_alone(battle):
    for tab, has_log in (
        ("messages", False),
        ("spectators", True),
        ("log", True),
        ("changes", True),
    ):
        answer = battle.opener.get(f"{battle.path}/panels/live?tab={tab}")
        assert ("tab" in places_of(answer)) == has_log
        assert {"board-live", "scores", "decision"} <= places_of(answer)


def test_the_end_of_a_game_brings_the_messages_to_spectators(battle, visitor):
    battle.opener.post(f"{battle.path}/messages", text="Well met")
    assert "Well met" not in visitor().get(f"{battle.path}/panels/live?tab=messages").text
    battle.platform_order(battle.opener, "concede")
    answer = visitor().get(f"{battle.path}/panels/live?tab=messages")
    assert "tab" in places_of(answer) and "Well met" in answer.text


def test_a_panel_of_an_anonymous_visitor_is_printed_once(battle, visitor, monkeypatch):
    drawn, real = [], decision.build_decision
    monkeypatch.setattr(
        "app.web.panels.compose.build_decision", lambda *asked: drawn.append(1) or real(*asked)
    )
    path = f"{battle.path}/panels/live?tab=log"
    assert len({visitor().get(path).text for _ in range(3)}) == len(drawn) == 1


# --- Replay step of an anonymous visitor
class Forbidden(Exception):
    """Code ran that a replay step does not need."""


BESIDE_THE_REPLAY = [
    (module, name)
    for module in (
        player_chat,
        spectator_chat,
        notes,
        spectators,
        sandboxes,
        sandbox_plan,
        seat_substitution,
        sandbox_page,
        spectator_page,
        talk,
        clock,
        decision,
    )
    for name, value in vars(module).items()
    if callable(value)
    and not isinstance(value, type)
    and getattr(value, "__module__", "") == module.__name__
]


@pytest.fixture
def forbid_the_rest(monkeypatch):
    """Make all functions of chat, spectators, notes, sandboxes, substitution, clock and decision
    raise.
    """

    def forbid() -> None:
        def refuse(*_: object, **__: object) -> None:
            raise Forbidden

        loaded = [module for name, module in sys.modules.items() if name.startswith("app.")]
        for home, name in BESIDE_THE_REPLAY:
            real = getattr(home, name)
            for module in loaded:
                if getattr(module, name, None) is real:
                    monkeypatch.setattr(module, name, refuse)

    return forbid


def test_a_replay_step_of_an_anonymous_visitor_runs_board_and_log_only(
    battle, visitor, forbid_the_rest
):
    battle.end_step(battle.opener)
    stranger = visitor()
    assert len(BESIDE_THE_REPLAY) > 50
    forbid_the_rest()
    with pytest.raises(Forbidden):
        stranger.get(f"{battle.path}/at/1")  # the whole page has the chat on it
    step = stranger.get(f"{battle.path}/at/1", headers=HTMX)
    assert step.status_code == 200
    assert {"board-live", "scores", "state"} <= places_of(step)
    assert 'id="reel"' in step.text and '<ol class="log"' in step.text


def test_messages_about_a_move_follow_the_replay_step(battle, visitor):
    battle.end_step(battle.opener)
    member, stranger = visitor().register("Ander"), visitor()
    said = member.post(f"{battle.path}/remarks", text="A pity", about="1")
    assert said.status_code == 303
    step = stranger.get(f"{battle.path}/at/1", headers=HTMX).text
    assert "A pity" not in step and 'id="said-of-1"' in step
    address = re.search(r'<div hx-get="([^"]+)" hx-trigger="load', step).group(1)
    talk_of_it = stranger.get(address)
    assert places_of(talk_of_it) == {"said", "said-of-1"} | HEAD
    assert "A pity" in talk_of_it.text and "1 remark" in talk_of_it.text
    assert "A pity" in stranger.get(f"{battle.path}/at/1").text
