// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/linear_cross_entropy.h"

#include "arch/word_logits.h"
#include "kernel/kernels.h"
#include "memory/meter.h"
#include "memory/torch_headers.h"
#include "model/aten/rounded_linear.h"
#include "model/host/functions.h"
#include "model/host/matrix_product.h"
#include "model/tensor/tensor_ranks.h"

#include <algorithm>
#include <optional>
#include <torch/csrc/autograd/custom_function.h>

namespace tunedesk::model {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// A chunk of rows: logits, fp32 [rows, words], targets and results, each [rows].
struct Chunk {
    at::Tensor logits, words, normalisers;
};

/// The operations on a chunk of rows. x and dz have the type of products.
struct Products {
    /// fp32 [rows, words].
    at::Tensor (*logits)(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);
    /// Computes normalisers, losses and right; losses are 0 for rows without a target.
    void (*losses)(const Chunk& chunk, const at::Tensor& losses, const at::Tensor& right);
    /// Returns dz: the gradients of the losses by the logits, times `factors` [rows], in a type. May
    /// overwrite the logits.
    at::Tensor (*gradients)(const Chunk& chunk, const at::Tensor& factors, at::ScalarType type);
    /// Returns dz weight in the type `result`.
    at::Tensor (*input_gradient)(const at::Tensor& dz, const at::Tensor& weight, at::ScalarType result);
    /// sum += dz^T x; sum [words, width] in fp32.
    void (*add_weight_gradient)(const at::Tensor& sum, const at::Tensor& dz, const at::Tensor& x);
    std::int64_t chunk_logits; ///< computed at a time
    bool is_on_host;           ///< the loss's own gradient is known without waiting
};

kernel::WordLosses arguments_of(const Chunk& chunk) {
    kernel::WordLosses w;
    w.logits = chunk.logits.mutable_data_ptr<float>();
    w.words = chunk.logits.size(1);
    w.targets = chunk.words.const_data_ptr<std::int32_t>();
    w.normalisers = chunk.normalisers.mutable_data_ptr<float>();
    return w;
}

void host_losses(const Chunk& chunk, const at::Tensor& losses, const at::Tensor& right) {
    kernel::WordLosses w = arguments_of(chunk);
    w.losses = losses.mutable_data_ptr<float>();
    w.right = right.mutable_data_ptr<bool>();
    for_range(chunk.logits.size(0),
              [&](std::int64_t begin, std::int64_t end) { kernel::kernels().word_losses(w, begin, end); });
}

/// Uses the memory of the logits.
at::Tensor host_gradients(const Chunk& chunk, const at::Tensor& factors, at::ScalarType type) {
    kernel::WordLosses w = arguments_of(chunk);
    w.factors = factors.const_data_ptr<float>();
    w.gradient = number_of(type);
    for_range(chunk.logits.size(0),
              [&](std::int64_t begin, std::int64_t end) { kernel::kernels().word_gradients(w, begin, end); });
    if (type == at::kFloat) return chunk.logits;
    const std::int64_t rows = chunk.logits.size(0), words = chunk.logits.size(1);
    return chunk.logits.view(type).as_strided({rows, words}, {2 * words, 1});
}

const Products host_products{
    [](const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
        const at::Tensor wide_bias = bias.defined() ? bias.to(at::kFloat) : bias;
        return matrix_product(x, weight.t(), at::kFloat, wide_bias);
    },
    host_losses,
    host_gradients,
    [](const at::Tensor& dz, const at::Tensor& weight, at::ScalarType result) {
        return matrix_product(dz, weight, result);
    },
    [](const at::Tensor& sum, const at::Tensor& dz, const at::Tensor& x) { add_product(sum, dz.t(), x); },
    arch::host_chunk_logits,
    true};

at::Tensor index_of(const at::Tensor& words) {
    return words.clamp_min(0).to(at::kLong).unsqueeze(1);
}

void aten_losses(const Chunk& chunk, const at::Tensor& losses, const at::Tensor& right) {
    right.copy_(chunk.logits.argmax(1) == chunk.words);
    const at::Tensor reached = chunk.logits.gather(1, index_of(chunk.words)).squeeze(1);
    chunk.normalisers.copy_(at::logsumexp(chunk.logits, 1));
    losses.copy_((chunk.normalisers - reached).masked_fill_(chunk.words < 0, 0));
}

at::Tensor aten_gradients(const Chunk& chunk, const at::Tensor& factors, at::ScalarType type) {
    at::Tensor dz = chunk.logits.sub_(chunk.normalisers.unsqueeze(1)).exp_();
    // Scattering is not deterministic on all devices.
    dz.add_(chunk.words.unsqueeze(1) == at::arange(dz.size(1), chunk.words.options()), -1);
    return dz.mul_(factors.unsqueeze(1)).to(type);
}

const Products aten_products{[](const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
                                 return rounded_linear(x, weight, bias, x.scalar_type()).to(at::kFloat);
                             },
                             aten_losses,
                             aten_gradients,
                             [](const at::Tensor& dz, const at::Tensor& weight, at::ScalarType result) {
                                 return at::mm(dz, weight.to(dz.scalar_type())).to(result);
                             },
                             [](const at::Tensor& sum, const at::Tensor& dz, const at::Tensor& x) {
                                 if (x.scalar_type() == at::kFloat)
                                     sum.addmm_(dz.t(), x);
                                 else
                                     sum.add_(at::mm(dz.t(), x));
                             },
                             arch::device_chunk_logits,
                             false};

/// Combines a chunk's results for a slice of the words to those for all words: each rank's largest logit,
/// log-sum-exp and contribution of targets are exchanged in one sum.
void combine_slices(const TensorRanks& ranks, const Chunk& chunk, const at::Tensor& losses,
                    const at::Tensor& right, const at::Tensor& has_target) {
    const arch::TensorSlice slice = ranks.slice();
    const at::Tensor is_own = chunk.words >= 0,
                     reached = chunk.logits.gather(1, index_of(chunk.words)).squeeze(1) * is_own;
    at::Tensor all = at::zeros({slice.size, 4, chunk.logits.size(0)}, chunk.logits.options());
    all[slice.rank].copy_(at::stack(
        {chunk.logits.amax(1), chunk.normalisers, reached, (right & is_own).to(all.scalar_type())}));
    ranks.sum(all, TensorSum::losses);
    const auto figure = [&](std::int64_t number) { return all.select(1, number); }; // [ranks, rows]
    chunk.normalisers.copy_(at::logsumexp(figure(1), 0));
    losses.copy_((chunk.normalisers - figure(2).sum(0)).masked_fill_(has_target.logical_not(), 0));
    // Of equal logits the first word is used: that of the first rank.
    const at::Tensor best = figure(0).argmax(0, /*keepdim=*/true);
    right.copy_(figure(3).gather(0, best).squeeze(0) > 0);
}

/// Arguments common to both passes.
struct Work : torch::CustomClassHolder {
    const Products* products = nullptr;
    WordSlice slice;
    at::ScalarType compute = at::kFloat;
    std::int64_t chunk_rows = 0;
    /// The gradients are computed with the losses, from the same logits, and later multiplied by the loss's
    /// own gradient.
    bool is_early = false;

