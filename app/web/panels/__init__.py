"""Panels of the game page. Each has a context, a builder, a template and an address.

The panels are board, decision, log, talk, clock and replay. `frame` is what all of them share.
"""
