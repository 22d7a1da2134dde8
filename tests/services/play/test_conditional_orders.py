"""Conditional orders: private, applied with the move that raises the question, recorded as orders
of their seat.
"""

import msgspec
import pytest

from app.kernel import clock, clock_terms, readjudication, record, table_decisions, table_orders
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people import accounts
from app.services.play import conditional_orders, lobby, orders
from app.services.time import clocks
from app.services.watch import game_view
from app.services.watch.game_history import History
from tests.contract.tiny import TINY
from tests.contract.tiny.parry import Answer, Strike
from tests.services.mailbox import give_address, make_due, sending, sweep

SOFT, HARD, PARRY, STAND = (
    Strike(hard=False),
    Strike(hard=True),
    Answer(parry=True),
    Answer(parry=False),
)


def rules(refused):
    return [no.rule for no in refused.value.refusals]


def english(lines):
    return [line.says.in_("en") for line in lines]


@pytest.fixture
def database_url(sqlite_url):
    return sqlite_url


@pytest.fixture
def duel(services, people, started):
    """Duel in which blue has answered in advance: parry."""
    game = started("parry")
    conditional_orders.save_conditional_orders(services, game.id, people[1].id, {"blow": "parry"})
    return game


def history(services, game):
    return game_view.load_view(services, game.id).history


# ---------------------------------------------------------------------- fired
def test_a_question_is_answered_with_the_move_that_raises_it(services, people, duel, command):
    played = orders.declare_order(services, duel.id, people[0].id, command(), 1, SOFT, "blow")
    assert (played.number, played.last) == (2, 3)
    asked, answered = history(services, duel).moves[-2:]
    assert (answered.number, answered.seat, answered.made_at) == (3, "blue", asked.made_at)
    assert msgspec.json.decode(record.without_key_mark(answered.order)) == {
        "kind": "answer_ahead",
        "topic": "blow",
        "order": {"kind": "answer", "parry": True},
    }
    assert (
        answered.events[0] == table_orders.AnsweredAhead("blue", "blow")
        and answered.events[1].die == answered.rolls[0].face
    )
    look = game_view.load_view(services, duel.id, people[1].id)
    assert look.waiting == ("blue",) and look.decisions[0].step == "blow" and look.last == 3


def test_the_record_holds_and_is_decided_again_in_the_same_way(services, people, duel, command):
    orders.declare_order(services, duel.id, people[0].id, command(), 1, SOFT)
    told = history(services, duel)
    assert record.first_broken(told.moves) is None
    assert readjudication.readjudicate_moves(told.box, told.moves, told.tables) == []


def test_only_its_owner_is_told_that_it_was_in_advance(services, people, duel, command):
    orders.declare_order(services, duel.id, people[0].id, command(), 1, SOFT)
    told = {
        who: english(game_view.load_log(game_view.load_view(services, duel.id, who))[-1].lines)
        for who in (people[0].id, people[1].id, None)
    }
    assert told == {
        people[0].id: ["Answered"],
        people[1].id: ["By standing order: A blow comes.", "Answered"],
        None: ["Answered"],
    }
    assert (
        game_view.load_log(game_view.load_view(services, duel.id, people[1].id))[-1]
        .lines[0]
        .says.in_("es")
        == "Por orden permanente: Llega un golpe."
    )
    summary_items = history(services, duel).summary_items(
        0, 3, game_view.load_view(services, duel.id, people[0].id).viewer
    )
    assert not any("standing" in item.says.in_("en") for item in summary_items)
    orders.declare_order(services, duel.id, people[1].id, command(), 3, table_orders.Concede())
    assert (
        english(game_view.load_log(game_view.load_view(services, duel.id))[2].lines)[0]
        == "By standing order: A blow comes."
    )
    assert english(
        game_view.load_log(game_view.load_view(services, duel.id, eyes="red"))[2].lines
    ) == ["Answered"]


