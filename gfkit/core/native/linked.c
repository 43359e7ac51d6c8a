/* Steps of states with connectivity: sets of edges or cells whose components are counted.
 *
 * A state is [slots, labels, (labels), (marks, (marks))]; if there are no marks, the second word of labels is stored
 * above the slots if it fits there. The slots are the fields of an automaton without
 * connectivity, then the numbers of complete components and of closed cycles. The label of a track is 1 plus the lowest
 * track of its component, so that every partition has one encoding; if the lowest track of a component is released, its
 * label becomes the next track. The marks of a component are at the track that the label names. If some cycle must wrap
 * around, the marks are potentials of all tracks, in lanes, relative to the lowest track. `LinkedWords` in
 * engine/sweep/linked_words.py writes the layout and the program; the steps are defined in engine/machine/linked.py,
 * the equivalent Python code.
 */
#include "states.h"

/* As written by LinkedWords.head. A cap or maximum of -1 means that there is none. */
typedef struct {
    int64_t label_bits, labels_in_word, ones, lows, highs, label_mask, inverse;
    int64_t mark_bits, marks_in_word, mark_mask, mark_ones;
    int64_t base;            /* number of mark bits below the count of marked cells */
    int64_t wanted, barred;  /* marks that must all occur in one component, and marks that must not */
    int64_t held_cap, held_most, held_allowed;
    int64_t component_cap, component_most, component_shift, component_mask;
    int64_t cycle_cap, cycle_most, cycle_shift, cycle_mask;
    int64_t met_shift, wakes, wide, marked;
    int64_t high;            /* shift of the second word of labels in the first word of the state, or 0 */
    int64_t shared;          /* all marks if components that lack the same mark have one label, else 0 */
    int64_t mark_highs;
    int64_t winds;           /* marks are potentials, in fields of the size of labels; mark_highs ends their lanes */
} Layout;

typedef struct {
    Word slots;
    Word label[2];
    Word mark[2];
} State;

/* Component of the cell of the step, under construction. */
typedef struct {
    Word tracks[2];  /* all bits of the fields of its tracks */
    Word mark;
} Own;

INLINE void read_state(State *state, const Word *key, const int64_t high, const bool wide, const bool marked) {
    state->slots = high ? key[0] & ((UINT64_C(1) << high) - 1) : key[0];
    state->label[0] = key[1];
    state->label[1] = high ? key[0] >> high : wide ? key[2] : 0;
    state->mark[0] = marked ? key[2 + wide] : 0;
    state->mark[1] = wide && marked ? key[4] : 0;
}

INLINE void write_state(const State *state, Word *key, const int64_t high, const bool wide, const bool marked) {
    int words = 0;
    key[words++] = high ? state->slots | state->label[1] << high : state->slots;
    for (int w = 0; w <= (wide && !high); w++)
        key[words++] = state->label[w];
    for (int w = 0; marked && w <= wide; w++)
        key[words++] = state->mark[w];
}

/* Word and shift of a field. */
#define WORD_OF(track, in_word) (wide && (track) >= (in_word))
#define SHIFT_OF(track, in_word, bits) (((track) - (WORD_OF(track, in_word) ? (in_word) : 0)) * (bits))

/* Remove the mark of a label from the state, and return it. */
INLINE Word take_mark(State *state, const Layout *laid, Word label, const bool wide) {
    int64_t place = (int64_t)label - 1;
    int word = WORD_OF(place, laid->marks_in_word);
    int64_t shift = SHIFT_OF(place, laid->marks_in_word, laid->mark_bits);
    Word mark = state->mark[word] >> shift & (Word)laid->mark_mask;
    state->mark[word] ^= mark << shift;
    return mark;
}

INLINE void put_mark(State *state, const Layout *laid, int64_t track, Word mark, const bool wide) {
    state->mark[WORD_OF(track, laid->marks_in_word)] |= mark << SHIFT_OF(track, laid->marks_in_word, laid->mark_bits);
}

/* Combine two marks: the union of their bits, and the sum of their counts up to the cap. */
INLINE Word together(const Layout *laid, Word one, Word other) {
    Word held = (one >> laid->base) + (other >> laid->base);
    if (held > (Word)laid->held_cap)
        held = (Word)laid->held_cap;
    return ((one | other) & ((UINT64_C(1) << laid->base) - 1)) | held << laid->base;
}

