"""Figures of Africa 1859-60: odds, the board of Tetuan, a replay, and a whole game of bots.

Usage: python -m bench.games.africa_1859.area_map; `python -m app bench africa_1859 --write` writes
the figures.
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median

import msgspec
from msgspec.structs import replace

from app.games.africa_1859 import GAME
from app.games.africa_1859.beginning import set_up
from app.games.africa_1859.data_file import NEWEST
from app.games.africa_1859.evolve import fold, with_leaders, with_units
from app.games.africa_1859.fights.fight_odds import rally_chance
from app.games.africa_1859.fights.previews import assess_assault, assess_caracole, assess_fire
from app.games.africa_1859.fog import View
from app.games.africa_1859.fog import view as view_of
from app.games.africa_1859.orders import Assault, Caracole, Fire, Riders
from app.games.africa_1859.questions import open_question
from app.games.africa_1859.sequence import decide, default_answer
from app.games.africa_1859.state import SPAIN, Phase, Terms, War
from app.kernel import headless_games
from app.kernel.contract import Marks, Order, Setup
from app.kernel.dice import SeededDice
from app.kernel.record import Move, to_json
from app.kernel.seats import SPECTATOR, Viewer
from app.services.watch.benchmarks import Measurement
from app.services.watch.game_history import History
from app.web import svg
from bench.written import at_most, counted

BOX = "africa_1859"
ODDS, BOARD, WEIGHT, GROUND, REPLAY, BOT = 150.0, 10.0, 8.0, 60.0, 50.0, 30.0
"""Budgets: ms, ms, kB, kB, ms for 600 moves, seconds."""
MOVES = 600
ROUNDS, FEW_ROUNDS = 9, 3
LOOP = 100_000
GROUP = ("s_chiclana", "s_cordoba", "s_ing1", "s_leon", "s_princesa", "s_catalanes")
GUNS = ("s_art_2mont", "s_art_3mont", "s_art_caballo")
TARGETS = {"camp": ("t_llano_c", "t_ahmed"), "riders": ("t_marisma", "t_geleli")}
"""The camp of Muley Ahmed is full; riders of Torre Geleli can answer with caracoles."""


def print_figures() -> list[Measurement]:
    """Measure, print and return the figures."""
    found = [*odds_figures(), *board_figures(), *game_figures()]
    for one in found:
        print(f"  {f'{one.what} {one.of}':58} {one.value} {one.unit}")
    return found


# --- Odds
def tetuan(start: str = "t_llano_c") -> War:
    """Tetuan with a full stack, three batteries and Prim in a space."""
    war = set_up(Terms(NEWEST, "tetuan", "tetuan", seats={"S": "S", "M": "M"}))
    war = with_leaders(with_units(war, (*GROUP, *GUNS), at=start), ("prim",), at=start)
    return replace(war, phase=Phase(2, "S"))


def odds_figures() -> list[Measurement]:
    """Processor time of dry runs of fights, and of a loop that compares machines."""
    found = [counted("odds_reference", processor_ms(reference), "ms", BOX)]
    for name, (start, target) in TARGETS.items():
        order = Assault(GROUP, (target,), "s_cordoba", "s_chiclana", ("prim",), "prim", start)
        taken = processor_ms(partial(assessed, assess_assault, tetuan(start), order))
        found.append(at_most(f"odds_{name}", taken, ODDS, "ms", BOX))
    fire = Fire(GUNS, "t_ahmed", "t_llano_c")
    horse = with_units(tetuan(), ("s_lanceros",), at="t_llano_c")
    ride = Caracole("s_lanceros", "t_ahmed", "t_marisma", "t_llano_c")
    shaken = with_units(tetuan(), ("s_leon",), dem=True)
    return [
        *found,
        odds_figure("odds_fire", partial(assessed, assess_fire, tetuan(), fire)),
        odds_figure("odds_caracole", partial(assessed, assess_caracole, horse, ride)),
        odds_figure("odds_rally", partial(rally_chance, shaken, "s_leon")),
        *answer_figures(),
    ]


def answer_figures() -> list[Measurement]:
    """Processor time of the slowest odds of an answer in those assaults: support, and riders."""
    camp, riders = (
        decided(tetuan(start), Assault(GROUP, (target,), "s_cordoba", "", ("prim",), "prim", start))
        for start, target in TARGETS.values()
    )
    camp, riders = decided(camp), decided(riders)
    support = slowest_answer([camp, decided(riders, Riders(passes=True))])
    return [
        at_most("odds_support", support, ODDS, "ms", BOX),
        at_most("odds_riding", slowest_answer([riders]), ODDS, "ms", BOX),
    ]


def decided(war: War, order: Order | None = None) -> War:
    """Position after an order of the side that is asked, or of Spain; after the default one."""
    order = order or default_answer(war)
    if order is None:
        raise ValueError("no question is open")
    return fold(war, decide(war, order, side_asked(war), SeededDice(b"figures", 1)))


def side_asked(war: War) -> str:
    """Side that answers the open question; Spain if none is open."""
    question = open_question(war)
    return question.side if question else SPAIN


def slowest_answer(positions: Sequence[War]) -> float:
    """Longest processor time of the odds of an answer to the open questions."""
    views = [view_of(war, Viewer(side_asked(war), side_asked(war))) for war in positions]
    return max(
        processor_ms(partial(GAME.assess, view, offer.order), FEW_ROUNDS)
        for view in views
        for offer in GAME.offers(view)
    )


def odds_figure(what: str, do: Callable[[], object]) -> Measurement:
    """Processor time of one kind of odds, under its budget."""
    return at_most(what, processor_ms(do), ODDS, "ms", BOX)


def assessed(assess: Callable[..., object], war: War, order: object) -> None:
    """Dry run of Spain; raises `ValueError` if it gives no odds."""
    found = assess(war, order, "S")
    if not getattr(found, "odds", ()):
        raise ValueError(f"no odds: {found}")


def reference() -> None:
    """Count in a dictionary, as the odds do."""
    found: dict[tuple[int, int], int] = {}
    for number in range(LOOP):
        key = number % 97, number % 89
        found[key] = found.get(key, 0) + number


def processor_ms(do: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Median of the processor time of some rounds."""
    taken = []
    for _ in range(rounds):
        began = time.process_time()
        do()
        taken.append(1000 * (time.process_time() - began))
    return median(taken)


