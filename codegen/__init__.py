"""Generator of everything that follows from the schemas.

Pure: it reads JSON Schemas and returns ``{path: text}``. It knows nothing of
``src/``; the names of the hand-written rooms that generated code imports stand
in :mod:`codegen.runtime`.
"""
