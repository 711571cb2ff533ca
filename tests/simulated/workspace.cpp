// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulated/workspace.h"

#include <ATen/ops/empty.h>
#include <map>
#include <mutex>

namespace tunedesk::simulated {

namespace {

constexpr std::int64_t bytes = 16 << 10;

struct Workspaces {
    std::mutex mutex;
    std::map<int, at::Tensor> by_device;
};

Workspaces& workspaces() {
    static Workspaces& one = *new Workspaces;
    return one;
}

} // namespace

void take_workspace(int device) {
    const std::lock_guard lock(workspaces().mutex);
    at::Tensor& one = workspaces().by_device[device];
    if (one.defined()) return;
    const at::Device place(at::kCUDA, static_cast<at::DeviceIndex>(device));
    one = at::empty({bytes}, at::TensorOptions(place).dtype(at::kByte));
}

std::size_t workspace_bytes(int device) {
    const std::lock_guard lock(workspaces().mutex);
    return workspaces().by_device[device].defined() ? bytes : 0; // undefined: there was no memory for it
}

} // namespace tunedesk::simulated
