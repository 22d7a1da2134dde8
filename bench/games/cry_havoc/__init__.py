"""Measurements of Cry Havoc."""
