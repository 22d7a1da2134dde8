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
}
"""Titles of runs by file name, in page order."""

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
}
ENTRY = BenchEntry(runs=RUNS, figures=FIGURES)
