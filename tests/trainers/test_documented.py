"""Every example of docs/trainers.md runs as it stands there, each in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "trainers.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^```python (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
SECONDS = 300
SETTINGS = {"OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": "", "RAY_USAGE_STATS_ENABLED": "0"}


def test_there_is_an_example_for_each_trainer() -> None:
    assert {*EXAMPLES} == {"stable-baselines3", "sb3-contrib", "cleanrl", "rllib", "torchrl"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    script = tmp_path / "example.py"
    script.write_text(EXAMPLES[name], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script],
        cwd=tmp_path,
        env={**os.environ, **SETTINGS},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nan" not in done.stdout.lower(), done.stdout
