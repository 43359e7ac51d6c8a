"""Count the configurations of any rule on a single board."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from gfkit.core.boards import BoardLike
from gfkit.core.boards.grammar import long_member
from gfkit.core.engine import tuning
from gfkit.core.engine.task import count_part
from gfkit.core.errors import BoardError, MismatchError, OptionError
from gfkit.core.rules import Question, SystemLike
from gfkit.core.rules.library import board_on, specification_reader
from gfkit.core.rules.question import LabelsLike, labelled_board
from gfkit.core.typing import EventsLike, OnProgress, PositionsWord, WeightsWord, stoppable

if TYPE_CHECKING:
    from os import PathLike

    from gfkit.core.algebra import Count
    from gfkit.core.algebra.weight_part import AtLike
    from gfkit.core.typing import Store


@stoppable
def count(
    game: SystemLike,
    board: BoardLike | None = None,
    positions: PositionsWord = "all",
    weights: WeightsWord = "none",
    *,
    at: AtLike | None = None,
    coefficient: str | None = None,
    mod: int | None = None,
    given: EventsLike | None = None,
    labels: LabelsLike | None = None,
    max_memory: int | None = None,
    store: Store | None = None,
    workers: int = 1,
    checkpoint: str | PathLike[str] | None = None,
    on_progress: OnProgress | None = None,
) -> Count:
    """Return the number of configurations of a rule on a board, or their polynomial.

    The board is split into components that do not interact. Each component is swept by the automaton of its
    rule, and the polynomials of the components are multiplied. Some boards are counted by a theorem instead
    (``engine.registry``).

    Parameters
    ----------
    game : str, path, Rule, Question or function
        A name such as "domineering", the path of a rule file, or a rule; or a function from a board to its
        constraint system. A query replaces all four arguments.
    board : str, Board or graph
        A board, its name, for example "4x3", or a graph of networkx.
    positions : str or Positions, default "all"
        Positions to count: "all", "left-ends", "right-ends", "maximal", "play" or "full".
    weights : str or Weights, default "none"
        Weights: "none", "pieces" (x counts pieces), or "players" (x and y count the pieces of each).
    at : str or mapping, optional
        Numbers for the weights, such as "x=2,y=1/3" or {"x": 2}; the result is evaluated exactly.
    coefficient : str, optional
        Monomial such as "x^3" or "x^2*y": only configurations with this number of pieces are counted.
    mod : int, optional
        Modulus: the residue of the number is returned. One side of the board may then be of any length, as in
        "2x10^18". If there are weights, it requires numbers for them.
    given : str or tuple of str, optional
        Events such as "cell 1,1 is 1": only configurations in which they occur are counted.
    labels : mapping or list of str, optional
        Labels of the board that the rule reads: strings, lists, arrays, data frames, or mappings from places
        to values; or names of attributes of a networkx graph.
    max_memory : int, optional
        Maximum memory, in bytes; three quarters of the free memory by default.
    store : Store, optional
        Cache of expensive results, component by component.
    workers : int, default 1
        Number of threads of a sweep by blocks: with a checkpoint, with at least eight workers, and if other
        sweeps do not fit into memory.
    checkpoint : str or path, optional
        Directory for the states of a sweep by blocks. The same call resumes an interrupted sweep.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    Count
        The number, or the polynomial, with its evidence.

    Raises
    ------
    OptionError
        An option has an unknown value.
    MismatchError
        The rule does not apply to the board.
    LimitError
        More than the allowed memory would be needed.

    Notes
    -----
    Cost: for each component, cells times states times terms. The number of states grows exponentially with
    the width of the component.

    References
    ----------
    Stanley, Enumerative Combinatorics, volume 1, Section 4.7.

    Examples
    --------
    >>> int(count("domineering", "4x3"))
    823
    >>> print(count("domineering", "3x2", positions="maximal", weights="players"))
    2*x^2 + 2*x^2*y + y^3
    >>> int(count("domino-tilings", "2x10^18", mod=10**9 + 7))  # a Fibonacci number
    680057396
    """
    law_of_specification = specification_reader(game)
    if law_of_specification is not None:
        others = positions, weights, at, coefficient, given, labels, checkpoint
        if others != ("all", "none", None, None, None, None, None):
            raise OptionError(f"{game}: of the options only mod applies to a class of equations")
        law = law_of_specification(game, None, on_progress)
        return law.count(board, mod)  # type: ignore[no-any-return]
    if labels is not None:
        board = labelled_board(game, board, labels)
    options: Any = {
        "at": at,
        "coefficient": coefficient,
        "given": given,
        "max_memory": max_memory,
        "on_progress": on_progress,
    }
    if checkpoint is not None and (mod, at, coefficient) != (None, None, None):
        raise OptionError("a checkpoint cannot be combined with mod, at or coefficient")
    with suppress(BoardError, MismatchError):  # no formula: the board is swept, or rejected
        member = long_member(board_on(game, board), 0 if mod is None else tuning.COUNT.formula_ratio)
        if member is not None and checkpoint is None:
            from gfkit.core.engine.derive import count_member  # few boards are long

            return count_member(game, *member, positions, weights, mod=mod, **options)
    if mod is not None:
        return count(game, board, positions, weights, store=store, workers=workers, **options).modulo(mod)
    question = Question.of(game, board, positions, weights, weighed=True, given=given, accepts_functions=True)
    query, part = question.with_part(at, coefficient)
    return count_part(query, part, max_memory, on_progress, store, workers=workers, checkpoint=checkpoint)
