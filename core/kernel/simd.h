// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Included only by the files that are compiled once per instruction set; everything here has internal
// linkage, so that no copy made for one instruction set is linked into another.

#include <cstdint>
#include <cstring>
#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#endif

#include "kernel/kernels.h"
#include "kernel/lanes.h"

namespace tunedesk::kernel {
namespace {

inline Vec load(const float* p) {
    return load_lanes<Vec>(p);
}
inline void store(float* p, Vec v) {
    store_lanes(p, v);
}
/// Loads the first n lanes; the others are zero.
inline Vec load_part(const float* p, std::int64_t n) {
    alignas(Vec) float part[lanes] = {};
    std::memcpy(part, p, static_cast<std::size_t>(n) * sizeof(float));
    return load(part);
}
inline void store_part(float* p, Vec v, std::int64_t n) {
    alignas(Vec) float part[lanes];
    store(part, v);
    std::memcpy(p, part, static_cast<std::size_t>(n) * sizeof(float));
}
inline Vec load_up_to(const float* p, std::int64_t n) {
    return n >= lanes ? load(p) : load_part(p, n);
}
inline void store_up_to(float* p, Vec v, std::int64_t n) {
    n >= lanes ? store(p, v) : store_part(p, v, n);
}

/// Loads sixteen 16-bit numbers or the first n. A whole vector is loaded at once: reading it soon after a
/// copy of variable length would stall.
inline HalfVec load_halves(const void* p, std::int64_t n) {
    if (n >= lanes) return load_lanes<HalfVec>(p);
    alignas(HalfVec) std::uint16_t part[lanes] = {};
    std::memcpy(part, p, static_cast<std::size_t>(n) * sizeof(std::uint16_t));
    return load_lanes<HalfVec>(part);
}
inline void store_halves(void* p, HalfVec halves, std::int64_t n) {
    if (n >= lanes) return store_lanes(p, halves);
    alignas(HalfVec) std::uint16_t part[lanes];
    store_lanes(part, halves);
    std::memcpy(p, part, static_cast<std::size_t>(n) * sizeof(std::uint16_t));
}
inline UVec zero_extended(HalfVec halves) {
    return by_register([](HalfRegister h) { return __builtin_convertvector(h, UIntRegister); }, halves);
}
inline HalfVec lower_halves(UVec x) {
    return by_register([](UIntRegister u) { return __builtin_convertvector(u, HalfRegister); }, x);
}

/// Converts the first n values of p, at most 16, to fp32; and stores v rounded to nearest even, NaN kept.
inline Vec load_up_to(const BFloat16* p, std::int64_t n) {
    return as_float(zero_extended(load_halves(p, n)) << 16);
}
inline void store_up_to(BFloat16* p, Vec v, std::int64_t n) {
    const UVec bits = as_unsigned(v);
    const UVec rounded = (bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16;
    store_halves(p, lower_halves(choose(v == v, rounded, (bits >> 16) | 0x40u)), n);
}

inline Vec splat(float x) {
    return x - Vec{};
}

/// Converts binary16 to fp32 and back, rounded to nearest even; NaN stays NaN.
inline Vec widened(HalfVec halves) {
#if defined(__AVX512F__)
    return reinterpret_cast<Vec>(_mm512_cvtph_ps(reinterpret_cast<__m256i>(halves)));
#elif defined(__F16C__)
    const auto wide = [](HalfRegister h) {
        return reinterpret_cast<FloatRegister>(_mm256_cvtph_ps(reinterpret_cast<__m128i>(h)));
    };
    return by_register(wide, halves);
#else
    const UVec bits = zero_extended(halves);
    const UVec magnitude = (bits & 0x7FFFu) << 13; // exponent and fraction in their places, 112 too small
    const UVec scaled = as_unsigned(as_float(magnitude) * 0x1p112f);
    const UVec value = choose(magnitude >= 0x0F800000u, scaled | 0x7F800000u, scaled);
    return as_float(value | ((bits & 0x8000u) << 16));
#endif
}
inline HalfVec halved(Vec v) {
#if defined(__AVX512F__)
    return reinterpret_cast<HalfVec>(_mm512_cvtps_ph(reinterpret_cast<__m512>(v), _MM_FROUND_TO_NEAREST_INT));
#elif defined(__F16C__)
    const auto narrow = [](FloatRegister f) {
        return reinterpret_cast<HalfRegister>(
            _mm256_cvtps_ph(reinterpret_cast<__m256>(f), _MM_FROUND_TO_NEAREST_INT));
    };
    return by_register(narrow, v);
#else
    const UVec bits = as_unsigned(v), magnitude = bits & 0x7FFFFFFFu;
    // Below 2^-14 the sum with 0.5 has the fraction's last place where the result's is; the processor rounds.
    const UVec small = as_unsigned(as_float(magnitude) + 0.5f) - 0x3F000000u;
    const UVec normal = (magnitude - 0x38000000u + 0x0FFFu + ((magnitude >> 13) & 1u)) >> 13;
    UVec result = choose(magnitude < 0x38800000u, small, normal);
    result = choose(magnitude >= 0x47800000u, UVec{} + 0x7C00u, result);
    result = choose(magnitude > 0x7F800000u, UVec{} + 0x7E00u, result);
    return lower_halves(result | ((bits >> 16) & 0x8000u));
#endif
}
inline Vec load_up_to(const Float16* p, std::int64_t n) {
    return widened(load_halves(p, n));
}
inline void store_up_to(Float16* p, Vec v, std::int64_t n) {
    store_halves(p, halved(v), n);
}

/// Calls work(x) with an x of the C++ type that stores such numbers.
template <class Work>
inline auto with_number(Number number, Work work) {
    if (number == Number::bf16) return work(BFloat16{});
    if (number == Number::fp16) return work(Float16{});
    return work(float{});
}
inline Vec max(Vec a, Vec b) {
    return choose(a > b, a, b);
}
inline Vec min(Vec a, Vec b) {
    return choose(a < b, a, b);
}

template <class Op>
inline float fold(Vec v, Op op) {
    float x[lanes];
    store(x, v);
    for (int width = lanes / 2; width > 0; width /= 2)
        for (int i = 0; i < width; ++i)
            x[i] = op(x[i], x[i + width]);
    return x[0];
}
inline float sum(Vec v) {
    return fold(v, [](float a, float b) { return a + b; });
}
inline float largest(Vec v) {
    return fold(v, [](float a, float b) { return a > b ? a : b; });
}

alignas(IVec) constexpr std::int32_t lane_numbers[lanes] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                            8, 9, 10, 11, 12, 13, 14, 15};
/// The lanes below n.
inline IVec lanes_below(int n) {
    return load_lanes<IVec>(lane_numbers) < n;
}

/// e^x within about one unit in the last place; 0 below -87.3; NaN stays NaN. Range reduction by ln 2 in two
/// parts and a polynomial of degree 7 (coefficients of the Cephes library's expf).
inline Vec exp(Vec x) {
#if defined(__AVX512F__)
    const Vec bounded = x; // the last instruction leaves out what is too small, and knows infinities
#else
    const Vec bounded = min(max(x, splat(-87.3f)), splat(88.3f));
#endif
    const Vec shifted =
        bounded * 1.44269504f + 12582912.0f; // 1.5 * 2^23: the sum's low bits hold the rounded exponent
    const Vec n = shifted - 12582912.0f;
    const Vec r = (bounded - n * 0.693359375f) + n * 2.12194440e-4f;
    Vec p = splat(1.9875691500e-4f);
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
#if defined(__AVX512F__)
    p = (p * r + 1.0f) * r + 1.0f;
    const auto bits = [](Vec v) { return reinterpret_cast<__m512>(v); };
    const __mmask16 large = _mm512_cmp_ps_mask(bits(x), _mm512_set1_ps(-87.3f), _CMP_NLT_UQ); // and NaN
    return reinterpret_cast<Vec>(_mm512_maskz_scalef_ps(large, bits(p), bits(n)));
#else
    p = p * (r * r) + r + 1.0f;
    const IVec exponent = (as_int(shifted) - 0x4B400000 + 127) << 23;
    const Vec result = p * as_float(exponent);
    // A NaN must stay one: comparisons with it are false, so the clamp above would hide it.
    return choose(x < splat(-87.3f), Vec{}, choose(x == x, result, x));
#endif
}

/// A mask of the lanes that dropout keeps; kept() sets the other lanes to zero.
#if defined(__AVX512F__)
typedef __mmask16 Keep;
inline Vec kept(Keep keep, Vec x) {
    return reinterpret_cast<Vec>(_mm512_maskz_mov_ps(keep, reinterpret_cast<__m512>(x)));
}
#else
typedef IVec Keep;
inline Vec kept(Keep keep, Vec x) {
    return as_float(as_int(x) & keep);
}
#endif

/// to[j][i] = from[i][j] of 16 rows of 16 numbers, with strides.
inline void transpose_square(const float* from, std::int64_t from_stride, float* to, std::int64_t to_stride) {
#if defined(__AVX512F__)
    __m512 a[lanes], b[lanes];
    for (int i = 0; i < lanes; ++i)
        a[i] = _mm512_loadu_ps(from + i * from_stride);
    const auto pairs = [](__m512 x, __m512 y, auto unpack) {
        return _mm512_castpd_ps(unpack(_mm512_castps_pd(x), _mm512_castps_pd(y)));
    };
    const auto low = [](__m512d x, __m512d y) { return _mm512_unpacklo_pd(x, y); };
    const auto high = [](__m512d x, __m512d y) { return _mm512_unpackhi_pd(x, y); };
    for (int i = 0; i < lanes; i += 2) {
        b[i] = _mm512_unpacklo_ps(a[i], a[i + 1]);
        b[i + 1] = _mm512_unpackhi_ps(a[i], a[i + 1]);
    }
    for (int i = 0; i < lanes; i += 4) { // a[i + j]: column j of each quarter, of four rows
        a[i] = pairs(b[i], b[i + 2], low);
        a[i + 1] = pairs(b[i], b[i + 2], high);
        a[i + 2] = pairs(b[i + 1], b[i + 3], low);
        a[i + 3] = pairs(b[i + 1], b[i + 3], high);
    }
    for (int j = 0; j < 4; ++j) {
        const __m512 x0 = _mm512_shuffle_f32x4(a[j], a[j + 4], 0x88),
                     x1 = _mm512_shuffle_f32x4(a[j], a[j + 4], 0xDD),
                     y0 = _mm512_shuffle_f32x4(a[j + 8], a[j + 12], 0x88),
                     y1 = _mm512_shuffle_f32x4(a[j + 8], a[j + 12], 0xDD);
        _mm512_storeu_ps(to + j * to_stride, _mm512_shuffle_f32x4(x0, y0, 0x88));
        _mm512_storeu_ps(to + (j + 4) * to_stride, _mm512_shuffle_f32x4(x1, y1, 0x88));
        _mm512_storeu_ps(to + (j + 8) * to_stride, _mm512_shuffle_f32x4(x0, y0, 0xDD));
        _mm512_storeu_ps(to + (j + 12) * to_stride, _mm512_shuffle_f32x4(x1, y1, 0xDD));
    }
#else
    for (int i = 0; i < lanes; ++i)
        for (int j = 0; j < lanes; ++j)
            to[j * to_stride + i] = from[i * from_stride + j];
#endif
}

/// Mask of a 64-bit lane's lower half; of the lane's own type, which clang requires.
constexpr std::uint64_t low_half = 0xFFFFFFFF;

/// The products of the low halves of 64-bit lanes: one multiplication of eight Philox generators.
inline U64Vec multiply_low(U64Vec a, std::uint64_t b) {
#if defined(__AVX512F__)
    return reinterpret_cast<U64Vec>(
        _mm512_mul_epu32(reinterpret_cast<__m512i>(a), _mm512_set1_epi64(static_cast<long long>(b))));
#elif defined(__AVX2__)
    const auto product = [b](U64Register part) {
        return reinterpret_cast<U64Register>(
            _mm256_mul_epu32(reinterpret_cast<__m256i>(part), _mm256_set1_epi64x(static_cast<long long>(b))));
    };
    return by_register(product, a);
#else
    return (a & low_half) * b;
#endif
}

/// The upper halves of 64-bit lanes, moved to the lower halves; the upper halves of the result are undefined.
inline U64Vec upper_half(U64Vec a) {
#if defined(__AVX512F__)
    // a shuffle: shifts compete with the multiplications for one port
    return reinterpret_cast<U64Vec>(_mm512_shuffle_epi32(reinterpret_cast<__m512i>(a), _MM_PERM_DDBB));
#else
    return a >> 32;
#endif
}

/// Dropout masks of 64 elements: bit `lane` of masks[m] is element 64 * group + 16 * m + lane. Generator 8 *
/// group + i gives the elements of lanes 2i and 2i + 1: words 0 and 1 the first two masks (low and high
/// halves), words 2 and 3 the others.
struct KeepMasks {
    U64Vec c1, c2, c3;
    std::uint32_t key[2];
    std::uint32_t threshold;

