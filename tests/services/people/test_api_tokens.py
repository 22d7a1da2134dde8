"""Personal tokens and bot accounts."""

import pytest

from app.kernel import table_orders
from app.kernel.refusal import Refused
from app.services import rate_limit
from app.services.errors import NoSuchGame, TooOften
from app.services.people import account_rules, accounts, api_tokens, bot_accounts, player_chat
from app.services.play import lobby, orders
from app.store import schema


@pytest.fixture
def members(services):
    return [
        accounts.register(services, name, "a long enough sentence") for name in ("Maite", "Íñigo")
    ]


def rules(refused):
    return [refusal.rule for refusal in refused.value.refusals]


def test_a_token_is_shown_once_and_speaks_for_its_account(services, members):
    made = api_tokens.create_token(services, members[0].id, " my  bot ", ["play", "read", "play"])
    assert (
        made.token.name == "my bot"
        and made.token.scopes == ("read", "play")
        and not made.token.used
    )
    assert api_tokens.list_tokens(services, members[0].id) == [made.token]
    found = api_tokens.user_of_token(services, made.secret)
    assert found.user == members[0] and found.token == made.token
    assert api_tokens.list_tokens(services, members[0].id)[0].used
    assert (
        api_tokens.user_of_token(services, made.secret + "x")
        is api_tokens.user_of_token(services, "")
        is api_tokens.user_of_token(services, "\ud800")
        is None
    )


def test_the_database_does_not_know_the_token(services, members):
    made = api_tokens.create_token(services, members[0].id, "mine", ["read"])
    with services.store.engine.connect() as connection:
        assert made.secret not in str(connection.execute(schema.tokens.select()).all())


def test_a_token_is_revoked_by_its_owner_alone(services, members):
    before = api_tokens.user_of_token(
        services, api_tokens.create_token(services, members[0].id, "other", ["read"]).secret
    ).ended
    made = api_tokens.create_token(services, members[0].id, "mine", ["read"])
    with pytest.raises(NoSuchGame):
        api_tokens.revoke_token(services, members[1].id, made.token.id)
    api_tokens.revoke_token(services, members[0].id, made.token.id)
    assert api_tokens.user_of_token(services, made.secret) is None
    with services.store.read() as work:
        assert work.users.count_ended_logins(members[0].id) == before + 1, "open streams hear of it"
    with pytest.raises(NoSuchGame):
        api_tokens.revoke_token(services, members[0].id, made.token.id)


def test_all_errors_of_a_token_are_refused_together(services, members, people):
    with pytest.raises(Refused) as refused:
        api_tokens.create_token(services, people[0].id, "x" * 41, ["everything"])
    assert rules(refused) == ["CAR-TOK-01", "CAR-TOK-02", "CAR-TOK-05"]
    with pytest.raises(Refused) as refused:
        api_tokens.create_token(
            services, members[0].id, "more", ["read", "account"], within=("read",)
        )
    assert rules(refused) == ["CAR-TOK-03"]
    for number in range(api_tokens.MOST):
        api_tokens.create_token(services, members[0].id, str(number), ["read"])
    with pytest.raises(Refused) as refused:
        api_tokens.create_token(services, members[0].id, "one more", ["read"])
    assert rules(refused) == ["CAR-TOK-04"]


def test_a_program_is_known_by_its_name_and_speaks_through_tokens_of_its_own(services, members):
    made = bot_accounts.create_bot_account(services, members[0].id, "Walker")
    assert made.user.name == "Walker [bot]" and made.user.is_bot and not made.may_write
    assert account_rules.name_refusal(made.user.name), "a person could be called so"
    token = api_tokens.create_token(services, members[0].id, "its own", ["play"], made.user.id)
    assert (
        api_tokens.user_of_token(services, token.secret).user == made.user
        and api_tokens.list_tokens(services, members[0].id) == []
    )
    for nobodys in (members[0].id, 9999):
        with pytest.raises(NoSuchGame):
            api_tokens.create_token(services, members[0].id, "x", ["play"], nobodys)
    with pytest.raises(NoSuchGame):
        api_tokens.create_token(services, members[1].id, "x", ["play"], made.user.id)
    with pytest.raises(Refused):
        accounts.log_in(services, "Walker [bot]", "")


