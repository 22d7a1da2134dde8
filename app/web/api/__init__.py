"""The club for programs: /api/v1. Routes of ten lines over the same functions as the pages, with
the same fog and the same refusals.
"""
