"""Texts of the page /quality about the figures of In the Heart of Africa."""

from __future__ import annotations

from app.kernel.say import Say, say

RUNS: dict[str, Say] = {
    "battles": say(
        "Whole battles of In the Heart of Africa between bots",
        "Batallas enteras de En el corazón de África entre bots",
    ),
    "battles-large": say(
        "Large battles of In the Heart of Africa between bots",
        "Batallas grandes de En el corazón de África entre bots",
    ),
}
"""Titles of runs by file name, in page order."""

FIGURES: dict[str, Say] = {
    "battles": say("battles fought to the end", "batallas libradas hasta el final"),
    "battle_points": say("points of each army", "puntos de cada ejército"),
    "battle_pairings": say(
        "pairings of army lists and scenarios", "combinaciones de listas de ejército y escenarios"
    ),
    "battle_faults": say("of these battles at fault", "de esas batallas con algún fallo"),
    "battle_moves": say("moves in them", "jugadas en ellas"),
    "battle_longest": say(
        "processor time of the longest of them", "tiempo de procesador de la más larga"
    ),
    "targets_60": say(
        "all lawful targets of 60 shooters among 60, with 20 pieces of terrain",
        "todos los blancos legales de 60 tiradores entre 60, con 20 elementos de terreno",
    ),
    "board_300": say(
        "the board of 300 figures drawn, written as SVG and compressed, median",
        "el tablero de 300 figuras dibujado, escrito como SVG y comprimido, mediana",
    ),
    "board_300_weight": say(
        "what is sent of that board after a move", "lo que se envía de ese tablero tras una jugada"
    ),
}
