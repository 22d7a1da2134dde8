"""Table of a game with terms, from its form to the first move, and secrecy before the game."""

from __future__ import annotations

import random
import re

import pytest

from app.games.heart_of_africa.armies.army import plain_army
from app.games.heart_of_africa.armies.sensible import sensible
from app.services.container import current_time
from tests.web.reading import form_to

NEW = "/tables/new?box=heart_of_africa"
CANARY = "Canarybird"


def army(points=300, name=CANARY, list_="sudanese_slavers", nation="baggara", seed=3):
    form = plain_army(
        sensible(list_, nation, 1890, points, "encounter", "none", random.Random(seed))
    )
    return {
        **form,
        "name": name,
        "unit_names": [f"{name} {number}" for number in range(len(form["units"]))],
    }


def keep(app, who, form, name=CANARY) -> str:
    """Id of a saved army of a visitor."""
    services = app.state.services
    with services.store.write() as work:
        owner = next(user for user in work.users.all_users() if user.name == who)
        number = work.armies.add_army(
            token=f"{name}-token-{form['points']}",
            user_id=owner.id,
            box="heart_of_africa",
            name=name,
            form=form,
            sharing="own",
            opens_at=None,
            data_version="",
            created=current_time(),
            changed=current_time(),
        )
        work.commit()
    return str(number)


def new_form(who, query=""):
    return form_to(who.get(NEW + query).text, "/tables")


def test_a_table_is_opened_with_default_values(visitor):
    maite = visitor().register("Maite")
    answer = maite.send(new_form(maite))
    assert answer.status_code == 303
    room = maite.get(answer.headers["location"]).text
    assert "600 points" in room and 'class="stage"' in room and "the server makes the army" in room
    assert "600 points" in visitor().get("/lobby").text


def test_the_form_shows_every_table_of_the_scenario(visitor):
    page = visitor("es").get(f"{NEW}&scenario=ambush").text
    assert "La ruta de caravanas de Ugogo" in page and page.count('class="frame"') == 5
    assert (
        page.count('id="hoa-p-jungle"') == 1
    )  # the drawings that the pictures share stand there once
    assert page.count("map-view is-still") == 4  # the defender's home country is not known yet


def test_a_refused_table_form_keeps_the_input(visitor):
    maite = visitor().register("Maite")
    form = new_form(maite, "&scenario=planned_attack")
    asked = {
        "t.points": "12",
        "t.year": "1885",
        "t.turn_limit": "99",
        "b.people": "hehe/none",
        "title": "Thursday",
        "t.table": "vugha_stronghold",
        "t.region": "coast",
        "seat": "planned_attack/B",
        "options": "armed_scouts",
    }
    answer = maite.send(form, **asked)
    assert answer.status_code == 422
    text = answer.text
    assert "Points of the defender: 12? 200 to 2000 can be agreed." in text and "8 to 20" in text
    kept = form_to(text, "/tables").fields
    assert {name: kept[name] for name in asked if name not in ("b.people", "options")} == {
        name: value for name, value in asked.items() if name not in ("b.people", "options")
    }
    assert kept["options"] == ["armed_scouts"]
    assert re.search(r"<details class=\"card fold\" open>", text)


def test_the_form_and_the_table_state_the_last_turn_and_its_result(visitor):
    """HOA-SCN-16: A limit of turns is a term, known with its result before the battle."""
    maite = visitor("es").register("Maite")
    assert "Tras el último turno gana el defensor" in maite.get(f"{NEW}&scenario=ambush").text
    answer = maite.send(new_form(maite, "&scenario=ambush"), **{"t.turn_limit": "15"})
    path = answer.headers["location"]
    assert "15 turnos como mucho; después gana el defensor" in maite.get(path).text
    assert (
        "15 turns at most, then the defender wins"
        in visitor("en").register("Edmund").get(path).text
    )


