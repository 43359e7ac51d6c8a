"""What every component holds: rooted forests, trees at a side, cells without holes, colours in one piece."""

from __future__ import annotations

import json
from itertools import product

import pytest
from flint import fmpz_mat

from gfkit import brute_force, certify_file, count, derive, parse_board, save_derived
from gfkit.boards import Board
from gfkit.boards.grammar import parse_one_board
from gfkit.errors import RuleError
from gfkit.games import Rule, find_rule
from gfkit.show.phrases import described, rule_sentences

BOARDS = ["path:1", "cycle:5", "complete:4", "2x3", "3x3", "wheel:5", "#.#/.../#.#", "../../#./.."]
FAMILIES = ["path:n", "2xn", "nx3", "cycle:n", "wheel:n", "moebius:n"]


def laplacian(board: Board) -> list[list[int]]:
    rows = [[0] * board.size for _ in range(board.size)]
    for a, b in board.edges:
        for one, other in ((a, b), (b, a)):
            rows[one][one] += 1
            rows[one][other] -= 1
    return rows


def rooted(board: Board) -> int:
    """Forests with a root in every tree, by the matrix-tree theorem of the graph with one vertex more."""
    rows = laplacian(board)
    return int(fmpz_mat([[x + (i == j) for j, x in enumerate(row)] for i, row in enumerate(rows)]).det())


def test_rooted_forests_are_a_determinant():
    for text in [*BOARDS, "4x5", "cylinder:4x4"]:
        board = parse_one_board(text)
        assert count("rooted-forests", board).count == rooted(board), text
    for text in FAMILIES:
        family, found = parse_board(text), derive("rooted-forests", text)
        for n in range(max(1, found.first_n), 9):
            assert found[n] == rooted(family.at(n)), (text, n)


def test_forests_whose_trees_hold_one_cell_of_a_side():
    """The determinant of the other cells' rows; of at most one cell of the side, trees elsewhere are free."""
    rule = Rule.edges(cycles=0, spanning=True, each={"at": "top row", "number": 1})
    for text in ("2x3", "3x3", "4x3", "3x5"):
        board = parse_one_board(text)
        inner = [cell for cell, (row, _) in enumerate(board.places) if row]
        rows = laplacian(board)
        found = fmpz_mat([[rows[a][b] for b in inner] for a in inner]).det()
        assert count(rule, board).count == int(found), text


