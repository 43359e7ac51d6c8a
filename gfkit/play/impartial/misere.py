"""Misere play of impartial games: quotients of heap games for all heaps, and the genus of positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, reduce

from gfkit.core.algebra import Evidence, Status
from gfkit.core.boards import BoardLike
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, LimitError, MismatchError, OptionError
from gfkit.core.rules import GameLike, Question
from gfkit.core.typing import OnProgress, checked_whole, stoppable, tell_progress
from gfkit.core.writable import Face, TextFace
from gfkit.play.impartial.octal import GRUNDY, OctalCode, Periodicity, law_of, mex, names_heaps, proved_window
from gfkit.play.impartial.quotient import NoQuotient, QuotientSearch, sums_after_moves
from gfkit.play.impartial.search import BoardParts
from gfkit.play.position import compile_position
from gfkit.play.tuning import NIMBERS

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
Exponents = tuple[int, ...]
"""Exponents of the generators in a product."""


def heap_options(game: str) -> Callable[[int], list[tuple[int, ...]]]:
    """Return the function from a heap to its options, each an ascending tuple of heaps.

    >>> heap_options("octal:0.77")(3)
    [(2,), (1, 1), (1,)]
    """
    code = None if game.strip() == GRUNDY else OctalCode.read(game)

    @cache
    def options(n: int) -> list[tuple[int, ...]]:
        if code is None:
            return [(a, n - a) for a in range(1, (n + 1) // 2)]
        choices: dict[tuple[int, ...], None] = {}
        for taken, digit in enumerate(code.digits):
            left = n - taken
            listed: list[tuple[int, ...]] = [()] if digit & 1 and left == 0 else []
            listed += [(left,)] if digit & 2 and left > 0 else []
            if digit & 4:
                listed += [(a, left - a) for a in range(1, left // 2 + 1)]
            if digit & 8:
                firsts = range(1, left // 3 + 1)
                listed += [(a, b, left - a - b) for a in firsts for b in range(a, (left - a) // 2 + 1)]
            choices |= dict.fromkeys(listed)
        return list(choices)

    return options


@stoppable
def misere_quotient(
    game: str, *, to: int | None = None, on_progress: OnProgress | None = None
) -> MisereQuotient:
    """Return the misere quotient of a heap game, which determines the winner of every sum of heaps under
    misere play.

    Two sums are equivalent if they have the same outcome in every sum with a third. The classes form a
    commutative monoid, the quotient. The class of a heap is the pretending function at its size. The
    quotient is built heap by heap. ``determines_winners`` proves that the monoid determines the winners of
    all sums of these heaps. No two of its elements are equivalent, so it is their quotient.

    Theorem. Let a move take at most k tokens and leave at most h heaps, h at least 2. If the pretending
    function of the quotient of the heaps below h n0 + h p + k has f(n + p) = f(n) for n0 <= n < h n0 + (h -
    1) p + k, n0 >= 1, then it is the quotient of all heaps, with f(n + p) = f(n) for all n >= n0. Proof.
    Continue f with period p. As in ``proved_window`` the heaps n + p and n have options in the same classes
    for n >= h n0 + (h - 1) p + k. So each further heap has the element and options of a heap that
    ``determines_winners`` has checked.

    The hypothesis fails in Grundy's game, as no k bounds the distance of options from a heap.

    Parameters
    ----------
    game : str
        A heap game, such as octal:0.77.
    to : int, in tokens, optional
        The largest heap. By default the largest heap needed to prove a period, at most 400 (40 in Grundy's
        game); the search also stops if no finite quotient is found.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    MisereQuotient
        Proved for the heaps up to ``heaps``, or for all heaps if a period is proved. Candidates for a
        quotient are guesses, so a finite quotient may be missed.

    Raises
    ------
    MismatchError
        The game is not a heap game.

    References
    ----------
    Plambeck and Siegel, Misere quotients for impartial games.

    Examples
    --------
    >>> kayles = misere_quotient("octal:0.77")
    >>> kayles.order, kayles.period, kayles.preperiod, kayles.evidence.status.value
    (40, 12, 71, 'proved')
    >>> kayles.outcome([1, 1]), kayles.outcome([3, 10**6])
    ('first', 'first')
    """
    if not names_heaps(game):
        raise MismatchError(f"game {game!r}: misere quotients require a heap game, such as octal:0.77")
    if to is not None and not 0 <= checked_whole("to", to) <= NIMBERS.quotient_heaps:
        raise OptionError(
            f"to {to} must be from 0 to {NIMBERS.quotient_heaps}, the largest heap for which"
            " quotients are computed"
        )
    code = None if game.strip() == GRUNDY else OctalCode.read(game)
    search, window, reason = QuotientSearch(heap_options(game)), None, ""
    last = NIMBERS.quotient_heaps if to is None else to
    if code is None and to is None:
        last = 40
    for n in range(1, last + 1):
        try:
            search.grow()
        except (NoQuotient, LimitError) as stop:
            reason = str(stop) or "no finite quotient was found"
            break
        tell_progress(on_progress, "heaps", n, last, len(search.monoid))
        if code is not None:
            window = proved_window([search.element], 1, code.longest, code.most_heaps)
            if window is not None:
                break
    name = GRUNDY if code is None else str(code)
    element = tuple(search.element)
    law = None if window is None else law_of(element, 0, window.start, window.period)
    details = (("heaps", len(element) - 1), ("kinds_of_heaps", len(search.kinds)))
    method = "misere-quotient" if window is None else "misere-quotient-periodicity"
    return MisereQuotient(
        name, tuple(map(tuple, search.monoid.table)), search.monoid.losing, element, law, reason,
        Evidence(Status.PROVED, method, details),
    )  # fmt: skip


@dataclass(frozen=True)
class MisereQuotient(TextFace):
    """Misere quotient of the listed heaps of a heap game, or of all heaps if there is a ``law``.

    Elements are integers, and 0 is the identity. ``table`` contains their products, ``losing`` is the mask of
    the P-positions, ``element`` contains the element of each heap, starting with heap 0. ``stopped`` is the
    reason why no further heaps were computed, if no period was proved.
    """

    game: str
    table: tuple[tuple[int, ...], ...]
    losing: int
    element: tuple[int, ...]
    law: Periodicity | None
    stopped: str
    evidence: Evidence

    def __repr__(self) -> str:
        heaps = "all heaps" if self.law else f"heaps to {self.heaps}"
        return f"<MisereQuotient: {self.game}, {heaps}: order {self.order}; {self.evidence}>"

    @property
    def order(self) -> int:
        """Number of elements of the quotient monoid."""
        return len(self.table)

    @property
    def heaps(self) -> int:
        """Largest heap of the list."""
        return len(self.element) - 1

    @property
    def period(self) -> int | None:
        return None if self.law is None else self.law.period

    @property
    def preperiod(self) -> int | None:
        return None if self.law is None else self.law.preperiod

    def of(self, heap: int) -> int:
        """Return the element of a heap."""
        if 0 <= heap <= self.heaps:
            return self.element[heap]
        if heap < 0 or self.law is None:
            raise InputError(f"heap {heap}: the quotient is known for heaps of 0 to {self.heaps} tokens")
        return self.law.at(heap)

    def outcome(self, heaps: Iterable[int]) -> str:
        """Return the winner of a sum of heaps under misere play: ``first`` or ``second``."""
        product = reduce(lambda x, heap: self.table[x][self.of(heap)], heaps, 0)
        return "second" if self.losing >> product & 1 else "first"

    @property
    def generators(self) -> tuple[int, ...]:
        """Heaps whose elements are not products of elements of smaller heaps."""
        made, heaps = {0}, []
        for heap, x in enumerate(self.element):
            if x not in made:
                heaps.append(heap)
                new = made
                while new := {self.table[product][x] for product in new} - made:
                    made |= new
        return tuple(heaps)

    @property
    def words(self) -> dict[int, Exponents]:
        """Shortest product of generators for each element, early generators first."""
        generators = [self.element[heap] for heap in self.generators]
        words: dict[int, Exponents] = {0: (0,) * len(generators)}
        shown = [0]
        for x in shown:
            for index, generator in enumerate(generators):
                product = self.table[x][generator]
                if product not in words:
                    word = words[x]
                    words[product] = (*word[:index], word[index] + 1, *word[index + 1 :])
                    shown.append(product)
        return words

    def text_of(self, element: int) -> str:
        """Return an element as a word in the generators a, b, c, ..."""
        return _word_text(self.words[element])

    @property
    def relations(self) -> tuple[tuple[str, str], ...]:
        """Equations that, together with commutativity, present the monoid."""
        words = self.words
        generators = [self.element[heap] for heap in self.generators]
        canonical = set(words.values())
        equations: dict[Exponents, Exponents] = {}
        for x, word in words.items():
            for index, generator in enumerate(generators):
                longer = (*word[:index], word[index] + 1, *word[index + 1 :])
                if longer not in canonical and all(part in canonical for part in _divisors(longer)):
                    equations[longer] = words[self.table[x][generator]]
        ordered = sorted(equations.items(), key=lambda equation: (sum(equation[0]), equation[0][::-1]))
        return tuple((_word_text(left), _word_text(right)) for left, right in ordered)

    @property
    def losing_words(self) -> tuple[str, ...]:
        """Losing elements (P-positions) of the quotient, as words in the generators."""
        return tuple(_word_text(word) for x, word in self.words.items() if self.losing >> x & 1)

    def as_json(self) -> dict[str, object]:
        """Return the JSON object that the command line prints."""
        words = {x: _word_text(word) for x, word in self.words.items()}
        return {
            "game": self.game,
            "board": "heaps",
            "play": "misere",
            "order": self.order,
            "generators": {_LETTERS[i]: heap for i, heap in enumerate(self.generators)},
            "relations": [f"{left} = {right}" for left, right in self.relations],
            "losing": list(self.losing_words),
            "heaps": self.heaps,
            "pretending": [words[x] for x in self.element],
            "period": self.period,
            "period_status": None if self.law is None else "proved",
            "preperiod": self.preperiod,
            "stopped": self.stopped or None,
            "evidence": self.evidence.as_json(),
        }


def _divisors(word: Exponents) -> Iterable[Exponents]:
    """Yield the words with one generator removed."""
    for index, power in enumerate(word):
        if power:
            yield (*word[:index], power - 1, *word[index + 1 :])


def _word_text(word: Exponents) -> str:
    """Return exponents as a word.

    >>> _word_text((1, 0, 2)), _word_text((0, 0))
    ('ac^2', '1')
    """
    parts = [
        _letter(index) + ("" if power == 1 else f"^{power}") for index, power in enumerate(word) if power
    ]
    return "".join(parts) or "1"


def _letter(index: int) -> str:
    return _LETTERS[index] if index < len(_LETTERS) else f"({index + 1})"


# Genus


@dataclass(frozen=True)
class Genus(Face):
    """Genus of a position G: its nimber, and the misere nimbers of G plus 0, 1, 2, ... heaps *2.

    The sequence ``misere`` continues by alternating its last two numbers. The misere nimber of G is the
    number m such that the player to move loses G + *m under misere play.
    """

    game: str
    board: str
    nimber: int
    misere: tuple[int, ...]
    evidence: Evidence

    def __str__(self) -> str:
        inner = "".join(map(str, self.misere)) if max(self.misere) < 10 else ",".join(map(str, self.misere))
        return f"{self.nimber}^{{{inner}}}"

    def __repr__(self) -> str:
        return f"<Genus: {self.game} on {self.board}: {self}; {self.evidence}>"

    @property
    def outcome(self) -> str:
        """Outcome under misere play."""
        return "first" if self.misere[0] else "second"

    @property
    def is_like_nim(self) -> bool:
        """Return True if some sum of Nim heaps has this genus: 0^{02}, 1^{13}, or n^{n n xor 2}, or the
        genus of 0 or *1.
        """
        n = self.nimber
        short = {0: ((1, 2, 0), (0, 2)), 1: ((0, 3, 1), (1, 3))}
        return self.misere in short.get(n, ((n, n ^ 2),))

    def as_json(self) -> dict[str, object]:
        """Return the JSON object that the command line prints."""
        result: dict[str, object] = {"game": self.game, "board": self.board, "play": "misere"}
        result |= {"genus": str(self), "nimber": self.nimber, "misere": list(self.misere)}
        return result | {
            "like_nim": self.is_like_nim,
            "outcome": self.outcome,
            "evidence": self.evidence.as_json(),
        }


def genus(game: GameLike, board: int | BoardLike, *, impartial: bool = False) -> Genus:
    """Return the genus of an impartial game on a board, or of one heap of a heap game.

    Let g_n be the misere nimber of G + n *2. If G has options, g_0 is the mex of the misere nimbers of the
    options; otherwise g_0 = 1. For n > 0, g_n is the mex of the numbers g_n of the options, of g_(n-1), and
    of g_(n-1) xor 1. Proof. The options of G + n *2 are G' + n *2, G + (n-1) *2 and G + (n-1) *2 + *1, and
    adding *1 changes g to g xor 1. If the sequences of all options have period 2 for n >= N, and g_n =
    g_(n-2) for some n > N, then g has period 2 from there on.

    Parameters
    ----------
    game : str, path, Rule or Question
        A placement game, or a heap game such as octal:0.77.
    board : int, str, Board or graph
        A board as for ``count``, or the size of the heap for a heap game.
    impartial : bool, default False
        If True, both players may make the moves of either.

    Returns
    -------
    Genus
        The nimber, and the misere nimbers until they repeat.

    Raises
    ------
    MismatchError
        The game is not impartial.
    LimitError
        There are more than 400,000 reachable sums.

    Notes
    -----
    Cost: the number of reachable sums, because the genera of components do not determine the genus of their
    sum.

    References
    ----------
    Berlekamp, Conway and Guy, Winning Ways, chapter 13, Survival in the lost world.

    Examples
    --------
    >>> print(genus("octal:0.77", 5), genus("cram", "2x3"), genus("octal:0.77", 1))
    4^{146} 1^{031} 1^{031}
    """
    if isinstance(game, str) and names_heaps(game):
        size = str(board)
        if not (size.isascii() and size.isdigit() and len(size) < 6):
            raise InputError(
                f"board {board!r}: the genus of a heap game is computed for one heap; give its size"
                " as an integer"
            )
        heap = int(size)
        search = _Genera(heap_options(game))
        name = GRUNDY if game.strip() == GRUNDY else str(OctalCode.read(game))
        return search.genus(name, f"a heap of {heap}", (heap,))
    question = Question.of(game, board)
    position = compile_position(question.rule, question.board)
    if not (position.rule.impartial or impartial):
        raise MismatchError(
            f"game {question.game!r} is not impartial: Left and Right have different moves; the option"
            " impartial lets both players make every move"
        )
    parts = BoardParts(position)
    start = tuple(parts.parts(position.start))
    return _Genera(cache(lambda part: list(parts.options(part)))).genus(
        question.game, question.boards.text, start
    )


class _Genera:
    """Genera of sums, each computed once."""

    def __init__(self, options: Callable[[int], Sequence[tuple[int, ...]]]) -> None:
        self._options = options
        self._known: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}

    def genus(self, game: str, board: str, parts: Iterable[int]) -> Genus:
        try:
            live = tuple(sorted(part for part in parts if self._options(part)))
            nimber, misere = self._genus_of_parts(live)
        except RecursionError:
            raise LimitError(
                f"genus of {game} on {board}: the longest play exceeds the recursion limit"
            ) from None
        evidence = Evidence(Status.PROVED, "mex", (("positions", len(self._known)),))
        return Genus(game, board, nimber, misere, evidence)

    def _genus_of_parts(self, parts: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        known = self._known.get(parts)
        if known is None:
            reached = set(sums_after_moves(parts, self._options))
            if len(self._known) > NIMBERS.genus_positions:
                raise LimitError(
                    f"genus: more than {NIMBERS.genus_positions} positions are reachable;"
                    " choose a smaller board"
                )
            genera = [self._genus_of_parts(option) for option in reached]
            known = mex(nimber for nimber, _ in genera), _misere_nimbers([misere for _, misere in genera])
            self._known[parts] = known
        return known


def _misere_nimbers(options: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the misere nimbers of a position from the misere nimbers of its options, until they alternate.

    >>> _misere_nimbers([]), _misere_nimbers([(1, 2, 0)])
    ((1, 2, 0), (0, 3, 1))
    """
    settled = max(map(len, options), default=0)
    nimbers = [mex(option[0] for option in options) if options else 1]
    while len(nimbers) < max(settled + 2, 3) or nimbers[-1] != nimbers[-3]:
        n, last = len(nimbers), nimbers[-1]
        nimbers.append(mex([*(_get_value_at(option, n) for option in options), last, last ^ 1]))
    while len(nimbers) > 2 and nimbers[-1] == nimbers[-3]:
        nimbers.pop()
    return tuple(nimbers)


def _get_value_at(numbers: tuple[int, ...], n: int) -> int:
    """Return the n-th entry of a sequence that continues by alternating its last two listed entries."""
    return numbers[n] if n < len(numbers) else numbers[len(numbers) - 2 + (n - len(numbers)) % 2]
