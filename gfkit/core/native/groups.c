/* Steps of states with groups and liberties: NoGo, Go positions, and similar rules.
 *
 * A state is [frontier, (ahead)]. The frontier has a field for each track: 0 if the cell is empty, else a colour in its
 * lowest bits and a number above: 1 if the group has a liberty, or 2 plus the lowest track of its group if it has none
 * yet; so every partition into groups has one encoding. The word `ahead` has for each track 0, or 1 plus the colour
 * that covers the cell. If colours are swapped, the coloured cell with the lowest track has the first colour.
 * `LibertyCoding` in engine/sweep/liberty_words.py writes the layout and the program; the steps are defined in
 * engine/machine/liberty.py, the equivalent Python code.
 */
#include <stddef.h>

#include "states.h"

/* As written by LibertyCoding.head. */
typedef struct {
    int64_t bits, ones, lows, highs, mask, inverse;
    int64_t colour_bits, ahead_mask, ahead_ones;
    int64_t exchanges, words;
} Layout;

/* Step, as written by LibertyCoding.site. */
typedef struct {
    int64_t lying;         /* colour of the piece already placed on the cell, or -1 */
    int64_t here;          /* shift of the cell in the word ahead, or -1 */
    int64_t own_track;     /* shift of the cell after the step, or -1 */
    int64_t light;         /* true if an uncovered or empty cell is allowed with this weight */
    int64_t leaves_empty;
    int64_t nears, leaving, placings;
    int64_t rest[];        /* shifts of adjacent cells, tracks that are released, placements */
} Site;

typedef struct {
    Word frontier, ahead;
} State;

/* Placement: the cells ahead that it covers, and the colours that must not be adjacent to it. Return the position after
 * it, or NULL if it is not allowed; `*at` advances to the next one. */
INLINE bool place_piece(State *state, Word ahead_before, const Layout *laid, const int64_t **at, int64_t *colour) {
    const int64_t *one = *at;
    int64_t covers = one[1], beside = one[2], ahead_beside = one[3];
    Word hues = (UINT64_C(1) << laid->colour_bits) - 1;
    bool allowed = true;
    *colour = one[0];
    one += 4;
    for (const int64_t *end = one + covers; one < end; one++) {
        allowed &= !(state->ahead >> one[0] & (Word)laid->ahead_mask);
        state->ahead |= (Word)(1 + *colour) << one[0];
    }
    for (const int64_t *end = one + 2 * beside; one < end; one += 2) {
        Word value = state->frontier >> one[0] & (Word)laid->mask;
        allowed &= !(value && one[1] >> (value & hues) & 1);
    }
    for (const int64_t *end = one + 2 * ahead_beside; one < end; one += 2) {
        Word value = ahead_before >> one[0] & (Word)laid->ahead_mask;
        allowed &= !(value && one[1] >> (value - 1) & 1);
    }
    *at = one;
    return allowed;
}

/* Compute the successor of a state for the content of its cell, a colour or -1; return false if a group is captured. */
INLINE bool settle(State *state, const Layout *laid, const Fields *fields, const Site *site, int64_t colour) {
    Word hues = (UINT64_C(1) << laid->colour_bits) - 1;
    Word free = UINT64_C(1) << laid->colour_bits, caught = UINT64_C(2) << laid->colour_bits;
    Word low = state->frontier, own = 0;
    bool has_liberty = false;
    const int64_t *near = site->rest, *leaving = near + site->nears;
    for (int64_t k = 0; k < site->nears; k++) {
        Word value = low >> near[k] & (Word)laid->mask;
        if (colour < 0) {
            if (value >= caught)
                low ^= fields_like(low, value, fields) & (value ^ (free | (value & hues))) * fields->ones;
        } else if (!(own >> near[k] & 1)) {
            if (!value || value == (free | (Word)colour)) {
                has_liberty = true;
            } else if ((value & hues) == (Word)colour) {
                Word full = fields_like(low, value, fields);
                own |= full;
                low &= ~full;
            }
        }
    }
    for (int64_t k = 0; k < site->leaving; k++) {
        int64_t shift = leaving[k] * laid->bits;
        Word value = low >> shift & (Word)laid->mask;
        own &= ~((Word)laid->mask << shift);
        low ^= value << shift;
        if (value < caught)
            continue;
        Word same = fields_like(low, value, fields);
        if (!same)
            return false;
        if ((int64_t)(value >> laid->colour_bits) - 2 == leaving[k]) {
            Word lead = (Word)(lowest(same) * laid->inverse >> 16);
            low ^= same & (value ^ ((2 + lead) << laid->colour_bits | (value & hues))) * fields->ones;
        }
    }
    if (colour >= 0) {
        if (site->own_track >= 0)
            own |= (Word)laid->mask << site->own_track * laid->bits;
        if (has_liberty) {
            low |= own & (free | (Word)colour) * fields->ones;
        } else if (own) {
            Word lead = (Word)(lowest(own) * laid->inverse >> 16);
            low |= own & ((2 + lead) << laid->colour_bits | (Word)colour) * fields->ones;
        } else {
            return false;
        }
    }
    state->frontier = low;
    return true;
}