    /// The targets as rows of this rank's part of the weight, of `count` rows; negative for those of other
    /// ranks.
    at::Tensor own_words(const at::Tensor& targets, std::int64_t count) const {
        if (!slice.ranks) return targets;
        const at::Tensor own = targets - slice.first;
        return own.masked_fill((own < 0).logical_or(own >= count), -1).to(at::kInt);
    }

    /// Calls body(first, count) for each chunk.
    void for_each_chunk(std::int64_t rows, const auto& body) const {
        for (std::int64_t first = 0; first < rows; first += chunk_rows)
            body(first, std::min(chunk_rows, rows - first));
    }
};

/// The inputs of one call.
struct Inputs {
    at::Tensor x; ///< in the type of products
    at::Tensor weight, bias, words;

    at::Tensor logits(const Work& work, std::int64_t first, std::int64_t count) const {
        return work.products->logits(x.narrow(0, first, count), weight, bias);
    }
};

/// The gradients of the inputs, accumulated over chunks; undefined if not needed.
struct InputGradients {
    at::Tensor x, weight, bias;

    InputGradients(const Inputs& inputs, at::ScalarType type_of_x, bool of_x, bool of_weight, bool of_bias) {
        const at::TensorOptions wide = inputs.x.options().dtype(at::kFloat);
        const memory::InPart part(memory::Part::gradients);
        if (of_x) x = at::empty(inputs.x.sizes(), wide.dtype(type_of_x));
        if (of_weight) weight = at::zeros(inputs.weight.sizes(), wide);
        if (of_bias) bias = at::zeros(inputs.bias.sizes(), wide);
    }

