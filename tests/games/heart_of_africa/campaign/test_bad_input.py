"""Orders that make no sense are refused with a rule and a sentence in both languages."""

from __future__ import annotations

import pytest

from app.games.heart_of_africa import CAMPAIGN
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.state import Entered, Meeting, Season, Taking, Talk, War
from app.kernel.dice import LoadedDice
from app.kernel.refusal import Refused
from tests.games.heart_of_africa.campaign.seasons import player, season, seen
from tests.one_by_one import one_by_one

LONG = "x" * 10_000
HUGE = 10**30
LONGEST_SENTENCE = 300  # characters of a refusal, whatever the order said
CONTROLS = (
    "Wa\u0000simba",
    "\u202eabmis",
    "Wa\u200bsimba",
    "\ud800",
    " \u00a0 ",
    "\x1b[2J",
)

NATIVES = (player(1, "native"), player(2, "native"), player(3, "explorer"), player(4, "colonial"))
BETWEEN = season("between_turns", *NATIVES)
DECLARING = season("declaring", *NATIVES)
ATTACKED = season("declaring", *NATIVES, talks=(Talk("p1", "p2"),), declared=("p1",))
MET = season(
    "meetings", player(1, "explorer"), player(2, "explorer"), meetings=(Meeting("p1", "p2"),)
)
READY_WAR = War("b1", "p1", "p2", "ready", ground=("savannah", "coast"), turn=3, year=1886)
FOUGHT = season("battles", *NATIVES, battles=(READY_WAR,))
ENTERED = season(
    "battles",
    *NATIVES,
    battles=(
        War(
            "b1",
            "p1",
            "p2",
            "ready",
            chosen="coast",
            turn=3,
            year=1886,
            entered=Entered("p1", "p1"),
        ),
    ),
)
WON = season("battles", *NATIVES, takings=(Taking("p4", "p5", ("p6",)),))

