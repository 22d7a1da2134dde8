"""Sequence of a campaign turn: steps by the server, and decisions owed."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign import subjects
from app.games.heart_of_africa.campaign.battles import earlier_battle, make_ready
from app.games.heart_of_africa.campaign.conquest import may_answer_revolt
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.deadlines import ANSWER, ARM, CONFIRM, DECLARE, PLAY
from app.games.heart_of_africa.campaign.declaring import next_to_declare
from app.games.heart_of_africa.campaign.defaults import answer_by_default
from app.games.heart_of_africa.campaign.joining import (
    LEAST_PLAYERS,
    admit_queued,
    next_turn,
    too_few_refused,
)
from app.games.heart_of_africa.campaign.meetings import (
    all_answered,
    roll_meetings,
    settle_meetings,
)
from app.games.heart_of_africa.campaign.names import battle_title, title_of
from app.games.heart_of_africa.campaign.precedence import set_precedence
from app.games.heart_of_africa.campaign.promotions import keeping_refused
from app.games.heart_of_africa.campaign.state import (
    BATTLES,
    BETWEEN,
    BOT_PLAYS,
    CLOSING,
    DECLARING,
    MEETINGS,
    ORDER,
    READY,
    REFEREE,
    UNDECIDED,
    WAITING,
    Season,
    Talk,
    War,
)
from app.games.heart_of_africa.campaign.succession import open_requests
from app.kernel.offers import Decision
from app.kernel.say import Say, say

ARM_SILENCE = say(
    "your default roster if the battle allows it, otherwise the referee decides",
    "tu ejército por defecto si la batalla lo admite; si no, decide el árbitro",
)


def begin_step(course: Course, step: str) -> None:
    """Go to a step of the same turn."""
    season = course.season
    course.happen(e.StepBegan(season.turn, season.year, season.half, step))


def open_turn(course: Course) -> None:
    """Begin a turn: roll the meetings of Explorers."""
    begin_step(course, MEETINGS)
    roll_meetings(course)


def close_turn(course: Course) -> None:
    """Move the calendar to the next turn, and enter the players who have joined meanwhile."""
    course.happen(e.StepBegan(*next_turn(course.season), BETWEEN))
    admit_queued(course)


def advance(course: Course) -> None:
    """Do everything that needs no player, until a decision is owed."""
    while not course.season.is_closed and go_on(course):
        pass


def go_on(course: Course) -> bool:
    """Take one step by the server; return false if a player or the referee must act first."""
    season = course.season
    match season.step:
        case "meetings" if not season.meetings:
            begin_step(course, ORDER)
        case "meetings" if all_answered(season):
            settle_meetings(course)
        case "order":
            set_precedence(course)
            begin_step(course, DECLARING)
        case "declaring" if not season.talks and next_to_declare(season) is None:
            begin_step(course, BATTLES)
        case "battles":
            return go_on_with_battles(course)
        case "closing":
            close_turn(course)
        case _:
            return False
    return True


def go_on_with_battles(course: Course) -> bool:
    """Make the next battle ready, or end the step if nothing is owed."""
    season = course.season
    for war in season.battles:
        if war.status == WAITING and earlier_battle(season, war) is None:
            make_ready(course, war.key)
            return True
    if any(war.is_open for war in season.battles) or season.takings or season.revolts:
        return False
    begin_step(course, CLOSING)
    return True


# ----------------------------------------------------------------------------- end of a step
def finish_step(course: Course) -> None:
    """Carry the campaign to the end of its step with default answers; raises `ValueError` if a
    battle would have to be fought.
    """
    season = course.season
    match season.step:
        case "between_turns":
            open_turn(course)
        case "order":
            if not season.order:
                set_precedence(course)
            begin_step(course, DECLARING)
        case "closing":
            close_turn(course)
        case "battles" if any(war.is_open for war in season.battles):
            raise ValueError("a battle of this turn is not over")
        case step:
            owing = [one.seat for one in decisions(course.season) if one.seat != REFEREE]
            while any(answer_by_default(course, seat) for seat in owing):
                owing = [one.seat for one in decisions(course.season) if one.seat != REFEREE]
            begin_step(course, {MEETINGS: ORDER, DECLARING: BATTLES, BATTLES: CLOSING}[step])


# ----------------------------------------------------------------------------- decisions owed
def decisions(season: Season) -> tuple[Decision, ...]:
    """Decisions owed now, by player; the referee owes the rest."""
    if season.is_closed:
        return ()
    if season.step == BETWEEN:
        return between_decisions(season)
    return (*player_decisions(season), *gift_decisions(season))


def between_decisions(season: Season) -> tuple[Decision, ...]:
    """Entries, promotions, returns and gifts; then the referee opens the turn.

    Players who do not enter hold up turn 1 only.
    """
    entries = tuple(owe_entry(side) for side in season.seats.values() if side_is_free(season, side))
    asked = (*promotion_decisions(season), *gift_decisions(season))
    if asked or (entries and season.turn == 1):
        return (*entries, *asked)
    opening = owe(REFEREE, BETWEEN, opening_words(season), "HOA-CMP-03")
    return (*entries, *succession_decisions(season), opening)


def succession_decisions(season: Season) -> Iterator[Decision]:
    """Requests to become Mahdists, for the referee. They hold up nothing else."""
    for player in open_requests(season):
        words = say(
            "Decide whether {who:the} become Mahdists",
            "Decide si {who:el} {who:se convierte en mahdista|se convierten en mahdistas}",
            who=title_of(season, player),
        )
        yield owe(REFEREE, BETWEEN, words, "HOA-LST-53")


def opening_words(season: Season) -> Say:
    """Words of the referee's decision to open a turn."""
    if too_few_refused(season) is None:
        return say("Open the turn", "Abre el turno")
    return say(
        "Open the first turn as soon as {least} players have joined",
        "Abre el primer turno en cuanto hayan entrado {least} jugadores",
        least=LEAST_PLAYERS,
    )


