"""Log-ins one can end, addresses and mailed links, leaving for good, blocking, moderators."""
import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import sleep

import pytest
import sqlalchemy as sa

from app.club import accounts, addresses, armies, blocking, inviting, leaving, letters, lobby, moderation, play, programs, remarks, watch
from app.club.problems import BadLink, NoSuchGame, NoSuchPerson, NotYourSeat, TooOften
from app.kernel import table
from app.kernel.refusal import Refused
from app.store import schema

WORD, OTHER = "correct horse battery", "another good sentence"


@pytest.fixture
def two(club):
    return accounts.register(club, "Ana", WORD), accounts.register(club, "Eva", WORD, "es")


def game_of(club, one, other, **more):
    game = lobby.open_table(club, one.id, "parry", "plain", "red", **more)
    return lobby.join(club, game.address, other.id)


def refused(rule, call, *given, **named):
    with pytest.raises(Refused) as found:
        call(*given, **named)
    assert [refusal.rule for refusal in found.value.refusals] == [rule]


def mails(club):
    """What waits to be sent: (to, kind, link)."""
    with club.store.engine.connect() as connection:
        rows = connection.execute(sa.select(schema.outbox).order_by(schema.outbox.c.id)).mappings().all()
    return [(row["to"], row["kind"], json.loads(row["message"])) for row in rows]


def link_of(mail):
    return re.search(r"link=([\w-]+)", mail[2]["link"])[1]


# ---------------------------------------------------------------------- log-ins
def test_log_ins_are_listed_and_one_is_ended(club, two):
    ana = two[0]
    here, there = accounts.start_login(club, ana.id, "Firefox, Linux"), accounts.start_login(club, ana.id, "Chrome, Android")
    assert {one.browser for one in accounts.sessions(club, ana.id)} == {"Firefox, Linux", "Chrome, Android"}
    accounts.end_session(club, two[1].id, accounts.handle(there.token))          # nobody ends another's
    assert accounts.who(club, there.token)
    accounts.end_session(club, ana.id, accounts.handle(there.token))
    assert accounts.who(club, there.token) is None and accounts.who(club, here.token).user == ana
    assert [one.browser for one in accounts.sessions(club, ana.id)] == ["Firefox, Linux"]


def test_whoever_waits_hears_that_log_ins_were_ended(club, two):
    login = accounts.start_login(club, two[0].id)
    visitor = accounts.who(club, login.token)

    async def waits():
        waiting = asyncio.ensure_future(club.bell.next_after(visitor.user.id, visitor.ended, "logins"))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        await asyncio.to_thread(accounts.end_session, club, visitor.user.id, accounts.handle(login.token))
        await asyncio.wait_for(waiting, 3)

    asyncio.run(waits())


def test_a_new_password_leaves_only_the_one_who_changed_it(club, two):
    old, other = accounts.start_login(club, two[0].id), accounts.start_login(club, two[0].id)
    fresh = accounts.change_password(club, two[0].id, WORD, OTHER)
    assert accounts.who(club, fresh.token) and not accounts.who(club, old.token) and not accounts.who(club, other.token)
    refused("CAR-ACC-03", accounts.change_password, club, two[0].id, WORD, OTHER)


@pytest.mark.parametrize("word", ["password1", "PASSWORD1", "123456789", "einstein1"])
def test_a_password_that_everybody_tries_will_not_do(club, word):
    refused("CAR-ACC-04", accounts.register, club, "Leire", word)


@pytest.mark.parametrize("name", ["Guest 1234", "former member 3", "Antiguo miembro 3", "Miembro 7", "BOT", "Caracole"])
def test_names_that_the_house_gives(club, name):
    refused("CAR-ACC-07", accounts.register, club, name, WORD)


def test_guessing_behind_a_log_in_is_slowed_down_too(club, two):
    for _ in range(accounts.PER_NAME):
        refused("CAR-ACC-03", leaving.leave_for_good, club, two[0].id, "wrong password")
    with pytest.raises(TooOften):
        addresses.ask_for(club, two[0].id, WORD, "ana@example.org")