# --- Board
def board_figures() -> list[Measurement]:
    """Board of the more than 50 counters of Tetuan, drawn, written and compressed; its ground."""
    view = view_of(tetuan(), SPECTATOR)
    ground = gzip.compress(svg.ground_markup(GAME.drawing(view, Marks(), "en")).encode(), 6)
    return [
        at_most("board_50", processor_ms(partial(as_sent, view)), BOARD, "ms", BOX),
        at_most("board_50_weight", len(as_sent(view)) / 1000, WEIGHT, "kB", BOX),
        at_most("ground_weight", len(ground) / 1000, GROUND, "kB", BOX),
    ]


def as_sent(view: View) -> bytes:
    """Part of the board that a move updates, compressed."""
    return gzip.compress(svg.live_markup(GAME.drawing(view, Marks(), "en")).encode(), 6)


# --- Games
def game_figures() -> list[Measurement]:
    """A whole game of bots at Tetuan, and the replay of 600 moves scaled from its record."""
    setup = Setup("tetuan", {"S": "S", "M": "M"})
    began = time.process_time()
    played = headless_games.play_game(
        GAME, setup, lambda game, view, chance: game.bot(view, chance), "area map", 20 * MOVES
    )
    taken = time.process_time() - began
    return [
        at_most("bot_game", taken, BOT, "s", BOX),
        counted("bot_game_moves", len(played.moves), "", BOX),
        at_most("replay_600", replayed(played.moves), REPLAY, "ms", BOX),
    ]


def replayed(moves: tuple[Move, ...]) -> float:
    """Milliseconds to read, check and fold 600 moves; a shorter record is scaled."""
    some = [replace(move, events=raw(move.events), rolls=raw(move.rolls)) for move in moves[:MOVES]]
    return processor_ms(partial(History(GAME).and_then, some)) * MOVES / len(some)


def raw(value: object) -> msgspec.Raw:
    """Value as the store gives it."""
    return msgspec.Raw(to_json(value).encode())


if __name__ == "__main__":
    print_figures()
