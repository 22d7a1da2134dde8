"""Offers of the reveal and fire steps: ambushes that appear, figures at loopholes, and fire orders
of each figure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.games.heart_of_africa import orders
from app.games.heart_of_africa.figures import placed, visible_figures
from app.games.heart_of_africa.land import BUILDINGS
from app.games.heart_of_africa.movement import reveal
from app.games.heart_of_africa.offering.fire_sheet import man_by_man
from app.games.heart_of_africa.pieces import AMBUSH, Figure
from app.games.heart_of_africa.presentation.naming import called, place_title
from app.games.heart_of_africa.shooting import fire_phase, roof_shots, torches
from app.games.heart_of_africa.shooting.default_fire import (
    lawful_of,
    standing_in_the_way,
    volley_of,
)
from app.games.heart_of_africa.shooting.targets import Lawful
from app.games.heart_of_africa.shooting.weapons import arm_of, may_raise_fires, weapon
from app.games.heart_of_africa.sight import lines
from app.games.heart_of_africa.state import Battle, Orders, Shot, Torch
from app.kernel.offers import Offer
from app.kernel.refusal import Refusal
from app.kernel.say import Say, say
from app.kernel.space.plane import Path

MANY = 240
"""Number of single shots above which only the first few targets of each figure are offered; others
may be named by hand.
"""
FEW = 3
REFUSED_SHOWN = 40
BESIDE = 2.5
"""Largest reach of a base (inches)."""
Box = tuple[float, float, float, float]


def reveal_offers(battle: Battle, side: str) -> Iterator[Offer]:
    for unit in battle.units.values():
        if unit.side == side and unit.where == AMBUSH and placed(battle, unit.id):
            yield Offer(
                orders.Reveal(unit.id),
                say(
                    "Show {unit}, to shoot",
                    "Mostrar {unit}, para disparar",
                    unit=called(battle, unit.id),
                ),
                reveal.reveal_refusals(battle, unit.id, side),
                piece=unit.id,
            )
    for figure in reveal.figures_in_rooms(battle, side):
        order = orders.DeclareShooters((figure.id,))
        if figure.id not in battle.shooting.shooters and weapon(battle, figure).range:
            yield Offer(
                order,
                say(
                    "{who} will shoot from inside",
                    "{who} disparará desde dentro",
                    who=called(battle, figure.id),
                ),
                reveal.shooter_refusals(battle, order.figures, side),
                piece=figure.id,
            )
    able = reveal.ready_indoors(battle, side)
    if len(able) > 1:
        yield Offer(
            orders.DeclareShooters(able),
            say(
                "All {n} at the loopholes will shoot",
                "Dispararán los {n} de las troneras",
                n=len(able),
            ),
        )
    yield Offer(orders.Pass(), say("End this step", "Acabar este paso"), main=True)


def fire_offers(battle: Battle, side: str) -> Iterator[Offer]:
    """Offers of volleys of all and of each unit, single shots, special shots, torches, withdrawals
    of orders, and the seal.
    """
    written = fire_phase.written_by(battle, side)
    men = list(visible_figures(battle, side))
    armed = [figure for figure in men if weapon(battle, figure).range]
    idle = {figure.id: standing_in_the_way(battle, figure, side) for figure in armed}
    able = [figure for figure in armed if not idle[figure.id]]
    law = lawful_of(battle, able)
    volley = volley_of(battle, able, law, side)
    yield from volley_offers(battle, volley)
    yield from man_by_man(battle, able, law, volley, idle)
    yield from single_shots(battle, able, law)
    yield from refused_shooters(battle, side, armed, idle)
    yield from odd_shots(battle, side, able)
    yield from torch_offers(battle, side, men)
    for key in written.figures:
        yield Offer(
            orders.Withdraw((key,)),
            say("{who}: delete the order", "{who}: borrar la orden", who=called(battle, key)),
            piece=key,
        )
    yield Offer(
        orders.Pass(),
        say("Seal the orders", "Sellar las órdenes"),
        main=True,
        leaves_undone=no_shot(written, law),
    )


def no_shot(written: Orders, law: Mapping[str, Lawful]) -> Say | None:
    """A warning with the number of figures with a lawful target if no shot and no torch is ordered;
    else None.
    """
    able = sum(bool(one.targets) for one in law.values())
    if written.shots or written.torches or not able:
        return None
    return say(
        "No shot is ordered. Figures with a target in this phase: {n}.",
        "No hay ningún disparo ordenado. Figuras con un objetivo en esta fase: {n}.",
        n=able,
    )


def volley_offers(battle: Battle, volley: Sequence[Shot]) -> Iterator[Offer]:
    if not volley:
        return
    yield Offer(
        orders.FireOrders(tuple(volley), seal=True),
        say(
            "All shoot at their first target ({n}), and seal",
            "Disparar todos a su primer objetivo ({n}) y sellar",
            n=len(volley),
        ),
        leaves_undone=say(
            "Your fire orders of this phase are then complete. No shot is added or changed.",
            "Tus órdenes de fuego de esta fase quedan cerradas. No se añade ni cambia ningún "
            "disparo.",
        ),
    )
    by_unit: dict[str, list[Shot]] = {}
    for shot in volley:
        by_unit.setdefault(battle.figures[shot.figure].unit, []).append(shot)
    for unit, shots in by_unit.items():
        if unit and len(shots) > 1:
            yield Offer(
                orders.FireOrders(tuple(shots)),
                say(
                    "{unit}: all at their first target ({n})",
                    "{unit}: todos a su primer objetivo ({n})",
                    unit=called(battle, unit),
                    n=len(shots),
                ),
                act=say(
                    "Order the shots of {unit:the} ({n})",
                    "Ordenar los disparos {unit:del} ({n})",
                    unit=called(battle, unit),
                    n=len(shots),
                ),
                piece=unit,
            )


def single_shots(
    battle: Battle, able: Sequence[Figure], law: Mapping[str, Lawful]
) -> Iterator[Offer]:
    """One figure at one target."""
    most = None if sum(len(one.targets) for one in law.values()) <= MANY else FEW
    for figure in able:
        for key in law[figure.id].targets[:most]:
            yield Offer(
                orders.FireOrders((Shot(figure.id, (key,)),)),
                say(
                    "{who} at {target}",
                    "{who} a {target}",
                    who=called(battle, figure.id),
                    target=called(battle, key),
                ),
                act=say(
                    "Order the shot of {who} at {target}",
                    "Ordenar el disparo de {who} a {target}",
                    who=called(battle, figure.id),
                    target=called(battle, key),
                ),
                piece=figure.id,
                target=key,
            )


def refused_shooters(
    battle: Battle, side: str, armed: Sequence[Figure], idle: Mapping[str, tuple[Refusal, ...]]
) -> Iterator[Offer]:
    """Offers of figures with a weapon that may not shoot, each with its refusal; those without any
    target are left out.
    """
    any_enemy = next((enemy.id for enemy in visible_figures(battle) if enemy.side != side), "")
    shown = 0
    for figure in armed:
        refused = idle[figure.id]
        if (
            not refused
            or not any_enemy
            or shown >= REFUSED_SHOWN
            or any(one.figure == figure.id for one in fire_phase.written_by(battle, side).shots)
        ):
            continue
        shown += 1
        yield Offer(
            orders.FireOrders((Shot(figure.id, (any_enemy,)),)),
            say("{who}: shoot", "{who}: disparar", who=called(battle, figure.id)),
            refused,
            piece=figure.id,
        )


def odd_shots(battle: Battle, side: str, able: Sequence[Figure]) -> Iterator[Offer]:
    """Offers of shells at walls, blind shots through roofs, and fire arrows."""
    houses = [
        work for work in battle.land.works if work.kind in BUILDINGS and work.rect is not None
    ]
    for figure in able if houses else ():
        for shot, label in odd_shots_of(battle, figure):
            order = orders.FireOrders((shot,))
            if not fire_phase.write_refusals(battle, order, side):
                yield Offer(
                    order,
                    say(
                        "{who}: {what}", "{who}: {what}", who=called(battle, figure.id), what=label
                    ),
                    piece=figure.id,
                )


def odd_shots_of(battle: Battle, figure: Figure) -> Iterator[tuple[Shot, object]]:
    if (
        figure.room
        and roof_shots.on_the_roof(battle, figure, Shot(figure.id, room=figure.room, blind=True))
        is not None
    ):
        yield (
            Shot(figure.id, room=figure.room, blind=True),
            say("blindly through the roof", "a ciegas por el techo"),
        )
    for work in battle.land.works:
        if work.kind not in BUILDINGS or work.rect is None:
            continue
        if arm_of(figure).shells and work.owner != figure.side:
            yield (
                Shot(figure.id, building=work.id, point=roof_shots.edge_of(figure, work)),
                say("at the wall ({work})", "al muro ({work})", work=place_title(battle, work.id)),
            )
        if arm_of(figure).fire_arrows:
            for room in lines.plan(work)[1]:
                yield (
                    Shot(figure.id, room=f"{work.id}/{room}", arrow=True),
                    say(
                        "fire arrow ({room})",
                        "flecha incendiaria ({room})",
                        room=place_title(battle, f"{work.id}/{room}"),
                    ),
                )


def torch_offers(battle: Battle, side: str, men: Sequence[Figure]) -> Iterator[Offer]:
    """Offers of fires that figures could raise at their place."""
    written = fire_phase.written_by(battle, side)
    places = [
        (piece.id, bounds_of(piece.outline))
        for piece in battle.land.pieces
        if piece.kind in torches.BURNABLE and len(piece.outline) > 2
    ]
    places += [
        (f"{work.id}/{room}", work.rect)
        for work in battle.land.works
        if work.kind in BUILDINGS and work.rect
        for room in lines.plan(work)[1]
    ]
    for figure in men if places else ():
        if not may_raise_fires(figure):
            continue
        for target, box in places:
            if (
                is_near(figure, box)
                and torches.fire_origin(battle, figure, target) is not None
                and not torches.refusals(battle, figure, target, written.shots, written.torches)
            ):
                yield Offer(
                    orders.FireOrders(torches=(Torch(figure.id, target),)),
                    say(
                        "{who}: set fire ({place})",
                        "{who}: prender fuego ({place})",
                        who=called(battle, figure.id),
                        place=place_title(battle, target),
                    ),
                    piece=figure.id,
                )


def bounds_of(outline: Path) -> Box:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return (min(xs), min(ys), max(xs), max(ys))


def is_near(figure: Figure, box: Box) -> bool:
    """True if a figure could touch something in the box."""
    x, y = figure.position
    return box[0] - BESIDE <= x <= box[2] + BESIDE and box[1] - BESIDE <= y <= box[3] + BESIDE
