"""Hypothesis measures no time: machines are busy, and the first example compiles the validators."""

from __future__ import annotations

import contextlib

# The sessions that look at the documentation have no Hypothesis.
with contextlib.suppress(ModuleNotFoundError):
    from hypothesis import HealthCheck, settings

    settings.register_profile(
        "busy", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("busy")
