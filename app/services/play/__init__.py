"""Play: lobby, setup, orders, conditional orders, sandboxes, bots and saved armies."""
