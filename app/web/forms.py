"""Form parsing: shape, sizes, encoding and CSRF token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Path, Request
from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData
from starlette.types import Scope

from app.kernel.say import say
from app.services.errors import Malformed, badly_written
from app.web.auth import check_csrf

LONGEST_FIELD = 20_000
MOST_FIELDS = 200
LONGEST_KIND = 300  # characters of the Content-Type header
NUMBER_FIELD = "option:"
"""Prefix of the fields for options that are numbers; the key of the option follows."""
NUL = "\x00"  # Postgres stores every character in a text except this one
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
"""Number in an address, of an account, a message or a game. A number outside the range of the
database is refused.
"""


async def csrf_form(request: Request, most_files: int = 0) -> FormData:
    """Form of a request, after checks of CSRF token, field sizes and characters. More than
    `most_files` files are refused.
    """
    form = await form_in(request, most_files=most_files)
    # A form is kept even if it is refused, so that the user's text is not lost.
    request.state.form = form
    check_csrf(request, str(form.get("csrf", "")))
    check_fields(form)
    return form


def check_fields(form: FormData) -> None:
    """Raise `Malformed` for a field that is too long, or that has U+0000."""
    if any(len(str(value)) > LONGEST_FIELD for _, value in form.multi_items()):
        raise Malformed(say("A field is too long.", "Un campo es demasiado largo."))
    if any(NUL in str(value) for _, value in form.multi_items()):
        raise badly_written("U+0000")


async def form_in(request: Request, most: int = MOST_FIELDS, most_files: int = 0) -> FormData:
    """Read the form of a request, with at most `most` fields and `most_files` files. Raises
    `HTTPException` or `Malformed`.

    A form may name its encoding. Starlette would try any encoding known to Python, and some take
    quadratic time, so only UTF-8 is accepted.
    """
    kind = request.headers.get("content-type", "")
    encoding = (
        parse_options_header(kind)[1].get(b"charset", b"") if len(kind) <= LONGEST_KIND else kind
    )
    if encoding not in (b"", b"utf-8", b"UTF-8"):
        raise Malformed(
            say("A form must be sent in UTF-8.", "Un formulario tiene que enviarse en UTF-8.")
        )
    return await request.form(max_files=most_files, max_fields=most)


def malformed_address(scope: Scope) -> Malformed | None:
    """Problem of an address with U+0000, which no stored text contains; None for other
    addresses.
    """
    return (
        badly_written("U+0000") if NUL in scope["path"] or b"%00" in scope["query_string"] else None
    )


def integer_field(form: Mapping[str, Any], field: str) -> int:
    """Integer of a form field. Raises `Malformed` if it is missing or not a number."""
    found = integer_or_none(str(form.get(field, "")))
    if found is None:
        raise Malformed(
            say(
                "The field {field} needs a number.", "El campo {field} pide un número.", field=field
            )
        )
    return found


def integer_or_none(text: str) -> int | None:
    """Integer of a text, or None. `isdigit` accepts characters that `int` refuses, so only ASCII
    digits count.
    """
    bare = text.removeprefix("-")
    return int(text) if bare.isascii() and bare.isdigit() and len(bare) < 10 else None


def flag_field(form: Mapping[str, Any], field: str) -> bool:
    return str(form.get(field, "")) in ("on", "1", "yes", "true")


def own_path(given: str) -> str:
    """Return the path if it leads to this site, otherwise "/". Browsers drop unprintable
    characters, so "/\\t/else.where" would lead to another site.
    """
    return (
        given
        if given.startswith("/")
        and not given.startswith("//")
        and "\\" not in given
        and given.isprintable()
        else "/"
    )


def options_of_form(form: FormData) -> tuple[str, ...]:
    """Options of a new game in a form: keys that are ticked, and numbers as "handicap=2"."""
    numbers = (
        f"{name.removeprefix(NUMBER_FIELD)}={str(value).strip()}"
        for name, value in form.multi_items()
        if name.startswith(NUMBER_FIELD) and str(value).strip()
    )
    return (*map(str, form.getlist("options")), *numbers)
