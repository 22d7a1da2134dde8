"""Chronology and beginning (page 37): calendar, joining, leaving, names and gifts."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.course import Course
from app.games.heart_of_africa.campaign.orders import Give, Join
from app.games.heart_of_africa.campaign.seats import not_active
from app.games.heart_of_africa.campaign.state import (
    ACTIVE,
    BETWEEN,
    COLONIAL,
    CONQUERED,
    LEFT,
    NATIVE,
    REFEREE,
    VOID,
    Entry,
    Player,
    Season,
)
from app.games.heart_of_africa.campaign.tables import CALENDAR, HONGOS, PEOPLES
from app.kernel.free_text import is_visible
from app.kernel.refusal import Refusal, no

LONGEST_NAME = 40  # characters of the name of a people
LEAST_PLAYERS = 3  # active players before the first turn
LATEST_YEAR = 1999  # a campaign may run past the period of the rules


def territories(season: Season) -> tuple[str, ...]:
    """HOA-CMP-02: There is one territory for each active native player; no map is needed."""
    return tuple(one.key for one in season.active(NATIVE))


def next_turn(season: Season) -> tuple[int, int, int]:
    """HOA-CMP-03: Number, year and half of the next turn. Two turns of six months are a year."""
    if season.half < CALENDAR["turns_per_year"]:
        return season.turn + 1, season.year, season.half + 1
    return season.turn + 1, season.year + 1, CALENDAR["start_half"]


def entry_turn(season: Season) -> tuple[int, int, int]:
    """Number, year and half of the turn in which an entry takes effect: the next one to begin."""
    if season.step == BETWEEN:
        return season.turn, season.year, season.half
    return next_turn(season)


def years_refused(first: int, last: int) -> Iterator[Refusal | None]:
    """Refusals of a first year outside the period, and of a last year before it."""
    yield first_year_refused(first)
    if not first <= last <= LATEST_YEAR:
        yield no(
            "HOA-CMP-03",
            "The last year is a year from {first} to {latest}, not {last}.",
            "El último año va de {first} a {latest}, no {last}.",
            first=first,
            latest=LATEST_YEAR,
            last=last,
        )


def first_year_refused(year: int) -> Refusal | None:
    """Refusal of a first year outside the period of the rules."""
    first, last = CALENDAR["first_year"], CALENDAR["last_year"]
    if first <= year <= last:
        return None
    return no(
        "HOA-CMP-03",
        "A campaign begins in a year from {first} to {last}, not in {year}.",
        "Una campaña empieza en un año de {first} a {last}, no en {year}.",
        first=first,
        last=last,
        year=year,
    )


# ----------------------------------------------------------------------------- joining
def class_of(list_: str, chosen: str | None) -> str:
    """HOA-CMP-26: Class of a list: native, explorer or colonial. Egyptians choose theirs."""
    printed: str = lists.LISTS[list_]["campaign_class"]
    return printed if printed != "choice" else chosen or NATIVE


def class_refused(list_: str, chosen: str | None) -> Refusal | None:
    """HOA-CMP-08: Egyptians choose their class, native or colonial, on joining; others have one."""
    printed = lists.LISTS[list_]["campaign_class"]
    if printed == "choice":
        if chosen in (NATIVE, COLONIAL):
            return None
        return no(
            "HOA-CMP-08",
            "Egyptians join either as a native or as a Colonial player.",
            "Los egipcios entran como jugador nativo o como jugador colonial.",
        )
    if chosen in (None, printed):
        return None
    return no(
        "HOA-CMP-08",
        "{list} has a class of its own; only Egyptians choose.",
        "«{list}» tiene su propia clase; solo los egipcios eligen.",
        list=lists.list_name(list_),
    )


def army_refused(list_: str, nation: str, chosen: str | None, year: int) -> Iterator[Refusal]:
    """HOA-CMP-04: List and nation are fixed on joining and must be open in that year."""
    standing = lists.Standing(list_, nation, year, campaign_class=chosen)
    unknown = lists.declaration_refusal(standing)
    if unknown is not None:
        yield unknown
        return
    wrong_class = class_refused(list_, chosen)
    if wrong_class is not None:
        yield wrong_class
    yield from lists.available(standing)


def available_refused(list_: str, year: int) -> tuple[Refusal, ...]:
    """Refusals of a list in a year, if none of its nations is open."""
    each = [
        tuple(lists.available(lists.Standing(list_, nation, year)))
        for nation in lists.NATIONS[list_]
    ]
    return min(each, key=len)


def starting_hongos(class_: str) -> int | None:
    """HOA-CMP-05: Hongos at the beginning: 5, or no account for Colonial Expeditions."""
    start = HONGOS["start"][class_]
    return None if start == "none" else int(start)


def clean_name(people: str) -> str:
    """Name of a people with single spaces, in the composed form of Unicode."""
    return " ".join(unicodedata.normalize("NFC", people).split())


def same_name(people: str) -> str:
    """Form of a name in which capitals, spaces and compatible letters make no difference."""
    return unicodedata.normalize("NFKC", clean_name(people)).casefold()


def names_taken(season: Season, but: str = "") -> set[str]:
    """Names of the peoples of a campaign and of the entries that wait, except the seat `but`."""
    names = [one.people for one in season.players.values()]
    names += [one.people for one in season.queue if one.seat != but]
    return {same_name(name) for name in names}


def name_refused(season: Season, people: str, seat: str = "") -> Refusal | None:
    """HOA-CMP-15: The name of a people is unique in its campaign; entries that wait have theirs."""
    if len(people) > LONGEST_NAME:
        return no(
            "HOA-CMP-15",
            "A name has at most {most} letters.",
            "Un nombre tiene como mucho {most} letras.",
            most=LONGEST_NAME,
        )
    if not clean_name(people) or not is_visible(clean_name(people)):
        return no(
            "HOA-CMP-15",
            "A name consists of visible letters only.",
            "Un nombre solo lleva letras visibles.",
        )
    if same_name(people) not in names_taken(season, seat):
        return None
    return no(
        "HOA-CMP-15",
        "“{name}” is taken in this campaign.",
        "«{name}» ya existe en esta campaña.",
        name=clean_name(people),
    )


def free_names(season: Season) -> list[str]:
    """Printed names of peoples that no player of the campaign and no entry has."""
    taken = names_taken(season)
    return [row["name"] for row in PEOPLES if same_name(row["name"]) not in taken]


def entry_refused(season: Season, seat: str, order: Join) -> Iterator[Refusal]:
    """HOA-CMP-07: Players join at any time with effect between turns, and each once.

    They leave at any time. The army must be open in the turn in which the entry takes effect.
    """
    if seat == REFEREE:
        yield no(
            "HOA-CMP-07",
            "The referee's seat has no army.",
            "El puesto de árbitro no tiene ejército.",
        )
    if seat in season.players:
        yield no(
            "HOA-CMP-07",
            "You have joined this campaign already.",
            "Ya has entrado en esta campaña.",
        )
    _, year, _ = entry_turn(season)
    yield from army_refused(order.list, order.nation, order.class_, year)
    if order.people:
        taken = name_refused(season, order.people, seat)
        if taken is not None:
            yield taken


def too_few_refused(season: Season) -> Refusal | None:
    """Refusal of a first turn with too few players."""
    players = sum(one.status in (ACTIVE, CONQUERED) for one in season.players.values())
    if not season.is_gathering or players >= LEAST_PLAYERS:
        return None
    return no(
        "HOA-CMP-07",
        "The first turn needs at least {least} players; {n:player+s} {n:has|have} joined.",
        "El primer turno necesita al menos {least} jugadores; {n:ha|han} entrado {n:jugador+es}.",
        least=LEAST_PLAYERS,
        n=players,
    )


def join(course: Course, seat: str, order: Join) -> None:
    """Enter the player between turns; during a turn the entry waits for its end."""
    if course.season.step == BETWEEN:
        enter(course, seat, order)
    else:
        entry = Entry(seat, order.list, order.nation, order.class_, clean_name(order.people))
        course.happen(e.EntryQueued(entry))


def admit_queued(course: Course) -> None:
    """Enter the players whose entries wait. An entry that is refused now is dropped."""
    for entry in course.season.queue:
        order = Join(entry.list, entry.nation, entry.class_, entry.people)
        refused = next(entry_refused(course.season, entry.seat, order), None)
        if refused is None:
            enter(course, entry.seat, order)
        else:
            course.happen(e.EntryDropped(entry.seat, refused.rule))


def enter(course: Course, seat: str, order: Join) -> None:
    """Enter the player, with the hongos of the class. Without a name, one is drawn."""
    season = course.season
    people = clean_name(order.people)
    free = free_names(season)
    class_ = class_of(order.list, order.class_)
    if not people and class_ == NATIVE and free:
        people = free[course.dice.roll(len(free), "name", seat) - 1]
    joined = 1 + max((one.joined for one in season.players.values()), default=0)
    start = starting_hongos(class_)
    player = Player(
        seat,
        order.list,
        order.nation,
        class_,
        people,
        hongos=None if start is None else 0,
        joined=joined,
    )
    course.happen(e.Joined(player))
    course.post("", seat, start or 0, "joined", "HOA-CMP-05")


def remove(course: Course, gone: str, status: str, rule: str) -> None:
    """Take a player out: subjects are released and open battles are void."""
    for people in course.player(gone).districts:
        course.happen(e.Released(people))
    course.happen(e.Departed(gone, status, rule))
    void_battles_of(course, gone, rule)


def void_battles_of(course: Course, gone: str, rule: str) -> None:
    """Open battles of a player who is not active any more are void."""
    for war in course.season.battles:
        if war.is_open and gone in war.players:
            course.happen(e.BattleClosed(war.key, VOID, rule=rule))


def leave(course: Course, seat: str) -> None:
    """Remove a player who leaves. The player's hongos disappear."""
    left = course.player(seat).hongos or 0
    course.post(seat, "", left, "left", "HOA-CMP-07")
    remove(course, seat, LEFT, "HOA-CMP-07")


