"""Problem pages: the only module that maps errors to HTTP statuses."""

from __future__ import annotations

import logging
import secrets
from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse
from starlette.exceptions import HTTPException

from app.kernel.record import Broken
from app.kernel.refusal import Refused
from app.kernel.say import Say, say
from app.services.errors import (
    BadLink,
    Busy,
    Malformed,
    NoSuchClub,
    NoSuchGame,
    NoSuchPerson,
    NotYourSeat,
    Overtaken,
    TooOften,
)
from app.store.archives import DamagedArchive
from app.store.database_errors import DatabaseUnavailable
from app.web.auth import Forged
from app.web.former_addresses import redirect_from_former_address
from app.web.language import language_of
from app.web.metrics import account_of, route_of
from app.web.pages import render_page
from app.web.request_body import LONGEST_ADDRESS

log = logging.getLogger("caracole.web")


STATUS = {
    Malformed: 400,
    NotYourSeat: 403,
    Forged: 403,
    NoSuchGame: 404,
    NoSuchPerson: 404,
    NoSuchClub: 404,
    Overtaken: 409,
    BadLink: 410,
    Refused: 422,
    TooOften: 429,
    Broken: 500,
    DamagedArchive: 500,
    DatabaseUnavailable: 503,
    Busy: 503,
}

SOON = 5  # seconds until a retry when the database does not answer
SECRET = ("csrf", "password", "old", "new", "code")
WRITTEN = ("text", "reason")  # fields with text of the user's own
AWAY = say(
    "The database is not responding; nothing was changed. It usually takes a few seconds.",
    "La base de datos no responde; no se ha cambiado nada. Suele durar unos segundos.",
)
FULL = say(
    "The database has no room for anything more; nothing was changed. Everything on record stands "
    "and can be looked at.",
    "En la base de datos no cabe nada más; no se ha cambiado nada. Todo lo anotado sigue en pie y "
    "se puede mirar.",
)
LONG = say(
    "An address has at most {most} characters. Open the page again without the part after the "
    "question mark.",
    "Una dirección tiene {most} caracteres como máximo. Abre la página de nuevo sin lo que sigue "
    "al signo de interrogación.",
    most=LONGEST_ADDRESS,
)
TITLES = {
    400: say("The request is not valid", "La petición no es válida"),
    403: say("You have no permission for this", "No tienes permiso para esto"),
    404: say("Page not found", "Página no encontrada"),
    405: say("Method not allowed", "Método no permitido"),
    409: say("Another player moved meanwhile", "Otro jugador ha jugado entretanto"),
    410: say("This link is no longer valid", "Este enlace ya no es válido"),
    413: say("The request is too large", "La petición es demasiado grande"),
    414: say("The address is too long", "La dirección es demasiado larga"),
    422: say("The rules forbid it", "Las reglas lo impiden"),
    429: say("Too many requests", "Demasiadas peticiones"),
    500: say("Server error", "Error del servidor"),
    503: say(
        "The server is not available for a moment", "El servidor no está disponible por un momento"
    ),
}


OVERTAKEN = say(
    "Another move was made before yours. Your draft is not lost: look at the "
    "new position and give it again.",
    "Antes que la tuya se ha hecho otra jugada. Tu borrador no se pierde: "
    "mira la nueva posición y repítelo.",
)
BAD_LINK = say(
    "It was used already, or it is too old. Ask for another one.",
    "Ya se usó o ha caducado. Pide otro.",
)
NO_SEAT = say(
    "You hold no seat here, or you are not logged in.",
    "Aquí no tienes asiento, o no has iniciado sesión.",
)
NOT_FOUND = say(
    "There is no such page, or it is not for you to see.",
    "No existe esa página, o no es para ti.",
)


