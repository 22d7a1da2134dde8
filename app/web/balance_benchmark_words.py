"""Texts of the page /quality for the balance of a game by games of its bots."""

from __future__ import annotations

from app.kernel.say import Say, say

OF_BALANCE: dict[str, Say] = {
    "balance_games": say("games between bots", "partidas entre bots"),
    "balance_share": say(
        "decided games won by the first side, best bots on both sides",
        "partidas decididas que gana el primer bando, con los mejores bots en ambos",
    ),
    "balance_draws": say("draws, best bots on both sides", "tablas, con los mejores bots en ambos"),
    "balance_degree": say(
        "games with the most frequent degree of victory",
        "partidas con el grado de victoria más frecuente",
    ),
    "balance_plain": say(
        "games that the best plain strategy wins beyond the best bot of its side",
        "partidas que la mejor estrategia simple gana por encima del mejor bot de su bando",
    ),
    "visits_all": say(
        "visits of a player in a turn, every question asked, mean",
        "visitas de un jugador en un turno, con todas las preguntas, media",
    ),
    "visits_all_95": say("the same visits, 95 of 100 turns", "esas visitas, 95 de cada 100 turnos"),
    "turn_orders": say("orders of a player in a turn", "órdenes de un jugador en un turno"),
    "turn_clicks": say(
        "clicks of a player in a turn, by the forms of the orders",
        "clics de un jugador en un turno, según los formularios de las órdenes",
    ),
    "strength_games": say(
        "mirrored games of each player against a weaker bot",
        "partidas con bandos cambiados de cada jugador contra un bot más débil",
    ),
    "newcomer_share": say(
        "games that a newcomer without a plan wins against the easy bot",
        "partidas que gana un principiante sin plan contra el bot fácil",
    ),
    "newcomer_error": say("standard error of that share", "error típico de ese porcentaje"),
    "normal_share": say(
        "games that the normal bot wins against the easy bot",
        "partidas que gana el bot normal contra el bot fácil",
    ),
    "normal_error": say("standard error of that share", "error típico de ese porcentaje"),
    "hard_share": say(
        "games that the hard bot wins against the normal bot",
        "partidas que gana el bot difícil contra el bot normal",
    ),
    "hard_error": say("standard error of that share", "error típico de ese porcentaje"),
    "bot_slowest": say("slowest decision of a bot", "decisión más lenta de un bot"),
}
