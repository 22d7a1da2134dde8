"""Hints of the guided campaign: for each decision one sentence to act on and one about what
follows.
"""

from __future__ import annotations

from app.games.heart_of_africa.campaign.deadlines import CONFIRM
from app.games.heart_of_africa.campaign.fog import View
from app.games.heart_of_africa.campaign.honours import end_is_proposed
from app.games.heart_of_africa.campaign.seats import RULES_OF_THE_END
from app.games.heart_of_africa.campaign.sequence import decisions
from app.games.heart_of_africa.campaign.state import (
    ACTIVE,
    BETWEEN,
    COLONIAL,
    CONQUERED,
    EXPLORER,
    NATIVE,
    REFEREE,
    Player,
    Season,
)
from app.kernel.offers import Decision
from app.kernel.position import Hint, Lesson
from app.kernel.say import say

LESSONS = (
    Lesson(
        say("Your side", "Tu bando"),
        say(
            "You lead one people or one expedition on the map of Africa. Seven bots lead the others. "
            "You are the referee too, and open each turn.",
            "Diriges un pueblo o una expedición en el mapa de África. Siete bots dirigen los demás. "
            "También eres el árbitro y abres cada turno.",
        ),
    ),
    Lesson(
        say("Your aim", "Tu objetivo"),
        say(
            "Each class of player has honours of its own. Win battles, keep your people free, and grow "
            "rich. The standings show your place.",
            "Cada clase de jugador tiene sus propios honores. Gana batallas, mantén libre a tu pueblo y "
            "enriquécete. La clasificación muestra tu puesto.",
        ),
    ),
    Lesson(
        say("The numbers", "Los números"),
        say(
            "Hongos are the wealth of the campaign: cloth, cattle, ivory, guns. The ledger lists every "
            "payment with its reason.",
            "Los hongos son la riqueza de la campaña: telas, ganado, marfil, armas. El libro de cuentas "
            "anota cada pago con su motivo.",
        ),
    ),
)
JOIN = Hint(
    say(
        "A Native Kingdom is a good start: it attacks its neighbours and lives on victories.",
        "Un Reino Nativo es un buen comienzo: ataca a sus vecinos y vive de sus victorias.",
    ),
    say("Choose an army list and a people.", "Elige una lista de ejército y un pueblo."),
    "HOA-CMP-04",
    lessons=LESSONS,
)
OPEN_A_TURN = Hint(
    say(
        "Until then you may give hongos to other players; a promotion opens after enough "
        "victories.",
        "Hasta entonces puedes dar hongos a otros jugadores; los ascensos se abren con "
        "suficientes victorias.",
    ),
    say(
        "You are also the referee: open the turn when you are ready.",
        "También eres el árbitro: abre el turno cuando quieras empezar.",
    ),
    "HOA-CMP-03",
)
CLOSE = Hint(
    say(
        "The last year is over, and each class has its honours at the end.",
        "El último año ha terminado, y al final cada clase tiene sus honores.",
    ),
    say(
        "Close the campaign on the referee’s desk, or open another turn.",
        "Cierra la campaña en la mesa del árbitro o abre otro turno.",
    ),
    "HOA-CMP-56",
)
DISPUTE = Hint(
    say(
        "The desk shows the result that was entered and the reason of the dispute.",
        "La mesa muestra el resultado anotado y el motivo de la discusión.",
    ),
    say(
        "Decide the disputed result on the referee’s desk.",
        "Decide el resultado discutido en la mesa del árbitro.",
    ),
    "HOA-CMP-05",
)
WAITING = Hint(
    say(
        "The bots decide one after another. The log shows every roll and every declaration.",
        "Los bots deciden uno tras otro. La crónica muestra cada tirada y cada declaración.",
    ),
    rule="HOA-CMP-16",
)
SUBJECT = Hint(
    say(
        "Your people is conquered and declares nothing. You may revolt when your masters are "
        "beaten.",
        "Tu pueblo está sometido y no declara nada. Podrás sublevarte cuando tus amos pierdan.",
    ),
    rule="HOA-CMP-42",
)
OUT = say(
    "You are out of this campaign. You can follow it on its pages to the end.",
    "Estás fuera de esta campaña. Puedes seguirla en sus páginas hasta el final.",
)
RESIST_OR_BARGAIN = Hint(
    say(
        "Terms may cost hongos, but you keep your declaration of this turn; if you resist, there "
        "will be a battle on your ground.",
        "Un acuerdo puede costar hongos, pero conservas tu declaración de este turno; si "
        "resistes, habrá una batalla en tu terreno.",
    ),
    say("Resist the attack, or offer terms.", "Resiste el ataque u ofrece condiciones."),
    "HOA-CMP-20",
)
TERMS = Hint(
    say(
        "If you accept, the hongos are paid at once and there is no battle.",
        "Si aceptas, los hongos se pagan enseguida y no hay batalla.",
    ),
    say("Accept the terms on offer, or refuse them.", "Acepta las condiciones o recházalas."),
    "HOA-CMP-19",
)
REQUEST = Hint(
    say(
        "The Explorer needs your territory; a hongo for the passage is a fair price.",
        "El explorador necesita tu territorio; un hongo por el paso es un precio justo.",
    ),
    say(
        "Grant the passage, refuse it, or ask for other terms.",
        "Concede el paso, recházalo o pide otras condiciones.",
    ),
    "HOA-CMP-32",
)
DECLARATIONS = {
    NATIVE: Hint(
        say(
            "Each target shows your points against theirs; attack where you have more, or where a "
            "defeat costs you little.",
            "Cada objetivo muestra tus puntos contra los suyos; ataca donde tengas más, o donde "
            "una derrota te cueste poco.",
        ),
        say("Attack one player, or pass.", "Ataca a un jugador o pasa."),
        "HOA-CMP-18",
    ),
    EXPLORER: Hint(
        say(
            "Explorers are ranked by the territories that they have explored; a passage is agreed, "
            "an attack risks a battle, and hunting may bring a hongo.",
            "Los exploradores se clasifican por los territorios explorados; el paso se acuerda, "
            "el ataque arriesga una batalla y la caza puede dar un hongo.",
        ),
        say(
            "Ask for passage, attack, hunt, or pass.",
            "Pide paso, ataca, caza o pasa.",
        ),
        "HOA-CMP-18",
    ),
    COLONIAL: Hint(
        say(
            "Two victories over a people, without a defeat between them, make it your district.",
            "Dos victorias sobre un pueblo, sin una derrota entre ellas, lo convierten en "
            "distrito tuyo.",
        ),
        say("Attack a native people, or pass.", "Ataca a un pueblo nativo o pasa."),
        "HOA-CMP-40",
    ),
}
FIGHT = Hint(
    say(
        "On the table you choose your army first; a result that you enter by hand is confirmed by "
        "the bot at once.",
        "En la mesa eliges antes tu ejército; un resultado anotado a mano lo confirma el bot "
        "enseguida.",
    ),
    say(
        "Open the table and fight the battle, or enter its result.",
        "Abre la mesa y juega la batalla, o anota el resultado.",
    ),
    "HOA-CMP-23",
)
CONFIRM_OR_DISPUTE = Hint(
    say(
        "A confirmed result counts at once; the referee decides a disputed one.",
        "Un resultado confirmado cuenta enseguida; uno discutido lo decide el árbitro.",
    ),
    say("Confirm the result, or dispute it.", "Confirma el resultado o discútelo."),
    "HOA-CMP-23",
)
BY_TOPIC = {
    "promotion": Hint(
        say(
            "A promotion gives you another army list, once in a campaign.",
            "El ascenso te da otra lista de ejército, una vez por campaña.",
        ),
        say("Claim a promotion, or keep your army.", "Pide un ascenso o conserva tu ejército."),
        "HOA-CMP-09",
    ),
    "gift": Hint(
        say(
            "Hongos that you receive are yours to spend, but they are no victories.",
            "Puedes gastar los hongos que recibes, pero no son victorias.",
        ),
        say("Accept the gift, or decline it.", "Acepta el regalo o recházalo."),
        "HOA-CMP-06",
    ),
    "meet": Hint(
        say(
            "Both answers are opened together, and one answer for a fight is enough.",
            "Las dos respuestas se abren a la vez, y basta con que una sea combatir.",
        ),
        say("Greet the rival, or fight.", "Saluda al rival o combate."),
        "HOA-CMP-35",
    ),
    "ground": Hint(
        say(
            "Your list offers these kinds of ground, and the table is laid with your choice.",
            "Tu lista ofrece estas clases de terreno, y la mesa se monta con la que elijas.",
        ),
        say("Choose the ground of the battle.", "Elige el terreno de la batalla."),
        "HOA-CMP-53",
    ),
    "district": Hint(
        say(
            "The peoples that you leave may revolt after that.",
            "Los pueblos que dejes podrán sublevarse después.",
        ),
        say("Take one district, or none.", "Quédate con un distrito o con ninguno."),
        "HOA-CMP-46",
    ),
    "revolt": Hint(
        say(
            "You return with 2 hongos, but one defeat against your former masters puts you out.",
            "Vuelves con 2 hongos, pero una sola derrota ante tus antiguos amos te deja fuera.",
        ),
        say("Revolt, or stay out of the campaign.", "Sublévate o sigue fuera de la campaña."),
        "HOA-CMP-44",
    ),
}


