// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/optimizer/eight_bit_state.h"

#include "kernel/codebook.h"
#include "kernel/kernels.h"
#include "memory/torch_headers.h"

#include <map>

namespace tunedesk::train {

namespace {

/// Reshapes [elements] to [blocks, state_block], padded with zeros.
at::Tensor in_blocks(const at::Tensor& x) {
    const std::int64_t missing = -x.numel() % kernel::state_block;
    return at::constant_pad_nd(x.flatten(), {0, missing < 0 ? missing + kernel::state_block : 0})
        .view({-1, kernel::state_block});
}

/// A codebook's values or midpoints on a device, copied once, because a recorded step must not copy from the
/// host.
at::Tensor on_device(const float* numbers, std::int64_t count, at::Device device) {
    thread_local std::map<std::pair<const float*, at::DeviceIndex>, at::Tensor> copies;
    at::Tensor& copy = copies[{numbers, device.index()}];
    if (!copy.defined())
        copy = at::tensor(at::ArrayRef<float>(numbers, static_cast<std::size_t>(count))).to(device);
    return copy;
}

} // namespace

at::Tensor decode_state(const at::Tensor& codes, const at::Tensor& scales, const kernel::Codebook& book) {
    const at::Tensor blocks = in_blocks(codes);
    return (on_device(book.values, 256, codes.device())
                .index_select(0, blocks.flatten().to(at::kInt))
                .view_as(blocks) *
            scales.unsqueeze(1))
        .flatten()
        .narrow(0, 0, codes.numel())
        .view(codes.sizes());
}

void encode_state(const at::Tensor& state, const at::Tensor& codes, const at::Tensor& scales,
                  const kernel::Codebook& book, const at::Tensor& left_out) {
    const at::Tensor blocks = in_blocks(state), top = blocks.abs().amax(1);
    const at::Tensor shares = blocks / at::where(top > 0, top, 1).unsqueeze(1);
    at::Tensor nearest = at::bucketize(shares, on_device(book.midpoints, 255, state.device()));
    if (book.values[0] == 0) nearest = at::maximum(nearest, (shares > 0).to(nearest.scalar_type()));
    nearest = nearest.flatten().narrow(0, 0, state.numel()).view(state.sizes()).to(at::kByte);
    const at::Tensor keep = left_out.to(at::kBool);
    codes.copy_(at::where(keep, codes, nearest));
    scales.copy_(at::where(keep, scales, top));
}

} // namespace tunedesk::train
