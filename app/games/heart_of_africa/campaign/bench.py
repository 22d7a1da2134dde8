"""Entry in the benchmarks: texts of the page /quality about campaigns."""

from __future__ import annotations

from app.kernel.bench_entry import BenchEntry
from app.kernel.say import Say, say

RUNS: dict[str, Say] = {
    "campaign-bots": say(
        "Whole campaigns of In the Heart of Africa between bots",
        "Campañas enteras de En el corazón de África entre bots",
    ),
    "campaign-pages": say(
        "Pages of a campaign of 16 players, 12 turns and 1,500 moves",
        "Páginas de una campaña de 16 jugadores, 12 turnos y 1.500 jugadas",
    ),
    "long-campaigns-sqlite": say(
        "Campaigns with absences and disputes, two processes on SQLite",
        "Campañas con ausencias y disputas, dos procesos con SQLite",
    ),
    "long-campaigns-postgres": say(
        "Campaigns with absences and disputes, two processes on Postgres",
        "Campañas con ausencias y disputas, dos procesos con Postgres",
    ),
    "campaign-corrections": say(
        "Random corrections of campaigns compared with their previews",
        "Correcciones al azar de campañas comparadas con su vista previa",
    ),
}
"""Titles of runs by file name, in page order."""

FIGURES: dict[str, Say] = {
    "campaigns": say("campaigns played to the end", "campañas jugadas hasta el final"),
    "campaign_faults": say("of these campaigns at fault", "de esas campañas con algún fallo"),
    "campaign_turns": say("turns in them", "turnos en ellas"),
    "campaign_moves": say("moves in them", "jugadas en ellas"),
    "campaign_attacks": say("attacks declared", "ataques declarados"),
    "campaign_battles": say("battles with a winner", "batallas con vencedor"),
    "campaign_agreements": say("agreements", "acuerdos"),
    "campaign_passages": say(
        "territories explored by consent", "territorios explorados con permiso"
    ),
    "campaign_hunts": say("hunts", "cacerías"),
    "campaign_explored_all": say(
        "Explorers with all territories", "exploradores con todos los territorios"
    ),
    "campaign_conquests": say("conquered peoples", "pueblos conquistados"),
    "campaign_revolts": say("revolts", "sublevaciones"),
    "campaign_promotions": say("promotions", "ascensos"),
    "campaign_eliminated": say("players eliminated", "jugadores eliminados"),
    "campaign_honours": say("honours", "honores"),
    "campaign_slowest": say("slowest order of a bot", "orden más lenta de un bot"),
    "campaign_record": say("moves on record", "jugadas en el registro"),
    "campaign_calibration": say(
        "how many times slower than at rest the machine was",
        "cuántas veces más lenta que en reposo iba la máquina",
    ),
    "campaign_page": say("game page, after a move", "página de la partida, tras una jugada"),
    "campaign_front": say("front page, after a move", "portada, tras una jugada"),
    "campaign_standings": say("standings, after a move", "clasificación, tras una jugada"),
    "campaign_people": say(
        "page of a people, after a move", "página de un pueblo, tras una jugada"
    ),
    "campaign_battle": say(
        "page of a battle, after a move", "página de una batalla, tras una jugada"
    ),
    "campaign_ledger": say("ledger, after a move", "libro de cuentas, tras una jugada"),
    "campaign_chronicle": say("chronicle, after a move", "crónica, tras una jugada"),
    "campaign_preview": say("preview of a correction", "vista previa de una corrección"),
    "campaign_order": say("an order", "una orden"),
    "campaign_fold": say(
        "whole record read, checked and folded",
        "registro entero leído, comprobado y recorrido",
    ),
    "campaign_result": say(
        "from the last move of a battle until its result is on the page of the campaign",
        "de la última jugada de una batalla a su resultado en la página de la campaña",
    ),
    "long_faults": say(
        "of these campaigns stuck, out of balance or replayed otherwise",
        "de esas campañas atascadas, descuadradas o repetidas de otro modo",
    ),
    "long_moves": say("moves, each checked", "jugadas, comprobadas una a una"),
    "long_turns": say("turns", "turnos"),
    "long_absences": say("absences of up to 60 days", "ausencias de hasta 60 días"),
    "long_defaults": say("default orders of the clock", "órdenes por defecto del reloj"),
    "long_entered": say("results entered by the winner", "resultados anotados por el vencedor"),
    "long_confirmed": say("results confirmed", "resultados confirmados"),
    "long_silent": say("results confirmed by silence", "resultados confirmados por silencio"),
    "long_disputed": say("results disputed", "resultados discutidos"),
    "long_conceded": say("results entered by the loser", "resultados anotados por el vencido"),
    "long_undecided": say("battles without a decision", "batallas sin decisión"),
    "long_forfeited": say("battles forfeited", "batallas no disputadas con pago"),
    "long_lapsed": say("attacks lapsed or void", "ataques caducados o anulados"),
    "long_fought": say(
        "battles fought out on their tables", "batallas jugadas hasta el final en su mesa"
    ),
    "corrections_dice": say("with new dice", "con dados nuevos"),
    "corrections_unlisted": say(
        "with a result too rare to list", "con un resultado demasiado raro para la lista"
    ),
    "corrections_faults": say(
        "of these differ from their preview, or lose a posting",
        "de ellas distintas de su vista previa, o con un apunte perdido",
    ),
}
ENTRY = BenchEntry(runs=RUNS, figures=FIGURES)
