"""Actions of users: join, play, watch, write.

No SQL, no HTML, no rule of a game. Overview: docs/services.md.
"""
