/* Nimbers of parts of impartial games: the nimber of a part is the smallest number that is not the nimber of an option.
 *
 * Parts have equal nimbers if their conflict graphs of moves are isomorphic: a move removes itself and its neighbours.
 * The equivalent Python code is `Nimbers` in values/impartial/search.py.
 */
#include "portable.h"
#include "parts.h"

enum { MOST_NIMBERS = 62, HASH_BITS = 31, ROUNDS = 3 };

static const int64_t HALF = (INT64_C(1) << 31) - 1;

/* For every move of a set, in a fixed order, the number of moves that it makes impossible, including itself. */
static int64_t neighbours(const Parts *parts, int64_t set, int64_t move) {
    const Game *game = &parts->game;
    int64_t near = 0;
    for (int64_t word = 0; word < game->words; word++)
        near += ones_in((uint64_t)(game->stops[move * game->words + word] & parts->sets[set + word]));
    return near;
}

/* Write the conflict graph of a part: for each move the set of moves that it makes impossible; return a hash of it. The
 * order of the moves is computed from their neighbourhoods, so that most isomorphic graphs are written equally. A part
 * has at most SET_BITS moves. */
static int64_t write_graph(Parts *parts, int64_t part, int64_t *graph) {
    const Game *game = &parts->game;
    int64_t here = parts->sets_top, words = game->words, count = 0;
    int64_t order[SET_BITS], fresh[SET_BITS], *marks = parts->scratch;
    alive_moves(parts, parts->parts[part].bits);
    parts->sets_top = here;
    for (int64_t move = next_move(parts, here, -1); move < game->moves; move = next_move(parts, here, move)) {
        marks[move] = neighbours(parts, here, move);
        order[count++] = move;
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int64_t k = 0; k < count; k++) {
            const int64_t *stops = game->stops + order[k] * words;
            int64_t total = 2 * marks[order[k]];
            for (int64_t word = 0; word < words; word++)
                for (int64_t near = stops[word] & parts->sets[here + word]; near; near &= near - 1)
                    total += marks[word * SET_BITS + lowest((uint64_t)near)];
            fresh[k] = mixed_bits(total);
        }
        for (int64_t k = 0; k < count; k++)
            marks[order[k]] = fresh[k];
    }
    for (int64_t k = 1; k < count; k++) {
        int64_t move = order[k], to = k;
        for (; to > 0 && marks[order[to - 1]] > marks[move]; to--)
            order[to] = order[to - 1];
        order[to] = move;
    }
    for (int64_t k = 0; k < count; k++)
        marks[order[k]] = k;
    int64_t mixed = count;
    for (int64_t k = 0; k < count; k++) {
        const int64_t *stops = game->stops + order[k] * words;
        int64_t row = 0;
        for (int64_t word = 0; word < words; word++)
            for (int64_t near = stops[word] & parts->sets[here + word]; near; near &= near - 1)
                row |= INT64_C(1) << marks[word * SET_BITS + lowest((uint64_t)near)];
        graph[k] = row;
        mixed = mixed_bits(mixed * 69069 + (row & HALF) + (row >> 31));
    }
    return mixed & HALF;
}

/* Return the first part with the same conflict graph, often the part itself. Not all isomorphisms are detected. */
static int64_t first_alike(Parts *parts, int64_t part) {
    Part *here = &parts->parts[part];
    int64_t graph[SET_BITS], other[SET_BITS];
    if (here->alike >= 0)
        return here->alike >> HASH_BITS;
    here->alike = part << HASH_BITS;
    if (here->moves > SET_BITS)
        return part;
    int64_t hash = write_graph(parts, part, graph), slot = place_of(hash, parts->keys_room);
    for (; parts->graphs[slot]; slot = next_place(slot, parts->keys_room)) {
        int64_t one = parts->graphs[slot] - 1, same = 0;
        if (parts->parts[one].alike != (one << HASH_BITS | hash) || parts->parts[one].moves != here->moves)
            continue;
        write_graph(parts, one, other);
        while (same < here->moves && graph[same] == other[same])
            same++;
        if (same == here->moves) {
            here->alike = one << HASH_BITS | hash;
            return one;
        }
    }
    parts->graphs[slot] = (int32_t)(part + 1);
    here->alike = part << HASH_BITS | hash;
    return part;
}