    /// Converts the complete gradients to the types of the inputs.
    void take_types_of(const Inputs& inputs) {
        const memory::InPart part(memory::Part::gradients);
        if (weight.defined()) weight = weight.to(inputs.weight.scalar_type());
        if (bias.defined()) bias = bias.to(inputs.bias.scalar_type());
    }
    /// `factors`: those of the chunk's rows.
    void add(const Work& work, const Inputs& inputs, const Chunk& chunk, const at::Tensor& factors,
             std::int64_t first) {
        const std::int64_t count = chunk.logits.size(0);
        const at::Tensor dz = work.products->gradients(chunk, factors, work.compute);
        if (bias.defined()) bias.add_(dz.sum(0, /*keepdim=*/false, at::kFloat));
        if (x.defined())
            x.narrow(0, first, count)
                .copy_(work.products->input_gradient(dz, inputs.weight, x.scalar_type()));
        if (weight.defined())
            work.products->add_weight_gradient(weight, dz, inputs.x.narrow(0, first, count));
    }
};

struct LinearCrossEntropy : torch::autograd::Function<LinearCrossEntropy> {
    /// Returns the total, the losses [rows] and right [rows].
    static variable_list forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight,
                                 const std::optional<at::Tensor>& bias_or_none, const at::Tensor& words,
                                 const at::Tensor& weights, const c10::intrusive_ptr<Work>& work) {
        const at::Tensor targets = words.to(at::kInt).contiguous();
        const Inputs inputs{x.to(work->compute).contiguous(), weight, bias_or_none.value_or(at::Tensor()),
                            work->own_words(targets, weight.size(0))};
        const at::Tensor normalisers = at::empty({x.size(0)}, x.options().dtype(at::kFloat)),
                         losses = at::empty_like(normalisers), right = at::empty_like(normalisers, at::kBool);
        std::optional<InputGradients> early;
        if (work->is_early)
            early.emplace(inputs, x.scalar_type(), x.requires_grad(), weight.requires_grad(),
                          inputs.bias.defined() && inputs.bias.requires_grad());
        const at::Tensor factors = weights.to(at::kFloat).masked_fill(targets < 0, 0);
        work->for_each_chunk(x.size(0), [&](std::int64_t first, std::int64_t count) {
            const auto part = [&](const at::Tensor& rows) { return rows.narrow(0, first, count); };
            const Chunk chunk{inputs.logits(*work, first, count), part(inputs.words), part(normalisers)};
            work->products->losses(chunk, part(losses), part(right));
            if (work->slice.ranks)
                combine_slices(*work->slice.ranks, chunk, part(losses), part(right), part(targets) >= 0);
            if (early) early->add(*work, inputs, chunk, part(factors), first);
        });
        context->saved_data["work"] = at::IValue::make_capsule(work);
        context->saved_data["input_type"] = static_cast<std::int64_t>(x.scalar_type());
        if (early) early->take_types_of(inputs);
        early ? keep_gradients(context, *early) : keep_inputs(context, inputs, factors, normalisers);
        context->mark_non_differentiable({losses, right});
        return {(losses * weights).sum(), losses, right};
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const auto& work = *static_cast<const Work*>(context->saved_data["work"].toCapsule().get());
        return work.is_early ? scaled_gradients(context, gradients[0])
                             : late_gradients(context, work, gradients[0]);
    }

private:
    static constexpr const char* names[] = {"dx", "d_weight", "d_bias"};

