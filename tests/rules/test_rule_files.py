"""Rule files of the three kinds, the built-in games, and the placements of their pieces.

The handbook specifies the file format, and its examples are parsed; moves are counted by hand.
"""

from __future__ import annotations

import os
import re
import threading
import tomllib
from contextlib import suppress
from copy import deepcopy
from datetime import date
from functools import reduce
from itertools import product
from pathlib import Path

import pytest
from choice import then_slow
from hypothesis import given, strategies as st
from tables import FOLDER, tables

from gfkit import Rule, certify_file, count, derive, report, save_derived
from gfkit.core.boards import parse_one_board
from gfkit.core.errors import GfkitError, RuleError
from gfkit.core.hooks import KINDS
from gfkit.core.oracle import brute_force
from gfkit.core.rules import BUILT_IN, TILE_SETS, as_rule, find_rule
from gfkit.core.rules.kind import keys_by_kind, library_files
from gfkit.core.rules.kinds.array.file import read_window
from gfkit.core.rules.kinds.array.rule import ArrayRule
from gfkit.core.rules.kinds.placement.move import legal_moves, settled_moves
from gfkit.core.rules.kinds.placement.rule import PlacementRule
from gfkit.core.rules.kinds.tiles.rule import TileRule
from gfkit.core.rules.place import read_neighbours
from gfkit.core.rules.rule import read_rule, read_rule_data
from gfkit.core.rules.table import RuleTable, read_piece
from gfkit.core.rules.wording import rule_sentences
from gfkit.core.typing import Player, Weights

COUNTS = tables("small_counts")
RULES = FOLDER / "rules"
DOCS = Path(__file__).resolve().parents[2] / "docs"
DOCUMENTS = [DOCS / "rule-files.md", *sorted((DOCS / "kinds").glob("*.md"))]


def drawn(rule, player):
    return [piece.text for colour in rule.colours if colour.owner is player for piece in colour.pieces]


def test_placement_games(tmp_path):
    rule = find_rule(str(RULES / "placement.toml"))
    assert isinstance(rule, PlacementRule)
    assert (drawn(rule, Player.LEFT), drawn(rule, Player.RIGHT)) == (["X/X", "X/X/X"], ["XX", "XXX"])
    assert (rule.forbidden, rule.impartial) == (frozenset(), False)
    assert rule.colours == find_rule("d-tromping").colours
    cram = find_rule("cram")
    assert cram.impartial
    assert drawn(cram, Player.BOTH) == ["X/X", "XX"]
    left, right = find_rule("domineering").colours
    assert [left.exponents(weights) for weights in Weights] == [(0, 0), (1, 0), (1, 0)]
    assert [right.exponents(weights) for weights in Weights] == [(0, 0), (1, 0), (0, 1)]
    players = 'name = "G"\n[left]\npieces = ["X"]\n[right]\npieces = ["X"]\n'
    for words, forbidden in {
        "": set(), "LL": {(0, 0)}, "RR": {(1, 1)}, "LR": {(0, 1)}, "LL RR LR": {(0, 0), (1, 1), (0, 1)},
        "same": {(0, 0), (1, 1)}, "different": {(0, 1)},
    }.items():  # fmt: skip
        rule = read_rule("r.toml", f"{players}[rules]\nforbid_adjacent = {words.split()}\n")
        assert rule.forbidden == forbidden, words
    rule = read_rule("r.toml", 'name = "G"\n[left]\npieces = []\n[right]\npieces = ["X"]\n')
    assert [colour.owner for colour in rule.colours] == [Player.RIGHT]
    assert not rule.impartial
    # By hand: Left can never move, and Right cannot when both cells are taken; x marks nothing.
    truth = {"all": "1 + 2*y + y^2", "left-ends": "1 + 2*y + y^2", "right-ends": "y^2"}
    for positions, said in (truth | {"maximal": "y^2", "play": "1 + 2*y", "full": "y^2"}).items():
        found = count(rule, "1x2", positions, "players")
        assert str(found) == said
        assert brute_force(rule, "1x2", positions, "players") == found
    for name, number, impartial in (("cis:1", 1, True), ("cis:2", 2, False), ("cis:3", 3, True)):
        rule = find_rule(name)
        assert (len(rule.colours), rule.impartial) == (number, impartial)
    one, other = find_rule("cis"), find_rule("cis:2")
    assert (one.colours, one.forbidden) == (other.colours, other.forbidden)
    file = tmp_path / "g.toml"
    text = 'name = "G"\n[colours]\nnumber = "k"\npieces = ["X"]\n[rules]\nforbid_adjacent = ["same"]\n'
    file.write_text(text)
    own = find_rule(f"{file}:4")
    assert (len(own.colours), own.forbidden) == (4, {(i, i) for i in range(4)})


