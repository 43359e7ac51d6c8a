/* Tables of states, sums of numbers along transitions, and sweeps of few states over many steps. */
#include <stdlib.h>
#include <string.h>

#include "states.h"

enum {
    LIMB = 62, FIRST_SLOTS = 512, MOST_STEPS = 1 << 20,
    BLOCK = 128,           /* states whose successors are computed before any is looked up */
    FIRST_BLOCK = 128,      /* the same before the number of successors is known */
    FIRST_FOUND = 1 << 10,
    MANY_FOUND = 1 << 14,  /* successors of a block, about, so that they stay in cache */
    AT_ONCE = 32,          /* successors that are looked up while the memory of the next ones is fetched */
};

bool grow_found(Found *found, int words) {
    int64_t room = found->room ? 2 * found->room : FIRST_FOUND;
    Word *keys = realloc(found->keys, (size_t)(room * words) * sizeof(Word));
    if (keys)
        found->keys = keys;
    int32_t *from = realloc(found->from, (size_t)room * sizeof(int32_t));
    if (from)
        found->from = from;
    if (keys && from)
        found->room = room;
    return keys && from;
}

void free_scratch(Scratch *scratch) {
    for (int k = 0; k < 2; k++) {
        free(scratch->found[k].keys);
        free(scratch->found[k].from);
    }
    free(scratch->order);
    free(scratch->places);
}

/* Sort successors by the states before them, unless they are sorted; return false without memory. */
static bool sort_found(const Found *found, int64_t block, Scratch *scratch) {
    bool is_sorted = true;
    for (int64_t k = 1; k < found->many; k++)
        is_sorted &= found->from[k - 1] <= found->from[k];
    scratch->sorted = NULL;
    if (is_sorted)
        return true;
    if (scratch->sorted_room < found->many) {
        free(scratch->places);
        scratch->places = malloc((size_t)found->room * sizeof(int32_t));
        scratch->sorted_room = scratch->places ? found->room : 0;
        if (!scratch->places)
            return false;
    }
    int32_t begins[BLOCK + 1] = {0};
    for (int64_t k = 0; k < found->many; k++)
        begins[found->from[k] + 1]++;
    for (int64_t i = 0; i < block; i++)
        begins[i + 1] += begins[i];
    for (int64_t k = 0; k < found->many; k++)
        scratch->places[begins[found->from[k]]++] = (int32_t)k;
    scratch->sorted = scratch->places;
    return true;
}

/* Compute the successors of a block of states after `count` steps, one for each path; return NULL without memory. */
static const Found *expand(const Coding *coding, const int64_t *sites, int64_t count, const Word *keys, int64_t block,
                           Scratch *scratch) {
    Found *found = NULL;
    int64_t many = block;
    for (int64_t k = 0; k < count; k++) {
        Found *next = &scratch->found[k & 1];
        if (scratch->order_room < many + coding->length + 2) {
            free(scratch->order);
            scratch->order_room = 2 * many + coding->length + 2;
            scratch->order = malloc((size_t)scratch->order_room * sizeof(int64_t));
            if (!scratch->order) {
                scratch->order_room = 0;
                return NULL;
            }
        }
        next->many = 0;
        if (!coding->step(coding, sites[k], keys, many, next, scratch->order))
            return NULL;
        for (int64_t i = 0; found && i < next->many; i++)
            next->from[i] = found->from[next->from[i]];
        found = next;
        keys = found->keys;
        many = found->many;
    }
    scratch->block = most(1, least(BLOCK, MANY_FOUND * block / (many + 1)));
    return sort_found(found, block, scratch) ? found : NULL;
}

/* Return the number of states for which there is room. */
static int64_t room_left(const States *states, const Steps *steps) {
    int64_t room = least(states->room, 3 * states->slots / 4) - states->many;
    return most(0, least(room, (steps->room - steps->many) / 2));
}

INLINE int number_bits(const States *states) {
    return lowest((uint64_t)states->slots);
}

