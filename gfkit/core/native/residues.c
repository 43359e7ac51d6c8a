/* Arithmetic modulo eight primes for any processor, and selection of the fastest functions for this processor:
 * residues.h. */
#define LEVEL RESIDUES_PLAIN
#define LEVEL_NAME "plain"
#include "residues_loops.h"

const Residues *residues(void) {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        return &RESIDUES_AVX512;
    if (__builtin_cpu_supports("avx2"))
        return &RESIDUES_AVX2;
#endif
    return &RESIDUES_PLAIN;
}
