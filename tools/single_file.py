"""Checker of certificates as a single program that uses only the standard library; ``make checker`` writes
it.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from gfkit.proofs import checker
from gfkit.runs.files import write_whole

PARTS = (
    "reading", "cells", "core", "fold", "horner", "boards", "families", "predicates", "linked", "lines",
    "kinds", "graphs", "arrays", "laid_arrays", "fractions", "valuations", "optima", "forms", "planes",
    "series", "shapes", "squares", "sizes", "counters", "moments", "distances", "twins", "placements",
    "play", "heaps", "positions_by_nimber", "quotients", "constants", "classes", "paths", "specifications",
    "two_variables", "sum_terms", "telescopes", "program",
)  # fmt: skip
"""Modules of ``gfkit.proofs.checker``; each imports only earlier ones."""


def single_file() -> str:
    """Return the source of the program: the concatenated parts, without their imports from each other."""
    folder = Path(checker.__file__).parent
    imports: dict[str, None] = {}
    bodies = []
    for name in PARTS:
        text = (folder / f"{name}.py").read_text("utf-8")
        lines = text.splitlines()
        for node in ast.parse(text).body:
            if not isinstance(node, ast.Import | ast.ImportFrom):
                continue
            source = "\n".join(lines[node.lineno - 1 : node.end_lineno])
            if not source.startswith(("from gfkit", "from __future__")):
                imports[source] = None
            for number in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[number] = ""
        bodies.append(f"# {name}.py {'-' * (100 - len(name))}\n\n" + "\n".join(lines).strip() + "\n")
    head = (
        '"""Checks certificates of gfkit: python gfkit_check.py FILE. Made of its parts by make checker."""\n'
    )
    return "\n".join(
        (head, "from __future__ import annotations\n", "\n".join(sorted(imports)) + "\n\n", *bodies)
    )


if __name__ == "__main__":
    write_whole(sys.argv[1], single_file())
