"""The rules pages have a search that works without a script, in both languages."""

from __future__ import annotations

import pytest

from tests.sample_games import HEX_GAME
from tests.web.reading import form_to


@pytest.mark.parametrize(
    ("language", "words", "rule", "hit"),
    [
        ("en", "attendants move", "HOA-LDR-07", "<mark>Attendants</mark>"),
        ("es", "lideres ayudantes mueven", "HOA-LDR-07", "<mark>Ayudantes</mark>"),
    ],
)
def test_the_form_leads_to_the_rules_with_the_words_marked(visitor, language, words, rule, hit):
    reader = visitor(language)
    form = form_to(reader.get("/rules").text, "/rules")
    assert form.method == "get"
    form.fields["find"] = words
    page = reader.send(form).text
    assert f'href="/rules/id/{rule}"' in page and hit in page
    assert f'value="{words}"' in page


def test_a_game_is_searched_alone_from_its_own_page(visitor):
    reader = visitor()
    form = form_to(reader.get(f"/rules/{HEX_GAME}").text, f"/rules/{HEX_GAME}")
    form.fields["find"] = "mov-02"
    page = reader.send(form).text
    assert "CH-MOV-02" in page and "HOA-MOV-02" not in page


@pytest.mark.parametrize(("language", "said"), [("en", "No rule has"), ("es", "Ninguna regla")])
def test_a_search_without_a_result_says_so_and_shows_no_markup(visitor, language, said):
    page = visitor(language).get("/rules", params={"find": "<script>qwertyuiop"}).text
    assert said in page and "<script>qwerty" not in page


def test_an_empty_search_shows_the_rulebooks(visitor):
    assert f'href="/rules/{HEX_GAME}"' in visitor().get("/rules?find=+").text
