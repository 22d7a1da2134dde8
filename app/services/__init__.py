"""What members do: sit down, play, watch, talk. No SQL, no HTML, no rule of a game. The web's
overview: docs/club.md.
"""
