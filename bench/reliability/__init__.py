"""Measurements of the figures that `docs/figures/reliability.yaml` lists, one module for each."""
