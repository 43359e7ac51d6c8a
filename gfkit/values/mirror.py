"""Who wins by answering every move with its image: strategies by symmetry, proved without a search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from gfkit.boards import Board, Family, PartOfFamily
from gfkit.boards.board import spot_text
from gfkit.boards.symmetry import Symmetry, Turn, symmetries
from gfkit.errors import BoardError, LimitError
from gfkit.games import Rule
from gfkit.kinds.placement.move import Move
from gfkit.typing import Player, UpTo
from gfkit.values.layout import mask_of, set_bits
from gfkit.values.position import MaskPosition, Position, Step, compile_position
from gfkit.values.tuning import SEARCH
from gfkit.values.words import WINNERS, winner_text
from gfkit.writable import Face


@dataclass(frozen=True, slots=True)
class Answers(Face):
    """That ``loser``, to move, loses: the other answers each of the moves with its image.

    ``cells`` has the image of every cell. After ``opening``, where it is not None, the one who answers is who
    placed it.
    """

    loser: Player
    cells: tuple[int, ...]
    name: str
    opening: tuple[int, ...] | None = None
    placed: str = ""
    """The cells of the opening in words."""

    @property
    def text(self) -> str:
        """The strategy in words, without who follows it."""
        if self.opening is None:
            return self.reply_text
        return f"takes {self.placed} first, and then {self.reply_text}"

    @property
    def reply_text(self) -> str:
        """The same without the opening."""
        return f"answers each move with its image under {self.name}"

    def as_json(self) -> dict[str, object]:
        opening = None if self.opening is None else list(self.opening)
        return {"loser": self.loser.value, "map": list(self.cells), "name": self.name, "opening": opening}


@dataclass(frozen=True, slots=True)
class MirrorProof(Face):
    """Who wins a board, with a strategy by symmetry for each player who might start."""

    left_starts: Answers
    right_starts: Answers

    @property
    def word(self) -> str:
        """``first``, ``second``, ``left`` or ``right``."""
        return WINNERS[self.left_starts.opening is not None, self.right_starts.opening is not None]

    @property
    def text(self) -> str:
        """The strategies in words."""
        starts = ((Player.LEFT, self.left_starts), (Player.RIGHT, self.right_starts))
        if self.left_starts.text == self.right_starts.text:
            return f"the {self.word} player {self.left_starts.text}"
        return "; ".join(
            f"where {mover.value.title()} starts, {answers.loser.opponent.value.title()} {answers.text}"
            for mover, answers in starts
        )

    def as_json(self) -> dict[str, object]:
        return {"left_starts": self.left_starts.as_json(), "right_starts": self.right_starts.as_json()}


@dataclass(frozen=True, slots=True)
class MirrorLaw(Face):
    """Who wins for all even, or all odd, n from ``covers_from`` on, by a strategy for each of them.

    ``searched`` are the smaller n that were looked at one by one, ``exceptions`` those of them where somebody
    else wins.
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
        """The winner at n, where the law tells."""
        return (self.odd if n % 2 else self.even) if n >= self._from(n % 2) else None

    def _from(self, parity: int) -> int:
        """The least n of this parity from which on all that was looked at agrees."""
        n = self.covers_from + (self.covers_from + parity) % 2
        while n - 2 in self.searched and n - 2 not in self.exceptions:
            n -= 2
        return n

    @property
    def statement(self) -> str:
        if self.even is not None and self.even == self.odd:
            last = max(self._from(0), self._from(1))
            first = last - 1 if last - 1 >= min(self._from(0), self._from(1)) else last
            return f"{winner_text(self.even)} on {self.board} for every n >= {first}"
        parts = [
            f"{winner_text(word)} for every {kind} n >= {self._from(parity)}"
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
    """A proof by symmetry of who wins under normal play, or None where none is found.

    Theorem. Let a position be the set of what is free (a cell for a colour), and let every move ask for
    some of it and take away some for good, whatever else lies on the board. Let s be an involution of all
    that may be free, and let A be to move. Suppose that s takes all that is free, and that moves of A ask
    for, to what is free; that the image of every move of A is a move of B, which takes away the images of
    what it takes away; and that no move of A takes away what its image asks for. Then A loses. Proof: B
    answers each move with its image. It asks for images of what is free and asked for, so they are free,
    and the move has not taken them. What is left keeps the first property: let x be free still, and asked
    for by A. Had the move taken s(x), the answer would have taken s(s(x)) = x; had the answer taken s(x),
    the move would have taken x. Every move takes away what it asks for, so play ends, and B always has an
    answer. So B wins, moving first, where a move leads to a position in which A, to move, loses in this
    way.

    Hypotheses fail where a move depends on more than what is free: with liberties, as in NoGo. Tried are
    the symmetries of the board that are involutions, with the players exchanged or not; whether they take
    moves to moves is looked at move by move. Cost: symmetries times moves, and times moves again for
    openings.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.games import find_rule
    >>> [mirror_proof(find_rule("cram"), parse_one_board(board)).word for board in ("6x6", "6x7")]
    ['second', 'first']
    >>> mirror_proof(find_rule("col"), parse_one_board("4x5")).text
    'the second player answers each move with its image under the half turn'
    >>> [mirror_proof(find_rule("cram"), parse_one_board(board)) is None for board in ("5x6", "5x7")]
    [False, True]
    """
    mirrors = Mirrors(compile_position(rule, board))
    left_starts = mirrors.answers(Player.LEFT)
    right_starts = None if left_starts is None else mirrors.answers(Player.RIGHT)
    if left_starts is None or right_starts is None:
        return None
    return MirrorProof(left_starts, right_starts)


class Mirrors:
    """The involutions of a board, asked of any position in the middle of play.

    The theorem of ``mirror_proof`` speaks of positions, and what it asks for is looked at in each of them.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self._found: list[_Involution] = []
        self._more = _involutions(position, position.board) if _is_looked_at(position) else iter(())

    def answers(self, mover: Player, state: int | None = None) -> Answers | None:
        """A strategy that settles who wins, with this player to move; None where none is found."""
        state = self.position.start if state is None else state
        for involution in self._each():
            strategy = involution.second_wins(mover, state) or involution.first_wins(mover, state)
            if strategy is not None:
                return strategy
        return None

    def _each(self) -> Iterator[_Involution]:
        yield from self._found
        for involution in self._more:
            self._found.append(involution)
            yield involution


def _is_looked_at(position: Position) -> TypeGuard[MaskPosition]:
    """Whether moves ask for free cells alone, and neither they nor the symmetries are too many."""
    board = position.board
    if not isinstance(position, MaskPosition) or (board.grid is None and board.size > SEARCH.mirrored_cells):
        return False
    return len(position.left_steps + position.right_steps) <= SEARCH.mirrored_moves


def is_zero_by_symmetry(rule: Rule, board: Board) -> bool:
    """Whether the second player wins by answering each move with its image, so that the value is 0.

    Of small boards nobody asks: their search is as quick.
    """
    if board.size < SEARCH.mirrored_from:
        return False
    proof = mirror_proof(rule, board)
    return proof is not None and proof.word == "second"


def mirror_law(rule: Rule, family: Family, words: Mapping[int, str]) -> MirrorLaw | None:
    """What strategies by symmetry say about all large n, for even and for odd n apart; None where they say
    nothing.

    Theorem. Let the boards be rectangles, cylinders, tori, paths or cycles that grow along one side, and
    let no piece be longer than w along it. If ``mirror_proof`` finds a strategy on the board of size n >=
    N, where N is 4w + 8 or two more than the other side, then it has one on that of size n + 2. Proof: on
    boards that are not square the involution keeps every column in its place, or turns the row of columns
    round, or shifts a ring by half its length. A move and its image touch each other only where they lie
    within w + 1 columns: in the first case these are w + 2 columns that look alike everywhere, or lie at an
    end; in the second they lie at one of the axes, of which there are two in a ring; in the third there are
    none. The first move and what it takes away lie in at most w + 2 columns. So N columns hold, beside an
    end, an axis and a first move, at least one pair of columns on both sides of the axis between which
    nothing happens, and copies of these can be put in: whatever is asked of moves and images is asked there
    of the same moves and images again.

    >>> from gfkit.boards import parse_board
    >>> from gfkit.games import find_rule
    >>> print(mirror_law(find_rule("cram"), parse_board("4xn"), {}).statement)
    on 4xn the second player wins for every even n >= 0 and the first player wins for every odd n >= 1
    """
    start = _alike_from(rule, family)
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
    """Who wins those boards from ``first`` to ``last`` for which a strategy by symmetry is found.

    Large ones are told by the theorem of ``mirror_law``.

    >>> from gfkit.boards import parse_board
    >>> from gfkit.games import find_rule
    >>> mirror_words(find_rule("cram"), parse_board("4xn"), 997, 1000)
    {997: 'first', 998: 'second', 999: 'first', 1000: 'second'}
    """
    start = _alike_from(rule, family)
    winners: dict[int, str | None] = {}
    for n in range(first, last + 1):
        same = n if start is None or n < start else start + (n - start) % 2
        if same not in winners:
            proof = mirror_proof(rule, family.at(same))
            winners[same] = None if proof is None else proof.word
        winners[n] = winners[same]
    return {n: word for n, word in winners.items() if word is not None and first <= n <= last}


def _alike_from(rule: Rule, family: Family) -> int | None:
    """The even size from which on strategies depend on whether n is even; None where no theorem says so."""
    if not rule.is_game or rule.liberties or rule.extent is None or not _grows_plainly(family):
        return None
    longest = 1 + rule.extent
    start = max(4 * longest + 8, *(side + 2 for side in family.sizes if side is not None), family.first_n)
    return start + start % 2


def _grows_plainly(family: Family) -> bool:
    """Whether its boards are rectangles, closed up or not, paths or cycles, of all sizes."""
    if isinstance(family, PartOfFamily) or family.is_irregular or family.word == "complete":
        return False
    return family.slices is None


def _involutions(position: MaskPosition, board: Board) -> Iterator[_Involution]:
    """The involutions of what is free that the board's symmetries give."""
    up_to = UpTo.SYMMETRY if board.grid is not None else UpTo.AUTOMORPHISMS
    try:
        listed = symmetries(board, up_to)
    except (BoardError, LimitError):
        return
    for symmetry in sorted(listed, key=lambda symmetry: symmetry.turns[:1] != (Turn(down=-1, right=-1),)):
        if all(symmetry.cells[image] == cell for cell, image in enumerate(symmetry.cells)):
            for exchanges in (True, False) if position.layers == 2 else (False,):
                yield _Involution(position, symmetry, exchanges=exchanges)


class _Involution:
    """A symmetry of a board as it acts on the moves of a position, which need not be moves again."""

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

    def _of(self, mask: int) -> int:
        return mask_of(tuple(self._moved[bit] for bit in set_bits(mask)))

    def _with_images(self, steps: Iterable[Step], start: int) -> list[tuple[int, int, int, int]]:
        """What each move asks for and takes away, on the board at the start, and the images of both."""
        moves = []
        for need, keep in steps:
            if need & start == need:
                lost = start & ~keep
                moves.append((need, lost, self._of(need), self._of(lost)))
        return moves

    def _answers_all(self, state: int, mover: Player) -> bool:
        """Whether the one who is not to move answers every move with its image; the theorem's hypotheses."""
        moves = [step for step in self._steps[mover] if step[0] & state == step[0]]
        asked = 0
        for need, lost, image, image_lost in moves:
            if image & lost or image & ~state or (image, image_lost) not in self._replies[mover]:
                return False
            asked |= need
        return not self._of(asked) & ~state

    def second_wins(self, mover: Player, state: int) -> Answers | None:
        """The strategy against who moves first."""
        if not self._answers_all(state, mover):
            return None
        return Answers(mover, self.cells, self.name)

    def first_wins(self, mover: Player, state: int) -> Answers | None:
        """A first move after which the other is to move, and is answered: it spoils each move that is not."""
        loser = mover.opponent
        unanswered = [
            need
            for need, lost, image, image_lost in self._steps[loser]
            if state & need == need and (image & lost or (image, image_lost) not in self._replies[loser])
        ]
        for opening_need, lost, _, _ in self._steps[mover]:
            spoils = state & opening_need == opening_need and all(need & lost for need in unanswered)
            if spoils and self._answers_all(state & ~lost, loser):
                opening = self._cells_of_move(mover, state, state & ~lost)
                where = " and ".join(spot_text(self.position.board, cell) for cell in opening)
                return Answers(loser, self.cells, self.name, opening, where)
        return None

    def _cells_of_move(self, mover: Player, state: int, after: int) -> tuple[int, ...]:
        """The cells of a move from one state to another."""
        moves: list[tuple[Move, int]] = self.position.moves(mover, state)
        return next(move.cells for move, then in moves if then == after)


def _name(symmetry: Symmetry) -> str:
    """A symmetry in words."""
    if not symmetry.turns:
        return "an automorphism of the board"
    turn: Turn = symmetry.turns[0]
    named = {
        Turn(): "a shift",
        Turn(down=-1): "the reflection that turns it upside down",
        Turn(right=-1): "the reflection of left and right",
        Turn(down=-1, right=-1): "the half turn",
        Turn(swapped=True): "the reflection in a diagonal",
        Turn(swapped=True, down=-1, right=-1): "the reflection in the other diagonal",
    }
    return named.get(turn._replace(moves_rows=False, moves_columns=False), "a symmetry of the board")
