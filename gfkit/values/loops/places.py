"""Where everything lies in the tables of the loops, and how large numbers and sets in them may be."""

from __future__ import annotations

LEFTS, RIGHTS, END, IS_NUMBER, HIGH, LOW, FLOOR, CEILING, NEGATIVE, SAME, BESIDE = range(11)
SCALE = 1 << 20
SWITCHES = (SCALE // 2, SCALE, 3 * SCALE // 2)
"""A row ends with the left and right stops of its game beside a switch {x | -x}, for these x."""
ROW = BESIDE + 2 * len(SWITCHES)
GROW, GIVE_UP, PAUSE = 1, 2, 3
PENDING, ITSELF = -1, -2
IDS = 29
"""Bits of a row's number in a key."""
MARKS = 2
"""Bits of marks below the row of an option."""
WORD, BYTES = 56, 7
SET = 62
"""Moves in a word of a set of moves."""
UNIT, TAXES = 256, 16
TAX, GRAIN = UNIT // 4, UNIT // 8
OPEN, WON, LOST = 0, 1, 2
PART_LOW, PART_HIGH, VALUE, MOVES, OPTIONS, CLAIMS = 0, 1, 2, 3, 4, 6
"""Of the last two there are two: Left's, then Right's. Of a part that is its own negative Left's options do
for Right, and in the place of his there is ``ITSELF``."""
COLUMNS = CLAIMS + 2
OPEN_TO, ALIKE = OPTIONS, OPTIONS + 1
"""In the search for nimbers: a bit for each that no option is known to have, so that the part may have it;
and the first part with the same graph, with a hash of the graph in the lowest bits."""
USED_PARTS, USED_SETS, USED_CLAIMS, USED_LIST, USED_SPLIT, MOST_MOVES, USED_BANDS, UNTIL_PAUSE = range(8)
TRIED, DROPPED = 8, 9
"""How often sets of moves were looked at for moves that do not matter, and how often there were some."""
NEXT, KEPT, SINCE, LOOKED_AT, LISTED, BAD, ORDER = range(7)
"""What a node of the search begins with; see ``search_sums``."""
MOST_PARTS = 24
"""Parts that one position may have; a search in which one has more is given up."""
MARGIN = 8192
"""Room that a table must have before what is learnt is put there."""
HALF = (1 << 31) - 1
