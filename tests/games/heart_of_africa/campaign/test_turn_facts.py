"""Facts beside a decision of a campaign: possible ends, answers that are in, order of play."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.box import CAMPAIGN
from app.games.heart_of_africa.campaign.decide import decide
from app.games.heart_of_africa.campaign.fog import view_of
from app.games.heart_of_africa.campaign.pages import turn_facts
from app.games.heart_of_africa.campaign.state import Meeting, Taking, Talk, Terms
from app.kernel.dice import LoadedDice
from app.kernel.seats import SPECTATOR, Viewer
from tests.games.heart_of_africa.campaign.seasons import player, season, seen

EXPLORER = player(1, "explorer")
PEOPLE = player(2, "native", people="Wa-simba", hongos=1)
BRITISH = player(3, "colonial", districts=("p5",))
RICH = player(4, "native", people="Wa-tembo", hongos=10)
SUBJECT = player(5, "native", hongos=None, status="conquered", master="p3")
ALL = (EXPLORER, PEOPLE, BRITISH, RICH, SUBJECT)


def declaring(first, **more):
    """Campaign in which this player declares first."""
    order = (first, *(one.key for one in ALL if one.key != first))
    return replace(season("declaring", *ALL), order=order, **more)


def table_of(state, me, title):
    found = turn_facts(seen(state, me)).ends
    return next(one for one in found if one.title.in_("en") == title)


def ends_of(state, me, title):
    """Accounts after each end, by the label of its row."""
    return {row.label.in_("en"): row.accounts for row in table_of(state, me, title).rows}


def notes_of(state, me, title, label):
    rows = table_of(state, me, title).rows
    return [
        (note.rule, note.says.in_("en"))
        for row in rows
        if row.label.in_("en") == label
        for note in row.notes
    ]


def test_an_attack_of_an_explorer_shows_hongos_and_exploration():
    state = declaring("p1")
    assert ends_of(state, "p1", "Attack the Wa-tembo") == {
        "Now": (5, 10),
        "You win the battle": (6, 9),
        "You lose the battle": (4, 11),
        "No decision": (5, 10),
    }
    won = notes_of(state, "p1", "Attack the Wa-tembo", "You win the battle")
    assert ("HOA-CMP-31", "The expedition explores the territory of the Wa-tembo.") in won
    lost = notes_of(state, "p1", "Attack the Wa-tembo", "You lose the battle")
    assert lost == [("HOA-CMP-51", "The Wa-tembo then fight with 10% more points.")]


def test_the_last_hongo_is_the_end_of_a_people():
    lost = notes_of(declaring("p2"), "p2", "Attack the Wa-tembo", "You lose the battle")
    assert "HOA-CMP-28" in [rule for rule, _ in lost]
    assert ends_of(declaring("p2"), "p2", "Attack the Wa-tembo")["You lose the battle"] == (0, 11)


def test_a_victory_shows_the_way_to_a_promotion():
    state = declaring("p4", players={**declaring("p4").players, "p4": replace(
        RICH, list="native_kingdom", nation="buganda")})  # fmt: skip
    won = notes_of(state, "p4", "Attack the Wa-simba", "You win the battle")
    assert ("HOA-CMP-11", "Promotion to Zanzibaris: 1 of 4.") in won


def test_a_colonial_sees_conquest_revolt_and_recall():
    state = declaring("p3")
    won = notes_of(state, "p3", "Attack the Wa-simba", "You win the battle")
    assert [rule for rule, _ in won] == ["HOA-CMP-40"]
    lost = [rule for rule, _ in notes_of(state, "p3", "Attack the Wa-simba", "You lose the battle")]
    assert {"HOA-CMP-47", "HOA-CMP-44"} <= set(lost)
    assert ends_of(state, "p3", "Attack the Wa-simba")["You lose the battle"] == (None, 3)


def test_passage_and_refusal_are_ends_of_a_request():
    title = "Ask the Wa-simba for passage"
    state = declaring("p1")
    granted = notes_of(state, "p1", title, "Passage is granted without payment")
    assert granted[0][0] == "HOA-CMP-32"
    assert notes_of(state, "p1", title, "Passage is refused") == []


def test_each_face_of_the_hunting_die_is_an_end():
    table = table_of(declaring("p1"), "p1", "Hunt this turn")
    assert [(row.label.in_("es"), row.accounts) for row in table.rows] == [
        ("Ahora", (5,)),
        ("Dado: 1 y luego 1–2", (5,)),
        ("Dado: 1 y luego 3–4", (5,)),
        ("Dado: 1 y luego 5–6", (5,)),
        ("Dado: 2–3", (5,)),
        ("Dado: 4–6", (6,)),
    ]
    assert [row.notes[0].says.in_("en") for row in table.rows[1:4]] == [
        "A slight wound, without effect.",
        "The next turn is lost.",
        "The Leader dies.",
    ]


def test_a_target_that_is_refused_has_no_table():
    hunted = {**declaring("p2").players, "p1": replace(EXPLORER, hunting=True)}
    titles = [
        one.title.in_("en") for one in turn_facts(seen(declaring("p2", players=hunted), "p2")).ends
    ]
    assert titles == ["Attack the British", "Attack the Wa-tembo"]


@pytest.mark.parametrize("hongos", [0, 1, 3])
def test_the_present_table_is_what_the_orders_then_do(hongos):
    """The rows of an open attack agree with the decided orders, field by field."""
    talk = Talk("p4", "p2", True, Terms("p2", "p4", hongos), "p2")
    state = declaring("p4", talks=(talk,))
    told = ends_of(state, "p4", "Attack of the Wa-tembo on the Wa-simba")
    events = decide(state, o.Accept("p2"), "p4", LoadedDice())
    after = state
    for event in events:
        after = CAMPAIGN.evolve(after, event)
    assert told["Terms of the Wa-simba"] == (after.players["p4"].hongos, after.players["p2"].hongos)


def test_terms_on_offer_are_in_the_table_of_their_two_players_only():
    talk = Talk("p4", "p2", True, Terms("p2", "p4", 2), "p2")
    state = declaring("p4", talks=(talk,))

    def labels(viewer):
        found = turn_facts(view_of(state, viewer)).ends
        return [row.label.in_("en") for table in found for row in table.rows]

    assert "Terms of the Wa-simba" in labels(Viewer("p4", "p4"))
    assert "Your terms" in labels(Viewer("p2", "p2"))
    for viewer in (SPECTATOR, Viewer("p1", "p1"), Viewer("referee", "referee")):
        assert labels(viewer) == []
    answers = turn_facts(view_of(state, SPECTATOR)).answers
    assert [row.says.in_("en") for row in answers[0].rows] == ["to answer", "terms offered"]


def test_an_answer_to_a_meeting_is_told_without_its_content():
    meeting = Meeting("p1", "p6", {"p6": "fight"})
    rival = player(6, "explorer", people="Brandt")
    state = season("meetings", EXPLORER, rival, meetings=(meeting,))
    greeted = replace(state, meetings=(Meeting("p1", "p6", {"p6": "greet"}),))
    for viewer in (SPECTATOR, Viewer("p1", "p1"), Viewer("referee", "referee")):
        told = turn_facts(view_of(state, viewer))
        assert told == turn_facts(view_of(greeted, viewer))
        assert [(row.side, row.is_in) for row in told.answers[0].rows] == [
            ("p1", False),
            ("p6", True),
        ]


def test_a_subject_sees_what_a_revolt_brings():
    state = replace(season("battles", *ALL), revolts=("p5",))
    assert ends_of(state, "p5", "Revolt") == {
        "Now": (None,),
        "You revolt": (2,),
        "You remain a subject": (None,),
    }
    held = replace(state, takings=(Taking("p3", "p1", ("p5",)),))
    assert turn_facts(seen(held, "p5")).ends == ()


def test_the_order_of_play_has_every_roll_with_its_product():
    state = declaring("p1", order_rolls=(("p1", 4, 2), ("p1", 6, 2)), choices={"p2": ("pass", "")})
    rows = {row.side: row for row in turn_facts(seen(state, None)).order}
    assert [roll.in_("en") for roll in rows["p1"].rolls] == ["4 × 2 = 8", "6 × 2 = 12"]
    assert rows["p1"].is_next and rows["p1"].done.in_("es") == "declara ahora"
    assert rows["p2"].has_acted and not rows["p4"].has_acted


def test_facts_of_a_turn_end_with_it():
    assert CAMPAIGN.turn_facts(seen(season("between_turns", *ALL), "p1")) is None


def test_each_note_names_a_rule_of_the_book():
    for me in ("p1", "p2", "p3", "p4"):
        for table in turn_facts(seen(declaring(me), me)).ends:
            for row in table.rows:
                assert len(row.accounts) == len(table.sides)
                for note in row.notes:
                    assert not note.rule or note.rule in CAMPAIGN.rulebook
