"""Canonical forms of games as rows of numbers.

By the same theorems as in ``short/table.py`` and ``short/arithmetic.py``, which stay the plain way. A game is
a row of ``forms``: where its options lie in ``pool`` (Left's, then Right's), whether it is a number, its
stops, whether it is at least its right stop (floor) and at most its left stop (ceiling), its negative, which
row is its canonical form, and the stops of its sums with some switches: if G <= H, then G + X <= H + X, and
neither stop of G + X is larger than that of H + X. Rows are also made of options before dominated ones go, so
that no set of options is looked at twice. Numbers are whole numbers of 1 / ``SCALE``. ``facts`` is an open
hash table of all that is known: sums, comparisons, numbers, rows by their options. ``counts`` has the rows,
the pool and the facts used, the top of ``stack``, and trouble: 1 when a table must grow, 2 when numbers or
lists are too large, 3 when it is time to look at the clock. After trouble nothing is kept, every function
returns, and whoever called makes room and asks again.
"""

from __future__ import annotations

from typing import Any

from gfkit.exact.stored_code import part_of_loop
from gfkit.values.loops.bits import place_of
from gfkit.values.loops.places import (
    BESIDE,
    CEILING,
    END,
    FLOOR,
    GIVE_UP,
    GRAIN,
    GROW,
    HIGH,
    IDS,
    IS_NUMBER,
    ITSELF,
    LEFTS,
    LOW,
    MARKS,
    NEGATIVE,
    PENDING,
    RIGHTS,
    ROW,
    SAME,
    SCALE,
    SWITCHES,
    UNIT,
)

_SUM, _ORDER, _NUMBER, _ROW = 1, 2, 3, 4
_SLACK = 4096


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
    key = _NUMBER << 2 * IDS | value + (1 << 2 * IDS - 1)
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
    return _ROW << 2 * IDS | found


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
    key = _ORDER << 2 * IDS | one << IDS | other
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

    Options there are rows with ``MARKS`` bits of marks below. Those that share a mark are known to be
    incomparable.
    """
    forms, _, _, counts, stack = store
    if counts[4]:
        return 0
    if 2 * end - begin + 2 * _SLACK > len(stack):
        counts[4] = GIVE_UP
        return 0
    old, middle = middle, sorted_set(begin, middle, MARKS, stack)
    end = close_up(middle, old, end, stack)
    end = sorted_set(middle, end, MARKS, stack)
    for at in range(begin, end):
        stack[end + at - begin] = stack[at] & (1 << MARKS) - 1
        stack[at] >>= MARKS
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
    key = _SUM << 2 * IDS | one << IDS | other
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
                stack[at] = found << MARKS | 1
                at += 1
        for k in range(b_left if side == 0 else b_right, b_right if side == 0 else b_end):
            found = sum_row(one, pool[k], store)
            stack[at] = found if is_number else found << MARKS | 2
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
