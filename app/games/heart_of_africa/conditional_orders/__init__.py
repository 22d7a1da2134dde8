"""Conditional orders of a side: a march order for its next moves, and standing orders for routine
questions.

They are carried out within the move that causes the question, in the name of their owner, from that
side's knowledge at the time.
"""
