"""HTTP layer: the only package that uses FastAPI and Jinja. It reads requests, calls the services
and renders answers; it decides no rule.
"""
