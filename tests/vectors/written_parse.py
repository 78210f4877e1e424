from tests.vectors.made import Proposal


def written_parse():
    yield from ()
