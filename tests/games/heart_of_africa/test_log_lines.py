"""Sentences agree: names know their gender and number, verbs and participles take their form from
the name, sides can be subjects.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from app.games.heart_of_africa import events as e
from app.games.heart_of_africa import wording
from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.box import GAME
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.log_lines import lines
from app.games.heart_of_africa.presentation.naming import (
    COUNTED,
    NOUNS,
    ONE,
    PLURALS,
    SINGULAR,
    called,
    side_name,
    side_title,
)
from app.games.heart_of_africa.state import SIDES, Battle
from app.games.heart_of_africa.tables import TERRAIN_NAMES, WORK_NAMES
from app.kernel import headless_games, log_lines
from app.kernel.contract import Setup
from app.kernel.say import LANGUAGES, as_sentence, grammar_of
from app.kernel.seats import Viewer
from app.kernel.single_lines import no_line
from tests.games.heart_of_africa import log_samples
from tests.one_by_one import one_by_one

BOX = Path(wording.__file__).parent
ALL = Viewer(finished=True)
ARTICLES = {
    ("m", "singular"): "el ",
    ("f", "singular"): "la ",
    ("m", "plural"): "los ",
    ("f", "plural"): "las ",
}


# ---------------------------------------------------------------------- the samples
def test_the_samples_equal_the_reviewed_file():
    assert log_samples.page() == log_samples.FILE.read_text(encoding="utf-8"), (
        "read the new lines aloud, then: python -m tests.games.heart_of_africa.log_samples"
    )


def test_the_samples_show_every_kind_of_event_that_the_log_tells_of():
    silent = {kind.__name__ for kind, told in wording.TOLD.items() if told is no_line}
    shown = {kind for kind, *_ in log_samples.told()}
    assert {kind.__name__ for kind in e.EVENTS} - silent == {
        kind for kind in shown if " " not in kind
    }


# ---------------------------------------------------------------------- names
def test_every_list_and_people_has_the_name_of_a_side():
    assert {key: {"", *nations} for key, nations in lists.NATIONS.items()} == {
        key: set(names) for key, names in NOUNS["sides"].items()
    }


@one_by_one("row", [row for names in NOUNS["sides"].values() for row in names.values()])
def test_the_name_of_a_side_agrees_with_its_article(row):
    english, spanish, the, el, gender, number = row
    assert the.removeprefix("the ").lower() == english.lower()
    own = el == spanish and number == "singular"
    assert own or (
        el.startswith(ARTICLES[gender, number]) and el.split(" ", 1)[1].lower() == spanish.lower()
    )
    assert own == (the == english)


def test_places_agree_with_their_article():
    assert set(NOUNS["places"]) == {*TERRAIN_NAMES, *WORK_NAMES}
    for the, el, gender, number in NOUNS["places"].values():
        assert the.startswith("the ") and el.startswith(ARTICLES[gender, number])


LIKE_SINGULAR = {"ruga_ruga"}
"""Types whose Spanish plural does not end in s."""


def test_types_know_gender_and_number():
    assert set(NOUNS["feminine"]) <= set(ONE)
    assert not any(grammar_of(title).plural for title in ONE.values())
    for kind, title in PLURALS.items():
        if kind in ("canoe", "dhow"):  # the printed name is that of a single one
            continue
        assert grammar_of(title).plural == (kind not in SINGULAR)
        assert grammar_of(title).plural == (
            title.es.split(" de")[0].endswith("s") or kind in LIKE_SINGULAR
        ), kind
    assert all(
        grammar_of(title).feminine == grammar_of(ONE[kind]).feminine
        for kind, title in COUNTED.items()
    )


def test_two_armies_of_one_people_are_told_apart():
    both = Battle(Land(), names=dict.fromkeys(SIDES, "native_warlord/yao"))
    titles = [side_title(both, side) for side in SIDES]
    assert [title.in_("es") for title in titles] == ["Yao (A)", "Yao (B)"]
    gain = [wording.wording(both, e.BattleEnded(side, "nightfall"), ALL)[0].says for side in SIDES]
    assert [line.in_("es").split(":")[0] for line in gain] == [
        "Ganan los Yao (A)",
        "Ganan los Yao (B)",
    ]
    assert [line.in_("en").split(":")[0] for line in gain] == ["The Yao (A) win", "The Yao (B) win"]


@pytest.mark.parametrize(
    ("own", "en", "es"),
    [
        (
            "portuguese_settlers/mozambique",
            "The Portuguese of Mozambique win",
            "Ganan los portugueses de Mozambique",
        ),
        ("colonial_expedition/british", "The British win", "Ganan los británicos"),
        ("native_warlord/other", "The warlord wins", "Gana el señor de la guerra"),
        ("native_warlord", "The warlord wins", "Gana el señor de la guerra"),
        ("native_warlord/mirambo", "Mirambo wins", "Gana Mirambo"),
        ("white_explorers/expedition", "The expedition wins", "Gana la expedición"),
        ("Rugby Lions", "The army “Rugby Lions” wins", "Gana el ejército «Rugby Lions»"),
        ("", "Side A wins", "Gana el bando A"),
    ],
)
def test_a_side_of_any_name_on_record_can_win(own, en, es):
    (line,) = wording.wording(
        Battle(Land(), names={"A": own}), e.BattleEnded("A", "nightfall"), ALL
    )
    assert (line.says.in_("en").split(":")[0], line.says.in_("es").split(":")[0]) == (en, es)


# ---------------------------------------------------------------------- the texts
SOURCES = (
    "wording.py",
    "event_summary/sentences.py",
    "conditional_orders/words.py",
    "event_summary/report_details.py",
)
SUBJECT = re.compile(
    r"^\{(?:unit|side|who|men|place|units|foes|one|by)(?::\w+)?\}(?: \([^)]*\))? ([\w’]+)"
)
BESIDE = {
    "and",
    "y",
    "to",
    "a",
    "of",
    "de",
    "against",
    "contra",
    "cannot",
    "hardly",
    "points",
    "puntos",
}
"""Words that may stand beside a name of any number."""
PARTICIPLE = re.compile(r"\b\w+(?:ad|id|ert)[oa]s?\b")
LIKE_PARTICIPLES = {
    "acierta",
    "dado",
    "dados",
    "lado",
    "lados",
    "tirada",
    "llegadas",
    "emboscada",
    "emboscados",
    "cercado",
    "poblado",
    "barricada",
    "cada",
    "resultado",
}
"""Nouns."""
OF_A_FIXED_NOUN = {
    "guardia avanzada",
    "terreno abierto",
    "es fingida",
    "marcha quitada",
    "fuego quitadas",
    "lo ordenado",
    "capturadas",
    "tirados",
    "superado",
    "superados",
    "Contado",
}
"""Participles of a noun that stands in the text, or of the heading of a column."""
AFTER_HABER = {"perdido", "recargado", "sellado", "saltado", "terminado"}
"""Invariable after ha, han."""


def texts():
    """Every English and Spanish text of the log and the digest, with where it stands."""
    for source in SOURCES:
        for node in ast.walk(ast.parse((BOX / source).read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("say", "one", "Say")
            ):
                for place, arg in enumerate(node.args[:2]):
                    if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
                        yield f"{source}:{node.lineno}", LANGUAGES[place], arg.value


def test_no_verb_stands_beside_a_name_without_taking_its_form():
    faults = [
        (where, text)
        for where, _, text in texts()
        if (found := SUBJECT.match(text)) and found[1] not in BESIDE
    ]
    assert not faults


def test_participles_take_their_form_from_the_name():
    faults = []
    for where, language, text in texts():
        bare = re.sub(r"\{[^}]*\}", "", text)
        for found in PARTICIPLE.finditer(bare):
            before = bare[: found.start()].split()
            pair = f"{before[-1]} {found[0]}" if before else found[0]
            known = {found[0].lower()} & (LIKE_PARTICIPLES | AFTER_HABER) or {
                pair,
                found[0],
            } & OF_A_FIXED_NOUN
            if language == "es" and not known:
                faults.append((where, found[0], text))
    assert not faults


# ---------------------------------------------------------------------- whole battles
PAIRS = (
    ("native_kingdom/other", "colonial_expedition/british", "encounter"),
    ("native_warlord/other", "portuguese_settlers/mozambique", "ambush"),
    ("peaceful_village/bow_tribe", "zanzibaris/zanzibaris", "raid"),
    ("pastoralist_warriors/other", "jungle_cannibals/other", "encounter"),
    ("pygmies/pygmies", "white_explorers/expedition", "ambush"),
    ("sudanese_slavers/other", "egyptians/egyptians", "planned_attack"),
)
MOVES = 40


def test_the_battles_are_of_all_twelve_lists():
    assert {one.split("/")[0] for one, two, _ in PAIRS} | {
        two.split("/")[0] for one, two, _ in PAIRS
    } == set(lists.LISTS)


def setup(one, two, scenario):
    peoples = {
        side: dict(zip(("list", "nation"), key.split("/"), strict=True))
        for side, key in zip(SIDES, (one, two), strict=True)
    }
    stock = {
        "scenario": scenario,
        "points": 200,
        "year": 1890 if "colonial" in two else 1884,
        "peoples": peoples,
        "table": {"region": "savannah", "seed": 3},
    }
    return Setup(
        scenario,
        {side: side for side in SIDES},
        (),
        stock | ({} if scenario == "encounter" else {"attacker": "A"}),
    )


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: " against ".join(pair[:2]))
def test_every_line_of_a_battle_agrees_with_its_subject(pair):
    played = headless_games.play_game(
        GAME,
        setup(*pair),
        lambda game, known, chance: game.bot(known, chance),
        f"lines {pair[0]}",
        most=MOVES,
    )
    labels = [lists.nation_name(*key.split("/")) for key in pair[:2]]
    heads = subjects(played.tables[-1].state)
    said, checked = set(), 0
    for move in played.moves[1:]:
        said |= {line.says for line in sentences_of(played, move)}
    for says in said:
        checked += agree(says, heads)
        for label, key in zip(labels, pair[:2], strict=True):
            wanted = side_name(*key.split("/"))
            for language in LANGUAGES:
                if label.in_(language) not in (wanted.in_(language), *wanted.in_(language).split()):
                    assert label.in_(language) not in says[language], says
    assert checked > 20, "few lines had a subject that is known"


class Told(dict):
    """A sentence by language, hashable."""

    def __hash__(self):
        return hash(tuple(sorted(self.items())))


class Said:
    def __init__(self, says):
        self.says = Told({language: says.in_(language) for language in LANGUAGES})


def sentences_of(played, move):
    return [
        Said(line.says)
        for line in log_lines.move_lines(GAME, played.tables[move.number - 1], move, ALL)
    ]


def subjects(battle):
    """Possible beginnings of a line by language, with their number."""
    names = [lines.unit(battle, key) for key in battle.units]
    names += [lines.figure(battle, key) for key in battle.figures]
    found = {
        language: {name.in_(language): grammar_of(name).plural for name in names}
        for language in LANGUAGES
    }
    for name in [called(battle, key) for key in battle.units] + [
        side_title(battle, side) for side in SIDES
    ]:
        article = {"en": "{who:The}", "es": "{who:El}"}
        for language in LANGUAGES:
            text = article[language]
            found[language][as_sentence(type(name)(text, text, {"who": name})).in_(language)] = (
                grammar_of(name).plural
            )
    return found


EITHER = {
    "may",
    "cannot",
    "hardly",
    "and",
    "to",
    "against",
    "y",
    "a",
    "contra",
    "de",
    "apenas",
    "draws",
}
PARTICLES = ("se ", "no ", "aún ", "apenas ")


def agree(says, heads):
    """Number of languages with a checked verb: Spanish plurals end in n, English singulars in s."""
    checked = 0
    for language in LANGUAGES:
        text = says[language]
        head = max(
            (one for one in heads[language] if text.startswith(f"{one} ")), key=len, default=""
        )
        if not head:
            continue
        rest = text[len(head) + 1 :]
        while rest.startswith(PARTICLES):
            rest = rest.split(" ", 1)[1]
        verb = re.match(r"\w*", rest)[0]
        if not verb or verb in EITHER or not verb[0].islower():
            continue
        assert verb.endswith("n" if language == "es" else "s") == (
            heads[language][head] == (language == "es")
        ), text
        checked += 1
    return checked


@pytest.mark.parametrize("name", [log_samples.PLURAL, log_samples.PERSON, log_samples.FEMININE])
def test_the_samples_agree_with_their_subjects(name):
    heads = subjects(log_samples.battle_of(name))
    checked = sum(agree({"es": es, "en": en}, heads) for _, es, en in log_samples.told())
    assert checked > 100


def test_a_wrong_number_would_be_found():
    heads = subjects(log_samples.battle_of(log_samples.PLURAL))
    with pytest.raises(AssertionError):
        agree({"es": "Guerreros A1 (Portugueses de Mozambique) se rompe y huye.", "en": ""}, heads)
    with pytest.raises(AssertionError):
        agree({"es": "", "en": "The Portuguese of Mozambique wins: it is over."}, heads)
