"""Caracole: wargames at a distance."""

version = "0.1.0"
