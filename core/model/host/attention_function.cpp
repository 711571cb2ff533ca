// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/host/function_parts.h"
#include "model/host/small_operations.h"

namespace tunedesk::model {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// Where an attention's queries, keys and values lie, and its sequences. They are of the type of the product
/// that made them: bf16, which the kernels take where the processor has instructions for it, or what is
/// widened to fp32 for them.
struct Layout {
    /// q [queries, width] and kv [rows, 2 width]; or one tensor [rows, 3 width] in q; or q, k and v
    /// separately, where kv is k, [rows, key-value heads * head width].
    at::Tensor q, kv, v;
    std::vector<kernel::Sequence> sequences;

    /// The kernels for bf16, or null if the fp32 kernels are used.
    const kernel::AttentionKernels* narrow_kernels() const {
        return q.scalar_type() == at::kBFloat16 ? kernel::bf16_attention() : nullptr;
    }
    Layout widened() const { return {model::widened(q), model::widened(kv), model::widened(v), sequences}; }

    kernel::Attention arguments(const Kept& kept, std::int64_t width) const {
        kernel::Attention a;
        const auto behind = [width](const at::Tensor& rows, std::int64_t parts) {
            return static_cast<const char*>(rows.const_data_ptr()) +
                   parts * width * static_cast<std::int64_t>(rows.itemsize());
        };
        const at::Tensor& keys = kv.defined() ? kv : q;
        a.q = q.const_data_ptr();
        a.q_stride = q.stride(0);
        a.k = behind(keys, kv.defined() ? 0 : 1);
        a.v = v.defined() ? v.const_data_ptr() : behind(keys, kv.defined() ? 1 : 2);
        a.kv_stride = kv.defined() ? kv.stride(0) : q.stride(0);
        a.query_rows = q.size(0);
        a.sequences = sequences.data();
        a.sequence_count = static_cast<std::int64_t>(sequences.size());
        a.heads = kept.heads;
        a.head_dim = static_cast<int>(width / kept.heads);
        a.group = kept.group;
        a.causal = kept.causal;
        a.out_stride = width;
        a.dropout = kept.dropout;
        return a;
    }
};

std::vector<kernel::Sequence> sequences_of(const Kept& kept) {
    std::vector<kernel::Sequence> sequences = kept.view.batch->sequences;
    if (kept.first_only)
        for (std::size_t i = 0; i < sequences.size(); ++i) {
            sequences[i].query_start = static_cast<std::int64_t>(i);
            sequences[i].queries = 1;
        }
    return sequences;
}

/// x weight^T + bias in the type of products; `x` is already an operand.
at::Tensor dense(const Kept& kept, const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
    if (kept.compute == at::kFloat) return dense_layer(x, weight, bias);
    return matrix_product(x, weight.t(), kept.compute, widened(bias));
}

using AttentionKernel = void (*)(const kernel::Attention&, std::int64_t, std::int64_t);
using BlockAttentionKernel = void (*)(const kernel::BlockAttention&, std::int64_t, std::int64_t);

/// Runs one of two kernels for `items` items of each sequence. `number`: type of q, k and v.
void run_kernels(const Kept& kept, const kernel::Attention& a, kernel::Number number, std::int64_t items,
                 AttentionKernel full, BlockAttentionKernel sparse) {
    const auto run = [&](const kernel::Attention& part, const auto& body) {
        for_range(items * part.sequence_count, body);
    };
    if (!kept.blocks) {
        run(a, [&](std::int64_t begin, std::int64_t end) { full(a, begin, end); });
        return;
    }
    const auto part_of = [&](const std::vector<std::size_t>& numbers, std::vector<kernel::Sequence>& own) {
        for (const std::size_t one : numbers)
            own.push_back(a.sequences[one]);
        kernel::Attention part = a;
        part.sequences = own.data();
        part.sequence_count = static_cast<std::int64_t>(own.size());
        return part;
    };
    std::vector<kernel::Sequence> full_ones, sparse_ones;
    const kernel::Attention of_full = part_of(kept.blocks->full(), full_ones);
    run(of_full, [&](std::int64_t begin, std::int64_t end) { full(of_full, begin, end); });
    kernel::BlockAttention blocks{part_of(kept.blocks->sparse(), sparse_ones), number,
                                  kept.blocks->block_size()};
    std::vector<kernel::BlockList> lists;
    for (int head = 0; head < a.heads; ++head)
        for (const std::size_t one : kept.blocks->sparse())
            lists.push_back(kept.blocks->of(one, head));
    blocks.attention.dropout = {};
    blocks.lists = lists.data();
    run(blocks.attention, [&](std::int64_t begin, std::int64_t end) { sparse(blocks, begin, end); });
}

/// Computes softmax(q k^T) v of a layout in the type of products, and the log-sum-exp of each row of scores.
std::pair<at::Tensor, at::Tensor> attend(const Kept& kept, const Layout& layout, std::int64_t width) {
    // A padded batch has rows that belong to no sequence: they must still be initialized.
    const bool padded = kept.view.batch->tokens != kept.view.batch->rows();
    const std::int64_t queries = layout.q.size(0);
    const at::TensorOptions options = layout.q.options().dtype(at::kFloat);
    const at::Tensor out =
        padded ? at::zeros({queries, width}, options) : at::empty({queries, width}, options);
    const at::Tensor lse = at::empty({kept.heads, queries}, options);
    {
        const kernel::AttentionKernels* const narrow = layout.narrow_kernels();
        const Layout read = narrow ? layout : layout.widened();
        kernel::Attention a = read.arguments(kept, width);
        a.out = data(out);
        a.lse = data(lse);
        run_kernels(kept, a, number_of(read.q.scalar_type()), a.heads,
                    narrow ? narrow->forward : kernel::kernels().attention_forward,
                    kernel::kernels().block_attention_forward);
    }
    return {kept.operand(out), lse}; // the next operation is a product
}

/// The gradients of a layout's tensors, in fp32. `out` and `lse`: from attend().
Layout attention_gradients(const Kept& kept, const Layout& saved, const at::Tensor& out,
                           const at::Tensor& lse, const at::Tensor& gradient) {
    const std::int64_t width = out.size(1);
    const kernel::AttentionKernels* const narrow = saved.narrow_kernels();
    const Layout layout = narrow ? saved : saved.widened();
    const at::Tensor wide_out = widened(out);
    const bool padded = kept.view.batch->tokens != kept.view.batch->rows();
    const auto gradient_like = [&](const at::Tensor& tensor) {
        if (!tensor.defined()) return tensor;
        return padded ? at::zeros_like(tensor, at::kFloat) : at::empty_like(tensor, at::kFloat);
    };
    Layout d{gradient_like(layout.q), gradient_like(layout.kv), gradient_like(layout.v), {}};
    const at::Tensor d_out = widened(gradient).contiguous();
    kernel::Attention a = layout.arguments(kept, width);
    const kernel::Attention to = d.arguments(kept, width);
    a.out = data(wide_out);
    a.lse = data(lse);
    a.d_out = data(d_out);
    const auto written = [](const void* rows) { return static_cast<float*>(const_cast<void*>(rows)); };
    a.dq = written(to.q);
    a.dk = written(to.k);
    a.dv = written(to.v);
    a.dq_stride = to.q_stride;
    a.dkv_stride = to.kv_stride;
    run_kernels(kept, a, number_of(layout.q.scalar_type()), a.heads / a.group,
                narrow ? narrow->backward : kernel::kernels().attention_backward,
                kernel::kernels().block_attention_backward);
    return d;
}

struct SelfAttention : torch::autograd::Function<SelfAttention> {
    static variable_list forward(AutogradContext* context, const at::Tensor& hidden, const at::Tensor& wq,
                                 const at::Tensor& wk, const at::Tensor& wv, const at::Tensor& bq,
                                 const at::Tensor& bk, const at::Tensor& bv, const at::Tensor& bias,
                                 const c10::intrusive_ptr<Kept>& state) {
        const std::int64_t width = hidden.size(1);
        const at::Tensor& weight = state->fused_weight;
        Layout layout;
        layout.sequences = sequences_of(*state);
        const at::Tensor operand = state->operand(hidden);
        at::Tensor rows;
        if (state->first_only) {
            rows = hidden.index_select(0, first_row_index(*state->view.batch));
            layout.q =
                dense(*state, state->operand(rows), weight.narrow(0, 0, width), bias.narrow(0, 0, width));
            layout.kv =
                dense(*state, operand, weight.narrow(0, width, 2 * width), bias.narrow(0, width, 2 * width));
        } else {
            layout.q = dense(*state, operand, weight, bias);
        }
        const auto [out, lse] = attend(*state, layout, width);
        save(context, {operand, rows, layout.q, layout.kv, out, lse});
        keep(context, state);
        (void)wq, (void)wk, (void)wv, (void)bq, (void)bk, (void)bv; // used through the fused weight and bias
        if (state->first_only) return {out, rows};
        return {out};
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const Kept& state = kept(context);
        const at::Tensor &hidden = saved[0], &rows = saved[1];
        const Layout d = attention_gradients(state, {saved[2], saved[3], {}, sequences_of(state)}, saved[4],
                                             saved[5], gradients[0]);
        return has_trained(context) || context->needs_input_grad(0)
                   ? input_gradients(context, state, hidden, rows, d, gradients)
                   : variable_list(9);
    }

private:
    /// Whether any weight or bias is trained; their gradients are computed by one product.
    static bool has_trained(AutogradContext* context) {
        for (std::size_t i = 1; i <= 6; ++i)
            if (context->needs_input_grad(i)) return true;
        return false;
    }

