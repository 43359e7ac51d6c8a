"""Cards of games: values, outcomes, nimbers, equilibria of dominogames."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gfkit.core.algebra.number import number_text
from gfkit.core.boards import Board
from gfkit.core.boards.board import spot_text
from gfkit.core.deferred import dataclass
from gfkit.core.errors import quantity
from gfkit.core.typing import Player
from gfkit.show import card as cards, svg
from gfkit.show.cards.laws import value_formula
from gfkit.show.characters import draw_move, draw_play, draw_thermograph, draw_tree, side_by_side
from gfkit.show.phrases import pair_text

if TYPE_CHECKING:
    from gfkit.claims.provers.equilibrium_law import PayoffLaw
    from gfkit.play import BestMove, BoardValue, ShortGame, Thermograph
    from gfkit.play.board import Calculation
    from gfkit.play.count_positions import OutcomeCounts
    from gfkit.play.equilibria import Equilibrium, Play
    from gfkit.play.family_outcomes import Outcomes
    from gfkit.play.family_values import ValuesOfFamily
    from gfkit.play.impartial import NimValues, Periodicity
    from gfkit.play.impartial.misere import Genus, MisereQuotient
    from gfkit.play.laws import DecompositionLaw, RepetitionLaw
    from gfkit.play.mirror import Answers, MirrorLaw, MirrorProof
    from gfkit.play.positions_by_outcome import WinnerLaw
    from gfkit.show.svg import Drawing

_CHARACTERS = 400
"""Maximum number of characters of a value that is printed by default."""
_WINS = {
    "left": "Left wins",
    "right": "Right wins",
    "first": "the first player wins",
    "second": "the second player wins",
}
_LETTERS = {"left": "L", "right": "R", "first": "N", "second": "P"}
_SHARE_AT = 400
"""Length n at which a share is evaluated, because its limit may be approached very slowly."""
_PATTERN = 200
"""Number of listed values of a period."""
_RUNS, _NUMBERS, _PAYOFFS, _MOST_PAYOFFS, _PLAYS = 40, 60, 12, 30, 6
"""Maximum numbers of runs of outcomes, nimbers, payoffs and plays that are shown; further ones are
counted.
"""


# Values


def game_card(game: ShortGame) -> cards.Card:
    """Return the card of a game: value, outcome, mean and temperature."""
    return cards.Card(
        rows=_worth_rows(game, game.outcome, game.thermograph, _CHARACTERS),
        pictures=[cards.Picture("tree", lambda: svg.tree_drawing(game)), _thermograph(game.thermograph)],
        lead=_lead(game),
    )


def board_value_card(found: BoardValue, limit: int = _CHARACTERS) -> cards.Card:
    """Return the card of the value of a board, with best moves on request, and its thermograph."""
    graph, game = found.thermograph, found.value
    name = f"{found.game} on {found.board}"
    return cards.Card(
        title=name,
        headline=[
            cards.ShownFormula(_value_text(game, limit)),
            _outcome_text(found.outcome, graph),
        ],
        rows=[
            *_lying_rows(found.question.board),
            *_worth_rows(game, found.outcome, graph, limit),
            *_move_rows(found, limit),
        ],
        evidence=found.evidence,
        pictures=[
            _best_moves(found, limit, name),
            _thermograph(graph, f"thermograph of {name}"),
            _typed_tree(game),
        ],
        lead=_lead(game),
    )


def family_values_card(found: ValuesOfFamily, limit: int = _CHARACTERS) -> cards.Card:
    """Return the card of values for each n, with outcomes, means, temperatures and repetitions."""
    rows = []
    for n, game in enumerate(found.values, found.first_n):
        tail = f"   {_outcome_text(game.outcome, game.thermograph)}"
        formula = cards.ShownFormula(_value_text(game, limit), _game_writer(game), tail)
        rows.append(cards.Row(f"n = {n}:", formula))
    seen, zero = found.repetition, found.zero
    rows += cards.rows_of(("observed", None if seen is None else seen.statement))
    if zero is not None:
        rows.append(cards.Row("value 0", f"{zero.statement} (proved by a symmetry strategy)"))
    return cards.Card(f"{found.game} on {found.board}", rows, found.evidence, board=found.board)


def _outcome_text(outcome: str, graph: Thermograph) -> str:
    return f"{_WINS[outcome]}; mean {number_text(graph.mean)}, temperature {number_text(graph.temperature)}"


def _lying_rows(board: Board) -> list[cards.Row]:
    """Return rows for the pieces already placed. Upper case letters denote pieces of Left."""
    rows = []
    for player in (Player.LEFT, Player.RIGHT) if board.lying else ():
        own = [piece for piece in board.lying if piece.owner is player]
        listed = "; ".join(" and ".join(spot_text(board, cell) for cell in piece.cells) for piece in own)
        rows.append(cards.Row(f"{player.value.title()} has", listed or "no piece"))
    return rows


def _move_rows(found: BoardValue, limit: int) -> list[cards.Row]:
    """Return rows for all moves, on request: the value of each move, whether it wins, and replies."""
    if found.every_move is None:
        return []
    board, rows = found.question.board, []
    for player in (Player.LEFT, Player.RIGHT):
        own = [move for move in found.every_move if move.player is player]
        who = player.value.title()
        if not own:
            rows.append((who, "has no move"))
        for move in own:
            first = " and ".join(spot_text(board, cell) for cell in move.placements[0])
            more = len(move.placements) - 1
            where = first + (f", and {more} {'other' if more == 1 else 'others'}" if more else "")
            notes = [f"to {_value_text(move.value, limit)}", "wins" if move.wins else "loses"]
            if move.dominated_by is not None:
                notes.append(f"dominated by {_value_text(move.dominated_by, limit)}")
            if move.reversible_through is not None:
                notes.append(f"reversible through {_value_text(move.reversible_through, limit)}")
            rows.append((who, f"{', '.join(notes)}: {where}"))
    return [cards.Row(label, cards.ShownFormula(text, is_typeset=False)) for label, text in rows]


def calculation_card(found: Calculation, limit: int = _CHARACTERS) -> cards.Card:
    """Return the card of an expression: its value, invariants and comparison."""
    game, graph = found.game, found.game.thermograph
    weight = game.atomic_weight
    rows = cards.rows_of(
        ("stops", f"{number_text(game.left_stop)} and {number_text(game.right_stop)}"),
        ("incentives", _long(_incentives(game, limit))),
        ("reduced", None if game.number is not None else _long(_value_text(game.reduced, limit))),
        ("atomic weight", None if weight is None else _long(_value_text(weight, limit))),
        ("birthday", number_text(game.birthday)),
        ("CGSuite", _long(game.cgsuite(limit))),
        ("LaTeX", _long(game.latex(limit))),
    )
    if found.other is not None:
        rows = [*_comparison_rows(found, limit), *rows]
    return cards.Card(
        headline=[
            cards.ShownFormula(_value_text(game, limit)),
            _outcome_text(game.outcome, graph),
        ],
        rows=[*_worth_rows(game, game.outcome, graph, limit), *rows],
        pictures=[_thermograph(graph, "thermograph"), _typed_tree(game)],
        lead=_lead(game),
    )


def _long(text: str | None) -> cards.ShownFormula | None:
    """Return a formula that is folded if it is long, or None for an empty string."""
    return cards.ShownFormula(text, is_typeset=False) if text else None


def _incentives(game: ShortGame, limit: int) -> str | None:
    sides = [
        f"{who} {', '.join(_value_text(gain, limit) for gain in gains)}"
        for who, gains in (("Left", game.left_incentives), ("Right", game.right_incentives))
        if gains
    ]
    return "; ".join(sides) or None


_RELATIONS = {
    "=": "equal to",
    "<": "less than",
    ">": "greater than",
    "||": "confused with",
}


def _comparison_rows(found: Calculation, limit: int) -> list[cards.Row]:
    other = found.other
    assert other is not None, "only asked where two games are compared"
    return cards.rows_of(
        ("compared", f"{_RELATIONS[found.relation or '=']} {_value_text(other, limit)}"),
        ("difference", _value_text(found.game - other, limit)),
    )


def thermograph_card(graph: Thermograph) -> cards.Card:
    """Return the card of a thermograph."""
    return cards.Card(pictures=[cards.Picture("", lambda: svg.thermograph_drawing(graph), is_folded=False)])


def _worth_rows(game: ShortGame, outcome: str, graph: Thermograph, limit: int) -> list[cards.Row]:
    text = game.text(limit)
    shown: cards.Value = (
        _value_text(game, limit) if text is None else cards.ShownFormula(text, _game_writer(game))
    )
    return cards.headline_rows(
        ("value", shown),
        ("outcome", _WINS[outcome]),
        ("mean", number_text(graph.mean)),
        ("temperature", number_text(graph.temperature)),
    )


def _game_writer(game: ShortGame) -> cards.Written:
    return lambda language: game.latex(_CHARACTERS) if language == "latex" else game.mathml(_CHARACTERS)


def _lead(game: ShortGame) -> cards.ShownFormula:
    """Return the value of a game, or only its size if the text is too long."""
    return cards.ShownFormula(game.text() or f"(of size {game.size})", _game_writer(game))


def _value_text(game: ShortGame, limit: int) -> str:
    text = game.text(limit)
    return text if text is not None else f"(of size {game.size}, more than {limit} characters)"


def _thermograph(graph: Thermograph, title: str = "thermograph") -> cards.Picture:
    return cards.Picture(
        "thermograph",
        lambda: svg.thermograph_drawing(graph, title),
        lambda _: ["", *draw_thermograph(graph)],
        asked="thermograph",
    )


def _typed_tree(game: ShortGame) -> cards.Picture:
    return cards.Picture("tree", lambda: None, lambda _: ["", *draw_tree(game)], asked="tree")


def _best_moves(found: BoardValue, limit: int, name: str) -> cards.Picture:
    """Return the best moves of both players, on request."""

    def draw() -> Drawing | None:
        board = found.question.board
        return svg.options_drawing(board, found.moves, f"best moves of {name}") if found.moves else None

    return cards.Picture("best moves", draw, lambda _: _typed_moves(found, limit), asked="options")


def _typed_moves(found: BoardValue, limit: int) -> list[str]:
    """Return each player's best moves in characters."""
    board = found.question.board
    lines = []
    for player in (Player.LEFT, Player.RIGHT):
        own = [move for move in found.moves if move.player is player]
        who = player.value.title()
        lines += ["", f"Best for {who}:" if own else f"{who} has no move"]
        for move in own:
            lines += _typed_move(board, move, limit)
    return lines


