"""Old pages, invalid forms, refused visitors: no text is lost, no guest account is left, no error
occurs.
"""

from __future__ import annotations

import re
from html import unescape

import pytest

from app.services.people import accounts, api_tokens
from app.services.play import lobby
from tests.api.conftest import Program
from tests.sample_games import HEX, HEX_GAME, HEX_SEAT, INCH, INCH_GAME
from tests.web.conftest import Battle
from tests.web.reading import form_to
from tests.web.test_handing_over import offered
from tests.web.test_routes import routes_of

PASSWORD = "a long enough sentence"
TABLE = {"box": HEX_GAME, "seat": HEX_SEAT, "against": "people", "visibility": "open"}


def guests(app) -> int:
    with app.state.services.store.read() as work:
        return sum(user.is_guest for user in work.users.all_users())


# ---------------------------------------------------------------------- what was written
@pytest.mark.parametrize(
    ("to", "more"),
    [
        ("messages", {}),
        ("notes", {"about": "1"}),
        ("remarks", {}),
        ("report", {"section": "opening"}),
    ],
)
def test_text_from_a_page_of_another_session_can_be_copied(battle, to, more):
    old = battle.opener.proof()
    battle.opener.client.cookies.clear()
    battle.opener.post("/login", name="Maite", password=PASSWORD)
    answer = battle.opener.client.post(
        f"{battle.path}/{to}", data={"csrf": old, "text": "Ten minutes' <b>work</b>", **more}
    )
    assert answer.status_code == 403
    kept = re.search(
        r'<label for="words-1">What you wrote</label><textarea id="words-1" rows="5" '
        r"readonly>(.*?)</textarea>",
        answer.text,
    )
    assert unescape(kept[1]) == "Ten minutes' <b>work</b>" and "<b>work" not in kept[1]
    assert f'action="{battle.path}/{to}"' not in answer.text, (
        "another site may have sent it: it is nothing to be sent on"
    )


def test_a_too_long_text_can_be_copied_and_shortened(battle):
    answer = battle.opener.post(f"{battle.path}/messages", text="x" * 20_001)
    assert answer.status_code == 400 and "x" * 20_001 in answer.text


def test_no_text_is_shown_for_a_form_without_text(battle):
    answer = battle.opener.client.post(
        "/login", data={"csrf": "false", "name": "Maite", "password": "secret of Maite"}
    )
    assert (
        answer.status_code == 403
        and "secret of Maite" not in answer.text
        and "<textarea" not in answer.text
    )


# ---------------------------------------------------------------------- strangers who are refused
@pytest.mark.parametrize(
    "wrong", [{"invite": "Nobody At All"}, {"added": "x" * 101}, {"delay": "3"}, {"per_side": "7"}]
)
def test_a_table_that_is_refused_leaves_no_guest_behind(app, visitor, wrong):
    stranger = visitor()
    for _ in range(3):
        answer = stranger.post("/tables", **TABLE, **wrong)
        assert answer.status_code in (400, 422) and "caracole" not in stranger.client.cookies
    assert guests(app) == 0
    assert (
        stranger.send(form_to(stranger.get("/tables/new").text, "/tables"), **TABLE).status_code
        == 303
    )
    assert guests(app) == 1 and "caracole" in stranger.client.cookies


def test_a_refused_seat_creates_no_guest_and_the_form_keeps_its_input(app, visitor):
    path = visitor().register("Maite").post("/tables", **TABLE).headers["location"]
    stranger, typed = visitor(), "x" * 101
    for _ in range(3):
        answer = stranger.post(f"{path}/join", seat=HEX.SECOND_SIDE, added=typed)
        assert answer.status_code == 422 and "At most 100 printable characters" in answer.text
    assert guests(app) == 0
    form = form_to(answer.text, f"{path}/join")
    assert form.fields["added"] == typed and f'id="added-{HEX.SECOND_SIDE}"' in answer.text
    assert stranger.send(form, added="salt").status_code == 303
    assert guests(app) == 1


