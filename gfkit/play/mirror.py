"""Symmetry strategies: a player wins by replying to every move with its image under a symmetry."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import TypeGuard

from gfkit.core.boards import Board, Family, PartOfFamily
from gfkit.core.boards.board import set_bits, spot_text
from gfkit.core.boards.symmetry import Symmetry, Turn, symmetries
from gfkit.core.deferred import dataclass
from gfkit.core.errors import BoardError, LimitError
from gfkit.core.rules import Rule
from gfkit.core.rules.kinds.placement.move import Move
from gfkit.core.typing import Player, UpTo
from gfkit.core.writable import Face, JsonRecord, TextFace
from gfkit.play.layout import mask_of
from gfkit.play.position import MaskPosition, Position, Step, compile_position
from gfkit.play.short.table import WINNERS, winner_text
from gfkit.play.tuning import SEARCH


@dataclass(frozen=True, slots=True)
class Answers(Face, JsonRecord):
    """Symmetry strategy against ``loser``, the player to move: the opponent replies to each move with its
    image.

    ``cells`` contains the image of every cell. If there is an ``opening``, the opponent makes it first.
    """

    loser: Player
    cells: tuple[int, ...]
    name: str
    opening: tuple[int, ...] | None = None
    placed: str = ""
    """Cells of the opening as text."""
    json_keys = "loser map=cells name opening"

    @property
    def text(self) -> str:
        """Description of the strategy as a verb phrase whose subject is the player who follows it."""
        if self.opening is None:
            return self.reply_text
        return f"takes {self.placed} first, and then {self.reply_text}"

    @property
    def reply_text(self) -> str:
        """Description of the strategy, without the opening."""
        return f"replies to each move with its image under {self.name}"


@dataclass(frozen=True, slots=True)
class MirrorProof(Face, JsonRecord):
    """Outcome of a board, with a symmetry strategy against each player who may start."""

    left_starts: Answers
    right_starts: Answers

    @property
    def word(self) -> str:
        """Outcome as a string: ``first``, ``second``, ``left`` or ``right``."""
        return WINNERS[self.left_starts.opening is not None, self.right_starts.opening is not None]

    @property
    def text(self) -> str:
        """Description of the symmetry strategies of the proof."""
        starts = ((Player.LEFT, self.left_starts), (Player.RIGHT, self.right_starts))
        if self.left_starts.text == self.right_starts.text:
            return f"the {self.word} player {self.left_starts.text}"
        return "; ".join(
            f"where {mover.value.title()} starts, {answers.loser.opponent.value.title()} {answers.text}"
            for mover, answers in starts
        )


@dataclass(frozen=True, slots=True)
class MirrorLaw(TextFace):
    """Outcome for all even, or all odd, n >= ``covers_from``, by symmetry strategies.

    ``searched`` lists the smaller n whose outcome is known, and ``exceptions`` the n among them with a
    different outcome.
    """

    board: str
    even: str | None
    odd: str | None
    covers_from: int
    exceptions: tuple[int, ...]
    searched: tuple[int, ...]
    proved: bool = True
    period: int = 2

    def at(self, n: int) -> str | None:
        """Return the outcome at n, or None if the theorem does not decide it."""
        return (self.odd if n % 2 else self.even) if n >= self._find_start(n % 2) else None

    def _find_start(self, parity: int) -> int:
        """Return the smallest n of the given parity such that all known outcomes for larger n agree."""
        n = self.covers_from + (self.covers_from + parity) % 2
        while n - 2 in self.searched and n - 2 not in self.exceptions:
            n -= 2
        return n

    @property
    def statement(self) -> str:
        if self.even is not None and self.even == self.odd:
            last = max(self._find_start(0), self._find_start(1))
            first = last - 1 if last - 1 >= min(self._find_start(0), self._find_start(1)) else last
            return f"{winner_text(self.even)} on {self.board} for every n >= {first}"
        parts = [
            f"{winner_text(word)} for every {kind} n >= {self._find_start(parity)}"
            for parity, (word, kind) in enumerate(((self.even, "even"), (self.odd, "odd")))
            if word is not None
        ]
        return f"on {self.board} {' and '.join(parts)}"

    def as_json(self) -> dict[str, object]:
        return {
            "statement": self.statement,
            "status": "proved",
            "theorem": "symmetry",
            "even": self.even,
            "odd": self.odd,
            "generators": [],
            "covers_from": self.covers_from,
            "exceptions": list(self.exceptions),
        }


def mirror_proof(rule: Rule, board: Board) -> MirrorProof | None:
    """Return a proof of the outcome under normal play by symmetry strategies, or None if none is found.

    Theorem. Let a position be a set of free places (a cell for a colour). Let every move need some places and
    clear some places permanently, independently of the rest of the position. Let s be an involution of the
    places, and let A be the player to move. Suppose that (1) s maps each free place that a move of A needs to
    a free place; (2) the image of every move of A is a move of B, which clears the images of the places that
    the move clears; (3) no move of A clears a place that its image needs. Then A loses. Proof. B answers each
    move with its image. By (1) the places that it needs were free, and by (3) the move has not cleared them.
    Then (1) holds again: let x still be free and needed by A. If the move had cleared s(x), the answer would
    have cleared s(s(x)) = x. If the answer had cleared s(x), the move would have cleared x. Every move clears
    the places that it needs, so play ends, and B always has an answer. Consequently B wins, moving first, if
    a move leads to a position in which A, to move, loses in this way.

    The hypotheses fail if a move depends on more than free places: with liberties, as in NoGo. All symmetries
    of the board that are involutions are tried, with and without swapping the players. That they map moves to
    moves is checked for each move. Cost: symmetries times moves, and the square of the number of moves if
    openings are tried.

    >>> from gfkit.core.boards import parse_one_board
    >>> from gfkit.core.rules import find_rule
    >>> [mirror_proof(find_rule("cram"), parse_one_board(board)).word for board in ("6x6", "6x7")]
    ['second', 'first']
    >>> mirror_proof(find_rule("col"), parse_one_board("4x5")).text
    'the second player replies to each move with its image under the half turn'
    >>> [mirror_proof(find_rule("cram"), parse_one_board(board)) is None for board in ("5x6", "5x7")]
    [False, True]
    """
    mirrors = Mirrors(compile_position(rule, board))
    left_starts = mirrors.answers(Player.LEFT)
    right_starts = None if left_starts is None else mirrors.answers(Player.RIGHT)
    return None if left_starts is None or right_starts is None else MirrorProof(left_starts, right_starts)


class Mirrors:
    """Involutions of a board, from which symmetry strategies are derived in any position of a game.

    The hypotheses of the theorem of ``mirror_proof`` are checked in each position.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self._found: list[_Involution] = []
        self._more = _involutions(position) if _is_looked_at(position) else iter(())

    def answers(self, mover: Player, state: int | None = None) -> Answers | None:
        """Return a strategy that decides the game with the given player to move, or None if none is found."""
        state = self.position.start if state is None else state
        strategies = (
            i.second_wins(mover, state) or i.first_wins(mover, state) for i in self._all_involutions()
        )
        return next(filter(None, strategies), None)

    def _all_involutions(self) -> Iterator[_Involution]:
        yield from self._found
        for involution in self._more:
            self._found.append(involution)
            yield involution


