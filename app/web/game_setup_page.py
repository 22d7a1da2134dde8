"""Context of the setup forms in the lobby: terms of a table and the armies that players bring."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from markupsafe import Markup

from app.kernel.contract import Game, Scenario
from app.kernel.form import Choice, Field, Kind
from app.kernel.game_setup import Agreement, ContributionWords, Force, Form
from app.kernel.say import Say, as_is, say
from app.kernel.scene import Scene
from app.services.container import Services
from app.services.play import saved_armies
from app.services.play.game_setup import AS_BROUGHT
from app.web import svg

TERMS, BRINGS = "t.", "b."
"""Prefixes of form fields: for the terms, and for a side's setup."""
TRIES = 20
MOST_IN_A_ROW = 4
CHANCE = random.SystemRandom()


@dataclass(frozen=True)
class Asked:
    """One question of the form with its current answer. `among` holds the choices under their
    headings. `pictures` maps choices to drawings.
    """

    clause: Field
    name: str
    value: str
    among: tuple[tuple[Say | None, tuple[Choice, ...]], ...] = ()
    pictures: Mapping[str, Markup] = field(default_factory=dict)
    mark: str = ""

    @property
    def id(self) -> str:
        return self.mark + self.name.replace(".", "-")

    @property
    def is_short(self) -> bool:
        """Return True if all choices fit side by side."""
        return (
            self.clause.kind is Kind.CHOICE
            and not self.clause.control
            and len(self.clause.choices) <= MOST_IN_A_ROW
        )

    @property
    def has_picks(self) -> bool:
        return any(picks for _, picks in self.among)


@dataclass(frozen=True)
class SharedSide:
    """Side of several players, with the command of each seat in their order."""

    title: Say
    shape: str
    commands: tuple[Say, ...]


@dataclass(frozen=True)
class SideForces:
    """Side with the pieces that its scenario gives it."""

    title: Say
    shape: str
    forces: tuple[Force, ...]


@dataclass(frozen=True)
class Agreeing:
    """Questions of a new table. `gallery` is the question with pictures, and `lots` are the
    questions that its first picture depends on. `picture` shows the table if there is no gallery,
    and `forces` the pieces of its sides. `shared` are the sides with two players and more, if their
    seats differ.
    """

    gallery: Asked | None
    lots: tuple[Asked, ...]
    plain: tuple[Asked, ...]
    rare: tuple[Asked, ...]
    brings: tuple[Asked, ...]
    store: Markup
    picture: Markup
    words: ContributionWords
    shared: tuple[SharedSide, ...]
    forces: tuple[SideForces, ...]

    @property
    def is_touched(self) -> bool:
        """Return True if a rarely changed term differs from its default."""
        return any(asked.value not in ("", asked.clause.usual) for asked in self.rare)


def given_in(form: Mapping[str, object], prefix: str) -> dict[str, str]:
    """Answers of a form under one prefix, without blank ones."""
    return {
        key.removeprefix(prefix): str(value).strip()
        for key, value in form.items()
        if key.startswith(prefix) and str(value).strip()
    }


def asked_of(clause: Field, prefix: str, given: Mapping[str, str]) -> Asked:
    value = given.get(clause.name, clause.usual if clause.choices else "")
    among = tuple(
        (heading, tuple(picks))
        for heading, picks in groupby(clause.choices, key=lambda pick: pick.group)
    )
    return Asked(clause, prefix + clause.name, value, among)


def setup_questions(
    services: Services,
    box: Game,
    scenario: str,
    terms: Mapping[str, str],
    brings: Mapping[str, str],
    language: str,
    user_id: int | None,
) -> Agreeing | None:
    """Questions about a table of this scenario. None if its box has nothing to agree."""
    agreement = box.agreement
    if agreement is None:
        return None
    clauses = agreement.terms(scenario, terms)
    drawn = [clause for clause in clauses if clause.control == "drawings"]
    gallery = drawn_question(agreement, scenario, drawn[0], terms, language) if drawn else None
    plot = next(one for one in box.card.scenarios if one.key == scenario)
    side = plot.sides[0].key
    return Agreeing(
        gallery=gallery,
        lots=tuple(
            asked_of(clause, TERMS, terms)
            for clause in clauses
            if clause.draws and clause.control != "drawings"
        ),
        plain=tuple(
            asked_of(clause, TERMS, terms)
            for clause in clauses
            if not clause.draws and not clause.rare
        ),
        rare=tuple(asked_of(clause, TERMS, terms) for clause in clauses if clause.rare),
        brings=asked_to_bring(services, box, scenario, terms, side, brings, user_id),
        store=store_of(agreement, scenario, gallery, language),
        picture=Markup()
        if gallery
        else whole_picture(agreement.drawing(scenario, terms, language)),
        words=agreement.words,
        shared=tuple(shared_sides(agreement, plot)),
        forces=side_forces(agreement, plot, terms),
    )


