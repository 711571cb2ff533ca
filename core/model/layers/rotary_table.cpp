#include "model/layers/rotary_table.h"

#include "memory/torch_headers.h"

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

std::pair<at::Tensor, at::Tensor> RotaryTable::upto(std::int64_t positions) {
    const std::lock_guard lock(mutex_);
    if (!cosines_.defined() || cosines_.size(0) < positions) {
        const at::NoGradGuard no_gradients;
        const auto rows = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(positions)));
        const at::Tensor angles = at::arange(rows, frequencies_.options()).unsqueeze(1) * frequencies_;
        cosines_ = at::cos(angles);
        sines_ = at::sin(angles);
    }
    return {cosines_, sines_};
}

std::shared_ptr<RotaryTable> make_rotary_table(const arch::LayerKind& kind, at::Device device) {
    if (kind.position != arch::PositionKind::rotary) return nullptr;
    return std::make_shared<RotaryTable>(kind, device);
}

} // namespace tunedesk::model
