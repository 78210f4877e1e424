"""Written by codegen; not public API."""

from . import codec as codec
from .models import Artifact, Resumption, Spend, Usage

__all__ = ["Artifact", "Resumption", "Spend", "Usage"]
