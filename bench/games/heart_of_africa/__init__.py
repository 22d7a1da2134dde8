"""Measurements of In the Heart of Africa."""