/* Return the lowest track among fields all of whose bits are set; there is at least one. */
INLINE int64_t lowest_track(const Layout *laid, const Word tracks[2], const bool wide) {
    if (!wide || tracks[0])
        return lowest(tracks[0]) * laid->inverse >> 16;
    return laid->labels_in_word + (lowest(tracks[1]) * laid->inverse >> 16);
}

/* Return true if no later edge matters, so that no further cells need labels. Only marks that must occur in one
 * component have a bit that says that they have met. */
INLINE bool is_decided(const State *state, const Layout *laid) {
    return laid->wanted && laid->shared && (state->slots >> laid->met_shift & 1);
}

/* Join the cell with the component at a track; return false if this closes too many cycles. */
INLINE bool join(State *state, Own *own, const Layout *laid, const Fields *fields, int64_t track, Word begins,
                 const bool wide, const bool marked) {
    int word = WORD_OF(track, laid->labels_in_word);
    int64_t shift = SHIFT_OF(track, laid->labels_in_word, laid->label_bits);
    Word label = state->label[word] >> shift & (Word)laid->label_mask;
    if (own->tracks[word] >> shift & 1) {
        if (laid->cycle_cap < 0)
            return true;
        int64_t closed = (int64_t)(state->slots >> laid->cycle_shift & (Word)laid->cycle_mask);
        if (closed < laid->cycle_cap) {
            closed++;
            state->slots += UINT64_C(1) << laid->cycle_shift;
        }
        return laid->cycle_most < 0 || closed <= laid->cycle_most;
    }
    if (label) {
        for (int w = 0; w <= wide; w++) {
            Word full = fields_like(state->label[w], label, fields);
            own->tracks[w] |= full;
            state->label[w] &= ~full;
        }
        if (marked)
            own->mark = together(laid, own->mark, take_mark(state, laid, label, wide));
    } else if (laid->wakes && !is_decided(state, laid)) {
        own->tracks[word] |= (Word)laid->label_mask << shift;
        if (marked)
            own->mark = together(laid, own->mark, begins);
    }
    return true;
}

/* Record the marks that occur in the component of the cell; return false if this is not allowed. */
INLINE bool meet(State *state, Own *own, const Layout *laid) {
    Word barred = (Word)laid->barred, wanted = (Word)laid->wanted;
    if (barred && (own->mark & barred) == barred)
        return false;
    if (laid->held_most >= 0 && own->mark >> laid->base > (Word)laid->held_most)
        return false;
    if (!wanted)
        return true;
    if (!(state->slots >> laid->met_shift & 1)) {
        if ((own->mark & wanted) != wanted)
            return true;
        state->slots |= UINT64_C(1) << laid->met_shift;
        for (int w = 0; w < 2; w++)
            state->mark[w] &= ~(wanted * (Word)laid->mark_ones);
    }
    own->mark &= ~wanted;
    return true;
}

/* Join the cell with the other component that lacks the same single mark, if there is one. */
INLINE void share(State *state, Own *own, const Layout *laid, const Fields *fields, const bool wide) {
    const Fields marks = {(int)laid->mark_bits, (Word)laid->mark_ones,
                          (Word)(laid->mark_highs - laid->mark_ones), (Word)laid->mark_highs};
    const Word lacking = (Word)laid->shared ^ own->mark;
    if (!laid->shared || !own->mark || !lacking || (lacking & (lacking - 1)))
        return;
    for (int w = 0; w <= wide; w++) {
        Word like = fields_like(state->mark[w], own->mark, &marks);
        if (like)
            join(state, own, laid, fields, w * laid->marks_in_word + lowest(like) / laid->mark_bits, 0, wide, true);
    }
}