@pytest.mark.slow
def test_another_table_by_chance_without_a_script(visitor):
    maite = visitor().register("Maite")
    form = new_form(maite, "&scenario=raid")
    answer = maite.send(
        form, other="1", title="Thursday", **{"t.region": "forest", "t.table": "rovuma_mouth"}
    )
    assert answer.status_code == 200
    kept = form_to(answer.text, "/tables").fields
    assert (
        kept["title"] == "Thursday"
        and kept["t.lot"]
        and kept["t.table"] == "made"
        and answer.text.count("map-view is-still") == 5
    )
    again = maite.send(form_to(answer.text, "/tables"), other="1")
    assert form_to(again.text, "/tables").fields["t.lot"] != kept["t.lot"]
    path = maite.send(form_to(again.text, "/tables")).headers["location"]
    assert "Forest" in maite.get(path).text


def test_the_picture_of_a_table_alone(visitor):
    who = visitor()
    part = who.get(
        "/tables/new/drawing?box=heart_of_africa&scenario=raid&t.region=coast&t.lot=7"
    ).text
    assert part.startswith("<li") and 'value="7"' in part and "map-view is-still" in part
    assert (
        who.get("/tables/new/drawing?box=heart_of_africa&scenario=raid&t.region=coast").text.count(
            "map-view is-still"
        )
        == 1
    )
    for wrong in (
        "box=heart_of_africa&scenario=none",
        "box=cry_havoc&scenario=first_blood",
        "box=heart_of_africa&scenario=diced",
        "box=ludo&scenario=raid",
    ):
        assert who.get(f"/tables/new/drawing?{wrong}").status_code == 404


def test_an_own_army_is_picked_brought_and_judged(app, visitor):
    maite, tom = visitor().register("Maite"), visitor("es").register("Tom")
    number, dear = keep(app, "Tom", army()), keep(app, "Tom", army(900), "Far too dear")
    path = maite.send(new_form(maite), **{"t.points": "300", "t.year": "1890"}).headers["location"]
    form = form_to(tom.get(path).text, f"{path}/join")
    assert form.options["b.army"] == ["", dear, number]
    answer = tom.send(form, **{"b.army": dear})
    assert answer.status_code == 422 and "300" in answer.text
    assert form_to(answer.text, f"{path}/join").fields["b.army"] == dear
    assert maite.get(path).text.count(">free seat<") == 1
    assert tom.send(form, **{"b.army": number}).status_code == 303
    assert (
        "has brought an army" not in maite.get(path).text and CANARY in maite.get(path).text
    )  # the battle has begun, its names are known


def test_contributions_can_be_changed_in_the_waiting_room(app, visitor):
    maite = visitor().register("Maite")
    number = keep(app, "Maite", army())
    path = maite.send(
        new_form(maite),
        **{"t.points": "300", "t.year": "1890", "b.people": "zanzibaris/zanzibaris"},
    ).headers["location"]
    form = form_to(maite.get(path).text, f"{path}/brings")
    assert form.fields["b.people"] == "zanzibaris/zanzibaris"
    assert maite.send(form, **{"b.people": "", "b.army": number}).status_code == 303
    assert form_to(maite.get(path).text, f"{path}/brings").fields["b.army"] == number
    assert maite.send(form, **{"b.army": "4711"}).status_code == 422
    assert visitor().post(f"{path}/brings", **{"b.people": ""}).status_code == 403


ADDRESSES = (
    "/",
    "/lobby",
    "/my-games",
    "/tables/new?box=heart_of_africa",
    "{path}",
    "{path}/at/0",
    "{path}/at/9",
    "{path}/number",
    "{path}/dice",
    "{path}/export",
    "{path}/stage",
    "{path}/text",
    "{path}/steps/deployment",
    "{path}?tab=text",
    "{path}?eyes=B-1",
    "{path}/brings",
    "/armies",
    "/armies/public",
)
NEW_EACH_TIME = re.compile(
    r'\d+ seconds? ago|name="command" value="[^"]*"|problem '
    r'<b>\w+|\b[0-9a-f]{8}\b|id="by-chance".*?</li>',
    re.DOTALL,
)


def read_by(who, path):
    """Bytes that a visitor gets, without ages, command ids, problems and the generated table."""
    answers = [who.get(address.format(path=path)) for address in ADDRESSES]
    return [(answer.status_code, NEW_EACH_TIME.sub("", answer.text)) for answer in answers]


