"""House rules of a club: versions, comparison, readers, refusals."""

from __future__ import annotations

import threading

import pytest
from msgspec.structs import replace

from app.kernel.refusal import Refused
from app.services.clubs import club_log, house_rules
from app.services.clubs.clubs import ClubTerms, found_club
from app.services.clubs.house_rules import HouseRuleTerms
from app.services.errors import NoSuchClub
from app.services.people import account_deletion, account_export, accounts
from tests.services.clubs.page_operations import RULE
from tests.services.clubs.staffed_club import StaffedClub

SECOND = replace(RULE, text_es="Se juega\n- con dados\n- sin prisa")


@pytest.fixture
def staffed(services) -> StaffedClub:
    return StaffedClub(services)


def write(staffed: StaffedClub, terms: HouseRuleTerms = RULE, role: str = "organiser") -> int:
    return house_rules.write_house_rule(staffed.services, staffed.club, staffed.ids[role], terms)


def change(staffed: StaffedClub, page: int, base: int, terms: HouseRuleTerms = SECOND) -> int:
    me = staffed.ids["owner"]
    return house_rules.change_house_rule(staffed.services, staffed.club, me, page, base, terms)


def shown(staffed: StaffedClub, page: int, number: int = 0, role: str = "reader"):
    me = staffed.ids.get(role)
    return house_rules.load_house_rule(staffed.services, staffed.club, me, page, number)[1]


def rule_of(refused) -> str:
    return refused.value.refusals[0].rule


def test_each_version_stays_readable_with_its_author(staffed):
    page = write(staffed)
    assert change(staffed, page, 1) == 2
    first, second = shown(staffed, page, 1), shown(staffed, page)
    assert (first.version.name, second.version.name) == ("Berta", "Nines")
    assert first.version.text("es") == RULE.text_es and second.version.text("es") == SECOND.text_es
    assert [one.number for one in second.versions] == [2, 1] and not first.is_latest


def test_a_version_is_compared_line_by_line_with_the_one_before(staffed):
    page = write(staffed)
    change(staffed, page, 1)
    found = [(one.kind, one.line) for one in shown(staffed, page, 2).changes("es")]
    assert found == [
        ("same", "Lo que cuenta como jugado"),
        ("same", "Se juega"),
        ("removed", "- con calma"),
        ("added", "- con dados"),
        ("added", "- sin prisa"),
    ]
    assert {one.kind for one in shown(staffed, page, 2).changes("en")} == {
        "same",
        "added",
        "removed",
    }
    assert shown(staffed, page, 1).changes("es") == ()


def test_a_version_from_an_old_one_is_refused_and_nothing_is_lost(staffed):
    page = write(staffed)
    change(staffed, page, 1)
    with pytest.raises(Refused) as refused:
        change(staffed, page, 1, replace(RULE, text_es="otra"))
    assert rule_of(refused) == "CAR-CLB-32"
    with pytest.raises(Refused) as refused:
        change(staffed, page, 2)
    assert rule_of(refused) == "CAR-CLB-32", "an unchanged text is no version"
    assert [one.number for one in shown(staffed, page).versions] == [2, 1]


def test_of_two_simultaneous_versions_one_is_saved(staffed):
    page, answers = write(staffed), []
    barrier = threading.Barrier(2)

    def save(text: str) -> None:
        barrier.wait()
        try:
            answers.append(change(staffed, page, 1, replace(RULE, text_es=text)))
        except Refused as refused:
            answers.append(refused.refusals[0].rule)

    threads = [threading.Thread(target=save, args=(text,)) for text in ("uno", "dos")]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(map(str, answers)) == ["2", "CAR-CLB-32"]


def test_a_reader_of_the_other_language_gets_the_only_text(staffed):
    page = write(staffed)
    version = shown(staffed, page).version
    assert version.title("en") == RULE.title_es and version.language_for("en") == "es"
    both = replace(RULE, title_en="What counts as played", text_en="With dice")
    change(staffed, page, 1, both)
    assert shown(staffed, page).version.text("en") == "With dice"
    assert [one.kind for one in shown(staffed, page, 2).changes("en")] == ["added", "added"]


