"""Orders that a seat may give now, and refused ones with their refusals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.games.heart_of_africa.armies import lists
from app.games.heart_of_africa.campaign import orders as o
from app.games.heart_of_africa.campaign.battles import default_ground
from app.games.heart_of_africa.campaign.decide import refusals
from app.games.heart_of_africa.campaign.fog import View
from app.games.heart_of_africa.campaign.joining import LONGEST_NAME, available_refused
from app.games.heart_of_africa.campaign.names import (
    CLASSES,
    GROUNDS,
    battle_title,
    player_title,
    title_of,
)
from app.games.heart_of_africa.campaign.promotions import promotions_of
from app.games.heart_of_africa.campaign.state import (
    BATTLES,
    BETWEEN,
    CLOSING,
    COLONIAL,
    DECLARING,
    EXPLORER,
    MEETINGS,
    NATIVE,
    READY,
    REFEREE,
    Player,
    Season,
    War,
)
from app.games.heart_of_africa.campaign.terms import LONGEST_WORDS
from app.kernel.contract import Order
from app.kernel.form import Choice, Field, Kind
from app.kernel.offers import Assessment, Offer
from app.kernel.say import Say, say

ANY_STEP = (o.Give, o.TakeGift)
STEP_ORDERS: dict[str, tuple[type, ...]] = {
    BETWEEN: (*ANY_STEP, o.Join, o.Claim, o.AnswerRevolt, o.OpenTurn, o.CloseCampaign),
    MEETINGS: (*ANY_STEP, o.Meet, o.PassFor),
    DECLARING: (
        *ANY_STEP, o.Attack, o.AskPassage, o.Hunt, o.PassTurn, o.Resist, o.OfferTerms, o.Accept,
        o.Refuse, o.PassFor,
    ),
    BATTLES: (
        *ANY_STEP, o.ChooseGround, o.EnterResult, o.ConfirmResult, o.DisputeResult, o.Decide,
        o.OrderForfeit, o.Lapse, o.TakeDistrict, o.AnswerRevolt, o.PassFor,
    ),
    CLOSING: ANY_STEP,
}  # fmt: skip
"""Kinds of order by step; the sequence on the card lists them."""
ANY_TIME = (
    *ANY_STEP, o.Claim, o.AnswerRevolt, o.Decide, o.OrderForfeit, o.Lapse, o.PassFor,
    o.CloseCampaign,
)  # fmt: skip
"""Orders of a seat that owes no decision."""


def offers(view: View) -> list[Offer]:
    """Offers of the viewer's seat; none for a spectator or after the end."""
    season, me = view.season, view.me
    if me is None or season.is_closed:
        return []
    if me == REFEREE:
        return list(referee_offers(season))
    player = season.player(me)
    if player is None:
        return list(joining_offers(season, me))
    found = (
        *between_offers(season, player),
        *meeting_offers(season, player),
        *talk_offers(season, player),
        *declaration_offers(season, player),
        *battle_offers(season, player),
        *conquest_offers(season, player),
        *gift_offers(season, player),
    )
    return [offer for offer in found if type(offer.order) in STEP_ORDERS.get(season.step, ())]


def offer(season: Season, me: str, order: Order, label: Say, **more: object) -> Offer:
    """Offer of a complete order, with its refusals."""
    return Offer(order, label, no=refusals(season, order, me), **more)  # type: ignore[arg-type] # fields of Offer


def assess(view: View, order: Order) -> Assessment:
    """Dry run: refusals, open fields that depend on earlier answers, and what follows."""
    season, me = view.season, view.me
    if me is None:
        return Assessment()
    match order:
        case o.Join(list=list_, nation="") if list_ in lists.LISTS:
            return Assessment(asks=nation_fields(season, order))
        case o.Claim(list=list_, nation="") if list_ in lists.LISTS:
            return Assessment(asks=(nation_field(season, list_),))
    return Assessment(no=refusals(season, order, me), notes=tuple(notes_on(season, order)))


# ----------------------------------------------------------------------------- joining
def joining_offers(season: Season, me: str) -> Iterator[Offer]:
    """Entry into the campaign: the list first, then the fields that depend on it."""
    yield Offer(
        o.Join(""),
        say("Join the campaign", "Entrar en la campaña"),
        no=tuple(refusals(season, o.Join("native_kingdom", "buganda"), me))
        if season.step != BETWEEN
        else (),
        asks=(Field.choice("list", say("Army list", "Lista de ejército"), list_choices(season)),),
    )


def list_choices(season: Season) -> tuple[Choice, ...]:
    """The twelve lists; those that are closed this year carry their refusal."""
    return tuple(
        Choice(key, lists.list_name(key), no=available_refused(key, season.year))
        for key in lists.LISTS
    )


