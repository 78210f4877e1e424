"""Which files the arguments of a command mean."""

from runsnap._paths import STDIN, Found, Skipped, Target, Unusable, find, same_file

__all__ = ["STDIN", "Found", "Skipped", "Target", "Unusable", "find", "same_file"]
