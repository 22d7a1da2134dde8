"""Rule by its id, as refusals name it."""

from __future__ import annotations

from dataclasses import asdict

from app.services import game_registry
from app.web.api import models
from app.web.api.authentication import Reader, Word
from app.web.api.routes import api_router, op
from app.web.rule_words import rule_words

router = api_router(prefix="/rules", tags=["boxes"])


@router.get(
    "/{rule}",
    **op(
        "A rule by its id, of a game or of the platform",
        "Una regla por su número, de un juego o de la plataforma",
    ),
)
def rule(asker: Reader, rule: Word) -> models.Rule:
    return models.Rule(
        **asdict(rule_words(game_registry.rule_of(asker.services, rule), asker.language))
    )