/* Return the row of a state, which is added if it is missing; there must be room for it. `count` is the number of states. */
INLINE int64_t number_of(Word *rows, uint32_t *table, const uint32_t mask, int64_t *count, const Word *key, Word mixed,
                         const int bits, const int words) {
    const uint32_t tag = (uint32_t)((mixed >> 32) << bits);
    for (uint32_t slot = (uint32_t)mixed & mask;; slot = (slot + 1) & mask) {
        uint32_t entry = table[slot];
        if (!entry) {
            int64_t row = *count;
            for (int w = 0; w < words; w++)
                rows[row * words + w] = key[w];
            table[slot] = tag | (uint32_t)++*count;
            return row;
        }
        int64_t row = (int64_t)(entry & mask) - 1;
        if ((entry & ~mask) != tag || row >= *count)
            continue;
        bool equal = true;
        for (int w = 0; w < words; w++)
            equal &= rows[row * words + w] == key[w];
        if (equal)
            return row;
    }
}

void fill_table(States *states) {
    const int bits = number_bits(states);
    for (int64_t row = 0; row < states->many; row++) {
        Word mixed = hash_of(states->keys + row * states->words, states->words);
        int64_t slot = (int64_t)(mixed & (Word)(states->slots - 1));
        while (states->table[slot])
            slot = (slot + 1) & (states->slots - 1);
        states->table[slot] = (uint32_t)((mixed >> 32) << bits) | (uint32_t)(row + 1);
    }
}

INLINE void note(Steps *steps, int64_t from, int64_t to) {
    uint64_t skip = (uint64_t)(from - steps->last);
    if (skip >= JUMP) {
        steps->skip[steps->many] = JUMP;
        steps->to[steps->many++] = (int32_t)from;
        skip = 0;
    }
    steps->skip[steps->many] = (uint8_t)skip;
    steps->to[steps->many++] = (int32_t)to;
    steps->last = from;
}

/* Look up states, in the given order if it is not NULL. */
INLINE void enter_as(States *states, const Word *keys, const int32_t *from, const int32_t *order, int64_t base,
                     int64_t first, int64_t many, Steps *steps, const int words) {
    const int bits = number_bits(states);
    const uint32_t mask = (uint32_t)(states->slots - 1);
    uint32_t *const table = states->table;
    Word *const rows = states->keys;
    for (int64_t begin = first; begin < many; begin += AT_ONCE) {
        Word mixed[AT_ONCE];
        int64_t at[AT_ONCE];
        int end = (int)least(AT_ONCE, many - begin);
        for (int k = 0; k < end; k++) {
            at[k] = order ? order[begin + k] : begin + k;
            mixed[k] = hash_of(keys + at[k] * words, words);
            PREFETCH(&table[(uint32_t)mixed[k] & mask]);
        }
        for (int k = 0; k < end; k++) {
            uint32_t entry = table[(uint32_t)mixed[k] & mask];
            if (entry)
                PREFETCH(&rows[((int64_t)(entry & mask) - 1) * words]);
        }
        for (int k = 0; k < end; k++)
            note(steps, base + from[at[k]],
                 number_of(rows, table, mask, &states->many, keys + at[k] * words, mixed[k], bits, words));
    }
}

static void enter_rows(States *states, const Word *keys, const int32_t *from, const int32_t *order, int64_t base,
                       int64_t first, int64_t many, Steps *steps) {
    const int words = states->words;
#define ENTER(words) enter_as(states, keys, from, order, base, first, many, steps, words)
    if (words == 1)
        ENTER(1);
    else if (words == 2)
        ENTER(2);
    else if (words == 3)
        ENTER(3);
    else
        ENTER(words);
#undef ENTER
}

void enter(States *states, const Word *keys, const int32_t *from, int64_t many, Steps *steps) {
    enter_rows(states, keys, from, NULL, 0, 0, many, steps);
}

