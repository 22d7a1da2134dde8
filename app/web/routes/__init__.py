"""Routes of ten lines: read, call, render."""
