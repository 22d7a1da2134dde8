"""What the bot thinks with: worth, sight, aims, manoeuvres. Advice for a player, no rule of the
game.
"""
