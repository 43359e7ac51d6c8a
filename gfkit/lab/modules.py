"""Scripts of the pages, assembled from modules: the board of a notebook, checker and buttons of a report."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

PAGE = Path(__file__).with_name("page")


@cache
def join_modules(*names: str) -> str:
    """Return the text of modules in order, without imports, exports and command line parts."""
    parts = [(PAGE / name).read_text(encoding="utf-8") for name in names]
    joined = "\n".join(part.partition("\n// On a command line")[0] for part in parts)
    joined = re.sub(r"(?ms)^import .*?;$", "", joined)
    return re.sub(r"(?m)^export (?=const|function|class|async)", "", joined)


def checker_script(certificate: Mapping[str, Any]) -> str | None:
    """Return the script that checks the certificate in a page, or None if the checker does not support it.

    The script is the verified program if that program supports the rule, and otherwise the second checker.
    """
    from gfkit.proofs import VERIFIED_PROGRAM, statement_for_pages

    statement = statement_for_pages(dict(certificate))
    if statement is not None:
        program = VERIFIED_PROGRAM.read_text("utf-8")
        return f"{program}\nconst STATEMENT = {json.dumps(statement)};\n" + join_modules(
            "button.js", "prove.js"
        )
    return second_reader_script(certificate)


def copy_script() -> str:
    """Return the script that adds buttons to a page, which copy formulas and terms."""
    return f"{{\n{join_modules('copy.js', 'copies.js')}}}\n"


def second_reader_script(certificate: Mapping[str, Any]) -> str | None:
    """Return the script of the second checker, or None if it does not support such certificates.

    >>> second_reader_script({"rule": {"kind": "edges"}, "family": {"word": "", "wraps": [False]}})
    """
    rule, family = certificate["rule"], certificate["family"]
    conditions = rule.get("conditions", [])
    unread = ("liberties", "image", "new_values", "weighted", "tatami", "fault_free")
    strange = any(map(rule.get, unread)) or "'face':" in str(rule.get("colours"))
    strange = strange or any({"along", "linkage"} & condition.keys() for condition in conditions)
    on_squares = "wraps" in family and not family["word"].startswith("repeat")
    if strange or not on_squares or rule["kind"] not in ("placement", "cover", "array"):
        return None
    return join_modules("reading.js", "check.js", "button.js", "report.js")
