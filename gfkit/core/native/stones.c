/* Outcome search for stones with liberties: see stones.h. */
#include "stones.h"

#include <stdlib.h>
#include <string.h>

#include "portable.h"

enum { BUCKET_OF_STONES = 4, FIRST_ROOM = 1 << 12, CALLS_A_PAUSE = 1 << 16, META = 56 };

static const uint64_t ALL = (UINT64_C(1) << META) - 1;

static uint64_t around(const Stones *stones, uint64_t cells) {
    uint64_t near = 0;
    for (; cells; cells &= cells - 1)
        near |= stones->near[lowest(cells)];
    return near;
}

/* Return the cells together with all stones connected to them. */
static uint64_t group_with(const Stones *stones, uint64_t cells, uint64_t among) {
    for (uint64_t fresh = cells; fresh; cells |= fresh)
        fresh = around(stones, fresh) & among & ~cells;
    return cells;
}

/* Position with its groups; free cells need not be open to a player. */
typedef struct {
    uint64_t free, open[2], safe[2], groups[2];
} Field;

static Field field_of(const Place *place) {
    Field field = {.free = place->open[0] | place->open[1]};
    for (int player = 0; player < 2; player++) {
        field.open[player] = place->open[player];
        field.safe[player] = place->mark[player] & field.free;
        field.groups[player] = place->mark[player] & ~field.free;
    }
    return field;
}

/* Return true if a player's stone on an open cell leaves each group a liberty. */
static bool is_legal(const Stones *stones, const Field *field, int player, int cell) {
    const uint64_t here = UINT64_C(1) << cell, near = stones->near[cell];
    const uint64_t free = field->free & ~here, theirs = field->groups[1 - player];
    for (uint64_t beside = near & theirs; beside;) {
        const uint64_t group = group_with(stones, beside & (0 - beside), theirs);
        if (!(around(stones, group) & free))
            return false;
        beside &= ~group;
    }
    return field->safe[player] & here || near & free
           || around(stones, group_with(stones, here, field->groups[player])) & free;
}

/* Remove some groups of a player from the board; the cells adjacent to them become safe. */
static void bury(const Stones *stones, Field *field, int player, uint64_t cells) {
    const uint64_t group = group_with(stones, cells & field->groups[player], field->groups[player]);
    field->groups[player] &= ~group;
    field->safe[player] |= around(stones, group);
}

/* Return the position without its decided cells and groups. */
static Place place_of(const Stones *stones, Field field) {
    Place place = {{0, 0}, {0, 0}};
    for (int player = 0; player < 2; player++)
        for (uint64_t left = field.open[player]; left; left &= left - 1)
            if (is_legal(stones, &field, player, lowest(left)))
                place.open[player] |= left & (0 - left);
    const uint64_t beside = around(stones, field.free & ~(place.open[0] | place.open[1]));
    for (int player = 0; player < 2; player++) {
        field.safe[player] |= beside;
        bury(stones, &field, player, beside);
        place.mark[player] = field.groups[player] | (field.safe[player] & place.open[player]);
    }
    return place;
}

/* Return the position after a move, with the opponent to move. */
static Place after_move(const Stones *stones, const Place *place, int cell) {
    const uint64_t here = UINT64_C(1) << cell, near = stones->near[cell];
    Field field = field_of(place);
    field.free &= ~here;
    field.open[0] &= ~here & ~(stones->closes_own ? near : 0);
    field.open[1] &= ~here & ~(stones->closes_other ? near : 0);
    field.groups[0] |= here;
    if (field.safe[0] & here)
        bury(stones, &field, 0, here);
    const Place next = place_of(stones, field);
    return (Place){{next.open[1], next.open[0]}, {next.mark[1], next.mark[0]}};
}

static uint64_t turned_cells(const Stones *stones, int turn, uint64_t cells) {
    uint64_t image = 0;
    for (int k = 0; k < TURN_BYTES; k++)
        image |= stones->turns[turn][k][cells >> 8 * k & 255];
    return image;
}

static int compare_places(const Place *one, const Place *other) {
    return memcmp(one, other, sizeof *one);
}

