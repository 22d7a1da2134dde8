"""Articles of the names of spaces in both languages."""

import pytest

from app.games.africa_1859.names_of_spaces import space_name
from app.kernel.say import say


def spoken(**row):
    """Name with article, with "a", and with "de"; and a participle that agrees."""
    words = "{it:el}, {it:al}, {it:del}, {it:cerrado|cerrada|cerrados|cerradas}"
    return say("", words, it=space_name(row)).in_("es")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Camino de Tetuán", "el Camino de Tetuán, al Camino de Tetuán, del Camino de Tetuán, cerrado"),
        ("Torre Geleli", "la Torre Geleli, a la Torre Geleli, de la Torre Geleli, cerrada"),
        ("El Otero", "el Otero, al Otero, del Otero, cerrado"),
        ("Los Reductos", "los Reductos, a los Reductos, de los Reductos, cerrados"),
        ("Altos de poniente", "los Altos de poniente, a los Altos de poniente, de los Altos de poniente, cerrados"),
        ("Primeras alturas", "las Primeras alturas, a las Primeras alturas, de las Primeras alturas, cerradas"),
        ("Wad-Ras", "Wad-Ras, a Wad-Ras, de Wad-Ras, cerrado"),
        ("Monte Negrón", "Monte Negrón, a Monte Negrón, de Monte Negrón, cerrado"),
        ("Sierra Bermeja", "Sierra Bermeja, a Sierra Bermeja, de Sierra Bermeja, cerrada"),
    ],
)  # fmt: skip
def test_a_name_has_the_article_of_its_first_words(name, words):
    assert spoken(name=name) == words


def test_a_data_file_may_name_the_article_or_none():
    assert spoken(name="Zoco", article="el") == "el Zoco, al Zoco, del Zoco, cerrado"
    assert spoken(name="Torre Geleli", article="") == (
        "Torre Geleli, a Torre Geleli, de Torre Geleli, cerrado"
    )
    assert space_name({"name": "La marisma", "en": "The marsh"}).in_("en") == "The marsh"


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"name": "Camino de Tetuán", "en": "Tetuan road"}, "the Tetuan road"),
        ({"name": "Los Reductos", "en": "The Redoubts"}, "the Redoubts"),
        ({"name": "Loma de las Mochilas", "en": "Knapsack Hill"}, "Knapsack Hill"),
        ({"name": "El Fondak"}, "El Fondak"),
        ({"name": "Tetuán", "en": "Tetuan"}, "Tetuan"),
        ({"name": "Zoco", "en": "Market", "the": "the Market"}, "the Market"),
    ],
)
def test_an_english_name_has_its_article_in_a_sentence(row, words):
    assert say("{it:the}", "", it=space_name(row)).in_("en") == words
