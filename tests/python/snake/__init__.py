"""The tests of the Snake game as Python sees it."""
