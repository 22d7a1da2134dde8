"""Small files that would become huge, sent through the form of a result: refused soon, unread."""

from __future__ import annotations

import gzip
import io
import re
import time
import zipfile
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from tests.games.heart_of_africa.campaign.campaign_club import Campaign
from tests.games.heart_of_africa.campaign.web import test_result_form
from tests.games.heart_of_africa.campaign.web.test_photographs import send, shown
from tests.games.heart_of_africa.campaign.web.test_result_form import FILLED, form_of, here
from tests.services.play.test_picture_encoding import jpeg_of_scans, png_bomb
from tests.web.pictures import picture
from tests.web.reading import form_to, words_on
from tests.web.test_routes import Caller

played = test_result_form.played  # fixture
MOST_SECONDS, MOST_GROWTH_MB = 3, 60


@cache
def gzip_bomb() -> bytes:
    """300 MB of zeros, packed."""
    return gzip.compress(bytes(300_000_000))


def archive() -> bytes:
    """Archive of 300 MB of zeros."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("picture.png", bytes(300_000_000))
    return written.getvalue()


def real_png() -> bytes:
    """Whole PNG of 144 million pixels in few bytes."""
    written = io.BytesIO()
    Image.new("1", (12_000, 12_000)).save(written, "PNG")
    return written.getvalue()


BOMBS = {
    "header": (lambda: png_bomb(60_000).getvalue(), "más de 50 millones de píxeles"),
    "pixels": (real_png, "más de 50 millones de píxeles"),
    "passes": (lambda: jpeg_of_scans(20_000, side=7000).getvalue(), "más de 32 pasadas"),
    "gzip": (gzip_bomb, "no es una imagen que se pueda leer"),
    "zip": (archive, "no es una imagen que se pueda leer"),
}


def peak_mb(*, anew: bool = False) -> float:
    """Peak of the memory of this process in MB, since the last call with `anew`."""
    if anew:
        Path("/proc/self/clear_refs").write_text("5")
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1000


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOMBS)
def test_a_bomb_is_refused_soon_with_little_memory_and_the_form_as_it_was(
    app, played: Campaign, kind
):
    make, sentence = BOMBS[kind]
    bomb = make()
    assert len(bomb) < 2_000_000
    maite = Caller(app, played.ids["p1"])
    fields = dict(form_of(maite, played).fields) | FILLED
    before, began = peak_mb(anew=True), time.monotonic()
    answer = send(maite, f"{here(played)}?lang=es", bomb, picture("red"), **fields)
    assert time.monotonic() - began < MOST_SECONDS
    assert peak_mb() - before < MOST_GROWTH_MB
    assert answer.status_code == 422
    words = " ".join(words_on(answer.text))
    assert "0.jpg" in words and sentence in words
    kept = form_to(answer.text, here(played))
    for name, value in FILLED.items():
        if name not in ("result", "remarks"):
            assert value in kept.fields[name], name
    assert FILLED["remarks"] in answer.text
    assert 'value="0" required checked' in answer.text
    assert "Fotografías ya guardadas" in words  # the other one
    assert maite.send(kept, **FILLED).status_code == 303
    assert len(shown(maite, played)) == 1


def test_a_packed_body_is_not_unpacked(app, played: Campaign):
    maite = Caller(app, played.ids["p1"])
    body = gzip_bomb()
    headers = {"content-type": "multipart/form-data; boundary=x", "content-encoding": "gzip"}
    before, began = peak_mb(anew=True), time.monotonic()
    answer = maite.client.post(f"{here(played)}?lang=es", content=body, headers=headers)
    assert time.monotonic() - began < MOST_SECONDS
    assert peak_mb() - before < MOST_GROWTH_MB
    assert answer.status_code == 400
    assert "La petición no es válida" in " ".join(words_on(answer.text))
    assert shown(maite, played) == []