/* State before the step of a successor, in sorted order. */
INLINE int32_t state_before(const Found *found, const Scratch *scratch, int64_t k) {
    return found->from[scratch->sorted ? scratch->sorted[k] : k];
}

/* Return the end of the successors of the same state that begin at a position. */
static int64_t end_of_state(const Found *found, const Scratch *scratch, int64_t begin) {
    int64_t end = begin + 1;
    while (end < found->many && state_before(found, scratch, end) == state_before(found, scratch, begin))
        end++;
    return end;
}

int64_t step_states(const Coding *coding, const int64_t *sites, int64_t count, Source *source, int64_t most,
                    States *after, Steps *steps, Scratch *scratch) {
    const int64_t stop = source->begin + least(most, source->end - source->begin);
    while (source->begin < stop) {
        int64_t row = source->begin, many = least(scratch->block ? scratch->block : FIRST_BLOCK, stop - row);
        const Found *found = expand(coding, sites, count, source->keys + row * coding->words, many, scratch);
        if (!found)
            return -1;
        for (int64_t begin = 0, end; begin < found->many; begin = end) {
            end = begin + least(room_left(after, steps), found->many - begin);
            while (end > begin && end < found->many
                   && state_before(found, scratch, end - 1) == state_before(found, scratch, end))
                end--;
            if (end == begin) {
                source->begin += state_before(found, scratch, begin);
                return end_of_state(found, scratch, begin) - begin;
            }
            enter_rows(after, found->keys, found->from, scratch->sorted, row, begin, end, steps);
        }
        source->begin += many;
    }
    return 0;
}

INLINE bool is_nonzero(const int64_t *number, const int64_t limbs) {
    int64_t some = 0;
    for (int64_t limb = 0; limb < limbs; limb++)
        some |= number[limb];
    return some;
}

int64_t add_numbers(const Steps *steps, const int64_t *numbers, int64_t before, int64_t *sums, int64_t after, int limbs,
                    int bits) {
    const int64_t mask = (INT64_C(1) << bits) - 1;
    int64_t from = 0;
    for (int64_t k = 0; k < steps->many; k++) {
        const int64_t to = steps->to[k];
        if (k + AT_ONCE < steps->many)
            PREFETCH(sums + (int64_t)steps->to[k + AT_ONCE] * limbs);
        if (steps->skip[k] == JUMP) {
            from = to;
            continue;
        }
        from += steps->skip[k];
        if ((uint64_t)from >= (uint64_t)before || (uint64_t)to >= (uint64_t)after)
            return -1;
        const int64_t *number = numbers + from * limbs;
        int64_t *sum = sums + to * limbs, carry = 0;
        for (int limb = 0; limb < limbs; limb++) {
            int64_t total = sum[limb] + number[limb] + carry;
            sum[limb] = total & mask;
            carry = total >> bits;
        }
    }
    int64_t reached = 0;
    for (int64_t row = 0; row < after; row++)
        reached += is_nonzero(sums + row * limbs, limbs);
    return reached;
}

static void clear(States *states) {
    states->many = 0;
    memset(states->table, 0, (size_t)states->slots * sizeof *states->table);
}

/* Double the hash table, for the states that it contains. */
static void widen(States *states) {
    states->slots *= 2;
    memset(states->table, 0, (size_t)states->slots * sizeof *states->table);
    fill_table(states);
}

static void restart(Steps *steps) {
    steps->many = steps->last = 0;
}

/* Cached data of the steps at one phase of the period: their states, and the transitions from the first of these. */
typedef struct {
    States states;
    Steps steps;
    int64_t stepped;  /* number of states whose transitions are cached */
    int64_t site;     /* program of the step; -1 if there is none yet */
} Turn;

/* Memory of a sweep of few states. */
typedef struct {
    States here, after;
    Steps steps;
    Turn turns[LONGEST_PERIOD];
    Scratch scratch;
    int32_t *rows;  /* 0, 1, 2, ... */
    int64_t *numbers, *sums;
} Room;

