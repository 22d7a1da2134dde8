"""Army files on the command line."""

from __future__ import annotations

from app.cli import main


def test_an_army_file_is_validated(tmp_path, capsys):
    army = tmp_path / "army.yaml"
    army.write_text(
        "{list: pygmies, nation: pygmies, year: 1890, points: 600, scenario: raid, role: "
        "attacker, independents: {witch_doctor: 1},"
        " leader: {type: pygmy_archer, traits: [cunning_devil]}, units: [{pygmy_archer: 15}, "
        "{pygmy_archer: 15}, {pygmy_spearman: 15}]}",
        encoding="utf-8",
    )
    assert main(["validate-army", "heart_of_africa", str(army), "--language", "es"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "no válido"
    army.write_text(
        army.read_text(encoding="utf-8").replace("independents: {witch_doctor: 1},", ""),
        encoding="utf-8",
    )
    assert main(["validate-army", "heart_of_africa", str(army)]) == 0
    assert capsys.readouterr().out == "valid\n"
