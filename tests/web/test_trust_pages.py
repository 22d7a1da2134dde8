"""Account page, mailed links, deletion, blocking, moderation and rate limits in a plain browser."""

from __future__ import annotations

import asyncio
import json
import re
from types import SimpleNamespace

import pytest
import sqlalchemy as sa

from app.services import rate_limit
from app.services.people import accounts, moderation
from app.services.rate_limit import Limit
from app.services.watch import game_view
from app.store import notification_tables
from app.web import game_streams
from app.web.page_cache import Page
from tests.sample_games import HEX
from tests.web.conftest import Battle
from tests.web.reading import form_to
from tests.web.watching import stream_state

WORD, OTHER = "a long enough sentence", "another good sentence"
ANYWHERE = "https://elsewhere.example"


@pytest.fixture
def services(app):
    return app.state.services


def links(services, kind: str) -> list[str]:
    """Links of waiting mails."""
    with services.store.engine.connect() as connection:
        rows = connection.execute(
            sa.select(notification_tables.outbox.c.message)
            .where(notification_tables.outbox.c.kind == kind)
            .order_by(notification_tables.outbox.c.id)
        ).scalars()
        return [json.loads(row)["link"] for row in rows]


def moderator(services, visitor, name="Leire"):
    player = visitor().register(name)
    with services.store.read() as work:
        user = work.users.find_by_name(name.lower())[0]
    moderation.act_as_administrator(services, user.id, "name")
    return player


def number_of(services, name: str) -> int:
    with services.store.read() as work:
        return work.users.find_by_name(name.lower())[0].id


def text_of(page) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.text))


