/* Outcome search for sums: see search.h. */
#include "search.h"

#include <stdlib.h>
#include <string.h>

#include "portable.h"

enum { ENOUGH_BAD = 3 };  /* consecutive losing moves before the best reply is searched */
enum { SETS = 5, MOVE_BITS = 18 };

/* Return the position of the list of moves of a part for a player, which is computed on first use. The list contains
 * the number of moves, then two entries for each move: the number of the opponent's moves that it excludes minus the
 * number of the player's, with the move in the last 16 bits; and the position of the list of its results, or 0. */
static int64_t list_options(Parts *parts, int64_t part, int player) {
    const Game *game = &parts->game;
    Part *here = &parts->parts[part];
    int64_t begin = parts->listed_used, at = begin + 1;
    if (here->options[player] >= 0 || parts->forms.trouble)
        return most(here->options[player], 0);
    if (begin + MARGIN + 2 * game->moves > parts->listed_room) {
        parts->forms.trouble = MUST_GROW;
        return 0;
    }
    int64_t set = alive_moves(parts, here->bits), end = player ? game->moves : game->lefts;
    parts->sets_top = set;
    for (int64_t move = next_move(parts, set, player ? game->lefts - 1 : -1); move < end; move = next_move(parts, set, move)) {
        int64_t gain = 0;
        for (int64_t word = 0; word < game->words; word++) {
            int64_t near = game->stops[move * game->words + word] & parts->sets[set + word];
            gain += ones_in((uint64_t)near) - 2 * ones_in((uint64_t)(near & game->owns[player][word]));
        }
        parts->listed[at++] = (int32_t)(gain * (1 << 16) + move);
        parts->listed[at++] = 0;
    }
    parts->listed[begin] = (int32_t)((at - begin) / 2);
    parts->listed_used = at;
    here->options[player] = (int32_t)begin;
    return begin;
}

/* Return the position of the result of a move of a part, which is computed on first use. It contains the value of the
 * small parts, the number of large parts, and their codes. */
static int64_t left_by_move(Bounds *bounds, int64_t part, int64_t at) {
    Parts *parts = bounds->parts;
    int64_t begin = parts->listed_used, bottom = parts->pile_top, large = 0, small = bottom;
    if (parts->listed[at + 1] || parts->forms.trouble)
        return parts->listed[at + 1];
    if (begin + MARGIN > parts->listed_room) {
        parts->forms.trouble = MUST_GROW;
        return 0;
    }
    int64_t set = alive_moves(parts, parts->parts[part].bits);
    int64_t end = split_set(parts, set, parts->listed[at] & 0xFFFF);
    parts->sets_top = set;
    for (int64_t k = bottom; k < end; k++)
        if (parts->pile[k].moves > bounds->most_moves)
            parts->listed[begin + 2 + large++] = (int32_t)code_of(parts, &parts->pile[k]);
        else
            parts->pile[small++] = parts->pile[k];
    if (!parts->forms.trouble)
        parts->listed[begin] = (int32_t)value_of_split(parts, bottom, small);
    if (parts->forms.trouble)
        return 0;
    parts->listed[begin + 1] = (int32_t)large;
    parts->listed_used = begin + 2 + large;
    parts->listed[at + 1] = (int32_t)begin;
    return begin;
}

int64_t turned(const Parts *parts, int64_t code) {
    return parts->parts[code >> 1].options[1] == ITSELF ? code : code ^ 1;
}

static void leave_out(Sum *sum, int64_t at) {
    memmove(sum->codes + at, sum->codes + at + 1, (size_t)(--sum->many - at) * sizeof *sum->codes);
}

/* Sort the parts of a sum and remove pairs of a part and its negative. */
void tidy(const Parts *parts, Sum *sum) {
    for (int64_t at = 1; at < sum->many; at++) {
        int32_t code = sum->codes[at];
        int64_t to = at;
        for (; to > 0 && sum->codes[to - 1] > code; to--)
            sum->codes[to] = sum->codes[to - 1];
        sum->codes[to] = code;
    }
    for (int64_t at = 0; at < sum->many;) {
        int64_t other = turned(parts, sum->codes[at]), to = at + 1;
        while (to < sum->many && sum->codes[to] != other)
            to++;
        if (to == sum->many) {
            at++;
            continue;
        }
        leave_out(sum, to);
        leave_out(sum, at);
    }
}

int64_t key_of_sum(Bounds *bounds, const Sum *sum) {
    Forms *forms = &bounds->parts->forms;
    int64_t several = sum->many ? 2 * (int64_t)sum->codes[0] + 1 : 0;
    for (int64_t k = 1; k < sum->many; k++) {
        int64_t key = (int64_t)SETS << 58 | several << 29 | sum->codes[k], known = find_fact(forms, key);
        if (known < 0) {
            known = ++forms->sets;
            learn(forms, key, known);
        }
        several = 2 * known;
    }
    if (several >> IDS)
        forms->trouble = GIVE_UP;
    return several << 29 | sum->value;
}

