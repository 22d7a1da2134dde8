"""Pictures are drawn in a separate process (app/web/png_renderer)."""

from __future__ import annotations

import multiprocessing

import pytest

from app.services.errors import TooOften
from app.web import png_renderer

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>'


def test_a_drawing_that_takes_too_long_leaves_no_process_behind(monkeypatch):
    site, before = png_renderer.PngRenderer(), set(multiprocessing.active_children())
    monkeypatch.setattr(png_renderer, "SLOWEST", 0.0)
    for _ in range(3):
        with pytest.raises(TooOften):
            site.png(SVG)
    assert set(multiprocessing.active_children()) == before
    monkeypatch.setattr(png_renderer, "SLOWEST", 120.0)
    assert site.png(SVG).startswith(b"\x89PNG")
    assert len(set(multiprocessing.active_children()) - before) == 1
