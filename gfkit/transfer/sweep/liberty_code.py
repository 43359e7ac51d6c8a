"""Steps of machines of groups with liberties, for machine code; imported only by who makes it.

A state is one word, or two. The first has a field for each track of the frontier: 0 where a cell is empty,
else a colour in its lowest bits and a number above: 1 where the group has a liberty, and 2 and the lowest
track of its group where it has none yet. So groups are written in one way only: one that loses its lowest
track gets the next one, and one that gets a liberty is known no more. The second word has for each track
ahead of the sweep 0, or 1 and the colour that covers the cell. What a site does to a state is what
``machine/liberty.py`` says for players who need not be stuck; ``liberty_words`` writes what is read here.
Where colours are exchanged, the coloured cell of the lowest track has the first.
"""

from __future__ import annotations

from typing import Any

from gfkit.exact.stored_code import part_of_loop
from gfkit.transfer.sweep.hash_code import fields_like, hashed, lowest, take_few


@part_of_loop()
def step_groups(
    head: Any, code: Any, place: int, keys: Any, new: Any, table: Any, pairs: Any, _room: Any, told: Any
) -> int:
    """Takes states over a site.

    Where they come to is looked up among ``new`` states, or added to them; every step is added to the pairs
    of numbers of states. How many states and pairs there are is ``told``, and then the state to go on with:
    where room runs out the loop ends, and gives 0.
    """
    bits, ones, lows, highs, mask, inverse = head[0], head[1], head[2], head[3], head[4], head[5]
    colour_bits, ahead_mask, ahead_ones = head[6], head[7], head[8]
    exchanges, two_words = head[9] != 0, head[10] > 1
    top, size, hues = bits - 1, len(table), (1 << colour_bits) - 1
    free, caught = 1 << colour_bits, 2 << colour_bits
    lying, here, own_track = code[place], code[place + 1], code[place + 2]
    light, leaves_empty = code[place + 3] != 0, code[place + 4] != 0
    nears, leaving, placings = code[place + 5], code[place + 6], code[place + 7]
    first_near = place + 8
    first_leaving = first_near + nears
    first_placing = first_leaving + leaving
    number, steps = told[0], told[1]
    for i in range(told[2], len(keys)):
        if number + placings >= len(new) or 2 * (number + placings) >= size or steps + placings >= len(pairs):
            told[0], told[1], told[2] = number, steps, i
            return 0
        low_before, high_before, forced = keys[i, 0], 0, lying
        if two_words:
            high_before = keys[i, 1]
            if here >= 0:
                covered = high_before >> here & ahead_mask
                if covered:
                    high_before ^= covered << here
                    forced = covered - 1
        at = first_placing
        for option in range(-1, placings):
            low, high, colour = low_before, high_before, forced
            if option < 0:
                if not (light if forced >= 0 else leaves_empty):
                    continue
            else:
                if forced >= 0:
                    break
                colour, covers, beside, ahead_beside = code[at], code[at + 1], code[at + 2], code[at + 3]
                at += 4
                allowed = True
                for k in range(at, at + covers):
                    allowed = allowed and not high >> code[k] & ahead_mask
                    high |= (1 + colour) << code[k]
                at += covers
                for k in range(at, at + 2 * beside, 2):
                    value = low >> code[k] & mask
                    allowed = allowed and not (value and code[k + 1] >> (value & hues) & 1)
                at += 2 * beside
                for k in range(at, at + 2 * ahead_beside, 2):
                    value = high_before >> code[k] & ahead_mask
                    allowed = allowed and not (value and code[k + 1] >> (value - 1) & 1)
                at += 2 * ahead_beside
                if not allowed:
                    continue
            own, has_liberty = 0, False
            for k in range(first_near, first_leaving):
                shift = code[k]
                value = low >> shift & mask
                if colour < 0:
                    if value >= caught:
                        full = fields_like(low, value, ones, lows, highs, top)
                        low ^= full & (value ^ (free | value & hues)) * ones
                elif not own >> shift & 1:
                    if not value or value == free | colour:
                        has_liberty = True
                    elif value & hues == colour:
                        full = fields_like(low, value, ones, lows, highs, top)
                        own |= full
                        low ^= low & full
            fine = True
            for k in range(first_leaving, first_placing):
                shift = code[k] * bits
                own &= ~(mask << shift)
                value = low >> shift & mask
                low ^= value << shift
                if value >= caught:
                    same = fields_like(low, value, ones, lows, highs, top)
                    if not same:
                        fine = False
                        break
                    if (value >> colour_bits) - 2 == code[k]:
                        lead = lowest(same) * inverse >> 16
                        low ^= same & (value ^ ((2 + lead) << colour_bits | value & hues)) * ones
            if not fine:
                continue
            if colour >= 0:
                if own_track >= 0:
                    own |= mask << own_track * bits
                if has_liberty:
                    low |= own & (free | colour) * ones
                elif own:
                    lead = lowest(own) * inverse >> 16
                    low |= own & ((2 + lead) << colour_bits | colour) * ones
                else:
                    continue
            if exchanges:
                if low:
                    second = low >> (lowest(low) * inverse >> 16) * bits & 1
                else:
                    second = high and high >> (lowest(high) & -2) & 2
                if second:
                    low ^= ones & ~fields_like(low, 0, ones, lows, highs, top)
                    high ^= ((high | high >> 1) & ahead_ones) * 3
            # The state among the new ones.
            mixed = hashed(0, low)
            if two_words:
                mixed = hashed(mixed, high)
            tag, slot = mixed >> 32, mixed & (size - 1)
            while True:
                entry = table[slot]
                found = (entry & 0xFFFFFFFF) - 1
                if not entry:
                    new[number, 0] = low
                    if two_words:
                        new[number, 1] = high
                    found = number
                    number += 1
                    table[slot] = tag << 32 | number
                    break
                if entry >> 32 == tag and new[found, 0] == low and (not two_words or new[found, 1] == high):
                    break
                slot = (slot + 1) & (size - 1)
            pairs[steps, 0], pairs[steps, 1] = i, found
            steps += 1
    told[0], told[1] = number, steps
    return 1


def sweep_groups(head: Any, code: Any, places: Any, rows: Any, pairs: Any, work: Any, done: Any) -> int:
    """Takes few states over many sites: see ``take_few``."""
    return take_few(step_groups, head, code, places, rows, pairs, work, done)
