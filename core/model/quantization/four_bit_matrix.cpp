// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/quantization/four_bit_matrix.h"

#include "kernel/codebook.h"
#include "kernel/kernels.h"
#include "kernel/nf4.h"
#include "memory/torch_headers.h"
#include "model/host/functions.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tunedesk::model {

namespace {

using kernel::nf4_block;

constexpr std::int64_t blocks_a_group = 256;

std::int64_t parts_of(std::int64_t count, std::int64_t size) {
    return (count + size - 1) / size;
}

/// Quantizes one block; writes its codes and returns its scale.
float quantize(const float* values, std::int64_t count, std::uint8_t* codes) {
    float scale = 0;
    for (std::int64_t i = 0; i < count; ++i)
        scale = std::max(scale, std::abs(values[i]));
    const float factor = scale > 0 ? 1 / scale : 0;
    const auto code = [&](std::int64_t i) {
        return i < count ? kernel::nf4_nearest(values[i] * factor) : std::uint8_t{0};
    };
    for (std::int64_t i = 0; i < count; i += 2)
        codes[i / 2] = static_cast<std::uint8_t>(code(i) << 4 | code(i + 1));
    return scale;
}

/// The two numbers for each byte of codes, [256, 2].
at::Tensor number_pairs() {
    at::Tensor pairs = at::empty({256, 2}, at::kFloat);
    auto* number = pairs.mutable_data_ptr<float>();
    for (int byte = 0; byte < 256; ++byte) {
        *number++ = kernel::nf4_values[byte >> 4];
        *number++ = kernel::nf4_values[byte & 15];
    }
    return pairs;
}

at::Tensor codebook_numbers() {
    at::Tensor numbers = at::empty({256}, at::kFloat);
    std::ranges::copy(kernel::codebook(/*with_sign=*/true).values, numbers.mutable_data_ptr<float>());
    return numbers;
}

/// In double precision and in order: independent of the number of threads.
double mean_of(const at::Tensor& scales) {
    const auto* const values = scales.const_data_ptr<float>();
    return std::accumulate(values, values + scales.numel(), 0.0) / static_cast<double>(scales.numel());
}

} // namespace

FourBitMatrix::FourBitMatrix(at::IntArrayRef sizes, bool double_quantization, at::Device device)
    : sizes_(sizes.vec()), count_(c10::multiply_integers(sizes)), double_quantization_(double_quantization),
      device_(device) {}

void FourBitMatrix::put(const float* values, std::int64_t begin, std::int64_t count) {
    if (begin == 0) {
        finite_ = true;
        codes_ = at::empty({parts_of(count_, 2)}, at::kByte);
        block_scales_ = at::empty({parts_of(count_, nf4_block)}, at::kFloat);
    }
    auto* codes = codes_.mutable_data_ptr<std::uint8_t>();
    auto* scales = block_scales_.mutable_data_ptr<float>();
    at::parallel_for(0, parts_of(count, nf4_block), 64, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t block = first; block < last; ++block) {
            const std::int64_t at = block * nf4_block;
            scales[begin / nf4_block + block] =
                quantize(values + at, std::min(nf4_block, count - at), codes + (begin + at) / 2);
        }
    });
    finite_ =
        finite_ && std::all_of(values, values + count, [](float value) { return std::isfinite(value); });
}

void FourBitMatrix::finish() {
    if (double_quantization_) {
        mean_scale_ = static_cast<float>(mean_of(block_scales_));
        const at::Tensor rest = block_scales_ - mean_scale_;
        const auto* values = rest.const_data_ptr<float>();
        const std::int64_t blocks = rest.numel(), groups = parts_of(blocks, blocks_a_group);
        const kernel::Codebook& book = kernel::codebook(/*with_sign=*/true);
        block_scales_ = at::empty({blocks}, at::kByte);
        group_scales_ = at::empty({groups}, at::kFloat);
        for (std::int64_t group = 0; group < groups; ++group) {
            const std::int64_t first = group * blocks_a_group,
                               last = std::min(blocks, first + blocks_a_group);
            float largest = 0;
            for (std::int64_t i = first; i < last; ++i)
                largest = std::max(largest, std::abs(values[i]));
            group_scales_.mutable_data_ptr<float>()[group] = largest;
            for (std::int64_t i = first; i < last; ++i)
                block_scales_.mutable_data_ptr<std::uint8_t>()[i] =
                    book.nearest(largest > 0 ? values[i] / largest : 0);
        }
        group_scales_ = group_scales_.to(device_);
        scale_numbers_ = codebook_numbers().to(device_);
    }
    if (device_ != at::Device(at::kCPU)) pairs_ = number_pairs().to(device_);
    codes_ = codes_.to(device_);
    block_scales_ = block_scales_.to(device_);
}

std::vector<at::Tensor> FourBitMatrix::tensors() const {
    std::vector<at::Tensor> all{codes_, block_scales_};
    for (const at::Tensor& tensor : {group_scales_, scale_numbers_, pairs_})
        if (tensor.defined()) all.push_back(tensor);
    return all;
}

at::Tensor FourBitMatrix::scales() const {
    if (!double_quantization_) return block_scales_;
    const at::Tensor numbers = scale_numbers_.index_select(0, block_scales_.to(at::kInt));
    const std::int64_t blocks = block_scales_.numel();
    return numbers * group_scales_.repeat_interleave(blocks_a_group).narrow(0, 0, blocks) + mean_scale_;
}

at::Tensor FourBitMatrix::values(at::ScalarType type) const {
    const at::NoGradGuard no_gradients;
    if (pairs_.defined()) return values_on_device(type);
    const at::Tensor block_scales = scales().contiguous();
    const at::Tensor out = at::empty(sizes_, type);
    kernel::FourBit f;
    f.codes = codes_.const_data_ptr<std::uint8_t>();
    f.scales = block_scales.const_data_ptr<float>();
    f.count = count_;
    f.number = number_of(type);
    f.out = out.mutable_data_ptr();
    constexpr std::int64_t blocks_an_item = 64;
    const std::int64_t blocks = block_scales.numel();
    for_range(parts_of(blocks, blocks_an_item), [&](std::int64_t begin, std::int64_t end) {
        kernel::kernels().four_bit_values(f, begin * blocks_an_item, std::min(blocks, end * blocks_an_item));
    });
    return out;
}

at::Tensor FourBitMatrix::values_on_device(at::ScalarType type) const {
    at::Tensor numbers = pairs_.index_select(0, codes_.to(at::kInt)).flatten();
    const std::int64_t blocks = block_scales_.numel(), missing = blocks * nf4_block - numbers.numel();
    if (missing > 0) numbers = at::constant_pad_nd(numbers, {0, missing});
    numbers.view({blocks, nf4_block}).mul_(scales().unsqueeze(1));
    return numbers.narrow(0, 0, count_).view(sizes_).to(type);
}

} // namespace tunedesk::model