def test_arrays_and_tiles():
    rule = find_rule(str(RULES / "arrays.toml"))
    assert isinstance(rule, ArrayRule)
    assert rule.colours == 3
    assert rule.weights == ((0, 0), (1, 0), (1, 2))
    assert [window.text for window in rule.forbid] == ["11", "a/a", "1?/.2"]  # duplicates are removed
    assert len(rule.counts[0].neighbours) == 8
    assert rule.counts[1].neighbours == ((0, -1), (0, 1))
    assert rule.counts[0].of == {1, 2}
    assert read_neighbours("", "rook") == ()  # the neighbours on the board
    weights = {"x^1000": (1000, 0), "x^0000000000007*y": (7, 1), "x^0": (0, 0), "y^999*y*x": (1, 1000)}
    for weight, powers in weights.items():
        text = f'name = "G"\n[cells]\ncolours = 1\nweight = {{ 0 = "{weight}" }}\n'
        assert read_rule("r.toml", text).weights == (powers,)
    # By hand: 1.1 forbids two of the eight rows of three; a missing cell imposes no constraint.
    gap = read_rule("r.toml", 'name = "G"\n[cells]\ncolours = 2\n[rules]\nforbid = ["1.1"]\n')
    for board, expected in [("...", 6), (".#.", 3)]:
        assert count(gap, board) == brute_force(gap, board) == expected
    # And the numbers of tiles in Huntemann and McKay, Counting Domineering Positions.
    rule = find_rule(str(RULES / "tiles.toml"))
    assert isinstance(rule, TileRule)
    assert [tile.name for tile in rule.tiles] == ["upper half", "T1"]
    assert (rule.tiles[0].weight, rule.tiles[1].top, rule.boundary.top) == ((1, 0), "cut", {"0"})
    assert [len(find_rule(name).tiles) for name in TILE_SETS] == [5, 13, 8]


WRONG = ([], {}, [[]], [[1, 1]], [{}], True, -1, 10**9, 1.5, "", "x", [0], ["x"], {"x": 1}, date(2020, 1, 1))


def blocks_of_pages() -> list[str]:
    """Return the rule files in the pages, without those of plug-ins."""
    pages = [page.read_text("utf-8") for page in DOCUMENTS]
    blocks = [block.partition("```")[0] for page in pages for block in re.split("```toml.*\n", page)[1:]]
    return [block for block in blocks if not re.search(r"edge_colouring|^\[labels", block, re.MULTILINE)]


def inner_tables(value, path=()):
    """Yield all tables in a rule file, each with its path."""
    if isinstance(value, dict):
        yield path, value
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(part, dict | list):
            yield from inner_tables(part, (*path, key))


def files_of_kinds():
    """Yield the tables of each built-in rule and of each file of the pages, with its kind."""
    texts = [Path(file).read_text("utf-8") for file in library_files().values()] + blocks_of_pages()
    for text in texts:
        data = tomllib.loads(text.replace('"k"', "3"))
        yield data, next(kind for kind, (names, _) in KINDS.items() if {*names} & {*data})


def header_of(path):
    """Return the header of the table at the end of a path."""
    name = ".".join(step for step in path if isinstance(step, str))
    return name and (f"[[{name}]]" if isinstance(path[-1], int) else f"[{name}]")


def wrong_files(values, monkeypatch):
    """Yield rule files in which one key has a wrong value and another one may be missing.

    The allowed keys are those that the reader itself checks, so that a new key is covered.
    """
    checked, covered, only = [], set(), RuleTable.only

    def noted(table, *keys, **hints):
        checked.append((table.texts, keys))
        only(table, *keys, **hints)

    for data, _ in files_of_kinds():
        with monkeypatch.context() as patch, suppress(RuleError):
            checked.clear()
            patch.setattr(RuleTable, "only", noted)
            read_rule_data("f", data)
        for path, table in [*inner_tables(data)]:
            allowed = {*table}.union(*(keys for text, keys in checked if text == str(table)))
            words = {value for value in table.values() if isinstance(value, str) and len(value) < 14}
            for key, left in product(sorted(allowed), (None, *table)):
                case = tuple(map(str, path)), key, left, (*table,), (*sorted(words if left is None else ()),)
                if key == left or case in covered:
                    continue
                covered.add(case)
                given = table.get(key)
                more = [[*given[:-1], value] for value in values] if isinstance(given, list) else []
                more += [dict.fromkeys(given, value) for value in values] if isinstance(given, dict) else []
                for value in [*values, *more]:
                    made = deepcopy(data)
                    place = reduce(lambda inner, step: inner[step], path, made)
                    place.pop(left, None)
                    place[key] = value
                    yield made


@pytest.mark.parametrize("many", then_slow([1], 60, len(WRONG)))
def test_each_key_of_each_kind_with_each_wrong_type(many, monkeypatch):
    """A wrong value is rejected in one line, or accepted if several types are allowed."""
    files = 0
    for data in wrong_files(WRONG[:many], monkeypatch):
        files += 1
        refused = ""
        try:
            read_rule_data("f", data)
        except GfkitError as error:
            refused = str(error)
        except Exception as error:
            raise AssertionError(data) from error
        assert "\n" not in refused, data
    assert files > 500 * many


