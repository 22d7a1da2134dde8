"""Standing orders: kept out of sight, fired with the move that raises the question, on record as orders of their seat."""
import msgspec
import pytest

from app.club import accounts, clocks, lobby, play, standing, watch
from app.club.club import Club
from app.club.problems import NoSuchGame, NotYourSeat
from app.club.story import Story
from app.kernel import clock, record, rehearsal, table
from app.kernel.refusal import Refused
from tests.club.mailbox import give_address, make_due, sending, sweep
from tests.contract.tiny import TINY
from tests.contract.tiny.parry import Answer, Strike

SOFT, HARD, PARRY, STAND = Strike(hard=False), Strike(hard=True), Answer(parry=True), Answer(parry=False)


def rules(refused):
    return [no.rule for no in refused.value.refusals]


def english(lines):
    return [line.says.in_("en") for line in lines]


@pytest.fixture
def database_url(sqlite_url):
    return sqlite_url


@pytest.fixture
def duel(club, people, started):
    """Blue has said in advance that he parries."""
    game = started("parry")
    standing.put(club, game.id, people[1].id, {"blow": "parry"})
    return game


def story(club, game):
    return watch.look(club, game.id).story


# ---------------------------------------------------------------------- fired
def test_a_question_is_answered_with_the_move_that_raises_it(club, people, duel, command):
    played = play.declare(club, duel.id, people[0].id, command(), 1, SOFT, "blow")
    assert (played.number, played.last) == (2, 3)
    asked, answered = story(club, duel).moves[-2:]
    assert (answered.number, answered.seat, answered.made_at) == (3, "blue", asked.made_at)
    assert msgspec.json.decode(record.bare(answered.order)) == {"kind": "answer_ahead", "topic": "blow", "order": {"kind": "answer", "parry": True}}
    assert answered.events[0] == table.AnsweredAhead("blue", "blow") and answered.events[1].die == answered.rolls[0].face
    look = watch.look(club, duel.id, people[1].id)
    assert look.waiting == ("blue",) and look.decisions[0].step == "blow" and look.last == 3


def test_the_record_holds_and_is_decided_again_in_the_same_way(club, people, duel, command):
    play.declare(club, duel.id, people[0].id, command(), 1, SOFT)
    told = story(club, duel)
    assert record.first_broken(told.moves) is None
    assert rehearsal.rehearse(told.box, told.moves, told.tables) == []


def test_only_its_owner_is_told_that_it_was_in_advance(club, people, duel, command):
    play.declare(club, duel.id, people[0].id, command(), 1, SOFT)
    told = {who: english(watch.log(watch.look(club, duel.id, who))[-1].lines) for who in (people[0].id, people[1].id, None)}
    assert told == {people[0].id: ["Answered"], people[1].id: ["By standing order: A blow comes.", "Answered"], None: ["Answered"]}
    assert watch.log(watch.look(club, duel.id, people[1].id))[-1].lines[0].says.in_("es") == "Por orden permanente: Llega un golpe."
    recounted = story(club, duel).recounted(0, 3, watch.look(club, duel.id, people[0].id).viewer)
    assert not any("standing" in item.says.in_("en") for item in recounted)
    play.declare(club, duel.id, people[1].id, command(), 3, table.Concede())
    assert english(watch.log(watch.look(club, duel.id))[2].lines)[0] == "By standing order: A blow comes."
    assert english(watch.log(watch.look(club, duel.id, eyes="red"))[2].lines) == ["Answered"]


def test_what_says_nothing_to_the_question_leaves_it_to_the_player(club, people, started, command):
    game = started("parry")
    standing.put(club, game.id, people[1].id, {"blow": "brave"})
    assert play.declare(club, game.id, people[0].id, command(), 1, SOFT).last == 3
    play.declare(club, game.id, people[1].id, command(), 3, SOFT)
    play.declare(club, game.id, people[0].id, command(), 4, STAND)
    assert play.declare(club, game.id, people[0].id, command(), 5, HARD).last == 6
    assert [one.topic for one in watch.look(club, game.id, people[1].id).decisions] == ["blow"]


def test_a_refused_answer_stays_with_the_player(club, people, duel, command, monkeypatch):
    wrong = msgspec.structs.replace(TINY["parry"].standing.answer(msgspec.structs.replace(story(club, duel).now.state, viewer="blue", coming=False),
                                                                  {"blow": "parry"}), order=HARD)
    monkeypatch.setattr(type(TINY["parry"].standing), "answer", lambda *_: wrong)
    assert play.declare(club, duel.id, people[0].id, command(), 1, SOFT).last == 2
    assert watch.look(club, duel.id, people[1].id).decisions


