/* Rows of coefficients added along transitions, and steps of component labels: see rows.h. */
#include "rows.h"

#include "portable.h"

#include <stdlib.h>
#include <string.h>

bool are_transitions(const Transitions *ways, const Rows *before, const Rows *after) {
    bool fine = ways->begin[0] == 0 && ways->begin[ways->targets] == ways->many && after->states == ways->targets
                && before->powers >= 0 && after->powers >= 0;
    for (const Rows *rows = before; fine; rows = after) {
        fine = rows->starts[0] == 0 && rows->starts[rows->powers] <= rows->width;
        for (int64_t i = 0; fine && i < rows->powers; i++)
            fine = rows->starts[i] <= rows->starts[i + 1];
        if (rows == after)
            break;
    }
    for (int64_t t = 0; fine && t < ways->targets; t++)
        fine = ways->begin[t] <= ways->begin[t + 1];
    for (int64_t k = 0; fine && k < ways->many; k++)
        fine = ways->source[k] >= 0 && ways->source[k] < before->states && ways->power_x[k] >= 0
               && ways->power_y[k] >= 0;
    return fine;
}

static void add_lanes(uint64_t *RESTRICT sums, const uint64_t *RESTRICT lanes, int64_t many) {
    for (int64_t lane = 0; lane < many; lane++)
        sums[lane] += lanes[lane];
}

/* The same for numbers, which are rows of one lane: a shifted number is beyond the end. */
static void add_numbers_of_rows(const Transitions *ways, const uint64_t *RESTRICT numbers, uint64_t *RESTRICT sums) {
    for (int64_t target = 0; target < ways->targets; target++) {
        uint64_t sum = 0;
        for (int64_t k = ways->begin[target]; k < ways->begin[target + 1]; k++)
            sum += ways->power_x[k] | ways->power_y[k] ? 0 : numbers[ways->source[k]];
        sums[target] = sum;
    }
}

void add_shifted(const Transitions *ways, const Rows *before, Rows *after) {
    if (before->width == 1 && after->width == 1 && before->powers == 1 && after->powers == 1) {
        add_numbers_of_rows(ways, before->lanes, after->lanes);
        return;
    }
    const int64_t *from = before->starts, *to = after->starts;
    bool same = after->powers >= before->powers;
    for (int64_t i = 0; same && i < before->powers; i++)
        same = from[i] == to[i];
    for (int64_t target = 0; target < ways->targets; target++) {
        uint64_t *row = after->lanes + target * after->width;
        memset(row, 0, (size_t)after->width * sizeof *row);
        for (int64_t k = ways->begin[target]; k < ways->begin[target + 1]; k++) {
            const uint64_t *lanes = before->lanes + ways->source[k] * before->width;
            int64_t x = ways->power_x[k], y = ways->power_y[k];
            if (same && !x && !y) {
                add_lanes(row, lanes, least(before->width, after->width));
                continue;
            }
            for (int64_t i = 0; i < least(before->powers, after->powers - x); i++) {
                int64_t room = to[i + x + 1] - to[i + x] - y;
                add_lanes(row + to[i + x] + y, lanes + from[i], least(from[i + 1] - from[i], room));
            }
        }
    }
}

bool are_pairs(const Pairs *pairs, int64_t sources, int64_t targets) {
    bool fine = true;
    for (int64_t k = 0; k < pairs->many; k++)
        fine &= pairs->source[k] >= 0 && pairs->source[k] < sources && pairs->target[k] >= 0 && pairs->target[k] < targets;
    return fine;
}

void add_minima(const Pairs *pairs, const Optima *before, Optima *after) {
    for (int64_t k = 0; k < pairs->many; k++) {
        int64_t source = pairs->source[k], target = pairs->target[k], weight = before->weights[source];
        if (weight >= INFINITE_WEIGHT / 2 || weight + pairs->weight > after->weights[target])
            continue;
        bool less = weight + pairs->weight < after->weights[target];
        after->weights[target] = weight + pairs->weight;
        if (after->numbers) {
            after->numbers[target] = (less ? 0 : after->numbers[target]) + before->numbers[source];
            after->sizes[target] = (less ? 0 : after->sizes[target]) + before->sizes[source];
        }
    }
}

static void add_two(uint64_t *RESTRICT sums, const uint64_t *one, const uint64_t *other, int64_t many) {
    for (int64_t lane = 0; lane < many; lane++)
        sums[lane] = one[lane] + other[lane];
}

bool are_sums(const Sums *sums) {
    int64_t rows = sums->sites * sums->rows;
    bool fine = sums->begins[0] == 0 && sums->begins[rows] == sums->many;
    for (int64_t r = 0; fine && r < rows; r++)
        fine = sums->begins[r] <= sums->begins[r + 1];
    for (int64_t k = 0; fine && k < sums->many; k++)
        fine = sums->sources[k] >= 0 && sums->sources[k] < sums->rows;
    return fine;
}

static void add_site(const Sums *sums, int64_t site, const uint64_t *RESTRICT old, uint64_t *RESTRICT new, int64_t lanes) {
    for (int64_t r = 0; r < sums->rows; r++) {
        const int32_t *of = sums->begins + site * sums->rows + r, *source = sums->sources + of[0];
        int64_t many = of[1] - of[0];
        uint64_t *RESTRICT row = new + r * lanes;
        if (!many)
            memset(row, 0, (size_t)lanes * sizeof *row);
        else if (many == 1)
            memcpy(row, old + source[0] * lanes, (size_t)lanes * sizeof *row);
        else
            add_two(row, old + source[0] * lanes, old + source[1] * lanes, lanes);
        for (int64_t k = 2; k < many; k++)
            add_lanes(row, old + source[k] * lanes, lanes);
    }
}

