"""Fights of Africa 1859-60: fire, caracole, charge, assault, losses and retreat."""