# ---------------------------------------------------------------------- addresses
def with_address(club, user, email="ana@example.org"):
    addresses.ask_for(club, user.id, WORD, email)
    addresses.confirm(club, link_of(mails(club)[-1]))


def test_an_address_counts_once_its_link_was_followed_and_the_old_one_is_told(club, two):
    ana = two[0]
    addresses.ask_for(club, ana.id, WORD, "  Ana@Example.org ")
    (to, kind, _), = mails(club)
    assert (to, kind, addresses.address_of(club, ana.id)) == ("ana@example.org", "address", "")
    link = link_of(mails(club)[0])
    assert addresses.waits(club, link) == addresses.waits(club, link) == "ana@example.org"       # looking uses nothing up
    assert addresses.confirm(club, link) == addresses.address_of(club, ana.id) == "ana@example.org"
    with pytest.raises(BadLink):
        addresses.confirm(club, link)
    with_address(club, ana, "new@example.org")
    assert [(to, kind) for to, kind, _ in mails(club)] == [("ana@example.org", "address"), ("new@example.org", "address"), ("ana@example.org", "address")]
    addresses.forget(club, ana.id, WORD)
    assert addresses.address_of(club, ana.id) == ""


@pytest.mark.parametrize("email", [
    "", "ana", "ana@", "ana@home", "a b@example.org", "ana@example.org\nBcc: eva@example.org", "<ana@example.org>", "x" * 250 + "@a.eu"])
def test_what_is_no_address(club, two, email):
    refused("CAR-ACC-06", addresses.ask_for, club, two[0].id, WORD, email)


def test_only_the_last_link_to_a_new_address_counts(club, two):
    addresses.ask_for(club, two[0].id, WORD, "typo@example.org")
    addresses.ask_for(club, two[0].id, WORD, "ana@example.org")
    with pytest.raises(BadLink):
        addresses.confirm(club, link_of(mails(club)[0]))
    refused("CAR-ACC-03", addresses.ask_for, club, two[0].id, "wrong password", "eva@example.org")


def test_a_forgotten_password(club, two):
    ana, login = two[0], accounts.start_login(club, two[0].id)
    with_address(club, ana)
    before = len(mails(club))
    for who in ("nobody", "Eva", "eva@example.org"):             # no such account, or one without an address: nothing is sent
        addresses.mail_way_in(club, who)
    assert len(mails(club)) == before
    addresses.mail_way_in(club, "ANA")
    addresses.mail_way_in(club, "Ana@example.org")
    first, second = (link_of(mail) for mail in mails(club)[-2:])
    with pytest.raises(BadLink):
        addresses.whose(club, first)                             # the newer one has taken its place
    refused("CAR-ACC-04", addresses.reset, club, second, "short")
    fresh = addresses.reset(club, second, OTHER)
    assert accounts.who(club, fresh.token).user == ana and accounts.who(club, login.token) is None
    assert accounts.log_in(club, "Ana", OTHER)
    with pytest.raises(BadLink):
        addresses.reset(club, second, "yet another sentence")


def test_a_link_is_for_one_purpose_and_one_hour(club, two, monkeypatch):
    addresses.ask_for(club, two[0].id, WORD, "ana@example.org")
    with pytest.raises(BadLink):
        addresses.whose(club, link_of(mails(club)[-1]))
    addresses.confirm(club, link_of(mails(club)[-1]))
    addresses.mail_way_in(club, "Ana")
    link = link_of(mails(club)[-1])
    assert addresses.whose(club, link)
    late = (addresses.datetime.now(addresses.UTC) + addresses.HOUR).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    monkeypatch.setattr(addresses, "now", lambda: late)
    with pytest.raises(BadLink):
        addresses.reset(club, link, OTHER)


def test_a_new_password_or_address_makes_links_worthless(club, two):
    with_address(club, two[0])
    addresses.mail_way_in(club, "Ana")
    link = link_of(mails(club)[-1])
    accounts.change_password(club, two[0].id, WORD, OTHER)
    with pytest.raises(BadLink):
        addresses.whose(club, link)


def test_no_link_is_in_the_database(club, two):
    addresses.ask_for(club, two[0].id, WORD, "ana@example.org")
    with club.store.engine.connect() as connection:
        assert link_of(mails(club)[-1]) not in str(connection.execute(sa.select(schema.mailed_links)).all())