/* Remove the label of a track; return 0, or 1 if its component is complete, or -1 if this is not allowed. */
INLINE int leave(State *state, Own *own, const Layout *laid, const Fields *fields, int64_t track,
                 const bool wide, const bool marked) {
    int word = WORD_OF(track, laid->labels_in_word);
    int64_t shift = SHIFT_OF(track, laid->labels_in_word, laid->label_bits);
    own->tracks[word] &= ~((Word)laid->label_mask << shift);
    Word label = state->label[word] >> shift & (Word)laid->label_mask;
    state->label[word] ^= label << shift;
    if (!label)
        return 0;
    Word same[2] = {fields_like(state->label[0], label, fields),
                    wide ? fields_like(state->label[1], label, fields) : 0};
    bool alone = !(same[0] | same[1]);
    if (!alone && label != (Word)track + 1)
        return 0;
    Word mark = marked ? take_mark(state, laid, label, wide) : 0;
    if (alone)
        return laid->held_allowed >> (mark >> laid->base) & 1 ? 1 : -1;
    int64_t lead = lowest_track(laid, same, wide);
    Word renamed = (label ^ (Word)(lead + 1)) * fields->ones;
    for (int w = 0; w <= wide; w++)
        state->label[w] ^= same[w] & renamed;
    if (marked)
        put_mark(state, laid, lead, mark, wide);
    return 0;
}

/* Remove the redundant labels: `listed` is the number of tracks, then for each of them the track, the marks that
 * contain all marks of its component in that case, and the fields that contain all its tracks if it has no marks. */
INLINE void remove_redundant(State *state, const Layout *laid, const Fields *fields, const int64_t *listed,
                             const bool wide) {
    for (int64_t k = 0; k < listed[0]; k++) {
        const int64_t *own = listed + 1 + 4 * k;
        int64_t track = own[0], shift = SHIFT_OF(track, laid->labels_in_word, laid->label_bits);
        int word = WORD_OF(track, laid->labels_in_word);
        Word label = state->label[word] >> shift & (Word)laid->label_mask;
        if (!label)
            continue;
        Word mark = take_mark(state, laid, label, wide), lacking = (Word)laid->shared ^ mark;
        Word same[2] = {fields_like(state->label[0], label, fields),
                        wide ? fields_like(state->label[1], label, fields) : 0};
        int64_t lead = (int64_t)label - 1;
        if (mark ? !(mark & ~(Word)own[1]) && !(lacking & (lacking - 1))
                 : !((same[0] & ~(Word)own[2]) | (same[1] & ~(Word)own[3]))) {
            state->label[word] ^= label << shift;
            same[word] &= ~((Word)laid->label_mask << shift);
            if (!(same[0] | same[1]))
                continue;
            lead = lowest_track(laid, same, wide);
            Word renamed = (label ^ (Word)(lead + 1)) * fields->ones;
            for (int w = 0; w <= wide; w++)
                state->label[w] ^= same[w] & renamed;
        }
        put_mark(state, laid, lead, mark, wide);
    }
}

/* Return false if no component has a mark that is needed; `needed` are marks that no later cell has. */
INLINE bool has_needed(const State *state, const Layout *laid, Word needed) {
    if (state->slots >> laid->met_shift & 1)
        return true;
    for (; needed; needed &= needed - 1)
        if (!((state->mark[0] | state->mark[1]) & (needed & -needed) * (Word)laid->mark_ones))
            return false;
    return true;
}

/* Count complete components; return false if there are too many, or components besides a complete last one. */
INLINE bool complete(State *state, const Layout *laid, int ended, const bool wide) {
    if (laid->component_cap < 0)
        return true;
    int64_t had = (int64_t)(state->slots >> laid->component_shift & (Word)laid->component_mask);
    int64_t now = had + ended < laid->component_cap ? had + ended : laid->component_cap;
    bool others = state->label[0] | (wide ? state->label[1] : 0);
    if (laid->component_most >= 0 && (now > laid->component_most || (now == laid->component_most && others)))
        return false;
    state->slots += (Word)(now - had) << laid->component_shift;
    return true;
}

/* Subtract words in each lane. */
INLINE Word subtract(const Layout *laid, Word one, Word other) {
    Word highs = (Word)laid->mark_highs;
    return ((one | highs) - (other & ~highs)) ^ ((one ^ ~other) & highs);
}

/* Subtract a potential from all potentials of the given tracks. */
INLINE void shift_potentials(State *state, const Layout *laid, const Word tracks[2], Word potential, const bool wide) {
    for (int w = 0; w <= wide; w++) {
        Word shifted = subtract(laid, state->mark[w], potential * (Word)laid->mark_ones);
        state->mark[w] ^= (state->mark[w] ^ shifted) & tracks[w];
    }
}

