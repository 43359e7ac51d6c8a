"""Certificates of winners, nimbers, heap games: true ones stand, what stands after a change is true."""

from __future__ import annotations

import ast
import copy
import inspect
import json
import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from differential.certificates import at, gfkit_rule, places
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_board_values import OF_WINS
from test_position import BOARDS, FLAT_BOARDS, Plain, accepted, rules

from gfkit.boards import Grid, parse_one_board
from gfkit.boards.board import Board, from_places
from gfkit.cli.main import main
from gfkit.errors import GfkitError, LimitError
from gfkit.games import Question, find_rule
from gfkit.typing import Player
from gfkit.values import ShortGame, value
from gfkit.values.impartial import nim
from gfkit.values.outcome import outcomes
from gfkit.values.short.table import Table
from gfkit.verify import certify_file, constant_checker, period_checker, play_checker, quotient_checker
from gfkit.verify import play_certificate as saving

SMALL = ["2x3", "1x6", "..#/...", ".A./..b", "cylinder:3x2", "path:5", "cycle:5"]
HEAPS = ("octal:0.07", "hex:0.8", "octal:0.3", "grundy")
OTHER = {Player.LEFT: Player.RIGHT, Player.RIGHT: Player.LEFT}


def plain_board(one):
    """The board of a certificate, read once more."""
    cells, tints = one["cells"], one["tints"]
    assert tints is None, "random boards have none"
    if "size" in cells:
        return Board("graph", cells["size"], tuple(sorted(map(tuple, cells["edges"]))))
    grid = Grid(cells["rows"], cells["cols"], *cells["wraps"])
    listed = cells["places"]
    if listed is None:
        listed = [(r, c) for r in range(grid.rows) for c in range(grid.cols)]
    return from_places("paper", grid, map(tuple, listed))


def plain_play(certificate, one):
    """Play by the rules of a file, piece by piece, and where it begins."""
    plain = Plain(gfkit_rule({"kind": "placement", **certificate["rule"]}), plain_board(one))
    lying = [(colour, frozenset(cells)) for colour, cells in one["lying"]]
    every = {(piece.colour, piece.cells): piece for piece in plain.every}
    return plain, frozenset(every[key] for key in lying)


def plain_winner(certificate, one):
    plain, start = plain_play(certificate, one)
    misere = certificate["play"] == "misere"

    @cache
    def wins(pieces, player):
        moves = plain.moves(pieces, player)
        if not moves:
            return misere
        return any(not wins(pieces | {new}, OTHER[player]) for new in moves)

    return OF_WINS[wins(start, Player.LEFT), wins(start, Player.RIGHT)]


def plain_nimber(certificate, one):
    plain, start = plain_play(certificate, one)

    @cache
    def value(pieces):
        moves = {new for player in OTHER for new in plain.moves(pieces, player)}
        seen = {value(pieces | {new}) for new in moves}
        return next(k for k in range(len(seen) + 1) if k not in seen)

    return value(start)


def falsehood(certificate):
    """What a file says that is not so."""
    if certificate["claim"] == "heaps":
        true = heaps(certificate["digits"], len(certificate["values"]) + 60)
        claimed, period = certificate["values"], certificate["period"]
        if claimed != true[: len(claimed)]:
            return "values"
        beyond = range(period["start"], len(true) - period["period"]) if period else ()
        return "period" if any(true[n] != true[n + period["period"]] for n in beyond) else None
    for one in certificate["boards"]:
        if certificate["claim"] == "winners" and one["winner"] != plain_winner(certificate, one):
            return f"{one['board']}: {one['winner']}"
        if certificate["claim"] == "values":
            true, claimed = true_value(certificate, one, Table())
            if true != claimed or one["forms"][one["value"]] != canonical(true, one):
                return f"{one['board']}: {claimed}"
        if certificate["claim"] == "nimbers" and one["nimber"] != plain_nimber(certificate, one):
            return f"{one['board']}: {one['nimber']}"
    return None


def canonical(game, one):
    """The options of a game by the numbers of forms; every form is that of its canonical game."""
    numbers, made = {}, []
    for left, right in one["forms"]:
        made.append(ShortGame.of([made[o] for o in left], [made[o] for o in right], game.table))
        numbers[made[-1]] = len(made) - 1
    claimed = one["forms"][one["value"]]
    sides = [sorted(numbers[option] for option in side) for side in (game.left, game.right)]
    return claimed if sides == [sorted(side) for side in claimed] else sides