/* Return the smallest image under the symmetries of the board. */
static Place least_place(const Stones *stones, const Place *place) {
    Place best = *place;
    for (int k = 0; k < stones->many_turns; k++) {
        Place image;
        for (int player = 0; player < 2; player++) {
            image.open[player] = turned_cells(stones, k, place->open[player]);
            image.mark[player] = turned_cells(stones, k, place->mark[player]);
        }
        if (compare_places(&image, &best) < 0)
            best = image;
    }
    return best;
}

static bool is_same_place(const Judged *known, const Place *place) {
    return (known->open[0] & ALL) == place->open[0] && known->open[0] >> META && known->open[1] == place->open[1]
           && known->mark[0] == place->mark[0] && known->mark[1] == place->mark[1];
}

/* Return the table entry of a position, or the entry to be replaced: the one with the least work. */
static Judged *place_in_table(const Stones *stones, const Place *place) {
    uint64_t mixed = 0;
    for (int k = 0; k < 2; k++) {
        mixed = (mixed ^ place->open[k]) * 0x9E3779B97F4A7C15u;
        mixed = (mixed ^ mixed >> 29 ^ place->mark[k]) * 0xD6E8FEB86659FD93u;
    }
    Judged *bucket = stones->table + ((mixed ^ mixed >> 32) & (uint64_t)(stones->room - BUCKET_OF_STONES)), *best = bucket;
    for (Judged *one = bucket; one < bucket + BUCKET_OF_STONES; one++) {
        if (is_same_place(one, place))
            return one;
        if (one->open[0] >> META < best->open[0] >> META)
            best = one;
    }
    return best;
}

/* Double a table that is three quarters full, as long as memory allows. */
static void enlarge_table(Stones *stones) {
    const int64_t room = stones->room ? 2 * stones->room : FIRST_ROOM;
    if (4 * stones->used < 3 * stones->room || (stones->room && room * (int64_t)sizeof(Judged) > stones->most_bytes))
        return;
    Judged *old = stones->table, *larger = calloc((size_t)room, sizeof *larger), *end = old + stones->room;
    if (!larger) {
        stones->most_bytes = 0;
        return;
    }
    stones->table = larger;
    stones->room = room;
    stones->used = 0;
    for (const Judged *one = old; one < end; one++) {
        if (!(one->open[0] >> META))
            continue;
        Place place = *one;
        place.open[0] &= ALL;
        Judged *there = place_in_table(stones, &place);
        stones->used += !(there->open[0] >> META);
        *there = *one;
    }
    free(old);
}

static void remember_place(Stones *stones, const Place *place, bool won, int64_t work) {
    enlarge_table(stones);
    Judged *known = place_in_table(stones, place);
    uint64_t size = 1;
    for (; work; work >>= 1)
        size++;
    stones->used += !(known->open[0] >> META);
    *known = *place;
    known->open[0] |= (size << 1 | won) << META;
}

/* Return true if the player to move wins a reduced position. */
static bool wins_tidy(Stones *stones, const Place *place) {
    if (!(++stones->calls % CALLS_A_PAUSE)
        && !stones->pause(stones->asker, stones->searched, stones->room * (int64_t)sizeof(Judged)))
        stones->is_stopped = true;
    if (stones->is_stopped || !place->open[0])
        return stones->is_misere;
    const Place key = least_place(stones, place);
    const Judged *known = place_in_table(stones, &key);
    if (is_same_place(known, &key))
        return known->open[0] >> META & 1;
    const int64_t begun = stones->searched++;
    Place replies[MOST_STONES];
    int many = 0;
    for (uint64_t moves = place->open[0]; moves; moves &= moves - 1) {
        const Place reply = after_move(stones, place, lowest(moves));
        int at = many++;
        for (; at && ones_in(replies[at - 1].open[0]) > ones_in(reply.open[0]); at--)
            replies[at] = replies[at - 1];
        replies[at] = reply;
    }
    bool won = false;
    for (int k = 0; k < many && !won; k++)
        won = !wins_tidy(stones, &replies[k]);
    if (!stones->is_stopped)
        remember_place(stones, &key, won, stones->searched - begun);
    return won;
}

bool wins_place(Stones *stones, Place place) {
    enlarge_table(stones);
    if (!stones->table)
        return false;
    stones->is_stopped = false;
    const Place tidied = place_of(stones, field_of(&place));
    return wins_tidy(stones, &tidied);
}