def _is_looked_at(position: Position) -> TypeGuard[MaskPosition]:
    """Return True if moves depend only on empty cells, and if there are few enough moves and symmetries."""
    board = position.board
    if not isinstance(position, MaskPosition) or (board.grid is None and board.size > SEARCH.mirrored_cells):
        return False
    return len(position.left_steps + position.right_steps) <= SEARCH.mirrored_moves


def mirror_law(rule: Rule, family: Family, words: Mapping[int, str]) -> MirrorLaw | None:
    """Return the outcome classes by symmetry strategies for all large n, for even and odd n separately, or
    None.

    Theorem. Let the boards be rectangles, cylinders, tori, paths or cycles that grow along one side, and let
    no piece be longer than w along it. If ``mirror_proof`` finds a strategy on the board of size n >= N,
    where N is 4w + 8 or two more than the other side, then it has one on the board of size n + 2. Proof: on
    boards that are not square the involution fixes every column, or reverses the order of the columns, or
    shifts a cyclic board by half its length. A move and its image can be adjacent only within w + 1 columns.
    In the first case these are contained in w + 2 columns that are equal everywhere, or are at an end; in the
    second case they are at one of the axes, of which a cyclic board has two; in the third case there are no
    such moves. The first move and the cells that it removes are within w + 2 columns. So besides an end, an
    axis and a first move, N columns contain at least one pair of columns on both sides of the axis without
    any interaction, and copies of these can be inserted: every condition on moves and images is then a
    condition on the same moves and images.

    >>> from gfkit.core.boards import parse_board
    >>> from gfkit.core.rules import find_rule
    >>> print(mirror_law(find_rule("cram"), parse_board("4xn"), {}).statement)
    on 4xn the second player wins for every even n >= 0 and the first player wins for every odd n >= 1
    """
    start = _find_parity_threshold(rule, family)
    if start is None:
        return None
    proofs = [mirror_proof(rule, family.at(n)) for n in (start, start + 1)]
    if not any(proofs):
        return None
    winners = [None if proof is None else proof.word for proof in proofs]
    smaller = {n: mirror_proof(rule, family.at(n)) for n in range(family.first_n, start) if n not in words}
    below = {n: word for n, word in words.items() if n < start} | {
        n: proof.word for n, proof in smaller.items() if proof is not None
    }
    wrong = tuple(n for n in sorted(below) if winners[n % 2] not in (None, below[n]))
    return MirrorLaw(family.text, winners[0], winners[1], start, wrong, tuple(sorted(below)))


