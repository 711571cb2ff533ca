// SPDX-License-Identifier: GPL-3.0-or-later
// The fused kernels of core/cuda on the simulated device: their bodies are plain C++, which one thread runs
// row by row as a job of the stream. What launches them and what hands their numbers to autograd is core's.
#include "cuda/head_kernels.cuh"
#include "cuda/head_kernels.h"
#include "cuda/row_kernels.cuh"
#include "cuda/row_kernels.h"

#include "simulated/row_tensors.h"

namespace tunedesk::cuda {

namespace {

rows::Dropout there(const RowDropout& dropout, const RandomStart& at_replay) {
    return {
        dropout.threshold, dropout.scale, dropout.seed + at_replay.seed, dropout.offset + at_replay.offset,
        nullptr,           nullptr};
}

Normalised make_results(std::int64_t count, std::int64_t width, const Tensor& like) {
    const at::TensorOptions options(at::TensorOptions(like.device()).dtype(at::kFloat));
    return {at::empty({count, width}, options), at::empty({count, width}, options),
            at::empty({count}, options), at::empty({count}, options)};
}

Tensors in_order(const Normalised& out) {
    return {out.sum, out.y, out.mean, out.rstd};
}

} // namespace

RowDropout draw(double probability, at::Device device) {
    RowDropout dropout(probability);
    if (!dropout.threshold) return dropout;
    const int index = device.index();
    const RandomStart drawn = simulated::implementation(simulated::default_generator(index))
                                  .draw(simulated::current_stream(index), 4);
    dropout.seed = drawn.seed;
    dropout.offset = drawn.offset;
    return dropout;
}

Normalised drop_add_norm(const Tensor& x, const Tensor& residual, const Tensor& gamma, const Tensor& beta,
                         double eps, const RowDropout& dropout) {
    const c10::DeviceGuard guard(x.device());
    refuse_other_types(x.scalar_type());
    Normalised out = make_results(x.size(0), x.size(1), x);
    simulated::launch("drop_add_norm", {x.contiguous(), as_read(residual), as_read(gamma), as_read(beta)},
                      in_order(out), [eps, dropout](const Tensors& t, const RandomStart& at_replay) {
                          const rows::Norm norm{numbers(t[2]), numbers(t[3]), static_cast<float>(eps)};
                          with_type(t[0].scalar_type(), [&](auto* type) {
                              using Number = std::remove_pointer_t<decltype(type)>;
                              each_row(t[0].size(0), [&](rows::Long row) {
                                  rows::drop_add_norm(Alone(), row, static_cast<int>(t[0].size(1)),
                                                      numbers<Number>(t[0]), numbers(t[1]), norm,
                                                      there(dropout, at_replay), numbers(t[4]), numbers(t[5]),
                                                      numbers(t[6]), numbers(t[7]));
                              });
                          });
                      });
    return out;
}

Normalised embed_norm(const Tensor& ids, const Tensor& places, const Tensor& kinds, const Tensor& word,
                      const Tensor& position, const Tensor& type, const Tensor& gamma, const Tensor& beta,
                      double eps, const RowDropout& dropout) {
    const c10::DeviceGuard guard(word.device());
    refuse_other_types(word.scalar_type());
    TORCH_CHECK(ids.scalar_type() == at::kInt && places.scalar_type() == at::kInt &&
                    kinds.scalar_type() == at::kInt,
                "ids must be int32");
    Normalised out = make_results(ids.size(0), word.size(1), word);
    simulated::launch(
        "embed_norm",
        {ids, places, kinds, word, position, or_none(type, word), as_read(gamma), as_read(beta)},
        in_order(out), [eps, dropout](const Tensors& t, const RandomStart& at_replay) {
            const std::int64_t width = t[3].size(1);
            const rows::Norm norm{numbers(t[6]), numbers(t[7]), static_cast<float>(eps)};
            with_type(t[3].scalar_type(), [&](auto* of_type) {
                using Number = std::remove_pointer_t<decltype(of_type)>;
                const auto row_of = [&](std::size_t table, std::size_t index, rows::Long row) {
                    const Number* first = numbers<Number>(t[table]);
                    return first ? first + numbers<std::int32_t>(t[index])[row] * width : nullptr;
                };
                each_row(t[0].size(0), [&](rows::Long row) {
                    rows::embed_norm(Alone(), row, static_cast<int>(width), row_of(3, 0, row),
                                     row_of(4, 1, row), row_of(5, 2, row), norm, there(dropout, at_replay),
                                     numbers(t[8]), numbers(t[9]), numbers(t[10]), numbers(t[11]));
                });
            });
        });
    return out;
}

NormGradients norm_backward(const Tensor& dy, const Tensor& sum, const Tensor& mean, const Tensor& rstd,
                            const Tensor& gamma, const RowDropout& before, const RowDropout& after,
                            std::optional<at::ScalarType> x_type) {
    const c10::DeviceGuard guard(dy.device());
    NormGradients out{at::empty_like(sum), {}, at::empty({sum.size(1)}, sum.options()), {}};
    out.beta = at::empty_like(out.gamma);
    if (x_type) out.x = at::empty(sum.sizes(), sum.options().dtype(*x_type));
    simulated::launch("norm_backward", {as_read(dy), sum, mean, rstd, as_read(gamma)},
                      {out.sum, or_none(out.x, sum), out.gamma, out.beta},
                      [before, after](const Tensors& t, const RandomStart& at_replay) {
                          const std::int64_t count = t[1].size(0);
                          const int width = static_cast<int>(t[1].size(1));
                          with_type(t[6].scalar_type(), [&](auto* type) {
                              using Number = std::remove_pointer_t<decltype(type)>;
                              each_row(count, [&](rows::Long row) {
                                  rows::norm_backward(Alone(), row, width, numbers(t[0]), numbers(t[1]),
                                                      numbers(t[2]), numbers(t[3]), numbers(t[4]),
                                                      there(before, at_replay), there(after, at_replay),
                                                      numbers(t[5]), numbers<Number>(t[6]));
                              });
                          });
                          for (int column = 0; column < width; ++column)
                              rows::norm_parameters_backward(column, 0, static_cast<rows::Long>(count), width,
                                                             numbers(t[0]), numbers(t[1]), numbers(t[2]),
                                                             numbers(t[3]), there(after, at_replay),
                                                             numbers(t[7]) + column, numbers(t[8]) + column);
                      });
    return out;
}

namespace {

rows::Head head_of(const Tensor& weight, const Tensor& bias, bool has_tanh) {
    return {numbers(weight), numbers(bias), static_cast<int>(weight.size(0)),
            static_cast<int>(weight.size(1)), has_tanh};
}

} // namespace

Classified head_classify(const Tensor& x, const HeadLayers& head) {
    const c10::DeviceGuard guard(x.device());
    const Tensor in = as_read(x);
    Classified out{at::empty_like(in), at::empty({in.size(0), head.weight.size(0)}, in.options())};
    simulated::launch(
        "head_classify", {in, as_read(head.weight), as_read(head.bias)}, {out.pooled, out.logits},
        [has_tanh = head.has_tanh, dropout = head.dropout](const Tensors& t, const RandomStart& at_replay) {
            each_row(t[0].size(0), [&](rows::Long row) {
                rows::classify(Alone(), row, head_of(t[1], t[2], has_tanh), numbers(t[0]),
                               there(dropout, at_replay), numbers(t[3]), numbers(t[4]));
            });
        });
    return out;
}

Tensor head_classify_backward(const Tensor& dlogits, const Tensor& pooled, const HeadLayers& head) {
    const c10::DeviceGuard guard(pooled.device());
    Tensor dx = at::empty_like(pooled);
    simulated::launch(
        "head_classify_backward", {as_read(dlogits), pooled, as_read(head.weight), as_read(head.bias)}, {dx},
        [has_tanh = head.has_tanh, dropout = head.dropout](const Tensors& t, const RandomStart& at_replay) {
            each_row(t[1].size(0), [&](rows::Long row) {
                rows::classify_backward(Alone(), row, head_of(t[2], t[3], has_tanh), numbers(t[0]),
                                        numbers(t[1]), there(dropout, at_replay), numbers(t[4]));
            });
        });
    return dx;
}

Judged head_judge(const Tensor& logits, const Tensor& labels, const Tensor& class_weights,
                  double label_smoothing, const Tensor& loss_weights, double loss_weight,
                  bool with_gradient) {
    const c10::DeviceGuard guard(logits.device());
    const Tensor in = as_read(logits);
    const auto a_row = [&] { return at::empty({in.size(0)}, in.options()); };
    Judged out{a_row(), a_row(), a_row(), with_gradient ? at::empty_like(in) : Tensor()};
    simulated::launch(
        "head_judge",
        {in, labels.to(at::kInt).contiguous(), or_none(class_weights, in), or_none(loss_weights, in)},
        {out.total, out.loss, out.right, or_none(out.dlogits, in)},
        [loss_weight, label_smoothing](const Tensors& t, const RandomStart&) {
            const rows::Judgement judgement{numbers<std::int32_t>(t[1]), numbers(t[2]), numbers(t[3]),
                                            static_cast<float>(loss_weight),
                                            static_cast<float>(label_smoothing)};
            each_row(t[0].size(0), [&](rows::Long row) {
                rows::judge(Alone(), row, static_cast<int>(t[0].size(1)), numbers(t[0]), judgement,
                            numbers(t[4]), numbers(t[5]), numbers(t[6]), numbers(t[7]));
            });
        });
    return out;
}

} // namespace tunedesk::cuda