# ---------------------------------------------------------------------- leaving
def test_leaving_for_good(club, two, command):
    ana, eva = two
    login = accounts.start_login(club, ana.id)
    running, waiting = game_of(club, ana, eva), lobby.open_table(club, ana.id, "parry", "plain", "red")
    letters.write(club, running.id, ana.id, "Good luck")
    with pytest.raises(Refused):
        leaving.leave_for_good(club, ana.id, "wrong password")
    leaving.leave_for_good(club, ana.id, WORD)
    assert accounts.who(club, login.token) is None
    with pytest.raises(NoSuchGame):
        watch.look(club, waiting.id)
    look = watch.look(club, running.id, eva.id)
    name = f"Former member {ana.id}"
    assert look.seats[0].name == name and look.seats[0].user_id is None
    assert [letter.name for letter in letters.read(club, running.id, eva.id)] == [name]
    accounts.register(club, "Ana", WORD)                         # the name is free again


def test_a_seat_that_is_taken_while_its_player_leaves_has_a_neutral_name_too(club, two, monkeypatch):
    """His other tab sits down at the same moment: the account waits for it, and nothing of it stays."""
    ana, eva = two
    game, sits, begun = lobby.open_table(club, eva.id, "parry", "plain", "red"), Event(), lobby._begun_if_full

    def slowly(*given):
        sits.set()
        sleep(0.4)
        return begun(*given)

    monkeypatch.setattr(lobby, "_begun_if_full", slowly)
    with ThreadPoolExecutor(1) as tab:
        joined = tab.submit(lobby.join, club, game.address, ana.id)
        sits.wait()
        leaving.leave_for_good(club, ana.id, WORD)
    assert joined.result().id == game.id
    assert [seat.name for seat in watch.look(club, game.id, eva.id).seats] == ["Eva", f"Former member {ana.id}"]


def test_nothing_of_whoever_left_is_in_the_database(club, judge):
    """Whatever is kept of a member goes or becomes neutral, also in tables that do not exist yet."""
    user, other = accounts.register(club, "Zuriñe Olabarria", WORD), accounts.register(club, "Eva", WORD)
    with_address(club, user, "zurine.olabarria@example.org")
    addresses.mail_way_in(club, user.name)
    game = game_of(club, user, other)
    letter = letters.write(club, game.id, user.id, "Good luck")
    moderation.report_letter(club, game.id, other.id, letter.id, "Too friendly.")
    moderation.report_name(club, user.id, other.id, "Too short.")
    moderation.by_the_keeper(club, user.id, "name")
    accounts.start_login(club, user.id, "Firefox, Linux")
    third = accounts.register(club, "Ibon", WORD)
    with_address(club, third, "ibon@example.org")
    inviting.invite(club, lobby.open_table(club, user.id, "parry", "plain", "red").address, user.id, "Ibon")
    moderation.act(club, judge.id, complaint(club, judge).id, "mute", "once", 1)
    blocking.block(club, other.id, user.id)
    assert {"users", "letters", "seats", "complaints", "acts", "outbox"} <= set(tables_with(club, "Olabarria"))
    leaving.leave_for_good(club, user.id, WORD)
    assert tables_with(club, "labarria") == []
    with club.store.engine.connect() as connection:
        owned = [(table_.name, column.name) for table_ in schema.metadata.tables.values() for column in table_.columns
                 if any(key.column.table.name == "users" for key in column.foreign_keys)
                 and connection.execute(sa.select(sa.func.count()).where(column == user.id)).scalar()]
    assert owned == []


def tables_with(club, words):
    """The tables in which the words stand anywhere."""
    with club.store.engine.connect() as connection:
        return [name for name, table_ in schema.metadata.tables.items() if words in str(connection.execute(sa.select(table_)).all())]


def test_a_table_that_others_wait_at_stays(club, people):
    game = lobby.open_table(club, people[0].id, "parry", "plain", "red", per_side=2)
    lobby.join(club, game.id, people[1].id)
    leaving.leave_for_good(club, people[0].id, "")               # a guest has no password
    look = watch.look(club, game.id, people[1].id)
    assert [seat.name for seat in look.seats if not seat.is_free] == [people[1].name]


