"""API for bot accounts and scripts at /api/v1. Its routes call the same services as the pages, with
equal visibility and refusals.
"""
