"""Loops that rung 5 and its codings share: words, tables of states by hash, numbers of states.

For machine code, and imported only by who makes it, with numba. All fields of a word x that equal a label are
found at once: with H the highest bits of all fields, L the others, and y what x and the label in every field
differ by, ``((y & L) + L | y) & H`` has the highest bits of the other fields. Words are signed, and their
highest bit is not used. An entry of a table is 0 where there is none, else 32 bits of the hash and the number
of a state, from 1 on.
"""

# mypy: allow-untyped-decorators, ignore-missing-imports, disable-error-code="import-untyped"

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic

from gfkit.exact.stored_code import part_of_loop

_MIX = 0x2545F4914F6CDD1D


def _lowest_bit(_typing: Any, _word: Any) -> Any:
    """The place of the lowest bit of a word."""

    def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), code


lowest: Any = intrinsic(_lowest_bit)


@part_of_loop(forceinline=True)
def fields_like(word: int, label: int, ones: int, lows: int, highs: int, top: int) -> int:
    """Whole fields where a word has a label."""
    other = word ^ label * ones
    bits = ((((other & lows) + lows) | other) & highs) ^ highs
    return (bits - (bits >> top)) | bits


@part_of_loop(forceinline=True)
def hashed(before: int, word: int) -> int:
    """A hash with one more word."""
    mixed = (before ^ word) * _MIX
    return mixed ^ (mixed >> 32 & 0xFFFFFFFF)


@part_of_loop()
def fill_table(keys: Any, many: int, table: Any) -> None:
    """Fills an empty table, of a size that is a power of 2, with so many states."""
    size = len(table)
    for number in range(many):
        mixed = 0
        for w in range(keys.shape[1]):
            mixed = hashed(mixed, keys[number, w])
        slot = mixed & (size - 1)
        while table[slot]:
            slot = (slot + 1) & (size - 1)
        table[slot] = mixed >> 32 << 32 | (number + 1)


@part_of_loop()
def enter(keys: Any, new: Any, many: int, table: Any, places: Any) -> int:
    """Adds states to others if they are not there, and writes down where they are.

    Gives how many others there are then; there must be room for all.
    """
    words, size = keys.shape[1], len(table)
    number = many
    for i in range(len(keys)):
        mixed = 0
        for w in range(words):
            mixed = hashed(mixed, keys[i, w])
        slot = mixed & (size - 1)
        while True:
            entry = table[slot]
            if not entry:
                for w in range(words):
                    new[number, w] = keys[i, w]
                places[i] = number
                number += 1
                table[slot] = mixed >> 32 << 32 | number
                break
            place, same = (entry & 0xFFFFFFFF) - 1, True
            for w in range(words):
                same = same and new[place, w] == keys[i, w]
            if same:
                places[i] = place
                break
            slot = (slot + 1) & (size - 1)
    return number


def add_numbers(pairs: Any, steps: int, numbers: Any, new: Any, bits: int) -> int:
    """Adds the numbers of states to those of states after, which are 0 at first: how many are reached.

    Numbers are limbs of so many bits, as many as the sums take.
    """
    limbs, mask = numbers.shape[1], (1 << bits) - 1
    for k in range(steps):
        i, found = pairs[k, 0], pairs[k, 1]
        total = new[found, 0] + numbers[i, 0]
        new[found, 0] = total & mask
        for limb in range(1, limbs):
            total = new[found, limb] + numbers[i, limb] + (total >> bits)
            new[found, limb] = total & mask
    reached = 0
    for k in range(len(new)):
        some = 0
        for limb in range(limbs):
            some |= new[k, limb]
        reached += some != 0
    return reached