def test_everything_of_an_account(club, two):
    ana, eva = two
    game = game_of(club, ana, eva)
    letters.write(club, game.id, ana.id, "Good luck")
    blocking.block(club, ana.id, eva.id)
    accounts.start_login(club, ana.id, "Firefox, Linux")
    kept = json.loads(leaving.everything_of(club, ana.id))
    assert kept["account"]["name"] == "Ana" and kept["letters"][0]["text"] == "Good luck" and kept["blocked"] == ["Eva"]
    assert kept["games"][0]["my_seat"] == "red" and kept["log_ins"][0]["browser"] == "Firefox, Linux"
    with club.store.read() as work:
        secrets = (work.users.password_of(ana.id), work.games.seed(game.id))
    assert not any(secret in json.dumps(kept) for secret in secrets)


TAKEN_ALONG = {
    "logins": "log_ins", "second_factors": "second_factor", "recovery_codes": "second_factor", "blocks": "blocked", "tokens": "tokens", "programs": "programs",
    "games": "games", "seats": "games", "former_players": "former_seats", "standing_orders": "standing_orders", "armies": "armies", "letters": "letters",
    "remarks": "remarks", "notes": "notes", "complaints": "complaints", "reports": "reports", "visits": "visits", "outbox": "sent", "wishes": "notices",
    "receivers": "receivers", "invitations": "invitations", "calendars": "has_calendar", "hours": "hours", "sandboxes": "sandboxes"}
LEFT_BEHIND = {"half_logins": "minutes old, and a secret", "mailed_links": "hashes of secrets, an hour old", "moves": "the record of the game has them",
               "acts": "what moderators did; a complaint of one's own tells that it was closed"}


def test_nothing_that_is_kept_of_a_member_is_missing(club, two):
    """A new table with a member's number goes along, or its reason stands above."""
    of_members = {name for name, table_ in schema.metadata.tables.items() if any(key.column.table is schema.users for key in table_.foreign_keys)}
    assert set(TAKEN_ALONG) | set(LEFT_BEHIND) == of_members
    game = lobby.open_table(club, two[0].id, "parry", "plain", "red")
    inviting.invite(club, game.address, two[0].id, "Eva")
    watch.visited(club, watch.look(club, game_of(club, *two).id, two[1].id))
    kept = json.loads(leaving.everything_of(club, two[1].id))
    assert set(TAKEN_ALONG.values()) <= set(kept)
    assert kept["invitations"][0]["by"] == "Ana" and kept["visits"] == {str(game.id + 1): 1} and kept["has_calendar"] is False


# ---------------------------------------------------------------------- blocking
def test_the_blocked_cannot_sit_down_nor_be_listed(club, two):
    ana, eva = two
    tables = [lobby.open_table(club, one.id, "parry", "plain", "red") for one in two]
    assert len(lobby.open_tables(club, ana.id)) == len(lobby.open_tables(club, eva.id)) == 2
    blocking.block(club, ana.id, eva.id)
    refused("CAR-BLK-01", lobby.join, club, tables[0].id, eva.id)
    refused("CAR-BLK-01", lobby.join, club, tables[1].id, ana.id)
    assert [one.game.id for one in lobby.open_tables(club, ana.id)] == [tables[0].id]
    assert [one.game.id for one in lobby.open_tables(club, eva.id)] == [tables[1].id]
    assert len(lobby.open_tables(club)) == 2
    blocking.unblock(club, ana.id, eva.id)
    assert lobby.join(club, tables[0].id, eva.id).status == "running"


def test_whoever_opened_the_table_need_not_sit_there_to_keep_somebody_away(club, two, people):
    table_ = lobby.open_table(club, two[0].id, "parry", "plain", "red", per_side=2)
    lobby.join(club, table_.id, people[0].id)
    lobby.leave(club, table_.id, two[0].id)
    blocking.block(club, two[0].id, two[1].id)
    refused("CAR-BLK-01", lobby.join, club, table_.id, two[1].id)


