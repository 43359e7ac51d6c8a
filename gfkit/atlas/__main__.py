"""Construction of the atlas: ``python -m gfkit.atlas FILE.sqlite``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import Executor

from gfkit.atlas.building import SECONDS, all_chains, build_atlas, core_laws, twin_structures
from gfkit.atlas.laws import AtlasFile, core_text
from gfkit.runs.executors import open_executor
from gfkit.runs.files import write_whole
from gfkit.typing import Progress


def main(arguments: Sequence[str] | None = None) -> None:
    """Build the atlas, and write its core if a file is given for it."""
    parser = ArgumentParser(prog="python -m gfkit.atlas", description=__doc__)
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
    with AtlasFile(path) as file:
        if not file.twins():
            file.set_twins(twin_structures(executor))
        write_whole(core, core_text(core_laws(file.laws()), file.twins()))


def _print_progress(progress: Progress) -> None:
    sys.stderr.write(f"{progress.done}/{progress.total} {progress.stage}\n")


if __name__ == "__main__":
    main()
