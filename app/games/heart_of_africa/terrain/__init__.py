"""The country of a battle: outlines, random tables, the check of a finished table, ready-made
tables.
"""
