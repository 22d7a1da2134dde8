"""Words of the further figures of single games: large boards, odds and whole games of bots."""

from __future__ import annotations

from app.kernel.say import Say, say

BOARDS: dict[str, Say] = {
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
    "odds_reference": say(
        "a loop of 100,000 counts in a dictionary, to compare machines",
        "un bucle de 100.000 cuentas en un diccionario, para comparar máquinas",
    ),
    "odds_camp": say(
        "exact odds of an assault on a full camp", "probabilidades exactas de un asalto a un campo"
    ),
    "odds_riders": say(
        "exact odds of an assault that riders can answer",
        "probabilidades exactas de un asalto al que puede responder la caballería",
    ),
    "odds_fire": say(
        "exact odds of the fire of three batteries",
        "probabilidades exactas del fuego de tres baterías",
    ),
    "odds_caracole": say("exact odds of a caracole", "probabilidades exactas de una caracola"),
    "odds_rally": say("exact odds of a rally", "probabilidades exactas de una recuperación"),
    "board_50": say(
        "a map with 50 counters drawn, written as SVG and compressed, median",
        "un mapa con 50 fichas dibujado, escrito como SVG y comprimido, mediana",
    ),
    "board_50_weight": say(
        "sent of that map after a move", "lo que se envía de ese mapa tras una jugada"
    ),
    "ground_weight": say(
        "ground of that map, sent once", "el terreno de ese mapa, que se envía una vez"
    ),
    "bot_game": say("a whole game between bots", "una partida entera entre bots"),
    "bot_game_moves": say("moves of that game", "jugadas de esa partida"),
    "replay_600": say("600 moves checked and folded", "600 jugadas comprobadas y repetidas"),
}
