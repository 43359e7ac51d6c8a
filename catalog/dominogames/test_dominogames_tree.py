"""The plain tree against a board done by hand."""

from __future__ import annotations

from .tree import Tree


def test_plays_that_are_the_same_by_hand():
    # Three columns, two rows: h1 leaves h1, h2 and v3; v1 leaves h2, v2 and v3; v2 leaves v1 and v3. Section
    # 6.1 counts six ways on from these, with mirror images of what is left joined.
    tree = Tree(3, 2)
    assert len({tree.rest(play) for play in tree.sequences()}) == 6
    assert len({tree.mirrored(play) for play in tree.sequences()}) == 7
    # One row of four: lying in the middle pays player one the same and player two nothing, which only cruel
    # players do.
    row = Tree(4, 1)
    assert row.plays(tie="kind") == {"h1 h3", "h3 h1"}
    assert row.plays(tie="cruel") == {"h2"}
