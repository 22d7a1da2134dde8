"""What the bot thinks with: worth, danger, aims. Advice for a player, no rule of the game."""