static Decided *bucket_of(const Search *search, int64_t several) {
    return search->decided + mixed_bits((int64_t)((uint64_t)several * 1103515245u)) % (search->decided_room / BUCKET) * BUCKET;
}

/* Return the stored outcome: of the sum, or of a sum with the same parts and a better or worse value. */
static Verdict recall(const Search *search, const Sum *sum) {
    Forms *forms = &search->bounds->parts->forms;
    int64_t several = sum->key >> 29;
    const Decided *bucket = bucket_of(search, several);
    for (const Decided *one = bucket; one < bucket + BUCKET; one++) {
        if (one->key >> 29 != several || !one->work)
            continue;
        int64_t other = one->key & ((1 << 29) - 1);
        if ((one->work & 3) == WON ? is_at_most(forms, other, sum->value) : is_at_most(forms, sum->value, other))
            return (Verdict)(one->work & 3);
    }
    return OPEN;
}

static void remember(Search *search, int64_t key, Verdict verdict, int64_t work) {
    Decided *bucket = bucket_of(search, key >> 29), *least_work = bucket;
    for (Decided *one = bucket; one < bucket + BUCKET; one++)
        if (one->work < least_work->work)
            least_work = one;
    *least_work = (Decided){key, work << 2 | verdict};
}

static bool make_room(void **array, int64_t *room, int64_t wanted, size_t size) {
    if (wanted <= *room)
        return true;
    void *larger = realloc(*array, (size_t)(2 * wanted) * size);
    if (!larger)
        return false;
    *array = larger;
    *room = 2 * wanted;
    return true;
}

/* Insert a move of a node, sorted by its gain; return false without memory. */
static bool put_move(Node *node, int64_t move) {
    if (!make_room((void **)&node->moves, &node->moves_room, node->listed + 1, sizeof *node->moves))
        return false;
    int64_t to = node->listed++;
    for (; to > 0 && node->moves[to - 1] > move; to--)
        node->moves[to] = node->moves[to - 1];
    node->moves[to] = move;
    return true;
}

/* List Left's moves in a sum, in the order in which they are tried: first moves that exclude more of Right's moves than
 * of Left's; a move in the value counts by the change of the mean. Each entry contains this number, the part, and the
 * index of the move. */
static void list_moves(Bounds *bounds, Node *node) {
    Parts *parts = bounds->parts;
    Forms *forms = &parts->forms;
    const Sum *sum = &node->sum;
    int64_t mean = mean_of_value(bounds, sum->value);
    node->listed = 0;
    for (int64_t source = 0; source <= sum->many; source++) {
        int64_t at = forms->rows[sum->value].lefts, options = 0;
        if (source == sum->many) {
            options = forms->rows[sum->value].rights - at;
        } else if (!source || sum->codes[source] != sum->codes[source - 1]) {
            at = list_options(parts, sum->codes[source] >> 1, sum->codes[source] & 1);
            options = parts->listed[at];
        }
        if (forms->trouble)
            return;
        for (int64_t k = 0; k < options; k++) {
            int64_t gain = source < sum->many ? (int64_t)(parts->listed[at + 1 + 2 * k] >> 16) * UNIT
                                              : mean_of_value(bounds, forms->pool[at + k]) - mean;
            if (!put_move(node, (((int64_t)1 << 30) - gain) << 24 | source << MOVE_BITS | k))
                forms->trouble = NO_MEMORY_LEFT;
            if (forms->trouble)
                return;
        }
    }
    node->next = node->kept = node->bad = node->looked_at = 0;
    node->is_listed = true;
}

/* Write the negative of a sum after Left's move; return the outcome if it is known. */
static Verdict reply_to(Search *search, const Sum *sum, int64_t move, Sum *reply) {
    Bounds *bounds = search->bounds;
    Parts *parts = bounds->parts;
    Forms *forms = &parts->forms;
    int64_t source = move >> MOVE_BITS & 63, k = move & ((1 << MOVE_BITS) - 1);
    reply->many = reply->guess = 0;
    if (source < sum->many) {
        int64_t code = sum->codes[source], at = list_options(parts, code >> 1, code & 1);
        at = left_by_move(bounds, code >> 1, at + 1 + 2 * k);
        if (forms->trouble)
            return OPEN;
        int64_t change = parts->listed[at], large = parts->listed[at + 1];
        if (sum->many + large > MOST_PARTS) {
            forms->trouble = GIVE_UP;
            return OPEN;
        }
        for (int64_t other = 0; other < large; other++) {
            int64_t one = parts->listed[at + 2 + other];
            reply->codes[reply->many++] = (int32_t)(code & 1 ? one : turned(parts, one));
        }
        if (!(code & 1))
            change = negated_row(forms, change);
        int64_t minus = negated_row(forms, sum->value);
        reply->value = forms->trouble ? 0 : sum_row(forms, minus, change);
    } else {
        reply->value = negated_row(forms, forms->pool[forms->rows[sum->value].lefts + k]);
    }
    for (int64_t other = 0; other < sum->many; other++)
        if (other != source)
            reply->codes[reply->many++] = (int32_t)turned(parts, sum->codes[other]);
    if (forms->trouble)
        return OPEN;
    tidy(parts, reply);
    if (!reply->many) {
        reply->key = -1;
        return is_at_most(forms, reply->value, row_of_number(forms, 0)) ? LOST : WON;
    }
    reply->key = key_of_sum(bounds, reply);
    return forms->trouble ? OPEN : recall(search, reply);
}

