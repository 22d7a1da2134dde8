"""Texts for players name the person: player, member, spectator. They use no vague pronoun.

Every text of the application is read: sentences in both languages, words of templates, platform
rules, and the rules of the games with their rulings.
"""

from __future__ import annotations

import re

from tests.architecture.player_texts import all_texts
from tests.sample_games import AREA, HEX, HEX_GAME, INCH_GAME

VAGUE = re.compile(
    r"\b(some|any|no)body\b|\b(some|any)one\b|\bno one\b|\bwho(m)?ever\b"
    r"|\balguien\b|(?:^|[.:;¿¡(«] *)(nadie|quien|quienes)\b",
    re.IGNORECASE,
)
PRONOUN = re.compile(r"\bevery(body|one)\b|\b(he(?! vuelto)|his|him|himself)\b", re.IGNORECASE)
HOUSE = re.compile(
    r"\b(the|this|our) house('s|’s)?\b(?! of)|\b(la|esta|nuestra) casa\b|\bkeepers?\b"
    r"|\bquien sea\b|\bsea quien\b",
    re.IGNORECASE,
)
"""The server, its bot and its administrator have these words on no page."""
WITH_HOUSES = (f"{HEX.NEXT_SCENARIO}.yaml", f":{AREA.GUIDED}:")
"""Scenarios with a house on the map."""


def is_vague(text: str) -> bool:
    return any(pattern.search(text) for pattern in (VAGUE, PRONOUN, HOUSE))


def place_has_a_house(place: str) -> bool:
    return any(scenario in place for scenario in WITH_HOUSES)


def test_texts_name_the_person():
    vague = [
        f"{place}: {text}"
        for place, _, text in all_texts()
        if is_vague(text) and not place_has_a_house(place)
    ]
    assert vague == [], "name the person: player, member, spectator, referee, the server"


def test_texts_name_no_file_of_the_program():
    file = re.compile(r"\w\.ya?ml\b|\bdata file\b|\barchivo de datos\b", re.IGNORECASE)
    found = [f"{place}: {text}" for place, _, text in all_texts() if file.search(text)]
    assert found == [], "name the table or the play sheet; players do not see the files"


def test_the_search_reads_every_kind_of_text():
    texts = all_texts()
    for place in (
        "app/kernel/",
        "app/services/",
        "app/games/",
        "app/web/api/",
        "locale:",
        "platform_",
        f"app/games/{HEX_GAME}/rulebook/{HEX_GAME}.yaml:",
        f"app/games/{INCH_GAME}/rulebook/spanish_forces.yaml:",
    ):
        assert sum(one.place.startswith(place) for one in texts) > 20, place
    for text in (
        "Somebody moved",
        "Ask anyone",
        "Whoever looks on",
        "Alguien ha jugado",
        "Quien mira",
        "Everyone sees it",
        "A Leader and his men",
        "The house decides",
        "Lo decide la casa",
        "Gane quien sea",
    ):
        assert is_vague(text), text
    for text in (
        "the player who opened it",
        "El jugador a quien toca",
        "None",
        "No escribe a nadie",
        "the houses of the map",
        "una casa del mapa",
    ):
        assert not is_vague(text), text
