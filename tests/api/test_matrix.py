"""Every operation, requested by all kinds of users, at games in every state.

An operation without a line here fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache, partial

import pytest

from app.services.errors import NoSuchGame
from app.services.notify import notification_targets
from app.services.people import api_tokens, blocking, bot_accounts, moderation, notes, player_chat
from app.services.people.api_tokens import ACCOUNT, ARMIES, PLAY, READ, TABLES
from app.services.play import sandboxes, saved_armies
from app.services.rate_limit import LIMITS, RateLimiter
from tests.api.conftest import ROOT, Ledger, Program, begun, opened, passed_on
from tests.counting import count
from tests.matrices import cells_of
from tests.one_by_one import one_by_one
from tests.sample_games import HEX, HEX_GAME, HEX_SCENARIO, INCH, INCH_GAME

WHO = ("stranger", "member", "bot", "blocked", "moderator", "former", "other", "player")
"""The member is a spectator, and so is the member's program. The player owes the decision, the
other is of the other side; at a waiting table the other has no seat yet. The former player had the
seat of the other and passed it on.
"""
SEATED = ("other", "player")
STATES = (
    "waiting",
    "running",
    "over",
    "private",
    "closed",
)  # private: asked for by its number; closed: without spectators
HIDDEN = ("private", "closed")
PLEDGE = f"{'a' * 64} {'b' * 64}"


def all_callers(status: int = 200) -> dict[str, int]:
    return dict.fromkeys(WHO, status)


def some(status: int = 200, **others: int) -> dict[str, int]:
    return all_callers(status) | {"stranger": 401, **others}


def shown(
    waiting: int = 200, running: int = 200, over: int = 200, former: int = 0
) -> dict[str, dict[str, int]]:
    """Answers to all at public tables, to players at the others.

    The former player sees the earlier view there, unless another answer is given.
    """
    seen = {"waiting": waiting, "running": running, "over": over}
    return {state: all_callers(status) for state, status in seen.items()} | {
        state: all_callers(404) | dict.fromkeys(SEATED, running) | {"former": former or running}
        for state in HIDDEN
    }


def done(
    waiting: int, running: int, over: int, others: int = 403, on_turn: int = 0, former: int = 404
) -> dict[str, dict[str, int]]:
    """Answers to acts of players, with another one for the deciding player.

    `others` get an answer where they may watch, the `former` player where they may not.
    """
    turn, begun_ = {"player": on_turn or running}, {"running": running, "over": over}
    return (
        {"waiting": some(others, player=waiting)}
        | {state: some(others, **dict.fromkeys(SEATED, status)) for state, status in begun_.items()}
        | {"running": some(others, other=running, **turn)}
        | {state: some(404, former=former, other=running, **turn) for state in HIDDEN}
    )


# operation: (required scope, body, answers to all users)
WITHOUT_A_GAME = {
    "GET /account": (None, None, some()),
    "PATCH /account": (ACCOUNT, {"theme": "dark"}, some(204)),
    "GET /account/tokens": (ACCOUNT, None, some()),
    "POST /account/tokens": (ACCOUNT, {"name": "x", "scopes": ["read"]}, some(201)),
    "DELETE /account/tokens/{token}": (ACCOUNT, None, some(404)),
    "GET /account/programs": (ACCOUNT, None, some()),
    "POST /account/programs": (ACCOUNT, {"name": "?"}, some(422)),
    "PATCH /account/programs/{program}": (ACCOUNT, {"may_write": True}, some(404)),
    "DELETE /account/programs/{program}": (ACCOUNT, None, some(404)),
    "GET /account/programs/{program}/tokens": (ACCOUNT, None, some(404)),
    "POST /account/programs/{program}/tokens": (
        ACCOUNT,
        {"name": "x", "scopes": ["read"]},
        some(404),
    ),
    "DELETE /account/programs/{program}/tokens/{token}": (ACCOUNT, None, some(404)),
    "GET /account/export": (ACCOUNT, None, some()),
    "GET /account/hours": (ACCOUNT, None, some()),
    "PUT /account/hours": (ACCOUNT, {"zone": "Nowhere"}, some(422)),
    "GET /account/blocked": (ACCOUNT, None, some()),
    "GET /account/notices": (ACCOUNT, None, some()),
    "PUT /account/notices": (ACCOUNT, {"choices": {"your_turn-mail": "now"}}, some(204)),
    "POST /account/notices/hooks": (
        ACCOUNT,
        {"kind": "json", "name": "x", "url": "http://127.0.0.1/"},
        some(422),
    ),
    "POST /account/notices/test": (ACCOUNT, {"to": "9999"}, some(204)),
    "DELETE /account/notices/receivers/{receiver}": (ACCOUNT, None, some(204)),
    "POST /account/notices/receivers/{receiver}/again": (ACCOUNT, None, some(204)),
    "PUT /people/{person}/block": (ACCOUNT, None, some(404)),
    "DELETE /people/{person}/block": (ACCOUNT, None, some(204)),
    "POST /people/{person}/report": (ACCOUNT, {"reason": "x"}, some(404)),
    "GET /clubs": (READ, None, all_callers()),
    "POST /clubs": (TABLES, {"name": "x"}, some(422)),
    "GET /clubs/{club}": (READ, None, all_callers(404)),
    "PUT /clubs/{club}": (TABLES, {"name": "Hussars"}, some(404)),
    "PUT /clubs/{club}/archive": (TABLES, {"archived": True}, some(404)),
    "POST /clubs/{club}/report": (ACCOUNT, {"reason": "It is rude."}, some(404)),
    "GET /clubs/{club}/games": (READ, None, all_callers(404)),
    "GET /clubs/{club}/log": (READ, None, all_callers(404)),
    "PUT /clubs/{club}/membership": (TABLES, {}, some(404)),
    "DELETE /clubs/{club}/membership": (TABLES, None, some(404)),
    "PUT /clubs/{club}/request": (TABLES, {}, some(404)),
    "DELETE /clubs/{club}/request": (TABLES, None, some(404)),
    "POST /clubs/{club}/requests/{user}": (TABLES, {"admit": True}, some(404)),
    "POST /clubs/{club}/invitations": (TABLES, {"name": "Ander"}, some(404)),
    "POST /clubs/{club}/links": (TABLES, {}, some(404)),
    "DELETE /clubs/{club}/links/{link}": (TABLES, None, some(404)),
    "DELETE /clubs/{club}/members/{user}": (TABLES, None, some(404)),
    "PUT /clubs/{club}/members/{user}/roles/{role}": (TABLES, None, some(404)),
    "DELETE /clubs/{club}/members/{user}/roles/{role}": (TABLES, None, some(404)),
    "GET /clubs/{club}/announcements": (READ, None, all_callers(404)),
    "POST /clubs/{club}/announcements": (TABLES, {"title": "x"}, some(404)),
    "PUT /clubs/{club}/announcements/{announcement}": (TABLES, {"title": "x"}, some(404)),
    "DELETE /clubs/{club}/announcements/{announcement}": (TABLES, None, some(404)),
    "PUT /clubs/{club}/closing": (TABLES, None, some(404)),
    "DELETE /clubs/{club}/closing": (TABLES, None, some(404)),
    "PUT /clubs/{club}/ownership": (TABLES, {"accept": True}, some(404)),
    "DELETE /clubs/{club}/removed/{user}": (TABLES, None, some(404)),
    "GET /clubs/{club}/hooks": (READ, None, all_callers(404)),
    "POST /clubs/{club}/hooks": (
        TABLES,
        {"kind": "json", "name": "x", "url": "https://1.1.1.1/"},
        some(404),
    ),
    "DELETE /clubs/{club}/hooks/{hook}": (TABLES, None, some(404)),
    "POST /clubs/{club}/hooks/{hook}/test": (TABLES, None, some(404)),
    "POST /clubs/{club}/hooks/{hook}/again": (TABLES, None, some(404)),
    "GET /clubs/{club}/export": (READ, None, all_callers(404)),
    "GET /clubs/{club}/tables/{kind}": (READ, None, all_callers(404)),
    "POST /clubs/imports": (TABLES, None, some(400)),
    "POST /clubs/{club}/dates/table": (TABLES, None, some(400)),
    "POST /clubs/{club}/invitations/table": (TABLES, None, some(400)),
    "DELETE /clubs/{club}/names/{name}": (TABLES, None, some(404)),
    "GET /clubs/{club}/pictures": (READ, None, all_callers(404)),
    "GET /clubs/{club}/pictures/{number}.jpg": (READ, None, all_callers(404)),
    "POST /clubs/{club}/pictures": (TABLES, None, some(404)),
    "DELETE /clubs/{club}/pictures/{number}": (TABLES, None, some(404)),
    "GET /clubs/{club}/chronicle/records": (READ, None, all_callers(404)),
    "GET /clubs/{club}/chronicle/{year}": (READ, None, all_callers(404)),
    "PUT /clubs/{club}/chronicle/months/{month}": (TABLES, {"text": "x"}, some(404)),
    "GET /clubs/{club}/welcome": (READ, None, all_callers(404)),
    "PUT /clubs/{club}/welcome": (TABLES, {"text_en": "x"}, some(404)),
    "PUT /clubs/{club}/welcome/read": (TABLES, None, some(404)),
    "GET /clubs/{club}/polls": (READ, None, all_callers(404)),
    "POST /clubs/{club}/polls": (
        TABLES,
        {"title": "x", "dates": [], "closes": {"day": "2099-01-01", "time": "18:00"}},
        some(404),
    ),
    "PUT /clubs/{club}/polls/{poll}/answers": (TABLES, {"answers": []}, some(404)),
    "PUT /clubs/{club}/polls/{poll}/date": (TABLES, {"number": 1}, some(404)),
    "DELETE /clubs/{club}/polls/{poll}": (TABLES, None, some(404)),
    "GET /clubs/{club}/messages": (READ, None, all_callers(404)),
    "POST /clubs/{club}/messages": (TABLES, {"text": "x"}, some(404)),
    "PUT /clubs/{club}/messages/{message}/hidden": (TABLES, {"hidden": True}, some(404)),
    "POST /clubs/{club}/messages/{message}/report": (TABLES, {"reason": "rude"}, some(404)),
    "POST /clubs/{club}/announcements/{announcement}/report": (
        TABLES,
        {"reason": "rude"},
        some(404),
    ),
    "POST /clubs/{club}/house-rules/{page}/versions/{version}/report": (
        TABLES,
        {"reason": "rude"},
        some(404),
    ),
    "POST /clubs/{club}/polls/{poll}/report": (TABLES, {"reason": "rude"}, some(404)),
    "POST /clubs/{club}/welcome/report": (TABLES, {"reason": "rude"}, some(404)),
    "GET /clubs/{club}/house-rules": (READ, None, all_callers(404)),
    "POST /clubs/{club}/house-rules": (TABLES, {"title_en": "x"}, some(404)),
    "GET /clubs/{club}/house-rules/{page}/versions": (READ, None, all_callers(404)),
    "GET /clubs/{club}/house-rules/{page}/versions/{version}": (READ, None, all_callers(404)),
    "POST /clubs/{club}/house-rules/{page}/versions": (TABLES, {"base": 1}, some(404)),
    "PUT /clubs/{club}/house-rules/{page}/retired": (TABLES, {"retired": True}, some(404)),
    "GET /clubs/{club}/dates": (READ, None, all_callers(404)),
    "GET /clubs/{club}/dates/battles": (READ, None, all_callers(404)),
    "POST /clubs/{club}/dates": (
        TABLES,
        {"title": "x", "day": "2099-01-01", "time": "18:00"},
        some(404),
    ),
    "DELETE /clubs/{club}/dates/{date}": (TABLES, None, some(404)),
    "PUT /clubs/{club}/dates/{date}/answer": (TABLES, {"answer": "yes"}, some(404)),
    "PUT /clubs/{club}/dates/{date}/tables/{table}": (TABLES, {}, some(404)),
    "DELETE /clubs/{club}/dates/{date}/tables/{table}": (TABLES, None, some(404)),
    "GET /invitations": (READ, None, some()),
    "GET /waiting": (READ, None, some()),
    "GET /wishes": (READ, None, all_callers()),
    "POST /wishes": (TABLES, {"box": "?", "seats": [], "paces": []}, some(400)),
    "PUT /wishes/{wish}": (TABLES, {"box": "?", "seats": [], "paces": []}, some(400)),
    "DELETE /wishes/{wish}": (TABLES, None, some(422)),
    "POST /wishes/{wish}/change": (TABLES, {"other": 1}, some(422)),
    "GET /boxes": (READ, None, all_callers()),
    "GET /boxes/{box}": (READ, None, all_callers()),
    "GET /boxes/{box}/rules": (READ, None, all_callers()),
    "GET /boxes/{box}/sheet": (READ, None, all_callers()),
    "POST /boxes/{box}/scenarios/{scenario}/agreement": (READ, {}, all_callers()),
    "GET /rules/{rule}": (READ, None, all_callers()),
    "GET /tables": (READ, None, all_callers()),
    "POST /tables": (TABLES, {"box": HEX_GAME, "scenario": HEX_SCENARIO}, some(201)),
    "POST /imports": (TABLES, None, some(400)),
    "GET /games": (READ, None, some()),
    "GET /armies": (ARMIES, None, some()),
    "GET /armies/public": (ARMIES, None, all_callers()),
    "POST /armies/new": (ARMIES, {"box": INCH_GAME}, all_callers()),
    "POST /armies/draft": (
        ARMIES,
        {"box": INCH_GAME, "answers": {"list": [INCH.LIST]}},
        all_callers(),
    ),
    "POST /armies/import": (ARMIES, {"box": INCH_GAME, "text": "?"}, all_callers(422)),
    "POST /armies": (ARMIES, {"box": INCH_GAME, "answers": {"year": ["x"]}}, some(422)),
}
ARMIES_OF_THE_MEMBER = (
    "none",
    "own",
    "later",
    "link",
    "public",
)  # as their owner shares them; those with a link are asked for by it
RAISED = {
    "box": INCH_GAME,
    "answers": {"list": [INCH.LIST], "year": ["1880"], "points": ["600"]},
}


def read() -> dict[str, dict[str, int]]:
    """Answers about shared things to all, about private ones to their owner."""
    return {"none": all_callers(404)} | {
        sharing: all_callers()
        if sharing in ("link", "public")
        else all_callers(404) | {"member": 200}
        for sharing in ARMIES_OF_THE_MEMBER[1:]
    }


def kept(by_owner: int, others: int = 403) -> dict[str, dict[str, int]]:
    """Answers about private things to the owner; `others` get another one if they may read them."""
    return {"none": some(404)} | {
        sharing: some(others if sharing in ("link", "public") else 404, member=by_owner)
        for sharing in ARMIES_OF_THE_MEMBER[1:]
    }


OF_AN_ARMY = {
    "GET /armies/{address}": (ARMIES, None, read()),
    "PUT /armies/{address}": (ARMIES, RAISED, kept(200)),
    "DELETE /armies/{address}": (ARMIES, None, kept(204)),
    "POST /armies/{address}/copy": (ARMIES, None, kept(201, others=201)),
    "GET /armies/{address}/page": (ARMIES, None, read()),
    "GET /armies/{address}/sheet": (ARMIES, None, read()),
    "POST /armies/{address}/report": (
        ARMIES,
        {"reason": "x"},
        {"public": some(422)} | {one: some(404) for one in ARMIES_OF_THE_MEMBER[:-1]},
    ),
    "GET /armies/{address}/army.json": (ARMIES, None, read()),
    "GET /armies/{address}/army.txt": (ARMIES, None, read()),
}
LATE = {"command": "late", "after": 0, "order": {"kind": "concede"}}
OF_A_GAME = {
    "GET /games/{address}": (READ, None, shown()),
    "GET /games/{address}/log": (READ, None, shown()),
    "GET /games/{address}/number": (
        READ,
        None,
        shown(former=404),
    ),  # no new hidden facts
    "GET /games/{address}/news": (READ, None, shown()),
    "GET /games/{address}/moments": (READ, None, shown()),
    "GET /games/{address}/battlefield": (READ, None, shown()),
    "GET /games/{address}/pages": (READ, None, shown()),
    "GET /games/{address}/turn": (READ, None, shown()),
    **dict.fromkeys(
        (
            "GET /games/{address}/ledger.csv",
            "GET /games/{address}/standings.csv",
            "GET /games/{address}/standings",
            "GET /games/{address}/ledger",
            "GET /games/{address}/people",
            "GET /games/{address}/people/{side}",
            "GET /games/{address}/honours",
            "GET /games/{address}/chronicle",
            "GET /games/{address}/referees",
            "GET /games/{address}/corrections/signed",
            "GET /games/{address}/corrections/decisions",
            "GET /games/{address}/photographs",
            "GET /games/{address}/photographs/{number}.jpg",
            "GET /games/{address}/chronicle/words",
            "GET /games/{address}/scribes",
        ),
        (READ, None, shown(404, 404, 404, former=404)),
    ),  # a battle has none of them: test_campaign_operations.py
    "GET /games/{address}/battles": (READ, None, shown()),
    **{
        operation: (scope, body, {state: some(404) for state in STATES})
        for operation, scope, body in (
            ("GET /games/{address}/desk", READ, None),
            ("GET /games/{address}/desk/decisions", READ, None),
            ("GET /games/{address}/desk/absences", READ, None),
            ("GET /games/{address}/absences", READ, None),
            ("PUT /games/{address}/absences", PLAY, {"first": "2026-01-01", "reason": "x"}),
            ("GET /games/{address}/desk/notes", READ, None),
            ("POST /games/{address}/desk/notes", PLAY, {"text": "x"}),
            ("PUT /games/{address}/desk/notes/{number}", PLAY, {"text": "x"}),
            ("DELETE /games/{address}/desk/notes/{number}", PLAY, None),
            ("POST /games/{address}/referees", PLAY, {"name": "Nobody"}),
            ("DELETE /games/{address}/referees", PLAY, None),
            ("PUT /games/{address}/referees/vote", PLAY, {"name": "Nobody"}),
            ("POST /games/{address}/battles/{battle}/photographs", PLAY, None),
            ("DELETE /games/{address}/photographs/{number}", PLAY, None),
            ("PUT /games/{address}/chronicle/words", PLAY, {"section": "turn-1", "text": "x"}),
            ("POST /games/{address}/scribes", PLAY, {"name": "Nobody"}),
            ("DELETE /games/{address}/scribes/{person}", PLAY, None),
            ("GET /games/{address}/corrections", READ, None),
            ("GET /games/{address}/corrections/{number}", READ, None),
            ("POST /games/{address}/corrections/preview", READ, {"move": 1, "reason": "x"}),
            ("POST /games/{address}/corrections/requests", PLAY, {"move": 1, "reason": "x"}),
            (
                "POST /games/{address}/corrections",
                PLAY,
                {"move": 1, "reason": "x", "command": "c", "digest": "0"},
            ),
        )
    },
    "GET /games/{address}/dice": (READ, None, shown()),
    "GET /games/{address}/letters": (READ, None, shown()),
    "GET /games/{address}/events": (READ, None, shown(former=404)),
    "GET /games/{address}/waiting": (READ, None, shown(former=404)),
    "GET /games/{address}/dice/pledges": (READ, None, shown()),
    "PUT /games/{address}/dice/pledge": (TABLES, {"pledge": PLEDGE}, done(204, 204, 204)),
    "POST /games/{address}/dice/value": (TABLES, {"value": "0" * 64}, done(422, 200, 200)),
    "GET /games/{address}/laying": (READ, None, shown()),
    "GET /games/{address}/survey": (
        READ,
        None,
        shown(422, 422, 422),
    ),  # nothing is surveyed in this box
    "GET /games/{address}/measure": (READ, None, shown(422, 422, 422)),
    "GET /games/{address}/shots/{number}/{place}": (READ, None, shown(422, 422, 422)),
    "GET /games/{address}/export": (READ, None, shown(422, 422)),
    "GET /games/{address}/report": (READ, None, shown(422, 422)),
    "GET /games/{address}/report.md": (READ, None, shown(422, 422)),
    "POST /games/{address}/assess": (READ, {"order": {"kind": "pass"}}, shown()),
    "GET /games/{address}/offers": (READ, None, done(200, 200, 200, 200, former=200)),
    "PUT /games/{address}/seen": (READ, {"number": 1}, done(204, 204, 204, 204, former=204)),
    "POST /games/{address}/orders": (PLAY, LATE, done(422, 409, 409)),
    "POST /games/{address}/steps/{step}/rest": (
        PLAY,
        None,
        done(422, 422, 422, on_turn=200, former=403),
    ),
    "POST /games/{address}/letters": (PLAY, {"text": ""}, done(422, 422, 422)),
    "GET /games/{address}/standing": (READ, None, done(422, 200, 422, former=403)),
    "GET /games/{address}/standing/presets": (
        READ,
        None,
        done(422, 200, 422, former=403),
    ),
    "POST /games/{address}/standing/try": (
        READ,
        {"answers": {"retreat": "away"}},
        done(422, 200, 422, former=403),
    ),
    "PUT /games/{address}/standing": (
        PLAY,
        {"answers": {"retreat": "away"}},
        done(422, 200, 422, former=403),
    ),
    "DELETE /games/{address}/standing": (PLAY, None, done(422, 200, 422, former=403)),
    "PUT /games/{address}/report/{chapter}": (
        PLAY,
        {"text": "x"},
        {**done(422, 422, 400, former=422), "waiting": some(422), "running": some(422)},
    ),
    "GET /games/{address}/clock": (READ, None, shown()),
    "POST /games/{address}/claim": (PLAY, None, done(422, 422, 422)),
    "GET /games/{address}/sandboxes": (READ, None, done(200, 200, 200, 200, former=200)),
    "POST /games/{address}/sandboxes": (PLAY, {}, done(422, 201, 201, former=403)),
    **{
        operation: (scope, body, {state: some(404) for state in STATES})
        for operation, scope, body in (
            ("GET /games/{address}/sandboxes/{sandbox}", READ, None),
            ("GET /games/{address}/sandboxes/{sandbox}/offers", READ, None),
            ("GET /games/{address}/sandboxes/{sandbox}/plan", READ, None),
            ("POST /games/{address}/sandboxes/{sandbox}/assess", READ, {"order": {"kind": "pass"}}),
            (
                "POST /games/{address}/sandboxes/{sandbox}/orders",
                PLAY,
                {"after": 0, "order": {"kind": "pass"}},
            ),
            ("POST /games/{address}/sandboxes/{sandbox}/back", PLAY, {"to": 0}),
            ("POST /games/{address}/sandboxes/{sandbox}/house", PLAY, None),
            ("PATCH /games/{address}/sandboxes/{sandbox}", PLAY, {"name": "x"}),
            ("DELETE /games/{address}/sandboxes/{sandbox}", PLAY, None),
        )
    },
    "POST /games/{address}/letters/{letter}/report": (
        PLAY,
        {"reason": "x"},
        {state: some(404) for state in STATES},
    ),
    "GET /games/{address}/watching": (READ, None, shown()),
    "GET /games/{address}/remarks": (READ, None, shown()),
    "POST /games/{address}/remarks": (
        PLAY,
        {"text": ""},
        {
            state: some(422)
            if state not in HIDDEN
            else some(404, **dict.fromkeys(("former", *SEATED), 422))
            for state in STATES
        },
    ),
    "POST /games/{address}/report/{number}/report": (
        PLAY,
        {"reason": "x"},
        {state: some(404) for state in STATES},
    ),
    "POST /games/{address}/title/report": (
        PLAY,
        {"reason": "x"},
        {state: some(404) for state in STATES},
    ),
    "POST /games/{address}/remarks/{number}/report": (
        PLAY,
        {"reason": "x"},
        {state: some(404) for state in STATES},
    ),
    "GET /games/{address}/notes": (READ, None, done(200, 200, 200, 200)),
    "PUT /games/{address}/notes/{number}": (PLAY, {"text": ""}, done(422, 200, 200, former=403)),
    "POST /games/{address}/invitations": (TABLES, {"name": "Nobody"}, done(422, 422, 422)),
    "DELETE /games/{address}/invitations": (TABLES, None, done(204, 204, 204, 204, former=204)),
    "GET /games/{address}/seats": (READ, None, shown()),
    "PUT /games/{address}/seats/{seat}/offer": (TABLES, {"name": "Nobody"}, done(422, 422, 422)),
    "DELETE /games/{address}/seats/{seat}/offer": (TABLES, None, done(422, 422, 422, on_turn=204)),
    "POST /games/{address}/take": (TABLES, None, {state: some(404) for state in STATES}),
    "POST /games/{address}/join": (TABLES, {"seat": "nowhere"}, done(422, 422, 422, 422)),
    "PUT /games/{address}/brings": (TABLES, {"brings": {}}, done(200, 422, 422)),
    "GET /games/{address}/default-roster": (TABLES, None, {one: some(404) for one in STATES}),
    "PUT /games/{address}/default-roster": (
        TABLES,
        {"army": None},
        {one: some(404) for one in STATES},
    ),
    "POST /games/{address}/leave": (TABLES, None, done(204, 422, 422)),
    "DELETE /games/{address}": (TABLES, None, done(204, 422, 422, 422)),
    "POST /games/{address}/laying": (TABLES, {"change": {}}, done(403, 422, 422)),
    "POST /games/{address}/seat-back": (TABLES, None, done(422, 422, 422)),
    "POST /games/{address}/rematch": (TABLES, {}, done(422, 422, 200)),
}
EVERYTHING = WITHOUT_A_GAME | OF_AN_ARMY | OF_A_GAME

# ---------------------------------------------------------------------- things and their owners
# Body, and answers to all users. An accepted request of another user changes nothing either.
OF_THE_MEMBER = {
    "DELETE /account/tokens/{token}": (None, some(404, member=204)),
    "PATCH /account/programs/{program}": ({"may_write": True}, some(404, member=200)),
    "DELETE /account/programs/{program}": (None, some(404, member=204)),
    "GET /account/programs/{program}/tokens": (None, some(404, member=200)),
    "POST /account/programs/{program}/tokens": (
        {"name": "x", "scopes": ["read"]},
        some(404, member=201),
    ),
    "DELETE /account/programs/{program}/tokens/{token}": (None, some(404, member=204)),
    "POST /account/notices/test": ({"to": "{receiver}"}, some(204)),
    "DELETE /account/notices/receivers/{receiver}": (None, some(204)),
    "POST /account/notices/receivers/{receiver}/again": (None, some(204)),
    "DELETE /people/{person}/block": (None, some(204)),
}
IN_A_SANDBOX = {  # body, and the answer to the player whose it is
    "GET /games/{address}/sandboxes/{sandbox}": (None, 200),
    "GET /games/{address}/sandboxes/{sandbox}/offers": (None, 200),
    "GET /games/{address}/sandboxes/{sandbox}/plan": (None, 200),
    "POST /games/{address}/sandboxes/{sandbox}/assess": ({"order": {"kind": "pass"}}, 200),
    "POST /games/{address}/sandboxes/{sandbox}/orders": (
        {"after": 1, "order": {"kind": "pass"}},
        200,
    ),
    "POST /games/{address}/sandboxes/{sandbox}/back": ({"to": 0}, 200),
    "POST /games/{address}/sandboxes/{sandbox}/house": (None, 200),
    "PATCH /games/{address}/sandboxes/{sandbox}": ({"name": "x"}, 204),
    "DELETE /games/{address}/sandboxes/{sandbox}": (None, 204),
}
CHANGES_NOTHING = {"POST /games/{address}/sandboxes/{sandbox}/assess"}
WRONG = {"reason": "It insults everybody"}
LETTERS = {  # a message of the other player: own messages cannot be reported
    "running": some(404, other=422, player=204),
    "over": some(204, other=422),
    **dict.fromkeys(HIDDEN, some(404, other=422, player=204)),
}
# a message of the member or the own program; present and former players get none before the end
REMARKS = {
    "running": some(204, member=422, bot=422, former=404, other=404, player=404),
    "over": some(204, member=422, bot=422),
    "private": some(404),
}
MARK = "Zumalakarregi"
ONES_OWN = {  # things with this name are read by their owner alone, and here
    "member": {
        "GET /account/export",
        "GET /account/tokens",
        "GET /account/programs",
        "GET /account/programs/{program}/tokens",
        "GET /account/notices",
        "GET /account/blocked",
        "GET /armies",
        "GET /armies/{address}",
        "GET /armies/{address}/page",
        "GET /armies/{address}/sheet",
        "GET /armies/{address}/army.json",
        "GET /armies/{address}/army.txt",
    },
    "player": {
        "GET /account/export",
        "GET /games/{address}/notes",
        "GET /games/{address}/sandboxes",
        "GET /games/{address}/sandboxes/{sandbox}",
    },
}
NAMES = {
    "seat": HEX.SIDE,
    "side": HEX.SIDE,
    "box": HEX_GAME,
    "scenario": HEX_SCENARIO,
    "rule": "CH-MIS-10",
    "letter": "9999",
    "sandbox": "9999",
    "kind": "members",
    "name": "Tom",
    "battle": "b1",
    **dict.fromkeys(("token", "program", "person", "receiver", "wish"), "9999"),
    "number": "1",
    "place": "1",
    "step": "first_fire",
    "chapter": "nowhere",
    "year": "2026",
    "month": "2026-06",
    **dict.fromkeys(
        (
            "club",
            "user",
            "link",
            "date",
            "table",
            "announcement",
            "page",
            "version",
            "message",
            "poll",
            "hook",
        ),
        "9999",
    ),
    "role": "scribe",
}
ASKED = {"/survey": "?place=A1", "/measure": "?one=1,1&two=2,2"}


@pytest.fixture(scope="module")
def people(site) -> dict[str, Program]:
    blocking.block_user(site.services, site.make("Maite"), site.make("Unax"))
    moderation.act_as_administrator(site.services, site.make("Jone"), "name")
    return {"stranger": site.stranger(), "bot": site.bot_of("Ander")} | {
        who: site.speaks(name)
        for who, name in {
            "member": "Ander",
            "blocked": "Unax",
            "moderator": "Jone",
            "former": "Gorka",
            "other": "Íñigo",
            "player": "Maite",
        }.items()
    }


@pytest.fixture(scope="module")
def games(site, people) -> dict[str, str]:
    former, other = people["former"], people["other"]
    found = {
        state: begun(people["player"], former, **more)
        for state, more in {
            "running": {},
            "over": {},
            "private": {"visibility": "private"},
            "closed": {"spectators": False},
        }.items()
    }
    for address in found.values():
        passed_on(former, other, address, HEX.SECOND_SIDE, "Íñigo")
    other.order(found["over"], {"kind": "concede"})
    return found | {"private": str(int(found["running"]) + 2)}


@pytest.fixture
def things(site, people) -> Iterator[dict[str, str]]:
    """Things of the member by their names in addresses, new for every test."""
    services, me = site.services, site.make("Ander")
    program = bot_accounts.create_bot_account(services, me, MARK).user.id
    notification_targets._add_target(
        services, me, kind="json", name=MARK, url="https://127.0.0.1/", mention="", secret="x"
    )
    with services.store.write() as work:
        receiver = work.notification_targets.for_user(me)[-1].id
        work.notification_targets.update_target(
            receiver, failures=9, stopped_at="2026-11-23T00:00:00.000Z"
        )
        work.commit()
    blocking.block_user(services, me, site.make(f"{MARK} II"))
    made = {
        "token": api_tokens.create_token(services, me, MARK, ["read"]),
        "its": api_tokens.create_token(services, me, MARK, ["read"], program),
    }
    ids = {
        "program": program,
        "receiver": receiver,
        "person": site.make(f"{MARK} II"),
        **{name: one.token.id for name, one in made.items()},
    }
    yield {name: str(number) for name, number in ids.items()}
    notification_targets.remove_target(services, me, receiver)
    with suppress(NoSuchGame):
        bot_accounts.delete_bot_account(services, me, program)


@pytest.fixture
def army(site, people, sharing) -> str:
    """Address of an army of the member."""
    if sharing == "none":
        return "99999"
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    made = raised(site, sharing=sharing, opens_at=tomorrow if sharing == "later" else "")
    return made.token if sharing in ("later", "link") else str(made.id)


def raised(site, name: str = "Lions", **more: str):
    answers = {place: tuple(texts) for place, texts in RAISED["answers"].items()}
    return saved_armies.save_army(
        site.services, site.make("Ander"), RAISED["box"], answers | {"name": (name,)}, **more
    )


@pytest.fixture
def sandbox(site, people, games, state) -> Iterator[str]:
    """Sandbox of the player with one step."""
    services, me = site.services, site.make("Maite")
    made = sandboxes.create_sandbox(services, games[state], me, at=1, name=MARK)
    sandboxes.give_order(services, games[state], me, made.id, 0, {"kind": "pass"})
    yield str(made.id)
    with suppress(NoSuchGame):
        sandboxes.delete_sandbox(services, games[state], me, made.id)


def answers_of(
    ledger: Ledger,
    people: dict[str, Program],
    operation: str,
    body: object,
    address: str = "0",
    owner: str = "",
    users: Iterable[str] = WHO,
    **names: str,
) -> dict[str, int]:
    """Answers to these users, the owner last.

    A refusal or a read changes no row, and only the owner changes the thing.
    """
    found = {}
    for who in sorted(sorted(users, key=WHO.index), key=owner.__eq__):
        ledger.changed()
        found[who] = asked(people[who], operation, body, address, **names)
        changed = ledger.changed()
        may = (
            found[who] < 400
            and owner in ("", who)
            and not operation.startswith("GET ")
            and operation not in CHANGES_NOTHING
        )
        assert may or not changed, (operation, who, found[who], changed)
        assert not may or not owner or changed, f"{operation} did nothing"
    return found


def asked(who: Program, operation: str, body: object, address: str = "0", **names: str) -> int:
    return answered(who, operation, body, address, **names).status_code


def answered(who: Program, operation: str, body: object, address: str = "0", **names: str):
    count("rights_asked")
    method, path = operation.split(" ")
    path += ASKED.get(path.removeprefix("/games/{address}"), "")
    return who.ask(
        method,
        re.sub(r"\{(\w+)\}", lambda name: (NAMES | {"address": address} | names)[name[1]], path),
        body,
    )


def test_every_operation_has_its_line(site):
    document = site.stranger().get("/openapi.json")
    assert {
        f"{method.upper()} {path}"
        for path, operations in document["paths"].items()
        for method in operations
    } == set(EVERYTHING)


def test_the_document_names_the_scopes(site):
    document = site.stranger().get("/openapi.json")
    for operation, (scope, _, answers) in EVERYTHING.items():
        method, path = operation.split(" ")
        security = document["paths"][path][method.lower()]["security"]
        strangers = 401 not in [
            one["stranger"]
            for one in ([answers] if operation in WITHOUT_A_GAME else answers.values())
        ]
        assert security == [
            {"token": [scope] if scope else []},
            *([{}] if strangers or operation == "GET /games" else []),
        ], operation


@pytest.mark.slow
@pytest.mark.parametrize("operation", WITHOUT_A_GAME)
def test_operations_without_a_game(site, people, operation):
    _, body, answers = WITHOUT_A_GAME[operation]
    assert answers_of(site.ledger, people, operation, body) == answers


@pytest.mark.parametrize("operation", OF_THE_MEMBER)
def test_operations_on_things_of_a_member(site, people, things, operation):
    body, answers = OF_THE_MEMBER[operation]
    if "program" in operation:
        things |= {"token": things["its"]}
    if body == {"to": "{receiver}"}:
        body = {"to": things["receiver"]}
    assert answers_of(site.ledger, people, operation, body, owner="member", **things) == answers


def test_a_token_is_reached_through_its_own_account_alone(site, people, things):
    """A bot account of another user, another one of the same owner, and the owner's account do not
    reach it.
    """
    mine = str(bot_accounts.create_bot_account(site.services, site.make("Jone"), "Pacer").user.id)
    second = str(
        bot_accounts.create_bot_account(site.services, site.make("Ander"), "Pacer II").user.id
    )
    site.ledger.changed()
    for who, program, token in (
        ("moderator", mine, things["its"]),
        ("moderator", mine, things["token"]),
        ("member", second, things["its"]),
        ("member", things["program"], things["token"]),
    ):
        assert (
            asked(
                people[who],
                "DELETE /account/programs/{program}/tokens/{token}",
                None,
                program=program,
                token=token,
            )
            == 404
        )
    assert (
        asked(people["member"], "DELETE /account/tokens/{token}", None, token=things["its"]) == 404
    )
    assert not site.ledger.changed()


@pytest.mark.slow
@pytest.mark.parametrize("sharing", ARMIES_OF_THE_MEMBER)
@pytest.mark.parametrize("operation", OF_AN_ARMY)
def test_operations_on_an_army(site, people, army, operation, sharing):
    _, body, answers = OF_AN_ARMY[operation]
    owner = (
        "member" if sharing != "none" and not operation.endswith("/copy") else ""
    )  # a copy is one's own
    assert answers_of(site.ledger, people, operation, body, army, owner) == answers[sharing]


def test_private_things_are_read_by_their_owner_alone(site, people, games, things):
    """Every reading operation, requested by all users about things with a unique name."""
    services, game = site.services, games["running"]
    army = raised(site, MARK)
    made = sandboxes.create_sandbox(services, game, site.make("Maite"), at=1, name=MARK)
    notes.write_note(services, game, site.make("Maite"), 1, MARK)
    found = {who: set() for who in WHO}
    for operation in EVERYTHING:
        if operation.startswith("GET "):
            address = str(army.id) if operation in OF_AN_ARMY else game
            for who in WHO:
                if (
                    MARK
                    in answered(
                        people[who], operation, None, address, **things, sandbox=str(made.id)
                    ).text
                ):
                    found[who].add(operation)
    sandboxes.delete_sandbox(services, game, site.make("Maite"), made.id)
    assert found == {who: ONES_OWN.get(who, set()) for who in WHO}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("operation", "state", "users"),
    cells_of({operation: answers for operation, (_, _, answers) in OF_A_GAME.items()}),
)
def test_operations_on_a_game(site, people, games, operation, state, users):
    _, body, answers = OF_A_GAME[operation]
    address = opened(people["player"]) if state == "waiting" else games[state]
    found = answers_of(site.ledger, people, operation, body, address, users=users)
    assert found == {who: answers[state][who] for who in users}


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES[1:])
@pytest.mark.parametrize("operation", IN_A_SANDBOX)
def test_operations_on_a_sandbox_of_the_player(site, people, games, sandbox, operation, state):
    body, his = IN_A_SANDBOX[operation]
    answers = answers_of(
        site.ledger, people, operation, body, games[state], "player", sandbox=sandbox
    )
    assert answers == some(404, player=his)


def test_a_sandbox_of_a_former_player_is_not_found(site, people):
    address = begun(people["player"], people["former"])
    sandbox = str(people["former"].post(f"/games/{address}/sandboxes", {}, 201)["id"])
    assert {
        asked(people["former"], operation, None, address, sandbox=sandbox)
        for operation in IN_A_SANDBOX
        if operation.startswith("GET ")
    } == {200}
    passed_on(people["former"], people["other"], address, HEX.SECOND_SIDE, "Íñigo")
    for operation, (body, _) in IN_A_SANDBOX.items():
        assert answers_of(site.ledger, people, operation, body, address, sandbox=sandbox) == some(
            404
        ), operation


@pytest.mark.parametrize("state", LETTERS)
def test_operations_on_a_message_of_the_other_player(site, people, games, state):
    complain = "POST /games/{address}/letters/{letter}/report"
    letter = str(
        player_chat.write_chat_message(
            site.services, games[state], site.make("Íñigo"), "At dawn"
        ).number
    )
    assert answers_of(
        site.ledger, people, complain, WRONG, opened(people["player"]), letter=letter
    ) == some(404)  # it stands at another table
    assert (
        answers_of(site.ledger, people, complain, WRONG, games[state], letter=letter)
        == LETTERS[state]
    )


@pytest.mark.parametrize("state", REMARKS)
def test_operations_on_a_spectator_message(site, people, games, state):
    with site.services.store.read() as work:
        known = work.games.find_game(games[state]).token  # this member knows the private game
    said = people["member"].post(f"/games/{known}/remarks", {"text": "The archers are weak"}, 201)[
        "number"
    ]
    complain = "POST /games/{address}/remarks/{number}/report"
    assert (
        answers_of(site.ledger, people, complain, WRONG, games[state], number=str(said))
        == REMARKS[state]
    )


def test_an_offered_seat_is_taken_by_its_guest_alone(site, people):
    address = begun(people["player"], people["former"])
    assert (
        people["former"]
        .ask("PUT", f"/games/{address}/seats/{HEX.SECOND_SIDE}/offer", {"name": "Ander"})
        .status_code
        == 204
    )
    assert answers_of(
        site.ledger, people, "POST /games/{address}/take", None, address, "member"
    ) == some(404, member=200)


@pytest.mark.slow
@pytest.mark.parametrize(
    "users", [("stranger", "player"), pytest.param(WHO, marks=pytest.mark.proof, id="all")]
)
@one_by_one("operation", OF_A_GAME)
def test_operations_on_an_unknown_game(people, operation, users):
    """The search of a game knows no user, so the quick run asks as two of them."""
    _, body, answers = OF_A_GAME[operation]
    for address in ("99999", "nowhere", "9" * 40):
        strangers = answers["running"]["stranger"]
        expected = all_callers(404) | ({"stranger": 401} if strangers == 401 else {})
        for who in users:
            assert asked(people[who], operation, body, address) == expected[who], (who, address)
    for address in ("%C2%B2", "1%00", "9" * 65):
        assert asked(people["player"], operation, body, address) == 400


@pytest.fixture(scope="module")
def speaks(site) -> Callable[..., Program]:
    """Function that gives a client of Maite with some scopes: one token for all operations."""
    return cache(partial(site.speaks, "Maite"))


@pytest.mark.slow
@one_by_one("operation", EVERYTHING)
def test_a_token_without_the_scope_is_refused(speaks, games, operation):
    scope, body, _ = EVERYTHING[operation]
    without = speaks(tuple(one for one in api_tokens.SCOPES if one != scope))
    answer = asked(without, operation, body, games["running"])
    assert answer == 403 if scope else answer == 200
    only = speaks((scope,) if scope else ("armies",))
    assert asked(only, operation, body, games["running"]) != 403 or "laying" in operation


@pytest.mark.parametrize(
    "header",
    ["Bearer", "Bearer ", "Bearer caracole_no", "Basic bWFpdGU6eA==", "caracole_x", "Bearer  \x7f"],
)
def test_an_invalid_token_does_not_count_as_anonymous(site, header):
    answer = site.stranger().ask("GET", "/boxes", headers={"authorization": header})
    assert answer.status_code == 401 and answer.headers["www-authenticate"].startswith("Bearer")
    assert answer.headers["content-type"] == "application/problem+json"


def test_cookies_are_ignored_by_the_api(site):
    from tests.web.conftest import Visitor

    browser = Visitor(site.app).register("Leire")
    assert browser.get("/account").status_code == 200
    assert browser.get(f"{ROOT}/account").status_code == 401
    assert (
        browser.client.post(
            f"{ROOT}/tables", json={"box": HEX_GAME, "scenario": HEX_SCENARIO}
        ).status_code
        == 401
    )


def test_a_revoked_token_is_invalid(site):
    owner = site.speaks("Maite")
    made = owner.post("/account/tokens", {"name": "short-lived", "scopes": ["read"]}, 201)
    other = Program(site.app, made["secret"])
    assert other.get("/account")["scopes"] == ["read"]
    assert owner.ask("DELETE", f"/account/tokens/{made['token']['id']}").status_code == 204
    assert other.ask("GET", "/account").status_code == 401


def test_a_token_cannot_make_one_with_more_scopes(site):
    narrow = site.speaks("Maite", ("account", "read"))
    answer = narrow.post("/account/tokens", {"name": "wide", "scopes": ["read", "play"]}, 422)
    assert [no["rule"] for no in answer["refusals"]] == ["CAR-TOK-03"] and answer["refusals"][0][
        "numbers"
    ] == {"scopes": ["play"]}


@pytest.mark.slow
def test_limits_are_kept_and_say_when_to_come_again(site, games, monkeypatch):
    who, bot, stranger = site.speaks("Nerea"), site.bot_of("Nerea", "Runner"), site.stranger()
    monkeypatch.setattr(site.services, "limits", RateLimiter())
    for asker, most in (
        (who, LIMITS["requests"].user),
        (bot, LIMITS["programs"].user),
        (stranger, LIMITS["requests"].address),
    ):
        answers = [asker.ask("GET", "/rules/CH-MIS-10").status_code for _ in range(most)]
        answer = asker.ask("GET", "/rules/CH-MIS-10")
        assert set(answers) == {200} and answer.status_code == 429
        assert int(answer.headers["retry-after"]) == answer.json()["seconds"] > 0


def test_costly_operations_are_limited_as_on_the_pages(site, games, monkeypatch):
    who = site.speaks("Maite")
    monkeypatch.setattr(site.services, "limits", RateLimiter())
    codes = [
        asked(who, "GET /games/{address}/survey", None, games["running"])
        for _ in range(LIMITS["looks"].user + 1)
    ]
    assert codes[-1] == 429 and set(codes[:-1]) == {422}


def test_a_suspended_account_has_no_tokens(site):
    who = site.speaks("Unai")
    with site.services.store.write() as work:
        work.users.update_user(site.make("Unai"), suspended="2026-11-22T00:00:00.000Z")
        work.commit()
    assert who.ask("GET", "/boxes").status_code == 401
