#include "model/linear_cross_entropy.h"

#include "arch/word_logits.h"
#include "memory/meter.h"
#include "memory/torch_headers.h"
#include "model/aten/rounded_linear.h"
#include "model/host/matrix_product.h"

#include <algorithm>

namespace tunedesk::model {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// What is done to a chunk of rows in a set's own way. x and dz are in the type of products.
struct Products {
    /// fp32 [rows, words].
    at::Tensor (*logits)(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);
    /// dz weight in the type `result`.
    at::Tensor (*input_gradient)(const at::Tensor& dz, const at::Tensor& weight, at::ScalarType result);
    /// sum += dz^T x; sum [words, width] in fp32.
    void (*add_weight_gradient)(const at::Tensor& sum, const at::Tensor& dz, const at::Tensor& x);
    /// Subtracts 1 at each row's target from values [rows, words].
    void (*subtract_targets)(at::Tensor& values, const at::Tensor& words);
    std::int64_t chunk_logits; ///< at a time
};

const Products host_products{
    [](const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
        const at::Tensor wide_bias = bias.defined() ? bias.to(at::kFloat) : bias;
        return matrix_product(x, weight.t(), at::kFloat, wide_bias);
    },
    [](const at::Tensor& dz, const at::Tensor& weight, at::ScalarType result) {
        return matrix_product(dz, weight, result);
    },
    [](const at::Tensor& sum, const at::Tensor& dz, const at::Tensor& x) { add_product(sum, dz.t(), x); },
    [](at::Tensor& values, const at::Tensor& words) {
        const at::Tensor index = words.clamp_min(0).to(at::kLong).unsqueeze(1);
        values.scatter_add_(1, index, (words >= 0).to(at::kFloat).neg_().unsqueeze(1));
    },
    arch::host_chunk_logits};

const Products aten_products{[](const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
                                 return rounded_linear(x, weight, bias, x.scalar_type()).to(at::kFloat);
                             },
                             [](const at::Tensor& dz, const at::Tensor& weight, at::ScalarType result) {
                                 return at::mm(dz, weight.to(dz.scalar_type())).to(result);
                             },
                             [](const at::Tensor& sum, const at::Tensor& dz, const at::Tensor& x) {
                                 if (x.scalar_type() == at::kFloat)
                                     sum.addmm_(dz.t(), x);
                                 else
                                     sum.add_(at::mm(dz.t(), x));
                             },
                             [](at::Tensor& values, const at::Tensor& words) {
                                 // Scattering is not reproducible on all devices.
                                 values.add_(
                                     words.unsqueeze(1) == at::arange(values.size(1), words.options()), -1);
                             },
                             arch::device_chunk_logits};

/// What the two passes share of their arguments.
struct Work : torch::CustomClassHolder {
    const Products* products = nullptr;
    at::ScalarType compute = at::kFloat;
    std::int64_t chunk_rows = 0;

