from tests.vectors.made import Proposal


def written(version):
    yield from ()
