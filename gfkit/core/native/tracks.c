/* Steps of states that consist of tracks: the bit fields of engine/machine/slot.py, whose `SlotMachine.step` is the
 * equivalent Python code. `TrackCoding` in engine/sweep/track_words.py writes the program.
 */
#include "states.h"

/* Table of an option from old to new values of a track, or -1; `table` is its position in the code, and it has an entry
 * for each value of the `bits` bits. */
typedef struct {
    int64_t word, shift, bits, table;
} Track;

bool step_tracks(const Coding *coding, int64_t site, const Word *keys, int64_t many, Found *found, int64_t *order) {
    const int64_t *code = coding->code;
    const int words = coding->words;
    (void)order;
    for (int64_t from = 0; from < many; from++) {
        const int64_t *option = code + site + 1;
        for (int64_t k = 0; k < code[site]; k++) {
            const Track *track = (const Track *)(option + 1), *end = track + *option;
            Word after[MOST_WORDS];
            for (int w = 0; w < words; w++)
                after[w] = keys[from * words + w];
            for (; track < end; track++) {
                int64_t old = (int64_t)(after[track->word] >> track->shift & ((UINT64_C(1) << track->bits) - 1));
                int64_t new = code[track->table + old];
                if (new < 0)
                    break;
                after[track->word] += (Word)(new - old) << track->shift;
            }
            if (track == end && !find(found, from, after, words))
                return false;
            option += 1 + 4 * *option;
        }
    }
    return true;
}

bool fits_tracks(const Coding *coding, int64_t site) {
    const int64_t *code = coding->code, length = coding->length;
    int64_t at = site + 1;
    for (int64_t k = 0; k < code[site]; k++) {
        if (at >= length || code[at] < 0 || code[at] > (length - at - 1) / 4)
            return false;
        const Track *track = (const Track *)(code + at + 1), *end = track + code[at];
        for (; track < end; track++) {
            if (track->word < 0 || track->word >= coding->words || track->shift < 0 || track->bits < 1 || track->bits > 40
                || track->shift + track->bits > 64 || track->table < 0
                || track->table > length - (INT64_C(1) << track->bits))
                return false;
            for (int64_t value = 0; value < INT64_C(1) << track->bits; value++)
                if (code[track->table + value] >> track->bits > 0)
                    return false;
        }
        at += 1 + 4 * code[at];
    }
    return true;
}
