"""The command line: output streams, tables, formulas in other formats, and exit codes.

Counts are computed by hand in the test, or are from the OEIS; some tests replace the engine.
"""

import io
import os
import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from unittest.mock import Mock

import click
import pytest
from batches import Hours
from choice import then_slow
from cli.calling import BITS, call, engine, told
from tables import tables

import gfkit
from gfkit.cli.group import RETIRED, gfkit as group
from gfkit.cli.long.options import OPTION_GROUPS
from gfkit.cli.output import wrap_sum, write_table
from gfkit.core.algebra import Count, Evidence, Polynomial, Status
from gfkit.core.errors import LimitError
from gfkit.core.rules import NAMED, Question
from gfkit.core.typing import Progress


def test_counts(tmp_path):
    (tmp_path / "mine.toml").write_text(BITS)
    (tmp_path / "board.txt").write_text("..\n#.\n")
    for words, first in tables("commands")["counted"]:
        said = call("count", *words.replace("FOLDER", str(tmp_path)).split())
        heads = said.code, said.lines, said.err.splitlines()[: len(first) - 1]
        assert heads == (0, first[:1], first[1:]), words
        assert re.search("^proved by ", said.err, re.MULTILINE), words
    asked = ("count", "domineering", "2x2", "--weights", "players")
    found = told(*asked)
    assert found.pop("evidence")["status"] == "proved"
    assert found == {
        "schema": 1, "game": "domineering", "board": "2x2", "positions": "all", "weights": ["x", "y"],
        "count": "7", "polynomial": "1 + 2*x + 2*y + x^2 + y^2",
    }  # fmt: skip
    shown = [line.strip() for line in call("count", "--help").lines]
    start = shown.index("$ gfkit count domineering 2x2 --weights players")
    said = call(*asked)
    assert shown[start + 1 : start + 3] == [*said.lines, said.err.splitlines()[0]]  # the example of the help
    assert "note: " not in call("count", "kings", "1x1").err  # its windows are larger than the board


def test_files_of_rules_and_boards_are_named_consistently(tmp_path, monkeypatch):
    """Independent sets of a path of 7 vertices: the Fibonacci number F(9); the squares; Pell's numbers."""
    monkeypatch.chdir(tmp_path)
    call("derive", "col", "path:n", "--save", "col.json")
    saved = ["certify -", call("certify", "col.json").lines[0], (tmp_path / "col.json").read_text()]
    for words, first, given in (*tables("commands")["read"], saved):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
        (tmp_path / "file.txt").write_text(given)
        end, begin = os.pipe()
        os.write(begin, given[:4096].encode())
        os.close(begin)
        for name in ("-", "file.txt", *([f"/dev/fd/{end}"] if len(given) < 4096 else [])):
            asked = re.sub(r"(?<= )([@:a-z]*)-(?= |$)", rf"\g<1>{name}", words)
            assert " ".join(call(*asked.split(), code=0).lines[0].split()) == first, asked
        os.close(end)


def test_options_reach_the_engine(monkeypatch):
    seen = {}

    def count(question, *, max_memory, store, on_progress, **_):
        seen.update(locals())
        evidence = Evidence(Status.PROVED, "transfer-matrix", (("states", 8),))
        return Count("col", "2x2", "all", (), Polynomial.constant(10**5000), evidence)

    engine(monkeypatch, count)
    limits = (["--max-memory", "4G"], 4 << 30), (["--max-memory", "1.5k"], 1536), (["--json"], None)
    for words, memory in limits:
        said = call("count", "col", "2x2", "--positions", "play", *words, code=0)
        assert "1" + "0" * 5000 in said.out  # longer than Python prints by itself
        assert seen["question"] == Question.of("col", "2x2", "play", "none")
        assert (seen["max_memory"], callable(seen["on_progress"])) == (memory, True)


