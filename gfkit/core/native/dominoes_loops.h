/* Search of dominoes.h for boards with at most CELLS cells, the number of bits of a word; NAME defines function names.
 */

typedef struct {
    CELLS free;
    int ahead, mover, many, next;  /* moves, and the number of tried moves */
    Verdict verdict;
    bool has_asked;                /* for claims */
    Bits key;
    int64_t since;                 /* number of visited positions when it was reached */
    int32_t scores[MOST_CELLS];    /* number of moves */
    uint8_t starts[MOST_CELLS];
} NAME(Level);

typedef struct {
    CELLS starts[2];
    int step[2];
    NAME(Level) levels[MOST_LEVELS];
} NAME(Board);

/* For each player: first cells of placeable dominoes, their cells, the maximum number of disjoint dominoes, and the
 * number of them that the opponent can never touch. */
typedef struct {
    CELLS moves[2], usable[2];
    int packed[2], safe[2];
} NAME(Counts);

INLINE int NAME(ones)(CELLS cells) {
    return ones_in((uint64_t)cells) + (sizeof cells > 8 ? ones_in((uint64_t)(cells >> (sizeof cells * 8 - 64))) : 0);
}

INLINE int NAME(first)(CELLS cells) {
    const int above = (int)sizeof cells * 8 - 64;
    return (uint64_t)cells ? lowest((uint64_t)cells) : above + lowest((uint64_t)(cells >> above));
}

INLINE CELLS NAME(moves)(const NAME(Board) *board, CELLS free, int player) {
    return free & free >> board->step[player] & board->starts[player];
}

INLINE CELLS NAME(cells)(CELLS starts, int step) {
    return starts | starts << step;
}

/* Return a maximum set of disjoint dominoes: greedily from the first end of every run, for all runs at once. */
INLINE CELLS NAME(pack)(CELLS starts, int step) {
    CELLS packed = 0;
    while (starts) {
        CELLS heads = starts & ~(starts << step);
        packed |= heads;
        starts &= ~NAME(cells)(heads, step);
    }
    return packed;
}

INLINE int NAME(many)(CELLS starts, int step) {
    int many = 0;
    while (starts) {
        CELLS heads = starts & ~(starts << step);
        many += NAME(ones)(heads);
        starts &= ~NAME(cells)(heads, step);
    }
    return many;
}

/* Remove cells that no player can use, and runs that only one player can use; the latter are converted to moves. */
INLINE CELLS NAME(strip)(const NAME(Board) *board, CELLS free, int mover, int *ahead) {
    CELLS moves[2] = {NAME(moves)(board, free, 0), NAME(moves)(board, free, 1)};
    CELLS usable[2] = {NAME(cells)(moves[0], board->step[0]), NAME(cells)(moves[1], board->step[1])};
    free = usable[0] | usable[1];
    for (int player = 0; player < 2; player++) {
        const int step = board->step[player];
        CELLS shared = usable[player] & usable[1 - player], before;
        do {
            before = shared;
            shared |= NAME(cells)((shared | shared >> step) & moves[player], step);
        } while (shared != before);
        CELLS pure = usable[player] & ~shared;
        if (pure) {
            int many = NAME(many)(pure & pure >> step & moves[player], step);
            *ahead += player == mover ? many : -many;
            free &= ~pure;
        }
    }
    return free;
}

INLINE void NAME(count)(const NAME(Board) *board, CELLS free, NAME(Counts) *counts) {
    for (int player = 0; player < 2; player++) {
        counts->moves[player] = NAME(moves)(board, free, player);
        counts->usable[player] = NAME(cells)(counts->moves[player], board->step[player]);
        counts->packed[player] = NAME(many)(counts->moves[player], board->step[player]);
    }
    for (int player = 0; player < 2; player++) {
        CELLS own = counts->usable[player] & ~counts->usable[1 - player];
        counts->safe[player] = NAME(many)(own & own >> board->step[player] & counts->moves[player], board->step[player]);
    }
}

/* Pack squares of 2 x 2 cells with a wall on one side of the player's direction: a domino on the adjacent cells of the
 * square makes the other two safe. No move of the opponent meets two squares. Return the number of squares; `inner`
 * contains the cells that such a move could meet. */