def problem_sentences(problem: Exception) -> list[tuple[Say, str]]:
    """Sentences about a problem, each with its rule id or ""."""
    match problem:
        case Refused():
            return [(refusal.says, refusal.rule) for refusal in problem.refusals]
        case Malformed() | Forged():
            return [(problem.says, "")]
        case Overtaken():
            return [(problem.says or OVERTAKEN, "")]
        case TooOften():
            return [(seconds_in_words(problem.seconds), "")]
        case BadLink():
            return [(BAD_LINK, "")]
        case NotYourSeat():
            return [(NO_SEAT, "")]
        case DatabaseUnavailable() | Busy():
            return [(not_now(problem), "")]
        case Broken():
            return [(damage_sentence(problem), "")]
        case NoSuchGame() | NoSuchPerson() | NoSuchClub() | HTTPException(status_code=404):
            return [(NOT_FOUND, "")]
    return too_long(problem)


def damage_sentence(problem: Broken) -> Say:
    """Sentence about a damaged record."""
    if isinstance(problem, DamagedArchive):
        return say(
            "The archive of this game is damaged. The game can be read again once an administrator "
            "has repaired it from a backup.",
            "El archivo de esta partida está dañado. La partida se podrá leer de nuevo cuando la "
            "administración la repare con una copia de seguridad.",
        )
    return say(
        "The record of this game is damaged at move {number}. The game stands still until a "
        "referee has looked at it.",
        "El registro de esta partida está dañado en la jugada {number}. La partida queda parada "
        "hasta que la mire un árbitro.",
        number=problem.number,
    )


def too_long(problem: Exception) -> list[tuple[Say, str]]:
    """Sentence for an address longer than `request_body.LONGEST_ADDRESS`; none for other
    problems.
    """
    return (
        [(LONG, "")]
        if isinstance(problem, HTTPException)
        and problem.status_code == HTTPStatus.REQUEST_URI_TOO_LONG
        else []
    )


def not_now(problem: DatabaseUnavailable | Busy) -> Say:
    """Reason for a temporary failure."""
    if isinstance(problem, Busy):
        return say(
            "The server has too much to do, so this was not done. Try again in {seconds} seconds.",
            "El servidor tiene demasiado que hacer, así que esto no se ha hecho. Vuelve a "
            "intentarlo dentro de {seconds} segundos.",
            seconds=problem.seconds,
        )
    return FULL if problem.is_full else AWAY