/* Swap the two colours if the coloured cell with the lowest track has the second colour. */
INLINE void swap_colours(State *state, const Layout *laid, const Fields *fields) {
    Word low = state->frontier, high = state->ahead;
    bool second = low ? low >> (lowest(low) * laid->inverse >> 16) * laid->bits & 1
                      : high && (high >> (lowest(high) & -2) & 2);
    if (!second)
        return;
    state->frontier ^= fields->ones & ~fields_like(low, 0, fields);
    state->ahead ^= ((high | high >> 1) & (Word)laid->ahead_ones) * 3;
}

INLINE bool step_as(const Coding *coding, int64_t at, const Word *keys, int64_t many, Found *found, const int words) {
    const Layout *laid = (const Layout *)coding->layout;
    const Site *site = (const Site *)(coding->code + at);
    Fields fields = {(int)laid->bits, (Word)laid->ones, (Word)laid->lows, (Word)laid->highs};
    for (int64_t from = 0; from < many; from++) {
        const Word *key = keys + from * words;
        State before = {key[0], words > 1 ? key[1] : 0};
        int64_t forced = site->lying;
        if (words > 1 && site->here >= 0) {
            Word covered = before.ahead >> site->here & (Word)laid->ahead_mask;
            before.ahead ^= covered << site->here;
            forced = covered ? (int64_t)covered - 1 : forced;
        }
        const int64_t *placing = site->rest + site->nears + site->leaving;
        int64_t options = forced >= 0 ? 0 : site->placings;
        for (int64_t option = -1; option < options; option++) {
            State state = before;
            int64_t colour = forced;
            if (option < 0 ? !(forced >= 0 ? site->light : site->leaves_empty)
                           : !place_piece(&state, before.ahead, laid, &placing, &colour))
                continue;
            if (!settle(&state, laid, &fields, site, colour))
                continue;
            if (laid->exchanges)
                swap_colours(&state, laid, &fields);
            Word row[2] = {state.frontier, state.ahead};
            if (!find(found, from, row, words))
                return false;
        }
    }
    return true;
}

enum { BITS = 63 };

static bool are_within(const int64_t *numbers, int64_t many, int64_t step, int64_t end) {
    bool within = true;
    for (int64_t k = 0; k < many; k++)
        within &= numbers[k * step] >= 0 && numbers[k * step] < end;
    return within;
}

/* Return the end of a placement, or NULL if it is not before `end`. */
static const int64_t *end_of_placing(const int64_t *at, const int64_t *end) {
    if (end - at < 4 || at[0] < 0 || at[0] >= BITS || at[1] < 0 || at[1] > BITS || at[2] < 0 || at[2] > BITS || at[3] < 0
        || at[3] > BITS || end - at < 4 + at[1] + 2 * (at[2] + at[3]))
        return NULL;
    const int64_t *covers = at + 4, *beside = covers + at[1], *last = beside + 2 * (at[2] + at[3]);
    return are_within(covers, at[1], 1, BITS) && are_within(beside, at[2] + at[3], 2, BITS) ? last : NULL;
}

bool fits_groups(const Coding *coding, int64_t at) {
    const Layout *laid = (const Layout *)coding->layout;
    const Site *site = (const Site *)(coding->code + at);
    const int64_t head = sizeof *site / sizeof(int64_t), *end = coding->code + coding->length;
    if (coding->layout_length < (int64_t)(sizeof *laid / sizeof(int64_t)) || at < 0 || at + head > coding->length)
        return false;
    if (coding->words > 2 || laid->bits < 1 || laid->bits > BITS || laid->colour_bits < 0 || laid->colour_bits > 20
        || site->here >= BITS || site->own_track >= BITS / laid->bits || site->nears < 0 || site->nears > BITS
        || site->leaving < 0 || site->leaving > BITS || site->placings < 0
        || at + head + site->nears + site->leaving > coding->length || !are_within(site->rest, site->nears, 1, BITS)
        || !are_within(site->rest + site->nears, site->leaving, 1, BITS / laid->bits + 1))
        return false;
    const int64_t *placing = site->rest + site->nears + site->leaving;
    for (int64_t k = 0; placing && k < site->placings; k++)
        placing = end_of_placing(placing, end);
    return placing;
}

bool step_groups(const Coding *coding, int64_t site, const Word *keys, int64_t many, Found *found, int64_t *order) {
    (void)order;
    return coding->words > 1 ? step_as(coding, site, keys, many, found, 2) : step_as(coding, site, keys, many, found, 1);
}
