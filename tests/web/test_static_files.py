"""Static files: minified and compressed once."""

from __future__ import annotations

import gzip
import re

import pytest

from app.web.pages import static_url
from app.web.static_files import STATIC, minified_file
from tests.any_game import BOX

TEXTS = ["css/tokens.css", "js/live/refresh.js", f"games/{BOX}/style.css"]


@pytest.mark.parametrize("path", TEXTS)
def test_scripts_and_style_sheets_are_sent_without_comments_and_spaces(visitor, path):
    answer = visitor().get(f"/static/{path}", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert "/*" not in answer.text and "\n  " not in answer.text and len(answer.text) > 1000


@pytest.mark.parametrize("path", TEXTS)
def test_a_client_without_gzip_gets_the_same_text(visitor, path):
    one = visitor()
    packed, plain = (
        one.get(f"/static/{path}", headers={"accept-encoding": how}) for how in ("gzip", "identity")
    )
    assert "content-encoding" not in plain.headers and plain.text == packed.text
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 1.5


def test_a_browser_that_has_the_file_gets_no_body(visitor):
    one = visitor()
    etag = one.get("/static/js/site.js").headers["etag"]
    answer = one.get("/static/js/site.js", headers={"if-none-match": etag})
    assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", etag)
    assert one.get("/static/js/site.js", headers={"if-none-match": '"x"'}).status_code == 200


def test_only_an_address_with_a_hash_is_kept_for_a_year(visitor):
    one = visitor()
    kept = [
        one.get(f"/static/js/site.js{query}").headers["cache-control"] for query in ("", "?1a2b")
    ]
    assert kept == ["public, max-age=600", "public, max-age=31536000, immutable"]


def test_a_vendored_script_stays_as_its_checksum_says(visitor):
    path = "vendor/htmx.min.js"
    assert visitor().get(f"/static/{path}").content == (STATIC / path).read_bytes()


def test_a_changed_file_is_minified_again(tmp_path):
    file = tmp_path / "a.js"
    for mtime, text in ((1.0, "let a = 1;"), (2.0, "let a = 2;")):
        file.write_text(text)
        assert gzip.decompress(minified_file(file, mtime).packed).decode() == text.replace(
            " = ", "="
        )


def test_an_imported_module_has_the_address_that_a_page_would_give_it(visitor):
    sent = visitor().get("/static/js/live.js").text
    source = (STATIC / "js/live.js").read_text()
    imported = re.findall(r'(?:from |import\()"\./([^"]+)"', source)
    assert len(imported) > 5
    assert re.findall(r'"\./([^"]+\.js[^"]*)"', sent) == [
        static_url(f"js/{path}").removeprefix("/static/js/") for path in imported
    ]
