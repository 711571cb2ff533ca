// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tunedesk::parallel {

/// Element types of reductions. 16-bit types are summed in fp32, see SharedMemoryBackend.
enum class ElementType : std::uint32_t { f32, f64, i64, i32, u8 };
enum class Reduce : std::uint32_t { sum, max, min };

std::size_t size_of(ElementType type);

/// Reduces elements [0, count) of all `from`, in their order, and writes the result to each of `to`, which
/// may be among `from`.
void reduce_into(ElementType type, Reduce reduce, std::span<const std::byte* const> from,
                 std::span<std::byte* const> to, std::size_t count);

} // namespace tunedesk::parallel
