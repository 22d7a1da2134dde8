"""Possible ends of an attack, a request, a hunt or a battle, as the rules settle each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from typing_extensions import override

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.battles import bonuses_of
from app.games.heart_of_africa.campaign.conquest import answer_revolt
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.decide import refusals
from app.games.heart_of_africa.campaign.declaring import declare, next_to_declare
from app.games.heart_of_africa.campaign.effects import settle
from app.games.heart_of_africa.campaign.explorers import roll_hunt
from app.games.heart_of_africa.campaign.meetings import next_battle_key
from app.games.heart_of_africa.campaign.names import battle_title, title_of
from app.games.heart_of_africa.campaign.pages.answered import talk_heading
from app.games.heart_of_africa.campaign.promotions import TALLIES, needs_of, rows_to
from app.games.heart_of_africa.campaign.state import EXPLORER, NATIVE, READY, Player, Season, Talk
from app.games.heart_of_africa.campaign.tables import PROMOTIONS
from app.games.heart_of_africa.campaign.terms import accept_refused, accept_terms, refuse_terms
from app.games.heart_of_africa.campaign.wording import wording
from app.games.heart_of_africa.campaign.wording.explorers import WOUNDS
from app.kernel.contract import Event
from app.kernel.dice import LoadedDice, UnexpectedRoll
from app.kernel.say import Say, as_sentence, say
from app.kernel.seats import SPECTATOR
from app.kernel.turn_facts import EndNote, EndRow, EndsTable

NOW = say("Now", "Ahora")
VICTORY = say("You win the battle", "Ganas la batalla")
DEFEAT = say("You lose the battle", "Pierdes la batalla")
NO_DECISION = say("No decision", "Sin decisión")
ACCEPTED = say("The request is accepted", "Se acepta la petición")
REFUSED = say("The request is refused", "Se rechaza la petición")
PASSAGE = say("Passage is granted without payment", "Te dejan pasar sin pagar")
NO_PASSAGE = say("Passage is refused", "Te niegan el paso")
REVOLT = say("You revolt", "Te sublevas")
STAY = say("You remain a subject", "Sigues sometido")
FACES = range(1, 7)
TOLD_BY_ACCOUNTS = (
    e.Posted, e.BattleListed, e.BattleClosed, e.TermsAgreed, e.TermsRefused, e.Declared,
    e.Resisted, e.VictoryCounted, e.HuntRolled, e.WoundRolled, e.Revolted, e.StayedSubject,
)  # fmt: skip
"""Events that the label of a row or its accounts tell."""


class Foreseen(Course):
    """Course of an end that may come; it collects the consequences in words."""

    def __init__(self, season: Season, *faces: int) -> None:
        super().__init__(season, LoadedDice.faces(*faces))
        self.notes: list[EndNote] = []

    @override
    def happen(self, event: Event) -> None:
        if isinstance(event, e.WoundRolled):
            self.notes.append(EndNote(as_sentence(say("{it}.", "{it}.", it=WOUNDS[event.effect]))))
        elif not isinstance(event, TOLD_BY_ACCOUNTS):
            lines = wording(self.season, event, SPECTATOR)
            self.notes += [EndNote(line.says, next(iter(line.rules), "")) for line in lines]
        super().happen(event)


End = Callable[[Foreseen], None]


def ends_tables(season: Season, me: str | None) -> Iterator[EndsTable]:
    """Tables of the viewer: open attacks and requests, battles, or the declaration that is due."""
    player = season.player(me or "")
    if player is None:
        return
    if not refusals(season, o.AnswerRevolt(revolt=True), player.key):
        yield revolt_table(season, player.key)
    if not player.is_active:
        return
    for talk in season.talks:
        if player.key in (talk.attacker, talk.defender):
            yield talk_table(season, talk, player.key)
    for war in season.battles:
        if war.is_open and player.key in war.players:
            sides = (player.key, war.opponent(player.key))
            rows = battle_rows(season, sides, lambda _course: None, war.key)
            yield EndsTable(battle_title(season, war), sides, with_present(season, sides, *rows))
    if not season.talks and next_to_declare(season) == player.key:
        yield from declaration_tables(season, player)


def declaration_tables(season: Season, player: Player) -> Iterator[EndsTable]:
    """Ends of each attack, request and hunt that the player may declare now."""
    me = player.key
    for other in season.by_joining:
        sides, who = (me, other.key), title_of(season, other.key)
        if other.is_active and not refusals(season, o.Attack(other.key), me):
            rows = attack_rows(season, me, other.key)
            title = say("Attack {who:the}", "Atacar {who:al}", who=who)
            yield EndsTable(title, sides, with_present(season, sides, *rows))
        if player.class_ == EXPLORER and other.class_ == NATIVE:
            asked = o.AskPassage(other.key)
            if not refusals(season, asked, me):
                title = say("Ask {who:the} for passage", "Pedir paso {who:al}", who=who)
                rows = passage_rows(season, me, asked)
                yield EndsTable(title, sides, with_present(season, sides, *rows))
    if player.class_ == EXPLORER and not refusals(season, o.Hunt(), me):
        title = say("Hunt this turn", "Cazar este turno")
        yield EndsTable(title, (me,), with_present(season, (me,), *hunt_rows(season, me)))


def revolt_table(season: Season, me: str) -> EndsTable:
    """Return of a conquered people to the campaign, or none."""

    def answer(*, revolt: bool) -> End:
        return lambda course: answer_revolt(course, me, o.AnswerRevolt(revolt))

    rows = (
        end_row(season, (me,), REVOLT, answer(revolt=True)),
        end_row(season, (me,), STAY, answer(revolt=False)),
    )
    return EndsTable(say("Revolt", "Sublevación"), (me,), with_present(season, (me,), *rows))


def talk_table(season: Season, talk: Talk, me: str) -> EndsTable:
    """Ends of an open attack or request: the terms on offer, as far as known, and refusal."""
    other = talk.attacker if me == talk.defender else talk.defender
    sides = (me, other)
    rows = [*terms_rows(season, talk, sides)]
    if talk.is_attack:
        rows += battle_rows(season, sides, lambda course: list_battle(course, talk))
    else:
        rows.append(
            end_row(season, sides, REFUSED, lambda c: refuse_terms(c, talk.defender, talk.attacker))
        )
    return EndsTable(talk_heading(season, talk), sides, with_present(season, sides, *rows))


def terms_rows(season: Season, talk: Talk, sides: tuple[str, str]) -> Iterator[EndRow]:
    """End by the terms on offer; none while they are unknown or cannot be kept."""
    if talk.terms is None:
        return
    by = talk.terms.by
    answerer = talk.defender if by == talk.attacker else talk.attacker
    if any(accept_refused(season, answerer, by)):
        return
    if not talk.is_attack:
        label = ACCEPTED
    elif by == sides[0]:
        label = say("Your terms", "Tus condiciones")
    else:
        who = title_of(season, by)
        label = say("Terms of {who:the}", "Condiciones {who:del}", who=who)
    yield end_row(season, sides, label, lambda course: accept_terms(course, answerer, by))


def attack_rows(season: Season, me: str, other: str) -> list[EndRow]:
    """Ends of a battle after an attack that is not declared yet."""
    return battle_rows(season, (me, other), lambda course: list_battle(course, Talk(me, other)))


def list_battle(course: Foreseen, talk: Talk) -> None:
    """Put the battle of an attack on the list, as resistance does."""
    key = next_battle_key(course.season)
    course.happen(e.BattleListed(key, talk.attacker, talk.defender))


def battle_rows(
    season: Season, sides: tuple[str, str], begin: End, battle: str = ""
) -> list[EndRow]:
    """Victory, defeat and no decision of a battle, which `begin` lists if it is not open yet."""

    def end(label: Say, winner: str | None) -> EndRow:
        def follow(course: Foreseen) -> None:
            begin(course)
            settle(course, battle or course.season.battles[-1].key, winner, ())

        return end_row(season, sides, label, follow)

    return [end(VICTORY, sides[0]), end(DEFEAT, sides[1]), end(NO_DECISION, None)]


def defeat_words(season: Season, battle: str, me: str) -> Iterator[Say]:
    """Consequences of a defeat in an open battle: both accounts, then all that the rules settle."""
    war = season.battle(battle)
    if war is None or war.status != READY:
        return
    sides = (me, war.opponent(me))
    _, defeat, _ = battle_rows(season, sides, lambda _course: None, battle)
    yield say(
        "In the campaign this is a defeat against {who:the}.",
        "En la campaña cuenta como una derrota ante {who:el}.",
        who=title_of(season, sides[1]),
    )
    changed = [
        account_words(title_of(season, side), now, then)
        for side, now, then in zip(sides, accounts_of(season, sides), defeat.accounts, strict=True)
        if now != then
    ]
    yield from changed or [say("No hongo changes hands.", "Ningún hongo cambia de manos.")]
    yield from (note.says for note in defeat.notes)


def account_words(who: Say, now: int | None, then: int | None) -> Say:
    """Account of a player after an end, beside the present one."""
    return say(
        "{who:The} {who:has|have} {now:hongo+s} now and {then} afterwards.",
        "{who:El} {who:tiene|tienen} ahora {now:hongo+s} y después {then}.",
        who=who,
        now=now or 0,
        then=then or 0,
    )


def passage_rows(season: Season, me: str, asked: o.AskPassage) -> list[EndRow]:
    """Passage that is granted without payment, and passage that is refused."""

    def granted(course: Foreseen) -> None:
        declare(course, me, asked)
        accept_terms(course, asked.target, me)

    def refused(course: Foreseen) -> None:
        declare(course, me, asked)
        refuse_terms(course, asked.target, me)

    sides = (me, asked.target)
    return [end_row(season, sides, PASSAGE, granted), end_row(season, sides, NO_PASSAGE, refused)]


def hunt_rows(season: Season, me: str) -> list[EndRow]:
    """Results of the hunting die, and of the second die for a wound; equal ones share a row."""
    found: dict[tuple[int, tuple[int | None, ...], str], tuple[EndRow, list[int]]] = {}
    for faces in fallen_dice(season, me):
        row = end_row(season, (me,), NOW, lambda course: roll_hunt(course, me), *faces)
        first = faces[0] if faces[1:] else 0
        key = (first, row.accounts, " ".join(str(note.says) for note in row.notes))
        found.setdefault(key, (row, []))[1].append(faces[-1])
    return [
        EndRow(die_words(first, faces), row.accounts, row.notes)
        for (first, _, _), (row, faces) in found.items()
    ]


def fallen_dice(season: Season, me: str) -> Iterator[tuple[int, ...]]:
    """Faces of the hunting die, with those of the second die where the rules roll one."""
    for face in FACES:
        try:
            roll_hunt(Foreseen(season, face), me)
        except UnexpectedRoll:
            yield from ((face, second) for second in FACES)
        else:
            yield (face,)


def die_words(first: int, faces: list[int]) -> Say:
    """Faces of a row: of the only die, or of the second die after the first one."""
    shown = either_of(faces)
    if not first:
        return say("Die: {faces}", "Dado: {faces}", faces=shown)
    return say(
        "Die: {first}, then {faces}", "Dado: {first} y luego {faces}", first=first, faces=shown
    )


def either_of(faces: list[int]) -> Say:
    """Faces in a row, such as "4-6"."""
    if len(faces) == 1:
        return say("{one}", "{one}", one=faces[0])
    return say("{one}\u2013{last}", "{one}\u2013{last}", one=faces[0], last=faces[-1])


# ----------------------------------------------------------------------------- rows
def with_present(season: Season, sides: tuple[str, ...], *rows: EndRow) -> tuple[EndRow, ...]:
    """Rows after the row of the present accounts."""
    return (EndRow(NOW, accounts_of(season, sides)), *rows)


def end_row(season: Season, sides: tuple[str, ...], label: Say, end: End, *faces: int) -> EndRow:
    """Accounts and consequences after an end, as the rules settle it."""
    course = Foreseen(season, *faces)
    end(course)
    notes = (*course.notes, *change_notes(season, course.season, sides))
    return EndRow(label, accounts_of(course.season, sides), notes)


def accounts_of(season: Season, sides: tuple[str, ...]) -> tuple[int | None, ...]:
    return tuple(season.players[side].hongos for side in sides)


def change_notes(before: Season, after: Season, sides: tuple[str, ...]) -> Iterator[EndNote]:
    """Points that a side gains or loses, and the viewer's way to a promotion."""
    for side in sides:
        now, then = before.players[side], after.players[side]
        if then.is_active:
            yield from bonus_notes(before, after, now, then)
    yield from promotion_notes(before.players[sides[0]], after.players[sides[0]])


