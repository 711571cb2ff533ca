// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Included only by the files that are compiled once per instruction set, as simd.h, which builds on it.

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace tunedesk::kernel {
namespace {

/// Two halves of a value that is longer than a register. A single long GCC vector would have no machine mode,
/// and arrays of it would be kept in memory.
template <class Half>
struct Pair {
    Half low, high;
};

#if defined(__AVX512F__)
constexpr int register_bytes = 64;
template <class Register>
using Lanes = Register;
#elif defined(__AVX2__)
constexpr int register_bytes = 32;
template <class Register>
using Lanes = Pair<Register>;
#else
constexpr int register_bytes = 16;
template <class Register>
using Lanes = Pair<Pair<Register>>;
#endif

typedef float FloatRegister __attribute__((vector_size(register_bytes)));
typedef std::int32_t IntRegister __attribute__((vector_size(register_bytes)));
typedef std::uint32_t UIntRegister __attribute__((vector_size(register_bytes)));
typedef std::uint64_t U64Register __attribute__((vector_size(register_bytes)));
typedef std::uint16_t HalfRegister __attribute__((vector_size(register_bytes / 2)));

/// 16 lanes on every machine.
using Vec = Lanes<FloatRegister>;
using IVec = Lanes<IntRegister>;
using UVec = Lanes<UIntRegister>;
using U64Vec = Lanes<U64Register>; ///< 8 lanes
using HalfVec = Lanes<HalfRegister>;
constexpr int lanes = 16;

/// Calls work(register, ...) for each register of the arguments, which all have the same number of registers.
template <class Work, class Register, class... More>
[[gnu::always_inline]] inline auto by_register(Work work, Register first, More... more) {
    return work(first, more...);
}
template <class Work, class Half, class... More>
[[gnu::always_inline]] inline auto by_register(Work work, Pair<Half> first, Pair<More>... more) {
    const auto low = by_register(work, first.low, more.low...);
    return Pair<std::remove_const_t<decltype(low)>>{low, by_register(work, first.high, more.high...)};
}

#define TUNEDESK_LANES_OPERATOR(op)                                                                          \
    template <class Half>                                                                                    \
    [[gnu::always_inline]] inline auto operator op(Pair<Half> a, Pair<Half> b) {                             \
        return Pair<decltype(a.low op b.low)>{a.low op b.low, a.high op b.high};                             \
    }                                                                                                        \
    template <class Half, class Scalar>                                                                      \
    [[gnu::always_inline]] inline auto operator op(Pair<Half> a, Scalar b) {                                 \
        return Pair<decltype(a.low op b)>{a.low op b, a.high op b};                                          \
    }                                                                                                        \
    template <class Half, class Scalar>                                                                      \
    [[gnu::always_inline]] inline auto operator op(Scalar a, Pair<Half> b) {                                 \
        return Pair<decltype(a op b.low)>{a op b.low, a op b.high};                                          \
    }
TUNEDESK_LANES_OPERATOR(+)
TUNEDESK_LANES_OPERATOR(-)
TUNEDESK_LANES_OPERATOR(*)
TUNEDESK_LANES_OPERATOR(/)
TUNEDESK_LANES_OPERATOR(&)
TUNEDESK_LANES_OPERATOR(|)
TUNEDESK_LANES_OPERATOR(^)
TUNEDESK_LANES_OPERATOR(<<)
TUNEDESK_LANES_OPERATOR(>>)
TUNEDESK_LANES_OPERATOR(<)
TUNEDESK_LANES_OPERATOR(>)
TUNEDESK_LANES_OPERATOR(>=)
TUNEDESK_LANES_OPERATOR(==)
#undef TUNEDESK_LANES_OPERATOR
template <class Half>
[[gnu::always_inline]] inline Pair<Half> operator-(Pair<Half> a) {
    return {-a.low, -a.high};
}
template <class Half>
[[gnu::always_inline]] inline Pair<Half>& operator+=(Pair<Half>& a, Pair<Half> b) {
    return a = a + b;
}

/// Reinterprets the bits as another type.
template <class Value>
[[gnu::always_inline]] inline Vec as_float(Value x) {
    return by_register([](auto part) { return reinterpret_cast<FloatRegister>(part); }, x);
}
template <class Value>
[[gnu::always_inline]] inline IVec as_int(Value x) {
    return by_register([](auto part) { return reinterpret_cast<IntRegister>(part); }, x);
}
template <class Value>
[[gnu::always_inline]] inline UVec as_unsigned(Value x) {
    return by_register([](auto part) { return reinterpret_cast<UIntRegister>(part); }, x);
}

/// Copies register by register: a larger copy would keep the value in memory.
template <class Value>
[[gnu::always_inline]] inline Value load_lanes(const void* from) {
    if constexpr (requires(Value v) { v.low; }) {
        using Half = decltype(Value::low);
        return {load_lanes<Half>(from), load_lanes<Half>(static_cast<const char*>(from) + sizeof(Half))};
    } else {
        Value v;
        std::memcpy(&v, from, sizeof v);
        return v;
    }
}
template <class Value>
[[gnu::always_inline]] inline void store_lanes(void* to, Value v) {
    if constexpr (requires { v.low; }) {
        store_lanes(to, v.low);
        store_lanes(static_cast<char*>(to) + sizeof v.low, v.high);
    } else {
        std::memcpy(to, &v, sizeof v);
    }
}

/// mask ? yes : no, lane by lane.
template <class Mask, class Value>
[[gnu::always_inline]] inline Value choose(Mask mask, Value yes, Value no) {
    return by_register([](auto m, auto y, auto n) { return m ? y : n; }, mask, yes, no);
}

} // namespace
} // namespace tunedesk::kernel
