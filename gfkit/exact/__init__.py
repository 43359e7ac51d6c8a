"""Exact arithmetic that FLINT lacks, and whether arrays of machine words can be had.

numpy is a dependency, but there are places where it cannot be installed, a browser among them. There the
plain engines do the work: the same answers, later, and wide strips are refused. ``ARRAYS`` is the one place
that decides between them.
"""

from importlib.util import find_spec

ARRAYS = find_spec("numpy") is not None
"""Whether numpy is there."""
