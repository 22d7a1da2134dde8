"""Texts of the page /quality for the figures of the reliability list."""

from __future__ import annotations

from app.kernel.say import Say, say

RELIABILITY_RUNS: dict[str, Say] = {
    "dice-uniformity": say("Uniformity of the dice", "Uniformidad de los dados"),
    "wal-cuts": say(
        "The log of SQLite cut off, as by a power loss",
        "El diario de SQLite cortado, como por un apagón",
    ),
    "fsync-trace": say(
        "The log flushed to the disk before the answer",
        "El diario llevado al disco antes de la respuesta",
    ),
    "notice-delay": say("Delay of a turn notification", "Retraso de un aviso de turno"),
    "timing-difference": say(
        "Answer times that could tell a secret",
        "Tiempos de respuesta que podrían revelar un secreto",
    ),
    "revocation": say(
        "Ended tokens and sessions, refused by two processes",
        "Tokens y sesiones terminados, rechazados por dos procesos",
    ),
    "python-versions": say(
        "Recorded games decided again under other versions of Python",
        "Partidas registradas y decididas otra vez con otras versiones de Python",
    ),
    "crawler-storm": say(
        "Orders while crawlers read many pages",
        "Órdenes mientras los rastreadores leen muchas páginas",
    ),
    "backup-restore": say("Backup and restore", "Copia de seguridad y restauración"),
    "importer-fuzz": say(
        "Damaged files given to the importers", "Archivos dañados dados a los importadores"
    ),
    "soak": say(
        "One server under mixed load for a simulated day",
        "Un servidor con carga mixta durante un día simulado",
    ),
    "mutation-sample": say(
        "Small changes of the rules that a test must notice",
        "Pequeños cambios de las reglas que una prueba debe notar",
    ),
    "query-plans": say(
        "Plans of all statements on a large Postgres",
        "Planes de todas las consultas en un Postgres grande",
    ),
    "hosts": say(
        "Kills of processes, Redis, hosts and Postgres of a site with two hosts",
        "Muertes de procesos, Redis, servidores y Postgres de un sitio con dos servidores",
    ),
    "flaky-runs": say(
        "Tests that failed and passed on the same code",
        "Pruebas que fallaron y pasaron con el mismo código",
    ),
}

