"""Offers of a seat in each step: complete orders, and forms that the player fills in."""
