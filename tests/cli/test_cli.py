"""The command line: what is written where, and the exit codes."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from gfkit.boards import parse_one_board
from gfkit.cli.main import main
from gfkit.cli.output import wrapped, write_table
from gfkit.errors import LimitError
from gfkit.games import NAMED, Question
from gfkit.memory import read_size
from gfkit.sequences import Count, Evidence, Polynomial, Status

FULL = "gfkit: the system refuses: No space left on device\n"
RULES = 'name = "G"\n[both]\npieces = ["X"]\n[rules]\nforbid_adjacent = ["LR"]\n'
RUN = [sys.executable, "-m", "gfkit.cli.main"]


def engine(monkeypatch, function):
    """Puts a function in the place of the counting engine."""
    monkeypatch.setattr("gfkit.transfer.count", function, raising=False)


def some_count(number: int) -> Count:
    evidence = Evidence(Status.PROVED, "transfer-matrix", (("states", 8),))
    return Count("col", "2x2", "all", (), Polynomial.constant(number), evidence)


class TestCount:
    def test_number(self, capsys):
        # Monomer-dimer coverings of the 4 x 4 board: OEIS A028420(4).
        assert main(["count", "domineering", "4x4"]) == 0
        first, evidence = capsys.readouterr().out.splitlines()
        assert first == "10012"
        assert evidence.startswith("proved by ")

    def test_polynomial(self, capsys):
        # By hand: the empty square, four dominoes, two pairs of parallel ones.
        assert main(["count", "domineering", "2x2", "--weights", "players"]) == 0
        assert capsys.readouterr().out.splitlines()[:2] == ["1 + 2*x + 2*y + x^2 + y^2", "7 positions"]

    def test_right_ends(self, capsys):
        # By hand: one vertical domino (two ways), two vertical ones, two horizontal ones.
        assert main(["count", "domineering", "2x2", "--positions", "right-ends"]) == 0
        assert capsys.readouterr().out.splitlines()[0] == "4"

    def test_one_position_is_not_plural(self, capsys):
        assert main(["count", "col", "#", "--weights", "pieces"]) == 0
        assert capsys.readouterr().out.splitlines()[:2] == ["1", "1 position"]

    def test_json(self, capsys):
        assert main(["count", "domineering", "2x2", "--weights", "players", "--json"]) == 0
        written = capsys.readouterr()
        result = json.loads(written.out)
        evidence = result.pop("evidence")
        assert result == {
            "game": "domineering",
            "board": "2x2",
            "positions": "all",
            "weights": ["x", "y"],
            "count": "7",
            "polynomial": "1 + 2*x + 2*y + x^2 + y^2",
        }
        assert evidence["status"] == "proved"
        assert written.err == ""

    def test_rule_file(self, capsys, tmp_path):
        file = tmp_path / "mine.toml"
        file.write_text('name = "Mine"\n[both]\npieces = ["X"]\n[rules]\nforbid_adjacent = ["LR"]\n')
        assert main(["count", str(file), "path:7"]) == 0
        # Independent sets of a path of n vertices: the Fibonacci number F(n + 2).
        assert capsys.readouterr().out.splitlines()[0] == "34"

    def test_drawn_board(self, capsys, tmp_path):
        file = tmp_path / "board.txt"
        file.write_text("..\n#.\n")
        assert main(["count", "cram", f"@{file}"]) == 0
        # By hand: a bent row of three cells takes no domino, or one of two.
        assert capsys.readouterr().out.splitlines()[0] == "3"

    def test_options_reach_the_engine(self, monkeypatch):
        seen = {}

        def count(question, *, max_memory, store, on_progress):
            seen.update(locals())
            return some_count(1)

        engine(monkeypatch, count)
        assert main(["count", "col", "2x2", "--positions", "play", "--max-memory", "4G"]) == 0
        assert seen["question"] == Question.of("col", "2x2", "play", "none")
        assert seen["max_memory"] == 4 * 1024**3
        assert callable(seen["on_progress"])

    @pytest.mark.parametrize("options", [[], ["--json"]])
    def test_numbers_too_long_for_python_to_print(self, capsys, monkeypatch, options):
        engine(monkeypatch, lambda *_, **__: some_count(10**5000))
        assert main(["count", "col", "2x2", *options]) == 0
        assert "1" + "0" * 5000 in capsys.readouterr().out


class TestGames:
    def test_lists_all(self, capsys):
        assert main(["games"]) == 0
        heads = [
            line.partition(": ")[0] for line in capsys.readouterr().out.splitlines() if line[:1].isalpha()
        ]
        assert heads == list(NAMED)

    def test_json_lists_all(self, capsys):
        assert main(["games", "--json"]) == 0
        games = json.loads(capsys.readouterr().out)["games"]
        assert [game["game"] for game in games] == list(NAMED)
        assert games[0]["colours"][0] == {"name": "left", "player": "left", "pieces": ["X/X"]}

    def test_one(self, capsys):
        assert main(["games", "snort"]) == 0
        assert capsys.readouterr().out == (
            "snort: Snort\n"
            "  Pieces are single cells; pieces of different players may not touch.\n"
            "  Left places   Right places\n"
            "  +---+         +---+\n"
            "  |   |         |   |\n"
            "  +---+         +---+\n"
            "  Pieces of Left and Right may not touch.\n"
        )

    def test_the_example_in_the_help_is_what_is_written(self, capsys):
        main(["games", "domineering"])
        written = capsys.readouterr().out.splitlines()
        main(["games", "--help"])
        shown = [line.strip() for line in capsys.readouterr().out.splitlines()]
        assert all(line.strip() in shown for line in written)

    def test_a_local_rule_file(self, capsys, tmp_path):
        file = tmp_path / "array.toml"
        file.write_text(
            'name = "Bits"\n[cells]\ncolours = 2\nweight = { 1 = "x" }\n[rules]\nforbid = ["11"]\n'
            '[[rules.count]]\ncell = 1\nneighbours = "king"\nof = [1]\nallowed = [0, 1]\n'
        )
        assert main(["games", str(file)]) == 0
        out = capsys.readouterr().out
        assert "  +---+---+\n  | 1 | 1 |\n  +---+---+\n" in out
        assert "Every cell takes one of 2 colours, 0 to 1." in out
        assert "As weights, x marks colour 1." in out

    def test_drawings_are_plain_characters(self, capsys):
        main(["games"])
        assert capsys.readouterr().out.isascii()


class TestHelp:
    @pytest.mark.parametrize("words", [[], ["runs"], ["catalog"], ["oeis"], ["oeis", "index"]], ids=" ".join)
    def test_a_bare_group_shows_its_help(self, capsys, words):
        assert main(words) == 0
        shown = capsys.readouterr()
        assert shown.out.startswith(" ".join(["Usage: gfkit", *words, "[OPTIONS] COMMAND"]))
        main([*words, "--help"])
        assert capsys.readouterr() == shown

    @pytest.mark.parametrize("command", ["games", "count"])
    def test_has_an_example(self, capsys, command):
        assert main([command, "--help"]) == 0
        out = capsys.readouterr().out
        assert "Example" in out
        assert f"$ gfkit {command} " in out

    def test_the_example_of_count_is_true(self, capsys):
        main(["count", "domineering", "2x2", "--weights", "players"])
        answer = capsys.readouterr().out.splitlines()[:2]
        main(["count", "--help"])
        shown = [line.strip() for line in capsys.readouterr().out.splitlines()]
        start = shown.index("$ gfkit count domineering 2x2 --weights players")
        assert shown[start + 1 : start + 3] == answer

    def test_version(self, capsys):
        assert main(["--version"]) == 0
        assert capsys.readouterr().out.startswith("gfkit ")


class TestEndings:
    @pytest.mark.parametrize(
        ("ending", "code", "line"),
        [
            (KeyboardInterrupt(), 130, "gfkit: interrupted\n"),
            (MemoryError(), 3, "gfkit: out of memory; a smaller board would need less\n"),
            (LimitError("too\nlarge"), 3, "gfkit: too large\n"),
        ],
    )
    def test_one_line_and_a_code(self, capsys, monkeypatch, ending, code, line):
        def count(*_, **__):
            raise ending

        engine(monkeypatch, count)
        assert main(["count", "col", "2x2"]) == code
        written = capsys.readouterr()
        assert written.err == line
        assert written.out == ""

    def test_interrupted_while_loading(self, capsys, monkeypatch):
        def stop(_):
            raise KeyboardInterrupt

        monkeypatch.setattr("gfkit.cli.group.import_module", stop)
        assert main(["games"]) == 130
        assert capsys.readouterr().err == "gfkit: interrupted\n"

    def test_a_reader_that_leaves_early(self):
        with subprocess.Popen(
            [*RUN, "games", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait() == 0

    @pytest.mark.parametrize(
        ("command", "code", "out", "err"),
        [
            ("count cis 2x2 >&-", 0, "", ""),
            ("count cis 2x2 --json >&-", 0, "", ""),
            ("games >&-", 0, "", ""),
            ("--help >&-", 0, "", ""),
            ("count chess 2x2 2>&-", 2, "", ""),
            ("count cis 2x2 --quiet 2>&- | head -n 1", 0, "17\n", ""),
            ("count cis 2x2 >&- 2>&-", 0, "", ""),
            (
                "count cis 2x2 --json >/dev/full",
                3,
                "",
                "gfkit: the system refuses: No space left on device\n",
            ),
        ],
    )
    def test_closed_streams(self, command, code, out, err):
        found = subprocess.run(
            ["sh", "-c", f'"$@" {command}', "sh", *RUN], capture_output=True, text=True, check=False
        )
        assert (found.returncode, found.stdout, found.stderr) == (code, out, err)

    @pytest.mark.parametrize("words", [["count", "cis", "@/dev/zero"], ["games", "/dev/zero"]])
    def test_endless_input(self, words):
        found = subprocess.run([*RUN, *words], capture_output=True, text=True, check=False, timeout=30)
        assert found.returncode == 2
        assert found.stderr.endswith("is longer than 16 MiB\n")
        assert found.stderr.count("\n") == 1

    @pytest.mark.parametrize(
        ("words", "given"),
        [
            (
                ["/dev/stdin", "path:7"],
                'name = "G"\n[both]\npieces = ["X"]\n[rules]\nforbid_adjacent = ["LR"]',
            ),
            (["node-kayles", "@/dev/stdin"], "......."),
            (["node-kayles", "graph:/dev/stdin"], "a b\nb c\nc d\nd e\ne f\nf g"),
        ],
    )
    def test_input_from_a_pipe(self, words, given):
        found = subprocess.run(
            [*RUN, "count", *words], input=given, capture_output=True, text=True, check=True
        )
        # Independent sets of a path of 7 vertices: the Fibonacci number F(9).
        assert found.stdout.splitlines()[0] == "34"

    def test_as_a_module(self):
        found = subprocess.run(
            [sys.executable, "-m", "gfkit", "--version"], capture_output=True, text=True, check=True
        )
        assert found.stdout.startswith("gfkit ")
        code = subprocess.run(
            [sys.executable, "-m", "gfkit", "xyz"], capture_output=True, check=False
        ).returncode
        assert code == 2

    def test_heavy_packages_stay_unloaded(self):
        code = (
            "import sys; from gfkit.cli.main import main; main(['--help']);"
            " sys.exit(any(name in sys.modules for name in ('sympy', 'numba', 'numpy', 'rich')))"
        )
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


class TestPieces:
    def test_long_polynomials_break_between_terms(self):
        text = " + ".join(f"{n}*x^{n}" for n in range(2, 60))
        lines = wrapped(text, 40)
        assert max(map(len, lines)) <= 40
        assert " ".join(line.strip() for line in lines) == text

    @pytest.mark.parametrize(
        ("word", "size"), [("500M", 500 << 20), ("4G", 4 << 30), ("1.5k", 1536), ("64", 64)]
    )
    def test_sizes(self, word, size):
        assert read_size(word, "--max-memory") == size

    def test_lying_pieces_keep_their_place(self):
        assert [piece.letter for piece in parse_one_board("A./.b").lying] == ["A", "b"]


class TestDryRun:
    @pytest.mark.parametrize(
        ("words", "figure", "value"),
        [
            (["count", "domineering", "4x4"], "cells", 16),
            (["value", "domineering", "3x3"], "cells", 9),
            (["derive", "arc-kayles", "4xn"], "states_between_slices", 2**4),  # which cells are covered
        ],
    )
    def test_figures(self, capsys, words, figure, value):
        assert main([*words, "--dry-run", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found[figure] == value
        assert found["how"][figure] == "exact"
        assert main([*words, "--dry-run"]) == 0
        assert words[1] in capsys.readouterr().out.splitlines()[0]

    @pytest.mark.parametrize("words", [("value", "3x3"), ("outcomes", "3x3"), ("derive", "3xn")])
    def test_a_file_that_cannot_be_written_is_refused_before(self, capsys, words):
        """Who asks first what a run would take learns then that it could not end."""
        command, board = words
        assert main([command, "domineering", board, "--dry-run", "--save", "no/where.json"]) == 2
        assert "must be a file in a folder that exists" in capsys.readouterr().err


class TestWorkers:
    def test_answers_are_the_same(self, capsys):
        words = ["derive", "arc-kayles", "4xn", "--method", "modular", "--json", "--no-store"]
        assert main(words) == main([*words, "--workers", "2"]) == 0
        alone, together = map(json.loads, capsys.readouterr().out.splitlines())
        assert together == alone

    def test_a_cluster_that_does_not_answer(self, capsys):
        pytest.importorskip("distributed", reason="distributed is not installed")
        assert main(["derive", "cram", "3xn", "--cluster", "no address"]) == 2
        assert "--cluster 'no address'" in capsys.readouterr().err


class TestTable:
    ROWS = (("run", "state", "command"), ("3f2a", "finished", "gfkit derive arc-kayles 12xn"))

    @pytest.mark.parametrize(
        ("width", "lines"),
        [
            (None, ["run   state     command", "3f2a  finished  gfkit derive arc-kayles 12xn"]),
            (44, ["run   state     command", "3f2a  finished  gfkit derive arc-kayles 12xn"]),
            (43, ["run   state     command", "3f2a  finished  gfkit derive arc-kayles", " " * 16 + "12xn"]),
            (28, ["run   state", "    command", "3f2a  finished", "    gfkit derive arc-kayles", "    12xn"]),
        ],
    )
    def test_only_the_last_column_is_broken(self, capsys, monkeypatch, width, lines):
        monkeypatch.setattr("gfkit.cli.output.terminal_width", lambda: width)
        write_table(self.ROWS)
        assert capsys.readouterr().out.splitlines() == lines


class TestTo:
    """The formula alone, for other systems."""

    @pytest.mark.parametrize(
        ("words", "written"),
        [
            # Words of three letters in which neither of two letters follows itself: 1, 3, 7, 17, ...
            (["derive", "col", "path:n", "--to", "pari"], "(1 + t)/(1 - 2*t - t^2)"),
            (["derive", "col", "path:n", "--to", "oeis"], "(1 + x)/(1 - 2*x - x^2)"),
            (["count", "domineering", "2x2", "--weights", "pieces", "--to", "maple"], "1 + 4*x + 2*x^2"),
            (["guess", "1,1,2,3,5,8,13,21,34,55", "--to", "sympy"], "1/(-t**2 - t + 1)"),
        ],
    )
    def test_formula(self, capsys, words, written):
        assert main(words) == 0
        assert capsys.readouterr() == (written + "\n", "")

    def test_no_law(self, capsys):
        assert main(["guess", "1", "2", "4", "--to", "pari"]) == 1
        assert capsys.readouterr().out.startswith("too few terms")
