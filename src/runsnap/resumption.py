"""The records of a resumption: ``Resumption`` and everything in it."""

from runsnap._generated.resumption import Artifact, Resumption, Spend, Usage

__all__ = ["Artifact", "Resumption", "Spend", "Usage"]
