"""Conditional orders of a campaign: topics, answers to each decision, and their effects in
words.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.state import (
    BATTLES,
    BETWEEN,
    CONQUERED,
    DECLARING,
    MEETINGS,
    Meeting,
    Taking,
    Talk,
    Terms,
    War,
)
from tests.games.heart_of_africa.campaign.seasons import player, season, seen

NATIVE, EXPLORER, COLONIAL = player(1, "native"), player(2, "explorer"), player(3, "colonial")
THREE = (NATIVE, EXPLORER, COLONIAL)
READY = War("b1", "p3", "p1", "ready", ground=("coast", "savannah"), turn=3)
SUBJECT = player(4, "native", status=CONQUERED, master="p5", hongos=None)
RIVAL = player(5, "colonial", districts=("p4",))


def attacked(attacker: str, defender: str, **terms):
    said = Terms(defender, **terms) if terms else None
    talk = Talk(attacker, defender, terms=said, offered_by=defender if terms else "")
    return season(DECLARING, *THREE, talks=(talk,))


def asked(hongos: int):
    terms = Terms("p2", "p2", hongos, passage=True)
    talk = Talk("p2", "p1", is_attack=False, terms=terms, offered_by="p2")
    return season(DECLARING, *THREE, talks=(talk,))


def answer(state, me, **given):
    said = {key.replace("_at_", ":").replace("_of_", "@"): value for key, value in given.items()}
    found = CAMPAIGN.conditional_orders.answer(seen(state, me), said)
    return found.order if found and found.is_lawful else None


MEETING = season(MEETINGS, NATIVE, EXPLORER, player(6, "explorer"), meetings=(Meeting("p2", "p6"),))
DUE = season(DECLARING, *THREE)
DUE_2 = season(DECLARING, *THREE, declared=("p1",))
TAKING = season(BATTLES, *THREE, SUBJECT, RIVAL, takings=(Taking("p3", "p5", ("p4",)),))
REVOLT = season(BATTLES, *THREE, SUBJECT, RIVAL, revolts=("p4",))
FREE = season(BETWEEN, *THREE, replace(SUBJECT, master=None))
KINGDOM = replace(NATIVE, list="native_kingdom", nation="buganda", victories={"zanzibaris": 4})
RISEN = season(BETWEEN, KINGDOM, EXPLORER, COLONIAL)
GIVEN = season(BATTLES, *THREE, gifts=(("p2", "p1", 2),))
CASES = {
    "a meeting": (MEETING, "p2", {"meet": "fight"}, o.Meet("p6", "fight")),
    "an attack": (DUE, "p1", {"declare_at_3": "attack:p2"}, o.Attack("p2")),
    "a declaration of another turn": (DUE, "p1", {"declare_at_4": "attack:p2"}, None),
    "not due yet": (DUE, "p2", {"declare_at_3": "hunt"}, None),
    "passage": (DUE_2, "p2", {"declare_at_3": "passage:p1"}, o.AskPassage("p1")),
    "passage for hongos": (
        DUE_2,
        "p2",
        {"declare_at_3": "passage:p1", "passage_hongos": "2"},
        o.AskPassage("p1", 2),
    ),
    "a hunt": (DUE_2, "p2", {"declare_at_3": "hunt"}, o.Hunt()),
    "a pass": (DUE, "p1", {"declare_at_3": "pass"}, o.PassTurn()),
    "an unlawful attack is asked": (DUE, "p1", {"declare_at_3": "attack:p9"}, None),
    "an unlawful attack is a pass": (
        DUE,
        "p1",
        {"declare_at_3": "attack:p9", "unlawful": "pass"},
        o.PassTurn(),
    ),
    "resistance": (attacked("p2", "p1"), "p1", {"answer": "resist"}, o.Resist("p2")),
    "hongos for peace": (
        attacked("p2", "p1"),
        "p1",
        {"answer": "pay:2"},
        o.OfferTerms("p2", "p1", 2),
    ),
    "more hongos than the player has": (attacked("p2", "p1"), "p1", {"answer": "pay:6"}, None),
    "passage for an attacker": (
        attacked("p2", "p1"),
        "p1",
        {"answer": "passage"},
        o.OfferTerms("p2", "p1", passage=True),
    ),
    "no passage for a Colonial": (attacked("p3", "p1"), "p1", {"answer": "passage"}, None),
    "an attack that another player answers": (
        attacked("p2", "p1"),
        "p3",
        {"answer": "resist"},
        None,
    ),
    "a request is granted": (asked(2), "p1", {"request": "least:2"}, o.Accept("p2")),
    "a request for too little": (asked(1), "p1", {"request": "least:2"}, None),
    "a request is refused": (asked(5), "p1", {"request": "refuse"}, o.Refuse("p2")),
    "terms are accepted": (
        attacked("p1", "p2", payer="p2", hongos=3),
        "p1",
        {"terms": "least:3"},
        o.Accept("p2"),
    ),
    "terms with words": (
        attacked("p1", "p2", payer="p2", hongos=3, words="Peace"),
        "p1",
        {"terms": "least:3"},
        None,
    ),
    "terms that cost hongos": (
        attacked("p1", "p2", payer="p1", hongos=3),
        "p1",
        {"terms": "least:3"},
        None,
    ),
    "passage in terms": (
        attacked("p2", "p1", payer="p1", passage=True),
        "p2",
        {"terms": "passage"},
        o.Accept("p1"),
    ),
    "passage in terms that costs hongos": (
        attacked("p2", "p1", payer="p2", hongos=1, passage=True),
        "p2",
        {"terms": "passage"},
        None,
    ),
    "terms are refused": (
        attacked("p1", "p2", payer="p2", hongos=3),
        "p1",
        {"terms": "refuse"},
        o.Refuse("p2"),
    ),
    "the usual ground": (
        season(BATTLES, *THREE, battles=(READY,)),
        "p1",
        {"ground": "usual"},
        o.ChooseGround("b1", "savannah"),
    ),
    "a ground": (
        season(BATTLES, *THREE, battles=(READY,)),
        "p1",
        {"ground": "coast"},
        o.ChooseGround("b1", "coast"),
    ),
    "a ground that is not on offer": (
        season(BATTLES, *THREE, battles=(READY,)),
        "p1",
        {"ground": "mountain"},
        None,
    ),
    "no district": (TAKING, "p3", {"district": "none"}, o.TakeDistrict()),
    "a district": (TAKING, "p3", {"district": "p4"}, o.TakeDistrict("p4")),
    "the second district": (
        TAKING,
        "p3",
        {"district": "p1", "second_district": "p4"},
        o.TakeDistrict("p4"),
    ),
    "no district on offer": (TAKING, "p3", {"district": "p1"}, None),
    "a revolt": (REVOLT, "p4", {"revolt": "revolt"}, o.AnswerRevolt(revolt=True)),
    "a people that remains": (REVOLT, "p4", {"revolt": "remain"}, o.AnswerRevolt(revolt=False)),
    "a return": (FREE, "p4", {"revolt": "revolt"}, o.AnswerRevolt(revolt=True)),
    "a promotion": (
        RISEN,
        "p1",
        {"promotion": "zanzibaris:zanzibaris"},
        o.Claim("zanzibaris", "zanzibaris"),
    ),
    "an army that is kept": (RISEN, "p1", {"promotion": "keep"}, o.KeepArmy()),
    "a promotion without its victories": (
        season(BETWEEN, replace(KINGDOM, victories={"zanzibaris": 3}), EXPLORER, COLONIAL),
        "p1",
        {"promotion": "zanzibaris:zanzibaris"},
        None,
    ),
    "a promotion that was put off": (
        replace(RISEN, kept=("p1",)),
        "p1",
        {"promotion": "zanzibaris:zanzibaris"},
        None,
    ),
    "a promotion of another list than the one that is open": (
        season(
            BETWEEN,
            replace(KINGDOM, victories={"sudanese_slavers": 4}),
            EXPLORER,
            COLONIAL,
        ),
        "p1",
        {"promotion": "zanzibaris:zanzibaris"},
        None,
    ),
    "a gift": (GIVEN, "p1", {"gift": "accept"}, o.TakeGift("p2")),
    "a gift of the named giver": (GIVEN, "p1", {"gift": "accept:p2"}, o.TakeGift("p2")),
    "a gift of another giver": (GIVEN, "p1", {"gift": "accept:p4"}, None),
    "a gift that is declined": (
        GIVEN,
        "p1",
        {"gift": "decline"},
        o.TakeGift("p2", accept=False),
    ),
    "a gift to another player": (GIVEN, "p2", {"gift": "accept"}, None),
    "a gift that the giver cannot pay any more": (
        season(BATTLES, NATIVE, replace(EXPLORER, hongos=1), COLONIAL, gifts=(("p2", "p1", 2),)),
        "p1",
        {"gift": "accept"},
        None,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_an_answer_is_the_order_that_was_given_in_advance(case):
    state, me, given, order = CASES[case]
    assert answer(state, me, **given) == order


@pytest.mark.parametrize("case", [case for case in CASES if CASES[case][3] is not None])
def test_an_answer_is_one_of_the_choices_and_its_decision_names_the_topic(case):
    state, me, given, _ = CASES[case]
    said = {key.replace("_at_", ":").replace("_of_", "@"): value for key, value in given.items()}
    offered = {topic.key: topic for topic in CAMPAIGN.conditional_orders.topics(seen(state, me))}
    odd = {"attack:p9"}  # a player who has left since
    assert all(offered[key].is_valid_answer(one) for key, one in said.items() if one not in odd)
    found = CAMPAIGN.conditional_orders.answer(seen(state, me), said)
    assert found.topic in {
        one.topic for one in CAMPAIGN.waiting_for(state) if one.seat == me
    } & set(CAMPAIGN.conditional_orders.titles)


REFUSED = {
    "an unlawful attack is asked": ["HOA-CMP-18"],
    "more hongos than the player has": ["HOA-CMP-06"],
    "a promotion of another list than the one that is open": ["HOA-CMP-11"],
    "a gift that the giver cannot pay any more": ["HOA-CMP-06"],
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_refused_answer_carries_its_refusals(case):
    state, me, given, _ = CASES[case]
    said = {key.replace("_at_", ":").replace("_of_", "@"): value for key, value in given.items()}
    found = CAMPAIGN.conditional_orders.answer(seen(state, me), said)
    assert [one.rule for one in found.no] == REFUSED[case]


@pytest.mark.parametrize(
    ("case", "spent"),
    [
        ("a promotion", ("promotion",)),
        ("an army that is kept", ("promotion",)),
        ("a gift", ("gift",)),
        ("an attack", ("declare:3",)),
        ("resistance", ()),
    ],
)
def test_promotions_gifts_and_declarations_are_used_once(case, spent):
    state, me, given, _ = CASES[case]
    said = {key.replace("_at_", ":").replace("_of_", "@"): value for key, value in given.items()}
    assert CAMPAIGN.conditional_orders.answer(seen(state, me), said).spends == spent
    once = {
        one.key for one in CAMPAIGN.conditional_orders.topics(seen(state, me)) if one.is_used_once
    }
    assert set(spent) == once & set(said)


def test_a_recovering_leader_is_asked_instead_of_fighting():
    weak = player(2, "explorer", rests_in=3)
    state = season(MEETINGS, weak, player(6, "explorer"), meetings=(Meeting("p2", "p6"),))
    assert answer(state, "p2", meet="fight") is None
    assert answer(state, "p2", meet="greet") == o.Meet("p6", "greet")


def keys(state, me):
    return [topic.key for topic in CAMPAIGN.conditional_orders.topics(seen(state, me))]


@pytest.mark.parametrize(
    ("step", "more", "turns"),
    [
        (BETWEEN, {}, [3, 4]),
        (MEETINGS, {}, [3, 4]),
        (DECLARING, {}, [3, 4]),
        (DECLARING, {"declared": ("p1",)}, [4, 5]),
        (BATTLES, {}, [4, 5]),
    ],
)
def test_the_declarations_of_the_next_two_turns_are_given(step, more, turns):
    found = [key for key in keys(season(step, *THREE, **more), "p1") if key.startswith("declare")]
    assert found == [f"declare:{turn}" for turn in turns]


def test_topics_are_those_of_the_class_and_no_one_elses():
    assert keys(DUE, "p1")[2:] == [
        "unlawful",
        "answer",
        "answer@p2",
        "answer@p3",
        "request",
        "terms",
        "ground",
        "revolt",
        "gift",
    ]
    assert keys(DUE, "p2")[2:] == [
        "unlawful",
        "passage_hongos",
        "meet",
        "answer",
        "answer@p1",
        "answer@p3",
        "terms",
        "ground",
        "promotion",
        "gift",
    ]
    assert keys(DUE, "p3")[2:] == [
        "unlawful", "answer", "terms", "ground", "district", "second_district",
    ]  # fmt: skip
    assert keys(DUE, "referee") == keys(DUE, None) == keys(DUE, "p9") == []
    assert keys(replace(DUE, is_closed=True), "p1") == []


def test_a_player_is_promoted_once():
    assert "promotion" in keys(RISEN, "p1")
    promoted = replace(KINGDOM, promotions=1)
    assert "promotion" not in keys(season(BETWEEN, promoted, EXPLORER, COLONIAL), "p1")


@pytest.mark.parametrize(
    ("language", "missing"),
    [
        ("en", ["Promotion to “Native Warlord”: 3 of the 4 victories that are needed."]),
        ("es", ["Ascenso a «Señor de la Guerra Nativo»: 3 de las 4 victorias necesarias."]),
    ],
)
def test_the_form_says_what_a_promotion_lacks(language, missing):
    victories = {"zanzibaris": 3, "egyptians": 0}
    state = season(BETWEEN, replace(KINGDOM, victories=victories, other_hongos={"zanzibaris": 2}))
    [topic] = [
        one
        for one in CAMPAIGN.conditional_orders.topics(seen(state, "p1"))
        if one.key == "promotion"
    ]
    assert [one.in_(language) for one in topic.notes] == missing


def effects(state, me, language="en", **given):
    said = {key.replace("_at_", ":").replace("_of_", "@"): value for key, value in given.items()}
    return [
        one.in_(language) for one in CAMPAIGN.conditional_orders.foreseen(seen(state, me), said)
    ]


def test_the_effects_say_what_is_done_and_when():
    assert effects(DUE, "p1", declare_at_4="attack:p3", answer="resist") == [
        "When your declaration of turn 4 is due: attack the British, once.",
        "If the rules refuse it then, you are asked.",
        "A declaration that a correction of the referee cancels is not tried again.",
        "Each time that you are attacked: resist, until you strike it out.",
        "If the rules refuse an answer, you are asked, with the usual deadline and default.",
    ]
    assert effects(DUE, "p1", "es", declare_at_4="attack:p3", unlawful="pass") == [
        "Cuando te toque declarar en el turno 4: atacar a los británicos, una sola vez.",
        "Si las reglas la rechazan entonces, pasas.",
        "La declaración que anula una corrección del árbitro no se vuelve a intentar.",
    ]


def test_each_attacker_can_have_an_answer_of_their_own():
    given = {"answer": "resist", "answer_of_p2": "passage"}
    assert answer(attacked("p2", "p1"), "p1", **given) == o.OfferTerms("p2", "p1", passage=True)
    assert answer(attacked("p3", "p1"), "p1", **given) == o.Resist("p3")
    assert answer(attacked("p3", "p1"), "p1", answer_of_p2="passage") is None
    assert "answer@p2" in keys(DUE, "p1") and "answer@p1" not in keys(DUE, "p1")
    assert not [key for key in keys(DUE, "p3") if key.startswith("answer@")]
    told = effects(DUE, "p1", **given)
    assert told[:2] == [
        "Each time that another player attacks you: resist, until you strike it out.",
        "Each time that the expedition attacks you: offer passage, until you strike it out.",
    ]


def test_the_effects_of_a_promotion_say_what_it_lacks():
    state = season(BETWEEN, replace(KINGDOM, victories={}), EXPLORER, COLONIAL)
    assert effects(state, "p1", promotion="zanzibaris:zanzibaris", gift="accept:p2") == [
        "When a promotion is open to you between two turns, once: be promoted to “Zanzibaris”.",
        "If the rules refuse it then, you are asked.",
        "An answer that a correction of the referee cancels is not tried again.",
        "As things stand, the rules would refuse it: 0 of the 4 victories that are needed.",
        "When a player next offers you a gift, once: accept it from the expedition; else ask me.",
        "If the rules refuse it then, you are asked.",
        "An answer that a correction of the referee cancels is not tried again.",
    ]


def test_a_refusal_that_holds_now_is_said():
    hunter = player(2, "explorer", hunting=True)
    state = season(DECLARING, NATIVE, hunter, COLONIAL)
    assert effects(state, "p1", declare_at_4="attack:p2")[-1] == (
        "As things stand, the rules would refuse it: "
        "An Explorer who hunts is out of reach of native players."
    )
