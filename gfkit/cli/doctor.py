"""gfkit doctor: check that all required parts are installed and work."""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Callable, Container
from enum import StrEnum
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, get_args

import click

from gfkit.cli.long import options
from gfkit.cli.output import shows_colours, write_json, write_labelled, write_marked, write_remark
from gfkit.core.deferred import dataclass
from gfkit.core.errors import GfkitError, as_typed, quantity
from gfkit.core.hooks import KINDS, is_installed, load_plug_in, plug_ins
from gfkit.core.memory import core_count, default_memory, size_text
from gfkit.core.native import Missing, is_built
from gfkit.core.writable import JsonRecord
from gfkit.help.verbs import VERBS

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from gfkit.core.engine.strip.strip import Strip


class Health(StrEnum):
    """Status of one check of the installation."""

    WELL = "well"
    ABSENT = "absent"
    """Status of a part that is missing, but optional."""
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Diagnosis(JsonRecord):
    """Result of one check; ``advice`` states the remedy for a problem."""

    what: str
    text: str
    health: Health = Health.WELL
    advice: str = ""

    @property
    def words(self) -> str:
        """Finding as a string, with advice."""
        head = f"{self.text}: {self.advice}" if self.advice else self.text
        return f"BROKEN, {head}" if self.health is Health.BROKEN else head


NEEDED = {
    "python-flint": "flint",
    "numpy": "numpy",
    "sympy": "sympy",
    "mpmath": "mpmath",
    "click": "click",
    "rich": "rich",
    "platformdirs": "platformdirs",
}
OPTIONAL = {
    "matplotlib": ("matplotlib", "pip install matplotlib for .png and .pdf files"),
    "networkx": ("networkx", "pip install networkx for drawings of planar graphs without crossings"),
    "distributed": ("distributed", "pip install distributed for several machines"),
}
"""Import name and purpose of each optional package."""
_GAME, _FAMILY = "arc-kayles", "5xn"


def _findings() -> list[Diagnosis]:
    """Return all findings in the order of the output. A check that raises an error is reported as broken."""
    from gfkit.proofs.certificate import CHECKERS

    groups: dict[str, Container[str]] = {
        "gfkit.verbs": VERBS,
        "gfkit.kinds": KINDS,
        "gfkit.cards": (),
        "gfkit.checkers": CHECKERS,
    }
    looks: list[tuple[str, Callable[[], Diagnosis]]] = [
        ("gfkit", _diagnose_gfkit),
        ("python", lambda: Diagnosis("python", sys.version.split()[0])),
        *((name, partial(_diagnose_package, name, module)) for name, module in NEEDED.items()),
        *(
            (name, partial(_diagnose_package, name, *module_and_use))
            for name, module_and_use in OPTIONAL.items()
        ),
        ("C extension", loops_in_c),
        ("ways", _diagnose_ways),
        ("cores", lambda: Diagnosis("cores", f"{core_count()} of {os.cpu_count()}")),
        ("memory", _diagnose_memory),
        ("run store", _run_store),
        *([("OEIS index", _index)] if is_installed("oeis") else []),
        ("terminal", _diagnose_terminal),
        *(
            (f"{group} {name}", partial(_diagnose_plug_in, point))
            for group, own in groups.items()
            for name, point in plug_ins(group, own).items()
        ),
    ]
    return [_diagnose(what, look) for what, look in looks]


def _diagnose(name: str, check: Callable[[], Diagnosis]) -> Diagnosis:
    try:
        return check()
    except (GfkitError, ImportError, OSError, ArithmeticError, ValueError) as error:
        return Diagnosis(name, f"{type(error).__name__}: {error}", Health.BROKEN)


def _diagnose_plug_in(point: EntryPoint) -> Diagnosis:
    """Check that a plug-in of another package can be loaded."""
    load_plug_in(point)
    package = "" if point.dist is None else f", by {point.dist.name} {point.dist.version}"
    return Diagnosis(f"{point.group} {point.name}", f"{point.value}{package}")


def _diagnose_gfkit() -> Diagnosis:
    from importlib.metadata import PackageNotFoundError, version  # takes longer than gfkit --help

    place = os.path.dirname(os.path.dirname(__file__))
    try:
        text = f"{version('gfkit')} in {place}"
    except PackageNotFoundError:
        text = f"not installed, run from its source in {place}"
    missing = [room for room in sorted({*VERBS.values()}) if not is_installed(room)]
    return Diagnosis("gfkit", text + (f", without {', '.join(missing)}" if missing else ""))