def nation_field(season: Season, list_: str) -> Field:
    """Nations of a list; those that are closed this year carry their refusal."""
    choices = tuple(
        Choice(
            nation,
            lists.nation_name(list_, nation),
            no=tuple(lists.available(lists.Standing(list_, nation, season.year))),
        )
        for nation in lists.NATIONS[list_]
    )
    return Field.choice("nation", say("People or nation", "Pueblo o nación"), choices)


def nation_fields(season: Season, order: o.Join) -> tuple[Field, ...]:
    """Fields that follow the list: nation, class of Egyptians, and the name of the people."""
    fields = [nation_field(season, order.list)]
    if lists.LISTS[order.list]["campaign_class"] == "choice":
        classes = tuple(Choice(key, CLASSES[key]) for key in (NATIVE, COLONIAL))
        fields.append(Field.choice("class_", say("Class", "Clase"), classes))
    fields.append(
        Field(
            "people",
            Kind.TEXT,
            say("Name (blank: the server draws one)", "Nombre (en blanco: lo sortea el servidor)"),
            most=LONGEST_NAME,
            is_optional=True,
        )
    )
    return tuple(fields)


# ----------------------------------------------------------------------------- between turns
def between_offers(season: Season, player: Player) -> Iterator[Offer]:
    """Promotions, and the return of a people without a master."""
    if season.step != BETWEEN:
        return
    for list_ in promotions_of(player):
        label = say("Be promoted: {list}", "Ascender: {list}", list=lists.list_name(list_))
        nation = next(iter(lists.NATIONS[list_]))
        fixed = promotions_of(player)[list_] or ""
        order = o.Claim(list_, fixed)
        no = refusals(season, o.Claim(list_, fixed or nation), player.key)
        asks = () if fixed else (nation_field(season, list_),)
        yield Offer(order, label, no=no, asks=asks, ahead=True)


def gift_offers(season: Season, player: Player) -> Iterator[Offer]:
    """Gifts to other players, and answers to gifts."""
    for giver, receiver, hongos in season.gifts:
        if receiver == player.key:
            who = title_of(season, giver)
            yield offer(
                season,
                player.key,
                o.TakeGift(giver),
                say(
                    "Accept {n:hongo+s} of {who:the}",
                    "Aceptar {n:hongo+s} {who:del}",
                    n=hongos,
                    who=who,
                ),
                ahead=True,
            )
            yield offer(
                season,
                player.key,
                o.TakeGift(giver, accept=False),
                say("Decline the gift of {who:the}", "Rechazar el regalo {who:del}", who=who),
                ahead=True,
            )
    most = max((player.hongos or 0) - (1 if player.class_ == NATIVE else 0), 1)
    for other in season.active(NATIVE, EXPLORER):
        if other.key == player.key or player.class_ == COLONIAL:
            continue
        yield Offer(
            o.Give(other.key, 0),
            say("Give hongos to {who:the}", "Dar hongos {who:al}", who=player_title(other)),
            no=refusals(season, o.Give(other.key, 1), player.key),
            asks=(Field.number("hongos", say("Hongos", "Hongos"), least=1, most=most, usual="1"),),
            piece=other.key,
            ahead=True,
        )


# ----------------------------------------------------------------------------- meetings
def meeting_offers(season: Season, player: Player) -> Iterator[Offer]:
    """Answers to chance meetings."""
    for meeting in season.meetings:
        if player.key not in meeting.players or player.key in meeting.answers:
            continue
        other = next(one for one in meeting.players if one != player.key)
        who = title_of(season, other)
        for answer, label in (
            ("greet", say("Greet {who:the} and go on", "Saludar {who:al} y seguir", who=who)),
            ("fight", say("Fight {who:the}", "Combatir {who:al}", who=who)),
        ):
            yield offer(season, player.key, o.Meet(other, answer), label, main=answer == "greet")


