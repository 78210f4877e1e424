"""Written by codegen; not public API."""

from runsnap._catalog import Catalog, Version

CATALOG = Catalog(
    package=__name__.rpartition(".")[0],
    kinds={
        "capture": {
            "1.0.0": Version(
                digest="sha256:c5f2040662cf6c173282a5f8fb9d5f01e8b91820ffd369a9e98e4129bfcd0d80",
                released=True,
            ),
            "1.1.0": Version(
                digest="sha256:c259054144594f013b479df2d8ab9599abe9ac47a1ffed85b24b9838af25f3ce",
                released=True,
            ),
            "1.2.0": Version(
                digest="sha256:ae3a18dfceba45e6e5100d0695650b8f88c7c8329373eac39b687785b9928516",
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
