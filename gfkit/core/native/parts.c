/* Positions as sums of parts, and the values of parts: see parts.h. */
#include "parts.h"

#include <string.h>

#include "portable.h"

enum { ENOUGH = 4096, SETS_AT_ONCE = 4, LEAST_STACK = 3 * 4096, LEAST_PILE = 128 };

static const int64_t HALF = (INT64_C(1) << 31) - 1;

int64_t place_of_state(Bits bits, int64_t size) {
    uint64_t low = (uint64_t)(bits.low & HALF) * 1103515245u ^ (uint64_t)(bits.low >> 31) * 1812433253u;
    uint64_t high = (uint64_t)(bits.high & HALF) * 1140671485u ^ (uint64_t)(bits.high >> 31) * 1664525u;
    return mixed_bits((int64_t)(low ^ high)) & (size - 1);
}

Bits image_of(Bits bits, const Image *image) {
    Bits found = {0, 0};
    for (int k = 0; k < STATE_BYTES; k++) {
        const Bits *to = &(*image)[k][(k < WORD_BYTES ? bits.low >> 8 * k : bits.high >> 8 * (k - WORD_BYTES)) & 255];
        found.low |= to->low;
        found.high |= to->high;
    }
    return found;
}

static bool has_all(Bits bits, Bits wanted) {
    return (bits.low & wanted.low) == wanted.low && (bits.high & wanted.high) == wanted.high;
}

static int64_t lowest_bit(int64_t set) {
    return set & -set;
}

int64_t alive_moves(Parts *parts, Bits state) {
    const Game *game = &parts->game;
    int64_t top = parts->sets_top, *set = parts->sets + top;
    memset(set, 0, (size_t)game->words * sizeof *set);
    for (int64_t move = 0; move < game->moves; move++)
        if (has_all(state, game->needs[move].need))
            set[move / SET_BITS] |= INT64_C(1) << move % SET_BITS;
    parts->sets_top = top + game->words;
    return top;
}

int64_t next_move(const Parts *parts, int64_t set, int64_t last) {
    const Game *game = &parts->game;
    for (int64_t word = (last + 1) / SET_BITS, skipped = (last + 1) % SET_BITS; word < game->words; word++, skipped = 0) {
        int64_t left = parts->sets[set + word] >> skipped;
        if (left)
            return word * SET_BITS + skipped + lowest((uint64_t)left);
    }
    return game->moves;
}

/* Return true if a move needs a bit that no other move of a set needs. */
static bool has_own_bit(const Game *game, const int64_t *set, int64_t move) {
    for (int64_t k = 0; k < game->most_needs; k++) {
        const int64_t *needing = game->needing + (move * game->most_needs + k) * game->words;
        if (!(needing[move / SET_BITS] >> move % SET_BITS & 1))
            return false;  /* there are no more moves */
        bool own = true;
        for (int64_t w = 0; w < game->words; w++) {
            int64_t itself = w == move / SET_BITS ? INT64_C(1) << move % SET_BITS : 0;
            own &= !(needing[w] & set[w] & ~itself);
        }
        if (own)
            return true;
    }
    return false;
}

/* Return true if some move excludes another move of the same player that is at least as good whenever it is possible.
 */
static bool is_dominated(const Game *game, const int64_t *set, int64_t move) {
    const int64_t *own = game->owns[move >= game->lefts], *stops = game->stops + move * game->words;
    for (int64_t w = 0; w < game->words; w++) {
        int64_t itself = w == move / SET_BITS ? INT64_C(1) << move % SET_BITS : 0;
        for (int64_t near = stops[w] & set[w] & own[w] & ~itself; near; near &= near - 1) {
            const int64_t *better = game->stops + (w * SET_BITS + lowest((uint64_t)near)) * game->words;
            bool is_better = true;
            for (int64_t v = 0; v < game->words; v++)
                is_better &= !((better[v] ^ stops[v]) & set[v] & (better[v] | ~own[v]));
            if (is_better)
                return true;
        }
    }
    return false;
}

/* Remove moves from a set if a simple test shows that this does not change the value.
 *
 * A move j of a player is removed if another move i of the same player is excluded by j, by the same moves of the
 * opponent as j, and by no move of its player that leaves j possible. Then i is possible as long as j is, and leaves at
 * least as much to its player and at most as much to the opponent: j is dominated in all later positions. It must need
 * a bit that no other move of the set needs, since otherwise the bits of the others would bring it back. If the test
 * hardly ever succeeds, it is disabled.
 */
