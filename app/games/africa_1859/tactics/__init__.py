"""Bot of Africa 1859-60: candidates of orders with a value, and the best of them."""
