/* Outcome search for domino placement games: see dominoes.h. */
#include "dominoes.h"

#include <string.h>

#include "portable.h"

static const int64_t WORD = (INT64_C(1) << WORD_BITS) - 1;

/* A packing of a player's dominoes, and of the opponent the usable cells and the number of disjoint dominoes. */
typedef struct {
    int squares, safe, doubles, singles, half_doubles, half_singles;
    int shifts[4];  /* by the number of usable cells they cover */
    int usable, packed;
} Areas;

/* Make a move on a domino that the opponent could spoil. */
static void lay(Areas *areas, int *dominoes, int *half, int *covered) {
    --*dominoes;
    areas->safe++;
    *covered += 2 - (*half > *dominoes);
    *half -= *half > *dominoes;
}

/* Return a lower bound of a player's moves minus the opponent's, who moves first unless `first` is set for the player.
 */
static int surplus_of_areas(Areas *areas, bool first) {
    Areas a = *areas;
    int covered = 0, shift = 3;
    while (shift && !(a.shifts[shift] & 1))
        shift--;
    if (first && (a.squares & 1 || (a.squares && !a.doubles && !a.singles && !shift))) {
        a.squares--;
        a.safe += 2;
        a.packed -= 2;
        covered = 4;
    } else if (first && (a.doubles % 3 || (a.doubles && !(a.singles & 1) && !shift))) {
        lay(&a, &a.doubles, &a.half_doubles, &covered);
    } else if (first && (a.singles & 1 || (a.singles && !shift))) {
        lay(&a, &a.singles, &a.half_singles, &covered);
    } else if (first && shift) {
        a.shifts[shift]--;
        covered = shift;
    }
    if (a.squares & 1) {
        a.squares--;
        a.doubles += 2;
    }
    const int thirds = a.doubles / 3, halves = a.singles / 2, both = a.doubles % 3 && a.singles & 1;
    bool spare = !(a.doubles % 3) != !(a.singles & 1);
    covered += 2 * (a.squares + thirds + halves) + both - (thirds - (a.doubles - a.half_doubles) / 3)
               - (halves - (a.singles - a.half_singles) / 2);
    for (shift = 3; shift; shift--) {
        const bool odd = a.shifts[shift] & 1;
        covered += a.shifts[shift] / 2 * shift + (odd && spare ? shift : 0);
        a.shifts[shift - 1] += odd && !spare;
        spare &= !odd;
    }
    return a.squares + a.safe + thirds + halves + both - (int)least(a.packed - a.squares, (a.usable - covered) / 2);
}

/* Return the smallest image of a position under the symmetries that do not swap the players. */
static Bits least_image(const Dominoes *dominoes, Bits state) {
    const Game *game = dominoes->game;
    Bits best = state;
    for (int64_t k = 0; k < game->many_images; k++) {
        if (game->swaps[k])
            continue;
        Bits image = image_of(state, &game->images[k]);
        if (image.high < best.high || (image.high == best.high && image.low < best.low))
            best = image;
    }
    return best;
}

static Ending ending_of(Bits key, int mover) {
    return (Ending){(uint64_t)key.low | (uint64_t)key.high << WORD_BITS, (uint32_t)(key.high >> (64 - WORD_BITS)), 127, -127,
                    (uint8_t)mover, 0};
}

static bool is_same_ending(const Ending *one, const Ending *other) {
    return one->work && one->low == other->low && one->high == other->high && one->mover == other->mover;
}

/* Return the table entry of a position, or the entry where it can be stored. */
static Ending *place_of_ending(const Dominoes *dominoes, const Ending *wanted) {
    uint64_t mixed = wanted->low * 0x9E3779B97F4A7C15u ^ (wanted->high + wanted->mover) * 0xC2B2AE3D27D4EB4Fu;
    mixed = (mixed ^ mixed >> 32) * 0xD6E8FEB86659FD93u;
    Ending *bucket = dominoes->endings + ((mixed ^ mixed >> 29) & (uint64_t)(dominoes->room - CELL_BUCKET)), *place = bucket;
    for (Ending *one = bucket; one < bucket + CELL_BUCKET; one++) {
        if (is_same_ending(one, wanted))
            return one;
        if (one->work < place->work)
            place = one;
    }
    return place;
}

static Verdict recall(const Dominoes *dominoes, Bits key, int mover, int ahead) {
    const Ending wanted = ending_of(key, mover), *known = place_of_ending(dominoes, &wanted);
    if (!is_same_ending(known, &wanted))
        return OPEN;
    return ahead >= known->won_from ? WON : ahead <= known->lost_to ? LOST : OPEN;
}