def mirror_words(rule: Rule, family: Family, first: int, last: int) -> dict[int, str]:
    """Return the outcomes for all n from ``first`` to ``last`` for which a symmetry strategy is found.

    For large n the outcomes follow by the theorem of ``mirror_law``.

    >>> from gfkit.core.boards import parse_board
    >>> from gfkit.core.rules import find_rule
    >>> mirror_words(find_rule("cram"), parse_board("4xn"), 997, 1000)
    {997: 'first', 998: 'second', 999: 'first', 1000: 'second'}
    """
    start = _find_parity_threshold(rule, family)
    winners: dict[int, str | None] = {}
    for n in range(first, last + 1):
        same = n if start is None or n < start else start + (n - start) % 2
        if same not in winners:
            proof = mirror_proof(rule, family.at(same))
            winners[same] = None if proof is None else proof.word
        winners[n] = winners[same]
    return {n: word for n, word in winners.items() if word is not None and first <= n <= last}


def _find_parity_threshold(rule: Rule, family: Family) -> int | None:
    """Return the even size above which strategies depend only on the parity of n, or None."""
    if not rule.is_game or rule.liberties or rule.extent is None or not _is_plain_family(family):
        return None
    longest = 1 + rule.extent
    start = max(4 * longest + 8, *(side + 2 for side in family.sizes if side is not None), family.first_n)
    return start + start % 2


def _is_plain_family(family: Family) -> bool:
    """Return True if the boards are rectangles (cyclic or not), paths or cycles, of all sizes."""
    if isinstance(family, PartOfFamily) or family.is_irregular or family.word == "complete":
        return False
    return family.slices is None


def _involutions(position: MaskPosition) -> Iterator[_Involution]:
    """Yield the involutions of free places that are induced by symmetries of the board."""
    up_to = UpTo.SYMMETRY if position.board.grid is not None else UpTo.AUTOMORPHISMS
    try:
        listed = symmetries(position.board, up_to)
    except (BoardError, LimitError):
        return
    for symmetry in sorted(listed, key=lambda symmetry: symmetry.turns[:1] != (Turn(down=-1, right=-1),)):
        if all(symmetry.cells[image] == cell for cell, image in enumerate(symmetry.cells)):
            for exchanges in (True, False) if position.layers == 2 else (False,):
                yield _Involution(position, symmetry, exchanges=exchanges)


class _Involution:
    """Action of a symmetry on the moves of a position. The image of a move need not be a move."""

    def __init__(self, position: MaskPosition, symmetry: Symmetry, *, exchanges: bool) -> None:
        self.position, self.cells = position, symmetry.cells
        self.name = _name(symmetry)
        bits = position.layout.bit
        moved = {bits[cell]: bits[image] for cell, image in enumerate(symmetry.cells)}
        self._moved = {
            bit + layer * position.size: image
            + (position.layers - 1 - layer if exchanges else layer) * position.size
            for bit, image in moved.items()
            for layer in range(position.layers)
        }
        start = position.start
        self._steps = {
            Player.LEFT: self._with_images(position.left_steps, start),
            Player.RIGHT: self._with_images(position.right_steps, start),
        }
        self._replies = {
            mover: {(need, lost) for need, lost, _, _ in self._steps[mover.opponent]} for mover in self._steps
        }

    def _image_of(self, mask: int) -> int:
        return mask_of(map(self._moved.__getitem__, set_bits(mask)))

    def _with_images(self, steps: Iterable[Step], start: int) -> list[tuple[int, int, int, int]]:
        """Return the places that each move needs and clears at the start, and the images of both sets."""
        moves = [(need, start & ~keep) for need, keep in steps if need & start == need]
        return [(need, lost, self._image_of(need), self._image_of(lost)) for need, lost in moves]

    def _is_winning_strategy(self, state: int, mover: Player) -> bool:
        """Return True if the hypotheses of the theorem hold with ``mover`` to move."""
        moves = [step for step in self._steps[mover] if step[0] & state == step[0]]
        replies = self._replies[mover]
        if any(image & (lost | ~state) or (image, then) not in replies for _, lost, image, then in moves):
            return False
        return not self._image_of(reduce(or_, [need for need, _, _, _ in moves], 0)) & ~state

    def second_wins(self, mover: Player, state: int) -> Answers | None:
        """Return the strategy of the second player, or None."""
        if not self._is_winning_strategy(state, mover):
            return None
        return Answers(mover, self.cells, self.name)

    def first_wins(self, mover: Player, state: int) -> Answers | None:
        """Return the strategy of the first player, whose opening removes each move without a symmetric
        reply.
        """
        loser = mover.opponent
        unanswered = [
            need
            for need, lost, image, image_lost in self._steps[loser]
            if state & need == need and (image & lost or (image, image_lost) not in self._replies[loser])
        ]
        for opening_need, lost, _, _ in self._steps[mover]:
            spoils = state & opening_need == opening_need and all(need & lost for need in unanswered)
            if spoils and self._is_winning_strategy(state & ~lost, loser):
                moves: list[tuple[Move, int]] = self.position.moves(mover, state)
                opening = next(move.cells for move, after in moves if after == state & ~lost)
                where = " and ".join(spot_text(self.position.board, cell) for cell in opening)
                return Answers(loser, self.cells, self.name, opening, where)
        return None


