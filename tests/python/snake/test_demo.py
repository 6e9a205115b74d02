"""The command line: the document's demo character for character, help and version."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig

DEMO = """\
--- 10 x 5 grid, scripted food, a snake of 3 heading right ---
..........
........#.
.ooO.*..#.
..........
..........
tick 2: ate at (5,2), score 1, length 4, interval 0.20s to 0.18s
tick 5: moved into the cell the tail was vacating, which is legal
*.........
....oo..#.
....Oo..#.
..........
..........
UP submitted after DOWN: accepted=False (a 180-degree reversal is ignored)
paused: tick still 5, moved=False, state=paused
tick 8: over by wall, score 1, length 4, 10 frames in 1.28s of game time
"""


def tickgrid(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tickgrid", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_the_demo_prints_the_documents_text_and_nothing_else() -> None:
    done = tickgrid("demo")
    assert done.stdout == DEMO
    assert done.stderr == ""
    assert done.returncode == 0


def test_the_console_script_is_the_same_command() -> None:
    script = shutil.which("tickgrid", path=sysconfig.get_path("scripts"))
    assert script is not None
    done = subprocess.run([script, "demo"], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == DEMO


def test_help_names_the_demo() -> None:
    done = tickgrid("--help")
    assert done.returncode == 0
    assert "demo" in done.stdout


def test_version_prints_a_version() -> None:
    done = tickgrid("--version")
    assert done.returncode == 0
    assert re.search(r"\d+\.\d+\.\d+", done.stdout)


def test_an_unknown_command_is_refused() -> None:
    assert tickgrid("no-such-command").returncode != 0
