"""Runner of table cases: a finished table and the exact findings about it."""

from __future__ import annotations

from typing import Any

from app.games.heart_of_africa.armies.list_terms import Standing
from app.games.heart_of_africa.cases.positions import piece_of, work_of
from app.games.heart_of_africa.land import Land
from app.games.heart_of_africa.terrain.findings import findings
from app.games.heart_of_africa.terrain.regions import home_region

KIND = "heart_of_africa/table"


def run(case: dict[str, Any]) -> list[str]:
    """The differences between a case and the rules; none if it passes. A case with `home` checks a
    region only.
    """
    expected = case["expect"]
    if "home" in case:
        home = case["home"]
        region = home_region(Standing(home["list"], home.get("nation", ""), 0) if home else None)
        wanted = expected["region"]
        return (
            []
            if region == (tuple(wanted) if isinstance(wanted, list) else (wanted,))
            else [f"region: {', '.join(region)}, expected {wanted}"]
        )
    found = findings(table_of(case), case.get("region", ""), case.get("scenario", ""))
    wanted = {
        rule: rules
        for rules in expected["findings"]
        for rule in (rules if isinstance(rules, list) else [rules])
    }
    reported = {refusal.rule for refusal in found}
    missing = [
        rules
        for rules in expected["findings"]
        if not reported & set(rules if isinstance(rules, list) else [rules])
    ]
    allowed = {*wanted, *expected.get("also_ok", ())}
    return [f"not reported: {rules}" for rules in missing] + [
        f"reported besides: {refusal}" for refusal in found if refusal.rule not in allowed
    ]


def table_of(case: dict[str, Any]) -> Land:
    """The table of a case; its pieces and works are written as in battles."""
    return Land(
        float(case.get("width", 72)),
        float(case.get("depth", 48)),
        case.get("region", ""),
        tuple(map(piece_of, case.get("terrain") or ())),
        tuple(map(work_of, case.get("works") or ())),
        case.get("water_edge", ""),
    )