def test_other_users_read_public_versions_while_the_latest_one_is_public(staffed):
    page = write(staffed)
    for role in ("stranger", "asked", "guest", "visitor"):
        with pytest.raises(NoSuchClub):
            shown(staffed, page, role=role)
    assert house_rules.load_house_rules(staffed.services, staffed.club, None)[1] == ()
    change(staffed, page, 1, replace(SECOND, is_public=True))
    found = shown(staffed, page, 2, "stranger")
    assert [one.number for one in found.versions] == [2] and found.version.name == "N."
    assert found.before is None and found.changes("es") == ()
    with pytest.raises(NoSuchClub):
        shown(staffed, page, 1, "stranger")
    change(staffed, page, 2, SECOND)
    with pytest.raises(NoSuchClub):
        shown(staffed, page, 2, "stranger")


def test_a_retired_rule_is_read_and_takes_no_version(staffed):
    page = write(staffed)
    owner = staffed.ids["owner"]
    house_rules.retire_house_rule(staffed.services, staffed.club, owner, page, is_retired=True)
    assert shown(staffed, page).version.retired_at
    with pytest.raises(Refused) as refused:
        change(staffed, page, 1)
    assert rule_of(refused) == "CAR-CLB-32"
    house_rules.retire_house_rule(staffed.services, staffed.club, owner, page, is_retired=False)
    change(staffed, page, 1)
    lines = club_log.load_log(staffed.services, staffed.club, owner)
    assert [one.says.in_("en") for one in lines][:4] == [
        "saved version 2 of the rule “Lo que cuenta como jugado”.",
        "put the rule “Lo que cuenta como jugado” in force again.",
        "put the rule “Lo que cuenta como jugado” out of force.",
        "saved version 1 of the rule “Lo que cuenta como jugado”.",
    ]


@pytest.mark.parametrize(
    "terms",
    [
        HouseRuleTerms(),
        HouseRuleTerms(title_es=" ", title_en=" "),
        HouseRuleTerms(title_es="x", text_en="without a title"),
        HouseRuleTerms(title_es="x" * 121),
        HouseRuleTerms(title_es="x", text_es="y" * 8001),
        HouseRuleTerms(title_es="x", text_es="\n".join("a" * 401)),
        HouseRuleTerms(title_en="x", text_en="a\u202eb"),
    ],
)
def test_odd_texts_are_refused(staffed, terms):
    with pytest.raises(Refused) as refused:
        write(staffed, terms)
    assert rule_of(refused) == "CAR-CLB-31"


def test_a_rule_of_another_club_is_not_found(staffed):
    page, stranger = write(staffed), staffed.ids["stranger"]
    other = found_club(staffed.services, stranger, ClubTerms("Húsares")).id
    with pytest.raises(NoSuchClub):
        house_rules.load_house_rule(staffed.services, other, stranger, page)
    with pytest.raises(NoSuchClub):
        house_rules.change_house_rule(staffed.services, other, stranger, page, 1, SECOND)


def test_a_club_has_fifty_rules_at_most(staffed, monkeypatch):
    monkeypatch.setattr(house_rules.rules, "MOST_PAGES", 2)
    write(staffed)
    write(staffed)
    with pytest.raises(Refused) as refused:
        write(staffed)
    assert rule_of(refused) == "CAR-CLB-31"


def test_a_deleted_author_leaves_the_version_without_a_name(staffed):
    page = write(staffed)
    told = account_export.export_account(staffed.services, staffed.ids["organiser"]).decode()
    assert "Lo que cuenta como jugado" in told
    user = accounts.load_user(staffed.services, staffed.ids["organiser"])
    account_deletion.delete_account(staffed.services, user)
    assert shown(staffed, page).version.name == ""


def test_a_comparison_holds_every_line_of_both_texts():
    old, new = [str(n) for n in range(400)], [str(n % 7) for n in range(400)]
    found = list(house_rules.compared_lines(old, new))
    assert [one.line for one in found if one.kind != "added"] == old
    assert [one.line for one in found if one.kind != "removed"] == new
