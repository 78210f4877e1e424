"""Schemas in a registry with Confluent's API: reviewed against what is there, then registered.

The way of a schema: `released` or `schemas_in` say what is wanted,
`Registry.subject` what is there; `plan` compares the two, and `apply` sends what
the plan says, all of it or nothing.
"""

from runsnap.registry._api import Registry, Subject, Version
from runsnap.registry._apply import Outcome, apply
from runsnap.registry._plan import Action, Plan, plan
from runsnap.registry._schemas import DEFAULT_SUBJECT, Schema, released, schemas_in

__all__ = [
    "DEFAULT_SUBJECT",
    "Action",
    "Outcome",
    "Plan",
    "Registry",
    "Schema",
    "Subject",
    "Version",
    "apply",
    "plan",
    "released",
    "schemas_in",
]
