"""Whom a change of an Avro schema breaks, shown by encoded bytes.

Verdicts are those of the rest of the review. *broken*: a reader fails on bytes
that the writer's schema describes, or reads another value out of them.
*safe*: a rule of Avro's schema resolution, which both libraries kept in the run
on edge values. *unknown*: neither.
"""

from __future__ import annotations

from runsnap.evolution.avro._compare import compare_avro
from runsnap.evolution.avro._schema import AvroSchemaError

__all__ = ["AvroSchemaError", "compare_avro"]
