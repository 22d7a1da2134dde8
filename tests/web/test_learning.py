"""New players: play now, hints of the guided battle, the next battle, and coverage on the rules
pages.
"""

from __future__ import annotations

import re
import time
from html import unescape
from pathlib import Path

import msgspec
import pytest

from app.cli.rule_sources import RULE
from app.games import shelf
from app.kernel.box import with_own_rulebook
from app.kernel.table import PLATFORM_RULES
from app.services.play import lobby
from app.web.rule_words import chapters_of, count_rules, rule_words
from tests.sample_games import CAMPAIGN, HEX_GAME, INCH, INCH_GAME
from tests.web.reading import form_to

GAMES = Path(__file__).parents[2] / "app" / "games"
BATTLES = {key: lobby.first_battle(box) for key, box in shelf().items() if box.card.is_battle}
FIRST = {key: scenario.title for key, scenario in BATTLES.items()}
RULES = [rule for box in with_own_rulebook(shelf()).values() for rule in box.rulebook]


def play_now(user, **fields):
    answer = user.post("/play-now", **fields)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def hint_on(page):
    return re.search(r'<p class="hint-card">(.*?)</p>', page, re.DOTALL)[1]


def link_of(hint):
    return unescape(re.search(r'<b><a href="([^"]+)"', hint)[1])


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_start_page_offers_the_first_battle_of_every_game(visitor, language):
    page = visitor(language).get("/").text
    for key, box in shelf().items():
        if not any(one.guided for one in box.card.scenarios):
            continue  # a contest has no lesson
        button = re.search(
            rf'<button class="btn( go)?" name="box" value="{key}">(.*?)</button>', page, re.DOTALL
        )
        assert bool(button[1]) == box.card.is_battle
        assert box.card.title.in_(language) in button[2]
        words = (
            FIRST[key].in_(language)
            if box.card.is_battle
            else {"en": "you against 7 bots", "es": "tú contra 7 bots"}[language]
        )
        assert words in button[2]


@pytest.mark.parametrize("box", FIRST)
def test_an_anonymous_visitor_plays_the_first_battle_at_once(visitor, box):
    guest = visitor("es")
    path = play_now(guest, box=box)
    page = guest.get(path).text
    assert FIRST[box].in_("es") in page
    assert not BATTLES[box].guided or 'class="rule"' in hint_on(page)
    assert 'data-step="' in page  # this player owes the decision


def test_the_hint_of_a_position_is_looked_for_once(visitor, app, monkeypatch):
    """The bot finds it, which takes as long as the rest of the page."""
    found, box = [], type(app.state.services.shelf[HEX_GAME])
    hint = box.hint

    def noting(self, view):
        found.append(view.viewer.seat)
        return hint(self, view)

    monkeypatch.setattr(box, "hint", noting)
    guest = visitor()
    path = play_now(guest, box=HEX_GAME)
    assert len({hint_on(guest.get(path).text) for _ in range(3)}) == 1
    assert len(found) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "join", "turn"),
    [
        ("en", "Choose an army list and a people.", "You are also the referee"),
        ("es", "Elige una lista de ejército y un pueblo.", "También eres el árbitro"),
    ],
)
def test_a_guest_learns_the_campaign_against_seven_bots(visitor, language, join, turn):
    """The bots of the running server join at once; the guest opens the turn and is led back."""
    guest = visitor(language)
    path = play_now(guest, box=CAMPAIGN)
    for page in (path, f"{path}/text"):
        assert join in hint_on(guest.get(page).text)
    entry = (
        f'{{"kind":"join","list":"{INCH.LIST}","nation":"{INCH.OTHER_NATION}","people":"Wa-simba"}}'
    )
    while True:
        last = guest.get(f"{path}/number").json()["number"]
        sent = {"order": entry, "command": f"join {last}", "after": str(last)}
        if guest.post(f"{path}/orders", **sent).status_code == 303:
            break
    page = wait_for_page(guest, path, turn)
    act = unescape(re.search(r'<a class="btn go" href="([^"]+)"', page)[1])
    answer = guest.send(form_to(guest.get(act).text, f"{path}/desk/act"))
    assert answer.headers["location"] == path
    page = wait_for_page(guest, path, 'id="decision" tabindex="-1" aria-labelledby="asked" data-')
    assert page.count('class="hint-card"') == 1


