"""Documents by the million: files to chunks, chunks to parts, parts to a file.

``sources`` cuts files into chunks of many documents, ``read`` makes documents
of a chunk, ``convert`` makes parts of the new file of them, here or in the
processes of ``pool``, and ``targets`` writes the parts in their order. What
holds a whole file in memory is nowhere on the way.
"""