    static variable_list input_gradients(AutogradContext* context, const Kept& state,
                                         const at::Tensor& hidden, const at::Tensor& rows, const Layout& d,
                                         const variable_list& gradients) {
        const std::int64_t width = hidden.size(1);
        const at::Tensor& weight = state.fused_weight;
        const auto part = [&](const at::Tensor& whole, std::int64_t i) {
            return whole.narrow(0, i * width, width);
        };
        variable_list result(9);
        if (!state.first_only) {
            const at::Tensor dq = state.operand(d.q);
            if (context->needs_input_grad(0)) result[0] = product(dq, weight);
            if (!has_trained(context)) return result;
            const at::Tensor d_weight = weight_gradient(dq, hidden, weight), d_bias = d.q.sum(0);
            for (int i = 0; i < 3; ++i) {
                result[static_cast<std::size_t>(1 + i)] = part(d_weight, i);
                result[static_cast<std::size_t>(4 + i)] = part(d_bias, i);
            }
            return result;
        }
        const at::Tensor dq = state.operand(d.q), dkv = state.operand(d.kv);
        if (context->needs_input_grad(0)) {
            at::Tensor d_rows = product(dq, part(weight, 0));
            if (gradients[1].defined()) d_rows.add_(gradients[1]);
            result[0] = product(dkv, weight.narrow(0, width, 2 * width));
            result[0].index_add_(0, first_row_index(*state.view.batch), d_rows);
        }
        if (!has_trained(context)) return result;
        const at::Tensor d_weight = weight_gradient(dkv, hidden, weight), d_bias = d.kv.sum(0);
        result[1] = weight_gradient(dq, state.operand(rows), weight);
        result[2] = part(d_weight, 0);
        result[3] = part(d_weight, 1);
        result[4] = d.q.sum(0);
        result[5] = part(d_bias, 0);
        result[6] = part(d_bias, 1);
        return result;
    }
};

/// Rows may be strided, as parts of wider ones; columns are contiguous.
at::Tensor by_rows(const at::Tensor& x) {
    return x.stride(1) == 1 ? x : x.contiguous();
}

/// Attention of given queries, keys and values.
struct HostAttention : torch::autograd::Function<HostAttention> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& q, const at::Tensor& k,
                              const at::Tensor& v, const c10::intrusive_ptr<Kept>& state) {
        Layout layout{by_rows(q), by_rows(k), by_rows(v), sequences_of(*state)};
        if (layout.kv.stride(0) != layout.v.stride(0)) {
            layout.kv = layout.kv.contiguous();
            layout.v = layout.v.contiguous();
        }
        const auto [out, lse] = attend(*state, layout, q.size(1));
        save(context, {layout.q, layout.kv, layout.v, out, lse});
        keep(context, state);
        return out;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const Kept& state = kept(context);
        const Layout d = attention_gradients(state, {saved[0], saved[1], saved[2], sequences_of(state)},
                                             saved[3], saved[4], gradients[0]);
        return {state.operand(d.q), state.operand(d.kv), state.operand(d.v), {}};
    }
};

