/* Claims about values, parts and sums: see claims.h. */
#include "claims.h"

#include <string.h>

#include "portable.h"

enum { LOWEST = -(1 << 20), NO_CLAIM = -(1 << 15), MOST_CLAIMED = (1 << 15) - 1 };
enum { MOST_HOT = 4, LARGE = 5000 };  /* maximum number of hot values that are added exactly, and maximum total size */
enum { MOST_BAND = 14, MOST_THIN = 26, MOST_CELLS = 20 };

static const int64_t HALF = (INT64_C(1) << 31) - 1;

static int64_t slot_of_band(const Bounds *bounds, Bits bits) {
    int64_t slot = place_of_state(bits, bounds->bands_room);
    for (; bounds->bands[slot].value; slot = next_place(slot, bounds->bands_room))
        if (bounds->bands[slot].bits.low == bits.low && bounds->bands[slot].bits.high == bits.high)
            break;
    return slot;
}

void place_bands(Bounds *bounds, const Band *old, int64_t many) {
    for (int64_t k = 0; k < many; k++)
        if (old[k].value)
            bounds->bands[slot_of_band(bounds, old[k].bits)] = old[k];
}

/* Convert a claim to its stored form, which is never stronger. */
static int16_t kept_claim(int64_t claim) {
    return (int16_t)(claim <= NO_CLAIM ? NO_CLAIM : least(claim, MOST_CLAIMED));
}

static int64_t claim_of(int16_t kept) {
    return kept == NO_CLAIM ? LOWEST : kept;
}

