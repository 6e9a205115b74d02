"""The tests of snakes and ladders as Python sees it."""
