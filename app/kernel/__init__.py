"""Code shared by all rulebooks.

It reads no clock, rolls no dice of its own, opens no file during play and uses no network.
"""
