"""Written by codegen; not public API."""
