"""Platform rules are each named by a test. Rules without another test are provoked here or in the
folders of games, and the refusal or line has their id.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.games import shelf
from app.kernel import table_decisions, table_orders
from app.kernel.dice import LoadedDice
from app.kernel.refusal import Refused
from app.kernel.table import PLATFORM_RULES
from app.services.container import Services
from app.services.errors import NoSuchGame
from app.services.people import account_deletion, accounts, complaints, moderation
from app.services.play import conditional_orders, lobby, orders
from app.services.watch import game_view
from tests.contract.tiny import TINY, parry, stones

TESTS = Path(__file__).parents[1]
WORD = "a long enough sentence"


def test_every_platform_rule_is_named_by_a_test():
    named = set()
    for path in TESTS.rglob("*"):
        if path.suffix in (".py", ".yaml", ".json"):
            named |= set(re.findall(r"\bCAR-[A-Z]{3}-\d\d\b", path.read_text(encoding="utf-8")))
    assert {rule.id for rule in PLATFORM_RULES} - named == set(), "provoke these rules in a test"


def refusing(call, *given, **named) -> set[str]:
    with pytest.raises(Refused) as found:
        call(*given, **named)
    return {refusal.rule for refusal in found.value.refusals}


@pytest.fixture
def services(sqlite_url):
    services = Services.open({**TINY, **shelf()}, sqlite_url)
    yield services
    services.close()


@pytest.fixture
def people(services):
    return [accounts.register(services, name, WORD) for name in ("Ana", "Eva", "Ibon")]


def game_of(services, people, box, scenario="plain", **more):
    """Game of as many of these users as it has sides."""
    sides = [
        side.key
        for one in services.shelf[box].card.scenarios
        if one.key == scenario
        for side in one.sides
    ]
    game = lobby.open_table(services, people[0].id, box, scenario, sides[0], **more)
    for person in people[1 : len(sides)]:
        game = lobby.join_table(services, game.address, person.id)
    return game


def table_of(services, game):
    return services.shelf[game.box], game_view.load_view(services, game.id).history.now


# ---------------------------------------------------------------------- the table
def test_a_game_begins_once(services, people):
    """CAR-TAB-01."""
    box, now = table_of(services, game_of(services, people, "stones"))
    assert refusing(
        table_decisions.decide_on,
        box,
        now,
        table_orders.Begin(None),
        next(iter(now.seats)),
        LoadedDice(),
    ) == {"CAR-TAB-01"}


def test_an_order_without_a_seat_is_refused(services, people):
    """CAR-TAB-03: neither an order of the box nor one of the platform."""
    box, now = table_of(services, game_of(services, people, "stones"))
    for order in (stones.Lay(1), table_orders.Concede(), table_orders.OfferDraw()):
        assert refusing(table_decisions.decide_on, box, now, order, "nowhere", LoadedDice()) == {
            "CAR-TAB-03"
        }


# ---------------------------------------------------------------------- in advance
def test_a_conditional_order_is_recorded_and_only_its_owner_sees_the_rule(services, people):
    """CAR-STO-01."""
    game = game_of(services, people, "parry")
    conditional_orders.save_conditional_orders(services, game.id, people[1].id, {"blow": "parry"})
    assert (
        orders.declare_order(
            services, game.id, people[0].id, "strike", 1, parry.Strike(hard=False)
        ).last
        == 3
    )
    lines = {
        who: game_view.load_log(game_view.load_view(services, game.id, who))[-1].lines
        for who in (people[1].id, people[0].id, None)
    }
    assert lines[people[1].id][0].rules == ("CAR-STO-01",)
    assert not any(
        "CAR-STO-01" in line.rules for who in (people[0].id, None) for line in lines[who]
    )


# ---------------------------------------------------------------------- the club
@pytest.mark.parametrize(("delay", "last"), [("", 6), ("moves", 3)])
def test_spectators_see_the_game_with_the_agreed_delay_until_it_is_over(
    services, people, delay, last
):
    """CAR-LOB-12."""
    game = game_of(services, people, "stones", delay=delay)
    for number in range(1, 6):
        owing = next(
            person
            for person in people
            if game_view.load_view(services, game.id, person.id).decisions
        )
        orders.declare_order(services, game.id, owing.id, f"lay {number}", number, stones.Lay(1))
    assert [game_view.load_view(services, game.id, who).last for who in (None, people[0].id)] == [
        last,
        6,
    ]
    for person in people[:2]:
        now = game_view.load_view(services, game.id, person.id).last
        orders.declare_order(
            services, game.id, person.id, f"enough {now}", now, table_orders.Concede()
        )
    ended = game_view.load_view(services, game.id, people[0].id)
    assert ended.outcome is not None
    assert game_view.load_view(services, game.id).last == ended.last


def test_a_deleted_account_leaves_a_neutral_name_and_no_open_table(services, people):
    """CAR-ACC-08."""
    ana, eva, _ = people
    running, waiting = (
        game_of(services, people, "parry"),
        lobby.open_table(services, ana.id, "parry", "plain", "red"),
    )
    account_deletion.delete_own_account(services, ana.id, WORD)
    seat = game_view.load_view(services, running.id, eva.id).seats[0]
    assert (seat.name, seat.user_id) == (f"Former member {ana.id}", None)
    with pytest.raises(NoSuchGame):
        game_view.load_view(services, waiting.id)


@pytest.mark.parametrize(
    ("length", "rules"), [(complaints.LONGEST, set()), (complaints.LONGEST + 1, {"CAR-MOD-05"})]
)
def test_a_note_of_a_moderator_is_short(services, people, length, rules):
    """CAR-MOD-05."""
    judge = accounts.register(services, "Leire", WORD)
    moderation.act_as_administrator(services, judge.id, "name")
    complaints.complain_about_name(services, people[0].id, people[1].id, "Unfair.")
    [(complaint, *_)] = moderation.load_moderation_page(services, judge.id).waiting
    given = (services, judge.id, complaint.id, "dismiss", "x" * length)
    assert (
        refusing(moderation.act_on_complaint, *given)
        if rules
        else moderation.act_on_complaint(*given) or set()
    ) == rules
    assert bool(moderation.load_moderation_page(services, judge.id).waiting) == bool(rules)
