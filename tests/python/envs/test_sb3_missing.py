"""Without Stable-Baselines3 everything but its adapter works, and that says what to install."""

from __future__ import annotations

import importlib
import sys

import pytest


def test_the_adapter_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "stable_baselines3", None)
    monkeypatch.delitem(sys.modules, "tickgrid.envs.sb3", raising=False)
    with pytest.raises(ModuleNotFoundError, match="pip install stable-baselines3"):
        importlib.import_module("tickgrid.envs.sb3")