def flood(cells: set[tuple[int, int]], steps: list[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    parts, left = [], set(cells)
    while left:
        part, todo = set(), [left.pop()]
        while todo:
            row, col = todo.pop()
            part.add((row, col))
            near = {(row + a, col + b) for a, b in steps} & left
            left -= near
            todo += near
        parts.append(part)
    return parts


ROOK = [(0, 1), (1, 0), (0, -1), (-1, 0)]
KING = [(a, b) for a, b in product((-1, 0, 1), repeat=2) if a or b]


def polyominoes(rows: int, cols: int, *, holes: bool) -> int:
    cells = list(product(range(rows), range(cols)))
    total = 0
    for chosen in product((0, 1), repeat=len(cells)):
        ones = {cell for cell, one in zip(cells, chosen, strict=True) if one}
        sides = {r for r, _ in ones} >= {0, rows - 1} and {c for _, c in ones} >= {0, cols - 1}
        if not sides or len(flood(ones, ROOK)) != 1:
            continue
        others = flood(set(cells) - ones, KING)
        total += holes or all(
            any(r in (0, rows - 1) or c in (0, cols - 1) for r, c in part) for part in others
        )
    return total


@pytest.mark.parametrize(("name", "holes"), [("polyominoes", True), ("simply-connected-polyominoes", False)])
def test_polyominoes_that_touch_all_sides(name, holes):
    for rows, most in ((1, 4), (2, 4), (3, 3)):
        wide, tall = derive(name, f"{rows}xn"), derive(name, f"nx{rows}")
        for cols in range(1, most + 1):
            assert wide[cols] == tall[cols] == polyominoes(rows, cols, holes=holes), (rows, cols)
    assert count(name, "4x4").count == derive(name, "4xn")[4]


def test_polyominoes_by_size():
    """Summed over bounding boxes, fixed polyominoes of 1 to 5 cells (A001168)."""
    found = [0] * 6
    for rows, cols in product(range(1, 6), repeat=2):
        for (cells,), number in count("polyominoes", f"{rows}x{cols}", weights="pieces").polynomial.terms:
            if cells < 6:
                found[cells] += int(number)
    assert found[1:] == [1, 2, 6, 19, 63]


def test_colours_in_one_piece_each():
    for text in ("2x3", "cycle:5", "wheel:5", "3x3"):
        board = parse_one_board(text)
        total = 0
        for colours in product(range(3), repeat=board.size):
            label = list(range(board.size))
            for _ in range(board.size):
                for a, b in board.edges:
                    if colours[a] == colours[b]:
                        label[a] = label[b] = min(label[a], label[b])
            total += len({*zip(colours, label, strict=True)}) == len({*colours})
        assert count("connected-colourings:3", board).count == total, text
    assert derive("connected-colourings:2", "2xn")[5] == count("connected-colourings:2", "2x5").count


@pytest.mark.parametrize(
    "rule",
    [
        Rule.edges(spanning=True, each={"at": "chosen", "number": [1, 2]}, component_weight="y", weight="x"),
        Rule.edges(each={"at": ["first", "last"], "number": "at least 1"}, cycles=[0, 1]),
        Rule.array(colours=2, connected=[{"of": "each", "each": {"at": "border", "number": "at most 2"}}]),
        Rule.array(
            colours=2, connected=[{"of": [1], "each": {"at": "corners", "number": 1}, "components": 1}]
        ),
    ],
)
def test_rules_of_all_kinds_against_lists(rule):
    for text in ("1x1", "2x3", "3x3", "cylinder:3x2", "#.#/.../#.#"):
        board = parse_one_board(text)
        for weights in ("none", "players"):
            assert (
                count(rule, board, weights=weights).polynomial
                == brute_force(rule, board, weights=weights).polynomial
            ), text
    for text in ("2xn", "nx2", "3xn"):
        found, family = derive(rule, text), parse_board(text)
        for n in range(1, 4):
            assert found[n] == brute_force(rule, family.at(n)).count, (text, n)


def test_certificates_and_words(tmp_path):
    for name, text in (("rooted-forests", "ladder:n"),):
        path = tmp_path / f"{name}.json"
        save_derived(derive(name, text), path)
        assert certify_file(path).status == "proved"
        saved = json.loads(path.read_text())
        asked = saved["rule"].get("linkage") or saved["rule"]["conditions"][1]["linkage"]
        asked["each"]["allowed"] = [0]
        path.write_text(json.dumps({**saved, "game": "another"}))
        assert certify_file(path).status == "refuted"
    assert "one chosen root in every component" in " ".join(rule_sentences(find_rule("rooted-forests")))
    assert described(find_rule("rooted-forests"))["each"] == {"at": "chosen", "number": "1"}


def test_what_cannot_be_asked():
    for asked, said in (
        ({"cycles": 0, "each": {"at": "chosen", "number": 1}}, "add spanning = true"),
        ({"cycles": 0, "each": {"at": "nowhere", "number": 1}}, "nowhere"),
        ({"cycles": 0, "each": {"at": "first", "number": -1}}, "number"),
        ({"cycles": 0, "each": {"at": "first", "more": 1, "number": 1}}, "more"),
        ({"cycles": 0, "each": 3}, "each"),
    ):
        with pytest.raises(RuleError, match=said):
            Rule.edges(**asked)
    with pytest.raises(RuleError, match="chosen in sets of edges only"):
        Rule.array(colours=2, connected=[{"of": [1], "each": {"at": "chosen", "number": 1}}])