def heaps(digits, count):
    """Values of heaps by listing all that a move may leave."""
    found = []
    for n in range(count):
        left = set()
        for taken, digit in enumerate(digits or ()):
            rest = n - taken
            parts = {1: [()] if rest == 0 else [], 2: [(rest,)] if rest > 0 else []}
            parts[4] = [(a, rest - a) for a in range(1, rest)]
            parts[8] = (
                [(a, b, rest - a - b) for a in range(1, rest) for b in range(1, rest - a)]
                if digit & 8
                else []
            )
            left |= {one for bit, ones in parts.items() if digit & bit for one in ones}
        if digits is None:
            left = {(a, n - a) for a in range(1, n) if a != n - a}
        values = set()
        for one in left:
            total = 0
            for heap in one:
                total ^= found[heap]
            values.add(total)
        found.append(next(k for k in range(len(values) + 1) if k not in values))
    return found


def written(certificate):
    return json.loads(json.dumps(certificate))


def saved_outcomes(game, board, **more):
    asked = Question.of(game, board)
    return written(saving.outcomes_certificate(asked, outcomes(asked, **more)))


def saved_nim(game, board, **more):
    asked = Question.of(game, board)
    return written(saving.nim_certificate(asked, nim(asked, **more), impartial=more.get("impartial", False)))


def saved_value(game, board):
    asked = Question.of(game, board)
    return written(saving.value_certificate(asked, value(asked)))


def true_value(certificate, one, table):
    """The value by the rules, and the one that is claimed."""
    plain, start = plain_play(certificate, one)

    @cache
    def worth(pieces):
        sides = [[worth(pieces | {new}) for new in plain.moves(pieces, player)] for player in OTHER]
        return ShortGame.of(*sides, table)

    made = []
    for left, right in one["forms"]:
        made.append(ShortGame.of([made[o] for o in left], [made[o] for o in right], table))
    return worth(start), made[one["value"]]


@cache
def bases():
    """True certificates of all kinds."""
    return (
        saved_outcomes("domineering", "3x3"),
        saved_outcomes("domineering", "2x4"),
        saved_outcomes("domineering", "..#/.../..."),
        saved_outcomes("cram", "2x4"),
        saved_outcomes("cram", "2x3", misere=True),
        saved_outcomes("domineering", "2x3", misere=True),
        saved_outcomes("snort", "3x3"),
        saved_outcomes("snort", "cycle:6"),
        saved_outcomes("col", "2x3"),
        saved_outcomes("col", "path:5"),
        saved_outcomes("nogo", "2x3"),
        saved_outcomes("col", "1xn", to=3),
        saved_nim("cram", "3x3"),
        saved_nim("cram", "2x4"),
        saved_nim("node-kayles", "cycle:6"),
        saved_nim("nogo", "2x2", impartial=True),
        saved_nim("cram", "..#/.../..."),
        saved_value("domineering", "2x4"),
        saved_value("domineering", "3x3"),
        saved_value("col", "2x3"),
        saved_value("snort", "path:5"),
        saved_value("nogo", "2x2"),
        *(
            written(saving.heap_certificate(nim(game)))
            for game in ("octal:0.07", "hex:0.8", "octal:0.3", "grundy")
        ),
    )