/* Give some tracks the label of the lowest of them, and potentials relative to it. */
INLINE void name_component(State *state, const Layout *laid, const Fields *fields, const Word tracks[2],
                           const bool wide) {
    if (!(tracks[0] | tracks[1]))
        return;
    int64_t lead = lowest_track(laid, tracks, wide), shift = SHIFT_OF(lead, laid->labels_in_word, laid->label_bits);
    for (int w = 0; w <= wide; w++)
        state->label[w] = (state->label[w] & ~tracks[w]) | (tracks[w] & (Word)(lead + 1) * fields->ones);
    Word potential = state->mark[WORD_OF(lead, laid->labels_in_word)] >> shift & (Word)laid->label_mask;
    shift_potentials(state, laid, tracks, potential, wide);
}

/* Remove the label and the potential of a track. */
INLINE void unwind(State *state, Own *own, const Layout *laid, const Fields *fields, int64_t track, const bool wide) {
    int word = WORD_OF(track, laid->labels_in_word);
    int64_t shift = SHIFT_OF(track, laid->labels_in_word, laid->label_bits);
    Word field = (Word)laid->label_mask << shift, label = state->label[word] >> shift & (Word)laid->label_mask;
    own->tracks[word] &= ~field;
    state->label[word] &= ~field;
    state->mark[word] &= ~field;
    if (label != (Word)track + 1)
        return;
    Word same[2] = {fields_like(state->label[0], label, fields), wide ? fields_like(state->label[1], label, fields) : 0};
    name_component(state, laid, fields, same, wide);
}

/* Apply a choice like `take` if some cycle must wrap around; each join is a track and the turns of the link to it. */
INLINE void wind(State *state, const Layout *laid, const Fields *fields, const int64_t *site, const int64_t *choice,
                 const bool wide) {
    const int64_t *at = choice + 4, own_track = site[3];
    Own own = {{0, 0}, 0};
    Word met = state->slots >> laid->met_shift & 1;
    for (int64_t k = 0; k < choice[1] && !met; k++, at += 2) {
        int word = WORD_OF(at[0], laid->labels_in_word);
        int64_t shift = SHIFT_OF(at[0], laid->labels_in_word, laid->label_bits);
        Word label = state->label[word] >> shift & (Word)laid->label_mask;
        Word ahead = subtract(laid, state->mark[word] >> shift & (Word)laid->label_mask, (Word)at[1])
                     & (Word)laid->label_mask;
        if (own.tracks[word] >> shift & 1) {
            met = ahead != 0;
        } else if (label) {
            Word same[2] = {fields_like(state->label[0], label, fields),
                            wide ? fields_like(state->label[1], label, fields) : 0};
            shift_potentials(state, laid, same, ahead, wide);
            for (int w = 0; w <= wide; w++) {
                own.tracks[w] |= same[w];
                state->label[w] &= ~same[w];
            }
        }
    }
    if (met) {
        *state = (State){state->slots | UINT64_C(1) << laid->met_shift, {0, 0}, {0, 0}};
        return;
    }
    for (int64_t k = 0; k < site[2]; k++)
        unwind(state, &own, laid, fields, site[4 + k], wide);
    if (choice[1] >= 0 && own_track >= 0)
        own.tracks[WORD_OF(own_track, laid->labels_in_word)] |=
            (Word)laid->label_mask << SHIFT_OF(own_track, laid->labels_in_word, laid->label_bits);
    for (int64_t k = 0; k < choice[2]; k++)
        unwind(state, &own, laid, fields, at[k], wide);
    name_component(state, laid, fields, own.tracks, wide);
}

/* Apply a choice of a step: `choice` is [change of slots, joins or -1, stills, mark, joins..., stills...], where a join
 * is a track and the mark that begins there; `later` are the needed marks and the redundant labels, if there are marks. */