BAD: list[tuple[Season, str, object]] = [
    *((BETWEEN, "p9", o.Join("zanzibaris", "zanzibaris", None, name)) for name in (LONG, *CONTROLS)),
    (BETWEEN, "p9", o.Join(LONG, LONG, LONG, "Wa-simba")),
    (BETWEEN, "p9", o.Join("zanzibaris", LONG)),
    (BETWEEN, "p9", o.Join("zanzibaris", "zanzibaris", LONG)),
    (BETWEEN, "p9", o.Join("egyptians", "egyptians", LONG)),
    (BETWEEN, "p9", o.Join("", "")),
    *((BETWEEN, "p1", o.Give("p2", hongos)) for hongos in (0, -1, -HUGE, HUGE, 5)),
    *((BETWEEN, "p1", o.Give(to, 1)) for to in ("p1", "p4", "p9", "referee", "", LONG)),
    (BETWEEN, "p1", o.TakeGift(LONG)),
    *((BETWEEN, "p1", o.Claim(list_, LONG)) for list_ in (LONG, "", "zanzibaris", "pygmies")),
    (BETWEEN, "p9", o.Claim("zanzibaris", "zanzibaris")),
    (BETWEEN, "p1", o.KeepArmy()),
    (BETWEEN, "p1", o.OpenTurn()),
    (BETWEEN, "p1", o.CloseCampaign()),
    (BETWEEN, "p1", o.AnswerRevolt(revolt=True)),
    (BETWEEN, "p9", o.AnswerRevolt(revolt=True)),
    *((DECLARING, "p1", o.Attack(target)) for target in ("p1", "p9", "referee", "", LONG)),
    *((DECLARING, seat, o.Attack("p2")) for seat in ("p9", "referee", "")),
    (DECLARING, "p1", o.AskPassage("p2", 1)),
    (DECLARING, "p1", o.Hunt()),
    *((ATTACKED, "p2", o.Resist(attacker)) for attacker in ("p9", "p2", "", LONG)),
    *((ATTACKED, "p2", o.OfferTerms("p1", "p2", hongos)) for hongos in (-1, -HUGE, HUGE)),
    *((ATTACKED, "p2", o.OfferTerms("p1", payer, 1)) for payer in ("p9", "referee", LONG)),
    (ATTACKED, "p2", o.OfferTerms("p1", "p2", 1, words=LONG)),
    *((ATTACKED, "p2", o.OfferTerms("p1", "p2", 1, words=words)) for words in ("\u202e", "a\u0000")),
    (ATTACKED, "p2", o.OfferTerms("p1", "p2", 1, passage=True)),
    (ATTACKED, "p2", o.OfferTerms(LONG)),
    *((ATTACKED, "p2", order(LONG)) for order in (o.Accept, o.Refuse)),
    *((MET, "p1", o.Meet(other, "fight")) for other in ("p1", "p9", LONG)),
    *((MET, "p1", o.Meet("p2", answer)) for answer in ("", "parley", "sealed", LONG)),
    *((FOUGHT, "p2", o.ChooseGround("b1", ground)) for ground in ("", "moon", LONG)),
    *((FOUGHT, "p2", o.ChooseGround(battle, "coast")) for battle in ("b2", "", LONG)),
    *((FOUGHT, "p1", o.EnterResult(battle, "p1")) for battle in ("b2", "", LONG)),
    *((FOUGHT, "p1", o.EnterResult("b1", winner)) for winner in ("p3", "", LONG)),
    *((FOUGHT, "p1", o.EnterResult("b1", "p1", leaders)) for leaders in (("p3",), (LONG,))),
    *((FOUGHT, "referee", o.Decide("b1", winner)) for winner in ("p3", "", LONG)),
    (FOUGHT, "p3", o.EnterResult("b1", "p1")),
    *((FOUGHT, "p1", o.EnterResult("b1", "p1", (), fallen)) for fallen in (-1, HUGE)),
    *((FOUGHT, "p1", o.EnterResult("b1", "p1", remarks=text)) for text in (LONG, "\u202e")),
    *((BETWEEN, "referee", o.Book(n, "Opening.", "", "p1")) for n in (0, -1, HUGE)),
    *((BETWEEN, "referee", o.Book(1, text, "", "p1")) for text in ("", " ", LONG, "\u202e")),
    *((BETWEEN, "referee", o.Book(1, "A.", payer, to)) for payer, to in (("p1", "p1"), ("", LONG))),
    (BETWEEN, "p1", o.Book(1, "Opening.", "", "p1")),
    *((FOUGHT, "referee", order(LONG)) for order in (o.OrderForfeit, o.Lapse, o.PassFor)),
    *((FOUGHT, "p1", order("b1")) for order in (o.OrderForfeit, o.Lapse)),
    (ENTERED, "p1", o.ConfirmResult("b1")),
    (ENTERED, "p3", o.ConfirmResult("b1")),
    (ENTERED, "p2", o.ConfirmResult(LONG)),
    *((ENTERED, "p2", o.DisputeResult("b1", reason)) for reason in (LONG, "\u202e", "a\u0000b")),
    *((ENTERED, "p2", o.DisputeResult("b1", "", winner)) for winner in ("p3", LONG)),
    *((ENTERED, "p2", o.DisputeResult("b1", "", None, (), n)) for n in (-1, HUGE)),
    (ENTERED, "p2", o.DisputeResult("b1", "", None, ("p3",))),
    (ENTERED, "p2", o.DisputeResult("b1", turns=6)),
    (ENTERED, "p1", o.DisputeResult("b1", "", "p2")),
    *((ENTERED, "referee", o.Decide("b1", "p2", report_of=one)) for one in ("p1", "p2", LONG)),
    (ENTERED, "referee", o.Decide("b1", "p2", fallen_attacker=-1)),
    *((WON, "p4", o.TakeDistrict(district)) for district in ("p1", "p9", LONG)),
    (WON, "p1", o.TakeDistrict()),
]  # fmt: skip


@one_by_one("bad", BAD)
def test_a_senseless_order_is_refused_in_both_languages(bad):
    state, seat, order = bad
    with pytest.raises(Refused) as refused:
        CAMPAIGN.decide(state, order, seat, LoadedDice())
    for one in refused.value.refusals:
        assert one.rule in {rule.id for rule in CAMPAIGN.rulebook}
        sentences = [one.says.in_(language) for language in ("en", "es")]
        assert all(0 < len(sentence) <= LONGEST_SENTENCE for sentence in sentences)
        assert sentences[0] != sentences[1]
        assert all(sentence.isprintable() for sentence in sentences)


@one_by_one("bad", BAD)
def test_the_dry_run_of_a_senseless_order_breaks_nothing(bad):
    state, seat, order = bad
    found = CAMPAIGN.assess(seen(state, seat), order)
    assert found.no or found.asks


def test_a_name_is_kept_with_single_spaces():
    (joined, *_) = CAMPAIGN.decide(
        BETWEEN,
        o.Join("zanzibaris", "zanzibaris", None, "  The \t grey  lions "),
        "p9",
        LoadedDice(),
    )
    assert joined.player.people == "The grey lions"
