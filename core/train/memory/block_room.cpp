// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/memory/block_room.h"

#include "memory/torch_headers.h"

namespace tunedesk::train {

BlockRoom::BlockRoom(std::int64_t elements, const at::TensorOptions& options, memory::Part part)
    : part_(part) {
    const memory::InPart counted(part);
    memory_ = at::zeros({elements}, options);
}

at::Tensor BlockRoom::take(std::int64_t elements) {
    leave();
    if (elements <= memory_.numel()) return memory_.narrow(0, 0, elements);
    const memory::InPart counted(part_);
    return own_ = at::empty({elements}, memory_.options());
}

} // namespace tunedesk::train