class TestTrueOnes:
    @given(rules(), st.sampled_from([*SMALL[:5], "A.../....", "..a/A.."]), st.booleans())
    @settings(max_examples=40, deadline=None)
    def test_winners_under_random_rules(self, rule, text, misere):
        self.check_winner(rule, accepted(rule, text), misere)

    @given(rules(flat=True), st.sampled_from(FLAT_BOARDS), st.booleans())
    @settings(max_examples=30, deadline=None)
    def test_winners_on_graphs(self, rule, text, misere):
        self.check_winner(rule, parse_one_board(text), misere)

    def check_winner(self, rule, board, misere):
        assume(board is not None)
        certificate = saved_outcomes(rule, board, misere=misere)
        assert play_checker.check(certificate).proved
        assert falsehood(certificate) is None

    @given(rules(), st.sampled_from(SMALL))
    @settings(max_examples=40, deadline=None)
    def test_values_under_random_rules(self, rule, text):
        try:
            board = accepted(rule, text)
        except GfkitError:
            board = None
        assume(board is not None)
        certificate = saved_value(rule, board)
        assert play_checker.check(certificate).proved
        assert falsehood(certificate) is None

    def test_a_form_that_is_not_canonical_is_refused(self):
        """{*|*} is 0, and {0, 1|2} is 3/2; neither is written so."""
        for forms in ([[[], []], [[0], [0]], [[1], [1]]], [[[], []], [[0], []], [[1], []], [[0, 1], [2]]]):
            with pytest.raises(play_checker.RefusalError, match="dominated or reversible"):
                play_checker.Forms(forms, play_checker.Budget(1000))

    def test_texts_of_values_are_read(self, tmp_path):
        path = tmp_path / "c.json"
        certificate = saved_value("domineering", "3x3")
        saving.save_play(certificate, path)
        assert certify_file(path).reason.startswith("the value is +-1; ")
        for text in ("+-2", "0", "{"):
            saving.save_play({**certificate, "text": text}, path)
            with pytest.raises(GfkitError, match="not the value of the form"):
                certify_file(path)

    @given(rules(), st.sampled_from([text for text in BOARDS if text != "..../.#.."]))
    @settings(max_examples=10, deadline=None)
    def test_nimbers_under_random_rules(self, rule, text):
        board = accepted(rule, text)
        assume(board is not None)
        certificate = saved_nim(rule, board, impartial=not rule.impartial)
        assert play_checker.check(certificate).proved
        assert falsehood(certificate) is None

    @given(st.lists(st.sampled_from([0, 1, 2, 3, 4, 5, 6, 7, 8, 15]), max_size=3), st.sampled_from([0, 4]))
    @settings(max_examples=5, deadline=None)
    def test_heap_games(self, digits, first):
        code = f"{first}." + "".join(f"{digit:x}" for digit in digits)
        assume(digits)
        found = nim(f"hex:{code}")
        certificate = written(saving.heap_certificate(found))
        assert play_checker.check(certificate).proved == (found.law is None or not found.is_observed)
        assert falsehood(certificate) is None

    def test_published_ones(self):
        """Nimbers of Cram by Lemoine and Viennot, winners of Domineering by Breuker and others."""
        for board, nimber in (("3x6", 4), ("4x4", 0)):
            assert play_checker.check(saved_nim("cram", board)).reason.startswith(f"nimber {nimber} ")
        for board, words in (("4x4", "the first player wins"), ("4x5", "left wins")):
            assert play_checker.check(saved_outcomes("domineering", board)).reason.startswith(words)

    def test_cells_that_are_kept_for_a_player(self):
        for board in ("..</.>.", ">..", "<.</!..", "graph:a-b-c-d;left=a;right=c"):
            for game in ("node-kayles", "cram", "domineering", "col"):
                if game != "domineering" or "graph" not in board:
                    assert play_checker.check(saved_outcomes(game, board)).proved

    def test_laws_are_consistent_only(self):
        verdict = play_checker.check(saved_outcomes("cram", "4xn", to=6))
        assert not verdict.proved
        assert "the law for all n is not shown" in verdict.reason
        assert play_checker.check(saved_nim("cram", "3xn", to=4)).proved, "no period is seen so far"

    def test_large_boards_by_symmetry(self):
        for game, board in (("cram", "12x12"), ("col", "10x11"), ("snort", "9x12"), ("cram", "6x9")):
            assert play_checker.check(saved_outcomes(game, board)).proved


