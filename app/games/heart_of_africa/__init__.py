"""In the Heart of Africa: miniatures on a continuous table."""