INLINE bool take(State *state, const Layout *laid, const Fields *fields, const int64_t *site,
                 const int64_t *choice, const int64_t *later, const bool wide, const bool marked) {
    int64_t leaving = site[2], own_track = site[3], joins = choice[1], stills = choice[2];
    const int64_t *at = choice + 4;
    bool member = joins >= 0;
    int ended = 0, left;
    Own own = {{0, 0}, (Word)choice[3]};
    state->slots ^= (Word)choice[0];
    if (marked && laid->winds) {
        wind(state, laid, fields, site, choice, wide);
        return true;
    }
    for (int64_t k = 0; k < joins; k++, at += 2)
        if (!join(state, &own, laid, fields, at[0], (Word)at[1], wide, marked))
            return false;
    if (marked && member && !meet(state, &own, laid))
        return false;
    if (marked && member)
        share(state, &own, laid, fields, wide);
    bool fine = true;
    for (int64_t k = 0; k < leaving; k++) {
        left = leave(state, &own, laid, fields, site[4 + k], wide, marked);
        fine &= left >= 0;
        ended += left != 0;
    }
    if (member && own_track >= 0 && !is_decided(state, laid))
        own.tracks[WORD_OF(own_track, laid->labels_in_word)] |=
            (Word)laid->label_mask << SHIFT_OF(own_track, laid->labels_in_word, laid->label_bits);
    for (int64_t k = 0; k < stills; k++) {
        left = leave(state, &own, laid, fields, at[k], wide, marked);
        fine &= left >= 0;
        ended += left != 0;
    }
    if (member && (own.tracks[0] | own.tracks[1])) {
        int64_t lead = lowest_track(laid, own.tracks, wide);
        for (int w = 0; w <= wide; w++)
            state->label[w] |= own.tracks[w] & (Word)(lead + 1) * fields->ones;
        if (marked)
            put_mark(state, laid, lead, own.mark, wide);
    } else if (member) {
        ended++;
        fine &= laid->held_allowed >> (own.mark >> laid->base) & 1;
    }
    if (later && later[1])
        remove_redundant(state, laid, fields, later + 1, wide);
    if (later && later[0] && !has_needed(state, laid, (Word)later[0]))
        return false;
    return fine && complete(state, laid, ended, wide);
}

/* Sort states by the field values that the step reads: ends[v] is the end of group v in `order`. */
static void sort_by_group(const int64_t *site, const Word *keys, int64_t many, int words, int64_t groups,
                          int64_t *ends, int64_t *order) {
    int64_t fields = site[1];
    const int64_t *asked = site + 4 + site[2];
    for (int64_t v = 0; v <= groups; v++)
        ends[v] = 0;
    for (int turn = 0; turn < 2; turn++) {
        for (int64_t i = 0; i < many; i++) {
            int64_t group = 0;
            for (int64_t k = 0; k < 3 * fields; k += 3)
                group |= (int64_t)(keys[i * words] >> asked[k] & (Word)asked[k + 1]) << asked[k + 2];
            if (turn)
                order[ends[group]++] = i;
            else
                ends[group + 1]++;
        }
        for (int64_t v = 0; !turn && v < groups; v++)
            ends[v + 1] += ends[v];
    }
}

enum { MOST_FIELD = 20, BITS = 63 };

static bool are_within(const int64_t *numbers, int64_t many, int64_t step, int64_t end) {
    bool within = true;
    for (int64_t k = 0; k < many; k++)
        within &= numbers[k * step] >= 0 && numbers[k * step] < end;
    return within;
}

static bool is_layout(const Coding *coding) {
    const Layout *laid = (const Layout *)coding->layout;
    if (coding->layout_length < (int64_t)(sizeof *laid / sizeof(int64_t)))
        return false;
    bool wide = laid->wide, marked = laid->marked;
    const int64_t shifts[] = {laid->base, laid->component_shift, laid->cycle_shift, laid->met_shift, laid->label_bits - 1,
                              laid->high};
    return laid->wide >> 1 == 0 && laid->marked >> 1 == 0 && (!laid->high || (wide && !marked))
           && coding->words == (1 + marked) * (1 + wide) + 1 - (laid->high != 0)
           && are_within(shifts, 6, 1, BITS) && laid->labels_in_word > 0 && laid->label_bits * laid->labels_in_word <= BITS
           && (!laid->winds || (marked && laid->mark_bits == laid->label_bits)) && laid->mark_bits >= 0 && laid->marks_in_word >= 0 && laid->mark_bits * laid->marks_in_word <= BITS;
}

static bool is_choice(const Coding *coding, int64_t at, int64_t tracks) {
    const int64_t *choice = coding->code + at;
    if (at < 0 || at + 4 > coding->length)
        return false;
    int64_t joins = choice[1] > 0 ? choice[1] : 0, stills = choice[2];
    return stills >= 0 && stills <= coding->length && joins <= coding->length
           && at + 4 + 2 * joins + stills <= coding->length && are_within(choice + 4, joins, 2, tracks)
           && are_within(choice + 4 + 2 * joins, stills, 1, tracks);
}

