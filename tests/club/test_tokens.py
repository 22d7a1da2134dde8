"""Personal tokens, and the accounts of programs."""
import pytest

from app.club import accounts, letters, limits, lobby, play, programs, tokens
from app.club.problems import NoSuchGame, TooOften
from app.kernel import table
from app.kernel.refusal import Refused
from app.store import schema


@pytest.fixture
def members(club):
    return [accounts.register(club, name, "a long enough sentence") for name in ("Maite", "Íñigo")]


def rules(refused):
    return [refusal.rule for refusal in refused.value.refusals]


def test_a_token_is_shown_once_and_speaks_for_its_account(club, members):
    made = tokens.make(club, members[0].id, " my  bot ", ["play", "read", "play"])
    assert made.token.name == "my bot" and made.token.scopes == ("read", "play") and not made.token.used
    assert tokens.of(club, members[0].id) == [made.token]
    found = tokens.bearer(club, made.secret)
    assert found.user == members[0] and found.token == made.token
    assert tokens.of(club, members[0].id)[0].used
    assert tokens.bearer(club, made.secret + "x") is tokens.bearer(club, "") is tokens.bearer(club, "\ud800") is None


def test_the_database_does_not_know_the_token(club, members):
    made = tokens.make(club, members[0].id, "mine", ["read"])
    with club.store.engine.connect() as connection:
        assert made.secret not in str(connection.execute(schema.tokens.select()).all())


def test_a_token_is_revoked_by_its_owner_alone(club, members):
    before = tokens.bearer(club, tokens.make(club, members[0].id, "other", ["read"]).secret).ended
    made = tokens.make(club, members[0].id, "mine", ["read"])
    with pytest.raises(NoSuchGame):
        tokens.revoke(club, members[1].id, made.token.id)
    tokens.revoke(club, members[0].id, made.token.id)
    assert tokens.bearer(club, made.secret) is None
    with club.store.read() as work:
        assert work.users.ended(members[0].id) == before + 1, "open streams hear of it"
    with pytest.raises(NoSuchGame):
        tokens.revoke(club, members[0].id, made.token.id)


def test_everything_that_is_wrong_with_a_token_is_said_at_once(club, members, people):
    with pytest.raises(Refused) as refused:
        tokens.make(club, people[0].id, "x" * 41, ["everything"])
    assert rules(refused) == ["CAR-TOK-01", "CAR-TOK-02", "CAR-TOK-05"]
    with pytest.raises(Refused) as refused:
        tokens.make(club, members[0].id, "more", ["read", "account"], within=("read",))
    assert rules(refused) == ["CAR-TOK-03"]
    for number in range(tokens.MOST):
        tokens.make(club, members[0].id, str(number), ["read"])
    with pytest.raises(Refused) as refused:
        tokens.make(club, members[0].id, "one more", ["read"])
    assert rules(refused) == ["CAR-TOK-04"]


def test_a_program_is_known_by_its_name_and_speaks_through_tokens_of_its_own(club, members):
    made = programs.create(club, members[0].id, "Walker")
    assert made.user.name == "Walker [bot]" and made.user.is_bot and not made.may_write
    assert accounts.good_name(made.user.name), "a person could be called so"
    token = tokens.make(club, members[0].id, "its own", ["play"], made.user.id)
    assert tokens.bearer(club, token.secret).user == made.user and tokens.of(club, members[0].id) == []
    for nobodys in (members[0].id, 9999):
        with pytest.raises(NoSuchGame):
            tokens.make(club, members[0].id, "x", ["play"], nobodys)
    with pytest.raises(NoSuchGame):
        tokens.make(club, members[1].id, "x", ["play"], made.user.id)
    with pytest.raises(Refused):
        accounts.log_in(club, "Walker [bot]", "")


def test_who_may_make_programs_and_how_many(club, members, people):
    made = programs.create(club, members[0].id, "Walker")
    for owner, name, wanted in ((members[1].id, "Walker", "CAR-ACC-02"), (people[0].id, "Runner", "CAR-TOK-05"), (made.user.id, "Runner", "CAR-PRG-01"),
                                (members[0].id, "?", "CAR-ACC-01"),
                                (members[0].id, "Moderator", "CAR-ACC-07"), (members[0].id, "Member 7 [bot]", "CAR-ACC-07")):
        with pytest.raises(Refused) as refused:
            programs.create(club, owner, name)
        assert rules(refused) == [wanted]
    for number in range(1, programs.MOST):
        programs.create(club, members[0].id, f"Walker {number}")
    with pytest.raises(Refused) as refused:
        programs.create(club, members[0].id, "One more")
    assert rules(refused) == ["CAR-PRG-02"]
    assert len(programs.of(club, members[0].id)) == programs.MOST and programs.of(club, members[1].id) == []


def test_programs_are_made_so_often_and_no_more(club, members):
    for number in range(limits.LIMITS["new programs"].user):
        programs.delete(club, members[0].id, programs.create(club, members[0].id, f"Walker {number}").user.id)
    with pytest.raises(TooOften):
        programs.create(club, members[0].id, "One more")
    assert programs.create(club, members[1].id, "One more")


def test_a_program_writes_only_if_its_owner_lets_it(club, members):
    bot = programs.create(club, members[0].id, "Walker").user
    game = lobby.open_table(club, bot.id, "parry", "plain")
    with pytest.raises(Refused) as refused:
        letters.write(club, game.id, bot.id, "Hello")
    assert rules(refused) == ["CAR-PRG-03"]
    with pytest.raises(NoSuchGame):
        programs.allow_writing(club, members[1].id, bot.id, True)
    programs.allow_writing(club, members[0].id, bot.id, True)
    assert letters.write(club, game.id, bot.id, "Hello").name == "Walker [bot]"


def test_a_program_sits_at_so_many_games_and_is_not_deleted_meanwhile(club, members, monkeypatch):
    bot = programs.create(club, members[0].id, "Walker").user
    monkeypatch.setattr(programs, "GAMES", 1)
    game = lobby.open_table(club, bot.id, "parry", "plain")
    with pytest.raises(Refused) as refused:
        lobby.open_table(club, bot.id, "parry", "plain")
    assert rules(refused) == ["CAR-PRG-04"]
    lobby.join(club, game.id, members[1].id)
    with pytest.raises(Refused) as refused:
        programs.delete(club, members[0].id, bot.id)
    assert rules(refused) == ["CAR-PRG-05"]
    play.declare(club, game.id, bot.id, "c", 1, table.Concede())
    with pytest.raises(NoSuchGame):
        programs.delete(club, members[1].id, bot.id)
    programs.delete(club, members[0].id, bot.id)
    assert programs.of(club, members[0].id) == []


def test_programs_go_with_their_owner(club, members):
    bot = programs.create(club, members[0].id, "Walker").user
    secret = tokens.make(club, members[0].id, "its own", ["play"], bot.id).secret
    with club.store.write() as work:
        work.users.delete(members[0].id)
        work.commit()
    assert tokens.bearer(club, secret) is None
    with club.store.read() as work:
        assert work.users.get(bot.id) is None
