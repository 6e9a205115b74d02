"""The tests of recording games and playing them back."""
