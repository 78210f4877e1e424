"""Captures and resumptions in Avro: container files and single objects.

``dump`` and ``load`` stream over container files; ``encode`` and ``decode``
carry one document with the fingerprint of its schema (Avro 1.12, "Single-object
encoding"); ``schema`` gives the Avro schema. Nothing is lost on the way: what
Avro cannot carry is refused by name.
"""

from runsnap.avro._container import AvroDocuments
from runsnap.avro._documents import decode, dump, encode, load, schema
from runsnap.avro._writer import AvroWriter

__all__ = ["AvroDocuments", "AvroWriter", "decode", "dump", "encode", "load", "schema"]