def test_the_blocked_writes_in_the_game_being_played_and_not_after_it(club, two, command):
    ana, eva = two
    game = game_of(club, ana, eva)
    blocking.block(club, ana.id, eva.id)
    assert letters.write(club, game.id, eva.id, "Your move")
    play.declare(club, game.id, eva.id, command(), 1, table.Concede())
    refused("CAR-BLK-02", letters.write, club, game.id, eva.id, "Again?")
    assert letters.write(club, game.id, ana.id, "Good game")
    for one in two:
        refused("CAR-BLK-01", lobby.rematch, club, game.id, one.id)
    assert watch.finished(club, user_id=ana.id) and watch.finished(club)


def test_lists_leave_out_whom_one_has_blocked(club, two, people):
    ana, eva = two
    game_of(club, eva, people[0])
    assert len(watch.going_on(club, user_id=ana.id)) == 1
    blocking.block(club, ana.id, eva.id)
    assert watch.going_on(club, user_id=ana.id) == [] and len(watch.going_on(club)) == len(watch.going_on(club, user_id=eva.id)) == 1
    assert armies.of_everybody(club, ana.id) == []


def test_nobody_blocks_himself_or_nobody(club, two):
    for other in (two[0].id, 99_999):
        with pytest.raises(NoSuchPerson):
            blocking.block(club, two[0].id, other)
    blocking.block(club, two[0].id, two[1].id)
    blocking.block(club, two[0].id, two[1].id)
    assert blocking.blocked_by(club, two[0].id) == [(two[1].id, "Eva")]


# ---------------------------------------------------------------------- moderators
@pytest.fixture
def judge(club):
    user = accounts.register(club, "Leire", WORD)
    moderation.by_the_keeper(club, user.id, "name")
    return user


def complaint(club, judge):
    return moderation.desk(club, judge.id).waiting[0][0]


def test_a_letter_is_reported_and_removed_and_everything_is_on_the_log(club, two, judge):
    ana, eva = two
    game = game_of(club, ana, eva)
    letter = letters.write(club, game.id, eva.id, "You fool")
    refused("CAR-MOD-02", moderation.report_letter, club, game.id, ana.id, letter.id, " ")
    for _ in range(2):                                           # saying it twice is saying it once
        moderation.report_letter(club, game.id, ana.id, letter.id, "That is rude.")
    (found, about, _), = moderation.desk(club, judge.id).waiting
    assert (found.letter, found.reason, found.by, about.name, found.game_id) == ("You fool", "That is rude.", "Ana", "Eva", game.id)
    moderation.act(club, judge.id, found.id, "hide", "rude")
    assert [(one.text, one.hidden) for one in letters.read(club, game.id, ana.id)] == [("", True)]
    assert moderation.desk(club, judge.id).waiting == ()
    assert [(act.by, act.what, act.about, act.note) for act in moderation.log(club)] == [("Leire", "hide", "Eva", "rude"), ("", "name", "Leire", "")]
    moderation.act(club, judge.id, found.id, "show")
    assert letters.read(club, game.id, ana.id)[0].text == "You fool"


def test_the_desk_asks_no_more_of_ten_complaints_than_of_two(club, two, started, judge):
    ana, eva = two
    game, watched, asked = game_of(club, ana, eva), started("parry"), []
    sa.event.listen(club.store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))

    def queries() -> int:
        asked.clear()
        assert all(about.name == "Eva" and written is not None for _, about, written in moderation.desk(club, judge.id).waiting)
        return len(asked)

    def is_rude() -> None:
        moderation.report_letter(club, game.id, ana.id, letters.write(club, game.id, eva.id, "You fool").id, "That is rude.")
        moderation.report_remark(club, watched.id, ana.id, remarks.write(club, watched.id, eva.id, "Fools").number, "That too.")
    is_rude()
    of_two = queries()
    for _ in range(4):
        is_rude()
    assert queries() == of_two and len(moderation.desk(club, judge.id).waiting) == 10


def test_only_what_one_may_read_is_reported(club, two, people):
    game = game_of(club, *two)
    letter = letters.write(club, game.id, two[0].id, "A plan")
    for who in people[:2]:
        with pytest.raises(NoSuchGame):
            moderation.report_letter(club, game.id, who.id, letter.id, "What does it say?")
    refused("CAR-MOD-03", moderation.report_letter, club, game.id, two[0].id, letter.id, "I regret it")