def bonus_notes(before: Season, after: Season, now: Player, then: Player) -> Iterator[EndNote]:
    """Bonuses of a player that the end changes."""
    changed = zip(bonuses_of(now, before.year), bonuses_of(then, after.year), strict=True)
    for (rule, percent), (_, later) in changed:
        if later == percent:
            continue
        says = say(
            "{who:The} then {who:fights|fight} with {n}% more points.",
            "{who:El} {who:combate|combaten} después con un {n} % más de puntos.",
            who=title_of(after, then.key),
            n=later,
        )
        yield EndNote(says, rule)


def promotion_notes(now: Player, then: Player) -> Iterator[EndNote]:
    """Achievements for a promotion that the end adds."""
    if now.promotions:
        return
    for row in PROMOTIONS:
        if now.list not in row["from"] or not then.is_active:
            continue
        list_ = row["to"]["list"]
        key = rows_to(now, list_)[0]["id"]
        if key not in TALLIES or TALLIES[key](then).total == TALLIES[key](now).total:
            continue
        tally = TALLIES[key](then)
        says = say(
            "Promotion to {list}: {n} of {need}.",
            "Ascenso a {list}: {n} de {need}.",
            list=lists.list_name(list_),
            n=tally.total,
            need=int(needs_of(key).get("total", 0)),
        )
        yield EndNote(says, tally.reasons[0].rule)