def side_forces(agreement: Agreement, scenario: Scenario, terms: Form) -> tuple[SideForces, ...]:
    """Pieces of each side, for the sides of which the scenario fixes them."""
    forces = agreement.forces(scenario.key, terms)
    return tuple(
        SideForces(side.title, side.shape, tuple(forces[side.key]))
        for side in scenario.sides
        if side.key in forces
    )


def shared_sides(agreement: Agreement, scenario: Scenario) -> Iterator[SharedSide]:
    """Sides with two players, then with more, as far as their seats have commands of their own."""
    for players in range(2, scenario.most_per_side + 1):
        for side in scenario.sides:
            seats = {f"{side.key}{number}": side.key for number in range(players)}
            commands = agreement.commands(scenario.key, seats)
            if commands:
                yield SharedSide(side.title, side.shape, tuple(commands[seat] for seat in seats))


def whole_picture(scene: Scene | None) -> Markup:
    """Drawing of the table as it is agreed; empty without one."""
    return Markup(svg.fixed_picture(scene)) if scene else Markup("")


def drawn_question(
    agreement: Agreement, scenario: str, clause: Field, terms: Mapping[str, str], language: str
) -> Asked:
    """Question whose choices are pictures. A choice that cannot be drawn yet has none."""
    asked = asked_of(clause, TERMS, terms)
    pictures = {
        pick.value: picture_of(
            agreement, scenario, {**terms, clause.name: pick.value}, language, pick.value
        )
        for pick in clause.choices
    }
    return Asked(
        clause,
        asked.name,
        asked.value,
        asked.among,
        {value: picture for value, picture in pictures.items() if picture},
    )


def picture_of(
    agreement: Agreement, scenario: str, terms: Form, language: str, ident: str
) -> Markup:
    scene = agreement.drawing(scenario, terms, language, small=True)
    return Markup(svg.portrait_markup(scene, f"small-{ident}")) if scene else Markup("")


def store_of(agreement: Agreement, scenario: str, gallery: Asked | None, language: str) -> Markup:
    """Symbols that the pictures share."""
    if gallery is None:
        return Markup("")
    scenes = (
        agreement.drawing(scenario, {gallery.clause.name: pick.value}, language, small=True)
        for pick in gallery.clause.choices
    )
    return next((Markup(svg.symbol_store(scene)) for scene in scenes if scene), Markup(""))


def asked_to_bring(
    services: Services,
    box: Game,
    scenario: str,
    terms: Form,
    side: str,
    given: Mapping[str, str],
    user_id: int | None,
    mark: str = "",
) -> tuple[Asked, ...]:
    """Questions about a side's setup. A choice of armies lists the user's saved armies. `mark`
    separates the fields of several seats on one page.
    """
    found = []
    for clause in box.agreement.brings(scenario, terms, side) if box.agreement else ():
        asked = asked_of(clause, BRINGS, given)
        among = (
            ((None, own_armies(services, box, user_id, asked.value)),)
            if clause.control == "armies"
            else asked.among
        )
        found.append(Asked(clause, asked.name, asked.value, among, mark=mark))
    return tuple(found)


def own_armies(
    services: Services, box: Game, user_id: int | None, chosen: str
) -> tuple[Choice, ...]:
    """Saved armies of the user, and the army already brought if it was changed or deleted since."""
    kept = (
        tuple(
            Choice(str(army.id), as_is(army.name))
            for army in saved_armies.list_own_armies(services, user_id, box.card.key)
        )
        if user_id is not None
        else ()
    )
    return (
        (
            *kept,
            Choice(AS_BROUGHT, say("The army that you have brought", "El ejército que has traído")),
        )
        if chosen == AS_BROUGHT
        else kept
    )


def with_another_number(
    agreement: Agreement, scenario: str, terms: Mapping[str, str]
) -> dict[str, str]:
    """Terms with a new random number for the generated table. Among several tries the first one
    that can be drawn is taken.
    """
    lot = next(
        (clause for clause in agreement.terms(scenario, terms) if clause.control == "proposal"),
        None,
    )
    proposals = (
        ({**terms, lot.name: str(CHANCE.randint(lot.least, lot.most))} for _ in range(TRIES))
        if lot
        else ()
    )
    return next(
        (
            proposed
            for proposed in proposals
            if agreement.drawing(scenario, proposed, "en", small=True)
        ),
        {**terms},
    )


def by_chance(agreement: Agreement, scenario: str, terms: Mapping[str, str]) -> dict[str, str]:
    """Terms that select the randomly generated table."""
    return {
        **terms,
        **{
            clause.name: clause.usual
            for clause in agreement.terms(scenario, terms)
            if clause.control == "drawings"
        },
    }


def has_lot(agreement: Agreement, scenario: str, terms: Mapping[str, str]) -> bool:
    """Return True if every random number of the terms is given."""
    return all(
        clause.name in terms
        for clause in agreement.terms(scenario, terms)
        if clause.control == "proposal"
    )
