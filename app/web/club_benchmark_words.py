"""Texts of the page /quality for the figures of clubs."""

from __future__ import annotations

from app.kernel.say import Say, say

CLUB_RUNS: dict[str, Say] = {
    "club-month-sqlite": say(
        "A month of a club in two processes, on SQLite",
        "Un mes de un club en dos procesos, con SQLite",
    ),
    "club-month-postgres": say(
        "A month of a club in two processes, on Postgres",
        "Un mes de un club en dos procesos, con Postgres",
    ),
    "club-budgets-sqlite": say(
        "Pages of a club of 200 members and a round of 100 tables, on SQLite",
        "Páginas de un club de 200 miembros y una ronda de 100 mesas, con SQLite",
    ),
    "club-budgets-postgres": say(
        "Pages of a club of 200 members and a round of 100 tables, on Postgres",
        "Páginas de un club de 200 miembros y una ronda de 100 mesas, con Postgres",
    ),
}
OF_CLUBS: dict[str, Say] = {
    "club_members": say("members", "miembros"),
    "club_contests": say("contests that ended", "competiciones terminadas"),
    "club_campaigns": say("campaigns that ended", "campañas terminadas"),
    "club_holidays": say("holidays taken", "vacaciones anunciadas"),
    "club_forfeits": say(
        "default answers of the clock, each checked against deadlines, outages and holidays",
        "respuestas automáticas del reloj, comprobadas con plazos, cortes y vacaciones",
    ),
    "club_moves": say(
        "orders and defaults on record", "órdenes y respuestas automáticas registradas"
    ),
    "club_tables": say("tables of battles", "mesas de batallas"),
    "club_messages": say("messages sent", "mensajes enviados"),
    "club_at_once": say(
        "orders given to both processes at once", "órdenes dadas a los dos procesos a la vez"
    ),
    "club_by_request": say(
        "members that joined during the month by a request",
        "miembros que entraron durante el mes tras pedirlo",
    ),
    "club_by_link": say(
        "members that joined during the month by a link",
        "miembros que entraron durante el mes con un enlace",
    ),
    "club_entered_later": say(
        "entries of new members in contests, in both processes at once",
        "inscripciones de miembros nuevos en competiciones, en los dos procesos a la vez",
    ),
    "club_corrections": say(
        "corrections of rated contests, each compared with its preview",
        "correcciones de competiciones que puntúan, comparadas con su previsualización",
    ),
    "club_rated_here": say(
        "rated battles at tables of the site", "batallas que puntuaron en mesas del sitio"
    ),
    "club_rated_elsewhere": say(
        "rated results of real tables", "resultados de mesas reales que puntuaron"
    ),
    "club_gone": say(
        "departed, suspended or deleted members", "miembros idos, suspendidos o borrados"
    ),
    "club_outages": say("outages and restarts", "cortes y reinicios"),
    "club_faults": say(
        "contests and campaigns stuck, forfeits too soon, messages sent twice, records or ratings that "
        "differ when computed again",
        "competiciones y campañas paradas, respuestas antes de tiempo, mensajes repetidos, registros o "
        "puntuaciones distintas al recalcular",
    ),
    "club_calibration": say(
        "slowness of the machine meanwhile", "lentitud de la máquina mientras tanto"
    ),
    "club_front_page": say("front page of the club", "portada del club"),
    "club_members_page": say("page of the members", "página de los miembros"),
    "club_calendar_page": say("calendar of the club", "calendario del club"),
    "club_chronicle_page": say("chronicle of a year", "crónica de un año"),
    "club_waiting_page": say(
        "what waits for a member, 60 entries", "lo que espera a un miembro, 60 entradas"
    ),
    "contest_standings_page": say(
        "standings after 2,016 results", "clasificación después de 2016 resultados"
    ),
    "contest_publishing": say("round with 100 tables published", "ronda de 100 mesas publicada"),
    "contest_messages": say("messages of that round", "mensajes de esa ronda"),
    "contest_beside": say(
        "order of another game meanwhile, 99 of 100",
        "orden de otra partida mientras tanto, 99 de 100",
    ),
}
