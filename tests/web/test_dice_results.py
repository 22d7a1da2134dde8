"""Results of the dice on the pages: sentence, number needed, losses and scores, for every
viewer.
"""

from __future__ import annotations

import re

import pytest

from app.games import shelf
from app.kernel.headless_games import plain_setup, play_game
from app.kernel.log_lines import summary_of_moves
from app.kernel.say import Say
from app.kernel.seats import Viewer
from app.services.watch import game_view
from app.services.watch.dice_results import load_dice_results, without_turn
from tests.sample_games import (
    AREA,
    AREA_GAME,
    CAMPAIGN,
    HEX,
    HEX_GAME,
    HEX_SCENARIO,
    INCH,
    INCH_GAME,
    LONG,
)
from tests.web.conftest import Battle, step_on
from tests.web.reading import words_on
from tests.web.test_story_pages import fought

CARD = re.compile(r'<section class="results.*?</section>', re.DOTALL)
ALL = Viewer(finished=True)
SCENARIOS = {
    HEX_GAME: HEX_SCENARIO,
    INCH_GAME: INCH.SECOND_GUIDED,
    CAMPAIGN: LONG.GUIDED,
    AREA_GAME: AREA.GUIDED,
}
DRAWN = {"name"}
"""Purposes of rolls that draw a name. The rules ask for no such die."""


def card_on(page: str) -> str:
    """Words of the card; "" if the page has none."""
    found = CARD.search(page)
    return " ".join(words_on(found.group(0))) if found else ""


@pytest.fixture
def rolled(app, battle):
    """Battle after a move of the raiders or the watch with dice, and that move's result."""
    for until in range(2, 60):
        fought(app, battle, until)
        look = game_view.load_view(app.state.services, battle.address)
        told = load_dice_results(look)
        if told is not None and told.number == look.last:
            return battle, told
    raise AssertionError("no dice in 60 moves")


def test_players_and_visitors_read_the_same_result_with_the_number_needed(rolled, visitor):
    battle, told = rolled
    for who, language, needed in (
        (battle.opener, "en", "Needed:"),
        (battle.opponent, "es", "Hace falta:"),
        (visitor(), "en", "Needed:"),
    ):
        for path in (battle.path, f"{battle.path}/text"):
            page = who.get(path).text
            card = card_on(page)
            assert told.items[-1].says.in_(language).split(":")[0] in card and needed in card
            assert f'data-number="{told.number}"' in page


def test_the_letter_of_a_shot_stands_at_its_target_until_a_piece_is_chosen(rolled, visitor):
    battle, told = rolled
    throw = told.items[-1].throws[-1]
    letter = next(cell.result for cell in throw.cells if cell.face == throw.dice[0][0])
    marks = re.findall(r'<g class="dice-mark".*?</g>', visitor().get(battle.path).text)
    assert any(f">{letter}</text>" in mark for mark in marks)
    assert "dice-mark" not in visitor().get(f"{battle.path}?piece={HEX.SHOOTER}").text


def test_a_card_is_brief_beside_a_chosen_piece_and_absent_beside_a_draft(rolled, visitor):
    battle, _ = rolled
    brief = visitor().get(f"{battle.path}?piece={HEX.SHOOTER}").text
    assert 'class="results brief' in brief and 'class="cells"' not in brief
    draft = battle.opener.get(f'{battle.path}?order={{"kind":"pass"}}').text
    assert card_on(draft) == ""


def test_a_past_move_has_its_own_result(app, rolled):
    battle, told = rolled
    fought(app, battle, told.number + 8)
    past = battle.opener.get(f"{battle.path}/at/{told.number}").text
    assert str(told.items[-1].says).split(":")[0] in card_on(past)
    assert f'data-number="{told.number}"' in past


