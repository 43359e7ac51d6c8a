"""The five checkers of certificates: their verdicts on the same files.

In order: ``gfkit certify``, the single file that ``make checker`` writes, ``check.js``, ``verified.js``
alone, and the comparison of its claim with ``statements``. A verdict has one digit for each: 0 proved, 1
refuted or not proved, 2 invalid or not covered, 3 consistent or undecided.
"""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from single_file import single_file

from gfkit.core.errors import InputError, LimitError
from gfkit.proofs import verified
from gfkit.proofs.certificate import certify_loaded

from . import second
from .certificates import Saved
from .verified import answers


@cache
def alone() -> Any:
    """Return the single file as a module."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "gfkit_check.py")
        path.write_text(single_file(), "utf-8")
        spec = importlib.util.spec_from_file_location("gfkit_check", path)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules["gfkit_check"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return module


def by_command(saved: Saved) -> int:
    try:
        found = certify_loaded(saved, "file.json")
    except InputError:
        return 2
    except LimitError:
        return 3
    return {"proved": 0, "consistent": 3}.get(found.status, 1)


def by_single_file(saved: Saved) -> int:
    program = alone()
    try:
        return 0 if program.check_certificate(saved).proved else 3
    except program.RefusalError as refusal:
        return int(refusal.code)


def by_comparison(answer: verified.VerifiedAnswer, saved: Saved) -> int:
    try:
        verified.accepted_claim(answer, saved)
    except InputError:
        return 2
    except LimitError:
        return 1 if answer.code == 1 else 3
    return 0


def verdicts(files: list[Saved]) -> list[str]:
    """Return the verdict of each file; the programs for Node.js read all files in one process."""
    said = zip(files, second.in_javascript(files), answers(files), strict=True)
    return [
        f"{by_command(saved)}{by_single_file(saved)}{page['code']}{own.code}{by_comparison(own, saved)}"
        for saved, page, own in said
    ]
