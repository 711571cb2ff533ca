// Kernels that work on a row of a token at a time: LayerNorm fused with what comes before and after it.
// Compiled at run time for the GPU that is there (compiler.h); the bodies are plain C++, so that the host's
// tests compile them too. They include nothing.
//
// A "team" computes a row together: a thread block, or on the host one thread. Its sum() is over all members.

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

struct Norm {
    const float *gamma, *beta; // [width]
    float eps;
};

// y = LayerNorm(sum), whose row each member has written at its own columns; `after` is dropout of the result.
template <class Team>
ROWS_FUNCTION void normalise(const Team& team, Long row, int width, float total, const float* sum,
                             const Norm& norm, const Dropout& after, float* y, float* mean, float* rstd) {
    const auto nothing = [](int) {};
    const int groups = (width + 3) / 4;
    const float middle = team.sum(total) / static_cast<float>(width);
    float squares = 0;
    each_column(team, width, nothing, [&](int column, int) {
        const float d = sum[column] - middle;
        squares += d * d;
    });
    const float variance = team.sum(squares) / static_cast<float>(width);
#ifdef __CUDACC__
    const float inverse = rsqrtf(variance + norm.eps);
#else
    const float inverse = 1 / __builtin_sqrtf(variance + norm.eps);
#endif
    Factors kept{};
    each_column(
        team, width,
        [&](int group) { kept = factors(after, row * static_cast<Long>(groups) + static_cast<Long>(group)); },
        [&](int column, int i) {
            y[column] =
                ((sum[column] - middle) * inverse * norm.gamma[column] + norm.beta[column]) * kept.values[i];
        });
    if (team.member() == 0) {
        *mean = middle;
        *rstd = inverse;
    }
}

// LayerNorm(dropout(x) + residual) of one row. `sum` is what was normalised, kept for the backward pass.
template <class Number, class Team>
ROWS_FUNCTION void drop_add_norm(const Team& team, Long row, int width, const Number* x,
                                 const float* residual, const Norm& norm, const Dropout& dropout, float* sum,
                                 float* y, float* mean, float* rstd) {
    const int groups = (width + 3) / 4;
    const Long at = row * static_cast<Long>(width);
    Factors kept{};
    float total = 0;
    each_column(
        team, width,
        [&](int group) {
            kept = factors(dropout, row * static_cast<Long>(groups) + static_cast<Long>(group));
        },
        [&](int column, int i) {
            const float dropped = kept.values[i] == 0 ? 0 : load(x + at + column) * kept.values[i];
            const float one = dropped + residual[at + static_cast<Long>(column)];
            sum[at + static_cast<Long>(column)] = one;
            total += one;
        });
    const Dropout none{};
    normalise(team, row, width, total, sum + at, norm, none, y + at, mean + row, rstd + row);
}

// dropout(LayerNorm(word + position + type)) of one row; `type` may be null.
template <class Number, class Team>
ROWS_FUNCTION void embed_norm(const Team& team, Long row, int width, const Number* word,
                              const Number* position, const Number* type, const Norm& norm,
                              const Dropout& dropout, float* sum, float* y, float* mean, float* rstd) {
    const Long at = row * static_cast<Long>(width);
    float total = 0;
    each_column(
        team, width, [](int) {},
        [&](int column, int) {
            float one = load(word + column) + load(position + column);
            if (type) one += load(type + column);
            sum[at + static_cast<Long>(column)] = one;
            total += one;
        });
    normalise(team, row, width, total, sum + at, norm, dropout, y + at, mean + row, rstd + row);
}

// The gradient of `sum` for one row from that of y; `after` as in the forward pass. Where dx is not null, x
// was dropped by `before` and its gradient is written too.
template <class Number, class Team>
ROWS_FUNCTION void norm_backward(const Team& team, Long row, int width, const float* dy, const float* sum,
                                 const float* mean, const float* rstd, const float* gamma,
                                 const Dropout& before, const Dropout& after, float* dsum, Number* dx) {
    const int groups = (width + 3) / 4;
    const Long at = row * static_cast<Long>(width), first_group = row * static_cast<Long>(groups);
    const float middle = mean[row], inverse = rstd[row], share = 1 / static_cast<float>(width);
    Factors kept{};
    const auto scaled = [&](int column, int i) {
        return dy[at + static_cast<Long>(column)] * kept.values[i] * gamma[column];
    };
    const auto standard = [&](int column) {
        return (sum[at + static_cast<Long>(column)] - middle) * inverse;
    };
    const auto draw_after = [&](int group) { kept = factors(after, first_group + static_cast<Long>(group)); };
    float plain = 0, along = 0;
    each_column(team, width, draw_after, [&](int column, int i) {
        const float g = scaled(column, i);
        plain += g;
        along += g * standard(column);
    });
    plain = team.sum(plain) * share;
    along = team.sum(along) * share;
    Factors kept_before{};
    each_column(
        team, width,
        [&](int group) {
            draw_after(group);
            kept_before = factors(before, first_group + static_cast<Long>(group));
        },
        [&](int column, int i) {
            const float g = inverse * (scaled(column, i) - plain - standard(column) * along);
            dsum[at + static_cast<Long>(column)] = g;
            if (dx) store(dx + at + column, g * kept_before.values[i]);
        });
}

