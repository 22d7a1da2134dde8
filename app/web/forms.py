"""Reading forms: shape only, and the proof that the form is one of ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Path, Request
from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData
from starlette.types import Scope

from app.kernel.say import say
from app.services.errors import Malformed, badly_written
from app.web.auth import insist_on_proof

LONGEST_FIELD = 20_000
MOST_FIELDS = 200
LONGEST_KIND = 300  # characters of the header that names the kind of a form
NUL = "\x00"  # the one sign that a text of Postgres cannot hold
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
"""A number in an address: of an account, a letter, a game; what no ledger could hold leads
nowhere.
"""


async def proven_form(request: Request) -> FormData:
    """The form of a request, once its proof has been checked. Files are not taken."""
    form = await form_in(request)
    request.state.form = form  # whatever is wrong with it, what somebody wrote is not lost
    insist_on_proof(request, str(form.get("csrf", "")))
    if any(len(str(value)) > LONGEST_FIELD for _, value in form.multi_items()):
        raise Malformed(say("A field is too long.", "Un campo es demasiado largo."))
    if any(NUL in str(value) for _, value in form.multi_items()):
        raise badly_written("U+0000")
    return form


async def form_in(request: Request, most: int = MOST_FIELDS) -> FormData:
    """Reads the form of a request, at most so many fields of it; raises `HTTPException` or
    `Malformed`.

    A form may name its encoding. Every encoding that Python knows would be tried on it, some of
    them in quadratic time, so only the encoding of our own pages is read.
    """
    kind = request.headers.get("content-type", "")
    encoding = (
        parse_options_header(kind)[1].get(b"charset", b"") if len(kind) <= LONGEST_KIND else kind
    )
    if encoding not in (b"", b"utf-8", b"UTF-8"):
        raise Malformed(
            say("A form must be sent in UTF-8.", "Un formulario tiene que enviarse en UTF-8.")
        )
    return await request.form(max_files=0, max_fields=most)


def misaddressed(scope: Scope) -> Malformed | None:
    """Nothing stands under an address that no text could hold."""
    return (
        badly_written("U+0000") if NUL in scope["path"] or b"%00" in scope["query_string"] else None
    )


def number(form: Mapping[str, Any], field: str) -> int:
    """A whole number of the form; a missing or worded one is malformed."""
    found = whole(str(form.get(field, "")))
    if found is None:
        raise Malformed(
            say(
                "The field {field} needs a number.", "El campo {field} pide un número.", field=field
            )
        )
    return found


def whole(text: str) -> int | None:
    """The whole number that the text is; None if it is none (what `isdigit` takes for a digit,
    `int` may not).
    """
    bare = text.removeprefix("-")
    return int(text) if bare.isascii() and bare.isdigit() and len(bare) < 10 else None


def flag(form: Mapping[str, Any], field: str) -> bool:
    return str(form.get(field, "")) in ("on", "1", "yes", "true")


def own_path(given: str) -> str:
    """The path to go on to, if it is one of this site; else the start page. A browser leaves out
    what cannot be printed: "/\\t/else.where" leads away.
    """
    return (
        given
        if given.startswith("/")
        and not given.startswith("//")
        and "\\" not in given
        and given.isprintable()
        else "/"
    )
