"""Construction of the atlas: ``python tools/build_atlas.py FILE.sqlite``, or ``make atlas``.

A structure on a series of boards, such as cylinder:3xn, cylinder:4xn, ..., is one task. Its formulas are
derived width by width until one takes more than ``SECONDS``, and written when the task is done. Tasks that
are in the file are not repeated, so a stopped construction is resumed.
"""

from __future__ import annotations

import json
import sys
import time
import tomllib
import warnings
import zlib
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from functools import cache
from pathlib import Path
from typing import Any

from atlas_file import AtlasWriter, BuiltLaw, core_text

from gfkit.atlas.laws import TERMS, AtlasLaw, TwinStructures, read_laws
from gfkit.core.deferred import dataclass, replace
from gfkit.core.engine import Derived
from gfkit.core.engine.count import count
from gfkit.core.engine.derive import derive
from gfkit.core.errors import GfkitError, ReadingNote
from gfkit.core.rules import Question, find_rule
from gfkit.core.rules.library import BUILT_IN, NAMED, THINGS, TILE_SETS
from gfkit.core.typing import OnProgress, Progress, stoppable, tell_progress
from gfkit.oeis.index import known_as
from gfkit.proofs import certificate_of
from gfkit.questions.rule_groups import twins
from gfkit.runs.batch import Work
from gfkit.runs.confined import confined_here
from gfkit.runs.executors import open_executor
from gfkit.runs.files import write_whole

