"""Words and sources of the printed tables."""

from __future__ import annotations

from app.kernel.say import say

DIE = say("die", "dado")
ORIGINS = {
    "ranges": say(
        "Bow and modifiers: published in a later game of the series. Crossbow and wounded "
        "shooter: reconstructed.",
        "Arco y modificadores: publicados en otro juego de la serie. Ballesta y tirador herido: "
        "reconstruidos.",
    ),
    "missiles": say(
        "Layout published; the letters are reconstructed to fit the rules text.",
        "Disposición publicada; las letras están reconstruidas según el texto de las reglas.",
    ),
    "combat": say(
        "Two cells of 3-1 (2 and 7) and the column 8-1 come from the rules text, the letters B, "
        "C, E and F are published; the other cells are reconstructed.",
        "Dos casillas de 3-1 (2 y 7) y la columna 8-1 salen del texto, las letras B, C, E y F "
        "están publicadas; lo demás está reconstruido.",
    ),
    "shift": say(
        "One cell comes from the rules text (attackers −, defender 0); the others are "
        "reconstructed as the difference of the signs.",
        "Una casilla sale del texto (atacantes −, defensor 0); las demás están reconstruidas como "
        "diferencia de signos.",
    ),
    "terrain": say(
        "Columns, covers and the cost of a window come from the rules text; most costs and signs "
        "are reconstructed.",
        "Las columnas, las coberturas y el coste de la ventana salen del texto; casi todos los "
        "costes y signos están reconstruidos.",
    ),
    "characters": say(
        "Names and types published; figures reconstructed from those in the rules text.",
        "Nombres y tipos publicados; cifras reconstruidas a partir de las que da el texto.",
    ),
    "results": say(
        "A and D come from the rules text, the others are published or reconstructed.",
        "A y D salen del texto; las demás están publicadas o reconstruidas.",
    ),
    "corpses": say(
        "From the rules text; the weight of a mule is published by example.",
        "Del texto de las reglas; el peso de la mula está publicado en un ejemplo.",
    ),
}
WORDS = {
    "short": say("short", "corta"),
    "medium": say("medium", "media"),
    "long": say("long", "larga"),
    "none": say("none", "nula"),
    "light": say("light", "ligera"),
    "bow": say("bow", "arco"),
    "crossbow": say("crossbow", "ballesta"),
    "mounted": say("mounted", "a caballo"),
    "foot_armoured": say("on foot, armoured", "a pie, con armadura"),
    "foot_unarmoured": say("on foot, without armour", "a pie, sin armadura"),
    "clear": say("open", "llano"),
    "road": say("road", "camino"),
    "bush": say("bush", "matorral"),
    "trees": say("trees", "árboles"),
    "embankment": say("embankment", "terraplén"),
    "high_ground": say("high ground", "terreno alto"),
    "water": say("pond", "charca"),
    "interior": say("inside a house", "interior de casa"),
    "door": say("door", "puerta"),
    "courtyard": say("courtyard", "patio"),
    "gate": say("gate of a yard", "entrada de patio"),
    "horse": say("horse", "caballo"),
    "mule": say("mule", "mula"),
    "person": say("person", "persona"),
}
RESULTS = (
    (
        "A",
        say("retreats 1 hex", "retrocede 1 casilla"),
        say("rider and horse retreat 1 hex", "jinete y caballo retroceden 1 casilla"),
    ),
    (
        "B",
        say("stunned", "aturdido"),
        say(
            "horse killed; rider unhorsed and stunned",
            "caballo muerto; jinete derribado y aturdido",
        ),
    ),
    (
        "C",
        say("wounded", "herido"),
        say("rider unhorsed and wounded; horse unhurt", "jinete derribado y herido; caballo ileso"),
    ),
    (
        "D",
        say("killed", "muerto"),
        say("rider killed; horse unhurt", "jinete muerto; caballo ileso"),
    ),
    ("-", say("no effect", "sin efecto"), say("no effect", "sin efecto")),
)
BLOWS = (
    (
        "A",
        say("one attacker wounded", "un atacante herido"),
        say("one attacker wounded", "un atacante herido"),
    ),
    (
        "B",
        say("attackers retreat 1 hex", "los atacantes retroceden 1 casilla"),
        say("attackers retreat 1 hex", "los atacantes retroceden 1 casilla"),
    ),
    ("-", say("no effect", "sin efecto"), say("no effect", "sin efecto")),
    (
        "C",
        say("defenders retreat 1 hex", "los defensores retroceden 1 casilla"),
        say("defenders retreat 1 hex", "los defensores retroceden 1 casilla"),
    ),
    (
        "D",
        say("one defender stunned", "un defensor aturdido"),
        say(
            "rider unhorsed and stunned; horse unhurt", "jinete derribado y aturdido; caballo ileso"
        ),
    ),
    (
        "E",
        say("one defender wounded", "un defensor herido"),
        say(
            "horse killed; rider unhorsed and wounded", "caballo muerto; jinete derribado y herido"
        ),
    ),
    (
        "F",
        say("one defender killed", "un defensor muerto"),
        say("rider and horse killed", "jinete y caballo muertos"),
    ),
)
