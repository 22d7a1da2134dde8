"""A whole game of Cry Havoc over the API, against the bot of the house: python docs/example_bot.py
https://club.example caracole_...

It needs Python alone, and a token that allows to read, to play and to open tables.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid


def asking(base, token):
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Accept-Language": "en",
        "Prefer": "return=representation",
    }

    def ask(method, path, body=None):
        """Status and answer. Told to wait, it waits; cut off, it asks again: a command counts
        once.
        """
        request = urllib.request.Request(
            f"{base}/api/v1{path}", body and json.dumps(body).encode(), headers, method=method
        )
        for _ in range(20):
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    return answer.status, json.loads(answer.read() or "null")
            except urllib.error.HTTPError as refused:
                if refused.code != 429:
                    return refused.code, json.loads(refused.read())
                time.sleep(int(refused.headers["Retry-After"]))
            except OSError:
                time.sleep(1)
        raise SystemExit("the server does not answer")

    return ask


def best(offers):
    """A shot or a blow that may be given as it stands; else the end of the step; else whatever
    answers the question.
    """
    live = [
        offer["order"]
        for offer in offers
        if offer["is_live"] and not offer["asks"] and not offer["ahead"]
    ]
    fights = [order for order in live if order["kind"] in ("shoot", "attack")]
    return random.choice(fights or [order for order in live if order["kind"] == "pass"] or live)


def main(base, token, rest=0.5, say=print):
    ask, after = asking(base, token), 0
    status, game = ask(
        "POST", "/tables", {"box": "cry_havoc", "scenario": "first_blood", "against": "bot"}
    )
    offers = None
    while status == 201 and game["outcome"] is None:
        address = f"/games/{game['address']}"
        if game["decisions"]:
            order = best(offers or ask("GET", f"{address}/offers")[1])
            done, answer = ask(
                "POST",
                f"{address}/orders",
                {"command": uuid.uuid4().hex, "after": game["last"], "order": order},
            )
            if done not in (200, 409):  # 409: another player moved meanwhile
                raise SystemExit(answer["detail"])
            game, offers = answer["game"], answer.get("offers")
        else:
            time.sleep(rest)
            (_, game), offers = ask("GET", address), None
        for move in ask("GET", f"{address}/log?after={after}")[1]:
            say(*(line["says"] for line in move["lines"] if line["level"] == 1), sep="\n")
        after = game["last"]
    say(game["outcome"]["says"] if status == 201 else game["detail"])


if __name__ == "__main__":
    main(*sys.argv[1:])
