"""Army building: the submission, its price, its faults, and armies raised by chance or by sense."""
