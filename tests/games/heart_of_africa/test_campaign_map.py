"""Map of a campaign: places, subjects, tracks, and the words that tell all of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import dist

from msgspec.structs import replace

from app.games.heart_of_africa.campaign.drawing import draw
from app.games.heart_of_africa.campaign.fog import View
from app.games.heart_of_africa.campaign.names import shape_of
from app.games.heart_of_africa.campaign.state import Player, Season, Talk
from app.kernel.contract import Marks
from app.kernel.scene import Element, Scene

PEOPLE = Player("p1", "native_kingdom", "buganda", "native", "Wa-simba", 5, joined=1)
OTHERS = Player("p2", "native_warlord", "mirambo", "native", "Wa-tembo", 4, joined=2)
EXPLORER = Player(
    "p3", "white_explorers", "expedition", "explorer", "Aldana", 6, joined=3, explored=("p2", "p1")
)
BRITISH = Player("p4", "colonial_expedition", "british", "colonial", hongos=None, joined=4)


def season(*players: Player, **more: object) -> Season:
    return Season(players={player.key: player for player in players}, **more)


def drawn(found: Season, language: str = "en") -> Scene:
    return draw(View(found), Marks(), language)


def styles(scene: Scene, layer: str) -> list[str]:
    ink = next(one.ink for one in scene.layers if one.key == layer)
    return [dict(element.attrs).get("class", "") for element in ink.elements]


def texts(element: Element | str) -> list[str]:
    if isinstance(element, str):
        return [element]
    return [words for child in element.children for words in texts(child)]


def test_a_player_keeps_the_place_when_others_join():
    few, more = drawn(season(PEOPLE, OTHERS)), drawn(season(PEOPLE, OTHERS, EXPLORER, BRITISH))
    places = {spot.key: spot.at for spot in more.spots}
    assert {spot.key: spot.at for spot in few.spots}.items() <= places.items()
    assert len(set(places.values())) == len(places)


def test_sixteen_players_have_sixteen_places():
    people = [replace(PEOPLE, key=f"p{n}", joined=n) for n in range(1, 17)]
    assert len({spot.at for spot in drawn(season(*people)).spots}) == 16


def test_names_of_many_players_stand_beside_each_other():
    """A letter is about half as wide as high; the largest have 31 units."""
    people = [
        replace(PEOPLE, key=f"p{n}", joined=n, people="Expedition Aldana") for n in range(1, 17)
    ]
    scene = drawn(season(*people))
    rows = {y for _, y in (spot.at for spot in scene.spots)}
    names = next(one.ink for one in scene.layers if one.key == "names").elements
    longest = max(len(words) for one in names[1:] for words in texts(one))
    assert len(rows) == 4 and longest * 31 / 2 < 200


def test_a_subject_is_drawn_in_the_style_of_its_master():
    subject = replace(PEOPLE, status="conquered", master="p4", hongos=None)
    master = replace(BRITISH, districts=("p1",))
    scene = drawn(season(subject, OTHERS, master))
    own, other = f"cmp-{shape_of('p4')}", f"cmp-{shape_of('p2')}"
    assert styles(scene, "realms") == [f"cmp-realm {own} is-subject", f"cmp-realm {other}"]
    assert styles(scene, "tracks") == [f"cmp-bond {own}"]


def elements(scene: Scene, layer: str) -> tuple[Element, ...]:
    return next(one.ink for one in scene.layers if one.key == layer).elements


def numbers(text: str) -> list[float]:
    return [float(one) for one in re.findall(r"-?[0-9.]+", text)]


def points_of(path: str) -> Iterator[tuple[float, float]]:
    """Points along all curves of a path."""
    for part in path.split("M")[1:]:
        x1, y1, px, py, x2, y2 = numbers(part)
        for step in range(51):
            t = step / 50
            u = 1 - t
            yield (
                u * u * x1 + 2 * u * t * px + t * t * x2,
                u * u * y1 + 2 * u * t * py + t * t * y2,
            )


def test_a_track_passes_the_explored_territories_in_order():
    scene = drawn(season(PEOPLE, OTHERS, EXPLORER))
    track, *stops = (dict(one.attrs) for one in elements(scene, "tracks"))
    spots = {spot.key: spot.at for spot in scene.spots}
    ends = [(float(one["cx"]), float(one["cy"])) for one in stops]
    nearest = [min(spots, key=lambda key, at=at: dist(spots[key], at)) for at in ends]
    assert nearest == ["p2", "p1"] and track["d"].count("M") == 2
    assert all(dist(spots[key], at) < 100 for key, at in zip(nearest, ends, strict=True))


def test_lines_stay_off_the_signs_and_names_of_their_players():
    """The sign is 22 units round; a letter is at least 13 wide and a row 31 high."""
    master = replace(BRITISH, districts=("p1",))
    found = season(PEOPLE, OTHERS, EXPLORER, master, talks=(Talk("p2", "p1"), Talk("p4", "p3")))
    scene = drawn(found)
    spots = {spot.key: spot.at for spot in scene.spots}
    ways = [("p3", "p2"), ("p2", "p1"), ("p4", "p1"), ("p2", "p1"), ("p4", "p3")]
    paths = [
        dict(one.attrs)["d"]
        for layer in ("tracks", "attacks")
        for one in elements(scene, layer)
        if one.tag == "path"
    ]
    parts = ["M" + part for path in paths for part in path.split("M")[1:]]
    for players, part in zip(ways, parts, strict=True):
        for key in players:
            x, y = spots[key]
            for across, down in points_of(part):
                assert abs(across - x) >= 48 or not y - 56 <= down <= y + 50, (key, part)


def test_an_attack_of_this_turn_is_drawn():
    scene = drawn(season(PEOPLE, OTHERS, talks=(Talk("p1", "p2"),)))
    own = f"cmp-{shape_of('p1')}"
    assert styles(scene, "attacks") == [f"cmp-{part} {own}" for part in ("attack", "goal")]


def test_the_label_tells_the_whole_map_in_both_languages():
    subject = replace(PEOPLE, status="conquered", master="p4", hongos=None)
    found = season(subject, OTHERS, EXPLORER, BRITISH)
    english, spanish = drawn(found).label, drawn(found, "es").label
    for words in ("Wa-simba", "subject of the British", "4 hongos", "track through Wa-tembo"):
        assert words in english
    for words in ("Wa-simba", "súbdito de los británicos", "recorrido por Wa-tembo"):
        assert words in spanish


def test_a_campaign_without_players_has_a_map():
    assert "without players" in drawn(season()).label
