"""Label of the button that confirms an act."""

from __future__ import annotations

import pytest

from app.kernel.say import say
from app.web.pages import jinja_env

MACRO = '{% from "parts/confirming.html" import confirming with context %}'


@pytest.mark.parametrize(
    ("english", "spanish", "rolls", "labels"),
    [
        ("Sign up", "Inscribirse", False, ("Confirm: Sign up", "Confirmar: Inscribirse")),
        ("Fire", "Disparar", True, ("Roll the dice: Fire", "Tirar los dados: Disparar")),
        (
            "Confirm the result",
            "Confirmar el resultado",
            False,
            ("Confirm the result", "Confirmar el resultado"),
        ),
    ],
)
def test_the_label_names_the_act_once(
    english: str, spanish: str, rolls: bool, labels: tuple[str, str]
) -> None:
    for language, label in zip(("en", "es"), labels, strict=True):
        template = jinja_env(language).from_string(MACRO + "{{ confirming(act, rolls) }}")
        assert template.render(act=say(english, spanish), rolls=rolls) == label


def test_without_an_act_the_label_says_confirm() -> None:
    template = jinja_env("en").from_string(MACRO + "{{ confirming(none) }}")
    assert template.render() == "Confirm"
