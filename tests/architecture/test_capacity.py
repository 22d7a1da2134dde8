"""The estimate of a large installation, and its page."""

from pathlib import Path

import msgspec

from bench.capacity import Load, measured_costs, parts, table

PAGE = (Path(__file__).parents[2] / "docs" / "scale.md").read_text()


def test_the_page_has_the_computed_table():
    assert "\n".join(table(Load(), measured_costs())) in PAGE


def test_more_watching_browsers_need_more_processes_and_no_more_disk():
    usual = {one.name: one.needs for one in parts(Load(), measured_costs())}
    twice = msgspec.structs.replace(Load(), watching=2 * Load().watching)
    many = {one.name: one.needs for one in parts(twice, measured_costs())}
    assert many["connections of Postgres"] == 2 * usual["connections of Postgres"]
    assert many["network to the browsers"] == 2 * usual["network to the browsers"]
    assert many["disk of the database"] == usual["disk of the database"]


def test_the_scarcest_part_comes_first():
    shares = [one.share for one in parts(Load(), measured_costs())]
    assert shares == sorted(shares, reverse=True)
