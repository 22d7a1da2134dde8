"""Conditional orders: topics, answers on the record, and their effect (AFB-WEB-02)."""

import pytest
from msgspec.structs import replace

from app.games.africa_1859 import GAME
from app.games.africa_1859.conditional_orders.recording import given_text, with_answers
from app.games.africa_1859.conditional_orders.standing import role_words
from app.games.africa_1859.events import Revealed
from app.games.africa_1859.evolve import fold
from app.games.africa_1859.fog import view
from app.games.africa_1859.orders import Assault, Defend, Open
from app.games.africa_1859.questions import open_question
from app.games.africa_1859.sequence import decide
from app.games.africa_1859.turn_order import waiting_for
from app.kernel.conditional_orders import SCOPE, question_of
from app.kernel.dice import SeededDice
from app.kernel.seats import Viewer
from tests.games.africa_1859.positions import given, leader, unit, war_of

MOROCCO = Viewer("M", "M")
ASSAULT = Assault(
    ("s_cordoba", "s_vergara"),
    ("c_morabito",),
    "s_vergara",
    leaders=("zabala",),
    director="zabala",
)


def war():
    return war_of(
        unit("s_cordoba", "line", "c_primeras"),
        unit("s_vergara", "cazadores", "c_primeras"),
        unit("m_anyera1", "cabila", "c_morabito"),
        unit("m_guich1", "guich", "c_morabito"),
        unit("m_jin1", "jinetes", "c_sur"),
        leader("zabala", "c_primeras"),
    )


def after(war, answers, seat="M"):
    """Position after the answers of a seat have gone on record."""
    for event in GAME.conditional_orders.recorded(war, seat, answers):
        war = GAME.evolve(war, event)
    return war


def assaulted(war):
    opened = given(war, Open("c_primeras"))
    events = decide(opened, ASSAULT, "S", SeededDice(b"a key", 2))
    return fold(opened, events), events


def is_asked_to_defend(war):
    question = open_question(war)
    return question is not None and question.decision == "defend"


def topic_of(war, key):
    found = {topic.key: topic for topic in GAME.conditional_orders.topics(view(war, MOROCCO))}
    return found[key]


def test_the_topics_are_for_the_side_its_spaces_and_its_riders():
    keys = [topic.key for topic in GAME.conditional_orders.topics(view(war(), MOROCCO))]
    assert {"defend", "defend@c_morabito", "arrival@m_jin1", "losses"} <= set(keys)
    assert "defend@c_primeras" not in keys
    assert not {"counter_battery", "hunger"} & set(keys)
    assert GAME.conditional_orders.topics(view(war(), Viewer())) == ()


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("defend", "default"),
        ("defend", "m_guich1 m_anyera1"),
        ("defend@c_morabito", "m_guich1 ?steps=3 ?leader"),
        ("defend@c_morabito", "ask"),
        ("screen@c_morabito", "none"),
        ("arrival", "pass"),
        ("arrival@m_jin1", "caracole_strong"),
        ("riders", "counter_charge"),
        ("losses", "m_anyera1 m_guich1"),
        ("spare", "m_guich1"),
        ("retreat", "c_sur c_campo ?scores"),
        ("defence_fire", "one_by_one ?steps=4"),
    ],
)
def test_an_answer_on_record_is_read_again_as_it_was_given(key, text):
    assert topic_of(war(), key).is_valid_answer(text)
    decision, _, scope = key.partition("@")
    kept = after(war(), {key: text})
    assert given_text(kept, "M", decision, scope or "side") == text
    assert topic_of(kept, key).given == text
    assert after(kept, {key: ""}).standing == {}


def test_only_the_own_side_sees_them():
    kept = after(war(), {"losses": "m_guich1"})
    assert view(kept, MOROCCO).war.standing == {"M": {"losses": {"side": ["m_guich1"]}}}
    assert view(kept, Viewer("S", "S")).war.standing == {}
    assert view(kept, Viewer()).war.standing == {}


def test_the_defence_is_answered_inside_the_assault():
    kept = after(war(), {"defend@c_morabito": "m_guich1", "screen": "none", "leader": "none"})
    done, events = assaulted(kept)
    [shown] = [event for event in events if isinstance(event, Revealed)]
    assert shown.defender == {"vanguard": "m_guich1"}
    assert not is_asked_to_defend(done)