static bool make_states(States *states, const Few *few, int words) {
    states->words = words;
    states->room = few->room;
    states->slots = few->slots < FIRST_SLOTS ? few->slots : FIRST_SLOTS;
    states->keys = malloc((size_t)(few->room * words) * sizeof(Word));
    states->table = calloc((size_t)few->slots, sizeof *states->table);
    return states->keys && states->table;
}

static bool make_steps(Steps *steps, const Few *few) {
    steps->room = few->step_room;
    steps->to = malloc((size_t)few->step_room * sizeof *steps->to);
    steps->skip = malloc((size_t)few->step_room);
    return steps->to && steps->skip;
}

static void free_room(Room *room, int64_t period) {
    for (int64_t t = 0; t < period; t++) {
        free(room->turns[t].states.keys);
        free(room->turns[t].states.table);
        free(room->turns[t].steps.to);
        free(room->turns[t].steps.skip);
    }
    free(room->here.keys);
    free(room->here.table);
    free(room->after.keys);
    free(room->after.table);
    free(room->steps.to);
    free(room->steps.skip);
    free(room->numbers);
    free(room->sums);
    free(room->rows);
    free_scratch(&room->scratch);
    free(room);
}

static Room *make_room(const Coding *coding, const Few *few) {
    Room *room = calloc(1, sizeof *room);
    if (!room)
        return NULL;
    size_t states = (size_t)few->room, words = states * (size_t)few->limbs;
    bool fine = make_states(&room->here, few, coding->words) && make_states(&room->after, few, coding->words)
                && make_steps(&room->steps, few) && (room->numbers = calloc(words, sizeof(int64_t)))
                && (room->sums = calloc(words, sizeof(int64_t))) && (room->rows = malloc(states * sizeof(int32_t)));
    for (int64_t k = 0; fine && k < few->room; k++)
        room->rows[k] = (int32_t)k;
    for (int64_t t = 0; fine && t < few->period; t++) {
        room->turns[t].site = -1;
        fine = make_states(&room->turns[t].states, few, coding->words) && make_steps(&room->turns[t].steps, few);
    }
    if (fine)
        return room;
    free_room(room, few->period);
    return NULL;
}

/* Copy the states with nonzero numbers, and their numbers, to the front; return how many there are. */
static int64_t gather(const States *states, int64_t many, int64_t *numbers, int64_t limbs, Word *keys) {
    int64_t found = 0;
    for (int64_t k = 0; k < many; k++)
        if (is_nonzero(numbers + k * limbs, limbs)) {
            memmove(numbers + found * limbs, numbers + k * limbs, (size_t)limbs * sizeof(int64_t));
            memcpy(keys + found++ * states->words, states->keys + k * states->words,
                   (size_t)states->words * sizeof(Word));
        }
    return found;
}

static void swap(int64_t **one, int64_t **other) {
    int64_t *kept = *one;
    *one = *other;
    *other = kept;
}

/* Set the sums to the sums of numbers along transitions; return the number of nonzero sums. */
static int64_t add(const Steps *steps, Room *room, int64_t before, int64_t after, int64_t limbs) {
    memset(room->sums, 0, (size_t)(after * limbs) * sizeof(int64_t));
    return add_numbers(steps, room->numbers, before, room->sums, after, (int)limbs, LIMB);
}

/* Cache states at a phase of the period, with their numbers after them; return false without room. */
static bool cache_states(Room *room, const States *here, int64_t many, States *held, const Few *few) {
    Steps *steps = &room->steps;
    restart(steps);
    while (!has_room(held, steps, many) && held->slots < few->slots)
        widen(held);
    if (!has_room(held, steps, many))
        return false;
    enter(held, here->keys, room->rows, many, steps);
    add(steps, room, many, held->many, few->limbs);
    swap(&room->numbers, &room->sums);
    return true;
}

