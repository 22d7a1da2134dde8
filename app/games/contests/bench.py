"""Entry in the benchmarks: texts of the page /quality about contests."""

from __future__ import annotations

from app.kernel.bench_entry import BenchEntry
from app.kernel.say import Say, say

RUNS: dict[str, Say] = {
    "contest-pairings": say(
        "Swiss contests of 3 to 64 entrants with random results, each round checked",
        "Competiciones suizas de 3 a 64 participantes al azar, con cada ronda comprobada",
    ),
    "contest-corrections": say(
        "Random corrections of contests compared with their previews",
        "Correcciones al azar de competiciones comparadas con su vista previa",
    ),
    "contest-leaving": say(
        "Swiss contests in which an entrant misses rounds on purpose",
        "Competiciones suizas en las que un participante falta a rondas a propósito",
    ),
    "contest-times": say(
        "Times of Swiss contests of 64 and of 200 entrants",
        "Tiempos de competiciones suizas de 64 y de 200 participantes",
    ),
    "contest-kills": say(
        "Processes killed (kill -9) at named places of a contest and of the search for an opponent",
        "Procesos matados (kill -9) en lugares elegidos de una competición y de la búsqueda de rival",
    ),
}
"""Titles of runs by file name, in page order."""


def of_entrants(count: int) -> dict[str, Say]:
    """Texts of the times of a contest with this number of entrants."""
    return {
        "contest_slowness": say(
            "slowness of the machine during the contest of {count}",
            "lentitud de la máquina durante la competición de {count}",
            count=count,
        ),
        "contest_pairing": say(
            "round of {count} entrants paired, the slowest round",
            "ronda de {count} participantes emparejada, la ronda más lenta",
            count=count,
        ),
        "contest_draw": say(
            "the same with checks and record, half of the rounds",
            "lo mismo con comprobaciones y registro, la mitad de las rondas",
        ),
        "contest_publish": say(
            "round of {count} entrants published with its tables, half of the rounds",
            "ronda de {count} participantes publicada con sus mesas, la mitad de las rondas",
            count=count,
        ),
        "contest_result": say(
            "result entered in a contest of {count}, half of the results",
            "resultado anotado en una competición de {count}, la mitad de los resultados",
            count=count,
        ),
    }


FIGURES: dict[str, Say] = {
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
    "leaving_contests": say("contests played", "competiciones jugadas"),
    "leaving_plans": say("plans of absences in them", "planes de ausencias en ellas"),
    "leaving_otherwise": say(
        "contests that change if an entrant leaves and comes back before each drawing",
        "competiciones que cambian si un participante se va y vuelve antes de cada sorteo",
    ),
    "leaving_byes": say(
        "byes after an absence that were avoidable",
        "descansos evitables después de una ausencia",
    ),
    "leaving_gain": say(
        "points gained by a plan of absences, on average",
        "puntos ganados con un plan de ausencias, de media",
    ),
    "leaving_by_chance": say(
        "plans that gained points by chance, and not when played again with other lots",
        "planes que ganaron puntos por azar, pero no al jugarlos otra vez con otros sorteos",
    ),
    "leaving_gaining": say(
        "plans that gain points when played again too",
        "planes que ganan puntos también al jugarlos otra vez",
    ),
    "leaving_opponents_absent": say(
        "mean strength of the opponents after an absence",
        "fuerza media de los rivales después de una ausencia",
    ),
    "leaving_opponents_lost": say(
        "mean strength of the opponents after a loss in its place",
        "fuerza media de los rivales si en su lugar hay una derrota",
    ),
    "leaving_opponents_plain": say(
        "mean strength of the opponents without either",
        "fuerza media de los rivales sin ausencia ni derrota",
    ),
    "leaving_easier": say(
        "chance to win after an absence, more than after a loss (two standard errors allowed)",
        "probabilidad de ganar tras una ausencia, más que tras una derrota (con dos errores típicos)",
    ),
    "correction_contests": say("contests played", "competiciones jugadas"),
    "corrections_groups": say(
        "of them in contests with groups", "de ellas en competiciones con grupos"
    ),
    "correction_faults": say(
        "of the corrections differ from their preview, or change a published round",
        "de las correcciones distintas de su vista previa, o con una ronda publicada cambiada",
    ),
    "contest_rounds_drawn": say("rounds of each contest", "rondas de cada competición"),
    **{
        f"{key}_{entrants}": text
        for entrants in (64, 200)
        for key, text in of_entrants(entrants).items()
    },
    "round_kills_sqlite": say(
        "kills while a round of three battles is published, on SQLite",
        "procesos matados al publicar una ronda de tres batallas, con SQLite",
    ),
    "round_kills_postgresql": say(
        "kills while a round of three battles is published, on Postgres",
        "procesos matados al publicar una ronda de tres batallas, con Postgres",
    ),
    "board_kills_sqlite": say(
        "kills while a round of two teams of three is published, on SQLite",
        "procesos matados al publicar una ronda de dos equipos de tres, con SQLite",
    ),
    "board_kills_postgresql": say(
        "kills while a round of two teams of three is published, on Postgres",
        "procesos matados al publicar una ronda de dos equipos de tres, con Postgres",
    ),
    "wish_kills_sqlite": say(
        "kills while wishes for an opponent are paired, on SQLite",
        "procesos matados al emparejar peticiones de rival, con SQLite",
    ),
    "wish_kills_postgresql": say(
        "kills while wishes for an opponent are paired, on Postgres",
        "procesos matados al emparejar peticiones de rival, con Postgres",
    ),
    "list_kills_sqlite": say(
        "kills while an entrant of a waiting list gets a place, on SQLite",
        "procesos matados al dar plaza a un participante en espera, con SQLite",
    ),
    "list_kills_postgresql": say(
        "kills while an entrant of a waiting list gets a place, on Postgres",
        "procesos matados al dar plaza a un participante en espera, con Postgres",
    ),
}
ENTRY = BenchEntry(runs=RUNS, figures=FIGURES)