# ----------------------------------------------------------------------------- declarations
def declaration_offers(season: Season, player: Player) -> Iterator[Offer]:
    """Declarations of the turn: attacks, passage, hunting, nothing."""
    if season.step != DECLARING or player.key in season.declared:
        return
    me = player.key
    for other in season.by_joining:
        if other.key == me or not other.is_active:
            continue
        who = player_title(other)
        yield offer(
            season,
            me,
            o.Attack(other.key),
            say("Attack {who:the}", "Atacar {who:al}", who=who),
            piece=other.key,
        )
        if player.class_ == EXPLORER and other.class_ == NATIVE:
            most = player.hongos or 0
            yield Offer(
                o.AskPassage(other.key),
                say("Ask {who:the} for passage", "Pedir paso {who:al}", who=who),
                no=refusals(season, o.AskPassage(other.key), me),
                asks=(
                    Field.number(
                        "hongos", say("Hongos offered", "Hongos que ofreces"), most=most, usual="0"
                    ),
                ),
                piece=other.key,
            )
    if player.class_ == EXPLORER:
        label = say("Hunt this turn", "Cazar este turno")
        yield offer(season, me, o.Hunt(), label, rolls=True)
    yield offer(season, me, o.PassTurn(), say("Pass", "Pasar"), main=True)


# ----------------------------------------------------------------------------- terms
def talk_offers(season: Season, player: Player) -> Iterator[Offer]:
    """Answers to an attack, to a request, or to terms on offer."""
    me = player.key
    for talk in season.talks:
        if me not in (talk.attacker, talk.defender) or talk.answerer != me:
            continue
        other = talk.attacker if me == talk.defender else talk.defender
        who = title_of(season, other)
        if talk.terms is not None and talk.terms.by == other:
            label = say(
                "Accept the terms of {who:the}", "Aceptar las condiciones {who:del}", who=who
            )
            yield offer(season, me, o.Accept(other), label)
            label = say(
                "Refuse the terms of {who:the}", "Rechazar las condiciones {who:del}", who=who
            )
            yield offer(season, me, o.Refuse(other), label, main=True)
        if talk.is_attack and me == talk.defender:
            label = say("Resist {who:the}", "Resistir {who:al}", who=who)
            yield offer(season, me, o.Resist(other), label, main=True)
        if me == talk.defender:
            yield Offer(
                o.OfferTerms(other, me),
                say("Offer terms to {who:the}", "Ofrecer condiciones {who:al}", who=who),
                asks=terms_fields(season, me, other),
            )


def terms_fields(season: Season, me: str, other: str) -> tuple[Field, ...]:
    """Fields of terms: payer, hongos, passage, words."""
    payers = tuple(
        Choice(key, title_of(season, key))
        for key in (me, other)
        if season.players[key].class_ != COLONIAL
    )
    classes = {season.players[key].class_ for key in (me, other)}
    most = max(season.players[key].hongos or 0 for key in (me, other))
    fields = [
        Field.number("hongos", say("Hongos", "Hongos"), most=most, usual="1"),
        Field(
            "words",
            Kind.TEXT,
            say("Other terms, only recorded", "Otras condiciones, solo por escrito"),
            most=LONGEST_WORDS,
            is_optional=True,
        ),
    ]
    if payers:
        fields.insert(0, Field.choice("payer", say("Pays", "Paga"), payers))
    if classes == {EXPLORER, NATIVE}:
        fields.insert(-1, Field.flag("passage", say("Passage is granted", "Se concede el paso")))
    return tuple(fields)


# ----------------------------------------------------------------------------- battles
def battle_offers(season: Season, player: Player) -> Iterator[Offer]:
    """Choice of ground, and results of battles on real tables."""
    me = player.key
    for war in season.battles:
        if war.status != READY or me not in war.players:
            continue
        if me == war.defender and not war.chosen:
            yield from ground_offers(season, war)
        elif war.entered is None:
            yield from result_offers(season, war, me)
        elif war.entered.by != me and not war.entered.disputed:
            title = battle_title(season, war)
            label = say(
                "Confirm the result: {battle}", "Confirmar el resultado: {battle}", battle=title
            )
            yield offer(season, me, o.ConfirmResult(war.key), label, main=True)
            yield Offer(
                o.DisputeResult(war.key),
                say(
                    "Dispute the result: {battle}", "Discutir el resultado: {battle}", battle=title
                ),
                asks=(
                    Field(
                        "reason",
                        Kind.TEXT,
                        say("Reason", "Motivo"),
                        most=LONGEST_WORDS,
                        is_optional=True,
                    ),
                ),
            )


def ground_offers(season: Season, war: War) -> Iterator[Offer]:
    """Terrain classes of the defender's list; the default stands first."""
    usual = default_ground(war.ground)
    for terrain in sorted(war.ground, key=lambda one: one != usual):
        label = say(
            "Fight on this ground: {ground}",
            "Combatir en este terreno: {ground}",
            ground=GROUNDS[terrain],
        )
        order = o.ChooseGround(war.key, terrain)
        yield offer(season, war.defender, order, label, main=terrain == usual)


