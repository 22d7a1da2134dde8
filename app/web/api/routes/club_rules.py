"""House rules of a club, with their versions."""

from __future__ import annotations

from app.services.clubs import house_rules
from app.services.clubs.house_rules import HouseRuleTerms
from app.store.club_pages import PageVersion
from app.web.api import club_page_models as models
from app.web.api.authentication import Asker, Member, Reader, Row
from app.web.api.routes import api_router, op

router = api_router(prefix="/clubs/{club}/house-rules", tags=["clubs"])


@router.get(
    "",
    **op(
        "House rules in their latest version; other users read the public ones",
        "Últimas versiones de las reglas del club; los demás usuarios leen las públicas",
    ),
)
def list_house_rules(asker: Reader, club: Row) -> list[models.HouseRule]:
    _, found = house_rules.load_house_rules(asker.services, club, asker.user_id)
    return [rule_model(one) for one in found]


@router.post("", status_code=201, **op("Write a house rule", "Escribir una regla del club"))
def write_house_rule(asker: Member, club: Row, given: models.HouseRuleTexts) -> models.MadeRow:
    terms = HouseRuleTerms(**given.model_dump())
    return models.MadeRow(id=house_rules.write_house_rule(asker.services, club, asker.me, terms))


@router.get(
    "/{page}/versions",
    **op("Versions of a house rule, the newest first", "Versiones de una regla, la última primero"),
)
def list_versions(asker: Reader, club: Row, page: Row) -> list[models.HouseRule]:
    _, shown = house_rules.load_house_rule(asker.services, club, asker.user_id, page)
    return [rule_model(one) for one in shown.versions]


@router.get(
    "/{page}/versions/{version}",
    **op(
        "Version with its differences from the version before",
        "Versión con sus diferencias de la versión anterior",
    ),
)
def show_version(asker: Reader, club: Row, page: Row, version: Row) -> models.ComparedRule:
    _, shown = house_rules.load_house_rule(asker.services, club, asker.user_id, page, version)
    changes = [
        models.ChangedLine(kind=one.kind, line=one.line) for one in shown.changes(asker.language)
    ]
    return models.ComparedRule(**rule_model(shown.version).model_dump(), changes=changes)


@router.post(
    "/{page}/versions",
    status_code=201,
    **op("Save a new version", "Guardar una versión nueva"),
)
def save_version(asker: Member, club: Row, page: Row, given: models.NewVersion) -> models.HouseRule:
    terms = HouseRuleTerms(**given.model_dump(exclude={"base"}))
    house_rules.change_house_rule(asker.services, club, asker.me, page, given.base, terms)
    return _rule_now(asker, club, page)


@router.put(
    "/{page}/retired",
    status_code=204,
    **op(
        "Put a house rule out of force, or in force again",
        "Retirar una regla del club, o ponerla de nuevo en vigor",
    ),
)
def retire_house_rule(asker: Member, club: Row, page: Row, given: models.Retiring) -> None:
    house_rules.retire_house_rule(asker.services, club, asker.me, page, is_retired=given.retired)


def _rule_now(asker: Asker, club: int, page: int) -> models.HouseRule:
    return rule_model(house_rules.load_house_rule(asker.services, club, asker.me, page)[1].version)


def rule_model(version: PageVersion) -> models.HouseRule:
    names = models.HouseRule.model_fields.keys()
    return models.HouseRule(**{name: getattr(version, name) for name in names})