def test_a_key_in_a_wrong_table_names_the_right_one():
    """Write each key of each kind in each table; the message names the right table."""
    files, homes, covered = [*files_of_kinds()], {}, set()
    for data, kind in files:
        for path, table in inner_tables(data):
            if header_of(path) in keys_by_kind()[kind]:
                for key, value in table.items():
                    homes.setdefault(key, []).append((kind, header_of(path), value))
    for data, kind in files:
        for path, _ in [way for way in inner_tables(data) if header_of(way[0]) in keys_by_kind()[kind]]:
            header = header_of(path)
            for key, places in homes.items():
                if (kind, header, key) in covered or key in keys_by_kind()[kind][header].split():
                    continue
                covered.add((kind, header, key))
                made = deepcopy(data)
                reduce(lambda inner, step: inner[step], path, made)[key] = places[0][2]
                with pytest.raises(RuleError) as refused:
                    read_rule_data("f", made)
                known = keys_by_kind()[kind].items()
                own = {place for owner, place, _ in places if owner == kind}
                own = own or {place for place, words in known if key in words.split()}
                found = own or {place for _, place, _ in places}
                said = str(refused.value)
                words = [each.strip("[]") or "above" for each in found] + [f"[{key}]"]
                assert key in said, said
                assert "" in found - own or any(word in said for word in words), said
    assert len(covered) > 1000
    cover, array = {"pieces": ["XX"]}, {"colours": 2, "look": {"1": "dot"}}
    loose = (({"cover": cover, "rules": {"tatami": True}}, "[cover]"), ({"colours": 2}, "[cells]"))
    for data, place in (*loose, ({"cells": array}, "above")):
        with pytest.raises(RuleError, match=re.escape(place)):
            read_rule_data("f", data)


def test_a_file_needs_no_name(tmp_path):
    """The file name, if any, is the name; counts agree, and a certificate contains the rule."""
    text = '[cells]\ncolours = 2\n[rules]\nforbid = ["11", "1/1"]\n'
    file = tmp_path / "no-ones.toml"
    file.write_text(text)
    rule, given = find_rule(str(file)), Rule.of(text)
    assert (rule.name, given.name) == ("no-ones", Rule.of({"cells": {"colours": 1}}).name)
    assert rule == as_rule(file) == read_rule("other.toml", f'name = "no-ones"\n{text}')
    assert read_rule("f", text.replace("2", '"k"', 1), 2).colours == 2
    assert count(rule, "3x3") == count(given, "3x3") == count("independent-sets", "3x3") == 63
    save_derived(derive(str(file), "2xn", certify=True), tmp_path / "proof.json")
    assert certify_file(tmp_path / "proof.json").proved
    assert "no-ones" in report(derive(rule, "2xn")).html


def test_descriptions_of_built_in_rules():
    for name in [*BUILT_IN, *TILE_SETS]:
        rule = find_rule("cis:3" if name == "cis:k" else name)
        assert rule.about.endswith((".", ")")), name
        assert all(sentence.endswith(".") for sentence in rule_sentences(rule)), name
    texts = blocks_of_pages()
    rules = [read_rule("example.toml", text, 3 if '"k"' in text else None) for text in texts]
    assert {rule.kind for rule in rules} >= set(KINDS)


CONTENT = b'name = "G"\n[both]\npieces = ["X"]\n'


def test_files_and_pipes(tmp_path, monkeypatch):
    file = tmp_path / "g.toml"
    for content in (CONTENT, b"\xef\xbb\xbf" + CONTENT, CONTENT.replace(b"\n", b"\r\n")):
        file.write_bytes(content)
        assert find_rule(str(file)).name == "G"
        assert as_rule(file) == find_rule(str(file))
    monkeypatch.chdir(tmp_path)
    for name in ("col", "Domino-Tilings"):  # a built-in name wins over a file
        Path(name).write_bytes(CONTENT)
        found = [as_rule(one).name for one in (name, f"./{name}", Path(name))]
        assert found == [name.capitalize().replace("-", " "), "G", "G"]
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(CONTENT,), daemon=True)
    writer.start()
    try:
        assert find_rule(str(pipe)).name == "G"
    finally:
        writer.join(timeout=10)


def test_the_number_of_moves():
    """Count the placements of each piece by hand."""
    for game, board, moves in COUNTS["moves"]:
        assert len(legal_moves(find_rule(game), parse_one_board(board))) == moves, (game, board)
    # Adjacent letters are several pieces if pieces are single cells.
    assert [move.cells for move in settled_moves(find_rule("snort"), parse_one_board("AA."))] == [(0,), (1,)]


def drawings(marks: str) -> st.SearchStrategy[str]:
    row = st.text(marks, min_size=1, max_size=4)
    return st.lists(row, min_size=1, max_size=4).map("/".join)


@given(drawings("X.").filter(lambda text: "X" in text))
def test_written_pieces_are_parsed_to_equal_pieces(text):
    piece = read_piece("", text)
    assert read_piece("", piece.text) == piece
    assert min(row for row, _ in piece.cells) == min(col for _, col in piece.cells) == 0


@given(drawings("01?a.").filter(lambda text: set(text) & set("01a")))
def test_windows_keep_their_cells(text):
    window = read_window("", text, range(2))
    assert len(window.cells) == sum(mark not in "./" for mark in text)
