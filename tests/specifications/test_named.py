"""The named classes: their equations and their models of paths.

The numbers come from ``enumeration``, which lists the objects by their definitions.
"""

from itertools import accumulate, product

import pytest
from specifications.enumeration import DEFINITIONS

from gfkit.core.errors import OptionError, RuleError
from gfkit.specifications import (
    classes_counted,
    is_specification,
    law_avoiding,
    law_named,
    named_classes,
)
from gfkit.specifications.paths import law_of_paths, paths_of_table


@pytest.mark.parametrize("name", named_classes())
def test_equations_count_what_the_definition_says(name: str) -> None:
    number, last = DEFINITIONS[name]
    assert law_named(name).terms(last + 1) == [number(n) for n in range(last + 1)]


@pytest.mark.parametrize("name", [name for name, one in named_classes().items() if one.paths])
def test_the_model_of_paths_is_the_same_class(name: str) -> None:
    law = law_of_paths(paths_of_table(named_classes()[name].paths))
    assert law.p_recursive.same_sequence(law_named(name).p_recursive)


def test_paths_without_patterns() -> None:
    def words(n: int) -> int:
        listed = ("".join(word) for word in product("UD", repeat=2 * n))
        heights = {word: [*accumulate(1 if c == "U" else -1 for c in word)] for word in listed}
        return sum(
            min([0, *row]) == 0 == [0, *row][-1] and "UDU" not in word for word, row in heights.items()
        )

    assert law_avoiding("dyck-paths", ["UDU"]).terms(7) == [words(n) for n in range(7)]
    with pytest.raises(OptionError):
        law_avoiding("plane-trees", ["UD"])
    with pytest.raises(RuleError):
        law_avoiding("dyck-paths", ["UX"])


def test_each_class_has_a_definition_and_an_entry() -> None:
    assert DEFINITIONS.keys() == named_classes().keys()
    assert all(one.about and one.size and one.entry for one in named_classes().values())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dyck paths", "dyck-paths"),
        ("number of Dyck paths of semilength n", "dyck-paths"),
        ("the Motzkin path", "motzkin-paths"),
        ("large Schröder paths", "schroeder-paths"),
        ("plane trees with n edges", "plane-trees"),
        ("RNA secondary structures", "rna-structures"),
    ],
)
def test_names_in_words(text: str, name: str) -> None:
    assert law_named(text).name == name


@pytest.mark.parametrize(
    "text",
    ["Dyck paths of length n", "plane trees with n leaves", "domino-tilings", "3xn", "a(n) = a(n-1)",
     "F(n) = 2", "binary words with x=3", "permutations with |p(i)-i| <= 2", "x == 3", ""],
)  # fmt: skip
def test_other_texts_are_no_specifications(text: str) -> None:
    assert not is_specification(text)


def test_terms_of_a_class_are_recognised_from_any_early_n() -> None:
    found = {one.name: n for one, n in classes_counted([1, 2, 5, 14, 42, 132])}
    assert found["dyck-paths"] == 1
    assert found["parallelogram-polyominoes"] == 2
    assert not classes_counted([1, 2, 5, 14, 42, 133])
