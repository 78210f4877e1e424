"""What runs can be sorted by. It stands apart, so that help needs no library that reads files."""

COLUMNS = (
    "file", "kind", "agent", "status", "model", "started", "duration", "steps", "tokens", "cost", "errors",
)  # fmt: skip
