"""Verify every die of an exported game: python verify_dice.py game.json. Needs nothing but Python
3.8 or newer.
"""

import hashlib
import hmac
import json
import pathlib
import sys


def face(key, move, counter, sides, purpose, owner):
    """HMAC-SHA-256 of what the die was for, as a number; the incomplete last stretch is thrown
    again.
    """
    if not 1 <= sides <= 2**32:
        return None
    fair = 2**64 - 2**64 % sides
    attempt = 0
    while True:
        text = f"{move}:{counter}:{attempt}:{purpose}:{owner}".encode()
        number = int.from_bytes(hmac.new(key, text, hashlib.sha256).digest()[:8], "big")
        if number < fair:
            return number % sides + 1
        attempt += 1


game = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
wrong, dice = 0, 0
if hashlib.sha256(game["seed"].encode()).hexdigest() != game["commitment"]:
    wrong, _ = 1, print("the seed is not the one that was promised before the game")
for seat in game["seats"]:
    pledge, values = seat.get("pledge", ""), seat["added"].split(" ")
    if " " in pledge and seat["added"] not in ("", "\x1e"):
        for place, value in enumerate(values):
            if pledge.split(" ")[place : place + 1] != [hashlib.sha256(value.encode()).hexdigest()]:
                wrong, _ = wrong + 1, print(f"seat {seat['seat']}: its value was not pledged")
key = "\n".join([game["seed"], *(seat["added"] for seat in game["seats"])]).encode()
for move in game["moves"]:
    for counter, roll in enumerate(move["rolls"]):
        dice += 1
        true = face(key, move["number"], counter, roll["sides"], roll["purpose"], roll["of"])
        if roll["face"] != true:
            wrong += 1
            print(
                f"move {move['number']}, die {counter + 1} ({roll['purpose']}): {roll['face']} on "
                f"record, {true or 'no such die'} is true"
            )
print(f"{dice} dice, {wrong} false" if wrong else f"{dice} dice, all true")
sys.exit(1 if wrong else 0)
