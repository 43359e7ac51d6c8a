/* Canonical forms of short games: see forms.h. A side selects the player whose options are meant, 0 for Left. */
#include "forms.h"

#include <string.h>

#include "portable.h"

enum { SLACK = 4096 };
enum Kind { SUM = 1, ORDER, NUMBER, ROW };

static const int64_t HALF = (INT64_C(1) << 31) - 1;
static const int64_t SWITCH[SWITCHES] = {SCALE / 2, SCALE, 3 * SCALE / 2};

/* Products of numbers below 2^31 do not overflow. */
int64_t mixed_bits(int64_t number) {
    number = ((number ^ number >> 31) & HALF) * 1540483477;
    return (number ^ number >> 31 ^ number >> 45) & HALF;
}

int64_t place_of(int64_t key, int64_t size) {
    return mixed_bits((int64_t)((uint64_t)(key & HALF) * 1103515245u ^ (uint64_t)(key >> 31) * 1812433253u)) & (size - 1);
}

int64_t next_place(int64_t place, int64_t size) {
    return (place + 1) & (size - 1);
}

static int64_t key_of(enum Kind kind, int64_t one, int64_t other) {
    return (int64_t)kind << 2 * IDS | one << IDS | other;
}

int64_t find_fact(const Forms *forms, int64_t key) {
    int64_t place = place_of(key, forms->facts_room);
    for (; forms->facts[place].key; place = next_place(place, forms->facts_room))
        if (forms->facts[place].key == key)
            return forms->facts[place].value;
    return UNKNOWN;
}

static void put_fact(Fact *facts, int64_t room, Fact fact) {
    int64_t place = place_of(fact.key, room);
    while (facts[place].key)
        place = next_place(place, room);
    facts[place] = fact;
}

void learn(Forms *forms, int64_t key, int64_t value) {
    if (forms->trouble)
        return;
    put_fact(forms->facts, forms->facts_room, (Fact){key, value});
    if (++forms->facts_used * 3 > forms->facts_room * 2)
        forms->trouble = MUST_GROW;
}

void move_facts(const Fact *old, int64_t many, Fact *facts, int64_t room) {
    for (int64_t k = 0; k < many; k++)
        if (old[k].key)
            put_fact(facts, room, old[k]);
}

/* Append a row for the options at the top of the pool. */
static int64_t add_row(Forms *forms, int64_t start, int64_t middle) {
    int64_t row = forms->rows_used++;
    forms->rows[row] = (Form){.lefts = (int32_t)start, .rights = (int32_t)middle, .end = (int32_t)forms->pool_used,
                              .negative = UNKNOWN, .same = (int32_t)row};
    if (forms->rows_used + 4 > forms->rows_room || forms->pool_used + SLACK > forms->pool_room)
        forms->trouble = MUST_GROW;
    return row;
}

int64_t row_of_number(Forms *forms, int64_t value) {
    int64_t key = (int64_t)NUMBER << 2 * IDS | (value + (INT64_C(1) << (2 * IDS - 1)));
    int64_t known = find_fact(forms, key), step = SCALE, left = UNKNOWN, right = UNKNOWN;
    if (known >= 0)
        return known;
    while (value % step)
        step /= 2;
    if (value > 0 || step < SCALE)
        left = row_of_number(forms, value - step);
    if (value < 0 || step < SCALE)
        right = row_of_number(forms, value + step);
    if (forms->trouble)
        return 0;
    int64_t start = forms->pool_used;
    if (left >= 0)
        forms->pool[forms->pool_used++] = (int32_t)left;
    int64_t middle = forms->pool_used;
    if (right >= 0)
        forms->pool[forms->pool_used++] = (int32_t)right;
    int64_t row = add_row(forms, start, middle);
    Form *here = &forms->rows[row];
    here->is_number = here->floor = here->ceiling = true;
    here->stops = (Stops){value, value};
    for (int k = 0; k < SWITCHES; k++)
        here->beside[k] = (Stops){value + SWITCH[k], value - SWITCH[k]};
    learn(forms, key, row);
    return row;
}