void place_graphs(Parts *parts) {
    for (int64_t part = 0; part < parts->parts_used; part++) {
        const Part *here = &parts->parts[part];
        if (here->alike < 0 || here->alike >> HASH_BITS != part || here->moves > SET_BITS)
            continue;
        int64_t slot = place_of(here->alike & HALF, parts->keys_room);
        while (parts->graphs[slot])
            slot = next_place(slot, parts->keys_room);
        parts->graphs[slot] = (int32_t)(part + 1);
    }
}

/* Add a part to the parts of an option, from `first` to `top`, with the largest last; pairs of equal parts, whose sum
 * is 0, are omitted. Return the new top. */
static int64_t put_part(const Parts *parts, int64_t *stack, int64_t first, int64_t top, int64_t one) {
    int64_t moves = parts->parts[one].moves, to = top;
    for (; to > first; to--) {
        int64_t before = parts->parts[stack[to - 1]].moves;
        if (before < moves || (before == moves && stack[to - 1] <= one))
            break;
    }
    if (to > first && stack[to - 1] == one) {
        for (int64_t at = to - 1; at < top - 1; at++)
            stack[at] = stack[at + 1];
        return top - 1;
    }
    for (int64_t at = top; at > to; at--)
        stack[at] = stack[at - 1];
    stack[to] = one;
    return top + 1;
}

/* Return the number of moves in the largest part of an option, whose row starts at a position of the stack. */
static int64_t largest(const Parts *parts, int64_t row) {
    const int64_t *stack = parts->forms.stack;
    return stack[row] > row + 1 ? parts->parts[stack[stack[row] - 1]].moves : 0;
}

/* Write the options of a part to the stack at `at`, options with small parts first.
 *
 * There are first the positions of the rows, one for each move of the part, then the rows: the end of the row, and the
 * numbers of the parts. Return their number, or -1 as soon as an option is known to have the wanted nimber: moves that
 * exclude many others are tried first, because their results are known more often.
 */
static int64_t list_left(Parts *parts, int64_t part, int64_t wanted, int64_t at) {
    Forms *forms = &parts->forms;
    int64_t *stack = forms->stack, bottom = parts->pile_top, here = parts->sets_top;
    int64_t moves = parts->parts[part].moves, count = 0, row = at + moves, all = parts->game.moves;
    if (at + moves * (moves + 4) > forms->stack_room || bottom + moves > parts->pile_room
        || here + 4 * parts->game.words > parts->sets_room) {
        forms->trouble = GIVE_UP;
        return 0;
    }
    alive_moves(parts, parts->parts[part].bits);
    for (int64_t move = next_move(parts, here, -1); move < all; move = next_move(parts, here, move)) {
        int64_t place = at + count++, ranked = neighbours(parts, here, move) << IDS | (all - move);
        for (; place > at && stack[place - 1] < ranked; place--)
            stack[place] = stack[place - 1];
        stack[place] = ranked;
    }
    for (int64_t place = at, end = at + count; place < end; place++) {
        int64_t stop = split_set(parts, here, all - (stack[place] & ((INT64_C(1) << IDS) - 1)));
        int64_t top = row + 1, left = wanted;
        stack[place] = row;
        for (int64_t k = bottom; k < stop && !forms->trouble; k++) {
            int64_t one = code_of(parts, &parts->pile[k]) >> 1;
            if (forms->trouble)
                break;
            int64_t known = parts->parts[one].value;
            left = left >= 0 && known >= 0 ? left ^ known : -1;
            top = put_part(parts, stack, row + 1, top, one);
        }
        if (!left)
            count = -1;
        if (forms->trouble || count < 0)
            break;
        stack[row] = top;
        row = top;
    }
    parts->sets_top = here;
    forms->top = row;
    for (int64_t place = at + 1; !forms->trouble && place < at + count; place++) {
        int64_t one = stack[place], to = place;
        for (; to > at && largest(parts, stack[to - 1]) > largest(parts, one); to--)
            stack[to] = stack[to - 1];
        stack[to] = one;
    }
    return count;
}

