"""Twin worlds: positions that differ in hidden facts alone look the same to a viewer in every
respect.
"""

import pytest

from app.kernel import table_orders, undo
from app.kernel.contract import Marks
from app.kernel.dice import LoadedDice
from app.kernel.event_summary import Met
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR, Viewer
from tests.contract.tiny import hidden, sealed

SCOUT, BANDIT = Viewer("scout", "scout"), Viewer("bandit", "bandit")
TWINS = [hidden.Road({"a": a, "b": b}, scout=2) for a, b in ((5, 9), (6, 11), (4, 8))]
UNSEEN = [
    hidden.Shoot("a"),
    hidden.Shoot("b"),
    hidden.Shoot("zz"),
    hidden.Spring("a"),
    hidden.Spring("zz"),
]


def answer(state, order, viewer):
    with pytest.raises(Refused) as refused:
        hidden.GAME.decide(state, order, viewer.seat, LoadedDice())
    return refused.value.refusals


@pytest.mark.parametrize("viewer", [SCOUT, SPECTATOR])
def test_views_offers_dry_runs_drawings_and_words_are_the_same(viewer):
    box = hidden.GAME
    outlets = []
    for state in TWINS:
        view = box.view(state, viewer)
        outlets.append(
            [
                view,
                box.offers(view),
                box.waiting_for(state),
                box.moment(state),
                box.summary(view),
                box.drawing(view, Marks(), "es"),
                *(box.assess(view, order) for order in (*UNSEEN, hidden.Walk(("3",)))),
                *(
                    box.wording(state, event, viewer)
                    for event in (hidden.Laid(state.ambushes), hidden.Walked(3), hidden.Waited())
                ),
                box.summary_items(
                    [
                        Met(1, "scout", 1, state, event)
                        for event in (hidden.Laid(state.ambushes), hidden.Walked(3))
                    ],
                    viewer,
                ),
            ]
        )
    assert outlets[0] == outlets[1] == outlets[2]
    assert box.view(TWINS[0], BANDIT) != box.view(TWINS[1], BANDIT)


def test_unseen_and_invented_pieces_get_the_same_answer():
    for state in TWINS:
        answers = {str(answer(state, order, SCOUT)) for order in UNSEEN}
        assert len(answers) == 1
        assert [no.rule for no in answer(state, UNSEEN[0], SCOUT)] == ["CAR-TAB-06"]


def test_the_dice_of_the_scout_do_not_depend_on_hidden_facts():
    far = [hidden.Road({"a": a, "b": 11}, scout=2) for a in (6, 8)]
    assert {
        hidden.GAME.decide(state, hidden.Walk(("3",)), "scout", LoadedDice()) for state in far
    } == {(hidden.Walked(3),)}


def test_a_trigger_reveals_and_cannot_be_taken_back():
    events = hidden.GAME.decide(TWINS[0], hidden.Walk(("3", "4")), "scout", LoadedDice())
    assert events == (hidden.Walked(4), hidden.Revealed("a", 5))
    assert [event.reveals for event in events] == [False, True]


def test_two_secret_choices_are_one_world_for_the_other_side():
    box = sealed.GAME
    twins = [sealed.Hands(chosen={"north": hand}) for hand in sealed.BEATS]
    for viewer in (Viewer("south", "south"), SPECTATOR):
        views = [box.view(state, viewer) for state in twins]
        assert views[0] == views[1] == views[2]
        assert {
            str(box.wording(sealed.Hands(), sealed.Chosen("north", hand), viewer))
            for hand in sealed.BEATS
        } == {str(box.wording(sealed.Hands(), sealed.Chosen("north", "rock"), viewer))}
    assert len({str(box.view(state, Viewer("north", "north"))) for state in twins}) == 3


def test_a_secret_choice_may_be_taken_back_until_the_other_has_chosen():
    from app.kernel import record

    begin = record.Move(1, "", None, (table_orders.Began(_setup()), sealed.Placed()), (), "a", "")
    chosen = record.Move(2, "north", None, (sealed.Chosen("north", "rock"),), (), "b", "")
    assert undo.may_take_back("north", [chosen, begin]) is None
    assert undo.may_take_back("south", [chosen, begin]).rule == "CAR-UND-01"


def _setup():
    from app.kernel.contract import Setup

    return Setup("plain", {"north": "north", "south": "south"})
