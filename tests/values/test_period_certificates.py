"""Certificates of periods by ends: what the checker finds is what play finds, and no false one stands."""

from __future__ import annotations

import ast
import copy
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
from test_nim import by_definition

import gfkit
from gfkit.boards import Board, Family, parse_board
from gfkit.cli.main import main
from gfkit.errors import GfkitError, LimitError
from gfkit.games import Question
from gfkit.games.file import read_rule
from gfkit.values.impartial import nim
from gfkit.verify import certify_file, period_checker
from gfkit.verify import period_certificate as saving
from gfkit.verify.period_checker import RefusalError
from gfkit.verify.plain import plain_family, plain_placement
from gfkit.verify.play_certificate import save_play

PIECES = ["X", "XX", "XXX", "X/X", "XX/X.", "X.X", "X.XX", "XX/.X", "X./.X", "XX/XX", ".X/X."]
FAMILIES = ["1xn", "path:n", "cycle:n", "2xn", "nx2", "nx3", "cylinder:nx1", "cylinder:nx2", "cylinder:3xn"]
OTHERS = ["nx1", "cylinder:nx3", "3xn", "torus:3xn", "4xn", "nx4"]


def drawn_rule(pieces, apart=()):
    return read_rule(
        "random.toml",
        f'name = "Random"\n[both]\npieces = {json.dumps(pieces)}\n[rules]\n'
        f"forbid_adjacent = {json.dumps(list(apart))}\n",
    )


def saved(game, board, **more):
    asked = Question.of(game, board)
    found = nim(asked, **more)
    assert saving.has_period(found)
    certificate = saving.period_certificate(asked, found, impartial=more.get("impartial", False))
    certificate = json.loads(json.dumps(certificate))
    FOUND[question_of(certificate)] = found
    return certificate


FOUND = {}


def question_of(certificate):
    return json.dumps([certificate[key] for key in ("rule", "shape", "impartial")])


@cache
def bases():
    """True certificates: with one pair of ends, with several, of rings, of players made alike."""
    return (
        saved("cram", "1xn", to=12),
        saved("node-kayles", "path:n", to=3),
        saved("arc-kayles", "cycle:n", to=9),
        saved("domineering", "1xn", impartial=True, to=9),
        saved(drawn_rule(["XX", "XX/.X"]), "nx3", to=6),
        saved(drawn_rule(["X./.X", "XX"]), "cylinder:nx2", to=7),
    )


def family_of(certificate):
    shape = certificate["shape"]
    return next(
        (
            family
            for family in map(parse_board, [*FAMILIES, *OTHERS])
            if isinstance(family, Family) and plain_family(family.text) == shape
        ),
        None,
    )


def falsehood(certificate):
    """What a file says that is not so, by play on small boards, and by laws found without it."""
    family = family_of(certificate)
    assert family is not None, "a family that is known"
    assert certificate["first_n"] == family.first_n
    question = question_of(certificate)
    if question not in FOUND:
        rule = gfkit_rule({"kind": "placement", **certificate["rule"]})
        FOUND[question] = nim(rule, family, impartial=certificate["impartial"], to=20)
    true = FOUND[question]
    told, law = certificate["values"], certificate["law"]

    def claimed(n):
        return told[n - family.first_n] if n < family.first_n + len(told) else None

    for n in range(family.first_n, family.first_n + len(told)):
        if claimed(n) != true[n]:
            return f"n = {n}"
    assert true.proved_law is not None, "a period that can be known"
    for n in range(law["start"], law["start"] + 150):
        if true[n] != true[n + law["period"]]:
            return f"law at n = {n}"
    return None


def told_by(rule, family, count, impartial=False):
    """The boards of a family by the checker's own tables, without a period."""
    asked = {"rule": plain_placement(rule), "shape": plain_family(family.text), "impartial": impartial}
    strip = period_checker.Strip(json.loads(json.dumps(asked)), period_checker.Budget(10**8))
    table = saving._ends(strip, family.text)
    table.fill(count)
    return period_checker.Boards(table, 10**9, 1)