static int64_t floor_to(int64_t value, int64_t step) {
    int64_t rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

/* Return the largest number that is a proved lower bound of a game, given the claims of its options at temperature 0.
 * The number x is a lower bound if every option of the opponent is won, moving first, against x, and in addition x is
 * an integer <= 0, or some own option reaches the left option of x, which is x minus the unit of its fraction. */
static int64_t largest_number(int64_t best, int64_t worst) {
    for (int64_t number = floor_to(worst, GRAIN);; number -= GRAIN) {
        int64_t grain = UNIT;
        while (number % grain)
            grain /= 2;
        if ((grain == UNIT && number <= 0) || best >= number - grain)
            return number;
    }
}

static void claim_number(Claims *sure, int64_t exact) {
    int64_t floor = floor_to(exact, SCALE / 8) / (SCALE / 8) * GRAIN;
    bool is_exact = floor * (SCALE / 8) == exact * GRAIN;
    for (int tax = 0; tax < TAXES; tax++) {
        sure->second[tax] = kept_claim(floor - (tax > 0));
        sure->first[tax] = kept_claim(floor - (is_exact || tax > 0));
    }
}

static const Claims *claims_at(const Bounds *bounds, int64_t at, int side) {
    return &bounds->claims[bounds->row_of[bounds->parts->forms.pool[at]] - 1 + side];
}

static void claim_options(Bounds *bounds, const Form *game, int side, Claims *sure) {
    int64_t own = side ? game->rights : game->lefts, own_end = side ? game->end : game->rights;
    int64_t other = side ? game->lefts : game->rights, other_end = side ? game->rights : game->end;
    for (int tax = 0; tax < TAXES; tax++) {
        int64_t best = LOWEST, worst = -LOWEST;
        for (int64_t at = own; at < own_end; at++)
            best = most(best, claim_of(claims_at(bounds, at, side)->second[tax]));
        for (int64_t at = other; at < other_end; at++)
            worst = least(worst, claim_of(claims_at(bounds, at, side)->first[tax]));
        best -= tax * TAX;
        worst += tax * TAX;
        int64_t claim = least(best, worst), known = LOWEST;
        if (!tax)
            known = largest_number(best, worst);
        else if (tax == 1)
            known = floor_to(claim_of(sure->second[0]) + 1, GRAIN) - 1;
        else
            known = claim_of(sure->second[tax - 1]);
        sure->second[tax] = kept_claim(most(claim, known));
        sure->first[tax] = kept_claim(best);
    }
    for (int tax = 0; tax < TAXES; tax++)
        sure->first[tax] = (int16_t)most(sure->first[tax], sure->second[TAXES - 1]);
}

static int64_t take_rows(Bounds *bounds, int64_t many) {
    int64_t row = bounds->claims_used;
    bounds->claims_used += many;
    if (bounds->claims_used + 4 > bounds->claims_room)
        bounds->parts->forms.trouble = MUST_GROW;
    return row;
}

int64_t claims_of_value(Bounds *bounds, int64_t value) {
    Forms *forms = &bounds->parts->forms;
    const Form *game = &forms->rows[value];
    if (bounds->row_of[value])
        return bounds->row_of[value] - 1;
    for (int64_t at = game->lefts; !game->is_number && at < game->end && !forms->trouble; at++)
        claims_of_value(bounds, forms->pool[at]);
    if (forms->trouble)
        return 0;
    int64_t row = take_rows(bounds, 2);
    for (int side = 0; side < 2; side++)
        if (game->is_number)
            claim_number(&bounds->claims[row + side], side ? -game->stops.high : game->stops.high);
        else
            claim_options(bounds, game, side, &bounds->claims[row + side]);
    bounds->row_of[value] = (int32_t)(row + 1);
    return row;
}

int64_t mean_of_value(Bounds *bounds, int64_t value) {
    int64_t row = claims_of_value(bounds, value);
    if (bounds->parts->forms.trouble)
        return 0;
    return claim_of(bounds->claims[row].second[TAXES - 1]) - claim_of(bounds->claims[row + 1].second[TAXES - 1]);
}

/* Return the number of subpositions of a value (numbers count as one), at most LARGE. */
static int64_t size_of(Bounds *bounds, int64_t value) {
    Forms *forms = &bounds->parts->forms;
    Size *sizes = bounds->sizes;
    int64_t *met = forms->stack + forms->top, end = 1;
    if (sizes[value].size)
        return sizes[value].size;
    met[0] = value;
    sizes[value].met = (int32_t)(value + 1);
    for (int64_t at = 0; at < end && end < LARGE; at++) {
        const Form *here = &forms->rows[met[at]];
        for (int64_t k = here->lefts; !here->is_number && k < here->end; k++) {
            int64_t option = forms->pool[k];
            if (sizes[option].met == value + 1)
                continue;
            if (forms->top + end + 1 >= forms->stack_room) {
                forms->trouble = GIVE_UP;
                return LARGE;
            }
            sizes[option].met = (int32_t)(value + 1);
            met[end++] = option;
        }
    }
    return sizes[value].size = (int32_t)end;
}

/* Return the value of a state, or UNKNOWN if a part of it has too many moves. */
static int64_t value_of_few(Parts *parts, Bits state, int64_t most_moves) {
    int64_t here = alive_moves(parts, state), bottom = parts->pile_top, end = split_set(parts, here, -1);
    parts->sets_top = here;
    for (int64_t k = bottom; k < end; k++)
        if (parts->pile[k].moves > most_moves)
            return UNKNOWN;
    return value_of_split(parts, bottom, end);
}

/* Compute and store the value and the mean of the band between two lines of a part; the value is UNKNOWN if it is too
 * large. */
static Band learn_band(Bounds *bounds, int64_t start, int64_t end, int side, const Key *key, Bits part) {
    Parts *parts = bounds->parts;
    const Cut *cut = &bounds->cuts[side];
    Bits from = cut->lines[start], to = cut->lines[end];
    Bits inside = {part.low & to.low & ~from.low, part.high & to.high & ~from.high};
    Band band = {key->bits, 0, 0};
    band.value = (int32_t)value_of_few(parts, inside, end - start <= cut->breadth ? MOST_THIN : MOST_BAND);
    if (band.value >= 0 && !parts->forms.trouble) {
        int64_t row = claims_of_value(bounds, band.value);
        if (!parts->forms.trouble)
            band.mean = (int32_t)claim_of(bounds->claims[row + side].second[TAXES - 1]);
    }
    if (parts->forms.trouble)
        return band;
    if (end - start <= cut->thin) {
        cut->thin_bands[key->bits.low] = (ThinBand){band.value + 2, band.mean};
    } else {
        bounds->bands[key->slot] = (Band){key->bits, band.value + 2, band.mean};
        if (3 * ++bounds->bands_used > 2 * bounds->bands_room)
            parts->forms.trouble = MUST_GROW;
    }
    return band;
}

/* For a band written from its last row to its first, write it from the first row, and both with reversed rows. */
typedef struct {
    int64_t plain, back, mirrored, mirrored_back;
} Turned;

static int64_t least_turned(const Turned *turned, int64_t turns) {
    int64_t found = turned->plain;
    if (turns & TURNED_AROUND)
        found = least(found, turned->back);
    if (turns & MIRRORED)
        found = least(found, turned->mirrored);
    if (turns & TURNED_AROUND && turns & MIRRORED)
        found = least(found, turned->mirrored_back);
    return found;
}

/* Write the rows of a part, and the keys of its bands, each from the first row with cells to the end of the last.
 *
 * Bands that end at the same line are sorted by increasing height; the last has the largest supported number of cells.
 * Of a band and its mirror images, if the board has these symmetries, the smallest is written. Table entries are
 * prefetched for many bands at once.
 */
static void write_bands(Bounds *bounds, Bits part, int side, int64_t *top, int64_t *bottom) {
    const Cut *cut = &bounds->cuts[side];
    Bits cells = image_of(part, &cut->moved);
    int64_t mask = (INT64_C(1) << cut->width) - 1, at = 0, word = cut->per_word * cut->width;
    *top = cut->rows;
    *bottom = 0;
    for (int64_t line = 0; line < cut->rows; line++) {
        int64_t from = line < cut->per_word ? cells.low >> line * cut->width
                                            : cells.high >> (line - cut->per_word) * cut->width;
        bounds->rows[line] = (Row){from & mask, ones_in((uint64_t)(from & mask)), 0, 0};
        if (from & mask) {
            *top = least(*top, line);
            *bottom = line + 1;
        }
    }
    for (int64_t end = *top + 1; end <= *bottom; end++) {
        Turned turned = {0};
        Bits key = {0, 0};
        int64_t by = 0, count = 0;
        bounds->rows[end - 1].begin = at;
        for (int64_t start = end - 1; start >= *top; start--, by += cut->width) {
            const Row *row = &bounds->rows[start];
            bool is_thin = end - start <= cut->thin;
            count += row->count;
            if (!is_thin && count > MOST_CELLS)
                break;
            if (by < word)
                key.low |= row->cells << by;
            else
                key.high |= row->cells << (by - word);
            Key *band = &bounds->keys[at++];
            band->bits = key;
            if (cut->turns && by < word) {
                turned.plain = key.low;
                turned.back = turned.back << cut->width | row->cells;
                if (cut->turns & MIRRORED) {
                    turned.mirrored |= cut->mirrors[row->cells] << by;
                    turned.mirrored_back = turned.mirrored_back << cut->width | cut->mirrors[row->cells];
                }
                band->bits.low = least_turned(&turned, cut->turns);
            }
            if (is_thin) {
                PREFETCH(&cut->thin_bands[band->bits.low]);
            } else {
                band->bits.high = key.high | (int64_t)(1 + side) << WORD_BITS;
                band->slot = place_of_state(band->bits, bounds->bands_room);
                PREFETCH(&bounds->bands[band->slot]);
            }
        }
        bounds->rows[end - 1].end = at;
    }
}

static Band find_band(Bounds *bounds, int64_t start, int64_t end, int side, Key *key, Bits part) {
    const Cut *cut = &bounds->cuts[side];
    Band band = {key->bits, 0, 0};
    if (end - start <= cut->thin) {
        band.value = cut->thin_bands[key->bits.low].value;
        band.mean = cut->thin_bands[key->bits.low].mean;
    } else {
        key->slot = slot_of_band(bounds, key->bits);
        band = bounds->bands[key->slot];
    }
    if (!band.value)
        return learn_band(bounds, start, end, side, key, part);
    band.value -= 2;
    return band;
}

/* Write the values of the best bands of a part to `listed`; return their number, or UNKNOWN. For side 0 their sum is a
 * lower bound of the part, for side 1 an upper bound. */
static int64_t cut_part(Bounds *bounds, Bits part, int side, int32_t *listed) {
    int64_t top, bottom, *best = bounds->best;
    if (!bounds->cuts[side].rows)
        return UNKNOWN;
    write_bands(bounds, part, side, &top, &bottom);
    best[top] = 0;
    for (int64_t end = top + 1; end <= bottom; end++) {
        const Row *row = &bounds->rows[end - 1];
        bounds->came[end].start = UNKNOWN;
        for (int64_t k = row->begin; k < row->end; k++) {
            int64_t start = end - 1 - (k - row->begin);
            Band band = find_band(bounds, start, end, side, &bounds->keys[k], part);
            if (bounds->parts->forms.trouble)
                return UNKNOWN;
            if (band.value < 0)
                break;
            if (start > top && bounds->came[start].start < 0)
                continue;
            int64_t mean = band.mean + best[start];
            if (bounds->came[end].start < 0 || mean > best[end]) {
                best[end] = mean;
                bounds->came[end].start = start;
                bounds->came[end].value = band.value;
            }
        }
    }
    int64_t count = 0;
    for (int64_t end = bottom; end > top; end = bounds->came[end].start) {
        if (bounds->came[end].start < 0)
            return UNKNOWN;
        listed[count++] = (int32_t)bounds->came[end].value;
    }
    return count;
}

/* Return the number of a player's moves that cannot be prevented, minus the maximum number of the opponent's moves. */
static int64_t count_moves(Parts *parts, Bits state, int player) {
    const Game *game = &parts->game;
    const int64_t *own = game->owns[player];
    int64_t here = alive_moves(parts, state), hit_most = 0, count = 0;
    Bits hit = {0, 0}, used = {0, 0};
    parts->sets_top = here;
    for (int64_t move = next_move(parts, here, -1); move < game->moves; move = next_move(parts, here, move)) {
        const Need *need = &game->needs[move];
        Bits take = game->takes[move];
        if (!(own[move / SET_BITS] >> move % SET_BITS & 1)) {
            if (!(need->need.low & hit.low || need->need.high & hit.high)) {
                hit.low |= need->top.low;
                hit.high |= need->top.high;
                hit_most++;
            }
            continue;
        }
        bool is_safe = true;
        for (int64_t w = 0; w < game->words; w++)
            is_safe &= !(game->stops[move * game->words + w] & parts->sets[here + w] & ~own[w]);
        if (is_safe && (state.low & need->need.low) == need->need.low && (state.high & need->need.high) == need->need.high
            && !(used.low & take.low || used.high & take.high)) {
            state.low &= ~take.low;
            state.high &= ~take.high;
            used.low |= need->need.low;
            used.high |= need->need.high;
            count++;
        }
    }
    return count - hit_most;
}

/* Add claims about another game: the player who moves first moves in one of the two games. */
static void add_claims(Total *total, const Claims *more) {
    for (int tax = 0; tax < TAXES; tax++) {
        int64_t second = claim_of(more->second[tax]), first = claim_of(more->first[tax]);
        total->first[tax] = (int32_t)most(total->first[tax] + second, total->second[tax] + first);
        total->second[tax] += (int32_t)second;
    }
}

/* Compute the row of a player's claims about a large part, from bands or from counts of moves. The number of values
 * whose sum bounds the part from below (for Left) or above is stored, followed by these values. */
static int64_t claims_of_part(Bounds *bounds, int64_t part, int side) {
    Parts *parts = bounds->parts;
    Forms *forms = &parts->forms;
    int64_t begin = parts->listed_used, first = begin + 1;
    if (begin + MARGIN > parts->listed_room) {
        forms->trouble = MUST_GROW;
        return 0;
    }
    Bits bits = parts->parts[part].bits;
    int64_t count = cut_part(bounds, bits, side, parts->listed + first);
    if (forms->trouble)
        return 0;
    if (count < 0) {
        int64_t number = count_moves(parts, bits, side) * SCALE;
        parts->listed[first] = (int32_t)row_of_number(forms, side ? -number : number);
        claims_of_value(bounds, parts->listed[first]);
        if (forms->trouble)
            return 0;
        count = 1;
    }
    parts->listed[begin] = (int32_t)count;
    int64_t row = take_rows(bounds, 1);
    Total sure;
    for (int tax = 0; tax < TAXES; tax++) {
        sure.second[tax] = 0;
        sure.first[tax] = LOWEST;
    }
    for (int64_t k = first; k < first + count; k++)
        add_claims(&sure, &bounds->claims[bounds->row_of[parts->listed[k]] - 1 + side]);
    for (int tax = 0; tax < TAXES; tax++) {
        bounds->claims[row].second[tax] = kept_claim(sure.second[tax]);
        bounds->claims[row].first[tax] = kept_claim(sure.first[tax]);
    }
    parts->listed_used = first + count;
    parts->parts[part].claims[side] = begin << 31 | row;
    return row;
}

/* Return the exact sum of the values that bound a sum from below (side 0) or above, or UNKNOWN if it would be large. */
static int64_t bound_of_sum(Bounds *bounds, const Sum *sum, int side) {
    Parts *parts = bounds->parts;
    Forms *forms = &parts->forms;
    int64_t hot = 0, size = 1, total = sum->value;
    for (int adds = 0; adds < 2; adds++)
        for (int64_t k = adds ? 0 : -1; k < sum->many; k++) {
            int flip = k < 0 ? 0 : sum->codes[k] & 1;
            int64_t begin = k < 0 ? 0 : parts->parts[sum->codes[k] >> 1].claims[side ^ flip] >> 31;
            int64_t end = k < 0 ? 1 : begin + 1 + parts->listed[begin];
            for (int64_t at = k < 0 ? 0 : begin + 1; at < end; at++) {
                int64_t value = k < 0 ? total : parts->listed[at];
                if (adds) {
                    total = sum_row(forms, total, flip ? negated_row(forms, value) : value);
                    if (forms->trouble)
                        return UNKNOWN;
                } else if (forms->rows[value].stops.high != forms->rows[value].stops.low) {
                    size *= size_of(bounds, value);
                    if (++hot > MOST_HOT || size > LARGE)
                        return UNKNOWN;
                }
            }
        }
    return total;
}

/* Combine the claims of one player about the parts of a sum; return false on failure. */
static bool claim_sum(Bounds *bounds, const Sum *sum, int side, int64_t row, Total *total) {
    for (int tax = 0; tax < TAXES; tax++) {
        total->second[tax] = (int32_t)claim_of(bounds->claims[row + side].second[tax]);
        total->first[tax] = (int32_t)claim_of(bounds->claims[row + side].first[tax]);
    }
    for (int64_t k = 0; k < sum->many; k++) {
        int own = side ^ (sum->codes[k] & 1);
        int64_t known = bounds->parts->parts[sum->codes[k] >> 1].claims[own];
        int64_t of_part = known >= 0 ? known & HALF : claims_of_part(bounds, sum->codes[k] >> 1, own);
        if (bounds->parts->forms.trouble)
            return false;
        add_claims(total, &bounds->claims[of_part]);
    }
    return true;
}

Verdict judge_sum(Bounds *bounds, Sum *sum) {
    Forms *forms = &bounds->parts->forms;
    if (!sum->many)
        return is_at_most(forms, sum->value, row_of_number(forms, 0)) ? LOST : WON;
    int64_t row = claims_of_value(bounds, sum->value), best;
    Total total;
    if (forms->trouble || !claim_sum(bounds, sum, 0, row, &total))
        return OPEN;
    best = total.first[0];
    for (int tax = 1; tax < TAXES; tax++)
        best = most(best, total.first[tax]);
    if (best >= 0)
        return WON;
    int64_t mean = total.second[TAXES - 1];
    if (!claim_sum(bounds, sum, 1, row, &total))
        return OPEN;
    best = total.second[0];
    for (int tax = 1; tax < TAXES; tax++)
        best = most(best, total.second[tax] - tax * TAX);
    if (best >= 0)
        return LOST;
    sum->guess = mean - total.second[TAXES - 1];
    for (int side = 0; side < 2; side++) {
        int64_t bound = bound_of_sum(bounds, sum, side);
        if (forms->trouble)
            return OPEN;
        if (bound < 0)
            continue;
        bool is_below = is_at_most(forms, bound, row_of_number(forms, 0));
        if (forms->trouble)
            return OPEN;
        if (!side && !is_below)
            return WON;
        if (side && is_below)
            return LOST;
    }
    return OPEN;
}
