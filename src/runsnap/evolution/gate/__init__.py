"""Reviews of schemas as a gate: which pairs must hold, which step a version needs, what fails."""

from __future__ import annotations

from runsnap.evolution._model import View
from runsnap.evolution.gate._accept import Accepted, AcceptError, Entry, read_accepted
from runsnap.evolution.gate._git import Commit, GitError, commit
from runsnap.evolution.gate._policy import Policy, PolicyError, read_policy
from runsnap.evolution.gate._report import GROUPS, Comparison, Item, Report, Side
from runsnap.evolution.gate._repository import Folder, lock_faults, snapshot
from runsnap.evolution.gate._review import Repository, Settings, diff, joined, review
from runsnap.evolution.gate._sources import SourceError, packaged_side, parsed, side_of
from runsnap.evolution.gate._steps import Step, next_version, step_needed, step_taken, version_key

__all__ = [
    "GROUPS",
    "AcceptError",
    "Accepted",
    "Commit",
    "Comparison",
    "Entry",
    "Folder",
    "GitError",
    "Item",
    "Policy",
    "PolicyError",
    "Report",
    "Repository",
    "Settings",
    "Side",
    "SourceError",
    "Step",
    "View",
    "commit",
    "diff",
    "joined",
    "lock_faults",
    "next_version",
    "packaged_side",
    "parsed",
    "read_accepted",
    "read_policy",
    "review",
    "side_of",
    "snapshot",
    "step_needed",
    "step_taken",
    "version_key",
]
