"""PettingZoo's own checks and games.

They import a window library, to draw with; here they only play, and an empty stand-in is enough.
"""

from __future__ import annotations

import importlib
import sys
import types
import warnings
from typing import Any

__all__ = ["checks", "tictactoe_v3"]

sys.modules.setdefault("pygame", types.ModuleType("pygame"))
with warnings.catch_warnings():
    # The checks import games by PettingZoo's older way.
    warnings.simplefilter("ignore", DeprecationWarning)
    checks: Any = importlib.import_module("pettingzoo.test")
tictactoe_v3: Any = importlib.import_module("pettingzoo.classic.tictactoe.tictactoe")