// Sums of gamma's and beta's gradients in one column over the rows [first, last).
ROWS_FUNCTION void norm_parameters_backward(int column, Long first, Long last, int width, const float* dy,
                                            const float* sum, const float* mean, const float* rstd,
                                            const Dropout& after, float* dgamma, float* dbeta) {
    const Long groups = static_cast<Long>((width + 3) / 4);
    float along = 0, plain = 0;
    for (Long row = first; row < last; ++row) {
        const Long at = row * static_cast<Long>(width) + static_cast<Long>(column);
        const Factors kept = factors(after, row * groups + static_cast<Long>(column / 4));
        const float g = dy[at] * kept.values[column % 4];
        along += g * (sum[at] - mean[row]) * rstd[row];
        plain += g;
    }
    *dgamma = along;
    *dbeta = plain;
}

} // namespace rows

#ifdef __CUDACC__

namespace rows {

// A thread block of whole warps. Every sum is taken in the same order.
struct Block {
    __device__ int member() const { return static_cast<int>(threadIdx.x); }
    __device__ int size() const { return static_cast<int>(blockDim.x); }
    __device__ float sum(float part) const {
        __shared__ float parts[32];
        for (int step = 16; step > 0; step /= 2)
            part += __shfl_xor_sync(0xffffffffu, part, step);
        __syncthreads(); // the last sum has been read
        if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = part;
        __syncthreads();
        float total = 0;
        for (unsigned warp = 0; warp < blockDim.x / 32; ++warp)
            total += parts[warp];
        return total;
    }
};

} // namespace rows

// One block a row. Ids may lie anywhere in their tables; `type` is null in models without type embeddings.
#define ROWS_KERNELS(NAME, NUMBER)                                                                           \
    extern "C" __global__ void drop_add_norm_##NAME(int width, const NUMBER* x, const float* residual,       \
                                                    rows::Norm norm, rows::Dropout dropout, float* sum,      \
                                                    float* y, float* mean, float* rstd) {                    \
        rows::drop_add_norm(rows::Block(), blockIdx.x, width, x, residual, norm, dropout, sum, y, mean,      \
                            rstd);                                                                           \
    }                                                                                                        \
    extern "C" __global__ void embed_norm_##NAME(                                                            \
        int width, const int* id, const int* place, const int* kind, const NUMBER* word,                     \
        const NUMBER* position, const NUMBER* type, rows::Norm norm, rows::Dropout dropout, float* sum,      \
        float* y, float* mean, float* rstd) {                                                                \
        const long long row = blockIdx.x, w = width;                                                         \
        rows::embed_norm(rows::Block(), blockIdx.x, width, word + id[row] * w, position + place[row] * w,    \
                         type ? type + kind[row] * w : nullptr, norm, dropout, sum, y, mean, rstd);          \
    }                                                                                                        \
    extern "C" __global__ void norm_backward_##NAME(                                                         \
        int width, const float* dy, const float* sum, const float* mean, const float* rstd,                  \
        const float* gamma, rows::Dropout before, rows::Dropout after, float* dsum, NUMBER* dx) {            \
        rows::norm_backward(rows::Block(), blockIdx.x, width, dy, sum, mean, rstd, gamma, before, after,     \
                            dsum, dx);                                                                       \
    }
ROWS_KERNELS(f32, float)
ROWS_KERNELS(bf16, rows::Bf16)
ROWS_KERNELS(f16, rows::Half)

// A thread a column, blockIdx.y a chunk of rows; the results are [chunks, width].
extern "C" __global__ void norm_parameters_backward(int width, long long count, long long chunk,
                                                    const float* dy, const float* sum, const float* mean,
                                                    const float* rstd, rows::Dropout after, float* dgamma,
                                                    float* dbeta) {
    const int column = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (column >= width) return;
    const rows::Long first = blockIdx.y * static_cast<rows::Long>(chunk),
                     end = first + static_cast<rows::Long>(chunk), all = static_cast<rows::Long>(count),
                     place = blockIdx.y * static_cast<rows::Long>(width);
    rows::norm_parameters_backward(column, first, end < all ? end : all, width, dy, sum, mean, rstd, after,
                                   dgamma + place + column, dbeta + place + column);
}

#endif
