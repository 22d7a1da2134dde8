"""Playing spaces: hexes, the continuous table, and areas joined by edges."""
