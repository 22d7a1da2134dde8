"""Measurements of the campaign of In the Heart of Africa."""