def _typed_move(board: Board, move: BestMove, limit: int) -> list[str]:
    first, *others = draw_move(board, move.player, move.cells)
    alike = "" if move.alike == 1 else f" ({move.alike} moves)"
    return [f"  {first}   to {_value_text(move.value, limit)}{alike}", *(f"  {line}" for line in others)]


# Outcomes


def outcomes_card(found: Outcomes) -> cards.Card:
    """Return the card of outcomes for each n, with their pattern."""
    name = f"{found.game} on {found.board}" + (", misere play" if found.play == "misere" else "")
    if found.first_n is None:
        word = found.words[0]
        rows = [
            *(_lying_rows(found.single) if found.single else []),
            *cards.headline_rows(("winners", _WINS[word])),
        ]
        if found.play == "misere":
            rows += cards.rows_of(("play", "misere: the last player to move loses"))
        if found.strategy is not None:
            rows += cards.rows_of(("strategy", found.strategy.text))
        return cards.Card(name, rows, found.evidence, headline=[word], board=found.board)
    boxes = cards.Boxes(
        [(n, _LETTERS[word], _WINS[word]) for n, word in found.by_n.items()],
        lambda full: _winners(found, full),
        "L Left, R Right, N the first, P the second player",
    )
    return cards.Card(
        name, [cards.Row("winners", boxes), *_outcome_law(found)], found.evidence, board=found.board
    )