def test_games_are_listed_and_shown():
    groups = call("games").out
    assert all(re.search(rf"(^|[ ,]){name}(,|$)", groups, re.MULTILINE) for name in NAMED)
    assert max(map(len, groups.splitlines())) <= 80
    listing = call("games", "--all")
    assert [line.partition(": ")[0] for line in listing.lines if line[:1].isalpha()] == list(NAMED)
    assert listing.out.isascii()
    games = told("games")["games"]
    assert [game["game"] for game in games] == list(NAMED)
    assert call("games", "snort").out == tables("commands")["snort"]
    assert games[0]["colours"][0] == {"name": "left", "player": "left", "pieces": ["X/X"]}
    shown = [line.strip() for line in call("games", "--help").lines]
    assert all(line.strip() in shown for line in call("games", "domineering").lines)


def test_help_and_version():
    for words in ("", "runs", "catalog", "oeis", "oeis index"):
        shown = call(*words.split())
        assert shown.out.startswith(" ".join(["Usage: gfkit", *words.split(), "[OPTIONS] COMMAND"]))
        assert call(*words.split(), "--help") == shown
    assert call("--version").out.startswith("gfkit ")


def test_every_exception_ends_in_one_line_and_an_exit_code(monkeypatch):
    """Python wraps an interruption raised in its callbacks, such as imports; other exceptions propagate."""
    ending: list[BaseException] = []

    def count(*_, **__):
        raise ending[-1]

    with monkeypatch.context() as patch:
        engine(patch, count)
        for raised, code, line in (
            (KeyboardInterrupt(), 130, "interrupted"),
            (MemoryError(), 3, "out of memory"),
            (LimitError("too\nlarge"), 3, "too large"),
            (OSError(28, "No space left on device"), 3, "No space left on device"),
            *((guise("odd"), 130, "interrupted") for guise in (SystemError, RuntimeError)),
        ):
            if code == 130:
                raised.__context__ = KeyboardInterrupt()
            ending.append(raised)
            said = call("count", "col", "2x2")
            assert (said.code, said.out, said.err.count("\n")) == (code, "", 1)
            assert line in said.err
        for guise in (SystemError, RuntimeError):
            ending.append(guise("a true fault"))
            with pytest.raises(guise):
                call("count", "col", "2x2")

    monkeypatch.setattr("gfkit.core.hooks.import_module", Mock(side_effect=KeyboardInterrupt))
    assert call("games") == (130, "", "gfkit: interrupted\n")


def test_formulas_for_other_systems():
    # Words of three letters in which neither of two letters follows itself: 1, 3, 7, 17, ...
    for words, written in tables("wholes")["languages"]:
        assert call(*words.split()) == (0, written + "\n", "")
    assert call("guess", "1", "2", "4", "--to", "pari", code=1).out.startswith("too few terms")


def test_only_the_last_column_of_a_table_is_broken(capsys, monkeypatch):
    rows = (("run", "state", "command"), ("3f2a", "finished", "gfkit derive arc-kayles 12xn"))
    head, line = "run   state     command\n", "3f2a  finished  gfkit derive arc-kayles"
    for width, text in (
        (None, f"{head}{line} 12xn\n"),
        (44, f"{head}{line} 12xn\n"),
        (43, f"{head}{line}\n{' ' * 16}12xn\n"),
        (28, "run   state\n    command\n3f2a  finished\n    gfkit derive arc-kayles\n    12xn\n"),
    ):
        monkeypatch.setattr("gfkit.cli.output.terminal_width", lambda width=width: width)
        write_table(rows)
        assert capsys.readouterr().out == text
    text = " + ".join(f"{n}*x^{n}" for n in range(2, 60))
    lines = wrap_sum(text, 40)
    assert max(map(len, lines)) <= 40
    assert " ".join(line.strip() for line in lines) == text  # broken between terms


def test_a_note_on_weights_that_do_not_occur():
    for words, said in tables("commands")["noted"]:
        done = call(*words.split(), code=0)
        assert said in done.err
        assert bool(said) == ("note: " in done.err)


