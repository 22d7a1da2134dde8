"""Campaign of a referee, who does not play, and three players, founded over the API."""

from __future__ import annotations

BOX = "heart_of_africa_campaign"
ENTRIES = (
    {"kind": "join", "list": "native_kingdom", "nation": "buganda"},
    {"kind": "join", "list": "native_kingdom", "nation": "rwanda"},
    {"kind": "join", "list": "native_kingdom", "nation": "bunyoro"},
)
NAMES = ("Ada", "Berta", "Carla", "Dora")


class Campaign:
    """Campaign with its `referee` and its players by seat; the first turn is not open yet."""

    def __init__(self, site, **clock):
        self.referee, *players = map(site.speaks, NAMES)
        asked = {"box": BOX, "scenario": "campaign", "side": "referee"}
        if clock:
            asked["clock"] = clock
        self.address = self.referee.post("/tables", asked, 201)["address"]
        self.path = f"/games/{self.address}"
        self.players = {f"p{number}": player for number, player in enumerate(players, 1)}
        for player, entry in zip(players, ENTRIES, strict=True):
            player.order(self.address, entry, step="between_turns")

    def waiting(self) -> list[str]:
        return self.referee.get(self.path)["waiting"]

    def order(self, seat: str, kind: str, **fields):
        """Give the first live offer of a kind for a player."""
        player = self.players[seat]
        offers = player.get(f"{self.path}/offers")
        found = next(
            one["order"] for one in offers if one["is_live"] and one["order"]["kind"] == kind
        )
        return player.order(self.address, {**found, **fields})

    def open_turn(self) -> None:
        """Open the turn; chance meetings are greeted."""
        self.referee.order(self.address, {"kind": "open_turn"})
        while (seat := self.waiting()[0]) and self.kinds(seat) == {"meet"}:
            self.order(seat, "meet", answer="greet")

    def kinds(self, seat: str) -> set[str]:
        """Kinds of the decisions that a seat answers now, without gifts."""
        offers = self.players[seat].get(f"{self.path}/offers")
        return {one["order"]["kind"] for one in offers if one["is_live"]} - {"give"}

    def fight(self) -> tuple[str, str]:
        """Open a turn in which the first attacks and the others pass; seats of the two fighters."""
        if "referee" in self.waiting():
            self.open_turn()
        attacker = self.waiting()[0]
        defender = "p2" if attacker == "p1" else "p1"
        self.order(attacker, "attack", target=defender)
        self.order(defender, "resist")
        while self.battles()[:1] == [] or "pass" in self.kinds(self.waiting()[0]):
            self.order(self.waiting()[0], "pass")
        return attacker, defender

    def battles(self):
        return self.referee.get(f"{self.path}/battles")

    def dispute(self) -> tuple[str, str]:
        """Enter a result that the other player disputes; seats of the two fighters."""
        attacker, defender = self.fight()
        self.order(attacker, "enter_result", winner=attacker)
        self.order(defender, "dispute_result", reason="No.")
        return attacker, defender

    def correct(self, move: int, reason: str = "A mistake.", instead=None):
        """Preview a correction and sign it."""
        asked = {"move": move, "reason": reason, "instead": instead}
        digest = self.referee.post(f"{self.path}/corrections/preview", asked)["digest"]
        signed = {**asked, "command": f"sign {digest[:20]}", "digest": digest}
        return self.referee.post(f"{self.path}/corrections", signed)