def test_a_box_that_stumbles_stops_no_move(club, people, duel, command, monkeypatch, caplog):
    def stumble(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(type(TINY["parry"].standing), "answer", stumble)
    assert play.declare(club, duel.id, people[0].id, command(), 1, SOFT).last == 2
    assert "standing orders of blue failed" in caplog.text


def test_what_is_asked_already_is_not_answered_by_saying_so_in_advance(club, people, started, command):
    game = started("parry")
    play.declare(club, game.id, people[0].id, command(), 1, SOFT)
    standing.put(club, game.id, people[1].id, {"blow": "parry"})
    assert watch.look(club, game.id, people[1].id).last == 2
    play.declare(club, game.id, people[0].id, command(), 2, table.OfferDraw())
    assert watch.look(club, game.id, people[1].id).decisions[0].topic == "blow"


def test_an_answer_that_is_taken_back_is_asked_again(club, people, duel, command, monkeypatch):
    """The dice of the blow stand in the way of that here, so that this blow rolls none."""
    monkeypatch.setattr(table, "taken_back_to", lambda seat, past: past[-2].number)
    play.declare(club, duel.id, people[0].id, command(), 1, SOFT)
    assert play.declare(club, duel.id, people[1].id, command(), 3, table.TakeBack()).last == 4
    look = watch.look(club, duel.id, people[1].id)
    assert look.decisions[0].topic == "blow"
    assert play.declare(club, duel.id, people[1].id, command(), 4, STAND, "answer").last == 5


def test_it_outlives_the_process(club, people, duel, command, database_url):
    again = Club.open(TINY, database_url)
    try:
        assert play.declare(again, duel.id, people[0].id, command(), 1, SOFT).last == 3
    finally:
        again.close()


def test_bots_and_the_house_raise_questions_too(club, people, command):
    from app.club import bots

    game = lobby.open_table(club, people[0].id, "parry", "plain", "blue", against="bot")
    standing.put(club, game.id, people[0].id, {"blow": "parry"})
    with club.store.read() as work:
        seat = next(one for one in work.seats.of(game.id) if one.bot)
    assert bots.play_for(club, game, seat).last == 3


# ---------------------------------------------------------------------- shown, tried out, struck out
def test_it_is_shown_to_its_owner_and_struck_out(club, people, duel, command):
    def given(user):
        return [(one.topic.key, one.answer) for one in standing.of(club, watch.look(club, duel.id, user))]

    assert given(people[1].id) == [("blow", "parry")] and given(people[0].id) == [("blow", "")] and given(None) == given(people[3].id) == []
    standing.put(club, duel.id, people[1].id, {"blow": ""})
    assert given(people[1].id) == [("blow", "")]
    assert play.declare(club, duel.id, people[0].id, command(), 1, SOFT).last == 2


def test_it_is_tried_out_before_it_is_kept(club, people, started, command):
    game = started("parry")
    look = watch.look(club, game.id, people[1].id)
    assert standing.tried(club, look, {"blow": "brave"}).foreseen[0].in_("es") == "se aguanta, si no es fuerte"
    assert standing.tried(club, look, {"blow": "brave"}).lately == () == standing.tried(club, look, {}).foreseen
    play.declare(club, game.id, people[0].id, command(), 1, SOFT)
    play.declare(club, game.id, people[1].id, command(), 2, PARRY)
    look = watch.look(club, game.id, people[1].id)
    [lately] = standing.tried(club, look, {"blow": "brave"}).lately
    assert lately.in_("en") == "A blow comes, asked last after move 2: stand it, if it is no hard one."
    assert standing.of(club, look)[0].answer == ""


@pytest.mark.parametrize("answers", [{"blow": "run"}, {"blow": "parry parry"}, {"nothing": "parry"}, {"blow": " parry"}])
def test_what_is_not_on_offer_is_refused(club, people, duel, answers):
    with pytest.raises(Refused) as refused:
        standing.put(club, duel.id, people[1].id, answers)
    assert rules(refused) == ["CAR-STO-02"]
    assert [no.rule for no in standing.tried(club, watch.look(club, duel.id, people[1].id), answers).no] == ["CAR-STO-02"]


def test_who_may_not(club, people, duel, started, command):
    with pytest.raises(NotYourSeat):
        standing.put(club, duel.id, people[3].id, {"blow": "parry"})
    with pytest.raises(NoSuchGame):
        standing.put(club, 99, people[0].id, {"blow": "parry"})
    waiting = lobby.open_table(club, people[0].id, "parry", "plain", "red")
    with pytest.raises(Refused) as refused:
        standing.put(club, waiting.id, people[0].id, {"blow": "parry"})
    assert rules(refused) == ["CAR-LOB-07"]
    for answers, rule in (({}, None), ({"blow": "parry"}, "CAR-STO-02")):
        other = started("stones")
        if rule is None:
            standing.put(club, other.id, people[0].id, answers)
            continue
        with pytest.raises(Refused) as refused:
            standing.put(club, other.id, people[0].id, answers)
        assert rules(refused) == [rule]
    play.declare(club, duel.id, people[0].id, command(), 1, table.Concede())
    with pytest.raises(Refused) as refused:
        standing.put(club, duel.id, people[1].id, {"blow": "parry"})
    assert rules(refused) == ["CAR-TAB-02"]


def test_nobody_says_himself_that_an_order_was_in_advance(club, people, duel, command):
    with pytest.raises(Refused) as refused:
        play.declare(club, duel.id, people[0].id, command(), 1, table.AnswerAhead({"kind": "strike", "hard": False}, "blow"))
    assert rules(refused) == ["CAR-STO-03"]


@pytest.mark.postgres
def test_the_same_on_postgres(fresh_postgres_url):
    club = Club.open(TINY, fresh_postgres_url)
    try:
        red, blue = (accounts.create_guest(club).id for _ in range(2))
        game = lobby.open_table(club, red, "parry", "plain", "red")
        lobby.join(club, game.address, blue)
        standing.put(club, game.id, blue, {"blow": "brave"})
        standing.put(club, game.id, blue, {"blow": "parry"})
        assert play.declare(club, game.id, red, "strike", 1, SOFT).last == 3
        with club.store.read() as work:
            assert work.standing_orders.of(game.id) == {blue: {"blow": "parry"}}
            assert work.standing_orders.of_player(blue) == {game.id: {"blow": "parry"}}
    finally:
        club.close()


# ---------------------------------------------------------------------- notices and clocks
def test_nobody_is_called_for_what_is_answered_at_once(club, people, duel, command, mailbox, at_once):
    for one in people[:2]:
        give_address(club, one)
    play.declare(club, duel.id, people[0].id, command(), 1, SOFT)
    [row] = sending(club)
    assert (row.user_id, msgspec.json.decode(row.message)["after"]) == (people[1].id, 3)      # to strike: his own turn has come
    make_due(club)
    sweep(club)
    assert len(mailbox.got) == 1


def test_a_move_that_was_read_from_the_record_tells_that_it_was_in_advance(club, people, duel, command):
    """Whoever is called for one decision is not taken to have been there because another one was answered in his name."""
    play.declare(club, duel.id, people[0].id, command(), 1, SOFT)
    with club.store.read() as work:
        story = Story(club.box(duel)).and_then(work.moves.of(duel.id))
    assert [table.is_ahead(move) for move in story.moves] == [False, False, True]


def test_an_answer_in_advance_takes_no_time_and_gives_none(club, people, started, command):
    game = started("parry", clock=clock.Terms("bank", 3, 24, grace=0, then="nudge"))
    standing.put(club, game.id, people[1].id, {"blow": "parry"})
    play.declare(club, game.id, people[0].id, command(), 1, SOFT)
    happened = clocks.happened_in(story(club, game))
    assert [sorted(one.owing) for one in happened] == [["red"], ["blue"], ["blue"]]


def test_whoever_was_replaced_answers_nothing_in_advance(club, people, duel, monkeypatch):
    """The house plays for him: what he has said before is not taken."""
    position = msgspec.structs.replace(story(club, duel).now, clock=clock.Clock(away=("blue",)))
    with pytest.raises(Refused) as refused:
        table.decide(TINY["parry"], position, table.AnswerAhead({"kind": "answer", "parry": True}, "blow"), "blue", None)
    assert rules(refused) == ["CAR-CLK-08"]


# ---------------------------------------------------------------------- nobody else sees it
def test_another_seat_sees_no_difference_until_it_fires(club, people, started):
    """Two worlds: in one of them blue has standing orders."""
    one, other = started("parry"), started("parry")
    standing.put(club, one.id, people[1].id, {"blow": "parry"})

    def seen(game, user):
        look = watch.look(club, game.id, user)
        with club.store.read() as work:
            row, seats = work.games.find(game.id), work.seats.of(game.id)
        told = (look.at, look.last, look.view, look.decisions, look.offers, look.waiting, look.take_back, [move.lines for move in watch.log(look)],
                look.box.summary(look.view), row.number, row.phase, [(seat.seat, seat.owes) for seat in seats])
        return told, standing.of(club, look) if user != people[1].id else ()

    for user in (people[0].id, people[3].id, None):
        assert seen(one, user) == seen(other, user)
    with club.store.read() as work:
        assert work.games.find(one.id).moved_at == work.moves.of(one.id)[-1].made_at
