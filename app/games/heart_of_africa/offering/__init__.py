"""What a seat may do in each step, as offers: the orders that are complete, and those that the
player fills in.
"""
