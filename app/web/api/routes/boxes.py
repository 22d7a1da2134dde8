"""The games on the shelf: scenarios, options, rules, and what there is to agree."""
from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter

from app.club import shelf
from app.web.api import models, shown
from app.web.api.asking import Reader, Word
from app.web.api.routes import op
from app.web.api.words import spoken
from app.web.rule_words import rule_words

router = APIRouter(prefix="/boxes", tags=["boxes"])


@router.get("", **op("The games on the shelf", "Los juegos de la estantería"))
def boxes(asker: Reader) -> list[models.Box]:
    return [shown.box(box, asker.language) for box in asker.club.shelf.values()]


@router.get("/{box}", **op("A game: scenarios, options, steps and their orders", "Un juego: escenarios, opciones, pasos y sus órdenes"))
def box(asker: Reader, box: Word) -> models.Box:
    return shown.box(shelf.box_of(asker.club, box), asker.language)


@router.get("/{box}/rules", **op("The rules of a game", "Las reglas de un juego"))
def rules(asker: Reader, box: Word) -> list[models.Rule]:
    return [asdict(rule_words(rule, asker.language)) for rule in shelf.box_of(asker.club, box).rulebook]


@router.get("/{box}/sheet", **op("The printed tables of a game", "Las tablas impresas de un juego"))
def sheet(asker: Reader, box: Word) -> list[models.Sheet]:
    return spoken(shelf.box_of(asker.club, box).sheet(), asker.language)


@router.post("/{box}/scenarios/{scenario}/agreement",
             **op("What may be agreed, and brought, under these terms", "Qué puede acordarse y traerse con estos términos"))
def agreement(asker: Reader, box: Word, scenario: Word, so_far: models.Agreed) -> models.ToAgree:
    return spoken(shelf.to_agree(asker.club, box, scenario, so_far.terms), asker.language)
