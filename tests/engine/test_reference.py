"""The reference against the engine: every built-in structure on strips, paths and cycles.

They share constraints and nothing else. That both are right is compared with listings of boards in the
conformance of machines, and with drawn families in ``differential``.
"""

import ast
from pathlib import Path

import pytest
from choice import sample, then_slow

from gfkit import brute_force, count, derive
from gfkit.core.engine import reference
from gfkit.core.errors import GfkitError, LimitError
from gfkit.core.rules import NAMED, Rule

FAR = {"nogo", "l-tromping"}
"""Structures that take the reference more than three seconds."""
HUBS = ["spanning-trees", "acyclic-orientations", "matchings", "independent-sets"]


@pytest.mark.parametrize(
    ("family", "name"), sample(["3xn", "path:n", "cycle:n"], [*NAMED][::3], quick=3, seconds=1)
)
def test_the_reference_gives_the_series_of_the_engine(family: str, name: str) -> None:
    name = name.replace(":k", ":3")
    try:
        engine = derive(name, family if name not in FAR else family.replace("3", "2"))
        found = derive(*(engine.question.rule, engine.question.boards), method="reference")
    except GfkitError:
        pytest.skip("no constraints, or no formula")
    assert str(found.rational) == str(engine.rational)


@pytest.mark.parametrize("weights", ["none", "pieces"])
@pytest.mark.parametrize("name", then_slow(HUBS[:2], 0.3, *HUBS[2:]))
def test_the_reference_lists_hubs_and_weights(name: str, weights: str) -> None:
    found = derive(name, "wheel:n", "all", weights, method="reference")
    for n, term in enumerate(found.terms(4), found.first_n):
        assert str(term) == str(brute_force(name, f"wheel:{n}", "all", weights).polynomial)


def test_the_reference_bounds_far_cells_and_long_edges() -> None:
    for cell in (3, 30):
        given = f"cell 1,{cell} is 1"
        law = derive("independent-sets", "1xn", given=given, method="reference")
        assert law.first_n == cell
        assert [law[32], law[33]] == [count("independent-sets", f"1x{n}", given=given) for n in (32, 33)]
    with pytest.raises(LimitError):
        derive("independent-sets", "slices(1;to=0-0-1,0-0-25):n", method="reference")


@pytest.mark.parametrize("key", ["components", "cycles", "each"])
def test_the_reference_links_nodes_that_always_exist(key: str) -> None:
    asked = {"components": 1, "cycles": 0, "each": {"at": "first", "number": 1}}
    rule = Rule.array(colours=2, connected=[{"of": [0, 1], key: asked[key]}])
    found = derive(rule, "nx2", method="reference")
    assert found.terms(5) == [brute_force(rule, f"{n}x2").count for n in range(5)]


@pytest.mark.parametrize("number", [1, 3])
def test_the_reference_counts_equal_events_each(number: int) -> None:
    """Opposite cells of 2 x 2 have the same neighbours, so that their events are equal."""
    isolated = {"neighbours": "rook", "when": "sum(near) == 0", "at_most": number}
    rule = Rule.array(colours=2, exactly=[isolated])
    found = derive(rule, "nx2", method="reference")
    assert found.terms(5) == [brute_force(rule, f"{n}x2").count for n in range(5)]


def test_the_page_shares_constraints_with_the_engine_and_nothing_else() -> None:
    page = Path(reference.__file__).read_text("utf-8")
    names = {str(node.module) for node in ast.walk(ast.parse(page)) if isinstance(node, ast.ImportFrom)}
    assert not any(name.startswith("gfkit.core.engine") for name in names)
