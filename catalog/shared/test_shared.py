"""What papers share, against what is known."""

from __future__ import annotations

from . import graphs


def test_numbers_of_graphs():
    # OEIS A000088, and A005142-A033995 for bipartite ones.
    assert [len(graphs.graphs(n)) for n in range(1, 6)] == [1, 2, 4, 11, 34]
    assert [sum(map(graphs.is_bipartite, graphs.graphs(n))) for n in range(1, 6)] == [1, 2, 3, 7, 13]
