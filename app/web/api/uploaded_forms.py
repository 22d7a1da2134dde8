"""Forms with files: their fields as the document describes them, and their parsing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from app.kernel.refusal import refuse_if
from app.services.errors import badly_written
from app.services.play.picture_encoding import Picture
from app.web.forms import check_fields, form_in
from app.web.photograph_forms import FIELD, MOST_FILES, encoded_pictures

FILE = {"type": "string", "format": "binary"}


def form_body(fields: Mapping[str, Any], required: tuple[str, ...]) -> dict[str, Any]:
    """Part of the document for the body of an operation that takes a form with files."""
    schema = {"type": "object", "properties": dict(fields), "required": list(required)}
    return {"required": True, "content": {"multipart/form-data": {"schema": schema}}}


def pictures_body(most: int, longest_caption: int) -> dict[str, Any]:
    """Body with 1 to `most` pictures and a caption of at most `longest_caption` characters."""
    pictures = {"type": "array", "items": FILE, "minItems": 1, "maxItems": most}
    caption = {"type": "string", "maxLength": longest_caption}
    return form_body({FIELD: pictures, "caption": caption}, (FIELD,))


def sent_pictures(form: FormData) -> tuple[tuple[Picture, ...], str]:
    """Pictures of a form, re-encoded, and their caption.

    Raises `RequestValidationError` without a file, and `Refused` if one is no picture.
    """
    require_file(form, FIELD)
    pictures, findings = encoded_pictures(form)
    refuse_if(*findings)
    return pictures, str(form.get("caption", ""))


async def read_form(request: Request) -> FormData:
    """Form of a request with a token. Raises `Malformed`."""
    try:
        form = await form_in(request, most_files=MOST_FILES)
    except HTTPException as unreadable:
        raise badly_written(unreadable.detail) from unreadable
    check_fields(form)
    return form


SentForm = Annotated[FormData, Depends(read_form)]


def require_file(form: FormData, field: str) -> UploadFile:
    """First file of a form under this name. Raises `RequestValidationError` without one."""
    for one in form.getlist(field):
        if isinstance(one, UploadFile) and one.size:
            return one
    missing = {"type": "missing", "loc": ("body", field), "msg": "Field required"}
    raise RequestValidationError([missing])
