"""Whole game trees of dominogames, written out cell by cell: slow and obvious, for comparison."""

from __future__ import annotations

RULES = ("kind", "cruel", "first")


class Tree:
    """A whole game tree with boards as sets of covered cells; no positions are merged."""

    def __init__(self, columns, rows, raised=0, piece="domino", players=2, opening=()):
        self.columns, self.rows, self.raised, self.players = columns, rows, raised, players
        self.piece = piece
        board, paid = frozenset(), [0] * players
        for turn, name in enumerate(opening):
            cells = dict(self.drops(board))[name]
            board |= set(cells)
            paid[turn % players] += sum(row + raised for _, row in cells)
        self.root = self.node(board, tuple(opening), tuple(paid))

    def drops(self, board):
        """Every piece that can be dropped: it falls through free cells until a covered one is below."""

        def lands(wide, tall, column):
            bottom = None
            for row in range(self.rows - tall + 1, 0, -1):
                cells = [(column + dx, row + dy) for dx in range(wide) for dy in range(tall)]
                if any(cell in board for cell in cells):
                    break
                bottom = cells
            return bottom

        if self.piece == "monomino":
            found, seen = [], set()
            for column in range(1, self.columns + 1):
                cells = lands(1, 1, column)
                if cells and cells[0][1] not in seen:
                    seen.add(cells[0][1])
                    found.append((f"m{column}", cells))
            return found
        shapes = [("h", 2, 1, column) for column in range(1, self.columns)]
        shapes += [("v", 1, 2, column) for column in range(1, self.columns + 1)]
        landed = [(f"{kind}{column}", lands(wide, tall, column)) for kind, wide, tall, column in shapes]
        return [(name, cells) for name, cells in landed if cells]

    def node(self, board, names, paid):
        """Who moves, the moves so far, what was paid, and the nodes below."""
        turn = len(names) % self.players
        below = []
        for name, cells in self.drops(board):
            gain = sum(row + self.raised for _, row in cells)
            more = tuple(one + gain * (k == turn) for k, one in enumerate(paid))
            below.append(self.node(board | set(cells), (*names, name), more))
        empty = self.columns * self.rows - len(board)
        return turn, names, paid, below, empty

    def equilibria(self, node=None):
        """All equilibrium plays, as moves with payoffs and empty cells, by sets of whole subtrees."""
        turn, names, paid, below, empty = node or self.root
        if not below:
            return {(names, paid, empty)}
        sets = [self.equilibria(one) for one in below]
        least = [min(play[1][turn] for play in plays) for plays in sets]
        kept = set()
        for index, plays in enumerate(sets):
            others = [value for k, value in enumerate(least) if k != index]
            kept |= {play for play in plays if all(play[1][turn] >= value for value in others)}
        return kept

    def named(self, rule, node=None):
        """The payoffs when everybody keeps to one tie rule."""
        turn, _, paid, below, _ = node or self.root
        if not below:
            return paid
        results = [self.named(rule, one) for one in below]
        best = [one for one in results if one[turn] == max(other[turn] for other in results)]
        in_turn = [(turn + k) % self.players for k in range(self.players)]

        def generosity(one):
            return (sum(one) - one[turn], *(one[k] for k in in_turn[1:]))

        if rule == "first":
            return best[0]
        return max(best, key=generosity) if rule == "kind" else min(best, key=generosity)

    def leaves(self, node=None):
        _, _, _, below, _ = node or self.root
        return sum(map(self.leaves, below)) if below else 1
