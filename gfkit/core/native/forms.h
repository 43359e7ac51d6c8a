/* Canonical forms of short games, each stored once, in tables that grow.
 *
 * The theorems are stated in play/short/table.py and play/short/arithmetic.py, the equivalent Python code. A game is a
 * row: its options are in a pool, those of Left before those of Right. Numbers are integers in units of 1 / SCALE. Rows
 * are also created for lists of options from which dominated options are not yet removed, so that each list is
 * processed only once. If memory or an index overflows, every function returns without storing results; the caller
 * allocates memory and repeats the call. So no row moves while it is in use.
 */
#ifndef GFKIT_FORMS_H
#define GFKIT_FORMS_H

#include <stdbool.h>
#include <stdint.h>

enum { SCALE = 1 << 20, SWITCHES = 3, IDS = 29, MARKS = 2 };
enum { UNKNOWN = -1, PENDING = -1, ITSELF = -2 };

typedef enum { NO_TROUBLE, MUST_GROW, GIVE_UP, PAUSE, NO_MEMORY_LEFT } Trouble;

/* Stops of a game, or of its sum with a switch {x | -x}: if G <= H, no stop of G is larger than the same stop of H. */
typedef struct {
    int64_t high, low;  /* left and right */
} Stops;

typedef struct {
    int32_t lefts, rights, end;  /* position of the options in the pool */
    int32_t negative;            /* row of the negative, or UNKNOWN */
    int32_t same;                /* row of the canonical form, or PENDING if it is not known yet */
    bool is_number, floor, ceiling; /* floor: the game is at least its right stop; ceiling: at most its left stop */
    Stops stops;
    Stops beside[SWITCHES];
} Form;

/* Cached results by key: sums, comparisons, numbers, rows by their options, numbers of sets of parts. */
typedef struct {
    int64_t key, value;
} Fact;

typedef struct {
    Form *rows;
    int64_t rows_room, rows_used;
    int32_t *pool;
    int64_t pool_room, pool_used;
    Fact *facts;  /* open-addressing hash table, whose size is a power of 2 */
    int64_t facts_room, facts_used;
    int64_t *stack;
    int64_t stack_room, top;
    int64_t sets;  /* number of parts with a number */
    Trouble trouble;
} Forms;

/* Hash of two numbers, the start of the search for a key; sizes are powers of 2. */
int64_t mixed_bits(int64_t number);
int64_t place_of(int64_t key, int64_t size);
int64_t next_place(int64_t place, int64_t size);

int64_t find_fact(const Forms *forms, int64_t key);  /* or UNKNOWN */
void learn(Forms *forms, int64_t key, int64_t value);
void move_facts(const Fact *old, int64_t many, Fact *facts, int64_t room);

int64_t row_of_number(Forms *forms, int64_t value);
bool is_at_most(Forms *forms, int64_t one, int64_t other);
int64_t negated_row(Forms *forms, int64_t game);
int64_t sum_row(Forms *forms, int64_t one, int64_t other);

/* Return the row of the game whose options are on the stack, as rows with MARKS lower bits of marks; options with a
 * common mark are known to be incomparable. The stack may be overwritten. */
int64_t make_row(Forms *forms, int64_t begin, int64_t middle, int64_t end);

#endif
