"""Sentences about what follows from an offer: ground, points, spoils."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from app.games.heart_of_africa.campaign.battles import ground_of, points_tally
from app.games.heart_of_africa.campaign.names import ground_name, title_of
from app.games.heart_of_africa.campaign.promotions import rows_to
from app.games.heart_of_africa.campaign.state import (
    COLONIAL,
    EXPLORER,
    NATIVE,
    Player,
    Season,
    Talk,
    Terms,
    War,
)
from app.games.heart_of_africa.campaign.tables import DATA, HONGOS, VICTORIES_TO_CONQUER
from app.games.heart_of_africa.campaign.tables import SCENARIOS as SCENARIO_DICE
from app.games.heart_of_africa.campaign.terrain_words import terrain_words
from app.games.heart_of_africa.campaign.wording.turn import terms_words
from app.games.heart_of_africa.setup.beginning import title as scenario_title
from app.kernel.say import Say, say

SPOILS = int(DATA["battle_effects"][NATIVE][NATIVE]["hongos"]["amount"])
PLUNDER = int(DATA["battle_effects"][NATIVE][COLONIAL]["hongos"]["amount"])
SIDES_OF_DIE = len(SCENARIO_DICE)

WORDS_BIND_NONE = say(
    "The words are recorded, and bind no player.",
    "Las palabras quedan anotadas y no obligan a nadie.",
)


def attack_words(season: Season, me: str, other: str) -> Say:
    """Ground, scenarios with their points, and the spoils of an attack."""
    war = War("", me, other)
    player, victim = season.players[me], season.players[other]
    return say(
        "Ground: {ground}. Your points against theirs: {chances}. {victory} {defeat}",
        "Terreno: {ground}. Tus puntos contra los suyos: {chances}. {victory} {defeat}",
        ground=either(tuple(ground_name(one) for one in ground_of(season, war))),
        chances=chances_words(season, war),
        victory=victory_words(player, victim),
        defeat=defeat_words(player, victim),
    )


def either(choices: tuple[Say, ...]) -> Say:
    """One choice, or several of which the defender takes one."""
    if len(choices) == 1:
        return choices[0]
    return say(
        "{choices}, as the defender chooses", "{choices}, a elección del defensor", choices=choices
    )


def either_of_mine(choices: tuple[Say, ...]) -> Say:
    """One choice, or several of which the reader takes one."""
    if len(choices) == 1:
        return choices[0]
    return say("{choices}, as you choose", "{choices}, a tu elección", choices=choices)


def chances_words(season: Season, war: War) -> Say:
    """Scenarios by their faces of the die, with the points of attacker and defender."""
    faces = Counter(SCENARIO_DICE.values())
    parts = tuple(
        say(
            "{scenario} {one}\u202f:\u202f{two} ({n} in {of})",
            "{scenario} {one}\u202f:\u202f{two} ({n} de {of})",
            scenario=scenario_title(scenario),
            one=points_tally(season, war, war.attacker, scenario).total,
            two=points_tally(season, war, war.defender, scenario).total,
            n=number,
            of=SIDES_OF_DIE,
        )
        for scenario, number in faces.items()
    )
    return say("{parts}", "{parts}", parts=parts)


def victory_words(player: Player, victim: Player) -> Say:
    """Spoils of a victory over this player."""
    if player.class_ == COLONIAL and victim.class_ == NATIVE:
        return say(
            "Victory: {n} of the {need} that conquer this people.",
            "Victoria: {n} de las {need} que someten a este pueblo.",
            n=player.pending.get(victim.key, 0) + 1,
            need=VICTORIES_TO_CONQUER,
        )
    if player.class_ == COLONIAL:
        return say("A victory brings no hongos.", "Una victoria no da hongos.")
    spoils = PLUNDER if victim.class_ == COLONIAL else min(SPOILS, victim.hongos or 0)
    if player.class_ == EXPLORER and victim.class_ == NATIVE:
        return say(
            "A victory brings {hongos} and explores the territory.",
            "Una victoria da {hongos} y explora el territorio.",
            hongos=hongos_or_none(spoils),
        )
    return say(
        "A victory brings {hongos}.", "Una victoria da {hongos}.", hongos=hongos_or_none(spoils)
    )


def hongos_or_none(number: int) -> Say:
    """Number of hongos inside a sentence."""
    if not number:
        return say("no hongos", "cero hongos")
    return say("{n:hongo+s}", "{n:hongo+s}", n=number)


def defeat_words(player: Player, victim: Player) -> Say:
    """Cost of a defeat for the attacker."""
    if player.class_ == COLONIAL:
        return say(
            "A defeat cancels all single victories.",
            "Una derrota anula todas las victorias sueltas.",
        )
    paid = 0 if victim.class_ == COLONIAL else min(SPOILS, player.hongos or 0)
    if player.class_ == NATIVE and paid and paid == player.hongos:
        return say(
            "A defeat takes your last hongo: you would be out.",
            "Una derrota te quita el último hongo: quedarías fuera.",
        )
    if not paid:
        return say("A defeat costs nothing.", "Una derrota no cuesta nada.")
    return say("A defeat costs {n:hongo+s}.", "Una derrota cuesta {n:hongo+s}.", n=paid)


def result_words(season: Season, war: War, winner: str | None) -> Say:
    """Sentence about the hongos that change hands after a result."""
    return say("{spoils:Aa}.", "{spoils:Aa}.", spoils=spoils_words(season, war, winner))


def spoils_words(season: Season, war: War, winner: str | None) -> Say:
    """Clause about the hongos that change hands after a result."""
    if winner is None or war.rivals:
        return say("no hongo changes hands", "ningún hongo cambia de manos")
    loser = season.players[war.opponent(winner)]
    if season.players[winner].class_ == COLONIAL:
        return say("a Colonial Expedition wins no hongos", "una expedición colonial no gana hongos")
    if loser.class_ == COLONIAL:
        return say(
            "{who:the} {who:plunders|plunder} {n:hongo+s}",
            "{who:el} {who:saquea|saquean} {n:hongo+s}",
            who=title_of(season, winner),
            n=PLUNDER,
        )
    return say(
        "{one:the} {one:pays|pay} {n:hongo+s} to {other:the}",
        "{one:el} {one:paga|pagan} {n:hongo+s} {other:al}",
        one=title_of(season, loser.key),
        other=title_of(season, winner),
        n=min(SPOILS, loser.hongos or 0),
    )


def resist_words(season: Season, talk: Talk) -> Say:
    """Battle that follows if an attack is resisted."""
    war = War("", talk.attacker, talk.defender)
    declares = talk.defender not in season.declared
    lost = (
        say(" You lose your declaration of this turn.", " Pierdes tu declaración de este turno.")
        if declares
        else say("", "")
    )
    return say(
        "Battle on your ground: {ground}. Their points against yours: {chances}. "
        "If you win, {won}. If you lose, {beaten}.{lost}",
        "Batalla en tu terreno: {ground}. Sus puntos contra los tuyos: {chances}. "
        "Si ganas, {won}. Si pierdes, {beaten}.{lost}",
        ground=either_of_mine(tuple(ground_name(one) for one in ground_of(season, war))),
        chances=chances_words(season, war),
        won=spoils_words(season, war, talk.defender),
        beaten=spoils_words(season, war, talk.attacker),
        lost=lost,
    )


def terms_on_offer(season: Season, talk: Talk) -> Say:
    """Terms on offer in words."""
    if talk.terms is None:
        return say("", "")
    terms = terms_words(season, talk.terms, talk.attacker, talk.defender)
    if not talk.terms.words:
        return say("Agreed: {terms}.", "Se acuerda: {terms}.", terms=terms)
    return say(
        "Agreed: {terms}. {words}",
        "Se acuerda: {terms}. {words}",
        terms=terms,
        words=WORDS_BIND_NONE,
    )


def acceptance_words(talk: Talk) -> Say:
    """Consequences of terms on offer: of their acceptance and of their refusal."""
    if not talk.is_attack:
        return say(
            "If they accept, the terms take effect at once. If they refuse, there is no passage "
            "and no battle.",
            "Si las aceptan, las condiciones se cumplen en el acto. Si las rechazan, no hay paso, "
            "y tampoco batalla.",
        )
    return say(
        "If they accept, there is no battle. If they refuse, there will be a battle.",
        "Si las aceptan, no hay batalla. Si las rechazan, habrá batalla.",
    )


def offered_terms(season: Season, talk: Talk, terms: Terms) -> Iterator[Say]:
    """Preview of terms: payment, passage and words; then the consequences of each answer."""
    clauses = terms_words(season, terms, talk.attacker, talk.defender)
    yield say("Your terms: {terms}.", "Tus condiciones: {terms}.", terms=clauses)
    if terms.words:
        yield WORDS_BIND_NONE
    yield acceptance_words(talk)


def refusal_words(talk: Talk) -> Say:
    """Consequence of refused terms or a refused request."""
    if talk.is_attack:
        return say("There will be a battle.", "Habrá batalla.")
    return say("There is no passage and no battle.", "No hay paso, y tampoco batalla.")


def hunt_words() -> Say:
    """Chances of hunting."""
    return say(
        "One die: 4 or more brings {n:hongo+s}, 1 wounds your Leader. A wounded Leader can die, "
        "which ends the expedition. No native people can attack you this turn.",
        "Un dado: con 4 o más ganas {n:hongo+s}, con 1 tu Líder queda herido. Un Líder herido "
        "puede morir, y con él acaba la expedición. Ningún pueblo nativo puede atacarte este turno.",
        n=int(HONGOS["hunting_gain"]),
    )


def passage_request_words() -> Say:
    """Consequences of a request for passage."""
    return say(
        "If they grant passage, you pay the hongos that you offer and explore the territory. If they "
        "refuse, nothing else happens.",
        "Si te dan paso, pagas los hongos que ofreces y exploras el territorio. Si lo niegan, no "
        "pasa nada más.",
    )


def district_words(season: Season, loser: str, district: str) -> Say:
    """Consequences of taking a district, or none if it is empty."""
    who = title_of(season, loser)
    if not district:
        return say(
            "All districts of {who:the} may revolt.",
            "Todos los distritos {who:del} pueden sublevarse.",
            who=who,
        )
    return say(
        "This people becomes your subject. It cannot revolt against {who:the} any more.",
        "Este pueblo pasa a ser súbdito tuyo. Ya no puede sublevarse contra {who:el}.",
        who=who,
    )


def ground_words(ground: str) -> Say:
    """Terrain of a ground, and what follows its choice."""
    return say(
        "{terrain} Then both players choose their armies. Another ground needs the consent of both.",
        "{terrain} Después los dos jugadores eligen su ejército. Otro terreno exige el acuerdo de "
        "ambos.",
        terrain=terrain_words(ground) or say("", ""),
    )


def promotion_words(player: Player, list_: str) -> Say:
    """Consequences of a promotion to a list for the hongos of the player."""
    once = say(
        "A player is promoted once in a campaign.", "Cada jugador asciende una vez por campaña."
    )
    if any(row["hongos"] == "surrendered" for row in rows_to(player, list_)):
        return say(
            "You give up all your hongos. {once}", "Entregas todos tus hongos. {once}", once=once
        )
    return say("You keep your hongos. {once}", "Conservas tus hongos. {once}", once=once)


def gift_words() -> Say:
    """Consequences of a gift on offer."""
    return say(
        "The hongos are paid when the other player accepts. Without an answer the gift is declined.",
        "Los hongos se pagan cuando el otro jugador acepta. Sin respuesta, el regalo se rechaza.",
    )


def accepted_gift_words(player: Player, hongos: int) -> Say:
    """Account of the receiver after a gift."""
    return say(
        "Your account then has {n:hongo+s}.",
        "Tu cuenta queda con {n:hongo+s}.",
        n=(player.hongos or 0) + hongos,
    )


def declined_gift_words(season: Season, giver: str) -> Say:
    """Consequence of a declined gift."""
    return say(
        "No hongo changes hands. {who:The} {who:reads|read} that you decline.",
        "Ningún hongo cambia de manos. {who:El} {who:sabrá|sabrán} que lo rechazas.",
        who=title_of(season, giver),
    )


def talk_title(season: Season, talk: Talk, me: str) -> Say:
    """Heading of the answer to an attack, a request or terms."""
    other = title_of(season, talk.attacker if me == talk.defender else talk.defender)
    if me == talk.attacker:
        return say("Terms of {who:the}", "Condiciones {who:del}", who=other)
    if talk.is_attack:
        return say("Attack by {who:the}", "Ataque {who:del}", who=other)
    return say("Request of {who:the}", "Petición {who:del}", who=other)
