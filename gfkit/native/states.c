/* Tables of states, sums of numbers along transitions, and sweeps of few states over many steps. */
#include <stdlib.h>
#include <string.h>

#include "states.h"

enum { LIMB = 62, FIRST_SLOTS = 64, MOST_STEPS = 1 << 20 };

void fill_table(const Word *keys, int64_t many, int words, Word *table, int64_t slots) {
    for (int64_t number = 0; number < many; number++) {
        Word mixed = 0;
        for (int w = 0; w < words; w++)
            mixed = hashed(mixed, keys[number * words + w]);
        int64_t slot = (int64_t)(mixed & (Word)(slots - 1));
        while (table[slot])
            slot = (slot + 1) & (slots - 1);
        table[slot] = mixed >> 32 << 32 | (Word)(number + 1);
    }
}

/* Add states that are missing, and write their numbers; there must be room for all. */
void enter(const Word *keys, int64_t many, States *states, int64_t *places) {
    for (int64_t k = 0; k < many; k++)
        places[k] = number_of(states, keys + k * states->words, states->words);
}

bool are_inside(const Steps *steps, int64_t before, int64_t after) {
    bool inside = true;
    for (int64_t k = 0; k < steps->many; k++)
        inside &= (uint32_t)steps->pairs[k][0] < (uint64_t)before && (uint32_t)steps->pairs[k][1] < (uint64_t)after;
    return inside;
}

/* Add numbers of `limbs` limbs each, of the given number of bits, along transitions to `sums`, which are initially 0.
 * Return the number of nonzero sums. */
int64_t add_numbers(const Steps *steps, const int64_t *numbers, int64_t *sums, int64_t many, int limbs, int bits) {
    const int64_t mask = (INT64_C(1) << bits) - 1;
    for (int64_t k = 0; k < steps->many; k++) {
        const int64_t *number = numbers + (int64_t)steps->pairs[k][0] * limbs;
        int64_t *sum = sums + (int64_t)steps->pairs[k][1] * limbs, carry = 0;
        for (int limb = 0; limb < limbs; limb++) {
            int64_t total = sum[limb] + number[limb] + carry;
            sum[limb] = total & mask;
            carry = total >> bits;
        }
    }
    int64_t reached = 0;
    for (int64_t k = 0; k < many; k++) {
        int64_t some = 0;
        for (int limb = 0; limb < limbs; limb++)
            some |= sums[k * limbs + limb];
        reached += some != 0;
    }
    return reached;
}

static void clear(States *states) {
    states->many = 0;
    memset(states->table, 0, (size_t)states->slots * sizeof(Word));
}

/* Double the hash table, for the states that it contains. */
static void widen(States *states) {
    states->slots *= 2;
    memset(states->table, 0, (size_t)states->slots * sizeof(Word));
    fill_table(states->keys, states->many, states->words, states->table, states->slots);
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
    int64_t *numbers, *sums, *order;
} Room;

static bool make_states(States *states, const Few *few, int words) {
    states->words = words;
    states->room = few->room;
    states->slots = few->slots < FIRST_SLOTS ? few->slots : FIRST_SLOTS;
    states->keys = malloc((size_t)(few->room * words) * sizeof(Word));
    states->table = calloc((size_t)few->slots, sizeof(Word));
    return states->keys && states->table;
}

static bool make_steps(Steps *steps, const Few *few) {
    steps->room = few->step_room;
    steps->pairs = malloc((size_t)few->step_room * sizeof *steps->pairs);
    return steps->pairs;
}

static void give_back(Room *room, int64_t period) {
    for (int64_t t = 0; t < period; t++) {
        free(room->turns[t].states.keys);
        free(room->turns[t].states.table);
        free(room->turns[t].steps.pairs);
    }
    free(room->here.keys);
    free(room->here.table);
    free(room->after.keys);
    free(room->after.table);
    free(room->steps.pairs);
    free(room->numbers);
    free(room->sums);
    free(room->order);
    free(room);
}

