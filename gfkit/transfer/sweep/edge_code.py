"""Sites of sets of edges, written for ``linked_code`` by machine code; imported only by who makes it.

What ``machine/edges.py`` says and ``linked_words`` writes, as one loop over a graph. Its vertices come in the
order of the sweep; one that still has edges to come has a track, in the labels and in the fields of the first
word, and gives it to the vertex at whose site its last edge is decided. ``edge_words`` says what the table of
a rule has; in the first word it is the number of ends that comes first.
"""

from __future__ import annotations

from typing import Any

from gfkit.exact.stored_code import part_of_loop

NO_ROOM, OTHER_GRAPH = -1, -2
"""The code needs more room; the graph has loops or double edges, or some vertex too many edges back."""
TABLE_HEAD = 7
_MOST_BITS = 12
_OWN, _EACH = 5, 3
"""What is told of a site, and of each edge back."""


def write_edge_sites(
    edges: Any, order: Any, kinds: Any, table: Any, code: Any, places: Any, work: Any
) -> int:
    """Writes what the sites do, and where: how many words, or one of the numbers above.

    The first of ``work`` is the number of tracks then.
    """
    sites, number = len(order), len(edges)
    at = 1 + len(kinds)
    site_of = work[1:at]
    back, begin = work[at : at + number], work[at + number : at + number + sites + 1]
    at += number + sites + 1
    last, left = work[at : at + sites], work[at + sites : at + 2 * sites]
    track, taken = work[at + 2 * sites : at + 3 * sites], work[at + 3 * sites : at + 4 * sites]
    where, starts = work[at + 4 * sites : at + 5 * sites + 1], work[at + 5 * sites + 1 : at + 6 * sites + 1]
    at += 6 * sites + 1
    told, spare = work[at : at + _OWN * sites + _EACH * number], work[at + _OWN * sites + _EACH * number :]
    for k in range(at):
        work[k] = 0
    if not _edges_back(edges, order, site_of, back, begin, last, left):
        return OTHER_GRAPH
    code[0] = 0  # nothing can be done
    length, tracks, known = 1, 0, 0
    for s in range(sites):
        first, over = begin[s], begin[s + 1]
        if (over - first) * table[2] + table[6] > _MOST_BITS or table[0] << (over - first) > 1 << _MOST_BITS:
            return OTHER_GRAPH
        left[s] -= over - first
        own = -1
        for k in range(first, over):
            left[back[k]] -= 1
            if last[back[k]] == s:
                taken[track[back[k]]] = 0
                if own < 0 or track[back[k]] < own:
                    own = track[back[k]]
        if last[s] == s:
            own = -1
        elif own < 0:
            own = 0
            while taken[own]:
                own += 1
        if own >= 0:
            taken[own] = 1
            tracks = max(tracks, own + 1)
        track[s] = own
        # All that the site does depends on this, and what was written of another one that is alike will do.
        begun = where[known]
        now = begun + _OWN
        told[begun], told[begun + 1], told[begun + 2] = kinds[order[s]], min(left[s], table[3]), own
        told[begun + 3], told[begun + 4] = int(s == sites - 1), over - first
        for k in range(first, over):
            told[now], told[now + 1] = track[back[k]], kinds[order[back[k]]]
            told[now + 2] = min(left[back[k]], table[3])
            now += _EACH
        same = 0
        while same < known:
            j = 0
            while j < now - begun and told[where[same] + j] == told[begun + j]:
                j += 1
            if j == now - begun and where[same + 1] - where[same] == j:
                break
            same += 1
        if same == known:
            known += 1
            where[known] = now
            length = _written(told[begun:now], table, code, length, spare)
            if length < 0:
                return NO_ROOM
            starts[same] = spare[0]
        places[s] = starts[same]
    work[0] = tracks
    return length


@part_of_loop()
def _edges_back(edges: Any, order: Any, site_of: Any, back: Any, begin: Any, last: Any, left: Any) -> bool:
    """By site, from where on its edges back are, which lead to sites in ascending order; degrees; last sites.

    False for loops and double edges.
    """
    sites = len(order)
    for k in range(len(site_of)):
        site_of[k] = -1
    for s in range(sites):
        site_of[order[s]] = last[s] = s
    for k in range(len(edges)):
        a, b = site_of[edges[k, 0]], site_of[edges[k, 1]]
        if a >= 0:
            begin[max(a, b)] += 1
            left[a] += 1
            left[b] += 1
            last[min(a, b)] = max(last[min(a, b)], a, b)
    total = 0
    for s in range(sites + 1):
        total += begin[s]
        begin[s] = total
    for k in range(len(edges)):
        a, b = site_of[edges[k, 0]], site_of[edges[k, 1]]
        if a >= 0:
            high = max(a, b)
            begin[high] -= 1
            back[begin[high]] = min(a, b)
    for s in range(sites):
        for k in range(begin[s] + 1, begin[s + 1]):
            j = k
            while j > begin[s] and back[j - 1] > back[j]:
                back[j - 1], back[j] = back[j], back[j - 1]
                j -= 1
        for k in range(begin[s], begin[s + 1]):
            if back[k] == s or (k > begin[s] and back[k - 1] == back[k]):
                return False
    return True


