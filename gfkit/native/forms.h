/* Canonical forms of short games, each once, in tables that grow.
 *
 * By the theorems of play/short/table.py and play/short/arithmetic.py, which are the twins in Python. A game is
 * a row: its options lie in a pool, Left's, then Right's. Numbers are whole numbers of 1 / SCALE. Rows are also made
 * of options before dominated ones go, so that no set of options is looked at twice. After trouble nothing is kept,
 * every function returns, and whoever asked makes room and asks again: so no row moves while it is looked at.
 */
#ifndef GFKIT_FORMS_H
#define GFKIT_FORMS_H

#include <stdbool.h>
#include <stdint.h>

enum { SCALE = 1 << 20, SWITCHES = 3, IDS = 29, MARKS = 2 };
enum { UNKNOWN = -1, PENDING = -1, ITSELF = -2 };

typedef enum { NO_TROUBLE, MUST_GROW, GIVE_UP, PAUSE, NO_MEMORY_LEFT } Trouble;

/* Stops of a game, or of its sum with a switch {x | -x}: if G <= H, then no stop of G is larger than that of H. */
typedef struct {
    int64_t high, low;  /* left and right */
} Stops;

typedef struct {
    int32_t lefts, rights, end;  /* where options lie in the pool */
    int32_t negative;            /* its row, or UNKNOWN */
    int32_t same;                /* the row of its canonical form; PENDING where that is not known yet */
    bool is_number, floor, ceiling; /* floor: it is at least its right stop; ceiling: at most its left stop */
    Stops stops;
    Stops beside[SWITCHES];
} Form;

/* What is known under a key: sums, comparisons, numbers, rows by their options, numbers of sets of parts. */
typedef struct {
    int64_t key, value;
} Fact;

typedef struct {
    Form *rows;
    int64_t rows_room, rows_used;
    int32_t *pool;
    int64_t pool_room, pool_used;
    Fact *facts;  /* an open hash table, its size a power of 2 */
    int64_t facts_room, facts_used;
    int64_t *stack;
    int64_t stack_room, top;
    int64_t sets;  /* of parts, that have a number */
    Trouble trouble;
} Forms;

/* What two numbers are mixed to, where the search for a key begins; sizes are powers of 2. */
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

/* The row of the game whose options lie on the stack, as rows with MARKS bits of marks below; those that share a
 * mark are known to be incomparable. The stack may be changed there. */
int64_t make_row(Forms *forms, int64_t begin, int64_t middle, int64_t end);

#endif
