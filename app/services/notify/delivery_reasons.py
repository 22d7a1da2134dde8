"""Reasons of failed deliveries, in words."""

from __future__ import annotations

from app.kernel.say import Say, as_is, say

ANOTHER_ADDRESS, NO_RECEIVER, NOT_WANTED = (
    "another address",
    "no such receiver",
    "not wanted any more",
)
WHY = {
    ANOTHER_ADDRESS: say("your address is another one now", "ahora tienes otra dirección"),
    NO_RECEIVER: say("you have removed the receiver", "has quitado el receptor"),
    NOT_WANTED: say("you no longer wanted it", "ya no lo querías"),
    "interrupted": say("interrupted", "interrumpido"),
    "claimed by another": say("claimed by another", "lo ha tomado otro"),
    "no mail server": say("no mail server", "no hay servidor de correo"),
    "no longer there": say("no longer there", "ya no está"),
    "not on the administrator’s list": say(
        "not on the administrator’s list", "no está en la lista del administrador"
    ),
    "private address": say("private address", "dirección privada"),
    "https only": say("https only", "solo https"),
    "malformed": say("malformed", "mal formada"),
    "name or password of the mail server: letters that its log-in does not carry": say(
        "name or password of the mail server: letters that its log-in does not carry",
        "nombre o contraseña del servidor de correo: letras que su acceso no admite",
    ),
}
"""Reasons of this server for a failed delivery; other reasons are quoted from the remote server."""


def reason_line(why: str) -> Say:
    """Reason in both languages; that of a remote server is quoted."""
    return WHY.get(why) or as_is(why)