def _winners(found: Outcomes, full: bool) -> cards.Lines:
    from gfkit.play.laws import numbers_text

    rows = []
    for word in ("left", "right", "first", "second"):
        lengths = [n for n, who in found.by_n.items() if who == word]
        if lengths:
            text = numbers_text(lengths, None if full else _RUNS)
            rows.append((_WINS[word].removeprefix("the "), f"n = {text}"))
    return rows


def _outcome_law(found: Outcomes) -> list[cards.Row]:
    from gfkit.play.laws import DecompositionLaw

    if found.law is None:
        return [cards.Row("theorem", "none found")]
    rows = [cards.Row("theorem" if found.law.proved else "observed", found.law.statement)]
    if isinstance(found.law, DecompositionLaw) and found.law.generators:
        needed, helping = (", ".join(map(str, n)) for n in (found.law.generators, found.law.helping))
        rows.append(
            cards.Row("lengths won", f"all sums of {needed}{f' and any of {helping}' * bool(helping)}")
        )
    return rows


def strategy_card(proof: MirrorProof | Answers) -> cards.Card:
    """Return the card of a symmetry strategy."""
    return cards.Card(rows=cards.rows_of(("strategy", proof.text)))


def statement_card(law: DecompositionLaw | RepetitionLaw | MirrorLaw) -> cards.Card:
    """Return the card of a pattern of outcomes."""
    return cards.Card(
        rows=cards.rows_of(
            ("statement", law.statement), ("proved", "yes" if law.proved else "no, only observed")
        )
    )


