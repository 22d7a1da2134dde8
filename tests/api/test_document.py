"""OpenAPI document: complete, consistent with the answers, and equal in scope to the pages."""

from __future__ import annotations

import copy
import difflib
import re

import pytest

from app.kernel.data_tables import read_yaml
from app.web.api_reference_page import (
    PARAMETERS,
    SPANISH,
    describe_api,
    schema_paragraphs,
    spanish_schemas,
)
from tests.api.published_structure import RENEW, STORED, structure_of
from tests.sample_games import AREA_GAME, HEX_GAME, HEX_SCENARIO, INCH, INCH_GAME
from tests.web.test_routes import routes_of

CODE = re.compile(r"`([^`]+)`")
NAMES = re.compile(r"`[^`]+`|\"[^\"]*\"")
"""Names of the document and values of fields, which no language translates."""


@pytest.fixture(scope="module")
def document(site):
    return site.stranger().get("/openapi.json")


def refs(value):
    if isinstance(value, dict):
        yield from ([value["$ref"]] if "$ref" in value else [])
        for inner in value.values():
            yield from refs(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from refs(inner)


@pytest.mark.slow
def test_every_reference_resolves_and_every_schema_is_used(document):
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert set(refs(document)) <= known
    assert all(re.fullmatch(r"[\w.-]+", name) for name in document["components"]["schemas"])
    assert "x-is" not in str(document)


def test_every_operation_has_a_name_of_its_own_and_words_in_both_languages(document):
    operations = [
        operation for operations in document["paths"].values() for operation in operations.values()
    ]
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    assert all(operation["summary"] and operation["x-summary-es"] for operation in operations)
    assert all(
        {"400", "401", "403", "404", "413", "422", "429"} <= set(operation["responses"])
        for operation in operations
    )


def test_the_page_explains_every_parameter_in_spanish(document, site):
    texts = {
        parameter["description"]
        for operations in document["paths"].values()
        for operation in operations.values()
        for parameter in operation.get("parameters", ())
        if parameter.get("description")
    }
    assert texts == {one.en for one in PARAMETERS}
    page = describe_api(document, site.services.shelf, "es")
    shown = {
        part.says
        for _, _, operations in page.chapters
        for operation in operations
        for part in operation.parts
    }
    assert shown == {"", *(one.es for one in PARAMETERS)}


def test_the_page_explains_every_schema_in_spanish_with_the_same_names(document, site):
    described = {
        name: told["description"]
        for name, told in document["components"]["schemas"].items()
        if told.get("description")
    }
    translations = spanish_schemas(site.services.shelf)
    assert set(translations) == set(described)
    for name, text in described.items():
        english, spanish = (schema_paragraphs(name, text, one) for one in ({}, translations))
        assert len(english) == len(spanish), name
        for one, other in zip(english, spanish, strict=True):
            assert set(CODE.findall(one)) == set(CODE.findall(other)), (name, one, other)
            assert one != other or not re.search("[a-z]{3}", NAMES.sub("", one)), name


def test_the_general_file_of_spanish_schemas_has_none_of_a_game(site):
    """Schemas of a game stand in `spanish_schemas.yaml` of its folder."""
    wrong = [name for name in read_yaml(SPANISH) if name.split(".")[0] in site.services.shelf]
    assert wrong == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_lists_in_descriptions_are_lists_on_the_page(document, site, language):
    page = describe_api(document, site.services.shelf, language)
    ask = next(one for one in page.schemas if one.name == "Ask")
    assert [len(block.lines) for block in ask.says if block.is_list] == [6, 3, 5]
    lines = [line for one in page.schemas for block in one.says for line in block.lines]
    assert not [line for line in lines if line[0][0].startswith("- ")]


def test_orders_and_views_of_each_game_are_in_the_document(document, site):
    schemas = document["components"]["schemas"]
    for key, box in site.services.shelf.items():
        for kind in box.card.orders:
            assert {"$ref": f"#/components/schemas/{key}.{kind.__name__}"} in schemas["Order"][
                "anyOf"
            ]
        assert {"$ref": f"#/components/schemas/{key}.View"} in schemas["View"]["anyOf"]
    assert schemas["Given"]["properties"]["order"] == {"$ref": "#/components/schemas/Order"}


def test_structure_of_the_document_is_the_published_one(document):
    stored = STORED.read_text(encoding="utf-8").split("\n")
    now = structure_of(document).split("\n")
    changed = list(difflib.unified_diff(stored, now, "published", "now", lineterm="", n=2))
    assert not changed, (
        "The API document differs from the published one. Clients rely on it: addresses, operation ids,\n"
        "schema names, fields and types stay. If the change is intended, describe it in docs/api.md\n"
        f'(section "Changes") and renew the stored structure with `{RENEW}`.\n'
        + "\n".join(changed[:60])
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda api: api["paths"]["/games"]["get"].update(operationId="games_list_all"),
        lambda api: api["paths"]["/games/{address}/log"]["get"]["parameters"].pop(),
        lambda api: api["components"]["schemas"]["Move"]["properties"].pop("lines"),
        lambda api: api["components"]["schemas"]["Move"]["required"].remove("lines"),
        lambda api: api["components"]["schemas"]["Move"]["properties"]["number"].update(
            type="string"
        ),
        lambda api: api["components"]["schemas"].update(
            Moves=api["components"]["schemas"].pop("Move")
        ),
    ],
    ids=["operation", "parameter", "field", "required", "type", "schema"],
)
def test_each_kind_of_change_is_seen_in_the_structure(document, change):
    changed = copy.deepcopy(document)
    change(changed)
    assert structure_of(changed) != structure_of(document)


