"""Mail that waits when something changes: the address, the wish, the receiver, what its reader may see; and one notice that cannot be written."""
from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from app.club import accounts, addresses, clocks, inviting, keeper, letters, lobby, notices, outbox, play, receivers, watch
from app.club.carriers import web
from app.kernel.clock import Terms
from app.kernel.table import Concede
from tests.club.mailbox import give_address, make_due, sending, sweep
from tests.contract.tiny import stones

WORD = "a long enough sentence"
OLD, NEW = "old@example.org", "new@example.org"


@pytest.fixture
def members(club):
    return [accounts.register(club, name, WORD) for name in ("Ana", "Bruno", "Carla")]


@pytest.fixture
def game(club, members):
    """A duel of Ana and Bruno; she takes the talk once a day."""
    ana, bruno, _ = members
    give_address(club, ana, OLD)
    notices.choose(club, ana.id, {"chat-mail": "daily", "your_turn-mail": "no"})
    game = lobby.open_table(club, ana.id, "parry", "plain", "red")
    return lobby.join(club, game.address, bruno.id)


def carried(club, mailbox):
    """What goes out when its time has come: to whom, and what it says."""
    mailbox.got.clear()
    make_due(club)
    sweep(club)
    return [(one["to"], one.get_body(("plain",)).get_content()) for one in mailbox.mails()]


def dropped(club, user):
    """The reasons in the delivery log."""
    return [one.why for one in notices.of_member(club, user.id).log if one.state == "dropped"]


def confirm(club, user, email):
    with club.store.write() as work:
        link = addresses._link(work, user.id, "address", email, timedelta(days=1))
        work.commit()
    addresses.confirm(club, link)


# ---------------------------------------------------------------------- another address, another wish
def test_an_address_that_was_removed_gets_nothing_more(club, mailbox, members, game):
    letters.write(club, game.id, members[1].id, "a private word")
    addresses.forget(club, members[0].id, WORD)
    assert carried(club, mailbox) == [] and dropped(club, members[0]) == [notices.ANOTHER_ADDRESS]


def test_what_waits_follows_to_a_new_address(club, mailbox, members, game):
    letters.write(club, game.id, members[1].id, "a private word")
    confirm(club, members[0], NEW)
    sent = carried(club, mailbox)
    assert sorted(to for to, _ in sent) == [NEW, OLD]
    assert [to for to, says in sent if "a private word" in says] == [NEW], "the old one is told that it is none any more, and nothing else"


def test_what_a_worker_has_taken_already_goes_to_neither(club, mailbox, members, game):
    letters.write(club, game.id, members[1].id, "a private word")
    make_due(club)
    with club.store.write() as work:
        [row] = work.outbox.claim("another", "2021", "2022", 10)
        work.commit()
    confirm(club, members[0], NEW)
    with pytest.raises(notices.NoLonger, match=notices.ANOTHER_ADDRESS):
        notices.waits(club, row)


@pytest.mark.parametrize("event", ["chat", "daily"])
def test_one_press_ends_what_waits_too(club, mailbox, members, game, event):
    letters.write(club, game.id, members[1].id, "a private word")
    assert notices.unsubscribe(club, notices.unsubscribe_link(club, members[0].id, event).rsplit("/", 1)[1])
    assert carried(club, mailbox) == [] and dropped(club, members[0]) == [notices.NOT_WANTED]


def test_another_wish_for_one_kind_leaves_the_others(club, mailbox, members, game):
    letters.write(club, game.id, members[1].id, "a private word")
    notices.choose(club, members[0].id, {"result-mail": "no"})
    assert [to for to, _ in carried(club, mailbox)] == [OLD]


def test_mail_that_one_has_to_get_goes_where_it_was_sent(club, mailbox, members):
    addresses.ask_for(club, members[0].id, WORD, NEW)
    assert [to for to, _ in carried(club, mailbox)] == [NEW]


def test_a_link_to_a_password_does_not_go_where_one_is_no_more(club, mailbox, members, game):
    addresses.mail_way_in(club, "Ana")
    addresses.forget(club, members[0].id, WORD)
    assert carried(club, mailbox) == []


def test_a_receiver_that_was_removed_or_is_not_wanted_gets_nothing(club, members, monkeypatch):
    ana, bruno, _ = members
    monkeypatch.setattr(web, "resolved", lambda *_: ["1.1.1.1"])
    posted = []
    monkeypatch.setattr("app.club.carriers.hooks.post", lambda url, *_: posted.append(url))
    notices.choose(club, ana.id, {"chat-hook": "now", "your_turn-hook": "no"})
    for name in ("one", "other"):
        receivers.add_hook(club, ana.id, "json", name, f"https://{name}.example/")
    game = lobby.join(club, lobby.open_table(club, ana.id, "parry", "plain", "red").address, bruno.id)
    letters.write(club, game.id, bruno.id, "a private word")
    receivers.remove(club, ana.id, notices.of_member(club, ana.id).receivers[0].id)
    make_due(club)
    sweep(club)
    assert posted == ["https://other.example/"] and dropped(club, ana) == [notices.NO_RECEIVER]
    letters.write(club, game.id, bruno.id, "another one")
    notices.choose(club, ana.id, {"chat-hook": "no"})
    make_due(club)
    sweep(club)
    assert len(posted) == 1 and dropped(club, ana) == [notices.NOT_WANTED, notices.NO_RECEIVER]