# Nimbers


def nim_card(found: NimValues) -> cards.Card:
    """Return the card of Grundy values with their period."""
    name = f"{found.game} on {found.board}"
    if found.first_n is None:
        text = str(found.values[0])
        winner = "first" if found.values[0] else "second"
        known = f"{winner} player wins; {found.evidence}"
        values = ", ".join(f"{size} has {value}" for size, value in found.heaps) or None
        moves = [f"{heap} -> {' + '.join(map(str, rest)) or 0}" for heap, rest in found.moves or ()]
        return cards.Card(
            name,
            cards.headline_rows(("values", text))
            + cards.rows_of(
                ("values of heaps", values),
                ("winning moves", cards.Several("", moves, _NUMBERS) if moves else None),
            ),
            found.evidence,
            known,
            headline=[text],
            board=found.board,
        )
    begin = f"from n = {found.first_n}: "
    boxes = cards.Boxes(
        [(n, str(value), f"value {value}") for n, value in enumerate(found.values, found.first_n)],
        lambda full: [("Grundy values", _numbers(begin, found.values).text(full) + ", ...")],
    )
    law, zeros = found.zeros_generating_function, found.zeros
    series = value_formula(law) if law is not None and law.order else None
    none = f"none found up to n = {found.first_n + len(found.values) - 1}"
    rows = cards.rows_of(
        ("Grundy values", boxes),
        (
            "observed period" if found.is_observed else "period",
            _period(found.law) if found.law is not None else none,
        ),
        ("P-positions", _numbers("n = ", zeros, ", ..." if series else "") if zeros else "none"),
        ("g.f. of k-th P-position", series),
    )
    known = str(found.evidence)
    if found.is_observed:
        last = found.first_n + len(found.values) - 1
        known = f"Grundy values for n <= {last} {known}; period {found.period} observed"
    return cards.Card(name, rows, found.evidence, known, board=found.board)