# Up to symmetry


def test_a_board_up_to_symmetry():
    """Kings on 4 x 4: 13 ways to place two, 20 to place three, up to symmetry (A279111, A279112)."""
    asked = ("count", "kings", "4x4", "--weights", "pieces", "--up-to", "symmetry")
    said = call(*asked)
    assert said.lines == ["1 + 3*x + 13*x^2 + 20*x^3 + 14*x^4"]
    assert said.err.startswith("51 placements of nonattacking kings up to symmetry\n")
    found = told(*asked)
    assert (found["up_to"], found["count"]) == ("symmetry", "51")
    how = [found["evidence"][key] for key in ("status", "method", "symmetries")]
    assert how == ["proved", "burnside", 8]
    assert "up_to" not in told("count", "kings", "2x2")


@pytest.mark.slow(2.5)
def test_a_strip_and_a_cyclic_family():
    """Alternating words up to reversal: of odd length two, of even length one."""
    asked = ("derive", "colourings:2", "path:n", "--up-to", "symmetry")
    found = told(*asked)
    assert found["terms"][:6] == ["1", "2", "1", "2", "1", "2"]
    assert found["generating_function"]["numerator"]
    assert found["ring"] is None
    assert "t" in call(*asked, "--to", "pari").out
    asked = ("derive", "independent-sets", "cycle:n", "--up-to", "rotations")
    assert "sum over d | n of phi(d)*P(n/d)" in call(*asked).out
    found = told(*asked)
    assert found["generating_function"] is None
    assert found["ring"]["around"]["1"]["denominator"] == "1 - t - t^2"


def test_a_long_computation_prints_a_note_on_stopping(monkeypatch):
    true = gfkit.derive

    def wide(*given, on_progress, **named):
        for states in (10**5 - 1, 10**5, 10**6):
            on_progress(Progress("finding states", 1, 8, states))
        return true(*given, on_progress=on_progress, **named)

    engine(monkeypatch, wide, "derive")
    words = ("derive", "node-kayles", "4xn", "--no-store")
    assert "--max-seconds" not in call(*words).err
    monkeypatch.delenv("GFKIT_QUIET")
    assert call(*words).err.count("--max-seconds") == 1


def test_retired_words_name_their_replacement():
    """Each has a row in the documentation; the error names the replacement in one line."""
    page = (Path(__file__).parents[2] / "docs/upgrading.md").read_text("utf-8")
    for word, instead in RETIRED.items():
        assert re.search(rf"^\|.*`{re.escape(word)}`.* \|", page, re.MULTILINE), word
        said = call(*(["games", word] if word.startswith("-") else word.split()), code=2)
        assert said.err.count("\n") == 1, word
        assert repr(word.split()[-1]) in said.err, word
        assert instead in said.err, word


def commands(context):
    """Yield every command below a group, with its context."""
    for name in context.command.list_commands(context):
        command = context.command.get_command(context, name)
        below = click.Context(command, parent=context, info_name=name)
        yield from commands(below) if isinstance(command, click.Group) else [below]


def test_advice_repeats_the_arguments():
    for words in (["derive", "kings", "3xn", "--bfile"], ["growth", "kings", "3xn"]):
        code, _, message = call(*words)
        assert code == 2
        assert " kings 3xn" in message
    assert "STRUCTURE" in call("derive", "no-such-rule", "3xn", "--bfile")[2]