@part_of_loop()
def take_few(
    step: Any, head: Any, code: Any, places: Any, rows: Any, pairs: Any, work: Any, done: Any
) -> int:
    """Takes few states over sites, one after the other, as rung 5 does: how many sites are done.

    ``done`` has that number too, then how many states there are, which are the first rows, the largest number
    of states of a site, the period, and how many rows, pairs and places of a table there are for the states
    of a site; ``work``, otherwise 0, begins with the numbers of the states, a limb each. Ends before a site
    for which there is no room, or where a number might not fit into a limb.

    Of states at sites that have an equal one a period away, those that were met are held, by their turn in
    the period, with the steps from them.
    """
    site, many, peak, period = done[0], done[1], done[2], done[3]
    room_for, steps_for, slots = done[4], done[5], done[6]
    numbers, sums, begin = work[:room_for], work[room_for : 2 * room_for], 2 * room_for
    told, held = work[begin : begin + 6], work[begin + 6 : begin + 6 + 5 * period]
    tables = begin + 6 + 5 * period
    room = work[tables + (1 + period) * slots :]
    keys, new = rows[:room_for], rows[room_for : 2 * room_for]
    is_held, size, limb = False, min(64, slots), 62
    for turn in range(period):
        held[5 * turn + 3], held[5 * turn + 4] = -1, size
    while site < len(places) and many:
        place = places[site]
        equal = 0 < period <= site and places[site - period] == place
        equal = equal or (period > 0 and site + period < len(places) and places[site + period] == place)
        if equal:
            # Of each turn: states, those whose steps are known, steps, what is done there, size of the table.
            turn, later = site % period, (site + 1) % period
            first, then = (2 + turn) * room_for, (2 + later) * room_for
            kept = pairs[(1 + turn) * steps_for : (2 + turn) * steps_for]
            if not is_held:
                had, table = held[5 * turn], work[tables + (1 + turn) * slots : tables + (2 + turn) * slots]
                if had + many >= room_for or 2 * (had + many) >= slots or many > len(room):
                    break
                if 2 * (had + many) >= held[5 * turn + 4]:
                    while 2 * (had + many) >= held[5 * turn + 4]:
                        held[5 * turn + 4] *= 2
                    _fill_anew(rows[first : first + room_for], had, table[: held[5 * turn + 4]])
                table = table[: held[5 * turn + 4]]
                now = enter(keys[:many], rows[first : first + room_for], had, table, room)
                for k in range(now):
                    sums[k] = 0
                for k in range(many):
                    sums[room[k]] = numbers[k]
                numbers, sums, many = sums, numbers, now
                held[5 * turn], is_held = now, True
            if held[5 * turn + 3] != place:
                held[5 * turn + 1] = held[5 * turn + 2] = 0
                held[5 * turn + 3] = place
            here, beyond = rows[first : first + many], rows[then : then + room_for]
            table = work[tables + (1 + later) * slots : tables + (2 + later) * slots]
            told[0], told[1], told[2] = held[5 * later], held[5 * turn + 2], held[5 * turn + 1]
            size_now = held[5 * later + 4]
        else:
            if is_held:
                many = _reached(rows[(2 + site % period) * room_for :], numbers, many, keys)
                is_held = False
            if many > room_for:
                break
            here, beyond, kept = keys[:many], new, pairs[:steps_for]
            table = work[tables : tables + slots]
            told[0], told[1], told[2], size_now = 0, 0, 0, size
            for k in range(size):
                table[k] = 0
        told[3], told[4], told[5] = -1, 0, 0
        fits = told[2] >= many or step(head, code, place, here, beyond, table[:size_now], kept, room, told)
        while not fits and size_now < slots:
            size_now *= 2
            _fill_anew(beyond, told[0], table[:size_now])
            fits = step(head, code, place, here, beyond, table[:size_now], kept, room, told) != 0
        if not fits:
            break
        after, steps = told[0], told[1]
        if equal:
            held[5 * later], held[5 * turn + 2], held[5 * turn + 1] = after, steps, many
            held[5 * later + 4] = size_now
        else:
            size = size_now
        largest, bits = 0, 0
        for k in range(many):
            largest |= numbers[k]
        while steps >> bits:
            bits += 1
        if largest >> max(0, limb - bits):
            break
        for k in range(after):
            sums[k] = 0
        for k in range(steps):
            sums[kept[k, 1]] += numbers[kept[k, 0]]
        reached = 0
        for k in range(after):
            reached += sums[k] != 0
        numbers, sums = sums, numbers
        if not equal:
            keys, new = new, keys
        site, many, peak = site + 1, after, max(peak, reached)
    if is_held:
        many = _reached(rows[(2 + site % period) * room_for :], numbers, many, keys)
    for k in range(many):
        work[k] = numbers[k]
        for w in range(rows.shape[1]):
            rows[k, w] = keys[k, w]
    done[0], done[1], done[2] = site, many, peak
    return int(site)


@part_of_loop()
def _fill_anew(keys: Any, many: int, table: Any) -> None:
    """Fills a larger table with the states that there are."""
    for k in range(len(table)):
        table[k] = 0
    fill_table(keys, many, table)


@part_of_loop()
def _reached(rows: Any, numbers: Any, many: int, keys: Any) -> int:
    """Moves states whose number is not 0 to the front of ``keys``, and their numbers: how many there are."""
    found = 0
    for k in range(many):
        if numbers[k]:
            numbers[found] = numbers[k]
            for w in range(rows.shape[1]):
                keys[found, w] = rows[k, w]
            found += 1
    return found
