"""The pages for newcomers name what there is: packages, licences, targets."""

from __future__ import annotations

import re
from pathlib import Path

from app.kernel.box import Box
from app.kernel.contract import Core

TOP = Path(__file__).parents[2]


def read(name: str) -> str:
    return (TOP / name).read_text(encoding="utf-8")


def test_the_glossary_explains_each_word_once():
    words = re.findall(r"^\| ([^|`]+) \|", read("docs/glossary.md"), re.MULTILINE)
    assert [word for word in words if words.count(word) > 1 and word != "word"] == []


def test_the_glossary_names_every_package():
    packages = {
        path.parent.relative_to(TOP).as_posix()
        for path in (TOP / "app").rglob("__init__.py")
        if "games" not in path.parts or path.parent.name == "games"
    }
    listed = set(re.findall(r"`(app/[\w/]+)`", read("docs/glossary.md")))
    hidden = {"app", "app/web/api/routes", "app/services/notify/delivery_channels"}
    assert packages - listed - hidden == set(), "add these packages to docs/glossary.md"
    assert {path for path in listed if not (TOP / path).is_dir()} == set(), (
        "remove these packages from docs/glossary.md"
    )


def test_the_page_of_the_parts_names_every_member_of_a_game():
    page = read("docs/architecture.md")
    core, optional = (
        set(re.findall(r"`(\w+)[`(]", page.partition(head)[2].partition("\n\n")[0]))
        for head in ("| core method |", "| optional part |")
    )
    wanted = {name for name in vars(Box) if not name.startswith("_")} - set(vars(Core))
    assert wanted - optional == set(), "add these members of Box to docs/architecture.md"
    assert core | {"card", "rulebook"} == {name for name in vars(Core) if not name.startswith("_")}


def test_third_party_licences_name_every_package_that_is_installed():
    pinned = set(re.findall(r"^([\w.-]+)(?:\[\w+\])?==", read("requirements.txt"), re.MULTILINE))
    named = {
        row.lower()
        for row in re.findall(r"^\| ([\w.-]+) \| \d", read("THIRD_PARTY.md"), re.MULTILINE)
    }
    assert {name.lower().replace("-", "_") for name in pinned} - {
        name.replace("-", "_") for name in named
    } <= {"colorama", "greenlet"}


def test_files_named_for_contributors_exist():
    for page in ("CONTRIBUTING.md", "docs/architecture.md"):
        named = set(
            re.findall(
                r"`((?:tests|app|docs|locale|migrations)/[\w./-]+\.(?:py|md|yaml|html))`",
                read(page),
            )
        )
        assert {path for path in named if not (TOP / path).exists()} == set(), page


def test_every_target_of_make_is_explained():
    makefile = read("Makefile")
    targets = set(re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[1].split())
    assert targets == set(re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE))


def test_links_and_pictures_of_the_entry_pages_exist_and_the_pictures_are_small():
    for page in ("README.md", "docs/README.md", "CONTRIBUTING.md"):
        folder = (TOP / page).parent
        for link in re.findall(r"\]\(([^)#:]+)\)", read(page)):
            assert (folder / link).exists(), f"{page}: {link}"
    pictures = list((TOP / "docs" / "pictures").glob("*.png"))
    assert len(pictures) >= 2 and all(one.stat().st_size <= 150_000 for one in pictures)


def test_the_index_of_the_documentation_names_every_page():
    named = set(re.findall(r"\]\(([\w-]+\.md)\)", read("docs/README.md")))
    assert {path.name for path in (TOP / "docs").glob("*.md")} == named | {"README.md"}
