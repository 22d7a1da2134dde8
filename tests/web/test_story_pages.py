"""Past events on the pages: numbered digest, shots drawn again, viewpoints after the end,
report.
"""

from __future__ import annotations

import random
import re

import pytest

from app.services.play import orders
from app.services.watch import game_view
from tests.sample_games import HEX, HEX_GAME
from tests.web.conftest import Battle
from tests.web.reading import form_to, words_on

DISC = re.compile(r'class="told-no"[^>]*>(\d+)<')


def fought(app, battle: Battle, until: int = 9999) -> Battle:
    """Play the bot on both sides, to the end, or past that move until the other side decides."""
    services = app.state.services
    ids = {seat.seat: seat.user_id for seat in game_view.load_view(services, battle.address).seats}
    while (look := game_view.load_view(services, battle.address)).outcome is None and (
        look.last < until or look.history.moves[-1].seat in look.waiting
    ):
        seat = look.waiting[0]
        its = game_view.load_view(services, battle.address, ids[seat])
        orders.declare_order(
            services,
            battle.address,
            ids[seat],
            f"by-bot-{its.last}",
            its.last,
            its.box.bot(its.view, random.Random(its.last)),
        )
    return battle


@pytest.fixture
def over(app, battle) -> Battle:
    return fought(app, battle)


def who_decides(app, battle: Battle):
    waiting = game_view.load_view(app.state.services, battle.address).waiting
    return battle.opener if HEX.SIDE in waiting else battle.opponent


def shots_of(app, battle: Battle) -> list[tuple[int, int]]:
    look = game_view.load_view(app.state.services, battle.address)
    return [
        (told.number, number)
        for told in game_view.load_log(look)
        for number in told.shots
        if number
    ]


# ---------------------------------------------------------------------- the digest
def test_the_numbers_on_the_board_are_the_numbers_in_the_list(app, battle):
    for until in range(14, 80, 6):
        fought(app, battle, until)
        page = who_decides(app, battle).get(f"{battle.path}?tab=changes&lang=en").text
        if "told-arrow " in page:
            break
    told = page.split('<ol class="digest">')[1].split("</ol>")[0]
    assert "So far" in page or "Since your last visit" in page  # the dice decide which
    assert set(DISC.findall(page)) <= {str(number) for number in range(1, told.count("<li>") + 1)}
    assert DISC.findall(page)
    assert "told-arrow " in page
    assert not DISC.findall(battle.opener.get(f"{battle.path}?tab=log").text)


def test_the_digest_stays_after_other_pages(app, battle):
    who = who_decides(app, fought(app, battle, 14))
    assert '<ol class="digest">' in who.get(battle.path).text
    assert '<ol class="digest">' in who.get(battle.path).text


def test_spectators_and_past_moments_have_this_turn(app, battle, visitor):
    fought(app, battle, 14)
    assert "Este turno" in visitor("es").get(f"{battle.path}?tab=changes").text
    assert "This turn" in battle.opener.get(f"{battle.path}/at/12?tab=changes").text


# ---------------------------------------------------------------------- shots
def test_every_shot_of_the_log_has_an_address_at_which_it_is_drawn_again(app, over, visitor):
    stranger, found = visitor(), shots_of(app, over)
    assert found
    log = stranger.get(f"{over.path}?tab=log").text
    for number, place in found:
        assert f"shot={number}.{place}" in log
        answer = stranger.get(f"{over.path}?shot={number}.{place}")
        assert answer.status_code == 200
        assert 'class="ui-line yes"' in answer.text
        assert f"Move {number}, shot {place} of" in answer.text
    last = found[-1]
    assert (
        'class="ui-line yes"'
        in stranger.get(f"{over.path}/at/{last[0]}?shot={last[0]}.{last[1]}").text
    )
    assert 'id="again"' in stranger.get(f"{over.path}/text?shot={last[0]}.{last[1]}").text


def test_an_unknown_shot_is_reported(over):
    for named in ("1.1", "999.1", "x", "", "0.0", "2.-1", "99999999999999.1"):
        answer = over.opener.get(f"{over.path}?shot={named}")
        assert answer.status_code == 422, named
        assert "There is no such shot." in answer.text, named


def test_a_shot_that_is_still_to_come_is_not_drawn(app, over):
    number, place = shots_of(app, over)[-1]
    assert over.opener.get(f"{over.path}/at/{number - 1}?shot={number}.{place}").status_code == 422