def test_a_dry_run_is_the_same_with_an_order_of_the_defender():
    """AFB-GEN-02: The attacker sees the odds against the default answer."""
    dry_runs = [
        GAME.assess(view(given(position, Open("c_primeras")), Viewer("S", "S")), ASSAULT)
        for position in (war(), after(war(), {"defend@c_morabito": "m_guich1", "screen": "none"}))
    ]
    assert dry_runs[0].odds and not dry_runs[0].no
    assert dry_runs[0] == dry_runs[1]


@pytest.mark.parametrize(
    ("condition", "is_asked"),
    [("?steps=3", True), ("?steps=8", False), ("?leader", False), ("", False)],
)
def test_a_condition_asks_the_side_all_the_same(condition, is_asked):
    kept = after(war(), {"defend": f"m_guich1 {condition}".strip()})
    assert is_asked_to_defend(assaulted(kept)[0]) is is_asked


def test_a_space_may_ask_although_its_side_has_an_answer():
    kept = after(war(), {"defend": "default", "defend@c_morabito": "ask"})
    [owed] = waiting_for(assaulted(kept)[0])
    assert (owed.seat, owed.topic) == ("M", "defend")


def test_losses_spare_a_unit():
    kept = after(war(), {"losses": "default", "spare": "m_guich1"})
    assert kept.standing["M"]["spare"] == {"side": ["m_guich1"]}
    ranked = after(war(), {"losses": "m_jin1", "spare": "m_guich1"})
    assert with_answers(ranked, "M", {"spare": ""}) == {"losses": {"side": ["m_jin1"]}}


def test_the_presets_answer_every_topic_of_the_side_and_few_visits_asks_for_the_defence():
    seen = view(war(), MOROCCO)
    topics = {topic.key: topic for topic in GAME.conditional_orders.topics(seen)}
    few, away = GAME.conditional_orders.presets(seen)
    assert few.answers["defend"] == ""
    assert {key for key, answer in away.answers.items() if not answer} == set()
    assert dict(few.answers) | {"defend": "default"} == dict(away.answers)
    for key, answer in away.answers.items():
        assert topics[key].is_valid_answer(answer), key
    kept = after(war(), away.answers)
    question = open_question(assaulted(kept)[0])
    assert question is None or question.side == "S"
    assert is_asked_to_defend(assaulted(after(war(), few.answers))[0])


def test_the_effect_is_told_for_each_space():
    seen = view(war(), MOROCCO)
    told = [says.en for says in map(rendered, GAME.conditional_orders.foreseen(seen, {}))]
    assert all("asked" in one for one in told)
    told = [
        str(one.in_("es")) for one in GAME.conditional_orders.foreseen(seen, {"defend": "default"})
    ]
    assert any("de vanguardia" in one for one in told)


def test_the_leader_of_a_defence_is_called_leader():
    words = list(role_words(war(), Defend("m_guich1", "m_anyera1", "zabala")))
    in_both = [[str(one.in_(language)) for one in words] for language in ("en", "es")]
    assert [one.split(" as ")[-1] for one in in_both[0]] == ["vanguard", "screen", "leader"]
    assert in_both[1][2].startswith("manda ")


def rendered(says):
    return replace(says, en=str(says.in_("en")))


def test_no_topic_has_a_question_that_the_box_does_not_title():
    keys = {topic.key for topic in GAME.conditional_orders.topics(view(war(), MOROCCO))}
    assert {question_of(key) for key in keys} <= set(GAME.conditional_orders.titles)


def test_an_answer_for_a_space_that_the_side_has_left_is_shown_and_can_only_be_removed():
    """AFB-WEB-02: the village is lost and the riders are gone; both answers stay on record."""
    key, horse = f"defend{SCOPE}c_morabito", f"riders{SCOPE}m_jin1"
    said = after(war(), {key: "m_guich1", horse: "caracole", "defend": "default"})
    gone = {
        name: replace(one, at="eliminated") for name, one in said.units.items() if one.side == "M"
    }
    found = {
        one.key: one
        for one in GAME.conditional_orders.topics(
            view(replace(said, units={**said.units, **gone}), MOROCCO)
        )
    }
    assert found[key].is_past and found[horse].is_past and not found["defend"].is_past
    assert found[key].given == "m_guich1" and found[key].title_with_scope.in_("en").endswith(
        "(House of the Marabout)"
    )
    assert found[key].is_valid_answer("") and not found[key].is_valid_answer("default")
    assert after(said, dict.fromkeys(found, "")).standing == {}
