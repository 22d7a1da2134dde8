"""Review of a decision by another referee, on pages and over the API."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from app.kernel.correction_orders import FIXED_REASONS
from app.services.notify.outbox import decode_message
from app.services.people import moderation
from tests.api.campaigns import Campaign
from tests.api.conftest import Site, patched, site  # noqa: F401 fixtures
from tests.sample_games import INCH
from tests.services.mailbox import give_address, sending
from tests.web.circle import text_of
from tests.web.conftest import Visitor
from tests.web.reading import confirmation_on, forms_on

PASSWORD = "a long enough sentence"


@pytest.fixture
def campaign(site: Site):  # noqa: F811 the fixture
    """Berta plays and is a referee, as Ada is. Berta has corrected the first move of the turn."""
    found = Campaign(site)
    found.site = site
    found.referee.post(f"{found.path}/referees", {"name": "Berta"})
    found.open_turn()
    last = found.referee.get(found.path)["last"]
    author = found.players["p1"]
    asked = {"move": last, "reason": "Opened too early."}
    digest = author.post(f"{found.path}/corrections/preview", asked)["digest"]
    signed = {**asked, "command": "sign", "digest": digest}
    found.signed = author.post(f"{found.path}/corrections", signed)["number"]
    found.pages = {name: logged_in(site.app, name) for name in ("Ada", "Berta")}
    return found


def logged_in(app, name: str) -> Visitor:
    visitor = Visitor(app)
    assert visitor.post("/login", name=name, password=PASSWORD).status_code == 303
    return visitor


def review_forms(campaign, name):
    page = campaign.pages[name].get(f"{campaign.path}/corrections?lang=en")
    return [one for one in forms_on(page.text) if "correction" in one.fields], page


def answering(campaign, name, number):
    """Forms in which a user answers a review of this decision."""
    return [
        one
        for one in review_forms(campaign, name)[0]
        if one.fields["correction"] == str(number) and "words" in one.fields
    ]


def test_a_correction_in_ones_own_matter_is_marked_and_reviewed(campaign):
    (form,), page = review_forms(campaign, "Berta")
    assert "in the referee’s own matter" in text_of(page.text)
    assert "You also play. Your decisions as a referee carry a mark" in text_of(page.text)
    preview = campaign.pages["Berta"].send(form, answer="ask")
    assert "A review does not change the campaign." in text_of(preview.text)
    assert "A review is asked for." not in text_of(review_forms(campaign, "Ada")[1].text)
    assert campaign.pages["Berta"].give(form, answer="ask").status_code == 303
    desk = text_of(campaign.pages["Ada"].get(f"{campaign.path}/desk?lang=en").text)
    assert f"A review of the decision of move {campaign.signed} is asked for." in desk
    (form,), _ = review_forms(campaign, "Ada")
    answer = campaign.pages["Ada"].give(form, answer="agree", words="Rightly so.")
    assert answer.status_code == 303
    _, page = review_forms(campaign, "Ada")
    assert "Another referee agrees." in text_of(page.text) and "Rightly so." in page.text
    log = text_of(campaign.pages["Ada"].get(f"{campaign.path}?tab=log&lang=en").text)
    assert f"Another referee agrees with the decision of move {campaign.signed}. Rightly so." in log


def test_every_decision_of_a_playing_referee_is_marked_and_reviewed(campaign):
    """CAR-COR-06: a posting by hand, which is no correction."""
    gift = {"kind": "book", "hongos": 1, "reason": "A gift.", "receiver": "p1"}
    campaign.players["p1"].order(campaign.address, gift, seat="referee")
    number = campaign.referee.get(campaign.path)["last"]
    decisions = f"{campaign.path}/corrections/decisions"
    (one,) = campaign.players["p3"].get(decisions)
    assert (one["number"], one["review"]) == (number, None) and len(one["own_matter"]) == 1
    campaign.pages["Carla"] = logged_in(campaign.site.app, "Carla")
    forms, page = review_forms(campaign, "Carla")
    assert "Decisions of referees who play" in page.text and "A gift." in page.text
    (form,) = (one for one in forms if one.fields["correction"] == str(number))
    assert campaign.pages["Carla"].give(form, answer="ask").status_code == 303
    desk = campaign.pages["Ada"].get(f"{campaign.path}/desk?lang=en").text
    assert f"A review of the decision of move {number} is asked for." in text_of(desk)
    assert f"/corrections#decision-{number}" in desk
    waiting = campaign.referee.get(f"{campaign.path}/desk")["reviewed_decisions"]
    assert [one["number"] for one in waiting] == [number]
    assert answering(campaign, "Berta", number) == []  # it is her decision
    (form,) = answering(campaign, "Ada", number)
    answer = campaign.pages["Ada"].give(form, answer="disagree", words="No <b>gift</b>.")
    assert answer.status_code == 303
    page = campaign.pages["Carla"].get(f"{campaign.path}/corrections?lang=en").text
    assert "Another referee disagrees." in text_of(page) and "No &lt;b&gt;gift&lt;/b&gt;." in page
    (one,) = campaign.players["p3"].get(decisions)
    assert one["review"] == {"agrees": False, "words": "No <b>gift</b>."}
    answers = campaign.referee.get(f"{campaign.path}/desk")["reviewed_decisions"]
    assert answers == []


def test_the_author_of_a_decision_does_not_review_it(campaign):
    """The page of the author has no form for the answer. A form of another page is refused."""
    (asking,), _ = review_forms(campaign, "Berta")
    campaign.pages["Berta"].give(asking, answer="ask")
    forms, page = review_forms(campaign, "Berta")
    assert forms == []
    assert "The decision is yours: another referee reviews it." in text_of(page.text)
    (form,), page = review_forms(campaign, "Ada")
    assert "The decision is yours" not in text_of(page.text)
    preview = campaign.pages["Ada"].send(form, answer="agree", words="Mine is <b>right</b>")
    sent = confirmation_on(preview.text)
    del sent.fields["csrf"]
    refused = campaign.pages["Berta"].post(sent.action, **sent.fields)
    assert refused.status_code == 422
    assert "another referee reviews it" in text_of(refused.text)
    spanish = campaign.pages["Ada"].get(f"{campaign.path}/corrections?lang=es").text
    assert "Se ha pedido una revisión." in text_of(spanish)


def test_a_disagreement_without_a_reason_is_refused_before_its_preview(campaign):
    (form,), _ = review_forms(campaign, "Berta")
    campaign.pages["Berta"].give(form, answer="ask")
    (form,), _ = review_forms(campaign, "Ada")
    refused = campaign.pages["Ada"].send(form, answer="disagree", words=" ")
    assert refused.status_code == 422
    assert "Give the reason why you disagree." in text_of(refused.text)
    assert [one for one in forms_on(refused.text) if one.confirms] == []
    preview = campaign.pages["Ada"].send(form, answer="disagree", words="It was <i>late</i>.")
    assert "It was &lt;i&gt;late&lt;/i&gt;." in preview.text
    assert "Confirm: Disagree with the decision" in text_of(preview.text)


def test_a_player_asks_on_the_page_and_a_reader_does_not(campaign):
    campaign.pages["Carla"] = logged_in(campaign.site.app, "Carla")
    (form,), page = review_forms(campaign, "Carla")
    assert "Ask another referee for a review" in page.text and "Which entry" not in page.text
    preview = campaign.pages["Carla"].send(form, answer="ask")
    form = confirmation_on(preview.text)
    assert campaign.pages["Carla"].send(form).status_code == 303
    forms, page = review_forms(campaign, "Carla")
    assert forms == [] and "A review is asked for." in text_of(page.text)
    again = campaign.pages["Carla"].send(form, command="again", after="99")
    assert again.status_code == 409
    assert len(review_forms(campaign, "Ada")[0]) == 1
    campaign.pages["reader"] = Visitor(campaign.site.app)
    forms, page = review_forms(campaign, "reader")
    assert forms == [] and "Opened too early." in page.text
    answer = campaign.pages["Carla"].send(form, answer="agree", words="Mine", command="x")
    assert answer.status_code in (409, 422)


def test_a_program_reads_asks_and_answers(campaign):
    signed = f"{campaign.path}/corrections/signed"
    (one,) = campaign.players["p3"].get(signed)
    assert one["review"] is None and len(one["own_matter"]) == 1
    order = {"kind": "ask_review", "move": campaign.signed}
    campaign.players["p3"].order(campaign.address, order)
    assert [one["number"] for one in campaign.referee.get(f"{campaign.path}/desk")["reviews"]] == [
        campaign.signed
    ]
    answer = {"kind": "answer_review", "move": campaign.signed, "agrees": False, "words": "Why?"}
    campaign.players["p1"].order(campaign.address, answer, 422, seat="referee")
    campaign.players["p3"].order(campaign.address, answer, 422)
    campaign.referee.order(campaign.address, answer)
    (one,) = campaign.players["p3"].get(signed)
    assert one["review"] == {"agrees": False, "words": "Why?"}


def test_a_referee_who_plays_asks_the_other_one_to_sign(campaign):
    preview = f"{campaign.path}/corrections?lang=en&move=2&offer=strike&correction_reason=Wrong."
    give_address(campaign.site.services, ada_of(campaign), "ada@example.org")
    page = campaign.pages["Berta"].get(preview)
    assert "Ask Ada to sign" in text_of(page.text)
    [form] = [one for one in forms_on(page.text) if "digest" in one.fields]
    last = campaign.referee.get(campaign.path)["last"]
    asked = campaign.pages["Berta"].send(form, do="ask")
    assert asked.status_code == 303
    told = text_of(campaign.pages["Berta"].get(asked.headers["location"]).text)
    assert "Nothing is signed yet." in told
    assert campaign.referee.get(campaign.path)["last"] == last
    [link] = links_of_requests(campaign)
    page = campaign.pages["Ada"].get(link)
    assert "Ask Berta to sign" in text_of(page.text)


def test_a_muted_referee_asks_for_a_signature_with_the_fixed_reason(campaign):
    preview = f"{campaign.path}/corrections?lang=en&move=2&offer=strike&correction_reason="
    give_address(campaign.site.services, ada_of(campaign), "ada@example.org")
    page = campaign.pages["Berta"].get(f"{preview}Insult.")
    [form] = [one for one in forms_on(page.text) if "digest" in one.fields]
    services = campaign.site.services
    moderation.act_as_administrator(services, campaign.site.people["Berta"], "mute", 3)
    refused = campaign.pages["Berta"].send(form, do="ask")
    assert refused.status_code == 422 and "has muted you until" in text_of(refused.text)
    asking, asked = f"{campaign.path}/corrections/requests", {"move": 2, "reason": "Insult."}
    program = campaign.players["p1"]
    assert [one["rule"] for one in program.post(asking, asked, 422)["refusals"]] == ["CAR-MOD-01"]
    assert links_of_requests(campaign) == []
    page = campaign.pages["Berta"].get(f"{preview}{quote(FIXED_REASONS['en'])}")
    [form] = [one for one in forms_on(page.text) if "digest" in one.fields]
    assert campaign.pages["Berta"].send(form, do="ask").status_code == 303
    assert len(links_of_requests(campaign)) == 1
    moderation.act_as_administrator(services, campaign.site.people["Berta"], "unmute")


def test_a_program_asks_another_referee_to_sign_an_order_in_place_of_a_move(campaign):
    give_address(campaign.site.services, ada_of(campaign), "ada@example.org")
    asking = f"{campaign.path}/corrections/requests"
    instead = {"kind": "join", "list": INCH.LATE_LIST, "nation": INCH.LATE_LIST}
    asked = {"move": 2, "reason": "Another list.", "instead": instead}
    last = campaign.referee.get(campaign.path)["last"]
    for _ in range(2):  # the same request goes out once
        assert campaign.players["p1"].ask("POST", asking, asked).status_code == 204
    assert campaign.referee.get(campaign.path)["last"] == last
    [link] = links_of_requests(campaign)
    page = campaign.pages["Ada"].get(link)
    assert page.status_code == 200
    assert "The order that another referee proposes" in text_of(page.text)
    [form] = [one for one in forms_on(page.text) if "digest" in one.fields]
    assert json.loads(str(form.fields["order"]))["instead"] == instead
    assert campaign.pages["Ada"].get(link.replace("%7B", "%5B", 1)).status_code == 404
    assert campaign.pages["Ada"].send(form).status_code == 303


def links_of_requests(campaign) -> list[str]:
    """Links of the messages that ask for a signature in this campaign."""
    messages = map(decode_message, sending(campaign.site.services))
    links = [one.link for one in messages if one.title.in_("en").startswith("Sign a correction")]
    return [link for link in links if link.startswith(f"{campaign.path}/")]


def ada_of(campaign):
    with campaign.site.services.store.read() as work:
        return work.users.find_user(campaign.site.people["Ada"])
