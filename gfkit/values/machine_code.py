"""Values, bounds and the search for a winner as loops for machine code, or Python as it is.

In order: canonical
forms; claims; parts of positions and their values; the search. ``fast.py`` makes the tables and calls.

**Canonical forms**, by the same theorems as in ``short/table.py`` and ``short/arithmetic.py``, which stay
the plain way. A game is a row of ``forms``: where its options lie in ``pool`` (Left's, then Right's),
whether it is a number, its stops, whether it is at least its right stop (floor) and at most its left stop
(ceiling), its negative, which row is its canonical form, and the stops of its sums with some switches: if
G <= H, then G + X <= H + X, and neither stop of G + X is larger than that of H + X. Rows are also made of
options before dominated ones go, so that no set of options is looked at twice. Numbers are whole numbers of
1 / ``SCALE``. ``facts`` is an open hash table of all that is known: sums, comparisons, numbers, rows by their
options. ``counts`` has the rows, the pool and the facts used, the top of ``stack``, and trouble: 1 when a
table must grow, 2 when numbers or lists are too large, 3 when it is time to look at the clock. After
trouble nothing is kept, every function returns, and whoever called makes room and asks again.

**Claims.** A claim about a value is a whole number in units of 1 / ``UNIT``: ``y * UNIT`` says that the
value is at least y (moving second), or that who moves first wins it less y (moving first); one less says so
of every number below y. Claims come for ``TAXES`` temperatures: 0, 1/4, 1/2 and so on; those above 0 are
about stops of the cooled value, and say "every number below" at most. Write R_t and L_t for the stops of G
cooled by t; a is the best claim moving second of the own options less t, b the worst claim moving first of
the opponent's, plus t. L_t >= a and R_t >= min(a, b), frozen or not; R_t never falls when t grows, and L_t
is at least the mast. G >= x for a number x when the opponent's options are all won moving first against x
and x is a whole number up to 0 or some own option is at least the left option of x; and a game that is no
number and whose opponent's options are all won moving first against its right stop y is at least y (number
avoidance). Cooling is additive, L_0 >= L_t and R_0 >= R_t - t: so sums of claims decide who wins sums.

**Positions.** A state is two words of ``WORD`` bits, so that no number reaches 2^62. A position is a sum of
parts and one value. A part is known by its least image; its code is twice its number, plus one where it
stands for the negative of that image. What is known of parts is in rows of ``info``; ``OPTIONS`` says where a
part's moves begin in ``listed``, ``CLAIMS`` where the values of its best bands do, and which claims are its.
The moves of a state are a set in words of ``SET`` bits; ``game[14]`` has for each move those it makes
impossible. Codes of states met of late are in a table of fixed size.
``used`` has how much of each table is filled.
"""

from __future__ import annotations

from typing import Any

from gfkit.exact.stored_code import part_of_loop

LEFTS, RIGHTS, END, IS_NUMBER, HIGH, LOW, FLOOR, CEILING, NEGATIVE, SAME, BESIDE = range(11)
SCALE = 1 << 20
SWITCHES = (SCALE // 2, SCALE, 3 * SCALE // 2)
"""A row ends with the left and right stops of its game beside a switch {x | -x}, for these x."""
ROW = BESIDE + 2 * len(SWITCHES)
GROW, GIVE_UP, PAUSE = 1, 2, 3
PENDING, ITSELF = -1, -2
_IDS = 29
"""Bits of a row's number in a key."""
_SUM, _ORDER, _NUMBER, _ROW = 1, 2, 3, 4
_SLACK = 4096
_MARKS = 2
"""Bits of marks below the row of an option."""
WORD, BYTES = 56, 7
SET = 62
"""Moves in a word of a set of moves."""
UNIT, TAXES = 256, 16
TAX, GRAIN = UNIT // 4, UNIT // 8
LOWEST = -(1 << 20)
NO_CLAIM, MOST_CLAIMED = -(1 << 15), (1 << 15) - 1
"""Claims are kept in 16 bits: the first where there is none, or one below; the second for all above."""
OPEN, WON, LOST = 0, 1, 2
PART_LOW, PART_HIGH, VALUE, MOVES, OPTIONS, CLAIMS = 0, 1, 2, 3, 4, 6
"""Of the last two there are two: Left's, then Right's. Of a part that is its own negative Left's options do
for Right, and in the place of his there is ``ITSELF``."""
COLUMNS = CLAIMS + 2
OPEN_TO, ALIKE = OPTIONS, OPTIONS + 1
"""In the search for nimbers: a bit for each that no option is known to have, so that the part may have it;
and the first part with the same graph, with a hash of the graph in the lowest bits."""
MOST_NIMBERS = 62
"""Nimbers from here on are too large for that."""
_HASH, _ROUNDS = 31, 3
"""Bits of that hash, and how far around a move its mark depends on what is there."""
USED_PARTS, USED_SETS, USED_CLAIMS, USED_LIST, USED_SPLIT, MOST_MOVES, USED_BANDS, UNTIL_PAUSE = range(8)
TRIED, DROPPED = 8, 9
"""How often sets of moves were looked at for moves that do not matter, and how often there were some."""
_ENOUGH = 4096
MOST_HOT, LARGE = 4, 5_000
"""How many hot values are added up exactly to compare them with 0, and how large together."""
MOST_BAND, MOST_THIN = 14, 26
"""Moves of a part of a band up to which its value is found, and where the band is no broader than a piece."""
MOST_CELLS = 20
"""Cells of a band too broad for the table of thin ones up to which it is looked at."""
BUCKET = 8
NEXT, KEPT, SINCE, LOOKED_AT, LISTED, BAD, ORDER = range(7)
"""What a node of the search begins with; see ``search_sums``."""
ENOUGH_BAD = 3
"""After so many moves in a row that lose, the best reply so far is searched before others are judged."""
MOST_PARTS = 24
"""Parts that one position may have; a search in which one has more is given up."""
_SETS, _MARGIN = 5, 8192
_HALF = (1 << 31) - 1
_SETS_AT_ONCE = 4
"""Sets that may be written before it is looked again whether there is room."""


@part_of_loop()
def mixed_bits(number: int) -> int:
    """A number below 2^31 whose last bits depend on all of those of another."""
    number = ((number ^ number >> 31) & _HALF) * 1540483477
    return (number ^ number >> 31 ^ number >> 45) & _HALF


@part_of_loop()
def ones_in(word: int) -> int:
    """How many bits of a word are 1."""
    word -= word >> 1 & 0x5555555555555555
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333)
    word = word + (word >> 4) & 0x0F0F0F0F0F0F0F0F
    return word * 0x0101010101010101 >> 56 & 255


@part_of_loop()
def place_of(key: int, size: int) -> int:
    """Where the search for a key begins; ``size`` is a power of two."""
    return mixed_bits((key & _HALF) * 1103515245 ^ (key >> 31) * 1812433253) & size - 1


@part_of_loop()
def fact(key: int, store: Any) -> int:
    """What is known under a key, or -1."""
    facts = store[2]
    slot = place_of(key, len(facts))
    while facts[slot, 0]:
        if facts[slot, 0] == key:
            return int(facts[slot, 1])
        slot = slot + 1 if slot + 1 < len(facts) else 0
    return -1


@part_of_loop()
def learn(key: int, value: int, store: Any) -> None:
    facts, counts = store[2], store[3]
    if counts[4]:
        return
    slot = place_of(key, len(facts))
    while facts[slot, 0]:
        slot = slot + 1 if slot + 1 < len(facts) else 0
    facts[slot, 0] = key
    facts[slot, 1] = value
    counts[2] += 1
    if counts[2] * 3 > len(facts) * 2:
        counts[4] = GROW


@part_of_loop()
def rehash(old: Any, facts: Any) -> None:
    """The facts of one table in a larger one."""
    for at in range(len(old)):
        key = old[at, 0]
        if key:
            slot = place_of(key, len(facts))
            while facts[slot, 0]:
                slot = slot + 1 if slot + 1 < len(facts) else 0
            facts[slot, 0] = key
            facts[slot, 1] = old[at, 1]


@part_of_loop()
def row_of_number(value: int, store: Any) -> int:
    """The row of the number ``value / SCALE``, with the options of its canonical form."""
    key = _NUMBER << 2 * _IDS | value + (1 << 2 * _IDS - 1)
    known = fact(key, store)
    if known >= 0:
        return known
    step = SCALE
    while value % step:
        step //= 2
    left = right = -1
    if value > 0 or step < SCALE:
        left = row_of_number(value - step, store)
    if value < 0 or step < SCALE:
        right = row_of_number(value + step, store)
    forms, pool, _, counts, _ = store
    if counts[4]:
        return 0
    start = counts[1]
    if left >= 0:
        pool[counts[1]] = left
        counts[1] += 1
    middle = counts[1]
    if right >= 0:
        pool[counts[1]] = right
        counts[1] += 1
    row = add_row(start, middle, store)
    here = forms[row]
    here[IS_NUMBER], here[HIGH], here[LOW], here[FLOOR], here[CEILING] = 1, value, value, 1, 1
    for k in range(len(SWITCHES)):
        here[BESIDE + 2 * k], here[BESIDE + 2 * k + 1] = value + SWITCHES[k], value - SWITCHES[k]
    learn(key, row, store)
    return row


@part_of_loop()
def add_row(start: int, middle: int, store: Any) -> int:
    """A row for options that lie on the top of the pool."""
    forms, pool, _, counts, _ = store
    row = int(counts[0])
    here = forms[row]
    here[LEFTS], here[RIGHTS], here[END] = start, middle, counts[1]
    here[IS_NUMBER], here[NEGATIVE], here[SAME] = 0, -1, row
    counts[0] += 1
    if counts[0] + 4 > len(forms) or counts[1] + _SLACK > len(pool):
        counts[4] = GROW
    return row