@part_of_loop()
def _written(site: Any, table: Any, code: Any, length: int, spare: Any) -> int:
    """Writes what a site does; where it begins is the first of the spare words then."""
    classes, most_places, bits, most_left = table[0], table[1], table[2], table[3]
    every, most_ends, end_bits = table[4], table[5], table[6]
    own_left, own, is_last, backs = site[1], site[2], site[3], site[4]
    block = 1 + classes + most_places * (6 + most_left)
    first_kind = TABLE_HEAD + 2 * classes * classes
    kind = first_kind + site[0] * block
    groups = 1 << backs * bits + end_bits
    pointers, choices = spare[1 : 1 + groups], spare[1 + groups :]
    options = 0
    for group in range(groups):
        many, possible = 0, group >> backs * bits <= most_ends
        for i in range(backs):
            value = group >> i * bits & (1 << bits) - 1
            possible = possible and value < table[first_kind + site[_OWN + _EACH * i + 1] * block]
        for way in range((classes << backs) * possible):
            own_class, mask = way >> backs, way & (1 << backs) - 1
            place = table[kind + 1 + own_class]
            for i in range(backs):
                if mask >> i & 1 and place >= 0:
                    place = table[kind + 1 + classes + place]
            if place < 0 or table[kind + 1 + classes + most_places + place] > own_left:
                continue
            if length + 4 + _EACH * backs + 1 > len(code):
                return NO_ROOM
            ends = group >> backs * bits
            change, joins, stills, at, fine = ends, 0, 0, length + 4, True
            if own_left:
                place = table[kind + 1 + classes + most_places * (5 + own_left) + place]
                change ^= place << end_bits + own * bits
            else:
                ends += table[kind + 1 + classes + most_places * 3 + place]
            for i in range(backs):
                told = _OWN + _EACH * i
                other, left = first_kind + site[told + 1] * block, site[told + 2]
                rows = other + 1 + classes
                value = group >> i * bits & (1 << bits) - 1
                change ^= value << end_bits + site[told] * bits
                may = TABLE_HEAD + classes * (
                    classes * (mask >> i & 1) + table[rows + 2 * most_places + value]
                )
                if mask >> i & 1:
                    value = table[rows + value]
                    code[at + 2 * joins], code[at + 2 * joins + 1] = site[told], 0
                    joins += 1
                if value < 0 or table[rows + most_places + value] > left or not table[may + own_class]:
                    fine = False
                    break
                if left:
                    value = table[rows + most_places * (5 + left) + value]
                    change ^= value << end_bits + site[told] * bits
                else:
                    ends += table[rows + most_places * 3 + value]
            if not fine or (most_ends and ends > most_ends):
                continue
            if most_ends and not is_last:
                change ^= ends
            at += 2 * joins
            for i in range(backs):
                told = _OWN + _EACH * i
                if site[told + 2]:
                    rows = first_kind + site[told + 1] * block + 1 + classes
                    value = group >> i * bits & (1 << bits) - 1
                    if mask >> i & 1:
                        value = table[rows + value]
                    value = table[rows + most_places * (5 + site[told + 2]) + value]
                    if table[rows + 4 * most_places + value]:
                        code[at + stills] = site[told]
                        stills += 1
            if own_left and table[kind + 1 + classes + 4 * most_places + place]:
                code[at + stills] = own
                stills += 1
            code[length], code[length + 1] = change, joins if joins or every else -1
            code[length + 2], code[length + 3] = stills, 0
            choices[many] = length
            many += 1
            length = at + stills
        pointers[group] = length if many else 0
        if many:
            if length + 1 + many > len(code):
                return NO_ROOM
            code[length] = many
            for j in range(many):
                code[length + 1 + j] = choices[j]
            length += 1 + many
        options = max(options, many)
    if length + 6 + 4 * backs + 3 + groups > len(code):
        return NO_ROOM
    spare[0], at = length, length + 4
    leaving = 0
    for i in range(backs):
        if not site[_OWN + _EACH * i + 2]:
            code[at] = site[_OWN + _EACH * i]
            at, leaving = at + 1, leaving + 1
    fields = 0
    for i in range(backs * (bits > 0)):
        code[at] = end_bits + site[_OWN + _EACH * i] * bits
        code[at + 1], code[at + 2] = (1 << bits) - 1, i * bits
        at, fields = at + 3, fields + 1
    if end_bits:
        code[at], code[at + 1], code[at + 2] = 0, (1 << end_bits) - 1, backs * bits
        at, fields = at + 3, fields + 1
    code[length], code[length + 1], code[length + 2], code[length + 3] = options, fields, leaving, own
    code[at] = groups
    for group in range(groups):
        code[at + 1 + group] = pointers[group]
    return int(at + 1 + groups)