# ---------------------------------------------------------------------- one that cannot be written
def test_talk_at_a_table_that_one_has_left_stops_no_other_notice(club, mailbox, members, game):
    ana, bruno, _ = members
    notices.choose(club, ana.id, {"chat-mail": "daily", "result-mail": "daily"})
    left = lobby.open_table(club, bruno.id, "stones", "plain", "ash", visibility="private")
    lobby.join(club, left.address, ana.id)
    letters.write(club, left.id, bruno.id, "hello")
    play.declare(club, game.id, bruno.id, "c1", 1, Concede())
    lobby.leave(club, left.address, ana.id)
    [(to, says)] = carried(club, mailbox)
    assert to == OLD and "It is over" in says and "hello" not in says
    assert sorted(row.state for row in sending(club) if row.user_id == ana.id) == ["dropped", "sent"]


def test_talk_at_an_open_table_that_one_has_left_is_told_no_more(club, mailbox, members, game):
    ana, bruno, _ = members
    left = lobby.open_table(club, bruno.id, "stones", "plain", "ash")
    lobby.join(club, left.address, ana.id)
    letters.write(club, left.id, bruno.id, "hello")
    lobby.leave(club, left.address, ana.id)
    assert carried(club, mailbox) == []


def test_what_a_moderator_removed_is_not_mailed(club, mailbox, members, game):
    letter = letters.write(club, game.id, members[1].id, "abuse")
    letters.write(club, game.id, members[1].id, "a kind word")
    with club.store.write() as work:
        work.letters.hide(letter.id, True)
        work.commit()
    [(_, says)] = carried(club, mailbox)
    assert "a kind word" in says and says.count("Bruno:") == 1


@pytest.mark.parametrize("where", ["waits", "text"])
def test_of_a_daily_mail_only_what_cannot_be_written_waits(club, mailbox, members, game, monkeypatch, where):
    ana, bruno, _ = members
    notices.choose(club, ana.id, {"chat-mail": "daily", "result-mail": "daily"})
    letters.write(club, game.id, bruno.id, "good luck")
    play.declare(club, game.id, bruno.id, "c1", 1, Concede())
    real = getattr(notices, where)

    def broken(club_, row, *more):
        if row.kind == "chat":
            raise ZeroDivisionError
        return real(club_, row, *more)
    monkeypatch.setattr(notices, where, broken)
    [(_, says)] = carried(club, mailbox)
    assert "It is over" in says
    assert {row.kind: (row.state, row.why, row.tries) for row in sending(club) if row.user_id == ana.id} == {
        "chat": ("waiting", "ZeroDivisionError", 1), "result": ("sent", "", 1)}
    monkeypatch.setattr(notices, where, real)
    [(_, says)] = carried(club, mailbox)
    assert "good luck" in says and "It is over" not in says


# ---------------------------------------------------------------------- what the house decided, and what one is asked to
@pytest.fixture
def hours(monkeypatch):
    """Lets time pass in an open house."""
    its = [datetime(2026, 1, 5, 12, tzinfo=UTC)]
    for module in (play, clocks, keeper, lobby):
        monkeypatch.setattr(module, "now", lambda: clocks.iso(its[0]))

    def passed(club, time=timedelta(0)):
        its[0] += time
        with club.store.write() as work:
            last = work.uptime.last()
            work.uptime.begin(clocks.iso(its[0])) if last is None else work.uptime.go_on(last.id, clocks.iso(its[0]))
            work.commit()
    return passed


def test_for_whom_the_house_decided_hears_that_it_is_over_and_of_no_turn(club, members, hours):
    for number, member in enumerate(members):
        give_address(club, member, f"m{number}@example.org")
    hours(club)
    game = lobby.open_table(club, members[0].id, "stones", "plain", "ash", clock=Terms("each", 1, then="substitute"))
    for member in members[1:]:
        lobby.join(club, game.address, member.id)
    last = 1
    for number, laid in enumerate([3, 3, 3, 3, 3, 3, 2]):
        last = play.declare(club, game.id, members[number % 3].id, f"x{number}", last, stones.Lay(laid)).last
    [late] = [seat for seat in watch.look(club, game.id).seats if seat.owes]
    turns = [row.user_id for row in sending(club) if row.kind == "your_turn"].count(late.user_id)
    hours(club, timedelta(days=2))
    while watch.look(club, game.id).game.status != "over" and keeper.attend(club, game.id):
        pass
    assert sorted(row.user_id for row in sending(club) if row.kind == "result") == sorted(member.id for member in members)
    assert [row.user_id for row in sending(club) if row.kind == "your_turn"].count(late.user_id) == turns


def test_who_gives_up_by_himself_is_not_told_of_it(club, members, game):
    give_address(club, members[1], "bruno@example.org")
    play.declare(club, game.id, members[1].id, "mine", 1, Concede())
    assert [row.user_id for row in sending(club) if row.kind == "result"] == [members[0].id]


def test_an_invitation_says_how_the_clock_runs(club, mailbox, members):
    ana, bruno, _ = members
    give_address(club, bruno, language="es")
    table = lobby.open_table(club, ana.id, "parry", "plain", "red", clock=Terms("each", 3))
    inviting.invite(club, table.address, ana.id, "Bruno")
    [(_, says)] = carried(club, mailbox)
    assert "Cada jugador tiene 3 días para cada decisión" in says
    [row] = sending(club)
    assert row.state == "sent" and outbox.message_of(row).lines == ()