    /// Calls body(first, count) for chunk after chunk.
    void for_each_chunk(std::int64_t rows, const auto& body) const {
        for (std::int64_t first = 0; first < rows; first += chunk_rows)
            body(first, std::min(chunk_rows, rows - first));
    }
};

/// The logits at the targets, [rows]; anything where there is no target.
at::Tensor at_targets(const at::Tensor& logits, const at::Tensor& words) {
    return logits.gather(1, words.clamp_min(0).to(at::kLong).unsqueeze(1)).squeeze(1);
}

struct LinearCrossEntropy : torch::autograd::Function<LinearCrossEntropy> {
    /// Gives the total, the losses [rows] and what is right [rows].
    static variable_list forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight,
                                 const std::optional<at::Tensor>& bias_or_none, const at::Tensor& words,
                                 const at::Tensor& weights, const c10::intrusive_ptr<Work>& work) {
        const at::Tensor bias = bias_or_none.value_or(at::Tensor());
        const at::Tensor operand = x.to(work->compute).contiguous();
        const at::Tensor normaliser = at::empty({x.size(0)}, x.options().dtype(at::kFloat)),
                         losses = at::empty_like(normaliser), right = at::empty_like(normaliser, at::kBool);
        work->for_each_chunk(x.size(0), [&](std::int64_t first, std::int64_t count) {
            const auto part = [&](const at::Tensor& rows) { return rows.narrow(0, first, count); };
            const at::Tensor logits = work->products->logits(part(operand), weight, bias);
            const at::Tensor own = part(words);
            part(right).copy_(logits.argmax(1) == own);
            const at::Tensor reached = at_targets(logits, own);
            part(normaliser).copy_(at::logsumexp(logits, 1));
            part(losses).copy_((part(normaliser) - reached).masked_fill_(own < 0, 0));
        });
        const variable_list kept{operand, weight, words, weights, normaliser};
        memory::keep({operand, normaliser});
        context->save_for_backward(kept);
        if (bias.defined()) context->saved_data["bias"] = bias;
        context->saved_data["work"] = at::IValue::make_capsule(work);
        context->saved_data["input_type"] = static_cast<std::int64_t>(x.scalar_type());
        context->mark_non_differentiable({losses, right});
        return {(losses * weights).sum(), losses, right};
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const at::Tensor &x = saved[0], &weight = saved[1], &words = saved[2], &normaliser = saved[4];
        const auto& work = *static_cast<const Work*>(context->saved_data["work"].toCapsule().get());
        const auto found = context->saved_data.find("bias");
        const at::Tensor bias = found == context->saved_data.end() ? at::Tensor() : found->second.toTensor();
        const auto input_type = static_cast<at::ScalarType>(context->saved_data["input_type"].toInt());
        const at::Tensor factors = (saved[3] * gradients[0]).masked_fill_(words < 0, 0).unsqueeze(1);
        const at::TensorOptions wide = x.options().dtype(at::kFloat);
        at::Tensor dx, d_weight, d_bias;
        if (context->needs_input_grad(0)) dx = at::empty(x.sizes(), wide.dtype(input_type));
        if (context->needs_input_grad(1)) d_weight = at::zeros(weight.sizes(), wide);
        if (bias.defined() && context->needs_input_grad(2)) d_bias = at::zeros(bias.sizes(), wide);
        work.for_each_chunk(x.size(0), [&](std::int64_t first, std::int64_t count) {
            const auto part = [&](const at::Tensor& rows) { return rows.narrow(0, first, count); };
            at::Tensor dz = work.products->logits(part(x), weight, bias);
            dz.sub_(part(normaliser).unsqueeze(1)).exp_();
            work.products->subtract_targets(dz, part(words));
            dz.mul_(part(factors));
            if (d_bias.defined()) d_bias.add_(dz.sum(0));
            const at::Tensor rounded = dz.to(work.compute);
            if (dx.defined()) part(dx).copy_(work.products->input_gradient(rounded, weight, input_type));
            if (d_weight.defined()) work.products->add_weight_gradient(d_weight, rounded, part(x));
        });
        const auto in_type_of = [](const at::Tensor& gradient, const at::Tensor& parameter) {
            return gradient.defined() ? gradient.to(parameter.scalar_type()) : gradient;
        };
        return {dx, in_type_of(d_weight, weight), in_type_of(d_bias, bias), {}, {}, {}};
    }
};

LossParts run(const Products& products, const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
              const WordTargets& targets, at::ScalarType compute, std::int64_t chunk_rows) {
    auto work = c10::make_intrusive<Work>();
    work->products = &products;
    work->compute = compute;
    work->chunk_rows =
        chunk_rows > 0 ? chunk_rows : arch::chunk_rows_of(weight.size(0), products.chunk_logits);
    const variable_list out = LinearCrossEntropy::apply(
        x, weight, bias.defined() ? std::optional(bias) : std::nullopt, targets.words, targets.weights, work);
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