INLINE int NAME(pack_squares)(const NAME(Board) *board, CELLS free, int player, CELLS *packed, CELLS *inner) {
    const int step = board->step[player], across = board->step[1 - player];
    const CELLS starts = board->starts[1 - player], moves = NAME(moves)(board, free, player);
    CELLS squares = moves & moves >> across & starts;
    CELLS before = ~((free & starts) << across), after = ~(free >> across & starts);  /* adjacent cell not free */
    before &= before >> step;
    after = after >> across & after >> (across + step);
    int many = 0;
    for (int walls = 2; walls; walls--)
        for (CELLS left = squares & (walls == 2 ? before & after : before ^ after); left; left &= left - 1) {
            CELLS corner = left & -left, first = NAME(cells)(corner, step), square = NAME(cells)(first, across);
            CELLS open = walls == 2 ? 0 : corner & before ? first << across : first;
            if (square & *packed || (corner & before ? open << across : open >> across) & *inner)
                continue;
            *packed |= square;
            *inner |= open;
            many++;
        }
    return many;
}

/* Compute a packing of a player: squares; safe dominoes; dominoes that a move of the opponent spoils, one or two at
 * once; and, of the latter, those with a cell that the opponent cannot use. Also count safe dominoes that, shifted by
 * one cell, take one to three cells from the opponent. */
INLINE void NAME(pack_areas)(const NAME(Board) *board, CELLS free, const NAME(Counts) *counts, int player, Areas *areas) {
    const int step = board->step[player], across = board->step[1 - player];
    const CELLS moves = counts->moves[player], theirs = counts->moves[1 - player], usable = counts->usable[1 - player];
    CELLS taken = 0, inner = 0, before;
    areas->squares = NAME(pack_squares)(board, free, player, &taken, &inner);
    CELLS own = counts->usable[player] & ~usable & ~taken, alone = own & own >> step & moves;
    CELLS odd = own & ~(alone << step);  /* alternate cells of runs; the last gives the parity */
    do {
        before = odd;
        odd |= ((odd & alone) << step & alone) << step;
    } while (odd != before);
    CELLS even = own & ~alone & ~odd;
    do {
        before = even;
        even |= even >> step & alone;
    } while (even != before);
    CELLS rest = free & ~taken & ~even, packed = NAME(pack)(rest & rest >> step & moves, step);
    CELLS inside = packed & own & own >> step, safe = inside | NAME(pack)(even & even >> step & alone, step);
    packed &= ~inside;
    CELLS covered = NAME(cells)(packed, step), open = covered & usable, near = open | inner;
    CELLS hit = NAME(cells)(near & near >> across & theirs, across), twice = packed & (hit | hit >> step);
    CELLS half = packed & ~(open & open >> step);
    areas->safe = NAME(ones)(safe);
    areas->doubles = NAME(ones)(twice);
    areas->singles = NAME(ones)(packed) - areas->doubles;
    areas->half_doubles = NAME(ones)(half & twice);
    areas->half_singles = NAME(ones)(half) - areas->half_doubles;
    memset(areas->shifts, 0, sizeof areas->shifts);
    taken |= covered | NAME(cells)(safe, step);
    CELLS loose = usable & ~taken;
    for (; safe; safe &= safe - 1) {
        CELLS start = safe & -safe;
        for (int down = 0; down < 2; down++) {
            CELLS cell = down ? start << 2 * step : start >> step;
            if (!(cell & loose) || !((down ? start << step : cell) & moves))
                continue;
            CELLS back = cell & theirs << across ? cell >> across : 0, on = cell & theirs ? cell << across : 0;
            if ((back | on) & taken)
                continue;
            areas->shifts[1 + (back && !(back & theirs << across)) + (on && !(on & theirs))]++;
            taken |= cell | back | on;
            loose &= ~taken;
            break;
        }
    }
}

/* Return the outcome, as far as counts determine it. */
INLINE Verdict NAME(judge)(const NAME(Board) *board, CELLS free, const NAME(Counts) *counts, int mover, int ahead) {
    const int other = 1 - mover;
    if (!free)
        return ahead > 0 ? WON : LOST;
    if (counts->safe[mover] + ahead > counts->packed[other])
        return WON;
    if (counts->safe[other] - ahead >= counts->packed[mover])
        return LOST;
    Areas areas;
    for (int player = mover, first = 1; first >= 0; player = other, first--) {
        NAME(pack_areas)(board, free, counts, player, &areas);
        areas.usable = NAME(ones)(counts->usable[1 - player]);
        areas.packed = counts->packed[1 - player];
        int surplus = surplus_of_areas(&areas, first) + (first ? ahead : -ahead);
        if (surplus >= first)
            return first ? WON : LOST;
    }
    return OPEN;
}

/* List the moves of the top position with scores: the packed and safe dominoes after the move; moves on safe cells
 * last. */
