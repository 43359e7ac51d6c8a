"""Cards of boards, families, rules, automata and graphs of moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from gfkit.core.algebra.number import whole_text
from gfkit.core.boards import Board, Family
from gfkit.core.deferred import replace
from gfkit.core.errors import quantity
from gfkit.core.rules.kinds.diagram import Diagram
from gfkit.core.rules.wording import rule_sentences
from gfkit.show import svg
from gfkit.show.card import Card, Picture, Row, Several, ShownFormula, ShownTerms, rows_of
from gfkit.show.characters import draw_rule

if TYPE_CHECKING:
    from fractions import Fraction

    from gfkit.core.rules import Question, Rule
    from gfkit.questions import (
        AuxiliaryGraph,
        ConfigurationOfBoard,
        ListOfBoard,
        ProbabilitiesOnBoard,
        ProbabilityOfFamily,
    )
    from gfkit.questions.sampling import Sample
    from gfkit.show.svg import Drawing


def single_board_card(board: Board) -> Card:
    """Return the card of a board with the pieces on it."""
    lying = f", {quantity(len(board.lying), 'piece')} on it" if board.lying else ""
    title = f"{board.text}: {quantity(board.size, 'cell')}{lying}"
    return Card(title, pictures=_pictures(lambda: svg.board_drawing(board)))


def family_card(family: Family) -> Card:
    """Return the card of a family, with a small board."""
    title = f"{family.text}, n ≥ {family.first_n}"
    return Card(title, pictures=_pictures(lambda: svg.family_drawing(family)))


def rule_card(rule: Rule) -> Card:
    """Return the card of a rule: pieces, windows or tiles, and sentences."""
    sentences = [sentence for sentence in (rule.about, *rule_sentences(rule)) if sentence]
    picture = Picture("", lambda: svg.rule_drawing(rule), partial(draw_rule, rule), is_folded=False)
    return Card(pictures=[picture], notes=sentences, headline=[rule.name])


def question_card(asked: Question) -> Card:
    """Return the card of a query: the board or family, and the rule."""
    on = family_card(asked.boards) if isinstance(asked.boards, Family) else single_board_card(asked.boards)
    rule = rule_card(asked.rule)
    return Card(str(asked), pictures=[*on.pictures, *rule.pictures], notes=rule.notes)


def auxiliary_card(found: AuxiliaryGraph) -> Card:
    """Return the card of the graph of moves."""
    graph = found.graph
    title = f"{graph.text}: {quantity(graph.size, 'move')}, {len(graph.edges)} conflicting pairs"
    return Card(title, pictures=_pictures(lambda: svg.board_drawing(graph)))


def configuration_card(found: ConfigurationOfBoard) -> Card:
    """Return the card of a configuration."""
    from gfkit.show.configurations import configurations_picture

    return Card(
        headline=[str(found.question)], pictures=[configurations_picture([found], str(found.question))]
    )


def list_card(found: ListOfBoard) -> Card:
    """Return the card of the first configurations of a board, with the number of the others."""
    from gfkit.show.configurations import configurations_picture

    shown, title = found.configurations, f"{found.question}: {_list_title(found)}"
    left = 0 if found.count is None else found.count - len(shown)
    return Card(
        headline=[title],
        pictures=[configurations_picture(shown, title)] if shown else [],
        evidence=found.evidence,
        remarks=[f"{whole_text(left)} more {'is' if left == 1 else 'are'} not listed"] if left else [],
    )


def _list_title(found: ListOfBoard) -> str:
    """Return the number of listed configurations, and that of all if it is known."""
    shown, size = (
        len(found.configurations),
        "" if found.size is None else f" with {quantity(found.size, 'piece')}",
    )
    if not shown:
        return f"no configuration{size}"
    if found.is_unique:
        return f"exactly one configuration{size}"
    if found.count is None:
        return f"not unique; {shown} of the configurations{size}"
    return (
        f"{'all' if shown == found.count else f'{shown} of'} {whole_text(found.count)} configurations{size}"
    )


def sample_card(found: Sample) -> Card:
    """Return the card of a random configuration, with its seed."""
    from gfkit.show.configurations import configurations_picture

    drawn = replace(configurations_picture([found], ""), draw=lambda: sample_drawing(found))
    return Card(headline=[_sample_title(found)], pictures=[drawn], evidence=found.evidence)


def _sample_title(found: Sample) -> str:
    asked = found.question
    number = f", number {found.number + 1}" if found.number else ""
    weights = "" if set(found.at) == {1} else f", x = {found.at[0]}, y = {found.at[1]}"
    return f"{asked}: random configuration, seed {found.seed}{number}{weights}"


def sample_drawing(found: Sample) -> Drawing:
    """Return the drawing of a random configuration, with the seed as its title."""
    from gfkit.show.configurations import configuration_drawing

    title = _sample_title(found)
    return configuration_drawing(
        found.question.rule, found.board, found.configuration, title, has_legend=True
    )


def probabilities_card(found: ProbabilitiesOnBoard) -> Card:
    """Return the card of probabilities on a board: one event, or one row for each class of equal
    probability.
    """
    title = probability_title(found)
    if not found.chances:
        events = [(f"P({event})", _chance_text(value)) for event, value in found.events]
        return Card(
            title, rows_of(*events or [("events", "none, because the board has no variable")]), found.evidence
        )
    rows = [
        Row(_chance_text(value), Several(f"{quantity(len(events), 'event')}: ", events, _LISTED))
        for value, events in found.classes.items()
    ]
    return Card(title, rows, found.evidence, pictures=[Picture("", lambda: probabilities_drawing(found))])


def probability_title(found: ProbabilitiesOnBoard | ProbabilityOfFamily) -> str:
    """Return the query of a probability, with the numbers substituted for the weights."""
    return f"{found.question}" + ("" if found.part is None else f", {found.part}")


def probabilities_drawing(found: ProbabilitiesOnBoard) -> Drawing:
    """Return the heat map of the elementary events of a board."""
    return svg.probability_drawing(
        found.question.board, found.chances, f"{probability_title(found)}: probabilities"
    )


def probability_of_family_card(found: ProbabilityOfFamily) -> Card:
    """Return the card of the probability of an event on a family: initial terms, and the limit."""
    terms = ["-" if value is None else str(value) for value in found.terms(_FIRST)]
    limit = found.limit
    root = f", a root of {limit.equation}" if limit and limit.exact is None and limit.equation else ""
    along = found.note and f" {found.note}"
    rows = rows_of(
        ("event", found.event),
        ("P(event)", ShownTerms(terms, found.first_n)),
        *(
            (f"g.f. of {name}", ShownFormula(str(series)))
            for name, series in zip(("event", "all"), found.series or (), strict=False)
        ),
        ("limit", f"{found.limit_text}{root}{along}" if limit else f"not determined: {found.note}"),
    )
    return Card(probability_title(found), rows, found.evidence, board=found.question.boards.text)


_LISTED, _FIRST = 4, 8
"""Numbers of events of a class, and of terms, that are shown."""


def _chance_text(value: Fraction) -> str:
    """Return a probability as a fraction and to 10 digits."""
    return f"{value}" + f" = {float(value):.10g}" * (value.denominator > 1)


def _diagram_card(diagram: Diagram) -> Card:
    return Card(pictures=_pictures(lambda: svg.diagram_drawing(diagram)))


def _pictures(draw: Callable[[], Drawing]) -> list[Picture]:
    return [Picture("", draw, is_folded=False)]


CARDS: Mapping[str, Callable[..., Card]] = {
    "Board": single_board_card,
    "Family": family_card,
    "Rule": rule_card,
    "Piece": _diagram_card,
    "Window": _diagram_card,
    "Tile": _diagram_card,
    "ConfigurationOfBoard": configuration_card,
    "ListOfBoard": list_card,
    "Sample": sample_card,
    "ProbabilitiesOnBoard": probabilities_card,
    "ProbabilityOfFamily": probability_of_family_card,
    "Automaton": lambda machine: Card(pictures=_pictures(lambda: svg.machine_drawing(machine))),
    "AuxiliaryGraph": auxiliary_card,
    "Question": question_card,
    "TileSet": lambda tiles: rule_card(tiles.rule),
}