# ----------------------------------------------------------------------------- gifts
def gift_refused(season: Season, giver: str, order: Give) -> Iterator[Refusal]:
    """HOA-CMP-06: Hongos may be given. A native keeps one; a Colonial receives none."""
    receiver = season.player(order.to)
    if order.to == giver or receiver is None or not receiver.is_active:
        yield no(
            "HOA-CMP-06",
            "A gift goes to another active player.",
            "Un regalo se hace a otro jugador activo.",
        )
        return
    yield from payment_refused(season, giver, order.to, order.hongos)
    if order.hongos < 1:
        yield no(
            "HOA-CMP-06", "A gift is at least 1 hongo.", "Un regalo es de 1 hongo como mínimo."
        )


def payment_refused(season: Season, payer: str, receiver: str, hongos: int) -> Iterator[Refusal]:
    """Refusals of a payment by gift or agreement (HOA-CMP-06). A native payer keeps at least one
    hongo. A Colonial Expedition neither pays nor receives.
    """
    idle = not_active(season.player(payer)) or not_active(season.player(receiver))
    if idle is not None:
        yield idle
        return
    giver, taker = season.players[payer], season.players[receiver]
    if hongos < 0:
        yield no(
            "HOA-CMP-06",
            "A payment is a number from 0 up, not {hongos}.",
            "Un pago es un número desde 0, no {hongos}.",
            hongos=hongos,
        )
    if hongos > 0 and taker.class_ == COLONIAL:
        yield no(
            "HOA-CMP-06",
            "Colonial Expeditions hold no hongos and receive none.",
            "Las expediciones coloniales no tienen hongos ni los reciben.",
        )
    if hongos > 0 and giver.class_ == COLONIAL:
        yield no(
            "HOA-CMP-06",
            "Colonial Expeditions hold no hongos and pay none.",
            "Las expediciones coloniales no tienen hongos ni los pagan.",
        )
        return
    least = HONGOS["voluntary_transfer"]["giver_keeps_at_least"].get(giver.class_, 0)
    have = giver.hongos or 0
    if hongos > 0 and have - hongos < least:
        yield no(
            "HOA-CMP-06",
            "{have:hongo+s}; at least {least} must be left after paying {hongos}.",
            "Tiene {have:hongo+s}; tras pagar {hongos} debe quedar al menos {least}.",
            have=have,
            least=least,
            hongos=hongos,
        )


def pay_by_consent(course: Course, payer: str, receiver: str, hongos: int, cause: str) -> None:
    """Post a payment that both players agreed to."""
    course.post(
        payer,
        receiver,
        hongos,
        cause,
        "HOA-CMP-06" if cause == "gift" else "HOA-CMP-19",
        counts_for_list=course.player(payer).list_beaten,
    )
