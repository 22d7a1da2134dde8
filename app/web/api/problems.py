"""Problems as JSON (RFC 9457), in the language of the request."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from app.kernel.refusal import Refused
from app.kernel.say import Say, say
from app.services.errors import Busy, Overtaken, TooOften
from app.services.people.api_tokens import wider_scope_refusal
from app.store.database_errors import DatabaseUnavailable
from app.web.api.authentication import NotAllowed, Unknown, language_of
from app.web.api.models import Game, Problem
from app.web.api.plain_data import to_plain_data
from app.web.metrics import account_of, route_of
from app.web.problems import SOON, STATUS, TITLES, problem_sentences

log = logging.getLogger("caracole.api")

WHO = say("Not logged in", "Sin identificar")
NO_TOKEN = say(
    "Send a token that is valid: Authorization: Bearer …",
    "Envía un token válido: Authorization: Bearer …",
)
UNREADABLE = say(
    "This request names something that cannot be: {places}.",
    "Esta petición nombra algo imposible: {places}.",
)
IN_SPANISH = {
    "missing": "falta",
    "extra_forbidden": "aquí no existe",
    "json_invalid": "no es JSON",
    "literal_error": "ha de ser uno de: {expected}",
    "string_type": "ha de ser un texto",
    "string_too_long": "{max_length} caracteres como mucho",
    "int_type": "ha de ser un número entero",
    "int_parsing": "ha de ser un número entero",
    "int_from_float": "ha de ser un número entero",
    "less_than_equal": "{le} como mucho",
    "greater_than_equal": "{ge} como poco",
    "bool_type": "ha de ser true o false",
    "bool_parsing": "ha de ser true o false",
    "list_type": "ha de ser una lista",
    "too_long": "{max_length} elementos como mucho",
    "dict_type": "ha de ser un objeto",
    "model_type": "ha de ser un objeto",
    "model_attributes_type": "ha de ser un objeto",
}
"""Spanish for pydantic's kinds of error; any other is "no puede ser"."""
DOCUMENTED: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": TITLES.get(status, WHO).en}
    for status in (400, 401, 403, 404, 413, 414, 422, 429, 503)
}


class Stale(Exception):
    """An order was overtaken; `game` is the game as it stands now."""

    def __init__(self, overtaken: Overtaken, game: Game):
        super().__init__(str(overtaken))
        self.overtaken, self.game = overtaken, game


def problem_response(request: Request, problem: Exception, status: int, **more: Any) -> Response:
    language = language_of(request)
    title = (WHO if status == HTTPStatus.UNAUTHORIZED else TITLES.get(status, TITLES[400])).in_(
        language
    )
    detail = more.pop(
        "detail", " ".join(says.in_(language) for says, _ in problem_sentences(problem))
    )
    number = _log_problem(request, problem, status)
    if number:
        detail = f"{detail} [{number}]".strip()
    told = Problem(type="about:blank", title=title, status=status, detail=detail or title, **more)
    return JSONResponse(
        told.model_dump(mode="json"),
        status,
        media_type="application/problem+json",
        headers=HEADERS.get(status),
    )


def _log_problem(request: Request, problem: Exception, status: int) -> str:
    """Log a problem; return its number in the log, "" if it is no fault of the server."""
    route = route_of(request.scope)
    if status < HTTPStatus.INTERNAL_SERVER_ERROR:
        log.info(
            "problem: %s %s -> %s %s for account %s",
            request.method,
            route,
            status,
            type(problem).__name__,
            account_of(request.scope),
        )
        return ""
    number = secrets.token_hex(4)
    if isinstance(problem, DatabaseUnavailable | Busy):
        reason = " ".join(str(problem).split())
        log.warning("problem %s: %s %s: %s", number, request.method, route, reason)
    else:
        log.error("problem %s: %s %s", number, request.method, route, exc_info=problem)
    return number


HEADERS = {401: {"WWW-Authenticate": 'Bearer realm="caracole"'}, 503: {"Retry-After": str(SOON)}}


def service_problem_response(request: Request, problem: Exception, status: int = 0) -> Response:
    """Answer to a problem of the services, with their refusals; `status` if it is no usual one."""
    refusals = problem.refusals if isinstance(problem, Refused) else ()
    return problem_response(
        request,
        problem,
        status or STATUS[type(problem)],
        refusals=to_plain_data(refusals, language_of(request)),
    )


def unknown_token_response(request: Request, problem: Exception) -> Response:
    return problem_response(request, problem, 401, detail=NO_TOKEN.in_(language_of(request)))


def not_allowed_response(request: Request, problem: NotAllowed) -> Response:
    refusal = wider_scope_refusal((problem.scope,), ())
    assert refusal is not None  # noqa: S101 every token has a scope
    language = language_of(request)
    return problem_response(
        request,
        problem,
        403,
        detail=refusal.says.in_(language),
        refusals=to_plain_data((refusal,), language),
    )


def overtaken_response(request: Request, problem: Stale) -> Response:
    says = problem_sentences(problem.overtaken)[0][0]
    return problem_response(
        request,
        problem,
        409,
        detail=says.in_(language_of(request)),
        number=problem.overtaken.number,
        game=problem.game,
    )


def too_often_response(request: Request, problem: TooOften) -> Response:
    response = problem_response(request, problem, 429, seconds=problem.seconds)
    response.headers["Retry-After"] = str(problem.seconds)
    return response


def unreadable_response(request: Request, problem: RequestValidationError) -> Response:
    language = language_of(request)
    fields = [
        {"at": ".".join(map(str, one["loc"])), "says": wrong_field(one).in_(language)}
        for one in problem.errors()[:20]
    ]
    places = ", ".join(field["at"] for field in fields)
    return problem_response(
        request,
        problem,
        400,
        detail=say(UNREADABLE.en, UNREADABLE.es, places=places).in_(language),
        fields=fields,
    )


def wrong_field(error: Mapping[str, Any]) -> Say:
    facts = {name: str(fact) for name, fact in error.get("ctx", {}).items()}
    return say(
        "{msg}", IN_SPANISH.get(error["type"], "no puede ser"), **facts | {"msg": error["msg"]}
    )


def framework_problem_response(request: Request, problem: HTTPException) -> Response:
    response = problem_response(request, problem, problem.status_code)
    response.headers.update(problem.headers or {})
    return response


def install_problem_handlers(api: FastAPI) -> None:
    for kind in STATUS:
        api.add_exception_handler(kind, service_problem_response)
    special = {
        TooOften: too_often_response,
        Unknown: unknown_token_response,
        NotAllowed: not_allowed_response,
        Stale: overtaken_response,
        RequestValidationError: unreadable_response,
        HTTPException: framework_problem_response,
    }
    for kind, told in special.items():
        api.add_exception_handler(kind, told)  # type: ignore[arg-type] # each takes its own kind of exception
    api.add_exception_handler(
        Exception, lambda request, problem: problem_response(request, problem, 500)
    )
