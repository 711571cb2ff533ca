// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/layers/rotary_table.h"

#include "memory/torch_headers.h"

#include <algorithm>
#include <bit>

namespace tunedesk::model {

namespace {

at::Tensor frequencies_of(const arch::LayerKind& kind, at::Device device) {
    const std::vector<double> all = kind.rotary.frequencies(kind.head_width);
    return at::tensor(at::ArrayRef<double>(all)).to(at::kFloat).to(device);
}

} // namespace

RotaryTable::RotaryTable(const arch::LayerKind& kind, at::Device device)
    : frequencies_(frequencies_of(kind, device)) {}

RotaryTable::Angles RotaryTable::of(const Batch& batch) {
    const std::int64_t longest = batch.tensors ? batch.tensors->segments.longest : 0,
                       last = *std::ranges::max_element(batch.position),
                       positions = std::max(last + 1, longest);
    const std::lock_guard lock(mutex_);
    if (made_.empty() || made_.back().cosines.size(0) < positions) {
        const at::NoGradGuard no_gradients;
        const auto rows = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(positions)));
        const at::Tensor angles = at::arange(rows, frequencies_.options()).unsqueeze(1) * frequencies_;
        made_.push_back({at::cos(angles), at::sin(angles)});
    }
    return made_.back();
}

std::shared_ptr<RotaryTable> make_rotary_table(const arch::LayerKind& kind, at::Device device) {
    if (kind.position != arch::PositionKind::rotary) return nullptr;
    return std::make_shared<RotaryTable>(kind, device);
}

} // namespace tunedesk::model
