"""Orders of every kind from users without the right to give them: API and pages refuse, and nothing
changes.
"""

from __future__ import annotations

import pytest

from app.kernel import record, table_orders
from tests.api.guarded_games import (
    API,
    AT_ANY_TIME,
    BOXES,
    BY_CLOCK,
    CALLERS,
    CHOICE,
    HIDDEN,
    HIDDEN_PAGES,
    OF_THE_SERVER,
    PAGES,
    GuardedGames,
    is_lawful,
    over_the_api,
    over_the_pages,
)


@pytest.fixture(scope="module", params=BOXES)
def guarded(request, site, patched) -> GuardedGames:
    made = GuardedGames(site, request.param)
    patched.setattr(
        site.services.notifier, "publish_all", lambda *published: made.published.append(published)
    )
    return made


# ---------------------------------------------------------------------- what is tried at all
@pytest.mark.slow
def test_every_order_is_readable_and_some_are_legal_for_the_deciding_player(guarded):
    read = {kind: record.read_order(guarded.box, order) for kind, order in guarded.orders.items()}
    assert {type(order) for order in read.values()} == {
        *guarded.box.card.orders,
        *table_orders.ORDERS,
    }
    assert len(guarded.lawful) >= CHOICE and all(
        is_lawful(guarded.look, read[kind]) for kind in guarded.lawful
    )
    assert {kind for kind in guarded.orders if guarded.step_of(kind)} == {
        order.__struct_config__.tag for order in guarded.box.card.orders
    }
    assert (
        set(BY_CLOCK) <= set(guarded.orders) and set(guarded.orders) >= AT_ANY_TIME | OF_THE_SERVER
    )


# ---------------------------------------------------------------------- and refused
@pytest.mark.slow
@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize(
    ("ask", "answers"), [(over_the_api, API), (over_the_pages, PAGES)], ids=["api", "pages"]
)
def test_an_order_without_the_right_to_give_it_is_refused(guarded, ask, answers, caller):
    kinds = set(guarded.orders) - (AT_ANY_TIME if caller == "other" else set())
    with guarded.nothing_happens(guarded.open):
        assert ask(guarded, caller, guarded.open, kinds) == {
            (kind, answers[caller]) for kind in kinds
        }


@pytest.mark.slow
@pytest.mark.parametrize("caller", HIDDEN)
@pytest.mark.parametrize(
    ("ask", "answers"),
    [(over_the_api, HIDDEN), (over_the_pages, HIDDEN_PAGES)],
    ids=["api", "pages"],
)
def test_an_order_to_a_private_game_is_refused(guarded, ask, answers, caller):
    with guarded.nothing_happens(guarded.private):
        assert ask(guarded, caller, guarded.private, set(guarded.orders)) == {
            (kind, answers[caller]) for kind in guarded.orders
        }


@pytest.mark.parametrize("ask", [over_the_api, over_the_pages], ids=["api", "pages"])
def test_an_order_of_the_server_is_refused(guarded, ask):
    """The deciding player cannot give it either."""
    with guarded.nothing_happens(guarded.open):
        assert ask(guarded, "player", guarded.open, OF_THE_SERVER) == {
            (kind, 422) for kind in OF_THE_SERVER
        }


def test_the_same_order_is_accepted_from_the_deciding_player(guarded):
    """The refusals before depended on the sender alone. This test is last, because the game goes
    on.
    """
    before, kind = guarded.kept(guarded.open), next(iter(guarded.lawful))
    assert (kind, 200) in over_the_api(guarded, "player", guarded.open, {kind})
    assert (
        guarded.site.ledger.changed() >= {"moves", "games"}
        and guarded.kept(guarded.open) != before
        and guarded.published
    )
