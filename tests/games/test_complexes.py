"""Legal and illegal complexes of games, against their definition, and games read back from them."""

from __future__ import annotations

from itertools import combinations

import pytest

import gfkit
from gfkit.errors import BoardError, GfkitError, LimitError

GAMES = [
    ("domineering", "2x3"), ("col", "path:4"), ("snort", "cycle:4"), ("nogo", "path:4"), ("nogo", "2x2"),
    ("cram", "2x3"), ("cis:3", "path:2"), ("snort", "<.>"), ("o12", "1x3"), ("domineering", "1x1"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "text"), GAMES)
def test_complexes_are_their_definition(game, text):
    found = gfkit.legal_complex(game, text)
    vertices = [name for name, _ in found.placements]
    faces = {
        frozenset(part)
        for facet in found.facets
        for k in range(len(facet) + 1)
        for part in combinations(facet, k)
    }
    # the f-vector is the profile: positions by pieces
    profile = gfkit.count(game, text, weights="pieces").polynomial
    counts = [0] * len(found.f_vector)
    for face in faces:
        counts[len(face)] += 1
    assert tuple(counts) == found.f_vector == tuple(profile.coefficient(k) for k in range(len(counts)))
    assert sum(found.f_vector) == gfkit.count(game, text).count
    # as many facets as maximal positions, and none in another
    assert len(found.facets) == gfkit.count(game, text, "maximal").count
    assert not any(set(a) < set(b) for a in found.facets for b in found.facets)
    # the smallest sets that are no face, by looking at all sets
    smallest = {
        frozenset(some)
        for k in range(1, 5)
        for some in combinations(vertices, k)
        if frozenset(some) not in faces and all(frozenset(some) - {one} in faces for one in some)
    }
    assert {frozenset(one) for one in found.smallest_illegal} == smallest
    assert found.is_flag == all(len(one) == 2 for one in smallest)


@pytest.mark.parametrize(("game", "text"), [(g, t) for g, t in GAMES if g != "nogo" and t != "1x1"])
def test_a_flag_complex_gives_the_game_back(game, text, tmp_path):
    found = gfkit.legal_complex(game, text)
    lists = {"legal": found.facets, "illegal": [*found.smallest_illegal, *((v,) for v in ())]}
    profile = gfkit.count(game, text, weights="players").polynomial
    for kind, facets in lists.items():
        (tmp_path / kind).write_text("\n".join([kind, *(" ".join(one) for one in facets)]))
    (tmp_path / "m2").write_text(found.to("macaulay2"))
    for name in ("legal", "m2"):
        board = f"complex:{tmp_path / name}"
        assert gfkit.count("node-kayles", board, weights="players").polynomial == profile
        assert str(gfkit.value("node-kayles", board).value) == str(gfkit.value(game, text).value)
    if len({v for one in found.smallest_illegal for v in one}) == len(found.placements):
        assert (
            gfkit.count("node-kayles", f"complex:{tmp_path / 'illegal'}", weights="players").polynomial
            == profile
        )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "expected a line legal or illegal"),
        ("legal\n", "has no facet"),
        ("facets\nx1 x2", "expected a line legal or illegal"),
        ("illegal\nx1 x2 x3", "x1 x2 x3 go together two by two, and not all together"),
        ("legal\nx1 x2\nx2 x3\nx1 x3", "x1 x2 x3 go together two by two"),
        ("legal\nx1 x1", "is no facet"),
        ("legal\nx1 2y", "is no facet"),
        ("legal = simplicialComplex {x1*x2, x2*x3, x1*x3}", "only games of which pairs"),
    ],
)
def test_what_is_no_flag_complex(content, said, tmp_path):
    """The hollow triangle is the smallest complex that no graph gives."""
    path = tmp_path / "c"
    path.write_text(content)
    with pytest.raises(BoardError, match=said):
        gfkit.parse_board(f"complex:{path}")


def test_what_is_refused():
    with pytest.raises(GfkitError, match="nobody places pieces"):
        gfkit.legal_complex("dominating-sets", "2x2")
    with pytest.raises(LimitError, match="more than 200000 positions"):
        gfkit.legal_complex("domineering", "5x5")
    with pytest.raises(GfkitError, match="written for macaulay2"):
        gfkit.legal_complex("col", "1x1").to("singular")
