"""Written by codegen; not public API."""

from runsnap._avro_catalog import AvroCatalog

from .catalog import CATALOG

AVRO_CATALOG = AvroCatalog(
    catalog=CATALOG,
    fingerprints={
        ("capture", "1.0.0"): bytes.fromhex("05a99e881768f37c"),
        ("capture", "1.1.0"): bytes.fromhex("f4238680af148059"),
        ("capture", "1.2.0"): bytes.fromhex("8a022b5722f8140b"),
        ("resumption", "0.1.0"): bytes.fromhex("8ae3d1bde44401a8"),
        ("resumption", "0.1.1"): bytes.fromhex("a3d4c39f8f09380b"),
    },
)