static void remember(Dominoes *dominoes, Bits key, int mover, int ahead, Verdict verdict, int64_t work) {
    Ending wanted = ending_of(key, mover), *known = place_of_ending(dominoes, &wanted);
    uint8_t size = 1;
    for (; work; work >>= 1)
        size++;
    dominoes->used += !known->work;
    if (!is_same_ending(known, &wanted))
        *known = wanted;
    known->work = (uint8_t)most(known->work, size);
    if (verdict == WON)
        known->won_from = (int8_t)least(known->won_from, ahead);
    else
        known->lost_to = (int8_t)most(known->lost_to, ahead);
}

void move_endings(Dominoes *dominoes, Ending *larger, int64_t room) {
    Ending *old = dominoes->endings, *end = old + dominoes->room;
    dominoes->endings = larger;
    dominoes->room = room;
    dominoes->used = 0;
    for (const Ending *one = old; one < end; one++) {
        if (!one->work)
            continue;
        Ending *place = place_of_ending(dominoes, one);
        dominoes->used += !place->work;
        *place = *one;
    }
}

#define CELLS uint64_t
#define NAME(name) name##_of_64
#include "dominoes_loops.h"
#undef CELLS
#undef NAME
#ifdef __SIZEOF_INT128__
#define CELLS unsigned __int128
#define NAME(name) name##_of_128
#include "dominoes_loops.h"
#endif

/* Rank the moves of a player: first every second line from the border, on these every second place; border lines last.
 */
static void rank_places(Dominoes *dominoes, int player) {
    const Shape *shape = &dominoes->game->shape;
    const int64_t columns = shape->columns, rows = shape->cells / columns;
    const bool upright = dominoes->step[player] == columns;
    for (int64_t cell = 0; cell < shape->cells; cell++) {
        int64_t row = cell / columns, column = cell % columns, line = upright ? column : row, place = upright ? row : column;
        line = least(line + 1, (upright ? columns : rows) - line);
        place = least(place + 1, (upright ? rows : columns) - 1 - place);
        int64_t group = line == 1 ? 4 : 2 * (line & 1) + !(place & 1);
        dominoes->places[player][cell] = (int32_t)((group << 12 | line << 6 | place) << 7 | cell);
    }
}

static int lowest_cell(Bits bits) {
    return bits.low ? lowest((uint64_t)bits.low) : WORD_BITS + lowest((uint64_t)bits.high);
}

bool plan_dominoes(Dominoes *dominoes, const Game *game) {
    const Shape *shape = &game->shape;
    const int64_t columns = shape->columns, cells = shape->cells;
    *dominoes = (Dominoes){.game = game};
    if (columns < 2 || shape->layers != 1 || cells > MOST_CELLS || game->moves != 2 * cells - columns - cells / columns)
        return false;
    for (int64_t move = 0; move < game->moves; move++) {
        const Bits need = game->needs[move].need, take = game->takes[move];
        const int player = move >= game->lefts, first = lowest_cell(need), step = lowest_cell(game->needs[move].top) - first;
        if (ones_in((uint64_t)need.low) + ones_in((uint64_t)need.high) != 2 || need.low != take.low || need.high != take.high
            || (dominoes->step[player] && step != dominoes->step[player]))
            return false;
        dominoes->step[player] = step;
        if (first < WORD_BITS)
            dominoes->starts[player].low |= INT64_C(1) << first;
        else
            dominoes->starts[player].high |= INT64_C(1) << (first - WORD_BITS);
    }
    if (dominoes->step[0] + dominoes->step[1] != columns + 1 || (dominoes->step[0] != 1 && dominoes->step[1] != 1))
        return false;
    rank_places(dominoes, 0);
    rank_places(dominoes, 1);
    return size_of_board(dominoes);
}

size_t size_of_board(const Dominoes *dominoes) {
#ifdef __SIZEOF_INT128__
    if (dominoes->game->shape.cells > 64)
        return sizeof(Board_of_128);
#endif
    return dominoes->game->shape.cells > 64 ? 0 : sizeof(Board_of_64);
}

void begin_dominoes(Dominoes *dominoes, Bits state, int mover) {
    const Game *game = dominoes->game;
    const Bits square = game->shape.square;
    dominoes->way = DONE;
    bool fits = !(state.low & ~square.low) && !(state.high & ~square.high);
    for (int64_t k = 0; mover && k < game->many_images; k++)
        if (game->swaps[k] & SWAPS_PLAYERS && (fits || !(game->swaps[k] & SWAPS_AXES))) {
            state = image_of(state, &game->images[k]);
            mover = 0;
        }
#ifdef __SIZEOF_INT128__
    if (game->shape.cells > 64)
        begin_of_128(dominoes, state, mover);
    else
#endif
        begin_of_64(dominoes, state, mover);
}

Way search_dominoes(Dominoes *dominoes, int64_t most_calls) {
#ifdef __SIZEOF_INT128__
    if (dominoes->game->shape.cells > 64)
        return go_on_of_128(dominoes, most_calls);
#endif
    return go_on_of_64(dominoes, most_calls);
}
