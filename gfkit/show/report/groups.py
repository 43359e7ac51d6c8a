"""Page of the groups of rules that have equal counts on all boards of a class."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from gfkit.questions.rule_groups import RuleGroup, RuleGroups
from gfkit.questions.twins.database import Pair
from gfkit.show.markup import escape_text, tag
from gfkit.show.report.page import Section, paragraph, table, whole_page
from gfkit.show.report.subject import title_block

_FIRST = 8
"""Number of counts of a group that are printed."""


def groups_page(found: RuleGroups, day: date | None = None) -> str:
    """Return a page with the number of identities by method, the open identities, and all groups with
    proofs.
    """
    title = f"Rules with equal counts: {found.source}"
    methods = [(escape_text(name), str(number)) for name, number in found.method_names.items()]
    groups = (_group(found, group, number) for number, group in enumerate(found.groups, 1))
    opened = [_row(pair) for group in found.groups for pair in group.open]
    sections = [
        Section("methods", "Proofs", table(("method", "identities"), methods, "Proved identities by method")),
        *(
            [
                Section(
                    "open", "Open identities", table(("rules", "compared"), opened, "Observed only", "names")
                )
            ]
            if opened
            else []
        ),
        Section("groups", "Groups", "".join(groups)),
    ]
    if found.skipped:
        rows = [(escape_text(name), escape_text(reason)) for name, reason in found.skipped]
        sections.append(Section("skipped", "Rules without counts", table((), rows, "Reasons", "names")))
    head = title_block(title, f"{len(found.groups)} groups", day or date.today())
    head += tag("p", escape_text(f"{found.text}."), class_="lead")
    return whole_page(found.source, head, sections)


def _group(found: RuleGroups, group: RuleGroup, number: int) -> str:
    shown = zip(found.boards, group.numbers[:_FIRST], strict=False)
    numbers = ", ".join(f"{count} on {board}" for board, count in shown)
    blocks = [
        (escape_text(name), escape_text(", ".join(found.drawings[name])))
        for name in group.rules
        if found.drawings
    ]
    rows = [_row(pair) for pair in group.identities]
    return (
        tag("h3", escape_text(f"Group {number}: {len(group.rules)} rules"))
        + paragraph(f"{numbers}, ...")
        + (table(("rule", "allowed blocks"), blocks, "Rules", "names") if blocks else "")
        + (table(("rules", "proof"), rows, "Identities", "names") if rows else "")
    )


def _row(pair: Pair) -> Sequence[str]:
    rules = f"{pair.first} = {pair.second}" + ", with rows and columns swapped" * pair.exchanged
    return escape_text(rules), escape_text("; ".join(pair.lemmas))