def _diagnose_package(name: str, module: str, use: str = "") -> Diagnosis:
    """Check that a package can be imported. A package with a ``use`` is optional."""
    from importlib.metadata import version

    try:
        import_module(module)
    except ImportError as error:
        if use and error.name == module:
            return Diagnosis(name, "not installed", Health.ABSENT, use)
        return Diagnosis(name, f"cannot be imported ({error})", Health.BROKEN, f"pip install {name}")
    return Diagnosis(name, version(name))


def _diagnose_ways() -> Diagnosis:
    """Count the ways to answer queries without a sweep, which the engine finds by name."""
    from gfkit.core.engine.registry import TableName, ways

    if not is_installed("ways"):
        return Diagnosis("ways", "not installed", Health.ABSENT, "large boards and wide strips are refused")
    return Diagnosis("ways", ", ".join(f"{len(ways(table))} for {table}" for table in get_args(TableName)))


def _diagnose_memory() -> Diagnosis:
    return Diagnosis("memory", f"the limit is {size_text(default_memory())}; --max-memory changes the limit")


def _run_store() -> Diagnosis:
    from gfkit.runs.store import open_store

    troubles: list[str] = []
    with open_store(on_trouble=troubles.append) as store:
        number = len(store.runs())
    path = store.path
    size = size_text(path.stat().st_size if path.exists() else 0)
    text = f"{as_typed(str(path))}, {quantity(number, 'run')}, {size} of {size_text(store.limit)}"
    if troubles:
        return Diagnosis("run store", f"{text}; {'; '.join(troubles)}", Health.BROKEN)
    folder = path.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    if not (folder.is_dir() and os.access(path if path.exists() else folder, os.W_OK)):
        advice = "nothing will be stored; set GFKIT_CACHE to another directory"
        return Diagnosis("run store", f"{text}, cannot be written", Health.ABSENT, advice)
    return Diagnosis("run store", text)


def _index() -> Diagnosis:
    from gfkit.oeis.index.file import info
    from gfkit.runs.files import index_path

    path = index_path()
    if not path.exists():
        return Diagnosis(
            "OEIS index",
            f"none at {as_typed(str(path))}",
            Health.ABSENT,
            "gfkit oeis index build creates one",
        )
    return Diagnosis("OEIS index", f"{as_typed(str(path))}, {info(path).sequences} sequences")


def _diagnose_terminal() -> Diagnosis:
    if not (sys.stdout is not None and sys.stdout.isatty()):
        return Diagnosis("terminal", "none (no colours, line breaks or progress line)")
    colours = "colours" if shows_colours() else "no colours"
    kind = os.environ.get("TERM", "unknown")
    return Diagnosis("terminal", f"{kind}, {shutil.get_terminal_size().columns} columns, {colours}")


def loops_in_c() -> Diagnosis:
    """Compare numpy with a determinant and, if it is built, each function of the C extension with numpy."""
    if not is_installed("ways"):
        return Diagnosis("C extension", "not compared", Health.ABSENT, "the comparison needs gfkit.ways")
    from gfkit.core.engine.strip.automaton import determinant_gf, least_automaton
    from gfkit.core.engine.strip.strip import find_strip
    from gfkit.core.rules import Question
    from gfkit.core.typing import Weights
    from gfkit.ways.modular.engine import modular_gf

    strip = find_strip(Question.of(_GAME, _FAMILY))
    true = determinant_gf(least_automaton(strip), ())
    fraction = modular_gf(strip, Weights.NONE, certify=True, fast=False)
    if (fraction.numerator, fraction.denominator) != true:
        return _broken_loops(f"wrong result for {_GAME} on {_FAMILY} without it")
    if not is_built():
        advice = (
            "install with a C compiler, or from a wheel that contains it: values and outcomes are about 30"
            " times faster, counts of connected structures 10 to 1000 times; results are equal"
        )
        return Diagnosis("C extension", "not built", Health.ABSENT, advice)
    from unittest.mock import patch

    from gfkit.core.native import loops

    kinds = [loops, *(one for one in vars(loops).values() if isinstance(one, type))]
    functions = {
        one.__qualname__
        for kind in kinds
        for name, one in vars(kind).items()
        if callable(one) and not isinstance(one, type) and not name.startswith("_")
    }
    called = {loops.instructions.__name__}

    def note(_frame: object, event: str, function: Any) -> None:
        if event == "c_call" and (function.__self__ is loops or type(function.__self__) in kinds):
            called.add(function.__qualname__)

    for name, ask in _extension_queries(strip).items():
        try:
            sys.setprofile(note)
            threading.setprofile(note)
            try:
                fast = ask()
            finally:
                sys.setprofile(None)
                threading.setprofile(None)
            with patch.dict(os.environ, GFKIT_NATIVE="0"):
                slow = ask()
        except Exception as error:  # an extension of another Python raises errors of all kinds
            return _broken_loops(f"{type(error).__name__} for {name}: {error}")
        if fast != slow:
            return _broken_loops(f"wrong result for {name} with it")
    if (untried := functions - called) and is_installed("play"):
        return _broken_loops(f"not tried: {', '.join(sorted(untried))}")
    text = f"works (uses {loops.instructions()}); results of {quantity(len(called), 'function')} agree"
    return Diagnosis("C extension", f"{text} with numpy and with a determinant")


