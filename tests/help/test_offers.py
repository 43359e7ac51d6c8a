"""Answers to words that gfkit does not accept, and free wording that is read as a sentence.

The right answer to each word follows from the names, commands and pages that gfkit has.
"""

import shlex
from itertools import permutations, product

import pytest
from cli.calling import call
from tables import tables

import gfkit
from gfkit.core.errors import BULLET, GfkitError
from gfkit.help.search import advice, offers

DATA = tables("offers")


@pytest.mark.parametrize(("kind", "word", "fact"), DATA["right"])
def test_the_answer_is_among_three(kind: str, word: str, fact: str) -> None:
    answer = advice(word, kind, "derive")
    assert fact in answer
    assert answer.count(BULLET) <= 3
    assert len(offers(word, kind)) <= 3


def test_words_of_other_fields_have_no_answer() -> None:
    assert [
        word for word in DATA["foreign"] for kind in ("structure", "command", "topic") if offers(word, kind)
    ] == []
    assert "gfkit games" in advice("bitcoin", "structure")
    assert "bitcoin" not in advice("bitcoin", "structure")


def test_advice_is_searched_for_when_a_message_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Callers that try several readings of a board suppress most errors."""
    asked = []
    monkeypatch.setattr(
        gfkit.core.hooks, "from_above", lambda name: lambda *words: asked.append((name, *words))
    )
    with pytest.raises(GfkitError) as refusal:
        gfkit.parse_board("hexahelicene")
    assert not asked
    assert "hexahelicene" in str(refusal.value)
    assert asked == [("advice", "hexahelicene", "board")]


def test_errors_name_a_valid_command() -> None:
    assert "gfkit equilibrium 2xn" in call("equilibrium", "domineering", "2xn").err
    assert "--sizes" in call("derive", "domino-tilings", "mxn").err
    assert "interrupted" in call("help", "exit", "codes").out
    for sign, word in {"&": "and", "|": "or", "^": "!=", "~": "not", "=": "=="}.items():
        with pytest.raises(GfkitError, match=f" {word},"):
            gfkit.Rule.array(colours=2, window={"shape": "ab", "require": f"a {sign} b"})


def test_a_name_that_is_ambiguous_is_not_a_misspelling() -> None:
    """Trominoes are not tetrominoes; stars of networkx have one more vertex."""
    assert "tetromino" not in advice("trominoes", "structure")
    with pytest.raises(GfkitError, match="star_graph"):
        gfkit.count("matchings", "star_graph(5)")


@pytest.mark.parametrize("verb", ["value", "count", "derive", "compare"])
@pytest.mark.parametrize(
    "name", ["Tutte polynomial of K4", "chromatic polynomial", "the Ising polynomial of 3x3"]
)
def test_a_polynomial_in_place_of_a_structure_has_one_line_with_its_command(verb: str, name: str) -> None:
    refusal = call(verb, name, "tilings with 2x1 and 2x2 tiles", code=2)
    [line] = [line for line in refusal.err.splitlines() if not line.startswith("note: ")]
    command = line.partition("use gfkit ")[2]
    assert repr(name) in line
    assert not refusal.out
    words = shlex.split(command.replace("BOARD", "2x3"))
    assert words[0] == "polynomial"
    assert call(*words, code=0).out


def test_suggestions_are_printed_on_separate_lines() -> None:
    refusal = call("derive", "walks", "3xn")
    assert (refusal.code, refusal.out) == (2, "")
    first, *answers = refusal.err.splitlines()
    assert "'walks'" in first
    assert 2 <= len(answers) <= 3
    assert all(line.startswith("  - ") for line in answers)


def test_free_wording_is_parsed_as_a_sentence() -> None:
    """Permutations and matrices, counted from the words."""
    bounded = [
        sum(all(abs(p - i) <= 2 for i, p in enumerate(one)) for one in permutations(range(n)))
        for n in range(7)
    ]
    matrices = sum(
        not any(all(m[3 * i + j + k] for k in (0, 1, 3, 4)) for i in (0, 1) for j in (0, 1))
        for m in product((0, 1), repeat=9)
    )
    with pytest.warns(gfkit.core.errors.ReadingNote, match=r"read as: a\(n\) = count\(.permutations"):
        assert gfkit.derive("permutations with |p(i)-i| <= 2", "n").terms(7) == bounded
    with pytest.warns(gfkit.core.errors.ReadingNote, match="oeis read"):
        assert gfkit.count("permutations with |p(i)-i|<=2", "6") == bounded[6]
    with pytest.warns(gfkit.core.errors.ReadingNote):
        assert gfkit.count("binary matrices with no 2x2 all ones block", "3x3") == matrices
    with pytest.raises(GfkitError, match="row"):
        gfkit.count("permutations with |p(i)-i|<=2", "3x3")
    with pytest.raises(GfkitError, match="unknown"):
        gfkit.count("colours of the rainbow", "3x3")


def test_wordings_lead_to_the_row() -> None:
    answers = {word: advice(word, "topic").split(BULLET)[:2] for word in DATA["wordings"]}
    assert [word for word, fact in DATA["wordings"].items() if fact not in " ".join(answers[word])] == []


def test_the_graph_of_sudoku_has_the_published_number_of_grids() -> None:
    """A107739: 288 grids of 4 x 4."""
    command = next(offer.command for offer in offers("shidoku") if "Sudoku" in offer.text)
    assert call(*shlex.split(command)[1:], code=0).out.split()[0] == "288"


def test_an_unknown_option_has_no_answer_about_other_subjects() -> None:
    assert offers("--distinct-partitions", "option", "draw") == ()
    assert "polynomial" in advice("--chromatic", "option", "count")


def test_residues_of_the_first_terms_are_listed_for_a_long_period() -> None:
    fibonacci = [1, 1]
    while len(fibonacci) < 60:
        fibonacci.append(sum(fibonacci[-2:]))
    shown = call("derive", "domino-tilings", "2xn", "--mod", "1000000007", "--terms", "60", "--full").out
    assert ", ".join(str(term % 1000000007) for term in fibonacci) in shown
    assert "2x10^18" in call("derive", "domino-tilings", "2xn", "--to", "10^18").err


def test_help_finds_sections_by_their_words() -> None:
    assert "gfkit help kinds/array#predicates" in call("help", "median", "lexicographically").out
