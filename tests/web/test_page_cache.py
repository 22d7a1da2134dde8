"""Pages for anonymous visitors are drawn once and compressed once."""

from __future__ import annotations

import gzip
import threading
import zlib

import pytest

from app.web.page_cache import HEADER, PageCache, page_of


@pytest.mark.parametrize("text", ["", "board", "ñandú " * 5000])
def test_a_page_comes_out_of_gzip_as_it_went_in(text):
    assert gzip.decompress(page_of(text).gzip).decode() == text
    assert len(page_of(text).gzip) < max(40, len(text) / 20)


def test_frames_follow_each_other_in_one_stream():
    unpack = zlib.decompressobj(31)
    assert unpack.decompress(HEADER) == b""
    for text in ("one", "two " * 1000, "one"):
        assert (
            unpack.decompress(page_of(text).packed).decode() == text
        )  # at once, not with the next


def test_a_page_is_drawn_once_however_many_want_it():
    page_cache, drawn, begun = PageCache(), [], threading.Barrier(8)

    def draw():
        drawn.append(1)
        threading.Event().wait(0.05)
        return page_of("board")

    def want():
        begun.wait()
        got.append(page_cache.page(("game", 7), draw))

    got: list = []
    threads = [threading.Thread(target=want) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(drawn) == 1 and len(got) == 8
    page_cache.page(("game", 8), draw)
    assert len(drawn) == 2


def test_a_page_that_cannot_be_drawn_is_tried_again():
    page_cache = PageCache()
    with pytest.raises(ZeroDivisionError):
        page_cache.page("key", lambda: 1 // 0)
    assert page_cache._drawing == {}, "no request waits for it any more"
    assert page_cache.page("key", lambda: page_of("board")).plain == b"board"


def test_a_page_does_not_stay_for_ever():
    page_cache, drawn = PageCache(most=2, stays=0.0), []
    for _ in range(2):
        page_cache.page("key", lambda: drawn.append(1) or page_of("board"))
    assert len(drawn) == 2
