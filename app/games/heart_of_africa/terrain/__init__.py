"""The country a battle is fought over: outlines, whole tables by chance, the check of a finished
table, ready-made ones.
"""
