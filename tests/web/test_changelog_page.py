"""Changelog page: one language, the same changes in both, and no words of the machine."""

from __future__ import annotations

import re
from html import unescape

import pytest

from app.web.changelog_page import IN_VIEW, changelog, versions_of

OF_THE_MACHINE = re.compile(
    r"CARACOLE_|python -m|SQLite|Postgres|Valkey|docker|\.(md|py|yaml|json)\b|pytest|commit\b"
)


def changes(language):
    """All changes in a language as plain texts."""
    return [
        "".join(piece.words for piece in change)
        for version in changelog(language)
        for group in version.groups
        for change in group.changes
    ]


def counts(language):
    return [
        (version.key, [len(group.changes) for group in version.groups])
        for version in changelog(language)
    ]


def test_both_languages_have_the_same_groups_with_as_many_changes():
    assert counts("en") == counts("es")
    assert len(changes("en")) > 300


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_change_has_a_word_of_the_machine(language):
    assert [words for words in changes(language) if OF_THE_MACHINE.search(words)] == []


@pytest.mark.parametrize(
    ("language", "own", "other"),
    [
        ("en", "Changes for players, the newest first", "Volver a la partida"),
        ("es", "Cambios para los jugadores", "Coming back"),
    ],
)
def test_the_page_is_in_the_language_of_the_reader(visitor, language, own, other):
    page = unescape(visitor(language).get("/changelog").text)
    assert own in page
    assert other not in page
    assert changelog(language)[0].day in page


def test_every_page_links_to_it(visitor):
    assert 'href="/changelog"' in visitor().get("/rules").text


def test_marks_of_the_file_become_code_and_emphasis_and_groups_of_servers_are_left_out():
    text = (
        "# Changelog\n\n## 1.0 (2026-01-02)\n\n### English\n\n- One *game* and `code`,\n  to the end (CH-MEL-14).\n\n"
        "**Administrators**\n\n- Secret.\n\n### Español\n\n- Uno.\n"
    )
    (version,) = versions_of(text, "en")
    (group,) = version.groups
    (change,) = group.changes
    assert [(piece.kind, piece.words) for piece in change] == [
        ("", "One "),
        ("em", "game"),
        ("", " and "),
        ("code", "code"),
        ("", ", to the end ("),
        ("rule", "CH-MEL-14"),
        ("", ")."),
    ]
    assert (version.title, version.day) == ("1.0", "January 2, 2026")


@pytest.mark.parametrize("language", ["en", "es"])
def test_only_the_newest_changes_are_unfolded_and_the_index_leads_to_each_day(visitor, language):
    page = unescape(visitor(language).get("/changelog").text)
    page = page.partition("<main")[2].partition("</main>")[0]
    folds = re.findall(r"<details.*?</details>", page, re.DOTALL)
    folded = sum(fold.count("<li>") for fold in folds)
    index = page.partition("<nav")[2].partition("</nav>")[0]
    assert page.count("<li>") - index.count("<li>") - folded <= IN_VIEW
    assert folded > 200
    days = re.findall(r'href="#([^"]+)"', index)
    assert days == [version.key for version in changelog(language)]
    assert [key for key in days if page.count(f'id="{key}"') != 1] == []


def test_versions_stand_from_the_newest_to_the_oldest_day_and_none_twice():
    keys = [version.key for version in changelog("en")]
    assert keys == sorted(set(keys), reverse=True)


def test_the_ids_of_rules_lead_to_rules(visitor):
    reader = visitor()
    rules = sorted(set(re.findall(r'href="/rules/id/([^"]+)"', reader.get("/changelog").text)))
    assert len(rules) > 100
    assert [rule for rule in rules if reader.get(f"/rules/id/{rule}").status_code != 200] == []
