"""What all rulebooks share. Nothing in here reads a clock, rolls a die of its own, opens a file at
play time or uses the network.
"""