def test_every_option_is_in_one_of_the_helps():
    """Rare ones are in --help-all alone, each in one group; the help of derive has at most 52 lines."""
    rare, grouped = 0, []
    for context in commands(click.Context(group, info_name="gfkit", **group.context_settings)):
        words = context.command_path.split()[1:]
        options = [one for one in context.command.params if isinstance(one, click.Option)]
        if not any(option.name == "help_all" for option in options):  # as runs resume, which passes all on
            continue
        short, whole = (call(*words, option, code=0).out for option in ("--help", "--help-all"))
        for option in options:
            row = rf"(?m)^  (-\w, )?{option.opts[-1]}( |$)"
            shown = [re.search(row, text) is not None for text in (short, whole)]
            wanted = [False, True] if getattr(option, "is_rare", False) else [not option.hidden] * 2
            assert shown == wanted or option.name == "help_all", (words, option.opts)
            rare += shown == [False, True]
        _, *blocks = re.split(rf"(?m)^({'|'.join(OPTION_GROUPS)}):$", whole)
        rows = [re.findall(r"(?m)^  (?:-\w, )?--([\w-]+)", block) for block in blocks[1::2]]
        grouped += [(name, title) for title, names in zip(blocks[::2], rows, strict=True) for name in names]
        assert sum(map(len, rows)) == len(set().union(*rows)), words
        assert max(map(len, "".join(blocks).splitlines())) <= 80, words
    assert rare > 10
    assert {name for name, _ in grouped} >= {*" ".join(OPTION_GROUPS.values()).split()} - {"version"}
    assert len(dict(grouped)) == len({*grouped})
    assert len(call("derive", "--help").lines) <= 52


BRIEF = ("kings 7xn", "kings 3xn --weights pieces", "independent-sets prism:n", "kings nxn --pieces 3",
         "matchings complete:n", "dominating-sets wheel:n --up-to symmetry")  # fmt: skip


@pytest.mark.parametrize("words", then_slow(BRIEF[:-1:2], 5, *BRIEF[1::2], BRIEF[-1]))
def test_derive_is_brief_and_full_prints_everything(words):
    """Rows are cut between terms: the part before the dots is a prefix of the row of --full."""
    asked = ["derive", *words.split()]
    short, whole = call(*asked, code=0).lines, call(*asked, "--full", code=0).lines
    assert len(short) <= 12
    assert max(map(len, short)) <= 100
    short, whole = ([re.sub(" {2,}", "  ", row) for row in rows] for rows in (short, whole))
    for line in short:
        shown, dots, mark = line.partition(" ...")
        assert not dots or "--full)" in mark, line
        if not re.match("growth|pieces per cell|closed form  omitted", line):
            assert any(row.startswith(shown) for row in whole), line
    assert told(*asked) == told(*asked, "--full")
    assert all("..." not in row and "--full" not in row for row in whole)


def test_growth_has_ten_digits_and_terms_are_whole_on_request():
    """Matchings of ladders grow by 3.2143197433775351874..., a root of x^3 - 3*x^2 - x + 1."""
    assert "lambda = 3.2143197434, " in call("derive", "matchings", "2xn").out
    assert "lambda = 3.21431974337753518" in call("derive", "matchings", "2xn", "--full").out
    rows = call("derive", "matchings", "2xn", "--terms", "60").lines
    terms = next(row for row in rows if "terms" in row)
    assert terms.count(", ") == 59


