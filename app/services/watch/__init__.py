"""Views of games: boards, logs, lists, reports, spectators and statistics."""