int64_t least_open(const Parts *parts, int64_t part) {
    return lowest((uint64_t)parts->parts[part].open);
}

/* Return true if an option, as far as its parts are known, has a nimber; all parts must be known. */
static bool is_known_to_have(const Parts *parts, int64_t row, int64_t wanted) {
    const int64_t *stack = parts->forms.stack;
    for (int64_t k = row + 1; k < stack[row]; k++) {
        int64_t known = parts->parts[stack[k]].value;
        if (known < 0)
            return false;
        wanted ^= known;
    }
    return !wanted;
}

/* Return true if an option has a nimber: the nimbers of all parts except the largest are computed, and the largest is
 * tested for the missing nimber. Options without parts were processed before. */
static bool has_nimber(Parts *parts, int64_t row, int64_t wanted) {
    Forms *forms = &parts->forms;
    int64_t top = forms->stack[row] - 1;
    if (top == row)
        return false;
    for (int64_t k = row + 1; k < top; k++) {
        int64_t one = forms->stack[k];
        while (parts->parts[one].value < 0 && !forms->trouble)
            nimber_is(parts, one, least_open(parts, one));
        if (forms->trouble)
            return false;
        wanted ^= parts->parts[one].value;
    }
    return nimber_is(parts, forms->stack[top], wanted);
}

static bool some_has_nimber(Parts *parts, int64_t begin, int64_t count, int64_t wanted) {
    for (int64_t turn = begin; turn < begin + count; turn++)
        if (is_known_to_have(parts, parts->forms.stack[turn], wanted))
            return true;
    for (int64_t turn = begin; turn < begin + count && !parts->forms.trouble; turn++)
        if (has_nimber(parts, parts->forms.stack[turn], wanted))
            return true;
    return false;
}

/* Search for an option with the wanted nimber; if there is one, nothing else is needed. Then search for the smaller
 * nimbers: the nimber of a part is the first that no option has. */
static void search_options(Parts *parts, int64_t part, int64_t value, int64_t begin, int64_t count) {
    Part *here = &parts->parts[part];
    for (int64_t before = -1; before < value; before++) {
        int64_t wanted = before < 0 ? value : before;
        if (!(here->open >> wanted & 1))
            continue;
        bool has = some_has_nimber(parts, begin, count, wanted);
        if (parts->forms.trouble)
            return;
        if (has)
            here->open &= ~(INT64_C(1) << wanted);
        else if (before >= 0)
            here->value = (int32_t)wanted;
        if (has == (before < 0))
            return;
    }
    here->value = (int32_t)value;
}

/* Return true if a part has a nimber. Every search that is not interrupted stores a result. */
bool nimber_is(Parts *parts, int64_t part, int64_t value) {
    Forms *forms = &parts->forms;
    Part *here = &parts->parts[part];
    if (forms->trouble)
        return false;
    if (here->value >= 0)
        return here->value == value;
    int64_t first = first_alike(parts, part);
    if (first != part) {
        Part *other = &parts->parts[first];
        bool found = other->value < 0 ? nimber_is(parts, first, value) : other->value == value;
        here->value = other->value;
        here->open = other->open;
        return found;
    }
    if (value > here->moves)
        return false;
    if (value >= MOST_NIMBERS) {
        forms->trouble = GIVE_UP;
        return false;
    }
    if (!(here->open >> value & 1))
        return false;
    if (--parts->until_pause < 0) {
        forms->trouble = PAUSE;
        return false;
    }
    int64_t begin = forms->top, count = list_left(parts, part, value, begin);
    if (count < 0 && !forms->trouble)
        here->open &= ~(INT64_C(1) << value);
    else if (!forms->trouble)
        search_options(parts, part, value, begin, count);
    forms->top = begin;
    return here->value == value;
}