static void NAME(list)(const Dominoes *dominoes, const NAME(Board) *board, const NAME(Counts) *counts, NAME(Level) *here) {
    const int mover = here->mover, other = 1 - mover;
    const CELLS own = counts->usable[mover] & ~counts->usable[other];
    here->many = here->next = 0;
    for (CELLS left = counts->moves[mover]; left; left &= left - 1) {
        CELLS domino = NAME(cells)(left & -left, board->step[mover]);
        int start = NAME(first)(left);
        NAME(Counts) then;
        NAME(count)(board, here->free & ~domino, &then);
        int score = then.packed[mover] + then.safe[mover] - then.packed[other] - then.safe[other];
        here->scores[here->many] = (score - (domino & own ? 256 : 0)) * (1 << 22) - dominoes->places[mover][start];
        here->starts[here->many++] = (uint8_t)start;
    }
}

/* Return the outcome of a position by counts or from the table; otherwise push it onto the stack. */
static Verdict NAME(enter)(Dominoes *dominoes, CELLS free, int mover, int ahead) {
    NAME(Board) *board = dominoes->board;
    NAME(Counts) counts;
    dominoes->calls++;
    free = NAME(strip)(board, free, mover, &ahead);
    NAME(count)(board, free, &counts);
    Verdict verdict = NAME(judge)(board, free, &counts, mover, ahead);
    if (verdict != OPEN)
        return verdict;
    Bits key = least_image(dominoes, (Bits){(int64_t)(free & WORD), (int64_t)(free >> WORD_BITS)});
    verdict = recall(dominoes, key, mover, ahead);
    if (verdict != OPEN)
        return verdict;
    NAME(Level) *here = &board->levels[++dominoes->depth];
    here->free = free;
    here->ahead = ahead;
    here->mover = mover;
    here->verdict = OPEN;
    here->has_asked = dominoes->depth == 0;
    here->key = key;
    here->since = dominoes->calls;
    dominoes->seen++;
    NAME(list)(dominoes, board, &counts, here);
    return OPEN;
}

static void NAME(begin)(Dominoes *dominoes, Bits state, int mover) {
    NAME(Board) *board = dominoes->board;
    for (int player = 0; player < 2; player++) {
        Bits starts = dominoes->starts[player];
        board->starts[player] = (CELLS)starts.low | (CELLS)starts.high << WORD_BITS;
        board->step[player] = dominoes->step[player];
    }
    dominoes->depth = -1;
    dominoes->verdict = NAME(enter)(dominoes, (CELLS)state.low | (CELLS)state.high << WORD_BITS, mover, 0);
}

/* Try the next best move and, after all moves on the board, a move outside the board. */
static void NAME(try_next)(Dominoes *dominoes, const NAME(Board) *board, NAME(Level) *here) {
    CELLS free = here->free;
    int ahead = here->ahead, next = here->next++, best = next;
    if (next >= here->many + (ahead > 0)) {
        here->verdict = LOST;
        return;
    }
    if (next < here->many) {
        for (int k = next + 1; k < here->many; k++)
            if (here->scores[k] > here->scores[best])
                best = k;
        int start = here->starts[best];
        here->starts[best] = here->starts[next];
        here->scores[best] = here->scores[next];
        free &= ~NAME(cells)((CELLS)1 << start, board->step[here->mover]);
    } else {
        ahead--;
    }
    if (NAME(enter)(dominoes, free, 1 - here->mover, -ahead) == LOST)
        here->verdict = WON;
}

static Way NAME(go_on)(Dominoes *dominoes, int64_t most_calls) {
    NAME(Board) *board = dominoes->board;
    const int64_t end = dominoes->calls + most_calls;
    if (dominoes->depth >= 0 && dominoes->claim != OPEN)
        board->levels[dominoes->depth].verdict = dominoes->claim;
    dominoes->claim = OPEN;
    while (dominoes->depth >= 0) {
        NAME(Level) *here = &board->levels[dominoes->depth];
        if (here->verdict == OPEN) {
            if (dominoes->calls >= end)
                return PAUSED;
            if (!here->has_asked && dominoes->calls - here->since >= PATIENCE) {
                here->has_asked = true;
                dominoes->asked = (Asked){{(int64_t)(here->free & WORD), (int64_t)(here->free >> WORD_BITS)}, here->mover, here->ahead};
                return ASKS;
            }
            NAME(try_next)(dominoes, board, here);
            continue;
        }
        remember(dominoes, here->key, here->mover, here->ahead, here->verdict, dominoes->calls + 1 - here->since);
        if (--dominoes->depth < 0)
            dominoes->verdict = here->verdict;
        else if (here->verdict == LOST)
            (here - 1)->verdict = WON;
    }
    return DONE;
}