def test_other_queries_for_a_range_of_sizes() -> None:
    """Orbits by listing; the domination number of king graphs is ceil(m/3) ceil(n/3) (Yaglom and Yaglom)."""
    orbits = [str(gfkit.brute_force("kings", f"{n}x{n}", up_to="symmetry")) for n in range(1, 4)]
    found = call("count", "kings", "nxn", "--sizes", "1..3", "--up-to", "symmetry", code=0)
    assert found.out == ", ".join(orbits) + "\n"
    asked = ("optimum", "kings domination number")
    assert call(*asked, "nxn", "--sizes", "1..5", code=0).out == "1, 1, 1, 4, 4\n"
    assert call("count", "independent-sets", "cycle:n", "--sizes", "1..5", code=0).out == "3, 4, 7, 11\n"
    csv = call(*asked, "mxn", "--sizes", "1..2x3..4", "--format", "csv", code=0).lines
    assert csv[0] == "m,n,minimum,number of minima,maximum,number of maxima"
    for line in csv[1:]:
        m, n, *numbers = map(int, line.split(","))
        sizes = Counter(map(len, dominating_kings(m, n)))
        assert numbers == [min(sizes), sizes[min(sizes)], max(sizes), sizes[max(sizes)]]
        assert min(sizes) == -(-m // 3) * -(-n // 3)
    table = told("optimum", "kings", "nxn", "--sizes", "1..4", code=0)
    assert table["terms"] == {"minimum": ["0"] * 4, "maximum": ["1", "1", "4", "4"]}
    assert told(*asked, "mxn", "--sizes", "1..2x1..2", code=0)["rows"] == [["1", "1"], ["1", "1"]]
    formulas = call(*asked, "mxn", "--sizes", "2..3", code=0).lines
    assert [line.split() for line in formulas] == [["m", "minimum"], ["2", "ceil(n/3)"], ["3", "ceil(n/3)"]]
    assert told(*asked, "mxn", "--sizes", "3..3", code=0)["terms"] == ["ceil(n/3)"]
    call(*asked, "mxn", "--sizes", "3..4", "--format", "csv", code=2)
    for text in ("ceil(m/3)*ceil(n/3)", "T(m, n) = ceil(m/3)*ceil(n/3)"):
        verdicts = told("verify", text, "--for", asked[1], "mxn", "--sizes", "1..3", code=0)
        assert verdicts["terms"]["verdict"] == ["proved"] * 3
    assert "bound m" in call("verify", "sum(m, m=0..n)", "--for", *asked[1:], "mxn", "--sizes", "1..2").err
    columns = told("derive", "independent-sets", "mxn", "--sizes", "1..4", code=0)["terms"]
    assert columns == {"order": [*"2245"], "columns": [*"2358"], "up to symmetry": [*"2245"]}
    for refused in (("3x3", "--sizes", "1..2"), ("nxn", "--format", "csv"), ("2x2", "--format", "csv")):
        assert call(*asked, *refused, code=2).err, refused


def test_exactly_k_pieces() -> None:
    """Rook polynomials: k! binomial(3, k)^2 placements of k rooks on 3 x 3."""
    for pieces, wanted in enumerate((1, 9, 18, 6, 0)):
        assert call("count", "rooks", "3x3", "--pieces", str(pieces), code=0).lines[0] == str(wanted)
    assert "--pieces" in call("count", "rooks", "3x3", "--pieces", "2", "--coefficient", "x", code=2).err


def dominating_kings(m: int, n: int) -> list[set[tuple[int, int]]]:
    """Return the sets of squares such that every square is in the set or a king's move away."""
    squares = [(row, col) for row in range(m) for col in range(n)]
    sets = [{*chosen} for k in range(m * n + 1) for chosen in combinations(squares, k)]
    return [
        chosen
        for chosen in sets
        if all(any(max(abs(a - c), abs(b - d)) < 2 for c, d in chosen) for a, b in squares)
    ]


def test_terms_of_squares_are_compared_with_counts(tmp_path, monkeypatch) -> None:
    """A006506, independent sets of n x n grids; Elkies et al. on Aztec diamonds."""
    monkeypatch.setattr(
        "gfkit.claims.reading.squares.perf_counter", Hours().monotonic
    )  # no more boards than required
    terms = [1, 2, 7, 63, 1234]
    for wrong, verdict in ((0, "proved"), (1, "refuted")):
        file = tmp_path / f"b{wrong}.txt"
        shown = [*terms[:3], terms[3] + wrong, terms[4]]
        file.write_text("".join(f"{n} {value}\n" for n, value in enumerate(shown)))
        found = told("verify", str(file), "--for", "hard-squares", "nxn", code=wrong)
        assert found["verdict"] == verdict
        if wrong:
            assert found["first_difference"] == {"n": 3, "formula": "64", "true": "63"}
    assert gfkit.verify(terms, "independent-sets", "nxn", offset=0).verdict == "proved"
    assert (
        dict(gfkit.verify("2^(n*(n+1)/2)", "domino-tilings", "aztec:n").evidence.details)["terms_checked"]
        >= 3
    )
    assert gfkit.verify("2^(n*(n-1)/2)", "domino-tilings", "aztec:n").verdict == "refuted"
    for power, verdict in ((2, "consistent"), (1, "refuted")):  # Cayley
        assert gfkit.verify(f"n^(n-{power})", "spanning-trees", "complete:n").verdict == verdict
    for terms, verdict in ((0, "proved"), (1, "refuted")):  # no king on a board without cells
        found = gfkit.verify([terms, 0, 0, 16], "kings", "nxn", pieces=2, offset=0)
        assert found.verdict == verdict


@pytest.mark.parametrize(
    ("formula", "options", "verdict", "correction"),
    [  # A061996, three kings; the chromatic polynomial of C_4; any two of four cells dominate 2 x 2
        ("(n-1)(n-2)(n^4 + 3n^3 - 20n^2 - 30n + 132)/6", "kings nxn --pieces 3", "proved", None),
        ("n(n-1)(n^2 - 3n + 4)", "colourings 2x2 --values n", "refuted", "n^4 - 4*n^3 + 6*n^2 - 3*n"),
        ("0, 6", "dominating-sets nxn --pieces 2 --offset 1", "proved", None),
        ("round(n!/e) for n >= 1", "derangements path:n", "consistent", None),
        ("n!", "derangements path:n", "refuted", "a(n) = (n - 1)*a(n-1) + (n - 1)*a(n-2) for n >= 2"),
    ],
)
def test_formulas_for_pieces_values_and_permutations(formula, options, verdict, correction) -> None:
    found = told("verify", formula, "--for", *options.split(), code=verdict == "refuted")
    assert (found["verdict"], found["correction"]) == (verdict, correction)


def test_counts_for_a_range_of_sizes() -> None:
    """A063443 (kings on n x n), A000032 (independent sets of cycles) and Domineering on 2 x 2 by hand."""
    assert call("count", "kings", "nxn", "--sizes", "1..5", code=0).out == "2, 5, 35, 314, 6427\n"
    lucas = [4, 7, 11, 18, 29, 47]
    bfile = call("count", "independent-sets", "cycle:n", "--sizes", "3..8", "--format", "bfile", code=0).out
    assert bfile == "".join(f"{n} {value}\n" for n, value in enumerate(lucas, 3))
    found = told("count", "kings", "mxn", "--sizes", "1..3x1..2", code=0)
    assert (found["m"], found["n"], found["rows"]) == (1, 1, [["2", "3"], ["3", "5"], ["5", "11"]])
    csv = call("count", "domineering", "mxn", "--sizes", "1..2x2..2", "--format", "csv", code=0).out
    assert csv == "m,n,count\n1,2,2\n2,2,7\n"
    torus = [["7", "13"], ["13", "34"]]  # on 3 x 3, non-attacking rooks: 1 + 9 + 18 + 6
    assert told("count", "independent-sets", "torus:mxn", "--sizes", "1..3", code=0)["rows"] == torus
    for sizes in ("1..2x1..2", "1..2"):
        table = call("count", "kings", "mxn", "--sizes", sizes, code=0).out.split()
        assert table == ["m\\n", "1", "2", "1", "2", "3", "2", "3", "5"]
    asked = "3x3 --sizes 1..2|nxn --sizes 1..2x1..2|nxn --sizes 2..1|nxn --sizes all|3x3 --format csv"
    asked += "|nxn --sizes 1..2 --weights pieces|nxn --sizes 1..2 --format latex"
    for refused in f"{asked}|mxn --sizes 1..2x1..2 --format bfile".split("|"):
        assert "--" in call("count", "kings", *refused.split(), code=2).err, refused