@pytest.mark.slow
@pytest.mark.parametrize("before", ["", "people"])
def test_contributions_are_invisible_to_others(app, visitor, before):
    """The pages are the same for any army of the other side before the game: for a player, a
    spectator, a visitor.
    """
    alice, bob, carol = visitor().register("Alice"), visitor().register("Bob"), visitor()
    small, large = (
        keep(app, "Bob", army(210, seed=1)),
        keep(app, "Bob", army(300, "Canarybird the second", seed=8), "Canarybird the second"),
    )
    path = alice.send(
        new_form(alice), **{"t.points": "300", "t.year": "1890", "per_side": "2"}
    ).headers["location"]
    assert bob.post(f"{path}/join", seat="B-1", **{"b.army": small}).status_code == 303
    known = [read_by(who, path) for who in (alice, carol)]
    assert "has brought an army" in known[0][4][1] and "has brought an army" in known[1][4][1]
    if before:
        assert (
            bob.post(
                f"{path}/brings", **{"b.people": "sudanese_slavers/baggara", "b.army": ""}
            ).status_code
            == 303
        )
    else:
        assert bob.post(f"{path}/brings", **{"b.army": large}).status_code == 303
    for who, read in zip((alice, carol), known, strict=True):
        for address, then, again in zip(ADDRESSES, read, read_by(who, path), strict=True):
            assert then == again, address
    assert CANARY not in repr(known) and 'value="sudanese_slavers/baggara" selected' not in repr(
        known
    )
    assert CANARY in bob.get(path).text or before


def test_a_rematch_is_prepared_in_its_own_room(visitor):
    maite, tom = visitor().register("Maite"), visitor().register("Tom")
    path = maite.send(
        new_form(maite, "&scenario=raid"), **{"b.people": "zanzibaris/zanzibaris", "t.year": "1890"}
    ).headers["location"]
    assert tom.send(form_to(tom.get(path).text, f"{path}/join")).status_code == 303
    assert (
        maite.post(
            f"{path}/orders",
            command="give-up",
            after="1",
            confirmed="1",
            order='{"kind":"concede"}',
        ).status_code
        == 303
    )
    again = maite.send(form_to(maite.get(path).text, f"{path}/rematch")).headers["location"]
    assert (
        form_to(maite.get(again).text, f"{again}/brings").fields["b.people"]
        == "zanzibaris/zanzibaris"
    )
    assert "1890" in tom.get(again).text
    assert (
        tom.send(
            form_to(tom.get(again).text, f"{again}/join"), **{"b.people": "egyptians/egyptians"}
        ).status_code
        == 303
    )


def test_the_size_of_the_table_is_agreed(visitor):
    maite = visitor("es").register("Maite")
    form = new_form(maite, "&scenario=encounter")
    assert form.fields["t.size"] == "72x48"
    path = maite.send(form, **{"t.size": "96x48", "t.region": "steppe", "t.points": "300"}).headers[
        "location"
    ]
    room = maite.get(path).text
    assert "mesa de 96 × 48 pulgadas" in room and 'viewBox="-26 -24 1012 544"' in room
    assert "a table of 96 × 48 in" in visitor().get("/lobby").text


def test_a_size_that_cannot_be_agreed_is_refused_and_the_form_kept(visitor):
    maite = visitor().register("Maite")
    answer = maite.send(new_form(maite, "&scenario=raid"), **{"t.size": "48x36", "t.points": "444"})
    assert (
        answer.status_code == 422
        and "A table of 48x36: these can be agreed here: 48x48, 60x48, 72x48" in answer.text
    )
    assert 'value="444"' in answer.text


# ---------------------------------------------------------------------- a table laid out together
def laid_table(visitor):
    """Maite and Tom at a table of the Savannah that they lay out; Maite begins."""
    maite, tom = visitor().register("Maite"), visitor("es").register("Tom")
    path = maite.send(
        new_form(maite, "&scenario=encounter"),
        **{"t.table": "laid", "t.region": "savannah", "t.points": "300"},
    ).headers["location"]
    assert tom.send(form_to(tom.get(path).text, f"{path}/join")).status_code == 303
    return maite, tom, path


