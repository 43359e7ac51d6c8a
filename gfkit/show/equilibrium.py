"""Equilibria in words: of one board, and of a family as a table with its laws."""

from __future__ import annotations

from collections.abc import Sequence

from gfkit.equilibrium import Equilibrium, TieRule
from gfkit.show.words import pair_text
from gfkit.verify.equilibrium_law import PayoffLaw

Rows = list[tuple[str, str]]
_SHOWN = 12
"""Payoffs that are printed before the rest is only counted."""


def headline(found: Equilibrium, full: bool) -> str:
    """The payoffs in one line, with the tie rule on which they depend.

    >>> from gfkit.equilibrium import equilibrium
    >>> headline(equilibrium("3x3"), full=False), headline(equilibrium("3x3", tie="kind"), full=False)
    ('payoffs depend on how ties are broken: (9, 6), (9, 7)', 'payoffs (9, 7) with tie rule kind')
    """
    listed = payoffs_text(found.payoffs, full)
    if found.is_unique is None:
        return f"payoffs {listed} with tie rule {found.tie}"
    if found.is_unique:
        return f"payoffs {listed} however ties are broken"
    return f"payoffs depend on how ties are broken: {listed}"


def board_rows(found: Equilibrium) -> Rows:
    """What there is to say about one board besides its payoffs."""
    rows = []
    if found.is_unique is False:
        rows = [(name, f"{pair_text(one)}  {TieRule(name).about}") for name, one in found.tie_rules]
    if found.play_count is not None:
        count = found.play_count
        joined = f", {count.joined} up to mirror images" if count.joined != count.total else ""
        empty = ", ".join(map(str, count.empty_cells))
        rows.append(("equilibrium plays", f"{count.total}{joined}; empty cells at the end: {empty}"))
    if found.sequences is not None:
        rows.append(("move sequences", str(found.sequences)))
    return rows


def family_headline(family: str, solved: Sequence[tuple[int, Equilibrium]]) -> str:
    """Whether ties matter anywhere in a family.

    >>> from gfkit.equilibrium import equilibria
    >>> family_headline("3xn", list(equilibria("3xn", 5)))
    'payoffs of 3xn depend on how ties are broken for n = 3, 4, 5'
    """
    tie = solved[0][1].tie
    if solved[0][1].is_unique is None:
        return f"payoffs of {family} with tie rule {tie}"
    several = [str(n) for n, found in solved if not found.is_unique]
    if not several:
        return f"payoffs of {family} for n = {solved[0][0]} to {solved[-1][0]} however ties are broken"
    more = ", ..." if len(several) > _SHOWN else ""
    return f"payoffs of {family} depend on how ties are broken for n = {', '.join(several[:_SHOWN])}{more}"


def family_rows(solved: Sequence[tuple[int, Equilibrium]], full: bool) -> Rows:
    """A row for each board: all payoffs, and those under each rule where they differ."""
    rows = []
    for n, found in solved:
        text = payoffs_text(found.payoffs, full)
        if found.is_unique is False:
            text += "; " + ", ".join(f"{name} {pair_text(one)}" for name, one in found.tie_rules)
        rows.append((f"n = {n}", text))
    return rows


def law_rows(laws: Sequence[PayoffLaw], rows: int) -> Rows:
    """The laws that were found, by residues, with generating function and evidence."""
    listed = []
    for law in laws:
        rule = "" if law.tie == "all" else f", {law.tie}"
        cases = "; ".join(f"{formula} for n = {name}" for name, formula in law.residues())
        listed.append((f"player {law.player}{rule}", cases))
        listed.append(("", f"generating function {law.finding.generating_function}"))
        checked = dict(law.finding.evidence.details)["terms_checked"]
        poor = "; poor evidence, more rows would tell" if law.finding.weak else ""
        text = f"guessed from {rows} rows: {rows - checked} fitted it, {checked} more agreed{poor}"
        listed.append(("", text))
    return listed


def payoffs_text(several: Sequence[tuple[int, ...]], full: bool) -> str:
    """Payoffs, the first of them where there are many.

    >>> payoffs_text([(1, 0), (2, 0)], full=False)
    '(1, 0), (2, 0)'
    >>> payoffs_text([(k, 0) for k in range(14)], full=False).removeprefix("(0, 0), (1, 0), ")
    '(2, 0), ..., (11, 0), and 2 more (--full lists them)'
    """
    shown = several if full else several[:_SHOWN]
    more = len(several) - len(shown)
    return ", ".join(map(pair_text, shown)) + (f", and {more} more (--full lists them)" if more else "")
