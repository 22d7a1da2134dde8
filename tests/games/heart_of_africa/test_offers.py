"""Offers of a seat are accepted, others refused by the named rule, and the dry run agrees."""

from fractions import Fraction
from functools import cache

import pytest

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.pieces import Figure, Unit
from app.games.heart_of_africa.state import SHOOTING, Battle
from app.kernel.dice import SeededDice
from app.kernel.refusal import Refused
from app.kernel.seats import SPECTATOR
from tests.games.heart_of_africa.battles import fought, view_of

BATTLES = ("encounter", "ambush", "raid")


@cache
def positions():
    return [row for battle in BATTLES for row in fought(battle)[::6]]


def decided(battle, order, seat):
    return GAME.decide(battle, order, seat, SeededDice(b"offers", 7))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", BATTLES)
def test_offered_orders_are_accepted_and_refused_ones_are_not(scenario):
    for battle, seat, *_ in fought(scenario)[::6]:
        view = view_of(battle, seat)
        for offer in GAME.offers(view):
            if offer.asks:
                continue
            assert bool(GAME.assess(view, offer.order).no) == (not offer.is_live), offer
            if offer.is_live:
                decided(battle, offer.order, seat)
            else:
                with pytest.raises(Refused) as refused:
                    decided(battle, offer.order, seat)
                assert {no.rule for no in offer.no} & {no.rule for no in refused.value.refusals}, (
                    offer
                )


def test_every_step_that_waits_for_a_side_has_offers():
    for battle, seat, *_ in positions():
        assert any(offer.is_live for offer in GAME.offers(view_of(battle, seat))), battle.step


def test_labels_speak_both_languages():
    for battle, seat, *_ in positions():
        for offer in GAME.offers(view_of(battle, seat)):
            for language in ("en", "es"):
                said = offer.label.in_(language)
                assert said.strip()
                assert "{" not in said
                assert "None" not in said


def test_a_spectator_is_offered_nothing():
    assert all(not GAME.offers(GAME.view(battle, SPECTATOR)) for battle, *_ in positions()[::4])


def first(kind):
    """The first live offer of a kind in the battles, with the view it was made for."""
    for battle, seat, *_ in positions():
        view = view_of(battle, seat)
        for offer in GAME.offers(view):
            if isinstance(offer.order, kind) and offer.is_live:
                return view, offer
    pytest.fail(f"no {kind.__name__} in these battles")


def volley():
    """Two Soldiers 8.2 in from three Spearmen, close together; one of the Soldiers has moved."""
    men = [
        Figure(f"A1-{n}", "soldier", "A", "A1", at=(20.0, 20.0 + n), did=("moved",) if n else ())
        for n in range(2)
    ]
    foes = [
        Figure(f"B1-{n}", "spearman", "B", "B1", at=(29.0, 20.0 + n), facing=180.0)
        for n in range(3)
    ]
    return Battle(
        Land(),
        seats={"a": "A", "b": "B"},
        figures={figure.id: figure for figure in (*men, *foes)},
        units={
            "A1": Unit("A1", "A", original=2, start=2),
            "B1": Unit("B1", "B", original=3, start=3),
        },
        turn=2,
        step=SHOOTING,
    )


def test_a_shot_is_explained_by_its_tally_its_odds_and_its_line():
    view = view_of(volley(), "a")
    shots = {
        offer.piece: offer.order
        for offer in GAME.offers(view)
        if offer.is_live
        and isinstance(offer.order, orders.FireOrders)
        and len(offer.order.shots) == 1
    }
    still, moved = (GAME.assess(view, shots[key]) for key in ("A1-0", "A1-1"))
    assert [
        (reason.rule, reason.amount) for _, tally in still.tallies for reason in tally.reasons
    ] == [("HOA-SHT-08", 2)]
    assert [tally.reasons for _, tally in moved.tallies] == [()]
    assert [(chance.ways, chance.of) for chance in (*still.odds, *moved.odds)] == [
        (2, 3),
        (1, 3),
        (1, 3),
        (2, 3),
    ]
    assert all(free for _, _, free, _ in (*still.lines, *moved.lines))
    both = GAME.assess(
        view,
        next(
            offer.order
            for offer in GAME.offers(view)
            if isinstance(offer.order, orders.FireOrders) and offer.order.seal
        ),
    )
    assert sum(Fraction(chance.ways, chance.of) for chance in both.odds) == 1


def test_a_drill_is_drawn_out_figure_by_figure():
    view, offer = first(orders.Manoeuvre)
    choice = next(ask for ask in offer.asks if ask.name in ("to", "angle"))
    value = (
        [float(inches) for inches in choice.choices[0].value.split(",")]
        if choice.kind == "place"
        else choice.least
    )
    dry = GAME.assess(
        view,
        type(offer.order)(
            **{field: getattr(offer.order, field) for field in offer.order.__struct_fields__}
            | {choice.name: value}
        ),
    )
    if not dry.no:
        assert all(
            row["has"] is None or row["length"] <= row["has"] + 0.02
            for row in dry.report["figures"].values()
        )


def test_an_invented_piece_and_one_unseen_get_the_same_answer():
    for battle, seat, *_ in positions()[::3]:
        view = view_of(battle, seat)
        hidden = [
            figure.id for figure in battle.figures.values() if figure.id not in view.battle.figures
        ]
        for kind in (orders.Activate, lambda key: orders.FireOrders((orders.Shot(key, (key,)),))):
            answers = {
                str(GAME.assess(view, kind(key)).no) for key in (*hidden[:2], "nobody-knows-it")
            }
            assert len(answers) == 1


def test_an_order_that_shoots_and_seals_is_asked_about_or_filled_in_first():
    sealing = [
        offer
        for offer in GAME.offers(view_of(volley(), "a"))
        if isinstance(offer.order, orders.FireOrders) and offer.order.seal
    ]
    assert any(offer.order.shots for offer in sealing)
    assert all(offer.asks or offer.leaves_undone for offer in sealing)