class TestChangedOnes:
    @given(st.integers(0, 10**9))
    @settings(max_examples=250, deadline=None)
    def test_what_still_stands_is_true(self, seed):
        rng = random.Random(seed)
        certificate = copy.deepcopy(rng.choice(bases()))
        path = rng.choice(list(places(certificate)))
        old = at(certificate, path)
        near = [old + 1, old - 1, 0, 1] if type(old) is int else []
        words = [
            "left",
            "right",
            "first",
            "second",
            "both",
            "normal",
            "misere",
            "table",
            "symmetry",
            "0",
            "1f",
        ]
        new = rng.choice([*near, *near, *words, None, True, [], {}, 10**30, -1, 1.5])
        at(certificate, path[:-1])[path[-1]] = new
        self.check(certificate, f"{path}: {old!r} is {new!r}")

    @given(st.integers(0, 10**9))
    @settings(max_examples=200, deadline=None)
    def test_any_changed_byte(self, seed):
        rng = random.Random(seed)
        text = json.dumps(rng.choice(bases()))
        place = rng.randrange(len(text))
        changed = text[:place] + rng.choice("0123456789abcdef.,-[]") + text[place + 1 :]
        try:
            certificate = json.loads(changed)
        except ValueError:
            return
        self.check(certificate, f"{text[place - 20 : place + 20]!r}")

    def check(self, certificate, change):
        try:
            play_checker.check(certificate)
        except play_checker.RefusalError:
            return
        assert falsehood(certificate) is None, change

    def test_every_other_winner_is_refuted(self):
        for certificate in bases():
            if certificate["claim"] != "winners":
                continue
            for one in certificate["boards"]:
                for word in OF_WINS.values():
                    false = {**certificate, "boards": [{**one, "winner": word}]}
                    if word == one["winner"]:
                        continue
                    with pytest.raises(play_checker.RefusalError):
                        play_checker.check(written(false))

    def test_every_reply_is_needed(self):
        """A table without one of its entries is not closed, but for those that nothing leads to."""
        certificate = saved_outcomes("domineering", "4x4")
        for starts in ("left", "right"):
            replies = certificate["boards"][0]["starts"][starts]["replies"]
            for entry in list(replies):
                replies.remove(entry)
                with pytest.raises(play_checker.RefusalError):
                    play_checker.check(certificate)
                replies.append(entry)

    def test_names_of_other_games_are_refused(self, tmp_path):
        path = tmp_path / "c.json"
        certificate = saved_outcomes("cram", "2x4")
        for name in ("domineering", "mine"):
            saving.save_play({**certificate, "game": name}, path)
            if name == "mine":
                assert certify_file(path).game == ""
            else:
                with pytest.raises(GfkitError, match="the rule is another one"):
                    certify_file(path)
        certificate["boards"][0]["board"] = "4x4"
        saving.save_play(certificate, path)
        with pytest.raises(GfkitError, match="the cells are others"):
            certify_file(path)

    @pytest.mark.parametrize("game", ["node-kayles", "a rule of mine"])
    @pytest.mark.parametrize(
        ("change", "why"),
        [
            (lambda c: c["boards"][2].update(n=10**6), "the sizes of boards go up by one"),
            (lambda c: [one.update(n=one["n"] + 1) for one in c["boards"]], "and the cells are others"),
            (lambda c: c["boards"].pop(1), "the sizes of boards go up by one"),
            (lambda c: c["boards"][1].update(board="path:7"), "and the cells are others"),
            (lambda c: c.update(family="cycle:n"), "rule and boards: board family 'cycle:n' starts at n = 3"),
            (lambda c: c.update(family="@board.txt"), "and the cells are others"),
            (lambda c: c.update(family=None), "there is one board, and its n is null"),
            (lambda c: c["boards"][0].update(n=None), "the boards of a family have their sizes"),
            (lambda c: c["rule"]["forbidden"].append([0, 10**6]), "a whole number from 0 to 0"),
            (lambda c: c["rule"]["forbidden"].append([0, 0]), "game: it names|not written as gfkit"),
            (lambda c: c["boards"][0].update(note=1), r"boards\[0\]: the key 'note' means nothing here"),
            (lambda c: c["boards"][0].pop("tints"), r"boards\[0\]: the key 'tints' is missing"),
            (lambda c: c.pop("game"), "the file: the key 'game' is missing"),
            (lambda c: c.update(law=3), "law: a text was expected, not 3"),
        ],
    )
    def test_no_field_is_only_there(self, game, change, why, tmp_path):
        """Whatever the rule is called: a board is under its own name and size, and every key is known."""
        certificate = json.loads(json.dumps(saved_outcomes("node-kayles", "path:n", to=4)))
        saving.save_play({**certificate, "game": game, "law": None}, tmp_path / "c.json")
        verdict = certify_file(tmp_path / "c.json")
        assert (verdict.status, verdict.boards) == ("proved", "path:n for n = 1 to 4")
        certificate.update(game=game, law=None)
        change(certificate)
        saving.save_play(certificate, tmp_path / "c.json")
        with pytest.raises(GfkitError, match=why):
            certify_file(tmp_path / "c.json")

    def test_what_is_shown_is_said(self, tmp_path):
        """Misere play, moves of both players, and boards that a file names are parts of the statement."""
        path = tmp_path / "c.json"
        for certificate, words in (
            (saved_outcomes("cram", "1x5", misere=True), "the first player wins under misere play"),
            (saved_nim("nogo", "2x2", impartial=True), ", both players making the moves of either"),
        ):
            saving.save_play(certificate, path)
            assert words in certify_file(path).reason
        (tmp_path / "board.txt").write_text("..#\n...\n")
        saving.save_play(saved_outcomes("cram", f"@{tmp_path / 'board.txt'}"), path)
        verdict = certify_file(path)
        assert (verdict.status, verdict.boards) == ("proved", "")
        assert "board.txt" not in " ".join(verdict.lines)