SECONDS = 3.0
"""CPU seconds of a derivation after which no larger width is derived."""
_FACTOR = 4
"""CPU limit of a derivation, as a multiple of ``SECONDS``."""
_SLOWED = 20
"""Limit of the elapsed time, as a multiple of the CPU limit."""
_MEMORY = 2 << 30
WIDEST = 40
"""Width at which a series of boards ends."""
SQUARES = "nxn"
_SQUARE_GROWTH = 4
"""Estimated ratio of the times of two consecutive squares."""
_LARGEST = 10**60
"""Size of the count at which the list of squares ends."""
_LEAST_LISTED = 12
"""Minimum number of terms of a sequence whose A-number is joined to a formula."""
_LONGEST_CERTIFICATE = 200_000
"""Maximum length of a stored certificate before compression."""
_WEIGHTED_ORDER, _WEIGHTED_LENGTH = 6, 400
"""Maximum order of formulas that are also derived with weights, and maximum length of the result."""
_CORE_ORDER, _CORE_LENGTH, _CORE_WEIGHTED = 20, 700, 60
"""Maximum order of formulas that are installed with gfkit, and maximum lengths of their terms and of formulas
with weights.
"""
_TABLE = tomllib.loads(Path(__file__).with_name("atlas_families.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class BoardSeries:
    """Structure on boards of widths ``first``, ``first`` + 1, ..., or on one family, with width 0."""

    structure: str
    boards: str
    first: int
    seconds: float = SECONDS

    @property
    def part(self) -> str:
        return ""

    def board(self, width: int) -> str:
        return self.boards.replace("{w}", str(width))

    def perform(self) -> tuple[BoardSeries, list[BuiltLaw], str]:
        """Return the formulas, and the reason why the next one is missing."""
        rows: list[BuiltLaw] = []
        for width in range(self.first, WIDEST if "{w}" in self.boards else 1):
            limit = _FACTOR * self.seconds
            try:
                found = confined_here().call(
                    derived_laws, self.structure, self.board(width), limit, seconds=_SLOWED * limit, cpu=limit
                )
            except GfkitError as error:
                return self, rows, f"{self.board(width)}: {error}"
            if isinstance(found, str):
                return self, rows, f"{self.board(width)}: {found}"
            rows += (row._replace(law=replace(row.law, series=self.boards, width=width)) for row in found)
            if found[0].seconds > self.seconds:
                return self, rows, f"{self.board(width)} took {found[0].seconds:.1f} s"
        return self, rows, ""

    def fault(self, answer: object) -> str | None:
        return None if isinstance(answer, tuple) and len(answer) == 3 else "no formulas"


def parameters_of(name: str) -> list[str]:
    """Return a structure, or one for each number of the table.

    >>> parameters_of("kings"), parameters_of("cis:k")
    (['kings'], ['cis:2', 'cis:3'])
    """
    return (
        [name.replace(":k", f":{k}") for k in _TABLE["structures"].get(name, ())] if ":k" in name else [name]
    )


@cache
def families() -> dict[str, str]:
    """Return each series of boards of the table with its description."""
    return {boards: family["about"] for family in _TABLE["family"] for boards in _listed(family)}


def _listed(family: dict[str, Any]) -> list[str]:
    return [family["boards"]] if isinstance(family["boards"], str) else family["boards"]


def all_chains(seconds: float = SECONDS) -> list[BoardSeries]:
    """Return the structures of the table, each on all its boards."""
    structures = [one for name in NAMED for one in parameters_of(name)]
    chains = []
    for family in _TABLE["family"]:
        chains += [(boards, family.get("first", 0)) for boards in _listed(family)]
    return [BoardSeries(structure, *chain, seconds) for chain in chains for structure in structures]


@cache
def _load_engines() -> None:
    """Derive one formula, so that the imports of a new process do not count as time of another formula."""
    atlas_row(derive("independent-sets", "path:n"))


def derived_laws(structure: str, board: str, seconds: float) -> list[BuiltLaw] | str:
    """Return the formula of a structure on a family, and the formula with weights if it is short; or the
    reason why there is none. Squares are counted one by one for some time.
    """
    if board == SQUARES:
        return squares(structure, seconds / 2)
    _load_engines()
    begun = time.process_time()
    try:
        if (rule := Question.of(structure, board).rule) != find_rule(structure):
            return f"on this board the name means {rule.name}"
        derived = derive(structure, board, max_memory=_MEMORY)
        law = atlas_row(derived)
    except GfkitError as error:
        return str(error)
    rows = [BuiltLaw(law, _packed_certificate(derived), round(time.process_time() - begun, 3))]
    if 0 < law.order <= _WEIGHTED_ORDER and law.denominator:
        try:
            weighted = atlas_row(derive(structure, board, weights="pieces", max_memory=_MEMORY), "pieces")
        except GfkitError:
            return rows
        if len(weighted.numerator + weighted.denominator) <= _WEIGHTED_LENGTH:
            rows.append(BuiltLaw(weighted, None, 0.0))
    return rows


def squares(structure: str, seconds: float) -> list[BuiltLaw]:
    """Return the numbers of configurations on n x n for n = 1, 2, ..., counted until the time is over."""
    begun, spent = time.process_time(), 0.0
    terms: list[int] = []
    while len(terms) < TERMS and _SQUARE_GROWTH * spent < seconds and max(terms, default=0) < _LARGEST:
        start = time.process_time()
        terms.append(int(count(structure, f"{len(terms) + 1}x{len(terms) + 1}", max_memory=_MEMORY)))
        spent = time.process_time() - start
    law = AtlasLaw(
        structure, SQUARES, "none", 1, 0, "", "", "", 1, (), (*terms,), "", "", "proved", "counted"
    )
    return [BuiltLaw(law, None, round(time.process_time() - begun, 3))]


def atlas_row(derived: Derived, weights: str = "none") -> AtlasLaw:
    """Return the row of a derived formula."""
    rational = derived.rational is not None and weights == "none"
    series: Any = derived.generating_function if derived.rational is not None else None
    begin = series.valid_from if series is not None else derived.first_n
    growth = derived.growth_unasked(20) if rational else None
    terms = derived.terms(max(TERMS, begin - derived.first_n)) if weights == "none" else ()
    return AtlasLaw(
        structure=derived.game,
        board=derived.board,
        weights=weights,
        first_n=derived.first_n,
        order=derived.order,
        numerator="" if series is None else series.as_json()["numerator"],
        denominator="" if series is None else series.as_json()["denominator"],
        recurrence="" if weights != "none" else derived.recurrence_text or "",
        valid_from=begin,
        signature=tuple(map(int, series.signature)) if rational else (),
        terms=tuple(map(int, terms)),
        growth="" if growth is None else str(growth.as_json()["value"]),
        number="",
        status=derived.evidence.status.value,
        method=derived.evidence.method,
    )


def _packed_certificate(derived: Derived) -> bytes | None:
    try:
        text = json.dumps(certificate_of(derived), separators=(",", ":"))
    except GfkitError:
        return None
    return zlib.compress(text.encode(), 9) if len(text) <= _LONGEST_CERTIFICATE else None


@stoppable
def build_atlas(
    path: str | Path,
    chains: Sequence[BoardSeries],
    executor: Executor | None = None,
    on_progress: OnProgress | None = None,
) -> int:
    """Derive the formulas that are not in the file, and return their number."""
    added = 0
    with AtlasWriter(path, create=True) as file, Work(executor=executor) as work:
        done = file.chains()
        tasks = []
        for chain in chains:
            limit, widest = done.get((chain.structure, chain.boards), (0.0, None))
            if limit < chain.seconds:
                tasks.append(chain if widest is None else replace(chain, first=widest + 1))
        for place, (chain, rows, reason) in enumerate(work.as_they_come(tasks, BoardSeries.perform), 1):
            file.add_chain(chain.structure, chain.boards, chain.seconds, rows, reason)
            added += len(rows)
            tell_progress(on_progress, f"{chain.structure} on {chain.boards}", place, len(tasks), 0)
        file.set_numbers(dict(_known_numbers(file.laws())))
    return added


def _known_numbers(laws: Iterable[AtlasLaw]) -> Iterator[tuple[tuple[str, str, str], str]]:
    """Yield the A-numbers of the installed formulas, and those that a local index of the OEIS contains.

    A sequence of the index must agree in all its terms, of which there must be at least `_LEAST_LISTED` and
    more than twice the order of the formula.
    """
    installed = {law.key: law.number for law in read_laws()}
    for law in laws:
        if law.weights != "none" or law.number:
            continue
        if number := installed.get(law.key):
            yield law.key, number
        elif law.recurrence:

            def enough_terms(count: int, law: AtlasLaw = law) -> Sequence[int]:
                return law.first_terms(count) if count >= max(_LEAST_LISTED, 2 * law.order + 1) else ()

            if hits := known_as(law.terms[:20], None, enough_terms):
                yield law.key, hits[0].number


def twin_structures(executor: Executor | None = None) -> list[TwinStructures]:
    """Return the built-in structures with equal counts on all rectangles, or on all graphs."""
    found: dict[frozenset[str], TwinStructures] = {}
    warnings.simplefilter("ignore", ReadingNote)
    for boards in ("all", "mxn"):
        for group in twins("structures", boards, executor=executor).groups:
            for pair in group.identities:
                twin = TwinStructures(pair.first, pair.second, boards, pair.method)
                found.setdefault(frozenset(twin[:2]), twin)
    return [*found.values()]


def core_laws(laws: Iterable[AtlasLaw]) -> list[AtlasLaw]:
    """Return the short formulas on the boards that are installed with gfkit."""
    widest = {boards: family["core"] for family in _TABLE["family"] for boards in _listed(family)}
    kept = [
        law
        for law in laws
        if law.width <= widest.get(law.series, -1)
        and law.order <= _CORE_ORDER
        and len(json.dumps(law.terms)) <= _CORE_LENGTH
        and (law.weights == "none" or len(law.numerator + law.denominator) <= _CORE_WEIGHTED)
    ]
    names = [one for name in (*THINGS, *BUILT_IN, *TILE_SETS) for one in parameters_of(name)]
    order = {name: place for place, name in enumerate(names)}
    series = [*families()]
    return sorted(
        kept, key=lambda law: (order[law.structure], series.index(law.series), law.width, law.weights)
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Build the atlas, and write its core if a file is given for it."""
    parser = ArgumentParser(description="Build the atlas of formulas.")
    parser.add_argument("file", help="SQLite file of the atlas; finished parts are kept")
    parser.add_argument("--workers", type=int, default=1, help="number of processes")
    parser.add_argument("--cluster", help="address of a Dask scheduler, instead of processes")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU seconds for each width")
    parser.add_argument("--only", action="append", default=[], help="structure; may be repeated")
    parser.add_argument("--core", help="write the part that is installed with gfkit to this file")
    options = parser.parse_args(arguments)
    chains = [
        chain for chain in all_chains(options.seconds) if not options.only or chain.structure in options.only
    ]
    with open_executor(options.workers, options.cluster) as executor:
        build_atlas(options.file, chains, executor, _print_progress)
        if options.core:
            _write_core(options.file, options.core, executor)


def _write_core(path: str, core: str, executor: Executor | None) -> None:
    with AtlasWriter(path) as file:
        if not file.twins():
            file.set_twins(twin_structures(executor))
        write_whole(core, core_text(core_laws(file.laws()), file.twins()))


def _print_progress(progress: Progress) -> None:
    sys.stderr.write(f"{progress.done}/{progress.total} {progress.stage}\n")


if __name__ == "__main__":
    import build_atlas  # its functions have names that other processes can import

    build_atlas.main()
