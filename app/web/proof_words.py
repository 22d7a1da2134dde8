"""The words of the page /proof: what each file of docs/figures is about, what each figure is, and of what. A key that is missing fails the build."""
from __future__ import annotations

from app.kernel.say import Say, say

RUNS: dict[str, Say] = {
    "tests": say("The tests that every change has to pass", "Las pruebas que todo cambio tiene que pasar"),
    "proof-tests": say("The long tests", "Las pruebas largas"),
    "games": say("Whole games that the house plays against itself", "Partidas enteras que la casa juega contra sí misma"),
    "battles": say("Whole battles of In the Heart of Africa between bots", "Batallas enteras de In the Heart of Africa entre bots"),
    "kills-sqlite": say("The server killed again and again (kill -9), on SQLite", "El servidor matado una y otra vez (kill -9), con SQLite"),
    "kills-postgres": say("The server killed again and again (kill -9), on Postgres", "El servidor matado una y otra vez (kill -9), con Postgres"),
    "kills-of-postgres": say("The database itself killed again and again (kill -9)", "La propia base de datos matada una y otra vez (kill -9)"),
    "restarts": say("The server restarted in the middle of a game", "El servidor reiniciado en medio de una partida"),
    "upgrade": say("An upgrade rehearsed on a copy", "Una actualización ensayada en una copia"),
    "bench": say("Speed of one process, without the web", "Velocidad de un proceso, sin la web"),
    "load-sqlite": say("Many at once, on SQLite", "Muchos a la vez, con SQLite"),
    "load-postgres": say("Many at once, two processes on Postgres", "Muchos a la vez, dos procesos con Postgres"),
}
"""By name of the file, in the order of the page."""

FIGURES: dict[str, Say] = {
    "tests_passed": say("tests passed", "pruebas superadas"),
    "tests_failed": say("tests failed", "pruebas fallidas"),
    "tests_skipped": say("tests left out", "pruebas omitidas"),
    "tests_seconds": say("time for all of them", "tiempo de todas ellas"),
    "cases_passed": say("cases written from the rules, played and compared", "casos escritos a partir de las reglas, jugados y comparados"),
    "rights_asked": say("times somebody asked for what may or may not be his, and got the right answer",
                        "veces que alguien pidió lo que puede o no ser suyo y recibió la respuesta debida"),
    "twin_outlets": say("answers compared in two worlds that differ in a secret alone", "respuestas comparadas en dos mundos que solo difieren en un secreto"),
    "fuzz_cases": say("random requests to the API, none of them a fault of ours", "peticiones al azar a la API, ninguna un fallo nuestro"),
    "double_submits": say("orders sent fifty times at once that were one move", "órdenes enviadas cincuenta veces a la vez que fueron una sola jugada"),
    "lost_answers": say("orders sent again after a lost answer that were one move", "órdenes repetidas tras perderse la respuesta que fueron una sola jugada"),
    "deadline_races": say("decisions that raced their deadline, with exactly one outcome", "decisiones en carrera contra su plazo, con un solo desenlace"),
    "clock_deadlines": say("deadlines reckoned over ten years of summer times", "plazos calculados a lo largo de diez años de cambios de hora"),
    "axe_looks": say("pages and states looked over by axe for accessibility", "páginas y estados revisados con axe por su accesibilidad"),
    "axe_violations": say("violations that axe found", "infracciones que encontró axe"),
    "asvs_pass": say("requirements of OWASP ASVS 5.0, levels 1 and 2, that are met", "requisitos de OWASP ASVS 5.0, niveles 1 y 2, que se cumplen"),
    "asvs_na": say("requirements of it that do not apply here", "requisitos de ese estándar que aquí no proceden"),
    "asvs_open": say("requirements of it that are open", "requisitos de ese estándar que quedan abiertos"),
    "monkey_games": say("games of chance orders", "partidas de órdenes al azar"),
    "monkey_moves": say("moves in them, each decided again and every die computed anew",
                        "jugadas en ellas, cada una decidida de nuevo y con todos los dados recalculados"),
    "monkey_faults": say("of these games broken down, stuck or told otherwise", "de esas partidas rotas, atascadas o contadas de otro modo"),
    "bots_games": say("games between bots", "partidas entre bots"),
    "bots_moves": say("moves in them, checked in the same way", "jugadas en ellas, comprobadas del mismo modo"),
    "bots_faults": say("of these games broken down, stuck or told otherwise", "de esas partidas rotas, atascadas o contadas de otro modo"),
    "battles": say("battles fought to the end", "batallas libradas hasta el final"),
    "battle_points": say("points of each army", "puntos de cada ejército"),
    "battle_pairings": say("pairings of army lists and scenarios", "combinaciones de listas de ejército y escenarios"),
    "battle_faults": say("of these battles at fault", "de esas batallas con algún fallo"),
    "battle_moves": say("moves in them", "jugadas en ellas"),
    "battle_longest": say("time that the longest of them took to compute", "tiempo de cálculo de la más larga"),
    "kill_rounds": say("rounds", "rondas"),
    "kill_acknowledged": say("orders that were answered", "órdenes que recibieron respuesta"),
    "kill_lost": say("of these lost", "de ellas perdidas"),
    "kill_half_done": say("games with something half done", "partidas con algo a medio hacer"),
    "kill_odd": say("odd answers", "respuestas extrañas"),
    "kill_under_way": say("orders under way at that moment, each sent again and answered",
                          "órdenes en camino en ese momento, todas repetidas y respondidas"),
    "kill_answer_median": say("time until a good answer again, median", "tiempo hasta volver a responder bien, mediana"),
    "kill_answer_worst": say("time until a good answer again, longest", "tiempo hasta volver a responder bien, máximo"),
    "order_p50": say("an order put on record, median", "una orden anotada en el registro, mediana"),
    "look_p50": say("the next look at the game, median", "la siguiente mirada a la partida, mediana"),
    "drawing_p50": say("the board drawn, median", "el tablero dibujado, mediana"),
    "log_p50": say("the log of the last ten moves, median", "la crónica de las diez últimas jugadas, mediana"),
    "replay": say("2,000 moves read, checked and folded", "2.000 jugadas leídas, comprobadas y repetidas"),
    "orders_a_second": say("orders put on record over 50 games", "órdenes anotadas en 50 partidas"),
    "woken_last": say("from a move until the last of 1,000 who wait has heard of it", "desde una jugada hasta que se entera el último de 1.000 que esperan"),
}

OF: dict[str, Say] = {
    "house": say("the sources themselves", "las propias fuentes"),
    "contract": say("the contract of all games", "el contrato de todos los juegos"),
    "games": say("rules of the games", "reglas de los juegos"),
    "store": say("what is on record", "el registro"),
    "club": say("accounts, tables, clocks, notices", "cuentas, mesas, relojes, avisos"),
    "api": say("the API for programs", "la API para programas"),
    "web": say("pages", "páginas"),
    "browser": say("pages in a real browser", "páginas en un navegador de verdad"),
    "fault": say("faults brought about", "fallos provocados"),
    "twins": say("hidden information", "información oculta"),
    "cli": say("the command line", "la línea de órdenes"),
    "sqlite": say("SQLite", "SQLite"), "postgres": say("Postgres", "Postgres"),
}
"""Besides the games, which have titles of their own."""

UNITS = ("", "ms", "s", "/s", "MB", "kB", "%")
