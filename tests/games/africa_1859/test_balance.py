"""Balance table by bot games: its samples, its judgements, its figures and the visits."""

from collections import Counter

import pytest
from msgspec.structs import replace

from app.games.africa_1859.box import GAME
from app.games.africa_1859.data_file import NEWEST, VERSIONS
from bench.balance import judged, played
from bench.balance_games import ALL_ASKED, Job, jobs_of, play
from bench.balance_table import QUANTILES, figures_of, quantile_table, table_of

NUMBERS = {"pairings": 9, "best": 2, "plain": 1}


@pytest.fixture(scope="module")
def results():
    """Games of the guided battle: one of each pairing, of the best tempers and of the
    strategies.
    """
    return [play(job) for job in jobs_of(GAME, "morabito", NUMBERS)]


def test_the_pairings_are_all_of_both_sides():
    pairs = {
        tuple(job.players.values())
        for job in jobs_of(GAME, "morabito", NUMBERS)
        if job.sample == "pairings"
    }
    assert len(pairs) == 9


def test_a_plain_strategy_plays_against_the_best_temper_of_the_other_side():
    jobs = [job for job in jobs_of(GAME, "morabito", NUMBERS) if job.sample == "plain S"]
    assert {job.players["S"] for job in jobs} == {"no_assault", "fire_only", "pass"}
    assert {job.players["M"] for job in jobs} == {GAME.bench.best["M"]}


def test_passing_loses_the_guided_battle(results):
    [one] = [one for one in results if one.job.players["S"] == "pass"]
    assert one.winner == "M" and one.facts["result"] < 0


def test_a_file_of_results_is_continued(tmp_path, monkeypatch):
    file, games = tmp_path / "results.jsonl", []
    monkeypatch.setattr("bench.balance.play", lambda job: games.append(job.seed) or play(job))
    jobs = list(jobs_of(GAME, "morabito", {"pairings": 0, "best": 2, "plain": 0}))
    first = list(played(jobs[:1], 1, file))
    again = list(played(jobs, 1, file))
    assert again[0] == first[0] and len(again) == 2
    assert games == [job.seed for job in jobs]
    assert list(played(jobs, 0, tmp_path / "none.jsonl")) == []


@pytest.mark.parametrize("scenario", VERSIONS[NEWEST].scenarios)
def test_results_are_judged_by_the_margins_of_today(results, scenario):
    margins = VERSIONS[NEWEST].scenarios[scenario].margins
    one = replace(
        results[0], job=replace(results[0].job, scenario=scenario), ending="last_turn", winner="M"
    )
    for limit, winner, degree in (
        ("S_decisive", "S", "decisive"),
        ("S_marginal", "S", "marginal"),
        ("M_marginal", "M", "marginal"),
        ("M_decisive", "M", "decisive"),
    ):
        found = judged(GAME, replace(one, facts={"result": margins[limit]}))
        assert (found.winner, found.degree) == (winner, degree)
    found = judged(GAME, replace(one, facts={"result": margins["S_marginal"] - 1}))
    assert (found.winner, found.degree) == ("", "")
    sudden = replace(one, ending="sudden", degree="decisive", facts={"result": 99})
    assert judged(GAME, sudden).winner == "M"


def test_visits_fall_with_the_presets(results):
    best = [one for one in results if one.job.sample == "best"]
    for one in best:
        sums = {way: sum(visits) for way, visits in one.visits.items()}
        assert sums[ALL_ASKED] >= sums["few"] >= sums["away"] > 0
        assert sum(one.orders) >= sums[ALL_ASKED]
    assert all(one.clicks for one in best[:1])
    assert min(best[0].clicks) >= 2


def test_no_visit_is_counted_while_a_player_is_away_and_only_asked():
    one = play(Job("africa_1859", "morabito", "best", {"S": "pass", "M": "even"}, "away"))
    turns = int(one.facts["turn"])
    assert one.visits["away"][:turns] == (1,) * turns, "its phase and nothing else"


def test_the_table_and_the_figures_tell_the_same(results):
    text = table_of(GAME, results, "python -m bench.balance africa_1859")
    figures = figures_of(GAME, results)
    of_scenario = {one.what: one for one in figures if one.of == "africa_1859/morabito"}
    assert of_scenario["balance_games"].value == len(results)
    row = next(line for line in text.splitlines() if line.startswith("| morabito | 2 |"))
    counts = Counter(one.winner for one in results if one.job.sample == "best")
    decided = counts["S"] + counts["M"]
    assert decided and f"| {100 * counts['S'] / decided:.0f} % |" in row
    share = of_scenario["balance_share"]
    assert share.budget == "40 – 60" and share.met == (40 <= share.value <= 60)
    assert "| S: pass | 1 | 0 % |" in text


def test_the_quantiles_of_the_results_leave_the_plain_strategies_out(results):
    mixed = sorted(one.facts["result"] for one in results if one.job.sample in ("best", "pairings"))
    [row] = quantile_table(results)[2:]
    cells = [cell.strip() for cell in row.strip("| ").split("|")]
    assert cells[:2] == ["morabito", str(len(mixed))]
    assert [int(cell) for cell in cells[2:]] == [
        mixed[len(mixed) * share // 100] for share in QUANTILES
    ]
