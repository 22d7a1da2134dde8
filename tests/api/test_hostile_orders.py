"""Orders of every kind from users without the right to give them: API and pages refuse, and nothing
changes.
"""

from __future__ import annotations

import pytest

from app.kernel import record, table_orders
from tests.api.siege import (
    API,
    AT_ANY_TIME,
    BOXES,
    BY_CLOCK,
    CHOICE,
    HIDDEN,
    HIDDEN_PAGES,
    OF_NOBODY,
    PAGES,
    WHO,
    Siege,
    is_lawful,
    over_the_api,
    over_the_pages,
)


@pytest.fixture(scope="module", params=BOXES)
def siege(request, house, patched) -> Siege:
    made = Siege(house, request.param)
    patched.setattr(
        house.services.notifier, "publish_all", lambda *published: made.published.append(published)
    )
    return made


# ---------------------------------------------------------------------- what is tried at all
@pytest.mark.slow
def test_every_order_is_readable_and_some_are_legal_for_the_deciding_player(siege):
    read = {kind: record.read_order(siege.box, order) for kind, order in siege.orders.items()}
    assert {type(order) for order in read.values()} == {
        *siege.box.card.orders,
        *table_orders.ORDERS,
    }
    assert len(siege.lawful) >= CHOICE and all(
        is_lawful(siege.look, read[kind]) for kind in siege.lawful
    )
    assert {kind for kind in siege.orders if siege.step_of(kind)} == {
        order.__struct_config__.tag for order in siege.box.card.orders
    }
    assert set(BY_CLOCK) <= set(siege.orders) and set(siege.orders) >= AT_ANY_TIME | OF_NOBODY


# ---------------------------------------------------------------------- and refused
@pytest.mark.slow
@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize(
    ("ask", "answers"), [(over_the_api, API), (over_the_pages, PAGES)], ids=["api", "pages"]
)
def test_an_order_without_the_right_to_give_it_is_refused(siege, ask, answers, who):
    kinds = set(siege.orders) - (AT_ANY_TIME if who == "other" else set())
    with siege.nothing_happens(siege.open):
        assert ask(siege, who, siege.open, kinds) == {(kind, answers[who]) for kind in kinds}


@pytest.mark.slow
@pytest.mark.parametrize("who", HIDDEN)
@pytest.mark.parametrize(
    ("ask", "answers"),
    [(over_the_api, HIDDEN), (over_the_pages, HIDDEN_PAGES)],
    ids=["api", "pages"],
)
def test_an_order_to_a_private_game_is_refused(siege, ask, answers, who):
    with siege.nothing_happens(siege.private):
        assert ask(siege, who, siege.private, set(siege.orders)) == {
            (kind, answers[who]) for kind in siege.orders
        }


@pytest.mark.parametrize("ask", [over_the_api, over_the_pages], ids=["api", "pages"])
def test_an_order_of_the_server_is_refused(siege, ask):
    """The deciding player cannot give it either."""
    with siege.nothing_happens(siege.open):
        assert ask(siege, "player", siege.open, OF_NOBODY) == {(kind, 422) for kind in OF_NOBODY}


def test_the_same_order_is_accepted_from_the_deciding_player(siege):
    """The refusals before depended on the sender alone. This test is last, because the game goes
    on.
    """
    before, kind = siege.kept(siege.open), next(iter(siege.lawful))
    assert (kind, 200) in over_the_api(siege, "player", siege.open, {kind})
    assert (
        siege.house.ledger.changed() >= {"moves", "games"}
        and siege.kept(siege.open) != before
        and siege.published
    )
