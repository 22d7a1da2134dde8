"""Tests of the contract for every box. A new box gets them by itself."""

import copy
import random
import secrets
from functools import cache

import msgspec
import pytest

from app.kernel import headless_games, monkey, record, table, table_decisions, table_orders, undo
from app.kernel.battle_report import compile_report
from app.kernel.bot_strengths import NORMAL
from app.kernel.box import implements_part
from app.kernel.contract import Marks
from app.kernel.dice import SeededDice
from app.kernel.log_lines import move_lines, shots_of_move, summary_of_moves
from app.kernel.record import read_events, read_order, to_json
from app.kernel.refusal import Refusal, Refused
from app.kernel.say import LANGUAGES, Say
from app.kernel.seats import SPECTATOR, Viewer
from app.kernel.table import PLATFORM_RULES
from tests.contract.conftest import most_moves


def dice(number=2):
    return SeededDice(b"contract", number)


def owing(box, position):
    return [decision.seat for decision in box.waiting_for(position.state)]


def view_of(box, position, seat):
    return box.view(position.state, Viewer(seat, position.seats[seat]))


def decided(box, position, order, seat):
    """Events or refusals that follow from the order."""
    try:
        return tuple(box.decide(position.state, order, seat, dice()))
    except Refused as refused:
        return refused.refusals


def spoken(sentence):
    assert isinstance(sentence, Say)
    for language in LANGUAGES:
        assert sentence.in_(language).strip()


@cache
def known_rules(box_key, rulebook):
    return {rule.id for rule in rulebook} | {rule.id for rule in PLATFORM_RULES}


def rules_of(box):
    return known_rules(box.card.key, box.rulebook)


# ---------------------------------------------------------------------- what is printed on the box
def test_the_card(box):
    card = box.card
    assert card.scenarios
    for titled in (
        card,
        *card.scenarios,
        *card.options,
        *card.sequence,
        *(side for one in card.scenarios for side in one.sides),
    ):
        spoken(titled.title)
    for scenario in card.scenarios:
        assert len({side.key for side in scenario.sides}) == len(scenario.sides) >= 2
        assert len({side.shape for side in scenario.sides}) == len(scenario.sides)
        assert set(scenario.options_on) <= {option.key for option in card.options}
    for keys in (
        [one.key for one in card.scenarios],
        [one.key for one in card.sequence],
        [one.key for one in card.options],
    ):
        assert len(set(keys)) == len(keys)


def test_kinds_on_record_are_plain_words_of_their_own(box):
    for kinds, site in (
        (box.card.orders, table_orders.ORDERS),
        (box.card.events, table_orders.EVENTS),
    ):
        words = [kind.__struct_config__.tag for kind in (*kinds, *site)]
        assert len(set(words)) == len(words)
        assert all(word.replace("_", "").isalnum() and word.islower() for word in words)


def test_the_sequence_names_rules_and_orders_of_the_box(box):
    for step in box.card.sequence:
        assert step.rule in box.rulebook
        assert set(step.orders) <= set(box.card.orders)


# ---------------------------------------------------------------------- playing
def test_a_monkey_comes_to_an_end_or_to_the_cap(box, games):
    for game in games:
        assert game.outcome or len(game.moves) >= most_moves(box.card.key)


def test_the_chain_the_dice_and_a_second_decision_hold(box, games):
    for number, game in enumerate(games):
        assert headless_games.record_faults(box, f"{box.card.key}/{number}", game) == []


def test_a_seat_owes_a_decision_until_the_end_and_none_after_it(box, games):
    for game in games:
        for position in game.tables[1:]:
            waiting = owing(box, position)
            assert (
                bool(waiting) == (table.table_outcome(box, position) is None) or position.ending
            )  # the platform ends a game, not its box
            assert set(waiting) <= set(position.seats)
        if game.outcome:
            assert game.outcome.ending in (*box.card.endings, "agreed", "conceded")
            assert set(game.outcome.winners) <= set(game.tables[-1].seats.values())
            assert game.outcome.degree in ("", *box.card.degrees)
            spoken(game.outcome.says)


def test_a_decision_names_a_step_that_takes_some_offer(box, positions):
    steps = {step.key: step.orders for step in box.card.sequence}
    for position, _ in positions:
        for decision in box.waiting_for(position.state):
            spoken(decision.says)
            kinds = {
                type(offer.order)
                for offer in box.offers(view_of(box, position, decision.seat))
                if offer.is_live
            }
            assert kinds
            assert kinds <= set(steps[decision.step])