static int64_t row_key(const int64_t *stack, int64_t begin, int64_t middle, int64_t end) {
    uint64_t found = (uint64_t)(end - begin + 31 * (middle - begin));
    for (int64_t at = begin; at < end; at++) {
        found = (found ^ found >> 19) * 1000003 + (uint64_t)stack[at] + (at < middle ? 1 : 77777);
        found &= (UINT64_C(1) << 41) - 1;
    }
    return (int64_t)ROW << 2 * IDS | (int64_t)found;
}

static bool has_options(const Forms *forms, const Form *row, int64_t begin, int64_t middle, int64_t end) {
    if (row->same == PENDING || row->rights - row->lefts != middle - begin || row->end - row->lefts != end - begin)
        return false;
    for (int64_t at = 0; at < end - begin; at++)
        if (forms->pool[row->lefts + at] != forms->stack[begin + at])
            return false;
    return true;
}

/* Return the row with the options on the stack, or UNKNOWN. */
static int64_t find_row(const Forms *forms, int64_t begin, int64_t middle, int64_t end) {
    int64_t key = row_key(forms->stack, begin, middle, end);
    int64_t place = place_of(key, forms->facts_room);
    for (; forms->facts[place].key; place = next_place(place, forms->facts_room)) {
        const Fact *fact = &forms->facts[place];
        if (fact->key == key && has_options(forms, &forms->rows[fact->value], begin, middle, end))
            return fact->value;
    }
    return UNKNOWN;
}

static const Form *option_at(const Forms *forms, int64_t at) {
    return &forms->rows[forms->stack[at]];
}

/* Compute the largest right stop of the left options, and the smallest left stop of the right options. */
static Stops ends_of(const Forms *forms, int64_t begin, int64_t middle, int64_t end) {
    Stops found = {-(INT64_C(1) << 60), INT64_C(1) << 60};
    for (int64_t at = begin; at < middle; at++)
        found.high = most(found.high, option_at(forms, at)->stops.low);
    for (int64_t at = middle; at < end; at++)
        found.low = least(found.low, option_at(forms, at)->stops.high);
    return found;
}

/* Create a row with the options on the stack; its stops and comparison bounds are derived from theirs. `same` is the
 * row of its canonical form, ITSELF, or PENDING for a row that is not found by searches until its form is known. */
static int64_t new_row(Forms *forms, int64_t begin, int64_t middle, int64_t end, int64_t same) {
    if (forms->trouble)
        return 0;
    if (end - begin >= SLACK) {
        forms->trouble = GIVE_UP;
        return 0;
    }
    int64_t start = forms->pool_used;
    for (int64_t at = begin; at < end; at++)
        forms->pool[start + at - begin] = (int32_t)forms->stack[at];
    forms->pool_used = start + end - begin;
    int64_t row = add_row(forms, start, start + middle - begin);
    Form *here = &forms->rows[row];
    if (same != ITSELF)
        here->same = (int32_t)same;
    here->stops = ends_of(forms, begin, middle, end);
    here->floor = here->ceiling = true;
    for (int64_t at = begin; at < middle; at++)
        if (option_at(forms, at)->stops.low == here->stops.high && option_at(forms, at)->floor)
            here->ceiling = false;
    for (int64_t at = middle; at < end; at++)
        if (option_at(forms, at)->stops.high == here->stops.low && option_at(forms, at)->ceiling)
            here->floor = false;
    for (int k = 0; k < SWITCHES; k++) {
        Stops beside = {here->stops.low + SWITCH[k], here->stops.high - SWITCH[k]};
        for (int64_t at = begin; at < middle; at++)
            beside.high = most(beside.high, option_at(forms, at)->beside[k].low);
        for (int64_t at = middle; at < end; at++)
            beside.low = least(beside.low, option_at(forms, at)->beside[k].high);
        here->beside[k] = beside;
    }
    learn(forms, row_key(forms->stack, begin, middle, end), row);
    return row;
}

