"""Notifications page, links of mails, and invitations."""

from __future__ import annotations

import re
import struct
from datetime import timedelta

import msgspec
import pytest

from app.services.notify import notification_preferences, notification_targets, notifications
from app.services.notify.delivery_channels import mail
from app.services.notify.outbox_worker import OutboxWorker
from tests.any_game import BOX, SEAT
from tests.sample_games import HEX
from tests.services.mailbox import Mailbox, make_due, sweep
from tests.web.reading import form_to

PAGE = "/account/notices"


@pytest.fixture
def mailbox(app, web, monkeypatch):
    """Mail server of this application; a user who is `addressed` has an address."""
    box, services = Mailbox(), app.state.services
    next(
        one for one in services.workers if isinstance(one, OutboxWorker)
    ).stop()  # each test carries its mail out itself
    services.post = msgspec.structs.replace(
        services.post,
        smtp=mail.SmtpServer("127.0.0.1", box.port, "none", "Caracole <caracole@example.org>"),
    )
    monkeypatch.setattr(notifications, "FIRST", timedelta(0))
    yield box
    box.close()


def addressed(app, name, email):
    with app.state.services.store.write() as work:
        user, _ = work.users.find_by_name(name.casefold())
        work.users.update_user(user.id, email=email)
        work.commit()
    return user


def carried(app, mailbox):
    make_due(app.state.services)
    sweep(app.state.services)
    return mailbox.mails()


def html(got) -> str:
    return got.get_body(("html",)).get_content()


def plain(got) -> str:
    return got.get_body(("plain",)).get_content()


def test_anonymous_visitors_have_no_notifications_page(visitor):
    assert visitor().get(PAGE).status_code == 403


def test_without_a_mail_server_no_mail_is_offered(visitor):
    page = visitor().register("Maite").get(PAGE).text
    assert (
        "This server sends no mail." in page
        and 'name="your_turn-mail"' not in page
        and 'name="your_turn-hook"' in page
    )


def test_a_member_saves_choices(app, mailbox, visitor):
    maite = visitor("es").register("Maite")
    addressed(app, "Maite", "maite@example.org")
    page = maite.get(PAGE).text
    assert "Los correos van a maite@example.org." in page
    assert (
        maite.send(
            form_to(page, PAGE), **{"your_turn-mail": "daily", "chat-push": "now"}
        ).status_code
        == 303
    )
    page = maite.get(PAGE).text
    chosen = dict(re.findall(r'name="([\w-]+)">.*?<option value="(\w+)" selected>', page))
    assert (
        chosen["your_turn-mail"],
        chosen["chat-push"],
        chosen["result-mail"],
        chosen["chat-mail"],
    ) == ("daily", "now", "now", "no")
    assert 'value="daily"' not in re.search(r'<select id="reminder-mail".*?</select>', page).group(
        0
    )


def test_a_test_mail_is_in_the_log(app, mailbox, visitor):
    maite = visitor("es").register("Maite")
    addressed(app, "Maite", "maite@example.org")
    maite.post(f"{PAGE}/test", to="mail")
    [got] = carried(app, mailbox)
    assert got[
        "subject"
    ] == "Un mensaje de prueba de Caracole" and "<h1>Un mensaje de prueba" in html(got)
    page = maite.get(PAGE).text
    assert (
        "maite@example.org" in page.split('id="log"')[1] and "enviado" in page.split('id="log"')[1]
    )


def test_the_log_speaks_its_reader_s_language(app, mailbox, visitor):
    maite = visitor("es").register("Maite")
    user = addressed(app, "Maite", "maite@example.org")
    app.state.services.post = msgspec.structs.replace(app.state.services.post, smtp=None)
    notification_preferences.send_test(app.state.services, user.id, "mail")
    sweep(app.state.services)
    log = maite.get(PAGE).text.split('id="log"')[1]
    assert (
        "Correo · maite@example.org" in log
        and "no hay servidor de correo" in log
        and "E-mail" not in log
    )


def test_a_webhook_is_added_refused_with_its_reason_and_removed(app, web, visitor, monkeypatch):
    maite = visitor("es").register("Maite")
    monkeypatch.setattr(
        notification_targets.web,
        "resolve_host",
        lambda host, _: ["10.0.0.1" if host == "inside.example" else "1.1.1.1"],
    )
    refused = maite.post(
        f"{PAGE}/hooks", kind="json", name="Mío", url="https://inside.example/x", mention=""
    )
    assert (
        refused.status_code == 422
        and "red privada" in refused.text
        and 'value="https://inside.example/x"' in refused.text
        and 'value="Mío"' in refused.text
    )
    assert (
        maite.post(
            f"{PAGE}/hooks",
            kind="json",
            name="Mío",
            url="https://outside.example/x",
            mention="",
        ).status_code
        == 303
    )
    page = maite.get(PAGE).text
    assert "Mío" in page and "X-Caracole-Signature" in page
    assert maite.send(form_to(page, f"{PAGE}/targets"), do="remove").status_code == 303
    assert "Mío" not in maite.get(PAGE).text


