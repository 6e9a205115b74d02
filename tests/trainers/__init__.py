"""Tests with trainers' packages, which are too large for `make test`: `make test-trainers`."""
