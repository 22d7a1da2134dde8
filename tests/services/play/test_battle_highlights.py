"""Turning points of a campaign battle in the chronicle: they name the peoples, not the army
lists.
"""

from __future__ import annotations

from app.kernel.say import as_is, noun, say
from app.services.play import battle_highlights

LIST = noun("Zanzibaris", "Zanzíbaris", plural=True)
PEOPLE = noun("Wa-tembo", "Wa-tembo", plural=True)


def test_a_name_is_replaced_with_its_grammar_inside_other_texts():
    text = say(
        "{who:The} {who:wins|win} against {others}.",
        "{who:El} {who:gana|ganan} contra {others}.",
        who=LIST,
        others=(as_is("Lele"), LIST),
    )
    names = [(LIST, noun("Belgium", "Bélgica", "f", the="Belgium", el="Bélgica"))]
    found = battle_highlights.renamed(text, names)
    assert found.in_("en") == "Belgium wins against Lele and Belgium."
    assert found.in_("es") == "Bélgica gana contra Lele y Bélgica."


def test_a_text_without_the_name_stays():
    text = say("Turn {n}", "Turno {n}", n=3)
    assert battle_highlights.renamed(text, [(LIST, PEOPLE)]) == text
    assert battle_highlights.renamed(LIST, []) == LIST
