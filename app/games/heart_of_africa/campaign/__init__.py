"""The campaign of In the Heart of Africa: pages 37 to 41 of the rulebook, as a long game."""
