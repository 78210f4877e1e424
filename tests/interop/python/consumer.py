"""runsnap, called as the consumers in other languages are."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.vectors.runner import read_vectors
from tests.vectors.runsnap_consumer import consume

consume(read_vectors(Path(sys.argv[1])), Path(sys.argv[2]))
