/* Arithmetic modulo eight primes for processors with AVX2: see residues.h. Empty for other compilers than gcc. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("avx2")
#define LEVEL RESIDUES_AVX2
#define LEVEL_NAME "avx2"
#include "residues_loops.h"
#endif
