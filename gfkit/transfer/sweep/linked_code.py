"""Steps of machines that remember what hangs together, for machine code; imported only by who makes it.

A state is a few words: first the fields of the machine of slots and numbers of complete components and closed
cycles, then labels, then marks. The label of a track is 1 and the lowest track of its component, so that
partitions are written in one way only and nothing is numbered anew: a component that loses its lowest track
gets the next one. Marks lie at the track that a label names.

Labels fill one word, or two, and so do marks, where there are any. What a site does to a state is what
``machine/linked.py`` says; ``linked_words`` writes what is read here.
"""

from __future__ import annotations

from typing import Any

from gfkit.exact.stored_code import part_of_loop
from gfkit.transfer.sweep.hash_code import fields_like, hashed, lowest, take_few


@part_of_loop()
def step_linked(
    head: Any, code: Any, place: int, keys: Any, new: Any, table: Any, pairs: Any, room: Any, told: Any
) -> int:
    """Takes states over a site.

    Where they come to is looked up among ``new`` states, or added to them; every step is added to the pairs
    of numbers of states. How many states and pairs there are is ``told``, and then the first of the states to
    be stepped, and the group, -1 at first, the choice and the state to go on with: where room runs out the
    loop ends, and gives 0. There must be ``room`` for all states and groups.
    """
    bits, in_word, ones, lows, highs = head[0], head[1], head[2], head[3], head[4]
    mask, inverse = head[5], head[6]
    mark_bits, marks_in_word, mark_mask, mark_ones = head[7], head[8], head[9], head[10]
    base, wanted, barred = head[11], head[12], head[13]
    held_cap, held_most, allowed = head[14], head[15], head[16]
    component_cap, component_most = head[17], head[18]
    component_shift, component_mask = head[19], head[20]
    cycle_cap, cycle_most, cycle_shift, cycle_mask = head[21], head[22], head[23], head[24]
    met_shift, wakes = head[25], head[26]
    top = bits - 1
    wide, marked = head[27] != 0, head[28] != 0
    words = (1 + marked) * (1 + wide) + 1
    base_mask = (1 << base) - 1
    size, number, steps = len(table), told[0], told[1]
    fields, leaving, own_track = code[place + 1], code[place + 2], code[place + 3]
    choices = place + 4 + leaving + 3 * fields
    # What can be done depends on some fields, which together are a number; states that have the same one
    # are taken together, and all of them do the same.
    groups, first_field = code[choices], choices - 3 * fields
    counts, order = room[: groups + 1], room[groups + 1 :]
    if told[3] < 0:
        for value in range(groups + 1):
            counts[value] = 0
        for turn in range(2):
            for i in range(told[2], len(keys)):
                before, value = keys[i, 0], 0
                for k in range(first_field, choices, 3):
                    value |= (before >> code[k] & code[k + 1]) << code[k + 2]
                if turn:
                    order[counts[value]] = i
                counts[value + 1 - turn] += 1
            if not turn:
                for value in range(groups):
                    counts[value + 1] += counts[value]
        told[3] = told[4] = told[5] = 0
    begin_choice, begin_state = told[4], told[5]
    for value in range(told[3], groups):
        begin_turn = counts[value - 1] if value else 0
        end_turn = counts[value]
        choice = code[choices + 1 + value]
        for k in range(choice + 1 + begin_choice, choice + 1 + code[choice]):
            first = code[k] + 4
            change, joins, stills, own_mark = (
                code[first - 4],
                code[first - 3],
                code[first - 2],
                code[first - 1],
            )
            for turn in range(begin_turn + begin_state, end_turn):
                if number == len(new) or 2 * number >= size or steps == len(pairs):
                    told[0], told[1] = number, steps
                    told[3], told[4], told[5] = value, k - choice - 1, turn - begin_turn
                    return 0
                i = order[turn]
                slots, mark, at = keys[i, 0] ^ change, own_mark, first
                low, high, marks, more = keys[i, 1], 0, 0, 0
                if wide:
                    high = keys[i, 2]
                if marked:
                    marks = keys[i, words - 1 - wide]
                    if wide:
                        more = keys[i, 4]
                ended, fine = 0, True
                own, own_high, member = 0, 0, joins >= 0
                for _ in range(joins):
                    track = code[at]
                    upper = wide and track >= in_word
                    if upper:
                        shift = (track - in_word) * bits
                        label, mine = high >> shift & mask, own_high >> shift & 1
                    else:
                        shift = track * bits
                        label, mine = low >> shift & mask, own >> shift & 1
                    if mine:
                        if cycle_cap >= 0:
                            closed = slots >> cycle_shift & cycle_mask
                            if closed < cycle_cap:
                                closed += 1
                                slots += 1 << cycle_shift
                            if cycle_most >= 0 and closed > cycle_most:
                                fine = False
                                break
                    elif label:
                        full = fields_like(low, label, ones, lows, highs, top)
                        own |= full
                        low ^= low & full
                        if wide:
                            full = fields_like(high, label, ones, lows, highs, top)
                            own_high |= full
                            high ^= high & full
                        if marked:
                            if wide and label > marks_in_word:
                                shift = (label - 1 - marks_in_word) * mark_bits
                                other = more >> shift & mark_mask
                                more ^= other << shift
                            else:
                                shift = (label - 1) * mark_bits
                                other = marks >> shift & mark_mask
                                marks ^= other << shift
                            held = min((mark >> base) + (other >> base), held_cap)
                            mark = (mark | other) & base_mask | held << base
                    elif wakes:
                        if upper:
                            own_high |= mask << shift
                        else:
                            own |= mask << shift
                        if marked:
                            other = code[at + 1]
                            held = min((mark >> base) + (other >> base), held_cap)
                            mark = (mark | other) & base_mask | held << base
                    at += 2
                if not fine:
                    continue
                if marked and member:
                    if barred and mark & barred == barred:
                        continue
                    if held_most >= 0 and mark >> base > held_most:
                        continue
                    if wanted:
                        met = slots >> met_shift & 1
                        if not met and mark & wanted == wanted:
                            met = 1
                            slots |= 1 << met_shift
                            marks &= ~(wanted * mark_ones)
                            more &= ~(wanted * mark_ones)
                        if met:
                            mark &= ~wanted
                for j in range(leaving + 1 + stills):
                    if j < leaving:
                        track = code[place + 4 + j]
                    elif j > leaving:
                        track = code[at]
                        at += 1
                    elif member and own_track >= 0:
                        if wide and own_track >= in_word:
                            own_high |= mask << (own_track - in_word) * bits
                        else:
                            own |= mask << own_track * bits
                        continue
                    else:
                        continue
                    # The label of a track is taken away.
                    if wide and track >= in_word:
                        shift = (track - in_word) * bits
                        own_high &= ~(mask << shift)
                        label = high >> shift & mask
                        high ^= label << shift
                    else:
                        shift = track * bits
                        own &= ~(mask << shift)
                        label = low >> shift & mask
                        low ^= label << shift
                    if not label:
                        continue
                    same = fields_like(low, label, ones, lows, highs, top)
                    others = 0
                    if wide:
                        others = fields_like(high, label, ones, lows, highs, top)
                    alone = not (same | others)
                    if alone or label == track + 1:
                        held = 0
                        if marked:
                            if wide and label > marks_in_word:
                                shift = (label - 1 - marks_in_word) * mark_bits
                                held = more >> shift & mark_mask
                                more ^= held << shift
                            else:
                                shift = (label - 1) * mark_bits
                                held = marks >> shift & mark_mask
                                marks ^= held << shift
                        if alone:
                            ended += 1
                            fine = fine and allowed >> (held >> base) & 1
                            continue
                        lead = lowest(same) * inverse >> 16
                        if wide and not same:
                            lead = in_word + (lowest(others) * inverse >> 16)
                        renamed = (label ^ (lead + 1)) * ones
                        low ^= same & renamed
                        high ^= others & renamed
                        if marked:
                            if wide and lead >= marks_in_word:
                                more |= held << (lead - marks_in_word) * mark_bits
                            else:
                                marks |= held << lead * mark_bits
                if member:
                    if own or own_high:
                        lead = lowest(own) * inverse >> 16
                        if wide and not own:
                            lead = in_word + (lowest(own_high) * inverse >> 16)
                        low |= own & (lead + 1) * ones
                        high |= own_high & (lead + 1) * ones
                        if marked:
                            if wide and lead >= marks_in_word:
                                more |= mark << (lead - marks_in_word) * mark_bits
                            else:
                                marks |= mark << lead * mark_bits
                    else:
                        ended += 1
                        fine = fine and allowed >> (mark >> base) & 1
                if not fine:
                    continue
                if component_cap >= 0:
                    had = slots >> component_shift & component_mask
                    complete = min(had + ended, component_cap)
                    if complete >= component_most >= 0 and (complete > component_most or low | high):
                        continue
                    slots += (complete - had) << component_shift
                # The state among the new ones.
                mixed = hashed(hashed(0, slots), low)
                if wide:
                    mixed = hashed(mixed, high)
                if marked:
                    mixed = hashed(mixed, marks)
                if wide and marked:
                    mixed = hashed(mixed, more)
                tag, slot = mixed >> 32, mixed & (size - 1)
                while True:
                    entry = table[slot]
                    found = (entry & 0xFFFFFFFF) - 1
                    if not entry:
                        new[number, 0] = slots
                        new[number, 1] = low
                        if wide:
                            new[number, 2] = high
                        if marked:
                            new[number, words - 1 - wide] = marks
                        if wide and marked:
                            new[number, 4] = more
                        found = number
                        number += 1
                        table[slot] = tag << 32 | number
                        break
                    if (
                        entry >> 32 == tag
                        and new[found, 0] == slots
                        and new[found, 1] == low
                        and (not wide or new[found, 2] == high)
                        and (not marked or new[found, words - 1 - wide] == marks)
                        and (not wide or not marked or new[found, 4] == more)
                    ):
                        break
                    slot = (slot + 1) & (size - 1)
                pairs[steps, 0], pairs[steps, 1] = i, found
                steps += 1
            begin_state = 0
        begin_choice = 0
    told[0], told[1] = number, steps
    return 1


def sweep_linked(head: Any, code: Any, places: Any, rows: Any, pairs: Any, work: Any, done: Any) -> int:
    """Takes few states over many sites: see ``take_few``."""
    return take_few(step_linked, head, code, places, rows, pairs, work, done)