def lay(who, path, **change):
    """Send a button of the page with the count of changes shown there."""
    page = who.get(f"{path}/laying").text
    seen = re.search(r'name="seen" value="(\d+)"', page).group(1)
    return who.post(f"{path}/laying", seen=seen, **change)


def test_a_table_is_laid_out_in_turn_and_accepted_by_both(visitor):
    maite, tom, path = laid_table(visitor)
    assert (
        f'href="{path}/laying"' in maite.get(path).text
        and "You are to decide" in maite.get("/my-games").text
    )
    assert f'href="{path}"' not in visitor().get("/lobby").text  # no player is waited for
    form = form_to(maite.get(f"{path}/laying").text, f"{path}/laying", "Lay it")
    answer = maite.send(
        form, act="add", kind="long_grass", spots="20,30", length="44", breadth="22"
    )
    assert answer.headers["location"] == f"{path}/laying?thing=1#things"
    page = maite.get(f"{path}/laying?thing=1").text
    assert (
        "Take it away" in page
        and 'value="20, 30"' in page
        and "The other side lays the next piece." in page
    )
    again = lay(maite, path, act="add", kind="low_hill", spots="50,20")
    assert again.status_code == 422 and "TAB-04" in again.text
    assert "Se piden al menos 2 piezas" in tom.get(f"{path}/laying").text
    assert (
        lay(
            tom, path, act="add", kind="low_hill", spots="54 / 34", length="32", breadth="22"
        ).status_code
        == 303
    )
    assert lay(maite, path, act="pass").status_code == 303
    assert (
        lay(
            tom, path, act="add", kind="long_grass", spots="50 / 14", length="40", breadth="17"
        ).status_code
        == 303
    )
    assert "The table follows the rules" in maite.get(f"{path}/laying").text
    assert lay(maite, path, act="accept").headers["location"] == f"{path}/laying"
    assert "accepts it" in visitor().get(f"{path}/laying").text
    assert lay(tom, path, act="accept").headers["location"] == path
    battle = maite.get(path).text
    assert 'id="panel"' in battle
    assert maite.get(f"{path}/laying").headers.get("location", path) == path and lay_is_over(
        maite, path
    )


def lay_is_over(who, path):
    return (
        who.client.get(f"{path}/laying", follow_redirects=False).status_code == 303
        and "To the game" in who.get(f"{path}/laying/news?seen=9").text
    )


def test_drag_data_are_on_the_page_of_the_own_side_alone(visitor):
    maite, tom, path = laid_table(visitor)
    lay(maite, path, act="add", kind="low_hill", spots="20,30")
    page, its, hers = (
        maite.get(f"{path}/laying").text,
        tom.get(f"{path}/laying?thing=1").text,
        maite.get(f"{path}/laying?thing=1").text,
    )
    assert (
        page.count('class="thing-ground"') == 1
        and f'data-href="{path}/laying?thing=1#things"' in page
        and 'data-room="72.0 48.0"' in page
    )
    assert 'class="thing-ground"' not in its + hers  # not hers to touch, and in hand already
    assert re.search(
        r'<form[^>]* data-shape="area" data-size="24 15" data-stretches="length breadth turn" '
        r'data-rim="-?0',
        hers,
    )
    assert "data-rim" not in its and '<option value="stream" data-shape="line"' in its


def test_pieces_are_turned_reshaped_taken_away_and_the_change_undone(visitor):
    maite, _, path = laid_table(visitor)
    lay(maite, path, act="add", kind="long_grass", spots="20,30")
    outlines = [maite.get(f"{path}/laying").text]
    for change in (
        {"act": "turn"},
        {"act": "outline"},
        {"act": "change", "spots": "24,28", "length": "40", "breadth": "18", "turn": "30"},
    ):
        assert lay(maite, path, thing="1", **change).status_code == 303
        outlines.append(maite.get(f"{path}/laying").text)
    ways = [re.findall(r'class="hoa-ter long_grass">.*?</g>', page, re.DOTALL) for page in outlines]
    assert len({str(way) for way in ways}) == 4
    assert lay(maite, path, act="undo").status_code == 303
    assert (
        re.findall(
            r'class="hoa-ter long_grass">.*?</g>', maite.get(f"{path}/laying").text, re.DOTALL
        )
        == ways[2]
    )
    assert lay(maite, path, act="remove", thing="1").status_code == 303
    assert not re.findall(
        r'class="hoa-ter long_grass">',
        maite.get(f"{path}/laying").text.partition('class="ly-terrain"')[2],
    )


