// SPDX-License-Identifier: GPL-3.0-or-later
// What kernels that work on a row at a time are made of. Compiled at run time for the GPU that is there
// (compiler.h); the bodies are plain C++, so that the host's tests compile them too. They include nothing but
// each other.
//
// A "team" computes a row together: a thread block or a warp, or on the host one thread. Its sum() is over
// all members, and so is most(), the largest. A block is made of parts() teams, of which a member's own is
// part(); after settle() each may read what the others wrote.
#pragma once

#ifdef __CUDACC__
#define ROWS_FUNCTION __device__ __forceinline__
#else
#define ROWS_FUNCTION inline
#endif

namespace rows {

using Word = unsigned int;
using Long = unsigned long long;

// 16-bit numbers as they lie in memory.
struct Bf16 {
    unsigned short bits;
};
struct Half {
    unsigned short bits;
};

ROWS_FUNCTION float float_of(Word bits) {
#ifdef __CUDACC__
    return __uint_as_float(bits);
#else
    return __builtin_bit_cast(float, bits);
#endif
}
ROWS_FUNCTION Word bits_of(float number) {
#ifdef __CUDACC__
    return __float_as_uint(number);
#else
    return __builtin_bit_cast(Word, number);
#endif
}

ROWS_FUNCTION float load(const float* from) {
    return *from;
}
ROWS_FUNCTION float load(const Bf16* from) {
    return float_of(static_cast<Word>(from->bits) << 16);
}
ROWS_FUNCTION void store(float* to, float number) {
    *to = number;
}
ROWS_FUNCTION void store(Bf16* to, float number) { // to nearest, ties to even
    const Word bits = bits_of(number);
    const bool is_nan = (bits & 0x7fffffffu) > 0x7f800000u;
    to->bits = static_cast<unsigned short>(is_nan ? 0x7fc0u : (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}
#ifdef __CUDACC__
ROWS_FUNCTION float load(const Half* from) {
    float number;
    asm("cvt.f32.f16 %0, %1;" : "=f"(number) : "h"(from->bits));
    return number;
}
ROWS_FUNCTION void store(Half* to, float number) {
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(to->bits) : "f"(number));
}
#endif

// Dropout of one layer in one pass: a survivor is multiplied by `scale`. threshold 0: none is dropped.
struct Dropout {
    Word threshold; // dropped where a number is below it
    float scale;
    // The generator's place: numbers, or where they lie when the kernel is recorded as part of a graph.
    Long seed, offset;
    const long long *seed_at, *offset_at;
};

struct Four {
    Word numbers[4];
};

// Philox4x32-10 (Salmon et al., 2011).
ROWS_FUNCTION Four philox(Long key, Long low, Long high) {
    Word k0 = static_cast<Word>(key), k1 = static_cast<Word>(key >> 32);
    Four c{{static_cast<Word>(low), static_cast<Word>(low >> 32), static_cast<Word>(high),
            static_cast<Word>(high >> 32)}};
    for (int round = 0; round < 10; ++round) {
        const Long a = static_cast<Long>(c.numbers[0]) * 0xD2511F53u,
                   b = static_cast<Long>(c.numbers[2]) * 0xCD9E8D57u;
        c = Four{{static_cast<Word>(b >> 32) ^ c.numbers[1] ^ k0, static_cast<Word>(b),
                  static_cast<Word>(a >> 32) ^ c.numbers[3] ^ k1, static_cast<Word>(a)}};
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return c;
}

// What becomes of four elements that lie side by side: 0, or `scale`. Every group of four of the tensor has a
// number of its own; the offset is the pass's place.
struct Factors {
    float values[4];
};
ROWS_FUNCTION Factors factors(const Dropout& dropout, Long group) {
    if (dropout.threshold == 0) return {{1, 1, 1, 1}};
    const Long seed = dropout.seed_at ? static_cast<Long>(*dropout.seed_at) : dropout.seed;
    const Long offset = dropout.offset + (dropout.offset_at ? static_cast<Long>(*dropout.offset_at) : 0);
    const Four drawn = philox(seed, group, offset);
    Factors result;
    for (int i = 0; i < 4; ++i)
        result.values[i] = drawn.numbers[i] < dropout.threshold ? 0 : dropout.scale;
    return result;
}

ROWS_FUNCTION int least(int a, int b) {
    return a < b ? a : b;
}

// Calls body(column, i) for this member's columns, in groups of four; `start(group)` comes before each group.
template <class Team, class Start, class Body>
ROWS_FUNCTION void each_column(const Team& team, int width, Start start, Body body) {
    for (int group = team.member(); group * 4 < width; group += team.size()) {
        start(group);
        for (int i = 0; i < least(4, width - group * 4); ++i)
            body(group * 4 + i, i);
    }
}

#ifdef __CUDACC__

// Threads of one warp.
struct Warp {
    __device__ int member() const { return static_cast<int>(threadIdx.x % 32); }
    __device__ int size() const { return 32; }
    __device__ float sum(float one) const {
        for (int step = 16; step > 0; step /= 2)
            one += __shfl_xor_sync(0xffffffffu, one, step);
        return one;
    }
    __device__ float most(float one) const {
        for (int step = 16; step > 0; step /= 2)
            one = fmaxf(one, __shfl_xor_sync(0xffffffffu, one, step));
        return one;
    }
};

// A thread block of whole warps. Every sum is taken in the same order.
struct Block {
    __device__ int member() const { return static_cast<int>(threadIdx.x); }
    __device__ int size() const { return static_cast<int>(blockDim.x); }
    __device__ Warp part() const { return Warp(); }
    __device__ int part_number() const { return static_cast<int>(threadIdx.x / 32); }
    __device__ int parts() const { return static_cast<int>(blockDim.x / 32); }
    __device__ void settle() const { __syncthreads(); }
    __device__ float sum(float one) const {
        __shared__ float sums[32];
        one = Warp().sum(one);
        __syncthreads(); // the last sum has been read
        if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = one;
        __syncthreads();
        float total = 0;
        for (int warp = 0; warp < parts(); ++warp)
            total += sums[warp];
        return total;
    }
};

#endif

} // namespace rows