def test_an_unknown_game_leaves_no_guest_behind(app, visitor):
    stranger = visitor()
    assert stranger.post("/games/99/join").status_code == 404
    assert stranger.post("/play-now", box="no such box").status_code == 404
    assert guests(app) == 0


# ---------------------------------------------------------------------- forged numbers
@pytest.mark.parametrize("forged", ["²", "٣", "9" * 5000, "1e3", "-1", "three"])
def test_a_forged_number_of_players_is_not_understood(app, visitor, forged):
    assert visitor().register("Maite").post("/tables", **TABLE, per_side=forged).status_code == 400


@pytest.mark.slow
@pytest.mark.parametrize("forged", ["²", "٣", "9" * 23, "9" * 4200, "-1"])
def test_no_number_in_an_address_causes_an_error(app, battle, forged):
    """Every path with a number, under an existing game."""
    numbers, found = re.compile(r"\{(game_id|person|message|remark|complaint|sandbox|number)\}"), 0
    csrf = battle.opener.proof()
    battle.opener.client._transport.raise_server_exceptions = (
        False  # exceptions are answered with 500
    )
    for path, methods in routes_of(app)[0].items():
        if numbers.search(path) and not path.startswith("/api"):
            asked = re.sub(
                r"\{\w+\}", "1", numbers.sub(forged, path.replace("{address}", battle.address))
            )
            for method in methods & {"GET", "POST"}:
                answer = battle.opener.client.request(
                    method,
                    asked,
                    data={"csrf": csrf} if method == "POST" else None,
                    follow_redirects=False,
                )
                assert answer.status_code < 500, (method, asked[:80])
                found += 1
    assert found > 12
    for path in (
        f"{battle.path}/moment?number=",
        f"{battle.path}/laying/news?seen=",
        f"{battle.path}/picture.png?at=",
        "/projector?after=",
        "/my-games?before=",
    ):
        assert battle.opener.client.get(path + forged, follow_redirects=False).status_code < 500


@pytest.mark.parametrize("forged", ["²", "9" * 23, "9" * 4200, "nan"])
def test_no_number_of_a_form_causes_an_error(battle, forged):
    battle.opener.client._transport.raise_server_exceptions = False
    for path, fields in (
        (f"{battle.path}/notes", {"about": forged, "text": "a word"}),
        (f"{battle.path}/remarks", {"about": forged, "text": "a word"}),
        (f"{battle.path}/steps/movement", {"after": forged, "order": "{}", "command": "forged"}),
        ("/account/notices/targets", {"which": forged, "do": "again"}),
    ):
        assert 400 <= battle.opener.post(path, **fields).status_code < 500, path


# ---------------------------------------------------------------------- one game, one count
def test_every_spelling_of_a_game_has_the_same_count(app, battle):
    counts = app.state.services.limits._done["orders"]
    for spelling in (battle.address, f"00{battle.address}", f"0000{battle.address}"):
        battle.opener.client.post(
            f"/games/{spelling}/steps/movement", data={"csrf": battle.opener.proof()}
        )
    assert {name for name in counts._done if name.startswith("game:")} == {f"game:{battle.address}"}


# ---------------------------------------------------------------------- a seat of a closed game
def test_a_seat_of_a_closed_game_is_declined_over_the_api(app, visitor):
    closed = Battle(
        visitor().register("Maite"), visitor("es").register("Íñigo"), spectators=""
    ).begin()
    carla = offered(closed, visitor)
    me = accounts.visitor_of_session(app.state.services, carla.client.cookies["caracole"]).user
    program = Program(
        app, api_tokens.create_token(app.state.services, me.id, "t", api_tokens.SCOPES).secret
    )
    asked = program.get("/invitations")[0]["table"]["address"]
    assert (
        program.ask("DELETE", f"/games/{asked}/invitations").status_code == 204
        and program.get("/invitations") == []
    )
    assert program.ask("DELETE", f"/games/{asked}/invitations").status_code == 404, (
        "the reader is asked no more: the game is closed to them"
    )


