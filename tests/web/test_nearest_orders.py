"""Conditional orders for a counter, a place or the side: rankings, conditions, presets, secrecy."""

from __future__ import annotations

import re
from html import unescape

import pytest

from app.kernel.conditional_orders import ASK_ME, nearest_answer
from app.kernel.seats import Viewer
from app.main import create_services
from app.services.people.accounts import visitor_of_session
from app.services.people.api_tokens import SCOPES, create_token
from app.settings import Settings
from app.web.app import create_web
from tests.contract.tiny import TINY
from tests.contract.tiny.garrison import Attack, Fort
from tests.web.circle import Circle, text_of
from tests.web.conftest import Visitor
from tests.web.reading import forms_on

GAME = TINY["garrison"]
RANDOM = re.compile(
    r'value="[\w-]{20,}[^"]*"|ask-[0-9a-f]{12}|nonce-?[\w+/="-]*'
    r"|(?<=Error reference: )[0-9a-f]{8}"  # of an error page
)


@pytest.fixture
def app(sqlite_url):
    return create_web(create_services(Settings(database_url=sqlite_url), TINY), Settings())


@pytest.fixture
def fort(app, web) -> Circle:
    return Circle(app, "garrison").gather()


def ahead(fort, query: str = "", side: str = "blue", words: bool = False) -> str:
    path = f"{fort.path}{'/text' if words else ''}?ahead=1&lang=en{query}"
    return fort.by_side[side].get(path).text


def save(fort, page: str) -> None:
    """Save the answers that the page previews."""
    form = next(one for one in forms_on(page) if one.fields.get("command", "").endswith(".save"))
    assert fort.by_side["blue"].send(form).status_code == 303


def attacks(fort, target: str, steps: int) -> str:
    """Attack by Red; the answer is the page that Blue sees then."""
    fort.plays("red", Attack(target, steps), "attack")
    return unescape(fort.page("blue"))


def view(**more) -> Fort:
    return GAME.view(Fort(**more), Viewer("blue", "blue"))


# ---------------------------------------------------------------------- rules
def test_the_nearest_answer_counts():
    """CAR-STO-06: counter before place before side."""
    given = {"defend": "b1 b2", "defend@g_gate": "b2", "defend@b1": ASK_ME.value}
    assert nearest_answer(given, "defend", "b1", "g_gate") == ""
    assert nearest_answer(given, "defend", "b2", "g_gate") == "b2"
    assert nearest_answer(given, "defend", "b3", "g_tower") == "b1 b2"
    assert nearest_answer(given, "lose", "b3", "g_tower") == ""


def test_a_ranking_and_its_conditions_answer_a_question():
    given = {"defend": "b1 b2 ?steps=3", "defend@g_tower": "b4 ?leader"}
    answer = GAME.conditional_orders.answer
    assert answer(view(target="b2", steps=2), given).order.lead == "b1"
    assert answer(view(target="b2", steps=2, left=("b2", "b3")), given).order.lead == "b2"
    assert answer(view(target="b2", steps=3), given) is None
    assert answer(view(target="b4", steps=1), given) is None  # the leader is there
    assert answer(view(target="b4", steps=1, left=("b4",)), given).order.lead == "b4"


@pytest.mark.parametrize(
    ("answer", "is_valid"),
    [
        *[("", True), ("b1", True), ("b2 b1 ?steps=2 ?leader", True), ("ask", True)],
        *[("?steps=2", False), ("b1 ?steps=2 ?steps=3", False), ("b1 ?moon", False)],
        *[("b1 b1", False), ("ask b1", False), ("b9", False)],
    ],
)
def test_answers_with_conditions_are_checked(answer, is_valid):
    topics = {one.key: one for one in GAME.conditional_orders.topics(view())}
    assert topics["defend@b1"].is_valid_answer(answer) is is_valid


# ---------------------------------------------------------------------- page
@pytest.mark.parametrize("words", [False, True])
def test_a_ranking_is_filled_in_previewed_and_saved(fort, words):
    page = ahead(fort, words=words)
    assert page.count('name="answer:defend"') == 6  # four places, steps, leader
    fields = "&answer:defend=b2&answer:defend=&answer:defend=b1&answer:defend=%3Fsteps%3D3"
    page = ahead(fort, fields, words=words)
    assert "Attack on 1st Guard, Leader of the defence: 2nd Guard." in text_of(page)
    save(fort, page)
    kept = text_of(ahead(fort, words=words))
    assert (
        "Leader of the defence: 2nd Guard, 1st Guard, ask me if the attack has 3 steps or more"
    ) in kept
    assert "Remove" in kept


def test_orders_in_force_name_their_counter_or_place(fort):
    save(fort, ahead(fort, "&answer:defend@b1=b2&answer:defend@b1=%3Fleader&answer:lose@g_gate=b1"))
    kept = ahead(fort)
    for title in ("Leader of the defence (1st Guard)", "Counter that is lost (Water Gate)"):
        assert f"{title}: " in text_of(kept)
        assert f'aria-label="Remove: {title}"' in kept
    page = text_of(fort.page("blue"))
    assert "(1st Guard): 2nd Guard, ask me if the Governor is there." in page
    refused = text_of(ahead(fort, "&tried=1&answer:lose@b1=b9"))
    assert "Counter that is lost (1st Guard): that is no answer to it." in refused


