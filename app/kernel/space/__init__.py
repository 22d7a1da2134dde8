"""Playing spaces: hexes and the continuous table."""