def test_shapes_are_read_in_one_way():
    """The checkers stand alone, each with the same reader of shapes."""
    every = (constant_checker, period_checker, play_checker, quotient_checker)
    for name in ("must_fit", "strangeness", "shown"):
        assert len({inspect.getsource(getattr(one, name)) for one in every}) == 1


class TestLimits:
    def test_tables_that_would_be_too_large(self, monkeypatch):
        monkeypatch.setattr(saving, "_MOST_REPLIES", 5)
        with pytest.raises(LimitError, match="would have more than 5 positions"):
            saved_outcomes("domineering", "4x4")
        monkeypatch.setattr(saving, "_MOST_PARTS", 5)
        with pytest.raises(LimitError, match="follows from more than 5 parts"):
            saved_nim("cram", "4x5")

    def test_work_is_bounded(self):
        with pytest.raises(play_checker.RefusalError, match="more to check"):
            play_checker.check(saved_nim("cram", "3x5"), 100)

    @pytest.mark.parametrize(
        "text", ["{}", "[]", "3", '{"version": 1}', '{"version": 1, "claim": "heaps"}', "x"]
    )
    def test_other_files(self, text, tmp_path):
        path = tmp_path / "c.json"
        path.write_text(text)
        assert play_checker.main([str(path)]) == 2


class TestCommands:
    @pytest.mark.parametrize(
        ("asked", "said"),
        [
            (["outcomes", "domineering", "3x4"], "right wins, by tables of replies"),
            (["outcomes", "cram", "6x6"], "the second player wins, by strategies by symmetry"),
            (["outcomes", "cram", "1x5", "--misere"], "the first player wins under misere play, by tables"),
            (["nim", "cram", "3x4"], "nimber 1"),
            (["value", "domineering", "2x3"], "the value is {2|-1/2}"),
            (["nim", "octal:0.77"], "repeat from n = 71 on with period 12 for all n"),
            (["nim", "nogo", "2x2", "--impartial"], "nimber "),
        ],
    )
    def test_saved_and_certified(self, asked, said, tmp_path, capsys):
        path = str(tmp_path / "c.json")
        assert main([*asked, "--save", path]) == 0
        assert main(["certify", path, "--json"]) == 0
        found = json.loads(capsys.readouterr().out.splitlines()[-1])
        assert found["status"] == "proved"
        assert said in found["reason"]

    def test_the_checker_runs_alone(self, tmp_path):
        source = Path(play_checker.__file__).read_text(encoding="utf-8")
        imported = {node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
        assert not [name for name in imported if name.startswith("gfkit")]
        (tmp_path / "play_checker.py").write_text(source)
        saving.save_play(saved_outcomes("domineering", "3x4"), tmp_path / "c.json")
        done = subprocess.run(
            [sys.executable, "-I", "play_checker.py", "c.json"], cwd=tmp_path, capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("proved: right wins")

    def test_rules_of_ones_own(self, tmp_path):
        path = tmp_path / "c.json"
        asked = Question.of(find_rule("cram"), "2x3")
        saving.save_play(saving.outcomes_certificate(asked, outcomes(asked)), path)
        assert certify_file(path).status == "proved"
