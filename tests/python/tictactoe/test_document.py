"""The program of the seed document runs, with nothing changed but where its class comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[2] / "data" / "tictactoe" / "document.txt"


def test_the_documents_program(capsys: pytest.CaptureFixture[str]) -> None:
    text = PROGRAM.read_text(encoding="utf-8")
    assert text.count("import") == 1
    exec(compile(text, str(PROGRAM), "exec"), {"__name__": "__main__"})
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("rejected: cell already taken")
    assert second == "full board result: draw"
