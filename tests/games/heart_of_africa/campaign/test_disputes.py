"""Disputes of a result with other numbers: records, differences, decisions of the referee."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign import disputes
from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.fog import View
from app.games.heart_of_africa.campaign.offering.offer import entered_words
from app.games.heart_of_africa.campaign.state import Season, War
from app.kernel.child_battles import UnitLosses
from app.kernel.dice import LoadedDice
from app.kernel.record import as_given
from app.kernel.refusal import Refused
from app.kernel.seats import Viewer
from tests.games.heart_of_africa.campaign.seasons import player, season

WHY = "The photograph shows it."
ARCHERS = UnitLosses("p2", "Archers", 6, 10)
ENTRY = o.EnterResult("b1", "p1", ("p2",), turns=6, fallen_attacker=7, casualties=(ARCHERS,))
SAME = o.DisputeResult(
    "b1", "A slip.", "p1", ("p2",), turns=6, fallen_attacker=7, casualties=(ARCHERS,)
)
OTHER = msgspec.structs.replace(
    SAME, winner=None, turns=7, casualties=(msgspec.structs.replace(ARCHERS, fallen=4),)
)


def after(now: Season, seat: str, order) -> tuple[Season, tuple]:
    """Season after an order, and its events."""
    events = tuple(CAMPAIGN.decide(now, order, seat, LoadedDice([])))
    for event in events:
        now = CAMPAIGN.evolve(now, event)
    return now, events


@pytest.fixture
def entered() -> Season:
    war = War(
        "b1",
        "p1",
        "p2",
        "ready",
        scenario="raid",
        points={"p1": 450, "p2": 600},
        ground=("coast",),
        chosen="coast",
        turn=3,
        year=1886,
    )
    people = (player(1, "native", hongos=5), player(2, "native", hongos=5), player(3, "explorer"))
    now = season("battles", *people, battles=(war,))
    return after(now, "p1", ENTRY)[0]


@pytest.fixture
def disputed(entered) -> Season:
    return after(entered, "p2", OTHER)[0]


def sentences(before: Season, event, language: str) -> str:
    return " ".join(
        one.says.in_(language) for one in CAMPAIGN.wording(before, event, Viewer("", None))
    )


def test_a_stored_dispute_without_numbers_is_read_as_before():
    order = msgspec.json.decode(b'{"kind":"dispute_result","battle":"b1"}', type=o.DisputeResult)
    assert order.winner == disputes.NOT_STATED
    assert as_given(o.DisputeResult("b1", "We won.")) == (
        '{"kind":"dispute_result","battle":"b1","reason":"We won."}'
    )
    event = e.ResultDisputed("b1", "p2", "We won.")
    assert b"other" not in msgspec.json.encode(event)


@pytest.mark.parametrize(
    ("reason", "words"),
    [("", "Disputed, without a reason."), (WHY, f"Disputed: “{WHY}”")],
)
def test_a_dispute_tells_its_reason_or_that_it_has_none(entered, reason, words):
    now, _ = after(entered, "p2", o.DisputeResult("b1", reason))
    told = entered_words(now, now.battle("b1")).in_("en")
    assert told.endswith(words) and "“-”" not in told


def test_a_result_without_turns_does_not_state_them(entered):
    silent = msgspec.structs.replace(OTHER, turns=0)
    [battle] = CAMPAIGN.battles(after(entered, "p2", silent)[0])
    rows = {row.title.in_("en"): row.second.in_("en") for row in battle.compared.rows}
    assert rows["Turns played"] == "not stated"


def test_numbers_equal_to_the_entered_ones_are_no_other_numbers(entered):
    now, events = after(entered, "p2", SAME)
    assert events[0] == e.ResultDisputed("b1", "p2", "A slip.")
    assert [one.compared for one in CAMPAIGN.battles(now)] == [None]


def test_a_dispute_and_its_decision_stand_under_the_rule_of_battles(entered, disputed):
    """HOA-CMP-23. The lines named the rule of the starting hongos, HOA-CMP-05."""
    _, [event] = after(entered, "p2", SAME)
    [line] = CAMPAIGN.wording(entered, event, Viewer("", None))
    assert line.rules == ("HOA-CMP-23",)
    invented = o.Decide("b1", "p2", reason=WHY, report_of="p3")
    with pytest.raises(Refused) as refused:
        CAMPAIGN.decide(disputed, invented, "referee", LoadedDice())
    assert [one.rule for one in refused.value.refusals] == ["HOA-CMP-23"]


def test_both_results_stand_side_by_side_until_the_decision(disputed):
    [battle] = CAMPAIGN.battles(disputed)
    rows = {row.title.in_("en"): row for row in battle.compared.rows}
    assert [title for title, row in rows.items() if row.differs] == [
        "Winner",
        "Turns played",
        *(title for title in rows if title.startswith("Fallen figures of") and rows[title].differs),
        *(title for title in rows if title.startswith("Archers")),
    ]
    assert battle.compared.differences == 4
    assert rows["Winner"].second.in_("es") == "sin decisión"
    closed, _ = after(disputed, "referee", o.Decide("b1", None, reason=WHY))
    assert [one.compared for one in CAMPAIGN.battles(closed)] == [None]


@pytest.mark.parametrize(
    ("language", "facts"),
    [
        ("en", ("A slip.", "Winner: no decision instead of", "Turns played: 7 instead of 6.")),
        ("es", ("A slip.", "Ganador: sin decisión en vez de", "Turnos jugados: 7 en vez de 6.")),
    ],
)
def test_the_log_names_the_differences_of_a_dispute(entered, language, facts):
    _, events = after(entered, "p2", OTHER)
    said = sentences(entered, events[0], language)
    for fact in facts:
        assert fact in said
    for news in CAMPAIGN.news(entered, events[0]):
        assert news.says.in_(language) == said


@pytest.mark.parametrize(
    ("order", "turns", "english", "spanish"),
    [
        (
            o.Decide("b1", "p1", ("p2",), "p1", reason=WHY),
            6,
            "Turns played: 6 instead of 7.",
            "Turnos jugados: 6 en vez de 7.",
        ),
        (
            o.Decide("b1", None, ("p2",), "p2", reason=WHY),
            7,
            "Turns played: 7 instead of 6.",
            "Turnos jugados: 7 en vez de 6.",
        ),
        (
            o.Decide("b1", "p2", (), turns=8, reason=WHY),
            8,
            "The referee decides with other numbers than both.",
            "El árbitro decide con otros números que ambos.",
        ),
    ],
)
def test_the_referee_accepts_either_result_or_states_a_third(
    disputed, order, turns, english, spanish
):
    now, events = after(disputed, "referee", order)
    war = now.battle("b1")
    assert (war.winner, war.decided.details.turns) == (order.winner, turns)
    assert english in sentences(disputed, events[0], "en")
    assert spanish in sentences(disputed, events[0], "es")
    [news] = [one for one in CAMPAIGN.news(disputed, events[0]) if one.key == "decided"]
    assert english in news.says.in_("en")


def test_every_offered_decision_of_a_dispute_can_be_given(disputed):
    view = CAMPAIGN.view(disputed, Viewer("referee", "referee"))
    decisions = [one for one in CAMPAIGN.offers(view) if isinstance(one.order, o.Decide)]
    assert [one.order.report_of for one in decisions] == ["p1", "p2", "", "", ""]
    for one in decisions:
        [reason] = [ask for ask in one.asks if ask.name == "reason"]
        assert one.is_live and not reason.is_optional and reason.most == 400
        order = replace(one.order, reason=WHY)
        assert not after(disputed, "referee", order)[0].battle("b1").is_open


@pytest.mark.parametrize("reason", ["long " * 81, "back\u202ewards"])
def test_the_decision_of_a_dispute_has_a_readable_reason(disputed, reason):
    with pytest.raises(Refused) as refused:
        CAMPAIGN.decide(disputed, o.Decide("b1", "p1", reason=reason), "referee", LoadedDice())
    assert [one.rule for one in refused.value.refusals] == ["HOA-CMP-23"]


def test_a_decision_recorded_without_a_reason_stays_valid(disputed):
    assert not after(disputed, "referee", o.Decide("b1", "p1"))[0].battle("b1").is_open


def test_a_result_without_a_dispute_needs_no_reason(entered):
    assert not after(entered, "referee", o.Decide("b1", "p1"))[0].battle("b1").is_open


@pytest.mark.parametrize("winner", ["p1", None])
def test_the_reason_is_read_in_the_log_the_news_and_on_the_page(disputed, winner):
    order = o.Decide("b1", winner, reason="The photograph \n shows it.")
    now, events = after(disputed, "referee", order)
    reason = "Reason of the referee: The photograph shows it."
    assert reason in sentences(disputed, events[0], "en")
    assert "Motivo del árbitro: The photograph" in sentences(disputed, events[0], "es")
    told = {side for one in CAMPAIGN.news(disputed, events[0]) for side in one.sides}
    assert told == {"p1", "p2"}
    assert all(reason in one.says.in_("en") for one in CAMPAIGN.news(disputed, events[0]))
    page = CAMPAIGN.pages(CAMPAIGN.view(now, Viewer("", None))).battle("b1")
    assert page.compared.decided.in_("en") == f"The referee decides. {reason}"
    assert f"The referee decides. {reason}" in [one.in_("en") for one in page.facts]


def test_the_form_of_a_dispute_holds_the_entered_numbers(entered):
    pages = CAMPAIGN.pages(CAMPAIGN.view(entered, Viewer("p2", "p2")))
    form = pages.battle("b1").dispute_form
    assert (form.stated, form.losses, form.is_open) == (0, (ARCHERS,), True)
    values = {ask.name: ask.values for ask in form.results[0].asks}
    assert values["turns"] == ("6",) and values["leaders_lost"] == ("p2",)
    assert values["fallen_attacker"] == ("7",)
    assert values["fallen_defender"] == ()  # the sum of the units
    for side in ("p1", "p3", None):
        other = CAMPAIGN.pages(CAMPAIGN.view(entered, Viewer(side or "", side)))
        assert other.battle("b1").dispute_form is None


def preview(now: Season, seat: str, order, language: str = "en") -> list[str]:
    return [one.in_(language) for one in CAMPAIGN.assess(View(now, seat), order).notes]


def waiting(entered: Season) -> Season:
    """The same battle before any result."""
    [war] = entered.battles
    unreported = msgspec.structs.replace(war, entered=None, reported=None)
    return msgspec.structs.replace(entered, battles=(unreported,))


def test_the_preview_of_a_result_repeats_its_numbers(entered):
    first, spoils = preview(waiting(entered), "p1", ENTRY)
    assert "Leaders lost:" in first and "Turns played: 6." in first
    assert "7 and" in first and first.count(" 6") == 2  # the fallen of the units are added up
    assert "1 hongo" in spoils
    primera, botin = preview(waiting(entered), "p1", ENTRY, "es")
    assert "Turnos jugados: 6." in primera and "1 hongo" in botin


def test_the_preview_of_other_numbers_repeats_them(entered, disputed):
    first, spoils = preview(entered, "p2", OTHER)
    assert "Turns played: 7." in first and spoils == "No hongo changes hands."
    assert preview(entered, "p2", o.DisputeResult("b1", "A slip.")) == []
    decided = preview(disputed, "referee", o.Decide("b1", "p2", turns=5))
    assert "Turns played: 5." in decided[0] and "1 hongo" in decided[1]


def test_a_result_of_unknown_players_has_no_preview(entered):
    for order in (o.EnterResult("b1", "p9"), o.EnterResult("b1", "p1", ("p9",))):
        assert preview(waiting(entered), "p1", order) == []