def promotion_decisions(season: Season) -> Iterator[Decision]:
    """Players with an open promotion, and peoples without a master."""
    for player in season.by_joining:
        if player.is_active and not list(keeping_refused(season, player)):
            words = say(
                "Claim a promotion, or keep your army", "Pide un ascenso o conserva tu ejército"
            )
            yield owe(
                player.key, BETWEEN, words, "HOA-CMP-09", "promotion", ANSWER, subjects.PROMOTION
            )
        elif player.key not in season.kept and may_answer_revolt(season, player.key):
            words = say("Return to the campaign, or stay out", "Vuelve a la campaña o sigue fuera")
            yield owe(player.key, BETWEEN, words, "HOA-CMP-47", "revolt", ANSWER, subjects.REVOLT)


def gift_decisions(season: Season) -> Iterator[Decision]:
    """Gifts that wait for an answer. They hold up nothing else."""
    for giver, receiver, hongos in season.gifts:
        words = say("Answer the gift of {n:hongo+s}", "Responde al regalo de {n:hongo+s}", n=hongos)
        about = subjects.gift_from(giver)
        yield owe(receiver, season.step, words, "HOA-CMP-06", "gift", ANSWER, about)


def side_is_free(season: Season, side: str) -> bool:
    """True for the side of a seat that has not joined yet."""
    return side not in season.players and side != REFEREE and season.entry_of(side) is None


def owe_entry(side: str) -> Decision:
    """Decision of a player who has not chosen an army yet."""
    return owe(side, BETWEEN, say("Choose your army", "Elige tu ejército"), "HOA-CMP-04")


def owe(
    player: str,
    step: str,
    says: Say,
    rule: str,
    topic: str = "",
    deadline: str = "",
    subject: str = "",
) -> Decision:
    """Decision of a player in a step of the turn, with its `subject` and the key of its
    deadline.
    """
    return Decision(player, step, says, rule=rule, topic=topic, deadline=deadline, subject=subject)


