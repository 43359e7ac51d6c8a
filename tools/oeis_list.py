"""Write the list of proved OEIS entries from results of ``gfkit oeis settle``, or draft errata.

    python tools/oeis_list.py RESULTS.json ... [--archive FILE.zip] [--again N]
    python tools/oeis_list.py RESULTS.json ... --claims [A-NUMBER ...] [--stripped FILE]

RESULTS.json is a file that ``gfkit oeis settle --report DIR`` writes. Several are joined, and the last result
for an entry is used. The list is ``catalog/oeis/settled.jsonl``, without names and terms of the OEIS.
``--archive`` writes the certificates next to each RESULTS.json into one file, which depends only on the
certificates. ``--again N`` derives N rows of the list again. ``--claims`` prints drafts for
``catalog/oeis/claims.toml`` and writes their rule files into the same directory.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

sys.path.insert(0, str(Path(__file__).parents[1] / "docs" / "_ext"))

from gfkit_docs.entries import FILE, read_rows, rule_of

import gfkit
from gfkit.core.algebra import RationalGF
from gfkit.core.boards import Family, parse_board
from gfkit.oeis.files import a_number, full_a_number, read_stripped, read_terms
from gfkit.oeis.reading import size_text
from gfkit.questions.sizes.alphabets import derive_in_values

LISTED = ("other offset", "terms without board", "not listed")
"""Reasons with which an entry is listed although it is not settled: terms agree, the formula is proved."""
COUNTED = ("transfer-matrix", "constant-term", "inclusion-exclusion")
Row = dict[str, Any]


def nameless(rule: str) -> str:
    """Return a rule file without its name, which is that of the entry, and without its comments."""
    return "".join(line + "\n" for line in rule.splitlines() if not re.match(r"name =|#", line))


def list_row(found: Row, certificate: bool) -> Row | None:
    """Return the row of the list for a result, or None if no formula is proved or the entry differs."""
    is_listed = found["status"] == "settled" or (found["status"] == "agrees" and found["reason"] in LISTED)
    if not is_listed or not found["signature"]:
        return None
    evidence, holds = found["evidence"], re.search(r"for n >= (-?\d+)$", found["recurrence"])
    row = {
        "number": found["number"],
        "boards": found["family"],
        "size": size_text(found["step"], found["shift"]),
        "rule": nameless(found["rule"]),
        "order": found["order"],
        "signature": found["signature"],
        "holds_from": int(holds[1]) if holds else found["first_n"] + found["order"],
        "method": evidence["method"],
        "states": evidence.get("states"),
        "terms": found["terms_compared"],
        "first_n": found["first_n"],
        "first_n_assumed": found["offset_taken"],
        "certificate": certificate,
        "positions": found["positions"] if found["positions"] != "all" else None,
        "verdict": f"agrees: {found['reason']}" if found["reason"] else None,
    }
    return {
        key: value for key, value in row.items() if value not in (None, False) or key == "first_n_assumed"
    }


def results(files: Iterable[str]) -> dict[str, tuple[Row, Path]]:
    """Return the results by A-number, each with the path of its certificate."""
    joined = {}
    for file in files:
        for found in json.loads(Path(file).read_text(encoding="utf-8"))["rows"]:
            number = found["number"]
            joined[number] = (found, Path(file).with_name(f"{number}.certificate.json"))
    return dict(sorted(joined.items()))


def write_list(found: dict[str, tuple[Row, Path]], path: Path = FILE) -> list[Row]:
    """Write the list, one line for each entry, and return its rows."""
    every = (list_row(result, certificate.is_file()) for result, certificate in found.values())
    rows = [row for row in every if row is not None]
    lines = (json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n" for row in rows)
    path.write_text("".join(lines), encoding="utf-8")
    return rows


def write_archive(certificates: Iterable[Path], path: Path) -> int:
    """Write certificates into one ZIP file, in order and with a fixed date, and return their number."""
    path.parent.mkdir(parents=True, exist_ok=True)
    chosen = sorted((file for file in certificates if file.is_file()), key=lambda file: file.name)
    with ZipFile(path, "w") as packed:
        for file in chosen:
            packed.writestr(ZipInfo(file.name), file.read_bytes(), ZIP_DEFLATED, 9)
    return len(chosen)


def derived_again(row: Row) -> str | None:
    """Return the signature that the rule of a row yields, or None if this needs more than a derivation."""
    rule, boards = rule_of(row), row["boards"]
    series: RationalGF | None
    if row["method"].startswith("values-"):
        series = derive_in_values(rule, boards, tomllib.loads(row["rule"])["cells"]["values"]).rational
    elif row["method"] in COUNTED and not boards.endswith("nxn"):
        series = gfkit.derive(rule, boards, row.get("positions", "all")).rational
    else:
        return None
    step = int((re.match(r"\d+", row["size"]) or ["1"])[0])
    assert series is not None, "a signature was found"
    series = series if step == 1 else series.subsequence(step, 0)
    return f"({','.join(map(str, series.recurrence.coefficients))})"


def problems(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the rows whose rule yields another signature."""
    for row in rows:
        again = derived_again(row)
        if again not in (None, row["signature"]):
            yield f"{row['number']}: the rule yields {again}, but the list has {row['signature']}"


