"""Forms of contests as data: the rounds, standings and settings that each form has."""

from __future__ import annotations

from msgspec import Struct

from app.kernel.say import Say, say

SWISS, ROBIN, DOUBLE_ROBIN, KNOCKOUT, DOUBLE_KNOCKOUT, GROUPS, LADDER, LEAGUE = (
    "swiss",
    "robin",
    "double_robin",
    "knockout",
    "double_knockout",
    "groups",
    "ladder",
    "league",
)
BY_POINTS, BY_SCHEDULE, BY_BRACKET, BY_GROUPS, BY_AGREEMENT = (
    "points",
    "schedule",
    "bracket",
    "groups",
    "agreement",
)
"""Ways of pairing: drawn by points, a schedule, a bracket, a bracket after groups with schedules,
or entrants who agree on battles.
"""

SWISS_TIEBREAKS = ("buchholz", "wins", "difference", "lots")
ROBIN_ASKS = ("divisions", "moves", "seeded", "scoring", "tiebreaks", "returning", "earlier")
ROBIN_TIEBREAKS = ("head_to_head", "difference", "wins", "lots")


class ContestForm(Struct, frozen=True):
    """Form of a contest.

    - `plot`: the form in a sentence. `pairs`: way of pairing of its rounds.
    - `is_double`: entrants meet twice, or are out after two defeats.
    - `has_rungs`: rungs instead of points; challenges, silence and idle time cost rungs.
    - `asks`: settings that only some forms have, by the names of their fields.
    - `tiebreaks`: usual tie-breaks in their order.
    """

    key: str
    title: Say
    plot: Say
    pairs: str
    is_double: bool = False
    has_rungs: bool = False
    asks: tuple[str, ...] = ("scoring",)
    tiebreaks: tuple[str, ...] = SWISS_TIEBREAKS

    @property
    def chooses_tiebreaks(self) -> bool:
        """True if the terms may name other tie-breaks than the usual ones."""
        return "tiebreaks" in self.asks

    @property
    def is_open(self) -> bool:
        """True without drawn rounds: entrants agree on battles in one long period."""
        return self.pairs == BY_AGREEMENT

    @property
    def is_drawn(self) -> bool:
        """True if each round is drawn by points: entrants may miss rounds and are exchanged in a
        draft.
        """
        return self.pairs == BY_POINTS

    @property
    def has_bracket(self) -> bool:
        """True if a bracket decides the places."""
        return self.pairs in (BY_BRACKET, BY_GROUPS)

    @property
    def has_groups(self) -> bool:
        """True if groups play before the bracket."""
        return self.pairs == BY_GROUPS

    @property
    def has_cross_table(self) -> bool:
        """True if the points of each entrant against each other one are a table."""
        return not self.has_bracket and not self.has_rungs


FORMS: dict[str, ContestForm] = {
    one.key: one
    for one in (
        ContestForm(
            SWISS,
            say("Swiss", "Sistema suizo"),
            say(
                "In each round entrants with about equal points meet. No entrant is out.",
                "En cada ronda se enfrentan participantes con puntos parecidos. No se elimina a ninguno.",
            ),
            BY_POINTS,
            asks=(
                "rounds",
                "late_entry",
                "mates_meet",
                "seeded",
                "challenge_round",
                "scoring",
                "tiebreaks",
                "earlier",
            ),
        ),
        ContestForm(
            ROBIN,
            say("Round robin", "Liga a una vuelta"),
            say(
                "Each entrant meets all others once.",
                "Cada participante se enfrenta a todos los demás una vez.",
            ),
            BY_SCHEDULE,
            asks=ROBIN_ASKS,
            tiebreaks=ROBIN_TIEBREAKS,
        ),
        ContestForm(
            DOUBLE_ROBIN,
            say("Double round robin", "Liga a doble vuelta"),
            say(
                "Each entrant meets all others twice, once on each side.",
                "Cada participante se enfrenta a todos los demás dos veces, una con cada bando.",
            ),
            BY_SCHEDULE,
            is_double=True,
            asks=ROBIN_ASKS,
            tiebreaks=ROBIN_TIEBREAKS,
        ),
        ContestForm(
            KNOCKOUT,
            say("Knock-out", "Eliminatoria"),
            say(
                "The loser of a battle is out. The last two fight the final.",
                "El que pierde una batalla queda eliminado. Los dos últimos juegan la final.",
            ),
            BY_BRACKET,
            asks=("third_place", "seeded", "scoring", "earlier"),
        ),
        ContestForm(
            DOUBLE_KNOCKOUT,
            say("Double knock-out", "Doble eliminatoria"),
            say(
                "An entrant is out after two defeats.",
                "Un participante queda eliminado con dos derrotas.",
            ),
            BY_BRACKET,
            is_double=True,
            asks=("seeded", "scoring", "earlier"),
        ),
        ContestForm(
            GROUPS,
            say("Groups, then knock-out", "Grupos y eliminatoria"),
            say(
                "Each group is a round robin. The best of each group go on to a bracket.",
                "Cada grupo es una liga. Los mejores de cada grupo pasan a un cuadro de eliminatoria.",
            ),
            BY_GROUPS,
            asks=(
                "groups",
                "advance",
                "double_groups",
                "third_place",
                "seeded",
                "scoring",
                "tiebreaks",
                "earlier",
            ),
            tiebreaks=ROBIN_TIEBREAKS,
        ),
        ContestForm(
            LADDER,
            say("Ladder", "Escalera"),
            say(
                "Each entrant stands on a rung and challenges those above. The winner takes the higher rung.",
                "Cada participante ocupa un peldaño y desafía a los de arriba. El que gana ocupa el más alto.",
            ),
            BY_AGREEMENT,
            has_rungs=True,
            asks=("reach", "seeded", "returning", "earlier"),
        ),
        ContestForm(
            LEAGUE,
            say("Free league", "Liga libre"),
            say(
                "Entrants agree on battles as they please, up to a number for each pair. Points decide.",
                "Los participantes acuerdan batallas a su gusto, hasta un máximo por pareja. Deciden los puntos.",
            ),
            BY_AGREEMENT,
            asks=("meetings", "scoring", "tiebreaks", "earlier"),
        ),
    )
}
"""Forms by key, in the order of the founding page."""


def form_of(key: str) -> ContestForm:
    """Form with this key; Swiss for an unknown one."""
    return FORMS.get(key, FORMS[SWISS])
