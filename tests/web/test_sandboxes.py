"""Sandboxes on the pages: clearly marked, private, saved, and carried out in the game order by
order.
"""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from app.games import shelf as boxes
from app.main import create_services
from app.services.play import new_tables
from app.settings import Settings
from app.web.app import create_web
from tests.contract.tiny import TINY
from tests.sample_games import HEX
from tests.web.conftest import SameSeeds, Visitor
from tests.web.reading import form_to, forms_on

NOTHING = "Sandbox: nothing here happens"


def begun(who, path, **fields) -> str:
    """Address of a new sandbox, by the button of the page."""
    page = who.get(f"{path}/at/{fields['at']}" if "at" in fields else path).text
    answer = who.send(form_to(page, f"{path}/sandboxes"))
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def doing(page, do):
    """Form with this act on a sandbox."""
    return next(form for form in forms_on(page) if form.fields.get("do") == do)


def acts(who, sandbox, do, **fields):
    return who.send(doing(who.get(sandbox).text, do), **fields)


def house(who, sandbox, times=1):
    for _ in range(times):
        assert acts(who, sandbox, "house").status_code == 303
    return who.get(sandbox).text


def test_a_sandbox_is_marked_and_changes_nothing(battle):
    opener, opponent = battle.opener, battle.opponent
    sandbox = begun(opener, battle.path)
    page = opener.get(sandbox).text
    assert (
        page.count(NOTHING) == 2
        and "<title>Sandbox “A” · " in page
        and '<body class="game sandbox">' in page
        and "css/sandbox.css" in page
    )
    assert (
        "data-live" not in page
        and "/messages" not in page
        and f"{battle.path}/orders" not in page
        and "concede" not in page
    )
    real = opener.get(battle.path).text
    assert NOTHING not in real and 'class="game"' in real and f'href="{sandbox}"' in real
    words = opener.get(f"{sandbox}/text").text
    assert NOTHING in words and "words-page sandbox" in words and "text_page.js" not in words
    house(opener, sandbox, 3)
    assert battle.last() == 1 and sandbox not in opponent.get(battle.path).text


def test_orders_are_given_by_the_same_forms_for_both_sides(battle):
    sandbox, page = begun(battle.opener, battle.path), ""
    for _ in range(12):
        page = battle.opener.get(sandbox).text
        if "You decide for" in page:
            break
        answer = battle.opener.give(form_to(page, sandbox, holding="pass"))
        assert answer.status_code == 303 and answer.headers["location"] == sandbox
    assert "You decide for the raiders here" in page
    draft = battle.opener.get(f"{sandbox}?order=%7B%22kind%22:%22pass%22%7D").text
    assert "Only you see this draft" in draft and NOTHING in draft


def test_refusals_and_old_tabs_keep_the_draft(battle):
    opener = battle.opener
    sandbox = begun(opener, battle.path)
    sent = {"command": "x", "csrf": opener.proof(), "order": '{"kind":"concede"}'}
    refused = opener.client.post(f"{sandbox}/steps/first_fire", data=sent | {"after": 0})
    assert (
        refused.status_code == 422
        and "/rules/id/CAR-TRY-05" in refused.text
        and NOTHING in refused.text
    )
    late = opener.client.post(
        f"{sandbox}/steps/first_fire", data=sent | {"after": 7, "order": '{"kind":"pass"}'}
    )
    assert late.status_code == 409 and "in another tab" in late.text and NOTHING in late.text
    assert (
        opener.client.post(
            f"{sandbox}/steps/first_fire", data=sent | {"after": 0, "order": "{"}
        ).status_code
        == 400
    )
    assert (
        opener.client.post(sandbox, data={"csrf": sent["csrf"], "do": "dance"}).status_code == 400
    )


def test_an_old_tab_can_neither_step_back_nor_use_the_bot(battle):
    opener = battle.opener
    sandbox = begun(opener, battle.path)
    old = house(opener, sandbox)
    house(opener, sandbox)
    for do in ("back", "house"):
        late = opener.send(doing(old, do))
        assert (
            late.status_code == 409
            and "in another tab" in late.text
            and 'name="after" value="2"' in late.text
        )
    assert (
        acts(opener, sandbox, "back").status_code == 303
        and doing(opener.get(sandbox).text, "back").fields["after"] == "1"
    )


def test_step_back_new_dice_rename_and_delete(battle):
    opener = battle.opener
    sandbox = begun(opener, battle.path)
    shot = {"command": "x", "after": 0, "order": HEX.SHOT}
    assert opener.post(f"{sandbox}/steps/first_fire", **shot).status_code == 303
    again = doing(opener.get(sandbox).text, "again")
    assert opener.send(again, face="1").status_code == 303
    page = opener.get(sandbox).text
    assert (
        "<legend>Eudo shoots at Arnim: killed (D).</legend>" in page
        and '<option value="1" selected>' in page
    )
    assert (
        opener.send(again, face="10").status_code == 303
        and "<legend>Eudo shoots at Arnim and misses.</legend>" in opener.get(sandbox).text
    )
    refused = opener.send(again, face="11")
    assert refused.status_code == 422 and "A die of 10 sides does not show 11" in refused.text
    assert (
        acts(opener, sandbox, "dice", dice="typical").status_code == 303
        and "Dice: typical" in opener.get(sandbox).text
    )
    assert (
        acts(opener, sandbox, "back").status_code == 303
        and "<legend>" not in opener.get(sandbox).text
    )
    assert acts(opener, sandbox, "name", name="Left flank").status_code == 303
    assert "<title>Sandbox “Left flank” · " in opener.get(sandbox).text
    unsure = opener.post(sandbox, do="delete")
    assert (
        unsure.headers["location"] == f"{sandbox}?confirm=delete"
        and opener.get(sandbox).status_code == 200
    )
    away = opener.send(doing(opener.get(f"{sandbox}?confirm=delete").text, "delete"))
    assert away.headers["location"] == battle.path and opener.get(sandbox).status_code == 404