c10::intrusive_ptr<Kept> attention_state(const std::shared_ptr<const Batch>& batch, const AttentionKind& kind,
                                         const kernel::Dropout& dropout, bool first_only,
                                         at::ScalarType compute) {
    auto state = c10::make_intrusive<Kept>();
    state->view = RowView(batch, false);
    state->dropout = dropout;
    state->heads = kind.heads;
    state->group = kind.heads / kind.key_value_heads;
    state->causal = kind.mask == AttentionMask::causal;
    if (kind.mask == AttentionMask::blocks) {
        std::vector<std::int64_t> lengths;
        for (const kernel::Sequence& sequence : batch->sequences)
            lengths.push_back(sequence.keys);
        state->blocks = std::make_shared<const BlockLists>(kind, lengths);
    }
    state->first_only = first_only;
    state->compute = compute;
    return state;
}

} // namespace

std::pair<at::Tensor, at::Tensor> self_attention(const std::shared_ptr<const Batch>& batch,
                                                 const at::Tensor& hidden,
                                                 const ProjectionParameters& projections,
                                                 const AttentionKind& kind, const kernel::Dropout& dropout,
                                                 bool first_only, at::ScalarType compute) {
    const c10::intrusive_ptr<Kept> state = attention_state(batch, kind, dropout, first_only, compute);
    state->fused_weight = projections.weight;
    const variable_list out = SelfAttention::apply(
        hidden, projections.query_weight, projections.key_weight, projections.value_weight,
        projections.query_bias, projections.key_bias, projections.value_bias, projections.bias, state);
    return {out[0], first_only ? out[1] : hidden};
}

at::Tensor host_attention(const RowView& queries, const at::Tensor& q, const at::Tensor& k,
                          const at::Tensor& v, const AttentionKind& kind, const kernel::Dropout& dropout) {
    return HostAttention::apply(
        q, k, v, attention_state(queries.batch, kind, dropout, queries.first_only, q.scalar_type()));
}

} // namespace tunedesk::model
