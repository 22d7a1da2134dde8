"""Army pages without JavaScript: building, verdict, saving, sharing, secrecy, sheets, copies."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest

from tests.sample_games import HEX_GAME, INCH, INCH_GAME
from tests.web.reading import form_to, of_another_language, words_on

NEW = f"/armies/new?list={INCH.OTHER_LIST}&nation={INCH.NATION_OF_OTHER_LIST}&scenario={INCH.RAID}&role={INCH.ROLE}&points=300"
OF_AN_ARMY = (
    "/armies/{address}",
    "/armies/{address}/sheet",
    "/armies/{address}/army.json",
    "/armies/{address}/army.txt",
)
QUESTIONS_OF_AN_ARMY = ("/armies/{address}/delete",)  # for its owner only
FORMS_OF_AN_ARMY = (
    "/armies/{address}",
    "/armies/{address}/copy",
    "/armies/{address}/delete",
    "/armies/{address}/report",
)


def form_on(page, action="/armies"):
    return form_to(page, action)


def pressed(visitor, page, do="", action="/armies", **changed):
    """Answer to a button of the form that saves nothing."""
    fields = (
        form_on(page, action).fields
        | {"do": do}
        | {f"army.{name}": value for name, value in changed.items()}
    )
    return visitor.client.post("/armies/draft", data=fields)


def raised(visitor):
    return pressed(visitor, visitor.get(NEW).text, "raise").text


def saved(visitor, page=None, action="/armies", **changed):
    """Address of the army after it is saved."""
    answer = visitor.client.post(
        action,
        data=form_on(page or raised(visitor), action).fields | changed,
        follow_redirects=False,
    )
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def link_of(visitor, address):
    return re.search(
        r'id="link" readonly value="[^"]*(/armies/[^"]+)"', visitor.get(address).text
    ).group(1)


def later():
    return (datetime.now(UTC) + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M")


def test_an_army_is_raised_with_buttons_alone_and_every_broken_rule_is_named(visitor):
    maite = visitor()
    page = maite.get(NEW).text
    assert "not valid" in page and "rules say no" in page and "/rules/id/HOA-ARM-02" in page
    for do in (
        "add units ruga_ruga",
        "add units ruga_ruga",
        "more units.0.figures.ruga_ruga",
        "add units spearman",
    ):
        page = pressed(maite, page, do).text
    assert (
        re.search(r'name="army.units.0.figures.ruga_ruga"[^>]* value="5"', page)
        and "Every rule is kept" in page
    )
    page = pressed(maite, page, **{"units.2.figures.spearman": "2"}).text
    assert (
        "Unit 3 is worth 8 points" in page and 'class="bad"' in page and "One rule says no" in page
    )


def test_htmx_gets_the_form_alone_with_a_word_for_the_ear(visitor):
    maite = visitor()
    fields = form_on(maite.get(NEW).text).fields | {"do": "raise"}
    answer = maite.client.post("/armies/draft", data=fields, headers={"hx-request": "true"})
    assert (
        answer.status_code == 200
        and "<html" not in answer.text
        and 'id="muster"' in answer.text
        and 'hx-target="#said"' in answer.text
    )


@pytest.mark.parametrize("language", ["en", "es"])
def test_unreadable_input_stays_in_its_field_and_is_not_saved(visitor, language):
    maite = visitor(language)
    page = raised(maite)
    form = form_on(page).fields | {"army.points": "muchos", "army.name": "Los míos"}
    answer = maite.client.post("/armies", data=form, follow_redirects=False)
    assert (
        answer.status_code == 422
        and 'value="muchos"' in answer.text
        and 'value="Los míos"' in answer.text
    )
    assert {"en": "is no whole number", "es": "no es un número entero"}[language] in answer.text
    assert "caracole" not in answer.cookies and maite.client.get("/armies").status_code == 200
    again = maite.client.post(
        "/armies", data=form_on(answer.text).fields | {"army.points": "300"}, follow_redirects=False
    )
    assert again.status_code == 303


def test_no_sensible_army_is_an_answer_too(visitor):
    maite = visitor()
    answer = pressed(maite, maite.get(NEW).text, "raise", points="30")
    assert (
        answer.status_code == 200
        and "No army of Mirambo can be raised for 30 points." in answer.text
    )


def test_a_guest_saves_changes_copies_and_deletes_an_army(visitor):
    guest = visitor()
    address = saved(guest, **{"army.name": "Lions"})
    page = guest.get(address).text
    assert "<h1>Lions</h1>" in page and 'value="Lions"' in page
    assert saved(guest, page, address, **{"army.name": "Leopards"}) == address
    copy = guest.send(form_to(guest.get(address).text, f"{address}/copy")).headers["location"]
    assert copy != address and "Leopards 2" in guest.get(copy).text
    listed = guest.get("/armies").text
    assert listed.count('class="chip yes"') == 2 and "Leopards 2" in listed
    asking = form_to(guest.get(address).text, f"{address}/delete")
    asked = guest.send(asking).text
    assert asking.method == "get" and "“Leopards” is deleted." in asked
    unsure = guest.client.post(
        f"{address}/delete", data={"csrf": guest.proof()}, follow_redirects=False
    )
    assert unsure.headers["location"] == f"{address}/delete"
    assert guest.get(address).status_code == 200
    deleted = guest.send(form_to(asked, f"{address}/delete"))
    assert deleted.headers["location"] == "/armies"
    assert guest.get(address).status_code == 404 and "Leopards 2" in guest.get("/armies").text


def test_an_illegal_army_is_saved_and_every_copy_has_the_reasons(visitor):
    maite = visitor()
    address = saved(maite, maite.get(NEW).text, sharing="public")
    for path in (address, f"{address}/sheet", f"{address}/army.txt"):
        assert "asks for 3 to 8" in maite.get(path).text, path
    assert "asks for 3 to 8" in visitor().get(address).text
    file = maite.get(f"{address}/army.json")
    assert file.json()["valid"] is False and "attachment" in file.headers["content-disposition"]
    for path in (address, f"{address}/sheet", f"{address}/army.txt"):
        assert file.json()["data_version"] in maite.get(path).text
    assert 'class="chip no"' in maite.get("/armies").text


@pytest.mark.parametrize(
    ("sharing", "number", "link"),
    [("own", 404, 404), ("link", 404, 200), ("public", 200, 200), ("later", 404, 404)],
)
def test_sharing_decides_the_readers_of_an_army_page(visitor, sharing, number, link):
    maite, other = visitor(), visitor().register("Ander")
    address = saved(maite, sharing=sharing, opens_at=later())
    token = maite.client.app.state.services
    with token.store.read() as work:
        secret = f"/armies/{work.armies.find_army(address.rsplit('/', 1)[1]).token}"
    for path in OF_AN_ARMY:
        assert maite.get(path.replace("/armies/{address}", address)).status_code == 200
        assert maite.get(path.replace("/armies/{address}", secret)).status_code == 200
        for reader in (other, visitor()):
            assert reader.get(path.replace("/armies/{address}", address)).status_code == number
            assert reader.get(path.replace("/armies/{address}", secret)).status_code == link
    assert ("Mirambo" in other.get("/armies").text) is (sharing == "public")


def test_a_secret_army_is_for_others_the_same_as_none(visitor):
    """An army before its opening time gets the same bytes as a missing one, except the number of
    the message.
    """
    maite, other = visitor(), visitor().register("Ander")
    address = saved(maite, sharing="later", opens_at=later())
    secret = link_of(maite, address)

    def seen(path, **more):
        return re.sub(
            r": [0-9a-f]{8}</p>|/armies/[\w-]+|%2F[\w-]+",
            "",
            other.client.request("GET", path, **more).text,
        )

    for path in OF_AN_ARMY:
        for there, nowhere in ((address, "/armies/9999"), (secret, "/armies/" + "x" * 22)):
            assert seen(path.replace("/armies/{address}", there)) == seen(
                path.replace("/armies/{address}", nowhere)
            )
    proof = other.proof()
    for path in FORMS_OF_AN_ARMY:
        for there in (address, secret, "/armies/9999"):
            answer = other.client.post(
                path.replace("/armies/{address}", there),
                data={"csrf": proof, "box": INCH_GAME},
            )
            assert answer.status_code == 404
    with maite.client.app.state.services.store.write() as work:
        work.armies.update_army(int(address.rsplit("/", 1)[1]), opens_at="2024-01-01T00:00:00.000Z")
        work.commit()
    assert other.get(secret).status_code == 200 and other.get(address).status_code == 404


def test_only_the_owner_sees_the_form_and_others_copy_it(visitor):
    maite, other = visitor(), visitor().register("Ander")
    address = saved(maite, sharing="public", **{"army.name": "Lions"})
    page = other.get(address).text
    assert 'id="muster"' not in page and "Lions" in page and "by Guest" in page
    assert (
        other.client.post(address, data={"csrf": other.proof(), "box": INCH_GAME}).status_code
        == 403
    )
    assert other.client.post(f"{address}/delete", data={"csrf": other.proof()}).status_code == 403
    assert other.get(f"{address}/delete").status_code == 403
    mine = other.send(form_to(page, f"{address}/copy")).headers["location"]
    assert mine != address and 'id="muster"' in other.get(mine).text
    stranger = visitor()
    copied = stranger.send(form_to(stranger.get(address).text, f"{address}/copy")).headers[
        "location"
    ]
    assert 'id="muster"' in stranger.get(copied).text


def test_a_secret_army_needs_an_opening_time(visitor):
    maite = visitor()
    answer = maite.client.post(
        "/armies",
        data=form_on(raised(maite)).fields | {"sharing": "later", "opens_at": "2001-01-01T00:00"},
        follow_redirects=False,
    )
    assert (
        answer.status_code == 422
        and "within the next year" in answer.text
        and 'value="2001-01-01T00:00"' in answer.text
    )
    assert '<option value="later" selected>' in answer.text


@pytest.mark.parametrize("language", ["en", "es"])
def test_both_export_formats_are_imported(visitor, language):
    maite, other = visitor(language), visitor(language)
    address = saved(maite, **{"army.name": "Leones"})
    file = maite.get(f"{address}/army.json").text
    for text in (
        file,
        json.dumps(json.loads(file)["army"]),
        maite.get(f"{address}/army.txt").text,
        maite.get(f"{address}/army.txt?lang=en").text,
    ):
        page = other.send(form_to(other.get("/armies").text, "/armies/import"), text=text)
        assert (
            page.status_code == 200
            and "<h1>Leones</h1>" in page.text
            and 'class="stamp yes"' in page.text
        )
    assert other.get(saved(other, page.text)).status_code == 200


def test_unreadable_imports_are_refused_and_kept_in_the_form(visitor):
    maite = visitor("es")
    answer = maite.send(
        form_to(maite.get("/armies").text, "/armies/import"),
        text="Lista: Pigmeos\nUnidad: 5 <dragones>",
    )
    assert (
        answer.status_code == 422
        and "Línea 2" in answer.text
        and "Unidad: 5 &lt;dragones&gt;</textarea>" in answer.text
    )


def test_the_sheet_is_available_in_either_language_to_any_reader(visitor):
    maite = visitor("es")
    address = saved(maite, sharing="public", **{"army.name": "Lions"})
    for language, word in (("en", "Characteristics"), ("es", "Características")):
        page = (
            visitor("en" if language == "es" else "es").get(f"{address}/sheet?lang={language}").text
        )
        assert word in page and f'<html lang="{language}"' in page
        assert (
            of_another_language(words_on(page), language, but=["Lions", "English", "Español"]) == []
        )


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_speaks_one_language(visitor, language):
    maite = visitor(language)
    for page in (
        maite.get(NEW).text,
        raised(maite),
        maite.get(
            f"/armies/new?list={INCH.LATE_LIST}&scenario={INCH.AMBUSH}&role={INCH.ROLE}&year=1885"
        ).text,
    ):
        assert of_another_language(words_on(page), language, but=["English", "Español"]) == []


def test_terms_stand_in_the_address_and_nonsense_there_is_passed_over(visitor):
    maite = visitor()
    assert 'value="480"' in maite.get("/armies/new?points=480").text
    for query in (
        "points=many",
        "year=0",
        "list=samurai",
        f"nation=x&list={INCH.SMALL_LIST}",
        "scenario=x&role=y",
        f"box={INCH_GAME}&units=5&leader=x",
    ):
        assert maite.get(f"/armies/new?{query}").status_code == 200
    for query in (f"box={HEX_GAME}", "box=nothing"):
        assert maite.get(f"/armies/new?{query}").status_code == 404
    assert maite.get("/armies/draft").url.path == "/armies/new"


def test_the_builder_of_a_battle_leads_back_to_it(visitor):
    maite = visitor()
    begun = maite.get(f"{NEW}&table=17").text
    assert 'href="/games/17"' in begun
    draft = pressed(maite, begun, "raise").text
    address = saved(maite, draft)
    assert address.endswith("?table=17")
    assert 'href="/games/17"' in maite.get(address).text
    for wrong in ("/", "..", "a" * 65):
        assert 'href="/games/' not in maite.get(f"{NEW}&table={wrong}").text


def test_a_page_of_an_army_is_kept_in_no_cache(visitor):
    maite = visitor()
    address = saved(maite, sharing="public")
    for path in ("/armies", *(path.replace("/armies/{address}", address) for path in OF_AN_ARMY)):
        assert maite.get(path).headers["cache-control"] == "no-store", path