def test_an_answer_to_another_question_leaves_the_decision_to_the_player(
    services, people, started, command
):
    game = started("parry")
    conditional_orders.save_conditional_orders(services, game.id, people[1].id, {"blow": "brave"})
    assert orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT).last == 3
    orders.declare_order(services, game.id, people[1].id, command(), 3, SOFT)
    orders.declare_order(services, game.id, people[0].id, command(), 4, STAND)
    assert orders.declare_order(services, game.id, people[0].id, command(), 5, HARD).last == 6
    assert [
        one.topic for one in game_view.load_view(services, game.id, people[1].id).decisions
    ] == ["blow"]


def test_a_refused_answer_stays_with_the_player(services, people, duel, command, monkeypatch):
    wrong = msgspec.structs.replace(
        TINY["parry"].conditional_orders.answer(
            msgspec.structs.replace(history(services, duel).now.state, viewer="blue", coming=False),
            {"blow": "parry"},
        ),
        order=HARD,
    )
    monkeypatch.setattr(type(TINY["parry"].conditional_orders), "answer", lambda *_: wrong)
    assert orders.declare_order(services, duel.id, people[0].id, command(), 1, SOFT).last == 2
    assert game_view.load_view(services, duel.id, people[1].id).decisions


def test_an_exception_in_a_box_stops_no_move(services, people, duel, command, monkeypatch, caplog):
    def stumble(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(type(TINY["parry"].conditional_orders), "answer", stumble)
    assert orders.declare_order(services, duel.id, people[0].id, command(), 1, SOFT).last == 2
    assert "conditional orders of seat blue failed" in caplog.text


def test_a_pending_question_is_not_answered_by_a_conditional_order(
    services, people, started, command
):
    game = started("parry")
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    conditional_orders.save_conditional_orders(services, game.id, people[1].id, {"blow": "parry"})
    assert game_view.load_view(services, game.id, people[1].id).last == 2
    orders.declare_order(services, game.id, people[0].id, command(), 2, table_orders.OfferDraw())
    assert game_view.load_view(services, game.id, people[1].id).decisions[0].topic == "blow"


def test_an_answer_that_is_taken_back_is_asked_again(services, people, duel, command, monkeypatch):
    """Dice prevent an undo, so this blow rolls none."""
    monkeypatch.setattr(table_decisions, "taken_back_to", lambda seat, past: past[-2].number)
    orders.declare_order(services, duel.id, people[0].id, command(), 1, SOFT)
    assert (
        orders.declare_order(
            services, duel.id, people[1].id, command(), 3, table_orders.TakeBack()
        ).last
        == 4
    )
    look = game_view.load_view(services, duel.id, people[1].id)
    assert look.decisions[0].topic == "blow"
    assert (
        orders.declare_order(services, duel.id, people[1].id, command(), 4, STAND, "answer").last
        == 5
    )


def test_conditional_orders_outlive_the_process(services, people, duel, command, database_url):
    again = Services.open(TINY, database_url)
    try:
        assert orders.declare_order(again, duel.id, people[0].id, command(), 1, SOFT).last == 3
    finally:
        again.close()


def test_bots_and_the_server_raise_questions_too(services, people, command):
    from app.services.play import bot_worker

    game = lobby.open_table(services, people[0].id, "parry", "plain", "blue", against="bot")
    conditional_orders.save_conditional_orders(services, game.id, people[0].id, {"blow": "parry"})
    with services.store.read() as work:
        seat = next(one for one in work.seats.for_game(game.id) if one.bot)
    assert bot_worker.play_bot_seat(services, game, seat).last == 3


# ---------------------------------------------------------------------- shown, tried out, struck ou
def test_conditional_orders_are_shown_to_their_owner_and_deleted(services, people, duel, command):
    def given(user):
        return [
            (one.topic.key, one.answer)
            for one in conditional_orders.list_conditional_orders(
                services, game_view.load_view(services, duel.id, user)
            )
        ]

    assert (
        given(people[1].id) == [("blow", "parry")]
        and given(people[0].id) == [("blow", "")]
        and given(None) == given(people[3].id) == []
    )
    conditional_orders.save_conditional_orders(services, duel.id, people[1].id, {"blow": ""})
    assert given(people[1].id) == [("blow", "")]
    assert orders.declare_order(services, duel.id, people[0].id, command(), 1, SOFT).last == 2


def test_answers_are_previewed_before_saving(services, people, started, command):
    game = started("parry")
    look = game_view.load_view(services, game.id, people[1].id)
    assert (
        conditional_orders.try_answers(services, look, {"blow": "brave"}).foreseen[0].in_("es")
        == "se aguanta, si no es fuerte"
    )
    assert (
        conditional_orders.try_answers(services, look, {"blow": "brave"}).lately
        == ()
        == conditional_orders.try_answers(services, look, {}).foreseen
    )
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    orders.declare_order(services, game.id, people[1].id, command(), 2, PARRY)
    look = game_view.load_view(services, game.id, people[1].id)
    [lately] = conditional_orders.try_answers(services, look, {"blow": "brave"}).lately
    assert (
        lately.in_("en") == "A blow comes, asked last after move 2: stand it, if it is no hard one."
    )
    assert conditional_orders.list_conditional_orders(services, look)[0].answer == ""


@pytest.mark.parametrize(
    "answers", [{"blow": "run"}, {"blow": "parry parry"}, {"nothing": "parry"}, {"blow": " parry"}]
)
def test_answers_not_on_offer_are_refused(services, people, duel, answers):
    with pytest.raises(Refused) as refused:
        conditional_orders.save_conditional_orders(services, duel.id, people[1].id, answers)
    assert rules(refused) == ["CAR-STO-02"]
    assert [
        no.rule
        for no in conditional_orders.try_answers(
            services, game_view.load_view(services, duel.id, people[1].id), answers
        ).no
    ] == ["CAR-STO-02"]


def test_only_players_of_a_running_game_have_conditional_orders(
    services, people, duel, started, command
):
    with pytest.raises(NotYourSeat):
        conditional_orders.save_conditional_orders(
            services, duel.id, people[3].id, {"blow": "parry"}
        )
    with pytest.raises(NoSuchGame):
        conditional_orders.save_conditional_orders(services, 99, people[0].id, {"blow": "parry"})
    waiting = lobby.open_table(services, people[0].id, "parry", "plain", "red")
    with pytest.raises(Refused) as refused:
        conditional_orders.save_conditional_orders(
            services, waiting.id, people[0].id, {"blow": "parry"}
        )
    assert rules(refused) == ["CAR-LOB-07"]
    for answers, rule in (({}, None), ({"blow": "parry"}, "CAR-STO-02")):
        other = started("stones")
        if rule is None:
            conditional_orders.save_conditional_orders(services, other.id, people[0].id, answers)
            continue
        with pytest.raises(Refused) as refused:
            conditional_orders.save_conditional_orders(services, other.id, people[0].id, answers)
        assert rules(refused) == [rule]
    orders.declare_order(services, duel.id, people[0].id, command(), 1, table_orders.Concede())
    with pytest.raises(Refused) as refused:
        conditional_orders.save_conditional_orders(
            services, duel.id, people[1].id, {"blow": "parry"}
        )
    assert rules(refused) == ["CAR-TAB-02"]


def test_players_cannot_record_an_answer_in_advance_themselves(services, people, duel, command):
    with pytest.raises(Refused) as refused:
        orders.declare_order(
            services,
            duel.id,
            people[0].id,
            command(),
            1,
            table_orders.AnswerAhead({"kind": "strike", "hard": False}, "blow"),
        )
    assert rules(refused) == ["CAR-STO-03"]


@pytest.mark.postgres
def test_the_same_on_postgres(fresh_postgres_url):
    services = Services.open(TINY, fresh_postgres_url)
    try:
        red, blue = (accounts.create_guest(services).id for _ in range(2))
        game = lobby.open_table(services, red, "parry", "plain", "red")
        lobby.join_table(services, game.address, blue)
        conditional_orders.save_conditional_orders(services, game.id, blue, {"blow": "brave"})
        conditional_orders.save_conditional_orders(services, game.id, blue, {"blow": "parry"})
        assert orders.declare_order(services, game.id, red, "strike", 1, SOFT).last == 3
        with services.store.read() as work:
            assert work.conditional_orders.for_game(game.id) == {blue: {"blow": "parry"}}
            assert work.conditional_orders.of_player(blue) == {game.id: {"blow": "parry"}}
    finally:
        services.close()


# ---------------------------------------------------------------------- notices and clocks
def test_an_answered_question_sends_no_notification(
    services, people, duel, command, mailbox, at_once
):
    for one in people[:2]:
        give_address(services, one)
    orders.declare_order(services, duel.id, people[0].id, command(), 1, SOFT)
    [row] = sending(services)
    assert (row.user_id, msgspec.json.decode(row.message)["after"]) == (
        people[1].id,
        3,
    )  # to strike: the player's own turn has come
    make_due(services)
    sweep(services)
    assert len(mailbox.got) == 1


def test_a_recorded_answer_in_advance_does_not_count_as_presence(services, people, duel, command):
    """A player notified of one decision does not count as present because of another answer in
    advance.
    """
    orders.declare_order(services, duel.id, people[0].id, command(), 1, SOFT)
    with services.store.read() as work:
        history = History(services.box(duel)).and_then(work.moves.for_game(duel.id))
    assert [table_orders.is_ahead(move) for move in history.moves] == [False, False, True]


def test_an_answer_in_advance_takes_no_time_and_gives_none(services, people, started, command):
    game = started("parry", clock=clock_terms.Terms("bank", 3, 24, grace=0, then="nudge"))
    conditional_orders.save_conditional_orders(services, game.id, people[1].id, {"blow": "parry"})
    orders.declare_order(services, game.id, people[0].id, command(), 1, SOFT)
    happened = clocks.clock_moves(history(services, game))
    assert [sorted(one.owing) for one in happened] == [["red"], ["blue"], ["blue"]]


def test_a_replaced_player_has_no_answers_in_advance(services, people, duel, monkeypatch):
    """The server plays for an absent player; earlier answers are not used."""
    position = msgspec.structs.replace(
        history(services, duel).now, clock=clock.Clock(away=("blue",))
    )
    with pytest.raises(Refused) as refused:
        table_decisions.decide_on(
            TINY["parry"],
            position,
            table_orders.AnswerAhead({"kind": "answer", "parry": True}, "blow"),
            "blue",
            None,
        )
    assert rules(refused) == ["CAR-CLK-08"]


# ---------------------------------------------------------------------- no other player sees it
def test_conditional_orders_are_invisible_until_they_apply(services, people, started):
    """Two worlds; in one of them blue has conditional orders."""
    one, other = started("parry"), started("parry")
    conditional_orders.save_conditional_orders(services, one.id, people[1].id, {"blow": "parry"})

    def seen(game, user):
        look = game_view.load_view(services, game.id, user)
        with services.store.read() as work:
            row, seats = work.games.find_game(game.id), work.seats.for_game(game.id)
        told = (
            look.at,
            look.last,
            look.view,
            look.decisions,
            look.offers,
            look.waiting,
            look.take_back,
            [move.lines for move in game_view.load_log(look)],
            look.box.summary(look.view),
            row.number,
            row.phase,
            [(seat.seat, seat.owes) for seat in seats],
        )
        return told, conditional_orders.list_conditional_orders(services, look) if user != people[
            1
        ].id else ()

    for user in (people[0].id, people[3].id, None):
        assert seen(one, user) == seen(other, user)
    with services.store.read() as work:
        assert work.games.find_game(one.id).moved_at == work.moves.for_game(one.id)[-1].made_at


def test_deleting_all_deletes_saved_answers_whose_topic_is_not_offered_now(services, people, duel):
    """CAR-STO-02: an answer to a topic of an earlier position would come back with its topic."""
    me = people[1].id
    with services.store.write() as work:
        work.games.lock_game(duel.id)
        work.conditional_orders.save_answers(duel.id, me, {"earlier": "parry"})
        work.commit()
    conditional_orders.delete_conditional_orders(services, duel.id, me)
    with services.store.read() as work:
        assert work.conditional_orders.for_game(duel.id).get(me, {}) == {}
