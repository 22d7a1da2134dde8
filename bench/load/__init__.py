"""Load test of the server: players, spectators and pages against the budgets. The driver is
JavaScript (README.md). `python -m bench.load` runs everything.
"""