/* Return true if sums of so many numbers might not fit into their limbs. */
static bool may_overflow(const int64_t *numbers, int64_t many, int64_t limbs, int64_t steps) {
    int64_t all = 0;
    int bits = 0;
    for (int64_t k = 1; k <= many; k++)
        all |= numbers[k * limbs - 1];
    while (steps >> bits)
        bits++;
    return all >> (LIMB > bits ? LIMB - bits : 0);
}

/* Append a zero limb to all numbers; return false if there is no memory, or no room for it. */
static bool append_limb(Room *room, int64_t many, Few *few) {
    int64_t limbs = few->limbs, words = few->room * (limbs + 1);
    if (limbs == few->most_limbs)
        return false;
    int64_t *numbers = calloc((size_t)words, sizeof(int64_t));
    int64_t *sums = realloc(room->sums, (size_t)words * sizeof(int64_t));
    if (sums)
        room->sums = sums;
    if (!numbers || !sums) {
        free(numbers);
        return false;
    }
    for (int64_t k = 0; k < many; k++)
        memcpy(numbers + k * (limbs + 1), room->numbers + k * limbs, (size_t)limbs * sizeof(int64_t));
    free(room->numbers);
    room->numbers = numbers;
    few->limbs++;
    return true;
}

static void sweep(const Coding *coding, const int64_t *sites, int64_t count, Few *few, Room *room) {
    int64_t many = few->many, period = few->period, site = few->site;
    bool is_held = false;
    States *here = &room->here, *after = &room->after;
    for (int64_t left = MOST_STEPS; site < count && many && left > 0; left -= many) {
        int64_t place = sites[site];
        bool equal = period && ((site >= period && sites[site - period] == place)
                                || (site + period < count && sites[site + period] == place));
        Turn *turn = equal ? &room->turns[site % period] : NULL;
        States *from = equal ? &turn->states : here, *to = equal ? &room->turns[(site + 1) % period].states : after;
        Steps *steps = equal ? &turn->steps : &room->steps;
        int64_t stepped = 0;
        if (equal) {
            if (!is_held && !cache_states(room, here, many, from, few))
                break;
            many = is_held ? many : from->many;
            is_held = true;
            if (turn->site != place)
                turn->stepped = 0, restart(steps);
            turn->site = place;
            stepped = turn->stepped;
        } else {
            if (is_held)
                many = gather(&room->turns[site % period].states, many, room->numbers, few->limbs, here->keys);
            is_held = false;
            clear(to);
            restart(steps);
        }
        Source source = {from->keys, stepped, many};
        int64_t short_of = step_states(coding, &place, 1, &source, many, to, steps, &room->scratch);
        while (short_of > 0 && to->slots < few->slots) {
            widen(to);
            short_of = step_states(coding, &place, 1, &source, many, to, steps, &room->scratch);
        }
        if (short_of || (may_overflow(room->numbers, many, few->limbs, steps->many) && !append_limb(room, many, few)))
            break;
        if (equal)
            turn->stepped = many;
        int64_t reached = add(steps, room, many, to->many, few->limbs);
        swap(&room->numbers, &room->sums);
        if (!equal) {
            here = to;
            after = from;
        }
        many = to->many;
        few->peak = reached > few->peak ? reached : few->peak;
        site++;
    }
    if (is_held) {
        many = gather(&room->turns[site % period].states, many, room->numbers, few->limbs, here->keys);
    }
    few->site = site;
    few->many = many;
    memcpy(few->keys, here->keys, (size_t)(many * coding->words) * sizeof(Word));
    memcpy(few->numbers, room->numbers, (size_t)(many * few->limbs) * sizeof(int64_t));
}

bool sweep_few(const Coding *coding, const int64_t *sites, int64_t count, Few *few) {
    Room *room = make_room(coding, few);
    if (!room)
        return false;
    memcpy(room->here.keys, few->keys, (size_t)(few->many * coding->words) * sizeof(Word));
    memcpy(room->numbers, few->numbers, (size_t)(few->many * few->limbs) * sizeof(int64_t));
    sweep(coding, sites, count, few, room);
    free_room(room, few->period);
    return true;
}