def result_offers(season: Season, war: War, me: str) -> Iterator[Offer]:
    """Results that a player may enter; Leaders lost are asked for."""
    for winner in (*war.players, None):
        yield Offer(
            o.EnterResult(war.key, winner),
            result_label(season, war, winner),
            no=refusals(season, o.EnterResult(war.key, winner), me),
            asks=(leaders_field(season, war),),
        )


def result_label(season: Season, war: War, winner: str | None) -> Say:
    """Label of a result: the winner, or no decision."""
    title = battle_title(season, war)
    if winner is None:
        return say("{battle}. No decision", "{battle}. Sin decisión", battle=title)
    return say(
        "{battle}. {who:The} won",
        "{battle}. {who:El} {who:ganó|ganaron}",
        battle=title,
        who=title_of(season, winner),
    )


def leaders_field(season: Season, war: War) -> Field:
    """Leaders who fell in the battle."""
    choices = tuple(Choice(key, title_of(season, key)) for key in war.players)
    title = say("Leaders who fell", "Líderes caídos")
    return Field.some("leaders_lost", title, choices, is_optional=True)


def conquest_offers(season: Season, player: Player) -> Iterator[Offer]:
    """Districts to take, and answers to a revolt."""
    me = player.key
    for taking in season.takings:
        if taking.winner != me:
            continue
        none = say("Take no district", "No quedarse con ningún distrito")
        yield offer(season, me, o.TakeDistrict(), none, main=True)
        for district in taking.districts:
            who = title_of(season, district)
            label = say(
                "Take the district of {who:the}", "Quedarse con el distrito {who:del}", who=who
            )
            yield offer(season, me, o.TakeDistrict(district), label, piece=district)
    if not refusals(season, o.AnswerRevolt(revolt=True), me):
        label = say("Remain a subject", "Seguir sometido")
        yield offer(season, me, o.AnswerRevolt(revolt=False), label, main=True)
        label = say("Revolt and return with 2 hongos", "Sublevarse y volver con 2 hongos")
        yield offer(season, me, o.AnswerRevolt(revolt=True), label)


# ----------------------------------------------------------------------------- referee
def referee_offers(season: Season) -> Iterator[Offer]:
    """Orders of the referee: turns, results, forfeits, players who are late, the end."""
    if season.step == BETWEEN:
        label = say("Open the turn", "Abrir el turno")
        yield offer(season, REFEREE, o.OpenTurn(), label, main=True, rolls=True)
        yield offer(
            season,
            REFEREE,
            o.CloseCampaign(),
            say("Close the campaign", "Cerrar la campaña"),
            ahead=True,
            leaves_undone=say("The campaign ends for good.", "La campaña termina para siempre."),
        )
    for war in season.battles:
        if war.is_open:
            yield from referee_battle_offers(season, war)
    for player in season.by_joining:
        order = o.PassFor(player.key)
        if not refusals(season, order, REFEREE):
            label = say(
                "Answer by default for {who:the}",
                "Responder por defecto por {who:el}",
                who=player_title(player),
            )
            yield offer(season, REFEREE, order, label, piece=player.key, ahead=True)


def referee_battle_offers(season: Season, war: War) -> Iterator[Offer]:
    """Result, forfeit and lapse of an open battle."""
    title = battle_title(season, war)
    is_owed = war.entered is not None and bool(war.entered.disputed)
    if war.status == READY:
        for winner in (*war.players, None):
            yield Offer(
                o.Decide(war.key, winner),
                result_label(season, war, winner),
                asks=(leaders_field(season, war),),
                ahead=not is_owed,
            )
    label = say(
        "{battle}. The defender pays for not playing",
        "{battle}. El defensor paga por no jugar",
        battle=title,
    )
    yield offer(season, REFEREE, o.OrderForfeit(war.key), label, ahead=True)
    label = say("{battle}. The attack lapses", "{battle}. El ataque caduca", battle=title)
    yield offer(season, REFEREE, o.Lapse(war.key), label, ahead=True)


# ----------------------------------------------------------------------------- notes
def notes_on(season: Season, order: Order) -> Iterable[Say]:
    """Consequences of an order in words."""
    match order:
        case o.Attack(target) if target in season.players:
            yield say(
                "{who:The} may resist or offer terms. Silence means resistance.",
                "{who:El} {who:puede|pueden} resistir u ofrecer condiciones. Callar es resistir.",
                who=title_of(season, target),
            )
        case o.AskPassage():
            yield say(
                "A request is no attack: if it is refused, it ends without a battle.",
                "Pedir paso no es atacar: si se rechaza, termina sin batalla.",
            )
        case o.OfferTerms():
            yield say(
                "If the terms are refused, there will be a battle.",
                "Si se rechazan las condiciones, habrá batalla.",
            )
