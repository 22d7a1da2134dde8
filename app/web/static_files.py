"""Static files. Scripts and style sheets are sent without comments and spaces, compressed once."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec
from fastapi import Response
from fastapi.staticfiles import StaticFiles
from rcssmin import cssmin
from rjsmin import jsmin
from starlette.datastructures import Headers
from starlette.staticfiles import NotModifiedResponse
from starlette.types import Scope

from app.kernel.contract import Game

STATIC = Path(__file__).resolve().parents[2] / "static"
IMPORT = re.compile(r'\b((?:from|import)\s*\(?\s*"\.[^"?]*\.js)"')
MINIFIERS = {".js": ("text/javascript", jsmin), ".css": ("text/css", cssmin)}


class Minified(msgspec.Struct, frozen=True):
    """Script or style sheet as sent, plain and compressed."""

    plain: bytes
    packed: bytes
    content_type: str
    etag: str


@cache
def hash_of_scripts() -> str:
    """First digits of a hash of all scripts. A page and its modules are of the same version."""
    scripts = sorted((STATIC / "js").rglob("*.js"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in scripts)).hexdigest()[:10]


@cache
def minified_file(path: Path, mtime: float) -> Minified:  # noqa: ARG001  a changed file is a new entry
    """Script or style sheet without comments and spaces. A vendored script is minified already.
    The addresses of imported modules carry the hash of all scripts.
    """
    content_type, minify = MINIFIERS[path.suffix]
    text = path.read_text(encoding="utf-8")
    text = text if path.stem.endswith(".min") else minify(text)
    if path.is_relative_to(STATIC / "js"):
        text = IMPORT.sub(rf'\1?{hash_of_scripts()}"', text)
    plain = text.encode()
    digest = hashlib.sha256(plain).hexdigest()[:20]
    return Minified(plain, gzip.compress(plain, 9, mtime=0), content_type, f'"{digest}"')


class CachedFiles(StaticFiles):
    """Static files, and the style sheets of the games. An address with a hash never changes its
    content.
    """

    def __init__(self, directory: Path, games: Iterable[Game]):
        super().__init__(directory=directory)
        self._styles = {
            f"games/{game.card.key}/style.css": game.style_sheet
            for game in games
            if game.style_sheet
        }

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file; raises no error if there is none."""
        style = self._styles.get(path)
        return (str(style), style.stat()) if style else super().lookup_path(path)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Answer with a file, or with 304 to a browser that has it."""
        path = Path(full_path)
        if path.suffix not in MINIFIERS:
            return super().file_response(full_path, stat_result, scope, status_code)
        file, asked = minified_file(path, stat_result.st_mtime), Headers(scope=scope)
        is_packed = "gzip" in asked.get("accept-encoding", "")
        response = Response(
            file.packed if is_packed else file.plain,
            status_code,
            {"ETag": file.etag, "Vary": "Accept-Encoding"},
            file.content_type,
        )
        if is_packed:
            response.headers["Content-Encoding"] = "gzip"
        if self.is_not_modified(response.headers, asked):
            return NotModifiedResponse(response.headers)
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = (
            "public, max-age=31536000, immutable"
            if scope["query_string"]
            else "public, max-age=600"
        )
        response.headers["X-Content-Type-Options"] = "nosniff"
        kind = response.headers.get("content-type", "")
        # These types are text, and all of them are UTF-8.
        if kind.startswith(("image/svg", "application/json", "application/manifest")):
            response.headers["Content-Type"] = f"{kind}; charset=utf-8"
        return response
