"""One question, made once: words are read where they come in, and what is asked travels as a value.

The files that may read words are listed here; answers to a question are those to its words.
"""

import ast
import pickle
from dataclasses import replace
from pathlib import Path

import gfkit
import gfkit.errors
from gfkit.claims.truth import GameTruth
from gfkit.games import Question
from gfkit.typing import Positions, Weights

ASKED = Question.of("domineering", "nx2", "right-ends", "pieces")


def test_what_a_question_is():
    made = Question(
        gfkit.find_rule("domineering"), gfkit.parse_board("nx2"), Positions.RIGHT_ENDS, Weights.PIECES
    )
    assert made == ASKED
    assert hash(made) == hash(ASKED)
    assert Question.of(ASKED) is ASKED
    assert pickle.loads(pickle.dumps(ASKED)) == ASKED
    assert str(ASKED) == "domineering on nx2, right-ends"
    assert str(made) == "Domineering on nx2, right-ends"


def test_every_call_takes_the_question_in_place_of_its_words():
    board = ASKED.on(ASKED.family.at(4))
    assert gfkit.count(board) == gfkit.brute_force("domineering", "4x2", "right-ends", "pieces")
    law = gfkit.derive(ASKED)
    assert law == gfkit.derive("domineering", "nx2", "right-ends", "pieces")
    assert law.question is ASKED
    assert (law.game, law.board, law.positions, law.weights) == ("domineering", "nx2", "right-ends", ("x",))
    plain = Question.of("domineering", "nx2")
    assert gfkit.verify("a(n) = 1", game=plain).is_refuted
    single = Question.of("domineering", "2x2")
    assert gfkit.value(single).value == gfkit.value("domineering", "2x2").value
    assert gfkit.outcomes(single).words == gfkit.outcomes("domineering", "2x2").words
    assert gfkit.nim(Question.of("cram", "1xn"), to=9).values == gfkit.nim("cram", "1xn", to=9).values


def test_nothing_is_read_again(tmp_path, monkeypatch):
    """A report of a law is about the rule that was derived, whatever its file says since."""
    file = tmp_path / "rule.toml"
    file.write_text('name = "Cells"\n[both]\npieces = ["X"]\n')
    law = gfkit.derive(str(file), "1xn")
    file.write_text('name = "Dominoes"\n[both]\npieces = ["XX"]\n')
    assert law.rule.name == "Cells"
    assert gfkit.report(law).title.startswith("Cells on")
    renamed = replace(law, question=replace(law.question, game="other"))
    assert renamed == law
    # Once a question is there, deriving, judging and reporting read no board and no word.
    asked = Question.of("domineering", "nx2", "right-ends")

    def refused(*_):
        raise AssertionError("read again")

    monkeypatch.setattr("gfkit.boards.grammar.parse_board", refused)
    monkeypatch.setattr("gfkit.games.question.as_rule", refused)
    monkeypatch.setattr(Positions, "read", refused)
    law = gfkit.derive(asked)
    assert law.cells_per_n == 2
    truth = GameTruth(asked)
    assert truth.law(Weights.NONE) == law
    assert [words for words, _ in truth.alternatives()] == [
        "left-ends on nx2",
        "right-ends on 2xn",
        "left-ends on 2xn",
    ]
    assert truth.confirms_by_count(5, Weights.NONE, law[5])
    assert gfkit.verify("a(n) = 2a(n-1) + 2a(n-2) - a(n-3)", game=asked).verdict.value == "proved"


# Where words are read: at the edge, and in files whose words are not those of a question.
READERS = """__init__ boards/__init__ boards/grammar cli/games constants/theorems games/__init__ games/library
games/question kinds/placement/file kinds/sentences lab/tools lab/widget oeis/confirm oeis/export/draft
oeis/export/family oeis/export/square show/drawn show/notebook transfer/questions/bar
transfer/questions/graph_polynomial transfer/sizes/alphabets proofs/plain values/certificates/play
claims/truth transfer/sizes/squares oeis/reading/__init__"""


def test_words_are_read_at_the_edge_alone():
    readers = {"parse_board", "parse_one_board", "as_board", "as_rule", "find_rule"}
    package = Path(gfkit.__file__).parent
    found = set()
    for file in package.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        tree = ast.walk(ast.parse(text)) if any(reader in text for reader in readers) else ()
        if readers & {node.id for node in tree if isinstance(node, ast.Name)}:
            found.add(file.relative_to(package).with_suffix("").as_posix())
    assert {place for place in found if not place.startswith("catalog/")} <= {*READERS.split()}
