"""Certificates of misere quotients: true ones stand, what stands after a change is true of plain play."""

from __future__ import annotations

import ast
import copy
import json
import random
import subprocess
import sys
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from differential.certificates import at, places
from hypothesis import example, given, settings
from hypothesis import strategies as st
from test_misere_quotients import WILD

from gfkit.cli.main import main
from gfkit.errors import GfkitError
from gfkit.values.impartial.misere import misere_quotient
from gfkit.verify import certify_file, quotient_checker
from gfkit.verify.play_certificate import save_play
from gfkit.verify.quotient_certificate import quotient_certificate
from gfkit.verify.quotient_checker import RefusalError


@cache
def text_of(game, to=None):
    return json.dumps(quotient_certificate(misere_quotient(game, to=to)))


def saved(game, to=None):
    return json.loads(text_of(game, to))


@cache
def bases():
    """True certificates, with periods and without."""
    return (
        saved("octal:0.75"),
        saved("octal:0.53"),
        saved("octal:0.72"),
        saved("octal:0.3"),
        saved("octal:0.0"),
        saved("octal:0.77", 9),
        saved("subtraction:1,3"),
        saved("hex:0.8", 9),
        saved("grundy", 12),
    )


def moves(digits, n):
    """All that may be left of a heap."""
    if digits is None:
        return {(a, n - a) for a in range(1, n) if a < n - a}
    found = set()
    for taken, digit in enumerate(digits):
        left = n - taken
        found |= {()} if digit & 1 and left == 0 else set()
        found |= {(left,)} if digit & 2 and left > 0 else set()
        found |= {(a, left - a) for a in range(1, left)} if digit & 4 else set()
        if digit & 8:
            found |= {(a, b, left - a - b) for a in range(1, left) for b in range(1, left - a)}
    return found


@cache
def loses(digits, heaps):
    """Whether who is to move loses a sum of heaps, when the last mover loses."""
    options = {
        tuple(sorted((*heaps[:i], *left, *heaps[i + 1 :])))
        for i, heap in enumerate(heaps)
        for left in moves(digits, heap)
    }
    return bool(options) and not any(loses(digits, option) for option in options)


def falsehood(certificate):
    """What a file says that is not so of small sums."""
    digits, period = certificate["digits"], certificate["period"]
    key, elements = None if digits is None else tuple(digits), list(certificate["elements"])
    while period and len(elements) < 14:
        elements.append(elements[len(elements) - period["period"]])
    for count, largest in ((1, 13), (2, 9), (3, 6), (4, 4)):
        for sum_of in combinations_with_replacement(range(min(len(elements), largest + 1)), count):
            product = 0
            for heap in sum_of:
                product = certificate["table"][product][elements[heap]]
            if (product in certificate["losing"]) != loses(key, sum_of):
                return str(sum_of)
    return None


class TestTrueOnes:
    def test_all_stand(self):
        for certificate in bases():
            assert quotient_checker.check(certificate).proved
            assert falsehood(certificate) is None

    @pytest.mark.parametrize("game", ["octal:0.53", "octal:0.72", "octal:0.75", "octal:0.77"])
    def test_published_ones(self, game):
        """Orders, periods and losing elements that Plambeck and Siegel print."""
        order, period, start, losing = WILD[game]
        certificate = saved(game)
        assert (len(certificate["table"]), len(certificate["losing"])) == (order, losing)
        assert certificate["period"] == {"start": start, "period": period}
        said = quotient_checker.check(certificate).reason
        assert f"of order {order} tells" in said
        assert f"from n = {start} on with period {period} for all n" in said

    @given(st.lists(st.integers(0, 15), min_size=1, max_size=3), st.sampled_from([0, 4, 8]))
    @settings(max_examples=25, deadline=None)
    def test_random_games(self, digits, first):
        certificate = saved(
            f"hex:{first:x}." + "".join(f"{digit:x}" for digit in digits), 5
        )  # to 6 some take minutes
        assert quotient_checker.check(certificate).proved
        assert falsehood(certificate) is None


class TestChangedOnes:
    @given(st.integers(0, 10**9))
    @example(116495)
    @settings(max_examples=250, deadline=None)
    def test_what_still_stands_is_true(self, seed):
        rng = random.Random(seed)
        certificate = copy.deepcopy(rng.choice(bases()))
        key = rng.choice(list(certificate))
        path = rng.choice([(key,), *places(certificate[key], (key,))])
        old = at(certificate, path)
        near = [old + 1, old - 1, 0, 1, rng.randrange(8)] if type(old) is int else []
        strange = ["heaps", "", None, True, [], {}, [0], [[0]], 10**30, -1, 1.5]
        new = rng.choice([*near, *near, *strange])
        at(certificate, path[:-1])[path[-1]] = new
        self.check(certificate, f"{path}: {old!r} is {new!r}")

    @given(st.integers(0, 10**9))
    @settings(max_examples=150, deadline=None)
    def test_any_changed_byte(self, seed):
        rng = random.Random(seed)
        text = json.dumps(rng.choice(bases()))
        place = rng.randrange(len(text))
        try:
            certificate = json.loads(text[:place] + rng.choice("0123456789.,-[]n") + text[place + 1 :])
        except ValueError:
            return
        self.check(certificate, f"{text[place - 20 : place + 20]!r}")

    @pytest.mark.parametrize("other", ["", {}, "0", None, 0])
    @pytest.mark.parametrize("key", ["losing", "table", "elements", "digits"])
    def test_no_list(self, key, other):
        """Where a list is empty, an empty word is none."""
        with pytest.raises(RefusalError):
            quotient_checker.check({**saved("octal:0.0"), key: other})

    def check(self, certificate, change):
        try:
            quotient_checker.check(certificate, 10**7)
        except RefusalError:
            return
        assert falsehood(certificate) is None, change

    def test_each_number_matters(self):
        """Every product, losing element and element of a heap, changed to any other one."""
        for base in (saved("octal:0.75"), saved("octal:0.77", 5)):
            for key in ("table", "losing", "elements"):
                for path in places(base[key], (key,)):
                    for new in range(len(base["table"])):
                        certificate = copy.deepcopy(base)
                        if type(at(base, path)) is not int or at(base, path) == new:
                            continue
                        at(certificate, path[:-1])[path[-1]] = new
                        with pytest.raises(RefusalError):
                            quotient_checker.check(certificate)

    def test_shorter_and_other_periods(self):
        base = saved("octal:0.75")
        assert base["period"] == {"start": 8, "period": 2}
        for start, period in ((7, 2), (8, 1), (8, 3), (1, 2), (400, 2)):
            with pytest.raises(RefusalError, match=r"do not repeat|theorem needs"):
                quotient_checker.check({**base, "period": {"start": start, "period": period}})
        with pytest.raises(RefusalError, match="the theorem needs the elements of 22 heaps"):
            quotient_checker.check({**base, "elements": base["elements"][:-1]})


