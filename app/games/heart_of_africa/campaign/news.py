"""News of a campaign: the events that players are notified of, and the players concerned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.games.heart_of_africa.campaign import events as e
from app.games.heart_of_africa.campaign.state import ELIMINATED, LEFT, REFEREE, Season
from app.games.heart_of_africa.campaign.wording import wording
from app.kernel.contract import Event
from app.kernel.event_news import MakeNews, news_from
from app.kernel.long_game_parts import News
from app.kernel.say import Say, say

BY_HAND = "by_hand"
ROSTER_USED = say(
    "The time to choose an army is up.", "Se ha acabado el plazo para elegir ejército."
)
STILL_OPEN = say(
    "The army may still be chosen until the referee decides.",
    "Aún se puede elegir el ejército, hasta que decida el árbitro.",
)


def news_of(before: Season | None, event: Event) -> Sequence[News]:
    """News of an event."""
    return news_from(NEWS, wording, before, event)


def joined(before: Season, event: e.Joined, says: Say) -> Iterator[News]:
    """Entry that has waited for the end of the turn, for its player."""
    if before.entry_of(event.player.key) is not None:
        title = say("You are in the campaign", "Ya estás en la campaña")
        yield News("entered", (event.player.key,), title, says)


def dropped(_before: Season, event: e.EntryDropped, says: Say) -> Iterator[News]:
    title = say("Choose another army", "Elige otro ejército")
    yield News("entry_dropped", (event.seat,), title, says, asks=True)


def declared(_before: Season, event: e.Declared, says: Say) -> Iterator[News]:
    """An attack or a request, for the other player."""
    if event.choice == "attack":
        title = say("You are attacked", "Te atacan")
        yield News("attacked", (event.target,), title, says, asks=True)
    elif event.choice == "passage":
        title = say("You are asked for passage", "Te piden paso")
        yield News("passage_asked", (event.target,), title, says, asks=True)


def offered_terms(_before: Season, event: e.TermsOffered, says: Say) -> Iterator[News]:
    """Terms, for the player who answers. What they are stays between the two."""
    reader = event.attacker if event.terms.by == event.defender else event.defender
    title = say("You are offered terms", "Te ofrecen condiciones")
    yield News("terms_offered", (reader,), title, says, asks=True)


def agreed_terms(_before: Season, event: e.TermsAgreed, says: Say) -> Iterator[News]:
    title = say("Your terms are accepted", "Aceptan tus condiciones")
    yield News("terms_answered", (event.terms.by,), title, says)


def refused_request(_before: Season, event: e.TermsRefused, says: Say) -> Iterator[News]:
    reader = event.attacker if event.by == event.defender else event.defender
    title = say("You are refused passage", "Te niegan el paso")
    yield News("terms_answered", (reader,), title, says)


def resisted(before: Season, event: e.Resisted, says: Say) -> Iterator[News]:
    """Resistance, for the attacker; refused terms, for the player who offered them."""
    talk = before.talk_between(event.attacker, event.defender)
    if talk is not None and talk.terms is not None and talk.terms.by == event.defender:
        title = say("Your terms are refused", "Rechazan tus condiciones")
        yield News("terms_answered", (event.defender,), title, says)
    else:
        title = say("Your attack is resisted", "Resisten tu ataque")
        yield News("terms_answered", (event.attacker,), title, says)


def met(_before: Season, event: e.MeetingRolled, says: Say) -> Iterator[News]:
    if event.meets:
        title = say("A chance meeting", "Un encuentro casual")
        yield News("meeting", (event.one, event.two), title, says, asks=True)


def closed_meeting(_before: Season, event: e.MeetingClosed, says: Say) -> Iterator[News]:
    title = say("Your meeting is settled", "Tu encuentro queda resuelto")
    yield News("meeting_answered", (event.one, event.two), title, says)


def ready_battle(before: Season, event: e.BattleReady, says: Say) -> Iterator[News]:
    """A battle with a choice of ground, for the defender."""
    war = before.battle(event.battle)
    if war is not None and len(event.ground) > 1:
        title = say("Choose the ground of your battle", "Elige el terreno de tu batalla")
        yield News("ground", (war.defender,), title, says, event.battle, asks=True)


def army_in(_before: Season, event: e.ArmyIn, _says: Say) -> Iterator[News]:
    """A default roster that is used, for its player."""
    if event.is_default:
        title = say("Your default roster is used", "Se usa tu ejército por defecto")
        yield News("army_in", (event.player,), title, ROSTER_USED, event.battle)


def missing_army(before: Season, event: e.ArmyMissing, _says: Say) -> Iterator[News]:
    """An army that is missing at the deadline, for both players and the referee."""
    war = before.battle(event.battle)
    if war is not None:
        title = say("No army in time", "Sin ejército a tiempo")
        readers = (event.player, war.opponent(event.player), REFEREE)
        yield News("army_missing", readers, title, STILL_OPEN, event.battle)


def proposed_ground(before: Season, event: e.GroundProposed, says: Say) -> Iterator[News]:
    """Another ground, for the other player."""
    war = before.battle(event.battle)
    if war is not None:
        title = say("Another ground is proposed", "Te proponen otro terreno")
        yield News("ground", (war.opponent(event.by),), title, says, event.battle)


def chosen_place(before: Season, event: e.PlaceChosen, says: Say) -> Iterator[News]:
    """A wish for a place, an agreement, or the end of one of them, for the other player."""
    war = before.battle(event.battle)
    if war is None:
        return
    earlier, now = war.agreed_place, war.agreed_after(event.player, event.place)
    if now and now == event.place:
        title = say("The place of your battle is agreed", "Acordáis el lugar de vuestra batalla")
    elif earlier and not now:
        title = say(
            "The place of your battle is open again", "El lugar de la batalla queda abierto"
        )
    elif earlier:
        title = say("Another place is wished for", "Te piden cambiar el lugar de la batalla")
    elif event.place:
        title = say("A place for your battle is proposed", "Te proponen un lugar para la batalla")
    else:
        title = say("A proposed place is taken back", "Retiran el lugar propuesto")
    yield News("place", (war.opponent(event.player),), title, says, event.battle)


def entered_result(before: Season, event: e.ResultEntered, says: Say) -> Iterator[News]:
    war = before.battle(event.battle)
    if war is not None:
        title = say("A result to confirm", "Un resultado por confirmar")
        reader = war.opponent(event.by)
        yield News("result_to_confirm", (reader,), title, says, event.battle, asks=True)


def disputed_result(before: Season, event: e.ResultDisputed, says: Say) -> Iterator[News]:
    """A disputed result, for the player who entered it and for the referee."""
    war = before.battle(event.battle)
    if war is not None:
        title = say("A disputed result", "Un resultado discutido")
        reader = war.opponent(event.by)
        yield News("disputed", (reader,), title, says, event.battle)
        yield News("disputed", (REFEREE,), title, says, event.battle, asks=True)


def decided_battle(before: Season, event: e.BattleClosed, says: Say) -> Iterator[News]:
    war = before.battle(event.battle)
    if war is not None:
        title = say("A battle is decided", "Una batalla está decidida")
        yield News("decided", war.players, title, says, event.battle)


def conquered(_before: Season, event: e.Conquered, says: Say) -> Iterator[News]:
    yield News("conquered", (event.people,), say("You are conquered", "Te conquistan"), says)
    title = say("You conquer a people", "Conquistas un pueblo")
    yield News("conquered", (event.master,), title, says)


def offered_revolt(_before: Season, event: e.RevoltOffered, says: Say) -> Iterator[News]:
    title = say("You may revolt", "Puedes sublevarte")
    yield News("revolt_offered", event.peoples, title, says, asks=True)


def revolted(_before: Season, event: e.Revolted, says: Say) -> Iterator[News]:
    if event.master:
        title = say("A subject people revolts", "Se subleva un pueblo sometido")
        yield News("revolted", (event.master,), title, says)


def released(_before: Season, event: e.Released, says: Say) -> Iterator[News]:
    title = say("You have no master any more", "Ya no tienes amo")
    yield News("released", (event.people,), title, says)


def offered_district(_before: Season, event: e.DistrictOffered, says: Say) -> Iterator[News]:
    title = say("You may take a district", "Puedes quedarte con un distrito")
    yield News("district_offered", (event.taking.winner,), title, says, asks=True)


def taken_district(_before: Season, event: e.DistrictTaken, says: Say) -> Iterator[News]:
    if event.district:
        title = say("You lose a district", "Pierdes un distrito")
        yield News("district_taken", (event.loser,), title, says)


def departed(_before: Season, event: e.Departed, says: Say) -> Iterator[News]:
    if event.status == ELIMINATED:
        title = say("You are out of the campaign", "Quedas fuera de la campaña")
        yield News("eliminated", (event.player,), title, says)


def offered_gift(_before: Season, event: e.GiftOffered, says: Say) -> Iterator[News]:
    title = say("You are offered a gift", "Te ofrecen un regalo")
    yield News("gift_offered", (event.receiver,), title, says, asks=True)


def refused_gift(_before: Season, event: e.GiftAnswered, says: Say) -> Iterator[News]:
    if not event.accepted:
        title = say("Your gift is declined", "Rechazan tu regalo")
        yield News("gift_answered", (event.giver,), title, says)


def asked_succession(_before: Season, _event: e.SuccessionAsked, says: Say) -> Iterator[News]:
    title = say("A player asks to become a Mahdist", "Un jugador pide convertirse en mahdista")
    yield News("succession_asked", (REFEREE,), title, says, asks=True)


def answered_succession(
    _before: Season, event: e.Succeeded | e.SuccessionRefused, says: Say
) -> Iterator[News]:
    title = say("The referee answers about the Mahdists", "El árbitro responde sobre los mahdistas")
    yield News("succession_answered", (event.player,), title, says)


def posted(_before: Season, event: e.Posted, says: Say) -> Iterator[News]:
    """A posting of the referee by hand, for the owners of the accounts."""
    posting = event.posting
    if posting.cause == BY_HAND:
        owners = tuple(filter(None, (posting.payer, posting.receiver)))
        title = say("The referee posts in your account", "El árbitro anota en tu cuenta")
        yield News("posted_by_hand", owners, title, says)


def began_step(before: Season, event: e.StepBegan, says: Say) -> Iterator[News]:
    """The end of a turn, for every player still in the campaign and for the referee."""
    if event.turn != before.turn:
        players = [one.key for one in before.by_joining if one.status not in (ELIMINATED, LEFT)]
        title = say("Turn {n} is over", "Termina el turno {n}", n=before.turn)
        yield News("turn_closed", (*players, REFEREE), title, says)


NEWS: dict[type, MakeNews] = {
    e.Joined: joined,
    e.EntryDropped: dropped,
    e.Declared: declared,
    e.TermsOffered: offered_terms,
    e.TermsAgreed: agreed_terms,
    e.TermsRefused: refused_request,
    e.Resisted: resisted,
    e.MeetingRolled: met,
    e.MeetingClosed: closed_meeting,
    e.BattleReady: ready_battle,
    e.GroundProposed: proposed_ground,
    e.PlaceChosen: chosen_place,
    e.ArmyIn: army_in,
    e.ArmyMissing: missing_army,
    e.ResultEntered: entered_result,
    e.ResultDisputed: disputed_result,
    e.BattleClosed: decided_battle,
    e.Conquered: conquered,
    e.RevoltOffered: offered_revolt,
    e.Revolted: revolted,
    e.Released: released,
    e.DistrictOffered: offered_district,
    e.DistrictTaken: taken_district,
    e.Departed: departed,
    e.GiftOffered: offered_gift,
    e.GiftAnswered: refused_gift,
    e.SuccessionAsked: asked_succession,
    e.SuccessionRefused: answered_succession,
    e.Succeeded: answered_succession,
    e.Posted: posted,
    e.StepBegan: began_step,
}
