"""Small photographs as files of a form."""

from __future__ import annotations

import io

from PIL import Image


def picture(colour: str = "red") -> bytes:
    """A photograph of one colour."""
    written = io.BytesIO()
    Image.new("RGB", (40, 30), colour).save(written, "JPEG")
    return written.getvalue()


def files_of(*contents: bytes) -> list:
    """Fields of a form that sends these photographs."""
    return [("photographs", (f"{n}.jpg", data, "image/jpeg")) for n, data in enumerate(contents)]
