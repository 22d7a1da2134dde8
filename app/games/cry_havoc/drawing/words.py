"""Words for pieces and hexes in both languages, for screen readers and for the label of a tapped
hex.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.games.cry_havoc.drawing.position import NOW, Moment, Piece
from app.games.cry_havoc.drawing.sheet import Sheet
from app.kernel.data_tables import read_yaml

WORDS: Mapping[str, Mapping[str, Any]] = read_yaml(Path(__file__).parent / "words.yaml")


def marks(names: list[str]) -> dict[str, str]:
    """Shortest prefixes that tell the names apart: Baker -> Ba, Carpenter -> Ca, Odo -> O."""
    short = {n: n.removeprefix("Sir ") for n in names}
    out = {}
    for n, s in short.items():
        k = 1
        while k < 3 and any(o != s and o[:k] == s[:k] for o in short.values()):
            k += 1
        out[n] = s[:k]
    return out


def title(sheet: Sheet, language: str) -> str:
    given = sheet.data.get(f"title_{language}") or WORDS[language]["maps"].get(sheet.id)
    return str(given or sheet.data.get("title_es") or sheet.id)


def board_words(sheet: Sheet, language: str) -> str:
    return WORDS[language]["board"].format(
        title=title(sheet, language), cols=sheet.cols, rows=sheet.rows
    )


def place_words(ident: str, language: str) -> dict[str, str]:
    """Building as an object and as an owner; an unnamed one goes by its id."""
    w = WORDS[language]
    place = w["places"].get(ident, ident)
    return {
        "place": place,
        "of_place": w["places_of"].get(ident) or w["of_unknown"].format(place=place),
    }


def hex_words(sheet: Sheet, label: str, language: str) -> str:
    """Contents of a hex: opening or room, or height, cover and crest, and the corner of a house
    beside it.
    """
    w = WORDS[language]["terrain"]
    zone = sheet.zone.get(label)
    if zone:
        place = place_words(zone.partition("/")[0], language)
        opened = [
            kind
            for kind in ("door", "gate", "window")
            if any(h == label and opening == kind for (h, _), opening in sheet.openings.items())
        ]
        kinds = opened or ["interior" if "/" in zone else "courtyard"]
        return ", ".join(w[kind].format(**place) for kind in kinds)
    kind = sheet.terrain.get(label)
    parts = [w["high"]] if label in sheet.high else []
    if kind or not parts:
        parts.append(w.get(kind or "clear", kind))
    crest = sheet.crest_sides(label)
    if crest:
        parts.append(
            w["crest"].format(sides=", ".join(WORDS[language]["sides"][side] for side in crest))
        )
    if label in sheet.house_corners:
        parts.append(w["corner"].format(**place_words(sheet.house_corners[label], language)))
    return ", ".join(parts)


def name_of(piece: Piece, language: str) -> str:
    w = WORDS[language]
    if piece.kind == "horse":
        return w["horse_of"].format(who=piece.owner) if piece.owner else w["loose_horse"]
    if piece.kind == "mule":
        return w["mule"].format(name=piece.name).strip()
    return piece.name


def state_words(piece: Piece, language: str) -> str:
    w = WORDS[language]
    special = {"civilian": "states_of_civilians", "mule": "states_of_mules"}.get(piece.kind, "")
    return str(w.get(special, {}).get(piece.state) or w["states"][piece.state])


def spoken(
    piece: Piece,
    language: str,
    sides: Mapping[str, Mapping[str, str]],
    now: Moment = NOW,
    led_by: str = "",
) -> str:
    """Name, kind, side, state, figures, place, last act and possible act of a piece, in this
    order.
    """
    w = WORDS[language]
    parts = [name_of(piece, language)]
    if not piece.is_animal:
        parts.append(w["kinds"].get(piece.kind, piece.kind))
    if piece.side in sides:
        parts.append(sides[piece.side][language])
    if piece.rear and not piece.is_animal:
        parts.append(w["mounted"])
    if not piece.is_animal or piece.state == "dead":
        parts.append(state_words(piece, language))
    if piece.state != "dead":
        parts += _abilities(piece, language)
    if piece.at:
        two = w["two"].format(front=piece.at, rear=piece.rear)
        parts.append(two if piece.rear else w["hex"].format(hex=piece.at))
    if led_by:
        parts.append(w["led_by"].format(who=led_by))
    if piece.did:
        parts.append(w["did"][piece.did])
    parts += [w[word] for word, on in (("selected", now.selected), ("can", now.can)) if on]
    if now.target:
        parts.append(w["target"].format(odds=now.odds) if now.odds else w["target_bare"])
    return ", ".join(parts)


def _abilities(piece: Piece, language: str) -> list[str]:
    w, out = WORDS[language], []
    if piece.figures:
        a, d, m = (w["none"] if value is None else value for value in piece.figures)
        out.append(w["figures"].format(a=a, d=d, m=m))
    if piece.quiver is not None:
        out.append(w["quiver"].format(n=piece.quiver))
    return out


def cost_words(points: int, language: str) -> str:
    return WORDS[language]["cost_one" if points == 1 else "cost"].format(n=points)