static void drop_moves(Parts *parts, int64_t *set) {
    const Game *game = &parts->game;
    if (parts->tried > ENOUGH && 16 * parts->dropped < parts->tried)
        return;
    parts->tried++;
    bool dropped = false;
    for (bool again = true; again;) {
        again = false;
        for (int64_t word = 0; word < game->words; word++)
            for (int64_t left = set[word]; left; left &= left - 1) {
                int64_t move = word * SET_BITS + lowest((uint64_t)left);
                if (has_own_bit(game, set, move) && is_dominated(game, set, move)) {
                    set[word] ^= lowest_bit(left);
                    again = dropped = true;
                }
            }
    }
    parts->dropped += dropped;
}

/* Remove from a set the part that contains its first move. Each move uses the bits that it needs, so two moves that use
 * the same bit are connected by a move that needs it; therefore it suffices to follow exclusions between moves. */
static Split take_part(const Game *game, int64_t *rest, int64_t *todo, int64_t first) {
    Split split = {{0, 0}, 0};
    todo[first] = lowest_bit(rest[first]);
    for (int64_t word = first; word < game->words;) {
        int64_t here = todo[word], left = rest[word];
        while (here) {
            int64_t bit = lowest_bit(here), move = word * SET_BITS + lowest((uint64_t)here);
            const int64_t *stops = game->stops + move * game->words;
            left ^= bit;
            here = (here ^ bit) | (stops[word] & left);
            for (int64_t other = 0; other < game->words; other++)
                if (other != word)
                    todo[other] |= stops[other] & rest[other];
            split.bits.low |= game->needs[move].need.low;
            split.bits.high |= game->needs[move].need.high;
            split.moves++;
        }
        todo[word] = 0;
        rest[word] = left;
        int64_t next = word + 1;
        for (int64_t other = first; other < word; other++)
            if (todo[other]) {
                next = other;
                break;
            }
        word = next;
    }
    return split;
}

int64_t split_set(Parts *parts, int64_t set, int64_t move) {
    const Game *game = &parts->game;
    int64_t *rest = parts->sets + parts->sets_top, *todo = rest + game->words, top = parts->pile_top;
    for (int64_t word = 0; word < game->words; word++) {
        todo[word] = 0;
        rest[word] = parts->sets[set + word] & (move >= 0 ? ~game->stops[move * game->words + word] : -1);
    }
    if (game->most_needs)
        drop_moves(parts, rest);
    for (int64_t first = 0; first < game->words; first++)
        while (rest[first]) {
            if (top == parts->pile_room) {
                parts->forms.trouble = GIVE_UP;
                return top;
            }
            parts->pile[top++] = take_part(game, rest, todo, first);
        }
    return top;
}

static Bits shifted(Bits bits, int64_t by) {
    if (by >= WORD_BITS)
        return (Bits){bits.high >> (by - WORD_BITS), 0};
    return (Bits){bits.low >> by | (bits.high & ((INT64_C(1) << by) - 1)) << (WORD_BITS - by), bits.high >> by};
}

static Bits ones(int64_t many) {
    int64_t high = many > WORD_BITS ? many - WORD_BITS : 0;
    return (Bits){(INT64_C(1) << (many - high)) - 1, (INT64_C(1) << high) - 1};
}

/* Return a state moved up and left as far as possible. */
static Bits moved_home(Bits bits, const Shape *shape) {
    if (!shape->columns || !(bits.low | bits.high))
        return bits;
    Bits cells = bits;
    for (int64_t layer = 1; layer < shape->layers; layer++) {
        Bits other = shifted(bits, layer * shape->cells);
        cells.low |= other.low;
        cells.high |= other.high;
    }
    cells.low &= shape->board.low;
    cells.high &= shape->board.high;
    int64_t by = 0;
    const Bits row = ones(shape->columns);
    while (shape->moves_up && !(cells.low & row.low || cells.high & row.high)) {
        cells = shifted(cells, shape->columns);
        by += shape->columns;
    }
    while (shape->moves_left && !(cells.low & shape->first.low || cells.high & shape->first.high)) {
        cells = shifted(cells, 1);
        by++;
    }
    return shifted(bits, by);
}

static bool is_same(Bits one, Bits other) {
    return one.low == other.low && one.high == other.high;
}

static bool is_less(Bits one, Bits other) {
    return one.high < other.high || (one.high == other.high && one.low < other.low);
}

/* Return the entry of a part, or the empty entry where it would be stored. */
static int64_t slot_of_part(const Parts *parts, Bits bits) {
    int64_t slot = place_of_state(bits, parts->keys_room);
    while (parts->keys[slot] && !is_same(parts->parts[parts->keys[slot] - 1].bits, bits))
        slot = next_place(slot, parts->keys_room);
    return slot;
}