@part_of_loop()
def row_key(begin: int, middle: int, end: int, options: Any) -> int:
    found = end - begin + 31 * (middle - begin)
    for at in range(begin, end):
        found = (found ^ found >> 19) * 1000003 + options[at] + (1 if at < middle else 77777)
        found &= (1 << 41) - 1
    return _ROW << 2 * _IDS | found


@part_of_loop()
def find_row(begin: int, middle: int, end: int, store: Any) -> int:
    """The row with the options on the stack from ``begin`` to ``end``, or -1."""
    forms, pool, facts, _, stack = store
    key = row_key(begin, middle, end, stack)
    slot = place_of(key, len(facts))
    while facts[slot, 0]:
        if facts[slot, 0] == key:
            row = int(facts[slot, 1])
            here = forms[row]
            start = here[LEFTS]
            if (
                here[SAME] != PENDING
                and here[RIGHTS] - start == middle - begin
                and here[END] - start == end - begin
            ):
                same = True
                for at in range(end - begin):
                    if pool[start + at] != stack[begin + at]:
                        same = False
                        break
                if same:
                    return row
        slot = slot + 1 if slot + 1 < len(facts) else 0
    return -1


@part_of_loop()
def new_row(begin: int, middle: int, end: int, same: int, store: Any) -> int:
    """A new row with the options on the stack; its stops and tests against them come from theirs.

    ``same`` is its canonical form, ``ITSELF``, or ``PENDING``: a row that nobody finds until it is known.
    """
    forms, pool, _, counts, stack = store
    if counts[4]:
        return 0
    if end - begin >= _SLACK:
        counts[4] = GIVE_UP
        return 0
    start = counts[1]
    for at in range(begin, end):
        pool[start + at - begin] = stack[at]
    counts[1] = start + end - begin
    row = add_row(start, start + middle - begin, store)
    here = forms[row]
    if same != ITSELF:
        here[SAME] = same
    high, low = ends_of(begin, middle, end, store)
    here[HIGH], here[LOW], here[FLOOR], here[CEILING] = high, low, 1, 1
    for at in range(begin, middle):
        option = forms[stack[at]]
        if option[LOW] == high and option[FLOOR]:
            here[CEILING] = 0
    for at in range(middle, end):
        option = forms[stack[at]]
        if option[HIGH] == low and option[CEILING]:
            here[FLOOR] = 0
    for k in range(len(SWITCHES)):
        high, low, at_high = here[LOW] + SWITCHES[k], here[HIGH] - SWITCHES[k], BESIDE + 2 * k
        for at in range(begin, middle):
            high = max(high, forms[stack[at], at_high + 1])
        for at in range(middle, end):
            low = min(low, forms[stack[at], at_high])
        here[at_high], here[at_high + 1] = high, low
    learn(row_key(begin, middle, end, stack), row, store)
    return row


@part_of_loop()
def ends_of(begin: int, middle: int, end: int, store: Any) -> tuple[int, int]:
    """The largest right stop of left options, the least left stop of right options."""
    forms, stack = store[0], store[4]
    high, low = -(1 << 60), 1 << 60
    for at in range(begin, middle):
        high = max(high, forms[stack[at], LOW])
    for at in range(middle, end):
        low = min(low, forms[stack[at], HIGH])
    return high, low


@part_of_loop()
def is_at_most(one: int, other: int, store: Any) -> int:
    """Whether one game is at most another: 1 or 0."""
    if one == other:
        return 1
    forms, pool, _, counts, _ = store
    a, b = forms[one], forms[other]
    if a[HIGH] < b[LOW]:
        return 1
    if a[HIGH] > b[HIGH] or a[LOW] > b[LOW]:
        return 0
    for at in range(BESIDE, ROW):
        if a[at] > b[at]:
            return 0
    if a[IS_NUMBER]:
        return int(b[FLOOR])
    if b[IS_NUMBER]:
        return int(a[CEILING])
    if counts[4]:
        return 0
    key = _ORDER << 2 * _IDS | one << _IDS | other
    known = fact(key, store)
    if known >= 0:
        return known
    result = 1
    for at in range(a[LEFTS], a[RIGHTS]):
        if is_at_most(other, pool[at], store):
            result = 0
            break
    if result:
        for at in range(b[RIGHTS], b[END]):
            if is_at_most(pool[at], one, store):
                result = 0
                break
    learn(key, result, store)
    return result


@part_of_loop()
def sorted_set(begin: int, end: int, marks: int, stack: Any) -> int:
    """Sorts numbers on the stack and drops repeated ones; where they end then.

    Below each number there are so many bits of marks, which are joined where a number is repeated.
    """
    for at in range(begin + 1, end):
        value, to = stack[at], at
        while to > begin and stack[to - 1] > value:
            stack[to] = stack[to - 1]
            to -= 1
        stack[to] = value
    kept = begin
    for at in range(begin, end):
        if kept == begin or stack[kept - 1] >> marks != stack[at] >> marks:
            stack[kept] = stack[at]
            kept += 1
        else:
            stack[kept - 1] |= stack[at]
    return kept


@part_of_loop()
def drop_dominated(begin: int, end: int, best: int, marks: int, store: Any) -> int:
    """Drops the options on the stack that another is as good as, for Left (best 1) or Right; the new end.

    The others stay in their order. Options with a mark in common are not compared; their marks are on the
    stack from ``marks`` on, or that is -1.
    """
    stack = store[4]
    for at in range(begin, end):
        option = stack[at]
        if option < 0:
            continue
        for to in range(at + 1, end):
            other = stack[to]
            if other < 0 or (marks >= 0 and stack[marks + at - begin] & stack[marks + to - begin]):
                continue
            if is_at_most(option, other, store) if best else is_at_most(other, option, store):
                stack[at] = -1
                break
            if is_at_most(other, option, store) if best else is_at_most(option, other, store):
                stack[to] = -1
    kept = begin
    for at in range(begin, end):
        if stack[at] >= 0:
            stack[kept] = stack[at]
            kept += 1
    return kept


@part_of_loop()
def close_up(middle: int, old: int, end: int, stack: Any) -> int:
    """Moves what lies from ``old`` to ``end`` down to ``middle``; the new end."""
    if middle < old:
        for at in range(old, end):
            stack[middle + at - old] = stack[at]
    return middle + end - old


