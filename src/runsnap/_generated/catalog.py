"""Written by codegen; not public API."""

from runsnap._catalog import Catalog, Version

CATALOG = Catalog(
    package=__name__.rpartition(".")[0],
    kinds={
        "capture": {
            "1.0.0": Version(
                digest="sha256:9ed47085e09619a7233663d740d45981ffe3cb3688d44ec6a0e8675c4d81eac1",
                released=True,
            ),
            "1.1.0": Version(
                digest="sha256:2389344ced9fa2863f3d50548f8f105b317e58238faf3b33cd1f272595dc88b8",
                released=True,
            ),
            "1.2.0": Version(
                digest="sha256:db46fca31754683ec3c2d252a792a13fb2a95497a2d39bf3c50d770fec35aba7",
                released=True,
            ),
        },
        "resumption": {
            "0.1.0": Version(
                digest="sha256:df408a5415b0fd7dc962a3cfd65b3d97c475ebb63c8b54a45abcea79754ffddd",
                released=True,
            ),
            "0.1.1": Version(
                digest="sha256:5b146e17d44159759c3fa8879b4dab8c6c1b07e776e2ecb0c34188bd4eaf5b13",
                released=True,
            ),
        },
    },
)
