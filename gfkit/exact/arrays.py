"""Whether arrays of machine words can be had: the one place that decides between them and plain Python.

numpy is a dependency, but there are places where it cannot be installed, a browser among them. There the
plain engines do the work: the same answers, later, and wide strips are refused.
"""

from __future__ import annotations

from importlib.util import find_spec

ARRAYS = find_spec("numpy") is not None
"""Whether numpy is there."""