static bool is_group(const Coding *coding, int64_t at, int64_t tracks) {
    if (at < 0 || at >= coding->length)
        return false;
    int64_t many = coding->code[at];
    bool within = many >= 0 && many < coding->length - at;
    for (int64_t k = 0; within && k < many; k++)
        within = is_choice(coding, coding->code[at + 1 + k], tracks);
    return within;
}

bool fits_linked(const Coding *coding, int64_t site) {
    const Layout *laid = (const Layout *)coding->layout;
    const int64_t *code = coding->code + site;
    if (!is_layout(coding) || site < 0 || site + 4 > coding->length)
        return false;
    int64_t fields = code[1], leaving = code[2], tracks = laid->labels_in_word * (1 + laid->wide), all = 0;
    if (fields < 0 || fields > MOST_FIELD || leaving < 0 || leaving > tracks || code[3] >= tracks
        || site + 4 + leaving + 3 * fields + 1 > coding->length || !are_within(code + 4, leaving, 1, tracks))
        return false;
    const int64_t *asked = code + 4 + leaving, *groups = asked + 3 * fields;
    for (int64_t k = 0; k < 3 * fields; k += 3) {
        if (asked[k] < 0 || asked[k] > BITS || asked[k + 2] < 0 || asked[k + 2] > MOST_FIELD || asked[k + 1] < 0
            || asked[k + 1] >> MOST_FIELD)
            return false;
        all |= asked[k + 1] << asked[k + 2];
    }
    if (all >= *groups || *groups >= coding->length - (groups - coding->code))
        return false;
    for (int64_t v = 0; v < *groups; v++)
        if (!is_group(coding, groups[1 + v], tracks))
            return false;
    if (laid->wakes || !laid->marked)
        return true;
    const int64_t *redundant = groups + 2 + *groups;
    int64_t left = coding->length - (redundant - coding->code) - 1;
    return left >= 0 && *redundant >= 0 && *redundant <= left / 4 && are_within(redundant + 1, *redundant, 4, tracks);
}

INLINE bool step_as(const Coding *coding, int64_t at, const Word *keys, int64_t many, Found *found, int64_t *room,
                    const int64_t high, const bool wide, const bool marked) {
    const Layout *laid = (const Layout *)coding->layout;
    const int words = (1 + marked) * (1 + wide) + 1 - (high != 0);
    const int64_t *code = coding->code, *site = code + at;
    const int64_t *choices = site + 4 + site[2] + 3 * site[1];
    int64_t groups = choices[0], *ends = room, *order = room + groups + 1;
    const int64_t *later = laid->marked && !laid->wakes ? choices + 1 + groups : 0;
    Fields fields = {(int)laid->label_bits, (Word)laid->ones, (Word)laid->lows, (Word)laid->highs};
    sort_by_group(site, keys, many, words, groups, ends, order);
    for (int64_t group = 0; group < groups; group++) {
        int64_t begin = group ? ends[group - 1] : 0;
        const int64_t *listed = code + choices[1 + group];
        for (int64_t k = 0; k < listed[0]; k++) {
            const int64_t *choice = code + listed[1 + k];
            for (int64_t turn = begin; turn < ends[group]; turn++) {
                State state;
                Word key[MOST_WORDS];
                read_state(&state, keys + order[turn] * words, high, wide, marked);
                if (!take(&state, laid, &fields, site, choice, later, wide, marked))
                    continue;
                write_state(&state, key, high, wide, marked);
                if (!find(found, order[turn], key, words))
                    return false;
            }
        }
    }
    return true;
}

bool step_linked(const Coding *coding, int64_t site, const Word *keys, int64_t many, Found *found, int64_t *room) {
    const Layout *laid = (const Layout *)coding->layout;
    if (laid->high)
        return step_as(coding, site, keys, many, found, room, laid->high, true, false);
    if (laid->wide)
        return laid->marked ? step_as(coding, site, keys, many, found, room, 0, true, true)
                            : step_as(coding, site, keys, many, found, room, 0, true, false);
    return laid->marked ? step_as(coding, site, keys, many, found, room, 0, false, true)
                        : step_as(coding, site, keys, many, found, room, 0, false, false);
}
