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
from tests.services.clubs.club_town import ClubTown
from tests.services.clubs.page_operations import RULE

SECOND = replace(RULE, text_es="Se juega\n- con dados\n- sin prisa")


@pytest.fixture
def town(services) -> ClubTown:
    return ClubTown(services)


def write(town: ClubTown, terms: HouseRuleTerms = RULE, role: str = "organiser") -> int:
    return house_rules.write_house_rule(town.services, town.club, town.ids[role], terms)


def change(town: ClubTown, page: int, base: int, terms: HouseRuleTerms = SECOND) -> int:
    me = town.ids["owner"]
    return house_rules.change_house_rule(town.services, town.club, me, page, base, terms)


def shown(town: ClubTown, page: int, number: int = 0, role: str = "reader"):
    me = town.ids.get(role)
    return house_rules.load_house_rule(town.services, town.club, me, page, number)[1]


def rule_of(refused) -> str:
    return refused.value.refusals[0].rule


def test_each_version_stays_readable_with_its_author(town):
    page = write(town)
    assert change(town, page, 1) == 2
    first, second = shown(town, page, 1), shown(town, page)
    assert (first.version.name, second.version.name) == ("Berta", "Nines")
    assert first.version.text("es") == RULE.text_es and second.version.text("es") == SECOND.text_es
    assert [one.number for one in second.versions] == [2, 1] and not first.is_latest


def test_a_version_is_compared_line_by_line_with_the_one_before(town):
    page = write(town)
    change(town, page, 1)
    found = [(one.kind, one.line) for one in shown(town, page, 2).changes("es")]
    assert found == [
        ("same", "Lo que cuenta como jugado"),
        ("same", "Se juega"),
        ("removed", "- con calma"),
        ("added", "- con dados"),
        ("added", "- sin prisa"),
    ]
    assert {one.kind for one in shown(town, page, 2).changes("en")} == {"same", "added", "removed"}
    assert shown(town, page, 1).changes("es") == ()


def test_a_version_from_an_old_one_is_refused_and_nothing_is_lost(town):
    page = write(town)
    change(town, page, 1)
    with pytest.raises(Refused) as refused:
        change(town, page, 1, replace(RULE, text_es="otra"))
    assert rule_of(refused) == "CAR-CLB-32"
    with pytest.raises(Refused) as refused:
        change(town, page, 2)
    assert rule_of(refused) == "CAR-CLB-32", "an unchanged text is no version"
    assert [one.number for one in shown(town, page).versions] == [2, 1]


def test_of_two_simultaneous_versions_one_is_saved(town):
    page, answers = write(town), []
    barrier = threading.Barrier(2)

    def save(text: str) -> None:
        barrier.wait()
        try:
            answers.append(change(town, page, 1, replace(RULE, text_es=text)))
        except Refused as refused:
            answers.append(refused.refusals[0].rule)

    threads = [threading.Thread(target=save, args=(text,)) for text in ("uno", "dos")]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(map(str, answers)) == ["2", "CAR-CLB-32"]


def test_a_reader_of_the_other_language_gets_the_only_text(town):
    page = write(town)
    version = shown(town, page).version
    assert version.title("en") == RULE.title_es and version.language_for("en") == "es"
    both = replace(RULE, title_en="What counts as played", text_en="With dice")
    change(town, page, 1, both)
    assert shown(town, page).version.text("en") == "With dice"
    assert [one.kind for one in shown(town, page, 2).changes("en")] == ["added", "added"]


def test_other_users_read_public_versions_while_the_latest_one_is_public(town):
    page = write(town)
    for role in ("stranger", "asked", "guest", "visitor"):
        with pytest.raises(NoSuchClub):
            shown(town, page, role=role)
    assert house_rules.load_house_rules(town.services, town.club, None)[1] == ()
    change(town, page, 1, replace(SECOND, is_public=True))
    found = shown(town, page, 2, "stranger")
    assert [one.number for one in found.versions] == [2] and found.version.name == "N."
    assert found.before is None and found.changes("es") == ()
    with pytest.raises(NoSuchClub):
        shown(town, page, 1, "stranger")
    change(town, page, 2, SECOND)
    with pytest.raises(NoSuchClub):
        shown(town, page, 2, "stranger")


def test_a_retired_rule_is_read_and_takes_no_version(town):
    page = write(town)
    owner = town.ids["owner"]
    house_rules.retire_house_rule(town.services, town.club, owner, page, is_retired=True)
    assert shown(town, page).version.retired_at
    with pytest.raises(Refused) as refused:
        change(town, page, 1)
    assert rule_of(refused) == "CAR-CLB-32"
    house_rules.retire_house_rule(town.services, town.club, owner, page, is_retired=False)
    change(town, page, 1)
    lines = club_log.load_log(town.services, town.club, owner)
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
def test_odd_texts_are_refused(town, terms):
    with pytest.raises(Refused) as refused:
        write(town, terms)
    assert rule_of(refused) == "CAR-CLB-31"


def test_a_rule_of_another_club_is_not_found(town):
    page, stranger = write(town), town.ids["stranger"]
    other = found_club(town.services, stranger, ClubTerms("Húsares")).id
    with pytest.raises(NoSuchClub):
        house_rules.load_house_rule(town.services, other, stranger, page)
    with pytest.raises(NoSuchClub):
        house_rules.change_house_rule(town.services, other, stranger, page, 1, SECOND)


def test_a_club_has_fifty_rules_at_most(town, monkeypatch):
    monkeypatch.setattr(house_rules.rules, "MOST_PAGES", 2)
    write(town)
    write(town)
    with pytest.raises(Refused) as refused:
        write(town)
    assert rule_of(refused) == "CAR-CLB-31"


def test_a_deleted_author_leaves_the_version_without_a_name(town):
    page = write(town)
    told = account_export.export_account(town.services, town.ids["organiser"]).decode()
    assert "Lo que cuenta como jugado" in told
    user = accounts.load_user(town.services, town.ids["organiser"])
    account_deletion.delete_account(town.services, user)
    assert shown(town, page).version.name == ""


def test_a_comparison_holds_every_line_of_both_texts():
    old, new = [str(n) for n in range(400)], [str(n % 7) for n in range(400)]
    found = list(house_rules.compared_lines(old, new))
    assert [one.line for one in found if one.kind != "added"] == old
    assert [one.line for one in found if one.kind != "removed"] == new