REFUSED_CHANGES = (
    ({"act": "add", "kind": "long_grass", "spots": "x"}, "cannot be read"),
    ({"act": "add", "kind": "long_grass", "spots": "99,10"}, "is no place"),
    ({"act": "add", "kind": "ravine", "spots": "10,10 30,30"}, "there is none in this region"),
    ({"act": "add", "kind": "stream", "spots": "10,10"}, "two places"),
    ({"act": "add", "kind": "village", "spots": ""}, "Say where"),
    ({"act": "add", "kind": "ford", "spots": "9,9"}, "A ford lies in"),
    ({"act": "add", "kind": "low_hill", "spots": "9,9", "length": "wide"}, "is no length"),
    ({"act": "fly"}, "That action is not possible"),
    ({"act": "turn", "thing": "7"}, "no such piece"),
    ({"act": "accept"}, "one to two thirds"),
    ({"act": "undo"}, "changed nothing"),
    (
        {"act": "add", "kind": "low_hill", "spots": "30,30", "length": "6", "breadth": "5"},
        "12 to 48",
    ),
    ({"act": "add", "kind": "kopje<b>", "spots": "9,9"}, "kopje&lt;b&gt;"),
)


def test_refused_changes_keep_the_input(visitor):
    """A refused change leaves the table as it was, so one table is enough for all."""
    maite, _, path = laid_table(visitor)
    for change, words in REFUSED_CHANGES:
        answer = lay(maite, path, **change)
        assert answer.status_code == 422 and words in answer.text, change
        if change.get("spots") and change["act"] == "add":
            kept = form_to(answer.text, f"{path}/laying", "Lay it").fields["spots"]
            assert kept == change["spots"], change


def test_places_of_a_table_are_read_in_the_language_of_the_page(visitor):
    maite, tom, path = laid_table(visitor)
    lay(maite, path, act="add", kind="long_grass", spots="20.5, 30", length="44", breadth="22")
    assert 'value="20.5, 30"' in maite.get(f"{path}/laying?thing=1").text
    refused = lay(tom, path, act="add", kind="low_hill", spots="54,5")
    assert (
        refused.status_code == 422
        and "Escribe 54 / 5." in refused.text
        and 'value="54,5"' in refused.text
    )
    assert (
        lay(
            tom, path, act="add", kind="low_hill", spots="54,5 / 34", length="32", breadth="22"
        ).status_code
        == 303
    )
    assert 'value="54,5 / 34"' in tom.get(f"{path}/laying?thing=2").text


def test_a_change_to_a_table_that_has_changed_is_refused(visitor):
    maite, tom, path = laid_table(visitor)
    lay(maite, path, act="add", kind="long_grass", spots="20,30")
    late = tom.post(f"{path}/laying", seen="0", act="add", kind="low_hill", spots="54 / 34")
    assert late.status_code == 422 and "ha cambiado entretanto" in late.text
    assert (
        tom.get(f"{path}/laying/news?seen=0").status_code == 200
        and tom.get(f"{path}/laying/news?seen=1").status_code == 204
    )
    assert visitor().post(f"{path}/laying", seen="1", act="pass").status_code == 403


def test_against_a_bot_the_player_lays_the_table_alone(visitor):
    maite = visitor().register("Maite")
    form = new_form(maite, "&scenario=encounter")
    path = maite.send(
        form, seat="encounter/B", against="bot", **{"t.table": "laid", "t.points": "300"}
    ).headers["location"]
    for kind, spots, length, breadth in (
        ("long_grass", "20,30", "44", "22"),
        ("low_hill", "54,34", "32", "22"),
        ("long_grass", "50,14", "40", "17"),
    ):
        assert (
            lay(
                maite, path, act="add", kind=kind, spots=spots, length=length, breadth=breadth
            ).status_code
            == 303
        )
    assert lay(maite, path, act="accept").headers["location"] == path
    assert 'id="panel"' in maite.get(path).text