def test_members_may_make_a_limited_number_of_bot_accounts(services, members, people):
    made = bot_accounts.create_bot_account(services, members[0].id, "Walker")
    for owner, name, wanted in (
        (members[1].id, "Walker", "CAR-ACC-02"),
        (people[0].id, "Runner", "CAR-TOK-05"),
        (made.user.id, "Runner", "CAR-PRG-01"),
        (members[0].id, "?", "CAR-ACC-01"),
        (members[0].id, "Moderator", "CAR-ACC-07"),
        (members[0].id, "Member 7 [bot]", "CAR-ACC-07"),
    ):
        with pytest.raises(Refused) as refused:
            bot_accounts.create_bot_account(services, owner, name)
        assert rules(refused) == [wanted]
    for number in range(1, bot_accounts.MOST):
        bot_accounts.create_bot_account(services, members[0].id, f"Walker {number}")
    with pytest.raises(Refused) as refused:
        bot_accounts.create_bot_account(services, members[0].id, "One more")
    assert rules(refused) == ["CAR-PRG-02"]
    assert (
        len(bot_accounts.list_bot_accounts(services, members[0].id)) == bot_accounts.MOST
        and bot_accounts.list_bot_accounts(services, members[1].id) == []
    )


def test_the_creation_of_bot_accounts_is_rate_limited(services, members):
    for number in range(rate_limit.LIMITS["new programs"].user):
        bot_accounts.delete_bot_account(
            services,
            members[0].id,
            bot_accounts.create_bot_account(services, members[0].id, f"Walker {number}").user.id,
        )
    with pytest.raises(TooOften):
        bot_accounts.create_bot_account(services, members[0].id, "One more")
    assert bot_accounts.create_bot_account(services, members[1].id, "One more")


def test_a_program_writes_only_if_its_owner_lets_it(services, members):
    bot = bot_accounts.create_bot_account(services, members[0].id, "Walker").user
    game = lobby.open_table(services, bot.id, "parry", "plain")
    with pytest.raises(Refused) as refused:
        player_chat.write_chat_message(services, game.id, bot.id, "Hello")
    assert rules(refused) == ["CAR-PRG-03"]
    with pytest.raises(NoSuchGame):
        bot_accounts.allow_writing(services, members[1].id, bot.id, True)
    bot_accounts.allow_writing(services, members[0].id, bot.id, True)
    assert player_chat.write_chat_message(services, game.id, bot.id, "Hello").name == "Walker [bot]"


def test_a_bot_account_has_a_limit_of_games_and_is_not_deleted_with_open_ones(
    services, members, monkeypatch
):
    bot = bot_accounts.create_bot_account(services, members[0].id, "Walker").user
    monkeypatch.setattr(bot_accounts, "GAMES", 1)
    game = lobby.open_table(services, bot.id, "parry", "plain")
    with pytest.raises(Refused) as refused:
        lobby.open_table(services, bot.id, "parry", "plain")
    assert rules(refused) == ["CAR-PRG-04"]
    lobby.join_table(services, game.id, members[1].id)
    with pytest.raises(Refused) as refused:
        bot_accounts.delete_bot_account(services, members[0].id, bot.id)
    assert rules(refused) == ["CAR-PRG-05"]
    orders.declare_order(services, game.id, bot.id, "c", 1, table_orders.Concede())
    with pytest.raises(NoSuchGame):
        bot_accounts.delete_bot_account(services, members[1].id, bot.id)
    bot_accounts.delete_bot_account(services, members[0].id, bot.id)
    assert bot_accounts.list_bot_accounts(services, members[0].id) == []


def test_programs_go_with_their_owner(services, members):
    bot = bot_accounts.create_bot_account(services, members[0].id, "Walker").user
    secret = api_tokens.create_token(services, members[0].id, "its own", ["play"], bot.id).secret
    with services.store.write() as work:
        work.users.delete_user(members[0].id)
        work.commit()
    assert api_tokens.user_of_token(services, secret) is None
    with services.store.read() as work:
        assert work.users.find_user(bot.id) is None
