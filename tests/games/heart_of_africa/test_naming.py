"""Names in texts: every id of a battle is marked, and no sentence of either language may show the
mark.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise, product

import msgspec
import pytest

from app.games.heart_of_africa import adjudicate, orders
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.offering.refusals import BY_KIND
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.state import Battle, Shot, Torch
from app.kernel.event_summary import Met
from app.kernel.refusal import Refused
from app.kernel.say import Say
from app.kernel.seats import Viewer
from tests.case_files import cases
from tests.games.heart_of_africa.battles import MOVES, SEATS, fought, view_of

MARK = "¤"
BATTLES = tuple(MOVES)


def ids_of(battle):
    return {
        *battle.figures,
        *battle.units,
        *(piece.id for piece in battle.land.pieces),
        *(work.id for work in battle.land.works),
    }


def marked(thing, ids):
    """The same with every id of the battle marked, that of a building also where a room of it is
    named.
    """
    if isinstance(thing, str):
        return f"{MARK}{thing}" if thing in ids or thing.split("/")[0] in ids else thing
    if isinstance(thing, dict):
        return {
            marked(key, ids): value if key in ("kind", "type") else marked(value, ids)
            for key, value in thing.items()
        }
    return [marked(one, ids) for one in thing] if isinstance(thing, (list, tuple)) else thing


def under_marks(battle):
    return msgspec.convert(marked(msgspec.to_builtins(battle), ids_of(battle)), Battle)


def sentences(told):
    """Sentences in a text of the box, in both languages."""
    if isinstance(told, Say):
        yield from (told.in_("en"), told.in_("es"))
    elif isinstance(told, msgspec.Struct):
        yield from (
            words
            for field in told.__struct_fields__
            if field != "order"
            for words in sentences(getattr(told, field))
        )
    elif isinstance(told, (tuple, list)):
        yield from (words for one in told for words in sentences(one))
    elif isinstance(told, dict):
        yield from (words for one in told.values() for words in sentences(one))


def shown(told):
    return {words for words in sentences(told) if MARK in words}


def positions(step):
    return [battle for kind in BATTLES for battle, *_ in fought(kind)[::step]]


def some(keys, most=3):
    keys = list(keys)
    return keys[:: max(1, len(keys) // most)][:most]


def wild_orders(battle, side):
    """Orders of every kind for a few of both sides, lawful or not: most are refused."""
    mine, theirs = (
        [one for one in battle.figures.values() if (one.side == side) is own]
        for own in (True, False)
    )
    units, foes = (
        [one.id for one in battle.units.values() if (one.side == side) is own]
        for own in (True, False)
    )
    singles = [one for one in mine if not one.unit]
    men = [*some(mine, 5), *some(singles, 8)]
    for man, foe in product(men, some(theirs, 3)):
        yield orders.FireOrders((Shot(man.id, (foe.id,)),))
        yield orders.Move(
            man.unit or man.id,
            {man.id: (man.at or (0.0, 0.0), foe.at or (5.0, 5.0))},
            attack={man.id: foe.id},
        )
        yield orders.Move(
            man.unit or man.id, {man.id: (man.at or (0.0, 0.0), foe.at or (5.0, 5.0))}
        )
        yield from (
            orders.Pair(((man.id, foe.id),)),
            orders.FirstOpponent(man.id, foe.id),
            orders.Capture(man.id, foe.id),
            orders.BreakRoof(man.id, foe.id),
            orders.JumpDown(man.id, (3.0, 3.0, 0.0), foe.id),
            orders.Embark(man.id, foe.id),
            orders.Activate(foe.id),
        )
    for man, mate in product(men, men):
        yield from (
            orders.Swap(man.id, mate.id),
            orders.Embark(man.id, mate.id),
            orders.MeetHit(man.id, "attendant", mate.id),
            orders.Move(
                mate.unit or mate.id, {man.id: (man.at or (0.0, 0.0), mate.at or (5.0, 5.0))}
            ),
            orders.FireOrders((Shot(man.id, (mate.id,)), Shot(mate.id, (man.id,)))),
        )
    for man in men:
        yield from (
            orders.Activate(man.id),
            orders.NoMove((man.id,)),
            orders.DeclareShooters((man.id,)),
            orders.Disembark(man.id, (1.0, 1.0, 0.0)),
            orders.Withdraw((man.id,)),
            orders.Sail(man.id, {man.id: ((0.0, 0.0), (9.0, 9.0))}),
            orders.Hold(man.id),
            orders.Deploy(man.id, {man.id: (1.0, 1.0, 0.0)}),
            orders.PlanMarch({man.id: (900.0, 1.0)}),
            orders.FireOrders((Shot(man.id, room=man.room, blind=True),)),
        )
        for unit in some(units, 3):
            yield from (
                orders.Rally(man.id, unit),
                orders.Cancel(unit, man.id),
                orders.Join(man.id, unit),
                orders.Hold(man.id, unit),
                orders.Guide(man.id, unit, (man.at or (0.0, 0.0), (9.0, 9.0))),
                orders.Cast(man.id, foes[0] if foes else unit),
            )
        for work in some(battle.land.works, 4):
            room = f"{work.id}/west"
            yield from (
                orders.Cross(man.id, work.id),
                orders.Enter(man.id, room),
                orders.ClimbRoof(man.id, work.id),
                orders.FireOrders(torches=(Torch(man.id, room),)),
                orders.FireOrders((Shot(man.id, building=work.id, point=(1.0, 1.0)),)),
                orders.FireOrders((Shot(man.id, room=room, arrow=True),)),
            )
        for piece in some(battle.land.pieces, 3):
            yield orders.FireOrders(torches=(Torch(man.id, piece.id),))
    for unit in some(units, 4):
        spots = {
            man.id: (30.0 + number, 24.0, 0.0)
            for number, man in enumerate(one for one in mine if one.unit == unit)
        }
        yield from (
            orders.Activate(unit),
            orders.NoMove((unit,)),
            orders.Remount(unit),
            orders.Reveal(unit),
            orders.Hold(unit),
            orders.Deploy(unit, spots),
            orders.Deploy(unit, spots, ambush=True),
            orders.Place(unit, spots),
            orders.TestOrder((unit,)),
            orders.MarchOrder((unit,), "west"),
            orders.PlanMarch({}, {unit: unit}),
            orders.PlanMarch({}, {}, {unit: unit}),
        )
        for foe in some(foes, 2):
            yield from (
                orders.Manoeuvre(unit, "charge", target=foe),
                orders.Manoeuvre(unit, "displace", to=(30.0, 24.0)),
                orders.Manoeuvre(unit, "line", to=(200.0, 24.0)),
                orders.FireOrders((Shot(men[0].id, unit=foe),)),
            )


def refused(battle, order, side):
    """Refusals of a chapter against an order, as if in its step."""
    try:
        return tuple(BY_KIND[type(order)](battle, order, side)) if type(order) in BY_KIND else ()
    except Refused as said:
        return said.refusals


@pytest.mark.slow
def test_the_marks_are_seen():
    battle = under_marks(positions(50)[1])
    key = next(iter(battle.figures))
    assert key.startswith(MARK)
    assert shown([Say("{who} goes", "{who} va", {"who": key})])
    assert not shown(called(battle, key))


@pytest.mark.slow
def test_refusals_and_previews_contain_no_ids():
    told = set()
    for position in positions(35):
        battle = under_marks(position)
        for seat, side in SEATS.items():
            view = view_of(battle, seat)
            for order in wild_orders(view.battle, side):
                words = set(sentences(refused(view.battle, order, side)))
                assert not any(MARK in one for one in words), (words, order)
                told |= words
            for offer in GAME.offers(view)[::6]:
                assert not shown(offer), offer
                assert not shown(GAME.assess(view, offer.order)), offer
    assert len(told) > 300


def said_against(case, monkeypatch):
    """Everything that is refused while a case of the case books is decided, its ids marked."""
    said, of_old = [], Refused.__init__
    monkeypatch.setattr(
        Refused,
        "__init__",
        lambda refused, *refusals: (said.extend(refusals), of_old(refused, *refusals))[1],
    )
    rows = [
        row for part in ("units", "figures", "terrain", "works") for row in case.get(part) or ()
    ]
    ids = {row["id"] for row in rows} | {
        f"{row['id']}{number}" for row in rows for number in range(1, row.get("count", 0) + 1)
    }
    for order in case.get("orders") or ():
        order.pop("expect", None)
    with suppress(ValueError):
        adjudicate.run(
            {
                key: value if key in ("id", "kind", "title", "rules") else marked(value, ids)
                for key, value in case.items()
                if key != "expect"
            }
        )
    return said


@pytest.mark.slow
def test_no_rule_that_says_no_names_an_id(monkeypatch):
    said = [
        refusal
        for _, case in cases(__file__, (adjudicate.KIND,))
        for refusal in said_against(case, monkeypatch)
    ]
    assert len({refusal.rule for refusal in said}) > 100
    assert not {words for refusal in said for words in shown(refusal)}


@pytest.mark.slow
def test_surveys_summaries_and_hints_contain_no_ids():
    for position in positions(50):
        battle = under_marks(position)
        for seat in SEATS:
            view = view_of(battle, seat)
            pieces = [*some(view.battle.units, 4), *some(view.battle.figures, 4), "36,24"]
            seen = [GAME.survey(view, key) for key in pieces] + [
                GAME.measured(view, one, two) for one, two in pairwise(pieces)
            ]
            for told in (GAME.summary(view), GAME.battlefield(view), GAME.hint(view), *seen):
                assert not shown(told), shown(told)


@pytest.mark.slow
@pytest.mark.parametrize("kind", BATTLES)
def test_log_digest_and_report_contain_no_ids(kind):
    viewers, met = (Viewer("a", "A"), Viewer("b", "B"), Viewer()), []
    for number, (before, seat, _, happened) in enumerate(fought(kind)):
        battle, ids = under_marks(before), ids_of(before)
        for event in happened:
            heard = msgspec.convert(marked(msgspec.to_builtins(event), ids), type(event))
            for viewer in viewers:
                assert not shown(list(GAME.wording(battle, heard, viewer))), heard
            met.append(Met(number, SEATS.get(seat, ""), before.turn, battle, heard))
            battle = GAME.evolve(battle, heard)
    for viewer in viewers:
        assert not shown(list(GAME.summary_items(met, viewer)))
    assert not shown(GAME.report_details(met, battle))


def test_a_title_is_the_same_in_every_view():
    for battle in positions(11):
        for seat in SEATS:
            known = view_of(battle, seat).battle
            for key in known.figures:
                assert called(known, key).in_("en") == called(battle, key).in_("en")


def test_titles_are_of_one_figure_each():
    for battle in positions(50):
        for language in ("en", "es"):
            titles = [called(battle, key).in_(language) for key in battle.figures]
            assert len(set(titles)) == len(titles), sorted(
                title for title in titles if titles.count(title) > 1
            )
