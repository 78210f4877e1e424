"""Captures and resumptions as typed rows of Spark; needs ``runsnap[spark]``.

``read`` gives the rows of files, ``read_split`` those of good documents beside
the reasons why others are bad, ``validate`` the same for a DataFrame, and
``to_documents`` JSON text again. Rows hold what Avro records hold, under the same
names, so nothing is lost on the way; what a column cannot carry is refused by name.
"""

from runsnap.spark._frames import Split, read, read_split, schema, timestamp, to_documents, validate

__all__ = ["Split", "read", "read_split", "schema", "timestamp", "to_documents", "validate"]
