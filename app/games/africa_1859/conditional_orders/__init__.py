"""AFB-WEB: answers in advance, by kind of decision and by counter, space or side."""
