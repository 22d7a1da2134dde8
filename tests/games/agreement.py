"""Agreement of gender, number and verb in sentences, from the grammar of the names in them.

Each name of a sentence is marked with its gender and number. Patterns then look at the words beside
it: article, number, verb, participle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter
from typing import Any

from app.kernel.say import Fact, Noun, Say, grammar_of, with_article

HEADS = {
    (False, False): "\ue010",
    (True, False): "\ue011",
    (False, True): "\ue012",
    (True, True): "\ue013",
}
"""Mark before a name, by (feminine, plural)."""
GRAMMAR = {mark: key for key, mark in HEADS.items()}
BARE = "\ue014"
"""Mark before a name without grammar that differs in the languages. Those of persons do not."""
PLACE = "\ue015"
"""Mark of a name of a place without the article that it has in a running sentence."""
END = "\ue001"
NAME = rf"(?P<mark>[{''.join(HEADS.values())}])(?P<name>[^{END}]*){END}"
BARE_NAME = rf"{BARE}(?P<name>[^{END}]*){END}"
MARKS = re.compile(f"[{''.join(HEADS.values())}{BARE}{PLACE}{END}]")
NO_PLACES = frozenset[str]()


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def marked(says: Say, language: str, places: frozenset[str] = NO_PLACES) -> str:
    """Sentence with its facts, each name between marks. `places` are Spanish names of places."""
    parts = []
    for literal, name, form, _ in Formatter().parse(getattr(says, language)):
        parts.append(literal)
        if name is not None:
            parts.append(marked_fact(says.facts[name], form or "", language, places))
    return "".join(parts)


def marked_fact(fact: Any, form: str, language: str, places: frozenset[str]) -> str:
    if isinstance(fact, Say) and fact.noun is None and form in ("", "Aa"):
        inner = marked(fact, language, places)
        inner = inner[:1].upper() + inner[1:] if form else inner
        is_proper = MARKS.search(inner) or fact.in_("en") == fact.in_("es")
        return inner if is_proper else f"{BARE}{inner}{END}"
    text = format(Fact(fact, language, str), form)
    grammar = grammar_of_name(fact)
    if grammar is None or "|" in form:
        return text
    if is_place(fact, places):
        if language == "en":
            return f"{BARE}{text}{END}"
        text = (
            PLACE + text if form in ("", "Aa") and with_article(fact, "el", "es") != text else text
        )
    return f"{HEADS[grammar.feminine, grammar.plural]}{text}{END}"


def is_place(fact: Any, places: frozenset[str]) -> bool:
    if isinstance(fact, (list, tuple)):
        return all(is_place(one, places) for one in fact)
    return fact.es in places


def grammar_of_name(fact: Any) -> Noun | None:
    """Grammar of a name or of several; None for other facts."""
    if isinstance(fact, Say):
        return fact.noun
    if isinstance(fact, (list, tuple)) and fact and all(grammar_of_name(one) for one in fact):
        return grammar_of(fact)
    return None


def plain(text: str) -> str:
    return MARKS.sub("", text)


# --- Spanish
DETERMINERS = {
    word: key
    for key, listed in {
        (False, False): "el un del al este ese otro ningún algún todo nuevo mismo propio",
        (True, False): "la una esta esa otra ninguna alguna toda nueva misma propia",
        (False, True): "los unos estos esos otros ningunos algunos todos nuevos mismos propios",
        (True, True): "las unas estas esas otras ningunas algunas todas nuevas mismas propias",
    }.items()
    for word in listed.split()
}
BEFORE_VERB = r"(?:(?:no|ya|se|lo|la|los|las|le|les|solo|apenas|también|aún|todavía|nunca|así) )*"
NO_VERB = words(
    "a al ante bajo como con contra cuando de del desde durante e en entre frente hacia hasta ni o "
    "para pero por porque que según si sin sobre tras u y más menos muy a"
)
SPANISH_HEAD = re.compile(
    rf"(?:^|[.!?] ){NAME}(?: \([^)]*\))? {BEFORE_VERB}(?P<verb>[a-záéíóúñü]+)"
)
PLACE_IN_SENTENCE = re.compile(
    rf"[A-Za-záéíóúñü]+ [{''.join(HEADS.values())}]{PLACE}[^{END}]*{END}"
)
UNCONTRACTED = re.compile(r"\b(?:a|de|A|De) el\b.{0,30}")
SPANISH_BEFORE = re.compile(rf"\b(?P<word>[A-Za-záéíóúñü]+) {NAME}")
COUNTED = re.compile(rf"(?<![\d.,§-])\b(?P<n>\d+) {NAME}")
PARTICIPLE = re.compile(
    rf"{NAME}(?P<link>(?: \([^)]*\))?(?:,| queda| quedan| está| están| es| son| va| van| sigue| siguen"
    r"| resulta| resultan|:)?(?: no| ya| muy)?)"
    r" (?P<word>(?:[a-záéíóúñü]+[aií]d|hech|muert|(?:ex|dis)?puest|rot|abiert|list|(?:des)?cubiert|suelt)"
    r"[oa]s?)\b"
)


NO_PARTICIPLE = words(
    "tirada tiradas salida salidas llegada llegadas retirada retiradas jugada jugadas entrada "
    "entradas partida partidas herida heridas caída caídas medida medidas pulgada pulgadas"
)


def spanish_faults(text: str) -> Iterator[str]:
    """Faults of agreement in a marked Spanish sentence."""
    for found in SPANISH_BEFORE.finditer(text):
        word, key = found["word"].lower(), GRAMMAR[found["mark"]]
        wanted = DETERMINERS.get(word)
        if wanted and wanted != key and not is_el_before_a(word, key, found["name"]):
            yield f"article: {plain(found[0])}"
    for found in COUNTED.finditer(text):
        if GRAMMAR[found["mark"]][1] != (found["n"] != "1"):
            yield f"number: {plain(found[0])}"
    yield from spanish_verb_faults(text)
    yield from (f"no article: {plain(one[0])}" for one in PLACE_IN_SENTENCE.finditer(text))
    yield from (f"contraction: {one[0]}" for one in UNCONTRACTED.finditer(plain(text)))
    for found in PARTICIPLE.finditer(text):
        ending = found["word"][-2:] if found["word"].endswith("s") else found["word"][-1:]
        agrees = GRAMMAR[found["mark"]] == (ending.startswith("a"), ending.endswith("s"))
        if not agrees and found["word"] not in NO_PARTICIPLE:
            yield f"participle: {plain(found[0])}"


def spanish_verb_faults(text: str) -> Iterator[str]:
    """Verbs that do not agree with the name at the head of their sentence."""
    for found in SPANISH_HEAD.finditer(text):
        verb = found["verb"]
        if verb not in NO_VERB and GRAMMAR[found["mark"]][1] != verb.endswith("n"):
            yield f"verb: {plain(found[0])}"
    for found in BARE_SPANISH_HEAD.finditer(text):
        verb = found["verb"]
        if SPANISH_PLURAL.match(found["name"]) and verb not in NO_VERB and not verb.endswith("n"):
            yield f"verb of a name without grammar: {plain(found[0])}"


BARE_SPANISH_HEAD = re.compile(rf"(?:^|[.!?] ){BARE_NAME} {BEFORE_VERB}(?P<verb>[a-záéíóúñü]+)")
SPANISH_PLURAL = re.compile(r"(?!Marruecos)(?:Los |Las )?[A-ZÁÉÍÓÚ][a-záéíóúñü]+s(?: |$)")


def is_el_before_a(word: str, key: tuple[bool, bool], name: str) -> bool:
    """Feminine names that begin with a stressed a have the article "el"."""
    return word in ("el", "un", "del", "al") and key == (True, False) and name.lower()[:1] == "á"


# --- English
SINGULAR_VERBS = words("is has was does")
PLURAL_VERBS = words("are have were do")
BOTH = words(
    "may must can cannot could will would should might shall also then only now still already "
    "always never again first and or of in on at to from by with for within without against near before "
    "after until between under over behind that which as but than away alone together beside hardly"
)
PASTS = words("fell lost won fled made set took left gave ran hit shot broke rode stood met")
ENGLISH_HEAD = re.compile(
    rf"(?:^|[.!?] ){NAME}(?: \([^)]*\))? (?:(?:also|then|only|now|still|already|each) )*(?P<verb>[a-z]+)"
)
BARE_ENGLISH_HEAD = re.compile(rf"(?:^|[.!?] ){BARE_NAME} (?:(?:also|only|now) )*(?P<verb>[a-z]+)")
ENGLISH_BEFORE = re.compile(
    rf"\b(?P<word>a|an|this|that|these|those|each|every) {NAME}", re.IGNORECASE
)


def english_faults(text: str) -> Iterator[str]:
    """Faults of agreement in a marked English sentence."""
    for found in COUNTED.finditer(text):
        if GRAMMAR[found["mark"]][1] != (found["n"] != "1"):
            yield f"number: {plain(found[0])}"
    for found in ENGLISH_BEFORE.finditer(text):
        word, plural = found["word"].lower(), GRAMMAR[found["mark"]][1]
        vowel = found["name"][:1].lower() in "aeiou"
        if plural != (word in ("these", "those")) or word == ("a" if vowel else "an"):
            yield f"article: {plain(found[0])}"
    for found in ENGLISH_HEAD.finditer(text):
        verb, plural = found["verb"], GRAMMAR[found["mark"]][1]
        if verb in BOTH or verb in PASTS or verb.endswith(("ed", "ly", "ing")):
            continue
        is_singular = verb in SINGULAR_VERBS or (
            verb not in PLURAL_VERBS and verb.endswith("s") and not verb.endswith("ss")
        )
        if plural == is_singular:
            yield f"verb: {plain(found[0])}"


def bare_english_faults(text: str) -> Iterator[str]:
    """Singular verbs after names without grammar that are plural, such as "Reed beds is"."""
    for found in BARE_ENGLISH_HEAD.finditer(text):
        verb = found["verb"]
        is_singular = verb in SINGULAR_VERBS or (verb.endswith("s") and not verb.endswith("ss"))
        if is_english_plural(found["name"]) and is_singular and verb not in BOTH:
            yield f"verb of a name without grammar: {plain(found[0])}"


def is_english_plural(name: str) -> bool:
    """Return true for names such as "Reed beds", "Villages of Wad-Ras" and "Horsemen 3"."""
    head = re.split(r" (?:of|in|on|with|and) ", name)[0].rstrip(" 0123456789")
    last = head.rpartition(" ")[2].lower()
    return last.endswith("men") or (last.endswith("s") and not last.endswith(("ss", "us")))


# --- Both languages
INTERNAL = re.compile(r"\b[a-z]+_[a-z_]+\b|\b(None(?! of)|True|False)\b|\bfrozenset\b|[{}]|\bSay\(")
SPACING = re.compile(r"  | [,.;:](?!\d)|\(\s|\s\)|[,;]$|\.\.(?!\.)|^\s|\s$|\(\)")
DECIMAL_POINT = re.compile(r"\d\.\d")
DECIMAL_COMMA = re.compile(r"\d,\d")


def faults_in(says: Say, places: frozenset[str] = NO_PLACES) -> list[str]:
    """Faults of a sentence in both languages. `places` are Spanish names of places.

    A place has its article wherever a word stands before it: "desde el Camino", "Camino: cerrado".
    """
    spanish, english = marked(says, "es", places), marked(says, "en", places)
    found = [f"es: {one}" for one in spanish_faults(spanish)]
    found += [f"en: {one}" for one in (*english_faults(english), *bare_english_faults(english))]
    for language, text in (("es", plain(spanish)), ("en", plain(english))):
        found += [f"{language}: internal: {one[0]}" for one in INTERNAL.finditer(text)]
        found += [f"{language}: spacing: {text}" for _ in SPACING.finditer(text)]
    found += [f"es: decimal point: {one[0]}" for one in DECIMAL_POINT.finditer(plain(spanish))]
    found += [f"en: decimal comma: {one[0]}" for one in DECIMAL_COMMA.finditer(plain(english))]
    return found
