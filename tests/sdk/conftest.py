"""Hypothesis without a deadline: the first example compiles the validators."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("sdk", deadline=None, print_blob=True)
settings.load_profile("sdk")
