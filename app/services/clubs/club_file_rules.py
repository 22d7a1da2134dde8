"""Rules of files of clubs (CAR-CLB-44 to 47), as refusals."""

from __future__ import annotations

from app.kernel.free_text import quotable_text
from app.kernel.refusal import Refusal, no
from app.kernel.say import Say, as_is, say

MOST_BYTES = 40_000_000
MOST_CSV_BYTES, MOST_DATE_ROWS, MOST_MEMBER_ROWS = 1_000_000, 200, 100
MOST_OF_PART = {
    "members": 2_000,
    "rules": 50,
    "announcements": 2_000,
    "dates": 5_000,
    "polls": 1_000,
    "chapters": 1_200,
    "pictures": 12,
    "messages": 20_000,
    "log": 40_000,
}
MOST_ANSWERS = 100_000
"""Answers, booked tables and versions of a file together."""
PARTS: dict[str, Say] = {
    "members": say("members", "miembros"),
    "rules": say("house rules", "reglas del club"),
    "announcements": say("announcements", "anuncios"),
    "dates": say("dates", "citas"),
    "polls": say("date polls", "consultas de citas"),
    "chapters": say("chronicle", "crónica"),
    "pictures": say("pictures", "imágenes"),
    "messages": say("chat", "chat"),
    "log": say("log", "registro"),
    "answers": say("answers and versions", "respuestas y versiones"),
    "front page": say("front page", "portada"),
    "welcome": say("welcome message", "mensaje de bienvenida"),
}
"""Parts of a file in words."""


def size_refusal(data: bytes) -> Refusal | None:
    """CAR-CLB-45: The file of a club has at most 40 MB."""
    return too_long_refusal() if len(data) > MOST_BYTES else None


def too_long_refusal() -> Refusal:
    return no(
        "CAR-CLB-45",
        "The file has more than {most} MB. Nothing was imported.",
        "El archivo ocupa más de {most} MB. No se ha importado nada.",
        most=MOST_BYTES // 1_000_000,
    )


def format_refusal(found: str, known: str) -> Refusal:
    """Refusal of a file without the format of a club, or with another version of it."""
    if not found.startswith("caracole-club/"):
        return no(
            "CAR-CLB-45",
            "This is no file of a club. Choose a file that was exported as a club.",
            "Este archivo no es de un club. Elige un archivo exportado como club.",
        )
    return no(
        "CAR-CLB-45",
        "The file has the format {found}, and this server reads {known}. It comes from another "
        "version of the program.",
        "El archivo tiene el formato {found} y este servidor lee {known}. Viene de otra versión "
        "del programa.",
        found=quotable_text(found),
        known=known,
    )


def damaged_refusal() -> Refusal:
    return no(
        "CAR-CLB-45",
        "The file is damaged or incomplete. Export the club again.",
        "El archivo está dañado o incompleto. Exporta el club otra vez.",
    )


def many_refusal(part: str, many: int, most: int) -> Refusal | None:
    """Refusal of a part with too many entries."""
    if many <= most:
        return None
    return no(
        "CAR-CLB-45",
        "The file has too many entries in the part “{part}”: {many}. At most {most} are imported.",
        "El archivo tiene demasiadas entradas en la parte «{part}»: {many}. Se importan {most} "
        "como mucho.",
        part=PARTS[part],
        many=many,
        most=most,
    )


def entry_refusal(part: str, number: int, why: Say) -> Refusal:
    """Refusal of an entry of a file, by its place from 1; 0 stands for the whole part."""
    if not number:
        return no(
            "CAR-CLB-45",
            "The part “{part}” of the file cannot be imported. {why}",
            "La parte «{part}» del archivo no se puede importar. {why}",
            part=PARTS[part],
            why=why,
        )
    return no(
        "CAR-CLB-45",
        "Entry {number} of the part “{part}” cannot be imported. {why}",
        "La entrada {number} de la parte «{part}» no se puede importar. {why}",
        number=number,
        part=PARTS[part],
        why=why,
    )


def twice(what: str) -> Say:
    """Reason against a second entry about the same."""
    return say("“{what}” appears twice.", "«{what}» aparece dos veces.", what=quotable_text(what))


NO_TIME = say("A date or time cannot be read.", "Una fecha u hora no se puede leer.")
UNKNOWN = say("It holds an unknown value.", "Contiene un valor desconocido.")


def rows_refusal(rows: int, most: int) -> Refusal | None:
    """CAR-CLB-46: A table for the calendar has at most 200 rows, one of members at most 100."""
    if 1 <= rows <= most:
        return None
    if not rows:
        return no(
            "CAR-CLB-46",
            "The table has no rows below its first line.",
            "La tabla no tiene filas debajo de la primera línea.",
        )
    return no(
        "CAR-CLB-46",
        "The table has {rows} rows; at most {most} are read at once. Nothing was imported.",
        "La tabla tiene {rows} filas; se leen {most} a la vez como mucho. No se ha importado nada.",
        rows=rows,
        most=most,
    )


def columns_refusal(missing: list[str]) -> Refusal | None:
    """Refusal of a table without a column that is needed."""
    if not missing:
        return None
    return no(
        "CAR-CLB-46",
        "The first line of the table needs these columns: {columns}.",
        "La primera línea de la tabla necesita estas columnas: {columns}.",
        columns=[as_is(one) for one in missing],
    )


def unreadable_table_refusal() -> Refusal:
    return no(
        "CAR-CLB-46",
        "The file must be a text table (CSV in UTF-8) of at most {most} kB.",
        "El archivo tiene que ser una tabla de texto (CSV en UTF-8) de {most} kB como mucho.",
        most=MOST_CSV_BYTES // 1000,
    )


def row_refusal(line: int, rule: str, why: Say) -> Refusal:
    """Refusal of a row, by its line in the file."""
    return no(
        rule or "CAR-CLB-46",
        "Line {line}: {why}",
        "Línea {line}: {why}",
        line=line,
        why=why,
    )


def unknown_name_refusal() -> Refusal:
    """CAR-CLB-47: An owner offers a name of the file to a user, or removes it."""
    return no(
        "CAR-CLB-47",
        "The club has no such imported name without an account.",
        "El club no tiene ese nombre importado sin cuenta.",
    )