    static void keep_gradients(AutogradContext* context, const InputGradients& made) {
        const at::Tensor each[] = {made.x, made.weight, made.bias};
        for (int i = 0; i < 3; ++i)
            if (each[i].defined()) context->saved_data[names[i]] = each[i];
    }

    static void keep_inputs(AutogradContext* context, const Inputs& inputs, const at::Tensor& factors,
                            const at::Tensor& normalisers) {
        memory::keep({inputs.x, normalisers});
        context->save_for_backward({inputs.x, inputs.weight, inputs.words, factors, normalisers});
        if (inputs.bias.defined()) context->saved_data["bias"] = inputs.bias;
    }

    /// If the loss is not scaled, the gradients are used as computed.
    static variable_list scaled_gradients(AutogradContext* context, const at::Tensor& of_loss) {
        const bool is_plain = of_loss.item<double>() == 1;
        variable_list result(6);
        for (std::size_t i = 0; i < 3; ++i)
            if (const auto found = context->saved_data.find(names[i]); found != context->saved_data.end()) {
                result[i] = found->second.toTensor();
                if (!is_plain) result[i].mul_(of_loss);
                context->saved_data.erase(found);
            }
        return result;
    }

    static variable_list late_gradients(AutogradContext* context, const Work& work,
                                        const at::Tensor& of_loss) {
        const variable_list saved = context->get_saved_variables();
        const auto found = context->saved_data.find("bias");
        const Inputs inputs{saved[0], saved[1],
                            found == context->saved_data.end() ? at::Tensor() : found->second.toTensor(),
                            saved[2]};
        const at::Tensor factors = saved[3] * of_loss;
        const auto input_type = static_cast<at::ScalarType>(context->saved_data["input_type"].toInt());
        InputGradients made(inputs, input_type, context->needs_input_grad(0), context->needs_input_grad(1),
                            inputs.bias.defined() && context->needs_input_grad(2));
        work.for_each_chunk(inputs.x.size(0), [&](std::int64_t first, std::int64_t count) {
            const auto part = [&](const at::Tensor& rows) { return rows.narrow(0, first, count); };
            made.add(work, inputs, {inputs.logits(work, first, count), part(inputs.words), part(saved[4])},
                     part(factors), first);
        });
        made.take_types_of(inputs);
        return {made.x, made.weight, made.bias, {}, {}, {}};
    }
};

/// fp16 gradients are computed from a scaled loss, because they would underflow otherwise.
bool makes_gradients_early(const Products& products, const at::Tensor& x, const at::Tensor& weight,
                           at::ScalarType compute) {
    return at::GradMode::is_enabled() && (x.requires_grad() || weight.requires_grad()) &&
           products.is_on_host && compute != at::kHalf;
}

LossParts run(const Products& products, const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
              const WordTargets& targets, at::ScalarType compute, std::int64_t chunk_rows) {
    auto work = c10::make_intrusive<Work>();
    work->products = &products;
    work->slice = targets.slice;
    work->compute = compute;
    work->is_early = makes_gradients_early(products, x, weight, compute);
    const std::int64_t logits = // per row: all ranks must have the same number of chunks
        targets.slice.ranks ? targets.slice.all / targets.slice.ranks->slice().size : weight.size(0);
    work->chunk_rows = chunk_rows > 0 ? chunk_rows : arch::chunk_rows_of(logits, products.chunk_logits);
    const variable_list out = LinearCrossEntropy::apply(before_slices(targets.slice.ranks, x), weight,
                                                        bias.defined() ? std::optional(bias) : std::nullopt,
                                                        targets.words, targets.weights, work);
    return {out[0],
            out[1],
            {{correct_predictions, out[2].sum()}, {target_tokens, (targets.words >= 0).sum()}},
            out[2]};
}

} // namespace

LossParts host_linear_cross_entropy(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                                    const WordTargets& targets, at::ScalarType compute,
                                    std::int64_t chunk_rows) {
    return run(host_products, x, weight, bias, targets, compute, chunk_rows);
}

LossParts aten_linear_cross_entropy(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                                    const WordTargets& targets, at::ScalarType compute,
                                    std::int64_t chunk_rows) {
    return run(aten_products, x, weight, bias, targets, compute, chunk_rows);
}

} // namespace tunedesk::model