def winners_card(found: WinnerLaw, terms: int = 16, **_: Any) -> cards.Card:
    """Return the card of numbers of positions by outcome or by nimber."""
    laws = found.laws if found.by == "nimber" else [found]
    rows = []
    for law in laws:
        label = f"nimber {law.nimber}" if found.by == "nimber" else "second player wins"
        listed = cards.ShownTerms([*map(str, law.terms(terms))], law.first_n)
        share = f"share at n = {_SHARE_AT} about {float(law.share_at(_SHARE_AT)):.6f}"
        limit = "" if law.share is None else f", tends to {law.share} (proved)"
        rows += [cards.Row(label, listed), cards.Row("", f"order {law.order}; {share}{limit}")]
    return cards.Card(_name_by(found), rows, found.evidence, board=found.board)


def _name_by(found: WinnerLaw | OutcomeCounts) -> str:
    play = ", misere play" if found.play == "misere" else ""
    return f"{found.game} on {found.board}, by {found.by}{play}"


def outcome_counts_card(found: OutcomeCounts, **_: Any) -> cards.Card:
    """Return the card of numbers of positions on one board."""
    label = {name: _WINS[name] for name in found.numbers} if found.by == "outcome" else {}
    rows = [
        cards.Row(label.get(name, f"nimber {name}"), str(number)) for name, number in found.numbers.items()
    ]
    rows.append(cards.Row("positions", str(sum(found.numbers.values()))))
    return cards.Card(_name_by(found), rows, found.evidence, board=found.board)


def quotient_card(found: MisereQuotient) -> cards.Card:
    """Return the card of a misere quotient: order, relations, P-positions, and images of the heaps."""
    words = {x: found.text_of(x) for x in set(found.element)}
    shown = found.element if found.law is None else found.element[: found.law.preperiod + found.law.period]
    generators = zip("abcdefghijklmnopqrstuvwxyz", found.generators, strict=False)
    equations = [f"{left} = {right}" for left, right in found.relations]
    rows = cards.rows_of(
        ("order", f"{found.order} ({quantity(found.losing.bit_count(), 'P-position')})"),
        ("generators", ", ".join(f"{letter} = a heap of {heap}" for letter, heap in generators) or "none"),
        ("relations", cards.Several("", equations, _NUMBERS) if equations else None),
        ("P-positions", cards.Several("", list(found.losing_words), _NUMBERS) if found.losing else None),
        ("heaps", cards.Several("from n = 0: ", [words[x] for x in shown], _NUMBERS)),
        ("period", _quotient_period(found)),
    )
    return cards.Card(f"{found.game} on heaps, misere play", rows, found.evidence)


def _quotient_period(found: MisereQuotient) -> str:
    if found.law is not None:
        return f"{found.period} for n >= {found.preperiod}"
    why = f": {found.stopped}" if found.stopped else ""
    return f"unknown; the quotient contains the heaps up to {found.heaps}{why}"


def genus_card(found: Genus) -> cards.Card:
    """Return the card of the genus of a position."""
    name = f"{found.game} on {found.board}, misere play"
    nim = "the genus of a sum of Nim heaps" if found.is_like_nim else "no sum of Nim heaps has this genus"
    known = f"the {found.outcome} player wins; {nim}; {found.evidence}"
    rows = cards.headline_rows(("genus", str(found)), ("nimber", str(found.nimber)))
    return cards.Card(name, rows, found.evidence, known, headline=[str(found)], board=found.board)


def periodicity_card(law: Periodicity) -> cards.Card:
    """Return the card of a period with the repeated values."""
    pattern = cards.ShownTerms([*map(str, law.pattern[:_PATTERN])], None, goes_on=len(law.pattern) > _PATTERN)
    return cards.Card(rows=cards.rows_of(("period", _period(law)), ("pattern", pattern)))


