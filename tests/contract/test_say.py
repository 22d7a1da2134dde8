"""Sentences: agreement with numbers and names, decimals by language."""

from __future__ import annotations

import pytest

from app.kernel.say import as_sentence, noun, say

LEFT = say("{n:turn+s} left, {far} in", "quedan {n:turno+s}, {far:pulgada+s}", n=1, far=1.0)


@pytest.mark.parametrize(
    ("n", "far", "en", "es"),
    [
        (1, 1.0, "1 turn left, 1 in", "quedan 1 turno, 1 pulgada"),
        (2, 7.5, "2 turns left, 7.5 in", "quedan 2 turnos, 7,5 pulgadas"),
        (0, 0.1, "0 turns left, 0.1 in", "quedan 0 turnos, 0,1 pulgadas"),
    ],
)
def test_a_number_agrees_with_its_noun(n, far, en, es):
    says = say(LEFT.en, LEFT.es, n=n, far=far)
    assert says.in_("en") == en and says.in_("es") == es


# ---------------------------------------------------------------------- agreement
GUNS = noun(
    "Machine guns {code}",
    "Ametralladoras {code}",
    "f",
    plural=True,
    the="the Machine guns {code}",
    code="A2",
)
WALL, MASAI = noun("wall", "muro"), noun("Masai", "Masai", plural=True)
MIRAMBO = noun("Mirambo", "Mirambo", the="Mirambo", el="Mirambo")
FALL = (
    "{who:The} {who:falls|fall}.",
    "{who:El} {who:cae, roto|cae, rota|caen, rotos|caen, rotas}.",
)


@pytest.mark.parametrize(
    ("who", "en", "es"),
    [
        (GUNS, "The Machine guns A2 fall.", "Las Ametralladoras A2 caen, rotas."),
        (WALL, "The wall falls.", "El muro cae, roto."),
        (MIRAMBO, "Mirambo falls.", "Mirambo cae, roto."),
        ((GUNS,), "The Machine guns A2 fall.", "Las Ametralladoras A2 caen, rotas."),
        (
            (GUNS, WALL),
            "The Machine guns A2 and the wall fall.",
            "Las Ametralladoras A2 y el muro caen, rotos.",
        ),
    ],
)
def test_a_sentence_takes_its_form_from_the_name(who, en, es):
    says = say(*FALL, who=who)
    assert says.in_("en") == en and says.in_("es") == es


@pytest.mark.parametrize(
    ("who", "es"),
    [
        (WALL, "al muro, del muro"),
        (GUNS, "a las Ametralladoras A2, de las Ametralladoras A2"),
        (MIRAMBO, "a Mirambo, de Mirambo"),
        ((WALL, MASAI), "al muro y a los Masai, del muro y de los Masai"),
    ],
)
def test_a_spanish_article_contracts_with_its_preposition(who, es):
    assert say("", "{who:al}, {who:del}", who=who).in_("es") == es


@pytest.mark.parametrize(
    ("last", "joint"), [("Isly", "e"), ("hierro", "y"), ("I Cuerpo", "y"), ("III Cuerpo", "y")]
)
def test_a_spanish_list_has_e_before_an_i_sound_only(last, joint):
    assert say("", "{names}", names=("Ros", last)).in_("es") == f"Ros {joint} {last}"


@pytest.mark.parametrize(
    ("n", "es"), [(0, "caen"), (1, "cae"), (1.0, "cae"), (2, "caen"), (0.5, "caen")]
)
def test_a_verb_agrees_with_a_number(n, es):
    assert say("", "{n:cae|caen}", n=n).in_("es") == es


def test_a_name_may_stand_at_the_head_of_a_sentence_or_within_one():
    crew = noun("crew of {boat:the}", "dotación {boat:del}", "f", boat=noun("boat", "bote"))
    assert (
        as_sentence(say("{who:the} swims", "{who:el} nada", who=crew)).in_("es")
        == "La dotación del bote nada"
    )
    assert (
        say("{who:Aa}: {who}", "{who:Aa}: {who}", who=crew).in_("en")
        == "Crew of the boat: crew of the boat"
    )
