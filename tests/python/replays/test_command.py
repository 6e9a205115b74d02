"""``tickgrid replay``."""

from __future__ import annotations

from pathlib import Path

import pytest

from snake.games import make_game
from tickgrid import RandomFoodSpawner
from tickgrid.cli import main


@pytest.fixture
def file(tmp_path: Path) -> str:
    game = make_game(RandomFoodSpawner(1), size=(6, 5), body=[(2, 2)])
    game.run(3)
    game.replay().save(tmp_path / "game.json.gz")
    return str(tmp_path / "game.json.gz")


def test_the_end_is_shown(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", file]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "tick 3: running, score 0"
    assert lines[3].rstrip() == ".....O"


def test_every_board_is_printed(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", file, "--print"]) == 0
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if line.startswith("tick")] == [
        "tick 0 of 3: ready, score 0",
        *(f"tick {tick} of 3: running, score 0" for tick in (1, 2, 3)),
    ]


def test_it_checks_and_draws(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gif, svg = tmp_path / "a.gif", tmp_path / "a.svg"
    options = ["--verify", "--gif", str(gif), "--svg", str(svg), "--tick", "1", "--cell", "4"]
    assert main(["replay", file, *options, "--no-progress"]) == 0
    assert capsys.readouterr().out == f"{file}: all 3 ticks are as recorded\n"
    assert gif.read_bytes().startswith(b"GIF89a") and 'width="24"' in svg.read_text()


def test_errors_are_one_line(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "broken").write_text("{}")
    for arguments in (
        [str(tmp_path / "broken")],
        [str(tmp_path / "nowhere")],
        [file, "--svg", str(tmp_path / "x"), "--tick", "4"],
        [file, "--gif", str(tmp_path / "x"), "--cell", "0"],
    ):
        assert main(["replay", *arguments]) == 2
        error = capsys.readouterr().err
        assert error.startswith("tickgrid replay: error: ") and error.count("\n") == 1


def test_it_is_animated_in_a_terminal(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[float] = []
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr("time.sleep", shown.append)
    assert main(["replay", file, "--interval", "0.5"]) == 0
    assert shown == [0.5] * 4