def _period(law: Periodicity) -> cards.Several:
    text = str(law.period)
    if law.saltus:
        text += f", adding {law.saltus} from one period to the next"
    return _numbers(text + ("; exceptions at n = " if law.exceptions else ""), law.exceptions)


def _numbers(before: str, numbers: Iterable[int], after: str = "") -> cards.Several:
    return cards.Several(before, [*map(str, numbers)], _NUMBERS, after)


# Equilibria


def equilibrium_card(found: Equilibrium) -> cards.Card:
    """Return the card of the payoffs of one board."""
    rows = cards.headline_rows(
        ("payoffs", cards.Several("", [*map(pair_text, found.payoffs)], _MOST_PAYOFFS)),
        ("ties", _ties(found)),
    )
    if found.is_unique is False:
        rows += [
            cards.Row(name, f"{pair_text(numbers)}  {_about_tie(name)}") for name, numbers in found.tie_rules
        ]
    if found.play_count is not None:
        count = found.play_count
        joined = f", {count.joined} up to mirror images" if count.joined != count.total else ""
        empty = ", ".join(map(str, count.empty_cells))
        rows.append(cards.Row("equilibrium plays", f"{count.total}{joined}; empty cells at the end: {empty}"))
    if found.sequences is not None:
        rows.append(cards.Row("move sequences", str(found.sequences)))
    return cards.Card(
        str(found.game), rows, found.evidence, headline=[headline(found)], pictures=_plays(found.plays)
    )


def headline(found: Equilibrium) -> cards.Several:
    """Return the payoffs in one line, with the tie-breaking rule on which they depend.

    >>> from gfkit.play.equilibria import equilibrium
    >>> [headline(equilibrium("3x3", tie=tie)).text(full=False) for tie in ("all", "benevolent")]
    ['payoffs depend on the tie-breaking rule: (9, 6), (9, 7)', 'payoffs (9, 7) with tie rule benevolent']
    """
    if found.is_unique is None:
        return _payoffs("payoffs ", found, f" with tie rule {found.tie}")
    if found.is_unique:
        return _payoffs("payoffs ", found, " for every tie-breaking rule")
    return _payoffs("payoffs depend on the tie-breaking rule: ", found)


def _payoffs(before: str, found: Equilibrium, after: str = "") -> cards.Several:
    return cards.Several(before, [*map(pair_text, found.payoffs)], _PAYOFFS, after)


def _ties(found: Equilibrium) -> str:
    if found.is_unique is None:
        return f"broken by rule {found.tie}"
    return "do not matter" if found.is_unique else "matter"


def _about_tie(name: str) -> str:
    from gfkit.play.equilibria import TieRule

    return TieRule(name).about


def _plays(plays: Sequence[Play]) -> list[cards.Picture]:
    if not plays:
        return []
    return [
        cards.Picture(
            "",
            lambda: svg.plays_drawing(plays[:_PLAYS]),
            lambda width: ["", *side_by_side([draw_play(play) for play in plays], width), ""],
            is_folded=False,
        )
    ]


# Equilibria of a family


@dataclass(frozen=True)
class SolvedFamily:
    """Solved boards of a family, with formulas for their payoffs."""

    board: str
    rows: Sequence[tuple[int, Equilibrium]]
    laws: Sequence[PayoffLaw]

    @property
    def plays(self) -> list[Play]:
        """All cached plays."""
        return [play for _, row in self.rows for play in row.plays]

    def as_json(self) -> dict[str, object]:
        """Return the object for JSON output."""
        named: dict[str, list[object]] = {}
        for law in self.laws:
            named.setdefault(law.tie, []).append(law.as_json())
        rows = [{"n": n, **row.as_json()} for n, row in self.rows]
        return {"board": self.board, "rows": rows, "law": named or None}