static Room *make_room(const Coding *coding, const Few *few) {
    Room *room = calloc(1, sizeof *room);
    if (!room)
        return NULL;
    size_t states = (size_t)few->room, order = states + (size_t)coding->length + 1;
    bool fine = make_states(&room->here, few, coding->words) && make_states(&room->after, few, coding->words)
                && make_steps(&room->steps, few) && (room->numbers = calloc(states, sizeof(int64_t)))
                && (room->sums = calloc(states, sizeof(int64_t))) && (room->order = malloc(order * sizeof(int64_t)));
    for (int64_t t = 0; fine && t < few->period; t++) {
        room->turns[t].site = -1;
        fine = make_states(&room->turns[t].states, few, coding->words) && make_steps(&room->turns[t].steps, few);
    }
    if (fine)
        return room;
    give_back(room, few->period);
    return NULL;
}

/* Copy the states with nonzero numbers, and their numbers, to the front; return how many there are. */
static int64_t gather(const States *states, int64_t many, int64_t *numbers, Word *keys) {
    int64_t found = 0;
    for (int64_t k = 0; k < many; k++)
        if (numbers[k]) {
            numbers[found] = numbers[k];
            memcpy(keys + found++ * states->words, states->keys + k * states->words,
                   (size_t)states->words * sizeof(Word));
        }
    return found;
}

static void exchange(int64_t **one, int64_t **other) {
    int64_t *kept = *one;
    *one = *other;
    *other = kept;
}

/* Cache states at a phase of the period, with their numbers after them; return false without room. */
static bool hold(Room *room, const States *here, int64_t many, States *held, int64_t most_slots) {
    int64_t all = held->many + many;
    if (all >= held->room || 2 * all >= most_slots)
        return false;
    while (2 * all >= held->slots)
        widen(held);
    enter(here->keys, many, held, room->order);
    memset(room->sums, 0, (size_t)held->many * sizeof(int64_t));
    for (int64_t k = 0; k < many; k++)
        room->sums[room->order[k]] = room->numbers[k];
    exchange(&room->numbers, &room->sums);
    return true;
}

/* Return true if sums of so many numbers might not fit into a limb. */
static bool may_overflow(const int64_t *numbers, int64_t many, int64_t steps) {
    int64_t all = 0;
    int bits = 0;
    for (int64_t k = 0; k < many; k++)
        all |= numbers[k];
    while (steps >> bits)
        bits++;
    return all >> (LIMB > bits ? LIMB - bits : 0);
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
            if (!is_held && !hold(room, here, many, from, few->slots))
                break;
            many = is_held ? many : from->many;
            is_held = true;
            if (turn->site != place)
                turn->stepped = steps->many = 0;
            turn->site = place;
            stepped = turn->stepped;
        } else {
            if (is_held)
                many = gather(&room->turns[site % period].states, many, room->numbers, here->keys);
            is_held = false;
            clear(to);
            steps->many = 0;
        }
        Place at = {stepped, -1, 0, 0};
        bool fits = stepped >= many || coding->step(coding, place, from->keys, many, to, steps, room->order, &at);
        while (!fits && to->slots < few->slots) {
            widen(to);
            fits = coding->step(coding, place, from->keys, many, to, steps, room->order, &at);
        }
        if (!fits || may_overflow(room->numbers, many, steps->many))
            break;
        if (equal)
            turn->stepped = many;
        memset(room->sums, 0, (size_t)to->many * sizeof(int64_t));
        int64_t reached = add_numbers(steps, room->numbers, room->sums, to->many, 1, LIMB);
        exchange(&room->numbers, &room->sums);
        if (!equal) {
            here = to;
            after = from;
        }
        many = to->many;
        few->peak = reached > few->peak ? reached : few->peak;
        site++;
    }
    if (is_held) {
        many = gather(&room->turns[site % period].states, many, room->numbers, here->keys);
    }
    few->site = site;
    few->many = many;
    memcpy(few->keys, here->keys, (size_t)(many * coding->words) * sizeof(Word));
    memcpy(few->numbers, room->numbers, (size_t)many * sizeof(int64_t));
}

bool sweep_few(const Coding *coding, const int64_t *sites, int64_t count, Few *few) {
    Room *room = make_room(coding, few);
    if (!room)
        return false;
    memcpy(room->here.keys, few->keys, (size_t)(few->many * coding->words) * sizeof(Word));
    memcpy(room->numbers, few->numbers, (size_t)few->many * sizeof(int64_t));
    sweep(coding, sites, count, few, room);
    give_back(room, few->period);
    return true;
}
