"""Options of a game: optional rules, which are on or off, and numbers such as a handicap.

A game keeps its options as texts: the key of a rule that is on ("fog"), or key and number
("handicap=2").
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from app.kernel.say import Say, say


class Option(msgspec.Struct, frozen=True):
    """Optional rule, fixed before the game begins. `usual` ones are on unless switched off.

    An option with `least` below `most` is a number between them. `usual_number` needs no choice.
    """

    key: str
    title: Say
    rules: tuple[str, ...]
    usual: bool = False
    least: int = 0
    most: int = 0
    usual_number: int = 0

    @property
    def is_number(self) -> bool:
        """Return true if the option is a number, false if it is on or off."""
        return self.least < self.most

    def is_valid(self, text: str) -> bool:
        """Return true if the text chooses this option."""
        key, equals, number = text.partition("=")
        if key != self.key or bool(equals) != self.is_number:
            return False
        return not equals or number in self.texts_of_numbers

    @property
    def texts_of_numbers(self) -> tuple[str, ...]:
        """Every number of the option, as it is written."""
        return tuple(map(str, range(self.least, self.most + 1)))

    def in_words(self, text: str) -> Say:
        """Option as chosen, in words."""
        number = text.partition("=")[2]
        if not number:
            return self.title
        return say("{title}: {n}", "{title}: {n}", title=self.title, n=int(number))


def are_options_valid(options: Sequence[Option], chosen: Collection[str]) -> bool:
    """Return true if every text chooses an option, and no option is chosen twice."""
    keys = [text.partition("=")[0] for text in chosen]
    known = all(any(one.is_valid(text) for one in options) for text in chosen)
    return known and len(set(keys)) == len(set(chosen))


def chosen_options(options: Sequence[Option], chosen: Collection[str]) -> tuple[str, ...]:
    """Chosen options in the order of the box. A number at its usual value is left out."""
    found = []
    for one in options:
        texts = [text for text in chosen if one.is_valid(text)]
        if texts and texts[0] != f"{one.key}={one.usual_number}":
            found.append(texts[0])
    return tuple(found)


def option_number(chosen: Iterable[str], option: Option) -> int:
    """Number chosen for an option, or its usual number."""
    found = [text for text in chosen if option.is_valid(text)]
    return int(found[0].partition("=")[2]) if found else option.usual_number


def options_in_words(options: Sequence[Option], chosen: Collection[str]) -> tuple[Say, ...]:
    """Chosen options in words, in the order of the box."""
    return tuple(one.in_words(text) for one in options for text in chosen if one.is_valid(text))
