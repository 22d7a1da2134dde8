"""Spanish grammar of the names of units and leaders: "el Regimiento de León", "Juan Prim"."""

from __future__ import annotations

from app.games.africa_1859.names_of_spaces import first_word, proper_name
from app.kernel.say import Say

WITH_ARTICLE = {
    first: article
    for article, words in {
        "el": "2.º 3.er bagaje bajá buque caíd contingente convoy guich i ii iii jefe nizam "
        "regimiento tercio tren",
        "la": "1.ª artillería batería cabila columna división guarnición infantería marinería "
        "montaña reserva:",
        "los": "bujaríes cañones cazadores coraceros húsares ingenieros irregulares jinetes "
        "lanceros rifeños tercios voluntarios",
        "las": "acémilas tiendas",
    }.items()
    for first in words.split()
}
"""Article of the names that begin with these words. Other names, such as those of persons, have
none.
"""


def counter_name(english: str, spanish: str) -> Say:
    """Name of a unit, a leader or a kind of units."""
    return proper_name(english, spanish, WITH_ARTICLE.get(first_word(spanish), ""))
