"""Agreement before a game: a handicap, or bids for the sides (AFB-VIC-05).

Terms are `sides` ("bid" or absent) and `handicap`. A side contributes its `bid`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import override

from app.games.africa_1859 import beginning, board
from app.games.africa_1859 import events as e
from app.games.africa_1859.state import MOROCCO, SPAIN
from app.kernel.contract import Event, Setup
from app.kernel.form import Choice, Field
from app.kernel.game_setup import Agreement, ContributionWords, Force, Form
from app.kernel.marks import Marks
from app.kernel.refusal import Refusal, no, refuse_if
from app.kernel.say import Say, say
from app.kernel.scene import Scene

SIDES, CHOSEN, BY_BID = "sides", "chosen", "bid"
HANDICAP, BID = "handicap", "bid"
RULE = "AFB-VIC-05"
MOST = beginning.MOST_HANDICAP
BIDS = ContributionWords(
    say("Sides and handicap", "Bandos y ventaja"),
    say("has bid", "ha hecho su puja"),
    say("has not bid yet", "aún no ha pujado"),
    say("Bid", "Pujar"),
    say(
        "Your bid stays secret until both players have bid. Until then you may change it.",
        "Tu puja es secreta hasta que hayan pujado los dos jugadores. Hasta entonces puedes "
        "cambiarla.",
    ),
)


class SidesAndHandicap(Agreement):
    """The contract of `app.kernel.game_setup.Agreement`."""

    words = BIDS

    @override
    def terms(self, scenario: str, terms: Form) -> Sequence[Field]:
        return (
            Field.choice(
                SIDES,
                say("Sides", "Bandos"),
                (
                    Choice(CHOSEN, say("As the players choose", "Los que elijan los jugadores")),
                    Choice(
                        BY_BID,
                        say("By bid", "Por puja"),
                        hint=say(
                            "Each player bids a handicap in secret. The lower bid plays Spain, and "
                            "the mean of both is the handicap.",
                            "Cada jugador puja una ventaja en secreto. La puja más baja juega con "
                            "España y la media de las dos es la ventaja.",
                        ),
                    ),
                ),
                usual=CHOSEN,
            ),
            handicap_field(
                HANDICAP,
                say("Handicap", "Ventaja"),
                say(
                    "Points that count for Spain at the end, from −{most} to {most}. A bid "
                    "replaces it.",
                    "Puntos que cuentan para España al final, de −{most} a {most}. Una puja la "
                    "sustituye.",
                    most=MOST,
                ),
            ),
        )

    @override
    def brings(self, scenario: str, terms: Form, side: str) -> Sequence[Field]:
        if not self.settles_sides(scenario, terms):
            return ()
        title = say(
            "With which handicap would you play either side?",
            "¿Con qué ventaja jugarías con cualquiera de los dos bandos?",
        )
        hint = say(
            "Points for Spain, from −{most} to {most}. The lower bid plays Spain.",
            "Puntos para España, de −{most} a {most}. La puja más baja juega con España.",
            most=MOST,
        )
        return (handicap_field(BID, title, hint),)

    @override
    def settled(
        self,
        scenario: str,
        terms: Form,
        brought: Mapping[str, Form],
        chance: random.Random,
        alone: str = "",
    ) -> Form:
        """Raises `Refused` for a wrong handicap, and for bids against a bot."""
        is_bid = terms.get(SIDES, CHOSEN) == BY_BID
        refuse_if(unknown_sides(terms), bot_bids() if is_bid and alone else None)
        if is_bid:
            return {SIDES: BY_BID}
        handicap = number_of(terms, HANDICAP)
        return {HANDICAP: handicap} if handicap else {}

    @override
    def stock(
        self, scenario: str, options: Sequence[str], terms: Form, brought: Mapping[str, Form]
    ) -> Mapping[str, Any]:
        if not self.settles_sides(scenario, terms):
            return {HANDICAP: number_of(terms, HANDICAP)}
        bids = {side: number_of(form, BID) for side, form in brought.items() if form}
        if set(bids) != {SPAIN, MOROCCO}:
            return {}
        return {HANDICAP: beginning.mean_bid(bids), "bids": bids}

    @override
    def settles_sides(self, scenario: str, terms: Form) -> bool:
        return terms.get(SIDES) == BY_BID

    @override
    def exchanged_seats(self, events: Sequence[Event]) -> Mapping[str, str]:
        began = next(event for event in events if isinstance(event, e.Began))
        if not any(isinstance(event, e.SidesBid) and event.is_exchange for event in events):
            return {}
        seats: dict[str, list[str]] = {SPAIN: [], MOROCCO: []}
        for seat, side in began.war.terms.seats.items():
            seats[side].append(seat)
        pairs = list(zip(seats[SPAIN], seats[MOROCCO], strict=True))
        return {one: other for pair in pairs for one, other in (pair, pair[::-1])}

    @override
    def commands(self, scenario: str, seats: Mapping[str, str]) -> Mapping[str, Say]:
        """Names of the commands that are dealt to each seat of a shared side (AFB-WEB-04)."""
        return beginning.command_words(scenario, seats)

    @override
    def told(self, scenario: str, terms: Form) -> Sequence[Say]:
        if self.settles_sides(scenario, terms):
            return (say("Sides by bid", "Bandos por puja"),)
        handicap = number_of(terms, HANDICAP)
        return (say("Handicap {n}", "Ventaja {n}", n=handicap),) if handicap else ()

    @override
    def drawing(
        self, scenario: str, terms: Form, language: str, small: bool = False
    ) -> Scene | None:
        """Fixed set-up on its map (AFB-VIC-04)."""
        war = beginning.set_up(beginning.terms_of(Setup(scenario, {})))
        return board.drawing(war, Marks(), language)

    @override
    def forces(self, scenario: str, terms: Form) -> Mapping[str, Sequence[Force]]:
        """Leaders and units of both sides, reinforcements included."""
        return {side: forces_of(scenario, side) for side in (SPAIN, MOROCCO)}


def forces_of(scenario: str, side: str) -> tuple[Force, ...]:
    """Leaders by name, then the number of units of each kind."""
    data = beginning.VERSIONS[beginning.NEWEST]
    plan = data.scenarios[scenario]
    kinds = {key: kind for key, kind, _ in plan.units}
    for group in plan.groups:
        kinds.update(group.units)
    counters = beginning.counters_of(plan, side)
    leaders = tuple(data.leaders[key].title for key in counters if key in data.leaders)
    found = Counter(kinds[key] for key in counters if key in kinds)
    units = tuple(Force(data.kinds[kind].title, count) for kind, count in found.items())
    return (Force(say("Leaders", "Líderes"), len(leaders), leaders), *units)


def handicap_field(name: str, title: Say, hint: Say) -> Field:
    return Field.number(name, title, least=-MOST, most=MOST, usual="0", hint=hint)


def number_of(form: Form, name: str) -> int:
    """Whole number from -20 to 20; 0 if it is left blank. Raises `Refused`."""
    text = str(form.get(name, "") or "0").replace("−", "-")
    number = int(text) if text.removeprefix("-").isdecimal() and len(text) <= len("-20") else None
    refuse_if(beginning.wrong_handicap(number))
    return number or 0


def unknown_sides(terms: Form) -> Refusal | None:
    if terms.get(SIDES, CHOSEN) in ("", CHOSEN, BY_BID):
        return None
    return no(
        RULE,
        "The sides are chosen, or settled by bid.",
        "Los bandos se eligen o se deciden por puja.",
    )


def bot_bids() -> Refusal:
    return no(RULE, "A bot does not bid for sides.", "Un bot no puja por los bandos.")
