"""The moves of a shrunk position, the plain way: ``native/blocks.c`` does the same, key for key.

Numbers are below 2^62. Cells are bits. ``near`` holds the free cells beside each free cell; ``masks`` the
cells open to colour 0, to colour 1, safe for colour 0, for colour 1; ``groups`` the liberties of groups with
two or more, and ``sides`` their colours.
"""

from __future__ import annotations

from typing import Any

State = tuple[Any, Any, Any, Any]
"""near, masks, groups, sides"""
Scratch = tuple[Any, Any, Any, Any, Any, Any]
"""Room to work in: a key; cells; marks (of exchanged colours from 64 on); fresh marks; order; numbers."""
_LOW = (1 << 31) - 1


def expand_part(key: Any, out: Any, before: State, state: State, scratch: Scratch) -> int:
    """Writes the options of a part to ``out``, each as its parts; the number of bytes written.

    Before each option there are two bytes for the cells of its largest part and the moves there: of two
    parts the one with more cells is larger, or else that with more moves.
    """
    cells = int(key[0])
    if cells == 1:
        out[0] = out[1] = out[2] = 0
        return 3
    count = read_key(key, before)
    at = 0
    for colour in range(2):
        for cell in range(cells):
            if before[1][colour] >> cell & 1:
                for one in range(cells):
                    state[0][one] = before[0][one]
                for one in range(4):
                    state[1][one] = before[1][one]
                for one in range(count):
                    state[2][one] = before[2][one]
                    state[3][one] = before[3][one]
                left = place_stone(cell, colour, cells, count, state)
                at = write_settled(((1 << cells) - 1) & ~(1 << cell), cells, left, state, out, at, scratch)
    return at


def write_settled(
    free: int, cells: int, count: int, state: State, out: Any, at: int, scratch: Scratch
) -> int:
    """Settles a position and writes its weight, how many parts it has, and each with its length before it."""
    count = settle_part(free, cells, count, state)
    near, masks, groups, _ = state
    free = masks[0] | masks[1]
    head, found, weight = at, 0, 0
    at += 3
    while free:
        part = free & -free
        grown = part
        while grown:
            old = part
            for cell in range(cells):
                if grown >> cell & 1:
                    part |= near[cell]
            for group in range(count):
                if groups[group] & part:
                    part |= groups[group]
            grown = part & ~old
        free &= ~part
        weight = max(
            weight, count_bits(part) << 8 | count_bits(part & masks[0]) + count_bits(part & masks[1])
        )
        end = write_part(part, cells, count, state, out, at + 2, scratch)
        out[at] = end - at - 2 & 255
        out[at + 1] = end - at - 2 >> 8
        at = end
        found += 1
    out[head], out[head + 1], out[head + 2] = weight >> 8, weight & 255, found
    return at


def place_stone(cell: int, colour: int, cells: int, count: int, state: State) -> int:
    """Places a colour on a cell where it is legal; the number of groups there are then."""
    near, masks, groups, sides = state
    bit, kept = 1 << cell, 0
    liberties = near[cell]
    for group in range(count):
        found, side = groups[group], sides[group]
        if found & bit and side == colour:
            liberties |= found
            continue
        found &= ~bit
        if found & (found - 1) == 0:
            masks[1 - side] &= ~found
            continue
        groups[kept] = found
        sides[kept] = side
        kept += 1
    liberties &= ~bit
    if masks[2 + colour] & bit:
        masks[2 + colour] |= liberties
    elif liberties & (liberties - 1) == 0:
        masks[1 - colour] &= ~liberties
    else:
        groups[kept] = liberties
        sides[kept] = colour
        kept += 1
    for one in range(4):
        masks[one] &= ~bit
    for one in range(cells):
        near[one] &= ~bit
    near[cell] = 0
    return kept


def settle_part(free: int, cells: int, count: int, state: State) -> int:
    """Closes what is illegal, drops what is certain, until nothing changes; the number of groups left."""
    near, masks, groups, sides = state
    changed = True
    while changed:
        changed = False
        for colour in range(2):
            doubtful = masks[colour] & ~masks[2 + colour]
            for group in range(count):
                if sides[group] == colour:
                    doubtful &= ~groups[group]
            for cell in range(cells):
                if doubtful >> cell & 1 and near[cell] == 0:
                    masks[colour] &= ~(1 << cell)
        dead = free & ~(masks[0] | masks[1])
        for colour in range(2):
            sure = dead | (masks[colour] & masks[2 + colour] & ~masks[1 - colour])
            safe, kept = masks[2 + colour], 0
            for cell in range(cells):
                if sure >> cell & 1:
                    safe |= near[cell]
            for group in range(count):
                if sides[group] == colour and groups[group] & sure:
                    safe |= groups[group]
                else:
                    groups[kept] = groups[group]
                    sides[kept] = sides[group]
                    kept += 1
            safe &= masks[colour]
            if kept < count or safe != masks[2 + colour]:
                changed = True
            count = kept
            masks[2 + colour] = safe
        if dead:
            changed = True
            free &= ~dead
            for cell in range(cells):
                near[cell] &= ~dead
                if dead >> cell & 1:
                    near[cell] = 0
    quiet = free & (masks[2] | ~masks[0]) & (masks[3] | ~masks[1])
    for cell in range(cells):
        if quiet >> cell & 1:
            near[cell] &= ~quiet
    return count


