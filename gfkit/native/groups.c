/* States of groups with liberties taken over a site: NoGo, Go positions, and their kin.
 *
 * A state is [frontier, (ahead)]. The frontier has a field for each track: 0 where a cell is empty, else a
 * colour in its lowest bits and a number above, which is 1 where the group has a liberty, and 2 and the lowest
 * track of its group where it has none yet; so groups are written in one way only. The word ahead has for each
 * track 0, or 1 and the colour that covers the cell. Where colours are exchanged, the coloured cell of the
 * lowest track has the first. `LibertyCoding` in engine/sweep/liberty_words.py writes layout and code; what
 * a site means is said in engine/machine/liberty.py, which is the Python twin.
 */
#include <stddef.h>

#include "states.h"

/* As LibertyCoding.head writes it. */
typedef struct {
    int64_t bits, ones, lows, highs, mask, inverse;
    int64_t colour_bits, ahead_mask, ahead_ones;
    int64_t exchanges, words;
} Layout;

/* What a site does, as LibertyCoding.site writes it. */
typedef struct {
    int64_t lying;         /* the colour that lies there, or -1 */
    int64_t here;          /* where the word ahead has the cell, or -1 */
    int64_t own_track;     /* of the cell after the site, or -1 */
    int64_t light;         /* whether what lies there may be passed over with this weight */
    int64_t leaves_empty;
    int64_t nears, leaving, placings;
    int64_t rest[];        /* shifts of near cells, tracks that leave, placings */
} Site;

typedef struct {
    Word frontier, ahead;
} State;

/* One placing: the cells ahead that it covers, and what may not lie beside it. Gives what is behind it, or NULL
 * where it may not be; `*at` goes on to the next. */
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

/* Takes a state over the site with what lies on its cell then: a colour, or -1; false where a group is caught. */
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

/* Exchanges two colours where the coloured cell of the lowest track has the second. */
INLINE void exchange(State *state, const Layout *laid, const Fields *fields) {
    Word low = state->frontier, high = state->ahead;
    bool second = low ? low >> (lowest(low) * laid->inverse >> 16) * laid->bits & 1
                      : high && (high >> (lowest(high) & -2) & 2);
    if (!second)
        return;
    state->frontier ^= fields->ones & ~fields_like(low, 0, fields);
    state->ahead ^= ((high | high >> 1) & (Word)laid->ahead_ones) * 3;
}

INLINE bool step_as(const Coding *coding, int64_t at, const Word *keys, int64_t many, States *after, Steps *steps,
                    Place *place, const int words) {
    const Layout *laid = (const Layout *)coding->layout;
    const Site *site = (const Site *)(coding->code + at);
    Fields fields = {(int)laid->bits, (Word)laid->ones, (Word)laid->lows, (Word)laid->highs};
    for (; place->first < many; place->first++) {
        const Word *key = keys + place->first * words;
        State before = {key[0], words > 1 ? key[1] : 0};
        int64_t forced = site->lying;
        if (!has_room(after, steps, site->placings + 1))
            return false;
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
                exchange(&state, laid, &fields);
            Word row[2] = {state.frontier, state.ahead};
            note(steps, place->first, number_of(after, row, words));
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

/* Where a placing ends, or NULL where it does not lie before `end`. */
static const int64_t *end_of_placing(const int64_t *at, const int64_t *end) {
    if (end - at < 4 || at[0] < 0 || at[0] >= BITS || at[1] < 0 || at[1] > BITS || at[2] < 0 || at[2] > BITS || at[3] < 0
        || at[3] > BITS || end - at < 4 + at[1] + 2 * (at[2] + at[3]))
        return NULL;
    const int64_t *covers = at + 4, *beside = covers + at[1], *last = beside + 2 * (at[2] + at[3]);
    return are_within(covers, at[1], 1, BITS) && are_within(beside, at[2] + at[3], 2, BITS) ? last : NULL;
}

bool fits_groups(const Coding *coding, int64_t at, int64_t many, const int64_t *order, const Place *place) {
    const Layout *laid = (const Layout *)coding->layout;
    const Site *site = (const Site *)(coding->code + at);
    const int64_t head = sizeof *site / sizeof(int64_t), *end = coding->code + coding->length;
    (void)order, (void)place, (void)many;
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

bool step_groups(const Coding *coding, int64_t site, const Word *keys, int64_t many, States *after, Steps *steps,
                 int64_t *room, Place *place) {
    (void)room;
    return coding->words > 1 ? step_as(coding, site, keys, many, after, steps, place, 2)
                             : step_as(coding, site, keys, many, after, steps, place, 1);
}
