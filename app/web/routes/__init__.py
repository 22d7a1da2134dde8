"""Routes: each reads a request, calls a service and renders the answer."""
