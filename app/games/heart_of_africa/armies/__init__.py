"""Army building: the submission, its price, what is wrong with it, and armies raised by chance or
with sense.
"""