bool is_at_most(Forms *forms, int64_t one, int64_t other) {
    if (one == other)
        return true;
    const Form *a = &forms->rows[one], *b = &forms->rows[other];
    if (a->stops.high < b->stops.low)
        return true;
    if (a->stops.high > b->stops.high || a->stops.low > b->stops.low)
        return false;
    for (int k = 0; k < SWITCHES; k++)
        if (a->beside[k].high > b->beside[k].high || a->beside[k].low > b->beside[k].low)
            return false;
    if (a->is_number)
        return b->floor;
    if (b->is_number)
        return a->ceiling;
    if (forms->trouble)
        return false;
    int64_t key = key_of(ORDER, one, other), known = find_fact(forms, key);
    if (known >= 0)
        return known;
    bool result = true;
    for (int64_t at = a->lefts; result && at < a->rights; at++)
        result = !is_at_most(forms, other, forms->pool[at]);
    for (int64_t at = b->rights; result && at < b->end; at++)
        result = !is_at_most(forms, forms->pool[at], one);
    learn(forms, key, result);
    return result;
}

/* Sort the numbers on the stack and remove duplicates; return the new end. The lowest bits of each number are marks;
 * the marks of duplicates are combined. */
static int64_t sorted_set(int64_t *stack, int64_t begin, int64_t end, int marks) {
    for (int64_t at = begin + 1; at < end; at++) {
        int64_t value = stack[at], to = at;
        for (; to > begin && stack[to - 1] > value; to--)
            stack[to] = stack[to - 1];
        stack[to] = value;
    }
    int64_t kept = begin;
    for (int64_t at = begin; at < end; at++)
        if (kept == begin || stack[kept - 1] >> marks != stack[at] >> marks)
            stack[kept++] = stack[at];
        else
            stack[kept - 1] |= stack[at];
    return kept;
}

/* Remove the options on the stack that are dominated for Left, or for Right; return the new end. The order of the
 * others is preserved. Options with a common mark are not compared; marks are on the stack at `marks`, or `marks` is
 * UNKNOWN. */
static int64_t drop_dominated(Forms *forms, int64_t begin, int64_t end, int side, int64_t marks) {
    int64_t *stack = forms->stack;
    for (int64_t at = begin; at < end; at++) {
        if (stack[at] < 0)
            continue;
        for (int64_t to = at + 1; to < end; to++) {
            if (stack[to] < 0 || (marks >= 0 && stack[marks + at - begin] & stack[marks + to - begin]))
                continue;
            int64_t one = stack[at], other = stack[to];
            if (side ? is_at_most(forms, other, one) : is_at_most(forms, one, other)) {
                stack[at] = UNKNOWN;
                break;
            }
            if (side ? is_at_most(forms, one, other) : is_at_most(forms, other, one))
                stack[to] = UNKNOWN;
        }
    }
    int64_t kept = begin;
    for (int64_t at = begin; at < end; at++)
        if (stack[at] >= 0)
            stack[kept++] = stack[at];
    return kept;
}

/* Move the stack entries from `old` to `end` to `middle`; return the new end. */
static int64_t close_up(int64_t *stack, int64_t middle, int64_t old, int64_t end) {
    memmove(stack + middle, stack + old, (size_t)(end - old) * sizeof *stack);
    return middle + end - old;
}

