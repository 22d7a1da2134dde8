"""Saved armies: creation, sharing, secrecy, copies, in the real game with an army builder."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from app.games import shelf
from app.kernel.refusal import Refused
from app.services.container import Services
from app.services.errors import NoSuchGame, NotYourSeat
from app.services.people import accounts
from app.services.play import army_files, saved_armies

BOX = "heart_of_africa"
TERMS = {
    "list": "native_warlord",
    "nation": "mirambo",
    "scenario": "raid",
    "role": "defender",
    "points": 300,
}


@pytest.fixture
def site(sqlite_url):
    site = Services.open(shelf(), sqlite_url)
    yield site
    site.close()


@pytest.fixture
def me(site):
    return accounts.create_guest(site).id


@pytest.fixture
def other(site):
    return accounts.create_guest(site).id


def answers(site, **changed):
    builder = site.shelf[BOX].armies
    return dict(builder.new(TERMS)) | {"name": ("Lions",)} | changed


def keep(site, user_id, **more):
    return saved_armies.save_army(site, user_id, BOX, answers(site), **more)


def rule(problem):
    return [refusal.rule for refusal in problem.value.refusals]


def test_an_illegal_army_is_saved_with_its_verdict_and_an_unreadable_one_is_not(site, me):
    army = keep(site, me)
    kept = saved_armies.judge_army(site, army, me)
    assert (army.name, kept.is_mine, kept.brief.verdict.is_valid) == ("Lions", True, False)
    assert army.data_version == kept.brief.verdict.version == site.shelf[BOX].armies.version
    with pytest.raises(Refused) as no:
        saved_armies.save_army(site, me, BOX, answers(site, points=("many",)))
    assert rule(no) == ["HOA-ARM-22"]
    assert (
        [one.id for one in saved_armies.list_own_armies(site, me)]
        == [army.id]
        == [one.id for one in saved_armies.list_own_armies(site, me, BOX)]
    )
    assert saved_armies.list_own_armies(site, me, "cry_havoc") == []


def test_a_raised_army_is_valid_and_keeps_its_name(site):
    page = saved_armies.draft_army_page(site, BOX, answers(site), saved_armies.RAISE)
    assert (
        page.verdict.is_valid
        and page.form["name"] == "Lions"
        and page.form["list"] == "native_warlord"
    )
    with pytest.raises(Refused):
        saved_armies.draft_army_page(site, BOX, answers(site, points=("20",)), saved_armies.RAISE)


def test_only_its_owner_changes_and_deletes_it(site, me, other):
    army = keep(site, me, sharing="public")
    with pytest.raises(NotYourSeat):
        saved_armies.change_army(site, army.id, other, answers(site))
    with pytest.raises(NotYourSeat):
        saved_armies.delete_army(site, army.id, other)
    changed = saved_armies.change_army(
        site, army.id, me, answers(site, name=("Leopards",)), sharing="public"
    )
    assert (changed.name, changed.token) == ("Leopards", army.token)
    saved_armies.delete_army(site, army.id, me)
    with pytest.raises(NoSuchGame):
        saved_armies.find_army(site, army.id, me)


def reads(site, address, user_id):
    try:
        return saved_armies.find_army(site, address, user_id) is not None
    except NoSuchGame:
        return False


def test_sharing_decides_the_readers_of_an_army(site, me, other):
    """CAR-ARM-01: users without access get the same answer as for a missing army."""
    soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    for sharing, by_number, by_link in (
        ("own", False, False),
        ("link", False, True),
        ("public", True, True),
        ("later", False, False),
    ):
        army = keep(site, me, sharing=sharing, opens_at=soon)
        for who in (other, None):
            assert (reads(site, army.id, who), reads(site, army.token, who)) == (
                by_number,
                by_link,
            ), sharing
        assert reads(site, army.id, me) and reads(site, army.token, me)


def test_a_secret_army_opens_at_its_moment_and_by_its_link_alone(site, me, other):
    army = keep(
        site, me, sharing="later", opens_at=(datetime.now(UTC) + timedelta(hours=1)).isoformat()
    )
    before, after = army.opens_at.replace("T", "S"), army.opens_at
    assert not saved_armies.may_read(army, army.token, other, before) and saved_armies.may_read(
        army, army.token, other, after
    )
    assert not saved_armies.may_read(army, army.id, other, after)
    assert army not in saved_armies.list_public_armies(site)
    for moment in (
        "",
        "tomorrow",
        "2001-01-01T00:00",
        "9999-12-31T23:59",
        "0001-01-01T00:00+14:00",
    ):
        with pytest.raises(Refused) as no:
            keep(site, me, sharing="later", opens_at=moment)
        assert rule(no) == ["CAR-ARM-02"]


def test_unreadable_armies_cannot_be_copied_changed_or_exported(site, me, other):
    army = keep(site, me)
    for attempt in (saved_armies.copy_army, saved_armies.delete_army):
        with pytest.raises(NoSuchGame):
            attempt(site, army.token, other)
    with pytest.raises(NoSuchGame):
        saved_armies.change_army(site, army.token, other, answers(site))


def test_a_moment_that_has_passed_stands_when_the_army_is_saved_again(site, me):
    army = keep(
        site, me, sharing="later", opens_at=(datetime.now(UTC) + timedelta(hours=1)).isoformat()
    )
    with site.store.write() as work:
        work.armies.update_army(army.id, opens_at="2024-01-01T12:00:00.000Z")
        work.commit()
    again = saved_armies.change_army(
        site, army.id, me, answers(site), sharing="later", opens_at="2024-01-01T12:00"
    )
    assert again.opens_at == "2024-01-01T12:00:00.000Z"


def test_a_copy_belongs_to_the_copier_under_a_new_name(site, me, other):
    army = keep(site, me, sharing="public")
    names = [saved_armies.copy_army(site, army.id, other) for _ in range(2)]
    assert [(one.name, one.form["name"], one.sharing, one.user_id) for one in names] == [
        ("Lions 2", "Lions 2", "own", other),
        ("Lions 3", "Lions 3", "own", other),
    ]


def test_number_of_saved_armies_is_limited(site, me, monkeypatch):
    monkeypatch.setattr(saved_armies, "MOST", 2)
    keep(site, me), keep(site, me)
    with pytest.raises(Refused) as no:
        keep(site, me)
    assert rule(no) == ["CAR-ARM-03"]


def test_both_export_formats_are_imported_unchanged(site, me):
    page = saved_armies.draft_army_page(site, BOX, answers(site), saved_armies.RAISE)
    army = saved_armies.save_army(site, me, BOX, site.shelf[BOX].armies.answers(page.form))
    file = json.loads(army_files.army_file(site, army))
    assert (file["format"], file["box"], file["valid"], file["because"], file["data_version"]) == (
        "caracole-army/1",
        BOX,
        True,
        [],
        site.shelf[BOX].armies.version,
    )
    assert (
        army_files.imported_army_page(site, BOX, json.dumps(file)).form
        == army.form
        == army_files.imported_army_page(site, BOX, json.dumps(file["army"])).form
    )
    for language in ("en", "es"):
        assert (
            army_files.imported_army_page(
                site, BOX, army_files.army_text(site, army, language)
            ).form
            == army.form
        )


def test_the_file_of_an_illegal_army_has_the_reasons_in_both_languages(site, me):
    file = json.loads(army_files.army_file(site, keep(site, me)))
    assert (
        not file["valid"]
        and {"rule", "en", "es"} == set(file["because"][0])
        and file["because"][0]["en"] != file["because"][0]["es"]
    )
    assert "No válido porque:" in army_files.army_text(site, keep(site, me), "es")


@pytest.mark.parametrize(
    "given",
    [
        "",
        "{",
        "{}",
        "[]",
        '{"format": "caracole-army/1", "box": "cry_havoc"}',
        '{"format": "x"}',
        "hello",
        "List: Samurai",
        '{"format": "caracole-army/1", "box": "heart_of_africa", "army": 5}',
        "Unit: many men\nList: Pygmies",
        "{" * 5000,
        '{"list": "pygmies", "nation": "pygmies", "year": 1700, "points": 300}',
        "Name: x\x00y",
        '{"list": "\\ud800", "nation": "pygmies", "year": 1880, "points": 300}',
    ],
)
def test_other_files_are_refused_as_armies(site, given):
    with pytest.raises(Refused) as no:
        army_files.imported_army_page(site, BOX, given)
    for refusal in no.value.refusals:
        assert refusal.says.in_("en") and refusal.says.in_("es")


@pytest.mark.parametrize(
    "given",
    [
        "{",
        '{"format": 1',
        json.dumps({"format": "caracole-army/0", "box": BOX}),
        json.dumps({"format": saved_armies.FORMAT, "box": "cry_havoc"}),
        json.dumps({"format": saved_armies.FORMAT}),
    ],
)
def test_an_army_on_file_is_of_this_format_and_game(site, given):
    """CAR-ARM-04."""
    with pytest.raises(Refused) as no:
        army_files.imported_army_page(site, BOX, given)
    assert set(rule(no)) == {"CAR-ARM-04"}


def test_a_game_without_armies_raises_none(site):
    assert [box.card.key for box in saved_armies.boxes_with_armies(site)] == [BOX]
    with pytest.raises(NoSuchGame):
        saved_armies.new_army_page(site, "cry_havoc", {})