@pytest.mark.parametrize(
    "asked",
    [
        {"box": HEX_GAME, "scenario": HEX_SCENARIO},
        {"box": INCH_GAME, "scenario": INCH.GUIDED},
        {
            "box": INCH_GAME,
            "scenario": INCH.SCENARIO,
            "terms": {"table": "laid", "points": "300"},
        },
    ],
    ids=lambda asked: asked["scenario"],
)
def test_answers_match_the_document(document, site, asked):
    jsonschema_rs = pytest.importorskip("jsonschema_rs")  # comes with schemathesis
    player = site.speaks("Maite")
    address = player.post(
        "/tables", {**asked, "against": "bot" if "terms" not in asked else "people"}, 201
    )["address"]
    for path in (
        "",
        "/offers",
        "/log",
        "/news",
        "/moments",
        "/dice",
        "/letters",
        "/waiting",
        "/laying",
        "/battlefield",
        "/number",
    ):
        told = document["paths"][f"/games/{{address}}{path}"]["get"]["responses"]["200"]["content"][
            "application/json"
        ]["schema"]
        whole = {
            **told,
            "components": document["components"],
            "$schema": "https://json-schema.org/draft/2020-12/schema",
        }
        jsonschema_rs.validate(whole, player.get(f"/games/{address}{path}"))


