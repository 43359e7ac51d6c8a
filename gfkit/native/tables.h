/* All tables of a search for values, nimbers and winners: made, enlarged within a limit of bytes, and given back. */
#ifndef GFKIT_TABLES_H
#define GFKIT_TABLES_H

#include <stddef.h>

#include "dominoes.h"
#include "search.h"

typedef struct {
    Parts parts;
    Bounds bounds;
    Search search;
    Dominoes dominoes;
    bool lays_dominoes;  /* whether the game is one for `dominoes` */
    int64_t limit;  /* of bytes that tables may take */
    bool cuts;      /* whether winners are looked for, too */
    void *held[24]; /* memory that lives as long */
    size_t many_held;
} Tables;

typedef enum { GOES_ON, TOO_LARGE, OUT_OF_MEMORY, LOOK_AT_CLOCK } After;

/* Memory for so many things of a size, all 0, which lives as long as the tables; NULL where there is none. */
void *hold(Tables *tables, int64_t many, size_t size);
bool make_tables(Tables *tables);
/* Tables for winners, once the cuts and `bits` of the thin bands are there. */
bool make_search_tables(Tables *tables, int64_t bits);
/* Deals with trouble, so that the question can be asked again. */
After after_trouble(Tables *tables);
/* Makes the table of dominoes larger where it fills and memory allows. */
void enlarge_endings(Tables *tables);
int64_t bytes_of(const Tables *tables);  /* that are in use */
void give_back(Tables *tables);

#endif
