"""Entry in the benchmarks: the game of the server's measurements, and its newcomer."""

from __future__ import annotations

from app.games.cry_havoc.newcomer import newcomers_order
from app.kernel.bench_entry import BenchEntry

ENTRY = BenchEntry(measures_server=True, newcomer=newcomers_order)
