// SPDX-License-Identifier: GPL-3.0-or-later
// Launches the kernels of head_kernels.cuh.

#include "head_kernels.h"

#include "kernel_library.h"

#include <ATen/ATen.h>
#include <c10/cuda/CUDAGuard.h>

namespace tunedesk::cuda {

namespace {

// As the kernels' parameters lie in head_kernels.cuh.
struct Head {
    const float *weight, *bias;
    int classes, width;
    int has_tanh;
};
struct Judgement {
    const int* labels;
    const float *weights, *loss_weights;
    float loss_weight, smoothing;
};

/// The kernels' view of the layers, whose tensors it keeps.
struct HeadView {
    at::Tensor weight, bias;
    Head head;
    explicit HeadView(const HeadLayers& layers)
        : weight(plain(layers.weight)),
          bias(plain(layers.bias)), head{read(weight), read(bias), static_cast<int>(weight.size(0)),
                                         static_cast<int>(weight.size(1)), layers.has_tanh} {}
};

} // namespace

Classified head_classify(const at::Tensor& x, const HeadLayers& layers) {
    const c10::cuda::CUDAGuard guard(x.device());
    const HeadView view(layers);
    const at::Tensor in = plain(x);
    const Classified result{at::empty_like(in), at::empty({in.size(0), view.head.classes}, in.options())};
    library().launch("head_classify", grid_of(in.size(0)), block_of(view.head.width), view.head, read(in),
                     layers.dropout, numbers(result.pooled), numbers(result.logits));
    return result;
}

at::Tensor head_classify_backward(const at::Tensor& dlogits, const at::Tensor& pooled,
                                  const HeadLayers& layers) {
    const c10::cuda::CUDAGuard guard(pooled.device());
    const HeadView view(layers);
    const at::Tensor gradient = plain(dlogits);
    at::Tensor dx = at::empty_like(pooled);
    library().launch("head_classify_backward", grid_of(pooled.size(0)), block_of(view.head.width), view.head,
                     read(gradient), read(pooled), layers.dropout, numbers(dx));
    return dx;
}

Judged head_judge(const at::Tensor& logits, const at::Tensor& labels, const at::Tensor& class_weights,
                  double label_smoothing, const at::Tensor& loss_weights, double loss_weight,
                  bool with_gradient) {
    const c10::cuda::CUDAGuard guard(logits.device());
    const at::Tensor in = plain(logits), named = labels.to(at::kInt).contiguous(),
                     weights = class_weights.defined() ? plain(class_weights) : at::Tensor(),
                     parts = loss_weights.defined() ? plain(loss_weights) : at::Tensor();
    const std::int64_t rows = in.size(0);
    const auto a_row = [&] { return at::empty({rows}, in.options()); };
    const Judged result{a_row(), a_row(), a_row(), with_gradient ? at::empty_like(in) : at::Tensor()};
    const Judgement judgement{named.const_data_ptr<int>(), read(weights), read(parts),
                              static_cast<float>(loss_weight), static_cast<float>(label_smoothing)};
    constexpr std::int64_t warps = 4;
    library().launch("head_judge", grid_of((rows + warps - 1) / warps), dim3(warps * 32),
                     static_cast<long long>(rows), static_cast<int>(in.size(1)), read(in), judgement,
                     numbers(result.total), numbers(result.loss), numbers(result.right),
                     with_gradient ? numbers(result.dlogits) : static_cast<float*>(nullptr));
    return result;
}

} // namespace tunedesk::cuda
