"""Language of a visitor, and the translations of the templates.

Templates are written in English. `locale/es/LC_MESSAGES/caracole.po` holds the Spanish sentences.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

from babel.core import negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from fastapi import Request

from app.kernel.say import LANGUAGES
from app.web.auth import cookie_value

LOCALE = Path(__file__).parents[2] / "locale"


@cache
def words_of(language: str) -> NullTranslations:
    """Translation catalogue of a language; English needs none."""
    path = LOCALE / language / "LC_MESSAGES" / "caracole.po"
    if not path.exists():
        return NullTranslations()
    compiled = io.BytesIO()
    with path.open("rb") as source:
        write_mo(compiled, read_po(source, locale=language))
    compiled.seek(0)
    return Translations(compiled)


def language_of(request: Request) -> str:
    """Language of the visitor. The order is: address, page that requests a part, account, cookie,
    browser, English.
    """
    visitor = getattr(request.state, "visitor", None)
    wishes = (
        request.query_params.get("lang"),
        request.headers.get("page-language"),
        visitor.user.language if visitor else None,
        cookie_value(request, "caracole_language"),
    )
    for wish in wishes:
        if wish in LANGUAGES:
            return wish
    accepted = [
        part.split(";")[0].strip().replace("-", "_")
        for part in request.headers.get("accept-language", "").split(",")
    ]
    return negotiate_locale(accepted, LANGUAGES, sep="_") or "en"
