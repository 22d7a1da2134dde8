"""The page on which an army is raised, as plain data: what may be entered where, what it costs,
what the rules say to it.
"""
