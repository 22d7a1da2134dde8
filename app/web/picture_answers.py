"""Answers with pictures of users. A browser runs nothing in them and asks each time if they
still stand.
"""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "private, no-cache",
    "Content-Disposition": "inline",
}
JPEG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/jpeg": {}}}}
"""Description of such an answer of the API."""


def picture_answer(request: Request, digest: str, data: bytes) -> Response:
    """JPEG with this digest; without its data if the browser has it already."""
    headers = {**HEADERS, "ETag": f'"{digest}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(data, media_type="image/jpeg", headers=headers)
