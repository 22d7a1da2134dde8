"""HTTP: the only FastAPI and Jinja in the house. It reads a request, calls the club and prints the
answer; it decides no rule.
"""