def solved_card(found: SolvedFamily) -> cards.Card:
    """Return the card of a table of payoffs, with formulas that fit it."""
    if not found.rows:
        return cards.Card(headline=[])
    no_law = "no quasi-polynomial found (the last five rows are held back as a check)"
    laws = cards.Card(headline=[], rows=_law_rows(found.laws, len(found.rows)))
    return cards.Card(
        headline=[family_headline(found.board, found.rows)],
        parts=[cards.Card(headline=[], rows=_payoff_rows(found.rows)), laws],
        notes=[] if found.laws else [no_law],
        evidence=found.rows[-1][1].evidence,
        pictures=_plays(found.plays),
    )


def family_headline(family: str, solved: Sequence[tuple[int, Equilibrium]]) -> str:
    """Return a sentence that states whether the tie-breaking rule matters in a family.

    >>> from gfkit.play.equilibria import equilibria
    >>> family_headline("nx3", list(equilibria("nx3", 5)))
    'payoffs of nx3 depend on the tie-breaking rule for n = 3, 4, 5'
    """
    tie = solved[0][1].tie
    if solved[0][1].is_unique is None:
        return f"payoffs of {family} with tie rule {tie}"
    several = [str(n) for n, equilibrium in solved if not equilibrium.is_unique]
    if not several:
        return f"payoffs of {family} for n = {solved[0][0]} to {solved[-1][0]} for every tie-breaking rule"
    more = ", ..." if len(several) > _PAYOFFS else ""
    return (
        f"payoffs of {family} depend on the tie-breaking rule for n = {', '.join(several[:_PAYOFFS])}{more}"
    )


def _payoff_rows(solved: Sequence[tuple[int, Equilibrium]]) -> list[cards.Row]:
    """Return a row for each board: all payoffs, and the payoffs under each rule if they differ."""
    rows = []
    for n, equilibrium in solved:
        by_rule = ", ".join(f"{name} {pair_text(numbers)}" for name, numbers in equilibrium.tie_rules)
        rows.append(
            cards.Row(
                f"n = {n}:",
                _payoffs("", equilibrium, f"; {by_rule}" if equilibrium.is_unique is False else ""),
            )
        )
    return rows


def _law_rows(laws: Sequence[PayoffLaw], rows: int) -> list[cards.Row]:
    """Return rows for the formulas, by residues, with generating function and evidence."""
    entries = []
    for law in laws:
        rule = "" if law.tie == "all" else f", {law.tie}"
        cases = "; ".join(f"{formula} for n = {name}" for name, formula in law.residues())
        checked = dict(law.finding.evidence.details)["terms_checked"]
        poor = "; weak evidence, give more rows" if law.finding.weak else ""
        fitted = (
            f"guessed from {rows} rows: {rows - checked} used for the fit, the other {checked} agree{poor}"
        )
        series = f"generating function {law.finding.generating_function}"
        entries += [
            cards.Row(f"player {law.player}{rule}", cases),
            cards.Row("", series),
            cards.Row("", fitted),
        ]
    return entries


CARDS: Mapping[str, Callable[..., cards.Card]] = {
    "ShortGame": game_card,
    "BoardValue": board_value_card,
    "Calculation": calculation_card,
    "Thermograph": thermograph_card,
    "Outcomes": outcomes_card,
    "ValuesOfFamily": family_values_card,
    "ValueRepetition": statement_card,
    "DecompositionLaw": statement_card,
    "RepetitionLaw": statement_card,
    "MirrorLaw": statement_card,
    "MirrorProof": strategy_card,
    "Answers": strategy_card,
    "NimValues": nim_card,
    "WinnerLaw": winners_card,
    "OutcomeCounts": outcome_counts_card,
    "MisereQuotient": quotient_card,
    "Genus": genus_card,
    "Periodicity": periodicity_card,
    "Equilibrium": equilibrium_card,
    "Play": lambda play: cards.Card(str(play), pictures=_plays([play])),
    "SolvedFamily": solved_card,
}