def _broken_loops(text: str) -> Diagnosis:
    return Diagnosis("C extension", text, Health.BROKEN, "do not use results of this installation")


_COUNTED_AS_LARGE = ("hamiltonian-cycles", "8x8"), ("matchings", "12x12")


def _extension_queries(strip: Strip) -> dict[str, Callable[[], object]]:
    """Return small queries that together call each function of the C extension."""
    from unittest.mock import patch

    import gfkit
    from gfkit.core.engine import tuning
    from gfkit.ways.modular.layout import StripLayout
    from gfkit.ways.modular.symmetric import symmetric_quotient

    def count_as_large() -> object:
        """Count with the thresholds of large boards."""
        with (
            patch.multiple(type(tuning.SWEEP), hashed_at_once=(), few_tracks=(), hashed_few=8),
            patch.object(type(tuning.COUNT), "packed_work", 0),
        ):
            polynomial = gfkit.count("matchings", "3x3", weights="pieces").polynomial
            numbers = [gfkit.count(*asked).number for asked in _COUNTED_AS_LARGE]
            return numbers, polynomial

    def polynomials_as_large() -> object:
        """Return polynomials computed with the thresholds of many states."""
        with (
            patch.object(type(tuning.SWEEP), "few_rows", 0),
            patch("gfkit.questions.edge_sums._FEW_BYTES", 1),
        ):
            forests = gfkit.derive("spanning-forests", "2xn").generating_function
            return str(gfkit.graph_polynomial("tutte", "K6")), forests

    def symmetric_share() -> object:
        quotient = symmetric_quotient(StripLayout(strip), 20, mirrored=True, fast=is_built())
        return quotient and round(quotient.share, 6)

    queries: dict[str, Callable[[], object]] = {
        "counts on 8x8, 12x12 and 3x3": count_as_large,
        "hamiltonian-cycles on 6x6": lambda: gfkit.count("hamiltonian-cycles", "6x6").number,
        "cycles on 4x4 by blocks": lambda: gfkit.count("cycles", "4x4", workers=8).number,
        "dominating-sets on 3xn": lambda: str(gfkit.optimum("dominating-sets", "3xn")),
        "dominating-sets on 3x3": lambda: str(gfkit.optimum("dominating-sets", "3x3")),
        "matchings on 12x12": lambda: gfkit.count("matchings", "12x12").number,
        f"{_GAME} on {_FAMILY}": lambda: gfkit.derive(_GAME, _FAMILY, method="modular").generating_function,
        f"symmetric slices of {_FAMILY}": symmetric_share,
        "spanning-forests on 2xn and the Tutte polynomial of K6": polynomials_as_large,
        "domineering on 2xn": lambda: (
            gfkit.derive("domineering", "2xn", weights="players", method="modular").generating_function
        ),
    }
    if is_installed("play"):
        queries |= {
            "the value of domineering on 3x3": lambda: gfkit.value("domineering", "3x3").value,
            "outcomes of domineering on 3x4": lambda: gfkit.outcomes("domineering", "3x4").by_n,
            "outcomes of nogo on 2x3": lambda: gfkit.outcomes("nogo", "2x3").by_n,
            "nim-value of cram on 2x3": lambda: gfkit.nim("cram", "2x3").values,
            "nim-value of nogo on 2x3": lambda: gfkit.nim("nogo", "2x3", impartial=True).values,
        }
    return queries


@options.command("doctor", short_help="Check this installation.")
@options.as_json
@click.pass_context
def doctor_verb(ctx: click.Context, as_json: bool) -> None:
    """Check this installation: versions, C extension, memory, stored runs, terminal.

    Each function of the C extension is called by a small query, and the results are compared with those
    of numpy. Exit code 1 if a required part is missing or broken.

    \b
    Example:
      $ gfkit doctor
      gfkit         1.0.0
      python        3.12.3
      ...
      all required parts work
    """

    Missing.tell = None  # doctor reports a missing extension among its findings
    findings = _findings()
    broken = [finding for finding in findings if finding.health is Health.BROKEN]
    if as_json:
        write_json({"ok": not broken, "findings": [finding.as_json() for finding in findings]})
    else:
        write_labelled((finding.what, finding.words) for finding in findings)
        if broken:
            write_marked("broken: " + ", ".join(finding.what for finding in broken), "")
        else:
            write_remark("all required parts work")
    if broken:
        ctx.exit(1)