# ---------------------------------------------------------------------- what asks ends
def laid_out(visitor) -> tuple:
    maite = visitor().register("Maite")
    form = form_to(maite.get(f"/tables/new?box={INCH_GAME}").text, "/tables")
    return maite, maite.send(form, **{"t.table": "laid", "t.region": INCH.REGION}).headers[
        "location"
    ]


def test_the_last_answer_removes_the_polling_element_of_a_table(app, visitor):
    maite, path = laid_out(visitor)
    page = maite.get(f"{path}/laying").text
    asking = unescape(re.search(rf'hx-get="({path}/laying/news\?seen=\d+)"', page)[1])
    assert maite.get(asking).status_code == 204
    changed = maite.get(f"{path}/laying/news?seen=99")
    assert changed.status_code == 200 and "hx-reswap" not in changed.headers, "more may come"
    with app.state.services.store.read() as work:
        game = work.games.find_game(path.rsplit("/", 1)[1])
    lobby.cancel_table(app.state.services, game.id, game.opened_by)
    gone = maite.get(asking, headers={"hx-request": "true"})
    assert (
        gone.status_code == 404
        and gone.headers["hx-reswap"] == "outerHTML"
        and "hx-retarget" not in gone.headers
    )
    assert 'href="/lobby"' in gone.text


def test_news_of_a_table_end_when_the_game_has_begun(battle):
    begun = battle.opener.get(f"{battle.path}/laying/news?seen=3")
    assert (
        begun.status_code == 200
        and begun.headers["hx-reswap"] == "outerHTML"
        and "The game has begun." in begun.text
    )


def test_the_former_address_of_my_games_leads_on_with_its_query(visitor):
    answer = visitor().get("/mine?box=parry&before=7", follow_redirects=False)
    assert answer.status_code == 308
    assert answer.headers["location"] == "/my-games?box=parry&before=7"


@pytest.mark.parametrize(
    ("former", "present"),
    [
        ("/games/7/words?lang=es", "/games/7/text?lang=es"),
        ("/games/7/at/3/words", "/games/7/at/3/text"),
        ("/games/7/sandboxes/A/words", "/games/7/sandboxes/A/text"),
        ("/games/7/letters", "/games/7/messages"),
        ("/games/7/letters/2", "/games/7/messages/2"),
        ("/games/7/hall", "/games/7/spectators"),
        ("/to/7?tab=letters", "/open-game/7?tab=letters"),
        ("/proof", "/quality"),
        ("/account/notices/receivers", "/account/notices/targets"),
    ],
)
def test_a_former_address_leads_permanently_to_the_present_one(visitor, former, present):
    answer = visitor().get(former, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (308, present)


def test_a_form_sent_to_a_former_address_keeps_its_text(battle):
    text = {"csrf": battle.opener.proof(), "text": "Good luck"}
    for part in ("letters", "letters/1/report"):
        answer = battle.opener.client.post(
            f"{battle.path}/{part}", data=text, follow_redirects=False
        )
        present = f"{battle.path}/{part}".replace("letters", "messages")
        assert (answer.status_code, answer.headers["location"]) == (308, present)
    battle.opener.client.post(f"{battle.path}/letters", data=text)
    assert "Good luck" in battle.opener.get(f"{battle.path}?tab=messages").text


@pytest.mark.parametrize(
    ("former", "present"), [("words", "text"), ("letters", "messages"), ("hall", "spectators")]
)
def test_a_former_tab_leads_permanently_to_the_present_one(battle, visitor, former, present):
    for who in (battle.opener, visitor()):
        answer = who.get(f"{battle.path}?lang=es&tab={former}", follow_redirects=False)
        assert answer.status_code == 308
        assert answer.headers["location"] == f"{battle.path}?lang=es&tab={present}"


@pytest.mark.parametrize(
    "path", ["/games/7/wordsmith", "/games/7/letters/x", "/to/7/x", "/proofs", "/words"]
)
def test_other_unknown_addresses_lead_nowhere(visitor, path):
    assert visitor().get(path, follow_redirects=False).status_code == 404
