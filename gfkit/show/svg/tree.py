"""Small short games as trees: Left's options hang to the left, Right's to the right."""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.errors import LimitError
from gfkit.show.svg.drawing import Drawing
from gfkit.show.svg.element import Point, centred, line, tag, width_of
from gfkit.values import ShortGame

MOST_NODES = 60
_LONGEST = 24
_LEVEL, _GAP, _HIGH = 62.0, 12.0, 24.0


@dataclass(frozen=True)
class _Node:
    words: str
    left: tuple[_Node, ...]
    right: tuple[_Node, ...]

    @property
    def below(self) -> tuple[_Node, ...]:
        return (*self.left, *self.right)

    @property
    def size(self) -> int:
        return 1 + sum(node.size for node in self.below)

    @property
    def height(self) -> int:
        return 1 + max((node.height for node in self.below), default=0)

    @property
    def width(self) -> float:
        return max(width_of(self.words) + 14, sum(node.width + _GAP for node in self.below) - _GAP)


def tree_drawing(game: ShortGame) -> Drawing:
    """The options of a game, their options, and so on down to numbers, which are not taken apart.

    Lines to Left's options are plain, those to Right's are dashed.
    """
    root = _grown(game, [0])
    parts: list[str] = []
    _placed(root, 0, 0, parts)
    said = f"{root.size} positions, down to numbers; plain lines are moves of Left, dashed ones of Right."
    return Drawing(
        root.width, (root.height - 1) * _LEVEL + _HIGH, "".join(parts), f"tree of {root.words}", said
    )


def _grown(game: ShortGame, count: list[int]) -> _Node:
    count[0] += 1
    if count[0] > MOST_NODES:
        raise LimitError(
            f"the tree of the game has more than {MOST_NODES} nodes, which is the most that is drawn"
        )
    words = game.text(_LONGEST) or "…"
    if game.number is not None:
        return _Node(words, (), ())
    left, right = (tuple(_grown(one, count) for one in side) for side in (game.left, game.right))
    return _Node(words, left, right)


def _placed(node: _Node, left: float, top: float, parts: list[str]) -> Point:
    """Draws a node with all that hangs on it, the lines first; gives the middle of its top."""
    across = sum(one.width + _GAP for one in node.below) - _GAP
    at = left + max(0.0, (node.width - across) / 2)
    middles = []
    for one in node.below:
        middles.append(_placed(one, at, top + _LEVEL, parts))
        at += one.width + _GAP
    middle = (middles[0][0] + middles[-1][0]) / 2 if middles else left + node.width / 2
    half = (width_of(node.words) + 14) / 2
    middle = min(max(middle, left + half), left + node.width - half)
    for k, (x, y) in enumerate(middles):
        look = "left-line" if k < len(node.left) else "right-line"
        parts.append(line([(middle, top + _HIGH), (x, y)], class_=look))
    parts.append(_box(node.words, middle, top))
    return middle, top


def _box(words: str, middle: float, top: float) -> str:
    wide = width_of(words) + 10
    frame = tag("rect", x=middle - wide / 2, y=top, width=wide, height=_HIGH, rx=6, class_="cell node")
    return frame + centred(words, middle, top + _HIGH / 2, 13)
