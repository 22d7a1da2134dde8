"""Codes of three words for the results of battles: printed on the sheet, typed on a phone.

A code can be typed with the words of either language.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from app.kernel.say import LANGUAGES, Say
from app.services.container import Services, require_game
from app.services.errors import NoSuchGame
from app.services.watch import reading_pages
from app.services.watch.reading_pages import GamePages
from app.store.transactions import UnitOfWork

WORDS = 3  # of a code
_LINES = (Path(__file__).parent / "code_words.txt").read_text(encoding="utf-8").split("\n")[:-1]
LISTS: Mapping[str, Sequence[str]] = dict(
    zip(LANGUAGES, zip(*(line.split() for line in _LINES), strict=True), strict=True)
)
"""Words by language: lower case, without accents. No word stands in both lists."""
BASE = len(_LINES)
TRIES = 20


def code_words(code: int) -> Say:
    """Code in words, such as "apple barn cake"."""
    places = (code // BASE**2, code // BASE % BASE, code % BASE)
    english, spanish = (" ".join(LISTS[language][at] for at in places) for language in LANGUAGES)
    return Say(english, spanish)


def read_code(typed: str) -> int | None:
    """Code that was typed; None if it is no code. Capitals, accents and signs make no
    difference.
    """
    bare = unicodedata.normalize("NFD", typed.casefold()[:200])
    words = re.findall(r"[a-z]+", "".join(char for char in bare if not unicodedata.combining(char)))
    for listed in LISTS.values():
        if len(words) == WORDS and all(word in listed for word in words):
            first, second, third = (listed.index(word) for word in words)
            return (first * BASE + second) * BASE + third
    return None


def code_of_battle(services: Services, game_id: int, battle: str) -> int:
    """Code of a battle, made at its first use."""
    return codes_of_battles(services, game_id, (battle,))[battle]


def codes_of_battles(
    services: Services, game_id: int, battles: Collection[str]
) -> Mapping[str, int]:
    """Codes of battles of one game by their keys; missing ones are made in one transaction.

    Raises `LookupError` if no code is free.
    """
    with services.store.read() as work:
        found = work.battle_codes.codes_of_game(game_id)
    if set(battles) <= set(found):
        return found
    with services.store.write() as work:
        require_game(work.games.lock_game(game_id))
        found = work.battle_codes.codes_of_game(game_id)
        for battle in battles:
            if battle not in found:
                found[battle] = new_code(work)
                work.battle_codes.add(found[battle], game_id, battle)
        work.commit()
    return found


def new_code(work: UnitOfWork) -> int:
    """Code that no battle has. Raises `LookupError` after too many tries."""
    for _ in range(TRIES):
        code = secrets.randbelow(BASE**WORDS)
        if work.battle_codes.find_battle(code) is None:
            return code
    raise LookupError("no code is free")


def find_battle(services: Services, user_id: int, typed: str) -> tuple[GamePages, str] | None:
    """Campaign and battle of a code; None if there is none that the user may see."""
    code = read_code(typed)
    if code is None:
        return None
    with services.store.read() as work:
        found = work.battle_codes.find_battle(code)
        game = work.games.find_game(found[0]) if found else None
    if found is None or game is None:
        return None
    try:
        told = reading_pages.load_pages(services, game.address, user_id)
        told.battle(found[1])
    except NoSuchGame:
        return None
    return told, found[1]