def _name(symmetry: Symmetry) -> str:
    """Return a description of a symmetry."""
    if not symmetry.turns:
        return "an automorphism of the board"
    turn: Turn = symmetry.turns[0]
    named = {
        Turn(): "a shift",
        Turn(down=-1): "the reflection that swaps top and bottom",
        Turn(right=-1): "the reflection that swaps left and right",
        Turn(down=-1, right=-1): "the half turn",
        Turn(swapped=True): "the reflection in a diagonal",
        Turn(swapped=True, down=-1, right=-1): "the reflection in the other diagonal",
    }
    return named.get(turn._replace(moves_rows=False, moves_columns=False), "a symmetry of the board")


def is_zero_by_symmetry(rule: Rule, board: Board) -> bool:
    """Return True if the value is 0 by a symmetry strategy of the second player.

    It is False for small boards, for which the search is as fast.
    """
    if board.size < SEARCH.mirrored_from:
        return False

    proof = mirror_proof(rule, board)
    return proof is not None and proof.word == "second"


def whole_number(position: Position) -> int | None:
    """Return the value of the start position if at most one player has a move, or None if both have one or
    the computation takes too long.

    Theorem. Suppose that Right has no move at the start. Then the value is the integer k, the largest number
    of placements of Left that do not conflict. With the players swapped it is -k. Proof. A placement only
    removes moves, so Right never has a move. The game is {G' | } with G' over Left's moves, and by induction
    it is the largest number of moves that Left can make in succession. The order of the placements does not
    matter. QED

    Cost: the number of states of a sweep over the cells, which is small for narrow boards.

    >>> from gfkit.core.boards import parse_one_board
    >>> from gfkit.core.rules import find_rule
    >>> from gfkit.play.position import compile_position
    >>> [whole_number(compile_position(find_rule("domineering"), parse_one_board(b))) for b in ("7x1", "1x9")]
    [3, -4]
    """
    if not isinstance(position, MaskPosition):
        return None
    movers = {
        player: steps
        for player, steps in ((Player.LEFT, position.left_steps), (Player.RIGHT, position.right_steps))
        if any(position.start & need == need for need, _ in steps)
    }
    if not movers:
        return 0
    if len(movers) > 1:
        return None
    ((player, steps),) = movers.items()
    longest = _most_moves(position.start, steps)
    return None if longest is None else longest if player is Player.LEFT else -longest


def _most_moves(start: int, steps: tuple[tuple[int, int], ...]) -> int | None:
    """Return the maximum number of moves in succession by a sweep over the bits, or None if there are too
    many states.
    """
    at: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for need, keep in steps:
        at[need & -need].append((need, keep))
    seen = 0
    most: defaultdict[int, dict[int, int]] = defaultdict(dict)
    """States by their lowest bit, each with the maximum number of moves made before it."""
    most[start & -start][start] = 0
    for low in (1 << bit for bit in set_bits(start)):
        states = most.pop(low, {})
        seen += len(states)
        if seen > SEARCH.one_sided_states:
            return None
        for state, moves in states.items():
            made = [state & keep & ~low for need, keep in at[low] if state & need == need]
            for after, many in ((state & ~low, moves), *((rest, moves + 1) for rest in made)):
                reached = most[after & -after]
                reached[after] = max(reached.get(after, 0), many)
    return most[0][0]