def test_replay_folds_to_the_table_after_each_move(box, games):
    for game in games:
        for number in {0, 1, len(game.moves) // 2, len(game.moves)}:
            assert record.replay_moves(box, game.moves, number) == game.tables[number]


def test_orders_and_events_survive_the_record(box, games):
    for move in (move for game in games for move in game.moves):
        order = record.read_written(box, move.order)
        assert record.stored_order(order) == move.order == record.without_blanks(move.order)
        assert read_order(box, record.as_given(order)) == order
        assert read_events(box, to_json(move.events)) == move.events
        assert to_json(read_events(box, to_json(move.events))) == to_json(move.events)


def test_the_same_dice_give_the_same_events_and_nothing_is_changed_in_place(box, positions):
    chance = random.Random(7)
    for position, _ in positions:
        seat = chance.choice(owing(box, position))
        kept = copy.deepcopy(position.state)
        order = monkey.any_order(box, view_of(box, position, seat), chance)
        first = decided(box, position, order, seat)
        assert first == decided(box, position, order, seat)
        table.after_all(box, position, first)
        assert position.state == kept


# ---------------------------------------------------------------------- offers
def test_offered_orders_are_accepted_and_others_refused_by_the_named_rule(box, positions):
    chance = random.Random(11)
    for position, _ in positions:
        for seat in owing(box, position):
            view = view_of(box, position, seat)
            for offer in box.offers(view):
                spoken(offer.label)
                if offer.is_live:
                    order = (
                        monkey.filled_offer(box, view, offer, chance) if offer.asks else offer.order
                    )
                    if order is not None:
                        box.decide(position.state, order, seat, dice())
                else:
                    with pytest.raises(Refused) as refused:
                        box.decide(position.state, offer.order, seat, dice())
                    assert {no.rule for no in refused.value.refusals} & {no.rule for no in offer.no}


def test_a_dry_run_refuses_like_the_rules(box, positions):
    for position, _ in positions:
        for seat in owing(box, position):
            view = view_of(box, position, seat)
            for offer in box.offers(view):
                if not offer.asks:
                    assert bool(box.assess(view, offer.order).no) == (not offer.is_live)


def test_refusals_name_rules_of_a_catalogue_and_speak_both_languages(box, positions):
    for position, _ in positions:
        for seat in position.seats:
            for no in (no for offer in box.offers(view_of(box, position, seat)) for no in offer.no):
                assert no.rule in rules_of(box)
                spoken(no.says)


def test_a_seat_that_owes_nothing_gets_at_most_orders_ahead_and_a_spectator_none(box, positions):
    for position, _ in positions:
        for seat in {*position.seats} - {*owing(box, position)}:
            for offer in box.offers(view_of(box, position, seat)):
                at_any_time = isinstance(offer.order, box.card.any_time)
                if offer.is_live and not offer.asks and not at_any_time:
                    events = box.decide(position.state, offer.order, seat, dice())
                    assert owing(box, table.after_all(box, position, events)) == owing(
                        box, position
                    )
        assert not any(offer.is_live for offer in box.offers(box.view(position.state, SPECTATOR)))


def test_an_order_of_another_seat_is_refused(box, positions):
    chance = random.Random(13)
    for position, _ in positions:
        waiting = owing(box, position)
        order = monkey.any_order(box, view_of(box, position, waiting[0]), chance)
        meanwhile = box.conditional_orders.meanwhile if box.conditional_orders else ()
        if isinstance(order, (*box.card.any_time, *meanwhile)):
            continue
        for seat in {*position.seats} - {*waiting}:
            with pytest.raises(Refused):
                box.decide(position.state, order, seat, dice())


FREE_WORDS = {"reverse": {"reason"}, "void_battle": {"reason"}}
"""Fields of orders with free text."""
BESIDE_THE_POINT = {
    "bring_on": {"shape"},
    "choose_side": {"turns"},
    "deploy": {"shape"},
    "manoeuvre": {"target"},
}
"""Fields that count only with another field: the length of the night, the charged enemy of a wheel,
the places of figures in a formation.
"""


def test_invented_ids_are_refused_and_break_nothing(box, positions):
    chance, tried = random.Random(17), 0
    for position, _ in positions:
        seat = chance.choice(owing(box, position))
        view = view_of(box, position, seat)
        for offer in box.offers(view):
            fields = msgspec.to_builtins(offer.order)
            for name, value in fields.items():
                invented = {
                    str: "nobody-knows-it",
                    list: ["nobody-knows-it"],
                    tuple: ["nobody-knows-it"],
                    int: 987_654_321,
                }.get(type(value))
                if name == "kind" or invented is None:
                    continue
                try:
                    order = read_order(box, {**fields, name: invented})
                except msgspec.ValidationError:
                    continue
                found, dry = decided(box, position, order, seat), box.assess(view, order).no
                tried += 1
                if name in BESIDE_THE_POINT.get(fields["kind"], ()) and not dry:
                    assert found == decided(box, position, offer.order, seat)
                elif name not in FREE_WORDS.get(fields["kind"], ()):
                    assert dry and found, order
                    assert all(isinstance(one, Refusal) for one in found), order
    names = {
        field.name
        for kind in box.card.orders
        for field in msgspec.structs.fields(kind)
        if field.type in (str, int)
    }
    assert tried or not names


def test_the_bot_gives_an_order_that_is_accepted_and_the_same_for_the_same_chance(
    box, positions, monkeypatch
):
    for number, (position, _) in enumerate(positions[::5]):
        seat = owing(box, position)[0]
        strengths = box.card.bot_strengths or (NORMAL,)
        strength = strengths[number % len(strengths)]
        order = box.bot(view_of(box, position, seat), random.Random(3), strength)
        with monkeypatch.context() as patch:
            forbid_chance(patch)
            again = box.bot(view_of(box, position, seat), random.Random(3), strength)
        assert order == again
        box.decide(position.state, order, seat, dice())


def forbid_chance(patch):
    """Forbid seeded dice, secrets and shared random numbers."""

    def forbidden(*given, **named):
        raise AssertionError("a bot may use its view and the given chance only")

    for owner, names in (
        (SeededDice, ("roll",)),
        (random, ("random", "randint", "choice", "sample", "shuffle")),
        (secrets, ("token_bytes", "token_hex", "randbelow")),
    ):
        for name in names:
            patch.setattr(owner, name, forbidden)


# ---------------------------------------------------------------------- taking back
def test_a_move_is_taken_back_until_a_die_a_revelation_or_anothers_decision(box, positions):
    chance = random.Random(19)
    for position, past in positions:
        seat = chance.choice(owing(box, position))
        order = monkey.any_order(box, view_of(box, position, seat), chance)
        rolled = SeededDice(b"contract", position.number + 1)
        events = table_decisions.decide_on(box, position, order, seat, rolled, past)
        moved = record.chain_move(
            record.Move(
                position.number + 1, seat, order, tuple(events), tuple(rolled.rolls), "c", ""
            ),
            past[-1].hash,
        )
        after = msgspec.structs.replace(table.after_all(box, position, events), number=moved.number)
        if table.table_outcome(box, after):
            continue
        may = not rolled.rolls and not any(event.reveals for event in events)
        assert (undo.may_take_back(seat, (moved, *reversed(past))) is None) == may
        for other in {*after.seats} - {seat}:
            assert undo.may_take_back(other, (moved, *reversed(past))).rule == "CAR-UND-01"
        if may:
            back = table_decisions.decide_on(
                box, after, table_orders.TakeBack(), seat, dice(), (*past, moved)
            )
            again = record.Move(
                moved.number + 1, seat, table_orders.TakeBack(), tuple(back), (), "d", ""
            )
            assert record.replay_moves(box, (*past, moved, again)) == msgspec.structs.replace(
                position, number=again.number
            )


# ---------------------------------------------------------------------- the chain
@pytest.mark.parametrize(
    "field", ["seat", "order", "events", "rolls", "command", "made_at", "before", "hash"]
)
def test_a_changed_record_is_noticed(games, field):
    moves = list(games[0].moves)
    number = (
        next((n for n, move in enumerate(moves) if move.rolls), None)
        if field == "rolls"
        else min(2, len(moves) - 1)
    )
    if number is None:
        pytest.skip("this box rolled no dice")
    other = {"order": table_orders.Concede(), "events": (), "rolls": ()}.get(
        field, "something else"
    )
    moves[number] = msgspec.structs.replace(moves[number], **{field: other})
    assert record.first_broken(moves) == number + 1
    assert record.first_broken(games[0].moves) is None
    if len(games[0].moves) > 2:
        assert record.first_broken((*games[0].moves[:1], *games[0].moves[2:])) == 2


# ---------------------------------------------------------------------- what is shown
@pytest.mark.slow
def test_surveys_are_available_to_every_viewer_or_to_none(box, games):
    game = games[0]
    viewers = [SPECTATOR, *(Viewer(seat, side) for seat, side in game.tables[-1].seats.items())]
    for number in range(1, len(game.moves), max(1, len(game.moves) // 4)):
        for viewer in viewers:
            view = box.view(game.tables[number].state, viewer)
            pieces = [line.id for line in box.summary(view).pieces if line.place]
            assert (
                box.survey(view, "nobody-knows-it") is None
                and box.measured(view, "nobody-knows-it", "nor-this") is None
            )
            surveys = [box.survey(view, piece) for piece in pieces[:4]]
            assert all(surveys) if implements_part(box, "survey") else not any(surveys)
            for survey in filter(None, surveys):
                assert all(
                    no.rule in rules_of(box) for sight in survey.sights for no in sight.blockers
                )
                assert survey == box.survey(view, survey.place)
                assert survey == box.survey(copy.deepcopy(view), survey.place)
                spoken(survey.title)


def test_a_game_is_recounted_to_every_viewer_and_its_shots_can_be_drawn_again(box, games):
    game = games[0]
    viewers = [
        SPECTATOR,
        *(Viewer(seat, side) for seat, side in game.tables[-1].seats.items()),
        Viewer(finished=True),
    ]
    for viewer in viewers:
        for item in summary_of_moves(box, game.moves, game.tables, viewer, lambda _: 0):
            spoken(item.says)
            assert set(item.rules) <= rules_of(box)
            assert 1 <= item.began <= item.move <= len(game.moves)
        for number, move in enumerate(game.moves):
            for shot in shots_of_move(box, game.tables[number], move, viewer):
                again = box.replayed_shot(shot.before, shot.event, viewer)
                spoken(again.title)
                assert box.drawing(
                    box.view(shot.before, viewer),
                    Marks(lines=again.lines, blockers=again.blockers),
                    "es",
                )


def test_a_report_is_written_of_every_game(box, games):
    for game in games:
        turns = {
            number: box.moment(one.state).turn
            for number, one in enumerate(game.tables)
            if one.state is not None
        }
        scenario = next(one for one in box.card.scenarios if one.key == game.tables[-1].scenario)
        written = compile_report(
            box, scenario, game.moves, game.tables, lambda number, turns=turns: turns.get(number, 0)
        )
        assert [
            chapter.key for chapter in written.chapters if chapter.key in ("opening", "ending")
        ] == ["opening", "ending"]
        assert len({chapter.key for chapter in written.chapters}) == len(written.chapters)
        for chapter in written.chapters:
            for says in (
                chapter.title,
                *chapter.paragraphs,
                *(item.says for item in chapter.items),
            ):
                spoken(says)
        for sheet in written.tables:
            assert all(len(row) == len(sheet.head) for row in sheet.rows)


def test_the_board_the_words_and_the_log_are_there_for_every_viewer(box, games):
    game = games[0]
    viewers = [
        SPECTATOR,
        *(Viewer(seat, side) for seat, side in game.tables[-1].seats.items()),
        Viewer(finished=True),
    ]
    for number in range(1, len(game.moves), max(1, len(game.moves) // 12)):
        for viewer in viewers:
            view = box.view(game.tables[number].state, viewer)
            for language in LANGUAGES:
                assert box.drawing(view, Marks(), language) == box.drawing(view, Marks(), language)
            now = box.moment(game.tables[number].state)
            assert now.step in {"", *(step.key for step in box.card.sequence)}
            spoken(now.phase)
            for _, says in (*box.summary(view).score, *box.summary(view).victory):
                spoken(says)
    for number, move in enumerate(game.moves):
        for viewer in viewers:
            for line in move_lines(box, game.tables[number], move, viewer):
                spoken(line.says)
                assert set(line.rules) <= rules_of(box)