def test_a_name_is_made_neutral(club, two, judge):
    game = game_of(club, *two)
    letters.write(club, game.id, two[1].id, "Hello")
    moderation.report_name(club, two[0].id, two[1].id, "It mocks me.")
    moderation.act(club, judge.id, complaint(club, judge).id, "rename")
    name = f"Miembro {two[1].id}"
    assert watch.look(club, game.id).seats[1].name == letters.read(club, game.id, two[0].id)[0].name == name
    assert accounts.log_in(club, name, WORD)
    assert mails(club) == [], "he has named no address"


def told(club):
    """What is said of neutral names: to whom, and the sentences."""
    with club.store.engine.connect() as connection:
        rows = connection.execute(sa.select(schema.outbox.c.to, schema.outbox.c.message).where(schema.outbox.c.kind == "name")).all()
    return [(to, [line["es"].format(**line["facts"]) for line in json.loads(message)["lines"]]) for to, message in rows]


def test_whoever_has_a_neutral_name_is_told_with_what_he_logs_in(club, two):
    eva = two[1]
    with_address(club, eva, "eva@example.org")
    for _ in range(2):                                           # once is enough
        moderation.by_the_keeper(club, eva.id, "rename")
    [(to, lines)] = told(club)
    assert to == "eva@example.org" and f"la cuenta Eva un nombre neutro: Miembro {eva.id}." in lines[0] and "entre" in lines[1]


def test_the_neutral_name_of_a_program_says_that_it_is_one_and_its_owner_is_told(club, two):
    ana = two[0]
    with_address(club, ana)
    program = programs.create(club, ana.id, "Rude").user
    moderation.by_the_keeper(club, program.id, "rename")
    name = f"Member {program.id}{programs.MARK}"
    assert programs.of(club, ana.id)[0].user.name == name
    [(to, [line])] = told(club)
    assert to == "ana@example.org" and f"Rude [bot] un nombre neutro: {name}." in line


def test_a_muted_member_writes_to_nobody(club, two, judge):
    game = game_of(club, *two)
    moderation.report_name(club, two[0].id, two[1].id, "Insults me elsewhere.")
    found = complaint(club, judge)
    refused("CAR-MOD-04", moderation.act, club, judge.id, found.id, "mute", days=0)
    moderation.act(club, judge.id, found.id, "mute", days=2, close=False)
    refused("CAR-MOD-01", letters.write, club, game.id, two[1].id, "Hello")
    moderation.act(club, judge.id, found.id, "unmute")
    assert letters.write(club, game.id, two[1].id, "Hello")


def test_a_suspended_account_is_out_at_once(club, two, judge):
    login = accounts.start_login(club, two[1].id)
    moderation.report_name(club, two[0].id, two[1].id, "A cheat.")
    found = complaint(club, judge)
    moderation.act(club, judge.id, found.id, "suspend", close=False)
    assert accounts.who(club, login.token) is None
    refused("CAR-ACC-05", accounts.log_in, club, "Eva", WORD)
    refused("CAR-ACC-03", accounts.log_in, club, "Eva", "wrong password")
    moderation.act(club, judge.id, found.id, "lift")
    assert accounts.log_in(club, "Eva", WORD)


def test_nobody_else_judges_and_nobody_judges_himself(club, two, judge):
    moderation.report_name(club, two[0].id, judge.id, "Unfair.")
    found = complaint(club, judge)
    refused("CAR-MOD-03", moderation.act, club, judge.id, found.id, "dismiss")
    for what in ("name", "release", "fly"):
        with pytest.raises(NoSuchGame):
            moderation.act(club, judge.id, found.id, what)
    with pytest.raises(NotYourSeat):
        moderation.act(club, two[0].id, found.id, "suspend")
    with pytest.raises(NotYourSeat):
        moderation.desk(club, two[0].id)
    moderation.by_the_keeper(club, judge.id, "release")
    with pytest.raises(NotYourSeat):
        moderation.desk(club, judge.id)