def write_part(part: int, cells: int, count: int, state: State, out: Any, at: int, scratch: Scratch) -> int:
    """Writes the key of a part, colours exchanged or not; the end of what is written."""
    spare, listed = scratch[0], scratch[1]
    size = 0
    for cell in range(cells):
        if part >> cell & 1:
            listed[size] = cell
            size += 1
    if size == 1:
        out[at] = 1
        return at + 1
    sums = mark_cells(part, size, count, state, 0, scratch) - mark_cells(part, size, count, state, 1, scratch)
    if sums:
        return write_key(part, size, count, state, 0 if sums < 0 else 1, out, at, scratch)
    end = write_key(part, size, count, state, 0, out, at, scratch)
    write_key(part, size, count, state, 1, spare, 0, scratch)
    same = 0
    while same < end - at and out[at + same] == spare[same]:
        same += 1
    if same < end - at and spare[same] < out[at + same]:
        for one in range(end - at):
            out[at + one] = spare[one]
    return end


def mark_cells(part: int, size: int, count: int, state: State, flip: int, scratch: Scratch) -> int:
    """Marks the cells of a part by what lies around them; returns the sum of the marks."""
    near, masks, groups, sides = state
    _, listed, marks, fresh, _, numbers = scratch
    base = 64 * flip
    for i in range(size):
        cell = listed[i]
        numbers[cell] = base + i
        own = (masks[flip] >> cell & 1) + 2 * (masks[2 + flip] >> cell & 1)
        other = (masks[1 - flip] >> cell & 1) + 2 * (masks[3 - flip] >> cell & 1)
        marks[base + i] = mixed(17 + own + 4 * other)
    for _ in range(3 if size > 3 else 1):
        for i in range(size):
            beside, total = near[listed[i]] & part, 0
            while beside:
                total += marks[numbers[count_bits((beside & -beside) - 1)]] ^ 1431655765
                beside &= beside - 1
            fresh[i] = marks[base + i] * 3 + total
        for group in range(count):
            found = groups[group] & part
            if found:
                total, rest = 1000003 if sides[group] == flip else 7654321, found
                while rest:
                    total += marks[numbers[count_bits((rest & -rest) - 1)]]
                    rest &= rest - 1
                total = mixed(total)
                while found:
                    one = numbers[count_bits((found & -found) - 1)]
                    fresh[one - base] += total ^ marks[one]
                    found &= found - 1
        for i in range(size):
            marks[base + i] = mixed(fresh[i])
    total = 0
    for i in range(size):
        total += mixed(marks[base + i])
    return total


def count_bits(mask: int) -> int:
    """How many bits of a mask are 1."""
    mask -= mask >> 1 & 0x5555555555555555
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0F
    mask += mask >> 8
    mask += mask >> 16
    return (mask + (mask >> 32)) & 127


def mixed(number: int) -> int:
    """A number below 2^31 that looks random."""
    number = (number ^ number >> 29 & _LOW) & _LOW
    number *= 1540483477
    number = (number ^ number >> 31) & _LOW
    number *= 1103515245
    return (number ^ number >> 29) & _LOW


def write_key(
    part: int, size: int, count: int, state: State, flip: int, out: Any, at: int, scratch: Scratch
) -> int:
    """Writes a part with its cells in the order of their marks; the end of what is written."""
    near, masks, groups, sides = state
    _, listed, marks, seen, order, numbers = scratch
    base, width = 64 * flip, (size + 7) // 8
    for i in range(size):
        j = i
        while j > 0 and marks[base + order[j - 1]] > marks[base + i]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = i
    for i in range(size):
        numbers[order[i]] = i
    end = at + 3
    for kind in (flip, 1 - flip, 2 + flip, 3 - flip):
        end = write_mask(renumbered(masks[kind], size, scratch), width, out, end)
    for i in range(size):
        end = write_mask(renumbered(near[listed[order[i]]], size, scratch), width, out, end)
    out[at] = size
    for side in range(2):
        found = 0
        for group in range(count):
            if sides[group] == side ^ flip and groups[group] & part:
                liberties = renumbered(groups[group], size, scratch)
                j = found
                while j > 0 and seen[j - 1] > liberties:
                    j -= 1
                if j > 0 and seen[j - 1] == liberties:
                    continue
                for one in range(found, j, -1):
                    seen[one] = seen[one - 1]
                seen[j] = liberties
                found += 1
        out[at + 1 + side] = found
        for one in range(found):
            end = write_mask(seen[one], width, out, end)
    return end


def renumbered(mask: int, size: int, scratch: Scratch) -> int:
    listed, numbers = scratch[1], scratch[5]
    found = 0
    for i in range(size):
        if mask >> listed[i] & 1:
            found |= 1 << numbers[i]
    return found


def write_mask(mask: int, width: int, out: Any, at: int) -> int:
    for _ in range(width):
        out[at] = mask & 255
        mask >>= 8
        at += 1
    return at


def read_key(key: Any, state: State) -> int:
    """Reads a key of more than one cell; the number of its groups."""
    near, masks, groups, sides = state
    cells, width = int(key[0]), (int(key[0]) + 7) // 8
    first = int(key[1])
    count = first + int(key[2])
    for one in range(4 + cells + count):
        mask = 0
        for byte in range(width):
            mask |= int(key[3 + one * width + byte]) << 8 * byte
        if one < 4:
            masks[one] = mask
        elif one < 4 + cells:
            near[one - 4] = mask
        else:
            groups[one - 4 - cells] = mask
            sides[one - 4 - cells] = 0 if one - 4 - cells < first else 1
    return count
