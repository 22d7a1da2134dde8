"""Form of an order: one round trip for the script, and a session that is compared with the
order.
"""

from __future__ import annotations

import re
import secrets

import pytest
import sqlalchemy as sa

from app.services.people import accounts
from tests.web.conftest import step_on

PASS = '{"kind":"pass"}'
SCRIPT = {"hx-request": "true"}


@pytest.fixture
def services(app):
    return app.state.services


def give(battle, who, headers=None):
    page = who.get(battle.path).text
    sent = {
        "command": secrets.token_hex(8),
        "after": battle.last(),
        "order": PASS,
        "csrf": who.proof(),
    }
    path = f"{battle.path}/steps/{step_on(page)}"
    return who.client.post(path, data=sent, headers=headers, follow_redirects=False)


def without_ids(text: str) -> str:
    """Page without the ids of its commands, which are new on each page."""
    return re.sub(r'name="command" value="[^"]*"', "", text)


def token_of(who) -> str:
    return next(one.value for one in who.client.cookies.jar if one.name == "caracole")


def test_the_script_gets_the_new_position_at_once(battle):
    answer = give(battle, battle.opener, SCRIPT)
    assert answer.status_code == 200 and battle.last() == 2
    after = battle.opener.client.get(battle.path, headers=SCRIPT)
    assert without_ids(answer.text) == without_ids(after.text)
    assert 'data-last="2"' in answer.text and "<html" not in answer.text


def test_a_browser_without_the_script_is_redirected(battle):
    answer = give(battle, battle.opener)
    assert (answer.status_code, answer.headers["location"]) == (303, battle.path)


def test_a_known_session_is_not_read_again(battle, services):
    battle.opener.get(battle.path)
    read = []

    def executed(_connection, _cursor, statement, *_):
        read.append("logins" in statement)

    engine = services.store.engine
    page = battle.opener.get(battle.path).text
    sent = {"command": "x", "after": 1, "order": PASS, "csrf": battle.opener.proof()}
    sa.event.listen(engine, "before_cursor_execute", executed)
    try:
        answer = battle.opener.client.post(
            f"{battle.path}/steps/{step_on(page)}", data=sent, follow_redirects=False
        )
    finally:
        sa.event.remove(engine, "before_cursor_execute", executed)
    assert answer.status_code == 303 and read and not any(read)


def ended_elsewhere(services, end, *tokens) -> None:
    """End log-ins like another process, of which this one hears nothing."""
    kept = {accounts.token_hash(one): accounts.visitor_of_session(services, one) for one in tokens}
    end()
    for key, visitor in kept.items():
        services.logins.keep(key, visitor)


def test_a_session_that_ended_in_another_process_gives_no_order(battle, services):
    token = token_of(battle.opener)
    page, proof = battle.opener.get(battle.path).text, battle.opener.proof()
    ended_elsewhere(services, lambda: accounts.log_out(services, token), token)
    for headers in ({}, SCRIPT):
        sent = {"command": "late", "after": 1, "order": PASS, "csrf": proof}
        answer = battle.opener.client.post(
            f"{battle.path}/steps/{step_on(page)}",
            data=sent,
            headers=headers,
            follow_redirects=False,
        )
        assert answer.status_code in (303, 403), answer.text
        assert answer.headers.get("location", "/login").startswith("/login")
        assert "data-last" not in answer.text
    assert battle.last() == 1


def test_the_end_of_another_session_does_not_end_this_one(battle, services):
    token = token_of(battle.opener)
    user = accounts.visitor_of_session(services, token).user
    other = accounts.start_login(services, user.id).token
    page, proof = battle.opener.get(battle.path).text, battle.opener.proof()
    ended_elsewhere(services, lambda: accounts.log_out(services, other), token)
    sent = {"command": "next", "after": 1, "order": PASS, "csrf": proof}
    answer = battle.opener.client.post(
        f"{battle.path}/steps/{step_on(page)}", data=sent, follow_redirects=False
    )
    assert answer.status_code == 303 and battle.last() == 2


def test_a_new_language_counts_at_once(battle, services):
    token = token_of(battle.opener)
    user = accounts.visitor_of_session(services, token).user
    battle.opener.get(battle.path)
    accounts.save_preferences(services, user.id, language="es")
    assert services.logins.find(accounts.token_hash(token), accounts.Visitor) is None