class TestTrueOnes:
    def test_all_stand(self):
        for certificate in bases():
            assert period_checker.check(certificate).proved
            assert falsehood(certificate) is None
        assert {len(certificate["pieces"]) for certificate in bases()} == {1, 4}

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "pieces", [[".X/X.", "X..X", "XX"], ["X./.X", "XXX"], ["X../..X", "X.X", "X.XX"]]
    )
    def test_more_pairs_of_ends(self, pieces):
        certificate = saved(drawn_rule(pieces), "nx3", to=6)
        assert len(certificate["pieces"]) in (4, 9)
        assert period_checker.check(certificate).proved
        assert falsehood(certificate) is None

    @given(
        st.lists(st.sampled_from(PIECES), min_size=1, max_size=3, unique=True),
        st.sampled_from([(), ("LL",)]),
        st.sampled_from(FAMILIES),
    )
    @settings(max_examples=40, deadline=None)
    def test_boards_are_those_of_play(self, pieces, apart, text):
        """Under random rules, every board by its pieces and by a search that knows nothing of strips."""
        rule, family = drawn_rule(pieces, apart), parse_board(text)
        try:
            boards = told_by(rule, family, 30)
        except (LimitError, RefusalError):
            assume(False)
        most = 18 if 1 in family.sizes or len(family.sizes) == 1 else 8
        for n in range(family.first_n, most):
            try:
                board = family.at(n)
                drawn = Board("b", board.size, board.edges, board.grid, board.places)
                true = nim(rule, drawn).values[0] if n else 0
            except GfkitError:
                assume(False)
            assert boards.nimber(n) == true, n
            if board.size <= 6 and n:
                assert true == by_definition(rule, board)

    def test_known_periods(self):
        """Dawson's Kayles by Guy and Smith: period 34, last exception 52; Kayles: period 12, and 70."""
        for game, board, start in (("cram", "1xn", 53), ("node-kayles", "path:n", 52)):
            assert saved(game, board)["law"] == {"start": start, "period": 34}
        kayles = saved(drawn_rule(["X", "XX"]), "1xn")
        assert kayles["law"] == {"start": 71, "period": 12}
        assert period_checker.check(kayles).proved

    def test_values_beyond_the_table(self):
        certificate = saved("cram", "1xn", to=3000)
        assert period_checker.check(certificate).proved
        assert certificate["values"] == list(gfkit.nim("octal:0.07", to=3000).values)
        certificate["values"][2999] += 1
        with pytest.raises(RefusalError, match="the board n = 2999 has the nimber"):
            period_checker.check(certificate)


class TestChangedOnes:
    def test_each_number_of_a_table_matters(self):
        rng = random.Random(7)
        for base in bases():
            certificate = copy.deepcopy(base)
            lists = [*certificate["table"], certificate["values"]]
            for row in lists:
                for n in rng.sample(range(len(row)), min(len(row), 4)):
                    old = row[n]
                    for new in {old + 1, max(old - 1, 0), 1 - min(old, 1)} - {old}:
                        row[n] = new
                        with pytest.raises(RefusalError):
                            period_checker.check(certificate)
                    row[n] = old
            assert certificate == base

    def test_each_other_number(self):
        """One more or one less: refused, or as true as before."""
        rng = random.Random(5)
        for base in bases():
            few = {key: base[key] for key in base if key not in ("table", "values")}
            numbers = [path for path in places(few) if type(at(base, path)) is int]
            for path in rng.sample(numbers, min(len(numbers), 20)):
                old = at(base, path)
                for new in (old - 1, old + 1):
                    certificate = copy.deepcopy(base)
                    at(certificate, path[:-1])[path[-1]] = new
                    self.check(certificate, f"{path}: {new}")

    @given(st.integers(0, 10**9))
    @settings(max_examples=150, deadline=None)
    def test_what_still_stands_is_true(self, seed):
        rng = random.Random(seed)
        certificate = copy.deepcopy(rng.choice(bases()))
        chosen = {key: one for key, one in certificate.items() if key == "law" or rng.random() < 0.6}
        path = rng.choice(list(places(chosen)))
        old = at(certificate, path)
        near = [old + 1, old - 1, 2 * old, 0] if type(old) is int else []
        strange = ["left", "both", "cycle", "", None, True, False, [], {}, [[]], [None, 1], 10**30, -1, 1.5]
        new = rng.choice([*near, *near, *strange])
        at(certificate, path[:-1])[path[-1]] = new
        if rng.random() < 0.2:
            other = rng.choice(bases())
            key = rng.choice(list(other))
            certificate[key] = other[key]
        self.check(certificate, f"{path}: {old!r} is {new!r}")

    @given(st.integers(0, 10**9))
    @settings(max_examples=150, deadline=None)
    def test_any_changed_byte(self, seed):
        rng = random.Random(seed)
        text = json.dumps(rng.choice(bases()))
        place = rng.randrange(len(text))
        try:
            changed = text[:place] + rng.choice("0123456789.,-[]n") + text[place + 1 :]
            certificate = json.loads(changed)
        except ValueError:
            return
        self.check(certificate, f"{text[place - 20 : place + 20]!r}")

    def check(self, certificate, change):
        try:
            period_checker.check(certificate, 10**7)
        except RefusalError:
            return
        assert falsehood(certificate) is None, change

    @pytest.mark.parametrize("word", ["", "torus", "path", [], True])
    def test_a_word_that_says_otherwise(self, word):
        """The name of a family is read by people, so it must not say what the certificate does not."""
        certificate = copy.deepcopy(bases()[5])
        assert certificate["shape"]["word"] == "cylinder"
        certificate["shape"]["word"] = word
        with pytest.raises(RefusalError):
            period_checker.check(certificate)

    def test_each_pair_of_ends_is_needed(self):
        for base in bases():
            for row in range(len(base["pieces"])):
                certificate = copy.deepcopy(base)
                del certificate["pieces"][row], certificate["table"][row]
                with pytest.raises(RefusalError):
                    period_checker.check(certificate)

    def test_other_laws(self):
        """No period but multiples, and no earlier start."""
        base = bases()[0]
        for start, period in ((52, 34), (53, 17), (53, 33), (0, 34), (200, 35)):
            with pytest.raises(RefusalError, match="do not repeat"):
                period_checker.check({**base, "law": {"start": start, "period": period}})
        for start, period in ((53, 68), (54, 34), (1000, 340)):
            assert period_checker.check({**base, "law": {"start": start, "period": period}}).proved