def test_only_the_answer_for_the_side_is_a_question_when_empty(fort):
    """An empty answer for a counter or a place leaves the question to the farther order."""
    page = ahead(fort)
    assert page.count('<option value="">ask me</option>') == 2
    assert page.count('<option value="">no order of its own</option>') == 12
    assert page.count('<option value="ask">ask me</option>') >= 12


def test_the_nearest_order_answers_during_the_game(fort):
    save(fort, ahead(fort, "&answer:defend=b1&answer:defend=b3&answer:defend@g_tower=b4"))
    attacks(fort, "b4", 1)
    log = text_of(fort.page("blue", "?tab=log"))
    assert "3rd Guard leads" in log
    assert "Governor leads" not in log


def test_a_condition_asks_the_player_all_the_same(fort):
    save(fort, ahead(fort, "&answer:defend=b1&answer:defend=%3Fsteps%3D3"))
    page = attacks(fort, "b2", 3)
    assert 'data-step="answer"' in page
    asked = ahead(fort, "&answer:defend=b2")
    assert "Attack on 2nd Guard, Leader of the defence: 2nd Guard." in text_of(asked)


def test_answers_are_tried_on_the_last_question(fort):
    attacks(fort, "b1", 1)
    order = next(form for form in forms_on(fort.page("blue")) if "order" in form.fields)
    assert fort.by_side["blue"].give(order).status_code == 303
    tried = text_of(ahead(fort, "&answer:defend@b1=b2"))
    assert "Leader of the defence, asked last after move 2: 2nd Guard." in tried


@pytest.mark.parametrize(("preset", "asks"), [("few", True), ("away", False)])
def test_a_preset_is_previewed_saved_and_revoked(fort, preset, asks):
    offered = ahead(fort)
    assert "You are asked for the leader only." in offered
    save(fort, ahead(fort, f"&preset={preset}"))
    assert ('data-step="answer"' in attacks(fort, "b1", 1)) is asks
    kept = ahead(fort)
    revoke = next(
        form
        for form in forms_on(kept)
        if form.action.endswith("/standing") and form.fields.get("answer:lose") == ""
    )
    assert fort.by_side["blue"].send(revoke).status_code == 303
    assert "Counter that is lost: " not in text_of(fort.page("blue"))


# ---------------------------------------------------------------------- API
def test_programs_use_scopes_conditions_and_presets(app, fort):
    blue = fort.by_side["blue"]
    user = visitor_of_session(app.state.services, blue.client.cookies["caracole"]).user
    secret = create_token(app.state.services, user.id, "t", SCOPES).secret
    program = {"Authorization": f"Bearer {secret}"}

    def ask(method: str, more: str = "", **body):
        path = f"/api/v1{fort.path}/standing{more}"
        answer = blue.client.request(method, path, headers=program, json=body or None)
        return answer.status_code, answer.json()

    status, presets = ask("GET", "/presets")
    assert (status, [one["key"] for one in presets]) == (200, ["few", "away"])
    assert ask("PUT", answers=presets[1]["answers"])[0] == 200
    assert ask("PUT", answers={"defend@b1": "b2 ?leader"})[0] == 200
    given = {one["topic"]["key"]: one["answer"] for one in ask("GET")[1] if one["is_given"]}
    assert given == {"defend": "b1 b2 b3 b4", "lose": "b1 b2 b3 b4", "defend@b1": "b2 ?leader"}
    status, tried = ask("POST", "/try", answers={"defend@b1": "?leader"})
    assert [one["rule"] for one in tried["no"]] == ["CAR-STO-02"]
    assert ask("DELETE")[0] == 200
    assert not any(one["is_given"] for one in ask("GET")[1])


# ---------------------------------------------------------------------- secrecy
UNKNOWN_PAGE = "/state"
OUTLETS = (
    *("", "?ahead=1", "?tab=log", "?tab=text", "/text", "/number", "/at/1", "/dice"),
    UNKNOWN_PAGE,
)


def told(app, fort) -> list[str]:
    """Pages of the other side and of an anonymous visitor, without values that always differ."""
    readers = (fort.by_side["red"], Visitor(app))
    return [
        RANDOM.sub("", reader.get(fort.path + one).text) for reader in readers for one in OUTLETS
    ]


def test_worlds_that_differ_in_conditional_orders_look_the_same(app, fort):
    asked = told(app, fort)
    save(fort, ahead(fort, "&answer:defend@b1=b2&answer:lose=b1&answer:lose=%3Fleader"))
    assert told(app, fort) == asked
    attacks(fort, "b3", 1)  # no order answers it: both worlds wait
    waiting = told(app, fort)
    save(fort, ahead(fort, "&answer:defend=b1&answer:lose@g_gate=b2"))
    assert told(app, fort) == waiting