def test_losses_and_scores_are_told_with_the_dice(app, battle):
    """Somewhere in the battle a character dies by dice; the result names loss and score."""
    fought(app, battle)
    services = app.state.services
    last = game_view.load_view(services, battle.address).last
    found = [
        load_dice_results(game_view.load_view(services, battle.address, at=number))
        for number in range(1, last + 1)
    ]
    deadly = next(one for one in found if one is not None and one.lost and one.scores)
    assert all(change.before != change.after for change in deadly.scores)
    card = card_on(battle.opener.get(f"{battle.path}/at/{deadly.number}").text)
    assert "Losses:" in card and str(deadly.scores[0].after) in card


@pytest.mark.slow
@pytest.mark.parametrize("box", sorted(SCENARIOS))
def test_every_die_of_a_battle_stands_in_a_result_and_each_row_has_its_words(box):
    game = shelf()[box]
    setup = plain_setup(game.card.scenario(SCENARIOS[box]))
    played = play_game(game, setup, lambda box, view, chance: box.bot(view, chance), "dice", 110)
    items = summary_of_moves(game, played.moves, played.tables, ALL, lambda _: 0)
    rolled = [one for one in items if one.dice or one.throws]
    told = {number for one in rolled for number in range(one.began, one.move + 1)}
    thrown = (one for one in played.moves[1:] if {roll.purpose for roll in one.rolls} - DRAWN)
    assert {move.number for move in thrown} <= told
    rows = [row for item in items for row in item.throws]
    needs = [row for row in rows if row.need is not None]
    assert len(needs) > 5
    for row in rows:
        for language in ("en", "es"):
            words = [row.who, row.whom, row.need, row.result, *(why for why, _ in row.reasons)]
            assert all("{" not in says.in_(language) for says in words if says is not None)
        assert row.totals is None or len(row.against) == 1
        assert not row.cells or row.dice[0][0] in {cell.face for cell in row.cells}


def test_the_strip_of_a_shot_marks_the_letter_of_its_die():
    game = shelf()[HEX_GAME]
    played = play_game(
        game,
        plain_setup(game.card.scenario(HEX_SCENARIO)),
        lambda box, view, chance: box.bot(view, chance),
        "strips",
        80,
    )
    items = summary_of_moves(game, played.moves, played.tables, ALL, lambda _: 0)
    rows = [row for item in items for row in item.throws if row.cells]
    assert rows
    for row in rows:
        fallen = next(cell for cell in row.cells if cell.face == row.dice[0][0])
        assert (fallen.kind == "good") == row.dice[0][1]
        assert fallen.result == "–" or f"({fallen.result})" in str(row.result)


def test_a_result_stands_above_the_introduction_that_is_still_open(visitor):
    """A player who has to retreat sees the die first, also in their first game."""
    opener, opponent = visitor().register("Maite"), visitor("es").register("Íñigo")
    shot = HEX.SHOT
    for _ in range(30):
        battle = Battle(opener, opponent).begin()
        assert battle.order(opener, step_on(opener.get(battle.path).text), shot).status_code == 303
        page = opponent.get(battle.path).text
        if step_on(page):
            break
    assert 'class="lesson-card"' in page
    assert page.index('id="dice-results"') < page.index('class="lesson-card"')


def test_a_waiting_player_reads_the_name_of_the_decider_above_the_dice(visitor):
    opener, opponent = visitor().register("Maite"), visitor("es").register("Íñigo")
    battle = Battle(opener, opponent).begin()
    assert battle.order(opener, step_on(opener.get(battle.path).text), HEX.SHOT).status_code == 303
    pages = [user.get(battle.path).text for user in (opener, opponent)]
    (waiting,) = [page for page in pages if not step_on(page)]
    assert 0 < waiting.index('id="asked"') < waiting.index('id="dice-results"')


def test_a_score_in_which_only_the_turn_changed_is_not_told():
    def score(turn, left):
        text = "{left} left; turn {turn} of {last}"
        return Say(text, text, {"left": left, "turn": turn, "last": 8})

    assert without_turn(score(2, 5)) == without_turn(score(3, 5))
    assert without_turn(score(2, 5)) != without_turn(score(3, 4))
