// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

namespace tunedesk {

/// Philox4x32 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011): a counter-based
/// generator. The same counter and key give the same four words on every machine, rank and resume, so no
/// state is kept or saved. Its authors advise ten rounds; seven are the fewest that pass BigCrush, which
/// is enough for dropout.
struct Philox {
    using Counter = std::array<std::uint32_t, 4>;
    using Key = std::array<std::uint32_t, 2>;

    static constexpr std::uint32_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
    static constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;

    template <int Rounds = 10>
    static constexpr Counter words(Counter c, Key k) {
        for (int round = 0; round < Rounds; ++round) {
            const std::uint64_t product0 = std::uint64_t{multiplier0} * c[0];
            const std::uint64_t product1 = std::uint64_t{multiplier1} * c[2];
            c = {static_cast<std::uint32_t>(product1 >> 32) ^ c[1] ^ k[0],
                 static_cast<std::uint32_t>(product1),
                 static_cast<std::uint32_t>(product0 >> 32) ^ c[3] ^ k[1],
                 static_cast<std::uint32_t>(product0)};
            k[0] += weyl0;
            k[1] += weyl1;
        }
        return c;
    }
};

/// Reads one Philox stream sequentially, from any block on; for shuffles and initialization.
class PhiloxStream {
public:
    PhiloxStream(std::uint64_t seed, std::uint64_t stream)
        : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)},
          counter_{0, 0, static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)} {}

    /// Continues at block `number` (from 0): the next word read is word 4 * number of the stream.
    void seek(std::uint64_t number) {
        counter_[0] = static_cast<std::uint32_t>(number);
        counter_[1] = static_cast<std::uint32_t>(number >> 32);
        used_ = 4;
    }

    std::uint32_t next32() {
        if (used_ == 4) {
            words_ = Philox::words(counter_, key_);
            if (++counter_[0] == 0) ++counter_[1];
            used_ = 0;
        }
        return words_[used_++];
    }
    std::uint64_t next64() {
        const std::uint64_t low = next32();
        return low | std::uint64_t{next32()} << 32;
    }
    /// Uniform in [0, bound), without bias (Lemire's multiplication with rejection).
    std::uint64_t below(std::uint64_t bound) {
        const std::uint64_t threshold = -bound % bound;
        for (;;) {
            const unsigned __int128 product = static_cast<unsigned __int128>(next64()) * bound;
            if (static_cast<std::uint64_t>(product) >= threshold)
                return static_cast<std::uint64_t>(product >> 64);
        }
    }
    /// Uniform in [0, 1) with 53 random bits.
    double uniform() { return static_cast<double>(next64() >> 11) * 0x1.0p-53; }

private:
    Philox::Key key_;
    Philox::Counter counter_;
    Philox::Counter words_{};
    unsigned used_ = 4;
};

} // namespace tunedesk
