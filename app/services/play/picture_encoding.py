"""Re-encoding of photographs: a bounded JPEG without any data of camera, place or time."""

from __future__ import annotations

import hashlib
import io
import re
import threading
from typing import BinaryIO

import msgspec
from PIL import Image, ImageOps

from app.kernel.refusal import Refusal, Refused, no
from app.kernel.say import Say

FORMATS = ("JPEG", "PNG", "WEBP")
MOST_BYTES = 12_000_000  # of a file that is sent
MOST_PIXELS = 50_000_000
MOST_SCANS = 32  # of a progressive JPEG; usual ones have about ten
LONGEST_SIDE = 1600  # pixels of a stored picture
MOST_STORED = 600_000  # bytes of a stored picture
QUALITIES = (82, 70, 58, 45, 30)

MARKER = re.compile(rb"\xff[^\x00\xff]")
SCAN, END = b"\xff\xda", b"\xff\xd9"
WITHOUT_LENGTH = re.compile(rb"\xff[\x01\xd0-\xd8]")
"""Markers of JPEG: start of a scan, end of the picture, and those without a length."""
_one_at_a_time = threading.Lock()
"""A decoded picture takes up to 200 MB of memory."""


class Picture(msgspec.Struct, frozen=True):
    """Picture as it is stored: JPEG, with its SHA-256."""

    data: bytes
    width: int
    height: int
    digest: str


def encode_picture(file: BinaryIO, name: str | Say) -> Picture:
    """CAR-PHO-02: A photograph is re-encoded, without data of camera and place.

    Raises `Refused` with the name of the file.
    """
    file.seek(0, io.SEEK_END)
    if file.tell() > MOST_BYTES:
        raise Refused(too_large_refusal(name))
    file.seek(0)
    with _one_at_a_time:
        try:
            with Image.open(file, formats=FORMATS) as found:
                if found.width * found.height > MOST_PIXELS:
                    raise Refused(too_many_pixels_refusal(name))
                if found.format == "JPEG" and has_many_scans(file):
                    raise Refused(too_many_scans_refusal(name))
                found.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
                return _as_jpeg(_plain(found))
        except Image.DecompressionBombError as bomb:
            raise Refused(too_many_pixels_refusal(name)) from bomb
        except (OSError, ValueError, SyntaxError) as bad:
            raise Refused(no_picture_refusal(name)) from bad


def has_many_scans(file: BinaryIO) -> bool:
    """True for a JPEG with more than `MOST_SCANS`. A scan of few bytes makes the decoder go through
    all pixels once more.
    """
    place = file.tell()
    file.seek(0)
    data = file.read()
    file.seek(place)
    scans, at = 0, 0
    while scans <= MOST_SCANS and (marker := MARKER.search(data, at)) and marker[0] != END:
        scans += marker[0] == SCAN
        at = marker.end()
        if not WITHOUT_LENGTH.fullmatch(marker[0]):
            at += max(2, int.from_bytes(data[at : at + 2], "big"))
    return scans > MOST_SCANS


def _plain(found: Image.Image) -> Image.Image:
    """Upright picture in RGB, at most `LONGEST_SIDE` long, as pixels without metadata."""
    found.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    upright = ImageOps.exif_transpose(found) or found
    layered = upright.convert("RGBA") if "A" in upright.getbands() else upright.convert("RGB")
    paper = Image.new("RGB", layered.size, "white")
    paper.paste(layered, mask=layered if layered.mode == "RGBA" else None)
    return paper


def _as_jpeg(picture: Image.Image) -> Picture:
    """JPEG of the highest quality that stays within `MOST_STORED`."""
    for quality in QUALITIES:
        written = io.BytesIO()
        picture.save(written, "JPEG", quality=quality, optimize=True)
        if written.tell() <= MOST_STORED:
            break
    data = written.getvalue()
    return Picture(data, picture.width, picture.height, hashlib.sha256(data).hexdigest())


# --- Refusals
def too_large_refusal(name: str | Say) -> Refusal:
    """Refusal of a file with more than `MOST_BYTES`."""
    return no(
        "CAR-PHO-02",
        "{name} is larger than {most} MB. Send a smaller picture.",
        "{name} ocupa más de {most} MB. Envía una imagen más pequeña.",
        name=name,
        most=MOST_BYTES // 1_000_000,
    )


def too_many_pixels_refusal(name: str | Say) -> Refusal:
    """Refusal of a picture with more than `MOST_PIXELS`."""
    return no(
        "CAR-PHO-02",
        "{name} has more than {most} million pixels. Send a smaller picture.",
        "{name} tiene más de {most} millones de píxeles. Envía una imagen más pequeña.",
        name=name,
        most=MOST_PIXELS // 1_000_000,
    )


def too_many_scans_refusal(name: str | Say) -> Refusal:
    """Refusal of a JPEG with more than `MOST_SCANS`."""
    return no(
        "CAR-PHO-02",
        "{name} is stored in more than {most} passes. Save it again as a usual JPEG.",
        "{name} está guardada en más de {most} pasadas. Vuelve a guardarla como un JPEG corriente.",
        name=name,
        most=MOST_SCANS,
    )


def no_picture_refusal(name: str | Say) -> Refusal:
    """Refusal of a file that is no picture in one of `FORMATS`."""
    return no(
        "CAR-PHO-02",
        "{name} is no picture that can be read. Send a JPEG, PNG or WebP file.",
        "{name} no es una imagen que se pueda leer. Envía un archivo JPEG, PNG o WebP.",
        name=name,
    )