/* Block of one limb: `high` runs of `wide` numbers in each row. */
typedef struct {
    uint64_t *begin;  /* in the limb: the first run of the first row */
    int64_t rows, high, wide, after;
} Block;

enum { LINE = 8 };  /* numbers per cache line */

/* Copy a block to `near`, with consecutive rows, or back. */
static void copy_block(const Block *block, uint64_t *RESTRICT near, bool back) {
    const int64_t high = block->high, wide = block->wide;
    for (int64_t low = 0; low < high; low += LINE) {
        const int64_t end = least(high, low + LINE);
        for (int64_t r = 0; r < block->rows; r++) {
            uint64_t *RESTRICT far = block->begin + r * block->after, *RESTRICT own = near + r * high * wide;
            const int64_t step = block->rows * block->after;
            for (int64_t k = low; wide == 1 && k < end; k++)
                *(back ? far + k * step : own + k) = *(back ? own + k : far + k * step);
            for (int64_t k = low; wide > 1 && k < end; k++)
                memcpy(back ? far + k * step : own + k * wide, back ? own + k * wide : far + k * step,
                       (size_t)wide * sizeof *far);
        }
    }
}

/* Add the incoming carries to numbers, and keep the outgoing carries, which are the bits above a limb; the highest limb
 * keeps these bits as well. Return the bits that were carried from any number. */
static uint64_t settle(uint64_t *RESTRICT numbers, uint64_t *RESTRICT carry, int64_t many, bool is_highest) {
    const uint64_t mask = is_highest ? UINT64_MAX : (UINT64_C(1) << LIMB) - 1;
    uint64_t over = 0;
    for (int64_t k = 0; k < many; k++) {
        uint64_t sum = numbers[k] + carry[k];
        numbers[k] = sum & mask;
        over |= carry[k] = sum >> LIMB;
    }
    return over;
}

bool pass_over(const Sums *sums, const Numbers *numbers, int64_t lanes, int64_t first, int64_t stop, uint64_t *over) {
    int64_t before = numbers->before, after = numbers->after;
    int64_t wide = least(after, lanes), high = most(1, least(before, lanes / wide)), across = (after - 1) / wide + 1;
    size_t size = (size_t)(sums->rows * high * wide);
    uint64_t *room = malloc(3 * size * sizeof *room);
    if (!room)
        return false;
    for (int64_t at = first; at < least(stop, across * ((before - 1) / high + 1)); at++) {
        int64_t i = at / across * high, j = at % across * wide;
        Block block = {NULL, sums->rows, least(high, before - i), least(wide, after - j), after};
        uint64_t *carry = room + 2 * size, last = 0;
        memset(carry, 0, size * sizeof *carry);
        for (int64_t limb = 0; limb < numbers->many; limb++) {
            uint64_t *old = room, *new = room + size;
            block.begin = numbers->limbs + (limb * before + i) * sums->rows * after + j;
            copy_block(&block, old, false);
            for (int64_t site = 0; site < sums->sites; site++) {
                add_site(sums, site, old, new, block.high * block.wide);
                uint64_t *spare = old;
                old = new, new = spare;
            }
            last = settle(old, carry, sums->rows * block.high * block.wide, limb == numbers->many - 1);
            copy_block(&block, old, true);
        }
        *over |= last;
    }
    free(room);
    return true;
}

static bool has(const uint8_t *row, int64_t width, uint8_t label) {
    return memchr(row, label, (size_t)width);
}

static void join(uint8_t *row, int64_t width, uint8_t *closed, const Joining *site) {
    for (int64_t j = 0; j < site->joins; j++) {
        int64_t track = site->joined[j];
        uint8_t label = row[track];
        if (label == OWN) {
            *closed += site->cap >= 0 && *closed < site->cap;
        } else if (label) {
            for (int64_t k = 0; k < width; k++)
                row[k] = row[k] == label ? OWN : row[k];
        } else if (site->wakes) {
            row[track] = OWN;
        }
    }
}

static void number_anew(uint8_t *row, int64_t width) {
    uint8_t names[256] = {0}, most = 0;
    for (int64_t k = 0; k < width; k++) {
        if (row[k] && !names[row[k]])
            names[row[k]] = ++most;
        row[k] = names[row[k]];
    }
}

void relabel(uint8_t *labels, int64_t many, int64_t width, uint8_t *closed, int64_t step, uint8_t *ended,
             const Joining *site) {
    for (int64_t r = 0; r < many; r++) {
        uint8_t *row = labels + r * width, number = 0;
        join(row, width, closed + r * step, site);
        for (int64_t j = 0; j < site->leaves; j++) {
            uint8_t label = row[site->leaving[j]];
            row[site->leaving[j]] = 0;
            number += label && label != OWN && !has(row, width, label);
        }
        if (site->own >= 0)
            row[site->own] = site->member ? OWN : 0;
        else if (site->member)
            number += !has(row, width, OWN);
        for (int64_t s = 0; s < site->stills; s++) {
            uint8_t label = row[site->still[s]];
            if (!label || !site->now[s * many + r])
                continue;
            row[site->still[s]] = 0;
            number += !has(row, width, label);
        }
        ended[r] = number;
        number_anew(row, width);
    }
}
