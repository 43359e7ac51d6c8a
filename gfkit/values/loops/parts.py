"""Positions as sums of parts, and the values of parts.

A state is two words of ``WORD`` bits, so that no number reaches 2^62. A position is a sum of parts and one
value. A part is known by its least image; its code is twice its number, plus one where it stands for the
negative of that image. What is known of parts is in rows of ``info``; ``OPTIONS`` says where a part's moves
begin in ``listed``, ``CLAIMS`` where the values of its best bands do, and which claims are its. The moves of
a state are a set in words of ``SET`` bits; ``game[14]`` has for each move those it makes impossible. Codes of
states met of late are in a table of fixed size. ``used`` has how much of each table is filled.
"""

from __future__ import annotations

from typing import Any

from gfkit.exact.stored_code import part_of_loop
from gfkit.values.loops.bits import mixed_bits, ones_in
from gfkit.values.loops.forms import make_row, negated_row, row_of_number, sum_row
from gfkit.values.loops.places import (
    BYTES,
    DROPPED,
    GIVE_UP,
    GROW,
    HALF,
    ITSELF,
    MARKS,
    MOVES,
    OPTIONS,
    PART_HIGH,
    PART_LOW,
    PAUSE,
    SET,
    TRIED,
    UNTIL_PAUSE,
    USED_PARTS,
    USED_SETS,
    USED_SPLIT,
    VALUE,
    WORD,
)

_ENOUGH = 4096
_SETS_AT_ONCE = 4
"""Sets that may be written before it is looked again whether there is room."""


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
    low = (low & HALF) * 1103515245 ^ (low >> 31) * 1812433253
    high = (high & HALF) * 1140671485 ^ (high >> 31) * 1664525
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

    It adds up parts itself: loops do not call each other in a ring.
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
        stack[at] = total << MARKS
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
