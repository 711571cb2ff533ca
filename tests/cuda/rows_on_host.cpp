// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of rows and heads with their bodies run by one thread on the host, in place of the launches.

#include "cuda/head_kernels.cuh"
#include "cuda/head_kernels.h"
#include "cuda/row_kernels.cuh"
#include "cuda/row_kernels.h"
#include "cuda/row_support.h"

#include <bit>

using namespace tunedesk;
using namespace tunedesk::test;

namespace tunedesk::cuda {

namespace {

rows::Dropout there(const RowDropout& dropout) {
    return std::bit_cast<rows::Dropout>(dropout);
}

const float* read(const at::Tensor& tensor) {
    return tensor.defined() ? tensor.const_data_ptr<float>() : nullptr;
}

void each_row(std::int64_t count, const auto& body) {
    for (std::int64_t row = 0; row < count; ++row)
        body(static_cast<rows::Long>(row));
}

/// Calls body() with a pointer to x's numbers.
void with_numbers(const at::Tensor& x, const auto& body) {
    if (x.scalar_type() == at::kFloat)
        body(static_cast<float*>(x.mutable_data_ptr()));
    else if (x.scalar_type() == at::kBFloat16)
        body(static_cast<rows::Bf16*>(x.mutable_data_ptr()));
    else
        QFAIL("no host kernel of this type");
}

Normalised make_results(std::int64_t count, std::int64_t width) {
    return {at::empty({count, width}, at::kFloat), at::empty({count, width}, at::kFloat),
            at::empty({count}, at::kFloat), at::empty({count}, at::kFloat)};
}

} // namespace

RowDropout draw(double probability, at::Device) {
    static std::uint64_t place = 0;
    RowDropout dropout(probability);
    dropout.seed = 42;
    dropout.offset = place += 4;
    return dropout;
}

Normalised drop_add_norm(const at::Tensor& x, const at::Tensor& residual, const at::Tensor& gamma,
                         const at::Tensor& beta, double eps, const RowDropout& dropout) {
    const Normalised out = make_results(x.size(0), x.size(1));
    const rows::Norm norm{read(gamma), read(beta), static_cast<float>(eps)};
    with_numbers(x.contiguous(), [&](const auto* in) {
        each_row(x.size(0), [&](rows::Long row) {
            rows::drop_add_norm(Alone(), row, static_cast<int>(x.size(1)), in, read(residual), norm,
                                there(dropout), numbers(out.sum), numbers(out.y), numbers(out.mean),
                                numbers(out.rstd));
        });
    });
    return out;
}

Normalised embed_norm(const at::Tensor& ids, const at::Tensor& places, const at::Tensor& kinds,
                      const at::Tensor& word, const at::Tensor& position, const at::Tensor& type,
                      const at::Tensor& gamma, const at::Tensor& beta, double eps,
                      const RowDropout& dropout) {
    const std::int64_t width = word.size(1);
    const Normalised out = make_results(ids.size(0), width);
    const rows::Norm norm{read(gamma), read(beta), static_cast<float>(eps)};
    with_numbers(word, [&](auto* words) {
        using Number = std::remove_pointer_t<decltype(words)>;
        const auto row_of = [&](const at::Tensor& table, const at::Tensor& index, rows::Long row) {
            return static_cast<const Number*>(table.const_data_ptr()) +
                   index.const_data_ptr<std::int32_t>()[row] * width;
        };
        each_row(ids.size(0), [&](rows::Long row) {
            rows::embed_norm(Alone(), row, static_cast<int>(width), row_of(word, ids, row),
                             row_of(position, places, row),
                             type.defined() ? row_of(type, kinds, row) : nullptr, norm, there(dropout),
                             numbers(out.sum), numbers(out.y), numbers(out.mean), numbers(out.rstd));
        });
    });
    return out;
}

NormGradients norm_backward(const at::Tensor& dy, const at::Tensor& sum, const at::Tensor& mean,
                            const at::Tensor& rstd, const at::Tensor& gamma, const RowDropout& before,
                            const RowDropout& after, std::optional<at::ScalarType> x_type) {
    const std::int64_t count = sum.size(0), width = sum.size(1);
    const at::Tensor gradient = dy.contiguous();
    NormGradients out{at::empty_like(sum), at::empty(sum.sizes(), x_type.value_or(at::kFloat)),
                      at::empty({width}, at::kFloat), at::empty({width}, at::kFloat)};
    with_numbers(out.x, [&](auto* dx) {
        each_row(count, [&](rows::Long row) {
            rows::norm_backward(Alone(), row, static_cast<int>(width), read(gradient), read(sum), read(mean),
                                read(rstd), read(gamma), there(before), there(after), numbers(out.sum), dx);
        });
    });
    for (int column = 0; column < static_cast<int>(width); ++column)
        rows::norm_parameters_backward(column, 0, static_cast<rows::Long>(count), static_cast<int>(width),
                                       read(gradient), read(sum), read(mean), read(rstd), there(after),
                                       numbers(out.gamma) + column, numbers(out.beta) + column);
    if (!x_type) out.x.reset();
    return out;
}

namespace {

rows::Head there(const HeadLayers& head) {
    return {read(head.weight), read(head.bias), static_cast<int>(head.weight.size(0)),
            static_cast<int>(head.weight.size(1)), head.has_tanh};
}

} // namespace

Classified head_classify(const at::Tensor& x, const HeadLayers& head) {
    const Classified out{at::empty_like(x), at::empty({x.size(0), head.weight.size(0)}, x.options())};
    each_row(x.size(0), [&](rows::Long row) {
        rows::classify(Alone(), row, there(head), read(x), there(head.dropout), numbers(out.pooled),
                       numbers(out.logits));
    });
    return out;
}

at::Tensor head_classify_backward(const at::Tensor& dlogits, const at::Tensor& pooled,
                                  const HeadLayers& head) {
    const at::Tensor gradient = dlogits.contiguous(), dx = at::empty_like(pooled);
    each_row(pooled.size(0), [&](rows::Long row) {
        rows::classify_backward(Alone(), row, there(head), read(gradient), read(pooled), there(head.dropout),
                                numbers(dx));
    });
    return dx;
}

Judged head_judge(const at::Tensor& logits, const at::Tensor& labels, const at::Tensor& class_weights,
                  double label_smoothing, const at::Tensor& loss_weights, double loss_weight,
                  bool with_gradient) {
    const at::Tensor named = labels.to(at::kInt).contiguous();
    const auto a_row = [&] { return at::empty({logits.size(0)}, logits.options()); };
    const Judged out{a_row(), a_row(), a_row(), with_gradient ? at::empty_like(logits) : at::Tensor()};
    const rows::Judgement judgement{named.const_data_ptr<int>(), read(class_weights), read(loss_weights),
                                    static_cast<float>(loss_weight), static_cast<float>(label_smoothing)};
    each_row(logits.size(0), [&](rows::Long row) {
        rows::judge(Alone(), row, static_cast<int>(logits.size(1)), read(logits), judgement,
                    numbers(out.total), numbers(out.loss), numbers(out.right),
                    with_gradient ? numbers(out.dlogits) : nullptr);
    });
    return out;
}

} // namespace tunedesk::cuda
