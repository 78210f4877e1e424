"""What runs are there: a summary of each, of no more of a file than it takes.

``files`` finds documents, ``read`` makes summaries of them, ``select`` filters
and sorts those, and ``totals`` adds them up.
"""
