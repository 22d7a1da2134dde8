"""The server under load: players, spectators and pages, beside the budgets. The driver is
JavaScript (README.md); `python -m bench.load` does it all.
"""