def seconds_in_words(seconds: int) -> Say:
    """Sentence with the waiting time."""
    if seconds > 120:
        return say(
            "Try again in {minutes} minutes.",
            "Vuelve a intentarlo dentro de {minutes} minutos.",
            minutes=-(-seconds // 60),
        )
    return say(
        "Try again in {seconds} seconds.",
        "Vuelve a intentarlo dentro de {seconds} segundos.",
        seconds=seconds,
    )


def answer_problem(request: Request, problem: Exception, status: int | None = None) -> Response:
    """Problem as a page in the visitor's language, with a number for reference."""
    status = status or STATUS[type(problem)]
    number = secrets.token_hex(4)
    log_problem(request, problem, status, number)
    part = request.headers.get("hx-request") == "true"
    if isinstance(problem, TooOften | Busy) and not part and is_refused_often(request):
        return in_a_line(request, problem, status)
    if not hasattr(request.state, "csrf"):
        request.state.visitor, request.state.csrf, request.state.fresh_proof = None, "", ""
    response = render_page(
        request,
        "problems/part.html" if part else "problems/problem.html",
        status=status,
        title=TITLES.get(status, TITLES[400]),
        sentences=problem_sentences(problem),
        number=number,
        written=WRITTEN,
        code=status,
        recovers=isinstance(problem, DatabaseUnavailable),
        again=retry_address(request) if may_come_again(request, problem) else None,
        words=words_of(request),
        typed_anew=typed_anew(request),
    )
    if part:  # The message appears above the decision and replaces nothing.
        response.headers["HX-Retarget"], response.headers["HX-Reswap"] = "#decision", "afterbegin"
    if isinstance(problem, TooOften | Busy | DatabaseUnavailable):
        response.headers["Retry-After"] = str(
            SOON if isinstance(problem, DatabaseUnavailable) else problem.seconds
        )
    return response


def log_problem(request: Request, problem: Exception, status: int, number: str) -> None:
    """One line of the log for a problem, with its number."""
    level = logging.ERROR if status >= HTTPStatus.INTERNAL_SERVER_ERROR else logging.INFO
    # One log line per request tells the administrator the reason. A traceback would add nothing.
    if isinstance(problem, DatabaseUnavailable | Busy):
        log.warning(
            "problem %s: %s %s -> %s: %s",
            number,
            request.method,
            route_of(request.scope),
            status,
            " ".join(str(problem).split()),
        )
    else:
        log.log(
            level,
            "problem %s: %s %s -> %s %s for account %s",
            number,
            request.method,
            route_of(request.scope),
            status,
            type(problem).__name__,
            account_of(request.scope),
            exc_info=problem if status >= HTTPStatus.INTERNAL_SERVER_ERROR else None,
        )


def is_refused_often(request: Request) -> bool:
    """Return True if the visitor was refused very often lately. A full page would then cost more
    than the refusal saves.
    """
    visitor = getattr(request.state, "visitor", None)
    try:
        request.app.state.services.limits.rate_limit(
            "refusals",
            visitor.user.id if visitor else None,
            request.client.host if request.client else "",
        )
    except TooOften:
        return True
    return False


def in_a_line(request: Request, problem: TooOften | Busy, status: int) -> Response:
    """Sentences of the problem as plain text, in the visitor's language."""
    text = " ".join(says.in_(language_of(request)) for says, _ in problem_sentences(problem))
    return PlainTextResponse(
        text, status, {"Retry-After": str(problem.seconds), "Vary": "Cookie, Accept-Language"}
    )


def may_come_again(request: Request, problem: Exception) -> bool:
    """Return True if the form may be sent again: after a temporary failure, or after a refusal of
    the user's own text.
    """
    form = getattr(request.state, "form", None)
    return isinstance(problem, TooOften | Busy | DatabaseUnavailable) or (
        isinstance(problem, Refused)
        and form is not None
        and any(form.get(name) for name in WRITTEN)
    )


def retry_address(request: Request) -> list[tuple[str, str]]:
    """Fields of a form that was not accepted, to be sent again. Passwords are typed again."""
    form = getattr(request.state, "form", None)
    return (
        []
        if form is None
        else [(name, str(value)) for name, value in form.multi_items() if name not in SECRET]
    )


def typed_anew(request: Request) -> list[str]:
    """Password and code fields of the form, shown empty when it is sent again."""
    form = getattr(request.state, "form", None)
    return [] if form is None else [name for name in SECRET if name != "csrf" and name in form]


def words_of(request: Request) -> list[str]:
    """Text of a form that was not accepted, for reading and copying. It is not a form, because
    another site may have sent it.
    """
    form = getattr(request.state, "form", None)
    return [] if form is None else [str(form[name]) for name in WRITTEN if form.get(name)]


def install_problem_handlers(app: FastAPI) -> None:
    """Register a problem page for every error of the platform and of the framework, and for
    unexpected ones.
    """
    for kind in STATUS:
        app.add_exception_handler(kind, answer_problem)
    app.add_exception_handler(
        HTTPException,
        lambda request, problem: (
            (
                redirect_from_former_address(request)
                if problem.status_code == HTTPStatus.NOT_FOUND
                else None
            )
            or answer_problem(request, problem, problem.status_code)
        ),
    )
    app.add_exception_handler(
        RequestValidationError,
        lambda request, _: answer_problem(
            request,
            Malformed(
                say(
                    "The address or form names something that cannot be.",
                    "La dirección o el formulario nombra algo imposible.",
                )
            ),
        ),
    )
    app.add_exception_handler(
        Exception, lambda request, problem: answer_problem(request, problem, 500)
    )