# ---------------------------------------------------------------------- log-ins
def test_sessions_are_listed_and_one_is_ended(visitor):
    one, other = visitor().register("Maite"), visitor("es")
    other.client.headers["user-agent"] = (
        "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    )
    other.post("/login", name="Maite", password=WORD)
    page = one.get("/account").text
    assert "Firefox, Linux" in page and "testclient" not in page
    which = re.search(r'name="which" value="(\w+)"', page).group(1)
    for word in ("", "wrong"):
        assert one.post("/account/sessions", which=which, password=word).status_code == 422
    assert other.get("/account").status_code == 200
    assert (
        one.post("/account/sessions", which=which, password=WORD).headers["location"]
        == "/account?done=ended"
    )
    assert other.get("/account").status_code == 403 and one.get("/account").status_code == 200


def test_a_new_password_ends_the_other_sessions(visitor):
    one, other = visitor().register("Maite"), visitor()
    other.post("/login", name="Maite", password=WORD)
    before = one.client.cookies["caracole"]
    assert one.post("/account/password", old="wrong", new=OTHER).status_code == 422
    assert one.post("/account/password", old=WORD, new="password1").status_code == 422
    assert (
        one.post("/account/password", old=WORD, new=OTHER).headers["location"]
        == "/account?done=password"
    )
    assert one.client.cookies["caracole"] != before
    assert "The password is changed" in one.get("/account?done=password").text
    assert other.get("/account").status_code == 403


# ---------------------------------------------------------------------- addresses
def test_an_address_is_confirmed_by_its_link(visitor, services):
    maite = visitor().register("Maite")
    wrong = maite.post("/account/address", email="maite", password=WORD)
    assert wrong.status_code == 422 and 'value="maite"' in wrong.text
    assert (
        maite.post("/account/address", email="maite@example.org", password="wrong").status_code
        == 422
    )
    assert (
        maite.post("/account/address", email="maite@example.org", password=WORD).status_code == 303
    )
    (link,) = links(services, "address")
    stranger = visitor("es")
    for _ in range(2):  # looking uses nothing up
        assert "maite@example.org" in stranger.get(link).text
    assert "maite@example.org" not in text_of(maite.get("/account"))
    assert stranger.post("/account/address/confirm", link=link.split("=")[1]).status_code == 200
    assert "maite@example.org" in text_of(maite.get("/account"))
    gone = stranger.get(link)
    assert gone.status_code == 410 and "caducado" in gone.text
    assert (
        maite.post("/account/address", remove="1", password=WORD).headers["location"]
        == "/account?done=removed"
    )
    assert "maite@example.org" not in text_of(maite.get("/account"))


def with_address(visitor, services, name="Maite"):
    player = visitor().register(name)
    player.post("/account/address", email=f"{name.lower()}@example.org", password=WORD)
    link = links(services, "address")[-1]
    player.post("/account/address/confirm", link=link.split("=")[1])
    return player


def test_a_password_request_gets_the_same_answer_for_every_name(visitor, services):
    maite = with_address(visitor, services)
    stranger = visitor()
    proof = re.compile(r'value="[\w-]{43}"')
    answers = {
        proof.sub("", stranger.post("/forgotten", who=who).text)
        for who in ("Maite", "Nobody", "maite@example.org", "x@example.org")
    }
    assert len(answers) == 1 and "a link is on its way" in answers.pop()
    first, link = links(services, "password")
    assert stranger.get(first).status_code == 410 and "Maite" in stranger.get(link).text
    assert stranger.post("/password", link=link.split("=")[1], new="short").status_code == 422
    assert (
        stranger.post("/password", link=link.split("=")[1], new=OTHER).headers["location"]
        == "/account?done=password"
    )
    assert "Maite" in stranger.get("/account").text and maite.get("/account").status_code == 403
    assert stranger.get(link).status_code == 410


def test_the_account_is_looked_for_when_the_answer_is_sent(visitor, services, monkeypatch):
    """The duration of the look-up cannot be measured."""
    from app.web.routes import accounts as routes

    done = []
    monkeypatch.setattr(
        routes.email_verification, "mail_password_reset", lambda services, who: done.append(who)
    )
    page = routes.render_page
    monkeypatch.setattr(
        routes, "render_page", lambda *args, **named: done.append("page") or page(*args, **named)
    )
    visitor().post("/forgotten", who="Maite")
    assert done[-2:] == ["page", "Maite"]


def test_requests_for_links_are_limited_with_and_without_an_account(visitor, services):
    maite = with_address(visitor, services)
    for who in ("Maite", "Nobody"):
        answers = [maite.post("/forgotten", who=who).status_code for _ in range(6)]
        assert answers == [200] * 5 + [429]


# ---------------------------------------------------------------------- leaving
def test_the_account_can_be_exported(visitor, battle):
    battle.opener.post(f"{battle.path}/messages", text="Good luck")
    answer = battle.opener.get("/account/export")
    kept = answer.json()
    assert (
        "attachment" in answer.headers["content-disposition"]
        and kept["format"] == "caracole-account/2"
    )
    assert (
        kept["chat_messages"][0]["text"] == "Good luck" and kept["games"][0]["my_seat"] == HEX.SIDE
    )


def test_a_deleted_account_leaves_neutral_names(battle, visitor):
    waiting = Battle(battle.opener, battle.opponent)
    battle.opener.post(f"{battle.path}/messages", text="Good luck")
    assert battle.opener.post("/account/delete", password="wrong").status_code == 422
    assert battle.opener.post("/account/delete", password=WORD).headers["location"] == "/"
    assert (
        battle.opener.get("/account").status_code == 403
        and visitor().get(waiting.path).status_code == 404
    )
    page = battle.opponent.get(battle.path).text
    assert "Maite" not in page and "Former member" in page
    assert "Maite" not in battle.opponent.get(f"{battle.path}?tab=messages").text


# ---------------------------------------------------------------------- blocking
def test_a_blocked_user_cannot_join(visitor, services):
    maite, eneko = visitor().register("Maite"), visitor("es").register("Eneko")
    table = Battle(maite, eneko)
    eneko_is = f"/people/{number_of(services, 'Eneko')}"
    assert "Eneko" in maite.get(eneko_is).text
    assert table.path in eneko.get("/lobby").text
    assert maite.post(f"{eneko_is}/block", back="/account").headers["location"] == "/account"
    assert "Eneko" in maite.get("/account").text
    assert table.path not in eneko.get("/lobby").text and table.path in visitor().get("/lobby").text
    refused = eneko.post(f"{table.path}/join", seat=HEX.SECOND_SIDE)
    assert refused.status_code == 422 and "No puedes sentarte" in refused.text
    maite.post(f"{eneko_is}/block", undo="1", back=ANYWHERE)
    assert eneko.post(f"{table.path}/join", seat=HEX.SECOND_SIDE).status_code == 303


# ---------------------------------------------------------------------- moderators
def reported(battle, text="You fool", reason="That is rude."):
    """Report of the raiders about a message of the watch."""
    battle.opener.post(f"{battle.path}/messages", text=text)
    message = re.search(
        rf'href="({battle.path}/messages/\d+)"',
        battle.opponent.get(f"{battle.path}?tab=messages").text,
    ).group(1)
    empty = battle.opponent.post(f"{message}/report", reason=" ")
    assert empty.status_code == 422
    assert battle.opponent.post(f"{message}/report", reason=reason).status_code == 200
    return message


def judged(judge, **fields):
    complaint = re.search(r'action="(/moderation/\d+)"', judge.get("/moderation").text).group(1)
    return judge.post(complaint, **fields)


def test_a_message_is_reported_and_removed(battle, visitor, services):
    message, judge = reported(battle), moderator(services, visitor)
    page = text_of(judge.get("/moderation"))
    assert "You fool" in page and "That is rude." in page and "Íñigo" in page
    assert judged(judge, act="hide", note="rude").status_code == 303
    assert (
        "You fool" not in battle.opponent.get(f"{battle.path}?tab=messages").text
        and "Retirado por un moderador" in battle.opponent.get(message).text
    )
    page = text_of(judge.get("/moderation"))
    assert "Nothing waits." in page and "The text is removed." in page and "Leire" in page


def test_an_anonymous_reader_of_a_message_is_told_how_to_report_it(battle, visitor):
    battle.opener.post(f"{battle.path}/messages", text="You dawdle")
    battle.platform_order(battle.opener, "concede")
    message = re.search(
        rf'href="({battle.path}/messages/\d+)"',
        battle.opponent.get(f"{battle.path}?tab=messages").text,
    ).group(1)
    page = visitor().get(message).text
    assert (
        "You dawdle" in page and f'href="/login?next={message}"' in page and "/report" not in page
    )


def test_a_suspended_account_is_out_at_once_and_so_is_its_stream(battle, visitor, services, app):
    reported(battle)
    judge = moderator(services, visitor)
    user = accounts.visitor_of_session(services, battle.opener.client.cookies["caracole"])
    assert judged(judge, act="suspend", stays="1").status_code == 303
    assert battle.opener.get("/account").status_code == 403
    assert (
        services.notifier._recent_number((user.user.id, "logins")) > user.ended
    )  # event of ended sessions
    answer = battle.opener.post("/login", name="Maite", password=WORD)
    assert answer.status_code == 422 and "suspended" in answer.text
    assert judged(judge, act="lift").status_code == 303
    assert battle.opener.post("/login", name="Maite", password=WORD).status_code == 303


def test_an_open_stream_ends_with_the_log_in(battle, services):
    token = battle.opener.client.cookies["caracole"]
    visitor = accounts.visitor_of_session(services, token)

    async def stream() -> list[Page]:
        state = stream_state(services)
        request = SimpleNamespace(app=SimpleNamespace(state=state), headers={})
        frames, heard = (
            game_streams.stream_frames(
                request,
                game_view.load_followed(services, battle.address, visitor.user.id),
                battle.last(),
                0,
                visitor,
            ),
            [],
        )
        heard.append(await anext(frames))
        ending = asyncio.get_running_loop().run_in_executor(
            None, accounts.end_session, services, visitor.user.id, accounts.session_handle(token)
        )
        heard += [frame async for frame in frames]
        await ending
        return heard

    assert asyncio.run(asyncio.wait_for(stream(), 5))  # it has said hello, and ended by itself


def test_a_muted_member_is_told_so(battle, visitor, services):
    reported(battle)
    judge = moderator(services, visitor)
    assert judged(judge, act="mute", days="0", note="twice").status_code == 422
    assert judged(judge, act="mute", days="3", note="twice").status_code == 303
    answer = battle.opener.post(f"{battle.path}/messages", text="Why?")
    assert answer.status_code == 422 and "muted you until" in answer.text


def test_a_name_is_reported_and_made_neutral(battle, visitor, services):
    judge, person = moderator(services, visitor), f"/people/{number_of(services, 'Maite')}"
    assert battle.opponent.post(f"{person}/report", reason="Se burla de mí.").status_code == 200
    assert judged(judge, act="rename").status_code == 303
    page = battle.opponent.get(battle.path).text
    assert "Maite" not in page and f"Member {person.rsplit('/', 1)[1]}" in page


def test_the_moderation_page_is_for_moderators(battle, visitor, services):
    reported(battle)
    judge = moderator(services, visitor)
    complaint = re.search(r'action="(/moderation/\d+)"', judge.get("/moderation").text).group(1)
    for who in (battle.opener, battle.opponent, visitor(), visitor().register("Ander")):
        assert who.get("/moderation").status_code == 403
        assert who.post(complaint, act="dismiss").status_code == 403
    assert judge.post("/moderation/99999", act="hide").status_code == 404
    again = judge.post(complaint, act="mute", note="Enough", days="999", stays="1")
    assert again.status_code == 422 and all(
        kept in again.text
        for kept in ('value="Enough"', 'value="999"', 'name="stays" value="1" checked')
    )
    assert (
        "/moderation" in judge.get("/account").text
        and "/moderation" not in battle.opener.get("/account").text
    )


def test_refused_texts_are_kept_in_the_form(battle):
    answer = battle.opener.post(f"{battle.path}/messages", text="A <long> message. " * 40)
    assert answer.status_code == 422 and "A &lt;long&gt; message." in answer.text
    again = form_to(answer.text, f"{battle.path}/messages")
    assert battle.opener.send(again, text="A short one.").status_code == 303
    assert "kept-" not in battle.platform_order(battle.opponent, "decline_draw").text


# ---------------------------------------------------------------------- too often
@pytest.fixture
def strict(monkeypatch, services):
    """Server where every act is allowed once."""
    monkeypatch.setattr(
        rate_limit,
        "LIMITS",
        {
            kind: Limit(limit.within, 1, 3, 3 if limit.game else 0)
            for kind, limit in rate_limit.LIMITS.items()
        },
    )


def test_too_many_messages_and_the_message_is_kept(battle, strict):
    assert battle.opener.post(f"{battle.path}/messages", text="One").status_code == 303
    answer = battle.opener.post(f"{battle.path}/messages", text="Two & <three>")
    assert answer.status_code == 429 and 1 <= int(answer.headers["retry-after"]) <= 60
    assert (
        "Two &amp; &lt;three&gt;</textarea>" in answer.text
        and "Try again in" in answer.text
        and f'action="{battle.path}/messages"' in answer.text
    )


def test_too_many_orders_and_the_draft_is_kept(battle, strict):
    for who in (battle.opponent, battle.opener):
        battle.platform_order(who, "offer_draw")
    answer = battle.platform_order(battle.opponent, "decline_draw")
    assert answer.status_code == 429 and "Vuelve a intentarlo" in answer.text
    assert (
        'name="order" value="{&#34;kind&#34;:&#34;decline_draw&#34;}"' in answer.text
        and 'name="command"' in answer.text
    )
    form = answer.text.split(f'action="{battle.path}/orders"')[1].split("</form>")[0]
    assert form.count('name="csrf"') == 1  # a fresh one, not the one that was sent


def test_too_many_page_requests(battle, strict):
    assert battle.opener.get(f"{battle.path}?look=1").status_code in (200, 422)
    answer = battle.opener.get(f"{battle.path}?look=1")
    assert answer.status_code == 429 and 'name="look" value="1"' in answer.text
    assert battle.opener.get(battle.path).status_code == 200  # the page itself is always there
    part = battle.opener.get(f"{battle.path}?look=1", headers={"hx-request": "true"})
    assert part.status_code == 429 and part.headers["hx-reswap"] == "afterbegin"


def test_too_many_tables_guests_accounts_and_exports(visitor, strict):
    guest = visitor()
    assert [guest.post("/play-now").status_code for _ in range(3)] == [
        303,
        303,
        429,
    ]  # at first the visitor had no account
    for name in ("Ana", "Eva", "Leire"):
        last = visitor().register_by_form(name)
    answer = visitor("es").post("/register", name="Maite", password=WORD)
    assert (
        answer.status_code == 429
        and 'value="Maite"' in answer.text
        and WORD not in answer.text
        and "retry-after" in answer.headers
    )
    assert [last.get("/account/export").status_code for _ in range(2)] == [200, 429]
    assert [visitor().post("/play-now").status_code for _ in range(3)][-1] == 429
