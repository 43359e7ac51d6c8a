"""Claims about values: bounds of parts and of their sums.

A claim about a value is a whole number in units of 1 / ``UNIT``: ``y * UNIT`` says that the value is at least
y (moving second), or that who moves first wins it less y (moving first); one less says so of every number
below y. Claims come for ``TAXES`` temperatures: 0, 1/4, 1/2 and so on; those above 0 are about stops of the
cooled value, and say "every number below" at most. Write R_t and L_t for the stops of G cooled by t; a is the
best claim moving second of the own options less t, b the worst claim moving first of the opponent's, plus t.
L_t >= a and R_t >= min(a, b), frozen or not; R_t never falls when t grows, and L_t is at least the mast. G >=
x for a number x when the opponent's options are all won moving first against x and x is a whole number up to
0 or some own option is at least the left option of x; and a game that is no number and whose opponent's
options are all won moving first against its right stop y is at least y (number avoidance). Cooling is
additive, L_0 >= L_t and R_0 >= R_t - t: so sums of claims decide who wins sums.
"""

from __future__ import annotations

from typing import Any

from gfkit.exact.stored_code import part_of_loop
from gfkit.values.loops.bits import ones_in
from gfkit.values.loops.forms import is_at_most, largest_number, negated_row, row_of_number, sum_row
from gfkit.values.loops.parts import (
    alive_moves,
    image_of,
    place_of_state,
    split_set,
    splitting,
    value_of_split,
)
from gfkit.values.loops.places import (
    CLAIMS,
    END,
    GRAIN,
    GROW,
    HALF,
    HIGH,
    IS_NUMBER,
    LEFTS,
    LOST,
    LOW,
    MARGIN,
    OPEN,
    PART_HIGH,
    PART_LOW,
    RIGHTS,
    SCALE,
    SET,
    TAX,
    TAXES,
    USED_BANDS,
    USED_CLAIMS,
    USED_LIST,
    USED_SETS,
    USED_SPLIT,
    WON,
    WORD,
)

LOWEST = -(1 << 20)
NO_CLAIM, MOST_CLAIMED = -(1 << 15), (1 << 15) - 1
"""Claims are kept in 16 bits: the first where there is none, or one below; the second for all above."""
MOST_HOT, LARGE = 4, 5_000
"""How many hot values are added up exactly to compare them with 0, and how large together."""
MOST_BAND, MOST_THIN = 14, 26
"""Moves of a part of a band up to which its value is found, and where the band is no broader than a piece."""
MOST_CELLS = 20
"""Cells of a band too broad for the table of thin ones up to which it is looked at."""


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
    if begin + MARGIN > len(listed):
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
            row &= HALF
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
