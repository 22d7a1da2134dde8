"""Measurements of Africa 1859-60."""