def claim_text(found: Row, terms: tuple[int, ...]) -> str:
    """Return the draft of a claim for an entry whose terms differ, and write its rule file."""
    number, wrong = found["number"], found["first_difference"]
    n, family = wrong["n"], parse_board(found["family"])
    board = family.at(found["step"] * n + found["shift"]).text if isinstance(family, Family) else family.text
    FILE.with_name(f"{number}.toml").write_text(
        f'name = "{number}"\n{nameless(found["rule"])}', encoding="utf-8"
    )
    place = n - found["first_n"]
    quote = ",".join(map(str, terms[max(0, place - 2) : place + 2])) or wrong["entry"]
    return f"""[[claim]]
id = "oeis-{number.lower()}"
place = "{number}"
kind = "table-entry"
words = "The term a({n})."
statement = "{wrong["entry"]}"
status = "refuted"
quote = "{quote}"
correction = "{wrong["true"]}"
witness = {{ at = "{board}", claimed = "{wrong["entry"]}", true = "{wrong["true"]}" }}
methods = ["transfer", "brute-force"]
remark = "The preceding terms are correct."
check = {{ by = "count", game = "{number}.toml", board = "{board}" }}"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("results", nargs="+")
    parser.add_argument("--archive", type=Path)
    parser.add_argument("--again", type=int, default=0, metavar="N")
    parser.add_argument("--claims", nargs="*", metavar="A-NUMBER")
    parser.add_argument("--stripped")
    asked = parser.parse_args()
    found = results(asked.results)
    if asked.claims is not None:
        lines = read_stripped(asked.stripped, rises=False) if asked.stripped else ()
        terms = {a_number(line.number): read_terms(line.text) for line in lines}
        wanted = {full_a_number(number) for number in asked.claims}
        for number, (row, _) in found.items():
            is_wrong = row["first_difference"] and row.get("finding", "wrong") == "wrong"
            if number in wanted or (not wanted and is_wrong):
                print(claim_text(row, terms.get(number, ())))
        return
    rows = write_list(found)
    print(f"{FILE}: {len(rows):,} entries of {len(found):,} results, {FILE.stat().st_size:,} bytes")
    if asked.archive:
        listed = {row["number"] for row in rows}
        number_of = write_archive(
            (file for name, (_, file) in found.items() if name in listed), asked.archive
        )
        print(f"{asked.archive}: {number_of:,} certificates, {asked.archive.stat().st_size:,} bytes")
    wrong = list(problems(random.sample(read_rows(), min(asked.again, len(rows)))))
    print(*wrong, sep="\n", end="\n" * bool(wrong))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
