// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <cstdint>
#include <vector>

namespace tunedesk::model {

/// A frozen matrix in 4-bit NormalFloat, as QLoRA keeps the weights that adapters stand beside (Dettmers et
/// al., 2023), with the numbers of bitsandbytes: blocks of 64 elements, row after row, share a scale, their
/// largest magnitude. With double quantization the scales, less their mean, are bytes of the signed dynamic
/// map, of which 256 share a scale in fp32: 4.127 bits an element in all, without it 4.5. Thread rule:
/// immutable once finished.
class FourBitMatrix {
public:
    FourBitMatrix(at::IntArrayRef sizes, bool double_quantization, at::Device device);

    /// Elements [begin, begin + count) in host memory; parts come in order, each but the last a multiple of
    /// 64. The first begins the matrix again.
    void put(const float* values, std::int64_t begin, std::int64_t count);
    /// After the last part.
    void finish();
    /// Whether all elements that were put are finite.
    bool is_finite() const { return finite_; }

    /// The elements in `type`, [sizes], on the matrix's device.
    at::Tensor values(at::ScalarType type) const;
    /// What it holds on its device.
    std::vector<at::Tensor> tensors() const;

private:
    /// fp32, of each block, on the matrix's device.
    at::Tensor scales() const;
    at::Tensor values_on_device(at::ScalarType type) const;

    std::vector<std::int64_t> sizes_;
    std::int64_t count_;
    bool double_quantization_;
    at::Device device_;
    bool finite_ = true;
    at::Tensor pairs_;         ///< of a device: both numbers of each byte, fp32 [256, 2]
    at::Tensor scale_numbers_; ///< of double quantization: those of the scales' bytes, fp32 [256]
    at::Tensor codes_;         ///< bytes
    at::Tensor block_scales_;  ///< fp32, or with double quantization bytes
    at::Tensor group_scales_;  ///< of double quantization: fp32, of each 256 blocks
    double mean_scale_ = 0;    ///< of double quantization
};

} // namespace tunedesk::model