class TestHypotheses:
    def altered(self, **changes):
        return {**copy.deepcopy(bases()[0]), **changes}

    def test_strips_that_moves_do_not_cut(self):
        with pytest.raises(RefusalError, match="does not cut the strip"):
            period_checker.check(self.altered(shape=plain_family("2xn")))

    def test_ends_that_feel_each_other(self):
        with pytest.raises(RefusalError, match="least"):
            period_checker.check(self.altered(least=2))

    def test_players_with_moves_of_their_own(self):
        certificate = bases()[3]
        with pytest.raises(RefusalError, match="moves of their own"):
            period_checker.check({**certificate, "impartial": False})

    def test_liberties(self):
        rule = {**bases()[0]["rule"], "liberties": True}
        with pytest.raises(RefusalError, match="liberties"):
            period_checker.check(self.altered(rule=rule))

    def test_windows_that_are_too_short(self):
        """A period that breaks just after a shorter window is not taken from it."""
        base = bases()[0]
        for start in range(base["least"], base["start"]):
            row = [base["table"][0][: 2 * (start + 34) + base_longest(base)]]
            with pytest.raises(RefusalError, match="do not repeat"):
                period_checker.check({**base, "start": start, "table": row})

    def test_work_is_bounded(self):
        with pytest.raises(RefusalError, match="more to check"):
            period_checker.check(bases()[0], 100)

    def test_what_would_be_too_long(self, monkeypatch):
        monkeypatch.setattr(saving, "_MOST_COUNT", 100)
        with pytest.raises(LimitError, match="more than 100 nimbers"):
            saved("cram", "1xn")
        monkeypatch.setattr(saving, "_MOST_LEAST", 2)
        with pytest.raises(LimitError, match="over more than 2 columns"):
            saved("cram", "1xn")


def base_longest(certificate):
    """The most columns that a move takes, from the length of the table."""
    return len(certificate["table"][0]) - 2 * (certificate["start"] + certificate["period"])


class TestCommands:
    @pytest.mark.parametrize(
        ("asked", "said", "rule"),
        [
            (
                ["nim", "node-kayles", "cycle:n"],
                "repeat from n = 38 on with period 34 for all n",
                "node-kayles",
            ),
            (
                ["nim", "cram", "1xn"],
                "the nimbers for n = 0 to 30 are as listed, and repeat from n = 53",
                "cram",
            ),
            (["nim", "domineering", "nx1", "--impartial"], "period 34 for all n", "domineering"),
        ],
    )
    def test_saved_and_certified(self, asked, said, rule, tmp_path, capsys):
        path = str(tmp_path / "c.json")
        assert main([*asked, "--save", path]) == 0
        assert main(["certify", path, "--json"]) == 0
        found = json.loads(capsys.readouterr().out.splitlines()[-1])
        assert (found["status"], found["rule_of"]) == ("proved", rule)
        assert said in found["reason"]

    def test_refused_at_the_command_line(self, tmp_path, capsys):
        path = tmp_path / "c.json"
        certificate = copy.deepcopy(bases()[0])
        certificate["values"][3] += 1
        save_play(certificate, path)
        assert main(["certify", str(path)]) == 1
        assert "refuted: the board n = 3 has the nimber 1, and not 2" in capsys.readouterr().out

    def test_names_of_other_games_are_refused(self, tmp_path):
        path = tmp_path / "c.json"
        for change, why in (
            ({"game": "node-kayles"}, "the rule is another one"),
            ({"family": "nx1"}, "the boards are others"),
            ({"family": "@board.txt"}, "the boards are others"),
            ({"family": None}, "family: a text was expected, not None"),
        ):
            save_play({**bases()[0], **change}, path)
            with pytest.raises(GfkitError, match=why):
                certify_file(path)
        save_play({**bases()[0], "game": "mine"}, path)
        assert (certify_file(path).game, certify_file(path).boards) == ("", bases()[0]["family"])

    @pytest.mark.parametrize("text", ["{}", "[]", "3", '{"version": 1}', '{"version": 1, "claim": "x"}', "x"])
    def test_other_files(self, text, tmp_path):
        path = tmp_path / "c.json"
        path.write_text(text)
        assert period_checker.main([str(path)]) == 2

    def test_the_checker_runs_alone(self, tmp_path):
        source = Path(period_checker.__file__).read_text(encoding="utf-8")
        imported = {node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
        assert not [name for name in imported if name.startswith("gfkit")]
        (tmp_path / "period_checker.py").write_text(source)
        save_play(bases()[4], tmp_path / "c.json")
        done = subprocess.run(
            [sys.executable, "-I", "period_checker.py", "c.json"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("proved: the nimbers for n = 0 to 6")
