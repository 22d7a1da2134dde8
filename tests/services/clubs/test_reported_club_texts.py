"""Reports of house rules, date polls and welcome messages, and their removal, on both databases."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta

import pytest

from app.kernel.refusal import Refused
from app.services.clubs import (
    club_complaints,
    club_export,
    house_rules,
    members,
    poll_worker,
    polls,
    waiting,
    welcome,
)
from app.services.clubs.clubs import load_club
from app.services.clubs.house_rules import HouseRuleTerms
from app.services.errors import NoSuchClub
from app.services.people import account_deletion, accounts, moderation
from app.services.server_clock import current_datetime
from tests.services.clubs.page_operations import POLL, RULE
from tests.services.clubs.staffed_club import StaffedClub

RUDE = "A rude welcome."


@dataclass
class Reports:
    """Club with a text of each kind, and a moderator of the server."""

    staffed: StaffedClub
    page: int = 0
    poll: int = 0

    def __post_init__(self) -> None:
        services, club, owner = self.services, self.staffed.club, self.staffed.ids["owner"]
        moderation.act_as_administrator(services, self.staffed.ids["asked"], "name")
        self.page = house_rules.write_house_rule(services, club, owner, RULE)
        self.poll = polls.propose_dates(services, club, owner, POLL)
        welcome.change_welcome(services, club, owner, RUDE, "")

    @property
    def services(self):
        return self.staffed.services

    def numbers(self, kind: str) -> tuple[int, ...]:
        return {"rule": (self.page, 1), "poll": (self.poll,), "welcome": ()}[kind]

    def report(self, kind: str, role: str = "member", reason: str = "That is rude.") -> None:
        club_complaints.complain_about_club_text(
            self.services,
            kind,
            self.staffed.club,
            self.staffed.ids[role],
            *self.numbers(kind),
            reason=reason,
        )

    def judge(self, what: str, number: int = 0) -> int:
        me = self.staffed.ids["asked"]
        number = number or moderation.load_moderation_page(self.services, me).waiting[0][0].id
        moderation.act_on_complaint(self.services, me, number, what)
        return number

    def text(self, kind: str, role: str = "member"):
        return club_complaints.club_text(
            self.services, kind, self.staffed.club, self.staffed.ids[role], *self.numbers(kind)
        )

    def version(self):
        me = self.staffed.ids["owner"]
        return house_rules.load_house_rule(self.services, self.staffed.club, me, self.page)[1]

    def shown_poll(self):
        me = self.staffed.ids["member"]
        return polls.load_polls(self.services, self.staffed.club, me)[1][0]


@pytest.fixture
def reports(services) -> Reports:
    return Reports(StaffedClub(services))


def rule_of(refused) -> str:
    return refused.value.refusals[0].rule


WORDS = {"rule": RULE.title_es, "poll": POLL.title, "welcome": RUDE}
KINDS = tuple(WORDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_moderator_removes_and_restores_a_reported_text(reports, kind):
    reports.report(kind)
    reports.report(kind)
    me = reports.staffed.ids["asked"]
    [(complaint, about, text)] = moderation.load_moderation_page(reports.services, me).waiting
    assert about.name == "Nines" and not text.hidden and WORDS[kind] in complaint.text
    number = reports.judge("hide")
    assert reports.text(kind).hidden and reports.text(kind).text == ""
    with pytest.raises(NoSuchClub):
        reports.report(kind, "member 2")
    reports.judge("show", number)
    assert not reports.text(kind).hidden and WORDS[kind] in reports.text(kind).text


@pytest.mark.parametrize("kind", KINDS)
def test_only_readers_report_and_the_author_does_not(reports, kind):
    with pytest.raises(NoSuchClub):
        reports.report(kind, "stranger")
    with pytest.raises(Refused) as refused:
        reports.report(kind, "owner")
    assert rule_of(refused) == "CAR-MOD-03"
    with pytest.raises(Refused) as refused:
        reports.report(kind, reason=" ")
    assert rule_of(refused) == "CAR-MOD-02"


def test_a_removed_version_has_no_words_for_any_reader(reports):
    other = HouseRuleTerms(title_es="Otro", text_es="Otras palabras", is_public=True)
    owner, club = reports.staffed.ids["owner"], reports.staffed.club
    house_rules.change_house_rule(reports.services, club, owner, reports.page, 1, other)
    reports.report("rule")
    reports.judge("hide")
    shown = reports.version()
    assert [(one.number, one.text_es) for one in shown.versions] == [(2, other.text_es), (1, "")]
    assert shown.changes("es") == ()
    with pytest.raises(Refused) as refused:
        house_rules.change_house_rule(reports.services, club, owner, reports.page, 2, RULE)
    assert rule_of(refused) == "CAR-CLB-48"
    on_file = club_export.export_club(reports.services, club, owner).decode()
    assert RULE.text_es.splitlines()[-1] not in on_file and other.text_es in on_file


def test_a_removed_poll_takes_no_answer_and_asks_no_member(reports):
    member, owner = reports.staffed.ids["member"], reports.staffed.ids["owner"]
    reports.report("poll")
    reports.judge("hide")
    shown, club = reports.shown_poll(), reports.staffed.club
    assert not shown.is_open and (shown.poll.title, shown.poll.place) == ("", "")
    for act in (
        lambda: polls.answer_poll(reports.services, club, member, reports.poll, {1: "yes"}),
        lambda: polls.choose_date(reports.services, club, owner, reports.poll, 1),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert rule_of(refused) == "CAR-CLB-49"
    with reports.services.store.read() as work:
        assert list(waiting.poll_questions(work, member)) == []
        before = len(work.outbox.of_user(member, 99))
    end = current_datetime() + timedelta(days=365 * 100)
    assert poll_worker.sweep_polls(reports.services, end) == 1
    with reports.services.store.read() as work:
        assert len(work.outbox.of_user(member, 99)) == before
    on_file = json.loads(club_export.export_club(reports.services, club, owner))
    assert on_file["polls"] == []


def test_a_removed_welcome_reaches_no_new_member_until_it_is_written_anew(reports):
    reports.report("welcome")
    reports.judge("hide")
    services, club, owner = reports.services, reports.staffed.club, reports.staffed.ids["owner"]
    members.answer_request(services, club, owner, reports.staffed.ids["asked 2"], is_admitted=True)
    new = reports.staffed.ids["asked 2"]

    def unread():
        return welcome.unread_welcome(services, load_club(services, club, new), new)

    assert unread() is None
    assert welcome.load_welcome(services, club, owner)[1].both == ""
    with pytest.raises(Refused) as refused:
        welcome.change_welcome(services, club, owner, "", RUDE)
    assert rule_of(refused) == "CAR-CLB-48"
    welcome.change_welcome(services, club, owner, "Hello.", "")
    assert unread().text("en") == "Hello."


def test_a_report_of_an_earlier_welcome_does_not_remove_the_present_one(reports):
    reports.report("welcome")
    services, club, owner = reports.services, reports.staffed.club, reports.staffed.ids["owner"]
    welcome.change_welcome(services, club, owner, "Hello.", "")
    me = reports.staffed.ids["asked"]
    [(_, _, text)] = moderation.load_moderation_page(services, me).waiting
    assert text is None
    assert reports.text("welcome").text == "Hello."


def test_the_account_of_the_author_is_deleted_meanwhile(reports):
    owner = accounts.load_user(reports.services, reports.staffed.ids["owner"])
    account_deletion.delete_account(reports.services, owner)
    for kind in KINDS:
        assert reports.text(kind).user_id is None and reports.text(kind).name == ""
        reports.report(kind)