def player_decisions(season: Season) -> Iterator[Decision]:
    """Decisions that players owe, in the order of the turn."""
    for meeting in season.meetings:
        for player in meeting.players:
            if player not in meeting.answers:
                words = say("Greet the rival, or fight?", "¿Saludas al rival o combates?")
                yield owe(
                    player,
                    MEETINGS,
                    words,
                    "HOA-CMP-35",
                    "meet",
                    ANSWER,
                    subjects.meeting_of(meeting),
                )
    for talk in season.talks:
        words, about = answer_words(talk), subjects.talk_of(talk)
        yield owe(talk.answerer, DECLARING, words, "HOA-CMP-19", "answer", ANSWER, about)
    due = next_to_declare(season)
    if due is not None and not season.talks:
        words = say("Make your declaration", "Haz tu declaración")
        yield owe(due, DECLARING, words, "HOA-CMP-18", "declare", DECLARE, subjects.DECLARATION)
    yield from battle_decisions(season)


def answer_words(talk: Talk) -> Say:
    """Words of an answer to an attack, to terms or to a request."""
    if talk.answerer == talk.attacker:
        return say("Answer the terms", "Responde a las condiciones")
    if talk.is_attack:
        return say("Answer the attack", "Responde al ataque")
    return say("Answer the request for passage", "Responde a la petición de paso")


def battle_decisions(season: Season) -> Iterator[Decision]:
    """Decisions about battles, then about districts and revolts."""
    for war in season.battles:
        if war.status != READY:
            continue
        if not war.chosen:
            words = say("Choose the ground of the battle", "Elige el terreno de la batalla")
            about = subjects.ground_of(war)
            yield owe(war.defender, BATTLES, words, "HOA-CMP-53", "ground", ARM, about)
        elif war.entered is None:
            if war.awaits_armies:
                yield from army_decisions(war)
            else:
                yield from play_decisions(season, war)
        elif war.entered.disputed:
            yield dispute_decision(season, war)
        else:
            words = say("Confirm the result", "Confirma el resultado")
            opponent = war.opponent(war.entered.by)
            about = subjects.result_of(war)
            yield owe(opponent, BATTLES, words, "HOA-CMP-23", deadline=CONFIRM, subject=about)
    yield from conquest_decisions(season)


def dispute_decision(season: Season, war: War) -> Decision:
    """Decision of a disputed result; each battle has its own one."""
    return Decision(
        REFEREE,
        BATTLES,
        say("Decide the disputed result", "Decide el resultado discutido"),
        rule="HOA-CMP-05",
        about=battle_title(season, war),
        is_dispute=True,
    )


def army_decisions(war: War) -> Iterator[Decision]:
    """Army that each player of a battle still has to bring, by the deadline *arm*."""
    words = say(
        "Choose your army for the battle, or enter its result",
        "Elige tu ejército para la batalla o anota el resultado",
    )
    for player in filter(war.awaits_army, war.players):
        yield Decision(
            player,
            BATTLES,
            words,
            rule="HOA-CMP-58",
            battle=war.key,
            deadline=ARM,
            army=True,
            subject=subjects.army_of(war),
            silence=ARM_SILENCE,
        )


def play_decisions(season: Season, war: War) -> Iterator[Decision]:
    """Battle that both players have to fight."""
    silence = silence_of_fight(season, war)
    words = say("Fight the battle and enter its result", "Jugad la batalla y anotad el resultado")
    for player in war.players:
        yield Decision(
            player,
            BATTLES,
            words,
            rule="HOA-CMP-23",
            battle=war.key,
            deadline=PLAY,
            subject=subjects.fight_of(war),
            silence=silence,
        )


def silence_of_fight(season: Season, war: War) -> Say:
    """Consequence of the end of *play*, by the option of the campaign."""
    if war.is_on_table and BOT_PLAYS in season.options:
        return say("a bot plays on", "sigue un bot")
    if UNDECIDED in season.options:
        return say("no decision", "sin decisión")
    return say("the referee decides", "decide el árbitro")


def conquest_decisions(season: Season) -> Iterator[Decision]:
    """Districts and revolts after a battle."""
    for taking in season.takings:
        about = subjects.district_of(taking)
        words = say("Take a district, or none", "Quédate con un distrito, o con ninguno")
        yield owe(taking.winner, BATTLES, words, "HOA-CMP-46", "district", ANSWER, about)
    held = {people for taking in season.takings for people in taking.districts}
    for people in season.revolts:
        if people not in held:
            words = say("Revolt, or remain a subject?", "¿Te sublevas o sigues sometido?")
            yield owe(people, BATTLES, words, "HOA-CMP-44", "revolt", ANSWER, subjects.REVOLT)
