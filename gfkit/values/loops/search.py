"""The search for who wins a sum: moves in order, worked out when their turn comes; sums once decided."""

from __future__ import annotations

from typing import Any

from gfkit.exact.stored_code import part_of_loop
from gfkit.values.loops.bits import mixed_bits, ones_in
from gfkit.values.loops.claims import claim_of, claims_of_value, entry_of, judge_sum
from gfkit.values.loops.forms import fact, is_at_most, learn, negated_row, row_of_number, sum_row
from gfkit.values.loops.parts import (
    alive_moves,
    code_of,
    naming,
    next_move,
    split_set,
    splitting,
    value_of_split,
)
from gfkit.values.loops.places import (
    BAD,
    GIVE_UP,
    GROW,
    IDS,
    ITSELF,
    KEPT,
    LEFTS,
    LISTED,
    LOOKED_AT,
    LOST,
    MARGIN,
    MOST_MOVES,
    MOST_PARTS,
    NEXT,
    OPEN,
    OPTIONS,
    ORDER,
    PART_HIGH,
    PART_LOW,
    RIGHTS,
    SINCE,
    TAXES,
    UNIT,
    USED_LIST,
    USED_SETS,
    USED_SPLIT,
    WON,
)

BUCKET = 8
ENOUGH_BAD = 3
"""After so many moves in a row that lose, the best reply so far is searched before others are judged."""
_SETS = 5


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
    if begin + MARGIN + 2 * len(stops) > len(listed):
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
    if begin + MARGIN > len(listed):
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
    if several >> IDS:
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