@part_of_loop()
def simplest(begin: int, middle: int, end: int, store: Any) -> int:
    """The row of the number that the game with these options is, or -1."""
    forms, stack, counts = store[0], store[4], store[3]
    high, low = ends_of(begin, middle, end, store)
    low_in, high_in = True, True
    for at in range(begin, middle):
        option = forms[stack[at]]
        if option[LOW] == high and option[FLOOR]:
            low_in = False
    for at in range(middle, end):
        option = forms[stack[at]]
        if option[HIGH] == low and option[CEILING]:
            high_in = False
    if begin < middle and middle < end and (high > low or (high == low and not (low_in and high_in))):
        return -1
    step = SCALE
    while step:
        first, last = -(-high // step) * step, low // step * step
        if first == high and not low_in:
            first += step
        if last == low and not high_in:
            last -= step
        if begin == middle or middle == end or first <= last:
            value = 0
            if begin < middle and first > 0:
                value = first
            elif middle < end and last < 0:
                value = last
            return row_of_number(value, store)
        step //= 2
    counts[4] = GIVE_UP
    return 0


@part_of_loop()
def make_row(begin: int, middle: int, end: int, store: Any) -> int:
    """The canonical form of the game with the options on the stack, which may be changed there.

    Options there are rows with ``_MARKS`` bits of marks below. Those that share a mark are known to be
    incomparable.
    """
    forms, _, _, counts, stack = store
    if counts[4]:
        return 0
    if 2 * end - begin + 2 * _SLACK > len(stack):
        counts[4] = GIVE_UP
        return 0
    old, middle = middle, sorted_set(begin, middle, _MARKS, stack)
    end = close_up(middle, old, end, stack)
    end = sorted_set(middle, end, _MARKS, stack)
    for at in range(begin, end):
        stack[end + at - begin] = stack[at] & (1 << _MARKS) - 1
        stack[at] >>= _MARKS
    raw = find_row(begin, middle, end, store)
    if raw >= 0:
        return int(forms[raw, SAME])
    same = simplest(begin, middle, end, store)
    if same >= 0:
        if end > begin:
            new_row(begin, middle, end, same, store)
        return same
    raw = new_row(begin, middle, end, PENDING, store)
    counts[3] = end
    same = canonical_row(begin, middle, end, raw, store)
    if counts[4]:
        return 0
    forms[raw, SAME] = same
    return same


@part_of_loop()
def canonical_row(begin: int, middle: int, end: int, raw: int, store: Any) -> int:
    """The canonical form of a row that is no number: without dominated and reversible options.

    The marks of the options are on the stack behind them.
    """
    forms, pool, _, counts, stack = store
    top, old = end, middle
    middle = drop_dominated(begin, old, 1, top, store)
    end = close_up(middle, old, drop_dominated(old, top, 0, top + old - begin, store), stack)
    dropped = end < top
    if dropped:
        known = find_row(begin, middle, end, store)
        if known >= 0:
            return int(forms[known, SAME])
    changed = False
    for side in range(2):
        begins, ends = (begin, middle) if side == 0 else (middle, end)
        to = top  # options to look at are piled up from here, those that stay come before
        for at in range(begins, ends):
            stack[to] = stack[at]
            to += 1
        room = top + _SLACK
        kept = room
        while to > top:
            to -= 1
            option = forms[stack[to]]
            here = stack[to]
            first, last = (option[RIGHTS], option[END]) if side == 0 else (option[LEFTS], option[RIGHTS])
            bypassed = -1
            for at in range(first, last):
                answer = pool[at]
                if is_at_most(answer, raw, store) if side == 0 else is_at_most(raw, answer, store):
                    bypassed = answer
                    break
            if bypassed < 0:
                stack[kept] = here
                kept += 1
                if kept >= len(stack):
                    counts[4] = GIVE_UP
                    return 0
                continue
            changed = True
            answer_row = forms[bypassed]
            first, last = (
                (answer_row[LEFTS], answer_row[RIGHTS])
                if side == 0
                else (answer_row[RIGHTS], answer_row[END])
            )
            if to + last - first >= room:
                counts[4] = GIVE_UP
                return 0
            for at in range(first, last):
                stack[to] = pool[at]
                to += 1
        if counts[4]:
            return 0
        size = kept - room
        if side == 0:
            shift = begin + size - middle
            if shift > 0:
                for at in range(end - 1, middle - 1, -1):
                    stack[at + shift] = stack[at]
            elif shift < 0:
                for at in range(middle, end):
                    stack[at + shift] = stack[at]
            for at in range(size):
                stack[begin + at] = stack[room + at]
            middle += shift
            end += shift
        else:
            for at in range(size):
                stack[middle + at] = stack[room + at]
            end = middle + size
        top = max(top, end)
    if changed:
        old, middle = middle, sorted_set(begin, middle, 0, stack)
        end = close_up(middle, old, end, stack)
        end = sorted_set(middle, end, 0, stack)
        old, middle = middle, drop_dominated(begin, middle, 1, -1, store)
        end = close_up(middle, old, end, stack)
        end = drop_dominated(middle, end, 0, -1, store)
    sorted_set(begin, middle, 0, stack)
    sorted_set(middle, end, 0, stack)
    if not changed and not dropped:
        return raw
    known = find_row(begin, middle, end, store)
    if known >= 0:
        return int(forms[known, SAME])
    return new_row(begin, middle, end, ITSELF, store)


@part_of_loop()
def negated_row(game: int, store: Any) -> int:
    """The negative of a canonical form: options exchanged and negated."""
    forms, pool, _, counts, stack = store
    known = int(forms[game, NEGATIVE])
    if known >= 0:
        return known
    if forms[game, IS_NUMBER]:
        found = row_of_number(-forms[game, HIGH], store)
    else:
        begin = int(counts[3])
        lefts, rights, last = int(forms[game, LEFTS]), int(forms[game, RIGHTS]), int(forms[game, END])
        size = last - lefts
        if begin + size + 2 * _SLACK > len(stack):
            counts[4] = GIVE_UP
        if counts[4]:
            return 0
        counts[3] += size
        middle = begin + last - rights
        for at in range(size):
            option = pool[rights + at] if at < last - rights else pool[lefts + at - (last - rights)]
            turned = negated_row(option, store)
            stack[begin + at] = turned
        sorted_set(begin, middle, 0, stack)
        sorted_set(middle, begin + size, 0, stack)
        found = find_row(begin, middle, begin + size, store)
        if found < 0:
            found = new_row(begin, middle, begin + size, ITSELF, store)
        counts[3] = begin
    if counts[4]:
        return 0
    forms[game, NEGATIVE] = found
    forms[found, NEGATIVE] = game
    return found


@part_of_loop()
def sum_row(one: int, other: int, store: Any) -> int:
    """The sum of two canonical forms.

    Options of one of them are incomparable, and so they are with the same game added to them.
    """
    forms, pool, _, counts, stack = store
    if one > other:
        one, other = other, one
    if forms[other, IS_NUMBER] and not forms[one, IS_NUMBER]:
        one, other = other, one
    a, b = forms[one], forms[other]
    if a[IS_NUMBER]:
        if b[IS_NUMBER]:
            return row_of_number(a[HIGH] + b[HIGH], store)
        if a[HIGH] == 0:
            return other
    elif a[NEGATIVE] == other:
        return row_of_number(0, store)
    if counts[4]:
        return 0
    key = _SUM << 2 * _IDS | one << _IDS | other
    known = fact(key, store)
    if known >= 0:
        return known
    begin = int(counts[3])
    own, size = 0 if a[IS_NUMBER] else a[END] - a[LEFTS], b[END] - b[LEFTS]
    if begin + own + size + 2 * _SLACK > len(stack):
        counts[4] = GIVE_UP
        return 0
    counts[3] += own + size
    at = begin
    a_left, a_right, a_end = int(a[LEFTS]), int(a[RIGHTS]), int(a[END])
    b_left, b_right, b_end = int(b[LEFTS]), int(b[RIGHTS]), int(b[END])
    is_number = a[IS_NUMBER]
    middle = at
    for side in range(2):
        if not is_number:
            for k in range(a_left if side == 0 else a_right, a_right if side == 0 else a_end):
                found = sum_row(pool[k], other, store)
                stack[at] = found << _MARKS | 1
                at += 1
        for k in range(b_left if side == 0 else b_right, b_right if side == 0 else b_end):
            found = sum_row(one, pool[k], store)
            stack[at] = found if is_number else found << _MARKS | 2
            at += 1
        if side == 0:
            middle = at
    if counts[4]:
        counts[3] = begin
        return 0
    if is_number:
        sorted_set(begin, middle, 0, stack)
        sorted_set(middle, at, 0, stack)
        found = find_row(begin, middle, at, store)
        if found < 0:
            found = new_row(begin, middle, at, ITSELF, store)
    else:
        found = make_row(begin, middle, at, store)
    counts[3] = begin
    learn(key, found, store)
    return found


@part_of_loop()
def largest_number(best: int, worst: int) -> int:
    """The largest number that a game is shown to reach, from the claims of its options, untaxed.

    It reaches x when every option of the opponent is won, moving first, against x, and x is a whole number
    up to 0 or some own option reaches the left option of x, which is x less the grain it has as a fraction.
    """
    number = worst // GRAIN * GRAIN
    while True:
        grain = UNIT
        while number % grain:
            grain //= 2
        if (grain == UNIT and number <= 0) or best >= number - grain:
            return number
        number -= GRAIN


@part_of_loop()
def naming(game: Any) -> Any:
    """Of a game's tables those that ``code_of`` needs: a call hands over each array as some eight words."""
    return game[2], game[3], game[4], game[5], game[7], game[9], game[10], game[13]


@part_of_loop()
def splitting(game: Any) -> Any:
    """Of a game's tables those that ``split_set`` needs."""
    return game[0], game[6], game[7], game[8], game[11], game[14], game[15], game[16]


@part_of_loop()
def image_of(low: int, high: int, bytes_to: Any, out: Any) -> None:
    """A state with its bits moved, byte by byte through tables."""
    a, b = 0, 0
    for k in range(BYTES):
        value = low >> 8 * k & 255
        if value:
            a |= bytes_to[k, value, 0]
            b |= bytes_to[k, value, 1]
    if high:
        for k in range(BYTES):
            value = high >> 8 * k & 255
            if value:
                a |= bytes_to[BYTES + k, value, 0]
                b |= bytes_to[BYTES + k, value, 1]
    out[0], out[1] = a, b


@part_of_loop()
def alive_moves(low: int, high: int, game: Any) -> int:
    """Writes the set of the moves that a state has on the top of the pile of sets; where it begins."""
    needs, used, sets = game[0], game[7], game[8]
    top = int(used[USED_SETS])
    for word in range(game[14].shape[1]):
        sets[top + word] = 0
    for i in range(len(needs)):
        a, b = needs[i, 0], needs[i, 1]
        if low & a == a and high & b == b:
            sets[top + i // SET] |= 1 << i % SET
    used[USED_SETS] = top + game[14].shape[1]
    return top


@part_of_loop()
def next_move(at: int, last: int, game: Any) -> int:
    """The first move of a set after another one, or after -1; the number of all moves where there is none."""
    sets, words = game[8], game[14].shape[1]
    word = (last + 1) // SET
    if word == words:
        return len(game[0])
    left = sets[at + word] >> (last + 1) % SET
    if left:
        return last + 1 + ones_in((left & -left) - 1)
    for other in range(word + 1, words):
        left = sets[at + other]
        if left:
            return other * SET + ones_in((left & -left) - 1)
    return len(game[0])


@part_of_loop()
def drop_moves(at: int, tables: Any) -> None:
    """Drops moves from a set that do not change the value of what is left, where that shows at a glance.

    A move j of one player goes when another move i of the same player is made impossible by j, by the same
    moves of the opponent as j, and by no moves of its own player that leave j possible. Then i is there as
    long as j is, and leaves more to its player and as much to the opponent: j is dominated in all positions
    to come. It must have a bit that no other move of the set needs, or the bits of the others would bring it
    back. While this hardly ever happens it is tried no more.
    """
    _, _, used, sets, starts, stops, needing, owns = tables
    words = stops.shape[1]
    if used[TRIED] > _ENOUGH and 16 * used[DROPPED] < used[TRIED]:
        return
    used[TRIED] += 1
    dropped = again = False
    word = 0
    left = sets[at]
    while word < words:
        if not left:
            word += 1
            if word == words and again:
                word, again = 0, False
            left = sets[at + word] if word < words else 0
            continue
        bit = left & -left
        left ^= bit
        j = word * SET + ones_in(bit - 1)
        own = False
        for k in range(needing.shape[1]):
            if own or not needing[j, k, word] & bit:
                break
            own = True
            for w in range(words):
                if needing[j, k, w] & sets[at + w] & ~(bit if w == word else 0):
                    own = False
        w = 0 if own else words
        side = 0 if j < starts[1] else 1
        while w < words:
            near = stops[j, w] & sets[at + w] & owns[side, w] & ~(bit if w == word else 0)
            while near:
                other = near & -near
                near ^= other
                i = w * SET + ones_in(other - 1)
                better = True
                for v in range(words):
                    apart = (stops[i, v] ^ stops[j, v]) & sets[at + v]
                    if apart & (stops[i, v] | ~owns[side, v]):
                        better = False
                        break
                if better:
                    sets[at + word] ^= bit
                    dropped = again = True
                    near, w = 0, words
            w += 1
    if dropped:
        used[DROPPED] += 1


@part_of_loop()
def split_set(at: int, move: int, tables: Any) -> int:
    """Writes the parts that a set of moves falls into on the top of the pile of parts; where they end.

    ``at`` is where the set lies, and ``move`` is made before, or is -1. A part has the bits that its moves
    need, and how many moves it has. Each move takes what it needs; so moves that take the same bit hang
    together by one that needs it, and it is enough to go by what a move makes impossible.
    """
    needs, pile, used, sets, _, stops, needing, _ = tables
    words = stops.shape[1]
    rest = int(used[USED_SETS])
    todo = rest + words
    for word in range(words):
        sets[todo + word] = 0
        sets[rest + word] = sets[at + word] & ~stops[move, word] if move >= 0 else sets[at + word]
    if len(needing):
        drop_moves(rest, tables)
    top = int(used[USED_SPLIT])
    for first in range(words):
        while sets[rest + first]:
            low, high, moves = 0, 0, 0
            sets[todo + first] = sets[rest + first] & -sets[rest + first]
            word = first
            while word < words:
                here, left = sets[todo + word], sets[rest + word]
                while here:
                    bit = here & -here
                    i = word * SET + ones_in(bit - 1)
                    left ^= bit
                    here = (here ^ bit) | stops[i, word] & left
                    for other in range(words):
                        if other != word:
                            sets[todo + other] |= stops[i, other] & sets[rest + other]
                    low |= needs[i, 0]
                    high |= needs[i, 1]
                    moves += 1
                sets[todo + word], sets[rest + word] = 0, left
                word += 1
                for other in range(first, word - 1):
                    if sets[todo + other]:
                        word = other
                        break
            pile[top, 0], pile[top, 1], pile[top, 2] = low, high, moves
            top += 1
    return top


@part_of_loop()
def moved_home(low: int, high: int, shape: Any, out: Any) -> None:
    """A state moved up and left as far as it goes."""
    cols, size, layers = int(shape[0]), int(shape[1]), int(shape[2])
    if not cols or not (low or high):
        out[0], out[1] = low, high
        return
    cells_low, cells_high = low, high
    for layer in range(1, layers):
        by = layer * size
        if by < WORD:
            cells_low |= low >> by | (high & (1 << by) - 1) << WORD - by
            cells_high |= high >> by
        else:
            cells_low |= high >> by - WORD
    cells_low &= shape[7]
    cells_high &= shape[8]
    by = 0
    row = (1 << cols) - 1
    while shape[9] and not cells_low & row:
        cells_low = cells_low >> cols | (cells_high & row) << WORD - cols
        cells_high >>= cols
        by += cols
    while shape[10] and not (cells_low & shape[3] or cells_high & shape[4]):
        cells_low = cells_low >> 1 | (cells_high & 1) << WORD - 1
        cells_high >>= 1
        by += 1
    if by >= WORD:
        low, high, by = high, 0, by - WORD
    out[0] = low >> by | (high & (1 << by) - 1) << WORD - by
    out[1] = high >> by


@part_of_loop()
def place_of_state(low: int, high: int, size: int) -> int:
    """Where the search for a state begins; ``size`` is a power of two."""
    low = (low & _HALF) * 1103515245 ^ (low >> 31) * 1812433253
    high = (high & _HALF) * 1140671485 ^ (high >> 31) * 1664525
    return mixed_bits(low ^ high) & size - 1


@part_of_loop()
def slot_of_part(low: int, high: int, keys: Any, info: Any) -> int:
    """Where a part is kept, or the empty place where it would be."""
    size = len(keys)
    slot = place_of_state(low, high, size)
    while keys[slot] and (info[keys[slot] - 1, PART_LOW] != low or info[keys[slot] - 1, PART_HIGH] != high):
        slot = slot + 1 if slot + 1 < size else 0
    return slot


@part_of_loop()
def rehash_parts(count: int, keys: Any, info: Any) -> None:
    for part in range(count):
        keys[slot_of_part(info[part, PART_LOW], info[part, PART_HIGH], keys, info)] = part + 1


@part_of_loop()
def slot_of_band(low: int, high: int, bands: Any) -> int:
    """Where a band is kept, or the empty place where it would be."""
    size = len(bands)
    slot = place_of_state(low, high, size)
    while bands[slot, 2] and (bands[slot, 0] != low or bands[slot, 1] != high):
        slot = slot + 1 if slot + 1 < size else 0
    return slot


@part_of_loop()
def rehash_bands(old: Any, bands: Any) -> None:
    for at in range(len(old)):
        if old[at, 2]:
            slot = slot_of_band(old[at, 0], old[at, 1], bands)
            for one in range(bands.shape[1]):
                bands[slot, one] = old[at, one]


@part_of_loop()
def code_of(split: Any, tables: Any, counts: Any) -> int:
    """The code of a part as ``split_set`` writes it, which is given a number when it is new.

    Parts met of late, moved home, are in a table with one place for each hash.
    """
    moved, swaps, shape, keys, used, info, out, recent = tables
    moved_home(int(split[0]), int(split[1]), shape, out)
    home_low, home_high = int(out[0]), int(out[1])
    met = recent[place_of_state(home_low, home_high, len(recent))]
    if met[2] and met[0] == home_low and met[1] == home_high:
        return int(met[2]) - 1
    best_low, best_high = home_low, home_high
    plain, turned = True, False
    for k in range(len(swaps)):
        if swaps[k] & 2 and not_square(home_low, home_high, shape):
            continue
        image_of(home_low, home_high, moved[k], out)
        moved_home(int(out[0]), int(out[1]), shape, out)
        a, b = int(out[0]), int(out[1])
        if b < best_high or (b == best_high and a < best_low):
            best_low, best_high = a, b
            plain, turned = False, False
        if a == best_low and b == best_high:
            if swaps[k] & 1:
                turned = True
            else:
                plain = True
    if counts[4]:
        return 0
    slot = slot_of_part(best_low, best_high, keys, info)
    if not keys[slot]:
        part = int(used[USED_PARTS])
        here = info[part]
        here[PART_LOW], here[PART_HIGH], here[VALUE], here[MOVES] = best_low, best_high, -1, split[2]
        for column in range(OPTIONS, len(here)):
            here[column] = -1
        if plain and turned:
            here[OPTIONS + 1] = ITSELF
        used[USED_PARTS] += 1
        keys[slot] = part + 1
    if 3 * used[USED_PARTS] > 2 * len(keys) or used[USED_PARTS] + 4 > len(info):
        counts[4] = GROW
    found = 2 * (int(keys[slot]) - 1) + (not plain)
    met[0], met[1], met[2] = home_low, home_high, found + 1
    return found


@part_of_loop()
def not_square(low: int, high: int, shape: Any) -> bool:
    """Whether a part moved home does not fit on the board when rows and columns are exchanged."""
    return bool(low & ~shape[5] or high & ~shape[6])


@part_of_loop()
def value_of(part: int, game: Any, store: Any) -> int:
    """The value of a part, made from the values of its options, each part once.

    It adds up parts itself: loops that call each other do not survive numba's cache.
    """
    starts = game[11]
    pile, used, sets, info = game[6], game[7], game[8], game[9]
    known = int(info[part, VALUE])
    if known >= 0:
        return known
    counts, stack = store[3], store[4]
    low, high, moves = int(info[part, PART_LOW]), int(info[part, PART_HIGH]), int(info[part, MOVES])
    begin = int(counts[3])
    used[UNTIL_PAUSE] -= 1
    if not counts[4] and used[UNTIL_PAUSE] < 0:
        counts[4] = PAUSE
    bottom = int(used[USED_SPLIT])
    if begin + moves + 3 * 4096 > len(stack) or bottom + 128 > len(pile):
        counts[4] = GIVE_UP
    if used[USED_SETS] + _SETS_AT_ONCE * game[14].shape[1] > len(sets):
        counts[4] = GIVE_UP
    if counts[4]:
        return 0
    counts[3] += moves + 1
    at = middle = begin
    here = alive_moves(low, high, game)
    i = next_move(here, -1, game)
    while i < len(game[0]):
        end = split_set(here, i, splitting(game))
        used[USED_SPLIT] = end
        total = row_of_number(0, store)
        for one in range(bottom, end):
            code = code_of(pile[one], naming(game), counts)
            if counts[4]:
                break
            found = value_of(code >> 1, game, store)
            if counts[4]:
                break
            if code & 1:
                found = negated_row(found, store)
            total = sum_row(total, found, store)
        used[USED_SPLIT] = bottom
        if counts[4]:
            break
        stack[at] = total << _MARKS
        at += 1
        if i < starts[1]:
            middle = at
        i = next_move(here, i, game)
    used[USED_SETS] = here
    found = 0
    if not counts[4]:
        found = make_row(begin, middle, at, store)
    counts[3] = begin
    if counts[4]:
        return 0
    info[part, VALUE] = found
    return found


@part_of_loop()
def value_of_split(bottom: int, end: int, game: Any, store: Any) -> int:
    """The value of the sum of the parts between two places of the pile, which leaves it."""
    pile, used, counts = game[6], game[7], store[3]
    used[USED_SPLIT] = end
    total = row_of_number(0, store)
    for k in range(bottom, end):
        code = code_of(pile[k], naming(game), counts)
        if counts[4]:
            break
        found = value_of(code >> 1, game, store)
        if counts[4]:
            break
        if code & 1:
            found = negated_row(found, store)
        total = sum_row(total, found, store)
    used[USED_SPLIT] = bottom
    return total


@part_of_loop()
def kept_claim(claim: int) -> int:
    """A claim as it is kept: never more than it was."""
    if claim <= NO_CLAIM:
        return NO_CLAIM
    return min(claim, MOST_CLAIMED)


@part_of_loop()
def claim_of(kept: int) -> int:
    """A claim that was kept."""
    return LOWEST if kept == NO_CLAIM else int(kept)


@part_of_loop()
def claims_of_value(value: int, claims: Any, row_of: Any, used: Any, store: Any) -> int:
    """The row of ``claims`` with Left's about a value, moving second and first; Right's are in the next."""
    known = int(row_of[value])
    if known:
        return known - 1
    forms, pool, counts = store[0], store[1], store[3]
    if counts[4]:
        return 0
    game = forms[value]
    is_number = game[IS_NUMBER]
    if not is_number:
        for at in range(game[LEFTS], game[END]):
            claims_of_value(int(pool[at]), claims, row_of, used, store)
    if counts[4]:
        return 0
    row = int(used[USED_CLAIMS])
    used[USED_CLAIMS] += 2
    if used[USED_CLAIMS] + 4 > len(claims):
        counts[4] = GROW
    for side in range(2):
        sure = claims[row + side]
        if is_number:
            exact = game[HIGH] if side == 0 else -game[HIGH]
            floor = exact // (SCALE // 8) * GRAIN
            for tax in range(TAXES):
                sure[0, tax] = kept_claim(floor - (tax > 0))
                sure[1, tax] = kept_claim(floor - (floor * (SCALE // 8) == exact * GRAIN or tax > 0))
            continue
        own, other = (game[LEFTS], game[RIGHTS]) if side == 0 else (game[RIGHTS], game[LEFTS])
        own_end, other_end = (game[RIGHTS], game[END]) if side == 0 else (game[END], game[RIGHTS])
        for tax in range(TAXES):
            best, worst = LOWEST, -LOWEST
            for at in range(own, own_end):
                best = max(best, claim_of(claims[row_of[pool[at]] - 1 + side, 0, tax]))
            for at in range(other, other_end):
                worst = min(worst, claim_of(claims[row_of[pool[at]] - 1 + side, 1, tax]))
            best -= tax * TAX
            worst += tax * TAX
            claim = min(best, worst)
            if tax == 0:
                claim = max(claim, largest_number(best, worst))
            elif tax == 1:
                claim = max(claim, (claim_of(sure[0, 0]) + 1) // GRAIN * GRAIN - 1)
            else:
                claim = max(claim, claim_of(sure[0, tax - 1]))
            sure[0, tax] = kept_claim(claim)
            sure[1, tax] = kept_claim(best)
        mast = sure[0, TAXES - 1]
        for tax in range(TAXES):
            sure[1, tax] = max(sure[1, tax], mast)
    row_of[value] = row + 1
    return row


@part_of_loop()
def size_of(value: int, sizes: Any, store: Any) -> int:
    """How many subpositions a value has, numbers not taken apart; ``LARGE`` when there are as many."""
    known = int(sizes[value, 0])
    if known:
        return known
    forms, pool, _, counts, stack = store
    begin = int(counts[3])
    end = begin + 1
    stack[begin] = value
    sizes[value, 1] = value + 1
    at = begin
    while at < end and end - begin < LARGE:
        here = forms[stack[at]]
        at += 1
        if not here[IS_NUMBER]:
            for k in range(here[LEFTS], here[END]):
                option = pool[k]
                if sizes[option, 1] != value + 1:
                    sizes[option, 1] = value + 1
                    stack[end] = option
                    end += 1
    sizes[value, 0] = end - begin
    return end - begin


@part_of_loop()
def value_of_sum(low: int, high: int, most: int, game: Any, store: Any) -> int:
    """The value of a state, or -1 where a part of it has more than ``most`` moves."""
    used, pile = game[7], game[6]
    bottom, here = int(used[USED_SPLIT]), alive_moves(low, high, game)
    end = split_set(here, -1, splitting(game))
    used[USED_SETS] = here
    for k in range(bottom, end):
        if pile[k, 2] > most:
            return -1
    return value_of_split(bottom, end, game, store)


@part_of_loop()
def learn_band(start: int, end: int, side: int, at: int, low: int, high: int, task: Any, store: Any) -> int:
    """The value of the band between two lines, or -1 where it is too large; its mean goes to ``out[2]``.

    Both are kept by the bits of the band, wherever on the board it lies. ``bands[at]`` has the two words of
    its key, and where it is kept; thin ones have a place of their own.
    """
    game, cuts, tables = task
    lines, shape, keys, dense, band = cuts[0], cuts[1], cuts[2], cuts[6], cuts[9][at]
    used, out, counts = game[7], game[10], store[3]
    a = low & lines[side, end, 0] & ~lines[side, start, 0]
    b = high & lines[side, end, 1] & ~lines[side, start, 1]
    most = MOST_THIN if end - start <= shape[side, 1] else MOST_BAND
    value, mean = value_of_sum(a, b, most, game, store), 0
    if value >= 0 and not counts[4]:
        found = claims_of_value(value, tables[0], tables[1], used, store)
        if not counts[4]:
            mean = claim_of(tables[0][found + side, 0, TAXES - 1])
    if counts[4]:
        return -1
    if end - start <= shape[side, 3]:
        dense[side, band[0], 0], dense[side, band[0], 1] = value + 2, mean
    else:
        kept = keys[band[2]]
        kept[0], kept[1], kept[2], kept[3] = band[0], band[1], value + 2, mean
        used[USED_BANDS] += 1
        if 3 * used[USED_BANDS] > 2 * len(keys):
            counts[4] = GROW
    out[2] = mean
    return value


@part_of_loop(inline="always")  # a call hands over hundreds of words
def write_bands(low: int, high: int, side: int, task: Any) -> int:
    """Writes the keys of the bands of a part, and between which lines they lie; the lines, packed.

    Of bands that end at the same line the narrowest comes first, and the last has the most cells that are
    looked at. Of a band and its mirror images, where the board has these, the least is written. The table is
    touched for each, so that it comes from memory for many at a time.
    """
    game, cuts, _ = task
    shape, keys, dense, row, bands = cuts[1], cuts[2], cuts[6], cuts[8], cuts[9]
    out = game[10]
    rows, width, thin, per_word = int(shape[side, 0]), int(shape[side, 2]), shape[side, 3], shape[side, 4]
    image_of(low, high, cuts[7][side], out)
    cells, high_cells = int(out[0]), int(out[1])
    mask = (1 << width) - 1
    top, bottom = rows, 0
    for line in range(rows):
        if line == per_word:
            cells = high_cells
        here = cells & mask
        cells >>= width
        row[line, 0], row[line, 1] = here, ones_in(here)
        if here:
            top = min(top, line)
            bottom = line + 1
    mirrors, turns = cuts[10], shape[side, 5]
    at, touched = 0, 0
    for end in range(top + 1, bottom + 1):
        key_low, key_high, by, count = 0, 0, 0, 0
        back, mirrored, mirrored_back = 0, 0, 0
        row[end - 1, 2] = at
        for start in range(end - 1, top - 1, -1):
            count += row[start, 1]
            if end - start > thin and count > MOST_CELLS:
                break
            if by < per_word * width:
                key_low |= row[start, 0] << by
            else:
                key_high |= row[start, 0] << by - per_word * width
            band = bands[at]
            band[0] = key_low
            if turns and by < per_word * width:
                back = back << width | row[start, 0]
                if turns & 1:
                    band[0] = min(band[0], back)
                if turns & 2:
                    mirror = mirrors[side, row[start, 0]]
                    mirrored |= mirror << by
                    mirrored_back = mirrored_back << width | mirror
                    band[0] = min(band[0], mirrored)
                    if turns & 1:
                        band[0] = min(band[0], mirrored_back)
            by += width
            if end - start <= thin:
                touched += dense[side, band[0], 0]
            else:
                band[1] = key_high | 1 + side << WORD
                band[2] = place_of_state(band[0], band[1], len(keys))
                touched += keys[band[2], 2]
            at += 1
        row[end - 1, 3] = at
    out[3] = touched
    return top << 32 | bottom if bottom else 0


@part_of_loop(inline="always")  # a call hands over hundreds of words
def cut_part(low: int, high: int, side: int, at: int, game: Any, cuts: Any, tables: Any, store: Any) -> int:
    """Writes the values of the best bands of a part to ``listed`` from ``at`` on; how many, or -1.

    For side 0 their sum is at most the part, for side 1 at least. ``cuts`` has the lines of both.
    """
    keys, best, came, dense, row, bands = cuts[2], cuts[3], cuts[4], cuts[6], cuts[8], cuts[9]
    listed, counts, out, thin = game[12], store[3], game[10], cuts[1][side, 3]
    if not cuts[1][side, 0]:
        return -1
    task = game, cuts, tables
    lines = write_bands(low, high, side, task)
    top, bottom = lines >> 32, lines & (1 << 32) - 1
    best[top] = 0
    for end in range(top + 1, bottom + 1):
        came[end, 0] = -1
        start = end
        for band in range(row[end - 1, 2], row[end - 1, 3]):
            start -= 1
            key_low = bands[band, 0]
            if end - start <= thin:
                value, mean = dense[side, key_low, 0] - 2, dense[side, key_low, 1]
            else:
                key_high, slot = bands[band, 1], bands[band, 2]
                while keys[slot, 2] and (keys[slot, 0] != key_low or keys[slot, 1] != key_high):
                    slot = slot + 1 if slot + 1 < len(keys) else 0
                bands[band, 2] = slot
                value, mean = keys[slot, 2] - 2, keys[slot, 3]
            if value == -2:
                value = learn_band(start, end, side, band, low, high, task, store)
                if counts[4]:
                    return -1
                mean = out[2]
            if value < 0:
                break
            if start > top and came[start, 0] < 0:
                continue
            mean += best[start]
            if came[end, 0] < 0 or mean > best[end]:
                best[end] = mean
                came[end, 0], came[end, 1] = start, value
    count, end = 0, bottom
    while end > top:
        if came[end, 0] < 0:
            return -1
        listed[at + count] = came[end, 1]
        count += 1
        end = int(came[end, 0])
    return count


@part_of_loop()
def entry_of(listed: Any, at: int) -> int:
    """A number of a list; they are kept in 32 bits, and would be taken for such."""
    return 0 + int(listed[at])


@part_of_loop()
def claims_of_part(part: int, side: int, game: Any, cuts: Any, tables: Any, store: Any) -> int:
    """Makes the row of ``claims`` with a player's about a large part, from bands, or from counting moves.

    ``listed`` gets the values whose sum is below the part (for Left) or above, after how many they are.
    """
    info, used, counts, listed = game[9], game[7], store[3], game[12]
    claims, row_of, _ = tables
    sums = cuts[5]
    begin = int(used[USED_LIST])
    if begin + _MARGIN > len(listed):
        counts[4] = GROW
        return 0
    low, high = int(info[part, PART_LOW]), int(info[part, PART_HIGH])
    count = cut_part(low, high, side, begin + 1, game, cuts, tables, store)
    if counts[4]:
        return 0
    if count < 0:
        least = counted(low, high, side, game)
        listed[begin + 1] = row_of_number(least * SCALE if side == 0 else -least * SCALE, store)
        claims_of_value(entry_of(listed, begin + 1), claims, row_of, used, store)
        if counts[4]:
            return 0
        count = 1
    listed[begin] = count
    row = int(used[USED_CLAIMS])
    used[USED_CLAIMS] += 1
    if used[USED_CLAIMS] + 4 > len(claims):
        counts[4] = GROW
    sure = sums[1]
    for tax in range(TAXES):
        sure[0, tax], sure[1, tax] = 0, LOWEST
    for k in range(begin + 1, begin + 1 + count):
        add_claims(sure, claims[row_of[listed[k]] - 1 + side])
    for tax in range(TAXES):
        claims[row, 0, tax], claims[row, 1, tax] = kept_claim(sure[0, tax]), kept_claim(sure[1, tax])
    used[USED_LIST] = begin + 1 + count
    info[part, CLAIMS + side] = begin << 31 | row
    return row


@part_of_loop()
def add_claims(total: Any, more: Any) -> None:
    """Adds claims that are kept to those about another game: who moves first does so in one of them."""
    for tax in range(TAXES):
        second, first = claim_of(more[0, tax]), claim_of(more[1, tax])
        total[1, tax] = max(total[1, tax] + second, total[0, tax] + first)
        total[0, tax] += second


@part_of_loop()
def counted(low: int, high: int, player: int, game: Any) -> int:
    """A player's moves that nothing can take away, less the most that the opponent can make."""
    needs, takes, stops, owns = game[0], game[1], game[14], game[16]
    used, sets = game[7], game[8]
    here, words = alive_moves(low, high, game), stops.shape[1]
    used[USED_SETS] = here
    hit_low, hit_high, most = 0, 0, 0
    used_low, used_high, count = 0, 0, 0
    for word in range(words):
        left = sets[here + word]
        while left:
            bit = left & -left
            left ^= bit
            i = word * SET + ones_in(bit - 1)
            a, b = needs[i, 0], needs[i, 1]
            if not owns[player, word] & bit:
                if not (a & hit_low or b & hit_high):
                    hit_low |= needs[i, 2]
                    hit_high |= needs[i, 3]
                    most += 1
                continue
            safe = True
            for other in range(words):
                if stops[i, other] & sets[here + other] & ~owns[player, other]:
                    safe = False
            if safe:
                take_low, take_high = takes[i, 0], takes[i, 1]
                if low & a == a and high & b == b and not (used_low & take_low or used_high & take_high):
                    low &= ~take_low
                    high &= ~take_high
                    used_low |= a
                    used_high |= b
                    count += 1
    return count - most


@part_of_loop()
def judge_sum(whole: Any, game: Any, cuts: Any, tables: Any, store: Any) -> int:
    """Who wins for Left moving first, as far as bounds tell; ``whole[2]`` gets a guess at how good it is.

    ``whole`` has the value, the number of parts, the guess, and the codes of the parts.
    """
    value, count = int(whole[0]), int(whole[1])
    if count == 0:
        if is_at_most(value, row_of_number(0, store), store):
            return LOST
        return WON
    used, counts = game[7], store[3]
    total = cuts[5][0]
    claims, row_of, _ = tables
    first = claims_of_value(value, claims, row_of, used, store)
    if counts[4]:
        return OPEN
    mean = 0
    for side in range(2):
        for tax in range(TAXES):
            total[0, tax] = claim_of(claims[first + side, 0, tax])
            total[1, tax] = claim_of(claims[first + side, 1, tax])
        for k in range(count):
            code = int(whole[3 + k])
            row = int(game[9][code >> 1, CLAIMS + (side ^ code & 1)])
            if row < 0:
                row = claims_of_part(code >> 1, side ^ code & 1, game, cuts, tables, store)
                if counts[4]:
                    return OPEN
            row &= _HALF
            add_claims(total, claims[row])
        if side == 0:
            quick = total[1, 0]
            for tax in range(1, TAXES):
                quick = max(quick, total[1, tax])
            if quick >= 0:
                return WON
            mean = total[0, TAXES - 1]
        else:
            found = total[0, 0]
            for tax in range(1, TAXES):
                found = max(found, total[0, tax] - tax * TAX)
            if found >= 0:
                return LOST
            mean -= total[0, TAXES - 1]
    whole[2] = mean
    for side in range(2):
        bound = bound_of_sum(whole, side, game, tables, store)
        if counts[4]:
            return OPEN
        if bound >= 0:
            below = is_at_most(bound, row_of_number(0, store), store)
            if counts[4]:
                return OPEN
            if side == 0 and not below:
                return WON
            if side == 1 and below:
                return LOST
    return OPEN


@part_of_loop()
def bound_of_sum(whole: Any, side: int, game: Any, tables: Any, store: Any) -> int:
    """The exact sum of values below (side 0) or above a sum, or -1 where that would be large."""
    forms, counts = store[0], store[3]
    info, listed = game[9], game[12]
    hot, size = 0, 1
    total = int(whole[0])
    for turn in range(2):
        for k in range(-1 if turn == 0 else 0, whole[1]):
            begin = end = 0
            flip = 0
            if k >= 0:
                code = int(whole[3 + k])
                flip = code & 1
                begin = int(info[code >> 1, CLAIMS + (side ^ flip)]) >> 31
                end = begin + 1 + entry_of(listed, begin)
                begin += 1
            else:
                end = 1
            for at in range(begin, end):
                value = entry_of(listed, at) if k >= 0 else total
                if turn == 0:
                    if forms[value, HIGH] != forms[value, LOW]:
                        hot += 1
                        size *= size_of(value, tables[2], store)
                        if hot > MOST_HOT or size > LARGE:
                            return -1
                else:
                    total = sum_row(total, negated_row(value, store) if flip else value, store)
                    if counts[4]:
                        return -1
    return total


@part_of_loop()
def list_options(part: int, player: int, game: Any, store: Any) -> int:
    """Where the moves of a part for a player are listed; this is done when they are asked for first.

    There are their number, then two entries for each: how many more of the opponent's moves it makes
    impossible than of the player's, with the move in the last 16 bits; and where it is listed what it leaves,
    or 0.
    """
    starts, stops, owns = game[11], game[14], game[16]
    used, sets, info, listed = game[7], game[8], game[9], game[12]
    counts = store[3]
    known = int(info[part, OPTIONS + player])
    if known >= 0 or counts[4]:
        return max(known, 0)
    begin = int(used[USED_LIST])
    if begin + _MARGIN + 2 * len(stops) > len(listed):
        counts[4] = GROW
        return 0
    at = begin + 1
    here = alive_moves(int(info[part, PART_LOW]), int(info[part, PART_HIGH]), game)
    i = next_move(here, int(starts[player]) - 1, game)
    while i < starts[player + 1]:
        gain = 0
        for word in range(stops.shape[1]):
            near = stops[i, word] & sets[here + word]
            gain += ones_in(near) - 2 * ones_in(near & owns[player, word])
        listed[at], listed[at + 1] = (gain << 16) + i, 0
        at += 2
        i = next_move(here, i, game)
    used[USED_SETS] = here
    listed[begin] = (at - begin) // 2
    used[USED_LIST] = at
    info[part, OPTIONS + player] = begin
    return begin


@part_of_loop()
def left_by_move(part: int, at: int, game: Any, store: Any) -> int:
    """Where it is listed what a move of a part leaves, which is worked out when it is asked for first.

    ``at`` is where the move is listed. There are the value of the small parts, how many large ones, and their
    codes.
    """
    pile, used, info, listed = game[6], game[7], game[9], game[12]
    counts = store[3]
    begin = int(used[USED_LIST])
    known = entry_of(listed, at + 1)
    if known or counts[4]:
        return known
    if begin + _MARGIN > len(listed):
        counts[4] = GROW
        return 0
    bottom = int(used[USED_SPLIT])
    here = alive_moves(int(info[part, PART_LOW]), int(info[part, PART_HIGH]), game)
    end = split_set(here, entry_of(listed, at) & (1 << 16) - 1, splitting(game))
    used[USED_SETS] = here
    small, large = bottom, 0
    for k in range(bottom, end):
        if pile[k, 2] > used[MOST_MOVES]:
            listed[begin + 2 + large] = code_of(pile[k], naming(game), counts)
            large += 1
        else:
            for one in range(3):
                pile[small, one] = pile[k, one]
            small += 1
    if not counts[4]:
        listed[begin] = value_of_split(bottom, small, game, store)
    if counts[4]:
        return 0
    listed[begin + 1] = large
    used[USED_LIST] = begin + 2 + large
    listed[at + 1] = begin
    return begin


@part_of_loop()
def turned(code: int, game: Any) -> int:
    """The code of the negative of a part."""
    return code if game[9][code >> 1, OPTIONS + 1] == ITSELF else code ^ 1


@part_of_loop()
def tidy(whole: Any, game: Any) -> None:
    """Sorts the parts of a sum and drops pairs of a part and its negative."""
    count = int(whole[1])
    for at in range(1, count):
        code, to = whole[3 + at], at
        while to > 0 and whole[2 + to] > code:
            whole[3 + to] = whole[2 + to]
            to -= 1
        whole[3 + to] = code
    at = 0
    while at < count:
        other, to = turned(int(whole[3 + at]), game), at + 1
        while to < count and whole[3 + to] != other:
            to += 1
        if to == count:
            at += 1
            continue
        for k in range(to, count - 1):
            whole[3 + k] = whole[4 + k]
        count -= 1
        for k in range(at, count - 1):
            whole[3 + k] = whole[4 + k]
        count -= 1
    whole[1] = count


@part_of_loop()
def key_of(whole: Any, store: Any) -> int:
    """One number for the parts and the value of a sum; two parts and more get a number when they are new."""
    counts = store[3]
    several = 0
    for k in range(whole[1]):
        if k == 0:
            several = 2 * int(whole[3]) + 1
        else:
            key = _SETS << 58 | several << 29 | int(whole[3 + k])
            known = fact(key, store)
            if known < 0:
                counts[5] += 1
                known = int(counts[5])
                learn(key, known, store)
            several = 2 * known
    if several >> _IDS:
        counts[4] = GIVE_UP
    return several << 29 | int(whole[0])


@part_of_loop()
def bucket_of(several: int, table: Any) -> int:
    """Where the bucket for a set of parts begins; the table has a power of two of them."""
    return mixed_bits(several * 1103515245) % (len(table) // BUCKET) * BUCKET


@part_of_loop()
def recall(key: int, value: int, table: Any, store: Any) -> int:
    """What the table of decided sums says: of the sum itself, or of one with the same parts and a better or
    worse value."""
    several = key >> 29
    slot = bucket_of(several, table)
    for at in range(slot, slot + BUCKET):
        if table[at, 0] >> 29 == several and table[at, 1]:
            other, verdict = int(table[at, 0] & (1 << 29) - 1), int(table[at, 1] & 3)
            if verdict == WON:
                if is_at_most(other, value, store):
                    return WON
            elif is_at_most(value, other, store):
                return LOST
    return OPEN


@part_of_loop()
def remember(key: int, verdict: int, work: int, table: Any) -> None:
    """Keeps a verdict in its bucket, where the one that took least work gives way."""
    slot = bucket_of(key >> 29, table)
    least = slot
    for at in range(slot, slot + BUCKET):
        if table[at, 1] < table[least, 1]:
            least = at
    table[least, 0], table[least, 1] = key, work << 2 | verdict


@part_of_loop()
def mean_of_value(value: int, game: Any, tables: Any, store: Any) -> int:
    """About twice the mean of a value, by claims."""
    row = claims_of_value(value, tables[0], tables[1], game[7], store)
    if store[3][4]:
        return 0
    return claim_of(tables[0][row, 0, TAXES - 1]) - claim_of(tables[0][row + 1, 0, TAXES - 1])


@part_of_loop()
def list_moves(whole: Any, node: Any, task: Any, store: Any) -> None:
    """Lists Left's moves in a sum, in the order in which they are looked at.

    First those that make more of Right's moves impossible than of Left's; a move in the value counts by how
    much the mean changes. In each number there are this, the part, and which move of those of the part.
    """
    game, _, tables, _ = task
    forms, pool, counts = store[0], store[1], store[3]
    listed = game[12]
    value, parts = int(whole[0]), int(whole[1])
    first = (len(node) + ORDER) // 2
    end = first
    mean = mean_of_value(value, game, tables, store)
    for source in range(parts + 1):
        at, options = int(forms[value, LEFTS]), 0
        if source == parts:
            options = int(forms[value, RIGHTS]) - at
        elif not source or whole[2 + source] != whole[3 + source]:
            code = int(whole[3 + source])
            at = list_options(code >> 1, code & 1, game, store)
            options = entry_of(listed, at)
        if end + options > len(node):
            counts[4] = GIVE_UP
        if counts[4]:
            return
        for k in range(options):
            if source < parts:
                gain = (entry_of(listed, at + 1 + 2 * k) >> 16) * UNIT
            else:
                gain = mean_of_value(int(pool[at + k]), game, tables, store) - mean
            move, to = ((1 << 30) - gain) << 24 | source << 18 | k, end
            while to > first and node[to - 1] > move:
                node[to] = node[to - 1]
                to -= 1
            node[to] = move
            end += 1
    if not counts[4]:
        node[NEXT], node[KEPT], node[BAD], node[LOOKED_AT], node[LISTED] = 0, 0, 0, first, end


@part_of_loop()
def reply_to(whole: Any, move: int, reply: Any, task: Any, store: Any) -> int:
    """Writes the negative of the sum after Left's move, its key before it; who wins, where that is known."""
    game, _, _, table = task
    forms, pool, counts = store[0], store[1], store[3]
    listed = game[12]
    value, parts = int(whole[0]), int(whole[1])
    source, k = move >> 18 & 63, move & (1 << 18) - 1
    size = 0
    if source < parts:
        code = int(whole[3 + source])
        at = list_options(code >> 1, code & 1, game, store)
        at = left_by_move(code >> 1, at + 1 + 2 * k, game, store)
        if counts[4]:
            return OPEN
        change, large = entry_of(listed, at), entry_of(listed, at + 1)
        if parts + large > MOST_PARTS:
            counts[4] = GIVE_UP
            return OPEN
        for other in range(large):
            one = entry_of(listed, at + 2 + other)
            reply[4 + size] = one if code & 1 else turned(one, game)
            size += 1
        if not code & 1:
            change = negated_row(change, store)
        reply[1] = sum_row(negated_row(value, store), change, store)
    else:
        reply[1] = negated_row(pool[forms[value, LEFTS] + k], store)
    for other in range(parts):
        if other != source:
            reply[4 + size] = turned(int(whole[3 + other]), game)
            size += 1
    reply[2] = size
    if counts[4]:
        return OPEN
    tidy(reply[1:], game)
    if reply[2] == 0:
        reply[0] = -1
        return LOST if is_at_most(reply[1], row_of_number(0, store), store) else WON
    reply[0] = key_of(reply[1:], store)
    return OPEN if counts[4] else recall(int(reply[0]), int(reply[1]), table, store)


@part_of_loop()
def look_on(whole: Any, replies: Any, node: Any, task: Any, store: Any) -> int:
    """Judges Left's moves in a sum in their order, until one wins, or some in a row lose, or none is left.

    Of those that are open the replies are kept, the best for Left first. When the best has been searched in
    vain all others are judged.
    """
    game, cuts, tables, _ = task
    counts = store[3]
    while node[LOOKED_AT] < node[LISTED] and (node[NEXT] or not node[KEPT] or node[BAD] < ENOUGH_BAD):
        kept = int(node[KEPT])
        reply = replies[kept]
        verdict = reply_to(whole, int(node[node[LOOKED_AT]]), reply, task, store)
        doubled = False
        for other in range(kept):
            if replies[other, 0] == reply[0]:
                doubled = True
        if verdict == OPEN and not doubled and not counts[4]:
            verdict = judge_sum(reply[1:], game, cuts, tables, store)
        if counts[4]:
            return OPEN
        node[LOOKED_AT] += 1
        if verdict == LOST:
            return WON
        node[BAD] = node[BAD] + 1 if verdict == WON else 0
        if verdict == OPEN and not doubled:
            to = ORDER + kept
            while to > ORDER + node[NEXT] and replies[node[to - 1], 3] > reply[3]:
                node[to] = node[to - 1]
                to -= 1
            node[to] = kept
            node[KEPT] += 1
    return OPEN


@part_of_loop()
def search_sums(control: Any, sums: Any, replies: Any, nodes: Any, task: Any, store: Any, most: int) -> None:
    """Searches on from where it stopped, at most ``most`` positions or until there is trouble.

    ``control`` has the depth (-1 when all is done), the verdict on the last node, and the positions seen.
    ``sums`` are the nodes on the way, each after its key. A node has the next reply that is searched, how
    many are kept (-1 before moves are listed), when it was reached, which move is looked at next, where they
    end, and how many lost in a row; then the order of the replies, then the moves.
    """
    table, counts = task[3], store[3]
    depth, verdict, seen = int(control[0]), int(control[1]), 0
    while depth >= 0:
        node = nodes[depth]
        if verdict == OPEN and node[KEPT] < 0:
            if seen == most:
                break
            list_moves(sums[depth, 1:], node, task, store)
            if counts[4]:
                break
            seen += 1
            node[SINCE] = control[2] + seen
        if verdict == OPEN:
            verdict = look_on(sums[depth, 1:], replies[depth], node, task, store)
            if counts[4]:
                break
        if verdict == OPEN:
            if node[NEXT] == node[KEPT]:
                verdict = LOST
            else:
                reply = replies[depth, node[ORDER + node[NEXT]]]
                known = recall(int(reply[0]), int(reply[1]), table, store)
                if counts[4]:
                    break
                if known == LOST:
                    verdict = WON
                elif known == WON:
                    node[NEXT] += 1
                else:
                    depth += 1
                    if depth == len(nodes):
                        counts[4] = GIVE_UP
                        break
                    for k in range(4 + reply[2]):
                        sums[depth, k] = reply[k]
                    nodes[depth, KEPT] = -1
        if verdict != OPEN:
            remember(int(sums[depth, 0]), verdict, int(control[2]) + seen + 1 - int(node[SINCE]), table)
            depth -= 1
            if depth >= 0:
                if verdict == WON:
                    nodes[depth, NEXT] += 1
                    verdict = OPEN
                else:
                    verdict = WON
    control[0], control[1] = depth, verdict
    control[2] += seen


@part_of_loop()
def write_graph(part: int, at: int, game: Any) -> int:
    """Writes which moves of a part make which impossible, each move as the set of those; a hash of it.

    They come in an order worked out from what lies around them, so that most parts with the same graph are
    written alike. A part has at most ``SET`` moves. Behind them there is what the work needs.
    """
    info, sets, used, stops, scratch = game[9], game[8], game[7], game[14], game[18]
    here, words, count = int(used[USED_SETS]), stops.shape[1], 0
    alive_moves(int(info[part, PART_LOW]), int(info[part, PART_HIGH]), game)
    used[USED_SETS] = here
    order, fresh, marks = at + SET, at + 2 * SET, at + 3 * SET
    i = next_move(here, -1, game)
    while i < len(stops):
        near = 0
        for word in range(words):
            near += ones_in(stops[i, word] & sets[here + word])
        scratch[order + count] = i
        scratch[marks + i] = near
        count += 1
        i = next_move(here, i, game)
    for _ in range(_ROUNDS):
        for k in range(count):
            i = int(scratch[order + k])
            total = 2 * scratch[marks + i]
            for word in range(words):
                near = stops[i, word] & sets[here + word]
                while near:
                    bit = near & -near
                    near ^= bit
                    total += scratch[marks + word * SET + ones_in(bit - 1)]
            scratch[fresh + k] = mixed_bits(total)
        for k in range(count):
            scratch[marks + scratch[order + k]] = scratch[fresh + k]
    for k in range(1, count):
        i, to = int(scratch[order + k]), order + k
        while to > order and scratch[marks + scratch[to - 1]] > scratch[marks + i]:
            scratch[to] = scratch[to - 1]
            to -= 1
        scratch[to] = i
    for k in range(count):
        scratch[marks + scratch[order + k]] = k
    mixed = count
    for k in range(count):
        i, row = int(scratch[order + k]), 0
        for word in range(words):
            near = stops[i, word] & sets[here + word]
            while near:
                bit = near & -near
                near ^= bit
                row |= 1 << scratch[marks + word * SET + ones_in(bit - 1)]
        scratch[at + k] = row
        mixed = mixed_bits(mixed * 69069 + (row & _HALF) + (row >> 31))
    return mixed & (1 << _HASH) - 1


@part_of_loop()
def first_alike(part: int, game: Any) -> int:
    """The first part asked for whose moves make each other impossible in the same way; often itself.

    Parts have the same nimber where their graphs of moves are the same: a move takes itself and its
    neighbours away. Of those that are the same not all are seen to be.
    """
    info, graphs, scratch = game[9], game[17], game[18]
    if info[part, ALIKE] >= 0:
        return int(info[part, ALIKE] >> _HASH)
    moves = int(info[part, MOVES])
    if moves > SET:
        info[part, ALIKE] = part << _HASH
        return part
    graph = write_graph(part, 0, game)
    slot = place_of(graph, len(graphs))
    while graphs[slot]:
        one = int(graphs[slot]) - 1
        if info[one, ALIKE] == one << _HASH | graph and info[one, MOVES] == moves:
            other = len(scratch) // 2
            write_graph(one, other, game)
            same = 0
            while same < moves and scratch[same] == scratch[other + same]:
                same += 1
            if same == moves:
                info[part, ALIKE] = one << _HASH | graph
                return one
        slot = slot + 1 if slot + 1 < len(graphs) else 0
    graphs[slot] = part + 1
    info[part, ALIKE] = part << _HASH | graph
    return part


@part_of_loop()
def rehash_graphs(count: int, graphs: Any, info: Any) -> None:
    for part in range(count):
        is_first = info[part, ALIKE] >= 0 and info[part, ALIKE] >> _HASH == part
        if is_first and info[part, MOVES] <= SET:
            slot = place_of(int(info[part, ALIKE]) & (1 << _HASH) - 1, len(graphs))
            while graphs[slot]:
                slot = slot + 1 if slot + 1 < len(graphs) else 0
            graphs[slot] = part + 1


@part_of_loop()
def options_of(part: int, wanted: int, at: int, game: Any, store: Any) -> int:
    """Writes what one move leaves of a part to the stack from ``at`` on, those in small parts first.

    There are first the places of as many rows as the part has moves, then the rows: where one ends, and the
    numbers of the parts, the largest last; pairs of equal parts, which are 0, are left out. Gives how many,
    or -1 as soon as one is known to have the nimber that is wanted: moves that stop many others are tried
    first, as what they leave is more often known. For impartial games.
    """
    pile, used, info = game[6], game[7], game[9]
    sets, stops = game[8], game[14]
    counts, stack = store[3], store[4]
    bottom, here = int(used[USED_SPLIT]), int(used[USED_SETS])
    moves = int(info[part, MOVES])
    if at + moves * (moves + 4) > len(stack) or bottom + moves > len(pile):
        counts[4] = GIVE_UP
        return 0
    alive_moves(int(info[part, PART_LOW]), int(info[part, PART_HIGH]), game)
    count, row = 0, at + moves
    i = next_move(here, -1, game)
    while i < len(stops):
        near = 0
        for word in range(stops.shape[1]):
            near += ones_in(stops[i, word] & sets[here + word])
        place, ranked = at + count, near << _IDS | len(stops) - i
        while place > at and stack[place - 1] < ranked:
            stack[place] = stack[place - 1]
            place -= 1
        stack[place] = ranked
        count += 1
        i = next_move(here, i, game)
    for place in range(at, at + count):
        end = split_set(here, len(stops) - int(stack[place] & (1 << _IDS) - 1), splitting(game))
        stack[place] = row
        top, left = row + 1, wanted
        for k in range(bottom, end):
            one = code_of(pile[k], naming(game), counts) >> 1
            if counts[4]:
                break
            known, moves, to = int(info[one, VALUE]), pile[k, 2], top
            left = left ^ known if left >= 0 and known >= 0 else -1
            while to > row + 1 and (
                info[stack[to - 1], MOVES] > moves
                or (info[stack[to - 1], MOVES] == moves and stack[to - 1] > one)
            ):
                to -= 1
            if to > row + 1 and stack[to - 1] == one:
                top -= 1
                for other in range(to - 1, top):
                    stack[other] = stack[other + 1]
            else:
                for other in range(top, to, -1):
                    stack[other] = stack[other - 1]
                stack[to] = one
                top += 1
        if left == 0:
            count = -1
        if counts[4] or count < 0:
            break
        stack[row] = top
        row = top
    used[USED_SETS] = here
    counts[3] = row
    for place in range(at + 1, at + count if not counts[4] else 0):
        row, to = stack[place], place
        size = info[stack[stack[row] - 1], MOVES] if stack[row] > row + 1 else 0
        while to > at:
            other = stack[to - 1]
            if stack[other] == other + 1 or info[stack[stack[other] - 1], MOVES] <= size:
                break
            stack[to] = other
            to -= 1
        stack[to] = row
    return count


@part_of_loop()
def least_open(part: int, game: Any) -> int:
    """The smallest nimber that no option of a part is known to have."""
    may = game[9][part, OPEN_TO]
    return ones_in((may & -may) - 1)


@part_of_loop()
def nimber_is(part: int, value: int, game: Any, store: Any) -> bool:
    """Whether a part of an impartial game has this nimber; much as ``impartial.search.Nimbers`` finds it.

    An option with this nimber is looked for first: where there is one, nothing else need be known. Then the
    smaller nimbers: a part has the first that no option has. Of an option all parts but the largest get their
    nimbers, by asking again and again, and the largest is asked for what is missing. Something is learnt by
    every search that is not cut short.
    """
    used, info = game[7], game[9]
    counts, stack = store[3], store[4]
    if counts[4]:
        return False
    if info[part, VALUE] >= 0:
        return bool(info[part, VALUE] == value)
    first = first_alike(part, game)
    if first != part:
        found = bool(info[first, VALUE] == value)
        if info[first, VALUE] < 0:
            found = nimber_is(first, value, game, store)
        info[part, VALUE], info[part, OPEN_TO] = info[first, VALUE], info[first, OPEN_TO]
        return found
    if value > info[part, MOVES]:
        return False
    if value >= MOST_NIMBERS:
        counts[4] = GIVE_UP
        return False
    if not info[part, OPEN_TO] >> value & 1:
        return False
    used[UNTIL_PAUSE] -= 1
    if used[UNTIL_PAUSE] < 0:
        counts[4] = PAUSE
        return False
    begin = int(counts[3])
    count = options_of(part, value, begin, game, store)
    if count < 0 and not counts[4]:
        info[part, OPEN_TO] &= ~(1 << value)
    for before in range(-1, value if count >= 0 and not counts[4] else -1):
        wanted = value if before < 0 else before
        if not info[part, OPEN_TO] >> wanted & 1:
            continue
        has = False
        for turn in range(begin, begin + count):
            row = stack[turn]
            left, unknown = wanted, 0
            for k in range(row + 1, stack[row]):
                known = int(info[stack[k], VALUE])
                if known < 0:
                    unknown += 1
                else:
                    left ^= known
            if not unknown and left == 0:
                has = True
                break
        if not has:
            for turn in range(begin, begin + count):
                row = stack[turn]
                left, top = wanted, int(stack[row]) - 1
                if top == row:
                    continue
                for k in range(row + 1, top):
                    one = int(stack[k])
                    while info[one, VALUE] < 0 and not counts[4]:
                        nimber_is(one, least_open(one, game), game, store)
                    if counts[4]:
                        break
                    left ^= int(info[one, VALUE])
                if not counts[4] and nimber_is(int(stack[top]), left, game, store):
                    has = True
                if has or counts[4]:
                    break
        if counts[4]:
            break
        if has:
            info[part, OPEN_TO] &= ~(1 << wanted)
        elif before >= 0:
            info[part, VALUE] = wanted
        if has == (before < 0):
            break
    else:
        if count >= 0 and not counts[4]:
            info[part, VALUE] = value
    counts[3] = begin
    return bool(info[part, VALUE] == value)
