"""Texts of the page /quality about the figures of Africa 1859-60."""

from __future__ import annotations

from app.kernel.say import Say, say

FIGURES: dict[str, Say] = {
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
    "odds_support": say(
        "slowest exact odds of an answer about guns in an assault",
        "probabilidades exactas más lentas de una respuesta sobre cañones en un asalto",
    ),
    "odds_riding": say(
        "slowest exact odds of an answer about riders in an assault",
        "probabilidades exactas más lentas de una respuesta sobre jinetes en un asalto",
    ),
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
    "visits_few": say(
        "visits of a player in a turn with the preset “few visits”, mean",
        "visitas de un jugador en un turno con el conjunto «pocas visitas», media",
    ),
    "visits_few_95": say(
        "visits with “few visits”, 95 of 100 turns",
        "visitas con «pocas visitas», 95 de cada 100 turnos",
    ),
    "visits_away": say(
        "visits of a player in a turn with the preset “away”, mean",
        "visitas de un jugador en un turno con el conjunto «ausente», media",
    ),
    "visits_away_95": say(
        "visits with “away”, 95 of 100 turns", "visitas con «ausente», 95 de cada 100 turnos"
    ),
}