TWO = [[0, 1], [1, 0]]


class TestHypotheses:
    def check(self, digits, table, losing, elements, period=None):
        certificate = {"format": "gfkit-quotient", "version": 1, "claim": "misere-quotient"}
        certificate |= {"game": "mine", "digits": digits}
        certificate |= {"table": table, "losing": losing, "elements": elements, "period": period}
        return quotient_checker.check(certificate)

    @pytest.mark.parametrize(
        ("digits", "table", "losing", "elements", "why"),
        [
            ([0, 3], TWO, [0], [0, 1, 0], "the one is losing"),
            ([0, 3, 3], TWO, [1], [0, 1, 1], "a losing sum has an option that is losing too"),
            ([0, 3], [[0]], [], [0, 0], "a sum that is not losing has no option"),
            ([0, 3], TWO, [], [0, 1, 0], "two elements are alike"),
            ([0, 3], TWO, [1], [0, 0], "not that of a sum of heaps"),
            ([0, 0, 3], TWO, [1], [0, 1, 1, 0], "has no move, and another element than 0"),
            ([0, 3], [[0, 1], [0, 1]], [1], [0, 1], "do not commute"),
            ([0, 3], [[1, 0], [0, 1]], [1], [0, 1], "element 0 is not the one"),
            ([0, 3], [[0, 1, 2], [1, 2, 2], [2, 2, 1]], [1], [0, 1], "not associative"),
        ],
    )
    def test_each_is_asked_for(self, digits, table, losing, elements, why):
        with pytest.raises(RefusalError, match=why):
            self.check(digits, table, losing, elements)

    def test_nim_with_a_heap_of_two(self):
        """Taking one or two of at most two tokens: heaps *1 and *2, whose misere quotient has order 6."""
        certificate = saved("octal:0.33", 2)
        assert len(certificate["table"]) == 6
        assert quotient_checker.check(certificate).proved

    def test_periods_of_grundys_game(self):
        with pytest.raises(RefusalError, match="finitely many digits"):
            quotient_checker.check({**saved("grundy", 12), "period": {"start": 1, "period": 1}})

    def test_work_is_bounded(self):
        with pytest.raises(RefusalError, match="more to check"):
            quotient_checker.check(saved("octal:0.53"), 100)


class TestCommands:
    def test_saved_and_certified(self, tmp_path, capsys):
        path = str(tmp_path / "c.json")
        assert main(["nim", "octal:0.75", "--misere", "--save", path]) == 0
        assert main(["certify", path, "--json"]) == 0
        found = json.loads(capsys.readouterr().out.splitlines()[-1])
        assert (found["status"], found["rule_of"]) == ("proved", "octal:0.75")
        assert "by Plambeck and Siegel's theorem" in found["reason"]

    def test_no_certificate_of_a_genus(self, tmp_path, capsys):
        assert main(["nim", "octal:0.75", "5", "--misere", "--save", str(tmp_path / "c.json")]) == 2
        assert "none of a genus" in capsys.readouterr().err

    def test_refused_at_the_command_line(self, tmp_path, capsys):
        path = tmp_path / "c.json"
        save_play({**saved("octal:0.75"), "losing": [0]}, path)
        assert main(["certify", str(path)]) == 1
        assert "refuted: " in capsys.readouterr().out

    def test_names_of_other_games_are_refused(self, tmp_path):
        path = tmp_path / "c.json"
        save_play({**saved("octal:0.75"), "game": "octal:0.77"}, path)
        with pytest.raises(GfkitError, match="the digits are others"):
            certify_file(path)
        save_play({**saved("octal:0.75"), "game": "mine"}, path)
        assert certify_file(path).game == ""

    @pytest.mark.parametrize("text", ["{}", "[]", "3", '{"version": 1}', '{"version": 1, "claim": "x"}', "x"])
    def test_other_files(self, text, tmp_path):
        path = tmp_path / "c.json"
        path.write_text(text)
        assert quotient_checker.main([str(path)]) == 2

    def test_the_checker_runs_alone(self, tmp_path):
        source = Path(quotient_checker.__file__).read_text(encoding="utf-8")
        imported = {node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
        assert not [name for name in imported if name.startswith("gfkit")]
        (tmp_path / "quotient_checker.py").write_text(source)
        save_play(saved("octal:0.53"), tmp_path / "c.json")
        done = subprocess.run(
            [sys.executable, "-I", "quotient_checker.py", "c.json"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("proved: the quotient of order 16")
