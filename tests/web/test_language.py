"""Both languages are complete, and no page mixes them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from tests.sample_games import HEX_GAME
from tests.web.reading import of_another_language, words_on

TOP = Path(__file__).parents[2]
SPANISH = TOP / "locale" / "es" / "LC_MESSAGES" / "caracole.po"
PUBLIC = [
    "/",
    "/lobby",
    "/tables/new",
    "/login",
    "/register",
    "/rules",
    f"/rules/{HEX_GAME}",
    f"/rules/{HEX_GAME}/sheet",
    "/rules/id/CH-MIS-10",
    "/dice",
    "/changelog",
    "/armies",
    "/armies/new",
    "/nowhere",
]


def sentences() -> set[str]:
    found = extract_from_dir(
        TOP / "templates",
        method_map=[("**.html", "jinja2")],
        options_map={"**.html": {"extensions": "jinja2.ext.i18n"}},
    )
    return {message[0] if isinstance(message, tuple) else message for _, _, message, _, _ in found}


def catalogue() -> dict[str, object]:
    with SPANISH.open("rb") as source:
        return {
            message.id[0] if isinstance(message.id, tuple) else message.id: message
            for message in read_po(source, locale="es")
            if message.id
        }


@pytest.mark.slow
def test_every_sentence_of_the_templates_has_its_spanish():
    known = catalogue()
    missing = {
        sentence
        for sentence in sentences()
        if sentence not in known
        or not all(
            known[sentence].string
            if isinstance(known[sentence].string, tuple)
            else (known[sentence].string,)
        )
    }
    assert missing == set(), "run make messages, then write their Spanish in locale/es"


@pytest.mark.slow
def test_no_spanish_sentence_is_left_over():
    assert set(catalogue()) - sentences() == set(), (
        "no template has these sentences: remove them from locale/es"
    )


def test_the_names_in_a_sentence_are_the_same_in_both_languages():
    for sentence, message in catalogue().items():
        for spanish in message.string if isinstance(message.string, tuple) else (message.string,):
            assert set(re.findall(r"%\((\w+)\)s", spanish)) <= set(
                re.findall(
                    r"%\((\w+)\)s",
                    sentence if isinstance(message.id, str) else " ".join(message.id),
                )
            ), sentence


IN_THEMSELVES = ("English", "Español")
"""Languages in the switch of every page, each by its own name."""


@pytest.mark.parametrize("path", PUBLIC)
def test_a_spanish_page_holds_no_english_sentence(visitor, path):
    english = {
        sentence
        for sentence, message in catalogue().items()
        if message.string != sentence and len(sentence) > 3 and sentence not in IN_THEMSELVES
    }
    page = visitor("es").get(path).text
    assert '<html lang="es"' in page
    assert [words for words in words_on(page) if words in english] == []


@pytest.mark.parametrize("path", PUBLIC)
def test_an_english_page_holds_no_spanish_sentence(visitor, path):
    spanish = {
        message.string
        for sentence, message in catalogue().items()
        if isinstance(message.string, str)
        and message.string != sentence
        and len(message.string) > 3
        and message.string not in IN_THEMSELVES
    }
    page = visitor("en").get(path).text
    assert '<html lang="en"' in page
    assert [words for words in words_on(page) if words in spanish] == []


def test_the_language_is_the_browsers_then_the_visitors(visitor):
    user = visitor("fr, es;q=0.8")
    assert '<html lang="es"' in user.get("/").text
    user.post("/preferences", language="en", back="/")
    assert '<html lang="en"' in user.get("/").text


def test_a_part_comes_in_the_language_of_the_page_that_asks_for_it(battle):
    """The account's language is English."""
    page = battle.opener.get(f"{battle.path}?lang=es").text
    says = json.loads(re.search(r"<html [^>]*hx-headers:inherited='([^']+)'", page).group(1))
    for headers, language in ((says, "es"), ({}, "en"), (dict.fromkeys(says, "eo"), "en")):
        part = battle.opener.get(
            f"{battle.path}?tab=log", headers={"hx-request": "true", **headers}
        ).text
        assert 'id="panel"' in part and ("Registro" in part, "Spectators" in part) == (
            language == "es",
            language == "en",
        )


def test_a_sentence_of_the_other_language_is_noticed(visitor):
    """The check of the browser tests finds pages in the other language."""
    english, spanish = (
        words_on(visitor(language).get(f"/tables/new?box={HEX_GAME}").text)
        for language in ("en", "es")
    )
    names = ("English", "Español", "Caracole")
    assert (
        of_another_language(english, "en", names) == of_another_language(spanish, "es", names) == []
    )
    assert len(of_another_language(english, "es", names)) > 10
    assert len(of_another_language(spanish, "en", names)) > 10