static int64_t floor_to(int64_t value, int64_t step) {
    int64_t rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

/* Return the row of the number that equals the game with these options, or UNKNOWN. */
static int64_t simplest(Forms *forms, int64_t begin, int64_t middle, int64_t end) {
    Stops ends = ends_of(forms, begin, middle, end);
    bool low_in = true, high_in = true;
    for (int64_t at = begin; at < middle; at++)
        low_in &= !(option_at(forms, at)->stops.low == ends.high && option_at(forms, at)->floor);
    for (int64_t at = middle; at < end; at++)
        high_in &= !(option_at(forms, at)->stops.high == ends.low && option_at(forms, at)->ceiling);
    bool lefts = begin < middle, rights = middle < end;
    if (lefts && rights && (ends.high > ends.low || (ends.high == ends.low && !(low_in && high_in))))
        return UNKNOWN;
    for (int64_t step = SCALE; step; step /= 2) {
        int64_t first = -floor_to(-ends.high, step), last = floor_to(ends.low, step);
        if (first == ends.high && !low_in)
            first += step;
        if (last == ends.low && !high_in)
            last -= step;
        if (!lefts || !rights || first <= last)
            return row_of_number(forms, lefts && first > 0 ? first : rights && last < 0 ? last : 0);
    }
    forms->trouble = GIVE_UP;
    return 0;
}

/* Return the options of a row with which a player replies: Left's options reply to Right's moves. */
static void options_of(const Form *row, int side, int64_t *first, int64_t *last) {
    *first = side ? row->rights : row->lefts;
    *last = side ? row->end : row->rights;
}

/* Bypass the reversible options of one side: each is replaced by the options that it leads to. Irreversible options are
 * written at `room`; options to be examined are pushed at `to`. Return their number, or UNKNOWN without room. */
static int64_t bypass(Forms *forms, int64_t begins, int64_t ends, int side, int64_t to, int64_t raw, bool *changed) {
    int64_t *stack = forms->stack, top = to, room = top + SLACK, kept = room, first, last;
    for (int64_t at = begins; at < ends; at++)
        stack[to++] = stack[at];
    while (to > top) {
        int64_t here = stack[--to], bypassed = UNKNOWN;
        options_of(&forms->rows[here], !side, &first, &last);
        for (int64_t at = first; bypassed < 0 && at < last; at++) {
            int64_t answer = forms->pool[at];
            if (side ? is_at_most(forms, raw, answer) : is_at_most(forms, answer, raw))
                bypassed = answer;
        }
        if (bypassed < 0) {
            stack[kept++] = here;
            if (kept >= forms->stack_room)
                return UNKNOWN;
            continue;
        }
        *changed = true;
        options_of(&forms->rows[bypassed], side, &first, &last);
        if (to + last - first >= room)
            return UNKNOWN;
        for (int64_t at = first; at < last; at++)
            stack[to++] = forms->pool[at];
    }
    return kept - room;
}

/* Return the canonical form of a row that is not a number: without dominated and reversible options. The marks of the
 * options are on the stack after them. */
static int64_t canonical_row(Forms *forms, int64_t begin, int64_t middle, int64_t end, int64_t raw) {
    int64_t *stack = forms->stack, top = end, old = middle;
    bool changed = false;
    middle = drop_dominated(forms, begin, old, 0, top);
    end = close_up(stack, middle, old, drop_dominated(forms, old, top, 1, top + old - begin));
    bool dropped = end < top;
    if (dropped) {
        int64_t known = find_row(forms, begin, middle, end);
        if (known >= 0)
            return forms->rows[known].same;
    }
    for (int side = 0; side < 2; side++) {
        int64_t from = side ? middle : begin;
        int64_t size = bypass(forms, from, side ? end : middle, side, top, raw, &changed);
        if (size < 0)
            forms->trouble = GIVE_UP;
        if (forms->trouble)
            return 0;
        if (!side) {
            end = close_up(stack, begin + size, middle, end);
            middle = begin + size;
        } else {
            end = middle + size;
        }
        memmove(stack + from, stack + top + SLACK, (size_t)size * sizeof *stack);
        top = most(top, end);
    }
    if (changed) {
        old = middle;
        middle = sorted_set(stack, begin, middle, 0);
        end = close_up(stack, middle, old, end);
        end = sorted_set(stack, middle, end, 0);
        old = middle;
        middle = drop_dominated(forms, begin, middle, 0, UNKNOWN);
        end = close_up(stack, middle, old, end);
        end = drop_dominated(forms, middle, end, 1, UNKNOWN);
    }
    sorted_set(stack, begin, middle, 0);
    sorted_set(stack, middle, end, 0);
    if (!changed && !dropped)
        return raw;
    int64_t known = find_row(forms, begin, middle, end);
    return known >= 0 ? forms->rows[known].same : new_row(forms, begin, middle, end, ITSELF);
}

int64_t make_row(Forms *forms, int64_t begin, int64_t middle, int64_t end) {
    int64_t *stack = forms->stack, old = middle;
    if (forms->trouble)
        return 0;
    if (2 * end - begin + 2 * SLACK > forms->stack_room) {
        forms->trouble = GIVE_UP;
        return 0;
    }
    middle = sorted_set(stack, begin, middle, MARKS);
    end = close_up(stack, middle, old, end);
    end = sorted_set(stack, middle, end, MARKS);
    for (int64_t at = begin; at < end; at++) {
        stack[end + at - begin] = stack[at] & ((1 << MARKS) - 1);
        stack[at] >>= MARKS;
    }
    int64_t raw = find_row(forms, begin, middle, end);
    if (raw >= 0)
        return forms->rows[raw].same;
    int64_t same = simplest(forms, begin, middle, end);
    if (same >= 0) {
        if (end > begin)
            new_row(forms, begin, middle, end, same);
        return same;
    }
    raw = new_row(forms, begin, middle, end, PENDING);
    forms->top = end;
    same = canonical_row(forms, begin, middle, end, raw);
    if (forms->trouble)
        return 0;
    forms->rows[raw].same = (int32_t)same;
    return same;
}

int64_t negated_row(Forms *forms, int64_t game) {
    const Form *here = &forms->rows[game];
    int64_t found;
    if (here->negative >= 0)
        return here->negative;
    if (here->is_number) {
        found = row_of_number(forms, -here->stops.high);
    } else {
        int64_t begin = forms->top, size = here->end - here->lefts, rights = here->end - here->rights;
        if (begin + size + 2 * SLACK > forms->stack_room)
            forms->trouble = GIVE_UP;
        if (forms->trouble)
            return 0;
        forms->top += size;
        int64_t middle = begin + rights, end = begin + size;
        for (int64_t at = 0; at < size; at++) {
            int64_t option = forms->pool[at < rights ? here->rights + at : here->lefts + at - rights];
            int64_t turned = negated_row(forms, option);
            forms->stack[begin + at] = turned;
        }
        sorted_set(forms->stack, begin, middle, 0);
        sorted_set(forms->stack, middle, end, 0);
        found = find_row(forms, begin, middle, end);
        if (found < 0)
            found = new_row(forms, begin, middle, end, ITSELF);
        forms->top = begin;
    }
    if (forms->trouble)
        return 0;
    forms->rows[game].negative = (int32_t)found;
    forms->rows[found].negative = (int32_t)game;
    return found;
}

/* Options that are incomparable remain so after the same game is added to both. */
int64_t sum_row(Forms *forms, int64_t one, int64_t other) {
    bool exchanged = one > other;
    if (forms->rows[exchanged ? one : other].is_number && !forms->rows[exchanged ? other : one].is_number)
        exchanged = !exchanged;
    if (exchanged) {
        int64_t kept = one;
        one = other;
        other = kept;
    }
    const Form *a = &forms->rows[one], *b = &forms->rows[other];
    if (a->is_number && b->is_number)
        return row_of_number(forms, a->stops.high + b->stops.high);
    if (a->is_number && !a->stops.high)
        return other;
    if (!a->is_number && a->negative == other)
        return row_of_number(forms, 0);
    if (forms->trouble)
        return 0;
    int64_t key = key_of(SUM, one, other), known = find_fact(forms, key);
    if (known >= 0)
        return known;
    int64_t begin = forms->top, at = begin, middle = begin, found, first, last;
    int64_t size = (a->is_number ? 0 : a->end - a->lefts) + b->end - b->lefts;
    if (begin + size + 2 * SLACK > forms->stack_room) {
        forms->trouble = GIVE_UP;
        return 0;
    }
    forms->top += size;
    for (int side = 0; side < 2; side++) {
        options_of(a, side, &first, &last);
        for (int64_t k = first; !a->is_number && k < last; k++) {
            found = sum_row(forms, forms->pool[k], other);
            forms->stack[at++] = found << MARKS | 1;
        }
        options_of(b, side, &first, &last);
        for (int64_t k = first; k < last; k++) {
            found = sum_row(forms, one, forms->pool[k]);
            forms->stack[at++] = a->is_number ? found : found << MARKS | 2;
        }
        if (!side)
            middle = at;
    }
    if (forms->trouble) {
        forms->top = begin;
        return 0;
    }
    if (a->is_number) {
        sorted_set(forms->stack, begin, middle, 0);
        sorted_set(forms->stack, middle, at, 0);
        found = find_row(forms, begin, middle, at);
        if (found < 0)
            found = new_row(forms, begin, middle, at, ITSELF);
    } else {
        found = make_row(forms, begin, middle, at);
    }
    forms->top = begin;
    learn(forms, key, found);
    return found;
}
