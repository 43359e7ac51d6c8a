/* Arithmetic modulo eight primes for processors with AVX-512: see residues.h. Empty for other compilers than gcc. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("avx512f,avx512dq")
#define LEVEL RESIDUES_AVX512
#define LEVEL_NAME "avx512"
#include "residues_loops.h"
#endif
