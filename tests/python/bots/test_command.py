"""``tickgrid bench-bots``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tickgrid.bots import BOTS
from tickgrid.cli import main

OWN = """
from tickgrid import Direction
class Up:
    def choose(self, game):
        return Direction.UP
"""


def test_it_prints_a_table_and_writes_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "results.json"
    sizes = ["--sizes", "4", "5x6", "--games", "30", "--seed", "7", "--json", str(file)]
    assert main(["bench-bots", "--bots", "hamiltonian", "greedy", *sizes]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5 and lines[0].startswith("bot ")
    assert lines[3].split()[:4] == ["hamiltonian", "5x6", "30", "100.00%"]
    report = json.loads(file.read_text(encoding="utf-8"))
    assert report["seed"] == 7 and "tail" in report["rules"] and "1 cells" in report["start"]
    assert [result["bot"] for result in report["results"]] == ["hamiltonian", "greedy"] * 2
    assert report["results"][2]["filled"] == 1.0 and report["results"][2]["height"] == 5


def test_boards_may_wrap_around(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "results.json"
    options = ["--wrap", "--food-count", "2", "--sizes", "5", "--games", "20", "--json", str(file)]
    assert main(["bench-bots", "--bots", "hamiltonian", *options]) == 0
    assert "100.00%" in capsys.readouterr().out
    rules = json.loads(file.read_text(encoding="utf-8"))["rules"]
    assert "wraps around" in rules and "2 pieces of food" in rules and "walls" not in rules


def test_all_bots_play_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench-bots", "--sizes", "4", "--games", "3"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + len(BOTS)


def test_a_bot_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own_bots.py").write_text(OWN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert main(["bench-bots", "--own", "own_bots:Up", "--sizes", "5", "--games", "4"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("Up ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--own", "nowhere"], "MODULE:NAME"),
        (["--own", "no_such_module_at_all:Bot"], "no_such_module_at_all"),
        (["--own", "json:nothing"], "nothing"),
        (["--own", "json:loads"], "bot: got "),
        (["--games", "0"], "games: got 0"),
        (["--sizes", "2"], "height: got 2"),
        (["--json", "/no/such/folder/x.json", "--games", "1", "--sizes", "3"], "No such file"),
    ],
)
def test_what_is_wrong_is_told(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench-bots", *arguments]) == 2
    assert message in capsys.readouterr().err