# ---------------------------------------------------------------------- eyes
def test_after_the_end_a_chosen_viewpoint_is_kept(over, visitor):
    page = visitor().get(f"{over.path}/at/5?eyes={HEX.SECOND_SIDE}&tab=log").text
    for eyes in (HEX.SIDE, HEX.SECOND_SIDE, "spectator"):
        assert f"{over.path}/at/5?eyes={eyes}&amp;tab=log" in page
    assert f'href="{over.path}/at/5?tab=log"' in page
    assert f"{over.path}/at/6?eyes={HEX.SECOND_SIDE}&amp;tab=log" in page
    assert re.search(rf'eyes={HEX.SECOND_SIDE}&amp;tab=log"[^>]*aria-current="true"', page)
    assert form_to(page, f"{over.path}/moment").fields["eyes"] == HEX.SECOND_SIDE


def test_other_viewpoints_are_refused_before_the_end(battle):
    assert "Seen by" not in battle.opener.get(f"{battle.path}/at/1").text


# ---------------------------------------------------------------------- the report
def test_the_report_of_a_game_that_goes_on_is_refused(battle):
    for path in ("report", "report.md"):
        answer = battle.opener.get(f"{battle.path}/{path}")
        assert answer.status_code == 422
        assert "CAR-REP-01" in answer.text


def test_the_report_has_numbered_pictures_and_is_public(over, visitor):
    page = visitor("es").get(f"{over.path}/report").text
    assert "Antes de la batalla" in page
    assert page.count('class="brd map-still') >= 3
    assert DISC.findall(page)
    assert page.count(f'<use href="#{HEX_GAME}-') >= 3
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert f"{over.path}/report" in visitor().get(over.path).text
    assert "textarea" not in page


def test_texts_of_players_in_a_report_are_escaped(over, visitor):
    page = over.opener.get(f"{over.path}/report").text
    form = next(one for one in forms(page, over) if one.fields["section"] == "opening")
    answer = over.opener.send(
        form, text="Dawn <b>& mist</b>\n\nThen <script>alert(1)</script>", replaces="yes"
    )
    assert (answer.status_code, answer.headers["location"]) == (303, f"{over.path}/report#opening")
    seen = visitor().get(f"{over.path}/report").text
    assert "Dawn &lt;b&gt;&amp; mist&lt;/b&gt;" in seen
    assert "<script>alert" not in seen
    assert "— Maite" in " ".join(words_on(seen))
    assert "What the record says" in seen
    assert (
        "Dawn"
        not in next(
            one
            for one in forms(over.opponent.get(f"{over.path}/report").text, over)
            if one.fields["section"] == "opening"
        ).fields["text"]
    )


def forms(page: str, over: Battle):
    from tests.web.reading import forms_on

    return [one for one in forms_on(page) if one.action == f"{over.path}/report"]


def test_a_too_long_report_text_is_refused_and_kept(over):
    answer = over.opener.post(
        f"{over.path}/report",
        section="ending",
        text="so long " * 600,
        replaces="yes",
    )
    assert answer.status_code == 422
    assert "CAR-REP-02" in answer.text
    assert "so long so long" in answer.text
    assert (
        over.opener.post(f"{over.path}/report", section="turn-99", text="When?").status_code == 400
    )


def test_other_users_and_forged_forms_cannot_write(over, visitor):
    assert (
        visitor()
        .register("Ander")
        .post(f"{over.path}/report", section="opening", text="Me too")
        .status_code
        == 403
    )
    assert (
        over.opener.client.post(
            f"{over.path}/report", data={"section": "opening", "text": "Forged"}
        ).status_code
        == 403
    )
    assert "Forged" not in over.opener.get(f"{over.path}/report").text


def test_the_report_can_be_exported_as_text(over, visitor):
    answer = visitor("es").get(f"{over.path}/report.md")
    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    assert "attachment" in answer.headers["content-disposition"]
    assert answer.text.startswith("# ")
    assert "## Antes de la batalla" in answer.text
    assert "<http://127.0.0.1:8000/games/" in answer.text


def test_a_private_report_is_read_by_its_link_alone(app, visitor):
    battle = fought(
        app,
        Battle(
            visitor().register("Maite"), visitor("es").register("Íñigo"), visibility="private"
        ).begin(),
    )
    stranger = visitor()
    assert stranger.get(f"{battle.path}/report").status_code == 200
    assert stranger.get("/games/1/report").status_code == 404
    assert "Any person with the address" in stranger.get(f"{battle.path}/report").text
