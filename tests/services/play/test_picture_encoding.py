"""Re-encoding of photographs: bounded, upright, without metadata; everything else is refused."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image

from app.kernel.refusal import Refused
from app.services.play import picture_encoding
from app.services.play.picture_encoding import encode_picture

ORIENTATION, MAKER, GPS = 0x0112, 0x010F, 0x8825


def file_of(picture: Image.Image, kind: str = "JPEG", **more) -> io.BytesIO:
    written = io.BytesIO()
    picture.save(written, kind, **more)
    return written


def photograph(width: int = 400, height: int = 300, **more) -> io.BytesIO:
    """Photograph of a phone: red on the left, with place, camera and orientation."""
    picture = Image.new("RGB", (width, height), "blue")
    picture.paste("red", (0, 0, width // 4, height))
    exif = Image.Exif()
    exif[ORIENTATION], exif[MAKER] = 6, "Secret Camera"
    exif.get_ifd(GPS)[1] = "N"
    return file_of(picture, exif=exif, comment=b"Secret comment", **more)


def stored(file: io.BytesIO) -> Image.Image:
    return Image.open(io.BytesIO(encode_picture(file, "a.jpg").data))


def refused(file: io.BytesIO, words: str) -> None:
    with pytest.raises(Refused) as found:
        encode_picture(file, "a.jpg")
    assert [one.rule for one in found.value.refusals] == ["CAR-PHO-02"]
    assert words in found.value.refusals[0].says.in_("en")


def test_a_photograph_is_turned_upright_and_loses_camera_and_place():
    file = photograph()
    assert b"Secret Camera" in file.getvalue()
    found = stored(file)
    assert found.size == (300, 400)
    assert found.getpixel((150, 5))[0] > 200, "the left side is on top"
    assert not found.getexif()
    data = encode_picture(file, "a.jpg").data
    assert all(words not in data for words in (b"Secret", b"Exif", b"ICC_PROFILE"))


def test_a_large_photograph_is_made_smaller():
    noise = Image.effect_noise((4000, 3000), 90).convert("RGB")
    made = encode_picture(file_of(noise, quality=50), "a.jpg")
    assert (made.width, made.height) == (1600, 1200)
    assert len(made.data) <= picture_encoding.MOST_STORED


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_transparent_pictures_stand_on_white(kind):
    clear = Image.new("RGBA", (60, 40), (0, 0, 0, 0))
    assert stored(file_of(clear, kind)).getpixel((5, 5)) == (255, 255, 255)


def test_the_same_file_gives_the_same_digest():
    assert encode_picture(photograph(), "a").digest == encode_picture(photograph(), "b").digest


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"<script>alert(1)</script>",
        b"\xff\xd8\xff\xe0 no picture",
        b"\x89PNG\r\n\x1a\n" + b"0" * 40,
        b"GIF89a" + b"0" * 40,
    ],
)
def test_a_file_that_is_no_picture_is_refused(data):
    refused(io.BytesIO(data), "no picture")


def test_formats_without_need_are_not_read():
    refused(file_of(Image.new("RGB", (5, 5)), "GIF"), "no picture")
    refused(file_of(Image.new("RGB", (5, 5)), "TIFF"), "no picture")


def test_half_a_photograph_is_refused():
    refused(io.BytesIO(photograph().getvalue()[:-400]), "no picture")


def png_bomb(side: int) -> io.BytesIO:
    """PNG whose header promises `side` squared pixels and whose data are tiny."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    return io.BytesIO(b"\x89PNG\r\n\x1a\n" + parts)


@pytest.mark.parametrize("side", [8_000, 60_000])
def test_a_decompression_bomb_is_refused_before_it_is_decoded(side, monkeypatch):
    monkeypatch.setattr(Image.Image, "load", lambda *_: pytest.fail("decoded"))
    refused(png_bomb(side), "50 million pixels")


def jpeg_of_scans(scans: int, side: int = 400) -> io.BytesIO:
    """Progressive JPEG with this number of scans. The last scan, of few bytes, is repeated."""
    data = file_of(Image.new("L", (side, side), 128), progressive=True).getvalue()
    usual = data.count(b"\xff\xda")
    last = data[data.rindex(b"\xff\xda") : -2]
    return io.BytesIO(data[:-2] + last * (scans - usual) + data[-2:])


def test_a_jpeg_of_many_scans_is_refused_before_it_is_decoded(monkeypatch):
    most = picture_encoding.MOST_SCANS
    assert stored(jpeg_of_scans(most)).size == (400, 400)
    files = [jpeg_of_scans(scans, side=7000) for scans in (most + 1, 100_000)]
    monkeypatch.setattr(Image.Image, "load", lambda *_: pytest.fail("decoded"))
    for file in files:
        refused(file, "more than 32 passes")


def test_bytes_of_other_parts_are_no_scans():
    """A picture with embedded data and with a film after its end."""
    film = b"\xff\xda" * 500
    file = file_of(Image.new("RGB", (400, 300)), comment=film)
    file.seek(0, io.SEEK_END)
    file.write(film)
    assert stored(file).size == (400, 300)


def test_a_file_over_the_limit_is_refused_unread(monkeypatch):
    monkeypatch.setattr(picture_encoding, "MOST_BYTES", 1000)
    monkeypatch.setattr(Image, "open", lambda *_, **__: pytest.fail("opened"))
    refused(photograph(), "larger than")
