"""The desk of a referee of a campaign over the API: python docs/example_referee.py
https://club.example caracole_... GAME [MOVE REASON]

It shows what waits, gives players with a near deadline more time, and asks for the winner of each
disputed battle. With a move and a reason it previews a correction that strikes the move, and signs
it or asks another referee to sign. It needs Python with httpx, and a token that allows to read and
to play.
"""

import sys
import uuid
from datetime import UTC, datetime, timedelta

import httpx


class Desk:
    """The desk of one game. `tell` prints a line, `ask` returns the answer to a question."""

    def __init__(self, base, token, game, tell=print, ask=input):
        headers = {"Authorization": f"Bearer {token}", "Accept-Language": "en"}
        self.client = httpx.Client(
            base_url=f"{base}/api/v1/games/{game}", headers=headers, timeout=30
        )
        self.tell, self.ask = tell, ask

    def call(self, method, path, body=None):
        """Answer of the server; a refusal ends the script with the sentences of its rules."""
        answer = self.client.request(method, path, json=body)
        if answer.is_error:
            raise SystemExit(answer.json()["detail"])
        return answer.json() if answer.content else None

    def order(self, order, desk):
        """Give an order for the seat of the referees."""
        given = {"command": uuid.uuid4().hex, "after": desk["last"], "order": order}
        made = self.call("POST", "/orders", given | {"seat": desk["seat"]})
        for line in made["move"]["lines"]:
            self.tell(line["says"])

    def show(self):
        """Print the decisions of the referee and the players with a deadline."""
        desk = self.call("GET", "/desk")
        for decision in desk["decisions"]:
            self.tell(f"You: {decision['says']}")
        for player in desk["players"]:
            until = player["deadline"] or "no deadline"
            self.tell(f"{player['title']}: {player['owes']} ({until})")

    def extend(self, hours=24, days=2):
        """Give more time to each player whose deadline is near."""
        near = datetime.now(UTC) + timedelta(hours=hours)
        for player in self.call("GET", "/desk")["players"]:
            if player["deadline"] and datetime.fromisoformat(player["deadline"]) <= near:
                order = {"kind": "extend_time", "to": player["seat"], "days": days}
                self.order(order, self.call("GET", "/desk"))

    def decide(self):
        """Decide each battle with an entered result while a decision waits for the referee."""
        for battle in self.call("GET", "/battles"):
            desk = self.call("GET", "/desk")
            if battle["status"] != "entered" or not desk["decisions"]:
                continue
            found = [
                one
                for one in desk["offers"]
                if one["is_live"]
                and one["order"]["kind"] == "decide"
                and one["order"]["battle"] == battle["key"]
            ]
            for number, offer in enumerate(found):
                self.tell(f"{number}: {offer['label']}")
            choice = self.ask(f"{battle['title']}. Which result? (empty: none yet) ")
            if choice:
                reason = self.ask("Reason? (a sentence that all readers see) ")
                self.order(found[int(choice)]["order"] | {"reason": reason}, desk)

    def correct(self, move, reason, instead=None):
        """Preview a correction and print its consequences. Sign it by the digest of the preview, or
        ask the other referees to sign.
        """
        asked = {"move": move, "reason": reason, "instead": instead}
        preview = self.call("POST", "/corrections/preview", asked)
        for result in preview["results"]:
            self.tell(f"{result['ways']} of {result['of']}:")
            for one in result["differences"]:
                self.tell(f"  {one['fact']}: {one['before']} → {one['after']}")
        choice = self.ask("Sign it? [y: yes, a: ask another referee to sign, n: no] ")
        if choice == "y":
            signed = {"command": uuid.uuid4().hex, "digest": preview["digest"]}
            for line in self.call("POST", "/corrections", asked | signed)["move"]["lines"]:
                self.tell(line["says"])
        elif choice == "a":
            self.call("POST", "/corrections/requests", asked)
            self.tell("The other referees are asked to sign.")


def main(base, token, game, move="", *reason, tell=print, ask=input):
    desk = Desk(base, token, game, tell, ask)
    desk.show()
    if move:
        desk.correct(int(move), " ".join(reason))
    else:
        desk.extend()
        desk.decide()


if __name__ == "__main__":
    main(*sys.argv[1:])
