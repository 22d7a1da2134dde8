"""Army page as plain data: its fields, prices and refusals."""