/* Evaluate Left's moves in a sum in order, until one wins, or several in a row lose, or none remains. The replies to
 * undecided moves are stored, best for Left first. When the best was searched without success, all others are
 * evaluated. */
static Verdict look_on(Search *search, Node *node) {
    Forms *forms = &search->bounds->parts->forms;
    while (node->looked_at < node->listed && (node->next || !node->kept || node->bad < ENOUGH_BAD)) {
        Sum reply;
        Verdict verdict = reply_to(search, &node->sum, node->moves[node->looked_at], &reply);
        bool is_double = false;
        for (int64_t other = 0; other < node->kept; other++)
            is_double |= node->replies[other].key == reply.key;
        if (verdict == OPEN && !is_double && !forms->trouble)
            verdict = judge_sum(search->bounds, &reply);
        if (forms->trouble)
            return OPEN;
        int64_t room = node->replies_room;
        if (!make_room((void **)&node->replies, &node->replies_room, node->kept + 1, sizeof reply)
            || !make_room((void **)&node->order, &room, node->kept + 1, sizeof *node->order)) {
            forms->trouble = NO_MEMORY_LEFT;
            return OPEN;
        }
        node->looked_at++;
        if (verdict == LOST)
            return WON;
        node->bad = verdict == WON ? node->bad + 1 : 0;
        if (verdict != OPEN || is_double)
            continue;
        int64_t to = node->kept;
        for (; to > node->next && node->replies[node->order[to - 1]].guess > reply.guess; to--)
            node->order[to] = node->order[to - 1];
        node->order[to] = (int32_t)node->kept;
        node->replies[node->kept++] = reply;
    }
    return OPEN;
}

bool begin_search(Search *search, const Sum *sum) {
    search->depth = 0;
    search->verdict = OPEN;
    search->nodes[0].sum = *sum;
    search->nodes[0].sum.key = key_of_sum(search->bounds, sum);
    search->nodes[0].is_listed = false;
    return !search->bounds->parts->forms.trouble;
}

/* Continue with the next reply of the last node, or detect that there is none; return false on failure. */
static bool go_deeper(Search *search, Node *node) {
    if (node->next == node->kept) {
        search->verdict = LOST;
        return true;
    }
    const Sum *reply = &node->replies[node->order[node->next]];
    Verdict known = recall(search, reply);
    if (search->bounds->parts->forms.trouble)
        return false;
    if (known == LOST) {
        search->verdict = WON;
    } else if (known == WON) {
        node->next++;
    } else if (search->depth + 1 == search->depth_room) {
        search->bounds->parts->forms.trouble = GIVE_UP;
        return false;
    } else {
        Node *below = &search->nodes[++search->depth];
        below->sum = *reply;
        below->is_listed = false;
    }
    return true;
}

bool search_on(Search *search, int64_t most_seen) {
    Forms *forms = &search->bounds->parts->forms;
    const int64_t end = search->seen + most_seen;
    while (search->depth >= 0) {
        Node *node = &search->nodes[search->depth];
        if (search->verdict == OPEN && !node->is_listed) {
            if (search->seen == end)
                return false;
            list_moves(search->bounds, node);
            if (forms->trouble)
                return false;
            node->since = ++search->seen;
        }
        if (search->verdict == OPEN)
            search->verdict = look_on(search, node);
        if (forms->trouble || (search->verdict == OPEN && !go_deeper(search, node)))
            return false;
        if (search->verdict == OPEN)
            continue;
        node = &search->nodes[search->depth];
        remember(search, node->sum.key, search->verdict, search->seen + 1 - node->since);
        search->depth--;
        if (search->depth >= 0 && search->verdict == WON) {
            search->nodes[search->depth].next++;
            search->verdict = OPEN;
        } else if (search->depth >= 0) {
            search->verdict = WON;
        }
    }
    return true;
}