# ---------------------------------------------------------------------- abreast of the pages
SAME = {
    "/tables": "POST /tables",
    "/play-now": "POST /tables",
    "/import": "POST /imports",
    "/games/{address}/seats": "PUT /games/{address}/seats/{seat}/offer",
    "/games/{address}/join": "POST /games/{address}/join",
    "/games/{address}/leave": "POST /games/{address}/leave",
    "/games/{address}/brings": "PUT /games/{address}/brings",
    "/games/{address}/lists": "POST /games/{address}/orders",
    "/games/{address}/roster": "PUT /games/{address}/default-roster",
    "/games/{address}/laying": "POST /games/{address}/laying",
    "/games/{address}/seat-back": "POST /games/{address}/seat-back",
    "/games/{address}/rematch": "POST /games/{address}/rematch",
    "/games/{address}/orders": "POST /games/{address}/orders",
    "/games/{address}/desk/act": "POST /games/{address}/orders",
    "/games/{address}/desk/notes": "POST /games/{address}/desk/notes",
    "/games/{address}/corrections": "POST /games/{address}/corrections",
    "/games/{address}/referees": "POST /games/{address}/referees",
    "/games/{address}/battles/{key}/photographs": "POST /games/{address}/battles/{battle}/"
    "photographs",
    "/games/{address}/photographs/{number}/remove": "DELETE /games/{address}/photographs/{number}",
    "/games/{address}/chronicle/words": "PUT /games/{address}/chronicle/words",
    "/games/{address}/scribes": "POST /games/{address}/scribes",
    "/games/{address}/battles/{key}/result": "POST /games/{address}/orders",
    "/games/{address}/battles/{key}/dispute": "POST /games/{address}/orders",
    "/games/{address}/battles/{key}/decide": "POST /games/{address}/orders",
    "/games/{address}/gathering": "POST /games/{address}/orders",
    "/games/{address}/steps/{step}": "POST /games/{address}/orders",
    "/games/{address}/steps/{step}/rest": "POST /games/{address}/steps/{step}/rest",
    "/games/{address}/messages": "POST /games/{address}/letters",
    "/games/{address}/standing": "PUT /games/{address}/standing",
    "/games/{address}/report": "PUT /games/{address}/report/{chapter}",
    "/games/{address}/remarks": "POST /games/{address}/remarks",
    "/games/{address}/remarks/{remark}/report": "POST /games/{address}/remarks/{number}/report",
    "/games/{address}/notes": "PUT /games/{address}/notes/{number}",
    "/account/watching": "PATCH /account",
    "/account/ratings": "PATCH /account",
    "/games/{address}/dice/pledge": "PUT /games/{address}/dice/pledge",
    "/games/{address}/dice/value": "POST /games/{address}/dice/value",
    "/opponents": "POST /wishes",
    "/opponents/{wish}/end": "DELETE /wishes/{wish}",
    "/opponents/{wish}/change": "POST /wishes/{wish}/change",
    "/games/{address}/sandboxes": "POST /games/{address}/sandboxes",
    "/games/{address}/sandboxes/{sandbox}": "PATCH /games/{address}/sandboxes/{sandbox}",
    "/games/{address}/sandboxes/{sandbox}/steps/{step}": "POST "
    "/games/{address}/sandboxes/{sandbox}/orders",
    "/armies": "POST /armies",
    "/armies/draft": "POST /armies/draft",
    "/armies/import": "POST /armies/import",
    "/armies/{address}": "PUT /armies/{address}",
    "/armies/{address}/copy": "POST /armies/{address}/copy",
    "/armies/{address}/delete": "DELETE /armies/{address}",
    "/games/{address}/claim": "POST /games/{address}/claim",
    "/games/{address}/clock": "POST /games/{address}/orders",
    "/games/{address}/seats/{seat}": "PUT /games/{address}/seats/{seat}/offer",
    "/invitations/{game_id}/take": "POST /games/{address}/take",
    "/invitations/{game_id}/decline": "DELETE /games/{address}/invitations",
    "/games/{address}/invite": "POST /games/{address}/invitations",
    "/games/{address}/report/{words}/report": "POST /games/{address}/report/{number}/report",
    "/games/{address}/title/report": "POST /games/{address}/title/report",
    "/armies/{address}/report": "POST /armies/{address}/report",
    "/games/{address}/messages/{message}/report": "POST /games/{address}/letters/{letter}/report",
    "/people/{person}/block": "PUT /people/{person}/block",
    "/people/{person}/report": "POST /people/{person}/report",
    "/account/hours": "PUT /account/hours",
    "/account/notices": "PUT /account/notices",
    "/account/notices/hooks": "POST /account/notices/hooks",
    "/account/notices/test": "POST /account/notices/test",
    "/account/notices/targets": "DELETE /account/notices/receivers/{receiver}",
    "/preferences": "PATCH /account",
    "/clubs": "POST /clubs",
    "/clubs/import": "POST /clubs/imports",
    "/clubs/{club}/files": "POST /clubs/{club}/dates/table",
    "/clubs/{club}": "PUT /clubs/{club}/membership",
    "/clubs/{club}/calendar": "POST /clubs/{club}/dates",
    "/clubs/{club}/news": "POST /clubs/{club}/announcements",
    "/clubs/{club}/chat": "POST /clubs/{club}/messages",
    "/clubs/{club}/chat/{message}/report": "POST /clubs/{club}/messages/{message}/report",
    "/clubs/{club}/news/{announcement}/report": "POST /clubs/{club}/announcements/{announcement}/report",
    "/clubs/{club}/rules/{page}/{version}/words/report": "POST /clubs/{club}/house-rules/{page}/versions/{version}/report",
    "/clubs/{club}/polls/{poll}/words/report": "POST /clubs/{club}/polls/{poll}/report",
    "/clubs/{club}/welcome/words/report": "POST /clubs/{club}/welcome/report",
    "/clubs/{club}/chronicle/months/{month}": "PUT /clubs/{club}/chronicle/months/{month}",
    "/clubs/{club}/pictures": "POST /clubs/{club}/pictures",
    "/clubs/{club}/pictures/{number}/remove": "DELETE /clubs/{club}/pictures/{number}",
    "/clubs/{club}/hooks": "POST /clubs/{club}/hooks",
    "/clubs/{club}/welcome": "PUT /clubs/{club}/welcome",
    "/clubs/{club}/polls": "POST /clubs/{club}/polls",
    "/clubs/{club}/polls/{poll}": "PUT /clubs/{club}/polls/{poll}/answers",
    "/clubs/{club}/rules": "POST /clubs/{club}/house-rules",
    "/clubs/{club}/rules/{page}": "POST /clubs/{club}/house-rules/{page}/versions",
    "/clubs/{club}/edit": "PUT /clubs/{club}",
    "/clubs/{club}/leave": "DELETE /clubs/{club}/membership",
    "/clubs/{club}/words/report": "POST /clubs/{club}/report",
    "/clubs/{club}/members": "PUT /clubs/{club}/members/{user}/roles/{role}",
    "/account/tokens": "POST /account/tokens",
    "/account/tokens/revoke": "DELETE /account/tokens/{token}",
    "/account/programs": "POST /account/programs",
    "/account/programs/change": "PATCH /account/programs/{program}",
}
"""Operation of the API for each form of the pages."""
FOR_PEOPLE_ALONE = {
    "/login",
    "/login/code",
    "/logout",
    "/register",
    "/account/password",
    "/password",
    "/forgotten",
    "/account/sessions",
    "/account/address",
    "/account/second-factor",
    "/account/second-factor/on",
    "/account/second-factor/codes",
    "/account/second-factor/off",
    "/account/address/confirm",
    "/account/delete",
    "/moderation/{complaint}",
    "/account/notices/browsers",
    "/account/notices/calendar",
    "/unsubscribe/{token}",
    "/watch-bots",
}
"""Forms for pages only: passwords, sessions, browsers, mailed links, a campaign to watch, and
the secret address of a calendar.
"""


def test_every_form_has_an_operation(document, site):
    """A new form needs an operation under `app/web/api/routes`, and its line above."""
    operations = {
        f"{method.upper()} {path}"
        for path, methods in document["paths"].items()
        for method in methods
    }
    assert set(SAME.values()) <= operations
    forms = {path for path, methods in routes_of(site.app)[0].items() if "POST" in methods}
    assert forms - set(SAME) == FOR_PEOPLE_ALONE


def test_an_order_and_a_part_of_a_view_of_one_name_have_schemas_of_their_own(document):
    schemas = document["components"]["schemas"]
    assert {"support", "intercept", "losses"} <= set(schemas[f"{AREA_GAME}.Assault"]["properties"])
    assert "stage" in schemas[f"{AREA_GAME}.AssaultInView"]["properties"]
