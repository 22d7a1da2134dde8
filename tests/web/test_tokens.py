"""Page of API tokens and bot accounts, and the API reference."""

from __future__ import annotations

import re

import pytest

from app.services import rate_limit
from app.services.people import accounts, bot_accounts
from tests.web.reading import form_to


@pytest.fixture
def member(visitor):
    return visitor().register("Maite")


def secret_on(page: str) -> str:
    return re.search(r'value="(caracole_[\w-]+)"', page).group(1)


def who(app, visitor) -> int:
    return accounts.visitor_of_session(
        app.state.services, visitor.client.cookies["caracole"]
    ).user.id


def asks(app, secret: str):
    from tests.api.conftest import Program

    return Program(app, secret)


def test_a_token_is_made_shown_once_used_and_revoked(app, member):
    answer = member.post("/account/tokens", name="bot at home", scopes=["read", "play"])
    secret = secret_on(answer.text)
    page = member.get("/account/tokens").text
    assert secret not in page and "bot at home" in page and "never used" in page
    assert asks(app, secret).get("/account")["scopes"] == ["read", "play"]
    assert "never used" not in member.get("/account/tokens").text
    assert (
        member.send(
            form_to(page, "/account/tokens/revoke"),
            token=re.search(r'name="token" value="(\d+)"', page).group(1),
        ).status_code
        == 303
    )
    assert asks(app, secret).ask("GET", "/account").status_code == 401


def test_refused_input_stays_in_the_form_with_its_errors(member):
    answer = member.post("/account/tokens", name="x" * 50, scopes=["armies"])
    assert (
        answer.status_code == 422
        and "A token has a name of 1 to 40 characters." in answer.text
        and "x" * 50 in answer.text
    )
    assert re.search(r'value="armies" checked', answer.text) and "<details open>" in answer.text


def test_a_program_is_made_gets_a_token_may_write_and_goes(app, member, visitor):
    assert member.post("/account/programs", name="Walker").status_code == 303
    page = member.get("/account/tokens").text
    assert "Walker [bot]" in page
    number = re.search(r'name="program" value="(\d+)"', page).group(1)
    secret = secret_on(
        member.post("/account/tokens", name="its own", scopes=["read"], program=number).text
    )
    assert asks(app, secret).get("/account") | {"created": ""} == {
        "name": "Walker [bot]",
        "is_bot": True,
        "language": "en",
        "theme": "auto",
        "palette": "classic",
        "created": "",
        "token": "its own",
        "scopes": ["read"],
    }
    assert (
        member.post("/account/programs/change", program=number, may_write="yes").status_code == 303
    )
    assert "Forbid it to write" in member.get("/account/tokens").text
    for other in (visitor().register("Íñigo"), visitor()):
        assert other.post("/account/programs/change", program=number, do="delete").status_code in (
            403,
            404,
        )
    assert member.post("/account/programs/change", program=number, do="delete").status_code == 303
    assert (
        asks(app, secret).ask("GET", "/account").status_code == 401
        and "Walker" not in member.get("/account/tokens").text
    )


def test_the_page_of_a_bot_account_names_its_owner(app, member, visitor):
    member.post("/account/programs", name="Walker")
    number, other = (
        bot_accounts.list_bot_accounts(app.state.services, who(app, member))[0].user.id,
        visitor("es").register("Íñigo"),
    )
    anonymous = (visitor(), "M. answers for it")  # CAR-RAT-09
    for reader, words in (anonymous, (other, "Maite responde de él")):
        page = reader.get(f"/people/{number}").text
        assert words in page and f'href="/people/{who(app, member)}?back=/"' in page
    assert (
        f"/people/{number}/block" in other.get(f"/people/{number}").text
        and f"/people/{number}/block" not in member.get(f"/people/{number}").text
    )


def test_the_creation_of_bot_accounts_is_rate_limited(app, member, monkeypatch):
    monkeypatch.setattr(
        rate_limit, "LIMITS", {**rate_limit.LIMITS, "new programs": rate_limit.Limit(3600, user=1)}
    )
    answers = [member.post("/account/programs", name=name) for name in ("Walker", "Runner")]
    assert [answer.status_code for answer in answers] == [303, 429]
    secret = secret_on(member.post("/account/tokens", name="mine", scopes=["account"]).text)
    assert asks(app, secret).ask("POST", "/account/programs", {"name": "Runner"}).status_code == 429


def test_a_guest_is_asked_to_register(visitor):
    guest = visitor("es")
    guest.post("/play-now")
    assert "Los invitados no tienen tokens" in guest.get("/account/tokens").text
    assert guest.post("/account/tokens", name="x", scopes=["read"]).status_code == 422


@pytest.mark.parametrize("program", ["x", "0", "99", "-1", "9" * 30])
def test_an_unknown_bot_account_is_not_found(member, program):
    assert (
        member.post("/account/tokens", name="x", scopes=["read"], program=program).status_code
        == 404
    )
    assert member.post("/account/tokens/revoke", token=program).status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_reference_names_every_operation(app, visitor, language):
    page = visitor(language).get("/api").text
    document = app.state.api.openapi()
    for path, methods in document["paths"].items():
        for told in methods.values():
            assert f'id="{told["operationId"]}"' in page and f"</span> {path}</code>" in page
            assert (
                (told["summary"] in page or "&" in page)
                if language == "en"
                else told["x-summary-es"].split(";")[0] in page
            )
    linked = set(re.findall(r'href="#(schema-[\w.]+)"', page))
    assert linked and linked <= set(re.findall(r'id="(schema-[\w.]+)"', page))
