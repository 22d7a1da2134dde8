"""Texts of the page /quality: titles of the files in docs/figures, of each figure and of its
subject. A missing key fails the build. Texts about one game stand in its entry in the benchmarks.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping

from app.kernel.contract import Game
from app.kernel.say import Say, say
from app.web.balance_benchmark_words import OF_BALANCE
from app.web.club_benchmark_words import CLUB_RUNS, OF_CLUBS
from app.web.reliability_benchmark_words import (
    OF_RELIABILITY,
    OF_RELIABILITY_SUBJECTS,
    RELIABILITY_RUNS,
)

RUNS_OF_RULES: dict[str, Say] = {
    "rules": say("The rules, enforced and tested", "Las reglas, aplicadas y probadas"),
    "tests": say(
        "The tests that every change has to pass", "Las pruebas que todo cambio tiene que pasar"
    ),
    "proof-tests": say("The long tests", "Las pruebas largas"),
    "proof-browser": say("The long tests in the browser", "Las pruebas largas en el navegador"),
    "games": say(
        "Whole games of bots against each other",
        "Partidas enteras entre bots",
    ),
}
"""Titles of runs about rules and whole games by file name, in page order."""

RUNS_OF_ONE_GAME: dict[str, Say] = {
    "games": RUNS_OF_RULES["games"],
    "bench": say("Speed of one process, without the web", "Velocidad de un proceso, sin la web"),
    "bot-strengths": say("Strengths of the bot", "Niveles del bot"),
    "balance": say("Balance, by games of bots", "Equilibrio, por partidas entre bots"),
    "leaks": say("Worlds that differ in a secret alone", "Mundos que solo difieren en un secreto"),
}
"""Titles of runs that every game can have. The file name ends with the key of the game."""

RUNS_OF_THE_SERVER: dict[str, Say] = {
    **CLUB_RUNS,
    "decided-again": say(
        "Recorded games decided again by another process",
        "Partidas registradas y decididas otra vez por otro proceso",
    ),
    "kills-sqlite": say(
        "The server killed again and again (kill -9), on SQLite",
        "El servidor matado una y otra vez (kill -9), con SQLite",
    ),
    "kills-postgres": say(
        "The server killed again and again (kill -9), on Postgres",
        "El servidor matado una y otra vez (kill -9), con Postgres",
    ),
    "kills-of-postgres": say(
        "The database itself killed again and again (kill -9)",
        "La propia base de datos matada una y otra vez (kill -9)",
    ),
    "restarts": say(
        "The server restarted in the middle of a game",
        "El servidor reiniciado en medio de una partida",
    ),
    "restarts-rolling": say(
        "Two servers restarted one after the other in the middle of a game",
        "Dos servidores reiniciados uno tras otro en medio de una partida",
    ),
    "upgrade": say("An upgrade rehearsed on a copy", "Una actualización ensayada en una copia"),
    "bench": RUNS_OF_ONE_GAME["bench"],
    "load-sqlite": say("Many at once, on SQLite", "Muchos a la vez, con SQLite"),
    "refusals": say("What is refused", "Lo que se niega"),
    "load-postgres": say(
        "Many at once, two processes on Postgres", "Muchos a la vez, dos procesos con Postgres"
    ),
    **RELIABILITY_RUNS,
}
"""Titles of runs about the server by file name, in page order."""

FIGURES: dict[str, Say] = {
    **OF_CLUBS,
    **OF_BALANCE,
    **OF_RELIABILITY,
    "rules": say("rules", "reglas"),
    "rules_with_home": say(
        "of these carried by a function of their own", "de ellas llevadas por una función propia"
    ),
    "rules_with_case": say(
        "of these tried by a case that holds", "de ellas probadas con un caso que se cumple"
    ),
    "rules_with_refusal": say(
        "of those that say no, tried by a case that is refused",
        "de las que dicen que no, probadas con un caso que se niega",
    ),
    "tests_passed": say("tests passed", "pruebas superadas"),
    "tests_failed": say("tests failed", "pruebas fallidas"),
    "tests_skipped": say("tests left out", "pruebas omitidas"),
    "tests_seconds": say("time for all of them", "tiempo de todas ellas"),
    "cases_passed": say(
        "cases written from the rules, played and compared",
        "casos escritos a partir de las reglas, jugados y comparados",
    ),
    "rights_asked": say(
        "requests for own or foreign things with the right answer",
        "peticiones de cosas propias o ajenas con la respuesta debida",
    ),
    "canary_pages": say(
        "pages and answers read for marks hidden in every secret",
        "páginas y respuestas leídas en busca de marcas puestas en cada secreto",
    ),
    "twin_pairs": say("pairs of worlds", "pares de mundos"),
    "twin_positions": say("positions", "posiciones"),
    "twin_worlds": say("worlds", "mundos"),
    "twin_addresses": say("outlets", "salidas"),
    "twin_least": say("pairs of the least asked outlet", "pares de la salida menos preguntada"),
    "twin_differences": say("answers that differ", "respuestas distintas"),
    "twin_few": say(
        "processor time of the worlds with few secrets",
        "tiempo de procesador de los mundos con pocos secretos",
    ),
    "twin_many": say(
        "processor time of the worlds with many secrets",
        "tiempo de procesador de los mundos con muchos secretos",
    ),
    "twin_ratio": say("ratio of the two times", "cociente de ambos tiempos"),
    "twin_slower": say(
        "outlets that took longer in one kind of worlds",
        "salidas que tardaron más en una clase de mundos",
    ),
    "twin_idle": say("time of the worlds without work", "tiempo de los mundos sin trabajo"),
    "twin_later": say("outlets with longer waits", "salidas con esperas más largas"),
    "twin_outlets": say(
        "answers compared in two worlds that differ in a secret alone",
        "respuestas comparadas en dos mundos que solo difieren en un secreto",
    ),
    "fuzz_cases": say(
        "random requests to the API, none of them a fault of ours",
        "peticiones al azar a la API, ninguna un fallo nuestro",
    ),
    "double_submits": say(
        "orders sent fifty times at once that were one move",
        "órdenes enviadas cincuenta veces a la vez que fueron una sola jugada",
    ),
    "lost_answers": say(
        "orders sent again after a lost answer that were one move",
        "órdenes repetidas tras perderse la respuesta que fueron una sola jugada",
    ),
    "two_tabs": say(
        "times two tabs of a player ordered at once, and one was first",
        "veces que dos pestañas de un jugador ordenaron a la vez y una fue la primera",
    ),
    "stale_pages": say(
        "orders from pages of long ago, each answered with how things stand",
        "órdenes desde páginas antiguas, todas respondidas con la situación de ese momento",
    ),
    "both_at_once": say(
        "times both players acted at the same instant, one after the other on record",
        "veces que ambos jugadores actuaron en el mismo instante y quedaron uno tras otro en el "
        "registro",
    ),
    "undo_races": say(
        "taking back against the answer to it: what was seen stays",
        "deshacer contra la respuesta del rival: lo visto queda",
    ),
    "deadline_races": say(
        "decisions that raced their deadline, with exactly one outcome",
        "decisiones en carrera contra su plazo, con un solo desenlace",
    ),
    "clock_deadlines": say(
        "deadlines reckoned over ten years of summer times",
        "plazos calculados a lo largo de diez años de cambios de hora",
    ),
    "axe_looks": say(
        "pages and states looked over by axe for accessibility",
        "páginas y estados revisados con axe por su accesibilidad",
    ),
    "first_page": say(
        "the first page, as it comes over the wire", "la primera página, tal como llega por la red"
    ),
    "axe_violations": say("violations that axe found", "infracciones que encontró axe"),
    "asvs_pass": say(
        "requirements of OWASP ASVS 5.0, levels 1 and 2, that are met",
        "requisitos de OWASP ASVS 5.0, niveles 1 y 2, que se cumplen",
    ),
    "asvs_na": say(
        "requirements of OWASP ASVS that do not apply here",
        "requisitos de OWASP ASVS que aquí no proceden",
    ),
    "asvs_open": say(
        "requirements of OWASP ASVS that are open", "requisitos de OWASP ASVS que quedan abiertos"
    ),
    "monkey_games": say("games of chance orders", "partidas de órdenes al azar"),
    "monkey_moves": say(
        "moves in them, each decided again and every die computed anew",
        "jugadas en ellas, cada una decidida de nuevo y con todos los dados recalculados",
    ),
    "monkey_faults": say(
        "of these games broken down, stuck or told otherwise",
        "de esas partidas rotas, atascadas o contadas de otro modo",
    ),
    "bots_games": say("games between bots", "partidas entre bots"),
    "bots_moves": say(
        "moves in them, checked in the same way", "jugadas en ellas, comprobadas del mismo modo"
    ),
    "bots_faults": say(
        "of these games broken down, stuck or told otherwise",
        "de esas partidas rotas, atascadas o contadas de otro modo",
    ),
    "again_games": say(
        "games of which another process read the record", "partidas cuyo registro leyó otro proceso"
    ),
    "again_moves": say(
        "moves in them, each decided again from the database",
        "jugadas en ellas, cada una decidida de nuevo desde la base de datos",
    ),
    "again_otherwise": say(
        "of these moves, those that went otherwise", "de esas jugadas, las que resultaron distintas"
    ),
    "kill_rounds": say("rounds", "rondas"),
    "kill_acknowledged": say("orders that were answered", "órdenes que recibieron respuesta"),
    "kill_lost": say("of these lost", "de ellas perdidas"),
    "kill_half_done": say("games with something half done", "partidas con algo a medio hacer"),
    "kill_odd": say("odd answers", "respuestas extrañas"),
    "kill_under_way": say(
        "orders under way at that moment, each sent again and answered",
        "órdenes en camino en ese momento, todas repetidas y respondidas",
    ),
    "kill_answer_median": say(
        "time until a good answer again, median", "tiempo hasta volver a responder bien, mediana"
    ),
    "kill_answer_worst": say(
        "time until a good answer again, longest", "tiempo hasta volver a responder bien, máximo"
    ),
    "restarts": say("restarts", "reinicios"),
    "restart_faults": say(
        "answers that a page would have to show as a fault",
        "respuestas que una página tendría que mostrar como fallo",
    ),
    "restart_holes": say(
        "times a follower missed a move or heard it twice",
        "veces que un seguidor se perdió una jugada o la oyó dos veces",
    ),
    "restart_stop_worst": say(
        "time to finish what was under way, longest",
        "tiempo para acabar lo que estaba en marcha, máximo",
    ),
    "restart_absence_median": say(
        "time from the signal until it answered again, median",
        "tiempo desde la señal hasta volver a responder, mediana",
    ),
    "upgrade_from": say(
        "the migration at which the copied club stood", "la migración en que estaba el club copiado"
    ),
    "upgrade_games": say(
        "games replayed from their first move, every order decided again",
        "partidas repetidas desde su primera jugada, con cada orden decidida de nuevo",
    ),
    "upgrade_moves": say("moves in them", "jugadas en ellas"),
    "upgrade_changed": say(
        "records that the upgrade changed", "registros que cambió la actualización"
    ),
    "upgrade_faults": say("games with a fault", "partidas con algún fallo"),
    "upgrade_seconds": say("time for all of it", "tiempo total"),
    "corrections": say("corrections signed", "correcciones firmadas"),
    "corrections_again": say(
        "of entries corrected before", "de apuntes que ya se habían corregido"
    ),
    "order_p50": say("an order put on record, median", "una orden anotada en el registro, mediana"),
    "look_p50": say(
        "the next look at the game, median", "la siguiente mirada a la partida, mediana"
    ),
    "drawing_p50": say("the board drawn, median", "el tablero dibujado, mediana"),
    "log_p50": say(
        "the log of the last ten moves, median", "la crónica de las diez últimas jugadas, mediana"
    ),
    "replay": say(
        "2,000 moves read, checked and folded", "2.000 jugadas leídas, comprobadas y repetidas"
    ),
    "orders_a_second": say("orders put on record over 50 games", "órdenes anotadas en 50 partidas"),
    "woken_last": say(
        "from giving an order until the last of 1,000 who wait has heard of it",
        "desde que se da una orden hasta que se entera el último de 1.000 que esperan",
    ),
    "load_answer_p50": say(
        "from sending an order to its answer, median",
        "desde que se envía una orden hasta su respuesta, mediana",
    ),
    "load_answer_p99": say(
        "from sending an order to its answer, 99 of 100",
        "desde que se envía una orden hasta su respuesta, 99 de cada 100",
    ),
    "load_view_p50": say(
        "until its player has the new board and the offers, median",
        "hasta que su jugador tiene el nuevo tablero y las ofertas, mediana",
    ),
    "load_rate": say(
        "orders played, each player fetching board and choices before the next",
        "órdenes jugadas, pidiendo cada jugador tablero y opciones antes de la siguiente",
    ),
    "load_processor": say(
        "time of the processor for each of these", "tiempo de procesador para cada una de ellas"
    ),
    "load_burst": say(
        "orders answered when all are sent at once",
        "órdenes respondidas cuando se envían todas a la vez",
    ),
    "load_burst_processor": say(
        "time of the processor for each of these", "tiempo de procesador para cada una de ellas"
    ),
    "load_last": say(
        "from sending an order until the last spectator has the new board, median",
        "desde que se envía una orden hasta que el último espectador tiene el nuevo tablero, "
        "mediana",
    ),
    "load_fan_processor": say(
        "time of the processor for all of that", "tiempo de procesador para todo ello"
    ),
    "load_joined": say(
        "until all spectators have the page and follow the game",
        "hasta que todos los espectadores tienen la página y siguen la partida",
    ),
    "load_memory": say("memory of the server", "memoria del servidor"),
    "load_lost": say(
        "moves of which a spectator did not hear", "jugadas de las que un espectador no se enteró"
    ),
    "load_neighbour_quiet": say(
        "an order of another game, 99 of 100, while nothing else goes on",
        "una orden de otra partida, 99 de cada 100, sin nada más en marcha",
    ),
    "load_neighbour_joining": say(
        "the same while 1,000 spectators join", "lo mismo mientras llegan 1.000 espectadores"
    ),
    "load_neighbour_playing": say(
        "the same while a game is played before 1,000 spectators",
        "lo mismo mientras se juega ante 1.000 espectadores",
    ),
    "page_start": say("the start page", "la página de inicio"),
    "page_member": say("the start page of a member", "la página de inicio de un miembro"),
    "page_lobby": say("the lobby", "la sala"),
    "page_mine": say("a member's games", "las partidas de un miembro"),
    "page_atom": say("the feed of public games", "el canal de partidas públicas"),
    "page_over": say("finished games over the API", "las partidas acabadas por la API"),
    "page_metrics": say("metrics for the administrator", "métricas para el administrador"),
    "refused_p99": say("a refusal, 99 of 100", "una negativa, 99 de cada 100"),
    "refused_most": say("the slowest refusal of all", "la negativa más lenta de todas"),
    "refused_count": say(
        "kinds of requests that are refused", "clases de peticiones que se niegan"
    ),
}

OF: dict[str, Say] = {
    "house_rules": say("every table", "toda mesa"),
    "house": say("the sources themselves", "las propias fuentes"),
    "contract": say("the contract of all games", "el contrato de todos los juegos"),
    "games": say("rules of the games", "reglas de los juegos"),
    "store": say("what is on record", "el registro"),
    "club": say("accounts, tables, clocks, notifications", "cuentas, mesas, relojes, avisos"),
    "api": say("the API for programs", "la API para programas"),
    "web": say("pages", "páginas"),
    "browser": say("pages in a real browser", "páginas en un navegador de verdad"),
    "fault": say("faults brought about", "fallos provocados"),
    "twins": say("hidden information", "información oculta"),
    "cli": say("the command line", "la línea de órdenes"),
    "sqlite": say("SQLite", "SQLite"),
    "postgres": say("Postgres", "Postgres"),
    "games_1": say("1 game", "1 partida"),
    "games_50": say("50 games", "50 partidas"),
    **{
        f"spectators_{many}": say("{many} spectators", "{many} espectadores", many=f"{many:,}")
        for many in (100, 500, 1000)
    },
    "spectators_1": say("1 spectator", "1 espectador"),
    "p50": say("half of the requests", "la mitad de las peticiones"),
    "p95": say("95 of 100", "95 de cada 100"),
    "few": say("130 games in the database", "130 partidas en la base de datos"),
    **OF_RELIABILITY_SUBJECTS,
    "many": say("22,000 games in the database", "22.000 partidas en la base de datos"),
}
"""Subjects other than games; games have titles of their own."""

UNITS = ("", "ms", "s", "/s", "MB", "kB", "%")


def run_titles(shelf: Mapping[str, Game]) -> dict[str, Say]:
    """Titles of all runs by file name, in page order. Runs of single games precede those of the
    server.
    """
    found = dict(RUNS_OF_RULES)
    for key, game in shelf.items():
        found |= game.bench.runs
        for run, title in RUNS_OF_ONE_GAME.items():
            words = say("{run} ({game})", "{run} ({game})", game=game.card.title, run=title)
            found[f"{run}-{key}"] = words
    return found | RUNS_OF_THE_SERVER


def figure_words(shelf: Mapping[str, Game]) -> Mapping[str, Say]:
    """Texts of all figures by their key."""
    return ChainMap(FIGURES, *(dict(game.bench.figures) for game in shelf.values()))