def test_the_link_of_a_mail_leads_to_the_decision(app, mailbox, battle, visitor):
    with app.state.services.store.read() as work:
        game = work.games.find_game(battle.address)
        seats = work.seats.for_game(game.id)
    owing = next(seat for seat in seats if seat.owes)
    who = {"Maite": battle.opener, "Íñigo": battle.opponent}[owing.name]
    addressed(app, owing.name, "x@example.org")
    with app.state.services.store.write() as work:
        notifications.notify_member(
            work,
            owing.user_id,
            "your_turn",
            "turn:x",
            notifications.Message(
                "your_turn", notifications.say("T", "T"), (), f"/open-game/{game.id}", game.id, 1
            ),
        )
        work.commit()
    [got] = carried(app, mailbox)
    path = re.search(r"http://127.0.0.1:8000(/open-game/\d+)", plain(got)).group(1)
    assert path in html(got)
    assert (
        who.get(path, follow_redirects=False).headers["location"]
        == f"/games/{game.address}#decision"
    )
    stranger = visitor()
    assert stranger.get(path, follow_redirects=False).headers["location"] == f"/login?next={path}"


def test_unsubscribing_needs_no_log_in(app, mailbox, visitor):
    maite = visitor().register("Maite")
    user = addressed(app, "Maite", "maite@example.org")
    path = notification_preferences.unsubscribe_link(
        app.state.services, user.id, "your_turn"
    ).removeprefix("http://127.0.0.1:8000")
    stranger = visitor("es")
    assert "Te toca" in stranger.get(path).text  # and looking changes nothing
    assert 'value="now" selected' in re.search(
        r'<select id="your_turn-mail".*?</select>', maite.get(PAGE).text
    ).group(0)
    assert stranger.client.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert 'value="no" selected' in re.search(
        r'<select id="your_turn-mail".*?</select>', maite.get(PAGE).text
    ).group(0)
    assert 'value="now" selected' in re.search(
        r'<select id="result-mail".*?</select>', maite.get(PAGE).text
    ).group(0)
    stranger.client.post(path, data={"all": "1"})
    assert 'value="no" selected' in re.search(
        r'<select id="result-mail".*?</select>', maite.get(PAGE).text
    ).group(0)
    assert (
        stranger.get(f"{path}0").status_code == 404
        and stranger.client.post(f"{path}0").status_code == 404
    )


def test_inviting_when_opening_a_table_and_in_the_waiting_room(app, mailbox, visitor):
    maite, inigo, ana = (
        visitor().register("Maite"),
        visitor("es").register("Íñigo"),
        visitor().register("Ana"),
    )
    addressed(app, "Íñigo", "i@example.org")
    asked = {
        "box": BOX,
        "seat": SEAT,
        "against": "people",
        "visibility": "private",
        "title": "Our evening",
    }
    refused = maite.post("/tables", **asked, invite="Nobody")
    assert (
        refused.status_code == 422
        and "No member of the name Nobody can be invited." in refused.text
        and 'value="Our evening"' in refused.text
    )
    path = maite.post("/tables", **asked, invite="íñigo").headers["location"]
    assert "Invited: Íñigo" in maite.get(path).text
    [got] = carried(app, mailbox)
    assert got["subject"].startswith("Maite te invita: Our evening") and path in plain(got)
    refused = maite.post(f"{path}/invite", name="Ghost")
    assert refused.status_code == 422 and 'value="Ghost"' in refused.text
    assert maite.post(f"{path}/invite", name="Ana").status_code == 303
    assert (
        "Maite te invita." in inigo.get("/my-games").text
        and "Our evening" in ana.get("/my-games").text
    )
    assert ana.send(form_to(ana.get("/my-games").text, "/invitations/1/decline")).status_code == 303
    assert "Our evening" not in ana.get("/my-games").text
    assert (
        ana.post(f"{path}/invite", name="Íñigo").status_code == 403
    )  # invited already, and without a seat here
    assert inigo.post(f"{path}/join", seat=HEX.SECOND_SIDE).status_code == 303
    assert "te invita" not in inigo.get("/my-games").text


def test_the_site_can_be_installed_on_a_home_screen(visitor):
    page = visitor().get("/").text
    told = visitor().get(re.search(r'rel="manifest" href="([^"]+)"', page)[1])
    assert told.headers["content-type"].startswith("application/manifest+json")
    card = told.json()
    assert (
        card["display"] == "standalone"
        and card["start_url"] == "/my-games"
        and card["scope"] == "/"
    )
    pictures = [icon["src"] for icon in card["icons"]] + [
        re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)[1]
    ]
    for icon in pictures:
        picture = visitor().get(icon)
        assert picture.status_code == 200 and picture.headers["content-type"].startswith("image/")
    for icon in (one for one in card["icons"] if one["type"] == "image/png"):
        wide, high = struct.unpack(">II", visitor().get(icon["src"]).content[16:24])
        assert f"{wide}x{high}" == icon["sizes"]
    assert card["icons"][0]["src"] in visitor().get("/sw.js").text