OF_RELIABILITY: dict[str, Say] = {
    "dice_seeds": say("seeds of games", "semillas de partidas"),
    "dice_rolled": say("dice rolled", "dados tirados"),
    "dice_least_probability": say(
        "least probability of both tests", "menor probabilidad de ambas pruebas"
    ),
    "dice_most_probability": say(
        "greatest probability of both tests", "mayor probabilidad de ambas pruebas"
    ),
    "dice_again": say(
        "seeds outside of the limits, which rolled as many dice again",
        "semillas fuera de los límites, que tiraron otros tantos dados",
    ),
    "dice_least_again": say(
        "least probability of the second dice", "menor probabilidad de los segundos dados"
    ),
    "dice_most_again": say(
        "greatest probability of the second dice", "mayor probabilidad de los segundos dados"
    ),
    "cut_games": say("games", "partidas"),
    "cut_orders": say("orders in them", "órdenes en ellas"),
    "cut_positions": say("cut copies opened", "copias cortadas abiertas"),
    "cut_broken": say(
        "copies that are not a former position", "copias que no son una posición anterior"
    ),
    "cut_lost": say(
        "copies without an order that was answered",
        "copias sin una orden que tuvo respuesta",
    ),
    "flush_orders": say("orders traced", "órdenes seguidas"),
    "flush_share": say(
        "orders flushed to the disk before their answer",
        "órdenes llevadas al disco antes de su respuesta",
    ),
    "notices": say("notifications sent", "avisos enviados"),
    "notice_delay_p50": say(
        "from the order to the mail server, median", "de la orden al servidor de correo, mediana"
    ),
    "notice_delay_p99": say(
        "from the order to the mail server, 99 of 100",
        "de la orden al servidor de correo, 99 de cada 100",
    ),
    "notice_wait": say("deliberate wait in it", "espera deliberada incluida"),
    "notice_after_wait_p50": say("after that wait, median", "tras esa espera, mediana"),
    "notice_after_wait_p99": say("after that wait, 99 of 100", "tras esa espera, 99 de cada 100"),
    "timing_samples": say("samples of each answer", "muestras de cada respuesta"),
    "timing_effect": say("effect size (Cohen's d)", "tamaño del efecto (d de Cohen)"),
    "timing_median": say("difference of the medians", "diferencia de las medianas"),
    "revoked": say("tokens and sessions ended", "tokens y sesiones terminados"),
    "revoked_used": say(
        "longest use after the end, in two processes",
        "uso más largo tras el final, en dos procesos",
    ),
    "version_count": say("versions of Python", "versiones de Python"),
    "version_games": say("games", "partidas"),
    "version_moves": say(
        "moves decided again by each other version",
        "jugadas decididas otra vez por cada otra versión",
    ),
    "version_differences": say("moves with another result", "jugadas con otro resultado"),
    "storm_orders": say("orders of players", "órdenes de jugadores"),
    "storm_requests": say("requests of crawlers", "peticiones de rastreadores"),
    "storm_refused": say("requests refused as too many", "peticiones rechazadas por exceso"),
    "storm_errors": say("requests that failed", "peticiones fallidas"),
    "storm_quiet": say(
        "an order without crawlers, 95 of 100", "una orden sin rastreadores, 95 de cada 100"
    ),
    "storm_stormy": say(
        "an order among crawlers, 95 of 100", "una orden entre rastreadores, 95 de cada 100"
    ),
    "storm_ratio": say("ratio of the two", "cociente de ambas"),
    "backup_games": say("games", "partidas"),
    "backup_rows": say("rows of all tables", "filas de todas las tablas"),
    "backup_size": say("size of the backup", "tamaño de la copia"),
    "backup_seconds": say("time of the backup", "tiempo de la copia"),
    "restore_seconds": say("time of the restore", "tiempo de la restauración"),
    "restore_same": say(
        "tables with the same rows and checksum", "tablas con las mismas filas y la misma suma"
    ),
    "archived_outlets": say(
        "answers compared before and after the archiving of a game",
        "respuestas comparadas antes y después de archivar una partida",
    ),
    "fuzz_seconds": say("time", "tiempo"),
    "fuzz_files": say("damaged files read", "archivos dañados leídos"),
    "fuzz_crashes": say("files that broke the importer", "archivos que rompieron el importador"),
    "fuzz_slowest": say("slowest file, processor time", "archivo más lento, tiempo de procesador"),
    "soak_hours": say("simulated hours", "horas simuladas"),
    "soak_hour": say("least time of such an hour", "tiempo mínimo de una hora así"),
    "soak_orders": say("orders answered", "órdenes con respuesta"),
    "soak_games": say("games begun", "partidas empezadas"),
    "soak_imports": say("imports of games and armies", "importaciones de partidas y ejércitos"),
    "soak_pages": say("pages read", "páginas leídas"),
    "soak_observers": say(
        "spectators at any time, who come and go", "espectadores a la vez, que van y vienen"
    ),
    "soak_errors": say(
        "failed requests, lost orders and faulty records",
        "peticiones fallidas, órdenes perdidas y registros defectuosos",
    ),
    "soak_memory": say("memory, median of the hours", "memoria, mediana de las horas"),
    "soak_memory_slope": say("growth of the memory in an hour", "aumento de la memoria por hora"),
    "soak_files": say("open files, median", "archivos abiertos, mediana"),
    "soak_files_slope": say(
        "growth of the open files in an hour", "aumento de los archivos abiertos por hora"
    ),
    "soak_sockets": say("open connections, median", "conexiones abiertas, mediana"),
    "soak_sockets_slope": say(
        "growth of the open connections in an hour",
        "aumento de las conexiones abiertas por hora",
    ),
    "soak_database": say(
        "connections to the database, median", "conexiones a la base de datos, mediana"
    ),
    "soak_database_slope": say(
        "growth of the connections to the database in an hour",
        "aumento de las conexiones a la base de datos por hora",
    ),
    "soak_threads": say("threads, median", "hilos, mediana"),
    "soak_threads_slope": say("growth of the threads in an hour", "aumento de los hilos por hora"),
    "soak_order": say("answer to an order, median", "respuesta a una orden, mediana"),
    "soak_order_slope": say("growth of this time in an hour", "aumento de este tiempo por hora"),
    "soak_page": say("a page, median", "una página, mediana"),
    "soak_page_slope": say(
        "growth of the time of a page in an hour", "aumento del tiempo de una página por hora"
    ),
    "plan_games": say("games", "partidas"),
    "plan_moves": say("moves", "jugadas"),
    "plan_statements": say("kinds of statements", "tipos de consultas"),
    "plan_scans": say(
        "statements that read a whole growing table",
        "consultas que leen entera una tabla que crece",
    ),
    "plan_median": say("a read, median", "una lectura, mediana"),
    "plan_slowest": say("the slowest read", "la lectura más lenta"),
    "host_rounds": say("kills", "muertes"),
    "host_answer_median": say(
        "good answers after a kill, median", "respuestas correctas tras una muerte, mediana"
    ),
    "host_answer_worst": say(
        "good answers after a kill, the latest",
        "respuestas correctas tras una muerte, la más tardía",
    ),
    "host_mails": say("notifications by mail", "avisos por correo"),
    "host_mails_twice": say("notifications sent twice", "avisos enviados dos veces"),
    "host_mails_missing": say("notifications that did not arrive", "avisos que no llegaron"),
    "host_deadlines": say("deadlines that decided", "plazos que decidieron"),
    "host_deadlines_wrong": say(
        "deadlines decided wrongly or twice", "plazos mal decididos o decididos dos veces"
    ),
    "host_pages": say("anonymous pages read", "páginas anónimas leídas"),
    "host_pages_old": say(
        "pages older than a page read before", "páginas más antiguas que otra leída antes"
    ),
    "mutation_day": say("day of the sample", "día de la muestra"),
    "mutation_count": say("changes in the sample", "cambios en la muestra"),
    "mutation_score": say("changes that a test noticed", "cambios que notó una prueba"),
    "flaky_runs": say("runs in the log", "ejecuciones en el registro"),
    "flaky_versions": say(
        "versions of the code that ran more than once",
        "versiones del código que se ejecutaron más de una vez",
    ),
    "flaky_tests": say("tests that did both", "pruebas que hicieron ambas cosas"),
}

OF_RELIABILITY_SUBJECTS: dict[str, Say] = {
    "d6": say("d6", "d6"),
    "d10": say("d10", "d10"),
    "login": say("log-in, known or unknown name", "inicio de sesión, nombre conocido o no"),
    "hidden_game": say(
        "number of a private or a missing game", "número de una partida privada o inexistente"
    ),
    "army_file": say("armies", "ejércitos"),
    "process": say("a process", "un proceso"),
    "redis": say("Redis", "Redis"),
    "host": say("a host", "un servidor"),
    "postgres": say("the primary Postgres", "el Postgres principal"),
    "game_file": say("games", "partidas"),
}
