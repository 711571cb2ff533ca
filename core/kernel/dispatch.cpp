// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/product.h"
#include "kernel/sets.h"

#include "base/philox.h"

#include <cpuid.h>
#include <cstdlib>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>

namespace tunedesk::kernel {

namespace {

/// What __builtin_cpu_supports cannot name in every compiler. Bits are those of CPUID's leaves 1 and 7 in
/// Intel's "Software Developer's Manual", volume 2, CPUID.
struct Features {
    bool f16c = false, amx_tile = false, amx_bf16 = false;
    Features() {
        unsigned a = 0, b = 0, c = 0, d = 0;
        if (__get_cpuid(1, &a, &b, &c, &d)) f16c = (c >> 29 & 1) != 0;
        if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return;
        amx_bf16 = (d >> 22 & 1) != 0;
        amx_tile = (d >> 24 & 1) != 0;
    }
};

struct Available {
    const Kernels* sets[3];
    int count = 0;
    Available() {
        sets[count++] = &plain::set;
        __builtin_cpu_init();
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && Features().f16c)
            sets[count++] = &avx2::set;
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
            sets[count++] = &avx512::set;
    }
};

const Available& available() {
    static const Available sets;
    return sets;
}

} // namespace

const Kernels* const* available_kernels(int& count) {
    count = available().count;
    return available().sets;
}

const Kernels& kernels() {
    static const Kernels* const chosen = [] {
        const Available& all = available();
        if (const char* wanted = std::getenv("TUNEDESK_KERNELS"))
            for (int i = 0; i < all.count; ++i)
                if (std::string_view(wanted) == all.sets[i]->name) return all.sets[i];
        return all.sets[all.count - 1];
    }();
    return *chosen;
}

extern const ProductKernels avx512_bf16_products, amx_products;

namespace {

/// The system gives a process tiles only when it is asked.
bool may_use_tiles() {
    constexpr int request_permission = 0x1023, tile_data = 18; // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA
    const Features features;
    return features.amx_tile && features.amx_bf16 &&
           syscall(SYS_arch_prctl, request_permission, tile_data) == 0;
}

struct AvailableProducts {
    const ProductKernels* sets[2];
    int count = 0;
    AvailableProducts() {
        const Available& all = available();
        if (all.sets[all.count - 1] != &avx512::set || !__builtin_cpu_supports("avx512bf16")) return;
        sets[count++] = &avx512_bf16_products;
        if (may_use_tiles()) sets[count++] = &amx_products;
    }
};

} // namespace

const ProductKernels* const* available_bf16_products(int& count) {
    static const AvailableProducts products;
    count = products.count;
    return products.sets;
}

const ProductKernels* bf16_products() {
    static const ProductKernels* const chosen = [] {
        int count = 0;
        const ProductKernels* const* const all = available_bf16_products(count);
        if (const char* wanted = std::getenv("TUNEDESK_KERNELS"))
            for (int i = 0; i < count; ++i)
                if (std::string_view(wanted) == all[i]->name) return all[i];
        return count && &kernels() == &avx512::set ? all[count - 1] : nullptr;
    }();
    return chosen;
}

extern const AttentionKernels avx512_bf16_attention;

const AttentionKernels* bf16_attention() {
    return bf16_products() ? &avx512_bf16_attention : nullptr;
}

bool dropout_keeps(const Dropout& dropout, std::uint32_t sample, std::uint32_t head, std::uint64_t index) {
    const std::uint64_t group = index / 64;
    const auto lane = static_cast<std::uint32_t>(index % 16),
               mask = static_cast<std::uint32_t>(index / 16 % 4);
    const auto words = Philox::words<dropout_rounds>(
        {static_cast<std::uint32_t>(group * 8 + lane / 2), (dropout.site << 16) | (dropout.first_head + head),
         sample, dropout.step},
        {static_cast<std::uint32_t>(dropout.seed), static_cast<std::uint32_t>(dropout.seed >> 32)});
    const std::uint32_t word = words[(mask / 2) * 2 + lane % 2];
    return (mask % 2 ? word >> 16 : word & 0xFFFF) >= dropout.threshold();
}

} // namespace tunedesk::kernel