void place_parts(Parts *parts) {
    for (int64_t part = 0; part < parts->parts_used; part++)
        parts->keys[slot_of_part(parts, parts->parts[part].bits)] = (int32_t)(part + 1);
}

/* Recently used parts, translated to the origin, are cached in a table with one entry for each hash. */
int64_t code_of(Parts *parts, const Split *split) {
    const Game *game = &parts->game;
    Bits home = moved_home(split->bits, &game->shape), best = home;
    Recent *recent = &parts->recent[place_of_state(home, parts->recent_room)];
    if (recent->code && is_same(recent->bits, home))
        return recent->code - 1;
    bool plain = true, turned = false;
    for (int64_t k = 0; k < game->many_images; k++) {
        if (game->swaps[k] & SWAPS_AXES && (home.low & ~game->shape.square.low || home.high & ~game->shape.square.high))
            continue;
        Bits image = moved_home(image_of(home, &game->images[k]), &game->shape);
        if (is_less(image, best)) {
            best = image;
            plain = turned = false;
        }
        if (is_same(image, best)) {
            turned |= game->swaps[k] & SWAPS_PLAYERS;
            plain |= !(game->swaps[k] & SWAPS_PLAYERS);
        }
    }
    if (parts->forms.trouble)
        return 0;
    int64_t slot = slot_of_part(parts, best);
    if (!parts->keys[slot]) {
        parts->parts[parts->parts_used] =
            (Part){.bits = best, .value = UNKNOWN, .moves = (int32_t)split->moves,
                   .options = {UNKNOWN, plain && turned ? ITSELF : UNKNOWN}, .claims = {UNKNOWN, UNKNOWN}};
        parts->keys[slot] = (int32_t)++parts->parts_used;
    }
    if (3 * parts->parts_used > 2 * parts->keys_room || parts->parts_used + 4 > parts->parts_room)
        parts->forms.trouble = MUST_GROW;
    int64_t found = 2 * ((int64_t)parts->keys[slot] - 1) + !plain;
    *recent = (Recent){home, found + 1};
    return found;
}

int64_t value_of_code(Parts *parts, int64_t code) {
    int64_t found = value_of(parts, code >> 1);
    return parts->forms.trouble || !(code & 1) ? found : negated_row(&parts->forms, found);
}

int64_t value_of_split(Parts *parts, int64_t bottom, int64_t end) {
    Forms *forms = &parts->forms;
    parts->pile_top = end;
    int64_t total = row_of_number(forms, 0);
    for (int64_t k = bottom; k < end && !forms->trouble; k++) {
        int64_t code = code_of(parts, &parts->pile[k]);
        int64_t found = forms->trouble ? 0 : value_of_code(parts, code);
        if (!forms->trouble)
            total = sum_row(forms, total, found);
    }
    parts->pile_top = bottom;
    return total;
}

static bool has_room_for_moves(Parts *parts, int64_t moves) {
    Forms *forms = &parts->forms;
    if (--parts->until_pause < 0 && !forms->trouble)
        forms->trouble = PAUSE;
    if (forms->top + moves + LEAST_STACK > forms->stack_room || parts->pile_top + LEAST_PILE > parts->pile_room
        || parts->sets_top + SETS_AT_ONCE * parts->game.words > parts->sets_room)
        forms->trouble = GIVE_UP;
    return !forms->trouble;
}

int64_t value_of(Parts *parts, int64_t part) {
    Forms *forms = &parts->forms;
    const Part known = parts->parts[part];
    if (known.value >= 0)
        return known.value;
    if (!has_room_for_moves(parts, known.moves))
        return 0;
    int64_t begin = forms->top, at = begin, middle = begin, bottom = parts->pile_top;
    forms->top += known.moves + 1;
    int64_t here = alive_moves(parts, known.bits);
    for (int64_t move = next_move(parts, here, -1); move < parts->game.moves; move = next_move(parts, here, move)) {
        int64_t total = value_of_split(parts, bottom, split_set(parts, here, move));
        if (forms->trouble)
            break;
        forms->stack[at++] = total << MARKS;
        if (move < parts->game.lefts)
            middle = at;
    }
    parts->sets_top = here;
    int64_t found = make_row(forms, begin, middle, at);
    forms->top = begin;
    if (forms->trouble)
        return 0;
    parts->parts[part].value = (int32_t)found;
    return found;
}

int64_t value_of_state(Parts *parts, Bits state) {
    int64_t here = alive_moves(parts, state), bottom = parts->pile_top;
    int64_t end = split_set(parts, here, -1);
    parts->sets_top = here;
    return value_of_split(parts, bottom, end);
}
