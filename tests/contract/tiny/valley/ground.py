"""Six areas, their edges, their names and their places on the drawing."""

from __future__ import annotations

from app.kernel.say import noun, say
from app.kernel.space.area_drawing import AreaDrawing
from app.kernel.space.areas import area_graph

AREAS = area_graph(
    [{"key": key} for key in ("v_mill", "v_ford", "v_wood", "v_chapel", "v_ridge", "v_tower")],
    [
        ("v_mill", "v_ford", "road"),
        ("v_mill", "v_wood", "open"),
        ("v_ford", "v_chapel", "road"),
        ("v_wood", "v_chapel", "open"),
        ("v_wood", "v_ridge", "track"),
        ("v_chapel", "v_ridge", "open"),
        ("v_chapel", "v_tower", "road"),
        ("v_ridge", "v_tower", "track"),
    ],
    {"road": (), "open": (), "track": ("guns",)},
)
NAMES = {
    "v_mill": say("Old Mill", "Molino Viejo"),
    "v_ford": say("Long Ford", "Vado Largo"),
    "v_wood": say("Scrubland", "Monte bajo"),
    "v_chapel": say("House of the Marabout", "Casa del Morabito"),
    "v_ridge": say("High Ridge", "Loma alta"),
    "v_tower": say("White Tower", "Torre Blanca"),
}
GROUNDS = {
    "v_mill": say("hamlet", "aldea"),
    "v_ford": say("plain", "llano"),
    "v_wood": say("wood", "bosque"),
    "v_chapel": say("hamlet", "aldea"),
    "v_ridge": say("hill", "altura"),
    "v_tower": say("fort", "fuerte"),
}
DRAWING = AreaDrawing(
    {
        "v_mill": (90.0, 210.0),
        "v_ford": (250.0, 300.0),
        "v_wood": (250.0, 110.0),
        "v_chapel": (410.0, 220.0),
        "v_ridge": (450.0, 70.0),
        "v_tower": (600.0, 170.0),
    }
)
UNITS = {
    "n1": ("north", "foot", noun("1st Foot", "1.º de infantería")),
    "n2": ("north", "foot", noun("2nd Foot", "2.º de infantería")),
    "n3": ("north", "guns", noun("Field battery", "Batería de campaña", "f")),
    "s1": ("south", "foot", noun("1st Rifles", "1.º de cazadores")),
    "s2": ("south", "foot", noun("2nd Rifles", "2.º de cazadores")),
    "s3": ("south", "guns", noun("Fort battery", "Batería de plaza", "f")),
}
SIDES = {"north": say("North", "Norte"), "south": say("South", "Sur")}
HOMES = {"north": "v_mill", "south": "v_tower"}
