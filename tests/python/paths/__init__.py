"""The tests of counting the paths of a snake."""
