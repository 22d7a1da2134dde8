"""Photographs of a form: files that are re-encoded, or the reasons against them."""

from __future__ import annotations

from fastapi import Request
from starlette.datastructures import FormData, UploadFile

from app.kernel.free_text import quotable_text
from app.kernel.refusal import Refusal, Refused, no
from app.kernel.say import say
from app.services.play.photographs import MOST
from app.services.play.picture_encoding import Picture, encode_picture
from app.web.uploads import LONGEST_UPLOAD

FIELD = "photographs"
MOST_FILES = 2 * MOST
"""Files that are read of one form; more are refused as a whole."""


def is_cut(request: Request) -> bool:
    """True if the body of the request was too long, so that its files are missing."""
    return bool(getattr(request.state, "is_cut", False))


def pictures_in(
    request: Request, form: FormData
) -> tuple[tuple[Picture, ...], tuple[Refusal, ...]]:
    """Pictures of a form, re-encoded, and the refusals of its other files."""
    if is_cut(request):
        return (), (too_long_refusal(),)
    return encoded_pictures(form)


def encoded_pictures(form: FormData) -> tuple[tuple[Picture, ...], tuple[Refusal, ...]]:
    """Pictures of a whole form, re-encoded, and the refusals of its other files."""
    pictures: list[Picture] = []
    findings: list[Refusal] = []
    for one in form.getlist(FIELD):
        if isinstance(one, UploadFile) and one.size:
            name = quotable_text(one.filename or "") or say("The picture", "La imagen")
            try:
                pictures.append(encode_picture(one.file, name))
            except Refused as refused:
                findings += refused.refusals
    return tuple(pictures), tuple(findings)


def too_long_refusal() -> Refusal:
    """Refusal of a form with more than `LONGEST_UPLOAD`."""
    return no(
        "CAR-PHO-02",
        "The photographs have more than {most} MB together. None was stored. Send smaller "
        "pictures, or fewer at once.",
        "Las fotografías ocupan más de {most} MB entre todas. No se ha guardado ninguna. Envía "
        "imágenes más pequeñas, o menos a la vez.",
        most=LONGEST_UPLOAD // 1_000_000,
    )