def hint(view: View) -> Hint | None:
    """Hint for the viewer's player; None for spectators, the referee and after the end."""
    season, me = view.season, view.me
    if me is None or me == REFEREE or season.is_closed:
        return None
    owed = decisions(season)
    mine = next((one for one in owed if one.seat == me), None)
    player = season.player(me)
    if player is None:
        return JOIN if season.entry_of(me) is None else WAITING
    if mine is not None:
        return of_decision(season, player, mine)
    if player.status != ACTIVE:
        return of_former_player(player)
    return of_referee(season) if any(one.seat == REFEREE for one in owed) else WAITING


def of_decision(season: Season, player: Player, owed: Decision) -> Hint:
    """Hint for a decision that the player owes."""
    if owed.battle:
        return FIGHT
    if owed.deadline == CONFIRM:
        return CONFIRM_OR_DISPUTE
    if owed.topic == "declare":
        return DECLARATIONS[player.class_]
    return BY_TOPIC[owed.topic] if owed.topic in BY_TOPIC else of_talk(season, player)


def of_talk(season: Season, player: Player) -> Hint:
    """Hint for an attack, a request for passage, or terms on offer."""
    talk = next(one for one in season.talks if one.answerer == player.key)
    if talk.is_attack and talk.terms is None:
        return RESIST_OR_BARGAIN
    return TERMS if talk.is_attack or player.key == talk.attacker else REQUEST


def of_referee(season: Season) -> Hint:
    """Hint for a player who is also the referee."""
    if season.step != BETWEEN:
        return DISPUTE
    return CLOSE if season.turn > 1 and end_is_proposed(season) else OPEN_A_TURN


def of_former_player(player: Player) -> Hint:
    """Hint for a player who is conquered or out of the campaign."""
    if player.status == CONQUERED:
        return SUBJECT
    return Hint(OUT, rule=RULES_OF_THE_END[player.class_])
