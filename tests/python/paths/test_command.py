"""``tickgrid paths``, and Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

SQUARE = ["--board", "10", "10", "--snake", "5,5 5,4 4,4 4,5", "--depth", "4"]


def tickgrid(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tickgrid", "paths", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_it_prints_the_count_and_nothing_else() -> None:
    done = tickgrid(*SQUARE)
    assert (done.stdout, done.stderr, done.returncode) == ("81\n", "", 0)
    assert tickgrid(*SQUARE, "--mod", "7", "--method", "dfs").stdout == "4\n"


def test_it_lists_the_paths() -> None:
    board = ["--board", "4", "3", "--snake", "2,2 3,2 3,1 3,0 2,0 1,0 0,0", "--depth", "2"]
    assert tickgrid(*board, "--list").stdout.split() == ["uu", "ul", "lu"]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--board", "10", "10", "--snake", "5;5", "--depth", "4"], "row,column"),
        (["--board", "10", "10", "--snake", "5,5 7,7", "--depth", "4"], "not adjacent"),
        (["--board", "0", "10", "--snake", "5,5", "--depth", "4"], "board"),
        ([*SQUARE, "--mod", "0"], "mod"),
        ([*SQUARE, "--depth", "-1"], "depth"),
        ([*SQUARE, "--method", "guess"], "guess"),
        ([], "--board"),
    ],
)
def test_what_is_wrong_is_told_on_the_error_stream(arguments: list[str], word: str) -> None:
    done = tickgrid(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert word in done.stderr


def test_help_has_an_example() -> None:
    done = tickgrid("--help")
    assert done.returncode == 0
    assert "--board 10 10" in done.stdout


@pytest.mark.parametrize("method", ["dfs", "dp"])
def test_ctrl_c_stops_a_count(method: str) -> None:
    snake = " ".join(f"50,{column}" for column in range(40, 19, -1))
    command = ["--board", "100", "100", "--snake", snake, "--depth", "60", "--method", method]
    with subprocess.Popen(
        [sys.executable, "-m", "tickgrid", "paths", *command],
        stderr=subprocess.PIPE,
        # Whoever runs the tests in the background may have it ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as running:
        try:
            time.sleep(2.5)
            running.send_signal(signal.SIGINT)
            start = time.monotonic()
            assert running.wait(timeout=20) == 130
            assert time.monotonic() - start < 2.0
        finally:
            running.kill()
