"""Pages of a contest to read, built from a view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from app.games.contests.army_lists import list_refused
from app.games.contests.battle_pages import battle_page
from app.games.contests.battle_terms import (
    roles_of_round,
    scenario_of_round,
    scenario_title,
)
from app.games.contests.brackets import bracket_columns
from app.games.contests.challenge_round import takes_challenges
from app.games.contests.entries import entry_is_late, free_places, has_payments
from app.games.contests.entry_conditions import conditions_words
from app.games.contests.fog import View
from app.games.contests.ladder_page import ladder_page
from app.games.contests.names import (
    STATES,
    STRUCK,
    entrant_title,
    moment_title,
    pairing_title,
    round_title,
    title_of,
)
from app.games.contests.pairing_reasons import reason_of, relaxed_words
from app.games.contests.pairing_words import state_of
from app.games.contests.place_pages import (
    UNIT,
    Own,
    cross_rows,
    group_pages,
    place_rows,
    standings_tables,
)
from app.games.contests.seasons import has_next_season, next_season
from app.games.contests.sequence import PLAY
from app.games.contests.setup_words import LATE_TITLES, settings_words
from app.games.contests.standings import (
    counted_entrants,
    pairings_by_entrant,
    places_of,
    points_of_entrants,
)
from app.games.contests.state import (
    REFEREE,
    Contest,
    Entrant,
    Fault,
    Pairing,
    seat_of,
)
from app.games.contests.team_lists import entrant_of_list, keys_on_page, knows_list
from app.games.contests.team_pages import list_facts, list_state, player_pages, player_rows
from app.games.contests.teams import teams_to_join
from app.games.contests.tiebreaks import Place
from app.kernel.contest_pages import (
    ChallengeRound,
    ChallengeRow,
    ContestPages,
    EntrantRow,
    ListRow,
    PairingRow,
    RoundTable,
)
from app.kernel.contract import Game
from app.kernel.reading_pages import (
    ReadingPages,
    SidePage,
)
from app.kernel.say import Say, say


def reading_pages(games: Mapping[str, Game], view: View) -> ReadingPages:
    """All pages for the viewer."""
    contest = view.contest
    places, own = places_of(contest), pairings_by_entrant(contest)
    points = points_of_entrants(contest)
    return ReadingPages(
        moment_title(contest),
        UNIT,
        tuple(standings_tables(contest, places, own)),
        (),
        (
            *(side_page(contest, one, points[one.key], own) for one in contest.by_entry),
            *player_pages(contest),
            *struck_pages(contest),
        ),
        tuple(battle_page(games, view, one) for one in contest.battles() if not one.is_bye),
        contest=contest_pages(games, view, places, own),
    )


def struck_pages(contest: Contest) -> Iterator[SidePage]:
    """Pages of seats in published battles whose entry a correction has struck."""
    battles = (*contest.pairings, *contest.battles())
    keys = dict.fromkeys(key for one in battles for key in one.entrants)
    for key in keys:
        if contest.entrant(key) is None and contest.team_of(key) is None:
            state = say("entry struck by a correction", "inscripción anulada por una corrección")
            yield SidePage(key, title_of(contest, key), STRUCK, state, False, 0)


def contest_pages(
    games: Mapping[str, Game], view: View, places: Sequence[Place], own: Own
) -> ContestPages:
    """Rounds, places, cross table, bracket and entrants."""
    contest, settings = view.contest, view.contest.settings
    return ContestPages(
        tuple(round_tables(games, contest)),
        tuple(place_rows(contest, places, own)),
        tuple(cross_rows(contest, places, own))
        if contest.rules.has_cross_table and not contest.groups
        else (),
        tuple(bracket_columns(contest)) if contest.has_bracket and contest.lots else (),
        tuple(entrant_row(view, one) for one in contest.by_entry),
        tuple(settings_words(contest.form, contest.settings, games)),
        free_places(contest),
        contest.has_begun,
        tuple(list_rows(view)) if settings.needs_lists else (),
        settings.box if settings.needs_lists else "",
        contest.are_lists_open,
        ladder=ladder_page(contest) if contest.rules.has_rungs and contest.round else None,
        may_enter=may_enter(contest),
        is_open_form=contest.rules.is_open,
        conditions=tuple(conditions_words(settings.conditions)),
        groups=tuple(group_pages(contest, own)),
        earlier=settings.earlier,
        returning=next_season(contest),
        has_next_season=has_next_season(contest),
        is_before_bracket=contest.rules.has_groups and not contest.has_bracket,
        challenge_round=challenge_round_of(contest),
        team_size=settings.team_size,
        waiting=tuple(one.key for one in contest.waiting_list()),
        consequences={PLAY: say("{what}.", "{what}.", what=LATE_TITLES[settings.late])},
    )


def may_enter(contest: Contest) -> bool:
    """True while new entrants may sign up, or players may ask for a place in a team."""
    is_late = entry_is_late(contest) is not None and not teams_to_join(contest)
    return not is_late and not contest.is_closed


def challenge_round_of(contest: Contest) -> ChallengeRound | None:
    """Challenges of the next challenge round; None without one, and once it is published."""
    number = contest.settings.challenge_round
    if contest.round >= number or contest.is_closed:
        return None
    rows = [ChallengeRow(one.by, one.to, True) for one in contest.agreed]
    rows += [ChallengeRow(one.by, one.to, False) for one in contest.challenges]
    return ChallengeRound(number, tuple(rows), takes_challenges(contest))


def list_rows(view: View) -> Iterator[ListRow]:
    """Army lists of all entrants with a place, and those of the waiting list that are known."""
    return (list_row(view, key) for key in keys_on_page(view.contest, view.me))


def list_row(view: View, key: str) -> ListRow:
    """Army list of an entrant or of a player, as far as the viewer may know it."""
    contest, sent = view.contest, view.contest.lists.get(key)
    team, entrant = contest.team_of(key), entrant_of_list(contest, key)
    row = ListRow(
        key,
        title_of(contest, key),
        list_state(contest, key),
        is_missing=sent is None,
        may_send=view.me is not None and list_refused(contest, view.me, key) is None,
        team=team.key if team is not None else "",
        is_waiting=entrant is not None and not entrant.is_playing,
    )
    if sent is None:
        return row
    is_known = contest.are_lists_open or view.me == REFEREE or knows_list(contest, key, view.me)
    return replace(
        row,
        army=sent.army,
        is_legal=(not sent.faults) if is_known else None,
        faults=tuple((fault.rule, fault_words(fault)) for fault in sent.faults),
    )


def fault_words(fault: Fault) -> Say:
    """Fault of a list as a sentence."""
    en, es = (text.replace("{", "{{").replace("}", "}}") for text in (fault.en, fault.es))
    return say(en, es)


# ---------------------------------------------------------------------- rounds
def round_tables(games: Mapping[str, Game], contest: Contest) -> Iterator[RoundTable]:
    """Published rounds, and the draft for organisers."""
    for number in range(1, contest.round + 1):
        pairs = tuple(one for one in contest.pairings if one.round == number)
        yield round_table(games, contest, number, pairs)
    if contest.draft is not None:
        yield round_table(games, contest, contest.round + 1, contest.draft, is_draft=True)


def round_table(
    games: Mapping[str, Game],
    contest: Contest,
    number: int,
    pairs: tuple[Pairing, ...],
    *,
    is_draft: bool = False,
) -> RoundTable:
    """One round."""
    paired = {key for one in pairs for key in one.entrants}
    missing = tuple(
        one.key
        for one in counted_entrants(contest)
        if one.is_playing and one.since <= number and one.key not in paired
    )
    roles = roles_of_round(games, contest.settings, number)
    return RoundTable(
        number,
        round_title(number, contest.form),
        tuple(pairing_row(contest, one, roles) for one in pairs),
        is_draft,
        () if has_no_rests(contest, pairs) else missing,
        round_scenario(games, contest, number),
    )


def has_no_rests(contest: Contest, pairs: tuple[Pairing, ...]) -> bool:
    """True for rounds of a bracket and of an open form, which leave no entrant without a battle."""
    if contest.rules.has_groups:
        return any(one.match for one in pairs)
    return contest.rules.has_bracket or contest.rules.is_open


def round_scenario(games: Mapping[str, Game], contest: Contest, number: int) -> Say | None:
    """Scenario of a round, if the rounds differ."""
    settings = contest.settings
    if not any(settings.by_round):
        return None
    return scenario_title(games, settings.box, scenario_of_round(settings, number))


def pairing_row(contest: Contest, one: Pairing, roles: tuple[Say, ...]) -> PairingRow:
    """One pairing with its reason. `roles` are the sides of its battle."""
    return PairingRow(
        one.key,
        int(one.key.rpartition(".")[2]),
        one.first,
        one.second,
        state_of(contest, one),
        reason_of(contest, one),
        one.points,
        one.result.winner if one.result else "",
        one.is_undecided,
        () if one.is_bye or one.boards else roles,
        one.result.scores if one.result and any(one.result.scores) else None,
        one.needs_winner,
        tuple(pairing_row(contest, each, roles) for each in one.boards),
        tuple(map(seat_of, one.entrants)),
        relaxed_words(one),
    )


# ---------------------------------------------------------------------- entrants, battles
def entrant_row(view: View, one: Entrant) -> EntrantRow:
    """Entrant; the payment of a fee is told to organisers and to the entrant."""
    may_know = view.me in (REFEREE, one.key) and has_payments(view.contest)
    return EntrantRow(
        one.key,
        entrant_title(one),
        one.club,
        STATES[one.status],
        one.is_playing,
        one.has_paid if may_know else None,
        tuple(player_rows(one)),
    )


def side_page(contest: Contest, one: Entrant, points: int, own: Own) -> SidePage:
    """Page of an entrant."""
    facts = tuple(
        say(
            "{battle}: {state}.",
            "{battle}: {state}.",
            battle=pairing_title(contest, pair),
            state=state_of(contest, pair),
        )
        for pair in own.get(one.key, ())
    )
    kind = say("Entrant", "Participante")
    told = (*list_facts(contest, one), *facts)
    return SidePage(
        one.key, entrant_title(one), kind, STATES[one.status], one.is_playing, points, told
    )
