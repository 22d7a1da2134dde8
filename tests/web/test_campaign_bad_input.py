"""Bad input to a campaign, on pages and over the API: the answer is a sentence, and nothing is
lost.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.services.time import availability
from tests.api.campaigns import Campaign
from tests.api.conftest import patched, site  # noqa: F401 fixtures
from tests.clock_modules import GAME_TIME
from tests.sample_games import CAMPAIGN, INCH
from tests.web.circle import text_of
from tests.web.conftest import Visitor
from tests.web.reading import form_to, forms_on

PASSWORD = "a long enough sentence"
LONG = "ñ" * 10_000
SCRIPT = "<script>alert('x')</script>"


@pytest.fixture
def campaign(site) -> Campaign:  # noqa: F811 the fixture
    return Campaign(site, kind="steps", steps={"declare": 3, "confirm": 3})


def logged_in(campaign, name: str) -> Visitor:
    visitor = Visitor(campaign.referee.client.app)
    assert visitor.post("/login", name=name, password=PASSWORD).status_code == 303
    return visitor


def name_of(campaign, seat: str) -> str:
    seats = campaign.referee.get(campaign.path)["seats"]
    return next(one["name"] for one in seats if one["seat"] == seat)


def last(campaign) -> int:
    return campaign.referee.get(campaign.path)["last"]


def send_order(page, campaign, order: str, after: int, step: str = "battles", **fields):
    return page.post(
        f"{campaign.path}/steps/{step}",
        order=order,
        command=f"c{after}-{len(order)}",
        after=str(after),
        **fields,
    )


# --- Pages of last week
def test_a_declaration_of_last_week_is_not_given(campaign):
    campaign.open_turn()
    first, old = campaign.waiting()[0], last(campaign)
    page = logged_in(campaign, name_of(campaign, first))
    for _ in range(3):
        campaign.order(campaign.waiting()[0], "pass")
    campaign.open_turn()
    now = last(campaign)
    answer = send_order(page, campaign, '{"kind":"pass"}', old, "declaring")
    assert answer.status_code == 409
    assert "Another player moved meanwhile." in text_of(answer.text)
    program = campaign.players[first]
    stale = {"command": "old", "after": old, "order": {"kind": "attack", "target": "p2"}}
    told = program.post(f"{campaign.path}/orders", stale, 409)
    assert (told["number"], told["game"]["last"]) == (now, now) and last(campaign) == now


def test_a_correction_of_last_week_is_previewed_anew(campaign):
    campaign.open_turn()
    page = logged_in(campaign, "Ada")
    opened = last(campaign)
    asked = {"move": str(opened), "offer": "strike", "correction_reason": "Too early, I think"}
    preview = page.get(f"{campaign.path}/corrections", params=asked)
    (form,) = [one for one in forms_on(preview.text) if "digest" in one.fields]
    campaign.order(campaign.waiting()[0], "pass")
    answer = page.send(form)
    assert answer.status_code == 409 and "Too early, I think" in answer.text
    assert "Nothing is signed; this is the new preview." in text_of(answer.text)


# --- Two referees at once
def test_of_two_referees_at_once_one_decides_and_the_other_is_told(campaign):
    attacker, defender = campaign.dispute()
    campaign.referee.post(f"{campaign.path}/referees", {"name": name_of(campaign, attacker)})
    pages = [logged_in(campaign, "Ada"), logged_in(campaign, name_of(campaign, attacker))]
    here = f"{campaign.path}/battles/b1/decide"
    forms = [form_to(page.get(here).text, here) for page in pages]
    before = last(campaign)
    assert pages[0].send(forms[0], result="0", reason="A photograph.").status_code == 303
    late = pages[1].send(forms[1], result="1", reason="My notes.")
    assert late.status_code == 422
    assert "This battle waits for no result." in text_of(late.text)
    assert "No result can be entered for this battle now." in text_of(late.text)
    told = campaign.players[attacker].post(
        f"{campaign.path}/orders",
        {
            "command": "late",
            "after": before,
            "seat": "referee",
            "order": {"kind": "decide", "battle": "b1", "winner": defender, "reason": "?"},
        },
        409,
    )
    assert told["number"] == last(campaign) > before
    assert campaign.battles()[0]["status"] == "over"


# --- A result for a void battle
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["enter_result", "confirm_result", "dispute_result"])
def test_a_result_for_a_void_battle_is_refused_with_its_reason(campaign, kind):
    attacker, _ = campaign.fight()
    campaign.referee.order(campaign.address, {"kind": "lapse", "battle": "b1"})
    order = {"kind": kind, "battle": "b1"}
    order |= {"winner": attacker} if kind == "enter_result" else {}
    refused = campaign.players[attacker].order(campaign.address, order, 422)
    assert refused["refusals"][0]["rule"].startswith("HOA-CMP-")
    page = logged_in(campaign, name_of(campaign, attacker))
    field = "reason" if kind == "dispute_result" else "remarks"
    typed = "" if kind == "confirm_result" else f',"{field}":"The fog decided <b>it</b>"'
    winner = f',"winner":"{attacker}"' if kind == "enter_result" else ""
    raw = f'{{"kind":"{kind}","battle":"b1"{winner}{typed}}}'
    answer = send_order(page, campaign, raw, last(campaign))
    assert answer.status_code == 422
    assert "Nothing waits for you at the moment." in text_of(answer.text)
    assert ("The fog decided &lt;b&gt;it&lt;/b&gt;" in answer.text) == bool(typed)


# --- A script
def test_a_script_is_text_on_every_page(campaign):
    attacker, defender = campaign.fight()
    campaign.order(attacker, "enter_result", winner=attacker, remarks=SCRIPT)
    campaign.order(defender, "dispute_result", reason=SCRIPT)
    order = {"kind": "decide", "battle": "b1", "winner": attacker, "reason": SCRIPT}
    campaign.referee.order(campaign.address, order)
    campaign.correct(last(campaign), SCRIPT)
    campaign.referee.order(campaign.address, order)
    page = logged_in(campaign, "Ada")
    for where in ("", "?tab=log", "/front", "/ledger", "/battles/b1", "/chronicle", "/corrections",
                  "/people/p1", "/desk"):  # fmt: skip
        text = page.get(f"{campaign.path}{where}").text
        assert "<script>alert" not in text, where
    assert "&lt;script&gt;alert" in page.get(f"{campaign.path}?tab=log").text
    assert SCRIPT in str(campaign.referee.get(f"{campaign.path}/log"))


# --- A name of 10,000 letters
def test_a_referee_of_10_000_letters_is_refused_and_the_page_stays(campaign):
    page = logged_in(campaign, "Ada")
    forms = forms_on(page.get(f"{campaign.path}/referees").text)
    (form,) = [one for one in forms if one.fields.get("do") == "name"]
    answer = page.send(form, name=LONG)
    assert answer.status_code == 422
    assert "can be invited" in text_of(answer.text)
    for method, path in (("POST", "/referees"), ("PUT", "/referees/vote")):
        told = campaign.referee.ask(method, f"{campaign.path}{path}", {"name": LONG})
        assert told.status_code == 400 and told.json()["fields"][0]["at"] == "body.name"


def test_a_people_of_10_000_letters_is_refused(site, campaign):  # noqa: F811 the fixture
    newcomer = site.speaks("Elena")
    entry = {"kind": "join", "list": INCH.LIST, "nation": INCH.OTHER_NATION, "people": LONG}
    told = newcomer.order(campaign.address, entry, 422, step="between_turns")
    assert "HOA-CMP-15" in {one["rule"] for one in told["refusals"]}
    assert len(told["detail"]) < 1000
    page = logged_in(campaign, "Elena")
    raw = INCH.ENTRY
    raw = raw.replace("}", f',"people":"{LONG}"}}')
    answer = send_order(page, campaign, raw, last(campaign), "between_turns")
    assert answer.status_code == 422 and "letters" in text_of(answer.text)


def test_a_reason_of_10_000_letters_is_refused_and_stays_in_the_form(campaign):
    campaign.open_turn()
    asked = {"move": str(last(campaign)), "offer": "strike", "correction_reason": "Wrong. " * 1_000}
    answer = logged_in(campaign, "Ada").get(f"{campaign.path}/corrections", params=asked)
    assert answer.status_code == 422
    assert "A reason has at most 500 characters" in text_of(answer.text)
    assert "Wrong. Wrong." in answer.text
    program = {"move": last(campaign), "reason": "Wrong. " * 300}
    campaign.referee.post(f"{campaign.path}/corrections/preview", program, 422)


# --- An hour that summer time skips
def test_a_deadline_in_an_hour_that_summer_time_skips_is_shown_an_hour_later(site, monkeypatch):  # noqa: F811 the fixture
    moment = datetime(2027, 3, 26, 12, tzinfo=UTC)
    for module in GAME_TIME:
        monkeypatch.setattr(module, "current_time", lambda: availability.time_text(moment))
    campaign = Campaign(
        site, kind="steps", steps={"declare": 1}, hour="02:30", zone="Europe/Madrid", weekdays="6"
    )
    campaign.open_turn()
    (player,) = campaign.referee.get(f"{campaign.path}/desk")["players"]
    assert player["deadline"] == "2027-03-28T01:30:00.000Z"  # 03:30 of summer time in Madrid
    desk = text_of(logged_in(campaign, "Ada").get(f"{campaign.path}/desk").text)
    assert "28 Mar, 01:30 (UTC)" in desk


def test_an_hour_that_no_clock_shows_is_refused_at_the_founding(site):  # noqa: F811 the fixture
    asked = {"box": CAMPAIGN, "scenario": "campaign", "side": "referee"}
    for wrong in ({"hour": "25:30"}, {"zone": "Africa/Nowhere"}, {"hour": LONG[:200]}):
        clock = {"kind": "steps", "steps": {"declare": 1}, "hour": "20:00", "zone": "UTC", **wrong}
        told = site.speaks("Ada").post("/tables", {**asked, "clock": clock}, 422)
        assert told["refusals"][0]["rule"].startswith("CAR-CLK")
