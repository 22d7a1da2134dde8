"""Measurements of contests and of clubs that hold them."""