def wait_for_page(guest, path, words, seconds=20):
    """Page once it has these words: the bots need a moment."""
    latest = time.monotonic() + seconds
    while words not in (page := guest.get(path).text):
        assert time.monotonic() < latest, hint_on(page)
        time.sleep(0.1)
    return page


def test_an_unplayable_game_is_reported(visitor):
    assert visitor().post("/play-now", box="chess").status_code == 404
    assert visitor().post("/play-now", box=INCH_GAME, scenario="chess").status_code == 400


def test_the_hint_of_a_move_chooses_the_unit_and_marks_its_hex(visitor):
    guest = visitor("en")
    path = play_now(guest, box=HEX_GAME)
    page = guest.get(f"{path}?lesson=0").text
    while "then hex" not in hint_on(page):  # shots and the end of the step come before
        draft = guest.get(link_of(hint_on(page))).text
        answer = guest.send(form_to(draft, re.search(rf"{path}/steps/\w+", draft)[0]))
        assert answer.status_code in (200, 303)
        page = guest.get(path).text
    assert "ui-aim" not in page
    chosen = guest.get(link_of(hint_on(page))).text
    unit, at = re.search(r"Choose (\w[\w ]*), then hex (\d{4})", hint_on(chosen)).groups()
    assert f"<h1>{unit}</h1>" in re.sub(r"<h1[^>]*>", "<h1>", chosen)
    assert chosen.count("ui-aim") == 1 and f'id="h-{at}"' in chosen
    assert "<b><a" not in hint_on(chosen), "the tap on the hex is left to the player"
    assert re.search(r"<option [^>]*selected>(\d{4}) ·", chosen)[1] == at, "the list names it too"
    move = re.search(rf'<a[^>]*id="h-{at}"[^>]*>|<a[^>]*href="([^"]*)"[^>]*id="h-{at}"', chosen)
    draft = guest.get(unescape(re.search(r'href="([^"]+)"', move[0])[1])).text
    assert f"Confirm: Move {unit}" in draft


def test_the_hint_leads_to_a_draft_and_the_draft_to_the_dice_without_a_script(visitor):
    guest = visitor("es")
    path = play_now(guest, box=INCH_GAME)
    hint = hint_on(guest.get(path).text)
    assert "Elige Ruga-Ruga A1" in hint and "HOA-SEQ-02" in hint
    draft = guest.get(link_of(hint)).text
    assert "Aún no se ha tirado ningún dado" in draft
    answer = guest.send(form_to(draft, f"{path}/steps/unit_moves"))
    assert answer.status_code in (200, 303)
    page = guest.get(path).text
    assert "Toca su destino en la mesa" in hint_on(page) and 'data-ask="point"' in page
    march = next(
        form
        for form in re.findall(r"<form method=\"get\".*?</form>", page, re.DOTALL)
        if 'data-ask="point"' in form
    )
    number = re.search(r'name="offer" value="(\d+)"', march)[1]
    draft = guest.get(path, params={"piece": "A1", "offer": number, "to": "10.5,10"}).text
    assert "Aún no ha pasado nada" in draft
    assert guest.send(form_to(draft, f"{path}/steps/unit_moves")).status_code in (200, 303)
    assert "Ruga-Ruga A1" in guest.get(f"{path}?tab=log").text


def test_only_the_deciding_player_sees_the_hint(visitor):
    guest = visitor()
    path = play_now(guest, box=INCH_GAME)
    assert "hint-card" in guest.get(path).text and "hint-card" not in visitor().get(path).text


def test_after_the_first_battle_comes_the_second(visitor):
    guest = visitor()
    path = play_now(guest, box=INCH_GAME)
    assert guest.send(
        form_to(guest.get(f"{path}?confirm=concede").text, f"{path}/orders", "Give up the game")
    ).status_code in (200, 303)
    over = guest.get(path).text
    assert "The waterhole" in hint_on(over)
    again = guest.send(form_to(over, "/play-now")).headers["location"]
    page = guest.get(again).text
    assert (
        again != path
        and "The waterhole" in page
        and re.search("placed automatically|Then it is your turn", hint_on(page))
    )