    KeepMasks(const Dropout& dropout, std::uint32_t sample, std::uint32_t head)
        : c1(U64Vec{} + ((dropout.site << 16) | (dropout.first_head + head))), c2(U64Vec{} + sample),
          c3(U64Vec{} + dropout.step), key{static_cast<std::uint32_t>(dropout.seed),
                                           static_cast<std::uint32_t>(dropout.seed >> 32)},
          threshold(dropout.threshold()) {}

    /// Computes the masks of N groups interleaved, because each round depends on the previous one.
    template <int N>
    void groups(std::uint64_t index, Keep* keep) const {
        alignas(U64Vec) constexpr std::uint64_t numbers[] = {0, 1, 2, 3, 4, 5, 6, 7};
        const auto first = load_lanes<U64Vec>(numbers);
        U64Vec w0[N], w1[N], w2[N], w3[N];
        for (int i = 0; i < N; ++i) {
            w0[i] = first + (index + i) * 8;
            w1[i] = c1;
            w2[i] = c2;
            w3[i] = c3;
        }
        std::uint32_t k0 = key[0], k1 = key[1];
#pragma GCC unroll 8
        for (int round = 0; round < dropout_rounds; ++round) {
#pragma GCC unroll 4
            for (int i = 0; i < N; ++i) {
                const U64Vec product0 = multiply_low(w0[i], 0xD2511F53u),
                             product1 = multiply_low(w2[i], 0xCD9E8D57u);
                w0[i] = upper_half(product1) ^ w1[i] ^ (U64Vec{} + k0);
                w2[i] = upper_half(product0) ^ w3[i] ^ (U64Vec{} + k1);
                w1[i] = product1;
                w3[i] = product0;
            }
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
        for (int i = 0; i < N; ++i) {
            compare(w0[i], w1[i], keep + 4 * i);
            compare(w2[i], w3[i], keep + 4 * i + 2);
        }
    }

private:
    /// Two masks from the lower halves of the lanes of two words.
    void compare(U64Vec even, U64Vec odd, Keep* keep) const {
#if defined(__AVX512F__)
        const __m512i words = _mm512_mask_shuffle_epi32(reinterpret_cast<__m512i>(even), 0xAAAA,
                                                        reinterpret_cast<__m512i>(odd), _MM_PERM_CCAA);
        // comparing the whole word with the shifted threshold is equal to comparing its upper half
        const __m512i limit = _mm512_set1_epi32(static_cast<int>(threshold << 16));
        keep[0] = _mm512_cmpge_epu32_mask(_mm512_slli_epi32(words, 16), limit);
        keep[1] = _mm512_cmpge_epu32_mask(words, limit);
#else
        const U64Vec words = (even & low_half) | (odd << 32);
        const UVec halves = as_unsigned(words), limit = UVec{} + threshold;
        keep[0] = (halves & 0xFFFFu) >= limit;
        keep[1] = (halves >> 16) >= limit;
#endif
    }
};

} // namespace
} // namespace tunedesk::kernel
