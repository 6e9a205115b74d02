"""The rooms of the Python package import leftwards only. See ARCHITECTURE.md."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tickgrid

PACKAGE = Path(tickgrid.__file__).parent
ROOMS = [
    "errors",
    "vocabulary",
    "_core",
    "tictactoe",
    "protocols",
    "progress",
    "ladders",
    "bots",
    "registration",
    "envs",
    "demo",
    "paths_cli",
    "replay_cli",
    "bots_cli",
    "cli",
]
# It re-exports everything, and starts the command.
APART = {"__init__.py", "__main__.py"}
FILES = [path for path in sorted(PACKAGE.rglob("*.py")) if path.name not in APART]


def imported(path: Path) -> set[str]:
    """The rooms that a file imports; the package itself counts as the room it names."""
    rooms: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "tickgrid":
            rooms |= {alias.name if alias.name in ROOMS else "" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tickgrid."):
            rooms.add((node.module or "").split(".")[1])
        elif isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
            rooms |= {name[1] if len(name) > 1 else "" for name in names if name[0] == "tickgrid"}
    return rooms - {""}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_file_imports_leftwards_only(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    assert room in ROOMS, f"{room} is a room that this test does not know"
    allowed = ROOMS[: ROOMS.index(room) + 1]
    assert imported(path) <= set(allowed)


def test_no_file_is_too_long() -> None:
    root = PACKAGE.parents[1]
    for folder in ("python", "tests", "benches", "examples"):
        for path in (root / folder).rglob("*.py"):
            lines = len(path.read_text(encoding="utf-8").splitlines())
            assert lines <= 600, f"{path.relative_to(root)}: {lines} lines; split it by concern"
