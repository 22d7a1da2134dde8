"""Texts of the page /proof for the figures of contests and clubs."""

from __future__ import annotations

from app.kernel.say import Say, say

CONTEST_RUNS: dict[str, Say] = {
    "contest-pairings": say(
        "Swiss contests of 3 to 64 entrants with random results, each round checked",
        "Competiciones suizas de 3 a 64 participantes al azar, con cada ronda comprobada",
    ),
    "contest-corrections": say(
        "Random corrections of contests compared with their previews",
        "Correcciones al azar de competiciones comparadas con su vista previa",
    ),
    "club-month-sqlite": say(
        "A month of a club in two processes, on SQLite",
        "Un mes de un club en dos procesos, con SQLite",
    ),
    "club-month-postgres": say(
        "A month of a club in two processes, on Postgres",
        "Un mes de un club en dos procesos, con Postgres",
    ),
}
OF_CONTESTS: dict[str, Say] = {
    "pairing_contests": say("contests", "competiciones"),
    "pairing_rounds": say("rounds", "rondas"),
    "pairing_pairs": say("pairings", "emparejamientos"),
    "pairing_relaxed": say(
        "rounds that had to give up a condition", "rondas que tuvieron que ceder una condición"
    ),
    "pairing_faults": say(
        "of these rounds incomplete, worse than possible, or dependent on the order of the entrants",
        "de esas rondas incompletas, peores de lo posible o dependientes del orden de inscripción",
    ),
    "correction_contests": say("contests played", "competiciones jugadas"),
    "corrections_groups": say(
        "of them in contests with groups", "de ellas en competiciones con grupos"
    ),
    "correction_faults": say(
        "of the corrections differ from their preview, or change a published round",
        "de las correcciones distintas de su vista previa, o con una ronda publicada cambiada",
    ),
    "list_kills_sqlite": say(
        "kills while an entrant of a waiting list gets a place, on SQLite",
        "procesos matados al dar plaza a un participante en espera, con SQLite",
    ),
    "list_kills_postgresql": say(
        "kills while an entrant of a waiting list gets a place, on Postgres",
        "procesos matados al dar plaza a un participante en espera, con Postgres",
    ),
    "club_members": say("members", "miembros"),
    "club_contests": say("contests that ended", "competiciones terminadas"),
    "club_moves": say(
        "orders and defaults on record", "órdenes y respuestas automáticas registradas"
    ),
    "club_tables": say("tables of battles", "mesas de batallas"),
    "club_messages": say("messages sent", "mensajes enviados"),
    "club_at_once": say(
        "orders given to both processes at once", "órdenes dadas a los dos procesos a la vez"
    ),
    "club_gone": say(
        "departed, suspended or deleted members", "miembros idos, suspendidos o borrados"
    ),
    "club_outages": say("outages and restarts", "cortes y reinicios"),
    "club_faults": say(
        "contests stuck, messages sent twice, records or ratings that differ when computed again",
        "competiciones paradas, mensajes repetidos, registros o puntuaciones distintas al recalcular",
    ),
}
