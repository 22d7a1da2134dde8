"""Evaluation by the bot: worth, sight, aims, manoeuvres. It contains no rule of the game."""
