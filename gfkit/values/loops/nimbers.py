"""Nimbers of parts: every move is open to both players, and what no option has is the nimber."""

from __future__ import annotations

from typing import Any

from gfkit.exact.stored_code import part_of_loop
from gfkit.values.loops.bits import mixed_bits, ones_in, place_of
from gfkit.values.loops.parts import alive_moves, code_of, naming, next_move, split_set, splitting
from gfkit.values.loops.places import (
    ALIKE,
    GIVE_UP,
    HALF,
    IDS,
    MOVES,
    OPEN_TO,
    PART_HIGH,
    PART_LOW,
    PAUSE,
    SET,
    UNTIL_PAUSE,
    USED_SETS,
    USED_SPLIT,
    VALUE,
)

MOST_NIMBERS = 62
"""Nimbers from here on are too large for that."""
_HASH, _ROUNDS = 31, 3
"""Bits of that hash, and how far around a move its mark depends on what is there."""


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
        mixed = mixed_bits(mixed * 69069 + (row & HALF) + (row >> 31))
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
        place, ranked = at + count, near << IDS | len(stops) - i
        while place > at and stack[place - 1] < ranked:
            stack[place] = stack[place - 1]
            place -= 1
        stack[place] = ranked
        count += 1
        i = next_move(here, i, game)
    for place in range(at, at + count):
        end = split_set(here, len(stops) - int(stack[place] & (1 << IDS) - 1), splitting(game))
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
