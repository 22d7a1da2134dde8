"""A table from its opening to the rematch, through its pages."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.sample_games import CAMPAIGN, HEX, HEX_GAME, HEX_SCENARIO, HEX_SEAT, INCH, INCH_GAME
from tests.web.conftest import Battle, step_on
from tests.web.reading import form_to, forms_on


@pytest.fixture
def over(battle) -> Battle:
    """Battle of a few moves that the raiders conceded."""
    battle.end_phase(battle.opener)
    battle.end_step(battle.opponent)
    assert battle.platform_order(battle.opponent, "concede").status_code == 303
    return battle


# ---------------------------------------------------------------------- before the game
def test_a_table_stands_in_the_lobby_until_the_other_seat_is_taken(visitor):
    battle = Battle(visitor().register("Maite"), visitor("es").register("Íñigo"), title="Thursday")
    assert (
        f'href="{battle.path}"' in battle.opponent.get("/lobby").text
        and "Thursday" in battle.opponent.get("/lobby").text
    )
    page = battle.opponent.get(battle.path).text
    assert battle.opponent.send(form_to(page, f"{battle.path}/join")).status_code == 303
    assert "Thursday" in battle.opener.get("/my-games").text
    assert step_on(battle.opener.get(battle.path).text)


def test_the_opener_may_leave_and_the_table_is_deleted(visitor):
    battle = Battle(visitor().register("Maite"), visitor())
    asking = form_to(battle.opener.get(battle.path).text, f"{battle.path}/leave")
    asked = battle.opener.send(asking).text
    assert asking.method == "get"
    for words in ("Leave the table?", "the table is deleted", "This cannot be undone."):
        assert words in asked
    unsure = battle.opener.post(f"{battle.path}/leave")
    assert unsure.headers["location"] == f"{battle.path}/leave"
    assert battle.opener.get(battle.path).status_code == 200
    left = battle.opener.send(form_to(asked, f"{battle.path}/leave"))
    assert left.headers["location"] == "/lobby"
    assert battle.opener.get(battle.path).status_code == 404


def test_a_seat_is_left_after_a_question_with_the_consequences(visitor):
    one, two, three = (
        visitor("es").register("Maite"),
        visitor().register("Ander"),
        visitor().register("Iker"),
    )
    battle = Battle(one, two, per_side="2")
    assert two.post(f"{battle.path}/join").status_code == 303
    asked = one.get(f"{battle.path}/leave").text
    assert "Tu asiento queda libre" in asked and "se borra" not in asked
    assert "Leave the table?" not in three.get(f"{battle.path}/leave").text
    assert one.send(form_to(asked, f"{battle.path}/leave")).status_code == 303
    assert "Ander" in two.get(battle.path).text and "Maite" not in two.get(battle.path).text


def test_a_running_game_has_no_forms_to_join_or_leave(battle, visitor):
    for who, what in ((battle.opponent, "leave"), (visitor().register("Ander"), "join")):
        answer = who.post(f"{battle.path}/{what}")
        assert answer.status_code == 422 and "CAR-LOB-03" in answer.text


def test_a_user_takes_one_seat_only(visitor):
    battle = Battle(visitor().register("Maite"), visitor())
    answer = battle.opener.post(f"{battle.path}/join", seat=HEX.SECOND_SIDE)
    assert answer.status_code == 422 and "You sit at this table already." in answer.text


def test_a_user_without_a_seat_cannot_leave(visitor):
    battle = Battle(visitor().register("Maite"), visitor("es").register("Íñigo"))
    assert battle.opponent.post(f"{battle.path}/leave").status_code == 403


def test_an_anonymous_visitor_who_takes_a_seat_becomes_a_guest(visitor):
    battle = Battle(visitor().register("Maite"), visitor("es")).begin()
    assert "Invitado" in battle.opponent.get("/account").text
    assert battle.path in battle.opponent.get("/my-games").text


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"seat": f"nothing/{HEX.SIDE}"}, 400),
        ({"seat": f"{HEX_SCENARIO}/unknown"}, 400),
        ({"seat": ""}, 400),
        ({"options": "flying"}, 400),
        ({"box": "ludo"}, 404),
        ({"added": "x" * 101}, 422),
        ({"added": "\x07"}, 422),
    ],
)
def test_an_invalid_table_is_not_opened(visitor, changed, status):
    asked = {"box": HEX_GAME, "seat": HEX_SEAT, **changed}
    user = visitor().register("Maite")
    answer = user.post("/tables", **asked)
    assert answer.status_code == status
    assert (
        HEX_SCENARIO not in user.get("/my-games").text
        and "First blood" not in user.get("/lobby").text
    )


def test_a_refused_form_keeps_its_choices(visitor):
    asked = {
        "box": HEX_GAME,
        "seat": f"{HEX.NEXT_SCENARIO}/",
        "visibility": "private",
        "against": "bot",
        "added": "x" * 101,
        "title": "Thursday",
    }
    page = visitor().post("/tables", **asked).text
    form = form_to(page, "/tables")
    for name in ("seat", "visibility", "against", "title"):
        assert form.fields[name] == asked[name]
    assert form.fields["spectators"] == [] and form.fields["options"] == []


def test_any_side_and_a_table_against_a_bot(visitor):
    user = visitor().register("Maite")
    path = user.post("/tables", box=HEX_GAME, seat=f"{HEX_SCENARIO}/", against="bot").headers[
        "location"
    ]
    assert "Bot" in user.get(path).text


def test_the_strength_of_a_bot_is_chosen_in_the_form_and_shown_to_spectators(visitor):
    player = visitor().register("Maite")
    form = form_to(player.get(f"/tables/new?box={HEX_GAME}").text, "/tables")
    assert form.fields["strength"] == "normal"
    assert (
        "strength" not in form_to(player.get(f"/tables/new?box={CAMPAIGN}").text, "/tables").fields
    )
    path = player.post(
        "/tables",
        box=HEX_GAME,
        seat=f"{HEX_SCENARIO}/",
        against="bot",
        strength="easy",
        spectators="yes",
    ).headers["location"]
    assert "Bot (easy)" in player.get(path).text
    assert "Bot (easy)" in visitor().get(path).text
    assert "Bot (fácil)" in visitor("es").get(path).text
    refused = {"box": INCH_GAME, "against": "bot", "strength": "perfect"}
    assert player.post("/tables", **refused, seat=f"{INCH.GUIDED}/").status_code == 400


# ---------------------------------------------------------------------- who may see it
def test_a_private_table_is_found_by_its_link_alone(visitor):
    battle = Battle(
        visitor().register("Maite"), visitor("es").register("Íñigo"), visibility="private"
    )
    assert not battle.address.isdigit()
    stranger = visitor()
    assert battle.path not in stranger.get("/lobby").text
    assert [stranger.get(f"/games/{number}").status_code for number in range(1, 4)] == [404] * 3
    assert stranger.get(battle.path).status_code == 200
    battle.begin()
    assert (
        stranger.get(battle.path).status_code == 200
        and stranger.get("/games/1/events").status_code == 404
    )
    assert battle.opener.get("/games/1").status_code == 200
    assert (
        battle.path not in stranger.get("/").text and battle.path not in stranger.get("/lobby").text
    )


def test_a_table_without_spectators_is_hidden_from_other_users(visitor):
    battle = Battle(
        visitor().register("Maite"), visitor("es").register("Íñigo"), spectators=""
    ).begin()
    outsiders = visitor(), visitor().register("Ander")
    battle.platform_order(battle.opponent, "concede")
    for who in outsiders:
        for below in (
            "",
            "/at/1",
            "/events",
            "/number",
            "/dice",
            "/export",
            "/stage",
            "/steps/movement",
        ):
            assert who.get(battle.path + below).status_code == 404, below
        assert battle.path not in who.get("/lobby").text
    assert battle.opener.get(battle.path).status_code == 200


# ---------------------------------------------------------------------- messages
def test_messages_are_for_the_table_while_it_is_played(battle, visitor):
    page = battle.opener.get(f"{battle.path}?tab=messages").text
    assert (
        battle.opener.send(
            form_to(page, f"{battle.path}/messages"), text="Buena suerte <b>& mucha</b>"
        ).status_code
        == 303
    )
    assert (
        "Buena suerte &lt;b&gt;&amp; mucha&lt;/b&gt;"
        in battle.opponent.get(f"{battle.path}?tab=messages").text
    )
    stranger = visitor()
    assert "Buena suerte" not in stranger.get(f"{battle.path}?tab=messages").text
    assert stranger.post(f"{battle.path}/messages", text="Hello").status_code == 403
    battle.platform_order(battle.opener, "concede")
    assert "Buena suerte" in stranger.get(f"{battle.path}?tab=messages").text


@pytest.mark.parametrize("text", ["", " \n ", "x" * 501])
def test_a_message_has_its_length(battle, text):
    answer = battle.opener.post(f"{battle.path}/messages", text=text)
    assert answer.status_code == 422 and "CAR-LET-01" in answer.text


def test_chat_messages_on_the_page_are_rate_limited(battle):
    answers = [battle.opener.post(f"{battle.path}/messages", text="again") for _ in range(21)]
    assert answers[19].status_code == 303
    assert answers[20].status_code == 429 and int(answers[20].headers["retry-after"]) > 0


# ---------------------------------------------------------------------- taking back, draws, giving
def test_a_move_is_taken_back_and_stays_in_the_log(battle):
    battle.end_step(battle.opener)
    assert battle.order(battle.opener, "movement", HEX.MOVE).status_code == 303
    form = form_to(
        battle.opener.get(battle.path).text, f"{battle.path}/orders", holding="take_back"
    )
    assert battle.opener.send(form).status_code == 303
    page = battle.opener.get(f"{battle.path}?tab=log").text
    assert step_on(page) == "movement" and 'class="undone"' in page and "(taken back)" in page
    assert battle.last() == 4


def test_moves_of_others_are_not_taken_back(battle):
    answer = battle.platform_order(battle.opponent, "take_back")
    assert answer.status_code == 422 and "CAR-UND-01" in answer.text
    assert "take_back" not in battle.opponent.get(battle.path).text


def test_a_draw_is_offered_declined_offered_again_and_agreed(battle):
    path = battle.path
    assert (
        battle.opener.send(
            form_to(battle.opener.get(path).text, f"{path}/orders", holding="offer_draw")
        ).status_code
        == 303
    )
    assert "CAR-DRW-01" in battle.platform_order(battle.opener, "offer_draw").text
    theirs = battle.opponent.get(path).text
    assert "Hay una oferta de tablas" in theirs or "tablas" in theirs
    assert (
        battle.opponent.send(form_to(theirs, f"{path}/orders", holding="decline_draw")).status_code
        == 303
    )
    assert "CAR-DRW-02" in battle.platform_order(battle.opponent, "decline_draw").text
    battle.platform_order(battle.opponent, "offer_draw")
    page = battle.opener.get(path).text
    assert form_to(page, f"{path}/orders", "Decline the draw")
    assert form_to(page, path, "Agree to the draw").fields == {"confirm": "draw"}
    agreeing = form_to(
        battle.opener.get(f"{path}?confirm=draw").text, f"{path}/orders", "Agree to the draw"
    )
    assert battle.opener.send(agreeing).status_code == 303
    assert "A draw" in battle.opener.get(path).text and "Tablas" in battle.opponent.get(path).text


def test_a_draw_may_be_withdrawn(battle):
    battle.platform_order(battle.opener, "offer_draw")
    assert (
        battle.opener.send(
            form_to(
                battle.opener.get(battle.path).text, f"{battle.path}/orders", "Withdraw the draw"
            )
        ).status_code
        == 303
    )
    assert "DRW-02" in battle.opener.get(f"{battle.path}?tab=log").text


def test_giving_up_ends_the_game_for_both_in_their_own_language(over, visitor):
    english, spanish = over.opener.get(over.path).text, over.opponent.get(over.path).text
    assert "You won" in english and "The raiders gave up the game." in english
    assert "Has perdido" in spanish and "Los salteadores abandonan la partida." in spanish
    assert "victory" in english and "victoria" in spanish
    looker = visitor().get(over.path).text
    assert "victory" in looker and "You lost" not in looker and "You won" not in looker
    for who, kind in ((over.opener, "concede"), (over.opponent, "offer_draw")):
        answer = over.platform_order(who, kind)
        assert answer.status_code == 422 and "CAR-TAB-02" in answer.text
    answer = over.order(over.opponent, "movement", '{"kind":"pass"}')
    assert answer.status_code == 422 and "CAR-TAB-02" in answer.text


# ---------------------------------------------------------------------- after the game
def test_a_rematch_swaps_the_sides(over):
    first = over.opener.send(
        form_to(over.opener.get(over.path).text, f"{over.path}/rematch")
    ).headers["location"]
    page = over.opponent.get(over.path).text
    assert f'href="{first}"' in page
    join = form_to(over.opponent.get(first).text, f"{first}/join")
    assert over.opponent.post(f"{over.path}/rematch").headers["location"] == first
    assert over.opponent.send(join).status_code == 422  # the user has a seat there already
    assert (
        step_on(over.opponent.get(first).text) == "first_fire"
    )  # the raiders of then are the watch of now
    assert step_on(over.opener.get(first).text) == ""


def test_no_rematch_before_the_end_nor_for_other_users(battle, visitor):
    assert "CAR-LOB-05" in battle.opener.post(f"{battle.path}/rematch").text
    assert visitor().post(f"{battle.path}/rematch").status_code == 403
    assert visitor().register("Ander").post(f"{battle.path}/rematch").status_code == 403


def test_every_moment_has_an_address(over, visitor):
    last, stranger = over.last(), visitor()
    for number in range(last + 1):
        page = stranger.get(f"{over.path}/at/{number}")
        assert page.status_code == 200 and f'data-at="{max(number, 1)}"' in page.text
        assert ('id="reel"' in page.text) == (max(number, 1) != last)
    assert f'data-at="{last}"' in stranger.get(f"{over.path}/at/{last + 50}").text
    assert stranger.get(f"{over.path}/at/-3").status_code == 200
    assert stranger.get(f"{over.path}/at/soon").status_code == 400


def test_the_slider_leads_to_its_moment_without_a_script(over, visitor):
    form = next(
        form
        for form in forms_on(visitor().get(f"{over.path}/at/2").text)
        if form.action == f"{over.path}/moment"
    )
    answer = visitor().client.get(form.action, params={"number": 3}, follow_redirects=False)
    assert answer.status_code == 303 and answer.headers["location"] == f"{over.path}/at/3"
    assert visitor().get(f"{over.path}/moment?number=x").status_code == 400
    with_eyes = visitor().client.get(
        f"{over.path}/moment?number=3&eyes={HEX.SIDE}", follow_redirects=False
    )
    assert with_eyes.headers["location"] == f"{over.path}/at/3?eyes={HEX.SIDE}"


def test_turns_and_phases_lead_to_their_moments(over, visitor):
    page = visitor().get(f"{over.path}/at/2").text
    phases = next(form for form in forms_on(page) if "number" in form.options)
    assert len(phases.options["number"]) >= 3
    for number in phases.options["number"]:
        assert visitor().get(f"{over.path}/at/{number}").status_code == 200


def test_the_seed_of_the_dice_is_hidden_until_the_end(battle, visitor):
    stranger = visitor()
    page = stranger.get(f"{battle.path}/dice").text
    assert "It is shown when the game is over." in page
    assert "CAR-EXP-01" in stranger.get(f"{battle.path}/export").text
    battle.platform_order(battle.opener, "concede")
    page = stranger.get(f"{battle.path}/dice")
    assert page.status_code == 200 and "It is shown when the game is over." not in page.text
    assert stranger.get(f"{battle.path}/export").json()["seed"] in page.text


def test_every_die_of_a_finished_game_stands_on_its_page(battle, visitor):
    battle.end_step(battle.opener)
    shots = 0
    for step in ("movement", "second_fire"):
        if step == "second_fire":
            order = next((row for row in offers(battle, HEX.SHOOTER) if row.get("target")), None)
            shots = int(
                order is not None
                and battle.order(battle.opener, step, json.dumps(order)).status_code == 303
            )
        else:
            battle.end_step(battle.opener)
    battle.platform_order(battle.opener, "concede")
    page = visitor().get(f"{battle.path}/dice")
    assert page.status_code == 200 and page.text.count("<tr><td>") >= shots


def offers(battle: Battle, piece: str) -> list[dict]:
    """Orders of the piece's offers with odds, read from the links of the page."""
    import html
    import re
    from urllib.parse import parse_qs, urlsplit

    page = battle.opener.get(f"{battle.path}?piece={piece}").text
    links = (
        html.unescape(link) for link in re.findall(r'<a class="offer-link" href="([^"]+)"', page)
    )
    return [
        json.loads(query["order"][0])
        for link in links
        if "order" in (query := parse_qs(urlsplit(link).query))
    ]


def test_the_export_is_verified_by_the_script_from_the_page(over, visitor, tmp_path):
    stranger = visitor()
    file, script = tmp_path / "game.json", tmp_path / "verify.py"
    file.write_bytes(stranger.get(f"{over.path}/export").content)
    script.write_bytes(stranger.get("/verify_dice.py").content)
    checked = subprocess.run(
        [sys.executable, "-I", script, file], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    forged = file.read_text(encoding="utf-8").replace(
        json.loads(file.read_bytes())["seed"], "0" * 64
    )
    file.write_text(forged, encoding="utf-8")
    assert (
        subprocess.run(
            [sys.executable, "-I", script, file], capture_output=True, check=False
        ).returncode
        != 0
    )


def test_rules_open_in_place_as_a_fragment(visitor):
    whole, part = (
        visitor().get("/rules/id/CH-MIS-10").text,
        visitor().get("/rules/id/CH-MIS-10", headers={"x-part": "rule"}).text,
    )
    assert "<html" in whole and "<html" not in part and 'id="CH-MIS-10"' in part


def test_the_health_check_answers(visitor):
    answer = visitor().get("/health")
    assert (answer.status_code, answer.text) == (200, "ok")
