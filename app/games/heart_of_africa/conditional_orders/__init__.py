"""What a side orders ahead: a march order for its next moves, and standing orders for questions
that need nobody's thought.

They are carried out inside the move that brings the question up, in the name of their owner, from
what he knows then.
"""