@pytest.mark.parametrize("box", FIRST)
def test_every_rule_that_a_game_can_name_is_in_a_book(box):
    known = {rule.id for rule in (*RULES, *PLATFORM_RULES)}
    files = [
        path
        for path in (GAMES / box).rglob("*")
        if path.suffix in (".py", ".yaml") and path.parent.name != "rulebook"
    ]
    named = {
        rule: path.name for path in files for rule in RULE.findall(path.read_text(encoding="utf-8"))
    }
    assert named
    assert {rule: file for rule, file in named.items() if rule not in known} == {}


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_rule_of_every_book_is_told_in_both_languages(language):
    for rule in (*RULES, *PLATFORM_RULES):
        told = rule_words(rule, language)
        assert told.title.strip() and told.text.strip(), rule.id
        assert bool(told.ruling) == bool(rule_words(rule, "en").ruling), rule.id


@pytest.mark.slow
@pytest.mark.parametrize("rule", [rule.id for rule in RULES[::23]])
def test_an_opened_rule_has_its_text_ruling_and_coverage(visitor, rule):
    known = next(one for one in RULES if one.id == rule)
    for language, (carried, tested) in {
        "en": ("enforced", "tested by"),
        "es": ("aplicada", "probada por"),
    }.items():
        part = visitor(language).get(f"/rules/id/{rule}", headers={"x-part": "rule"})
        words = unescape(part.text)
        told = rule_words(known, language)
        assert (
            part.status_code == 200
            and "<html" not in words
            and told.text in words
            and told.ruling in words
        )
        assert (carried in words and tested in words) == known.is_counted
        box = next(key for key, one in shelf().items() if rule in one.rulebook)
        assert f'href="/rules/{box}#{rule}"' in words


@pytest.mark.parametrize("box", FIRST)
def test_the_rules_of_a_game_are_folded_by_chapter_with_their_counts(visitor, box):
    page = visitor().get(f"/rules/{box}").text
    chapters = chapters_of(shelf()[box].rulebook, "en")
    folded = re.findall(
        r'<details class="chapter card" '
        r'id="chapter-([\w-]+)">\s*<summary>(.*?)</summary>(.*?)</details>',
        page,
        re.DOTALL,
    )
    assert [key for key, _, _ in folded] == [chapter.key for chapter in chapters]
    for chapter, (_, head, body) in zip(chapters, folded, strict=True):
        assert (
            f"{chapter.counts.rules} rule" in head
            and body.count("<article") == chapter.counts.rules
        )
        assert "enforced" in head or not chapter.counts.counted
    whole = count_rules(rule for chapter in chapters for rule in chapter.rules)
    assert whole.counted == whole.enforced == whole.tested <= whole.rules
    assert len(page) < 460_000


def test_rules_without_code_or_cases_say_so(visitor, monkeypatch):
    reader = visitor().register("Reader")  # the pages of anonymous visitors are cached
    rule = next(rule for rule in RULES if rule.id == "HOA-MEL-10")
    for facts, says, count in (
        ({"cases": None}, "not enforced yet", "13 enforced"),
        ({"cases": 0, "refusals": 0}, "not tested yet", "13 tested"),
    ):
        monkeypatch.setitem(
            shelf()[INCH_GAME].rulebook._rules,
            rule.id,
            msgspec.structs.replace(rule, **facts),
        )
        assert says in reader.get(f"/rules/id/{rule.id}").text
        assert count in reader.get(f"/rules/{INCH_GAME}").text


def test_a_rule_that_a_table_decides_names_the_row_and_the_function_that_reads_it(visitor):
    page = visitor().get("/rules/id/HOA-LST-29").text
    for word in (
        "data/army_lists.yaml",
        "jungle_cannibals.rules.cap_units",
        "armies.lists.unit_cap",
    ):
        assert f"<code>{word}</code>" in page
    assert "<code>" not in visitor().get("/rules/id/HOA-MOV-02").text
