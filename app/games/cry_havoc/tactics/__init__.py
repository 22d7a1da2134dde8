"""Evaluation for the bot: worth, danger, aims. It is advice for a player, no rule of the game."""
