/* Compiler-specific definitions. */
#ifndef GFKIT_PORTABLE_H
#define GFKIT_PORTABLE_H

#include <stdint.h>

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#define RESTRICT restrict
static inline int lowest(uint64_t word) {
    return __builtin_ctzll(word);
}
static inline int ones_in(uint64_t word) {
    return __builtin_popcountll(word);
}
#else
#include <intrin.h>
#define INLINE static __forceinline
#define RESTRICT __restrict
static inline int lowest(uint64_t word) {
    unsigned long place = 0;
    _BitScanForward64(&place, word);
    return (int)place;
}
static inline int ones_in(uint64_t word) {
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    return (int)(((word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F)) * UINT64_C(0x0101010101010101) >> 56);
}
#endif

#if defined(__GNUC__)
#define PREFETCH(place) __builtin_prefetch(place)
#else
#define PREFETCH(place) ((void)(place))
#endif

static inline int64_t least(int64_t one, int64_t other) {
    return one < other ? one : other;
}

static inline int64_t most(int64_t one, int64_t other) {
    return one > other ? one : other;
}

#endif
