"""The machine that a family was read off: drawn while it is small, else its figures."""

from __future__ import annotations

from gfkit.errors import LimitError
from gfkit.formula.tree import Equation, Letter, Number, Power, Product, Range, Sum, Symbol
from gfkit.sequences.number import whole_text
from gfkit.show.report.markup import Section, display, figure, paragraph, table
from gfkit.show.report.subject import Subject
from gfkit.show.svg import Drawing, machine_drawing
from gfkit.show.svg.element import tag
from gfkit.transfer import Derived
from gfkit.transfer.strip.automaton import Automaton


def machine_section(subject: Subject) -> Section | None:
    """How the strip becomes a machine, and the machine."""
    found = subject.found
    if not isinstance(found, Derived):
        return None
    told = paragraph(
        "The board is swept cell by cell along its length. The state is all that the rest of the board needs"
        " to know of what was swept: which cells ahead are covered, whose pieces border them, which moves are"
        " still open. One more slice of the board is one step of a machine whose states are those between"
        " two slices; states with equal futures or equal pasts were merged."
    )
    machine = found.machine
    if machine is None:
        return Section("machine", "The machine", told + _figures(found, None))
    j = Letter("j")
    walks = Product((Letter("u"), Power(Letter("A"), j), Letter("v")))
    counted = Equation(Symbol(("a",), Sum((Number(found.offset), j))), walks)
    formula = display(Range(counted, 0, letter="j"))
    drawn = _drawn(machine)
    picture = "" if drawn is None else figure(drawn, _caption(machine))
    return Section("machine", "The machine", told + formula + picture + _figures(found, machine))


def _drawn(machine: Automaton) -> Drawing | None:
    try:
        return machine_drawing(machine, "the machine of the family")
    except LimitError:
        return None


def _caption(machine: Automaton) -> str:
    return (
        f"The matrix A as a graph of {machine.states} states: an arrow for each entry that is not 0, with"
        " that entry unless it is 1. Open arrows lead into the states where u, and out of those where v, is"
        " not 0."
    )


def _figures(found: Derived, machine: Automaton | None) -> str:
    figures = dict(found.evidence.details)
    rows = []
    if "states_before_merging" in figures:
        rows.append(("states before merging", whole_text(figures["states_before_merging"])))
    if machine is not None:
        rows += [("states", whole_text(machine.states)), ("entries of A", whole_text(machine.transitions))]
    rows.append(("order of the recurrence", whole_text(found.order)))
    return tag("div", table((), rows, "The machine in figures."), class_="facts")