def test_only_its_player_opens_a_sandbox_page(battle, visitor):
    sandbox = begun(battle.opener, battle.path)
    member = visitor().register("Ander")
    for who in (battle.opponent, member, visitor()):
        for page in (sandbox, f"{sandbox}/text"):
            assert who.get(page).status_code == 404
        assert who.post(sandbox, do="back", to="0").status_code == (
            404 if who in (battle.opponent, member) else 403
        )
        assert (
            sandbox not in who.get(battle.path).text
            and "Try it out" not in visitor().get(battle.path).text
        )


def test_a_plan_is_played_one_draft_after_another(battle):
    opener = battle.opener
    sandbox = begun(opener, battle.path)
    page = house(opener, sandbox, 3)
    count = int(re.search(r"Your plan: (\d)", page)[1])
    assert acts(opener, sandbox, "play").headers["location"] == battle.path
    given = 0
    for _ in range(count):
        page = opener.get(battle.path).text
        assert "Your plan “A”" in page and f"{given + 1} of {count}" in page
        due = re.search(
            r'class="offer-link" href="([^"]+order=[^"]+)"[^>]*>[^<]*</a> <span class="num">\d of',
            page,
        )[1].replace("&amp;", "&")
        draft = opener.get(due).text
        confirm = [form for form in forms_on(draft) if "/steps/" in form.action]
        if "cannot be given as things stand" in page or not confirm:
            break
        assert opener.send(confirm[0]).status_code == 303
        given += 1
    page = opener.get(battle.path).text
    assert given and f"given, move {battle.last()}" in page
    stop = doing(page, "stop")
    assert (
        opener.send(stop).headers["location"] == battle.path
        and "Your plan “A”" not in opener.get(battle.path).text
    )


def test_a_sandbox_can_begin_at_a_past_move(battle):
    battle.end_step(battle.opener)
    sandbox = begun(battle.opener, battle.path, at=1)
    assert "It begins after move 1, from what you knew then" in battle.opener.get(sandbox).text
    assert f"The game itself has come to move {battle.last()}" in battle.opener.get(sandbox).text


# ---------------------------------------------------------------------- twin worlds
@pytest.mark.slow
@pytest.mark.parametrize(
    ("box", "own", "secrets"),
    [("hidden", "bandit", ("here", "elsewhere")), ("sealed", "north", ("twin", "twin"))],
)
def test_two_worlds_that_differ_in_a_secret_are_tried_out_alike(
    tmp_path, monkeypatch, box, own, secrets
):
    told = []
    for world, seed in enumerate(secrets):
        monkeypatch.setattr(new_tables, "secrets", SameSeeds(seed))
        settings = Settings(database_url=f"sqlite:///{tmp_path}/{world}.db")
        with TestClient(create_web(create_services(settings, boxes() | TINY), settings)) as client:
            hides, looks = (
                Visitor(client.app).register("Maite"),
                Visitor(client.app).register("Unax"),
            )
            path = hides.post(
                "/tables",
                box=box,
                seat=f"plain/{own}",
                against="people",
                visibility="open",
            ).headers["location"]
            assert looks.post(f"{path}/join").status_code == 303
            if box == "sealed":
                order = {
                    "command": "c",
                    "after": 1,
                    "order": f'{{"kind":"choose","hand":"{("rock", "paper")[world]}"}}',
                }
                assert hides.post(f"{path}/steps/hands", **order).status_code == 303
            sandbox = begun(looks, path)
            pages = [looks.get(sandbox), looks.get(f"{sandbox}/text")]
            tried = {
                "hidden": {"kind": "walk", "path": ["1", "2", "3"]},
                "sealed": {"kind": "choose", "hand": "rock"},
            }[box]
            answer = looks.post(
                f"{sandbox}/steps/any",
                command="c",
                after="0",
                order=str(tried).replace("'", '"'),
            )
            pages += [answer, looks.get(sandbox), looks.get(f"{sandbox}/text"), looks.get(path)]
            changing = r'name="(?:csrf|command)" value="[^"]*"|ask-\w+-|verb-[\w-]+|\?[0-9a-f]{10}|[0-9a-f]{64}'
            told.append(
                [
                    f"{page.status_code} {re.sub(changing, '', page.text)}"
                    for page in (*pages, hides.get(path))
                ]
            )
    assert told[0][:-1] == told[1][:-1] and told[0][-1] != told[1][-1]
