/* All tables of a search for values, nimbers and outcomes: creation, growth within a memory limit, and deletion. */
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
    bool lays_dominoes;  /* true if `dominoes` applies to the game */
    int64_t limit;  /* maximum number of bytes of tables */
    bool cuts;      /* true if outcomes are searched too */
    void *held[24]; /* memory with the same lifetime */
    size_t many_held;
} Tables;

typedef enum { GOES_ON, TOO_LARGE, OUT_OF_MEMORY, LOOK_AT_CLOCK } After;

/* Allocate memory for elements of a given size, all 0, which lives as long as the tables; return NULL on failure. */
void *hold(Tables *tables, int64_t many, size_t size);
bool make_tables(Tables *tables);
/* Allocate tables for outcomes, after the cuts and `bits` of the thin bands are known. */
bool make_search_tables(Tables *tables, int64_t bits);
/* Handle a failure, so that the query can be repeated. */
After after_trouble(Tables *tables);
/* Enlarge the table of dominoes if it fills up and memory allows. */
void enlarge_endings(Tables *tables);
int64_t bytes_of(const Tables *tables);  /* bytes in use */
void give_back(Tables *tables);

#endif
